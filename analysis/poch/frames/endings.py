"""How auctions end: unseen, shown, all passed, nobody holding anything."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.clusters import means, shares
from analysis.poch.frames.sessions import session_sums, sums_of
from analysis.poch.load import PochLog
from simcore.batch import OnProgress
from simcore.poch.auction import HOW
from simcore.poch.rules import AUCTIONS

LEVEL = 0.95


def frame(
    log: PochLog, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> pd.DataFrame:
    """How often each auction ends in which way, and what is staked in it.

    Parameters
    ----------
    log
        The log of a run.
    threads, on_progress
        Not used: nothing is played again.

    Returns
    -------
    pandas.DataFrame
        A row an auction and end (unseen, shown, all_pass, none_held): auction, how, n (auctions
        that end so), of_n (deals, of a rotated run all rotations), sessions, share, share_low,
        share_high (Wilson), staked, staked_low, staked_high (mean chips staked by all in those; t).
        The session is the unit of the intervals.
    """
    return pd.concat([_auction(log, name) for name in AUCTIONS], ignore_index=True)


def _auction(log: PochLog, name: str) -> pd.DataFrame:
    """One auction."""
    players = log.manifest["settings"]["rules"]["players"]
    staked = " + ".join(f"{name}_stake_{seat}" for seat in range(players))
    ends = {how: f"({name}_how = '{how}')::INTEGER" for how in HOW}
    whole = session_sums(log, "SELECT * FROM deals", "players", ends)
    rows = f"SELECT session, {name}_how AS how, {staked} AS staked FROM deals"
    by_end = session_sums(log, rows, "how", {"staked": "staked"}).set_index("how")
    by_end = by_end.reindex(list(HOW), fill_value=0)
    frames = []
    for how in HOW:
        sums = sums_of(whole, how)
        counts: dict[str, Any] = {
            "n": np.asarray(sums.total, np.int64),
            "of_n": np.asarray(sums.size, np.int64),
            "sessions": np.asarray(sums.clusters, np.int64),
        }
        head = {"auction": name, "how": how}
        frames.append(pd.DataFrame(head | counts | shares("share", sums, LEVEL)))
    told = pd.concat(frames, ignore_index=True)
    staked_by = pd.DataFrame(means("staked", sums_of(by_end, "staked"), LEVEL))
    return pd.concat([told, staked_by], axis=1)
