"""What the declarer `expert` puts away: the two side cards whose leaving the ten others like best.

A side suit is worth what games with it brought on average: list points (Seeger-Fabian, declarer
less the mean of the defenders) against the void suit, fitted by least squares on simulated games of
the expert play with two side cards put away at random, together with the trumps held and the points
put away. Where jacks are plain cards, in Null and with fewer than two side cards the orderly rule
puts away.
"""

import numpy as np

from simcore.bits import count
from simcore.jit import helper
from simcore.skat.order import plain_suit
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.discard import orderly_discard

# fmt: off
# worth of a side suit by its seven bits (bit 0 the seven, then 8 9 Q K T, bit 6 the ace)
_SUIT_WORTH = (
    0, -53, -51, -101, -50, -99, -98, -125, -56, -98, -96, -116, -96, -112, -114, -103, -59, -85,
    -85, -97, -84, -95, -95, -104, -88, -95, -93, -102, -95, -99, -102, -91, -58, -41, -43, -58,
    -42, -54, -60, -78, -47, -55, -55, -78, -55, -84, -75, -81, -35, -43, -46, -73, -42, -73, -73,
    -82, -48, -73, -69, -81, -77, -78, -78, -76, 22, -10, -10, -21, -7, -21, -19, -40, -5, -13, -14,
    -41, -12, -43, -43, -62, 8, 2, 0, -21, 0, -22, -14, -57, 0, -25, -26, -55, -17, -61, -55, -61,
    29, 15, 15, -10, 19, -4, -5, -55, 12, -17, -22, -53, -12, -51, -49, -84, 16, -17, -14, -54, -17,
    -55, -55, -60, -18, -63, -52, -63, -58, -52, -66, -74,
)
_GRAND_WORTH = (
    0, -52, -52, -107, -52, -106, -107, -150, -63, -112, -112, -129, -110, -126, -129, -144, -64,
    -93, -95, -100, -93, -99, -97, -108, -102, -95, -95, -101, -95, -105, -104, -128, -59, -35, -38,
    -51, -38, -50, -52, -59, -48, -47, -47, -58, -47, -58, -58, -85, -29, -32, -33, -49, -38, -51,
    -44, -85, -32, -49, -47, -78, -45, -88, -75, -117, 34, 5, 6, -25, 7, -24, -25, -33, -2, -22,
    -24, -38, -23, -39, -34, -39, 7, -8, -9, -23, -9, -21, -23, -39, -16, -30, -27, -40, -27, -40,
    -38, -85, 55, 33, 33, 18, 33, 20, 19, -6, 31, 16, 15, -13, 17, -9, -9, -58, 39, 19, 18, -5, 18,
    -13, -18, -53, 17, -17, -18, -70, -20, -61, -68, -105,
)
# fmt: on
_POINT_WORTH = (4.95, 6.83)  # of each card point put away
_POINTS = (0, 0, 0, 3, 4, 10, 11)  # by bit
_NEVER = -(1 << 20)


def _best_removal(grand: int, held: int, number: int) -> tuple[int, int]:
    """The best `number` cards to take out of a suit, and what that gains."""
    worth = (_SUIT_WORTH, _GRAND_WORTH)[grand]
    best, gain = 0, _NEVER
    for away in range(1, 128):
        if away & ~held == 0 and away.bit_count() == number:
            points = sum(_POINTS[bit] for bit in range(7) if away >> bit & 1)
            found = worth[held ^ away] - worth[held] + round(_POINT_WORTH[grand] * points)
            best, gain = (away, found) if found > gain else (best, gain)
    return best, gain


_REMOVALS = np.array(  # [Grand, number of cards - 1, suit held, (cards, gain)]
    [[[_best_removal(g, held, n) for held in range(128)] for n in (1, 2)] for g in (0, 1)],
    dtype=np.int64,
)


@helper
def removal(held, number, grand):
    """The best cards to take out of a side suit."""
    return _REMOVALS[grand, number - 1, held, 0]


@helper
def gain_of(held, number, grand):
    """What taking out the best `number` cards of a side suit gains; far below 0 with too few."""
    return _REMOVALS[grand, number - 1, held, 1]


@helper
def best_two(cards, trump, grand):
    """The two side cards that gain most: of one suit, or one of each of two."""
    best, most = 0, -(1 << 30)
    for one in range(4):
        if one == trump:
            continue
        first = plain_suit(cards, one)
        gain = gain_of(first, 2, grand)
        if gain > most:
            best, most = removal(first, 2, grand) << (7 * one), gain
        for other in range(one):
            if other == trump:
                continue
            second = plain_suit(cards, other)
            gain = gain_of(first, 1, grand) + gain_of(second, 1, grand)
            if gain > most:
                best = removal(first, 1, grand) << (7 * one)
                best |= removal(second, 1, grand) << (7 * other)
                most = gain
    return best


@helper
def expert_discard(cards, contract, rules):
    """Two of twelve cards for any contract."""
    if contract == NULL or not rules.jacks_trump:
        return orderly_discard(cards, contract, rules)
    away = best_two(cards, contract, int(contract == GRAND))
    return away if count(away) == 2 else orderly_discard(cards, contract, rules)
