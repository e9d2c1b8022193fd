"""Hand game or pick-up: what leaving the skat gains or costs, by trumps and side aces and tens."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle

from analysis.charts import forced_words
from analysis.charts.style import DARK, DIVERGING, GREY, PALE, ink_on
from analysis.frames.cells import FEW
from analysis.load import Log

NEEDS = (
    "trumps", "tops", "n", "difference", "difference_low", "difference_high", "few", "clear",
)  # fmt: skip
TITLE = "From the hand or with the skat?"
SIZE = (9.0, 7.2)
_SPAN = 40.0  # points of the darkest colour
_NORM = Normalize(-_SPAN, _SPAN, clip=True)
_LINE: Any = {"color": DARK, "linewidth": 2.4, "solid_capstyle": "projecting"}
_STRADDLES, _FEW = "/////", "....."


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    return (
        "Each cell: mean plain score of the declarer from the hand less that with the skat, the "
        "same hand on the same deal, both forced at the lowest bid in the longest suit (of equals "
        "one without its ace, then the dearest); 95 % t interval of the paired difference; n: "
        "hands of 3 to 9 trumps (jacks included where they are trumps), each a deal of its own, "
        "all seats. Who picks up puts away what he would. Contour: where the sign changes. "
        f"{frame['n'].sum():,} hands in all. {forced_words.of_games(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A cell a class of hands, the contour at 0.

    Parameters
    ----------
    frame
        Columns `NEEDS`, points.
    figure
        Where to draw.
    """
    ax = figure.subplots()
    for cell in frame.to_dict("records"):
        _cell(ax, cell)
    _contour(ax, frame)
    ax.set_xticks(frame["trumps"].unique())
    ax.set_yticks(frame["tops"].unique())
    ax.set_xlim(frame["trumps"].min() - 0.5, frame["trumps"].max() + 0.5)
    ax.set_ylim(frame["tops"].min() - 0.5, frame["tops"].max() + 0.5)
    ax.set_xlabel("trumps of the ten cards dealt, longest suit")
    ax.set_ylabel("side aces and tens")
    ax.tick_params(length=0)
    bar = figure.colorbar(ScalarMappable(_NORM, DIVERGING), ax=ax, extend="both", shrink=0.7)
    bar.set_label("hand less pick-up (points a game)", fontsize=8)
    _legend(figure)


def _cell(ax: Axes, cell: dict[Any, Any]) -> None:
    x, y = cell["trumps"], cell["tops"]
    if not cell["n"]:
        ax.text(x, y, "no data", ha="center", va="center", fontsize=6, color=GREY)
        return
    known = bool(np.isfinite(cell["difference_low"]))
    colour = to_rgb(DIVERGING(float(_NORM(cell["difference"])))) if known else to_rgb(PALE)
    ink = ink_on(colour)
    place: Any = {"xy": (x - 0.5, y - 0.5), "width": 1, "height": 1}
    ax.add_patch(Rectangle(**place, facecolor=colour, edgecolor="white"))
    if not cell["clear"]:
        hatch = _FEW if cell["few"] else _STRADDLES
        ax.add_patch(
            Rectangle(**place, fill=False, linewidth=0, hatch=hatch, edgecolor=(*to_rgb(ink), 0.3))
        )
    limits = f"{cell['difference_low']:+.1f} to {cell['difference_high']:+.1f}" if known else ""
    style: Any = {"ha": "center", "va": "center", "color": ink}
    ax.text(x, y + 0.2, f"{cell['difference']:+.1f}", fontsize=9, fontweight="bold", **style)
    ax.text(x, y - 0.17, f"{limits}\nn {cell['n']:,}", fontsize=6, **style)


def _contour(ax: Axes, frame: pd.DataFrame) -> None:
    """The border between cells above and below 0, as a staircase."""
    above = {
        (cell["trumps"], cell["tops"]): cell["difference"] > 0
        for cell in frame[frame["n"] > 0].to_dict("records")
    }
    for (x, y), sign in above.items():
        if above.get((x + 1, y), sign) != sign:
            ax.plot([x + 0.5] * 2, [y - 0.5, y + 0.5], **_LINE)
        if above.get((x, y + 1), sign) != sign:
            ax.plot([x - 0.5, x + 0.5], [y + 0.5] * 2, **_LINE)


def _legend(figure: Figure) -> None:
    straddles = "the 95 % interval holds 0"
    handles = [
        Line2D([], [], **_LINE, label="contour at 0"),
        Patch(facecolor=PALE, edgecolor=GREY, hatch=_STRADDLES, label=straddles),
        Patch(facecolor=PALE, edgecolor=GREY, hatch=_FEW, label=f"n below {FEW}"),
    ]
    figure.legend(handles=handles, loc="outside upper right", ncols=3, fontsize=8)
