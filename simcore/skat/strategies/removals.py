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

_TOO_FEW = -(10**9)  # the gain where a suit has too few cards


class Removals(NamedTuple):
    """By number of cards less one, and pattern of a suit: what the best ones gain, and which."""

    gains: NDArray[np.int64]
    cards: NDArray[np.int64]


def removals_of(worth: NDArray[np.int64], of_card: NDArray[np.int64]) -> Removals:
    """The best one and two cards to take out of every suit.

    Parameters
    ----------
    worth : int64 array, (128,) or (256,)
        What a suit is worth by its pattern.
    of_card : int64 array, (7,) or (8,)
        What each card gains where it is put away.
    """
    held = np.arange(len(worth))
    gains = np.full((2, len(worth)), _TOO_FEW, dtype=np.int64)
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
def _two_suits(cards, eights, gains):
    """The suits whose best card going gains most and second most, and these gains."""
    first, second, most, next_most = 0, 0, 2 * _TOO_FEW, 2 * _TOO_FEW
    for suit in range(4):
        gain = gains[0, _of_suit(cards, suit, eights)]
        leads, follows = gain > most, gain > next_most
        second = first if leads else (suit if follows else second)
        next_most = most if leads else max(gain, next_most)
        first, most = suit if leads else first, max(gain, most)
    return first, second, most + next_most


@helper
def _one_suit(cards, eights, gains):
    """The suit whose two best cards going gain most, and the gain."""
    best, most = 0, 2 * _TOO_FEW
    for suit in range(4):
        gain = gains[1, _of_suit(cards, suit, eights)]
        best, most = suit if gain > most else best, max(gain, most)
    return best, most


@helper
def best_removal(cards, eights, gains, removals):
    """The two of the cards that may go that gain most, 0 with fewer than two."""
    first, second, apart = _two_suits(cards, eights, gains)
    suit, together = _one_suit(cards, eights, gains)
    if max(apart, together) < _TOO_FEW // 2:
        return 0
    if together >= apart:
        return _in_pack(removals[1, _of_suit(cards, suit, eights)], suit)
    one = _in_pack(removals[0, _of_suit(cards, first, eights)], first)
    return one | _in_pack(removals[0, _of_suit(cards, second, eights)], second)
