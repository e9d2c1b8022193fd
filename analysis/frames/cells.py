"""Win rates of declarers in cells of computed columns, each beside its break-even."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pandas as pd

from analysis.breakeven import break_even
from analysis.load import Log
from analysis.winrate import win_rate

FEW = 200  # a cell of fewer hands tells little, whatever its interval
SUIT_GAMES = "contract IN ('D', 'H', 'S', 'C')"
LEADER, OTHER = "forehand", "other"

_KEPT = ("deals", "n", "wins", "win_rate", "win_low", "win_high")


def seats_of(log: Log) -> tuple[str, ...]:
    """Seats that are told apart: forehand, who leads, and the others; or the one that is forced."""
    scenario = log.manifest["settings"]["scenario"]
    forced = scenario and scenario["declarer"]
    return (str(forced),) if forced else (LEADER, OTHER)


def seat_of(log: Log) -> str:
    """SQL: the seat of the declarer, one of `seats_of`."""
    first, *others = seats_of(log)
    return f"CASE declarer WHEN 0 THEN '{LEADER}' ELSE '{others[0] if others else first}' END"


def win_cells(
    log: Log, by: Sequence[str], where: str, columns: Mapping[str, str] | None = None
) -> pd.DataFrame:
    """Win rates of played hands by some columns, and how far they lie from break-even.

    Parameters
    ----------
    log
        The log of a run.
    by
        Columns that make the cells: of the view `deals`, or computed.
    where
        SQL condition on the rows.
    columns
        SQL of the computed ones, see `widened`.

    Returns
    -------
    pandas.DataFrame
        The columns of `by`, then deals, n (hands), wins, win_rate, win_low, win_high (Wilson, the
        deal as the unit), and what `with_margin` adds. Cells without hands are left out.
    """
    query, names = widened(log, columns or {}), list(by)
    frame = win_rate(query, names, clustered=log.rotated, by=names, where=where)
    joined = frame[[*names, *_KEPT]].merge(_hand_games(query, names, where), on=names)
    return with_margin(log, joined, joined["hand_games"]).drop(columns="hand_games")


def with_margin(log: Log, frame: pd.DataFrame, hand_games: pd.Series) -> pd.DataFrame:
    """Win rates beside their break-even.

    Parameters
    ----------
    log
        The log of a run.
    frame
        Columns n, win_rate, win_low, win_high.
    hand_games
        How many of the n were played from the hand; their losses may count less.

    Returns
    -------
    pandas.DataFrame
        With break_even, margin, margin_low, margin_high (win rate less break-even) and clear: n is
        at least `FEW` and the interval leaves break-even out.
    """
    even = break_even(log)
    hands = frame["n"].where(frame["n"] > 0, 1)
    level = even.skat + (even.hand - even.skat) * hand_games / hands
    low, high = frame["win_low"] - level, frame["win_high"] - level
    return frame.assign(
        break_even=level,
        margin=frame["win_rate"] - level,
        margin_low=low,
        margin_high=high,
        clear=(frame["n"] >= FEW) & ((low > 0) | (high < 0)),
    )


def on_grid(log: Log, frame: pd.DataFrame, grid: pd.DataFrame) -> pd.DataFrame:
    """Cells on a whole grid: one without hands has n = 0 and no rate."""
    keys = [name for name in grid if name in frame]
    whole = grid.merge(frame, on=keys, how="left")
    counts = {name: whole[name].fillna(0).astype("int64") for name in ("deals", "n", "wins")}
    return whole.assign(
        **counts,
        break_even=whole["break_even"].fillna(break_even(log).skat),
        clear=whole["clear"].fillna(False).astype(bool),
    )


def widened(log: Log, columns: Mapping[str, str]) -> Callable[[str], pd.DataFrame]:
    """Queries over the view `deals` with more columns, SQL by name; a later one may use an earlier
    one. The names must be new: of two columns of one name the view's own is taken."""
    more = "".join(f", {rule} AS {name}" for name, rule in columns.items())
    return lambda sql: log.query(f"WITH deals AS (SELECT *{more} FROM main.deals) {sql}")


def _hand_games(
    query: Callable[[str], pd.DataFrame], columns: list[str], where: str
) -> pd.DataFrame:
    """How many hands of each cell were played from the hand."""
    keys = ", ".join(columns)
    counted = "count(*) FILTER (hand) AS hand_games"
    return query(f"SELECT {keys}, {counted} FROM deals WHERE played AND {where} GROUP BY {keys}")
