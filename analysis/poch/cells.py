"""Chips and chances of seats by any columns, aggregated inside the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analysis.clusters import means, shares
from analysis.intervals import ClusterSums, clustered_share
from analysis.log import chosen
from analysis.poch import exact
from analysis.ratios import ratios_by_cell
from simcore.poch import rules_in
from simcore.poch.auction import HOW
from simcore.poch.pack import RANKS

UNIT = "session"
CHIPS = {f"mean_{name}": name for name in ("chips", "circles", "soket", "sekans", "shedding")}
CHANCES = {"took_soket": "won_soket", "took_sekans": "won_sekans", "loses": "loser"}
# Columns of words stand in the order of the game.
_ORDER = {
    **dict.fromkeys(("soket_rank", "sekans_rank"), tuple(RANKS)),
    **dict.fromkeys(("soket_how", "sekans_how"), HOW),
}


def results(
    query: Callable[[str], pd.DataFrame],
    columns: Sequence[str],
    settings: Mapping[str, Any],
    *,
    by: Iterable[str] = (),
    where: str | None = None,
    level: float = 0.95,
) -> pd.DataFrame:
    """What seats get a deal, one row a cell, with intervals by session.

    Parameters
    ----------
    query
        Runs an SQL query over the view `seats`.
    columns
        Columns of that view.
    settings
        Those of the run.
    by
        Columns that make the cells; none gives one row, the total.
    where
        SQL condition on the rows of `seats`.
    level
        Coverage of the intervals.

    Returns
    -------
    pandas.DataFrame
        The `by` columns, then sessions (that have such rows) and n (rows: a seat in a deal); means
        and t limits (`_low`, `_high`) in chips a deal: mean_chips (in all), mean_circles,
        mean_soket, mean_sekans, mean_shedding; shares and Wilson limits: took_soket, took_sekans
        (the circle of the auction), loses (left with cards). There are no limits (nan) where all
        sessions have the same, unless a share is 0 or 1. Where the cells are those of the sets,
        or runs, of hands dealt at random (size, rank or both, no condition), also share with its
        limits, of all seats, and exact, what it must be. Cells without rows are left out.

    Raises
    ------
    ValueError
        A column of `by` is unknown, or the condition is not valid SQL.
    """
    cells = _cells(by, columns)
    measures = {name: ("true", what) for name, what in (CHIPS | CHANCES).items()}
    order = {name: _order(name) for name in cells}
    frame, sums = ratios_by_cell(query, chosen(where, "seats"), measures, order, UNIT)
    first = sums["mean_chips"]
    numbers: dict[str, Any] = {"sessions": _whole(first.clusters), "n": _whole(first.size)}
    for name in CHIPS:
        numbers |= means(name, sums[name], level)
    for name in CHANCES:
        numbers |= shares(name, sums[name], level, interval=clustered_share)
    frame = frame.assign(**numbers)
    auction = exact.auction_of(cells) if cells and where is None else None
    if auction is not None and not (settings["scenario"] or {}).get("known"):
        frame = _with_exact(frame, query, cells, auction, settings, level)
    return _whole_numbers(frame, cells)


def _cells(by: Iterable[str], columns: Sequence[str]) -> list[str]:
    """The columns of `by`, each once, known to the view."""
    if not isinstance(by, Iterable):
        raise ValueError(f"by {by!r}: a list of columns")
    cells = list(dict.fromkeys([by] if isinstance(by, str) else by))
    for name in cells:
        if name not in columns:
            raise ValueError(f"unknown column {name!r}, the columns are {', '.join(columns)}")
    return cells


def _order(name: str) -> str:
    """Sort key of a column: the order of the game for words, the value for anything else."""
    return f'list_position({list(_ORDER[name])}, "{name}")' if name in _ORDER else f'"{name}"'


def _whole(numbers: Any) -> Any:
    return np.asarray(numbers).astype(np.int64)


def _whole_numbers(frame: pd.DataFrame, cells: list[str]) -> pd.DataFrame:
    """Whole numbers also where one of a column is missing, which pandas makes floats of."""
    return frame.astype({c: "Int64" for c in cells if frame[c].dtype.kind == "f"})


def _with_exact(
    frame: pd.DataFrame,
    query: Callable[[str], pd.DataFrame],
    cells: list[str],
    auction: str,
    settings: Mapping[str, Any],
    level: float,
) -> pd.DataFrame:
    """The share of each cell of all seats, and the exact one beside it."""
    expected = exact.shares(auction, cells, rules_in(settings["rules"].items()))
    sums = _of_all(query, cells)
    observed: dict[str, Any] = shares("share", sums, level, interval=clustered_share)
    return frame.assign(**observed).merge(expected, on=cells, how="left")


def _of_all(query: Callable[[str], pd.DataFrame], cells: list[str]) -> ClusterSums:
    """Sums for the share of each cell of the seats of its session, in the order of the cells."""
    keys = ", ".join(f'"{name}"' for name in cells)
    sizes = f"SELECT {UNIT}, count(*) AS n FROM seats GROUP BY {UNIT}"
    counted = f"SELECT {keys}, {UNIT}, count(*) AS t FROM seats GROUP BY {keys}, {UNIT}"
    own = query(
        f"SELECT sum(t)::DOUBLE AS total, sum(t * n)::DOUBLE AS crossed, "
        f"sum(t * t)::DOUBLE AS squares FROM ({counted}) JOIN ({sizes}) USING ({UNIT}) "
        f"GROUP BY {keys} ORDER BY {', '.join(map(_order, cells))}"
    )
    whole = query(
        f"SELECT count(*)::DOUBLE AS clusters, sum(n)::DOUBLE AS size, "
        f"sum(n * n)::DOUBLE AS squares FROM ({sizes})"
    ).iloc[0]
    ones = np.ones(len(own))
    return ClusterSums(
        clusters=whole["clusters"] * ones,
        size=whole["size"] * ones,
        total=own["total"].to_numpy(),
        size_squares=whole["squares"] * ones,
        cross=own["crossed"].to_numpy(),
        total_squares=own["squares"].to_numpy(),
    )
