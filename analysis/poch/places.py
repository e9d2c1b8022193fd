"""The places at a table by name, the same everywhere."""

from __future__ import annotations


def place_name(steps: int) -> str:
    """A place by its steps to the left of the dealer: "dealer", "1st left", "2nd left"."""
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}.get(steps, f"{steps}th")
    return f"{ordinal} left" if steps else "dealer"


def place_in_full(steps: int) -> str:
    """The same, saying who speaks first."""
    return place_name(steps) + (" (first to speak)" if steps == 1 else "")
