"""Grands by jacks, aces and seat: how often they are won, how often such hands are dealt."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import comb

import pandas as pd

from analysis.frames import NoDataError
from analysis.frames.cells import LEADER, on_grid, seat_of, seats_of, win_cells
from analysis.load import Log
from simcore.batch import OnProgress
from simcore.cards import TENS

READY = 5  # jacks + aces + the lead from which on the rule of thumb plays Grand
_HANDS = comb(32, 10)
_CELLS = ("jacks", "aces", "ten", "seat")
_TEN = f"((cards_10 & (cards_10 >> 1) & {TENS}) != 0)::INTEGER"  # one bit below its ace


def hands_with(jacks: int, aces: int, ten: bool) -> int:
    """Number of ten-card hands with so many jacks and aces, and with or without a ten under an ace.

    Without one, the rest is of the 20 cards that are neither jack, ace nor ten, and the tens of
    the suits whose ace is missing.
    """
    rest = 10 - jacks - aces
    without = comb(24 - aces, rest)
    return comb(4, jacks) * comb(4, aces) * (comb(24, rest) - without if ten else without)


def frame(
    log: Log, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> pd.DataFrame:
    """Win rates of Grands by jacks, aces and seat.

    Parameters
    ----------
    log
        The log of a run.
    threads, on_progress
        Not needed: the log tells all.

    Returns
    -------
    pandas.DataFrame
        One row a cell, also those without hands: jacks, aces (0..4, of the ten cards dealt), ten
        (1: with a ten under an ace), seat ("forehand", "other"; where a seat is
        forced, that one), frequency (share of all hands,
        exact), the columns of `cells.win_cells`, rule (whether jacks + aces + the lead reach 5) and
        disagrees (the rule and the sign of margin differ).

    Raises
    ------
    NoDataError
        No Grand was played.
    """
    cells = win_cells(log, _CELLS, "contract = 'G'", {"ten": _TEN, "seat": seat_of(log)})
    found = on_grid(log, cells, _grid(seats_of(log)))
    if not found["n"].sum():
        raise NoDataError("no Grand was played")
    rule = found["jacks"] + found["aces"] + (found["seat"] == LEADER) >= READY
    return found.assign(rule=rule, disagrees=(found["n"] > 0) & (rule != (found["margin"] > 0)))


def _grid(seats: Iterable[str]) -> pd.DataFrame:
    """Every cell, with its exact frequency."""
    cells = []
    for seat, jacks, aces, ten in product(seats, range(5), range(5), range(2)):
        if ten <= aces:
            frequency = hands_with(jacks, aces, bool(ten)) / _HANDS
            names = {"seat": seat, "jacks": jacks, "aces": aces, "ten": ten}
            cells.append({**names, "frequency": frequency})
    return pd.DataFrame(cells)
