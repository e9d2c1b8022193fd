"""Keys of many hands of soket and sekans at once, counted card by card: a plain second reading."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simcore.poch.pack import LANE, RANKS, SUITS

Numbers = NDArray[np.int64]


def soket_keys(hands: Numbers, trump: Numbers) -> Numbers:
    """Keys of the best pair, triple or quad of each hand.

    Parameters
    ----------
    hands
        Sets of cards, shape (deals, seats).
    trump
        Number of the trump suit, shape (deals,).
    """
    best = np.zeros(hands.shape, dtype=np.int64)
    for rank in range(len(RANKS)):
        size = sum(hands >> LANE * suit + rank & 1 for suit in range(len(SUITS)))
        has_trump = hands >> (LANE * trump + rank)[:, None] & 1
        best = np.maximum(best, np.where(size > 1, size << 5 | rank << 1 | has_trump, 0))
    return best


def run_keys(hands: Numbers, trump: Numbers) -> Numbers:
    """Keys of the longest run of each hand; shapes as in `soket_keys`."""
    best = np.zeros(hands.shape, dtype=np.int64)
    for suit, is_trump in _suits(trump):
        length = np.zeros(hands.shape, dtype=np.int64)
        for rank in range(len(RANKS)):
            length = (length + 1) * (hands >> LANE * suit + rank & 1)
            best = np.maximum(best, np.where(length > 1, length << 5 | rank << 1 | is_trump, 0))
    return best


def flush_keys(hands: Numbers, trump: Numbers) -> Numbers:
    """Keys of the suit with the most cards of each hand; shapes as in `soket_keys`."""
    best = np.zeros(hands.shape, dtype=np.int64)
    for suit, is_trump in _suits(trump):
        size, top = np.zeros((2, *hands.shape), dtype=np.int64)
        for rank in range(len(RANKS)):
            has = hands >> LANE * suit + rank & 1
            size, top = size + has, np.where(has == 1, rank, top)
        best = np.maximum(best, np.where(size > 1, size << 5 | top << 1 | is_trump, 0))
    return best


def _suits(trump: Numbers) -> Iterator[tuple[int, Numbers]]:
    """Each suit, and whether it is trump in each deal, shape (deals, 1)."""
    return ((suit, (trump == suit).astype(np.int64)[:, None]) for suit in range(len(SUITS)))
