"""Win rate and mean score of declarers by any columns, aggregated inside the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import pandas as pd
from scipy import stats

from analysis import features, poststratify, shrinkage
from analysis.intervals import ClusterSums, clustered_t, clustered_wilson, effective_n, wilson
from analysis.log import chosen

DENOMINATORS = ("played", "dealt", "declared")
DECLARER_COLUMNS = ("player", "declarer", "declarer_seat")
# known before the first bid; only these split the deals dealt, the rest is what became of them
MASKS = ("hand_forehand", "hand_middlehand", "hand_rearhand", "skat")
DEALT_COLUMNS = ("deal_id", "rotation", "thrown_in", *MASKS)

# The order of the game, for the columns whose values are words.
NATURAL_ORDER = {
    "contract": ("D", "H", "S", "C", "G", "N", "R", "P"),
    "declarer_seat": ("forehand", "middlehand", "rearhand", "none"),
    **features.ORDER,
}

# Sums over the deals of a cell: what ClusterSums needs for wins and for points.
SUMS = {
    "deals": "count(*)",
    "n": "sum(size)",
    "size_squares": "sum(size * size)",
    "wins": "sum(wins)",
    "wins_cross": "sum(wins * size)",
    "wins_squares": "sum(wins * wins)",
    "points": "sum(points)",
    "points_cross": "sum(points * size)",
    "points_squares": "sum(points * points)",
}

# The same where every deal is one row of size 1 and wins are 0 or 1.
SINGLE_SUMS = {
    **dict.fromkeys(("deals", "n", "size_squares"), "count(*)"),
    **dict.fromkeys(("wins", "wins_cross", "wins_squares"), "sum(wins)"),
    **dict.fromkeys(("points", "points_cross"), "sum(points)"),
    "points_squares": "sum(points * points)",
}


def win_rate(
    query: Callable[[str], pd.DataFrame],
    columns: Sequence[str],
    *,
    clustered: bool,
    by: Iterable[str] = (),
    where: str | None = None,
    per: str = "played",
    level: float = 0.95,
    weights: str | None = None,
    shrink: bool = False,
) -> pd.DataFrame:
    """Win rate and mean score of the declarer, one row a cell, with intervals by deal.

    Parameters
    ----------
    query
        Runs an SQL query over the view `deals`.
    columns
        Columns of that view.
    clustered
        Whether a deal may have several rows (a rotated run); the deal is then the cluster.
    by
        Columns that make the cells; none gives one row, the total.
    where
        SQL condition on the rows, for instance ``"contract = 'G' AND NOT hand"``.
    per
        Denominator: "played" counts the rows somebody declared (a Ramsch has no declarer), "dealt"
        every deal dealt, one without declarer as no win and score 0: all rows and the deals thrown
        in before them (these are left out where `by` splits by cards, as theirs are not known),
        "declared" the same rows as "played", as hands of the players who declared them.
    level
        Coverage of the intervals.
    weights
        None, or "exact": rates and means as they would be if every seat had been dealt the exact
        mix of hands by jacks, longest plain suit and aces outside it; see `poststratify`. Counts
        stay those of the log. For runs whose hands are all dealt at random and logged.
    shrink
        Whether to add the rate of each cell drawn towards a model of all cells, the more the fewer
        its hands; see `shrinkage.shrink`. The rates as observed stay as they are.

    Returns
    -------
    pandas.DataFrame
        The `by` columns, then per (the denominator; "declared" when `by` tells the declarer),
        deals (distinct deals in the cell), n (the denominator), wins, win_rate, win_low,
        win_high (0..1, Wilson), mean_score, score_low, score_high (points, t interval). Cells
        without rows are left out; a total without rows has n = 0 and nan. Sorted by the `by`
        columns in the order of the game (contracts D H S C G N R P); missing values, such as the
        trumps of a Null, stand last. With weights also `weights`, with these or shrinkage
        `effective_n`: the number of independent hands that give an interval as wide.

    Raises
    ------
    ValueError
        If a column of `by` or the denominator is unknown, if "dealt" is asked by what is not
        known when the cards are dealt, if the condition is not valid SQL, or if cells are to be
        shrunk and there are no columns.
    """
    cells = _cells(by, columns)
    denominator = _denominator(per, cells)
    if shrink and not cells:
        raise ValueError("shrink needs cells to draw together: name columns in by")
    sums = query(_sql(cells, where, denominator, clustered))
    frame = _frame(sums, cells, denominator, level)
    if weights is not None:
        counted = _counted(cells, where, denominator, clustered, poststratify.HELD)
        found = poststratify.estimates(query, sums, cells, counted)
        frame = _weighted(frame, found, level).assign(weights=weights)
    elif shrink:
        frame["effective_n"] = effective_n(_clusters(sums, "wins"))
    frame = _whole_numbers(frame, cells)
    return shrinkage.shrink(frame, cells, level) if shrink else frame


def _cells(by: Iterable[str], columns: Sequence[str]) -> list[str]:
    """The columns of `by`, each once, known to the view."""
    if not isinstance(by, Iterable):
        raise ValueError(f"by {by!r}: a list of columns")
    cells = list(dict.fromkeys([by] if isinstance(by, str) else by))
    for name in cells:
        if name not in columns:
            raise ValueError(f"unknown column {name!r}, the columns are {', '.join(columns)}")
    return cells


def _denominator(per: str, cells: Sequence[str]) -> str:
    """The denominator by name: cells of a declarer hold the hands that this player declared."""
    if per not in DENOMINATORS:
        raise ValueError(f"unknown denominator {per!r}, expected one of {', '.join(DENOMINATORS)}")
    of_declarer = [name for name in cells if name in DECLARER_COLUMNS]
    outcomes = [name for name in cells if name not in DEALT_COLUMNS]
    if outcomes and per == "dealt":
        raise ValueError(
            f"per 'dealt' cannot be split by {outcomes[0]}: it is not known when dealt"
        )
    return "declared" if of_declarer else per


def _sql(cells: Sequence[str], where: str | None, denominator: str, clustered: bool) -> str:
    """The query: what the deals add, summed by cell."""
    head = _head(cells)
    singles = not clustered and _size(cells, denominator) == "1"
    rules = SINGLE_SUMS if singles else SUMS
    sums = ", ".join(f"coalesce({rules[name]}, 0)::BIGINT AS {name}" for name in SUMS)
    group = f"GROUP BY {head[:-2]} ORDER BY {', '.join(map(_order, cells))}" if cells else ""
    return f"SELECT {head}{sums} FROM ({_counted(cells, where, denominator, clustered)}) {group}"


def _head(cells: Sequence[str]) -> str:
    """The columns of the cells as the first of a list."""
    return "".join(f'"{name}", ' for name in cells)


def _counted(
    cells: Sequence[str], where: str | None, denominator: str, clustered: bool, held: str = ""
) -> str:
    """What each row of the denominator adds to its cell, summed by deal if clustered.

    `held` names columns a, b, c of the cards, the same in all rows of a deal.
    """
    head = _head(cells)
    counted = f"""
        SELECT {head}deal_id AS deal, ({_size(cells, denominator)})::BIGINT AS size,
            (played AND won)::BIGINT AS wins,
            CASE WHEN played THEN score ELSE 0 END::BIGINT AS points{", " if held else ""}{held}
        FROM ({_rows(where, denominator)})"""
    if not clustered:
        return counted
    keys = f"{head}deal{', a, b, c' if held else ''}"
    return f"""
        SELECT {keys}, sum(size)::BIGINT AS size, sum(wins)::BIGINT AS wins,
            sum(points)::BIGINT AS points
        FROM ({counted}) GROUP BY {keys}"""


def _size(cells: Sequence[str], denominator: str) -> str:
    """What a row adds to the denominator: dealt were also the deals thrown in before it, but their
    cards are not known."""
    return "1 + thrown_in" if denominator == "dealt" and not set(cells) & set(MASKS) else "1"


def _rows(where: str | None, denominator: str) -> str:
    """The rows of the denominator that meet the condition."""
    declared = "true" if denominator == "dealt" else "played"
    return f"SELECT * FROM ({chosen(where)}) WHERE {declared}"


def _order(name: str) -> str:
    """Sort key of a column: the order of the game for words, the value for anything else."""
    if name not in NATURAL_ORDER:
        return f'"{name}"'
    return f"""list_position({list(NATURAL_ORDER[name])}, "{name}")"""


def _frame(sums: pd.DataFrame, cells: list[str], denominator: str, level: float) -> pd.DataFrame:
    """The sums as rates, means and their intervals."""
    win_low, win_high = clustered_wilson(_clusters(sums, "wins"), level)
    score_low, score_high = clustered_t(_clusters(sums, "points"), level)
    return sums[cells].assign(
        per=denominator,
        deals=sums["deals"],
        n=sums["n"],
        wins=sums["wins"],
        win_rate=sums["wins"] / sums["n"],
        win_low=win_low,
        win_high=win_high,
        mean_score=sums["points"] / sums["n"],
        score_low=score_low,
        score_high=score_high,
    )


def _weighted(frame: pd.DataFrame, found: pd.DataFrame, level: float) -> pd.DataFrame:
    """The frame with weighted rates, means and intervals; without spread the deals count."""
    rate, mean, deals = found["wins_rate"].clip(0, 1), found["points_rate"], frame["deals"]
    spread = (found["wins_variance"] > 0) & (rate > 0) & (rate < 1)
    told = (rate * (1 - rate) / found["wins_variance"]).where(spread, deals)
    effective = told.where(rate.notna(), 0.0).astype(float)
    win_low, win_high = wilson(np.asarray(rate.fillna(0) * effective), np.asarray(effective), level)
    known = (deals > 1) & (found["points_variance"] > 0)
    quantile = stats.t.ppf((1 + level) / 2, np.maximum(deals - 1, 1))
    half = quantile * np.sqrt(found["points_variance"].where(known))
    return frame.assign(
        win_rate=rate,
        win_low=win_low,
        win_high=win_high,
        mean_score=mean,
        score_low=mean - half,
        score_high=mean + half,
        effective_n=effective,
    )


def _whole_numbers(frame: pd.DataFrame, cells: list[str]) -> pd.DataFrame:
    """Whole numbers also where one of a column is missing, which pandas makes floats of."""
    return frame.astype({c: "Int64" for c in cells if frame[c].dtype.kind == "f"})


def _clusters(sums: pd.DataFrame, what: str) -> ClusterSums:
    """The deals of every cell as clusters, totalling wins or points."""
    return ClusterSums(
        clusters=sums["deals"],
        size=sums["n"],
        total=sums[what],
        size_squares=sums["size_squares"],
        cross=sums[f"{what}_cross"],
        total_squares=sums[f"{what}_squares"],
    )
