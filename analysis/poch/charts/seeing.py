"""When to stay in: the gain over passing against a stake, by holding."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from analysis.charts.style import key
from analysis.poch.charts import captions, gains
from analysis.poch.load import PochLog

NEEDS = (*gains.NEEDS, "stake")
TITLE = "Facing a stake: chips won more by staying in than by passing"
SIZE = (12.5, 7.6)
_ROW = 0.36  # inches of a row, where the pack has many ranks


def caption(log: PochLog, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    return (
        "Each cell: mean gain of seeing (where the rules let one; else staking as much) over "
        "passing at the first turn, chips a deal, with its 95 % t interval and n (deals in which "
        "seat 0 holds it and the highest stake before his turn is this one); the same deal both "
        "ways, one deal a session, all positions, whatever follows up to the players. The least "
        "stake of the rules is set to the stake faced, so that others open with it. Holdings by "
        f"size and rank of the best set, or run by its top card. {gains.RULE}. "
        f"{captions.beyond_run(log).capitalize()}. {captions.of_run(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A panel an auction, a column a stake.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    auctions = list(dict.fromkeys(frame["auction"]))
    most = max(frame.loc[frame["auction"] == name, "holding"].nunique() for name in auctions)
    figure.set_size_inches(SIZE[0], max(SIZE[1], _ROW * most + 2.5))
    axes = figure.subplots(1, len(auctions), squeeze=False)[0]
    for ax, auction in zip(axes, auctions, strict=True):
        cells = frame[frame["auction"] == auction]
        stakes = sorted(cells["stake"].unique())
        gains.panel(ax, cells, stakes, "stake")
        ax.set_xticklabels([str(stake) for stake in stakes])
        ax.set_title(f"{auction}, {cells['players'].iloc[0]} players")
        ax.set_xlabel("stake faced (chips)")
        ax.set_ylabel("best holding")
    gains.bar(figure, list(axes))
    key(figure, gains.keys())
