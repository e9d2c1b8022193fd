"""When to open: the gain over passing by holding, position and number of players."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts.style import key
from analysis.poch.charts import captions, gains
from analysis.poch.load import PochLog

NEEDS = (*gains.NEEDS, "position")
TITLE = "Opening an auction: chips won more than by passing"
SIZE = (15.5, 11.0)
_CELL = (0.92, 0.36)  # inches of a cell, where the pack has many ranks


def caption(log: PochLog, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    own = log.manifest["settings"]["rules"]["players"]
    others = [str(size) for size in frame["players"].unique() if size != own]
    alike = f" (of tables of {' and '.join(others)} all are like seat 0)" if others else ""
    return (
        "Each cell: mean gain of opening with the least stake over passing, chips a deal, with its "
        "95 % t interval and n (deals in which seat 0 holds it and all before him have passed); "
        "the same deal both ways, one deal a session, whatever follows up to the players"
        f"{alike}. Holdings by size and rank of the best set, or run by its top card; positions in "
        "the order of turns. If all pass, the dealer takes the circle anyhow: opening last brings "
        f"him nothing. {gains.RULE}. {captions.beyond_run(log).capitalize()}. "
        f"{captions.of_run(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A panel an auction and number of players.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    auctions = list(dict.fromkeys(frame["auction"]))
    sizes = [int(size) for size in frame["players"].unique()]
    rows = [frame.loc[frame["auction"] == name, "holding"].nunique() for name in auctions]
    if sum(sizes) > SIZE[0]:
        figure.set_size_inches(_CELL[0] * sum(sizes) + 2.5, _CELL[1] * sum(rows) + 3)
    grid = figure.subplots(
        len(auctions), len(sizes), sharey="row", squeeze=False, width_ratios=sizes,
        height_ratios=rows,
    )  # fmt: skip
    for line, auction in zip(grid, auctions, strict=True):
        for ax, players in zip(line, sizes, strict=True):
            cells = frame[(frame["auction"] == auction) & (frame["players"] == players)]
            gains.panel(ax, cells, range(1, players + 1), "position")
            _label(ax, players)
        line[0].set_ylabel(f"{auction}: best holding")
    for ax, players in zip(grid[0], sizes, strict=True):
        ax.set_title(f"{players} players")
    for ax in grid[-1]:
        ax.set_xlabel("position")
    gains.bar(figure, list(grid.flat))
    key(figure, gains.keys())


def _label(ax: Axes, players: int) -> None:
    """Positions below."""
    names = [str(position) for position in range(1, players + 1)]
    names[0], names[-1] = "1 (first)", f"{players} (dealer)"
    ax.set_xticklabels(names, fontsize=8)
