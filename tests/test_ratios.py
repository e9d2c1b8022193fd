"""Shares and means in one pass give the intervals of the win-rate table."""

from pathlib import Path

import pytest

import analysis
import simcore
from analysis.ratios import ratios

MEASURES = {"wins": ("played", "won"), "score": ("played", "score"), "all": ("true", "played")}


@pytest.mark.parametrize("rotate", [False, True])
def test_intervals_are_those_of_the_win_rate_table(tmp_path: Path, rotate: bool) -> None:
    players = ["simple", "random", "simple"]
    simcore.simulate(deals=400, seed=2, rotate=rotate, players=players, out=tmp_path / "run")
    with analysis.open(tmp_path / "run") as log:
        for where in (None, "contract = 'G' -- Grand"):
            cell = log.win_rate(where=where).iloc[0]
            sums = ratios(log.query, MEASURES, clustered=log.rotated, where=where)
            assert sums["wins"].total == cell["wins"]
            assert sums["wins"].size == cell["n"]
            assert sums["wins"].clusters == cell["deals"]
            low, high = analysis.clustered_wilson(sums["wins"])
            assert (low, high) == pytest.approx((cell["win_low"], cell["win_high"]))
            low, high = analysis.clustered_t(sums["score"])
            assert (low, high) == pytest.approx((cell["score_low"], cell["score_high"]))
        assert sums["all"].size == cell["n"]  # a Grand is played by somebody


def test_a_row_may_count_several_times(tmp_path: Path) -> None:
    """Deals dealt: each row and the deals thrown in before it."""
    simcore.simulate(deals=600, seed=2, rules="altenburg", out=tmp_path / "run")
    rows = simcore.rows(deals=600, seed=2, rules="altenburg")
    sizes = rows["thrown_in"].astype(int) + 1
    assert sizes.max() > 1
    with analysis.open(tmp_path / "run") as log:
        measures = {"won": ("1 + thrown_in", "won"), "score": ("1 + thrown_in", "score")}
        sums = ratios(log.query, measures, clustered=False)
    for name, found in sums.items():
        expected = analysis.ClusterSums.of(rows[name], sizes)
        assert vars(found) == pytest.approx(vars(expected))


def test_no_rows_are_no_clusters(tmp_path: Path) -> None:
    simcore.simulate(deals=10, out=tmp_path / "run")
    with analysis.open(tmp_path / "run") as log:
        sums = ratios(log.query, MEASURES, clustered=False, where="false")
        assert (sums["all"].clusters, sums["all"].size) == (0, 0)
        with pytest.raises(ValueError, match="colour"):
            ratios(log.query, {"x": ("true", "colour")}, clustered=False)
