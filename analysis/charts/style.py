"""One look for all charts: colour-blind safe, readable in grey."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Okabe and Ito's colours, of clearly different lightness
DARK, BLUE, GREY = "#222222", "#0072B2", "#999999"

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
}


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
