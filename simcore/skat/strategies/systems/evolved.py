"""System `evolved`: weights found by an evolution of players, for suit games and for Grand.

Counted in thousandths, so that sums are exact.
"""

from simcore.bits import count
from simcore.cards import ACES, TENS
from simcore.jit import helper
from simcore.skat.strategies.features import (
    ace_count,
    has_club_jack,
    jack_count,
    side_cards,
    trump_length,
    void_count,
)


@helper
def evolved(cards, suit):
    """Trumps, side aces, jacks and side suits void; side tens count against."""
    side = side_cards(cards, suit)
    thousandths = 1127 * trump_length(cards, suit) + 758 * count(side & ACES)
    thousandths += 78 * jack_count(cards) + 554 * void_count(cards, suit)
    return (thousandths - 108 * count(side & TENS)) / 1000


@helper
def evolved_grand(cards):
    """Jacks, aces, the club jack."""
    return (
        542 * jack_count(cards) + 865 * ace_count(cards) + 887 * int(has_club_jack(cards))
    ) / 1000
