"""When to open: the gain over passing by holding, place and number of players."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from analysis.charts.style import key
from analysis.poch.charts import captions, gains
from analysis.poch.load import PochLog
from analysis.poch.places import place_name

NEEDS = (*gains.NEEDS, "position")
TITLE = "Opening an auction: chips won more than by passing"
SIZE = (15.5, 11.5)
_CELL = (0.92, 0.36)  # inches of a cell, where the pack has many ranks


def caption(log: PochLog, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    own = log.manifest["settings"]["rules"]["players"]
    others = [str(size) for size in frame["players"].unique() if size != own]
    alike = (
        f" At tables of {' and '.join(others)}, which are not those of the run, everybody plays as "
        "seat 0 does in it."
        if others
        else ""
    )
    return (
        "Each cell: mean gain of opening with the least stake over passing, chips a deal, ± half "
        "its 95 % t interval, and n (deals in which seat 0 holds it and all before him have "
        "passed); the same deal both ways, one deal a session, whatever follows up to the players; "
        f"each: the same in all deals.{alike} Holdings by size and rank of the best set, or run by "
        "its top card; places in the order of turns, 1st left speaks first. The dealer is left "
        "out: if all pass the circle is his anyhow, so that opening last gains nothing. "
        f"{gains.RULE}. {captions.beyond_run(log).capitalize()}. {captions.of_run(log)}"
    )


def told(frame: pd.DataFrame) -> pd.DataFrame:
    """The numbers as they stand on a page."""
    both = zip(frame["position"], frame["players"], strict=True)
    return gains.told(frame, "place", [place_name(at % of) for at, of in both])


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A panel an auction and number of players.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    frame = frame[frame["position"] < frame["players"]]  # without the dealer
    auctions = list(dict.fromkeys(frame["auction"]))
    sizes = [int(size) for size in frame["players"].unique()]
    rows = [frame.loc[frame["auction"] == name, "holding"].nunique() for name in auctions]
    widths = [size - 1 for size in sizes]
    if sum(sizes) > SIZE[0]:
        figure.set_size_inches(_CELL[0] * sum(widths) + 2.5, _CELL[1] * sum(rows) + 3)
    grid = figure.subplots(
        len(auctions), len(sizes), sharey="row", squeeze=False, width_ratios=widths,
        height_ratios=rows,
    )  # fmt: skip
    for line, auction in zip(grid, auctions, strict=True):
        for ax, players in zip(line, sizes, strict=True):
            cells = frame[(frame["auction"] == auction) & (frame["players"] == players)]
            gains.panel(ax, cells, range(1, players), "position")
            ax.set_xticklabels(map(place_name, range(1, players)), fontsize=8)
            always = ": always pays" if gains.always_pays(cells) else ""
            ax.set_title(f"{auction}, {players} players{always}")
        line[0].set_ylabel(f"{auction}: best holding")
    gains.bar(figure, list(grid.flat))
    key(figure, gains.keys())
