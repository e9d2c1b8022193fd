"""Any shares and means of a log in one pass, with what their intervals need."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from analysis.intervals import ClusterSums
from analysis.log import chosen

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
        Whether a deal may have several rows; the deal is then the cluster.
    where
        SQL condition on the rows.

    Returns
    -------
    dict
        By name, the sums that `clustered_wilson` and `clustered_t` take.

    Raises
    ------
    ValueError
        If a condition is not valid SQL.
    """
    places = list(enumerate(measures.values()))
    columns = [
        f"({of})::BIGINT AS n{k}, CASE WHEN ({of})::BIGINT > 0 THEN ({what})::BIGINT ELSE 0 END "
        f"AS t{k}"
        for k, (of, what) in places
    ]
    rows = f"SELECT deal_id, {', '.join(columns)} FROM ({chosen(where)})"
    if clustered:
        summed = [f"sum(n{k})::BIGINT AS n{k}, sum(t{k})::BIGINT AS t{k}" for k, _ in places]
        rows = f"SELECT {', '.join(summed)} FROM ({rows}) GROUP BY deal_id"
    sums = [
        f"coalesce({rule.format(n=f'n{k}', t=f't{k}')}, 0)::BIGINT AS {name}{k}"
        for k, _ in places
        for name, rule in _SUMS.items()
    ]
    found = query(f"SELECT {', '.join(sums)} FROM ({rows})").iloc[0]
    return {
        measure: ClusterSums(**{name: float(found[f"{name}{k}"]) for name in _SUMS})
        for k, measure in enumerate(measures)
    }
