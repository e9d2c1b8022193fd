"""The same hand played from the hand and with the skat: which is worth more, by its strength."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.clock import Clock
from analysis.clusters import means
from analysis.frames.cells import FEW
from analysis.frames.forced import FIRST, Rows, Table, table_of
from analysis.hands import Ints, longest_suit, side_number, trump_number
from analysis.intervals import ClusterSums
from analysis.load import Log
from simcore import Scenario
from simcore.batch import OnProgress
from simcore.skat.rules import CONTRACTS, GRAND, SEATS

DEALS = 300_000  # a seat
LEVEL = 0.95
TRUMPS, TOPS = range(3, 10), range(7)  # of the cells

Numbers = NDArray[np.float64]


def frame(
    log: Log,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    deals: int = DEALS,
) -> pd.DataFrame:
    """Mean score from the hand less mean score with the skat, by trumps and side aces and tens.

    Every hand of 3 to 9 trumps plays its longest suit twice on the same deal, at the lowest bid:
    from the hand, and with the skat.

    Parameters
    ----------
    log
        The log of a run: its rules, players and seed.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called now and then with a `Progress`.
    deals
        Deals a seat; each seat has its own.

    Returns
    -------
    pandas.DataFrame
        One row a cell of the grid, also those without hands: trumps (jacks included where they are
        trumps), tops (side aces and tens), n (hands, each a deal of its own), hand_mean and
        pickup_mean (the declarer's plain score in points), difference (hand less pick-up, paired),
        each with _low and _high (95 %, t); few (n below 200) and clear (not few, and the interval
        of the difference leaves 0 out).

    Raises
    ------
    NoDataError
        A player takes too long.
    """
    table = table_of(log)
    clock = Clock(3 * GRAND * 2 * deals, on_progress)
    found: list[tuple[Ints, Numbers, Numbers]] = []
    for seat in range(3):
        for suit in range(GRAND):
            games = _both_ways(table, seat, suit, deals, threads)
            found.append(_pairs(table, seat, suit, games))
            clock.tell((seat * GRAND + suit + 1) * 2 * deals)
    cell, by_hand, with_skat = (np.concatenate(part) for part in zip(*found, strict=True))
    return _cells(cell, by_hand, with_skat)


def _both_ways(table: Table, seat: int, suit: int, deals: int, threads: int | None) -> Rows:
    """A suit game of a seat on the deals of that seat, from the hand and with the skat."""
    ways = [Scenario(declarer=seat, contract=CONTRACTS[suit], hand=hand) for hand in (True, False)]
    return table.arms(ways, deals, first=FIRST + seat * deals, threads=threads)


def _pairs(table: Table, seat: int, suit: int, games: Rows) -> tuple[Ints, Numbers, Numbers]:
    """Of the hands whose longest suit was played: their cells, and both scores."""
    cards = games[f"hand_{SEATS[seat]}"][:, 0].astype(np.int64)
    chosen = longest_suit(cards) == suit
    trumps = trump_number(cards[chosen], suit, table.rules)
    cell = (trumps - TRUMPS[0]) * len(TOPS) + side_number(cards[chosen], suit)
    by_hand, with_skat = games["score"][chosen].astype(np.float64).T
    return cell, by_hand, with_skat


def _cells(cell: Ints, by_hand: Numbers, with_skat: Numbers) -> pd.DataFrame:
    """Means and their limits by cell."""
    cells = len(TRUMPS) * len(TOPS)
    inside = (cell >= 0) & (cell < cells)
    cell, by_hand, with_skat = cell[inside], by_hand[inside], with_skat[inside]
    trumps, tops = np.divmod(np.arange(cells), len(TOPS))
    n = np.bincount(cell, minlength=cells)
    columns: dict[str, Any] = {"trumps": trumps + TRUMPS[0], "tops": tops, "n": n}
    arms = {"hand_mean": by_hand, "pickup_mean": with_skat, "difference": by_hand - with_skat}
    for name, values in arms.items():
        sums = (np.bincount(cell, weights, cells) for weights in (values, values**2))
        columns |= means(name, ClusterSums.singles(n, *sums), LEVEL)
    told = pd.DataFrame(columns)
    few = told["n"] < FEW
    apart = (told["difference_low"] > 0) | (told["difference_high"] < 0)
    return told.assign(few=few, clear=~few & apart)
