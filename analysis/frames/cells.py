"""Win rates of declarers in cells of computed columns, each beside its break-even."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pandas as pd

from analysis.breakeven import break_even
from analysis.load import Log
from analysis.winrate import win_rate

FEW = 200  # a cell of fewer hands tells little, whatever its interval
SUIT_GAMES = "contract IN ('D', 'H', 'S', 'C')"
# The ten cards dealt to the declarer, and the plain trumps of a suit game, as sets of cards.
OWN = (
    "(CASE declarer WHEN 0 THEN hand_forehand WHEN 1 THEN hand_middlehand ELSE hand_rearhand END)"
    "::BIGINT"
)
TRUMP_SUIT = "(127 << 7 * (list_position(['D', 'H', 'S', 'C'], contract) - 1))::BIGINT"
LEADER, OTHER = "forehand", "other"

_KEPT = ("deals", "n", "wins", "win_rate", "win_low", "win_high")


def count_of(cards: str, mask: int | str) -> str:
    """SQL: number of cards of a set in a mask."""
    return f"bit_count(({cards}) & {mask})::INTEGER"


def seats_of(log: Log) -> tuple[str, ...]:
    """Seats that are told apart: forehand, who leads, and the others; or the one that is forced."""
    scenario = log.manifest["settings"]["scenario"]
    forced = scenario and scenario["declarer"]
    return (str(forced),) if forced else (LEADER, OTHER)


def seat_of(log: Log) -> str:
    """SQL: the seat of the declarer, one of `seats_of`."""
    first, *others = seats_of(log)
    return f"CASE declarer WHEN 0 THEN '{LEADER}' ELSE '{others[0] if others else first}' END"


def win_cells(log: Log, columns: Mapping[str, str], where: str) -> pd.DataFrame:
    """Win rates of played hands by computed columns, and how far they lie from break-even.

    Parameters
    ----------
    log
        The log of a run.
    columns
        SQL of each column over the view `deals`, by name; a later one may use an earlier one.
    where
        SQL condition on the rows.

    Returns
    -------
    pandas.DataFrame
        The columns, then deals, n (hands), wins, win_rate, win_low, win_high (Wilson, the deal as
        the unit), and what `with_margin` adds. Cells without hands are left out.
    """
    query = widened(log, columns)
    frame = win_rate(query, list(columns), clustered=log.rotated, by=columns, where=where)
    hand = _hand_games(query, list(columns), where)
    joined = frame[[*columns, *_KEPT]].merge(hand, on=list(columns)) if columns else frame
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
    """Queries over the view `deals` with more columns; `own` is the hand of the declarer."""
    more = "".join(f", {rule} AS {name}" for name, rule in {"own": OWN, **columns}.items())
    return lambda sql: log.query(f"WITH deals AS (SELECT *{more} FROM main.deals) {sql}")


def _hand_games(
    query: Callable[[str], pd.DataFrame], columns: list[str], where: str
) -> pd.DataFrame:
    """How many hands of each cell were played from the hand."""
    keys = ", ".join(columns)
    counted = "count(*) FILTER (hand) AS hand_games"
    return query(f"SELECT {keys}, {counted} FROM deals WHERE played AND {where} GROUP BY {keys}")
