"""Systems that add up trumps, aces and tens: trumps-aces, jacks-aces, stegen, full-count.

Of Grand and Null they say nothing but what `plain_grand` and the Null rule of bidding say:
`jacks-aces` has its own Grand threshold and asks for no particular jack (`grand_jacks` 0).
"""

from simcore.bits import count
from simcore.cards import ACES, TENS
from simcore.jit import helper
from simcore.skat.strategies.features import (
    ace_count,
    has_club_jack,
    jack_count,
    side_cards,
    ten_count,
    trump_length,
)

_FOREHAND = 0
_NOT_READY = 0.0


@helper
def jacks_aces(cards):
    """Jacks + aces."""
    return float(jack_count(cards) + ace_count(cards))


@helper
def stegen(cards, suit):
    """Jacks twice, the other trumps, aces, half of the tens (simplified from von Stegen)."""
    jacks = jack_count(cards)
    return jacks + trump_length(cards, suit) + ace_count(cards) + ten_count(cards) / 2


@helper
def full_count(cards, suit):
    """Trumps + side aces + side tens."""
    return float(trump_length(cards, suit) + count(side_cards(cards, suit) & (ACES | TENS)))


@helper
def plain_grand(cards, seat, player):
    """Jacks + aces + the lead; nothing without the club jack or enough jacks to draw with."""
    jacks = jack_count(cards)
    enough = has_club_jack(cards) or jacks >= player["grand_jacks"]
    return float(jacks + ace_count(cards) + int(seat == _FOREHAND)) if enough else _NOT_READY
