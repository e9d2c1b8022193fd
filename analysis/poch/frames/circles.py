"""How full the circles get: what waits in them after each deal of a session."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.clusters import means
from analysis.frames import NoDataError
from analysis.poch.frames.sessions import counts_of, session_sums, sums_of
from analysis.poch.load import PochLog
from simcore.batch import OnProgress
from simcore.poch import rules_in
from simcore.poch.pack import RANKS

LEVEL = 0.95
ALL = "all"
MOST = 64  # deals of a session that are told apart
MOST_SESSIONS = 1 << 16
QUANTILES = {"q10": 0.1, "q50": 0.5, "q90": 0.9}


def frame(
    log: PochLog, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> pd.DataFrame:
    """Chips in the circles by deal of the session, and by rank when it ends.

    Parameters
    ----------
    log
        The log of a run.
    threads, on_progress
        Not used: nothing is played again.

    Returns
    -------
    pandas.DataFrame
        Each circle ("7" ... "A") after the last deal of the session, and their sum ("all") after
        every deal: circle, deal (1 to the length of a session; of a long one 64 of them, the
        last among them), last, n
        (deals, of a rotated run all rotations), sessions, mean, low, high (chips after the deal; t
        interval, the session as the unit), q10, q50, q90, most (quantiles and the largest).

    Raises
    ------
    NoDataError
        The rules have no circle for any rank.

    Notes
    -----
    Quantiles hold every value: a large run is told by its first `MOST_SESSIONS` sessions.
    """
    rules = rules_in(log.manifest["settings"]["rules"].items())
    ranks = [rank for number, rank in enumerate(RANKS) if rules.circle_ranks >> number & 1]
    if not ranks:
        raise NoDataError("the rules have no circle for any rank")
    columns = {rank: f"circle_{rank}" for rank in ranks}
    columns[ALL] = " + ".join(columns.values())
    first = int(log.manifest["settings"]["first"]) // rules.session_deals
    rows = _rows(columns, told_apart(rules.session_deals), rules.session_deals, first)
    found = session_sums(log, rows, "deal", {f"c_{name}": f"c_{name}" for name in columns})
    spread = _spread(log, rows, list(columns))
    frames = [_circle(name, found, spread) for name in columns]
    told = pd.concat(frames, ignore_index=True)
    told.insert(2, "last", told["deal"] == rules.session_deals)
    # no rank is unlike another, but for its name: what each holds meanwhile tells nothing
    return told[told["last"] | (told["circle"] == ALL)].reset_index(drop=True)


def told_apart(session_deals: int) -> list[int]:
    """The deals of a session that are told, numbered from 1."""
    number = min(session_deals, MOST)
    places = np.linspace(1, session_deals, number).round()
    return [int(place) for place in places]


def _rows(columns: dict[str, str], deals: list[int], session_deals: int, first: int) -> str:
    """SQL of the circles after these deals of each session, of the first ones of a large run."""
    chips = ", ".join(f"{sql} AS c_{name}" for name, sql in columns.items())
    listed = ", ".join(map(str, deals))
    number = f"(deal_id % {session_deals} + 1)::INTEGER"
    return (
        f"SELECT session, {number} AS deal, {chips} FROM deals WHERE {number} IN ({listed}) "
        f"AND session < {first + MOST_SESSIONS}"
    )


def _spread(log: PochLog, rows: str, names: list[str]) -> pd.DataFrame:
    """Quantiles and the largest, a row a deal."""
    told = [
        f"quantile_disc(c_{name}, {share}) AS c_{name}_{column}"
        for name in names
        for column, share in QUANTILES.items()
    ]
    told += [f"max(c_{name}) AS c_{name}_most" for name in names]
    return log.query(f"SELECT deal, {', '.join(told)} FROM ({rows}) GROUP BY deal ORDER BY deal")


def _circle(name: str, found: pd.DataFrame, spread: pd.DataFrame) -> pd.DataFrame:
    """One circle, or all of them together."""
    told = means("mean", sums_of(found, f"c_{name}"), LEVEL, least=0)
    limits = {column.removeprefix("mean_"): values for column, values in told.items()}
    shown = {column: spread[f"c_{name}_{column}"].to_numpy() for column in (*QUANTILES, "most")}
    return pd.DataFrame({"circle": name, "deal": found["deal"]} | counts_of(found) | limits | shown)
