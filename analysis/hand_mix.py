"""How many of all hands hold so many jacks, cards of the longest suit, and aces outside it."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import comb

HAND, SUIT, SUITS = 10, 7, 4  # cards of a hand, plain cards of a suit, suits

Cell = tuple[int, int, int]  # jacks, length of the longest plain suit, aces outside it

# A suit with so many cards, with its ace or without.
_HOLDINGS = [(n, ace) for n in range(SUIT + 1) for ace in (0, 1) if 0 <= n - ace <= SUIT - 1]


@lru_cache(maxsize=1)
def hand_mix() -> dict[Cell, int]:
    """Number of the hands of ten cards by cell, all of them counted suit by suit.

    Of equally long suits that counts as the longest which leaves most aces outside.

    Returns
    -------
    dict
        Hands by (jacks, longest plain suit, aces outside it), the cells in order; together
        64,512,240.
    """
    found: dict[Cell, int] = {}
    for suits in product(_HOLDINGS, repeat=SUITS):
        jacks = HAND - sum(n for n, _ in suits)
        if not 0 <= jacks <= SUITS:
            continue
        longest = max(n for n, _ in suits)
        own_ace = min(ace for n, ace in suits if n == longest)
        cell = jacks, longest, sum(ace for _, ace in suits) - own_ace
        ways = comb(SUITS, jacks)
        for n, ace in suits:
            ways *= comb(SUIT - 1, n - ace)
        found[cell] = found.get(cell, 0) + ways
    return dict(sorted(found.items()))


def groups(least: float) -> dict[Cell, int]:
    """Cells joined in their order until each group holds enough of all hands.

    Parameters
    ----------
    least
        Share of all hands a group must hold.

    Returns
    -------
    dict
        The number of its group, from 0, for every cell. The choice rests on the exact mix alone,
        never on the hands drawn.
    """
    mix = hand_mix()
    total, group, held = sum(mix.values()), 0, 0
    found = {}
    for cell, hands in mix.items():
        found[cell] = group
        held += hands
        if held >= least * total:
            group, held = group + 1, 0
    if held and group:  # too few are left at the end
        found = {cell: min(number, group - 1) for cell, number in found.items()}
    return found
