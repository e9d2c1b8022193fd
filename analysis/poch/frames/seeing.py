"""When to stay in: first turns before which others have staked, seeing or staking as much less
passing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.clock import Clock
from analysis.frames import NoDataError
from analysis.poch.frames.first_turns import first_turns
from analysis.poch.frames.gains import Gains, gains
from analysis.poch.frames.scale import coarse
from analysis.poch.frames.table import Table, table_of
from analysis.poch.load import PochLog
from simcore.batch import OnProgress
from simcore.poch import RuleSet
from simcore.poch.rules import AUCTIONS

DEALS = 300_000
STAKES = (1, 2, 4, 8)  # chips


def frame(
    log: PochLog,
    *,
    deals: int = DEALS,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """What staying in against a stake brings by holding, and from what on it pays.

    Deals beyond the run, of its seed and players, are played twice: facing a stake, the player at
    seat 0 (of a rotated run, player A) sees where he may and else stakes as much, or passes;
    whatever follows is up to the players. The least stake of the rules is set to the stake in
    question, so that others open with it.

    Parameters
    ----------
    log
        The log of a run.
    deals
        How many are dealt for each stake, the dealer drawn for each; all positions are pooled.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called with a `Progress` whose wins and hands are 0.

    Returns
    -------
    pandas.DataFrame
        A row an auction, stake (chips; of 1, 2, 4, 8 those the rules allow) and holding, from the
        lowest on: auction, players, stake, holding, n (deals in which he holds it and the highest
        stake before him is this one), gain, gain_low, gain_high (chips, paired by deal, t
        interval), clear, pays, pays_from, pays_from_low, pays_from_high as in `gains`.

    Raises
    ------
    NoDataError
        The rules allow none of these stakes, or nobody makes one.
    """
    table = table_of(log)
    stakes = stakes_of(table.rules)
    clock = Clock(2 * len(stakes) * deals, on_progress)
    frames = [_against(table, stake, deals, clock, threads) for stake in stakes]
    if not sum(told["n"].sum() for told in frames):
        raise NoDataError("no player of this run stakes as little as the rules allow")
    told = pd.concat(frames, ignore_index=True)
    return told.sort_values("auction", key=lambda names: names.map(AUCTIONS.index), kind="stable")


def stakes_of(rules: RuleSet) -> list[int]:
    """The stakes one can face under these rules."""
    most = rules.max_stake or max(STAKES)
    stakes = [stake for stake in STAKES if rules.min_stake <= stake <= most]
    if not stakes:
        raise NoDataError(f"the rules allow no stake of {', '.join(map(str, STAKES))} chips")
    return stakes


def _against(
    table: Table, stake: int, deals: int, clock: Clock, threads: int | None
) -> pd.DataFrame:
    """Both auctions against one stake."""
    changed = Table(table.rules._replace(min_stake=stake), table.players, table.seed)
    blocks = list(first_turns(changed, deals, clock, threads))
    frames = []
    for number, auction in enumerate(AUCTIONS):
        scale = coarse(number, table.rules)
        cell, facing, gain = (
            np.concatenate([part[number] for part in parts])
            for parts in zip(*((b.keys, b.facing, b.gain) for b in blocks), strict=True)
        )
        cell = scale.classes(cell)
        chosen = (cell >= 0) & (facing == stake)
        told = gains(Gains(cell[chosen], gain[chosen]), scale, table.seed)
        head: dict[str, Any] = {"auction": auction, "players": table.rules.players, "stake": stake}
        frames.append(told.assign(**head)[[*head, *told.columns]])
    return pd.concat(frames, ignore_index=True)
