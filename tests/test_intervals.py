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
    clustered_share,
    clustered_t,
    clustered_wilson,
    confidence_sequence,
    effective_n,
    t_interval,
    wilson,
)
from analysis.moments import Moments

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


def test_a_share_without_spread_has_no_interval_but_at_0_and_1() -> None:
    for totals, sizes in (([1, 1, 1], [5, 5, 5]), ([2, 4, 6], [7, 14, 21]), ([3], [32])):
        assert np.isnan(clustered_share(ClusterSums.of(totals, sizes))).all()
    for totals, sizes in (([0, 0], [5, 5]), ([5, 5], [5, 5]), ([1, 2], [5, 5]), ([0, 1], [1, 1])):
        sums = ClusterSums.of(totals, sizes)
        assert clustered_share(sums) == clustered_wilson(sums)
    assert np.isnan(clustered_share(ClusterSums.of([], []))).all()
    cells = ClusterSums(*np.array([[2, 10, 2, 50, 10, 2], [2, 10, 3, 50, 15, 5]]).T)
    low, high = clustered_share(cells)
    assert np.isnan(low).tolist() == np.isnan(high).tolist() == [True, False]


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
    # few clusters: their own variance, and Student's quantile in the place of the normal one
    tail = (1 + level) / 2
    lessened = expected * 39 / 40 * (stats.norm.ppf(tail) / stats.t.ppf(tail, 39)) ** 2
    assert clustered_wilson(sums, level) == pytest.approx(wilson(rate * lessened, lessened, level))


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
    assert 0.94 <= np.mean((low <= rate) & (rate <= high)) <= 0.96
    low, high = wilson(wins.sum(axis=1), sizes.sum(axis=1))
    assert np.mean((low <= rate) & (rate <= high)) < 0.89


@pytest.mark.parametrize("clusters", [10, 30])
def test_clustered_wilson_covers_with_few_clusters(clusters: int) -> None:
    """Sessions of 32 deals with a rate of their own: without Student's quantile .90 at ten."""
    rng = np.random.default_rng(13)
    runs, size, rate = 8000, 32, 0.3
    own = rng.beta(20 * rate, 20 * (1 - rate), (runs, clusters))
    wins = rng.binomial(size, own).astype(float)
    low, high = clustered_wilson(_stacked(wins, np.full((runs, clusters), float(size))))
    assert 0.935 <= np.mean((low <= rate) & (rate <= high)) <= 0.965


@pytest.mark.parametrize("deals", [20, 200])
def test_clustered_t_covers(deals: int) -> None:
    rng = np.random.default_rng(12)
    runs, mean = 4000, 9.0
    common = rng.normal(0, 40, (runs, deals, 1))
    scores = mean + common + rng.normal(0, 40, (runs, deals, 3))
    low, high = clustered_t(_stacked(scores.sum(axis=2), np.full((runs, deals), 3.0)))
    assert 0.94 <= np.mean((low <= mean) & (mean <= high)) <= 0.96


@pytest.mark.parametrize("n", [20, 100, 1000])
def test_wilson_covers_on_average(n: int) -> None:
    """Over many rates, as that at a single one swings about 95 % with it."""
    rng = np.random.default_rng(n)
    rate = rng.uniform(0.05, 0.95, 100_000)
    low, high = wilson(rng.binomial(n, rate), np.full(len(rate), n))
    assert 0.94 <= np.mean((low <= rate) & (rate <= high)) <= 0.96


@pytest.mark.parametrize("n", [5, 36])
def test_t_covers(n: int) -> None:
    """Normal scores with mean and spread of list points of a game."""
    rng = np.random.default_rng(n)
    rows = rng.normal(23.0, 58.0, (20_000, n))
    low, high = t_interval(np.full(len(rows), n), rows.sum(axis=1), (rows**2).sum(axis=1))
    assert 0.94 <= np.mean((low <= 23) & (high >= 23)) <= 0.96


def test_paired_differences_cover_where_unpaired_ones_are_too_wide() -> None:
    """Two players on the same deals: what the cards give both cancels."""
    rng = np.random.default_rng(13)
    runs, deals, truth = 4000, 100, 3.0
    covered, wider = 0, 0
    for _ in range(runs):
        luck = rng.normal(0, 50, deals)
        one, other = (np.round(luck + rng.normal(mean, 20, deals)) for mean in (truth, 0))
        block = Moments()
        block.add({"one": one, "other": other})
        found = block.form({"one": 1, "other": -1}, 1, 0.95)
        covered += found.low <= truth <= found.high
        apart = np.sqrt(one.var(ddof=1) / deals + other.var(ddof=1) / deals)
        wider += 2 * 1.96 * apart > 1.8 * (found.high - found.low)
    assert 0.94 <= covered / runs <= 0.96
    assert wider > 0.99 * runs


def test_differences_of_two_rates_cover() -> None:
    """Of rates counted on the same deals, which follow each other."""
    rng = np.random.default_rng(14)
    runs, deals = 3000, 300
    covered = 0
    for _ in range(runs):
        own = rng.beta(2, 1, deals)
        sizes = rng.integers(0, 3, (2, deals))
        wins = rng.binomial(sizes, np.stack([own, 0.9 * own]))
        block = Moments()
        block.add({"n": sizes[0], "w": wins[0], "m": sizes[1], "v": wins[1]})
        found = block.ratio_difference(("w", "n"), ("v", "m"), 0.95)
        covered += found.low <= 0.1 * 2 / 3 <= found.high
    assert 0.94 <= covered / runs <= 0.96


# ---- the sequence that holds at every n ---------------------------------------------------------


def _inside(rate: float, wins: int, n: int, level: float) -> bool:
    """Whether a rate is in the sequence, by the likelihood ratio against the uniform mixture."""
    mixture = stats.beta.logpdf(rate, wins + 1, n - wins + 1)  # log p^S q^F - log B(S+1, F+1)
    return bool(-mixture < -np.log(1 - level))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("wins", "n"), COUNTS)
def test_the_sequence_ends_where_the_mixture_says(wins: int, n: int, level: float) -> None:
    low, high = confidence_sequence(wins, n, level)
    assert 0 <= low <= wins / n <= high <= 1
    assert (low == 0) == (wins == 0)
    assert (high == 1) == (wins == n)
    for limit, inward in ((low, 1), (high, -1)):
        if 0 < limit < 1:
            step = max(1e-6 * min(limit, 1 - limit), 2.5e-16)  # a float below 1 cannot be nearer
            assert _inside(limit + inward * step, wins, n, level)
            assert not _inside(limit - inward * step, wins, n, level)


def test_the_sequence_without_losses_is_known() -> None:
    # p^n (n + 1) = 1 / 20: only wins, the lowest rate that has not been ruled out
    for n in (1, 10, 1000):
        assert confidence_sequence(n, n).low == pytest.approx((0.05 / (n + 1)) ** (1 / n))
        assert confidence_sequence(0, n).high == pytest.approx(1 - (0.05 / (n + 1)) ** (1 / n))


def test_the_sequence_takes_arrays_and_no_data() -> None:
    wins, n = np.array([*COUNTS, (0, 0)]).T
    low, high = confidence_sequence(wins, n)
    assert np.isnan([low[-1], high[-1]]).all()
    pairs = list(zip(low, high, strict=True))[:-1]
    assert pairs == [pytest.approx(confidence_sequence(w, m)) for w, m in COUNTS]
    assert confidence_sequence(wins.reshape(1, -1), n.reshape(1, -1)).low.shape == (1, len(n))
    assert all(isinstance(limit, float) for limit in confidence_sequence(3, 10))


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.8, 0.9])
@pytest.mark.parametrize("n", [100, 1000, 10_000, 100_000])
def test_the_sequence_is_about_twice_as_wide_as_wilson(n: int, rate: float) -> None:
    (low, high), fixed = confidence_sequence(rate * n, n), wilson(rate * n, n)
    assert 1.6 <= (high - low) / (fixed.high - fixed.low) <= 2.3


@pytest.mark.parametrize("rate", [0.5, 0.8])
def test_the_sequence_covers_whenever_one_stops(rate: float) -> None:
    """Looked at a hundred times and stopped at the first look that excludes the truth."""
    rng = np.random.default_rng(15)
    runs, n = 3000, np.unique(np.geomspace(10, 20_000, 100).astype(int))
    wins = np.cumsum(rng.binomial(np.diff(n, prepend=0), rate, (runs, len(n))), axis=1)
    ever = {}
    for method in (confidence_sequence, wilson):
        low, high = method(wins, np.broadcast_to(n, wins.shape))
        ever[method] = np.mean(((low > rate) | (rate > high)).any(axis=1))
    assert ever[confidence_sequence] <= 0.05
    assert ever[wilson] > 0.25


@pytest.mark.parametrize(("wins", "n"), [(-1, 5), (6, 5), (1, 0)])
def test_the_sequence_refuses_impossible_counts(wins: int, n: int) -> None:
    with pytest.raises(ValueError, match="wins"):
        confidence_sequence(wins, n)
    with pytest.raises(ValueError, match="level"):
        confidence_sequence(1, 2, 95)
