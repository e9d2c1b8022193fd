"""Which two cards to put away: successive halving on common worlds, the rest on fresh ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from analysis.hand.games import Choice
from analysis.hand.played import PAYOFFS
from analysis.hand.worlds import Worlds
from analysis.moments import Difference, is_apart, paired
from simcore.batch import OnProgress

_FIRST_WORLDS = 64  # of the first round; each round doubles them
_FEW, _MOST = 6, 12  # finalists
_TIED = 3.0  # standard errors within which an arm of the worse half stays
LEVEL = 0.95


@dataclass(frozen=True)
class Discard:
    """Two cards put away, against the two that were chosen.

    Attributes
    ----------
    cards
        The set of two.
    behind
        What they bring more (+) or less (-) than the chosen ones in the same fresh worlds, with
        interval.
    tied
        Whether the difference is not shown: its interval holds 0.
    """

    cards: int
    behind: Difference
    tied: bool


def pairs(twelve: int) -> list[int]:
    """The 66 sets of two."""
    cards = [1 << bit for bit in range(32) if twelve >> bit & 1]
    return [one | other for one, other in combinations(cards, 2)]


def brought(rows: np.ndarray, payoff: str) -> NDArray[np.int64]:
    """What every row brought its declarer."""
    score, won = rows["score"].astype(np.int64), rows["won"].astype(np.int64)
    return PAYOFFS[payoff](score, won)


def halve(
    worlds: Worlds,
    choice: Choice,
    bid: int,
    payoff: str,
    number: int,
    on_progress: OnProgress | None = None,
) -> list[int]:
    """The best discards of a game by successive halving on worlds 0 to `number` - 1, best first.

    All that are left are played in the same worlds; each round plays as many more as were played
    and keeps the better half, and of the worse half what is not told from the best.
    """
    table = worlds.table
    left = pairs(table.cards | table.skat)
    done, step = 0, min(_FIRST_WORLDS, number)
    sums = np.zeros((0, len(left)), dtype=np.int64)
    while True:
        arms = [replace(choice, discard=cards) for cards in left]
        rows = worlds.play(arms, bid, done, step, on_progress)
        sums = np.concatenate([sums, brought(rows, payoff)])
        done += step
        order = np.argsort(-sums.sum(axis=0), kind="stable")
        if len(left) <= _FEW or done >= number:
            return [left[place] for place in order[:_MOST]]
        keep = _kept(sums, order)
        left, sums = [left[place] for place in keep], sums[:, keep]
        step = min(done, number - done)


def _kept(sums: NDArray[np.int64], order: NDArray[np.int64]) -> list[int]:
    """Places of the better half, and of others too near the best to be told from it."""
    half = max(len(order) // 2, _FEW)
    apart = sums - sums[:, [order[0]]]
    error = apart.std(axis=0) / np.sqrt(len(apart))
    near = apart.mean(axis=0) >= -_TIED * error
    return [int(p) for place, p in enumerate(order) if place < half or (near[p] and place < 24)]


def ranked(
    worlds: Worlds,
    choice: Choice,
    finalists: list[int],
    bid: int,
    payoff: str,
    more: range,
    on_progress: OnProgress | None = None,
) -> list[int]:
    """Finalists by what they bring in further worlds, the best first; as they are without any."""
    if not more:
        return finalists
    arms = [replace(choice, discard=cards) for cards in finalists]
    total = brought(worlds.play(arms, bid, more.start, len(more), on_progress), payoff).sum(axis=0)
    return [finalists[place] for place in np.argsort(-total, kind="stable")]


def judge(
    worlds: Worlds,
    choice: Choice,
    finalists: list[int],
    bid: int,
    payoff: str,
    first: int,
    number: int,
    on_progress: OnProgress | None = None,
) -> list[Discard]:
    """The finalists once more, on fresh worlds, against the first of them; the best first."""
    arms = [replace(choice, discard=cards) for cards in finalists]
    found = brought(worlds.play(arms, bid, first, number, on_progress), payoff)
    apart = found - found[:, :1]
    told = []
    for place, cards in enumerate(finalists):
        column = apart[:, place].astype(np.float64)
        mean = float(column.mean())
        behind = paired(number, mean, float(np.sum((column - mean) ** 2)), LEVEL)
        tied = place == 0 or not is_apart(behind)
        told.append(Discard(cards, behind, tied))
    return sorted(told, key=lambda discard: (discard.cards != finalists[0], -discard.behind.mean))
