"""What the cards of a suit look like, as named features: the terms of the fitted estimates.

Each feature is a table over the patterns of a suit: seven plain bits (7 8 9 Q K T A from below),
for Null eight in Null order (7 8 9 T J Q K A). An estimate is a sum of such features with weights,
so the weights of all features of a place (trumps, side suit) add up to one table for the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.float64]

_PLAIN = np.arange(128)
_ACE, _TEN, _KING, _QUEEN = ((_PLAIN >> bit) & 1 for bit in (6, 5, 4, 3))
_LENGTH = np.bitwise_count(_PLAIN).astype(int)
_LOW = np.bitwise_count(_PLAIN & 0b111).astype(int)
_NO_ACE = 1 - _ACE


def _tables(features: Mapping[str, Any]) -> dict[str, Table]:
    return {name: np.asarray(values, dtype=np.float64) for name, values in features.items()}


SIDE = _tables(
    {
        "ace": _ACE,
        "ten_with_ace": _ACE & _TEN,
        "ten_guarded": _NO_ACE & _TEN & (_LENGTH >= 3),
        "ten_short": _NO_ACE & _TEN & (_LENGTH == 2),
        "ten_lone": _NO_ACE & _TEN & (_LENGTH == 1),
        "void": _LENGTH == 0,
        "lone_loser": (_LENGTH == 1) & (_ACE == 0) & (_TEN == 0),
        "king_with_ace": _ACE & _KING & (1 - _TEN),
        "king": _NO_ACE & _KING,
        "queen": _QUEEN,
        "low": _LOW,
        "low_beside_ace": _ACE * _LOW,
        "two_low": _LOW >= 2,
        "three_low": _LOW >= 3,
        "long": _LENGTH >= 4,
        "ace_ten_king": _ACE & _TEN & _KING,
    }
)
TRUMPS = _tables(
    {f"length_{number}": number == _LENGTH for number in range(1, 8)}
    | {"ace": _ACE, "ten": _TEN, "king": _KING, "queen": _QUEEN, "ace_ten": _ACE & _TEN}
)
JACKS = _tables(  # DJ is the lowest bit
    {f"jacks_{held:04b}": np.arange(16) == held for held in range(1, 16)}
)


def _null_features() -> dict[str, Table]:
    """How a suit in Null order stands to the safe cards 7, 9, J, K."""
    names = ("void", "length", "weak_1", "weak_2", "weak_3", "widest_gap", "lowest_8", "lowest_9",
             "lowest_higher", "lone_8", "lone_9", "king", "ace")  # fmt: skip
    found = {name: np.zeros(256) for name in names}
    for held in range(256):
        ranks = [rank for rank in range(8) if held >> rank & 1]
        if not ranks:
            found["void"][held] = 1
            continue
        gaps = [max(0, rank - 2 * place) for place, rank in enumerate(ranks)]
        weak = sum(gap > 0 for gap in gaps)
        found["length"][held] = len(ranks)
        if weak:
            found[f"weak_{min(weak, 3)}"][held] = 1
        found["widest_gap"][held] = max(gaps)
        found["lowest_8"][held] = ranks[0] == 1
        found["lowest_9"][held] = ranks[0] == 2
        found["lowest_higher"][held] = max(0, ranks[0] - 2)
        found["lone_8"][held] = ranks == [1]
        found["lone_9"][held] = ranks == [2]
        found["king"][held] = 6 in ranks
        found["ace"][held] = 7 in ranks
    return found


NULL_SUIT = _tables(_null_features())

# The terms of an estimate by kind of game: place, then its features.
TERMS: dict[str, dict[str, dict[str, Table]]] = {
    "suit": {"jacks": JACKS, "trumps": TRUMPS, "side": SIDE},
    "grand": {"jacks": JACKS, "side": SIDE},
    "null": {"null": NULL_SUIT},
}
KINDS = tuple(TERMS)
STAGES = ("after", "before", "hand")  # cards put away, skat not seen yet but wanted, hand game
OTHERS = ("constant", "forehand", "rearhand", "away", "bend_2", "bend_3")
MODELS = tuple(f"{kind}_{stage}" for kind in KINDS for stage in STAGES)


def term_names(model: str) -> tuple[str, ...]:
    """Names of all weights of an estimate: "side.ace", "constant" ..."""
    terms = TERMS[model.partition("_")[0]]
    return (*OTHERS, *(f"{place}.{name}" for place, names in terms.items() for name in names))


def table_of(model: str, place: str, weights: Mapping[str, float]) -> Table:
    """The weights of a place, added up to one table over its patterns."""
    terms = TERMS[model.partition("_")[0]].get(place, {})
    size = {"jacks": 16, "null": 256}.get(place, 128)
    total: Table = np.zeros(size)
    for name, table in terms.items():
        total = total + weights.get(f"{place}.{name}", 0.0) * table
    return total
