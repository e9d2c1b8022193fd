"""Win rate by contract against break-even, with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from analysis.charts.style import BLUE, DARK, GREY
from simcore.skat.rules import NAMES

NEEDS = ("contract", "n", "win_rate", "win_low", "win_high")
_NAMES = dict(zip("DHSCGN", NAMES, strict=False))


def caption(settings: Mapping[str, Any], deals: int) -> str:
    """What the chart shows, of which run."""
    players = ", ".join(dict.fromkeys(player["name"] for player in settings["players"]))
    return (
        f"Share of declared games won, 95 % Wilson intervals. Rules {settings['rules']['name']}, "
        f"all seats {players},\n{deals:,} deals, seed {settings['seed']}."
    )


def draw(frame: pd.DataFrame, ax: Axes, break_even: float) -> None:
    """One line a contract: the interval, the rate, and how many games it rests on.

    Parameters
    ----------
    frame
        Columns `NEEDS`, one row a contract.
    ax
        Where to draw.
    break_even
        Win probability at which a game is worth nothing under the scoring named.
    """
    places = range(len(frame))
    rate = 100 * frame["win_rate"]
    error = [rate - 100 * frame["win_low"], 100 * frame["win_high"] - rate]
    ax.axvline(100 * break_even, color=GREY, linestyle="--", linewidth=1)
    ax.annotate(
        f"break-even {100 * break_even:.1f} %\n(plain scoring)",
        (100 * break_even, len(frame) - 0.45),
        ha="center",
        va="bottom",
        fontsize=7,
        color=DARK,
        annotation_clip=False,
    )
    ax.errorbar(rate, list(places), xerr=error, fmt="o", color=BLUE, markersize=3, capsize=4)
    for place, cell in enumerate(frame[list(NEEDS)].to_dict("records")):
        low, high = 100 * cell["win_low"], 100 * cell["win_high"]
        text = f"{100 * cell['win_rate']:.1f} % ({low:.1f} to {high:.1f}), n = {cell['n']:,}"
        ax.annotate(text, (100.5, place), va="center", fontsize=8, annotation_clip=False)
    ax.set_yticks(list(places), [_NAMES[contract] for contract in frame["contract"]])
    ax.set_ylim(-0.5, len(frame) - 0.5)
    ax.set_xlim(50, 100)
    ax.set_xlabel("games won (% of declared games)")
