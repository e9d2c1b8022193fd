"""Weights of the exact mix of hands against least squares deal by deal, and by their coverage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray
from scipy import stats

import analysis
import simcore
from analysis import features, poststratify, winrate
from analysis.hand_mix import groups, hand_mix

Floats = NDArray[np.float64]

SEATS = ("forehand", "middlehand", "rearhand")
CODE = {features.stratum_code(*cell): cell for cell in hand_mix()}
FORCED = simcore.Scenario(declarer="forehand", contract="C", hand=True)
SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {"deals": 4000, "players": "simple"},
    "rotated": {"deals": 1500, "players": ("simple", "random", "expert"), "rotate": True},
    "forced": {"deals": 3000, "players": "simple", "scenario": FORCED},
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    home, played = tmp_path_factory.mktemp("runs"), dict[str, Path]()

    def run(name: str) -> Path:
        if name not in played:
            played[name] = simcore.simulate(out=home / name, seed=9, **SETTINGS[name]).path
        return played[name]

    return run


def deal_by_deal(log: analysis.Log) -> tuple[pd.DataFrame, Floats]:
    """The rows, and of every deal 0/1 for the group of the hand of each seat."""
    held = ", ".join(f"stratum(hand_{seat}) AS {seat}" for seat in SEATS)
    rows = log.query(f"SELECT *, {held} FROM deals ORDER BY deal_id, rotation")
    group = groups(poststratify.ENOUGH / log.n_deals)
    number = max(group.values()) + 1
    hands = rows[rows["rotation"] == 0][list(SEATS)].map(lambda code: group[CODE[code]]).to_numpy()
    places = hands + number * np.arange(3)
    shown = np.zeros((log.n_deals, 3 * number))
    np.put_along_axis(shown, places, 1, axis=1)
    return rows, shown


def expected_mix(shown: Floats) -> Floats:
    """Hands each place should have."""
    group = groups(poststratify.ENOUGH / len(shown))
    share = np.bincount(list(group.values()), list(hand_mix().values()))
    return np.asarray(len(shown) * np.tile(share / share.sum(), 3))


def slow_estimate(
    total: Floats, size: Floats, shown: Floats, level: float
) -> tuple[float, float, float]:
    """Weighted ratio, its standard error, and the effective number of hands, with every weight."""
    lacking = expected_mix(shown) - shown.sum(axis=0)
    slopes = np.linalg.lstsq(shown.T @ shown, lacking, rcond=None)[0]
    weight = 1 + shown @ slopes
    np.testing.assert_allclose(weight @ shown, expected_mix(shown), rtol=1e-9)
    rate = (weight @ total) / (weight @ size)
    z = total - rate * size
    left = z - shown @ np.linalg.lstsq(shown, z, rcond=None)[0]
    free = len(shown) - np.linalg.matrix_rank(shown)
    error = np.sqrt(len(shown) / free * (left**2).sum()) / (weight @ size)
    return rate, error, rate * (1 - rate) / error**2


@pytest.mark.parametrize(
    ("name", "where", "per"),
    [
        ("plain", "contract = 'G'", "played"),
        ("plain", "true", "dealt"),
        ("plain", "contract = 'C' AND declarer = 1 AND jacks >= 2", "played"),
        ("rotated", "contract = 'G'", "played"),
        ("rotated", "rotation > 0", "dealt"),
        ("forced", "true", "played"),
    ],
)
def test_weights_match_least_squares_deal_by_deal(
    runs: Callable[[str], Path], name: str, where: str, per: str
) -> None:
    with analysis.open(runs(name)) as log:
        found = log.win_rate(where=where, per=per, weights="exact").iloc[0]
        raw = log.win_rate(where=where, per=per).iloc[0]
        rows, shown = deal_by_deal(log)
        chosen = set(log.query(f"SELECT deal_id * 3 + rotation AS k FROM deals WHERE {where}")["k"])
    of_cell = (rows["deal_id"] * 3 + rows["rotation"]).isin(chosen)
    size = of_cell & (rows["played"] | (per == "dealt"))
    per_deal = [
        np.bincount(rows["deal_id"].astype(np.int64), column.astype(float))
        for column in (size, size & rows["won"], (size & rows["played"]) * rows["score"])
    ]
    rate, error, effective = slow_estimate(per_deal[1], per_deal[0], shown, 0.95)
    assert (found.win_rate, found.effective_n) == pytest.approx((rate, effective), rel=1e-6)
    assert (found.win_low, found.win_high) == pytest.approx(
        analysis.wilson(rate * effective, effective), rel=1e-6
    )
    mean, error, _ = slow_estimate(per_deal[2], per_deal[0], shown, 0.95)
    half = stats.t.ppf(0.975, found.deals - 1) * error
    assert (found.mean_score, found.score_low, found.score_high) == pytest.approx(
        (mean, mean - half, mean + half), rel=1e-6
    )
    assert (found.deals, found.n, found.wins) == (raw.deals, raw.n, raw.wins)
    assert found.weights == "exact"


def test_cells_are_weighted_one_by_one(runs: Callable[[str], Path]) -> None:
    by = ["trumps", "declarer_seat"]
    with analysis.open(runs("plain")) as log:
        frame = log.win_rate(by=by, weights="exact")
        raw = log.win_rate(by=by)
        singles = []
        for cell in frame.iloc[::7].itertuples():
            trumps = "NULL" if pd.isna(cell.trumps) else cell.trumps
            where = (
                f"trumps IS NOT DISTINCT FROM {trumps} AND declarer_seat = '{cell.declarer_seat}'"
            )
            singles.append(log.win_rate(where=where, weights="exact"))
    pd.testing.assert_frame_equal(
        frame[[*by, "deals", "n", "wins"]], raw[[*by, "deals", "n", "wins"]]
    )
    numbers = ["win_rate", "win_low", "win_high", "mean_score", "score_low", "effective_n"]
    np.testing.assert_allclose(
        frame.iloc[::7][numbers].astype(float), pd.concat(singles)[numbers].astype(float)
    )


def test_a_cell_that_always_wins_has_an_interval(runs: Callable[[str], Path]) -> None:
    with analysis.open(runs("plain")) as log:
        found = log.win_rate(where="won", weights="exact").iloc[0]
        nothing = log.win_rate(where="false", weights="exact").iloc[0]
        assert len(log.win_rate(by="jacks", where="false", weights="exact")) == 0
    assert found.win_rate == 1
    assert (found.win_low, found.win_high) == pytest.approx(analysis.wilson(found.n, found.n))
    assert (nothing.n, nothing.effective_n) == (0, 0)
    assert np.isnan(
        [nothing.win_rate, nothing.win_low, nothing.mean_score, nothing.score_low]
    ).all()


# ---- many runs ----------------------------------------------------------------------------------


class Table:
    """Rows in memory as the view `deals`."""

    def __init__(self) -> None:
        self.connection = duckdb.connect(config={"threads": 1})
        for statement in features.macros(jacks_trump=True):
            self.connection.execute(statement)

    def win_rate(self, rows: pd.DataFrame, **asked: Any) -> Any:
        self.connection.register("deals", rows)
        return winrate.win_rate(self._query, list(rows), clustered=False, **asked).iloc[0]

    def _query(self, sql: str) -> pd.DataFrame:
        return self.connection.execute(sql).df()


RUNS, DEALS = 40, 1500


def made_rows() -> pd.DataFrame:
    """Hands really dealt, won by chance: the likelier the more jacks and the longer a suit."""
    rows = simcore.rows(deals=RUNS * DEALS, seed=3, players="random", scenario=FORCED)
    names = [f"hand_{seat}" for seat in SEATS]
    frame = pd.DataFrame({name: rows[name] for name in ("deal_id", "rotation", *names)})
    hand = rows["hand_forehand"].astype(np.int64)
    jacks = np.bitwise_count(hand >> 28).astype(int)
    suits = np.stack([np.bitwise_count(hand >> 7 * suit & 127).astype(int) for suit in range(4)])
    rng = np.random.default_rng(4)
    chance = 1 / (1 + np.exp(7 - suits.max(axis=0) - 2 * jacks))
    frame["won"] = rng.random(len(frame)) < chance
    frame["played"], frame["thrown_in"] = True, 0
    frame["score"] = np.where(frame["won"], 24, -48) * (1 + jacks)
    frame["trumps"] = jacks + suits[3]
    return frame


@pytest.mark.parametrize(
    ("where", "gain"), [(None, 0.9), ("trumps BETWEEN 5 AND 7", 1.02)], ids=["all", "some trumps"]
)
def test_weights_cover_with_no_more_spread(where: str | None, gain: float) -> None:
    rows, table = made_rows(), Table()
    parts = [rows.iloc[k * DEALS : (k + 1) * DEALS] for k in range(RUNS)]
    truth = table.win_rate(rows, where=where, weights="exact")
    plain = pd.DataFrame([table.win_rate(part, where=where) for part in parts])
    found = pd.DataFrame([table.win_rate(part, where=where, weights="exact") for part in parts])
    for rate, low, high in (
        ("win_rate", "win_low", "win_high"),
        ("mean_score", "score_low", "score_high"),
    ):
        spread = found[rate].std()
        assert spread < gain * plain[rate].std()
        covered = (found[low] <= truth[rate]) & (truth[rate] <= found[high])
        # Four standard errors of a share of RUNS; of a spread that is a tenth and more.
        assert covered.mean() > 0.95 - 4 * np.sqrt(0.95 * 0.05 / RUNS)
        told = ((found[high] - found[low]) / 2 / 1.96).mean()
        assert told == pytest.approx(spread, rel=0.25)
        assert abs(found[rate].mean() - truth[rate]) < 4 * spread / np.sqrt(RUNS)


def test_in_the_limit_weights_change_nothing() -> None:
    rows, table = made_rows(), Table()
    shifts = []
    for part in (rows[:1500], rows):
        rates = [table.win_rate(part, weights=weights).win_rate for weights in (None, "exact")]
        shifts.append(abs(rates[1] - rates[0]))
    assert shifts[0] > 0.002
    assert shifts[1] < 0.001


def test_hands_of_the_exact_mix_need_no_weights() -> None:
    """Every hand as often as it should be: the weights are 1."""
    mix = hand_mix()
    pairs = np.outer([*mix.values()] * 3, [*mix.values()] * 3) / sum(mix.values())
    for seat in range(3):
        own = slice(seat * len(mix), (seat + 1) * len(mix))
        pairs[own, own] = np.diag([*mix.values()])
    dealt = poststratify.Dealt(sum(mix.values()), np.zeros((3, 0)), pairs, np.zeros(3 * len(mix)))
    rng = np.random.default_rng(1)
    by_place = np.concatenate([[np.diagonal(pairs)], rng.random((2, len(pairs)))])
    sums = {"n": 64_512_240, "wins": 51_000_000, "wins_squares": 51_000_000, "points": 9e9,
            "wins_cross": 51_000_000, "size_squares": 64_512_240, "points_squares": 9e13,
            "points_cross": 9e9}  # fmt: skip
    told = np.linalg.pinv(pairs, hermitian=True)
    found = poststratify._estimate(pd.Series(sums), by_place, dealt, told, 1000)
    assert (found[0], found[2]) == pytest.approx((51_000_000 / 64_512_240, 9e9 / 64_512_240))
