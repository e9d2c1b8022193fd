"""The suits of a deal as its table sees them, moved card by card."""

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from simcore.jit import kernel
from simcore.rng import deal_luck, seed_key
from simcore.skat.look import suits_of


@kernel
def _suits_of(seed, deal):  # type: ignore[no-untyped-def]
    return suits_of(deal_luck(seed_key(seed), deal))


def suits_seen(seed: int, deal: int) -> int:
    """The number of the order in which a deal shows its suits."""
    with np.errstate(over="ignore"):
        return int(_suits_of(np.uint64(seed), np.int64(deal)))


def places_seen(seed: int, deal: int) -> tuple[int, ...]:
    """The place of each suit."""
    return list(permutations(range(4)))[suits_seen(seed, deal)]


def as_seen(held: int, places: Sequence[int], jacks: bool) -> int:
    """A set of cards with suit s at places[s]; jacks move if they belong to suits."""
    seen = 0
    for bit in range(32):
        if held >> bit & 1:
            if bit >= 28:
                seen |= 1 << (28 + places[bit - 28] if jacks else bit)
            else:
                seen |= 1 << (7 * places[bit // 7] + bit % 7)
    return seen
