"""Tuning in rounds, in any game: settings swept, one chosen, checked, quoted on locked draws."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple

import numpy as np
import pandas as pd

from analysis.choosing import Round, search, setting_words
from analysis.clock import Clock
from analysis.curve import curve_of
from analysis.game_players import AnyPlayer, P, home_of
from analysis.knobs import Knob, free_name, present_values, settings_of, turned
from analysis.moments import Difference, deals_to_settle
from analysis.split import PARTS, part_of
from analysis.swept import Swept
from analysis.verdicts import LEVEL, POWER, two_digits
from simcore.batch import OnProgress
from simcore.checks import shown, whole
from simcore.manifest import LAST_DEAL

MOST_ROUNDS, MOST_OTHERS = 20, 12
# Plays settings among others: (settings, others, first=, on_progress=)
Play = Callable[..., Swept]
_SEEN = 1 << 12  # draws looked at for whether every part has some


@dataclass(frozen=True)
class Tuned(Generic[P]):
    """What a tuning found.

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
        points, points_low, points_high (in `unit`, t interval); diff, diff_low, diff_high (less the
        present setting on the same deals); then shares with n and Wilson limits. Locked rows are
        there to be drawn; nothing is chosen by them.
    deals, seed, rules
        What was asked; `deals` a round.
    """

    DRAWS: ClassVar[str] = "deals"  # what was drawn independently
    COUNTED: ClassVar[str] = "points"

    player: P = field(repr=False)
    tuned: P = field(repr=False)
    knobs: tuple[Knob, ...]
    rounds: tuple[Round, ...]
    curve: pd.DataFrame
    deals: int
    seed: int
    rules: str

    @property
    @abstractmethod
    def unit(self) -> str:
        """The unit of all differences."""

    def draws(self, deals: int) -> str:
        """So many deals in what was drawn independently, in words."""
        return f"{deals:,} {self.DRAWS}"

    @property
    def settled(self) -> bool:
        """Whether the last round's change was within noise."""
        return not self.rounds[-1].moved

    def words(self, found: Round, place: int) -> str:
        """A setting in words."""
        return setting_words(self.knobs, found.settings[place])

    def verdict(self, found: Round | None = None) -> str:
        """A round, by default the last, in one sentence: the locked draws, quoted once."""
        return _verdict(self, found or self.rounds[-1])


# ---- words --------------------------------------------------------------------------------------


def _verdict(tuning: Tuned[Any], found: Round) -> str:
    """The locked difference in one sentence."""
    locked = found.differences["locked"]
    pair = f"{tuning.words(found, found.quoted)} against {tuning.words(found, found.present)}"
    where = f"{locked.n:,} locked {tuning.DRAWS}"
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
        more = f"; about {two_digits(need):,} would settle it, {two_digits(every):,} deals in all"
    return (
        f"no difference shown: {locked.mean:+.{digits}f} {tuning.unit} ({limits}), {pair}, "
        f"{where}{more}"
    )


def _digits(found: Difference) -> int:
    """Decimals that tell the interval from a point, and its limits from 0."""
    sizes = [(found.high - found.low) / 2, abs(found.low), abs(found.high)]
    smallest = min((size for size in sizes if size > 0), default=1.0)
    return min(max(1, math.ceil(-math.log10(smallest))), 4)


# ---- what is asked ------------------------------------------------------------------------------


def mix_of(against: Any, load: Callable[[Any], P]) -> tuple[P, ...]:
    """The opponents, each named once.

    Raises
    ------
    ValueError
        They are no players, none or too many, or one is named twice.
    """
    listed = [against] if isinstance(against, str | Path | AnyPlayer) else against
    if not isinstance(listed, Sequence):
        raise ValueError(f"against {shown(against)}: players, by name or as such")
    if not 1 <= len(listed) <= MOST_OTHERS:
        raise ValueError(f"against {shown(against)}: 1 to {MOST_OTHERS} players")
    players = tuple(load(one) for one in listed)
    names = [player.name for player in players]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"against names {name!r} twice")
    return players


def check_parts(deals: int, first: int, rounds: int, draw_deals: int = 1) -> None:
    """Refuse more rounds or deals than there are, and too few for three parts.

    Deals are those of a round, whole draws of `draw_deals` deals each.
    """
    whole("rounds", rounds, 1, MOST_ROUNDS)
    whole("first", first, 0, LAST_DEAL + 1 - rounds * deals)
    for number in range(rounds):
        start = first + number * deals
        seen = np.arange(min(deals // draw_deals, _SEEN)) + start // draw_deals
        if np.bincount(part_of(seen), minlength=3).min() < 2:
            held = "" if draw_deals == 1 else f", {deals // draw_deals} sessions"
            raise ValueError(
                f"deals {deals}{held}: too few for {', '.join(PARTS)} from deal {start} on"
            )


def name_of(player: P, name: str | None) -> str:
    """A name for the tuned player, refused where it is that of a preset."""
    wanted = name or free_name(player, "tuned", [])
    if wanted in home_of(player).preset_names():
        raise ValueError(f"name {wanted!r} is that of a preset: give the tuned player another")
    return turned(player, wanted, {}).name


def check_settings(player: P, knobs: Sequence[Knob]) -> None:
    """Refuse knobs that leave one setting."""
    if len(settings_of(player, knobs, [])) < 2:
        words = setting_words(knobs, present_values(player, knobs))
        raise ValueError(f"knobs: {words} is the present setting, there is no other to compare")


# ---- rounds -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """What is the same in all rounds."""

    knobs: tuple[Knob, ...]
    name: str
    deals: int
    first: int
    rounds: int


class _Step(NamedTuple):
    """A round, its curve, and the player it leaves."""

    round: Round
    curve: pd.DataFrame
    tuned: Any


@dataclass(frozen=True)
class Rounds(Generic[P]):
    """All rounds, and the player they leave."""

    rounds: tuple[Round, ...]
    curve: pd.DataFrame
    tuned: P


def _steps(
    player: P, others: Sequence[P], asked: Asked, play: Play, report: OnProgress | None
) -> Iterator[_Step]:
    """Round by round, the tuned player the only opponent from the second on, until it stays."""
    clock = Clock(asked.rounds * asked.deals, report)
    for number in range(1, asked.rounds + 1):
        first = asked.first + (number - 1) * asked.deals
        settings = settings_of(player, asked.knobs, [other.name for other in others])
        players = [setting.player for setting in settings]
        sweep = play(players, others, first=first, on_progress=clock.stretch())
        clock.done += asked.deals
        found = search(number, player, asked.knobs, settings, sweep, first)
        numbers = zip(asked.knobs, found.settings[found.chosen], strict=True)
        player = turned(player, asked.name, {knob.name: value for knob, value in numbers})
        others = (player,)
        yield _Step(found, curve_of(found, asked.knobs, sweep), player)
        if not found.moved:
            return


def play_rounds(
    player: P, others: Sequence[P], asked: Asked, play: Play, report: OnProgress | None
) -> Rounds[P]:
    """Tune a player, at most so many times, against a mix and then against itself."""
    steps = list(_steps(player, others, asked, play, report))
    curve = pd.concat([step.curve for step in steps], ignore_index=True)
    return Rounds(tuple(step.round for step in steps), curve, steps[-1].tuned)
