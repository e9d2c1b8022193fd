"""The solver of open cards against plain minimax, against itself in other dress, and its lines."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from simcore.skat import RULES
from simcore.skat.open_cards import best_line, move_values, solve_many
from simcore.skat.rules import rule_book
from simcore.skat.solver.problems import solve_problems
from simcore.skat.solver.space import ENTRIES, new_space
from tests.endings import (
    GAMES,
    asked,
    mixed,
    positions,
    problems,
    random_ending,
    random_endings,
)
from tests.endings import solved as solve
from tests.oracle import skat as oracle
from tests.oracle import solver as slow
from tests.oracle.solver import Position, after, seat_to_play

HEARTS = [card for card in oracle.PACK if card[0] == "H" and card[1] != "J"]
GENERATIONS = 2048  # so many solves, and the table counts from the start again

# How many endings by cards a hand: few, and 5,000
FEW = {1: 30, 2: 60, 3: 100, 4: 90, 5: 20}
MANY = {1: 300, 2: 1000, 3: 1700, 4: 1800, 5: 200}

Trick = tuple[str, ...]
Moves = list[tuple[Position, dict[str, int]]]  # endings, and what the solver says of every card


def name_of(card: int) -> str:
    """The card of a one-card set."""
    return oracle.name_of_bit(card.bit_length() - 1)


# --- Against plain minimax ------------------------------------------------------------------------


def agrees(ending: Position, rng: Random) -> bool:
    """Whether value and targets around it are those of plain minimax."""
    value = slow.value(ending)
    if solve(ending) != value:
        return False
    targets = [] if ending.contract == "N" else [value, value + 1, int(rng.random() * 121)]
    return all(solve(ending, target=target) is (value >= target) for target in targets)


def test_endings_are_of_every_kind() -> None:
    kinds = {
        (e.contract, e.rules, e.declarer, e.leader, len(e.trick), len(e.skat))
        for e in random_endings(sum(MANY.values()), MANY)
    }
    assert len(kinds) == len(GAMES) * 3 * 3 * 3 * 2


@pytest.mark.parametrize(
    "sizes", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_values_are_those_of_plain_minimax(sizes: dict[int, int]) -> None:
    rng = Random(7)
    endings = random_endings(sum(sizes.values()), sizes)
    assert [ending for ending in endings if not agrees(ending, rng)] == []


def moves(ending: Position, target: int | None = None) -> dict[str, int]:
    """What the solver says of every card."""
    found = move_values(**asked(ending), target=target, rules=ending.rules)
    return {name_of(card): value for card, value in found.items()}


@pytest.fixture(scope="module")
def judged_moves() -> Moves:
    endings = random_endings(3, {1: 20, 2: 60, 3: 120, 4: 150, 5: 50})
    return [(ending, moves(ending)) for ending in endings]


def test_every_card_is_worth_what_minimax_says(judged_moves: Moves) -> None:
    assert [e for e, values in judged_moves if values != slow.card_values(e)] == []


def test_cards_reach_targets_or_not(judged_moves: Moves) -> None:
    for ending, values in judged_moves:
        if ending.contract != "N":
            for target in sorted({*values.values(), max(values.values()) + 1}):
                reached = {card: value >= target for card, value in values.items()}
                assert moves(ending, target) == reached, ending


def test_the_best_card_is_worth_the_position(judged_moves: Moves) -> None:
    for ending, values in judged_moves:
        best = max if seat_to_play(ending) == ending.declarer else min
        assert solve(ending) == best(values.values()), ending


def classes(contract: str, rules: str) -> list[list[str]]:
    """The cards of each class in play, highest first."""
    trumps = oracle.trumps(contract, rules)
    ranks = "AKQJT987" if contract == "N" else "ATKQJ987"
    sides = [[suit + rank for rank in ranks if suit + rank not in trumps] for suit in "DHSC"]
    return [trumps, *sides]


def twins(ending: Position) -> Iterator[tuple[str, str]]:
    """Cards of the seat to play that differ in nothing: of equal points, and between them no
    card of another seat, in hand or on the table."""
    own = ending.hands[seat_to_play(ending)]
    live = {card for hand in ending.hands for card in hand} | set(ending.trick)
    for order in classes(ending.contract, ending.rules):
        for pair in pairwise(card for card in order if card in live):
            worth = {oracle.points([card]) for card in pair}
            if set(pair) <= set(own) and (ending.contract == "N" or len(worth) == 1):
                yield pair


def test_equal_cards_are_of_equal_value() -> None:
    endings = random_endings(23, {4: 200, 6: 300, 8: 300})
    judged = [(ending, moves(ending)) for ending in endings]
    pairs = [
        (ending, values[one], values[other])
        for ending, values in judged
        for one, other in twins(ending)
        if one in values
    ]
    assert len(pairs) > 100
    assert [pair for pair in pairs if pair[1] != pair[2]] == []


# --- Lines ----------------------------------------------------------------------------------------


def over(ending: Position, taken: Trick) -> bool:
    """No card is left, or the declarer has taken a trick in Null."""
    return not any(ending.hands) or (ending.contract == "N" and taken != ())


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7])
def test_a_best_line_keeps_the_value_to_the_end(size: int) -> None:
    for ending in random_endings(size, {size: 40}):
        counts = ending.contract != "N"
        line = best_line(**asked(ending), rules=ending.rules)
        now, won, taken = ending, 0, Trick()
        for seat, card in zip(line.seats, map(name_of, line.cards), strict=True):
            assert not over(now, taken)
            assert seat == seat_to_play(now)
            assert card in slow.legal(now)
            now, taken = after(now, card)
            won += oracle.points(taken) if counts else 0
            assert over(now, taken) or won + solve(now) == line.value, ending
        assert over(now, taken)
        assert line.value == (won + oracle.points(ending.skat) if counts else int(not taken))


# --- What the answer must not depend on -----------------------------------------------------------


def answers(endings: list[Position], space: np.ndarray) -> np.ndarray:
    """Values and numbers of nodes, shape (2, endings), of endings under one rule set."""
    found, (rules,) = problems(endings), {ending.rules for ending in endings}
    solve_problems(found, space, rule_book(RULES[rules]))
    return np.array([found["value"], found["nodes"]])


def isko_endings(seed: int, sizes: dict[int, int]) -> list[Position]:
    """Endings of the games with jacks as trumps, and Null."""
    return [ending for ending in random_endings(seed, sizes) if ending.rules == "isko"]


@pytest.fixture(scope="module")
def larger() -> list[Position]:
    return isko_endings(11, {4: 200, 5: 200, 6: 200, 7: 200, 8: 60})


@pytest.mark.parametrize("entries", [4, 8, 64, 1024])
def test_the_size_of_the_table_does_not_matter(larger: list[Position], entries: int) -> None:
    full, small = answers(larger, new_space()), answers(larger, new_space(entries))
    assert small[0].tolist() == full[0].tolist()
    assert small[1].sum() > full[1].sum()  # it did forget


def test_a_space_is_of_the_size_asked_for() -> None:
    assert [new_space(size)[0]["buckets"] for size in (4, 8, ENTRIES)] == [0, 1, ENTRIES // 4 - 1]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_and_order_do_not_matter(larger: list[Position], threads: int) -> None:
    alone = [solve(ending) for ending in larger]
    assert solve_many(positions(larger), threads=threads).tolist() == alone
    order = mixed(Random(threads), range(len(larger)))
    turned = solve_many(positions([larger[place] for place in order]), threads=threads)
    assert turned.tolist() == [alone[place] for place in order]


@pytest.mark.parametrize("threads", [1, 3])
def test_many_are_asked_for_a_target(larger: list[Position], threads: int) -> None:
    endings = [ending for ending in larger if ending.contract != "N"]
    values = solve_many(positions(endings))
    reached = solve_many(positions(endings), target=31, threads=threads)
    assert reached.dtype == np.bool_
    assert 0 < reached.sum() < len(endings)
    assert reached.tolist() == (values >= 31).tolist()


@pytest.mark.parametrize("contract", ["H", "G", "N"])
def test_what_was_solved_before_does_not_matter(contract: str) -> None:
    """The same twelve cards in other hands: what is known of one deal would mislead the next."""
    rng, cards = Random(13), [*oracle.JACKS, "CA", *HEARTS]
    game, number = (contract, "isko"), 2 * GENERATIONS + 100
    endings = [random_ending(rng, 4, pack=cards, game=game) for _ in range(number)]
    alone = np.hstack([answers([ending], new_space()) for ending in endings])
    assert np.array_equal(answers(endings, new_space()), alone)


# --- Other seats, other suits ---------------------------------------------------------------------


def moved_on(ending: Position, seats: int) -> Position:
    """The same with everybody so many seats further on."""
    hands = tuple(ending.hands[(seat - seats) % 3] for seat in range(3))
    declarer, leader = (ending.declarer + seats) % 3, (ending.leader + seats) % 3
    return ending._replace(hands=hands, declarer=declarer, leader=leader)


def renamed(ending: Position, suits: str) -> Position:
    """The same with other suits for diamonds, hearts, spades and clubs; jacks that are trumps
    stay, as they have an order of their own."""
    new = dict(zip("DHSC", suits, strict=True))
    jacks_stay = ending.contract != "N" and ending.rules == "isko"

    def others(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(c if c[1] == "J" and jacks_stay else new[c[0]] + c[1] for c in cards)

    return ending._replace(
        hands=tuple(others(hand) for hand in ending.hands),
        contract=new.get(ending.contract, ending.contract),
        trick=others(ending.trick),
        skat=others(ending.skat),
    )


@pytest.mark.parametrize("seats", [1, 2])
def test_seats_may_be_moved_on(seats: int) -> None:
    endings = random_endings(17, {3: 100, 5: 100, 7: 40})
    turned = [(ending, moved_on(ending, seats)) for ending in endings]
    assert [pair for pair in turned if solve(pair[0]) != solve(pair[1])] == []


@pytest.mark.parametrize("suits", ["HDSC", "CDHS", "SCDH", "CSHD", "DSCH"])
def test_suits_may_be_renamed(suits: str) -> None:
    endings = random_endings(19, {3: 100, 5: 100, 7: 40})
    other = [(ending, renamed(ending, suits)) for ending in endings]
    assert [pair for pair in other if solve(pair[0]) != solve(pair[1])] == []
