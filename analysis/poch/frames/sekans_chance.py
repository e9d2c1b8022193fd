"""The chance to win the sekans auction by the run one holds."""

from __future__ import annotations

import pandas as pd

from analysis.poch.frames.holders import DEALS, holders
from analysis.poch.load import PochLog
from simcore.batch import OnProgress
from simcore.poch.rules import SEKANS


def frame(
    log: PochLog,
    *,
    deals: int = DEALS,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """How often who holds a run takes the circle of the sekans, and how often his run is the best.

    Parameters and columns are those of `soket_chance.frame`; holding is a run by its length and top
    card ("run 2 8" ... "run 6 A"; "flush ..." where cards of one suit count), size its length.
    Equal runs go by trump, then to the nearest to the dealer's left.
    """
    return holders(log, SEKANS, deals=deals, threads=threads, on_progress=on_progress)
