"""The discard: all pairs of twelve cards as a triangle, coloured by what they lose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from analysis.charts import forced_words
from analysis.charts.style import DARK, GREY, PALE, ink_on
from analysis.frames.cells import FEW
from analysis.load import Log
from simcore.skat.rules import CONTRACTS, NAMES

NEEDS = (
    "first", "second", "contract", "seat", "n", "score", "score_low", "score_high", "lost",
    "lost_low", "lost_high", "best", "tied", "own",
)  # fmt: skip
TITLE = "Which two cards to put away"
SIZE = (9.6, 8.8)
_LOSSES = LinearSegmentedColormap.from_list("lost", [PALE, "#E8A25E", "#C1510A", "#5E2300"])
_TIED, _HATCH, _FEW = "#C8C8C8", "/////", "....."


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    told, best = frame.iloc[0], frame[frame["best"]].iloc[0]
    cards, game = " ".join(_order(frame)), NAMES[CONTRACTS.index(told["contract"])]
    return (
        f"{game} by {told['seat']} at the lowest bid on {cards}. "
        "Mean plain score lost against the best pair put away, points a game, and the 95 % t "
        "interval of the paired difference. All 66 pairs on the same deals; the best was chosen on "
        f"other deals than these {told['n']:,} (n of every cell). Best: {best['first']} "
        f"{best['second']}, mean score {best['score']:+.1f} ({best['score_low']:+.1f} to "
        f"{best['score_high']:+.1f}). Tied: the interval reaches 0. {forced_words.of_games(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A cell a pair of cards.

    Parameters
    ----------
    frame
        Columns `NEEDS`, points.
    figure
        Where to draw.
    """
    ax, order = figure.subplots(), _order(frame)
    norm = Normalize(0, max(float(frame["lost"].max()), 1.0))
    for cell in frame.to_dict("records"):
        _cell(ax, order.index(cell["first"]), order.index(cell["second"]), cell, norm)
    last = len(order) - 1
    ax.set_xlim(-0.5, last - 0.5)
    ax.set_ylim(last + 0.5, 0.5)
    ax.set_xticks(range(last), order[:-1])
    ax.set_yticks(range(1, last + 1), order[1:])
    ax.set_xlabel("one card put away")
    ax.set_ylabel("the other")
    ax.tick_params(length=0)
    bar = figure.colorbar(ScalarMappable(norm, _LOSSES), ax=ax, shrink=0.6, pad=0.01)
    bar.set_label("lost against the best (points a game)", fontsize=8)
    _legend(ax)


def _order(frame: pd.DataFrame) -> list[str]:
    """The twelve cards in their order."""
    return list(dict.fromkeys([*frame["first"], *frame["second"]]))


def _cell(ax: Axes, x: int, y: int, cell: dict[Any, Any], norm: Normalize) -> None:
    colour = to_rgb(_TIED if cell["tied"] else _LOSSES(float(norm(cell["lost"]))))
    ink = ink_on(colour)
    place: Any = {"xy": (x - 0.5, y - 0.5), "width": 1, "height": 1}
    style: Any = {"ha": "center", "va": "center", "color": ink}
    ax.add_patch(Rectangle(**place, facecolor=colour, edgecolor="white"))
    if cell["tied"] or cell["n"] < FEW:
        hatch = _FEW if cell["n"] < FEW else _HATCH
        edge = (*to_rgb(ink), 0.25)
        ax.add_patch(Rectangle(**place, fill=False, linewidth=0, hatch=hatch, edgecolor=edge))
    if cell["best"]:
        ax.text(x, y, "best", fontsize=8, fontweight="bold", **style)
    else:
        low, high = cell["lost_low"], cell["lost_high"]
        limits = f"{low:.1f} to {high:.1f}" if np.isfinite(low) else "never differs"
        ax.text(x, y - 0.16, f"{cell['lost']:.1f}", fontsize=8, fontweight="bold", **style)
        ax.text(x, y + 0.22, limits, fontsize=5, **style)
    for wanted, inset, line in (("best", 0.04, "-"), ("own", 0.1, ":")):
        if cell[wanted]:
            corner, size = (x - 0.5 + inset, y - 0.5 + inset), 1 - 2 * inset
            ax.add_patch(
                Rectangle(corner, size, size, fill=False, edgecolor=ink, linewidth=1.8, ls=line)
            )


def _legend(ax: Axes) -> None:
    handles = [
        Patch(fill=False, edgecolor=DARK, linewidth=1.8, label="best, chosen on other deals"),
        Patch(fill=False, edgecolor=DARK, linewidth=1.8, linestyle=":",
              label="what the player puts away"),
        Patch(facecolor=_TIED, edgecolor=GREY, hatch=_HATCH, label="tied with the best"),
        Patch(facecolor=PALE, edgecolor=GREY, hatch=_FEW, label=f"n below {FEW}"),
    ]  # fmt: skip
    ax.legend(handles=handles, loc="upper right", fontsize=8)
