"""The chance to win the soket auction by the set one holds."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from analysis.poch.charts import holders
from analysis.poch.charts.holders import NEEDS, SIZE, told
from analysis.poch.load import PochLog

__all__ = ["NEEDS", "SIZE", "TITLE", "caption", "draw", "told"]

TITLE = "Soket: how often a set wins the circle, and how often it is the best"


def caption(log: PochLog, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    return holders.caption(log, frame, "best set", "of equal pairs that with the trump card")


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """Bars of the run, lines of dealt hands; see `holders.draw`."""
    holders.draw(frame, figure, "best set held, by rank")
