"""What a deal brings by its parts, for the player's own choices, and how the shedding ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from analysis.moments import Difference
from analysis.poch.hand.circles import taken_of
from analysis.poch.hand.holdings import is_best
from analysis.poch.hand.means import Mean, mean_columns, share_columns
from simcore.poch import RuleSet
from simcore.poch.rules import AUCTIONS

PARTS = ("circles", "soket", "sekans", "shedding", "antes", "in all")


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
    means: dict[str, Mean] = field(default_factory=lambda: {name: Mean() for name in PARTS})

    def add(self, rows: np.ndarray) -> None:
        """Add a block of worlds played as the players like."""
        seat, rules = self.seat, self.rules
        waited = taken_of(rows, seat, self.carried, rules)
        antes = rules.ante * (rules.circle_ranks.bit_count() + len(AUCTIONS))
        self.n += len(rows)
        for part in PARTS[:4]:
            own = rows[f"{part}_{seat}"] + (waited if part == "circles" else 0)
            self.means[part].add(own)
        self.means["antes"].add(np.full(len(rows), -antes))
        self.means["in all"].add(rows[f"chips_{seat}"] + waited)
        loses = rows["loser"] == seat
        self.last += int(np.count_nonzero(loses))
        self.left.add(rows["cards_left"][loses])
        for auction in AUCTIONS:
            best = is_best(rows, auction, seat, rules.players)
            self.best[auction] += int(np.count_nonzero(best))

    def frame(self) -> pd.DataFrame:
        """A row a part."""
        rows = [
            {"part": part, "n": self.n, **mean_columns("chips", mean.found())}
            for part, mean in self.means.items()
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
