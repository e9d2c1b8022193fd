"""How good a holding is: the exact share of hands that hold less, for every pack and rule.

A hand is any six cards of the pack. Suits are drawn apart from one another but for their sizes, so
hands that hold no more than some key are counted suit by suit (rank by rank for sets) and joined
by size, as polynomials are multiplied.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simcore.poch.holdings import KEYS, SIZE_SHIFT
from simcore.poch.pack import RANKS, hands_of
from simcore.poch.rules import FLUSH, HAND

Counts = NDArray[np.int64]


def _product(polynomials: list[Counts]) -> int:
    """Number of ways to take six cards in all."""
    total = np.ones(1, dtype=np.int64)
    for polynomial in polynomials:
        total = np.convolve(total, polynomial)[: HAND + 1]
    return int(total[HAND])


def _suit_keys(ranks: int, flush: bool) -> tuple[Counts, Counts]:
    """Of every set of cards of one suit: its size, and its key in a side suit."""
    lowest = len(RANKS) - ranks
    sets = np.arange(1 << ranks, dtype=np.int64)
    sizes = np.bitwise_count(sets).astype(np.int64)
    top = np.frompyfunc(lambda cards: int(cards).bit_length() - 1, 1, 1)
    if flush:
        length, tops = sizes.copy(), sets
    else:
        length, tops, longer = np.ones_like(sets), sets, sets & sets << 1
        while longer.any():
            length, tops = length + (longer > 0), np.where(longer > 0, longer, tops)
            longer = sets & np.where(longer > 0, tops, 0) << 1
    keys = length << SIZE_SHIFT | (top(tops).astype(np.int64) + lowest) << 1
    return sizes, np.where(length > 1, keys, 0)


@lru_cache(maxsize=8)
def sekans_counts(pack: int, kind: int) -> Counts:
    """Hands whose sekans key is at most k, for k from 0 to 255.

    Parameters
    ----------
    pack
        24, 32 or 52 cards.
    kind
        0 runs, 1 flushes.
    """
    sizes, keys = _suit_keys(pack // 4, kind == FLUSH)
    counts = np.zeros(KEYS, dtype=np.int64)
    for key in range(KEYS):
        side = np.bincount(sizes[keys <= key], minlength=HAND + 1)[: HAND + 1]
        # in the trump suit every key there is counts one more
        mine = np.bincount(sizes[np.where(keys > 0, keys | 1, 0) <= key], minlength=HAND + 1)
        counts[key] = _product([side, side, side, mine[: HAND + 1]])
    return counts


@lru_cache(maxsize=8)
def soket_counts(pack: int) -> Counts:
    """Hands whose soket key is at most k, for k from 0 to 255."""
    ranks = pack // 4
    counts = np.zeros(KEYS, dtype=np.int64)
    for key in range(KEYS):
        polynomials = []
        for rank in range(len(RANKS) - ranks, len(RANKS)):
            ways = [1, 4]
            for size in (2, 3, 4):
                # of the sets of this size and rank some hold the trump card, some do not
                without, within = ((3, 3), (1, 3), (0, 1))[size - 2]
                plain = size << SIZE_SHIFT | rank << 1
                ways.append(without * (plain <= key) + within * (plain + 1 <= key))
            polynomials.append(np.array(ways, dtype=np.int64))
        counts[key] = _product(polynomials)
    return counts


def share_below(pack: int, kind: int) -> NDArray[np.float64]:
    """Share of hands with a lower key, equal ones counted half, shape (2, 256): soket, sekans.

    The chance that one other player holds less, what own cards and the card turned up tell aside.
    """
    tables = []
    for counts in (soket_counts(pack), sekans_counts(pack, kind)):
        below = np.concatenate([[0], counts[:-1]])
        tables.append((below + counts) / 2 / hands_of(pack))
    return np.array(tables)
