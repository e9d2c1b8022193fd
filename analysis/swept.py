"""Settings of a player played on common draws, each alone among the same others: what is kept.

A draw is what was drawn independently: a deal, or a session whose deals hang together.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analysis.game_players import AnyPlayer
from analysis.intervals import clustered_share
from analysis.moments import Difference, Ints, Moments
from analysis.split import PARTS, part_of
from analysis.verdicts import LEVEL


@dataclass
class Sums:
    """What is kept of the settings on some draws.

    Attributes
    ----------
    points
        Points of each setting, columns "0", "1", ...: per draw the sum over opponents and hands, a
        whole number.
    counts
        Of each setting, per draw: hands dealt, and what is counted of them.
    """

    points: Moments = field(default_factory=Moments)
    counts: list[Moments] = field(default_factory=list)


@dataclass(frozen=True)
class Swept(ABC):
    """Settings played on common draws; places of settings are those of `players`.

    Attributes
    ----------
    players
        A player a setting.
    others
        The mix, each with equal weight.
    sums
        By part of the draws, see `analysis.split`.
    """

    players: Sequence[AnyPlayer]
    others: Sequence[AnyPlayer]
    sums: Mapping[str, Sums]

    @property
    @abstractmethod
    def hands(self) -> int:
        """Hands of a setting in a draw against one opponent: what points are divided by."""

    @property
    @abstractmethod
    def many(self) -> int:
        """Deals in which differences are told."""

    @property
    def draw_deals(self) -> int:
        """Deals of a draw."""
        return 1

    def deals(self, part: str) -> int:
        """Deals of a part."""
        return self.sums[part].points.n * self.draw_deals

    def points(self, part: str, one: int, less: int | None = None) -> Difference:
        """Points a deal and seat of a setting, or what it has more than another."""
        weights = Counter({str(one): 1})
        if less is not None:
            weights[str(less)] -= 1
        return self.sums[part].points.form(weights, self.hands * len(self.others), LEVEL)

    def share(self, part: str, one: int, what: str, of: str) -> dict[str, float]:
        """A share with its denominator and limits (see `clustered_share`), the draw as cluster."""
        counts = self.sums[part].counts[one]
        n, of_n = counts.total(what), counts.total(of)
        low, high = clustered_share(counts.ratio(what, of), LEVEL)
        rate = n / of_n if of_n else np.nan
        return {"n": n, "of_n": of_n, "rate": rate, "low": float(low), "high": float(high)}

    @abstractmethod
    def rates(self, part: str, place: int) -> dict[str, Any]:
        """Shares of a setting with counts and limits, as columns of a curve."""

    def doubts(self, present: int, best: int) -> Iterable[str]:
        """What else makes the best setting doubtful, each a sentence without its subject."""
        return ()


def alike(one: AnyPlayer, other: AnyPlayer) -> bool:
    """Whether two players differ in nothing but the name."""
    renamed: AnyPlayer = one.model_copy(update={"name": other.name})
    return renamed == other


def empty_sums(settings: int) -> dict[str, Sums]:
    """Sums of so many settings on no draws, by part."""
    return {part: Sums(counts=[Moments() for _ in range(settings)]) for part in PARTS}


def _total(found: Sequence[Mapping[str, Ints]]) -> dict[str, Ints]:
    """Columns added up over the opponents."""
    return {name: np.sum([one[name] for one in found], axis=0) for name in found[0]}


def add_block(
    sums: Mapping[str, Sums],
    start: int,
    number: int,
    settings: int,
    others: int,
    table: Callable[[int, int], Mapping[str, Ints]],
) -> None:
    """Play a block of draws with every setting and add it to the sums of its parts.

    `table` plays a setting among others alike, by their numbers: "points" and counts, a draw each.
    """
    places = part_of(np.arange(start, start + number))
    chosen = {part: places == place for place, part in enumerate(PARTS)}
    points = {}
    for setting in range(settings):
        hands = _total([table(setting, other) for other in range(others)])
        points[str(setting)] = hands.pop("points")
        for part, mine in chosen.items():
            sums[part].counts[setting].add({name: of[mine] for name, of in hands.items()})
    for part, mine in chosen.items():
        sums[part].points.add({name: of[mine] for name, of in points.items()})
