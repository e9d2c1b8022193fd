"""Numbers of a chart as text, for the table under it: rounded, each with its limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import pandas as pd

from analysis.words import NO_DATA


def chips_text(mean: float, low: float, high: float) -> str:
    """Mean chips with their limits, "+1.23 (+1.20 to +1.26)"."""
    if math.isnan(mean):
        return NO_DATA
    told = [f"{round(float(number), 2) or 0.0:+,.2f}" for number in (mean, low, high)]
    return told[0] if math.isnan(low) else f"{told[0]} ({told[1]} to {told[2]})"


def plain_chips(mean: float, low: float, high: float) -> str:
    """Chips that are never won or lost, only put somewhere."""
    return chips_text(mean, low, high).replace("+", "")


def whole(numbers: Iterable[int]) -> list[str]:
    """Counts, with commas."""
    return [f"{int(number):,}" for number in numbers]


def estimates(
    frame: pd.DataFrame, mean: str, low: str, high: str, text: Callable[[float, float, float], str]
) -> list[str]:
    """Estimates with their limits, from three columns."""
    return [text(*limits) for limits in frame[[mean, low, high]].to_numpy(float)]
