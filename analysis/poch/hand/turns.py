"""The first turn of a seat in an auction: nobody has staked before it, or somebody has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analysis.poch.hand.worlds import DEALER
from simcore.checks import shown

OPEN, FACED = "open", "faced"
DEALER_NAME = "dealer"


def seat_from_dealer(seat: object, players: int) -> int:
    """A seat counted from the dealer, who is 0, from a number, its digits or "dealer".

    Raises
    ------
    ValueError
        There is no such seat.
    """
    words = seat.strip().lower() if isinstance(seat, str) else ""
    if words == DEALER_NAME:
        return DEALER
    number = int(words) if words.isdecimal() and len(words) < 3 else seat
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < players:
        raise ValueError(
            f"unknown seat {shown(seat)}: {DEALER_NAME} or 0 to {players - 1}, counted from the "
            "dealer"
        )
    return number


def turns_of(seat: int) -> tuple[str, ...]:
    """Which first turns a seat may have: before the dealer's left neighbour nobody stakes."""
    return (OPEN,) if seat == DEALER + 1 else (OPEN, FACED)


def is_faced(rows: np.ndarray, auction: str, seat: int, players: int) -> NDArray[np.bool_]:
    """Whether somebody has staked before the first turn of a seat, which cannot change it.

    Who passes at his first turn puts nothing down in the whole auction.
    """
    faced = np.zeros(len(rows), dtype=bool)
    for before in range(DEALER + 1, players if seat == DEALER else seat):
        faced |= rows[f"{auction}_stake_{before}"] > 0
    return faced


def is_at(rows: np.ndarray, turn: str, auction: str, seat: int, players: int) -> NDArray[np.bool_]:
    """Whether the first turn of a seat is such a one."""
    faced = is_faced(rows, auction, seat, players)
    return faced if turn == FACED else ~faced
