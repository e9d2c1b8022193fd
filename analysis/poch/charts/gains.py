"""How charts of gains are drawn: cells by holding, and a line from where on it pays."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle

from analysis.charts.style import DARK, GREY, HATCH, PALE
from analysis.poch.charts.numbers import chips_text, estimates, whole
from analysis.poch.frames.gains import FEW, NEVER, NONE, TIMES

NEEDS = (
    "auction", "players", "holding", "n", "gain", "gain_low", "gain_high", "clear", "pays_from",
    "pays_from_low", "pays_from_high",
)  # fmt: skip
SPAN = 4  # chips; of so much and more the darkest colour
ALWAYS = "always"
_SCALE = Normalize(-SPAN, SPAN, clip=True)
# Losses stay light and gains get dark, so that grey tells them apart too.
_COLOURS = LinearSegmentedColormap.from_list(
    "gains", ["#FFC45C", "#FFE6BF", PALE, "#7FB2DA", "#08306B"]
)
_FADED = 0.7  # how far to white the colour of an unclear cell goes
_ROOM = 0.5  # for words below and above the cells
RULE = (
    "Thick line: the lowest holding whose mean, smoothed to rise with the holding (isotonic "
    "regression: means that fall are pooled; none, a bluff, stands apart), is above 0; bar at its "
    f"left: 95 % percentile interval of that holding, {TIMES} samples of the deals drawn with "
    "replacement"
)

Colour = tuple[float, float, float]


def panel(ax: Axes, cells: pd.DataFrame, columns: Sequence[Any], by: str) -> None:
    """A panel of cells: a column a value of `by`, a row a holding from the lowest on."""
    holdings = list(dict.fromkeys(cells["holding"]))
    places = {name: place for place, name in enumerate([*holdings, NEVER])}
    for x, value in enumerate(columns):
        column = cells[cells[by] == value]
        for cell in column.to_dict("records"):
            _cell(ax, x, places[str(cell["holding"])], cell)
        if column["n"].any():
            _threshold(ax, x, places, column.iloc[0].to_dict())
    ax.set_xlim(-0.5, len(columns) - 0.5)
    ax.set_ylim(-0.5 - _ROOM, len(holdings) - 0.5 + _ROOM)
    ax.set_xticks(range(len(columns)))
    ax.set_yticks(range(len(holdings)), holdings)
    ax.tick_params(length=0, colors=DARK)


def always_pays(cells: pd.DataFrame) -> bool:
    """Whether it pays with every holding in every column: limits say so, no cell says no."""
    lowest = cells.loc[cells["holding"] != NONE, "holding"].iloc[0]
    surely = (cells[["pays_from", "pays_from_high"]] == lowest).all(axis=None)
    return bool(surely and not (cells["clear"] & (cells["gain"] < 0)).any())


def told(frame: pd.DataFrame, column: str, values: Sequence[str]) -> pd.DataFrame:
    """The numbers of such a chart as they stand on a page.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    column, values
        The column that is not of all such charts.
    """
    limits = zip(frame["pays_from"], frame["pays_from_low"], frame["pays_from_high"], strict=True)
    return pd.DataFrame(
        {
            "auction": frame["auction"],
            "players": whole(frame["players"]),
            column: values,
            "holding": frame["holding"],
            "n": whole(frame["n"]),
            "gain in chips": estimates(frame, "gain", "gain_low", "gain_high", chips_text),
            "clear of 0": frame["clear"].map({True: "yes", False: "no"}),
            "pays from": [f"{at} ({low} to {high})" for at, low, high in limits],
        }
    )


def _cell(ax: Axes, x: int, y: int, cell: Mapping[Any, Any]) -> None:
    """The mean with half its interval, n below, on its colour."""
    look: Any = {"ha": "center", "va": "center"}
    if not cell["n"]:
        ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor="white", edgecolor=GREY))
        ax.text(x, y, "no data", fontsize=6, color=GREY, **look)
        return
    colour = _colour(cell["gain"], clear=cell["clear"])
    look["color"] = ink_on(colour)
    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
    if not cell["clear"]:
        hatched = Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, linewidth=0, hatch=HATCH)
        hatched.set_edgecolor((*to_rgb(GREY), 0.6))
        ax.add_patch(hatched)
        look["bbox"] = {"facecolor": colour, "linewidth": 0, "pad": 0.6}
    ax.text(
        x, y + 0.18, f"{_told(cell['gain'])}{_half(cell)}", fontsize=7, fontweight="bold", **look
    )
    ax.text(x, y - 0.25, f"n {cell['n']:,}", fontsize=6.5, **look)


def _colour(gain: float, *, clear: bool) -> Colour:
    """The colour of a gain, light where the gain is unclear."""
    red, green, blue = to_rgb(_COLOURS(float(_SCALE(gain))))
    fade = 0.0 if clear else _FADED
    return red + (1 - red) * fade, green + (1 - green) * fade, blue + (1 - blue) * fade


def ink_on(colour: Colour) -> str:
    """Dark or white, whichever has the higher contrast (WCAG 2)."""
    on = luminance(colour)
    dark = (on + 0.05) / (luminance(to_rgb(DARK)) + 0.05)
    return DARK if dark >= 1.05 / (on + 0.05) else "white"


def luminance(colour: Colour) -> float:
    """Relative luminance of an sRGB colour, 0 to 1."""
    parts = np.asarray(colour)
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))


def _told(chips: float) -> str:
    return f"{chips:+.2f}" if round(chips, 2) else "0"


def _half(cell: Mapping[Any, Any]) -> str:
    """Half the interval of a mean; deals that were all alike have none."""
    if math.isnan(cell["gain_low"]):
        return " each" if cell["n"] > 1 else ""
    return f" ±{(cell['gain_high'] - cell['gain_low']) / 2:.2f}"


def _threshold(ax: Axes, x: int, places: Mapping[str, int], cell: Mapping[Any, Any]) -> None:
    """The line under the lowest holding that pays, and its interval; in words at either end."""
    level, low, high = (
        places[cell[name]] - 0.5 for name in ("pays_from", "pays_from_low", "pays_from_high")
    )
    for colour, width in (("white", 5.0), (DARK, 2.6)):
        look: Any = {"color": colour, "solid_capstyle": "butt", "clip_on": False, "zorder": 4}
        ax.plot([x - 0.48, x + 0.48], [level, level], linewidth=width, **look)
        if high > low:
            ax.plot([x - 0.44, x - 0.44], [low, high], linewidth=0.7 * width, **look)
    words: Any = {"ha": "center", "va": "center", "fontsize": 7, "fontweight": "bold"}
    if level == (NONE in places) - 0.5:
        ax.text(x, -0.55 - _ROOM / 2, ALWAYS, **words)
    if level == places[NEVER] - 0.5:
        ax.text(x, level + _ROOM / 2 + 0.05, NEVER, **words)


def bar(figure: Figure, axes: Sequence[Axes]) -> None:
    """The key to the colours, beside the axes."""
    drawn = figure.colorbar(
        ScalarMappable(_SCALE, _COLOURS), ax=list(axes), extend="both", shrink=0.6, pad=0.01,
        aspect=30,
    )  # fmt: skip
    drawn.set_label("chips more than by passing", fontsize=8)
    drawn.ax.tick_params(labelsize=7)


def keys() -> list[Any]:
    """The key to lines, numbers and hatching."""
    line = f"it pays from here on; {ALWAYS}: with any holding, {NEVER}: with no holding"
    unclear = f"hatched: n below {FEW}, or the 95 % interval holds 0"
    return [
        Line2D([], [], color=DARK, linewidth=2.6, label=line),
        Patch(facecolor="white", edgecolor=GREY, hatch=HATCH, label=unclear),
    ]
