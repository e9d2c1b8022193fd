"""Stakes faced with two left: the auctions told again from the turns that were logged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from analysis.poch.frames.scale import Ints
from analysis.poch.frames.table import Plays, Rows, turns_of
from simcore.poch import RuleSet
from simcore.poch.auction import NO_ACTION, PASS, SEE
from simcore.poch.rules import AUCTIONS, POKER


class Faced(NamedTuple):
    """Turns at which a player faces a stake and one other is left, an entry a turn.

    Attributes
    ----------
    deal
        The row of the deal.
    key
        What the player holds.
    cost
        Chips that seeing puts down: the last stake; where stakes are equalised the difference.
    gain
        What seeing brings more than passing: all that lies in the circle if his holding is the
        better one of the two, else what it costs.
    """

    deal: Ints
    key: Ints
    cost: Ints
    gain: Ints


def faced(made: Rows, plays: Plays, auction: int, rules: RuleSet) -> Faced:
    """All such turns of the deals, those of a deal in their order.

    Parameters
    ----------
    made, plays
        Deals and what was played in them.
    auction
        0 soket, 1 sekans.
    rules
        Those of the table.
    """
    state = _Auctions(_keys(made, auction, rules.players), rules)
    found = [_nothing(), *state.told(turns_of(plays, auction, rules))]
    whole = Faced(*(np.concatenate(column) for column in zip(*found, strict=True)))
    order = np.argsort(whole.deal, kind="stable")
    return Faced(*(column[order] for column in whole))


def _nothing() -> Faced:
    return Faced(*np.zeros((4, 0), np.int64))


def _keys(made: Rows, auction: int, players: int) -> Ints:
    """Keys in the order of turns, the dealer last, shape (deals, players)."""
    keys = np.stack([made[f"{AUCTIONS[auction]}_key_{k}"] for k in range(players)], axis=1)
    seats = (made["dealer"].astype(np.int64)[:, None] + 1 + np.arange(players)) % players
    return np.take_along_axis(keys, seats, axis=1).astype(np.int64)


class _Auctions:
    """Auctions of many deals, as far as they have come; places count in the order of turns."""

    def __init__(self, keys: Ints, rules: RuleSet) -> None:
        self.keys, self.rules = keys, rules
        self.inside = np.ones(keys.shape, dtype=bool)
        self.staked = np.zeros(keys.shape, dtype=np.int64)
        self.stake = np.zeros(len(keys), dtype=np.int64)
        self.turn = np.zeros(len(keys), dtype=np.int64)

    def told(self, actions: Ints) -> Iterator[Faced]:
        """Go through the turns, shape (deals, turns)."""
        for now in actions.T:
            on = np.flatnonzero(now != NO_ACTION)
            two = (self.inside[on].sum(axis=1) == 2) & (self.stake[on] > 0)
            yield self._facing(on[two])
            self._act(on, now[on])

    def _facing(self, deals: Ints) -> Faced:
        """Those whose turn it is, against the other one left."""
        own = self.turn[deals]
        rivals = self.inside[deals]
        rivals[np.arange(len(deals)), own] = False
        other = rivals.argmax(axis=1)
        key, against = self.keys[deals, own], self.keys[deals, other]
        # of equal holdings that of the nearer to the dealer's left, who comes first
        better = (key > against) | ((key == against) & (own < other))
        cost = self.stake[deals]
        if self.rules.betting == POKER:
            cost = cost - self.staked[deals, own]
        pot = self.rules.ante * self.rules.players + self.staked[deals].sum(axis=1)
        return Faced(deals, key, cost, np.where(better, pot, -cost))

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
