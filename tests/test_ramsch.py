"""Ramsch as `simple` plays it: it ducks when it can, and that pays against random play."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from simcore import skat
from tests.oracle import skat as oracle

RULES = skat.RULES["isko"]._replace(all_pass=2)
RAMSCH = 6  # number of the contract in the rows
SEATS = ("forehand", "middlehand", "rearhand")
PLAYED_LIKE = "G"


@dataclass
class Choice:
    """A card played: what the player could choose from, and what lay on the table."""

    card: str
    legal: list[str]
    table: list[str]

    def takes(self, card: str) -> bool:
        """Whether a card would lie highest."""
        trick = [*self.table, card]
        return oracle.trick_winner(trick, PLAYED_LIKE) == len(self.table)

    def follows(self) -> bool:
        led = oracle.suit_of(self.table[0], PLAYED_LIKE)
        return all(oracle.suit_of(card, PLAYED_LIKE) == led for card in self.legal)


def choices_of(row: Any, plays: Any) -> Iterator[Choice]:
    """The thirty cards of a Ramsch, each with what its player knew he could play."""
    hands = [oracle.cards_of(int(row["hand_" + seat])) for seat in SEATS]
    played = [oracle.name_of_bit(int(number)) for number in plays[2:]]
    leader = 0
    for first in range(0, 30, 3):
        trick = played[first : first + 3]
        for turn, card in enumerate(trick):
            hand = hands[(leader + turn) % 3]
            lead = trick[0] if turn else None
            yield Choice(card, oracle.legal_cards(hand, lead, PLAYED_LIKE), trick[:turn])
            hand.remove(card)
        leader = (leader + oracle.trick_winner(trick, PLAYED_LIKE)) % 3


@cache
def ducking() -> list[Choice]:
    """All cards that three `simple` players put on a lead in some hundred Ramschs."""
    rows, plays = simcore.rows(players="simple", deals=6_000, seed=8, rules=RULES, plays=True)
    ramsch = rows["contract"] == RAMSCH
    assert np.count_nonzero(ramsch) > 200
    played = zip(rows[ramsch], plays[ramsch], strict=True)
    return [choice for row, cards in played for choice in choices_of(row, cards) if choice.table]


def points(card: str) -> int:
    return oracle.points([card])


def losing(choice: Choice) -> list[str]:
    return [card for card in choice.legal if not choice.takes(card)]


# --- Ducking ------------------------------------------------------------------------------------


def test_who_follows_and_can_lose_the_trick_never_takes_it() -> None:
    could = [choice for choice in ducking() if choice.follows() and losing(choice)]
    free = [choice for choice in could if len(losing(choice)) < len(choice.legal)]
    assert len(free) > 500  # both were possible
    assert [choice for choice in could if choice.takes(choice.card)] == []


def test_the_highest_card_that_loses_is_played() -> None:
    """Highest in the order of play: with it the ten lies above the king."""
    order = [*oracle.JACKS, *(suit + rank for suit in "CSHD" for rank in "ATKQ987")]
    for choice in ducking():
        if choice.follows() and losing(choice):
            assert choice.card == min(losing(choice), key=order.index), choice


def test_last_to_play_and_bound_to_take_it_takes_it_with_the_dearest() -> None:
    bound = [c for c in ducking() if len(c.table) == 2 and not losing(c)]
    assert len({c.card for c in bound if len(set(map(points, c.legal))) > 1}) > 8
    cheap = [c for c in bound if points(c.card) < max(map(points, c.legal))]
    assert cheap == []


def test_void_players_throw_aces_and_tens_first_then_jacks() -> None:
    thrown = Counter[str]()
    for choice in ducking():
        if choice.follows() or not losing(choice):
            continue
        assert not choice.takes(choice.card), choice
        ranks = {card[1] for card in losing(choice)}
        first = next((rank for rank in "ATJ" if rank in ranks), None)
        assert first in (None, choice.card[1]), choice
        thrown[first or "other"] += 1
    assert min(thrown[rank] for rank in ("A", "T", "J", "other")) >= 10


# --- What it is worth ---------------------------------------------------------------------------


def advantage(players: tuple[str, str, str], deals: int) -> tuple[float, float, int]:
    """Points a Ramsch that the first player has over the mean of the others, its standard error
    with deals as units (each is played three times), and the number of Ramschs."""
    rows = simcore.rows(players=players, deals=deals, seed=3, rules=RULES, rotate=True)
    rows = rows[rows["contract"] == RAMSCH]
    scores = np.stack([rows["score_" + seat].astype(float) for seat in SEATS], axis=1)
    own = scores[np.arange(len(rows)), (3 - rows["rotation"]) % 3]
    ahead = own - (scores.sum(axis=1) - own) / 2
    _, deal = np.unique(rows["deal_id"], return_inverse=True)
    total, number = np.bincount(deal, ahead), np.bincount(deal)
    mean = total.sum() / number.sum()
    error = sqrt(np.sum((total - mean * number) ** 2)) / number.sum()
    return float(mean), error, len(rows)


@pytest.mark.parametrize(
    ("players", "sign"),
    [(("simple", "random", "random"), 1), (("random", "simple", "simple"), -1)],
    ids=["one simple", "one random"],
)
def test_simple_loses_less_than_random(players: tuple[str, str, str], sign: int) -> None:
    mean, error, ramschs = advantage(players, deals=3_000)
    assert ramschs > 500
    assert sign * mean - 4 * error > 10


def test_simple_loses_less_on_the_same_cards(tmp_path: Path) -> None:
    """Players who never bid: every deal is a Ramsch, so no choice of deals helps either side."""
    files = {}
    for play in ("simple", "random"):
        files[play] = tmp_path / f"{play}.toml"
        files[play].write_text(
            f'name = "never {play}"\nbidding = "trumps-aces"\nexchange = "orderly"\n'
            f'play = "{play}"\nsuit_min = 99\ngrand_min = 99\nnull_weak = -1\n'
            "null_hand_weak = -1\n",
            encoding="utf-8",
        )
    simple, rand = str(files["simple"]), str(files["random"])
    mean, error, ramschs = advantage((simple, rand, rand), deals=500)
    assert ramschs == 1_500
    assert mean - 4 * error > 10
    among_equals, _, _ = advantage((simple, simple, simple), deals=500)
    assert among_equals == pytest.approx(0)  # each sits once in every seat


# --- In words -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "tricks", "skat_points", "last", "changes", "words"),
    [
        ((50, 40, 20), (4, 4, 2), 10, 0, {}, "forehand 50, skat 10 = -60"),
        ((50, 40, 20), (4, 4, 2), 10, 2, {}, "forehand 50 = -50"),
        ((50, 40, 20), (4, 4, 2), 10, 2, {"ramsch_skat": 1}, "forehand 50, skat 10 = -60"),
        ((50, 40, 20), (4, 4, 2), 10, 0, {"ramsch_skat": 2}, "forehand 50 = -50"),
        (
            (70, 40, 0), (6, 4, 0), 10, 0, {},
            "forehand 70, skat 10, rearhand without a trick x 2 = -160",
        ),
        ((70, 40, 0), (6, 4, 0), 10, 0, {"ramsch_jungfrau": 1}, "forehand 70, skat 10 = -80"),
        ((110, 0, 0), (10, 0, 0), 10, 0, {}, "forehand takes all ten tricks (Durchmarsch) = +120"),
        (
            (55, 55, 0), (5, 4, 1), 10, 2, {"ramsch_skat": 1},
            "forehand 55 = -55; middlehand 55 = -55",
        ),
        ((40, 40, 40), (4, 3, 3), 0, 2, {}, "all three have as many card points: nobody loses"),
    ],
)  # fmt: skip
def test_a_ramsch_in_words(
    points: tuple[int, ...],
    tricks: tuple[int, ...],
    skat_points: int,
    last: int,
    changes: dict[str, int],
    words: str,
) -> None:
    rules = skat.RULES["isko"]._replace(**changes)
    known: dict[str, Any] = {"skat_points": skat_points, "last_trick": last, "rules": rules}
    scores = skat.ramsch_scores(points, tricks, **known)
    assert skat.explain_ramsch(points, tricks, scores, **known) == words
