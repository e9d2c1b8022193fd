"""Six cards a player and one turned up, uniform over what is not known."""

from __future__ import annotations

import numpy as np

from simcore.bits import count
from simcore.deal import draw_cards
from simcore.jit import helper, inlined
from simcore.poch.pack import LANE, RANKS, SUIT
from simcore.poch.rules import HAND, MOST_PLAYERS

TURN_UP = MOST_PLAYERS  # place of the card turned up, behind the seats

PLACES = np.dtype(
    [
        ("known", np.int64, MOST_PLAYERS + 1),  # cards known of each seat, and the card turned up
        ("need", np.int64, MOST_PLAYERS + 1),  # how many more cards each place gets
        ("pack", np.int64, 52),  # the cards to deal, the first `size` of them
        ("size", np.int64),
        ("deck", np.int64, 52),  # work space of a deal
        ("hands", np.int64, MOST_PLAYERS),  # the deal
        ("lowest", np.int64),  # the lowest cards of the four suits
        ("turn_up", np.int64),  # the card turned up, as a set of one card
    ]
)


@helper
def open_places(known, rules, places):
    """Prepare the record `PLACES` for all deals in which these cards are known."""
    lowest = len(RANKS) - rules.pack // 4  # rank
    rest, places["lowest"] = 0, 0
    for suit in range(4):
        rest |= (SUIT >> lowest << lowest) << LANE * suit
        places["lowest"] |= 1 << LANE * suit + lowest
    for place in range(MOST_PLAYERS + 1):
        rest &= ~known[place]
        places["known"][place] = known[place]
        places["need"][place] = (1 if place == TURN_UP else HAND) - count(known[place])
    size = 0
    while rest:
        places["pack"][size] = rest & -rest
        rest &= rest - 1
        size += 1
    places["size"] = size


@inlined
def deal_cards(luck, places, rules):
    """Deal the unknown cards; what is not dealt is the stock, and nobody sees it."""
    deck, left = places["deck"], places["size"]
    for place in range(left):
        deck[place] = places["pack"][place]
    for seat in range(rules.players):
        cards, left = draw_cards(luck, seat, places["need"][seat], left, deck)
        places["hands"][seat] = places["known"][seat] | cards
    cards, left = draw_cards(luck, TURN_UP, places["need"][TURN_UP], left, deck)
    places["turn_up"] = places["known"][TURN_UP] | cards
