"""One look for all charts: colour-blind safe, readable in grey."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot as plt
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LinearSegmentedColormap, Normalize, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

# Okabe and Ito's colours, of clearly different lightness
DARK, BLUE, GREY = "#222222", "#0072B2", "#999999"
ORANGE, SKY, PALE = "#D55E00", "#56B4E9", "#F4F4F2"

SPAN = 1 / 3  # from break-even to a game always won, where losses count twice
HATCH = "/////"
# Above and below break-even, to be told without colour.
ABOVE, BELOW = "\N{BLACK UP-POINTING TRIANGLE}", "\N{WHITE DOWN-POINTING TRIANGLE}"
# Below break-even orange, above it blue and darker, so that grey too tells good from middling.
DIVERGING = LinearSegmentedColormap.from_list(
    "break-even", ["#C1510A", "#E8A25E", PALE, "#6FA8D2", "#08518C"]
)
_MARGIN = Normalize(-SPAN, SPAN, clip=True)

SEAT_NAMES = {
    "forehand": "forehand",
    "middlehand": "middlehand",
    "rearhand": "rearhand",
    "other": "middlehand and rearhand",
}

_RC: Any = {
    "figure.dpi": 150,
    "savefig.dpi": 150,
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "legend.frameon": False,
    "hatch.linewidth": 0.5,
    "svg.hashsalt": "simcore",  # names within a file, so that its bytes repeat
}
_CAPTION_SIZE = 7
_TITLE: Any = {"fontsize": 12, "fontweight": "bold"}


@contextmanager
def figure(width: float, height: float, caption: str) -> Iterator[tuple[Figure, Axes]]:
    """A figure (inches) with one pair of axes and a caption below; closed at the end."""
    with mpl.rc_context(_RC):
        fig, ax = plt.subplots(figsize=(width, height), layout="constrained")
        fig.supxlabel(caption, fontsize=7, color=DARK, x=0.01, ha="left")
        try:
            yield fig, ax
        finally:
            plt.close(fig)


@contextmanager
def sheet(width: float, height: float, title: str, caption: str) -> Iterator[Figure]:
    """A figure (inches) without axes, a title above and a caption below, broken into lines."""
    with mpl.rc_context(_RC):
        fig = Figure(figsize=(width, height), layout="constrained")
        fig.suptitle(title, x=0.01, ha="left", **_TITLE)
        lines = textwrap.fill(caption, int(width * 72 / (0.57 * _CAPTION_SIZE)))
        fig.supxlabel(lines, fontsize=_CAPTION_SIZE, color=DARK, x=0.01, ha="left")
        yield fig


# ---- cells coloured by how far they lie from break-even -----------------------------------------


def margin_colour(margin: float) -> tuple[float, float, float]:
    """The colour of a win rate less break-even; of `SPAN` and more the darkest."""
    return to_rgb(DIVERGING(float(_MARGIN(margin))))


def ink_on(colour: tuple[float, float, float]) -> str:
    """Dark or white, whichever is read more easily on a colour."""
    return DARK if np.dot(colour, (0.299, 0.587, 0.114)) > 0.55 else "white"


def sign_of(low: float, high: float) -> str:
    """`ABOVE` or `BELOW`, from the limits of a margin; nothing where they hold break-even."""
    if low <= 0 <= high:
        return ""
    return f"{ABOVE if low > 0 else BELOW} "


def limits_text(low: float, high: float) -> str:
    """Limits of a rate in per cent, with a decimal where they would look alike without."""
    digits = 0 if high - low >= 0.02 else 1
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f}"


def rate_text(cell: Mapping[Any, Any]) -> str:
    """A win rate with its limits: "81.2 % (80.9 to 81.5)"."""
    rate, low, high = (100 * cell[name] for name in ("win_rate", "win_low", "win_high"))
    return f"{rate:.1f} % ({low:.1f} to {high:.1f})"


def per_thousand(share: float) -> str:
    """A share as a number of 1,000, three digits; what is next to nothing as that."""
    return f"{1000 * share:.3g}" if share >= 1e-6 else "<0.001"


def tile(ax: Axes, x: float, y: float, margin: float, clear: bool) -> str:
    """Draw a cell of width and height 1 around a place, hatched if unclear; returns its ink."""
    colour = margin_colour(margin)
    ink = ink_on(colour)
    ax.add_patch(Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor="white"))
    if not clear:
        hatched = Rectangle((x - 0.5, y - 0.5), 1, 1, fill=False, linewidth=0, hatch=HATCH)
        hatched.set_edgecolor((*to_rgb(ink), 0.35))
        ax.add_patch(hatched)
    return ink


def frame_tile(ax: Axes, x: float, y: float, *, clear: bool) -> None:
    """Draw a border within a cell, dark on white, dotted if the cell is unclear."""
    for colour, width in (("white", 3.2), (DARK, 1.6)):
        line = ":" if not clear and colour == DARK else "-"
        border = Rectangle(
            (x - 0.44, y - 0.44), 0.88, 0.88, fill=False, edgecolor=colour, linewidth=width,
            linestyle=line,
        )  # fmt: skip
        ax.add_patch(border)


def border_key(label: str, *, clear: bool) -> Patch:
    """The key to such a border, for a legend."""
    line: Literal["-", ":"] = "-" if clear else ":"
    return Patch(fill=False, edgecolor=DARK, linewidth=1.6, linestyle=line, label=label)


def margin_bar(figure: Figure, axes: Sequence[Axes], shrink: float = 0.6) -> None:
    """The key to the colours, beside the axes."""
    bar = figure.colorbar(
        ScalarMappable(_MARGIN, DIVERGING), ax=list(axes), extend="both", shrink=shrink, pad=0.01,
        aspect=30,
    )  # fmt: skip
    bar.set_ticks([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3])
    bar.set_ticklabels(["-30", "-20", "-10", "0", "+10", "+20", "+30"])
    bar.set_label("P(win) less break-even (percentage points)", fontsize=8)
    bar.ax.tick_params(labelsize=7)


def unclear_key(few: int) -> Patch:
    """The key to the hatching, for a legend."""
    label = f"hatched: n below {few}, or the 95 % interval holds break-even"
    return Patch(facecolor=PALE, edgecolor=GREY, hatch=HATCH, label=label)


def key(figure: Figure, handles: Sequence[Artist], columns: int = 4) -> None:
    """The key of a sheet, in one block with its title, which then stands above it."""
    title = figure.get_suptitle()
    figure.suptitle("")
    figure.legend(
        handles=list(handles), loc="outside upper left", ncols=columns, fontsize=7, title=title,
        title_fontproperties={"size": _TITLE["fontsize"], "weight": _TITLE["fontweight"]},
        alignment="left", borderpad=0.1,
    )  # fmt: skip


def facets(
    figure: Figure, rows: Sequence[str], columns: Sequence[str], **options: Any
) -> dict[tuple[str, str], Axes]:
    """Axes in rows and columns, shared and named above and at the right, by their names."""
    grid = figure.subplots(
        len(rows), len(columns), sharex=True, sharey=True, squeeze=False, **options
    )
    for column, ax in zip(columns, grid[0], strict=True):
        ax.set_title(column)
    return {
        (row, column): grid[i, j] for i, row in enumerate(rows) for j, column in enumerate(columns)
    }
