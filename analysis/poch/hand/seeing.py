"""How far to go: the turns at which one other is left who has staked, and what seeing brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis.intervals import wilson
from analysis.poch.auctions import Faced
from analysis.poch.hand.means import LEVEL, mean_columns, mean_of, share_columns


def first_of(found: Faced, seat: int) -> Faced:
    """Of the turns at which somebody faces a stake with two left, the first of a seat in each
    deal."""
    mine = np.flatnonzero(found.seat == seat)
    _, first = np.unique(found.deal[mine], return_index=True)
    return Faced(*(column[mine[first]] for column in found))


@dataclass(frozen=True)
class Reach:
    """Up to which last stake seeing pays.

    Attributes
    ----------
    n, best, low, high
        Worlds in which the hand faces a stake with two left, and the share in which it is the
        better of the two (Wilson).
    up_to, surely, perhaps
        The last stake up to which it pays by the share, and by the ends of its interval; 0 none.
    most
        The highest stake faced: nothing is known of higher ones.
    stakes
        A row a last stake faced: n, best (share, Wilson), pot (mean), gain (mean of what seeing
        brings more than passing, t).
    """

    n: int
    best: float
    low: float
    high: float
    up_to: int
    surely: int
    perhaps: int
    most: int
    stakes: pd.DataFrame


def reach_of(found: Faced) -> Reach:
    """Up to which stake seeing pays.

    At a stake s it pays if p x (pot + cost) >= cost, p being the share of better hands where at
    least s is faced, for who stakes more holds more; the pot is s and what else lies there on
    average. The last of the stakes faced, if all below it pay too.
    """
    n, wins = len(found.stake), int(np.count_nonzero(found.best))
    share = share_columns("best", wins, n)
    levels = np.unique(found.stake)
    base = float((found.pot - found.stake).mean()) if n else 0.0
    own = float((found.stake - found.cost).mean()) if n else 0.0
    reached = {"up_to": 0, "surely": 0, "perhaps": 0}
    for name, place in zip(reached, (0, 1, 2), strict=True):
        for stake in levels.tolist():
            above = found.best[found.stake >= stake]
            share_above = (above.mean(), *wilson(int(above.sum()), len(above), LEVEL))[place]
            if share_above * (base + 2 * stake - own) < stake - own:
                break
            reached[name] = stake
    return Reach(
        n,
        share["best"],
        share["best_low"],
        share["best_high"],
        **reached,
        most=int(levels[-1]) if n else 0,
        stakes=pd.DataFrame([_at(found, int(stake)) for stake in levels]),
    )


def _at(found: Faced, stake: int) -> dict[str, Any]:
    """The turns that face one last stake."""
    here = found.stake == stake
    n = int(np.count_nonzero(here))
    return {
        "stake": stake,
        "n": n,
        **share_columns("best", int(np.count_nonzero(found.best[here])), n),
        "pot": float(found.pot[here].mean()),
        **mean_columns("gain", mean_of(found.gain[here])),
    }
