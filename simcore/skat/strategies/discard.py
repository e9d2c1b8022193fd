"""What the declarer puts away: make a suit void, store points, leave no lone ten.

Trumps, jacks and aces stay. Cards go suit by suit in a fixed order of preference; where nothing
fits, the lowest cards of the shortest side suit go, its ace not counted. Where jacks are plain
cards they stand in their suit as low ones (bit 7 of a side suit).
"""

import numpy as np

from simcore import cards as pack
from simcore.bits import count, lowest
from simcore.jit import helper
from simcore.skat.order import full_suit, plain_suit
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.features import null_gap

_NOTHING = 99
_ACE, _TEN, _KING, _QUEEN, _LOW = 1 << 6, 1 << 5, 1 << 4, 1 << 3, 0b10000111


def _preference(suit: int) -> int:
    """Place of a side suit (seven plain bits, a plain jack) in the order of preference, or 99."""
    low = bin(suit & _LOW).count("1")
    high = suit & ~_LOW
    shapes = {
        (_TEN, 0): 1,  # a lone ten is caught by the ace
        (_TEN, 1): 2,
        (_KING, 0): 3,
        (_KING | _QUEEN, 0): 4,
        (_QUEEN, 0): 5,
        (_KING, 1): 6,
        (_QUEEN, 1): 6,
        (_TEN | _KING, 0): 7,
        (_TEN | _QUEEN, 0): 7,
        (0, 1): 8,
        (0, 2): 9,
        (_ACE, 1): 10,  # last: the small card beside an ace
        (_ACE | _QUEEN, 0): 10,
        (_ACE | _KING, 0): 10,
    }
    return shapes.get((high, low), _NOTHING)


_PREFERENCE = np.array([_preference(suit) for suit in range(256)], dtype=np.int64)


@helper
def _side_suit(cards, suit, rules):
    """The cards of a suit that are no jacks, and its jack as bit 7 where it is a plain card."""
    return plain_suit(cards, suit) if rules.jacks_trump else full_suit(cards, suit)


@helper
def _cards_of(held, suit):
    """The cards of a suit that `_side_suit` holds as bits, in the pack."""
    return (held & 0x7F) << (7 * suit) | (held >> 7) << (28 + suit)


@helper
def _goes(suit):
    """What goes of a preferred side suit: all but the ace."""
    return suit & ~_ACE


@helper
def _best_side_suit(cards, trump, room, rules):
    """The side suit that comes first in the order of preference and fits; -1 if none does."""
    best, place = -1, _NOTHING
    for suit in (3, 2, 1, 0):
        held = _side_suit(cards, suit, rules)
        if suit != trump and count(_goes(held)) <= room and _PREFERENCE[held] < place:
            best, place = suit, _PREFERENCE[held]
    return best


@helper
def _lowest_of_shortest(cards, trump, rules):
    """The lowest card of the shortest side suit; with none left the lowest trump, then an ace."""
    best, length = -1, _NOTHING
    for suit in (3, 2, 1, 0):
        side = count(_goes(_side_suit(cards, suit, rules)))
        if suit != trump and 0 < side < length:
            best, length = suit, side
    if best >= 0:
        return _cards_of(lowest(_goes(_side_suit(cards, best, rules))), best)
    if trump != GRAND and plain_suit(cards, trump):
        return lowest(plain_suit(cards, trump)) << (7 * trump)
    aces = cards & pack.ACES
    return lowest(aces if aces else cards)


@helper
def trump_discard(cards, trump, rules):
    """Two of twelve cards for a suit game or Grand."""
    away = 0
    while count(away) < 2:
        left = cards ^ away
        suit = _best_side_suit(left, trump, 2 - count(away), rules)
        if suit >= 0:
            away |= _cards_of(_goes(_side_suit(left, suit, rules)), suit)
        else:
            away |= _lowest_of_shortest(left, trump, rules)
    return away


@helper
def _most_dangerous(cards):
    """The card that stands highest above the safe rank of its suit; the highest if all are safe."""
    worst, card = -1, 0
    for suit in range(4):
        held = full_suit(cards, suit)
        for bit in range(8):
            if held >> bit & 1:
                gap = 8 * null_gap(cards, suit, bit) + bit
                if gap > worst:
                    worst = gap
                    card = 1 << (28 + suit) if bit == 7 else 1 << (7 * suit + bit)
    return card


@helper
def null_discard(cards):
    """Two of twelve cards for Null: those that fail the safe test, widest gap first."""
    first = _most_dangerous(cards)
    return first | _most_dangerous(cards ^ first)


@helper
def orderly_discard(cards, contract, rules):
    """Two of twelve cards for any contract."""
    return null_discard(cards) if contract == NULL else trump_discard(cards, contract, rules)
