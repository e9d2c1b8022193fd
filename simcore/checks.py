"""Checks of input that every room needs: whole numbers in a range, yes or no."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np


def whole(name: str, number: Any, low: int, high: int) -> int:
    """A whole number in its range.

    Raises
    ------
    ValueError
        It is none, or out of range.
    """
    is_whole = isinstance(number, Integral) and not isinstance(number, bool)
    if not is_whole or not low <= number <= high:
        raise ValueError(f"{name} {number!r}: a whole number from {low} to {high}")
    return int(number)


def yes(name: str, mark: Any) -> bool:
    """True or False.

    Raises
    ------
    ValueError
        It is neither.
    """
    if not isinstance(mark, bool | np.bool_):
        raise ValueError(f"{name} {mark!r}: True or False")
    return bool(mark)
