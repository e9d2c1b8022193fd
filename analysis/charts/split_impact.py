"""Trump splits: their exact probability, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from analysis.charts import captions
from analysis.charts.style import (
    DARK,
    GREY,
    HATCH,
    key,
    margin_bar,
    margin_colour,
    rate_text,
    sign_of,
    unclear_key,
)
from analysis.frames.cells import FEW
from analysis.load import Log

NEEDS = (
    "missing", "longer", "split", "probability", "of_n", "share", "share_low", "share_high", "n",
    "win_rate", "win_low", "win_high", "break_even", "margin", "margin_low",
    "margin_high", "clear",
)  # fmt: skip
TITLE = "Trump splits: how likely they are, and how often suit games are won against them"
SIZE = (11.5, 6.2)


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    return (
        "Trumps missing from the declarer's hand and skat (what is put away is his), as they lie "
        "with the two defenders. Bar: exact (hypergeometric) probability; its colour: P(win) less "
        f"break-even, {captions.even_of(frame)}. Intervals: 95 %, Wilson. "
        f"{captions.hands_of(log, 'suit games')}; {frame['n'].sum():,} in all. "
        f"{captions.of_run(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A band for each number of missing trumps, a row a split: its probability, its win rate.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    groups = dict(list(frame.groupby("missing")))
    heights = [len(rows) for rows in groups.values()]
    grid = figure.subplots(
        len(groups), 2, sharex="col", sharey="row", height_ratios=heights, squeeze=False
    )
    for rows, (left, right) in zip(groups.values(), grid, strict=True):
        for place, cell in enumerate(rows[list(NEEDS)].to_dict("records")):
            _bar(left, place, cell)
            _rate(right, place, cell)
        _label(left, rows)
        right.tick_params(axis="y", length=0)
        right.axvline(100 * rows["break_even"].mean(), color=DARK, linestyle="--", linewidth=1)
    left, right = grid[-1]
    left.set_xlim(0, 100)
    left.set_xlabel("probability of the split (%)")
    right.set_xlim(0, 100)
    right.set_xlabel("P(win | split) (% of games)")
    margin_bar(figure, list(grid.ravel()), shrink=0.8)
    handles = [
        Line2D([], [], color=DARK, linestyle="none", marker="|", markersize=9,
               label="share seen in the games"),
        Line2D([], [], color=DARK, linestyle="--", linewidth=1, label="break-even"),
        unclear_key(FEW),
    ]  # fmt: skip
    key(figure, handles)


def _bar(ax: Axes, place: int, cell: Mapping[Any, Any]) -> None:
    colour = margin_colour(cell["margin"]) if cell["n"] else "white"
    likely, end = 100 * cell["probability"], 100 * cell["probability"]
    ax.barh(place, likely, 0.78, color=colour, edgecolor=GREY, linewidth=0.6)
    if not cell["clear"]:
        ax.barh(place, likely, 0.78, fill=False, linewidth=0, hatch=HATCH, edgecolor=GREY)
    seen = "no games"
    if cell["of_n"]:
        low, high = 100 * cell["share_low"], 100 * cell["share_high"]
        ax.plot([low, high], [place, place], color=DARK, linewidth=1.4)
        ax.plot(100 * cell["share"], place, "|", color=DARK, markersize=9)
        end = max(likely, high)
        seen = f"seen {100 * cell['share']:.1f} ({low:.1f} to {high:.1f}) of {cell['of_n']:,}"
    ax.annotate(
        f"{likely:.2f} %, {seen}", (end, place), (6, 0), textcoords="offset points", va="center",
        fontsize=7, color=DARK,
    )  # fmt: skip


def _rate(ax: Axes, place: int, cell: Mapping[Any, Any]) -> None:
    if not cell["n"]:
        ax.text(2, place, "no data", va="center", fontsize=7, color=GREY)
        return
    rate, low, high = (100 * cell[name] for name in ("win_rate", "win_low", "win_high"))
    ax.errorbar(
        rate, place, xerr=[[rate - low], [high - rate]], fmt="o", color=DARK, markersize=5,
        markerfacecolor=margin_colour(cell["margin"]), capsize=3,
    )  # fmt: skip
    told = f"{sign_of(cell['margin_low'], cell['margin_high'])}{rate_text(cell)}, n {cell['n']:,}"
    beside = ax.get_yaxis_transform()
    ax.text(1.02, place, told, transform=beside, va="center", fontsize=7, color=DARK)


def _label(ax: Axes, rows: pd.DataFrame) -> None:
    ax.set_yticks(range(len(rows)), rows["split"].tolist())
    ax.set_ylim(len(rows) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.set_ylabel(f"{rows['missing'].iloc[0]} missing", fontweight="bold")
