"""Intervals for rates and means, of single rows and of clusters of rows.

A cluster is what was drawn independently: a deal with all its rotations. Every function takes
sums, as floats or as arrays of one shape, and returns an `Interval` of the same kind. "No data"
is nan, never a wide or an empty interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special, stats
from scipy.optimize import elementwise

Floats = NDArray[np.float64]
Real = TypeVar("Real", float, NDArray[Any])

# A sum of squares below this share of its terms is rounding error of the subtraction.
ROUNDING = 1e-13


class Interval(NamedTuple, Generic[Real]):
    """Two limits in the unit of the estimate, nan where there is no data."""

    low: Real
    high: Real


@dataclass(frozen=True)
class ClusterSums:
    """Sums over D clusters, enough for the ratio sum(total_d) / sum(size_d) and its variance.

    Each field is a number, or an array with one entry a cell.

    Attributes
    ----------
    clusters
        D, the number of clusters that have a row.
    size
        Sum of the cluster sizes (rows).
    total
        Sum of the cluster totals (wins, or score points).
    size_squares, cross, total_squares
        Sums over the clusters of size^2, size * total and total^2.
    """

    clusters: ArrayLike
    size: ArrayLike
    total: ArrayLike
    size_squares: ArrayLike
    cross: ArrayLike
    total_squares: ArrayLike

    @classmethod
    def of(cls, totals: ArrayLike, sizes: ArrayLike) -> ClusterSums:
        """Sums of one cell from its per-cluster totals and sizes; clusters without rows drop out.

        Raises
        ------
        ValueError
            If the two arrays differ in shape.
        """
        y, n = np.asarray(totals, dtype=np.float64), np.asarray(sizes, dtype=np.float64)
        if y.shape != n.shape:
            raise ValueError(f"totals and sizes differ in shape: {y.shape} and {n.shape}")
        squares = (n * n).sum(), (y * n).sum(), (y * y).sum()
        return cls(np.count_nonzero(n), n.sum(), y.sum(), *squares)

    @classmethod
    def singles(cls, n: ArrayLike, total: ArrayLike, squares: ArrayLike) -> ClusterSums:
        """Sums of `n` clusters of one row each, from the sum and the sum of squares of the rows."""
        return cls(n, n, total, n, total, squares)


def wilson(wins: Real, n: Real, level: float = 0.95) -> Interval[Real]:
    """Score interval of Wilson for a rate.

    Parameters
    ----------
    wins
        Number of wins, 0..n; need not be whole.
    n
        Number of trials, or an effective number; 0 is "no data" and gives nan.
    level
        Coverage, between 0 and 1.

    Returns
    -------
    Interval
        Limits in 0..1; never of width 0, also at 0 and n wins.

    Raises
    ------
    ValueError
        If wins lie outside 0..n, or the level outside 0..1.

    References
    ----------
    Wilson, JASA 22 (1927) 209-212.
    """
    w, size = _trials(wins, n)
    z2 = float(stats.norm.ppf(_upper_tail(level))) ** 2
    with np.errstate(invalid="ignore", divide="ignore"):
        centre = (w + z2 / 2) / (size + z2)
        half = np.sqrt(z2 * (w * (size - w) / size + z2 / 4)) / (size + z2)
    # The limits at 0 and n wins are exactly 0 and 1; rounding would leave 1e-17.
    low = np.where(w == 0, 0.0, centre - half)
    high = np.where(w == size, 1.0, centre + half)
    return _interval(low, high, size > 0)


def clopper_pearson(wins: Real, n: Real, level: float = 0.95) -> Interval[Real]:
    """Exact (conservative) interval of Clopper and Pearson for a rate.

    Parameters, limits and errors are those of `wilson`.

    References
    ----------
    Clopper and Pearson, Biometrika 26 (1934) 404-413.
    """
    w, size = _trials(wins, n)
    upper = _upper_tail(level)
    low = np.where(w == 0, 0.0, stats.beta.ppf(1 - upper, w, size - w + 1))
    high = np.where(w == size, 1.0, stats.beta.ppf(upper, w + 1, size - w))
    return _interval(low, high, size > 0)


def confidence_sequence(wins: Real, n: Real, level: float = 0.95) -> Interval[Real]:
    """Limits of a rate that hold at all n at once, for runs that stop when they are narrow enough.

    All rates p with log B(S + 1, F + 1) - S log p - F log(1 - p) < log(1 / (1 - level)), S wins and
    F losses: of independent trials the chance that the rate is ever outside, however often and on
    whatever ground one looks, is at most 1 - level. From 100 to a million trials 1.6 to 2.4 times
    as wide as `wilson`, which holds at one n fixed beforehand. Parameters, limits and errors are
    those of `wilson`.

    References
    ----------
    Robbins, Annals of Mathematical Statistics 41 (1970) 1397-1409; Ville's inequality for the
    likelihood ratio of the uniform mixture.
    """
    w, size = _trials(wins, n)
    _upper_tail(level)
    # the least S log p + F log(1 - p) of a rate in the sequence
    floor = special.betaln(w + 1, size - w + 1) + np.log1p(-level)
    low = np.exp(_log_lowest(w, size - w, floor))
    high = -np.expm1(_log_lowest(size - w, w, floor))
    return _interval(low, high, size > 0)


def _log_lowest(wins: Floats, losses: Floats, floor: Floats) -> Floats:
    """Logarithm of the smaller root p of S log p + F log(1 - p) = floor; without wins that is 0."""
    some = wins > 0
    s, f, least = (np.where(some, a, b) for a, b in ((wins, 1.0), (losses, 0.0), (floor, -1.0)))

    def excess(log_p: Floats, s: Floats, f: Floats, least: Floats) -> Floats:
        return np.asarray(s * log_p + special.xlogy(f, -np.expm1(log_p)) - least)

    # At log p = floor / S the first term alone is the floor; at the rate observed the sum is most.
    bracket = (least / s * (1 + 1e-12), np.log(s / (s + f)))
    roots = elementwise.find_root(excess, bracket, args=(s, f, least))
    return np.where(some, roots.x, -np.inf)


def t_interval(n: Real, total: Real, squares: Real, level: float = 0.95) -> Interval[Real]:
    """Student interval for a mean.

    Parameters
    ----------
    n
        Number of rows.
    total, squares
        Sum and sum of squares of the rows.
    level
        Coverage, between 0 and 1.

    Returns
    -------
    Interval
        Limits in the unit of the rows; nan below two rows and where all rows are equal, since
        rows that never varied tell nothing of the spread.

    Raises
    ------
    ValueError
        If the level lies outside 0..1.
    """
    return clustered_t(ClusterSums.singles(n, total, squares), level)


def effective_n(sums: ClusterSums) -> Any:
    """Number of independent trials that would know the rate as well as these clusters do.

    p (1 - p) over the linearised variance of the ratio, sum((total_d - p size_d)^2) / size^2.
    Where no variance was seen (rate 0 or 1, or all clusters alike) it is the number of clusters.
    Clusters of one row give the number of rows; clusters whose rows oppose each other give more.

    Source: Korn and Graubard, Survey Methodology 24 (1998) 193-201.
    """
    clusters, size, total = _floats(sums.clusters), _floats(sums.size), _floats(sums.total)
    residuals = _residual_squares(sums)
    with np.errstate(invalid="ignore", divide="ignore"):
        independent = total * (size - total) / residuals
    mixed = (total > 0) & (total < size) & (residuals > 0)
    return np.where(mixed, independent, clusters)[()]


def clustered_wilson(sums: ClusterSums, level: float = 0.95) -> Interval[Any]:
    """Wilson interval for the rate total / size, at the effective number of trials.

    That number is estimated from the spread of the clusters: where they are few and have several
    rows it is lessened by (D - 1) / D and (z / t)^2, t with D - 1 degrees of freedom, as otherwise
    ten clusters of a true 95 % would cover 90 %.

    Source: Korn and Graubard, Survey Methodology 24 (1998) 193-201.

    Parameters
    ----------
    sums
        Sums of wins and rows over the clusters.
    level
        Coverage, between 0 and 1.

    Returns
    -------
    Interval
        Limits in 0..1, nan without rows. Equal to `wilson` when every cluster has one row.

    Raises
    ------
    ValueError
        If wins lie outside 0..size, or the level outside 0..1.
    """
    wins, size = _trials(sums.total, sums.size)
    effective = _floats(effective_n(sums)) * _few_clusters(sums, level)
    # In this order the product at wins == size is the effective number itself, unrounded.
    return wilson(_ratio(wins, size) * effective, effective, level)


def _few_clusters(sums: ClusterSums, level: float) -> NDArray[np.float64]:
    """What the effective number is lessened by.

    1 where no spread was seen, and where the rows of every cluster agree, as those that stand alone
    do: clusters are the trials then, and nothing of them is estimated.
    """
    clusters = _floats(sums.clusters)
    mixed = _floats(sums.cross) > _floats(sums.total_squares)  # some cluster is partly won
    estimated = mixed & (clusters > 1) & (_residual_squares(sums) > 0)
    freedom = np.where(estimated, clusters - 1, 1)
    tail = _upper_tail(level)
    ratio = special.ndtri(tail) / stats.t.ppf(tail, freedom)
    lessened = freedom / np.where(estimated, clusters, 1) * ratio**2
    return np.where(estimated, lessened, 1.0)


def clustered_share(sums: ClusterSums, level: float = 0.95) -> Interval[Any]:
    """`clustered_wilson`, but nan where every cluster has one and the same rate, not 0 or 1.

    Such a rate may be fixed by construction (of players alike each takes his turn), and clusters
    that never varied tell nothing of the spread, as in `clustered_t`. At 0 and 1 Wilson's limit
    holds: an event not seen may be rare.
    """
    low, high = clustered_wilson(sums, level)
    total, size = _floats(sums.total), _floats(sums.size)
    varied = (_residual_squares(sums) > 0) | (total == 0) | (total == size)
    return _interval(low, high, varied)


def clustered_t(sums: ClusterSums, level: float = 0.95) -> Interval[Any]:
    """Student interval for the mean total / size, with D - 1 degrees of freedom.

    The variance is that of the ratio, D / (D - 1) sum((total_d - mean size_d)^2) / size^2.

    Parameters
    ----------
    sums
        Sums of the totals and rows over the clusters.
    level
        Coverage, between 0 and 1.

    Returns
    -------
    Interval
        Limits in the unit of the totals; nan below two clusters and where no cluster differs
        from the mean. Equal to `t_interval` when every cluster has one row.

    Raises
    ------
    ValueError
        If the level lies outside 0..1.

    References
    ----------
    Cochran, Sampling Techniques, 3rd ed. (1977), section 6.3.
    """
    clusters, size, total = _floats(sums.clusters), _floats(sums.size), _floats(sums.total)
    residuals = _residual_squares(sums)
    quantile = stats.t.ppf(_upper_tail(level), np.maximum(clusters - 1, 1))
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / size
        half = quantile * np.sqrt(clusters / (clusters - 1) * residuals) / size
    return _interval(mean - half, mean + half, (clusters > 1) & (residuals > 0))


def _residual_squares(sums: ClusterSums) -> Floats:
    """Sum over the clusters of (total_d - ratio size_d)^2, exactly 0 when nothing varied."""
    size, total = _floats(sums.size), _floats(sums.total)
    ratio = _ratio(total, size)
    outer = _floats(sums.total_squares) + ratio**2 * _floats(sums.size_squares)
    residuals = outer - 2 * ratio * _floats(sums.cross)
    return np.where(residuals > ROUNDING * outer, residuals, 0.0)


def _ratio(total: Floats, size: Floats) -> Floats:
    """total / size, 0 where there are no rows."""
    return np.divide(total, size, out=np.zeros_like(total), where=size > 0)


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)


def _trials(wins: ArrayLike, n: ArrayLike) -> tuple[Floats, Floats]:
    """Both as float arrays, refused where wins lie outside 0..n."""
    w, size = _floats(wins), _floats(n)
    if np.any((w < 0) | (w > size)):
        raise ValueError(f"wins must lie in 0..n, got wins {w} of n {size}")
    return w, size


def _upper_tail(level: float) -> float:
    if not isinstance(level, int | float) or not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, got {level}")
    return (1 + level) / 2


def _interval(low: Floats, high: Floats, known: NDArray[np.bool_]) -> Interval[Any]:
    """Limits with nan where nothing is known; [()] turns an array of one number into a float."""
    return Interval(np.where(known, low, np.nan)[()], np.where(known, high, np.nan)[()])
