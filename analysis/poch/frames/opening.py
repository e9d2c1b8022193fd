"""When to open: first turns before which all have passed, staking the least less passing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.clock import Clock
from analysis.poch.frames.first_turns import Turns, first_turns
from analysis.poch.frames.gains import Gains, gains
from analysis.poch.frames.scale import coarse
from analysis.poch.frames.table import Table, table_of
from analysis.poch.load import PochLog
from simcore.batch import OnProgress
from simcore.poch.rules import AUCTIONS

DEALS = 300_000


def frame(
    log: PochLog,
    *,
    deals: int = DEALS,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """What opening brings by holding, position and number of players, and from what on it pays.

    Deals beyond the run, of its seed and rules, are played twice: the player at seat 0 (of a
    rotated run, player A) opens with the least stake, or passes; whatever follows is up to the
    players. Of tables of another size all players are like him.

    Parameters
    ----------
    log
        The log of a run.
    deals
        How many are dealt to tables of each size the pack serves, the dealer drawn for each.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called with a `Progress` whose wins and hands are 0.

    Returns
    -------
    pandas.DataFrame
        A row an auction, number of players, position (1 speaks first, the last is the dealer) and
        holding, from the lowest on: auction, players, position, holding, n and deals (in which he
        holds it and all before him have passed), gain, gain_low, gain_high (chips, paired by deal,
        t interval), clear, pays, pays_from, pays_from_low, pays_from_high as in `gains`.
    """
    table = table_of(log)
    clock = Clock(2 * len(table.sizes()) * deals, on_progress)
    frames = []
    for players in table.sizes():
        frames += _of_size(table.seats(players), deals, clock, threads)
    return pd.concat(frames, ignore_index=True)


def _of_size(table: Table, deals: int, clock: Clock, threads: int | None) -> list[pd.DataFrame]:
    """Both auctions at a table, position by position."""
    blocks = list(first_turns(table, deals, clock, threads))
    turns = Turns(*(np.concatenate(part, axis=-1) for part in zip(*blocks, strict=True)))
    frames = []
    for number, auction in enumerate(AUCTIONS):
        scale = coarse(number, table.rules)
        cell = scale.classes(turns.keys[number])
        opens = (cell >= 0) & (turns.facing[number] == 0)
        for position in range(1, table.rules.players + 1):
            chosen = opens & (turns.position == position)
            told = gains(
                Gains(cell[chosen], turns.gain[number][chosen], np.flatnonzero(chosen)),
                scale,
                table.seed,
            )
            frames.append(_head(told, auction, table.rules.players, position))
    return frames


def _head(told: pd.DataFrame, auction: str, players: int, position: int) -> pd.DataFrame:
    """The rows with what they are of."""
    head: dict[str, Any] = {"auction": auction, "players": players, "position": position}
    return told.assign(**head)[[*head, *told.columns]]
