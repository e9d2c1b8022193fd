"""What hands hold, many at once: suits, trumps, side aces and tens, matadors, card points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simcore.cards import ACES, JACKS, TENS
from simcore.skat.rules import RuleSet
from simcore.skat.strategies.patterns import PLAIN_POINTS

Ints = NDArray[np.int64]

_SEVENS = 1 | 1 << 7 | 1 << 14 | 1 << 21
_TRUMPS = 11  # of a suit game


def plain_suit(cards: Ints, suit: int) -> Ints:
    """Seven plain bits of a suit."""
    return np.asarray(cards >> 7 * suit & 0x7F)


def full_suit(cards: Ints, suit: int) -> Ints:
    """Seven plain bits of a suit and its jack as an eighth."""
    return np.asarray(plain_suit(cards, suit) | (cards >> 28 + suit & 1) << 7)


def longest_suit(cards: Ints) -> Ints:
    """The suit with most plain cards; among equals one without its ace, then the dearest."""
    plain = np.stack([plain_suit(cards, suit) for suit in (3, 2, 1, 0)])
    rank = 2 * np.bitwise_count(plain).astype(np.int64) + (plain >> 6 == 0)
    return np.asarray(3 - rank.argmax(axis=0))


def trump_number(cards: Ints, suit: int, rules: RuleSet) -> Ints:
    """Trumps with a suit as trump: its plain cards and all jacks, or its own where jacks are plain
    cards."""
    held = plain_suit(cards, suit) | cards & JACKS if rules.jacks_trump else full_suit(cards, suit)
    return np.asarray(np.bitwise_count(held), dtype=np.int64)


def side_number(cards: Ints, suit: int, ranks: int = ACES | TENS) -> Ints:
    """Cards of some ranks (aces and tens, as a set) outside a suit."""
    side = ranks & ~(0x7F << 7 * suit)
    return np.asarray(np.bitwise_count(cards & side), dtype=np.int64)


def matadors(cards: Ints, suit: int) -> Ints:
    """With (+) or without (-) how many top trumps each hand is, jacks being trumps."""
    tops = (cards >> 28 & 0xF) << 7 | plain_suit(cards, suit)
    first = tops >> _TRUMPS - 1 & 1
    length, running = np.zeros(len(cards), dtype=np.int64), np.ones(len(cards), dtype=np.bool_)
    for place in range(_TRUMPS - 1, -1, -1):
        running &= (tops >> place & 1) == first
        length += running
    return np.where(first, length, -length)


def card_points(cards: Ints) -> NDArray[np.float64]:
    """Card points of sets."""
    total = 2.0 * np.bitwise_count(cards & JACKS)
    for rank, worth in enumerate(PLAIN_POINTS):
        total = total + worth * np.bitwise_count(cards & (_SEVENS << rank))
    return np.asarray(total, dtype=np.float64)
