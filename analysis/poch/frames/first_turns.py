"""First turns of a player, forced both ways on equal deals: staying in less passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from analysis.clock import Clock
from analysis.poch.frames.scale import Ints
from analysis.poch.frames.table import Plays, Rows, Table
from simcore.poch import Scenario
from simcore.poch.auction import SEE
from simcore.poch.row import turns_in
from simcore.poch.rules import AUCTIONS

SEAT = 0  # whose first turn is forced; the dealer is drawn deal by deal, and so its position
LEAST = 1  # chips: as near to it as the rules allow is the least stake, or to see


class Turns(NamedTuple):
    """First turns of deals, a row an auction.

    Attributes
    ----------
    position
        In the order of turns, 1 to the number of players (the dealer), shape (deals,).
    keys
        What the player holds, shape (2, deals).
    facing
        The stake he faces, 0 if nobody has staked.
    gain
        Chips won by staking the least, or seeing, less chips won by passing.
    """

    position: Ints
    keys: Ints
    facing: Ints
    gain: Ints


def first_turns(table: Table, deals: int, clock: Clock, threads: int | None) -> Iterator[Turns]:
    """Play deals with the first turns of seat 0 in both auctions forced both ways.

    No auction bears upon the other or on the play, so both are forced at once. The deals count
    twice on the clock.
    """
    arms = [
        Scenario(staker=SEAT, first_stakes=dict.fromkeys(AUCTIONS, chips)) for chips in (LEAST, 0)
    ]
    single = table.single_deals()
    played = (single.blocks(arm, deals, clock, threads) for arm in arms)
    for (stays, turns), (passes, _) in zip(*played, strict=True):
        position = _positions(stays, table.rules.players)
        facing = [_facing(turns, table, number, position) for number in range(len(AUCTIONS))]
        keys = [stays[f"{name}_key_{SEAT}"].astype(np.int64) for name in AUCTIONS]
        won = [stays[f"{name}_{SEAT}"] - passes[f"{name}_{SEAT}"] for name in AUCTIONS]
        yield Turns(position, np.stack(keys), np.stack(facing), np.stack(won).astype(np.int64))


def _positions(made: Rows, players: int) -> Ints:
    """The place of the seat in the order of turns."""
    return np.asarray((SEAT - made["dealer"].astype(np.int64) - 1) % players + 1)


def _facing(plays: Plays, table: Table, auction: int, position: Ints) -> Ints:
    """The highest stake of those who had their turn before."""
    players = table.rules.players
    first = turns_in(plays, auction, table.rules)[:, :players]
    before = np.arange(players) < position[:, None] - 1
    # 65535: no auction was held
    return np.asarray(np.where(before & (first < SEE), first, 0).max(axis=1))
