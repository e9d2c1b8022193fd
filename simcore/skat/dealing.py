"""Dealing Skat: random deals with known cards, the pack dealt in packets, whole deals checked.

A random deal draws the split of the pack directly, the same law as shuffling and dealing packets.
Known cards stay where they are; the unknown ones are uniform over the open places.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simcore.bits import count
from simcore.cards import CODES, PACK, check_set, parse_list
from simcore.checks import shown
from simcore.deal import draw_cards
from simcore.jit import helper

SKAT = 3  # place of the skat behind the three seats
_SIZES = (10, 10, 10, 2)
_PACKETS = (3, 2, 4, 3)  # to each player, to the skat, to each player, to each player


PLACES = np.dtype(
    [
        ("known", np.int64, 4),  # cards known for forehand, middlehand, rearhand, the skat
        ("need", np.int64, 4),  # how many more cards each of them gets
        ("pack", np.int64, 32),  # the cards to deal, the first `size` of them
        ("size", np.int64),
        ("deck", np.int64, 32),  # work space of a deal
        ("hands", np.int64, 4),  # the deal: three hands and the skat
    ]
)


@helper
def open_places(known, places):
    """Prepare the record `PLACES` for all deals in which these cards are known."""
    rest, size = PACK, 0
    for place in range(4):
        cards = known[place]
        rest ^= cards
        places["known"][place] = cards
        places["need"][place] = (2 if place == SKAT else 10) - count(cards)
    for bit in range(32):
        if rest >> bit & 1:
            places["pack"][size] = 1 << bit
            size += 1
    places["size"] = size


@helper
def deal_cards(luck, places):
    """Deal the unknown cards uniformly over the open places; rearhand takes what is left."""
    deck, need, known, hands = places["deck"], places["need"], places["known"], places["hands"]
    for place in range(32):
        deck[place] = places["pack"][place]
    forehand, left = draw_cards(luck, 0, need[0], places["size"], deck)
    middlehand, left = draw_cards(luck, 1, need[1], left, deck)
    skat, left = draw_cards(luck, SKAT, need[SKAT], left, deck)
    hands[0] = known[0] | forehand
    hands[1] = known[1] | middlehand
    hands[SKAT] = known[SKAT] | skat
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


def check_deal(number: int, deal: Sequence[int]) -> tuple[int, int, int, int]:
    """A whole deal: hands of forehand, middlehand, rearhand, and the skat; checked.

    Raises
    ------
    ValueError
        It is not the 32 cards, ten for each hand and two for the skat; the message names the deal
        by its number.
    """
    if not isinstance(deal, Sequence | np.ndarray) or isinstance(deal, str | bytes):
        raise ValueError(f"deal {number} {shown(deal)}: three hands and the skat, as sets of cards")
    if len(deal) != 4:
        raise ValueError(f"deal {number} has {len(deal)} parts: three hands and the skat")
    sets = [check_set(cards, f"deal {number}: cards") for cards in deal]
    sizes = tuple(cards.bit_count() for cards in sets)
    if sizes != _SIZES or sets[0] | sets[1] | sets[2] | sets[3] != PACK:
        raise ValueError(
            f"deal {number} has {', '.join(map(str, sizes))} cards: 10 for each hand and 2 for the "
            "skat, all different"
        )
    return sets[0], sets[1], sets[2], sets[3]
