"""Null by its one weak suit: dots of the players beside those of open cards."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from analysis.charts import forced_words
from analysis.charts.style import BLUE, DARK, GREY, facets
from analysis.frames.cells import FEW
from analysis.load import Log

NEEDS = (
    "game", "seat", "pattern", "n", "win_rate", "win_low", "win_high", "open_n", "open_rate",
    "open_low", "open_high",
)  # fmt: skip
TITLE = "Null with one weak suit"
SIZE = (11.0, 9.4)
_LOOKS: dict[str, dict[str, Any]] = {
    "win": {"marker": "o", "color": BLUE, "label": "won by the players of the run"},
    "open": {"marker": "D", "color": DARK, "label": "open-card: perfect play of all"},
}
_SIZES = {"win": "n", "open": "open_n"}


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    return (
        "Games won in % of games forced on a seat, Wilson 95 % intervals, by the ranks of the one "
        "suit that is weak among the ten cards kept; the three others are safe (i-th lowest card "
        "at most the (2 i - 1)-th rank). 79K stands for 78K too: a safe card for all that are "
        "safe in its place. Open-card: the first of the same games with all cards open and best "
        "play of all, the discard as it was; no chance to win at the table, as people see only "
        f"their own cards. n: games of the players / solved. {frame['n'].sum():,} and "
        f"{frame['open_n'].sum():,} games in all. "
        f"{forced_words.of_games(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A row of panels a game, a panel a seat, two dots a pattern.

    Parameters
    ----------
    frame
        Columns `NEEDS`, rates from 0 to 1.
    figure
        Where to draw.
    """
    games, seats, patterns = (
        list(dict.fromkeys(frame[name])) for name in ("game", "seat", "pattern")
    )
    axes = facets(figure, games, seats)
    for (game, seat), ax in axes.items():
        _panel(ax, frame[(frame["game"] == game) & (frame["seat"] == seat)])
        ax.set_title(f"{game}, {seat}")
        ax.set_yticks(range(len(patterns)), patterns)
        ax.set_ylim(len(patterns) - 0.5, -0.5)
        ax.set_xlim(0, 100)
        ax.tick_params(axis="y", length=0)
    for seat in seats:
        axes[games[-1], seat].set_xlabel("games won (%)")
    for game in games:
        axes[game, seats[0]].set_ylabel("ranks of the weak suit")
    _legend(figure)


def _panel(ax: Axes, cells: pd.DataFrame) -> None:
    """The dots of a game and seat."""
    for place, cell in enumerate(cells.to_dict("records")):
        ax.plot([100 * cell["win_rate"], 100 * cell["open_rate"]], [place - 0.14, place + 0.14],
                color=GREY, linewidth=1, zorder=1)  # fmt: skip
        for kind, shift in (("win", -0.14), ("open", 0.14)):
            _dot(ax, cell, kind, place + shift)
        ax.annotate(f"{cell['n']:,} / {cell['open_n']:,}", (103.5, place), va="center",
                    fontsize=6, color=DARK, annotation_clip=False)  # fmt: skip
    ax.annotate("n", (103.5, -0.8), fontsize=6, color=DARK, annotation_clip=False)


def _dot(ax: Axes, cell: dict[Any, Any], kind: str, place: float) -> None:
    """A rate with its interval, hollow where few games tell it."""
    rate, low, high = (100 * cell[f"{kind}_{part}"] for part in ("rate", "low", "high"))
    if not cell[_SIZES[kind]]:
        return
    look = _LOOKS[kind]
    ax.errorbar(
        rate, place, xerr=[[rate - low], [high - rate]], fmt=look["marker"], color=look["color"],
        markersize=4, capsize=0, elinewidth=1, clip_on=False,
        markerfacecolor=look["color"] if cell[_SIZES[kind]] >= FEW else "white",
    )  # fmt: skip


def _legend(figure: Figure) -> None:
    few = {"marker": "o", "color": DARK, "markerfacecolor": "white", "label": f"n below {FEW}"}
    handles = [
        Line2D([], [], linestyle="", markersize=5, **look) for look in (*_LOOKS.values(), few)
    ]
    figure.legend(handles=handles, loc="outside upper right", ncols=3, fontsize=8)
