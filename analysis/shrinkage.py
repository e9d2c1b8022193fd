"""Win rates of rare cells drawn towards a model of all cells, by a beta-binomial prior.

The wins of a cell are binomial with a rate of its own; the rates of the cells are Beta distributed
about a model, with a strength of `prior_n` hands. The model is logistic: an intercept, one number
for each value of contract, seat and the like, and slopes of jacks, trumps and aces that are never
negative, for more of these does no harm. In Null, where it may, they have no slope. Slopes and
strength are those of the greatest likelihood. What is known of a cell is then Beta again: its rate
is the mean of the observed and the model rate by their numbers of hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import optimize, special, stats

Array = NDArray[Any]

RARE = 200  # hands below which a cell is marked
# What may only help in games with trumps, and what has a number for each of its values.
_HELPS = ("jacks", "trumps", "side_aces", "outside_aces", "aces")
MONOTONE = (*_HELPS, *(f"{name}_12" for name in _HELPS))
CATEGORIES = ("contract", "declarer", "declarer_seat", "player", "rotation", "hand", "ouvert",
              "announced_schneider", "announced_schwarz", "kontra", "bid_class")  # fmt: skip
FEWEST = 3  # cells with data
# However well the model fits, it weighs no more than ten times the hands of a rare cell.
STRENGTH = (0.5, 10 * RARE)
CELLS_A_NUMBER = 2  # with data, for each number of the model
_TINY = 1e-9  # model rates keep away from 0 and 1


class Prior(NamedTuple):
    """The model fitted to cells: rate by cell, and the hands it is worth."""

    rate: Array
    strength: float


def shrink(frame: pd.DataFrame, by: Sequence[str], level: float = 0.95) -> pd.DataFrame:
    """Add shrunken rates to a frame of win rates; nothing that stands in it is changed.

    Parameters
    ----------
    frame
        Cells with the columns of `by`, n, win_rate and effective_n (hands that count as
        independent).
    by
        Columns that make the cells.
    level
        Probability of the shrunken interval.

    Returns
    -------
    pandas.DataFrame
        The frame with prior_rate (of the model), prior_n (hands it is worth), shrunk_rate,
        shrunk_low, shrunk_high (limits of equal tails of what is then known of the rate; the
        doubt in the model itself is not in them) and mark ("no data" without hands, "rare" below
        200, else empty). They are nan in cells without hands, and in all cells if fewer than three
        have some.
    """
    known = np.asarray((frame["n"] > 0) & frame["win_rate"].notna())
    hands = np.where(known, frame["effective_n"], 0.0)
    wins = np.where(known, frame["win_rate"], 0.0) * hands
    nothing = np.full(len(frame), np.nan)
    rate = shrunk = low = high = strength = nothing
    if known.sum() >= FEWEST:
        prior = fit(_design(frame, by, known), wins, hands)
        rate, strength = prior.rate, np.full(len(frame), prior.strength)
        a, b = wins + strength * rate, hands - wins + strength * (1 - rate)
        shrunk, tail = a / (a + b), (1 - level) / 2
        low, high = (np.asarray(stats.beta.ppf(q, a, b)) for q in (tail, 1 - tail))
    columns = {"prior_rate": rate, "prior_n": strength}
    columns |= {"shrunk_rate": shrunk, "shrunk_low": low, "shrunk_high": high}
    mark = np.where(~known, "no data", np.where(frame["n"] < RARE, "rare", ""))
    shown = {name: np.where(known, column, np.nan) for name, column in columns.items()}
    return frame.assign(**shown, mark=mark)


class Design(NamedTuple):
    """Numbers of each cell the model rests on, and how many of the first have no sign."""

    numbers: Array
    free: int


def _design(frame: pd.DataFrame, by: Sequence[str], known: Array) -> Design:
    """Intercept and categories, then what may only help; no more than the cells with data bear."""
    null = _null_games(frame, by)
    rising = [_rising(frame[name], null) for name in by if name in MONOTONE]
    intercept = np.ones(len(frame))
    values = [_values(frame[name]) for name in by if name in CATEGORIES] if len(by) > 1 else []
    if null.any() and "contract" not in by:
        values.append([null.astype(float)])
    free = [intercept, *(column for columns in values for column in columns)]
    most = known.sum() // CELLS_A_NUMBER
    if len(free) + len(rising) > most:
        free = [intercept]
    if len(free) + len(rising) > most:
        rising = []
    return Design(np.stack([*free, *rising], axis=1), len(free))


def _null_games(frame: pd.DataFrame, by: Sequence[str]) -> Array:
    """Cells of Null, as far as they can be told: by contract, or as nothing is trump."""
    null = np.asarray(frame["contract"] == "N") if "contract" in by else np.zeros(len(frame), bool)
    for name in by:
        if name in MONOTONE:
            null = null | np.asarray(frame[name].isna())
    return null


def _rising(column: pd.Series, null: Array) -> Array:
    """A number of the cells, about its middle; 0 in Null."""
    numbers = column.astype("Float64").to_numpy(np.float64, na_value=0.0)
    return np.where(null, 0.0, numbers - (numbers[~null].mean() if (~null).any() else 0.0))


def _values(column: pd.Series) -> list[Array]:
    """A column of 0 and 1 for each value but the first."""
    return [np.asarray(column == value, dtype=float) for value in column.unique()[1:]]


def fit(design: Design, wins: Array, hands: Array) -> Prior:
    """The model of the greatest likelihood.

    Parameters
    ----------
    design
        Numbers of the cells, array (cells, numbers).
    wins, hands
        By cell; they need not be whole.

    Returns
    -------
    Prior
        Rates of all cells, those without hands too.
    """
    total = (wins.sum() + 0.5) / (hands.sum() + 1)
    start = np.zeros(design.numbers.shape[1] + 1)
    start[0], start[-1] = special.logit(total), np.log(100.0)
    slopes = design.numbers.shape[1] - design.free
    bounds = [(-15.0, 15.0)] * design.free + [(0.0, 15.0)] * slopes
    limits = [*bounds, tuple(np.log(STRENGTH))]
    found = optimize.minimize(
        _loss, start, (design.numbers, wins, hands), "L-BFGS-B", jac=True, bounds=limits
    )
    return Prior(_rates(design.numbers, found.x[:-1]), float(np.exp(found.x[-1])))


def _rates(numbers: Array, weights: Array) -> Array:
    return np.asarray(np.clip(special.expit(numbers @ weights), _TINY, 1 - _TINY))


def _loss(theta: Array, numbers: Array, wins: Array, hands: Array) -> tuple[float, Array]:
    """Minus the log likelihood of the beta-binomial, and its gradient."""
    rate, strength = _rates(numbers, theta[:-1]), float(np.exp(theta[-1]))
    a, b = strength * rate, strength * (1 - rate)
    losses = hands - wins
    log_likelihood = special.betaln(wins + a, losses + b) - special.betaln(a, b)
    common = special.digamma(strength) - special.digamma(hands + strength)
    by_a = special.digamma(wins + a) - special.digamma(a) + common
    by_b = special.digamma(losses + b) - special.digamma(b) + common
    by_score = strength * rate * (1 - rate) * (by_a - by_b)
    by_strength = (a * by_a + b * by_b).sum()
    return -float(log_likelihood.sum()), -np.append(numbers.T @ by_score, by_strength)
