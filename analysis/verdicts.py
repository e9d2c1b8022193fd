"""Differences between A and B in one sentence."""

from __future__ import annotations

import math

from analysis.moments import Difference, deals_to_settle

LEVEL, POWER = 0.95, 0.8  # of the intervals; of the draws that would settle a difference


def verdict(
    found: Difference, unit: str, draws: str = "deals", names: tuple[str, str] | None = None
) -> str:
    """A difference in one sentence: who is better, or how many draws would tell.

    Parameters
    ----------
    found
        A less B.
    unit
        What it is in: "points a deal".
    draws
        What was drawn independently: "deals", or "sessions".
    names
        Of A and of B, told behind the letters.
    """
    a, b = ("A", "B") if names is None else (f"A ({names[0]})", f"B ({names[1]})")
    if found.mean == found.sd == 0:
        return f"no difference: {a} and {b} came to the same in each of {found.n:,} {draws}"
    if math.isnan(found.low):
        gap = f"{a} less {b} {found.mean:.1f} {unit}"
        return f"unclear: {gap}, without an interval; play more {draws}"
    digits = decimals(found)
    if found.low <= 0 <= found.high:
        mean, low, high = (_text(x, digits) for x in (found.mean, found.low, found.high))
        need = deals_to_settle(found.mean, found.sd, level=LEVEL, power=POWER)
        more = "" if math.isnan(need) else f"; about {two_digits(need):,} {draws} would settle it"
        return f"unclear: {a} less {b} {mean} {unit} ({low} to {high}){more}"
    better, gain = (a, found) if found.mean > 0 else (b, _reversed(found))
    limits = f"{gain.low:.{digits}f} to {gain.high:.{digits}f}"
    return f"{better} is better by {gain.mean:.{digits}f} {unit} ({limits})"


def _reversed(found: Difference) -> Difference:
    return Difference(found.n, -found.mean, -found.high, -found.low, found.sd)


def decimals(found: Difference) -> int:
    """Decimals that tell the interval from a point and, where it excludes 0, its limits from 0."""
    sizes = [(found.high - found.low) / 2]
    if found.low > 0 or found.high < 0:
        sizes += [abs(found.low), abs(found.high)]
    return min(max(1, math.ceil(-math.log10(min(sizes)))), 6)


def _text(number: float, digits: int) -> str:
    """A number that is not printed as -0.0."""
    return f"{round(number, digits) or 0.0:.{digits}f}"


def two_digits(number: float) -> int:
    """A whole number to two digits."""
    return int(float(f"{number:.1e}"))
