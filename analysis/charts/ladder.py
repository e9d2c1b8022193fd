"""Differences of many against one, as a ladder of points with intervals."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analysis.charts.style import BLUE, DARK

NEEDS = ("name", "mean", "low", "high")


def draw(frame: pd.DataFrame, ax: Axes, against: str) -> None:
    """One line a name: its difference and interval; the one all stand against is the line at 0.

    Parameters
    ----------
    frame
        Columns `NEEDS`, list points a deal, the best first.
    ax
        Where to draw.
    against
        Who stands at 0.
    """
    places = range(len(frame), 0, -1)
    error = [frame["mean"] - frame["low"], frame["high"] - frame["mean"]]
    ax.axvline(0, color=DARK, linewidth=1)
    ax.errorbar(
        frame["mean"], list(places), xerr=error, fmt="o", color=BLUE, markersize=3, capsize=4
    )
    for place, line in zip(places, frame[list(NEEDS)].to_dict("records"), strict=True):
        text = f"{line['mean']:+.1f} ({line['low']:+.1f} to {line['high']:+.1f})"
        ax.annotate(text, (0.4, place), va="center", fontsize=8, annotation_clip=False)
    ax.annotate(against, (0, len(frame) + 0.75), ha="center", va="bottom", fontsize=8, color=DARK,
                annotation_clip=False)  # fmt: skip
    ax.set_yticks(list(places), frame["name"].tolist())
    ax.set_ylim(0.5, len(frame) + 0.6)
    ax.set_xlim(min(frame["low"].min() * 1.05, -1), 0.2)
    ax.set_xlabel("list points a deal, one against two (Seeger-Fabian)")
