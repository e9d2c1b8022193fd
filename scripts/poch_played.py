"""Auctions and sheddings of many deals at once, from the log of turns and cards: what they come to.

A plain second reading of the rules, deal beside deal, against which rows are checked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.poch.auction import NO_ACTION, PASS, SEE
from simcore.poch.pack import ACE, LANE
from simcore.poch.row import NOT_PLAYED
from simcore.poch.rules import HAND, RuleSet

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Bids:
    """What the turns of an auction come to, by deal and seat: who is still in, and all chips put
    down."""

    inside: Flags
    staked: Numbers


def actions_in(plays: NDArray[np.uint8], rules: RuleSet, kind: int) -> Numbers:
    """The turns of an auction of every deal, shape (deals, most turns)."""
    size = 2 * rules.actions
    words = plays[:, kind * size : (kind + 1) * size].astype(np.int64)
    return np.asarray(words[:, ::2] | words[:, 1::2] << 8)


def bids_of(actions: Numbers, dealer: Numbers, rules: RuleSet) -> Bids:
    """Take the turns of every deal in order."""
    deals, number = np.arange(len(actions)), rules.players
    inside = np.ones((len(actions), number), dtype=bool)
    staked = np.zeros((len(actions), number), dtype=np.int64)
    seat, last = dealer.copy(), np.zeros(len(actions), dtype=np.int64)
    for action in actions.T:
        live = action != NO_ACTION
        if not live.any():
            break
        seat = _next(seat, inside)
        chips = np.where(action == SEE, last, action)
        staked[deals[live], seat[live]] += chips[live]
        last = np.where(live & (action != SEE) & (action != PASS), action, last)
        passed = live & (action == PASS)
        inside[deals[passed], seat[passed]] = False
    return Bids(inside, staked)


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
