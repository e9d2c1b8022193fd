"""What the cards of a suit look like, as named features: the terms of the fitted estimates.

Each feature is a table over the patterns of a suit: seven plain bits (7 8 9 Q K T A from below),
for Null the jack as an eighth; jacks and aces together make one more pattern. An estimate is a sum
of such features with weights, so the weights of all features of a place (trumps, side suit) add up
to one table for the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Table = NDArray[np.float64]

ACE_COUNTS = 5  # 0 to 4 aces
PLAIN_POINTS = (0, 0, 0, 3, 4, 10, 11)  # card points of 7 8 9 Q K T A

_PLAIN = np.arange(128)
_ACE, _TEN, _KING, _QUEEN = ((_PLAIN >> bit) & 1 for bit in (6, 5, 4, 3))
_LENGTH = np.bitwise_count(_PLAIN).astype(int)
_NO_ACE = 1 - _ACE
_BARE = _NO_ACE & (1 - _TEN)  # neither ace nor ten
_LONGEST = 5  # longer side suits count as this
_COUNTED = np.minimum(_LENGTH, _LONGEST)


def _tables(features: Mapping[str, Any]) -> dict[str, Table]:
    return {name: np.asarray(values, dtype=np.float64) for name, values in features.items()}


SIDE = _tables(  # against the void suit
    {f"ace_{number}": _ACE & (number == _COUNTED) for number in range(1, _LONGEST + 1)}
    | {f"ten_{number}": _NO_ACE & _TEN & (number == _COUNTED) for number in range(1, _LONGEST + 1)}
    | {f"bare_{number}": _BARE & (number == _COUNTED) for number in range(1, _LONGEST + 1)}
    | {
        "ace_ten": _ACE & _TEN,
        "ace_ten_long": _ACE & _TEN & (_LENGTH >= 4),
        "ace_king": _ACE & _KING & (1 - _TEN),
        "ten_king": _NO_ACE & _TEN & _KING,
        "king": _BARE & _KING,
        "king_guarded": _BARE & _KING & (_LENGTH >= 3),
        "queen": _QUEEN,
    }
)
TRUMPS = _tables(
    {f"length_{number}": number == _LENGTH for number in range(1, 8)}
    | {"ace": _ACE, "ten": _TEN, "king": _KING, "queen": _QUEEN, "ace_ten": _ACE & _TEN}
)
_HELD, _ACES = np.divmod(np.arange(16 * ACE_COUNTS), ACE_COUNTS)  # jacks (DJ lowest), aces
_JACK_COUNT = np.bitwise_count(_HELD).astype(int)
TOPS = _tables(
    {f"jacks_{held:04b}": held == _HELD for held in range(1, 16)}
    | {f"aces_{number}": number == _ACES for number in range(1, ACE_COUNTS)}
    | {"jacks_times_aces": _JACK_COUNT * _ACES}
)


_NULL_PLACES = (0, 1, 2, 5, 6, 3, 7, 4)  # place in 789TJQKA of 7 8 9 Q K T A and the jack


def _null_features() -> dict[str, Table]:
    """How a suit in Null order stands to the safe cards 7, 9, J, K."""
    names = ("void", "length", "weak_1", "weak_2", "weak_3", "widest_gap", "lowest_8", "lowest_9",
             "lowest_higher", "lone_8", "lone_9", "king", "ace")  # fmt: skip
    found = {name: np.zeros(256) for name in names}
    for held in range(256):
        ranks = sorted(_NULL_PLACES[bit] for bit in range(8) if held >> bit & 1)
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
    "suit": {"tops": TOPS, "trumps": TRUMPS, "side": SIDE},
    "grand": {"tops": TOPS, "side": SIDE},
    "null": {"null": NULL_SUIT},
}
# What is estimated: the game won with the cards put away, with the skat wanted but not seen yet,
# from the hand; 90 points or all tricks from the hand; Null ouvert with the skat and without.
CARD_MODELS = (
    "suit_after", "suit_before", "suit_hand", "suit_schneider", "suit_schwarz",
    "grand_after", "grand_before", "grand_hand", "grand_schneider", "grand_schwarz",
)  # fmt: skip
NULL_MODELS = (
    "null_after", "null_before", "null_hand", "null_ouvert", "null_ouverthand", "null_ouvertbefore",
)  # fmt: skip
# With the skat, whatever game it turns out to be, from the three best logits: on any deal, and
# where both others have passed, which says that they are weak.
SKAT_MODELS = ("skat", "alone")
MODELS = (*CARD_MODELS, *NULL_MODELS, *SKAT_MODELS)
OTHERS = ("constant", "forehand", "rearhand", "away")
SKAT_TERMS = ("constant", "best", "second", "third", "reach")
UNIT = 4096  # steps of a logit in the kernel
SURE = 8  # logits are bounded by this and its opposite
KNOTS = {
    f"bend.{half / 2:+g}": half / 2 for half in range(-2 * SURE, 2 * SURE + 1)
}  # see `bend_of`


def term_names(model: str) -> tuple[str, ...]:
    """Names of all weights of an estimate: "side.ace", "constant" ..."""
    if model in SKAT_MODELS:
        return (*SKAT_TERMS, *KNOTS)
    terms = TERMS[model.partition("_")[0]]
    return (
        *OTHERS,
        *KNOTS,
        *(f"{place}.{name}" for place, names in terms.items() for name in names),
    )


def table_of(model: str, place: str, weights: Mapping[str, float]) -> Table:
    """The weights of a place, added up to one table over its patterns."""
    terms = TERMS[model.partition("_")[0]].get(place, {})
    size = {"tops": 16 * ACE_COUNTS, "null": 256}.get(place, 128)
    total: Table = np.zeros(size)
    for name, table in terms.items():
        total = total + weights.get(f"{place}.{name}", 0.0) * table
    return total


def bend_of(weights: Mapping[str, float]) -> Table:
    """Where a bent logit stands for every half one, -8 to 8 (the last twice).

    A sum of features misses the realised rates by more here and less there; a line with a knot at
    every half logit, straight between them, brings it back without changing any order.
    """
    knots = [weights.get(name, logit) for name, logit in KNOTS.items()]
    return np.array([*knots, knots[-1]])


def in_steps(weights: ArrayLike) -> NDArray[np.int64]:
    """Logits as the kernel adds them: whole numbers of 4096ths."""
    steps: NDArray[np.int64] = np.rint(np.asarray(weights) * UNIT).astype(np.int64)
    return steps
