"""A number of a player tuned honestly: searched on some deals, checked on others, quoted on locked
ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analysis.choosing import Round, search, setting_words
from analysis.clock import Clock
from analysis.curve import curve_of
from analysis.knobs import Knob, Range, free_name, make_knobs, present_values, settings_of, turned
from analysis.moments import Difference, deals_to_settle
from analysis.split import PARTS, part_of
from analysis.sweep import LEVEL, LIST_DEALS, play
from simcore import run_settings
from simcore.batch import OnProgress
from simcore.checks import shown, whole
from simcore.manifest import LAST_DEAL, MOST_DEALS
from simcore.skat import (
    Player,
    RuleSet,
    load_player,
    load_players,
    load_rules,
    preset_names,
    rules_in,
)
from simcore.skat.strategies.player import PlayerLike
from simcore.threads import check_threads

SCORINGS = ("seeger_fabian", "plain")
MIX = ("simple", "club", "expert")
FEWEST_DEALS, MOST_ROUNDS, MOST_OTHERS = 100, 20, 12
POWER = 0.8
_SEEN = 1 << 12  # deals looked at for whether every part has some


@dataclass(frozen=True)
class Tuning:
    """What `tune` found.

    Attributes
    ----------
    player, tuned
        Before and after; the same numbers where nothing better was shown.
    knobs
        What was turned.
    rounds
        The searches, in order.
    curve
        One row a round, part and setting: round, part, the knobs, present, best, chosen; deals;
        points, points_low, points_high (in 36 deals, t interval); diff, diff_low, diff_high (less
        the present setting on the same deals); declared_of (hands dealt), declared_n, declared,
        declared_low, declared_high; won_n, won, won_low, won_high (of declared_n); and for each
        contract D H S C G N its games, share of declared_n and limits: D_n, D, D_low, D_high ...
        Locked rows are there to be drawn; nothing is chosen by them.
    deals, seed, rules, scoring
        What was asked; `deals` a round.
    bock
        Whether the rules have Bock, which is not counted here.
    """

    player: Player = field(repr=False)
    tuned: Player = field(repr=False)
    knobs: tuple[Knob, ...]
    rounds: tuple[Round, ...]
    curve: pd.DataFrame
    deals: int
    seed: int
    rules: str
    scoring: str
    bock: bool

    @property
    def unit(self) -> str:
        """The unit of all differences."""
        kind = "list points" if self.scoring == "seeger_fabian" else "points"
        return f"{kind} in {LIST_DEALS} deals"

    @property
    def settled(self) -> bool:
        """Whether the last round's change was within noise."""
        return not self.rounds[-1].moved

    def words(self, found: Round, place: int) -> str:
        """A setting in words."""
        return setting_words(self.knobs, found.settings[place])

    def verdict(self, found: Round | None = None) -> str:
        """A round, by default the last, in one sentence: the locked deals, quoted once."""
        return _verdict(self, found or self.rounds[-1])


# ---- words --------------------------------------------------------------------------------------


def _verdict(tuning: Tuning, found: Round) -> str:
    """The locked difference in one sentence."""
    locked = found.differences["locked"]
    pair = f"{tuning.words(found, found.quoted)} against {tuning.words(found, found.present)}"
    where = f"{locked.n:,} locked deals"
    if not found.differs:
        total = f"{sum(found.deals.values()):,} deals"
        return f"no difference shown: all settings came to the same in each of {total}"
    if found.quoted == found.present:
        best = f"the present setting, {tuning.words(found, found.present)},"
        return f"no difference shown: {best} is the best on {found.deals['train']:,} train deals"
    if not locked.sd > 0:
        return f"no difference shown: {pair} came to the same in each of {where}"
    digits = _digits(locked)
    low, high = sorted((abs(locked.low), abs(locked.high)))
    if locked.low > 0 or locked.high < 0:
        side = "better" if locked.mean > 0 else "worse"
        return (
            f"{side} by {abs(locked.mean):.{digits}f} {tuning.unit} ({low:.{digits}f} to "
            f"{high:.{digits}f}): {pair}, {where}"
        )
    limits = f"{locked.low:+.{digits}f} to {locked.high:+.{digits}f}"
    need = deals_to_settle(locked.mean, locked.sd, level=LEVEL, power=POWER)
    more = ""
    if not math.isnan(need):
        every = need * sum(found.deals.values()) / locked.n
        more = f"; about {_rounded(need):,} would settle it, {_rounded(every):,} deals in all"
    return (
        f"no difference shown: {locked.mean:+.{digits}f} {tuning.unit} ({limits}), {pair}, "
        f"{where}{more}"
    )


def _digits(found: Difference) -> int:
    """Decimals that tell the interval from a point, and its limits from 0."""
    sizes = [(found.high - found.low) / 2, abs(found.low), abs(found.high)]
    smallest = min((size for size in sizes if size > 0), default=1.0)
    return min(max(1, math.ceil(-math.log10(smallest))), 4)


def _rounded(number: float) -> int:
    """A whole number to two digits."""
    return int(float(f"{number:.1e}"))


# ---- tuning -------------------------------------------------------------------------------------


def _mix(against: PlayerLike | Sequence[PlayerLike]) -> tuple[Player, ...]:
    """The opponents, each named once."""
    listed = [against] if isinstance(against, PlayerLike) else against
    if not isinstance(listed, Sequence):
        raise ValueError(f"against {shown(against)}: players, by name or as such")
    if not 1 <= len(listed) <= MOST_OTHERS:
        raise ValueError(f"against {shown(against)}: 1 to {MOST_OTHERS} players")
    players = tuple(_fast(load_player(one)) for one in listed)
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"against names {name!r} twice")
    return players


def _fast(player: Player) -> Player:
    """Refuse a player who takes seconds for a deal."""
    if player.samples:
        raise ValueError(f"player {player.name!r} samples worlds and is too slow to be tuned on")
    return player


def _check_deals(deals: int, first: int, rounds: int) -> None:
    """Refuse too few deals for three parts, and more than there are."""
    whole("deals", deals, FEWEST_DEALS, MOST_DEALS)
    whole("rounds", rounds, 1, MOST_ROUNDS)
    whole("first", first, 0, LAST_DEAL + 1 - rounds * deals)
    for number in range(rounds):
        start = first + number * deals
        counted = np.bincount(part_of(np.arange(start, start + min(deals, _SEEN))), minlength=3)
        if counted.min() < 2:
            raise ValueError(f"deals {deals}: too few for {', '.join(PARTS)} from deal {start} on")


def _checked_name(player: Player, name: str) -> str:
    """A name for the tuned player, refused where it is that of a preset."""
    if name in preset_names():
        raise ValueError(f"name {name!r} is that of a preset: give the tuned player another")
    return turned(player, name, {}).name


def _check_players(player: Player, others: Sequence[Player], knobs: Sequence[Knob]) -> None:
    """Refuse players that cannot sit at one table, and knobs that leave one setting."""
    for other in others:
        load_players((player, other, other))
    if len(settings_of(player, knobs, [])) < 2:
        words = setting_words(knobs, present_values(player, knobs))
        raise ValueError(f"knobs: {words} is the present setting, there is no other to compare")


# ---- rounds -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asked:
    """What is the same in all rounds; `settings` are those of `simcore.rows`."""

    knobs: tuple[Knob, ...]
    name: str
    deals: int
    first: int
    rounds: int
    scoring: str
    settings: dict[str, Any]


class _Step(NamedTuple):
    """A round, its curve, and the player it leaves."""

    round: Round
    curve: pd.DataFrame
    tuned: Player


def _rounds(
    player: Player, others: Sequence[Player], asked: _Asked, report: OnProgress | None
) -> Iterator[_Step]:
    """Round by round, the tuned player the only opponent from the second on, until it stays."""
    clock = Clock(asked.rounds * asked.deals, report)
    for number in range(1, asked.rounds + 1):
        first = asked.first + (number - 1) * asked.deals
        settings = settings_of(player, asked.knobs, [other.name for other in others])
        sweep = play(
            [setting.player for setting in settings],
            others,
            deals=asked.deals,
            first=first,
            scoring=asked.scoring,
            settings=asked.settings,
            on_progress=clock.stretch(),
        )
        clock.done += asked.deals
        found = search(number, player, asked.knobs, settings, sweep, first)
        numbers = zip(asked.knobs, found.settings[found.chosen], strict=True)
        player = turned(player, asked.name, {knob.name: value for knob, value in numbers})
        others = (player,)
        yield _Step(found, curve_of(found, asked.knobs, sweep), player)
        if not found.moved:
            return


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
    base, others, turnable = _fast(load_player(player)), _mix(against), make_knobs(knobs)
    if scoring not in SCORINGS:
        raise ValueError(f"unknown scoring {shown(scoring)}: one of {', '.join(SCORINGS)}")
    _check_deals(deals, first, rounds)
    _check_players(base, others, turnable)
    checked = run_settings(rules=rules, players=base, deals=deals, first=first, seed=seed)
    asked = _Asked(
        turnable, _checked_name(base, name or free_name(base, "tuned", [])), deals, first, rounds,
        scoring, {"rules": load_rules(rules), "seed": seed, "threads": check_threads(threads)},
    )  # fmt: skip
    found = list(_rounds(base, others, asked, on_progress))
    return Tuning(
        player=base,
        tuned=found[-1].tuned,
        knobs=turnable,
        rounds=tuple(step.round for step in found),
        curve=pd.concat([step.curve for step in found], ignore_index=True),
        deals=deals,
        seed=checked["seed"],
        rules=str(checked["rules"]["name"]),
        scoring=scoring,
        bock=bool(rules_in(checked["rules"].items()).bock),
    )
