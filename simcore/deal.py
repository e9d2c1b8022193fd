"""Deals: the random split of the pack, and a pack dealt in packets.

A random deal draws the split of the pack directly: a partial Fisher-Yates draw of the open
places, the same law as shuffling and dealing packets, only faster. Known cards stay where they
are; the unknown ones are uniform over the open places.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simcore.cards import CODES, PACK, parse_list
from simcore.jit import helper
from simcore.rng import DEAL, choose, draw

SKAT = 3  # place of the skat behind the three seats
_SIZES = (10, 10, 10, 2)
_PACKETS = (3, 2, 4, 3)  # to each player, to the skat, to each player, to each player


@helper
def unknown_pack(known, pack):
    """Write the cards that nobody is known to hold into `pack`; return how many there are."""
    rest = PACK ^ known[0] ^ known[1] ^ known[2] ^ known[3]
    size = 0
    for bit in range(32):
        if rest >> bit & 1:
            pack[size] = 1 << bit
            size += 1
    return size


@helper
def open_places(known, need):
    """How many cards each place still wants: forehand, middlehand, rearhand, skat."""
    for place in range(4):
        need[place] = 2 if place == SKAT else 10
        for bit in range(32):
            need[place] -= known[place] >> bit & 1


@helper
def _union(deck, first, end):
    cards = 0
    for place in range(first, end):
        cards |= deck[place]
    return cards


@helper
def deal_cards(luck, known, need, pack, size, deck, hands):
    """Deal the unknown cards of `pack` over the open places into `hands` (4 sets, skat last).

    The draw swaps each card drawn to the end of the deck. Five choices share a random word: the
    law is exact to a factor 1 +- 2**-39.
    """
    deck[:] = pack
    left = size
    drawn = need[0] + need[1] + need[3]  # rearhand takes what the others leave
    for step in range((drawn + 4) // 5):
        word = draw(luck, DEAL, step)
        for _ in range(5):
            pick, word = choose(word, left)
            left = max(left - 1, 0)
            card = deck[pick]
            deck[pick] = deck[left]
            deck[left] = card
    hands[0] = known[0] | _union(deck, size - need[0], size)
    hands[1] = known[1] | _union(deck, size - need[0] - need[1], size - need[0])
    hands[SKAT] = known[SKAT] | _union(deck, size - drawn, size - need[0] - need[1])
    hands[2] = PACK ^ hands[0] ^ hands[1] ^ hands[SKAT]


def packets(pack: str | Sequence[int]) -> tuple[tuple[int, int, int], int]:
    """Deal a given order of the pack in the real packets 3-2-4-3 (ISkO 3.1; forehand first).

    Parameters
    ----------
    pack
        All 32 cards from the top: text in `iss` notation or bit numbers.

    Returns
    -------
    tuple
        The hands of forehand, middlehand and rearhand, and the skat, as card sets.

    Raises
    ------
    ValueError
        The pack is not the 32 cards, each once.
    """
    order = parse_list(pack) if isinstance(pack, str) else list(pack)
    missing = [CODES[bit] for bit in range(32) if bit not in order]
    if len(order) != 32 or missing:
        raise ValueError(f"a pack has 32 different cards; missing: {' '.join(missing) or 'none'}")
    hands, skat, top = [0, 0, 0], 0, 0
    for number in _PACKETS:
        if number == 2:
            skat = sum(1 << bit for bit in order[top : top + 2])
            top += 2
            continue
        for seat in range(3):
            hands[seat] |= sum(1 << bit for bit in order[top : top + number])
            top += number
    return (hands[0], hands[1], hands[2]), skat


def check_known(known: Sequence[int]) -> np.ndarray:
    """The known cards of the four places as an int64 array, checked.

    Raises
    ------
    ValueError
        A place holds too many cards, or two places share one.
    """
    names = ("forehand", "middlehand", "rearhand", "the skat")
    holder: dict[int, str] = {}
    for cards, size, place in zip(known, _SIZES, names, strict=True):
        bits = [bit for bit in range(32) if cards >> bit & 1]
        if len(bits) > size:
            raise ValueError(f"{place} is given {len(bits)} cards: {size} at most")
        for bit in bits:
            if bit in holder:
                raise ValueError(f"card {CODES[bit]!r} is known for {holder[bit]} and {place}")
            holder[bit] = place
    return np.array(known, dtype=np.int64)
