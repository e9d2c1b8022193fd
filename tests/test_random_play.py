"""Uniform random play against the references of tests/data/random_play.json.

Hand games with a given declarer and contract, 400,000 deals each; every statistic must lie within
four standard errors of the reference, both errors counted. A Null of this engine ends at the
declarer's first trick, so of Null only the share without a trick is compared. "polish C" is Clubs
with the jacks as plain cards.
"""

import json
from collections.abc import Callable
from math import hypot, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import simcore

pytestmark = pytest.mark.slow

REFERENCE = json.loads((Path(__file__).parent / "data" / "random_play.json").read_text("utf-8"))[
    "uniform_random_play"
]
DEALS = 400_000
SEED = 135
LIMIT = 4.0
SEATS = ("forehand", "middlehand", "rearhand")
GAMES = ("C", "G", "N", "polish C")  # a rule set before the contract, where it is not isko

Rows = npt.NDArray[np.void]
Estimate = tuple[float, float]  # mean and standard error
Samples = dict[tuple[str, str], dict[str, Estimate]]

STATISTICS: dict[str, Callable[[Rows], npt.NDArray[Any]]] = {
    "mean_points": lambda rows: rows["card_points"],
    "points_ge_61": lambda rows: rows["card_points"] >= 61,
    "points_ge_90": lambda rows: rows["card_points"] >= 90,
    "points_le_30": lambda rows: rows["card_points"] <= 30,
    "no_trick": lambda rows: rows["tricks"] == 0,
    "all_tricks": lambda rows: rows["tricks"] == 10,
    "mean_tricks": lambda rows: rows["tricks"],
}


def statistics(game: str) -> list[str]:
    return ["no_trick"] if game == "N" else list(STATISTICS)


def estimate(values: npt.NDArray[Any]) -> Estimate:
    numbers = values.astype(float)
    return float(numbers.mean()), float(numbers.std() / sqrt(len(numbers)))


def reference(game: str, seat: str, name: str) -> Estimate:
    entry = REFERENCE[game][seat]
    mean, error = (entry[name], entry["se"]) if name == "mean_points" else entry[name]
    return mean, error


def z_value(one: Estimate, other: Estimate) -> float:
    return (one[0] - other[0]) / hypot(one[1], other[1])


def play(game: str, declarer: int) -> Rows:
    """Random hand games; every game and seat has deals of its own."""
    *rules, contract = game.split()
    rows: Rows = simcore.rows(
        rules=rules[0] if rules else "isko",
        players="random",
        deals=DEALS,
        seed=SEED + 10 * GAMES.index(game) + declarer,
        scenario=simcore.Scenario(declarer=declarer, contract=contract, hand=True),
    )
    return rows


@pytest.fixture(scope="module")
def samples() -> Samples:
    found: Samples = {}
    for game in GAMES:
        for declarer, seat in enumerate(SEATS):
            rows = play(game, declarer)
            found[game, seat] = {
                name: estimate(STATISTICS[name](rows)) for name in statistics(game)
            }
    return found


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("game", GAMES)
def test_random_play_matches_the_reference(samples: Samples, game: str, seat: str) -> None:
    z = {
        name: z_value(found, reference(game, seat, name))
        for name, found in samples[game, seat].items()
    }
    assert {name: value for name, value in z.items() if not abs(value) <= LIMIT} == {}


@pytest.mark.parametrize("game", GAMES)
def test_middlehand_and_rearhand_are_equal_in_law(samples: Samples, game: str) -> None:
    z = {
        name: z_value(samples[game, "middlehand"][name], samples[game, "rearhand"][name])
        for name in statistics(game)
    }
    assert {name: value for name, value in z.items() if not abs(value) <= LIMIT} == {}


@pytest.mark.parametrize("game", ["C", "G", "polish C"])
def test_the_three_means_sum_to_135(samples: Samples, game: str) -> None:
    """Three hands and the skat three times: 120 + 2 x 7.5."""
    means = [samples[game, seat]["mean_points"] for seat in SEATS]
    total = sum(mean for mean, _ in means)
    assert abs(total - 135) <= LIMIT * hypot(*(error for _, error in means))


@pytest.mark.parametrize("game", GAMES)
def test_the_samples_tell_forehand_from_middlehand(samples: Samples, game: str) -> None:
    """The limits are narrow enough to see what the lead is worth."""
    name = statistics(game)[0]
    z = z_value(samples[game, "forehand"][name], reference(game, "middlehand", name))
    assert abs(z) > LIMIT
