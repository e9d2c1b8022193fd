"""Rare cells drawn towards a model: against scipy's beta-binomial, and on cells of known rates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray
from scipy import optimize, stats

from analysis.shrinkage import MONOTONE, RARE, STRENGTH, Design, fit, shrink

ADDED = ["prior_rate", "prior_n", "shrunk_rate", "shrunk_low", "shrunk_high", "mark"]


def cells(n: Any, wins: Any, **columns: Any) -> pd.DataFrame:
    """A frame as `win_rate` gives it, as far as it is read."""
    frame = pd.DataFrame({**columns, "n": n, "wins": wins})
    frame["win_rate"] = (frame["wins"] / frame["n"]).where(frame["n"] > 0)
    return frame.assign(effective_n=frame["n"].astype(float))


def drawn(seed: int, number: int, strength: float, size: int) -> tuple[pd.DataFrame, NDArray[Any]]:
    """Cells by jacks and trumps with rates Beta distributed about a rising model, and their rates.

    Every pair of jacks and trumps comes `number` times, as from several seats.
    """
    rng = np.random.default_rng(seed)
    jacks, trumps, player = np.meshgrid(np.arange(5), np.arange(3, 9), np.arange(number))
    columns = {"jacks": jacks.ravel(), "trumps": trumps.ravel(), "deal_id": player.ravel()}
    model = 1 / (1 + np.exp(4 - 0.4 * columns["jacks"] - 0.6 * columns["trumps"]))
    rate = rng.beta(strength * model, strength * (1 - model))
    n = rng.integers(1, 2 * size, len(rate))
    return cells(n, rng.binomial(n, rate), **columns), rate


BY = ["jacks", "trumps", "deal_id"]


def test_nothing_observed_is_changed() -> None:
    frame, _ = drawn(1, 4, 30, 100)
    before = frame.copy()
    found = shrink(frame, BY)
    pd.testing.assert_frame_equal(found[list(before)], before)
    pd.testing.assert_frame_equal(frame, before)
    assert list(found) == [*before, *ADDED]
    assert list(found["mark"] == "rare") == list(before["n"] < RARE)


def test_what_is_known_is_the_mean_of_rate_and_model() -> None:
    frame, _ = drawn(2, 4, 30, 100)
    found = shrink(frame, BY, level=0.9)
    a = found["wins"] + found["prior_n"] * found["prior_rate"]
    b = found["n"] - found["wins"] + found["prior_n"] * (1 - found["prior_rate"])
    assert found["shrunk_rate"].to_numpy() == pytest.approx(stats.beta.mean(a, b))
    assert found["shrunk_low"].to_numpy() == pytest.approx(stats.beta.ppf(0.05, a, b))
    assert found["shrunk_high"].to_numpy() == pytest.approx(stats.beta.ppf(0.95, a, b))


def test_the_fit_is_the_most_likely_beta_binomial() -> None:
    frame, _ = drawn(3, 6, 25, 60)
    wins, n = frame["wins"].to_numpy(float), frame["n"].to_numpy(float)
    numbers = np.stack([np.ones(len(frame)), frame["jacks"], frame["trumps"] - 5.0], axis=1)

    def loss(theta: NDArray[np.float64]) -> float:
        rate = 1 / (1 + np.exp(-(numbers @ theta[:3])))
        strength = np.exp(theta[3])
        return -float(stats.betabinom.logpmf(wins, n, strength * rate, strength * (1 - rate)).sum())

    best = optimize.minimize(loss, [0, 0.3, 0.3, 3], method="Nelder-Mead",
                             options={"maxiter": 5000, "xatol": 1e-6, "fatol": 1e-8})  # fmt: skip
    assert best.success
    found = fit(Design(numbers, 1), wins, n)
    assert found.strength == pytest.approx(np.exp(best.x[3]), rel=1e-3)
    assert found.rate == pytest.approx(1 / (1 + np.exp(-(numbers @ best.x[:3]))), abs=1e-4)


@pytest.mark.parametrize("strength", [10, 40, 150])
def test_the_strength_is_found_again(strength: float) -> None:
    frame, _ = drawn(4, 20, strength, 300)
    found = shrink(frame, BY)["prior_n"]
    assert found.nunique() == 1
    assert strength / 1.3 < found[0] < 1.3 * strength


def test_rates_come_nearer_the_truth_and_limits_hold_it() -> None:
    frame, rate = drawn(5, 20, 40, 30)
    found = shrink(frame, BY)
    raw_error = ((frame["win_rate"] - rate) ** 2).mean()
    assert ((found["shrunk_rate"] - rate) ** 2).mean() < 0.7 * raw_error
    inside = (found["shrunk_low"] <= rate) & (rate <= found["shrunk_high"])
    # 600 cells: four standard errors below 95 %
    assert inside.mean() > 0.95 - 4 * np.sqrt(0.95 * 0.05 / len(frame))


def test_large_cells_barely_move_and_small_ones_do() -> None:
    frame, _ = drawn(6, 4, 40, 50)
    frame.loc[::2, ["n", "effective_n"]] = [1_000_000, 1_000_000.0]
    frame.loc[::2, "wins"] = (frame["win_rate"][::2] * 1_000_000).astype(int)
    frame["win_rate"] = frame["wins"] / frame["n"]
    found = shrink(frame, BY)
    moved = (found["shrunk_rate"] - found["win_rate"]).abs()
    assert moved[::2].max() < 1e-4
    assert moved[1::2].median() > 0.005


def test_no_model_outweighs_ten_rare_cells() -> None:
    """Cells that follow the model to the letter: the strength stays at its bound."""
    jacks = np.arange(40) % 5
    n = np.full(40, 100_000)
    wins = np.round(n / (1 + np.exp(1 - 0.5 * jacks))).astype(int)
    found = shrink(cells(n, wins, jacks=jacks, deal_id=np.arange(40)), ["jacks", "deal_id"])
    assert set(found["prior_n"].round(6)) == {10.0 * RARE}
    assert STRENGTH[1] == 10 * RARE
    assert (found["shrunk_rate"] - found["win_rate"]).abs().max() < 0.001


@pytest.mark.parametrize("name", MONOTONE)
def test_the_model_never_falls(name: str) -> None:
    """More jacks, trumps and aces never lower it, whatever was observed."""
    value = np.arange(20) % 5
    n = np.full(20, 500)
    wins = 400 - 60 * value
    found = shrink(cells(n, wins, **{name: value}, deal_id=np.arange(20)), [name, "deal_id"])
    assert (np.diff(found.sort_values(name)["prior_rate"]) >= -1e-9).all()
    rising = shrink(cells(n, n - wins, **{name: value}, deal_id=np.arange(20)), [name, "deal_id"])
    by_value = rising.groupby(name)["prior_rate"].mean()
    assert (np.diff(by_value) > 0.05).all()


def test_in_null_jacks_do_not_help() -> None:
    jacks = np.tile(np.arange(5), 2)
    frame = cells(np.full(10, 5000), np.r_[1000 + 800 * jacks[:5], 4500 - 800 * jacks[5:]],
                  contract=["C"] * 5 + ["N"] * 5, jacks=jacks)  # fmt: skip
    for by, columns in (
        (["contract", "jacks"], {}),
        (["jacks", "trumps"], {"trumps": pd.array([4] * 5 + [None] * 5, dtype="Int64")}),
    ):
        prior = shrink(frame.assign(**columns), by)["prior_rate"].to_numpy()
        assert (np.diff(prior[:5]) > 0.05).all()
        assert np.ptp(prior[5:]) < 1e-9


def test_cells_without_hands_are_no_data() -> None:
    frame = cells([50, 0, 30, 20], [40, 0, 10, 5], contract=["D", "H", "S", "C"])
    found = shrink(frame, ["contract"])
    assert list(found["mark"]) == ["rare", "no data", "rare", "rare"]
    assert found[ADDED[:-1]].isna().all(axis=1).tolist() == [False, True, False, False]
    others = shrink(frame[frame["n"] > 0], ["contract"])
    pd.testing.assert_frame_equal(found[found["n"] > 0], others)


@pytest.mark.parametrize("known", [0, 1, 2])
def test_two_cells_make_no_model(known: int) -> None:
    n = np.array([300] * known + [0] * (4 - known))
    found = shrink(cells(n, n // 2, contract=list("DHSC")), ["contract"])
    assert found[ADDED[:-1]].isna().all(axis=None)
    assert list(found["mark"]) == [""] * known + ["no data"] * (4 - known)
    assert list(found["n"]) == list(n)


def test_few_cells_bear_a_plain_model_only() -> None:
    """Three cells cannot tell two slopes: one rate for all of them."""
    found = shrink(cells([90, 80, 70], [50, 40, 60], jacks=[1, 2, 2], trumps=[4, 5, 6]),
                   ["jacks", "trumps"])  # fmt: skip
    assert np.ptp(found["prior_rate"]) < 1e-12
    assert 0.4 < found["prior_rate"][0] < 0.9
