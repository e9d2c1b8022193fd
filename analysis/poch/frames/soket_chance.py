"""The chance to win the soket auction by the set one holds."""

from __future__ import annotations

import pandas as pd

from analysis.poch.frames.holders import DEALS, holders
from analysis.poch.load import PochLog
from simcore.batch import OnProgress
from simcore.poch.rules import SOKET


def frame(
    log: PochLog,
    *,
    deals: int = DEALS,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """How often who holds a set takes the circle of the soket, and how often his set is the best.

    Parameters
    ----------
    log
        The log of a run.
    deals
        How many are dealt to tables of each size, beyond the run, with its seed.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called with a `Progress` whose wins and hands are 0.

    Returns
    -------
    pandas.DataFrame
        A row a holding and number of players. what: "won", of the run, the session as the unit;
        "best", in dealt hands, the deal as the unit, for every number of players the pack serves
        (equal sets by trump). players, holding ("none", "pair 7" ... "quad A"), size (0, 2 to 4),
        frequency (exact share of hands whose best set it is), n (hands), clusters (sessions or
        deals), chance, chance_low, chance_high (Wilson at the effective n, 95 %).
    """
    return holders(log, SOKET, deals=deals, threads=threads, on_progress=on_progress)
