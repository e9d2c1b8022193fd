"""Card order: which card beats which in a contract, and which cards may be played.

Hands are laid out once after the declaration so that a higher bit beats a lower one of its class,
with one mask for trumps and one for each suit; from then on nothing asks which game it is. Suit
games and Grand keep the layout of the pack. Null, and suit games whose jacks are plain cards, put
the jacks into their suits: eight bits a suit, diamonds lowest.
"""

from typing import NamedTuple

import numpy as np

from simcore import cards as pack
from simcore.bits import count
from simcore.jit import helper
from simcore.skat.rules import GRAND, NULL

PACK_LAYOUT, NULL_LAYOUT, PLAIN_JACKS_LAYOUT = 0, 1, 2
_RANKS = ("", "789TJQKA", "789JQKTA")  # ranks of a suit from below, for each layout with eights


class Order(NamedTuple):
    """Masks of a contract in the layout it is played in (int64 card sets)."""

    layout: int
    trumps: int
    suits: tuple[int, int, int, int]  # diamonds, hearts, spades, clubs
    aces: int
    tens: int
    kings: int
    queens: int
    jacks: int


def _suit_table(ranks: str) -> list[int]:
    """Eight bits of a suit in a layout, from its seven plain bits and, as bit 7, its jack."""
    codes = pack.PLAIN_RANKS + "J"
    return [
        sum(1 << ranks.index(codes[bit]) for bit in range(8) if held >> bit & 1)
        for held in range(256)
    ]


def _bit_table(ranks: str) -> list[int]:
    """Bit number in the pack of every bit number of a layout."""
    return [pack.BITS[pack.SUITS[bit // 8] + ranks[bit % 8]] for bit in range(32)]


_SUIT_TABLES = np.array([[0] * 256] + [_suit_table(r) for r in _RANKS[1:]], dtype=np.int64)
_BIT_TABLES = np.array([list(range(32))] + [_bit_table(r) for r in _RANKS[1:]], dtype=np.int64)

_EIGHTS = (0xFF, 0xFF00, 0xFF0000, 0xFF000000)
_SEVENS = (pack.DIAMONDS, pack.HEARTS, pack.SPADES, pack.CLUBS)
_ROW = 0x01010101  # one rank of all four suits in a layout of eights


@helper
def plain_suit(cards, suit):
    """The seven plain cards of a suit 0..3 as bits 0..6."""
    return (cards >> (7 * suit)) & 0x7F


@helper
def full_suit(cards, suit):
    """The eight cards of a suit 0..3: the plain ones as bits 0..6, its jack as bit 7."""
    return plain_suit(cards, suit) | ((cards >> (28 + suit)) & 1) << 7


@helper
def suit_in(cards, suit, layout):
    """The eight cards of a suit 0..3 as bits 0..7, in the rank order of a layout of eights."""
    return _SUIT_TABLES[layout, full_suit(cards, suit)]


@helper
def make_order(rules, contract):
    """The order of a contract 0..5, or of Ramsch (6, as in Grand), under a rule set."""
    if contract == NULL:
        return Order(NULL_LAYOUT, 0, _EIGHTS, _ROW << 7, _ROW << 3, _ROW << 6, _ROW << 5, _ROW << 4)
    if not rules.jacks_trump:
        trumps = 0 if contract == GRAND else 0xFF << (8 * contract)
        return Order(
            PLAIN_JACKS_LAYOUT, trumps, _EIGHTS,
            _ROW << 7, _ROW << 6, _ROW << 5, _ROW << 4, _ROW << 3,
        )  # fmt: skip
    trumps = pack.JACKS if contract >= GRAND else pack.JACKS | 0x7F << (7 * contract)
    return Order(
        PACK_LAYOUT, trumps, _SEVENS, pack.ACES, pack.TENS, pack.KINGS, pack.QUEENS, pack.JACKS
    )


@helper
def lay_out(cards, layout):
    """A set of cards of the pack in the layout of an order."""
    if layout == PACK_LAYOUT:
        return cards
    laid = 0
    for suit in range(4):
        laid |= suit_in(cards, suit, layout) << (8 * suit)
    return laid


@helper
def pack_bit(bit, layout):
    """Bit number in the pack of a bit number of a layout."""
    return _BIT_TABLES[layout, bit]


@helper
def points(cards, order):
    """Card points of a set: A 11, T 10, K 4, Q 3, J 2."""
    return (
        11 * count(cards & order.aces)
        + 10 * count(cards & order.tens)
        + 4 * count(cards & order.kings)
        + 3 * count(cards & order.queens)
        + 2 * count(cards & order.jacks)
    )


@helper
def class_of(card, order):
    """All cards of the class of a card: the trumps, or its suit."""
    diamonds, hearts, spades, clubs = order.suits
    suit = hearts if card & hearts else diamonds
    suit = spades if card & spades else suit
    suit = clubs if card & clubs else suit
    return order.trumps if card & order.trumps else suit


@helper
def legal(hand, led):
    """Cards that may be played when the class `led` was led: follow, or anything when void."""
    follow = hand & led
    return follow if follow else hand


@helper
def above(card):
    """All places higher than a card."""
    return -(card << 1)


@helper
def winners(cards, best, led, order):
    """The cards of a set that would take a trick of class `led` from `best`, its winning card."""
    trumps = cards & order.trumps
    higher = above(best)
    return trumps & higher if best & order.trumps else trumps | cards & led & higher
