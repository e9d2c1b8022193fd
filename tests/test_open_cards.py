"""The public door of the solver: played games judged, and input that is refused."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

import simcore
from simcore.cards import parse
from simcore.skat import RULES, RuleSet
from simcore.skat.open_cards import (
    Judged,
    Position,
    best_line,
    judge,
    move_values,
    solve,
    solve_many,
)
from simcore.skat.row import NOT_PLAYED
from simcore.skat.rules import CONTRACTS
from tests.endings import positions
from tests.endings import solved as solve_ending
from tests.oracle import skat as oracle
from tests.oracle import solver as slow

RAMSCH = RULES["isko"]._replace(all_pass=2)
NO_VALUE, NO_CARD = -1, 255

# --- Played games ---------------------------------------------------------------------------------


class Played(NamedTuple):
    """Simulated games with a declarer, one a row, and what the solver says of them."""

    rows: np.ndarray
    plays: np.ndarray
    judged: Judged
    rules: str


class Step(NamedTuple):
    """A position of a played game before a card, and the points the declarer has in tricks."""

    ending: slow.Position
    card: str
    won: int


RUNS: dict[str, dict[str, Any]] = {
    "few": {"deals": 10},
    "polish": {"deals": 15, "rules": "polish"},
    "null": {"deals": 40, "scenario": simcore.Scenario(declarer=1, contract="N")},
    "many": {"deals": 200},
}
SLOW = ("many",)


@pytest.fixture(
    scope="module",
    params=[pytest.param(run, marks=[pytest.mark.slow] * (run in SLOW)) for run in RUNS],
)
def played(request: pytest.FixtureRequest) -> Played:
    run = RUNS[request.param]
    rules = run.get("rules", "isko")
    rows, plays = simcore.rows(plays=True, **run)
    judged = judge(rows, plays, rules=rules)
    some = rows["declarer"] >= 0
    judged = Judged(judged.values[some], judged.keepers[some])
    return Played(rows[some], plays[some], judged, rules)


def first_lead(row: np.ndarray, rules: str) -> slow.Position:
    """A game before the first card: the declarer's two cards put away."""
    hands = [int(row[f"hand_{seat}"]) for seat in oracle.SEATS]
    declarer = int(row["declarer"])
    if not row["hand"]:
        hands[declarer] = (hands[declarer] | int(row["skat"])) & ~int(row["discard"])
    named = tuple(tuple(oracle.cards_of(hand)) for hand in hands)
    skat = tuple(oracle.cards_of(int(row["discard"])))
    return slow.Position(named, CONTRACTS[row["contract"]], declarer, 0, (), skat, rules)


def steps_of(played: Played, number: int) -> Iterator[Step]:
    """A game card by card."""
    ending, won = first_lead(played.rows[number], played.rules), 0
    for bit in played.plays[number, 2:]:
        if bit != NOT_PLAYED:
            card = oracle.name_of_bit(int(bit))
            yield Step(ending, card, won)
            ending, taken = slow.after(ending, card)
            won += oracle.points(taken) if ending.contract != "N" else 0


def numbers(played: Played) -> range:
    return range(len(played.rows))


def lengths(played: Played) -> np.ndarray:
    """How many cards were played in each game."""
    cards: np.ndarray = np.count_nonzero(played.plays[:, 2:] != NOT_PLAYED, axis=1)
    return cards


def test_a_game_ends_at_what_was_booked(played: Played) -> None:
    null = played.rows["contract"] == CONTRACTS.index("N")
    booked = np.where(null, played.rows["won"], played.rows["card_points"])
    length = lengths(played)
    assert played.judged.values[numbers(played), length].tolist() == booked.tolist()
    after_the_end = np.arange(31) > length[:, np.newaxis]
    assert np.array_equal(played.judged.values == NO_VALUE, after_the_end)


def test_every_value_is_that_of_the_position_alone(played: Played) -> None:
    for number in numbers(played):
        steps = list(steps_of(played, number))
        alone = solve_many(positions([step.ending for step in steps]), rules=played.rules)
        values = [int(value) + step.won for value, step in zip(alone, steps, strict=True)]
        assert played.judged.values[number, : len(steps)].tolist() == values, number


def test_nobody_gains_by_his_own_card(played: Played) -> None:
    lost = {True: 0, False: 0}
    for number in numbers(played):
        for place, step in enumerate(steps_of(played, number)):
            before, after = played.judged.values[number, place : place + 2]
            declarer = slow.seat_to_play(step.ending) == step.ending.declarer
            assert after <= before if declarer else after >= before, (number, place)
            lost[declarer] += before != after
    assert min(lost.values()) > 0


def test_keepers_are_legal_and_keep_the_value(played: Played) -> None:
    for number in numbers(played):
        for place, step in enumerate(steps_of(played, number)):
            before, after = played.judged.values[number, place : place + 2]
            keeper = played.judged.keepers[number, place]
            assert (keeper == NO_CARD) == (before == after), (number, place)
            if keeper != NO_CARD:
                card = oracle.name_of_bit(int(keeper))
                assert card in slow.legal(step.ending)
                then, taken = slow.after(step.ending, card)
                won = oracle.points(taken) if step.ending.contract != "N" else 0
                assert step.won + won + solve_ending(then) == before, (number, place)


def test_nothing_is_kept_after_the_end(played: Played) -> None:
    after_the_end = np.arange(30) >= lengths(played)[:, np.newaxis]
    assert (played.judged.keepers[after_the_end] == NO_CARD).all()


@pytest.mark.parametrize(("rules", "contract"), [("isko", "P"), (RAMSCH, "R")])
def test_a_deal_without_a_declarer_has_no_value(rules: str | RuleSet, contract: str) -> None:
    rows, plays = simcore.rows(deals=200, plays=True, rules=rules)
    some = rows["contract"] == CONTRACTS.index(contract)
    judged = judge(rows[some], plays[some], rules=rules)
    assert judged.values.shape == (some.sum(), 31)
    assert judged.keepers.shape == (some.sum(), 30)
    assert some.any()
    assert (judged.values == NO_VALUE).all()
    assert (judged.keepers == NO_CARD).all()


def test_a_deal_without_a_declarer_leaves_the_others_as_they_are() -> None:
    rows, plays = simcore.rows(deals=30, plays=True)
    judged, some = judge(rows, plays), rows["declarer"] >= 0
    assert 0 < some.sum() < 30
    alone = judge(rows[some], plays[some])
    assert np.array_equal(judged.values[some], alone.values)
    assert np.array_equal(judged.keepers[some], alone.keepers)
    assert (judged.values[~some] == NO_VALUE).all()


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_do_not_matter_for_judging(played: Played, threads: int) -> None:
    judged = judge(played.rows, played.plays, rules=played.rules, threads=threads)
    assert judged.values.dtype == np.int16
    assert judged.keepers.dtype == np.uint8
    assert np.array_equal(judged.values, played.judged.values)
    assert np.array_equal(judged.keepers, played.judged.keepers)


def test_no_games_are_judged() -> None:
    rows, plays = simcore.rows(deals=1, plays=True)
    assert judge(rows[:0], plays[:0]).values.shape == (0, 31)


# --- Ways to ask ----------------------------------------------------------------------------------

FORE, MIDDLE, REAR = parse("CJ HA"), parse("SJ HT"), parse("D7 HK")
GOOD: dict[str, Any] = {
    "hands": [FORE, MIDDLE, REAR],
    "contract": "H",
    "declarer": 0,
    "leader": 0,
    "skat": parse("DA DT"),
    "trick": [],
}


def test_the_same_position_said_in_other_words() -> None:
    value = solve(**GOOD)
    # CJ takes HT and HK, then SJ takes HA; HA first loses to SJ, and CJ takes HT alone
    assert value == 21 + max(2 + 10 + 4, 2 + 10)
    named = GOOD | {"contract": "Hearts", "declarer": "forehand", "leader": "Vorhand"}
    arrays = GOOD | {"hands": np.array([FORE, MIDDLE, REAR], dtype=np.uint32), "trick": ()}
    assert [solve(**named), solve(**arrays)] == [value, value]


def test_kinds_of_answers() -> None:
    assert type(solve(**GOOD)) is int
    assert solve(**GOOD, target=37) is True
    assert solve(**GOOD, target=38) is False
    assert {type(value) for value in move_values(**GOOD).values()} == {int}
    assert {type(value) for value in move_values(**GOOD, target=37).values()} == {bool}
    assert solve_many([Position(**GOOD)] * 3).tolist() == [37, 37, 37]
    assert solve_many([], target=3).tolist() == []


def test_the_skat_is_counted_and_need_not_be_known() -> None:
    assert solve(**GOOD | {"skat": 0}) == solve(**GOOD) - 21
    assert solve(**GOOD | {"skat": 0, "contract": "N"}) == solve(**GOOD | {"contract": "N"})


# --- Input that is refused ------------------------------------------------------------------------


def on_table(text: str) -> list[int]:
    return [parse(card) for card in text.split()]


Case = tuple[dict[str, Any], str]
BAD_POSITIONS: dict[str, Case] = {
    "a card in two hands": (
        {"hands": [FORE, MIDDLE, parse("D7 HA")]},
        "card 'HA' is in the hand of forehand and in the hand of rearhand",
    ),
    "a card in hand and skat": (
        {"skat": parse("HT D9")},
        "card 'HT' is in the hand of middlehand and in the skat",
    ),
    "a card in hand and trick": (
        {"trick": on_table("D7"), "hands": [parse("CJ"), MIDDLE, REAR]},
        "card 'D7' is in the hand of rearhand and in the trick (card 1)",
    ),
    "a card twice on the table": (
        {"trick": on_table("S9 S9"), "hands": [parse("CJ"), parse("SJ"), REAR]},
        "card 'S9' is in the trick (card 1) and in the trick (card 2)",
    ),
    "a card in trick and skat": (
        {"trick": on_table("DA"), "hands": [parse("CJ"), MIDDLE, REAR]},
        "card 'DA' is in the trick (card 1) and in the skat",
    ),
    "hands of unequal size": (
        {"hands": [FORE, MIDDLE, parse("D7")]},
        "hands have forehand 2, middlehand 2, rearhand 1 cards:",
    ),
    "hands that do not fit the trick": (
        {"trick": on_table("H9")},
        "hands have forehand 2, middlehand 2, rearhand 2 cards with 1 on the table:",
    ),
    "the trick led by another": (
        {"trick": on_table("H9"), "hands": [parse("CJ"), MIDDLE, REAR], "leader": 1},
        "hands have forehand 1, middlehand 2, rearhand 2 cards with 1 on the table:",
    ),
    "empty hands": (
        {"hands": [0, 0, 0]},
        "hands have forehand 0, middlehand 0, rearhand 0 cards:",
    ),
    "four hands": ({"hands": [FORE, MIDDLE, REAR, parse("C7")]}, "hands: 4 sets of cards, 3"),
    "two hands": ({"hands": [FORE, MIDDLE]}, f"hands [{FORE}, {MIDDLE}]: three, by seat"),
    "one set for all": ({"hands": FORE}, f"hands {FORE}: sets of cards as ints"),
    "hands in words": ({"hands": "CJ SJ HJ"}, "hands 'CJ SJ HJ': sets of cards as ints"),
    "no hands": ({"hands": None}, "hands None: sets of cards as ints"),
    "a hand in words": ({"hands": ["CJ HA", MIDDLE, REAR]}, "hands 'CJ HA': a set of cards as an"),
    "a hand of truth": ({"hands": [True, MIDDLE, REAR]}, "hands True: a set of cards as an int"),
    "half a card": ({"hands": [1.5, MIDDLE, REAR]}, "hands 1.5: a set of cards as an int"),
    "a card below the pack": ({"hands": [-1, MIDDLE, REAR]}, "hands -1 is no set of cards"),
    "a card above the pack": ({"hands": [2**32, MIDDLE, REAR]}, "hands 4294967296 is no set"),
    "an unknown contract": ({"contract": "X"}, "unknown contract 'X'"),
    "a contract nobody names": ({"contract": "R"}, "unknown contract 'R'"),
    "a contract by number": ({"contract": 3}, "unknown contract 3"),
    "a fourth seat declares": ({"declarer": 3}, "unknown seat 3"),
    "nobody declares": ({"declarer": -1}, "unknown seat -1"),
    "a fourth seat leads": ({"leader": 3}, "unknown seat 3"),
    "a dealer leads": ({"leader": "dealer"}, "unknown seat 'dealer'"),
    "three cards on the table": (
        {"trick": on_table("H9 H8 H7"), "hands": [parse("CJ"), parse("SJ"), parse("D7")]},
        "trick: 3 sets of cards, 2 at most",
    ),
    "two cards as one": ({"trick": [parse("H9 H8")]}, "trick: a card has 2 cards: 1 wanted"),
    "no card on the table": ({"trick": [0]}, "trick: a card has 0 cards: 1 wanted"),
    "a trick in words": ({"trick": "H9"}, "trick 'H9': sets of cards as ints"),
    "a revoke": (
        {"trick": on_table("H9 D9"), "hands": [parse("CJ"), parse("SJ"), REAR]},
        "trick: 'D9' does not follow 'H9', which its hand could",
    ),
    "a skat of one card": ({"skat": parse("DA")}, "skat has 1 cards: 2, or none"),
    "a skat of three cards": ({"skat": parse("DA DT DK")}, "skat has 3 cards: 2, or none"),
    "a skat in words": ({"skat": "DA DT"}, "skat 'DA DT': a set of cards as an int"),
    "unknown rules": ({"rules": "nonsense"}, "nonsense"),
    "Null in rules without": ({"rules": "polish", "contract": "N"}, "contract 'N': these rules do"),
    "Grand in rules without": ({"rules": "polish", "contract": "G"}, "contract 'G': these rules"),
}
BAD_TARGETS: dict[str, Case] = {
    "too high": ({"target": 121}, "target 121: a whole number from 0 to 120"),
    "too low": ({"target": -1}, "target -1: a whole number from 0 to 120"),
    "not whole": ({"target": 30.5}, "target 30.5: a whole number from 0 to 120"),
    "a truth": ({"target": True}, "target True: a whole number from 0 to 120"),
    "in Null": ({"target": 1, "contract": "N"}, "target 1: in Null the value itself says"),
}


def solve_one_of_many(
    *, target: int | None = None, rules: str = "isko", **words: Any
) -> np.ndarray:
    """`solve_many` for a good position and the one described."""
    return solve_many([Position(**GOOD), Position(**words)], target=target, rules=rules)


def refused(function: Callable[..., Any], case: Case) -> None:
    """The input is refused in these words."""
    changes, message = case
    with pytest.raises(ValueError, match=re.escape(message)):
        function(**GOOD | changes)


@pytest.mark.parametrize("function", [solve, solve_one_of_many, move_values, best_line])
@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_bad_positions_are_refused(function: Callable[..., Any], name: str) -> None:
    refused(function, BAD_POSITIONS[name])


@pytest.mark.parametrize("function", [solve, solve_one_of_many, move_values])
@pytest.mark.parametrize("name", BAD_TARGETS)
def test_bad_targets_are_refused(function: Callable[..., Any], name: str) -> None:
    refused(function, BAD_TARGETS[name])


def test_a_card_that_need_not_follow_is_no_revoke() -> None:
    table = {"trick": on_table("H9 D9"), "hands": [parse("CJ"), parse("S7"), REAR]}
    assert solve(**GOOD | table) > 0
    # in Hearts the jack is a trump, in Null it is none
    jack = {"trick": on_table("H9 D9"), "hands": [parse("CJ"), parse("SJ"), REAR]}
    assert solve(**GOOD | jack | {"contract": "N"}) in (0, 1)


@pytest.mark.parametrize(
    ("others", "message"),
    [
        ([(FORE, MIDDLE, REAR)], "a simcore.skat.Position"),
        ([GOOD], "a simcore.skat.Position"),
        ([None], "position None: a simcore.skat.Position"),
    ],
)
def test_what_is_no_position_is_refused(others: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        solve_many(others)


@pytest.mark.parametrize("threads", [0, 1025, 1.5])
def test_bad_numbers_of_threads_are_refused(threads: Any) -> None:
    rows, plays = simcore.rows(deals=1, plays=True)
    with pytest.raises(ValueError, match=f"threads {threads}"):
        solve_many([Position(**GOOD)], threads=threads)
    with pytest.raises(ValueError, match=f"threads {threads}"):
        judge(rows, plays, threads=threads)


BAD_GAMES: dict[str, tuple[Callable[[np.ndarray, np.ndarray], tuple[Any, Any]], str]] = {
    "rows of another kind": (lambda rows, plays: (rows["bid"], plays), "rows"),
    "some columns": (lambda rows, plays: (rows[["bid", "skat"]], plays), "rows"),
    "one row": (lambda rows, plays: (rows[0], plays[:1]), "rows"),
    "a table of rows": (lambda rows, plays: (rows.reshape(1, -1), plays), "rows"),
    "rows as a list": (lambda rows, plays: (rows.tolist(), plays), "rows"),
    "no rows": (lambda rows, plays: (None, plays), "rows"),
    "fewer plays": (lambda rows, plays: (rows, plays[1:]), "plays"),
    "more plays": (lambda rows, plays: (rows[1:], plays), "plays"),
    "plays without discards": (lambda rows, plays: (rows, plays[:, 2:]), "plays"),
    "plays of one game": (lambda rows, plays: (rows, plays[0]), "plays"),
    "plays of other numbers": (lambda rows, plays: (rows, plays.astype(np.int64)), "plays"),
    "plays as a list": (lambda rows, plays: (rows, plays.tolist()), "plays"),
    "no plays": (lambda rows, plays: (rows, None), "plays"),
    "plays of other games": (lambda rows, plays: (rows, plays[::-1].copy()), "plays"),
    "two cards swapped": (
        lambda rows, plays: (rows, plays[:, [0, 1, 3, 2, *range(4, 32)]].copy()),
        "plays",
    ),
    "a card that is none": (lambda rows, plays: (rows, spoilt_at(plays, 5, 40)), "plays"),
    "a card twice": (lambda rows, plays: (rows, spoilt_at(plays, 6, plays[0, 2])), "plays"),
    "no deals": (lambda rows, plays: (np.zeros_like(rows), plays), "rows"),
    "a declarer that is none": (lambda rows, plays: (changed(rows, "declarer", 3), plays), "rows"),
    "a declarer far beyond": (lambda rows, plays: (changed(rows, "declarer", 100), plays), "rows"),
    "a card left out": (lambda rows, plays: (rows, spoilt_at(plays, 10, 255)), "plays"),
    "a contract that is none": (lambda rows, plays: (changed(rows, "contract", 9), plays), "rows"),
    "a discard of another": (lambda rows, plays: (changed(rows, "discard", 0), plays), "rows"),
}


def spoilt_at(plays: np.ndarray, place: int, bit: int) -> np.ndarray:
    """The cards played with another one at a place of the first game."""
    cards = plays.copy()
    cards[0, place] = bit
    return cards


def changed(rows: np.ndarray, column: str, number: int) -> np.ndarray:
    """Rows with a number of their own in a column."""
    other = rows.copy()
    other[column] = number
    return other


def test_games_of_other_rules_are_refused() -> None:
    """Jacks that were plain cards are trumps here: somebody did not follow."""
    rows, plays = simcore.rows(deals=30, plays=True, rules="polish")
    with pytest.raises(ValueError, match=r"^plays: card .* is not legal by these rules"):
        judge(rows, plays)


@pytest.mark.parametrize("positions", [None, 3, Position([1, 2, 4], "C", 0)])
def test_positions_are_a_list(positions: Any) -> None:
    with pytest.raises(ValueError, match=r"a list of simcore\.skat\.Position"):
        solve_many(positions)


def test_games_may_be_views_and_read_only() -> None:
    rows, plays = simcore.rows(deals=8, plays=True)
    whole = judge(rows, plays)
    rows.flags.writeable = plays.flags.writeable = False
    assert np.array_equal(judge(rows[::2], plays[::2]).values, whole.values[::2])


@pytest.mark.parametrize("name", BAD_GAMES)
def test_bad_games_are_refused(name: str) -> None:
    spoilt, word = BAD_GAMES[name]
    rows, plays = simcore.rows(deals=3, plays=True)
    with pytest.raises(ValueError, match=f"^{word}: "):
        judge(*spoilt(rows, plays))
