"""What every player at the table can see while the cards are played.

The trick on the table is a few numbers passed on from card to card; what earlier tricks have shown
stands in one record a game. Both are in the layout of the contract. A strategy gets them, its own
hand and, as declarer, the two cards it knows to be away; never another hand.
"""

from typing import NamedTuple

import numpy as np

from simcore.cards import PACK
from simcore.jit import helper
from simcore.skat.order import class_of, winners

TABLE = np.dtype(
    [
        ("declarer", np.int64),  # seat; -1 in Ramsch
        ("leader", np.int64),  # seat that leads the next trick: the winner of the last one
        ("aim", np.int64),  # card points that win: 61, or what was announced
        ("shown", np.int64),  # the ten cards of an ouvert declarer, 0 if he plays closed
        ("played", np.int64),  # cards of the finished tricks
        ("taken", np.int64, 3),  # those each seat has won
        ("tricks", np.int64, 3),  # tricks each seat has won
        ("lacks", np.int64, 3),  # classes each seat has shown to lack
        ("led", np.int64, 3),  # classes each seat has led in finished tricks
    ]
)


class Trick(NamedTuple):
    """The trick on the table."""

    leader: int  # seat
    place: int  # cards on the table, 0..2 when a card is asked for
    led: int  # class led; the whole pack before the lead
    cards: int  # cards on the table
    best: int  # the card among them that wins so far
    winner: int  # the seat that played it


@helper
def next_seat(seat):
    """The seat to the left."""
    return seat + 1 if seat < 2 else 0


@helper
def open_table(table, declarer, shown, aim):
    """The table before the first lead."""
    table["declarer"] = declarer
    table["aim"] = aim
    table["leader"] = 0
    table["shown"] = shown
    table["played"] = 0
    for seat in range(3):
        table["taken"][seat] = 0
        table["tricks"][seat] = 0
        table["lacks"][seat] = 0
        table["led"][seat] = 0


@helper
def open_trick(leader):
    """Nothing on the table: any card may be led."""
    return Trick(leader, 0, PACK, 0, 0, leader)


@helper
def lead(trick, card, order):
    """The leader plays: his card says which class is led."""
    return Trick(trick.leader, 1, class_of(card, order), card, card, trick.leader)


@helper
def follow(trick, card, seat, table, order):
    """Another seat plays: who wins so far, and what it has shown to lack."""
    takes = winners(card, trick.best, trick.led, order) != 0
    table["lacks"][seat] |= 0 if card & trick.led else trick.led
    best = card if takes else trick.best
    winner = seat if takes else trick.winner
    return Trick(trick.leader, trick.place + 1, trick.led, trick.cards | card, best, winner)


@helper
def close_trick(trick, table):
    """The winner gathers the cards and leads next."""
    table["played"] |= trick.cards
    table["taken"][trick.winner] |= trick.cards
    table["tricks"][trick.winner] += 1
    table["led"][trick.leader] |= trick.led
    table["leader"] = trick.winner
