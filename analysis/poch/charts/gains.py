"""How charts of paired gains are drawn: cells by holding, and a line from where on it pays."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle

from analysis.charts.style import DARK, DIVERGING, GREY, HATCH, PALE, ink_on
from analysis.poch.frames.gains import FEW, NEVER, TIMES

NEEDS = (
    "auction", "players", "holding", "n", "gain", "gain_low", "gain_high", "clear", "pays_from",
    "pays_from_low", "pays_from_high",
)  # fmt: skip
SPAN = 4  # chips; of so much and more the darkest colour
_SCALE = Normalize(-SPAN, SPAN, clip=True)
RULE = (
    "Thick line: the lowest holding whose mean, smoothed to rise with the holding (isotonic "
    "regression: means that fall are pooled), is above 0; bar at its left: 95 % percentile "
    f"interval of that holding, {TIMES} samples of the deals drawn with replacement"
)


def panel(ax: Axes, cells: pd.DataFrame, columns: Sequence[Any], by: str) -> None:
    """A panel of cells: a column a value of `by`, a row a holding from the lowest on."""
    holdings = list(dict.fromkeys(cells["holding"]))
    places = {name: place for place, name in enumerate([*holdings, NEVER])}
    for x, value in enumerate(columns):
        column = cells[cells[by] == value]
        for cell in column.to_dict("records"):
            _cell(ax, x, places[str(cell["holding"])], cell)
        _threshold(ax, x, places, column.iloc[0].to_dict())
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(-0.5, len(holdings) - 0.4)
    ax.set_xticks(range(len(columns)))
    ax.set_yticks(range(len(holdings)), holdings)
    ax.tick_params(length=0, colors=DARK)


def _cell(ax: Axes, x: int, y: int, cell: Mapping[Any, Any]) -> None:
    """The mean with its limits and n, on its colour."""
    look: Any = {"ha": "center", "va": "center"}
    if not cell["n"]:
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor="white", edgecolor=GREY))
        ax.text(x, y, "no data", fontsize=5, color=GREY, **look)
        return
    colour = to_rgb(DIVERGING(float(_SCALE(cell["gain"]))))
    ink = ink_on(colour)
    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
    if not cell["clear"]:
        hatched = Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, linewidth=0, hatch=HATCH)
        hatched.set_edgecolor((*to_rgb(ink), 0.35))
        ax.add_patch(hatched)
    ax.text(x, y + 0.17, f"{_told(cell['gain'])}", fontsize=7, fontweight="bold", color=ink, **look)
    ax.text(x, y - 0.24, f"{_limits(cell)}, n {cell['n']:,}", fontsize=4.8, color=ink, **look)


def _told(chips: float) -> str:
    return f"{round(chips, 2) or 0.0:+.2f}" if round(chips, 2) else "0"


def _limits(cell: Mapping[Any, Any]) -> str:
    """Limits of a mean; deals that were all alike have none."""
    if math.isnan(cell["gain_low"]):
        return "in each deal" if cell["n"] > 1 else "no interval"
    return f"{_told(cell['gain_low'])} to {_told(cell['gain_high'])}"


def _threshold(ax: Axes, x: int, places: Mapping[str, int], cell: Mapping[Any, Any]) -> None:
    """The line under the lowest holding that pays, and its interval."""
    level, low, high = (
        places[cell[name]] - 0.5 for name in ("pays_from", "pays_from_low", "pays_from_high")
    )
    for colour, width in (("white", 5.0), (DARK, 2.6)):
        look: Any = {"color": colour, "solid_capstyle": "butt", "clip_on": False, "zorder": 4}
        ax.plot([x - 0.48, x + 0.48], [level, level], linewidth=width, **look)
        if high > low:
            ax.plot([x - 0.44, x - 0.44], [low, high], linewidth=0.7 * width, **look)


def bar(figure: Figure, axes: Sequence[Axes]) -> None:
    """The key to the colours, beside the axes."""
    drawn = figure.colorbar(
        ScalarMappable(_SCALE, DIVERGING), ax=list(axes), extend="both", shrink=0.6, pad=0.01,
        aspect=30,
    )  # fmt: skip
    drawn.set_label("gain (chips)", fontsize=8)
    drawn.ax.tick_params(labelsize=7)


def keys() -> list[Any]:
    """The key to lines and hatching."""
    unclear = f"hatched: n below {FEW}, or the 95 % interval holds 0"
    return [
        Line2D([], [], color=DARK, linewidth=2.6, label="it pays from here on"),
        Patch(facecolor=PALE, edgecolor=GREY, hatch=HATCH, label=unclear),
    ]
