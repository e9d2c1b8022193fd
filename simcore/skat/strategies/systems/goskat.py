"""System `goskat-style`: trumps with side aces or sure full cards; Grand by full cards and losers.

Written from a description of the rules of a program. A hand that its jacks alone qualify counts
as much as the threshold asks.
"""

import numpy as np

from simcore.bits import count
from simcore.cards import ACES
from simcore.jit import helper
from simcore.skat.order import plain_suit
from simcore.skat.strategies.features import (
    ace_count,
    has_club_jack,
    jack_count,
    side_cards,
    sure_full_count,
    trump_length,
)

_FOREHAND = 0
_TOP_THREE = 0b1110  # CJ SJ HJ as the four jacks read from above
_ACE, _TEN, _KING = 1 << 6, 1 << 5, 1 << 4  # of a plain suit as bits 0..6
_NOT_READY = 0.0


def _suit_losers(held: int) -> int:
    """Losers of a plain suit (seven bits) in Grand: all but ace and ten, none of a strong suit."""
    top_three = held & _ACE and held & _TEN and held & _KING
    top_two_of_five = held & _ACE and held & _TEN and held.bit_count() >= 5
    ace_of_six = held & _ACE and held.bit_count() >= 6
    if top_three or top_two_of_five or ace_of_six:
        return 0
    return (held & ~(_ACE | _TEN)).bit_count()


def _jack_losers(held: int) -> int:
    """Own jacks (four bits, CJ highest) that can each be paired with another higher one missing."""
    missing, losers = 0, 0
    for place in (3, 2, 1, 0):
        if not held >> place & 1:
            missing += 1
        elif missing:
            missing -= 1
            losers += 1
    return losers


_SUIT_LOSERS = np.array([_suit_losers(held) for held in range(128)], dtype=np.int64)
_JACK_LOSERS = np.array([_jack_losers(held) for held in range(16)], dtype=np.int64)


@helper
def _losers(cards):
    number = _JACK_LOSERS[cards >> 28]
    for suit in range(4):
        number += _SUIT_LOSERS[plain_suit(cards, suit)]
    return number


@helper
def goskat(cards, suit, player):
    """Trumps and the better of side aces, one more with the club jack, and sure full cards."""
    trumps, side = trump_length(cards, suit), side_cards(cards, suit)
    by_aces = count(side & ACES) + int(has_club_jack(cards))
    strength = float(trumps + max(by_aces, sure_full_count(side)))
    jacks = jack_count(cards)
    strong_jacks = jacks == 4 or cards >> 28 == _TOP_THREE
    if strong_jacks or (jacks == 2 and ace_count(cards) >= 3):
        return max(strength, player["suit_min"])
    return strength


@helper
def goskat_grand(cards, seat, player):
    """Jacks + sure full cards, at least the threshold where the lead or four aces do as well;
    nothing with more losers than one above the sure full cards."""
    jacks, full = jack_count(cards), sure_full_count(cards)
    if full + 1 < _losers(cards):
        return _NOT_READY
    forehand = seat == _FOREHAND
    four_aces = ace_count(cards) == 4 and (jacks == 2 or (jacks == 1 and forehand))
    if (forehand and jacks >= 2) or four_aces:
        return max(float(jacks + full), player["grand_min"])
    return float(jacks + full)
