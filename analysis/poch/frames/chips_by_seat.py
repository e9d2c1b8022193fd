"""What every seat wins and loses, by where it comes from and by position to the dealer."""

from __future__ import annotations

import pandas as pd

from analysis.clusters import means
from analysis.poch.frames.sessions import TURN, counts_of, session_sums, sums_of
from analysis.poch.load import PochLog
from simcore.batch import OnProgress

LEVEL = 0.95
SUM = "sum"
SOURCES = ("circles", "soket", "sekans", "shedding", "antes", SUM)


def frame(
    log: PochLog, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> pd.DataFrame:
    """Mean chips a deal by position and source.

    Parameters
    ----------
    log
        The log of a run.
    threads, on_progress
        Not used: nothing is played again.

    Returns
    -------
    pandas.DataFrame
        A row a position (1 speaks first, the last is the dealer) and source (circles, soket,
        sekans, shedding, antes, and their sum): position, players, source, n (deals, of a rotated
        run all rotations), sessions, mean, low, high (chips a deal; t interval, the session as the
        unit, missing where all deals are alike).
    """
    rows = f"SELECT *, {TURN} AS turn FROM seats"
    totals = {name: "chips" if name == SUM else name for name in SOURCES}
    found = session_sums(log, rows, "turn, players", totals)
    frames = []
    for source in SOURCES:
        chips = means("mean", sums_of(found, source), LEVEL)
        limits = {name.removeprefix("mean_"): values for name, values in chips.items()}
        head = {"position": found["turn"], "players": found["players"], "source": source}
        frames.append(pd.DataFrame(head | counts_of(found) | limits))
    told = pd.concat(frames, ignore_index=True)
    return told.sort_values("position", kind="stable", ignore_index=True)
