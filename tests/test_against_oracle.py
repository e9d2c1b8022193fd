"""The compiled core against the slow oracle: logged deals card by card, and single questions."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import simcore
from simcore import cards, skat
from simcore.skat import Scenario, questions
from tests.oracle import skat as oracle
from tests.rulesets import PRESETS, rule_set

CONTRACTS = "DHSCGN"
LETTERS = "DHSCGNRP"
WORDS = ("schneider", "schwarz", "ouvert")
ISKO_WITH_REDEAL: oracle.Rules = {**oracle.ISKO, "all_pass": "redeal"}


# --- Logged deals -------------------------------------------------------------------------------


def logged(**asked: Any) -> Iterator[tuple[dict[str, Any], list[int]]]:
    """The rows of a run as plain dicts, contract as a letter, and their plays."""
    rows, plays = simcore.rows(plays=True, **asked)
    names = rows.dtype.names
    for row, played in zip(rows.tolist(), plays.tolist(), strict=True):
        columns = dict(zip(names, row, strict=True))
        columns["contract"] = LETTERS[columns["contract"]]
        yield columns, played


def check(judge: str | oracle.Rules = "isko", **asked: Any) -> int:
    """Replay every row of a run by the rules of the judge; returns how many there were."""
    forced = asked.get("scenario") is not None and asked["scenario"].declarer is not None
    number = 0
    for row, plays in logged(**asked):
        try:
            assert oracle.replay(row, plays, judge, forced) == row
        except (AssertionError, ValueError) as error:
            error.add_note(f"deal {row['deal_id']} rotation {row['rotation']} of {asked}")
            raise
        number += 1
    return number


@pytest.mark.parametrize(
    ("players", "deals", "rotate"),
    [
        ("random", 1_500, False),
        ("simple", 1_500, False),
        (("simple", "random", "random"), 100, True),
        (("random", "simple", "simple"), 100, True),
    ],
)
def test_logged_deals(players: Any, deals: int, rotate: bool) -> None:
    found = check(players=players, deals=deals, seed=20, rotate=rotate)
    assert found == deals * (3 if rotate else 1)


FORCED = [(contract, False, []) for contract in CONTRACTS] + [("N", False, ["ouvert"])]
FORCED += [
    (contract, True, announced)
    for contract in CONTRACTS
    for announced in ([], ["schneider"], ["schwarz"], ["ouvert"])
    if contract != "N" or announced in ([], ["ouvert"])
]


@pytest.mark.parametrize("players", ["random", "simple"])
@pytest.mark.parametrize(("contract", "hand", "announced"), FORCED)
def test_forced_games(contract: str, hand: bool, announced: list[str], players: str) -> None:
    for declarer in range(3):
        game = Scenario(
            declarer=declarer,
            contract=contract,
            hand=hand,
            announced=announced,
            bid=None if contract == "N" else (18, 33, 120)[declarer],
        )
        assert check(players=players, deals=8, seed=declarer, scenario=game) == 8


@pytest.mark.parametrize("players", ["random", "simple"])
def test_every_bid_is_followed_by_a_legal_game(players: str) -> None:
    """A forced declarer names the game himself, on every bid: never a Null below it."""
    for number, bid in enumerate(skat.legal_bids()):
        for hand in (None, True, False):
            game = Scenario(declarer=number % 3, bid=bid, hand=hand)
            check(players=players, deals=4, seed=number, scenario=game)


@pytest.mark.parametrize("players", ["random", "simple"])
@pytest.mark.parametrize("preset", [name for name in PRESETS if name not in ("isko", "online")])
def test_other_rules(preset: str, players: str) -> None:
    """Card order, ladder, base values, factors and redeals, all as data."""
    assert check(preset, rules=rule_set(preset), players=players, deals=200, seed=3) == 200


@pytest.mark.parametrize(
    "changes",
    [
        {"announce_needs_hand": 0},
        {"null_ouvert_needs_hand": 1},
        {"jacks_trump": 0},  # with Grand and Null
        {"loss": 3, "hand_loss": 1},
        {"contracts": "GN"},
        {"contracts": "C", "all_pass": "redeal"},
    ],
    ids=lambda changes: "-".join(changes),
)
def test_rules_of_ones_own(changes: dict[str, Any]) -> None:
    rules: Any = {**oracle.ISKO, **changes}
    if rules["jacks_trump"] == 0:  # a Grand without trumps is no game of the oracle
        rules["contracts"] = "DHSCN"
    for players in ("random", "simple"):
        assert check(rules, rules=rule_set(rules), players=players, deals=150, seed=4) == 150


def test_deals_are_dealt_again_until_somebody_plays() -> None:
    """One deal in eight is passed in by random players: a second in a row in one of 64."""
    rules = skat.RULES["isko"]._replace(all_pass=1)
    rows = simcore.rows(players="random", deals=2_000, seed=1, rules=rules)
    assert np.all(rows["declarer"] >= 0)
    again = [np.count_nonzero(rows["thrown_in"] >= times) for times in (1, 2)]
    assert abs(again[0] - 250) < 4 * np.sqrt(2_000 * 7 / 64)
    assert abs(again[1] - 31) < 4 * np.sqrt(31)
    assert check(ISKO_WITH_REDEAL, players="random", deals=100, seed=1, rules=rules) == 100
    passed = simcore.rows(players="random", deals=2_000, seed=1)
    assert np.array_equal(passed["declarer"] < 0, rows["thrown_in"] > 0)


def test_redeals_stop_after_a_thousand(tmp_path: Any) -> None:
    """Players who never bid: the deal counts as passed in, with 1,000 thrown in."""
    never = tmp_path / "never.toml"
    never.write_text(
        'name = "never"\nbidding = "trumps-aces"\nexchange = "orderly"\nplay = "simple"\n'
        "suit_min = 99\ngrand_min = 99\nnull_weak = -1\nnull_hand_weak = -1\n",
        encoding="utf-8",
    )
    rules = skat.RULES["isko"]._replace(all_pass=1)
    rows = simcore.rows(players=str(never), deals=3, rules=rules)
    assert rows["thrown_in"].tolist() == [1000] * 3
    assert check(ISKO_WITH_REDEAL, players=str(never), deals=3, rules=rules) == 3


# --- Single questions ---------------------------------------------------------------------------

RULES = st.sampled_from(PRESETS)
CARDS = st.permutations(oracle.PACK)
LETTER = st.sampled_from(CONTRACTS)


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """A game of any kind, legal or not, likelier at the edges of points and tricks."""
    preset = draw(RULES)
    points = st.integers(0, 120) | st.sampled_from([0, 30, 31, 60, 61, 89, 90, 120])
    return {
        "cards12": draw(CARDS)[:12],
        "contract": draw(LETTER),
        "rules": preset,
        "bid": draw(st.sampled_from(oracle.bid_values(preset))),
        "points": draw(points),
        "tricks": draw(st.integers(0, 10) | st.sampled_from([0, 9, 10])),
        "hand": draw(st.booleans()),
        "announced": draw(st.lists(st.sampled_from(WORDS), max_size=3)),
    }


def outcome(settle: Any, **facts: Any) -> Any:
    """What a call returns, or that it refused."""
    try:
        return settle(**facts)
    except ValueError:
        return "refused"


@settings(max_examples=1500)
@given(games())
def test_scores(game: dict[str, Any]) -> None:
    slow = outcome(oracle.score, **game)
    fast = outcome(
        skat.score,
        **{
            **game,
            "cards12": cards.parse(" ".join(game["cards12"])),
            "rules": rule_set(game["rules"]),
        },
    )
    assert (fast if fast == "refused" else vars(fast)) == slow


BIDS = st.sampled_from(oracle.bid_values()) | st.integers(0, 400)


@settings(max_examples=500)
@given(RULES, LETTER, BIDS, st.booleans(), st.sets(st.sampled_from(WORDS)))
def test_declarations(preset: str, contract: str, bid: int, hand: bool, said: set[str]) -> None:
    facts: dict[str, Any] = {"contract": contract, "bid": bid, "hand": hand, "announced": said}
    slow = outcome(oracle.check_declaration, rules=preset, **facts)
    if bid not in oracle.bid_values(preset):
        slow = "refused"  # no game is declared on what cannot be bid
    assert outcome(skat.check_declaration, rules=rule_set(preset), **facts) == slow


LIMITS = st.integers(0, 400) | st.integers(0, 40)


@settings(max_examples=1500)
@given(RULES, st.tuples(LIMITS, LIMITS, LIMITS))
def test_auctions(preset: str, limits: tuple[int, int, int]) -> None:
    """The compiled end of the auction, and the calls of the public function, against the oracle."""
    slow = oracle.auction(limits, preset)
    fast = skat.auction(limits, rule_set(preset))
    assert fast.declarer == slow["declarer"]
    assert fast.bid == slow["bid"]
    assert list(fast.said) == slow["said"]
    assert fast.log == slow["log"]
    assert fast.then == slow["then"]


@given(RULES, st.tuples(LIMITS, LIMITS, LIMITS))
def test_the_calls_of_an_auction_lead_to_its_end(preset: str, limits: tuple[int, int, int]) -> None:
    held = skat.auction(limits, rule_set(preset))
    said, value = [0, 0, 0], 0
    for seat, call in held.log:
        value = call if isinstance(call, int) else value
        said[seat] = value if call != "pass" else said[seat]
    assert (tuple(said), value) == (held.said, held.bid)
    passed = [seat for seat, call in held.log if call == "pass"]
    assert len(passed) == len(set(passed)) == (3 if held.declarer < 0 else 2)
    assert held.declarer not in passed


@settings(max_examples=1500)
@given(RULES, LETTER, CARDS, st.integers(0, 10), st.booleans())
def test_legal_cards(preset: str, contract: str, pack: list[str], number: int, leads: bool) -> None:
    assume(contract in oracle.RULES[preset]["contracts"])
    hand, lead = pack[:number], None if leads else pack[10]
    slow = oracle.legal_cards(hand, lead, contract, preset)
    fast = skat.legal_cards(
        oracle.mask_of(hand), oracle.mask_of([lead] if lead else []), contract, rule_set(preset)
    )
    assert fast == oracle.mask_of(slow)


@settings(max_examples=1500)
@given(RULES, LETTER, CARDS)
def test_trick_winners(preset: str, contract: str, pack: list[str]) -> None:
    assume(contract in oracle.RULES[preset]["contracts"])
    trick = pack[:3]
    fast = skat.trick_winner([cards.parse(card) for card in trick], contract, rule_set(preset))
    assert fast == oracle.trick_winner(trick, contract, preset)


@pytest.mark.parametrize(
    ("preset", "contract"),
    [(preset, contract) for preset in ("isko", "polish") for contract in CONTRACTS[:4]]
    + [("isko", "G"), ("isko", "N")],
)
def test_every_pair_of_cards(preset: str, contract: str) -> None:
    """Who beats whom, all pairs: the third card is one of another suit that takes nothing."""
    rules = rule_set(preset)
    trumps = oracle.trumps(contract, preset)
    for first in oracle.PACK:
        for second in oracle.PACK:
            idle = [c for c in oracle.PACK if c not in trumps and c[0] not in first + second]
            if second == first or not idle:
                continue
            trick = [first, second, idle[0]]
            fast = skat.trick_winner([cards.parse(card) for card in trick], contract, rules)
            assert fast == oracle.trick_winner(trick, contract, preset), trick


@settings(max_examples=1500)
@given(RULES, LETTER, CARDS, st.sampled_from([10, 12]))
def test_matadors(preset: str, contract: str, pack: list[str], number: int) -> None:
    """Long runs are rare in random hands, so the trumps may be sorted to one end."""
    assume(contract in oracle.RULES[preset]["contracts"])
    trumps = oracle.trumps(contract, preset)
    for order in (pack, trumps + pack, [card for card in pack if card not in trumps[:9]]):
        held = list(dict.fromkeys(order))[:number]
        fast = questions.matadors(oracle.mask_of(held), CONTRACTS.index(contract), rule_set(preset))
        assert fast == oracle.matadors(held, contract, preset)
