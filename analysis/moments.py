"""Sums and products of numbers counted per deal, and the paired differences they are enough for.

A deal is one draw: it gives one whole number a column (the points of a player at a table, the
games he declared). What is kept of any number of deals are the sums and the sums of products of
the columns, whole numbers and exact, so differences that cancel are exactly 0 and blocks may come
in any size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from analysis.intervals import ROUNDING, ClusterSums

Ints = NDArray[np.int64]
Weights = Mapping[str, int]


@dataclass(frozen=True)
class Difference:
    """A mean difference with its Student interval, the deal as the unit.

    Attributes
    ----------
    n
        Deals.
    mean, low, high
        Estimate and limits; the limits are nan below two deals and where no deal differs from the
        mean, since deals that never vary tell nothing of the spread.
    sd
        Standard deviation of a deal; nan below two deals.
    """

    n: int
    mean: float
    low: float
    high: float
    sd: float

    def times(self, factor: float) -> Difference:
        """The same in another unit; sd stays that of one deal, in that unit."""
        numbers = (self.mean, self.low, self.high, self.sd)
        return Difference(self.n, *(factor * number for number in numbers))


def paired(n: int, mean: float, residuals: float, level: float) -> Difference:
    """A mean over `n` deals from the sum of squares of their deviations from it."""
    if n < 2:
        return Difference(n, mean, math.nan, math.nan, math.nan)
    sd = math.sqrt(residuals / (n - 1))
    half = float(stats.t.ppf((1 + level) / 2, n - 1)) * sd / math.sqrt(n) if sd else math.nan
    return Difference(n, mean, mean - half, mean + half, sd)


def is_apart(found: Difference) -> bool:
    """Whether a difference is shown: its interval leaves out 0, or it is the same in each deal."""
    if math.isnan(found.low):
        return found.n > 1 and found.mean != 0
    return not found.low <= 0 <= found.high


def deals_to_settle(
    difference: float, sd: float, *, level: float = 0.95, power: float = 0.8
) -> float:
    """Deals after which an interval excludes 0, if the true difference is the one given.

    n = ((z(1 - (1 - level) / 2) + z(power)) sd / difference)^2, rounded up: with 95 % and 80 %
    that is 7.85 (sd / difference)^2.

    Parameters
    ----------
    difference
        The mean difference per deal, not 0.
    sd
        Standard deviation of the difference of a deal, in the same unit.
    level
        Coverage of the two-sided interval.
    power
        Chance that the interval of so many deals excludes 0.

    Returns
    -------
    float
        A whole number of deals; nan where the difference is 0 or the spread is not known.

    Raises
    ------
    ValueError
        Level or power lie outside 0..1.

    References
    ----------
    Cochran, Sampling Techniques, 3rd ed. (1977), section 4.9.
    """
    for name, number in (("level", level), ("power", power)):
        if not 0 < number < 1:
            raise ValueError(f"{name} must lie between 0 and 1, got {number}")
    if not difference or not sd > 0:
        return math.nan
    wanted = float(stats.norm.ppf((1 + level) / 2) + stats.norm.ppf(power))
    return float(math.ceil((wanted * sd / difference) ** 2))


class Moments:
    """What is kept of the deals: their number, sums and sums of products of the columns."""

    def __init__(self) -> None:
        self.n = 0
        self._places: dict[str, int] = {}
        self._some, self._sums, self._cross = (np.zeros(0, dtype=np.int64) for _ in range(3))

    def add(self, columns: Mapping[str, NDArray[Any]]) -> None:
        """Add a block of deals: whole numbers by column, one a deal, the same columns each time."""
        # as float64 the product is fast, and exact below 2^53
        block = np.stack([np.asarray(c, dtype=np.float64) for c in columns.values()], axis=1)
        if not self._places:
            self._places = {name: place for place, name in enumerate(columns)}
            width = len(columns)
            self._some, self._sums = (np.zeros(width, dtype=np.int64) for _ in range(2))
            self._cross = np.zeros((width, width), dtype=np.int64)
        self.n += len(block)
        self._some += np.count_nonzero(block, axis=0)
        self._sums += block.sum(axis=0).astype(np.int64)
        self._cross += (block.T @ block).astype(np.int64)

    def total(self, name: str) -> int:
        """Sum of a column."""
        return int(self._sums[self._places[name]])

    def product(self, one: str, other: str) -> int:
        """Sum of the products of two columns."""
        return int(self._cross[self._places[one], self._places[other]])

    def form(self, weights: Weights, divisor: int, level: float) -> Difference:
        """Mean of sum(weight x column) / divisor."""
        total = sum(weight * self.total(name) for name, weight in weights.items())
        squares = sum(
            weight * other_weight * self.product(name, other)
            for name, weight in weights.items()
            for other, other_weight in weights.items()
        )
        residuals = (self.n * squares - total * total) / self.n  # whole numbers up to here
        return paired(self.n, total / self.n, residuals, level).times(1 / divisor)

    def ratio(self, total: str, size: str) -> ClusterSums:
        """Sums of the rate total / size, for `clustered_wilson` and `clustered_t`."""
        return ClusterSums(
            clusters=int(self._some[self._places[size]]),
            size=self.total(size),
            total=self.total(total),
            size_squares=self.product(size, size),
            cross=self.product(size, total),
            total_squares=self.product(total, total),
        )

    def ratio_difference(
        self, one: tuple[str, str], other: tuple[str, str], level: float
    ) -> Difference:
        """Difference of two rates, each (total, size), counted on the same deals.

        A deal deviates by n times u = (total - rate size) / sum(size) of the one less that of the
        other (linearised ratios); the rates may oppose or follow each other. nan without rows.
        """
        sizes = [self.total(size) for _, size in (one, other)]
        if not all(sizes):
            return Difference(self.n, math.nan, math.nan, math.nan, math.nan)
        rates = [self.total(total) / self.total(size) for total, size in (one, other)]
        weights = []
        for k, (total, size) in enumerate((one, other)):
            scale = (-self.n if k else self.n) / sizes[k]
            weights += [(total, scale), (size, -rates[k] * scale)]
        terms = [v * w * self.product(a, b) for a, v in weights for b, w in weights]
        squares, outer = math.fsum(terms), math.fsum(map(abs, terms))
        residuals = squares if squares > ROUNDING * outer else 0.0
        return paired(self.n, rates[0] - rates[1], residuals, level)
