"""The solver compiled, uncompiled and bounds-checked: the same answers and numbers of nodes.

Each mode compares with tests/data/solver_digests.json, as in test_kernel.py. `python -m
tests.test_solver_kernel --write` writes the digests anew after a change of behaviour.
"""

import hashlib
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from simcore.skat import RULES
from simcore.skat.row import NOT_PLAYED, PLAYS, ROW
from simcore.skat.rules import rule_book
from simcore.skat.solver.judge import LEGAL, judge_games
from simcore.skat.solver.problems import EXACT, find_line, solve_moves, solve_problems
from simcore.skat.solver.space import new_space
from tests.digests import Digests
from tests.endings import GAMES, pick, problems, random_ending
from tests.oracle.skat import bit_of_name, mask_of
from tests.oracle.solver import Position, after, legal

pytestmark = pytest.mark.kernel

SIZES = (1, 2, 3, 3, 4, 4, 5, 5, 6)  # cards a hand: few, as uncompiled search is slow
TARGETS = (EXACT, 11, 31)
ENTRIES = 16  # of the table, so that it forgets
GENERATION = 2040  # a few solves later the table counts from the start again

Game = tuple[str, str]


def endings_of(game: Game) -> list[Position]:
    """The fixed endings of a game."""
    rng = Random(GAMES.index(game))
    return [random_ending(rng, size, game=game) for size in SIZES]


def values(game: Game) -> list[np.ndarray]:
    """Values, answers to targets, and nodes."""
    found = np.concatenate([problems(endings_of(game)) for _ in TARGETS])
    found["target"] = np.repeat(TARGETS, len(SIZES))
    space = new_space(ENTRIES)
    space["generation"] = GENERATION
    solve_problems(found, space, rule_book(RULES[game[1]]))
    return [found["value"], found["nodes"]]


def moves(game: Game) -> list[np.ndarray]:
    """What every card is worth, and nodes."""
    found = problems(endings_of(game))
    worth = np.empty((len(found), 32), dtype=np.int64)
    solve_moves(found, worth, new_space(ENTRIES), rule_book(RULES[game[1]]))
    return [worth, found["nodes"]]


def lines(game: Game) -> list[np.ndarray]:
    """A best line of every ending."""
    found = problems(endings_of(game))
    played = np.empty((len(found), 30), dtype=np.int64)
    for number in range(len(found)):
        find_line(found[number:], played[number], new_space(), rule_book(RULES[game[1]]))
    return [played]


def played_out(ending: Position, rng: Random) -> list[int]:
    """An ending played at random, in Null to the declarer's first trick."""
    played, taken = list[int](), tuple[str, ...]()
    while any(ending.hands) and not (taken and ending.contract == "N"):
        card = pick(rng, legal(ending))
        played.append(bit_of_name(card))
        ending, taken = after(ending, card)
    return played


def game_of(ending: Position, rng: Random) -> tuple[np.ndarray, np.ndarray]:
    """A row and its cards as if the ending were a whole hand game, forehand to lead."""
    row, plays = np.zeros(1, dtype=ROW), np.full((1, PLAYS), NOT_PLAYED, dtype=np.uint8)
    ending = ending._replace(leader=0)
    for seat, name in enumerate(("forehand", "middlehand", "rearhand")):
        row[f"hand_{name}"] = mask_of(ending.hands[seat])
    row["skat"] = row["discard"] = mask_of(ending.skat)
    row["contract"], row["declarer"] = "DHSCGN".index(ending.contract), ending.declarer
    row["hand"] = True
    played = played_out(ending, rng)
    plays[0, 2 : 2 + len(played)] = played
    return row, plays


def judged(game: Game) -> list[np.ndarray]:
    """Played games judged."""
    rng = Random(100 + GAMES.index(game))
    whole = [random_ending(rng, size, game=game, on_table=[0]) for size in (3, 4, 5)]
    rows, plays = zip(*(game_of(ending, rng) for ending in whole), strict=True)
    games, cards = np.concatenate(rows), np.concatenate(plays)
    values, keepers = np.empty((len(games), 31), np.int64), np.empty((len(games), 30), np.uint8)
    faults = np.full(len(games), LEGAL)
    book = rule_book(RULES[game[1]])
    judge_games(games, cards, values, keepers, faults, new_space(ENTRIES), book)
    assert (faults == LEGAL).all()
    return [values.astype(np.int16), keepers]


ANSWERS: dict[str, Callable[[Game], list[np.ndarray]]] = {
    "values": values,
    "moves": moves,
    "lines": lines,
    "judged": judged,
}
RUNS = {
    f"{name} {contract} {rules}": (name, (contract, rules))
    for contract, rules in GAMES
    for name in ANSWERS
}


def digest(run: str) -> str:
    """Digest of the answers of a kernel about a game."""
    name, game = RUNS[run]
    parts = [np.ascontiguousarray(part).tobytes() for part in ANSWERS[name](game)]
    return hashlib.sha256(b"".join(parts)).hexdigest()


DIGESTS = Digests("solver_digests.json", RUNS, digest)


@pytest.mark.parametrize("name", RUNS)
def test_answers_do_not_depend_on_compilation(name: str) -> None:
    DIGESTS.check(name)


def test_every_run_has_its_digest() -> None:
    DIGESTS.check_names()


if __name__ == "__main__":
    DIGESTS.main()
