"""When to see: turns at which a player faces a stake with two left, seeing less passing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.clock import Clock
from analysis.frames import NoDataError
from analysis.poch.auctions import Faced, faced, joined
from analysis.poch.frames.gains import Gains, gains
from analysis.poch.frames.scale import coarse
from analysis.poch.frames.table import Table, table_of
from analysis.poch.load import PochLog
from simcore.batch import OnProgress
from simcore.poch.rules import AUCTIONS

DEALS = 300_000
BANDS = (1, 2, 3, 5, 9)  # the least stake of each: 1, 2, 3 to 4, 5 to 8, more


def frame(
    log: PochLog,
    *,
    deals: int = DEALS,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """What seeing a stake brings by holding, and from what on it pays.

    Deals beyond the run, of its seed, rules and players, who play as they do. Told is every turn
    at which a player who may stake faces a stake with two left. To see there, or to equalise in
    poker, ends the auction, so what it brings is known from the cards: all that lies in the circle
    if his holding is the better one of the two, else minus what he puts down. To pass brings 0.

    Parameters
    ----------
    log
        The log of a run.
    deals
        How many are dealt, each a session of its own.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called with a `Progress` whose wins and hands are 0.

    Returns
    -------
    pandas.DataFrame
        A row an auction, stake faced and holding, from the lowest on: auction, players, stake (what
        seeing puts down in chips: "1", "2", "3-4", "5-8", "9 or more", as they occur), holding, n
        (turns), deals (that have such a turn), gain, gain_low, gain_high (chips, t interval, the
        deal as the unit), clear, pays, pays_from, pays_from_low, pays_from_high as in `gains`.

    Raises
    ------
    NoDataError
        Nobody faces a stake with two left.
    """
    table = table_of(log)
    clock = Clock(deals, on_progress)
    frames = [
        _band(found, auction, band, table)
        for auction, found in enumerate(_turns(table, deals, clock, threads))
        for band in range(len(BANDS))
    ]
    told = pd.concat(frames, ignore_index=True)
    if told.empty:
        raise NoDataError("nobody at this table faces a stake with two players left")
    return told


def band_name(band: int) -> str:
    """The stakes of a band in words."""
    least = BANDS[band]
    if band + 1 == len(BANDS):
        return f"{least} or more"
    most = BANDS[band + 1] - 1
    return str(least) if most == least else f"{least}-{most}"


def _turns(table: Table, deals: int, clock: Clock, threads: int | None) -> list[Faced]:
    """The turns of both auctions."""
    parts: list[list[Faced]] = [[] for _ in AUCTIONS]
    single, start = table.single_deals(), 0
    for made, plays in single.blocks(None, deals, clock, threads):
        for auction, found in enumerate(parts):
            met = faced(made, plays, auction, single.rules)
            found.append(met._replace(deal=met.deal + start))
        start += len(made)
    return [joined(found) for found in parts]


def _band(found: Faced, auction: int, band: int, table: Table) -> pd.DataFrame:
    """One auction against some stakes; nothing where nobody faces them."""
    scale = coarse(auction, table.rules)
    cell = scale.classes(found.key)
    there = (cell >= 0) & (np.searchsorted(BANDS, found.cost, side="right") - 1 == band)
    told = gains(Gains(cell[there], found.gain[there], found.deal[there]), scale, table.seed)
    head: dict[str, Any] = {
        "auction": AUCTIONS[auction],
        "players": table.rules.players,
        "stake": band_name(band),
    }
    told = told.assign(**head)[[*head, *told.columns]]
    return told if there.any() else told.head(0)
