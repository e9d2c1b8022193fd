"""The choice of a setting: the plainest within one standard error of the best, and its check."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from analysis.game_players import AnyPlayer, P
from analysis.knobs import Knob, Setting, Value, present_values, value_words
from analysis.moments import Difference
from analysis.split import PARTS
from analysis.swept import Swept


@dataclass(frozen=True)
class Round:
    """One search: who played whom, what was found.

    Attributes
    ----------
    number
        1, 2, ...
    player
        The player as it came in, its present setting.
    against
        Names of the mix, each of which sat at the table with equal weight.
    first
        Number of the first deal; every round has deals of its own.
    settings
        Values of the knobs, in rising order.
    present, best, picked, chosen
        Places of settings: the one the player came with; the one with the most points on train;
        the plainest within one standard error of it; and what remains after the check.
    quoted
        The setting whose differences to the present one are told: the one picked, or, where that is
        the present one, the best.
    differences
        By part ("train", "validation", "locked"), in the unit of the tuning, quoted less present.
    differs
        Whether any setting differed from the present one in any deal.
    warnings
        What makes the optimum doubtful.
    deals
        By part, how many.
    """

    number: int
    player: AnyPlayer = field(repr=False)
    against: tuple[str, ...]
    first: int
    settings: tuple[tuple[Value, ...], ...]
    present: int
    best: int
    picked: int
    chosen: int
    quoted: int
    differences: dict[str, Difference]
    differs: bool
    warnings: tuple[str, ...]
    deals: dict[str, int]

    @property
    def moved(self) -> bool:
        """Whether the player leaves its present setting for one that locked deals show better."""
        return self.chosen != self.present and self.differences["locked"].low > 0


def setting_words(knobs: Sequence[Knob], values: Sequence[Value]) -> str:
    """A setting in words: bid_margin -0.045, suit_min 6.5."""
    pairs = zip(knobs, values, strict=True)
    return ", ".join(f"{knob.name} {value_words(value)}" for knob, value in pairs)


def _distance(knobs: Sequence[Knob], values: Sequence[Value], present: Sequence[Value]) -> float:
    """How far a setting is from the present one, in widths of the ranges."""
    return sum(
        abs(knob.place(value) - knob.place(now)) / knob.width
        for knob, value, now in zip(knobs, values, present, strict=True)
    )


def plainest(sweep: Swept, far: Sequence[float]) -> tuple[int, int]:
    """The best setting on train, and of those within one standard error the nearest to the present.

    The standard error is that of the difference on the same deals. Equal settings count as the
    nearest of them.

    Parameters
    ----------
    sweep
        What was played.
    far
        How far each setting is from the present one.
    """
    order = sorted(range(len(far)), key=lambda place: far[place])
    best = max(order, key=lambda place: sweep.points("train", place).mean)
    for place in order:
        behind = sweep.points("train", best, place)
        if behind.mean <= behind.sd / math.sqrt(behind.n):
            return best, place
    return best, best


def search(
    number: int,
    player: P,
    knobs: Sequence[Knob],
    settings: Sequence[Setting[P]],
    sweep: Swept,
    first: int,
) -> Round:
    """What a sweep says: the choice, its check and its differences."""
    values = tuple(setting.values for setting in settings)
    now = present_values(player, knobs)
    present = values.index(now)
    best, picked = plainest(sweep, [_distance(knobs, one, now) for one in values])
    quoted = picked if picked != present else best
    differences = {part: sweep.points(part, quoted, present).times(sweep.many) for part in PARTS}
    holds = picked == present or differences["validation"].mean > 0
    differs = any(
        sweep.points(part, place, present).sd > 0 for part in PARTS for place in range(len(values))
    )
    return Round(
        number=number,
        player=player,
        against=tuple(other.name for other in sweep.others),
        first=first,
        settings=values,
        present=present,
        best=best,
        picked=picked,
        chosen=picked if holds else present,
        quoted=quoted,
        differences=differences,
        differs=differs,
        warnings=tuple(_warnings(knobs, values, present, best, sweep)) if differs else (),
        deals={part: sweep.deals(part) for part in PARTS},
    )


def _is_end(knob: Knob, value: Value) -> bool:
    """Whether the scale of a knob ends with a value: no range could go beyond."""
    return knob.scale is not None and knob.place(value) in (0, len(knob.scale.words) - 1)


def _warnings(
    knobs: Sequence[Knob],
    values: Sequence[Sequence[Value]],
    present: int,
    best: int,
    sweep: Swept,
) -> Iterable[str]:
    """What makes the best setting doubtful: the edge of a range, and what the game knows."""
    where = f"the best setting, {setting_words(knobs, values[best])},"
    for knob, value in zip(knobs, values[best], strict=True):
        low, high = knob.values[0], knob.values[-1]
        inside = knob.place(low) < knob.place(value) < knob.place(high)
        if low != high and not inside and not _is_end(knob, value):
            edges = f"{value_words(low)} to {value_words(high)}"
            yield f"{where} lies at the edge of {edges}, the range of {knob.name}"
    for doubt in sweep.doubts(present, best):
        yield f"{where} {doubt}"
