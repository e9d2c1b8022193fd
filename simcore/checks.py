"""Checks of input that every room needs: whole numbers in a range, yes or no; short messages."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np

_LONGEST_VALUE = 40  # characters of a value that a message repeats


def cut(words: str, most: int) -> str:
    """Words as a message repeats them: the middle of long ones left out."""
    half = (most - 5) // 2
    return words if len(words) <= most else f"{words[:half]} ... {words[-half:]}"


def shown(value: Any) -> str:
    """A value as a message repeats it."""
    try:
        return cut(repr(value), _LONGEST_VALUE)
    except (RecursionError, ValueError):  # tables a thousand deep, a number of 5,000 digits
        return f"<{type(value).__name__}>"


def is_whole(number: Any) -> bool:
    """Whether it is a whole number, of Python or numpy; True and False are none."""
    return isinstance(number, Integral) and not isinstance(number, bool)


def whole(name: str, number: Any, low: int, high: int) -> int:
    """A whole number in its range.

    Raises
    ------
    ValueError
        It is none, or out of range.
    """
    if not is_whole(number) or not low <= number <= high:
        raise ValueError(f"{name} {shown(number)}: a whole number from {low} to {high}")
    return int(number)


def yes(name: str, mark: Any) -> bool:
    """True or False.

    Raises
    ------
    ValueError
        It is neither.
    """
    if not isinstance(mark, bool | np.bool_):
        raise ValueError(f"{name} {shown(mark)}: True or False")
    return bool(mark)
