"""Suit games by jacks, trumps, side aces and seat: how often they are won, how often such hands
are dealt."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import comb

import pandas as pd

from analysis.frames import NoDataError
from analysis.frames.cells import SUIT_GAMES, on_grid, seat_of, seats_of, win_cells
from analysis.load import Log
from simcore.batch import OnProgress

TRUMPS = range(3, 10)
SIDE_ACES = range(4)
JACK_SETS = ((0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 1))  # (jacks, the CJ)
_HANDS = comb(32, 10)
_CELLS = ("jacks", "club_jack", "trumps", "side_aces", "seat")
_CLUB_JACK = "(cards_10 >> 31)::INTEGER"


def hands_with(jacks: int, club_jack: bool, trumps: int, side_aces: int) -> int:
    """Number of ten-card hands with so many jacks (the club jack among them or not), trumps and
    side aces, for one given trump suit.

    The trumps that are no jacks are of 7 cards; the rest is of the 18 side cards that are no aces.
    """
    plain, rest = trumps - jacks, 10 - trumps - side_aces
    if plain < 0 or rest < 0 or jacks < club_jack:
        return 0
    return comb(3, jacks - club_jack) * comb(7, plain) * comb(3, side_aces) * comb(18, rest)


def frame(
    log: Log, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> pd.DataFrame:
    """Win rates of suit games by jacks, trumps, side aces and seat.

    Parameters
    ----------
    log
        The log of a run.
    threads, on_progress
        Not needed: the log tells all.

    Returns
    -------
    pandas.DataFrame
        One row a cell, also those without hands: seat ("forehand", "other"; where a seat is
        forced, that one), side_aces (0..3),
        jacks (0..4), club_jack (1: with it), trumps (3..9, jacks included), all of the ten cards
        dealt; frequency (share of all hands that are such for one given trump suit, exact) and the
        columns of `cells.win_cells`.

    Raises
    ------
    NoDataError
        No suit game was played, or the jacks are no trumps by the rules of the run.
    """
    rules = log.manifest["settings"]["rules"]
    if not rules["jacks_trump"]:
        raise NoDataError(f"jacks are no trumps under rules {rules['name']!r}")
    columns = {"club_jack": _CLUB_JACK, "seat": seat_of(log)}
    found = on_grid(log, win_cells(log, _CELLS, SUIT_GAMES, columns), _grid(seats_of(log)))
    if not found["n"].sum():
        raise NoDataError("no suit game was played")
    return found


def _grid(seats: Iterable[str]) -> pd.DataFrame:
    """Every cell in which there are hands, with its exact frequency."""
    cells = []
    for seat, aces, (jacks, club), trumps in product(seats, SIDE_ACES, JACK_SETS, TRUMPS):
        hands = hands_with(jacks, bool(club), trumps, aces)
        if hands:
            names = {"seat": seat, "side_aces": aces, "jacks": jacks, "club_jack": club}
            cells.append({**names, "trumps": trumps, "frequency": hands / _HANDS})
    return pd.DataFrame(cells)
