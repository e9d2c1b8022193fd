"""A number or a threshold of a player of soket and sekans tuned honestly: searched on some
sessions, checked on others, quoted on locked ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from analysis.knobs import Range, make_knobs
from analysis.poch.match import UNIT, whole_sessions
from analysis.poch.scales import scales_of
from analysis.poch.sweep import play
from analysis.rounds import Asked, Tuned, check_parts, check_settings, mix_of, name_of, play_rounds
from simcore import run_settings
from simcore.batch import OnProgress
from simcore.checks import whole
from simcore.manifest import MOST_DEALS
from simcore.poch import Player, RuleSet, load_player, load_players, rules_in
from simcore.poch.strategies.player import PlayerLike, check_read
from simcore.threads import check_threads

MIX = ("simple", "expert")


@dataclass(frozen=True)
class Tuning(Tuned[Player]):
    """What `tune` found: see `Tuned`; `deals` are those played a round, whole sessions.

    The shares in `curve` are dealt (hands), and for each of the auctions soket_opened, soket_won,
    soket_lost, sekans_opened ... and last (with cards) its hands, share and limits: last_n, last,
    last_low, last_high.

    Attributes
    ----------
    first
        Number of the first deal, that of a session.
    session_deals, seats
        Deals of a session, and players.
    """

    DRAWS: ClassVar[str] = "sessions"
    COUNTED: ClassVar[str] = "chips"

    first: int
    session_deals: int
    seats: int

    @property
    def unit(self) -> str:
        """The unit of all differences."""
        return UNIT

    def draws(self, deals: int) -> str:
        """So many deals in sessions, in words."""
        return f"{deals // self.session_deals:,} sessions"


def tune(
    player: PlayerLike,
    knobs: Mapping[str, Range],
    *,
    against: PlayerLike | Sequence[PlayerLike] = MIX,
    deals: int,
    seed: int = 0,
    first: int = 0,
    rules: str | Path | RuleSet = "karuzela",
    seats: int | None = None,
    rounds: int = 1,
    name: str | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Tuning:
    """Tune one number or threshold of a player, or two on a grid.

    Parameters
    ----------
    player
        Preset name, TOML path or player; its numbers are the present setting.
    knobs
        By name of a number of the player: a range "low:high:step", or the values themselves. By
        name of a threshold in words ("soket_open"): a range "pair T:triple 7" of all holdings of
        the pack from the one to the other, or the holdings themselves ("pair Q, pair K, never").
    against
        The mix of opponents; one, or several with equal weights.
    deals, first, seed
        Deals a round, and the number of the first; every setting plays the same ones, all sessions
        that hold one of them. Each round plays the sessions behind those of the one before.
    rules
        Name of a preset, TOML path or rule set.
    seats
        Number of players, 3 to 8; None: as the rules have it.
    rounds
        At most so many searches: in the second and later ones the player tuned so far sits at every
        seat but the setting's, until no change beyond noise is left (best response).
    name
        Of the tuned player.
    threads, on_progress
        See `simcore.simulate`; progress is told in deals of all rounds.

    Returns
    -------
    Tuning
        The curve, the choice and its verdict.

    Raises
    ------
    ValueError
        An input is not usable, or the player does not read a number; the message names it. Nothing
        is played then.

    Notes
    -----
    Parts are a function of the number of the session (`analysis.split`): train 60 %, validation and
    locked 20 % each, with all deals and rotations of a session in one. On every deal a setting sits
    alone among others alike, once in each seat; its points are the mean of its chips a deal over
    the session, seats and opponents, so the session is one draw. Differences are paired by session,
    intervals Student's, 95 %; rates are pooled over the mix, Wilson at the effective number of the
    sessions.

    The choice is the one-standard-error rule: of all settings not more than one standard error (of
    the paired difference, on train) behind the best, the one nearest to the present setting. It
    must be ahead of the present one on validation too, or the present one stays. The locked
    sessions are quoted once, for that setting, or, where the present one was chosen, for the best
    on train.
    """
    base, others = load_player(player), mix_of(against, load_player)
    whole("deals", deals, 1, MOST_DEALS)
    checked = run_settings("poch", rules=rules, seats=seats, deals=deals, first=first, seed=seed)
    used = rules_in(checked["rules"].items())
    turnable = make_knobs(knobs, Player, scales_of(used))
    for knob in turnable:
        check_read(base, knob.name)
    start, number = whole_sessions(checked["first"], checked["deals"], used.session_deals)
    check_parts(number, start, rounds, used.session_deals)
    for other in others:
        load_players((base, *[other] * (used.players - 1)), used.players)
    check_settings(base, turnable)
    asked = Asked(turnable, name_of(base, name), number, start, rounds)
    settings = {"seed": checked["seed"], "threads": check_threads(threads)}
    sweep = partial(play, rules=used, deals=number, settings=settings)
    found = play_rounds(base, others, asked, sweep, on_progress)
    return Tuning(
        player=base,
        tuned=found.tuned,
        knobs=turnable,
        rounds=found.rounds,
        curve=found.curve,
        deals=number,
        seed=checked["seed"],
        rules=str(checked["rules"]["name"]),
        first=start,
        session_deals=used.session_deals,
        seats=used.players,
    )
