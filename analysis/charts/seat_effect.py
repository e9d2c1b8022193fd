"""The same cards from each seat: win rates as dumbbells, and the paired differences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from analysis.charts import captions
from analysis.charts.style import BLUE, DARK, GREY, ORANGE, key, rate_text
from analysis.frames.seat_effect import ALL, FIRST
from analysis.load import Log
from simcore.skat.rules import CONTRACTS, NAMES, SEATS

NEEDS = (
    "contract", "seat", "n", "win_rate", "win_low", "win_high", "less", "less_low", "less_high",
)  # fmt: skip
TITLE = "What the seat is worth: the same cards played from each seat"
SIZE = (11.5, 5.8)
_LOOKS = {  # marker, colour, and how far below the line of the contract it stands
    "forehand": ("o", BLUE, -0.28),
    "middlehand": ("s", ORANGE, 0.0),
    "rearhand": ("^", DARK, 0.28),
}
_SECOND = 0.52  # where the second column of numbers begins
_NAMES = {**dict(zip(CONTRACTS, NAMES, strict=True)), ALL: "all games"}


def caption(log: Log, frame: pd.DataFrame) -> str:
    """What the chart shows, of which run."""
    games = frame.loc[frame["contract"] != ALL].drop_duplicates("contract")["n"].sum()
    kind = "forced" if captions.is_forced(log) else "declared"
    return (
        f"n: {games:,} {kind} games of deals beyond the run (from number {FIRST:,} on; its seed, "
        "rules and players), each played from all three seats: same cards, skat, neighbours and "
        "game, at the lowest bid, no bidding heard. 95 % intervals, the deal as the unit: Wilson "
        f"for rates, Student's for differences, paired on the same deals. {captions.of_run(log)}"
    )


def draw(frame: pd.DataFrame, figure: Figure) -> None:
    """A line a contract: win rates by seat, differences from forehand, and both in numbers.

    Parameters
    ----------
    frame
        Columns `NEEDS`.
    figure
        Where to draw.
    """
    contracts = list(dict.fromkeys(frame["contract"]))
    axes = figure.subplots(1, 3, sharey=True, width_ratios=(1.15, 1.15, 1))
    rates, differences, numbers = axes
    for place, contract in enumerate(contracts):
        cells = frame[frame["contract"] == contract]
        _dumbbell(rates, place, cells)
        _differences(differences, place, cells)
        _numbers(numbers, place, cells)
    sizes = frame.drop_duplicates("contract").set_index("contract")["n"]
    names = [f"{_NAMES[contract]}\nn {sizes[contract]:,}" for contract in contracts]
    rates.set_yticks(range(len(contracts)), names)
    rates.set_ylim(len(contracts) - 0.5, -0.5)
    rates.set_xlabel("games won (%)")
    differences.axvline(0, color=GREY, linewidth=1)
    differences.set_xlabel("won more or less than from forehand\n(percentage points)")
    for ax in axes:
        ax.tick_params(axis="y", length=0)
    numbers.axis("off")
    for x, name in ((0, "games won"), (_SECOND, "difference, points of %")):
        numbers.text(x, 1, name, transform=numbers.transAxes, va="bottom", fontsize=7)
    key(figure, [_mark(seat) for seat in SEATS])


def _dumbbell(ax: Axes, place: int, cells: pd.DataFrame) -> None:
    rates = 100 * cells["win_rate"]
    ax.plot([rates.min(), rates.max()], [place, place], color=GREY, linewidth=3, zorder=1)
    for cell in cells[list(NEEDS)].to_dict("records"):
        rate, low, high = (100 * cell[name] for name in ("win_rate", "win_low", "win_high"))
        _point(ax, place, cell["seat"], rate, (low, high))


def _differences(ax: Axes, place: int, cells: pd.DataFrame) -> None:
    for cell in cells[cells["seat"] != SEATS[0]][list(NEEDS)].to_dict("records"):
        less, low, high = (100 * cell[name] for name in ("less", "less_low", "less_high"))
        _point(ax, place, cell["seat"], less, (low, high))


def _point(ax: Axes, place: int, seat: str, estimate: float, limits: tuple[float, float]) -> None:
    """A mark with its interval, which is left out where it is not known."""
    marker, colour, down = _LOOKS[seat]
    look: Any = {"fmt": marker, "color": colour, "markersize": 5, "capsize": 2}
    low, high = limits
    error = None if math.isnan(low) else [[estimate - low], [high - estimate]]
    ax.errorbar(estimate, place + down, xerr=error, **look)


def _numbers(ax: Axes, place: int, cells: pd.DataFrame) -> None:
    """The same in numbers, a line a seat."""
    for cell in cells[list(NEEDS)].to_dict("records"):
        _, colour, down = _LOOKS[cell["seat"]]
        look: Any = {"transform": ax.get_yaxis_transform(), "va": "center", "color": colour}
        ax.text(0, place + down, rate_text(cell), fontsize=6.5, **look)
        if cell["seat"] != SEATS[0]:
            ax.text(_SECOND, place + down, _difference_text(cell), fontsize=6.5, **look)


def _difference_text(cell: Mapping[Any, Any]) -> str:
    less, low, high = (100 * cell[name] for name in ("less", "less_low", "less_high"))
    limits = "no interval" if math.isnan(low) else f"{low:+.2f} to {high:+.2f}"
    return f"{less:+.2f} ({limits})"


def _mark(seat: str) -> Line2D:
    marker, colour, _ = _LOOKS[seat]
    return Line2D([], [], color=colour, marker=marker, linestyle="none", markersize=5, label=seat)
