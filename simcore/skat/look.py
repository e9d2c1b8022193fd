"""How a deal looks at the table: the suits in an order of its own.

Among cards that serve alike a strategy takes the first it comes to. Were the suits always in one
order, a hand would win more or less often when its suits change places. So each deal gives them an
order anew, from its luck: cards are moved before the strategies see them and moved back for the
log. What suits are worth, and so bids and games, does not move.
"""

from itertools import permutations
from typing import NamedTuple

import numpy as np

from simcore.bits import index
from simcore.cards import JACKS
from simcore.jit import helper
from simcore.rng import SUITS, below, draw
from simcore.skat.order import PACK_LAYOUT, Order, lay_out, make_order, pack_bit, plain_suit
from simcore.skat.rules import GRAND

_ORDERS = list(permutations(range(4)))
_PLACES = np.array(_ORDERS, dtype=np.int64)  # of each suit in each order
AS_IN_PACK = 0  # the number of the order in which nothing moves
_BACK = np.array([np.argsort(places) for places in _ORDERS], dtype=np.int64)


class Look(NamedTuple):
    """The order of a contract as the table sees it, and the number of the order of its suits."""

    order: Order
    suits: int


@helper
def suits_of(luck):
    """The number of the order of suits that a deal has."""
    return below(draw(luck, SUITS, 0), 24)


@helper
def moved_contract(contract, suits):
    """A contract where the suits have moved; Grand, Null and Ramsch stay."""
    return _PLACES[suits, contract] if contract < GRAND else contract


@helper
def _move(cards, places, jacks):
    """Cards with their suits moved to some places; jacks move if they belong to suits."""
    moved = 0 if jacks else cards & JACKS
    for suit in range(4):
        moved |= plain_suit(cards, suit) << (7 * places[suit])
        if jacks:
            moved |= ((cards >> (28 + suit)) & 1) << (28 + places[suit])
    return moved


@helper
def jacks_move(contract, rules):
    """Whether jacks are cards of their suits in a contract."""
    return make_order(rules, contract).layout != PACK_LAYOUT


@helper
def move(cards, suits, jacks):
    """A set of the pack as the table sees it."""
    return _move(cards, _PLACES[suits], jacks)


@helper
def move_back(cards, suits, jacks):
    """A set as the table sees it, as it is in the pack."""
    return _move(cards, _BACK[suits], jacks)


@helper
def make_look(rules, contract, luck):
    """How a deal of some luck looks in a contract."""
    suits = suits_of(luck)
    return Look(make_order(rules, moved_contract(contract, suits)), suits)


@helper
def lay(cards, look):
    """A set of the pack in the layout of a look."""
    layout = look.order.layout
    return lay_out(move(cards, look.suits, layout != PACK_LAYOUT), layout)


@helper
def bit_of(card, look):
    """Bit number in the pack of a card (a one-card set) in the layout of a look."""
    layout = look.order.layout
    seen = 1 << pack_bit(index(card), layout)
    return index(move_back(seen, look.suits, layout != PACK_LAYOUT))
