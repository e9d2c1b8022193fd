"""Sums over sessions, in which deals hang together: what intervals are made of."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from analysis.intervals import ClusterSums
from analysis.poch.load import PochLog

# SQL of the place in the order of turns: 1 the dealer's left neighbour, the dealer last
TURN = "(position + players - 1) % players + 1"


def session_sums(log: PochLog, rows: str, by: str, totals: Mapping[str, str]) -> pd.DataFrame:
    """Sums over sessions of SQL expressions, by cell.

    Parameters
    ----------
    log
        The log of a run.
    rows
        SQL of the rows, which have a column `session`.
    by
        The columns that make up a cell.
    totals
        By name, the expressions.

    Returns
    -------
    pandas.DataFrame
        A row a cell: its columns, clusters, size, size_squares, and of every total NAME, NAME_cross
        and NAME_squares; see `sums_of`.
    """
    inner = ", ".join(f"sum({sql})::DOUBLE AS {name}" for name, sql in totals.items())
    outer = ", ".join(
        f"sum({name}) AS {name}, sum({name} * n) AS {name}_cross, "
        f"sum({name} * {name}) AS {name}_squares"
        for name in totals
    )
    sessions = f"SELECT session, {by}, count(*)::DOUBLE AS n, {inner} FROM ({rows}) GROUP BY ALL"
    return log.query(
        f"SELECT {by}, count(*) AS clusters, sum(n) AS size, sum(n * n) AS size_squares, {outer} "
        f"FROM ({sessions}) GROUP BY ALL ORDER BY ALL"
    )


def sums_of(sums: pd.DataFrame, name: str) -> ClusterSums:
    """The sums of one total, an entry a cell."""
    columns = ("clusters", "size", name, "size_squares", f"{name}_cross", f"{name}_squares")
    return ClusterSums(*(sums[column].to_numpy(np.float64) for column in columns))


def counts_of(sums: pd.DataFrame, what: str = "n") -> dict[str, list[int]]:
    """How many rows and sessions each cell has, as columns."""
    return {
        what: sums["size"].astype(np.int64).tolist(),
        "sessions": sums["clusters"].astype(np.int64).tolist(),
    }
