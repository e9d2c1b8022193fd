"""The chance to win the sekans auction by the run one holds."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from analysis.poch.charts import holders
from analysis.poch.charts.holders import NEEDS, SIZE, told
from analysis.poch.load import PochLog

__all__ = ["NEEDS", "SIZE", "TITLE", "caption", "draw", "told"]

TITLE = "Sekans: how often a run wins the circle, and how often it is the best"


def caption(log: PochLog, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    equal = "of equal ones that in trumps, then the nearest to the dealer's left"
    return holders.caption(log, frame, "best sekans", equal)


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """Bars of the run, lines of dealt hands; see `holders.draw`."""
    holders.draw(frame, figure, "best sekans held, by its top card")
