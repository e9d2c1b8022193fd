"""Intervals against statsmodels and scipy, the clustered ones also by their coverage."""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from numpy.typing import NDArray
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analysis.intervals import (
    ClusterSums,
    clopper_pearson,
    clustered_t,
    clustered_wilson,
    effective_n,
    t_interval,
    wilson,
)

LEVELS = (0.8, 0.95, 0.999)
COUNTS = [(w, n) for n in (1, 2, 7, 40, 1_000_000) for w in sorted({0, 1, n // 3, n - 1, n})]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("wins", "n"), COUNTS)
def test_rates_match_statsmodels(wins: int, n: int, level: float) -> None:
    for ours, method in ((wilson, "wilson"), (clopper_pearson, "beta")):
        expected = proportion_confint(wins, n, alpha=1 - level, method=method)
        assert ours(wins, n, level) == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_arrays_match_scalars() -> None:
    wins, n = np.array(COUNTS).T
    for method in (wilson, clopper_pearson):
        low, high = method(wins, n)
        assert list(zip(low, high, strict=True)) == [method(w, m) for w, m in COUNTS]


def test_a_scalar_gives_plain_floats() -> None:
    assert all(isinstance(limit, float) for limit in wilson(3, 10))
    assert all(isinstance(limit, float) for limit in t_interval(3, 6, 14))


def test_wilson_at_a_fractional_n_solves_the_score_equation() -> None:
    rate, n = 0.37, 123.4
    z = stats.norm.ppf(0.975)
    for limit in wilson(rate * n, n):
        assert abs(limit - rate) == pytest.approx(z * np.sqrt(limit * (1 - limit) / n))


def test_clopper_pearson_covers_at_every_rate() -> None:
    n = 30
    low, high = clopper_pearson(np.arange(n + 1), np.full(n + 1, n))
    for rate in np.linspace(0.01, 0.99, 99):
        inside = (low <= rate) & (rate <= high)
        assert stats.binom.pmf(np.arange(n + 1), n, rate)[inside].sum() >= 0.95


def test_the_extremes_have_a_sharp_end_and_a_wide_one() -> None:
    for method in (wilson, clopper_pearson):
        assert method(0, 20).low == 0
        assert 0.1 < method(0, 20).high < 0.2
        assert method(20, 20).high == 1
        assert 0.8 < method(20, 20).low < 0.9


def test_no_rows_is_no_data() -> None:
    for method in (wilson, clopper_pearson):
        assert np.isnan(method(0, 0)).all()
    assert np.isnan(t_interval(0, 0, 0)).all()
    nothing = ClusterSums.of([], [])
    assert np.isnan(clustered_wilson(nothing)).all()
    assert np.isnan(clustered_t(nothing)).all()


@pytest.mark.parametrize(("wins", "n"), [(-1, 5), (6, 5), (1, 0), (0, -2)])
def test_impossible_counts_are_refused(wins: int, n: int) -> None:
    for method in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match="wins"):
            method(wins, n)
    with pytest.raises(ValueError, match="wins"):
        clustered_wilson(ClusterSums.singles(n, wins, wins))


@pytest.mark.parametrize("level", [0, 1, 95, -0.5])
def test_an_impossible_level_is_refused(level: float) -> None:
    for method in (wilson, clopper_pearson):
        with pytest.raises(ValueError, match="level"):
            method(3, 5, level)
    with pytest.raises(ValueError, match="level"):
        t_interval(3, 6, 14, level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("n", [2, 3, 50])
def test_means_match_scipy(n: int, level: float) -> None:
    scores = np.random.default_rng(n).integers(-200, 200, n).astype(float)
    expected = stats.t.interval(level, n - 1, scores.mean(), stats.sem(scores))
    assert t_interval(n, scores.sum(), (scores**2).sum(), level) == pytest.approx(expected)


def test_a_mean_without_spread_has_no_interval() -> None:
    assert np.isnan(t_interval(1, 7, 49)).all()
    assert np.isnan(t_interval(3, 69, 3 * 23**2)).all()
    # 0.1 has no exact sum: the rounding error must not pass for a spread.
    assert np.isnan(t_interval(30, 30 * 0.1, 30 * 0.1**2)).all()
    alike = ClusterSums.of([10, 20, 30], [1, 2, 3])
    assert np.isnan(clustered_t(alike)).all()


def test_clusters_of_one_row_give_the_textbook_intervals() -> None:
    for wins, n in COUNTS:
        singles = ClusterSums.singles(n, wins, wins)
        assert effective_n(singles) == pytest.approx(n, rel=1e-9)
        assert clustered_wilson(singles) == pytest.approx(wilson(wins, n), rel=1e-9)
    rows = np.array([3.0, -5.0, 8.0, 8.0])
    assert clustered_t(ClusterSums.of(rows, np.ones(4))) == pytest.approx(
        stats.t.interval(0.95, 3, rows.mean(), stats.sem(rows))
    )


def _clustered_rows(seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Cluster number and 0/1 of every row, 40 clusters of one to three rows."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 4, 40)
    cluster = np.repeat(np.arange(40), sizes)
    return cluster, (rng.random(len(cluster)) < rng.beta(2, 1, 40)[cluster]).astype(np.int64)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seed", range(3))
def test_clusters_match_the_robust_variance_of_statsmodels(seed: int, level: float) -> None:
    cluster, rows = _clustered_rows(seed)
    fit = sm.OLS(rows, np.ones(len(rows))).fit(
        cov_type="cluster", cov_kwds={"groups": cluster}, use_t=True
    )
    sums = ClusterSums.of(np.bincount(cluster, rows), np.bincount(cluster))
    assert clustered_t(sums, level) == pytest.approx(fit.conf_int(1 - level)[0])
    rate = rows.mean()
    expected = rate * (1 - rate) / (fit.bse[0] ** 2 * 39 / 40)
    assert effective_n(sums) == pytest.approx(expected)
    assert clustered_wilson(sums, level) == pytest.approx(wilson(rate * expected, expected, level))


def test_clusters_without_rows_do_not_count() -> None:
    full, padded = ClusterSums.of([1, 2], [3, 3]), ClusterSums.of([1, 0, 2, 0], [3, 0, 3, 0])
    assert clustered_wilson(full) == clustered_wilson(padded)
    assert clustered_t(full) == clustered_t(padded)


def test_rows_that_always_agree_count_once_a_cluster() -> None:
    totals = 3 * (np.arange(50) < 20)
    assert effective_n(ClusterSums.of(totals, np.full(50, 3))) == pytest.approx(50)


@pytest.mark.parametrize("total", [0, 2, 3])
def test_without_variance_the_clusters_count(total: int) -> None:
    sums = ClusterSums.of(np.full(7, total), np.full(7, 3))
    assert effective_n(sums) == 7
    assert clustered_wilson(sums) == pytest.approx(wilson(7 * total / 3, 7))


def test_a_cell_each_in_one_call() -> None:
    cells = [ClusterSums.of([0, 3, 2], [3, 3, 3]), ClusterSums.of([1], [1]), ClusterSums.of([], [])]
    fields = ("clusters", "size", "total", "size_squares", "cross", "total_squares")
    stacked = ClusterSums(*(np.array([getattr(cell, name) for cell in cells]) for name in fields))
    for method in (clustered_wilson, clustered_t):
        low, high = method(stacked)
        np.testing.assert_array_equal(
            np.array([low, high]).T, np.array([method(cell) for cell in cells])
        )


def test_totals_and_sizes_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match="shape"):
        ClusterSums.of([1, 2], [1])


def _stacked(totals: NDArray[np.float64], sizes: NDArray[np.float64]) -> ClusterSums:
    """One cell a line of the arrays, one cluster a column."""
    clusters = np.count_nonzero(sizes, axis=1)
    products = sizes * sizes, totals * sizes, totals * totals
    return ClusterSums(
        clusters, sizes.sum(axis=1), totals.sum(axis=1), *(p.sum(axis=1) for p in products)
    )


@pytest.mark.parametrize("rate", [0.5, 0.85])
def test_clustered_wilson_covers_where_plain_wilson_does_not(rate: float) -> None:
    rng = np.random.default_rng(11)
    runs, deals = 4000, 200
    # Every deal has its own win rate (correlation 1/2 within it) and one to three rows.
    own = rng.beta(rate, 1 - rate, (runs, deals))
    sizes = rng.choice([1.0, 3.0], (runs, deals), p=[0.2, 0.8])
    wins = rng.binomial(sizes.astype(int), own).astype(float)
    sums = _stacked(wins, sizes)
    low, high = clustered_wilson(sums)
    assert 0.93 <= np.mean((low <= rate) & (rate <= high)) <= 0.97
    low, high = wilson(wins.sum(axis=1), sizes.sum(axis=1))
    assert np.mean((low <= rate) & (rate <= high)) < 0.89


@pytest.mark.parametrize("deals", [20, 200])
def test_clustered_t_covers(deals: int) -> None:
    rng = np.random.default_rng(12)
    runs, mean = 4000, 9.0
    common = rng.normal(0, 40, (runs, deals, 1))
    scores = mean + common + rng.normal(0, 40, (runs, deals, 3))
    low, high = clustered_t(_stacked(scores.sum(axis=2), np.full((runs, deals), 3.0)))
    assert 0.93 <= np.mean((low <= mean) & (mean <= high)) <= 0.97
