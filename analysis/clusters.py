"""Sums over deals for the intervals of many cells at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.intervals import ClusterSums, Interval, clustered_t, clustered_wilson

Array = NDArray[Any]


def sums_by_cell(
    cell: Array, deal: Array, total: Array, cells: int, sizes: Array | None = None
) -> ClusterSums:
    """Sums of ratios by cell, the deal as the cluster.

    Parameters
    ----------
    cell, deal, total
        Of every entry its cell (0 to `cells` - 1), its deal (from 0) and what it adds.
    cells
        Number of cells.
    sizes
        What each deal adds to the denominator of every cell; None: each entry counts 1 in its own.

    Returns
    -------
    ClusterSums
        Arrays (cells,).
    """
    deals = int(deal.max(initial=-1)) + 1 if sizes is None else len(sizes)
    keys, place = np.unique(cell.astype(np.int64) * max(deals, 1) + deal, return_inverse=True)
    totals = np.bincount(place, total, len(keys))
    owner, of_deal = np.divmod(keys, max(deals, 1))
    size = np.bincount(place, minlength=len(keys)) if sizes is None else sizes[of_deal]

    def summed(numbers: Array) -> Array:
        return np.bincount(owner, numbers, cells)

    own = {
        "total": summed(totals),
        "cross": summed(totals * size),
        "total_squares": summed(totals**2),
    }
    if sizes is None:
        return ClusterSums(summed(size > 0), summed(size), size_squares=summed(size**2), **own)
    ones = np.ones(cells)
    counts = (np.count_nonzero(sizes), sizes.sum(), (sizes**2).sum())
    clusters, all_sizes, squares = (float(count) * ones for count in counts)
    return ClusterSums(clusters, all_sizes, size_squares=squares, **own)


def _ratio(sums: ClusterSums, factor: float) -> Array:
    """The estimate, nan where there is nothing to divide by."""
    size, total = np.asarray(sums.size, np.float64), np.asarray(sums.total, np.float64)
    known = np.divide(total, size, out=np.full(np.shape(total), np.nan), where=size > 0)
    return np.asarray(factor * known)


def means(
    name: str, sums: ClusterSums, level: float, *, factor: float = 1, least: float = -np.inf
) -> dict[str, ArrayLike]:
    """A mean and its t limits as columns, times a factor; limits stay above what is possible."""
    low, high = clustered_t(sums, level)
    limits = np.maximum(factor * low, least), factor * high
    return {name: _ratio(sums, factor), f"{name}_low": limits[0], f"{name}_high": limits[1]}


def shares(
    name: str,
    sums: ClusterSums,
    level: float,
    *,
    interval: Callable[[ClusterSums, float], Interval[Any]] = clustered_wilson,
) -> dict[str, ArrayLike]:
    """A share and its limits as columns."""
    low, high = interval(sums, level)
    return {name: _ratio(sums, 1), f"{name}_low": low, f"{name}_high": high}
