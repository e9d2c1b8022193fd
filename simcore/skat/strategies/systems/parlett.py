"""System `parlett`: long trumps, side suits void or headed by their ace, few losers.

A suit game counts as many points as there are trumps, none where the hand does not fit. Grand is
the plain rule without a jack asked for (`grand_jacks` 0), played from the hand. A loser is a side
card outside the unbroken run from the ace (our completion).
"""

import numpy as np

from simcore.jit import helper
from simcore.skat.order import plain_suit
from simcore.skat.strategies.features import trump_length

_ACE, _TEN = 1 << 6, 1 << 5  # of a plain suit as bits 0..6
_UNFIT = 0.0


def _losers(held: int) -> int:
    """Cards of a plain suit (seven bits: 7 8 9 Q K T A) below the run from the ace."""
    run = 0
    while run < 7 and held >> (6 - run) & 1:
        run += 1
    return held.bit_count() - run


_LOSERS = np.array([_losers(held) for held in range(128)], dtype=np.int64)


@helper
def parlett(cards, suit, player):
    """Trumps, if a full one is among them, two side suits are under control, losers are few."""
    losers, controlled = 0, 0
    for side in range(4):
        held = plain_suit(cards, side)
        if side != suit:
            losers += _LOSERS[held]
            controlled += int(held == 0 or held & _ACE != 0)
    full_trump = plain_suit(cards, suit) & (_ACE | _TEN) != 0
    fits = full_trump and controlled >= 2 and losers <= player["losers_max"]
    return float(trump_length(cards, suit)) if fits else _UNFIT
