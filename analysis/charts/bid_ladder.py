"""The ladder of bids: what a game in Clubs is worth at each, by hand class."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from analysis.charts import forced_words
from analysis.charts.style import BLUE, DARK, GREY, ORANGE, SKY
from analysis.load import Log

NEEDS = (
    "hands", "bid", "n", "score", "score_low", "score_high", "broken", "broken_low", "broken_high",
    "pays", "last",
)  # fmt: skip
TITLE = "Clubs with the skat: what a hand is worth at each bid"
SIZE = (10.5, 7.4)
_GREEN, _PINK = "#009E73", "#CC79A7"
# Colour, dashes and marker of the classes, so that grey tells them apart too.
_LOOKS: tuple[tuple[Any, ...], ...] = (
    (BLUE, "-", "o"), (DARK, "-", "s"), (_GREEN, "--", "D"), (ORANGE, "-", "^"),
    (SKY, "-.", "v"), (_PINK, ":", "P"),
)  # fmt: skip
_STEP: Any = {"step": "mid", "linewidth": 0}


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    return (
        "Mean plain score of the declarer with its 95 % t band, all seats, Clubs the longest suit; "
        "matadors, trumps and side aces of the ten cards dealt. The games are forced at the lowest "
        "bid and settled again at every other: discard and play do not depend on the bid. A game "
        "in which schneider or the skat does not lift the value to the bid is lost, at the next "
        "multiple of the base value that covers it. Mark: the highest bid whose band is above 0. "
        "Below: share of hands of the class that would cover the bid as dealt, but not with what "
        "lies in the skat (a jack that ends the run), Wilson 95 % interval. A line ends where "
        f"fewer than 1 in 20 games cover the bid. {forced_words.of_games(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """Scores above, broken bids below, a line a hand class.

    Parameters
    ----------
    frame
        Columns `NEEDS`; points and shares from 0 to 1.
    figure
        Where to draw.
    """
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=[3, 1])
    bids = sorted(frame["bid"].unique())
    places = {bid: place for place, bid in enumerate(bids)}
    handles = []
    for (name, line), look in zip(frame.groupby("hands", sort=False), _LOOKS, strict=False):
        at = [places[bid] for bid in line["bid"]]
        _line(above, at, line, look)
        _ribbon(below, at, line, look)
        colour, dashes, marker = look
        handles.append(
            Line2D([], [], color=colour, linestyle=dashes, marker=marker, label=_told(name, line))
        )
    _label(above, below, bids)
    figure.legend(handles=handles, loc="outside right upper", fontsize=8)


def _line(ax: Axes, at: list[int], line: pd.DataFrame, look: tuple[Any, ...]) -> None:
    """The scores of a class with their band, and the last bid that pays."""
    colour, dashes, marker = look
    ax.fill_between(at, line["score_low"], line["score_high"], color=colour, alpha=0.25, **_STEP)
    ax.plot(at, line["score"], drawstyle="steps-mid", color=colour, linestyle=dashes, linewidth=1.5)
    for place, cell in zip(at, line.to_dict("records"), strict=True):
        if cell["last"]:
            ax.plot(
                place, cell["score"], marker, color=colour, markersize=8, markeredgecolor="white"
            )


def _ribbon(ax: Axes, at: list[int], line: pd.DataFrame, look: tuple[Any, ...]) -> None:
    """How often the skat breaks the class, where it ever does."""
    colour, dashes, _ = look
    if not (line["broken"] > 0).any():
        return
    ax.fill_between(
        at, 100 * line["broken_low"], 100 * line["broken_high"], color=colour, alpha=0.35,
        **_STEP,
    )  # fmt: skip
    ax.plot(at, 100 * line["broken"], drawstyle="steps-mid", color=colour, linestyle=dashes)


def _told(name: Any, line: pd.DataFrame) -> str:
    """A class in the legend: its size and how far it pays."""
    last = line.loc[line["last"], "bid"]
    pays = f"pays up to {last.iloc[0]}" if len(last) else "pays at no bid"
    return f"{name}\n{pays}, n {line['n'].iloc[0]:,}"


def _label(above: Axes, below: Axes, bids: list[int]) -> None:
    above.axhline(0, color=GREY, linestyle="--", linewidth=1)
    above.set_ylabel("expected score (points a game)")
    below.set_ylabel("broken by\nthe skat (%)")
    below.set_ylim(bottom=0)
    below.set_xlabel("bid (every step of the ladder)")
    below.set_xticks(range(len(bids)), [str(bid) for bid in bids], rotation=90, fontsize=7)
    below.set_xlim(-0.5, len(bids) - 0.5)
