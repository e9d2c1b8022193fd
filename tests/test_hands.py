"""Hands as arrays: suits, trumps, matadors, Null patterns; by text, kernels and exact counts."""

import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

from analysis import estimates, hands, null_suits
from simcore import cards
from simcore.jit import kernel
from simcore.skat import RULES, questions
from simcore.skat.strategies import estimate, features

NULL_OUVERT = json.loads((Path(__file__).parent / "data" / "null_ouvert.json").read_text("utf-8"))
KINDS = {"suit": (0, 1, 2, 3), "grand": (4,), "null": (5,)}


def drawn(size: int, number: int = 1500) -> np.ndarray:
    """Random sets of cards."""
    rng = np.random.default_rng(size)
    picks = rng.permuted(np.tile(np.arange(32), (number, 1)), axis=1)[:, :size]
    return np.bitwise_or.reduce(np.int64(1) << picks, axis=1)


@kernel
def ask(held, contract, suits, rated):  # type: ignore[no-untyped-def]
    """The best suit of each hand and whether it is rated, as the players see it."""
    for number in range(len(held)):
        suits[number] = features.best_suit(held[number])
        rated[number] = estimate.is_rated(held[number], contract)


def test_the_longest_suit_and_who_is_rated_are_those_of_the_players() -> None:
    for size in (10, 12):
        held, seen = drawn(size), set()
        suits, rated = np.zeros(len(held), dtype=np.int64), np.zeros(len(held), dtype=np.bool_)
        for kind, contracts in KINDS.items():
            for contract in contracts:
                ask(held, contract, suits, rated)
                assert (hands.longest_suit(held) == suits).all()
                assert (estimates.rated(held, kind, contract) == rated).all()
                seen |= set(rated.tolist())
        assert seen == {True, False}


@pytest.mark.parametrize("rules", ["isko", "polish"])
def test_trumps_and_side_cards_are_counted_as_they_are_written(rules: str) -> None:
    jacks_trump = bool(RULES[rules].jacks_trump)
    for held in drawn(10, 200):
        one, codes = np.array([held]), cards.format(int(held)).split()
        for suit, letter in enumerate("DHSC"):
            own = [c for c in codes if c[0] == letter or (jacks_trump and c[1] == "J")]
            side = [c for c in codes if c[1] in "AT" and c[0] != letter]
            assert hands.trump_number(one, suit, RULES[rules])[0] == len(own)
            assert hands.side_number(one, suit)[0] == len(side)
            aces = hands.side_number(one, suit, cards.ACES)[0]
            assert aces == sum(code[1] == "A" for code in side)


def test_matadors_are_those_of_the_rules() -> None:
    held = [*drawn(10, 300), *(cards.parse(text) for text in (
        "CJ SJ HJ DJ CA CT CK CQ C9 C8", "DA DT DK DQ D9 D8 D7 SA ST SK"))]  # fmt: skip
    for suit in range(4):
        found = hands.matadors(np.array(held, dtype=np.int64), suit)
        assert found.tolist() == [questions.matadors(int(one), suit, RULES["isko"]) for one in held]


def test_card_points_add_up() -> None:
    assert hands.card_points(np.array([cards.PACK]))[0] == 120
    some = np.array([cards.parse("CJ HT DA SK"), cards.parse("DQ D9 D8")])
    assert hands.card_points(some).tolist() == [27.0, 3.0]


# ---- Null --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "pattern", "weak"),
    [
        ("C8 S7 S8 S9 H7 H8 H9 D7 D8 D9", "8", 1),
        ("C7 C8 CQ S7 S8 S9 H7 H8 D7 D8", "79Q", 1),
        ("C7 CT CJ S7 S8 S9 H7 H8 D7 D8", "7TJ", 2),
        ("C7 C9 CJ CK S7 S9 H7 H9 D7 D9", "safe", 0),
        ("C8 S9 ST H7 H8 H9 D7 D8 D9 DJ", "many", 3),
        ("C7 C9 CT CJ CQ CK CA S7 H7 D7", "safe", 0),
    ],
)
def test_patterns_by_hand(hand: str, pattern: str, weak: int) -> None:
    held = np.array([cards.parse(hand)])
    assert null_suits.weak_patterns(held).tolist() == [pattern]
    assert null_suits.weak_cards(held).tolist() == [weak]


def test_hands_of_one_pattern_win_exactly_as_often() -> None:
    """7 8 Q is 7 9 Q: the exact counts of all 184,756 splits say so."""
    counts = defaultdict(set)
    for case in NULL_OUVERT["hands"]:
        (pattern,) = null_suits.weak_patterns(np.array([cards.parse(case["hand"])])).tolist()
        counts[pattern].add(tuple(case["won"]))
    assert {len(won) for won in counts.values()} == {1}
    assert 15 < len(counts) < len(NULL_OUVERT["hands"])
