"""What a deal brings by its parts, as its player likes and as advised, and how it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.moments import Difference
from analysis.poch.hand.circles import taken_of
from analysis.poch.hand.holdings import is_best
from analysis.poch.hand.means import Mean, mean_columns, share_columns
from simcore.poch import RuleSet
from simcore.poch.rules import AUCTIONS

PARTS = ("circles", "soket", "sekans", "shedding", "antes", "in all")
_NAMES = ("chips", "advised", "more")  # as the player likes, as advised, the latter more


@dataclass
class Parts:
    """Sums of what the deals bring a seat."""

    seat: int
    carried: Mapping[str, float]
    rules: RuleSet
    n: int = 0
    last: int = 0  # worlds in which it is the one who still has cards
    best: dict[str, int] = field(default_factory=lambda: dict.fromkeys(AUCTIONS, 0))
    left: Mean = field(default_factory=Mean)
    means: dict[str, dict[str, Mean]] = field(
        default_factory=lambda: {part: {name: Mean() for name in _NAMES} for part in PARTS}
    )

    def add(self, rows: np.ndarray, advised: Mapping[str, NDArray[Any]]) -> None:
        """Add a block of worlds played as the players like; chips by auction where the first
        stakes are those advised, in the same worlds: nothing else depends on them."""
        seat, rules = self.seat, self.rules
        waited = taken_of(rows, seat, self.carried, rules)
        antes = rules.ante * (rules.circle_ranks.bit_count() + len(AUCTIONS))
        self.n += len(rows)
        for part in PARTS[:4]:
            own = rows[f"{part}_{seat}"] + (waited if part == "circles" else 0)
            self._add(part, own, advised.get(part, own))
        paid = np.full(len(rows), -antes)
        self._add("antes", paid, paid)
        own = rows[f"chips_{seat}"] + waited
        gained = sum(advised[auction] - rows[f"{auction}_{seat}"] for auction in AUCTIONS)
        self._add("in all", own, own + gained)
        loses = rows["loser"] == seat
        self.last += int(np.count_nonzero(loses))
        self.left.add(rows["cards_left"][loses])
        for auction in AUCTIONS:
            best = is_best(rows, auction, seat, rules.players)
            self.best[auction] += int(np.count_nonzero(best))

    def _add(self, part: str, own: NDArray[Any], advised: NDArray[Any]) -> None:
        """Add a part of a block of worlds, both ways."""
        for name, column in zip(_NAMES, (own, advised, advised - own), strict=True):
            self.means[part][name].add(column)

    def frame(self) -> pd.DataFrame:
        """A row a part."""
        rows = [
            {"part": part, "n": self.n}
            | {
                column: number
                for name, mean in means.items()
                for column, number in mean_columns(name, mean.found()).items()
            }
            for part, means in self.means.items()
        ]
        return pd.DataFrame(rows)

    def last_share(self) -> dict[str, float]:
        """The chance to be the last with cards."""
        return share_columns("last", self.last, self.n)

    def best_share(self, auction: str) -> dict[str, Any]:
        """The chance to hold the best at the table."""
        return share_columns("best", self.best[auction], self.n)

    def cards_left(self) -> Difference:
        """Cards left where it is the last with cards."""
        return self.left.found()
