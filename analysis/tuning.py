"""A number of a Skat player tuned honestly: searched on some deals, checked on others, quoted on
locked ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from analysis.knobs import Range, make_knobs
from analysis.rounds import Asked, Tuned, check_parts, check_settings, mix_of, name_of, play_rounds
from analysis.sweep import LIST_DEALS, play
from simcore import run_settings
from simcore.batch import OnProgress
from simcore.checks import shown, whole
from simcore.manifest import MOST_DEALS
from simcore.skat import Player, RuleSet, load_player, load_players, load_rules, rules_in
from simcore.skat.strategies.player import PlayerLike
from simcore.threads import check_threads

SCORINGS = ("seeger_fabian", "plain")
MIX = ("simple", "club", "expert")
FEWEST_DEALS = 100


@dataclass(frozen=True)
class Tuning(Tuned[Player]):
    """What `tune` found: see `Tuned`.

    The shares in `curve` are: declared_of (hands dealt), declared_n, declared, declared_low,
    declared_high; won_n, won, won_low, won_high (of declared_n); and for each contract D H S C G N
    its games, share of declared_n and limits: D_n, D, D_low, D_high ...

    Attributes
    ----------
    scoring
        What points are in.
    bock
        Whether the rules have Bock, which is not counted here.
    """

    scoring: str
    bock: bool

    @property
    def unit(self) -> str:
        """The unit of all differences."""
        kind = "list points" if self.scoring == "seeger_fabian" else "points"
        return f"{kind} in {LIST_DEALS} deals"


def _fast(player: Player) -> Player:
    """Refuse a player who takes seconds for a deal."""
    if player.samples:
        raise ValueError(f"player {player.name!r} samples worlds and is too slow to be tuned on")
    return player


def tune(
    player: PlayerLike,
    knobs: Mapping[str, Range],
    *,
    against: PlayerLike | Sequence[PlayerLike] = MIX,
    deals: int,
    seed: int = 0,
    first: int = 0,
    rules: str | Path | RuleSet = "isko",
    scoring: str = "seeger_fabian",
    rounds: int = 1,
    name: str | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Tuning:
    """Tune one number of a player, or two on a grid.

    Parameters
    ----------
    player
        Preset name, TOML path or player; its numbers are the present setting.
    knobs
        By name of a number of the player: a range "low:high:step", or the values themselves.
    against
        The mix of opponents; one, or several with equal weights.
    deals, first, seed
        Deals a round, and the number of the first; every setting plays the same ones. Round k
        plays deals `first + (k - 1) deals` on.
    rules
        Name of a preset, TOML path or rule set.
    scoring
        "seeger_fabian" (list points, three at the table) or "plain".
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
        An input is not usable; the message names it. Nothing is played then.

    Notes
    -----
    Parts are a function of the deal number (`analysis.split`): train 60 %, validation and locked
    20 % each, with all rotations of a deal in one. On every deal a setting sits alone among two of
    an opponent, once in each seat; its points are the mean over seats and opponents, so the deal
    is one draw. They are its own: what others lose counts by what they pay it, the 40 of the list.
    Differences are paired by deal, intervals Student's, 95 %; rates are pooled over
    the mix, Wilson at the effective number of the deals.

    The choice is the one-standard-error rule: of all settings not more than one standard error (of
    the paired difference, on train) behind the best, the one nearest to the present setting. It
    must be ahead of the present one on validation too, or the present one stays. The locked deals
    are quoted once, for that setting, or, where the present one was chosen, for the best on train.

    The best setting on train is warned of where it lies at the edge of a range, and where its most
    frequent contract makes more than 60 % of its games, or 10 points more than at the present one.
    """
    base = _fast(load_player(player))
    others = mix_of(against, lambda one: _fast(load_player(one)))
    turnable = make_knobs(knobs)
    if scoring not in SCORINGS:
        raise ValueError(f"unknown scoring {shown(scoring)}: one of {', '.join(SCORINGS)}")
    whole("deals", deals, FEWEST_DEALS, MOST_DEALS)
    check_parts(deals, first, rounds)
    for other in others:
        load_players((base, other, other))
    check_settings(base, turnable)
    checked = run_settings(rules=rules, players=base, deals=deals, first=first, seed=seed)
    asked = Asked(turnable, name_of(base, name), deals, first, rounds)
    settings = {"rules": load_rules(rules), "seed": seed, "threads": check_threads(threads)}
    sweep = partial(play, deals=deals, scoring=scoring, settings=settings)
    found = play_rounds(base, others, asked, sweep, on_progress)
    return Tuning(
        player=base,
        tuned=found.tuned,
        knobs=turnable,
        rounds=found.rounds,
        curve=found.curve,
        deals=deals,
        seed=checked["seed"],
        rules=str(checked["rules"]["name"]),
        scoring=scoring,
        bock=bool(rules_in(checked["rules"].items()).bock),
    )
