"""Rates that rise with a count, and the count at which they reach what is needed.

Centred isotonic regression: neighbours that do not rise are pooled, a pool stands at the mean of
its counts, and between pools the rate is a straight line (Oron and Flournoy, Statistics in
Biopharmaceutical Research 9 (2017) 258-267).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

Numbers = NDArray[Any]


@dataclass(frozen=True)
class Rising:
    """A rising line: rates at counts, both strictly rising; flat beyond the ends."""

    counts: Numbers
    rates: Numbers

    def at(self, counts: Numbers) -> Numbers:
        """The rate at some counts."""
        return np.interp(counts, self.counts, self.rates)

    def reaches(self, rates: Numbers) -> Numbers:
        """The least counts at which it reaches some rates: -inf where it starts at or above one,
        inf where it ends below."""
        found = np.interp(rates, self.rates, self.counts)
        found = np.where(rates <= self.rates[0], -np.inf, found)
        return np.where(rates > self.rates[-1], np.inf, found)


def rising(counts: Numbers, sizes: Numbers, totals: Numbers) -> Rising:
    """Fit the line.

    Parameters
    ----------
    counts
        Rising, shape (n,), n at least 1.
    sizes, totals
        Of each count how many trials there were (not all 0), and how many were won.
    """
    some = sizes > 0
    at, weights, won = counts[some], sizes[some], totals[some]
    blocks = isotonic_regression(won / weights, weights=weights).blocks[:-1]
    size = np.add.reduceat(weights, blocks)
    return Rising(np.add.reduceat(weights * at, blocks) / size, np.add.reduceat(won, blocks) / size)


def bootstrap(
    counts: Numbers,
    cell: Numbers,
    deal: Numbers,
    won: Numbers,
    needs: Numbers,
    *,
    times: int,
    level: float,
    seed: int,
    pulse: Callable[[], None],
) -> tuple[Numbers, Numbers]:
    """Limits of the counts at which some rates are reached, the deals drawn again with replacement.

    Parameters
    ----------
    counts
        Rising, shape (n,).
    cell, deal, won
        Of every hand the place of its count, its deal from 0, and whether its game was won.
    needs
        Rates, shape (k,).
    times, level, seed
        Samples drawn, coverage of the interval (percentiles), and the seed of the draws.
    pulse
        Called at every sample; what it raises ends the work.

    Returns
    -------
    tuple of numpy.ndarray
        Lower and upper limits, shape (k,); -inf and inf where no count bounds them.
    """
    generator, deals = np.random.default_rng(seed), int(deal.max()) + 1
    found = np.zeros((times, len(needs)))
    for sample in range(times):
        pulse()
        drawn = np.bincount(generator.integers(deals, size=deals), minlength=deals)
        weight = drawn[deal].astype(np.float64)
        sizes = np.bincount(cell, weight, len(counts))
        found[sample] = rising(counts, sizes, np.bincount(cell, weight * won, len(counts))).reaches(
            needs
        )
    tails = ((1 - level) / 2, (1 + level) / 2)
    low, high = np.quantile(found, tails, axis=0, method="inverted_cdf")
    return low, high
