"""Numbers as text for people, and tables of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

NO_DATA = "no data"


@dataclass(frozen=True)
class Table:
    """A table of text: the first column heads the rows, the others are numbers."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = field(default=())


def rate(value: float, low: float, high: float) -> str:
    """A rate with its limits, "81.23 % (81.15 to 81.31)"; says so where there are none."""
    if math.isnan(value):
        return NO_DATA
    if math.isnan(low):
        return f"{100 * value:.2f} % (no interval)"
    return f"{100 * value:.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def points(value: float, low: float, high: float, *, sign: bool = True) -> str:
    """A mean with its limits, "+12.3 (+12.1 to +12.5)"; says so where there are none."""
    if math.isnan(value):
        return NO_DATA
    plus = "+" if sign else ""

    def told(number: float) -> str:
        return f"{round(number, 1) or 0.0:{plus},.1f}"

    limits = "no interval" if math.isnan(low) else f"{told(low)} to {told(high)}"
    return f"{told(value)} ({limits})"
