"""Two cards to put away by the worth of suits: the best of one suit, or one of each of two.

A player's estimate of a hand is a sum over its suits. So what one card or two cards less of a suit
gain stands in tables by the pattern of the suit, made once; nothing is enumerated in the kernel.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.jit import helper
from simcore.skat.order import full_suit, plain_suit

_TOO_FEW = -1.0e6  # the gain where a suit has too few cards


class Removals(NamedTuple):
    """By number of cards less one, and pattern of a suit: what the best ones gain, and which."""

    gains: NDArray[np.float64]
    cards: NDArray[np.int64]


def removals_of(worth: NDArray[np.float64], of_card: NDArray[np.float64]) -> Removals:
    """The best one and two cards to take out of every suit.

    Parameters
    ----------
    worth : float64 array, (128,) or (256,)
        What a suit is worth by its pattern.
    of_card : float64 array, (7,) or (8,)
        What each card gains where it is put away.
    """
    held = np.arange(len(worth))
    gains = np.full((2, len(worth)), _TOO_FEW)
    cards = np.zeros((2, len(worth)), dtype=np.int64)
    for number in (1, 2):
        pairs = combinations(range(len(of_card)), number)
        for away in sorted(sum(1 << bit for bit in bits) for bits in pairs):
            points = sum(of_card[bit] for bit in range(len(of_card)) if away >> bit & 1)
            gain = np.where(held & away == away, worth[held & ~away] - worth + points, _TOO_FEW)
            better = gain > gains[number - 1]
            gains[number - 1][better] = gain[better]
            cards[number - 1][better] = away
    return Removals(gains, cards)


@helper
def _of_suit(cards, suit, eights):
    """A suit as the tables read it: seven plain bits, in Null its jack as the eighth."""
    return full_suit(cards, suit) if eights else plain_suit(cards, suit)


@helper
def _in_pack(pattern, suit):
    """The cards of a pattern of a suit."""
    return (pattern & 0x7F) << (7 * suit) | (pattern >> 7) << (28 + suit)


@helper
def best_removal(cards, trump, eights, gains, removals):
    """The two cards outside the trump suit (-1 for none) that gain most, 0 with fewer than two."""
    best, most = 0, _TOO_FEW / 2
    for one in range(4):
        if one == trump:
            continue
        first = _of_suit(cards, one, eights)
        if gains[1, first] > most:
            best, most = _in_pack(removals[1, first], one), gains[1, first]
        for other in range(one):
            second = _of_suit(cards, other, eights)
            gain = gains[0, first] + gains[0, second]
            if other != trump and gain > most:
                best = _in_pack(removals[0, first], one) | _in_pack(removals[0, second], other)
                most = gain
    return best
