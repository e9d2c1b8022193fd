"""How full the circles get: all together over the deals of a session, and each at its end."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from analysis.charts.style import BLUE, DARK, ORANGE, SKY, key
from analysis.poch.charts import captions
from analysis.poch.charts.numbers import estimates, plain_chips, whole
from analysis.poch.frames.circles import ALL, MOST_SESSIONS
from analysis.poch.load import PochLog

NEEDS = (
    "circle", "deal", "last", "n", "sessions", "mean", "low", "high", "q10", "q50", "q90", "most",
)  # fmt: skip
TITLE = "What waits in the circles after each deal of a session"
SIZE = (13.5, 6.6)


def caption(log: PochLog, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    ends = frame[frame["last"]]
    n = f"{ends['n'].iloc[0]:,} session ends" if len(ends) else "no session has come to its end"
    least, most = frame["n"].min(), f"{MOST_SESSIONS:,} sessions of the run"
    first = f" (of the first {most})" if frame["sessions"].max() == MOST_SESSIONS else ""
    return (
        "Chips that nobody took and that wait for the next deal; a session begins with empty "
        "circles, those of soket and sekans are always taken. Means with 95 % t intervals, the "
        "session as the unit; what is left at the end of a session is reported, not paid. n: "
        f"{least:,} or more deals at each place in the session; at the end {n}{first}. "
        f"{captions.of_run(log)}"
    )


def told(frame: pd.DataFrame) -> pd.DataFrame:
    """The numbers as they stand on a page."""
    return pd.DataFrame(
        {
            "circle": frame["circle"],
            "after deal": whole(frame["deal"]),
            "deals (n)": whole(frame["n"]),
            "chips": estimates(frame, "mean", "low", "high", plain_chips),
            "10 %": whole(frame["q10"]),
            "median": whole(frame["q50"]),
            "90 %": whole(frame["q90"]),
            "most": whole(frame["most"]),
        }
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """All circles over the deals, and each at the end.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    over, end = figure.subplots(1, 2, width_ratios=(1.6, 1))
    _sum(over, frame[frame["circle"] == ALL])
    _end(end, frame[(frame["circle"] != ALL) & frame["last"]])
    key(figure, _keys())


def _sum(ax: Axes, line: pd.DataFrame) -> None:
    """All circles together: mean with its interval, quantiles."""
    at = line["deal"]
    ax.fill_between(at, line["q10"], line["q90"], color=SKY, alpha=0.35, linewidth=0)
    ax.plot(at, line["q50"], color=BLUE, linestyle="--", linewidth=1.2)
    ax.errorbar(
        at, line["mean"], yerr=[line["mean"] - line["low"], line["high"] - line["mean"]],
        color=DARK, marker="o", markersize=3, linewidth=1.2, capsize=1.5,
    )  # fmt: skip
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_locator(MaxNLocator("auto", integer=True))
    ax.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    ax.set_xlim(0.5, float(at.max()) + 0.5)
    ax.set_title("all circles together")
    ax.set_ylabel("chips")
    ax.set_xlabel("deal of the session")


def _end(ax: Axes, cells: pd.DataFrame) -> None:
    """What is left in each circle when a session ends."""
    circles = list(cells["circle"])
    ax.set_title("each circle: left at the end of a session")
    ax.set_ylabel("circle")
    ax.set_xlabel("chips")
    ax.set_yticks(range(len(circles)), circles)
    ax.set_ylim(-0.6, max(len(circles), 1) - 0.2)
    ax.tick_params(axis="y", length=0)
    if cells.empty:
        ax.text(0.5, 0.5, "no session has come to its end", transform=ax.transAxes, ha="center")
        return
    for place, cell in enumerate(cells[list(NEEDS)].to_dict("records")):
        _left(ax, place, cell)
    ax.set_xlim(left=-0.02 * float(cells["most"].max()))


def _left(ax: Axes, place: int, cell: dict[Any, Any]) -> None:
    """A circle: quantiles as a band, mean with its interval, the most seen, and all in numbers."""
    mean, low, high = cell["mean"], cell["low"], cell["high"]
    ax.barh(place, cell["q90"] - cell["q10"], 0.34, left=cell["q10"], color=SKY, alpha=0.35)
    ax.plot([cell["q50"]] * 2, [place - 0.17, place + 0.17], color=BLUE, linestyle="--")
    known = not math.isnan(low)
    error = [[mean - low], [high - mean]] if known else None
    ax.errorbar(mean, place, xerr=error, color=DARK, marker="o", markersize=4, capsize=2)
    ax.plot(cell["most"], place, marker="D", color=ORANGE, markersize=5, linestyle="none")
    limits = f" ({low:.2f} to {high:.2f})" if known else ""
    ax.text(0, place + 0.22, f"{mean:.2f}{limits}, n {cell['n']:,}", fontsize=6.5, va="bottom")


def _keys() -> list[Any]:
    return [
        Line2D([], [], color=DARK, marker="o", markersize=4, label="mean, 95 % interval"),
        Line2D([], [], color=BLUE, linestyle="--", label="median"),
        Patch(facecolor=SKY, alpha=0.35, label="from 10 % to 90 % of the sessions"),
        Line2D(
            [], [], color=ORANGE, marker="D", linestyle="none", markersize=5, label="the most seen"
        ),
    ]
