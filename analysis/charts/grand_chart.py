"""Grand by jacks and aces against break-even, beside the rule of thumb."""

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
    SEAT_NAMES,
    border_key,
    facets,
    frame_tile,
    key,
    limits_text,
    margin_bar,
    per_thousand,
    sign_of,
    tile,
    unclear_key,
)
from analysis.frames.cells import FEW, LEADER
from analysis.frames.grand_chart import READY
from analysis.load import Log

NEEDS = (
    "seat", "jacks", "aces", "ten", "frequency", "n", "win_rate", "win_low", "win_high",
    "break_even", "margin", "margin_low", "margin_high", "clear", "disagrees",
)  # fmt: skip
TITLE = "Grand: how often it is won, by jacks, aces and the lead"
SIZE = (11.0, 8.2)
_ROWS = [(0, 0), *((aces, ten) for aces in range(1, 5) for ten in range(2))]  # (aces, ten)


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    return (
        "Each cell: games won in %, the 95 % Wilson interval, n, and how many of 1,000 hands dealt "
        "are such (exact). Jacks and aces of the ten cards dealt; half steps: with a ten under an "
        "ace. The rule: jacks + aces + 1 for the lead are 5 or more. Colour: P(win) less "
        f"break-even, {captions.even_of(frame)}. {captions.hands_of(log, 'Grand')}; "
        f"{frame['n'].sum():,} in all. {captions.of_run(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A panel a seat, a cell a class of hands.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    seats = list(dict.fromkeys(frame["seat"]))
    axes = facets(figure, ["Grand"], [SEAT_NAMES[seat] for seat in seats])
    for seat, ax in zip(seats, axes.values(), strict=True):
        for cell in frame[frame["seat"] == seat][list(NEEDS)].to_dict("records"):
            _cell(ax, cell)
        _rule(ax, lead=seat == LEADER)
        _label(ax)
    next(iter(axes.values())).set_ylabel("aces; half steps: with a ten under an ace")
    margin_bar(figure, list(axes.values()))
    _key(figure)


def _cell(ax: Axes, cell: Mapping[Any, Any]) -> None:
    x, y = cell["jacks"], _ROWS.index((cell["aces"], cell["ten"]))
    often = f"{per_thousand(cell['frequency'])} of 1,000"
    if not cell["n"]:
        ax.text(x, y, f"no data\n{often}", ha="center", va="center", fontsize=6, color=GREY)
        return
    look: Any = {"ha": "center", "va": "center"}
    look["color"] = tile(ax, x, y, cell["margin"], cell["clear"])
    rate = f"{sign_of(cell['margin_low'], cell['margin_high'])}{100 * cell['win_rate']:.0f}"
    limits = limits_text(cell["win_low"], cell["win_high"])
    ax.text(x, y + 0.2, rate, fontsize=9, fontweight="bold", **look)
    ax.text(x, y - 0.17, f"{limits}\nn {cell['n']:,}\n{often}", fontsize=5.5, **look)
    if cell["disagrees"]:
        frame_tile(ax, x, y, clear=cell["clear"])


def _rule(ax: Axes, *, lead: bool) -> None:
    """The border of jacks + aces + the lead >= 5, as a staircase."""
    for jacks in range(5):
        aces = READY - lead - jacks
        if not 0 <= aces <= 4:
            continue
        y = _ROWS.index((aces, 0)) - 0.5
        ax.plot([jacks - 0.5, jacks + 0.5], [y, y], color=DARK, linewidth=2.2)
        above = _ROWS.index((aces + 1, 0)) - 0.5 if aces < 4 else len(_ROWS) - 0.5
        if jacks:
            ax.plot([jacks - 0.5] * 2, [y, above], color=DARK, linewidth=2.2)


def _label(ax: Axes) -> None:
    ax.set_xlim(-0.5, 4.5)
    ax.set_ylim(-0.5, len(_ROWS) - 0.5)
    ax.set_xticks(range(5))
    ax.set_yticks(range(len(_ROWS)), [f"{a}\N{VULGAR FRACTION ONE HALF}" if t else f"{a}"
                                      for a, t in _ROWS])  # fmt: skip
    ax.set_xlabel("jacks")
    ax.tick_params(length=0)


def _key(figure: Figure) -> None:
    handles = [
        unclear_key(FEW),
        Line2D([], [], color=DARK, linewidth=2.2, label="from here up the rule plays Grand"),
        border_key("the rule and P(win) disagree", clear=True),
        border_key("... in an unclear cell", clear=False),
    ]
    key(figure, handles)
