"""What a hand is worth looking at: jacks, the best suit, side aces, cards too weak for Null."""

import numpy as np

from simcore import cards as pack
from simcore.bits import count
from simcore.jit import helper
from simcore.skat.order import full_suit, plain_suit

_ACE, _TEN = 1 << 6, 1 << 5  # of a plain suit as bits 0..6
_CLUB_JACK = 1 << 31


def _unsafe(held: int) -> int:
    """Cards of a suit (eight bits, Null order) that fail the safe test, from below.

    The i-th lowest own card is safe up to the (2i-1)-th rank; a card that fails goes, since
    without a lower one it stays too high.
    """
    kept, fails = 0, 0
    for rank in range(8):
        if held >> rank & 1:
            if rank <= 2 * kept:
                kept += 1
            else:
                fails |= 1 << rank
    return fails


_NULL_ORDER = [0, 1, 2, 5, 6, 3, 7, 4]  # place in 789TJQKA of 7 8 9 Q K T A and the jack


def _unsafe_full(held: int) -> int:
    """The same for a suit as `full_suit` gives it: seven plain bits, its jack as bit 7."""
    in_order = sum(1 << place for bit, place in enumerate(_NULL_ORDER) if held >> bit & 1)
    fails = _unsafe(in_order)
    return sum(1 << bit for bit, place in enumerate(_NULL_ORDER) if fails >> place & 1)


_UNSAFE = np.array([_unsafe_full(held) for held in range(256)], dtype=np.int64)
_GAPS = np.zeros((256, 8), dtype=np.int64)  # how far above the safe rank a failing card stands
for _held in range(256):
    _below = 0
    for _bit in sorted(range(8), key=lambda bit: _NULL_ORDER[bit]):
        if _held >> _bit & 1:
            _GAPS[_held, _bit] = max(0, _NULL_ORDER[_bit] - 2 * _below)
            _below += _GAPS[_held, _bit] == 0


def _sure_full(held: int) -> int:
    """Sure full cards of a plain suit (seven bits)."""
    if held & _ACE:
        return 2 if held & _TEN else 1
    return int(held & _TEN != 0 and held.bit_count() >= 3)


_SURE_FULL = np.array([_sure_full(held) for held in range(128)], dtype=np.int64)


@helper
def jack_count(cards):
    """Number of jacks."""
    return count(cards & pack.JACKS)


@helper
def ace_count(cards):
    """Number of aces."""
    return count(cards & pack.ACES)


@helper
def ten_count(cards):
    """Number of tens."""
    return count(cards & pack.TENS)


@helper
def has_club_jack(cards):
    """Whether the highest trump is held."""
    return cards & _CLUB_JACK != 0


@helper
def trump_length(cards, suit):
    """Trumps with a suit as trump, jacks included."""
    return count(plain_suit(cards, suit)) + jack_count(cards)


@helper
def side_cards(cards, trump):
    """What is no trump with a suit, or in Grand (4) none, as trump."""
    return cards & ~(pack.JACKS | 0x7F << (7 * trump))


@helper
def void_count(cards, trump):
    """Side suits without a plain card."""
    voids = 0
    for suit in range(4):
        voids += int(suit != trump and plain_suit(cards, suit) == 0)
    return voids


@helper
def sure_full_count(cards):
    """Sure full cards: aces, tens with their ace or with two other plain cards of the suit."""
    number = 0
    for suit in range(4):
        number += _SURE_FULL[plain_suit(cards, suit)]
    return number


@helper
def suit_strength(cards, suit, rules):
    """Trumps + side aces with a suit as trump, `trumps-aces` of the bidding systems."""
    plain = plain_suit(cards, suit)
    own = count(full_suit(cards, suit))  # all trumps where jacks are plain cards
    trumps = count(plain) + jack_count(cards) if rules.jacks_trump else own
    return trumps + ace_count(cards) - int(plain & _ACE != 0)


@helper
def suit_rank(cards, suit):
    """Order of trump suits: the longest; among equals the one that leaves most side aces."""
    plain = plain_suit(cards, suit)
    return 2 * count(plain) + int(plain & _ACE == 0)


@helper
def best_suit(cards):
    """The best trump suit; clubs, spades, hearts, diamonds among equals."""
    suit, rank = 3, suit_rank(cards, 3)
    for other in (2, 1, 0):
        other_rank = suit_rank(cards, other)
        suit = other if other_rank > rank else suit
        rank = max(rank, other_rank)
    return suit


@helper
def null_weak(cards):
    """How many cards must go before every suit is safe for Null."""
    weak = 0
    for suit in range(4):
        weak += count(_UNSAFE[full_suit(cards, suit)])
    return weak


@helper
def null_gap(cards, suit, bit):
    """How many ranks a card (bit 0..6 plain, 7 jack) of a suit stands above the safe one."""
    return _GAPS[full_suit(cards, suit), bit]
