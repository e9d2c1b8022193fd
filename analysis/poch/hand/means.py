"""Means and shares over worlds that come in blocks, each with its interval."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.intervals import wilson
from analysis.moments import Difference, paired

LEVEL = 0.95


class Mean:
    """Sums of a number a world, from its first value on, so that what never varies is exact."""

    def __init__(self) -> None:
        self.n, self._from, self._sum, self._squares = 0, 0.0, 0.0, 0.0

    def add(self, column: NDArray[Any]) -> None:
        """Add a block of worlds."""
        numbers = np.asarray(column, dtype=np.float64)
        if not self.n and len(numbers):
            self._from = float(numbers[0])
        apart = numbers - self._from
        self.n += len(numbers)
        self._sum += float(apart.sum())
        self._squares += float((apart * apart).sum())

    def found(self) -> Difference:
        """The mean with its t interval; nan without worlds."""
        if not self.n:
            return Difference(0, math.nan, math.nan, math.nan, math.nan)
        residuals = max(self._squares - self._sum**2 / self.n, 0.0)
        return paired(self.n, self._from + self._sum / self.n, residuals, LEVEL)


def mean_of(column: NDArray[Any]) -> Difference:
    """The mean of a column with its t interval."""
    mean = Mean()
    mean.add(column)
    return mean.found()


def mean_columns(name: str, found: Difference) -> dict[str, float]:
    """A mean and its limits as columns."""
    return {name: found.mean, f"{name}_low": found.low, f"{name}_high": found.high}


def share_columns(name: str, count: int, n: int) -> dict[str, float]:
    """A share and its Wilson limits as columns; nan without worlds."""
    low, high = wilson(count, n, LEVEL)
    return {
        name: count / n if n else math.nan,
        f"{name}_low": float(low),
        f"{name}_high": float(high),
    }
