"""Auctions of many deals, told again from the turns that were logged, all deals at once.

A second reading of the rules beside the kernel's. Places count in the order of turns: 0 the
dealer's left neighbour, the dealer last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.poch import RuleSet
from simcore.poch.auction import NO_ACTION, PASS, SEE
from simcore.poch.row import turns_in
from simcore.poch.rules import AUCTIONS, POKER

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Told:
    """Auctions of many deals, as far as they have come.

    Attributes
    ----------
    inside, staked
        Who has not passed, and the chips put down, shape (deals, players) by place.
    stake
        The last stake; the highest total where stakes are equalised.
    turn
        The place whose turn it is.
    """

    def __init__(self, deals: int, rules: RuleSet) -> None:
        self.rules = rules
        self.inside: Flags = np.ones((deals, rules.players), dtype=bool)
        self.staked: Ints = np.zeros((deals, rules.players), dtype=np.int64)
        self.stake: Ints = np.zeros(deals, dtype=np.int64)
        self.turn: Ints = np.zeros(deals, dtype=np.int64)

    def go_through(self, actions: Ints) -> Iterator[Ints]:
        """Take the turns, shape (deals, turns); before each, the deals in which there is one."""
        for now in actions.T:
            on = np.flatnonzero(now != NO_ACTION)
            if not len(on):
                return
            yield on
            self._act(on, now[on])

    def _act(self, deals: Ints, actions: Ints) -> None:
        """One turn of some auctions."""
        own = self.turn[deals]
        passes, sees = actions == PASS, actions == SEE
        self.inside[deals[passes], own[passes]] = False
        self.staked[deals, own] += np.where(sees, self.stake[deals], actions)
        stakes = ~passes & ~sees
        poker = self.rules.betting == POKER
        self.stake[deals[stakes]] = (self.staked[deals, own] if poker else actions)[stakes]
        self._pass_on(deals)

    def _pass_on(self, deals: Ints) -> None:
        """The turn goes to the next one still in."""
        players = self.rules.players
        turn = (self.turn[deals] + 1) % players
        for _ in range(players - 1):
            turn = np.where(self.inside[deals, turn], turn, (turn + 1) % players)
        self.turn[deals] = turn


def told_to_the_end(actions: Ints, rules: RuleSet) -> Told:
    """Auctions after their last turn."""
    state = Told(len(actions), rules)
    for _ in state.go_through(actions):
        pass
    return state


def seat_of(place: Ints, dealer: Ints, players: int) -> Ints:
    """The seat at a place in the order of turns."""
    return np.asarray((dealer + 1 + place) % players)


def by_seat(places: NDArray[np.generic], dealer: Ints) -> NDArray[np.generic]:
    """Columns by place, shape (deals, players), as columns by seat."""
    players = places.shape[1]
    return np.take_along_axis(places, (np.arange(players) - dealer[:, None] - 1) % players, axis=1)


class Faced(NamedTuple):
    """Turns at which a player faces a stake and one other is left, an entry a turn.

    Attributes
    ----------
    deal, seat
        The row of the deal, and whose turn it is.
    key
        What the player holds.
    stake
        The last stake; the highest total where stakes are equalised.
    cost
        Chips that seeing (equalling) puts down.
    pot
        What lies in the circle before.
    best
        1 where the player would win if both show, else 0.
    """

    deal: Ints
    seat: Ints
    key: Ints
    stake: Ints
    cost: Ints
    pot: Ints
    best: Ints

    @property
    def gain(self) -> Ints:
        """What seeing brings more than passing: the pot, or minus what it costs."""
        return np.where(self.best == 1, self.pot, -self.cost)


def faced(made: np.ndarray, plays: NDArray[np.uint8], auction: int, rules: RuleSet) -> Faced:
    """All such turns of some deals, those of a deal in their order.

    Parameters
    ----------
    made, plays
        Rows and what was played in them.
    auction
        0 soket, 1 sekans.
    rules
        Those of the table.
    """
    dealer, players = made["dealer"].astype(np.int64), rules.players
    seats = seat_of(np.arange(players), dealer[:, None], players)
    keys = np.stack([made[f"{AUCTIONS[auction]}_key_{seat}"] for seat in range(players)], axis=1)
    keys = np.take_along_axis(keys, seats, axis=1).astype(np.int64)
    state, parts = Told(len(made), rules), [Faced(*np.zeros((7, 0), np.int64))]
    for on in state.go_through(turns_in(plays, auction, rules)):
        two = (state.inside[on].sum(axis=1) == 2) & (state.stake[on] > 0)
        parts.append(_facing(state, on[two], keys, seats))
    whole = joined(parts)
    order = np.argsort(whole.deal, kind="stable")
    return Faced(*(column[order] for column in whole))


def joined(parts: list[Faced]) -> Faced:
    """The turns of several blocks of deals, one after the other."""
    return Faced(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _facing(state: Told, deals: Ints, keys: Ints, seats: Ints) -> Faced:
    """Those whose turn it is, against the other one left."""
    rules, own = state.rules, state.turn[deals]
    rivals = state.inside[deals]
    rivals[np.arange(len(deals)), own] = False
    other = rivals.argmax(axis=1)
    key, against = keys[deals, own], keys[deals, other]
    # of equal holdings that of the nearer to the dealer's left, who comes first
    better = (key > against) | ((key == against) & (own < other))
    stake = state.stake[deals]
    cost = stake - state.staked[deals, own] if rules.betting == POKER else stake
    pot = rules.ante * rules.players + state.staked[deals].sum(axis=1)
    return Faced(deals, seats[deals, own], key, stake, cost, pot, better.astype(np.int64))
