"""How charts of chances by holding are drawn: bars of the run, lines of dealt hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from analysis.charts.style import BLUE, DARK, GREY, ORANGE, key, per_thousand
from analysis.poch.charts import captions
from analysis.poch.charts.numbers import estimates, whole
from analysis.poch.frames.holders import BEST, WON
from analysis.poch.load import PochLog
from analysis.words import rate

NEEDS = (
    "what", "players", "holding", "size", "frequency", "n", "clusters", "chance", "chance_low",
    "chance_high",
)  # fmt: skip
SIZE = (14.0, 6.2)
FEW = 200  # hands below which a mark is hollow
# Colour, dashes and marker by place, so that grey tells them apart too.
_LOOKS: tuple[tuple[Any, ...], ...] = ((BLUE, "-", "o"), (DARK, "--", "s"), (ORANGE, ":", "^"))
_BAR = "#D9D9D6"
_MOST, _PLACE = 27, 0.4  # holdings that fit, and inches for each where there are more


def caption(log: PochLog, frame: pd.DataFrame, holding: str, equal: str) -> str:
    """What such a chart shows, of which run."""
    best = frame[frame["what"] == BEST]
    sizes = ", ".join(map(str, best["players"].unique()))
    return (
        f"Bars: share of the hands with this {holding} whose holder took the circle, as played "
        "here, by all ways an auction can end; n below, and how many of 1,000 hands are such "
        f"(exact). Lines: chance that it is the best at a table of {sizes} players, {equal}; "
        f"{captions.beyond_run(log)}, n in all {best['n'].sum():,} hands. "
        f"95 % Wilson intervals, sessions (bars) or deals (lines) as the unit; hollow or light: "
        f"fewer than {FEW} hands. {captions.of_run(log)}"
    )


def told(frame: pd.DataFrame) -> pd.DataFrame:
    """The numbers of such a chart as they stand on a page."""
    what = {WON: "took the circle, as played here", BEST: "best of the table"}
    return pd.DataFrame(
        {
            "holding": frame["holding"],
            "chance of what": frame["what"].map(what),
            "players": whole(frame["players"]),
            "of 1,000 hands": [per_thousand(share) for share in frame["frequency"]],
            "hands (n)": whole(frame["n"]),
            "sessions, or deals": whole(frame["clusters"]),
            "chance": estimates(frame, "chance", "chance_low", "chance_high", rate),
        }
    )


def draw(frame: pd.DataFrame, figure: Figure, holding: str) -> None:
    """A place a holding, from the lowest on.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    holding
        What the axis says is held.
    """
    won = frame[frame["what"] == WON].reset_index(drop=True)
    places = {name: place for place, name in enumerate(won["holding"])}
    if len(places) > _MOST:
        figure.set_size_inches(_PLACE * len(places) + 1, SIZE[1])
    ax = figure.subplots()
    for place, cell in enumerate(won.to_dict("records")):
        _bar(ax, place, cell)
    handles: list[Any] = [_bar_key(int(won["players"].iloc[0]))]
    best = frame[frame["what"] == BEST]
    for (players, line), look in zip(best.groupby("players"), _LOOKS, strict=False):
        for _, part in line.groupby("size"):
            _line(ax, [places[name] for name in part["holding"]], part, look)
        handles.append(_line_key(f"best of {players} players", look))
    _label(ax, won, holding)
    key(figure, handles)


def _bar(ax: Axes, place: int, cell: Mapping[Any, Any]) -> None:
    """The share won in the run with its interval."""
    if not cell["n"]:
        return
    share, low, high = (100 * cell[name] for name in ("chance", "chance_low", "chance_high"))
    face = _BAR if cell["n"] >= FEW else "white"
    ax.bar(place, share, width=0.8, color=face, edgecolor=GREY, zorder=1)
    ax.errorbar(
        place, share, yerr=[[share - low], [high - share]], color=GREY, capsize=4, linewidth=1.2,
        zorder=2,
    )  # fmt: skip


def _line(ax: Axes, at: list[int], part: pd.DataFrame, look: tuple[Any, ...]) -> None:
    """The chances of the holdings of a size at a table."""
    colour, dashes, marker = look
    chance, low, high = (100 * part[name] for name in ("chance", "chance_low", "chance_high"))
    ax.plot(at, chance, color=colour, linestyle=dashes, linewidth=1.3, zorder=3)
    for place, share, least, most, n in zip(at, chance, low, high, part["n"], strict=True):
        if n:
            ax.errorbar(
                place, share, yerr=[[share - least], [most - share]], fmt=marker, color=colour,
                markersize=4.5, capsize=2, linewidth=1, zorder=4,
                markerfacecolor=colour if n >= FEW else "white",
            )  # fmt: skip


def _label(ax: Axes, won: pd.DataFrame, holding: str) -> None:
    """Ranks, frequencies and n below, sizes above."""
    groups: dict[str, list[int]] = {}
    words = []
    for place, cell in enumerate(won.to_dict("records")):
        name, _, rank = str(cell["holding"]).rpartition(" ")
        groups.setdefault(name, []).append(place)
        words.append(f"{rank}\n{per_thousand(cell['frequency'])}\n{cell['n']:,}")
    ax.set_xticks(range(len(words)), words, fontsize=6)
    for name, at in groups.items():
        ax.text(sum(at) / len(at), 103, name, ha="center", va="bottom", fontsize=8)
        ax.axvline(at[-1] + 0.5, color=GREY, linewidth=0.5)
    ax.set_xlim(-0.6, len(words) - 0.4)
    ax.set_ylim(0, 102)
    ax.set_ylabel("chance (%)")
    ax.set_xlabel(f"{holding}; below it: of 1,000 hands, and n (hands played here)")


def _bar_key(players: int) -> Patch:
    label = f"took the circle, as played here ({players} players)"
    return Patch(facecolor=_BAR, edgecolor=GREY, label=label)


def _line_key(label: str, look: tuple[Any, ...]) -> Line2D:
    colour, dashes, marker = look
    return Line2D([], [], color=colour, linestyle=dashes, marker=marker, markersize=5, label=label)
