"""Any shares and means of a log in one pass, with what their intervals need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from analysis.intervals import ClusterSums, clustered_share, clustered_t
from analysis.log import chosen

_TOGETHER = 6  # measures of one query, where units have several rows
_SUMS = {  # n: what a deal adds to the denominator, t: what is summed over it
    "clusters": "count(*) FILTER ({n} > 0)",
    "size": "sum({n})",
    "total": "sum({t})",
    "size_squares": "sum({n} * {n})",
    "cross": "sum({n} * {t})",
    "total_squares": "sum({t} * {t})",
}


def ratios(
    query: Callable[[str], pd.DataFrame],
    measures: Mapping[str, tuple[str, str]],
    *,
    clustered: bool,
    where: str | None = None,
    unit: str = "deal_id",
) -> dict[str, ClusterSums]:
    """Sums over the deals for ratios such as "hand games of all hands played".

    Parameters
    ----------
    query
        Runs an SQL query over the view `deals`.
    measures
        By name: an SQL condition that says which rows are the denominator, or a number, how much
        each adds to it (``1 + thrown_in``: deals dealt); and an SQL number (or condition) that is
        summed over the rows that add something.
    clustered
        Whether a unit may have several rows; it is then the cluster.
    where
        SQL condition on the rows.
    unit
        The column that tells what was drawn independently: the deal, or the session.

    Returns
    -------
    dict
        By name, the sums that `clustered_share` and `clustered_t` take.

    Raises
    ------
    ValueError
        If a condition is not valid SQL.
    """
    found = _sums(query, chosen(where), measures, unit=unit if clustered else None)
    totals = found.iloc[0]
    return {
        measure: ClusterSums(**{name: float(totals[f"{name}{k}"]) for name in _SUMS})
        for k, measure in enumerate(measures)
    }


def ratios_by_cell(
    query: Callable[[str], pd.DataFrame],
    rows: str,
    measures: Mapping[str, tuple[str, str]],
    cells: Mapping[str, str],
    unit: str,
) -> tuple[pd.DataFrame, dict[str, ClusterSums]]:
    """The same for every cell: their columns, and by measure the sums, an entry a cell.

    Parameters
    ----------
    query, measures, unit
        As in `ratios`.
    rows
        A query that gives the rows.
    cells
        The columns that make the cells, by name the SQL that sorts them.
    """
    found = _sums(query, rows, measures, cells=cells, unit=unit)
    return found[list(cells)], {
        measure: ClusterSums(**{name: found[f"{name}{k}"].to_numpy(float) for name in _SUMS})
        for k, measure in enumerate(measures)
    }


def _sums(
    query: Callable[[str], pd.DataFrame],
    rows: str,
    measures: Mapping[str, tuple[str, str]],
    *,
    cells: Mapping[str, str] | None = None,
    unit: str | None,
) -> pd.DataFrame:
    """The sums of `ClusterSums` with the number of the measure behind, a row a cell.

    Sums over units are held for every unit, so a few measures are taken at a time: all at once,
    those of ten million deals would not fit the memory that a query may take.
    """
    places = list(enumerate(measures.values()))
    step = len(places) if unit is None else _TOGETHER
    parts = [
        _some_sums(query, rows, places[start : start + step], cells=cells, unit=unit)
        for start in range(0, len(places), step)
    ]
    names = list(cells or ())
    return pd.concat([parts[0], *(part.drop(columns=names) for part in parts[1:])], axis=1)


def _some_sums(
    query: Callable[[str], pd.DataFrame],
    rows: str,
    places: Sequence[tuple[int, tuple[str, str]]],
    *,
    cells: Mapping[str, str] | None,
    unit: str | None,
) -> pd.DataFrame:
    """Those of some measures, in the order of the cells."""
    keys = "".join(f'"{name}", ' for name in cells or ())
    columns = [
        f"({of})::BIGINT AS n{k}, CASE WHEN ({of})::BIGINT > 0 THEN ({what})::BIGINT ELSE 0 END "
        f"AS t{k}"
        for k, (of, what) in places
    ]
    counted = f"SELECT {keys}{unit or 'deal_id'}, {', '.join(columns)} FROM ({rows})"
    if unit is not None:
        summed = [f"sum(n{k})::BIGINT AS n{k}, sum(t{k})::BIGINT AS t{k}" for k, _ in places]
        counted = f"SELECT {keys}{', '.join(summed)} FROM ({counted}) GROUP BY {keys}{unit}"
    sums = [
        f"coalesce({rule.format(n=f'n{k}', t=f't{k}')}, 0)::BIGINT AS {name}{k}"
        for k, _ in places
        for name, rule in _SUMS.items()
    ]
    group = f"GROUP BY {keys[:-2]} ORDER BY {', '.join(cells.values())}" if cells else ""
    return query(f"SELECT {keys}{', '.join(sums)} FROM ({counted}) {group}")


def share(sums: ClusterSums, of: str) -> dict[str, Any]:
    """A share as n, of (the name of the denominator), of_n, rate, low and high, 0..1.

    There are no limits (nan) where it is the same in every unit, unless it is 0 or 1.
    """
    size, total = float(sums.size), float(sums.total)  # type: ignore[arg-type]
    low, high = clustered_share(sums)
    rate = total / size if size else float("nan")
    return {"n": int(total), "of": of, "of_n": int(size), "rate": rate, "low": low, "high": high}


def mean(sums: ClusterSums, times: float = 1) -> dict[str, Any]:
    """A mean, or the sum over so many deals, as of_n, mean, low and high."""
    size, total = float(sums.size), float(sums.total)  # type: ignore[arg-type]
    low, high = clustered_t(sums)
    each = total / size if size else float("nan")
    return {"of_n": int(size), "mean": times * each, "low": times * low, "high": times * high}
