"""The frontier of a bidding threshold: points and win rate over the share of deals declared."""

from __future__ import annotations

import math
from typing import Literal

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analysis.charts import captions
from analysis.charts.style import BLUE, DARK, GREY, ORANGE
from analysis.frames.threshold_frontier import PEOPLE, PEOPLE_GAMES
from analysis.load import Log

NEEDS = (
    "part", "player", "knob", "value", "present", "deals", "points", "points_low", "points_high",
    "declared", "declared_of", "won", "won_n", "won_of", "won_low", "won_high",
)  # fmt: skip
TITLE = "How boldly to bid: the frontier of the threshold"
SIZE = (8.0, 7.6)
_LOOKS = {  # by part: label, marker, colour of line and of marker's inside, line
    "train": ("train", "o", BLUE, BLUE, "-"),
    "locked": ("locked test", "s", DARK, "white", "--"),
}

_ALL_NAMED = 9  # settings, of more every second one is named
# Where a name stands: right below on the way up, left below on the way down, below at the top
_PLACES: dict[int, tuple[tuple[int, int], Literal["left", "right", "center"]]] = {
    1: ((5, -9), "left"),
    -1: ((-7, -8), "right"),
    0: ((0, -15), "center"),
}

_UNDERLAY = {"facecolor": "white", "edgecolor": "none", "alpha": 0.75, "pad": 0.4}


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    own = frame[frame["part"] != PEOPLE]
    player, knob = own["player"].iloc[0], own["knob"].iloc[0]
    deals = own.groupby("part", sort=False)["deals"].first()
    games = own[own["part"] == "train"]["won_of"]
    return (
        f"Beside the marks: {knob}, the larger the more careful. Above: list points "
        f"(Seeger-Fabian) of one {player} at the setting among two at {_present(own):g}, every "
        "seat; 95 % t intervals, the deal is one draw. Below and along the axis: three at the "
        "setting, games declared of deals dealt and games won of games declared, 95 % Wilson "
        "intervals. All settings on the same deals, none of them the run's, split by a hash of "
        f"their number: train n = {deals['train']:,} deals ({games.min():,} to {games.max():,} "
        f"games), locked test n = {deals['locked']:,}. People: online tournaments, "
        f"{PEOPLE_GAMES:,} games, as published by skatblog.com, among themselves. "
        f"{captions.of_run(log)}"
    )


def _present(frame: pd.DataFrame) -> float:
    """The threshold of the run's player."""
    return float(frame.loc[frame["present"], "value"].iloc[0])


def _curve(ax: Axes, lines: pd.DataFrame, y: str, factor: float, part: str) -> None:
    """One part of the deals, over the share of deals declared."""
    label, marker, colour, inside, dashes = _LOOKS[part]
    height = factor * lines[y]
    error = [height - factor * lines[f"{y}_low"], factor * lines[f"{y}_high"] - height]
    ax.errorbar(
        100 * lines["declared"], height, yerr=error, fmt=marker, linestyle=dashes, color=colour,
        markerfacecolor=inside, markersize=5, linewidth=1, capsize=2, elinewidth=0.8, label=label,
    )  # fmt: skip


def _name_settings(ax: Axes, lines: pd.DataFrame, y: str, factor: float) -> None:
    """The value of the threshold under the marks, inside the bow; the present one in a ring."""
    ordered = lines.sort_values(["declared", "value"], ascending=[True, False])
    present = int(ordered["present"].argmax())
    shares, heights = (100 * ordered["declared"]).tolist(), (factor * ordered[y]).tolist()
    ax.plot(
        shares[present], heights[present], marker="o", markersize=12, markerfacecolor="none",
        markeredgecolor=DARK, linestyle="none", label="the run's player",
    )  # fmt: skip
    every = 2 if len(heights) > _ALL_NAMED else 1
    bounded = [-math.inf, *heights, -math.inf]
    for place, value in enumerate(ordered["value"].tolist()):
        if (place - present) % every:
            continue
        before, here, after = bounded[place : place + 3]
        shift, side = _PLACES[int(here > before) - int(here > after)]
        ax.annotate(
            f"{value:g}", (shares[place], here), xytext=shift, textcoords="offset points",
            fontsize=7, ha=side, va="center", color=DARK, bbox=_UNDERLAY,
        )  # fmt: skip


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """Two panels, points above and win rate below.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    above, below = figure.subplots(2, 1, sharex=True)
    people = frame[frame["part"] == PEOPLE].iloc[0]
    share, won = 100 * people["declared"], 100 * people["won"]
    for ax, y, factor in ((above, "points", 1.0), (below, "won", 100.0)):
        ax.axvline(share, color=ORANGE, linestyle=":", linewidth=1, zorder=0)
        for part in _LOOKS:
            _curve(ax, frame[frame["part"] == part], y, factor, part)
        _name_settings(ax, frame[frame["part"] == "train"], y, factor)
        ax.grid(axis="y", color=GREY, alpha=0.25, linewidth=0.5)
    below.plot(
        share, won, marker="*", markersize=13, color=ORANGE, linestyle="none",
        label=f"people, published: {share:.1f} % declared, {won:.1f} % won",
    )  # fmt: skip
    above.annotate(
        f"people declare {share:.1f} %", (share, 0.02), xycoords=("data", "axes fraction"),
        xytext=(-3, 0), textcoords="offset points", rotation=90, ha="right", va="bottom",
        fontsize=7, color=ORANGE,
    )  # fmt: skip
    above.set_ylabel("list points in 36 deals,\none among two of the run's player")
    below.set_ylabel("games won (% of games declared),\nthree at the setting")
    below.set_xlabel("deals declared (% of deals dealt), three at the setting")
    handles, labels = below.get_legend_handles_labels()
    above.legend(
        handles, labels, loc="lower left", ncols=len(labels), bbox_to_anchor=(0, 1.0), fontsize=8
    )
