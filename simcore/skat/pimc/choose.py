"""What `pimc` does in the worlds it has dealt itself: the card, or the two cards to put away.

First counts in how many worlds the game is won. Among cards equal in that the mean of the
declarer's card points decides, then what the fixed strategy would do.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from simcore.cards import bits_of
from simcore.skat.solver.problems import EXACT, NOT_LEGAL, solve_moves, solve_problems

_WORLD = ("hands", "skat")  # what differs from world to world
_KEPT = 4  # one discard of so many is looked at in all worlds, and in so many parts of them first


def different(worlds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Worlds without repetitions, and how often each was dealt."""
    keys = np.column_stack([worlds["hands"], worlds["skat"]])
    _, first, times = np.unique(keys, axis=0, return_index=True, return_counts=True)
    return worlds[first].copy(), times


def _values(
    worlds: np.ndarray, asked: int, target: int, space: np.ndarray, book: np.ndarray
) -> np.ndarray:
    """Values of the cards asked for in every world, int64, shape (worlds, 32)."""
    values = np.empty((len(worlds), 32), dtype=np.int64)
    worlds["asked"], worlds["target"] = asked, target
    solve_moves(worlds, values, space, book)
    return values


def _best(bits: list[int], sums: np.ndarray, declares: bool) -> list[int]:
    """The cards with the highest sum, for a defender the lowest."""
    wanted = max(sums[bits]) if declares else min(sums[bits])
    return [bit for bit in bits if sums[bit] == wanted]


def best_card(
    dealt: np.ndarray, declares: bool, aim: int, fixed: int, space: np.ndarray, book: np.ndarray
) -> int:
    """The card that does best over some worlds.

    Parameters
    ----------
    dealt
        Worlds as problems of the solver; the same seat is to play in all.
    declares
        Whether it is the declarer's turn.
    aim
        Card points that win; `EXACT` in Null.
    fixed
        The card of the fixed strategy, as bit number: it is played where nothing tells the best
        cards apart.
    """
    worlds, times = different(dealt)
    values = _values(worlds, 0, aim, space, book)
    bits = np.flatnonzero(values[0] != NOT_LEGAL).tolist()
    best = _best(bits, times @ values, declares)
    if len(best) > 1 and aim != EXACT:
        asked = sum(1 << bit for bit in best)
        best = _best(best, times @ _values(worlds, asked, EXACT, space, book), declares)
    return fixed if fixed in best else best[0]


def best_discard(
    dealt: np.ndarray,
    declarer: int,
    aim: int,
    fixed: int,
    space: np.ndarray,
    book: np.ndarray,
) -> int:
    """The two cards whose discard wins in most worlds.

    Parameters
    ----------
    dealt
        Worlds before the first lead, in which the declarer has put away what he found.
    declarer
        His seat.
    aim
        Card points that win; `EXACT` in Null.
    fixed
        The discard of the fixed rule, kept where none wins more.
    """
    worlds, times = different(dealt)
    twelve = int(worlds[0]["hands"][declarer] | worlds[0]["skat"])
    pairs = [1 << one | 1 << other for one, other in combinations(bits_of(twelve), 2)]
    part = max(1, len(worlds) // _KEPT)
    few = _wins(worlds[:part], times[:part], pairs, declarer, aim, space, book)
    ranked = sorted(range(len(pairs)), key=lambda k: (-few[k], pairs[k] != fixed))
    kept = {fixed, *(pairs[k] for k in ranked[: len(pairs) // _KEPT])}
    left = sorted(kept, key=lambda pair: pair != fixed)  # the fixed one first: it wins ties
    wins = _wins(worlds, times, left, declarer, aim, space, book)
    return left[int(np.argmax(wins))]


def _wins(
    worlds: np.ndarray,
    times: np.ndarray,
    pairs: list[int],
    declarer: int,
    aim: int,
    space: np.ndarray,
    book: np.ndarray,
) -> np.ndarray:
    """In how many worlds each discard wins."""
    asked = np.repeat(worlds[np.newaxis], len(pairs), axis=0)
    away = np.array(pairs)[:, np.newaxis]
    asked["hands"][:, :, declarer] = (worlds["hands"][:, declarer] | worlds["skat"]) ^ away
    asked["skat"], asked["target"] = away, aim
    flat = asked.reshape(-1)
    solve_problems(flat, space, book)
    wins: np.ndarray = flat["value"].reshape(len(pairs), -1) @ times
    return wins
