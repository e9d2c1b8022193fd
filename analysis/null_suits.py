"""The suits of a Null hand: which cards are too high, and the pattern of a suit that is weak.

A suit is safe if its i-th lowest card is at most the (2 i - 1)-th rank of 7 8 9 T J Q K A: then the
declarer always has a card below one that must be played. Cards above that are weak.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analysis.hands import Ints, full_suit

RANKS = "789TJQKA"  # from below
SAFE, MANY = "safe", "many"  # no suit is weak; more than one is
_PLACES = (0, 1, 2, 5, 6, 3, 7, 4)  # place in RANKS of 7 8 9 Q K T A and the jack


def _read(held: int) -> tuple[str, int]:
    """The pattern of a suit (seven plain bits, the jack as an eighth) and its weak cards.

    A safe card counts as the highest that would be safe in its place: 7 8 Q is 7 9 Q.
    """
    ranks, kept, weak = "", 0, 0
    for place in sorted(_PLACES[bit] for bit in range(8) if held >> bit & 1):
        is_weak = place > 2 * kept
        ranks += RANKS[place if is_weak else min(2 * kept, 7)]
        weak += is_weak
        kept += not is_weak
    return ranks, weak


_PATTERNS = np.array([_read(held)[0] for held in range(256)])
_WEAK = np.array([_read(held)[1] for held in range(256)], dtype=np.int64)


def suits_of(cards: Ints) -> Ints:
    """The four suits of card sets, (n, 4): seven plain bits and the jack as an eighth."""
    return np.stack([full_suit(cards, suit) for suit in range(4)], axis=1)


def weak_cards(cards: Ints) -> Ints:
    """How many cards of each set are too high in their suit."""
    return np.asarray(_WEAK[suits_of(cards)].sum(axis=1))


def weak_patterns(cards: Ints) -> NDArray[np.str_]:
    """What makes each hand weak.

    Returns
    -------
    numpy.ndarray
        The pattern of the one weak suit, ranks from below ("8", "79K"; a safe card stands for all
        that are safe in its place, 79K for 78K too), `SAFE` or `MANY`.
    """
    suits = suits_of(cards)
    weak = _WEAK[suits] > 0
    number = weak.sum(axis=1)
    pattern = _PATTERNS[suits[np.arange(len(cards)), weak.argmax(axis=1)]]
    return np.where(number == 0, SAFE, np.where(number == 1, pattern, MANY))
