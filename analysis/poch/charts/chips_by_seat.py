"""What every seat wins and loses, by where it comes from and by position to the dealer."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from analysis.charts.style import BLUE, DARK, GREY, ORANGE, SKY, key
from analysis.poch.charts import captions
from analysis.poch.charts.numbers import chips_text, estimates, whole
from analysis.poch.frames.chips_by_seat import SOURCES
from analysis.poch.load import PochLog
from analysis.poch.places import place_in_full, place_name

_FINE = 0.005  # half an interval that two decimals would hide
NEEDS = ("position", "players", "source", "n", "sessions", "mean", "low", "high")
TITLE = "Chips a deal by place at the table, and where they come from"
SIZE = (13.0, 6.0)
# Colour and hatching, so that grey tells them apart too.
_LOOKS: dict[str, tuple[str, str]] = {
    "circles": (BLUE, ""), "soket": (ORANGE, "//"), "sekans": (SKY, ".."),
    "shedding": ("#E8C547", "\\\\"), "antes": ("#FFFFFF", "xx"), "sum": (DARK, ""),
}  # fmt: skip
_WIDTH = 0.8 / len(SOURCES)
_ROOM = 0.3  # for the numbers, of the span of the means


def caption(log: PochLog, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    first = frame.iloc[0]
    return (
        "Mean chips a deal with 95 % t intervals, the session as the unit; places in the order of "
        "turns, the dealer last. soket, sekans: the circle, if won, less what was staked; "
        "shedding: what the last holder of cards pays; antes are the same in every deal. "
        f"n: {first['n']:,} deals a place in {first['sessions']:,} sessions. "
        f"{captions.of_run(log)}"
    )


def told(frame: pd.DataFrame) -> pd.DataFrame:
    """The numbers as they stand on a page."""
    places = [
        place_name(at % of) for at, of in zip(frame["position"], frame["players"], strict=True)
    ]
    return pd.DataFrame(
        {
            "place": places,
            "source": frame["source"],
            "deals (n)": whole(frame["n"]),
            "sessions": whole(frame["sessions"]),
            "chips a deal": estimates(frame, "mean", "low", "high", chips_text),
        }
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A group of bars a position.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    ax = figure.subplots()
    highest = float(np.nanmax(frame[["mean", "high"]]))
    lowest = float(np.nanmin(frame[["mean", "low"]]))
    span = highest - lowest
    for cell in frame[list(NEEDS)].to_dict("records"):
        _bar(ax, cell, span)
    positions = sorted(frame["position"].unique())
    sizes = frame.drop_duplicates("position").set_index("position")["n"]
    ax.set_xticks(positions, [_name(at, positions[-1], sizes[at]) for at in positions])
    ax.axhline(0, color=DARK, linewidth=0.8)
    for at in positions[:-1]:
        ax.axvline(at + 0.5, color=GREY, linewidth=0.5)
    ax.set_xlim(0.5, positions[-1] + 0.5)
    ax.set_ylim(lowest - _ROOM * span, highest + _ROOM * span)
    ax.set_ylabel("chips a deal")
    ax.set_xlabel("place")
    ax.tick_params(axis="x", length=0)
    key(figure, [_key(source) for source in SOURCES], columns=len(SOURCES))


def _bar(ax: Axes, cell: Mapping[Any, Any], span: float) -> None:
    """A mean with its interval and number."""
    face, hatch = _LOOKS[cell["source"]]
    place = cell["position"] + _WIDTH * (SOURCES.index(cell["source"]) - (len(SOURCES) - 1) / 2)
    mean, low, high = cell["mean"], cell["low"], cell["high"]
    look: Any = {"facecolor": face, "edgecolor": DARK, "hatch": hatch, "linewidth": 0.6}
    ax.bar(place, mean, 0.9 * _WIDTH, **look)
    known = not math.isnan(low)
    if known:
        ax.errorbar(
            place, mean, yerr=[[mean - low], [high - mean]], color=GREY, capsize=2, linewidth=1
        )
    half = (high - low) / 2 if known else 1.0
    digits = 2 if half >= _FINE else 3  # an interval of 0.00 would be none
    text = f"{mean:+.{digits}f}" + (f" ±{half:.{digits}f}" if known else "")
    down = mean < 0
    end = (low if down else high) if known else mean
    ax.text(
        place, end - 0.01 * span if down else end + 0.01 * span, text, rotation=90, fontsize=6.5,
        ha="center", va="top" if down else "bottom",
    )  # fmt: skip


def _name(position: int, last: int, n: int) -> str:
    return f"{place_in_full(position % last)}\nn {n:,}"


def _key(source: str) -> Patch:
    face, hatch = _LOOKS[source]
    return Patch(facecolor=face, edgecolor=DARK, hatch=2 * hatch, label=source)
