"""Shedding cards: runs over the table, whoever holds the next card adds it.

There is one choice, what to lead; all else follows. The deal ends when one player alone has cards.
"""

import numpy as np

from simcore.bits import count, index
from simcore.jit import helper, inlined
from simcore.poch.pack import LANE, SUIT
from simcore.poch.rules import FIXED

CARDS = sum(SUIT << LANE * suit for suit in range(4))

TABLE = np.dtype(
    [
        ("held", np.int64, 8),  # the cards each seat still has
        ("players", np.int64),
        ("active", np.int64),  # players who still have cards
        ("live", np.int64),  # the cards all seats still have
        ("dead", np.int64),  # cards known to be out of play: turned up, played, or in the stock
        ("steps", np.int64),  # cards played
        ("history", np.int64, 48),  # as bit numbers, in playing order
    ]
)


@helper
def open_table(table, hands, turn_up, rules):
    """All hold their hands; only the card turned up is known to be out of play."""
    table["live"] = 0
    for seat in range(rules.players):
        table["held"][seat] = hands[seat]
        table["live"] |= hands[seat]
    table["players"] = rules.players
    table["active"] = rules.players
    table["dead"] = turn_up
    table["steps"] = 0


@inlined
def next_card(card):
    """The next higher card of the suit, 0 after an ace."""
    return card << 1 & CARDS


@inlined
def put(table, seat, card):
    """A seat plays a card."""
    table["held"][seat] ^= card
    table["live"] ^= card
    table["dead"] |= card
    table["history"][table["steps"]] = index(card)
    table["steps"] += 1
    if table["held"][seat] == 0:
        table["active"] -= 1


@inlined
def holder_of(table, card):
    """The seat that holds a card which somebody has; no jump that the processor had to guess."""
    holder = 0
    for seat in range(1, table["players"]):
        holder = seat if table["held"][seat] & card else holder
    return holder


@inlined
def run_from(table, seat, card):
    """A card led and all that follow it; returns the seat that played the last.

    Where nobody adds the next card everybody learns that it is in the stock.
    """
    while True:
        put(table, seat, card)
        card = next_card(card)
        if card & table["live"] == 0 or table["active"] == 1:
            table["dead"] |= card
            return seat
        seat = holder_of(table, card)


@inlined
def next_leader(table, seat):
    """Who leads after this seat has played last: it, or the next to its left who has cards."""
    while table["held"][seat] == 0:
        seat = seat + 1 if seat + 1 < table["players"] else 0
    return seat


@helper
def settle_shedding(row, table, rules):
    """The last holder of cards pays every other player, by his cards or a fixed sum."""
    players = rules.players
    for seat in range(players):
        if table["held"][seat]:
            row["loser"] = seat
    loser = row["loser"]
    left = count(table["held"][loser])
    row["cards_left"] = left
    pays = rules.fixed_payment if rules.payment == FIXED else left
    for seat in range(players):
        row["shedding"][seat] = -pays * (players - 1) if seat == loser else pays
