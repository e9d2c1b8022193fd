"""Made-up positions with all cards open, in the terms of the slow solver and of the compiled one.

Only `random()` of a generator is used, whose numbers no version of Python may change.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

import numpy as np

from simcore.skat import open_cards
from simcore.skat.solver.problems import EXACT, PROBLEM
from tests.oracle.skat import PACK, mask_of
from tests.oracle.solver import Position, after, legal

Thing = TypeVar("Thing")

GAMES = [(contract, "isko") for contract in "DHSCGN"] + [(suit, "polish") for suit in "DHSC"]
# The fewer suits, the more cards that touch.
PACKS = [PACK] * 4 + [[card for card in PACK if card[0] != suit] for suit in "DHSC"]


def pick(rng: Random, things: Sequence[Thing]) -> Thing:
    """One of some things."""
    return things[int(rng.random() * len(things))]


def mixed(rng: Random, things: Sequence[Thing]) -> list[Thing]:
    """Things in random order."""
    return sorted(things, key=lambda _: rng.random())


def random_ending(
    rng: Random,
    size: int,
    *,
    pack: Sequence[str] | None = None,
    game: tuple[str, str] | None = None,
    on_table: Sequence[int] = (0, 1, 2),
) -> Position:
    """An ending of so many cards a hand before the trick: any seats, skat or none, legal cards on
    the table; of any pack and game unless given."""
    contract, rules = game or pick(rng, GAMES)
    cards = mixed(rng, pack or pick(rng, PACKS))
    hands = tuple(tuple(cards[seat * size : (seat + 1) * size]) for seat in range(3))
    skat = pick(rng, [tuple(cards[3 * size : 3 * size + 2]), ()])
    seats = [0, 1, 2]
    ending = Position(hands, contract, pick(rng, seats), pick(rng, seats), (), skat, rules)
    for _ in range(pick(rng, on_table)):
        ending, _ = after(ending, pick(rng, legal(ending)))
    return ending


def random_endings(seed: int, sizes: dict[int, int]) -> list[Position]:
    """Endings, as many of each number of cards a hand as asked, the smallest first."""
    rng = Random(seed)
    return [random_ending(rng, size) for size, number in sizes.items() for _ in range(number)]


def asked(ending: Position) -> dict[str, Any]:
    """The words of the public functions for an ending, its rules left out."""
    return {
        "hands": [mask_of(hand) for hand in ending.hands],
        "contract": ending.contract,
        "declarer": ending.declarer,
        "leader": ending.leader,
        "skat": mask_of(ending.skat),
        "trick": [mask_of([card]) for card in ending.trick],
    }


def solved(ending: Position, **more: Any) -> int:
    """What the compiled solver says."""
    return open_cards.solve(**asked(ending), rules=ending.rules, **more)


def positions(endings: Sequence[Position]) -> list[open_cards.Position]:
    """Endings as `solve_many` takes them."""
    return [open_cards.Position(**asked(ending)) for ending in endings]


def problems(endings: Sequence[Position]) -> np.ndarray:
    """Endings as the kernels take them."""
    found = np.zeros(len(endings), dtype=PROBLEM)
    for problem, ending in zip(found, endings, strict=True):
        words = asked(ending)
        problem["hands"], problem["skat"] = words["hands"], words["skat"]
        problem["trick"][: len(ending.trick)] = words["trick"]
        problem["contract"] = "DHSCGN".index(ending.contract)
        problem["declarer"], problem["leader"] = ending.declarer, ending.leader
        problem["target"] = EXACT
    return found
