"""Calibration: predicted against realised win rates by contract, beside open cards."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from analysis.charts import forced_words
from analysis.charts.style import BLUE, DARK, GREY
from analysis.frames.cells import FEW
from analysis.load import Log
from simcore.skat.rules import CONTRACTS, NAMES

NEEDS = (
    "contract", "predicted", "n", "rate", "rate_low", "rate_high", "open_n", "open_rate",
    "open_low", "open_high", "games", "brier", "brier_low", "brier_high", "log_loss",
    "log_loss_low", "log_loss_high", "estimates",
)  # fmt: skip
TITLE = "Calibration: what the estimates promise, and what is won"
SIZE = (11.0, 8.2)
_LOOKS: dict[str, dict[str, Any]] = {
    "rate": {"marker": "o", "color": BLUE, "linestyle": "-", "label": "won by the players"},
    "open": {"marker": "D", "color": DARK, "linestyle": ":", "label": "open-card: perfect play"},
}
_ROWS = {"n": -8, "open_n": -16}  # where the sizes of the bins stand, below 0 %


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    return (
        "Games with the skat forced on every seat, on deals nothing was fitted on: share won in "
        "ten bins of the predicted P(win) at the first lead (estimates of "
        f"{', '.join(dict.fromkeys(frame['estimates']))}), Wilson 95 % intervals; hands near "
        "enough to the contract to be rated. Brier score and log loss (natural logarithm) with "
        "95 % t intervals; lower is better. Open-card: games of the same bin with all cards open "
        "and best play of all, the discard as it was; no chance to win at the table. Below 0: "
        f"n of the players, then of the games solved; {frame['n'].sum():,} and "
        f"{frame['open_n'].sum():,} in all. {forced_words.of_games(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A panel a contract.

    Parameters
    ----------
    frame
        Columns `NEEDS`, rates from 0 to 1.
    figure
        Where to draw.
    """
    contracts = list(dict.fromkeys(frame["contract"]))
    rows = -(-len(contracts) // 3)
    grid = figure.subplots(rows, 3, sharex=True, sharey=True, squeeze=False)
    for ax, contract in zip(grid.flat, contracts, strict=False):
        _panel(ax, frame[frame["contract"] == contract])
        ax.set_title(NAMES[CONTRACTS.index(contract)])
    for ax in grid.flat[len(contracts) :]:
        ax.set_visible(False)
    for ax in grid[-1]:
        ax.set_xlabel("predicted (%)")
    for ax in grid[:, 0]:
        ax.set_ylabel("won (%)")
    few = Line2D([], [], linestyle="", marker="o", color=DARK, markerfacecolor="white",
                 label=f"n below {FEW}")  # fmt: skip
    handles = [*(Line2D([], [], markersize=5, **look) for look in _LOOKS.values()), few]
    figure.legend(handles=handles, loc="outside upper right", ncols=3, fontsize=8)


def _panel(ax: Axes, bins: pd.DataFrame) -> None:
    """The line of the players, that of open cards, and the numbers of a contract."""
    ax.plot([0, 100], [0, 100], color=GREY, linestyle="--", linewidth=1)
    for kind, size in (("open", "open_n"), ("rate", "n")):
        _line(ax, bins, kind, size)
    told = bins.iloc[0]
    lines = [
        f"{name} {told[column]:.4f} ({told[f'{column}_low']:.4f} to {told[f'{column}_high']:.4f})"
        for name, column in (("Brier", "brier"), ("log loss", "log_loss"))
    ]
    ax.text(2, 98, "\n".join([*lines, f"n {told['games']:,}"]), va="top", fontsize=7, color=DARK)
    ax.set_xlim(0, 100)
    ax.set_ylim(-20, 100)
    ax.set_yticks(range(0, 101, 20))


def _line(ax: Axes, bins: pd.DataFrame, kind: str, size: str) -> None:
    """Rates with their intervals, joined; hollow where few games tell them."""
    look, rate = _LOOKS[kind], "rate" if kind == "rate" else f"{kind}_rate"
    known = bins[bins[size] > 0]
    ax.plot(100 * known["predicted"], 100 * known[rate], color=look["color"],
            linestyle=look["linestyle"], linewidth=1)  # fmt: skip
    for cell in known.to_dict("records"):
        x, y = 100 * cell["predicted"], 100 * cell[rate]
        error = [[y - 100 * cell[f"{kind}_low"]], [100 * cell[f"{kind}_high"] - y]]
        ax.errorbar(
            x, y, yerr=error, fmt=look["marker"], color=look["color"], markersize=4, elinewidth=1,
            markerfacecolor=look["color"] if cell[size] >= FEW else "white", clip_on=False,
        )  # fmt: skip
        ax.text(x, _ROWS[size], f"{cell[size]:,}", ha="center", fontsize=5, color=look["color"])
