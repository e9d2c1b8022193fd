"""Deals for tuning: which are to search on, which to check on, which stay locked.

The part of a deal is a function of its number alone, so it is the same in every run, whatever the
seed, and whoever tunes again on more deals never searches on what was locked before.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

PARTS = ("train", "validation", "locked")
TENTHS = (6, 2, 2)  # of the deals, by part
_ENDS = np.cumsum(TENTHS)

# SplitMix64: step and finaliser (Steele, Lea, Flood 2014); the offset is our own
_STEP, _OFFSET = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x7C0FFEE5EED5C0DE)
_MULTIPLY_1, _MULTIPLY_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = (np.uint64(bits) for bits in (27, 30, 31, 32))


def part_of(deals: ArrayLike) -> NDArray[np.int64]:
    """The part that deals belong to: 0 train, 1 validation, 2 locked.

    The upper half of a 64-bit hash of the deal number, as a fraction, tells the tenth: below .6
    train, below .8 validation.

    Parameters
    ----------
    deals
        Deal numbers, 0 to 2**63 - 1, of any shape.

    Returns
    -------
    numpy.ndarray
        Places in `PARTS`, int64, of that shape.
    """
    word = np.atleast_1d(np.asarray(deals)).astype(np.uint64) * _STEP + _OFFSET
    word = (word ^ (word >> _30)) * _MULTIPLY_1
    word = (word ^ (word >> _27)) * _MULTIPLY_2
    tenth = ((word ^ (word >> _31)) >> _32) * np.uint64(10) >> _32
    places = np.searchsorted(_ENDS, tenth.astype(np.int64), side="right")
    return np.asarray(places.reshape(np.shape(deals)), dtype=np.int64)
