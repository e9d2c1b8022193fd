"""The cards of soket and sekans: packs of 24, 32 or 52, one bit a card, and cards as text.

Bit 16 * suit + rank; suits D H S C are 0..3, ranks 2 3 4 5 6 7 8 9 T J Q K A are 0..12 in every
pack. Sixteen bits a suit leave three unused above the ace: a run shifted up by one card never
reaches the next suit.
"""

from __future__ import annotations

import math

from simcore.notation import Pack

SUITS = "DHSC"
RANKS = "23456789TJQKA"
LANE = 16  # bits from a card to the card of equal rank in the next suit
SUIT = (1 << len(RANKS)) - 1  # the cards of suit 0; of suit s shifted up by LANE * s
ACE = len(RANKS) - 1
LOWEST = {24: RANKS.index("9"), 32: RANKS.index("7"), 52: RANKS.index("2")}  # by size of pack


def ranks_of(pack: int) -> str:
    """The ranks of a pack of 24, 32 or 52 cards, from below."""
    return RANKS[LOWEST[pack] :]


def _pack(size: int) -> Pack:
    codes = {
        LANE * number + RANKS.index(rank): suit + rank
        for number, suit in enumerate(SUITS)
        for rank in ranks_of(size)
    }
    return Pack(codes, f"{__name__}.PACKS[{size}]")


PACKS = {size: _pack(size) for size in LOWEST}


def ranks_mask(pack: int) -> int:
    """The same as a set of rank numbers."""
    return SUIT >> LOWEST[pack] << LOWEST[pack]


def cards_of(pack: int) -> int:
    """All cards of a pack as a set."""
    return sum(ranks_mask(pack) << LANE * suit for suit in range(len(SUITS)))


def hands_of(pack: int) -> int:
    """Number of different hands of six cards."""
    return math.comb(pack, 6)
