"""Win rates of fixed strategies, sampled worlds and open-card play, side by side by contract."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analysis.charts.style import BLUE, DARK, GREY

NEEDS = ("contract", "n", "arm", "rate", "low", "high")
LOOKS = {  # arm: what it is called, marker, colour
    "expert": ("three expert", "o", BLUE),
    "pimc": ("three pimc", "s", DARK),
    "open_card": ("open-card play", "D", GREY),
}


def draw(frame: pd.DataFrame, ax: Axes) -> None:
    """For every contract a mark an arm, with its interval.

    Parameters
    ----------
    frame
        Columns `NEEDS`: a row a contract and arm (one of `LOOKS`), rates from 0 to 1.
    ax
        Where to draw.
    """
    contracts = list(dict.fromkeys(frame["contract"]))
    for place, (arm, (name, marker, colour)) in enumerate(LOOKS.items()):
        lines = frame[frame["arm"] == arm]
        at = [contracts.index(contract) + (place - 1) * 0.2 for contract in lines["contract"]]
        error = [100 * (lines["rate"] - lines["low"]), 100 * (lines["high"] - lines["rate"])]
        ax.errorbar(
            at, 100 * lines["rate"], yerr=error, fmt=marker, color=colour, markersize=4, capsize=3,
            label=name,
        )  # fmt: skip
    sizes = frame.drop_duplicates("contract").set_index("contract")["n"]
    ax.set_xticks(range(len(contracts)), [f"{name}\nn {sizes[name]:,}" for name in contracts])
    ax.set_ylabel("games won (%)")
    ax.legend(loc="lower left", ncols=3, bbox_to_anchor=(0, 1.0), fontsize=8)
