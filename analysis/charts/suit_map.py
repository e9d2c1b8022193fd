"""Suit games by jacks, trumps, side aces and seat against break-even."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from analysis.charts import captions
from analysis.charts.style import (
    DARK,
    GREY,
    SEAT_NAMES,
    facets,
    key,
    limits_text,
    margin_bar,
    per_thousand,
    sign_of,
    tile,
    unclear_key,
)
from analysis.frames.cells import FEW, OTHER, SUIT_GAMES
from analysis.frames.suit_map import JACK_SETS, SIDE_ACES, TRUMPS
from analysis.load import Log

NEEDS = (
    "seat", "side_aces", "jacks", "club_jack", "trumps", "frequency", "n", "win_rate", "win_low",
    "win_high", "break_even", "margin", "margin_low", "margin_high", "clear",
)  # fmt: skip
TITLE = "Suit games: how often they are won, by jacks, trumps, side aces and seat"
SIZE = (15.5, 9.8)
_HEIGHT_OF_ONE = 5.9  # where one seat alone is forced


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    played = log.query(f"SELECT count(*) AS n FROM deals WHERE {SUIT_GAMES}")["n"].iloc[0]
    others = played - frame["n"].sum()
    seats = set(frame.loc[frame["n"] > 0, "seat"])
    pooled = ", middlehand and rearhand together" if OTHER in seats else ""
    return (
        "Each cell: games won in %, the 95 % Wilson interval, n, and how many of 1,000 hands are "
        "such with a given suit as trumps (exact; the bar below shows it too, grey number: no "
        f"data). Jacks, trumps and aces of the ten cards dealt{pooled}. "
        f"Colour: P(win) less break-even, {captions.even_of(frame)}. "
        f"{captions.hands_of(log, 'suit games')}; {frame['n'].sum():,} in all, left out are "
        f"{others:,} with fewer than {TRUMPS[0]} or more than {TRUMPS[-1]} trumps. "
        f"{captions.of_run(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A panel a seat and number of side aces, a cell a class of hands.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    aces = [f"{n} side ace{'s' * (n != 1)}" for n in SIDE_ACES]
    seats = list(dict.fromkeys(frame["seat"]))
    if len(seats) == 1:
        figure.set_size_inches(SIZE[0], _HEIGHT_OF_ONE)
    axes = facets(figure, seats, aces)
    most = float(frame["frequency"].max())
    for (seat, name), ax in axes.items():
        chosen = (frame["seat"] == seat) & (frame["side_aces"] == aces.index(name))
        for cell in frame.loc[chosen, list(NEEDS)].to_dict("records"):
            _cell(ax, cell, most)
        _label(ax)
    for seat in seats:
        axes[seat, aces[0]].set_ylabel(f"{SEAT_NAMES[seat]}: trumps")
    for name in aces:
        axes[seats[-1], name].set_xlabel("jacks; CJ: with the club jack")
    margin_bar(figure, list(axes.values()))
    key(figure, [unclear_key(FEW)])


def _cell(ax: Axes, cell: Mapping[Any, Any], most: float) -> None:
    x, y = JACK_SETS.index((cell["jacks"], cell["club_jack"])), cell["trumps"]
    often = per_thousand(cell["frequency"])
    look: Any = {"ha": "center", "va": "center"}
    if cell["n"]:
        ink = tile(ax, x, y, cell["margin"], cell["clear"])
        rate = f"{sign_of(cell['margin_low'], cell['margin_high'])}{100 * cell['win_rate']:.0f}"
        limits = limits_text(cell["win_low"], cell["win_high"]).replace(" to ", "\N{EN DASH}")
        ax.text(x, y + 0.28, rate, fontsize=6.5, fontweight="bold", color=ink, **look)
        told = f"{limits}\nn {cell['n']:,}\n{often}"
        ax.text(x, y - 0.12, told, fontsize=4.4, color=ink, **look)
    else:
        ink = GREY
        ax.text(x, y, often, fontsize=4.4, color=GREY, **look)
    width = 0.9 * cell["frequency"] / most
    ax.add_patch(Rectangle((x - 0.45, y - 0.46), width, 0.05, facecolor=ink, linewidth=0))


def _label(ax: Axes) -> None:
    ax.set_xlim(-0.5, len(JACK_SETS) - 0.5)
    ax.set_ylim(TRUMPS[0] - 0.5, TRUMPS[-1] + 0.5)
    names = [f"{jacks}\n{'CJ' if club else ''}" for jacks, club in JACK_SETS]
    ax.set_xticks(range(len(JACK_SETS)), names)
    ax.set_yticks(list(TRUMPS))
    ax.tick_params(length=0, colors=DARK)
