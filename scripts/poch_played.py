"""Sheddings of many deals at once, from the log of cards: what they come to.

A plain second reading of the rules, deal beside deal, against which rows are checked.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simcore.poch.pack import ACE, LANE
from simcore.poch.row import NOT_PLAYED
from simcore.poch.rules import HAND, RuleSet

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


def _next(seat: Numbers, among: Flags) -> Numbers:
    """The first seat to the left of each that is among some; the same where none is."""
    found, number = seat.copy(), among.shape[1]
    for step in range(number, 0, -1):
        other = (seat + step) % number
        found = np.where(among[np.arange(len(seat)), other], other, found)
    return found


def cards_in(plays: NDArray[np.uint8], rules: RuleSet) -> Numbers:
    """The cards of every deal in playing order as bit numbers, shape (deals, most cards)."""
    return plays[:, 4 * rules.actions :].astype(np.int64)


def sheds_wrong(
    cards: Numbers, hands: Numbers, dealer: Numbers, loser: Numbers, cards_left: Numbers
) -> Flags:
    """Deals whose cards are not played as the rules have it, or end otherwise than the row says.

    Parameters
    ----------
    cards
        As `cards_in` gives them.
    hands
        Sets of cards, shape (deals, seats).
    dealer, loser, cards_left
        As in the row, shape (deals,).
    """
    deals, held = np.arange(len(cards)), hands.copy()
    seat, wrong = dealer.copy(), np.zeros(len(cards), dtype=bool)
    after = np.full(len(cards), -1)  # the card that must be added, -1: none
    for card in cards.T:
        live = card != NOT_PLAYED
        if not live.any():
            break
        active = (held != 0).sum(axis=1)
        leads = np.where(held[deals, seat] != 0, seat, _next(seat, held != 0))
        bit = np.where(live, card, 0)
        holds = held >> bit[:, None] & 1
        holder = np.where(after < 0, leads, holds.argmax(axis=1))
        fits = (holds[deals, holder] == 1) & (active > 1) & ((after < 0) | (card == after))
        wrong |= live & ~fits
        held[deals[live], holder[live]] &= ~(1 << bit[live])
        seat = np.where(live, holder, seat)
        added = (held >> (bit + 1)[:, None] & 1).any(axis=1) & (bit % LANE != ACE)
        after = np.where(added, bit + 1, -1)
    number = np.array([np.bitwise_count(sets) for sets in held.T]).T
    others = number.sum(axis=1) - number[deals, loser]
    played = HAND * hands.shape[1] - (cards != NOT_PLAYED).sum(axis=1)
    return np.asarray(
        wrong | (others != 0) | (number[deals, loser] != cards_left) | (played != cards_left)
    )
