"""Features of sets of cards in plain numpy: the slow, obvious twin of what the engine counts.

Every function takes an array of card masks (bit 31 CJ, 30 SJ, 29 HJ, 28 DJ; from bit 21, 14, 7 and
0 the seven plain clubs, spades, hearts and diamonds, each from seven to ace) and returns an int64
array of the same length. Suits are numbers: 0 diamonds, 1 hearts, 2 spades, 3 clubs.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

Cards = npt.NDArray[np.uint32]
Counts = npt.NDArray[np.int64]

SUITS = range(4)
BY_WORTH = (3, 2, 1, 0)  # clubs first
PLAIN_ORDER = "789QKTA"  # the plain cards of a suit from the lowest bit up
NULL_ORDER = "789TJQKA"
POLISH_ORDER = "789JQKTA"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def count(cards: Cards) -> Counts:
    return np.bitwise_count(cards).astype(np.int64)


def largest(columns: list[Counts]) -> Counts:
    result: Counts = np.max(np.stack(columns), axis=0)
    return result


def total(columns: Iterable[npt.NDArray[Any]]) -> Counts:
    result: Counts = np.sum(np.stack(list(columns)), axis=0, dtype=np.int64)
    return result


def rank(cards: Cards, name: str, suits: range = SUITS) -> Counts:
    """The number of cards of one rank, in all suits or in some of them."""
    first, step = (28, 1) if name == "J" else (PLAIN_ORDER.index(name), 7)
    bits = [first + step * suit for suit in suits]
    return count(cards & np.uint32(sum(1 << bit for bit in bits)))


def jacks(cards: Cards) -> Counts:
    return rank(cards, "J")


def aces(cards: Cards) -> Counts:
    return rank(cards, "A")


def tens(cards: Cards) -> Counts:
    return rank(cards, "T")


def card_points(cards: Cards) -> Counts:
    return total(worth * rank(cards, name) for name, worth in POINTS.items())


# Suits without their jack


def plain(cards: Cards, suit: int) -> Cards:
    """The seven plain cards of a suit, moved down to bits 0 to 6."""
    return (cards >> np.uint32(7 * suit)) & np.uint32(0x7F)


def plain_length(cards: Cards, suit: int) -> Counts:
    return count(plain(cards, suit))


def trumps(cards: Cards, suit: int) -> Counts:
    return jacks(cards) + plain_length(cards, suit)


def longest_plain(cards: Cards) -> Counts:
    return largest([plain_length(cards, suit) for suit in SUITS])


def longest_trumps(cards: Cards) -> Counts:
    return jacks(cards) + longest_plain(cards)


def plain_voids(cards: Cards) -> Counts:
    return total(plain_length(cards, suit) == 0 for suit in SUITS)


def best_suit_has(cards: Cards, name: str) -> Counts:
    """1 where the best suit holds this rank: the longest, then without ace, then the dearest."""
    merit = [2 * plain_length(cards, s) - rank(cards, "A", range(s, s + 1)) for s in BY_WORTH]
    best = np.argmax(np.stack(merit), axis=0)
    held = np.stack([rank(cards, name, range(s, s + 1)) for s in BY_WORTH])
    result: Counts = held[best, np.arange(len(cards))]
    return result


def side_aces(cards: Cards) -> Counts:
    return aces(cards) - best_suit_has(cards, "A")


def side_tens(cards: Cards) -> Counts:
    return tens(cards) - best_suit_has(cards, "T")


# Suits with their jack, as in Null and in the Polish text


def eight(cards: Cards, suit: int, order: str) -> Cards:
    """The eight cards of a suit on bits 0 to 7, bit i being rank i of the order."""
    held = plain(cards, suit) | (cards >> np.uint32(28 + suit) & np.uint32(1)) << np.uint32(7)
    sorted_cards = np.zeros_like(cards)
    for place, name in enumerate(order):
        bit = (PLAIN_ORDER + "J").index(name)
        sorted_cards |= (held >> np.uint32(bit) & np.uint32(1)) << np.uint32(place)
    return sorted_cards


def null_length(cards: Cards, suit: int) -> Counts:
    return count(eight(cards, suit, NULL_ORDER))


def longest_null(cards: Cards) -> Counts:
    return largest([null_length(cards, suit) for suit in SUITS])


def null_voids(cards: Cards) -> Counts:
    return total(null_length(cards, suit) == 0 for suit in SUITS)


def null_put_away_in_suit(cards: Cards, suit: int) -> Counts:
    """Cards above the ladder 7, 9, J, K: the i-th lowest one kept is at most rank 2i - 1."""
    held = eight(cards, suit, NULL_ORDER)
    kept = np.zeros(len(cards), np.int64)
    for place in range(8):
        kept += (held >> np.uint32(place) & 1) & (place <= 2 * kept)
    return count(held) - kept


def null_put_away(cards: Cards) -> Counts:
    return total(null_put_away_in_suit(cards, suit) for suit in SUITS)


def null_safe_suits(cards: Cards) -> Counts:
    return total(null_put_away_in_suit(cards, suit) == 0 for suit in SUITS)


# Matadors, signed: 3 is with 3, -3 is without 3


def signed_run(ladder: Cards, length: int) -> Counts:
    """The unbroken run of held (+) or missing (-) cards from the top of a ladder of bits."""
    has_top = ladder >> np.uint32(length - 1) & 1
    unbroken = np.ones(len(ladder), bool)
    run = np.zeros(len(ladder), np.int64)
    for place in reversed(range(length)):
        unbroken &= (ladder >> np.uint32(place) & 1) == has_top
        run += unbroken
    return np.where(has_top == 1, run, -run).astype(np.int64)


def matadors_suit(cards: Cards, suit: int) -> Counts:
    return signed_run((cards >> np.uint32(28)) << np.uint32(7) | plain(cards, suit), 11)


def matadors_grand(cards: Cards) -> Counts:
    return signed_run(cards >> np.uint32(28), 4)


def matadors_polish(cards: Cards, suit: int) -> Counts:
    return signed_run(eight(cards, suit, POLISH_ORDER), 8)
