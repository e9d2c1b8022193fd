"""Rates of a run as they would be if every seat had been dealt the exact mix of hands.

How often a hand has so many jacks, cards of its longest suit and aces outside it is known exactly
(`hand_mix`), so the luck of the cards in a run can be taken out of its rates. Every deal gets a
weight, near 1,

    1 + f(forehand's hand) + m(middlehand's hand) + r(rearhand's hand)

such that of each seat the weighted deals hold exactly as many hands of every cell as they should.
The f, m and r are those of the least squares, and rest on the cards dealt alone, never on what was
played. A rate is then sum(weight wins) / sum(weight n), over the deals with hands of its cell. What
it estimates is what it estimates without weights, to which it comes as the run grows: of "dealt"
the share of all deals that were won, of "played" and "declared" the share of the hands declared;
where a scenario has one seat declare whatever it holds, both are the mean over all hands a seat can
be dealt.

Cells of which a run of this length has too few hands are joined with their neighbours.

This is the regression estimator of survey sampling, post-stratification by the hands of three seats
at once (Särndal, Swensson and Wretman, Model Assisted Survey Sampling, 1992, sections 6.4 and
7.10). The variance is that of the residuals, y - rate n less what the three hands tell of it, the
deal with all its rotations as the unit: never more, up to the degrees of freedom, than without
weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.features import STRATUM_CODES, stratum_code
from analysis.hand_mix import groups, hand_mix
from analysis.intervals import ROUNDING
from simcore.skat.rules import SEATS

Query = Callable[[str], pd.DataFrame]
Array = NDArray[Any]

EXACT = "exact"
ENOUGH = 100  # hands of a group of cells that a seat is dealt on average
HELD = ", ".join(f"stratum(hand_{seat}) AS {name}" for seat, name in zip(SEATS, "abc", strict=True))
_OUTCOMES = ("wins", "points")
ESTIMATES = [f"{outcome}_{what}" for outcome in _OUTCOMES for what in ("rate", "variance")]


def check(weights: str, query: Query, settings: Mapping[str, Any]) -> None:
    """Refuse weights there are none of, and runs whose hands are not all random and logged.

    Raises
    ------
    ValueError
        The weights are not "exact", the run was given some of its cards, or deals were thrown in,
        of which the log has no cards.
    """
    if weights != EXACT:
        raise ValueError(f"unknown weights {weights!r}, the only ones are {EXACT!r}")
    scenario = settings["scenario"] or {}
    if scenario.get("known") or "deals" in scenario:
        raise ValueError(f"weights {EXACT!r}: of random hands, but this run was given cards")
    thrown_in = query("SELECT coalesce(sum(thrown_in), 0)::BIGINT AS n FROM deals")["n"].iloc[0]
    if thrown_in:
        raise ValueError(
            f"weights {EXACT!r} need all hands dealt, but {thrown_in:,} deals were thrown in "
            "and their cards are not logged"
        )


# ---- hands dealt --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dealt:
    """The hands dealt in a run. A place is a seat and a group of cells.

    Attributes
    ----------
    deals
        Number of deals.
    place
        Of every seat and stratum code its place, array (3, codes).
    pairs
        Deals with hands in two places, array (places, places); hands in a place on the diagonal.
    lacking
        Hands a place should have less those it has, array (places,).
    """

    deals: int
    place: Array
    pairs: Array
    lacking: Array


def dealt_hands(query: Query) -> Dealt:
    """Count the hands of a run by place."""
    counts = query(
        f"SELECT a, b, c, count(*) AS n FROM (SELECT {HELD} FROM deals WHERE rotation = 0) "
        "GROUP BY GROUPING SETS ((a, b), (a, c), (b, c))"
    )
    deals = int(counts["n"].sum()) // len(SEATS)
    group, mix = groups(ENOUGH / max(deals, 1)), hand_mix()
    number = max(group.values()) + 1
    place = np.zeros((len(SEATS), STRATUM_CODES), dtype=np.int64)
    exact = np.zeros(number)
    for cell, hands in mix.items():
        place[:, stratum_code(*cell)] = group[cell] + number * np.arange(len(SEATS))
        exact[group[cell]] += hands
    pairs = _pairs(counts, place, number * len(SEATS))
    expected = deals * np.tile(exact / exact.sum(), len(SEATS))
    return Dealt(deals, place, pairs, expected - np.diagonal(pairs))


def _pairs(counts: pd.DataFrame, place: Array, places: int) -> Array:
    """Deals by two places, from those by the strata of two seats."""
    pairs = np.zeros((places, places))
    for seat, other in ((0, 1), (0, 2), (1, 2)):
        both = counts.dropna(subset=["abc"[seat], "abc"[other]])
        here, there = (place[k, both["abc"[k]].astype(np.int64)] for k in (seat, other))
        np.add.at(pairs, (here, there), both["n"])
        np.add.at(pairs, (there, here), both["n"])
        for own in (here, there):  # every seat stands in two of the three pairs
            np.add.at(pairs, (own, own), both["n"] / 2)
    return pairs


# ---- games played -------------------------------------------------------------------------------


def estimates(query: Query, sums: pd.DataFrame, cells: Sequence[str], counted: str) -> pd.DataFrame:
    """Weighted rates and means of every cell with their variances.

    Parameters
    ----------
    query
        Runs an SQL query over the view `deals`.
    sums
        The cells with their sums, see `winrate.SUMS`.
    cells
        Columns that make the cells.
    counted
        SQL of what each deal adds to each cell: the cells, size, wins, points, and the strata a, b,
        c of its three hands (`HELD`).

    Returns
    -------
    pandas.DataFrame
        wins_rate, wins_variance, points_rate and points_variance in the lines of `sums`; nan where
        a cell has no hands.
    """
    dealt = dealt_hands(query)
    # The hands of each seat add up to the deals, so two dimensions are null but for rounding.
    null = len(dealt.pairs) * np.finfo(np.float64).eps
    told = np.linalg.pinv(dealt.pairs, rcond=null, hermitian=True)
    free = dealt.deals - np.linalg.matrix_rank(dealt.pairs, hermitian=True)
    by_cell = _of_cells(query(_cross(cells, counted)), sums[list(cells)])
    found = [
        _estimate(sums.iloc[k], _by_place(lines, dealt), dealt, told, max(int(free), 1))
        for k, lines in enumerate(by_cell)
    ]
    return pd.DataFrame(found, columns=ESTIMATES, index=sums.index, dtype=np.float64)


def _cross(cells: Sequence[str], counted: str) -> str:
    """Sums of each cell by the stratum of the hand a seat holds."""
    head = "".join(f'"{name}", ' for name in cells)
    sets = ", ".join(f"({head}{name})" for name in "abc")
    seat = "CASE WHEN a IS NOT NULL THEN 0 WHEN b IS NOT NULL THEN 1 ELSE 2 END"
    return (
        f"SELECT {head}{seat} AS seat, coalesce(a, b, c) AS code, sum(size)::BIGINT AS size, "
        f"sum(wins)::BIGINT AS wins, sum(points)::BIGINT AS points "
        f"FROM ({counted}) GROUP BY GROUPING SETS ({sets})"
    )


def _of_cells(frame: pd.DataFrame, cells: pd.DataFrame) -> list[pd.DataFrame]:
    """The lines of a frame by cell, in the order of the cells."""
    if not len(cells.columns):
        return [frame] * len(cells)
    numbered = cells.assign(cell=np.arange(len(cells)))
    merged = frame.merge(numbered, on=list(cells.columns))  # NULL is equal to NULL here
    lines = dict(iter(merged.groupby("cell")))
    return [lines.get(k, merged[:0]) for k in range(len(cells))]


def _by_place(lines: pd.DataFrame, dealt: Dealt) -> Array:
    """Sums of size, wins and points by place, array (3, places)."""
    place = dealt.place[lines["seat"].astype(np.int64), lines["code"].astype(np.int64)]
    places = len(dealt.lacking)
    return np.stack([np.bincount(place, lines[name], places) for name in ("size", *_OUTCOMES)])


def _estimate(
    sums: pd.Series, by_place: Array, dealt: Dealt, told: Array, free: int
) -> list[float]:
    """Weighted rate and variance of wins, and of points, of one cell.

    `told` is the inverse of the pairs: times the sums by place it gives the f, m and r that predict
    what a deal adds.
    """
    size = float(sums["n"] + dealt.lacking @ told @ by_place[0])
    if size <= 0:
        return [np.nan] * len(ESTIMATES)
    found: list[float] = []
    for outcome, cross in zip(_OUTCOMES, by_place[1:], strict=True):
        rate = float(sums[outcome] + dealt.lacking @ told @ cross) / size
        left = _residuals(rate, sums, outcome, cross - rate * by_place[0], told)
        found += [rate, dealt.deals / free * left / size**2]
    return found


def _residuals(rate: float, sums: pd.Series, outcome: str, cross: Array, told: Array) -> float:
    """Sum of the squares of y - rate n less what the hands predict of it; 0 if nothing varied."""
    outer = float(sums[f"{outcome}_squares"] + rate**2 * sums["size_squares"])
    squares = outer - 2 * rate * float(sums[f"{outcome}_cross"])
    left = squares - float(cross @ told @ cross)
    return left if left > ROUNDING * outer else 0.0
