"""System `wergin-points`: points for the jacks and for the top cards of every suit."""

import numpy as np

from simcore.jit import helper
from simcore.skat.order import plain_suit

_JACK_POINTS = np.array(
    [  # by the four jacks as bits, CJ highest
        0, 5, 5, 20, 5, 20, 20, 35,
        10, 20, 20, 35, 25, 37, 40, 50,
    ],
    dtype=np.int64,
)  # fmt: skip
# The first of these that a suit (seven bits: 7 8 9 Q K T A) holds
_TOPS = ((0b1110000, 25), (0b1100000, 20), (0b1011000, 15), (0b1010100, 12), (0b1000000, 10))


def _suit_points(held: int) -> int:
    return next((points for tops, points in _TOPS if held & tops == tops), 0)


_SUIT_POINTS = np.array([_suit_points(held) for held in range(128)], dtype=np.int64)


@helper
def wergin_points(cards):
    """Points of the whole hand, the same whatever is trump."""
    points = _JACK_POINTS[cards >> 28]
    for suit in range(4):
        points += _SUIT_POINTS[plain_suit(cards, suit)]
    return float(points)
