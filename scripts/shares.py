"""How many of all hands each bidding system would play: counted over every hand there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from simcore.jit import kernel
from simcore.skat import RULES
from simcore.skat.strategies.systems import chain
from simcore.skat.strategies.systems.many import SYSTEMS, record_of

HANDS = 64_512_240  # ten of 32 cards
_FOREHAND, _OTHERS = 0, 1  # a seat that has the lead, and one that has not


class Counted(NamedTuple):
    """Hands that reach each limit of the suit count and of the Grand count; hands that reach
    neither, the Grand, the suit, both of the thresholds of the system."""

    suits: list[int]
    grands: list[int]
    kinds: list[int]


@kernel
def count_hands(player, rules, seat, suit_limits, grand_limits):  # type: ignore[no-untyped-def]
    """Walk all hands in rising order as numbers."""
    suits, grands = np.zeros(len(suit_limits), np.int64), np.zeros(len(grand_limits), np.int64)
    kinds = np.zeros(4, np.int64)
    hand = np.int64(1023)
    while hand < 1 << 32:
        suit = chain.trump_choice(hand, player, rules)
        suit_count = chain.suit_count(hand, suit, player, rules)
        grand_count = chain.grand_count(hand, seat, player)
        for place in range(len(suit_limits)):
            suits[place] += suit_count >= suit_limits[place]
        for place in range(len(grand_limits)):
            grands[place] += grand_count >= grand_limits[place]
        fits = suit_count >= player["suit_min"]
        kinds[2 * int(fits) + int(grand_count >= player["grand_min"])] += 1
        low = hand & -hand  # the next larger set of as many cards
        ripple = hand + low
        changed = hand ^ ripple
        while changed & 1 == 0:
            changed >>= 1
        hand = ripple | changed >> 2
    return suits, grands, kinds


def counted(
    player: np.void, seat: int, suits: Sequence[float] = (), grands: Sequence[float] = ()
) -> Counted:
    """Count all hands for a player in a seat."""
    limits = (np.array(suits, dtype=np.float64), np.array(grands, dtype=np.float64))
    found = count_hands(player, RULES["isko"], np.int64(seat), *limits)
    return Counted(*(numbers.tolist() for numbers in found))


def _share(number: int) -> str:
    return f"{number:,} ({100 * number / HANDS:.2f} %)"


def share_table() -> pd.DataFrame:
    """The hands each system would play, as counts and shares of all hands."""
    lines: list[dict[str, Any]] = []
    for system in SYSTEMS:
        player = record_of(system)
        suit, grand = [float(player["suit_min"])], [float(player["grand_min"])]
        others = counted(player, _OTHERS, suit, grand)
        forehand = counted(player, _FOREHAND, [], grand)
        lines.append(
            {
                "bidding": f"`{system}`",
                "suit game": _share(others.suits[0]),
                "Grand": _share(others.grands[0]),
                "Grand, forehand": _share(forehand.grands[0]),
                "either": _share(sum(others.kinds[1:])),
            }
        )
    return pd.DataFrame(lines)
