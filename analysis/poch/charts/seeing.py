"""When to see: the gain over passing against a stake with two left, by holding."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from analysis.charts.style import key
from analysis.poch.charts import captions, gains
from analysis.poch.load import PochLog

NEEDS = (*gains.NEEDS, "stake")
TITLE = (
    "Seeing: chips won more than by passing, facing a stake with two left, as these players stake"
)
SIZE = (12.5, 8.4)
_ROW = 0.36  # inches of a row, where the pack has many ranks


def caption(log: PochLog, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    poker = log.manifest["settings"]["rules"]["betting"] == "poker"
    see, stake = ("equalling", "the difference put down") if poker else ("seeing", "the stake")
    return (
        f"Facing a stake with two left, as these players stake: what {see} at once, which ends the "
        "auction, brings by what both hold. The pot (circle and all stakes so far) if his holding "
        f"is the better one of the two, else minus {stake}; passing brings 0. Whoever may stake, "
        "at any place and turn. Each cell: mean in chips, ± half its 95 % t interval, the deal as "
        "the unit, and n (such turns); each: the same in all. The players choose when they come "
        "to such a turn and what the other one stakes with: with other players these numbers are "
        "others. Holdings by size and rank of the best set, or run by its top card. "
        f"{gains.RULE}. {captions.beyond_run(log).capitalize()}, one a session, no turn forced. "
        f"{captions.of_run(log)}"
    )


def told(frame: pd.DataFrame) -> pd.DataFrame:
    """The numbers as they stand on a page."""
    return gains.told(frame, "stake faced", frame["stake"].tolist())


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A panel an auction, a column some stakes.

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
        stakes = list(dict.fromkeys(cells["stake"]))
        gains.panel(ax, cells, stakes, "stake")
        ax.set_xticklabels(stakes)
        ax.set_title(f"{auction}, {cells['players'].iloc[0]} players")
        ax.set_xlabel("stake faced (chips)")
        ax.set_ylabel(f"{auction}: best holding")
    gains.bar(figure, list(axes))
    key(figure, gains.keys())
