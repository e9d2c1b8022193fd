"""What became of each way to play a hand, summed over worlds; all ways in the same worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.hand.games import Choice
from analysis.hand.worlds import Worlds
from analysis.moments import Difference, Moments
from simcore.batch import OnProgress
from simcore.skat.lists import GAME_BONUS, LOSS_BONUS
from simcore.skat.value import NOT_SCHNEIDER, SCHNEIDER, TO_WIN

LEVEL = 0.95
_BLOCK_ROWS = 1 << 19  # rows held at a time

Ints = NDArray[np.int64]

# What a game brings its declarer, from its plain score and whether it was won
PAYOFFS: dict[str, Callable[[Ints, Ints], Ints]] = {
    "plain": lambda score, won: score,
    "seeger_fabian": lambda score, won: score + GAME_BONUS * (2 * won - 1),
    "lead": lambda score, won: score + GAME_BONUS * (2 * won - 1) - LOSS_BONUS[3] * (1 - won),
}


class Outcome(NamedTuple):
    """All that settling a game asks for, the card points as the least or most of their class."""

    matadors: int
    points: int
    tricks: int
    kontra: int


@dataclass
class Tally:
    """One way to play, counted over worlds."""

    choice: Choice
    n: int = 0
    won: int = 0
    schneider: int = 0
    schwarz: int = 0
    overbid: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)

    def add(self, rows: np.ndarray) -> None:
        """Count some rows."""
        points, tricks = rows["card_points"], rows["tricks"]
        self.n += len(rows)
        self.won += int(np.count_nonzero(rows["won"]))
        self.schneider += int(np.count_nonzero(points >= SCHNEIDER))
        self.schwarz += int(np.count_nonzero(tricks == 10))
        self.overbid += int(np.count_nonzero(rows["overbid"]))
        self.outcomes.update(_outcomes(rows))


def _outcomes(rows: np.ndarray) -> dict[Outcome, int]:
    """How often each outcome came."""
    points, tricks = rows["card_points"].astype(np.int64), rows["tricks"]
    steps = np.array([NOT_SCHNEIDER, TO_WIN - 1, TO_WIN, SCHNEIDER])
    level = np.select(
        [points <= NOT_SCHNEIDER, points < TO_WIN, points < SCHNEIDER], [0, 1, 2], default=3
    )
    end = np.select([tricks == 0, tricks == 10], [0, 10], default=5)
    keys = np.stack([rows["matadors"].astype(np.int64), steps[level], end, rows["kontra"]], axis=1)
    found, counts = np.unique(keys, axis=0, return_counts=True)
    return {Outcome(*key): n for key, n in zip(found.tolist(), counts.tolist(), strict=True)}


@dataclass
class Played:
    """Ways to play a hand, played in the same worlds at one bid.

    Attributes
    ----------
    tallies
        One a choice, in their order.
    moments
        Sums and products of what they brought, column "payoff number".
    """

    tallies: list[Tally]
    moments: Moments

    def payoff(self, place: int, payoff: str) -> Difference:
        """Mean of what a choice brings, with its t interval."""
        return self.moments.form({f"{payoff} {place}": 1}, 1, LEVEL)

    def less(self, place: int, other: int, payoff: str) -> Difference:
        """What a choice brings more than another in the same worlds."""
        weights = {f"{payoff} {place}": 1, f"{payoff} {other}": -1}
        if place == other:
            weights = {f"{payoff} {place}": 0}
        return self.moments.form(weights, 1, LEVEL)

    def best(self, payoff: str) -> int:
        """Place of the choice that brings most."""
        totals = [self.moments.total(f"{payoff} {k}") for k in range(len(self.tallies))]
        return int(np.argmax(totals))


def play(
    worlds: Worlds,
    choices: Sequence[Choice],
    bid: int,
    first: int,
    number: int,
    on_progress: OnProgress | None = None,
) -> Played:
    """Play choices in worlds `first` to `first + number - 1`."""
    played = Played([Tally(choice) for choice in choices], Moments())
    step = max(1, _BLOCK_ROWS // len(choices))
    for start in range(first, first + number, step):
        size = min(step, first + number - start)
        rows = worlds.play(choices, bid, start, size, on_progress)
        for place, tally in enumerate(played.tallies):
            tally.add(rows[:, place])
        played.moments.add(_brought(rows))
    return played


def _brought(rows: np.ndarray) -> Mapping[str, NDArray[Any]]:
    """What every choice brought in every world, by payoff and place."""
    score, won = rows["score"].astype(np.int64), rows["won"].astype(np.int64)
    return {
        f"{name} {place}": column
        for name, payoff in PAYOFFS.items()
        for place, column in enumerate(payoff(score, won).T)
    }
