"""The compiled core against the slow oracle: logged deals card by card, and single questions."""

from collections import Counter
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


def seated(players: Any, rotation: int) -> list[str]:
    """Who sits in each seat."""
    three = [players] * 3 if isinstance(players, str) else list(players)
    return three[rotation:] + three[:rotation]


def checked(judge: str | oracle.Rules = "isko", **asked: Any) -> list[dict[str, Any]]:
    """The rows of a run, each replayed by the rules of the judge."""
    forced = asked.get("scenario") is not None and asked["scenario"].declarer is not None
    rows = []
    for row, plays in logged(**asked):
        players = seated(asked["players"], row["rotation"])
        try:
            assert oracle.replay(row, plays, judge, forced, players) == row
        except (AssertionError, ValueError) as error:
            error.add_note(f"deal {row['deal_id']} rotation {row['rotation']} of {asked}")
            raise
        rows.append(row)
    return rows


def check(judge: str | oracle.Rules = "isko", **asked: Any) -> int:
    """Replay every row of a run by the rules of the judge; returns how many there were."""
    return len(checked(judge, **asked))


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
@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset: str, players: str) -> None:
    """Card order, ladder, base values, factors and redeals, all as data."""
    rows = checked(preset, rules=preset, players=players, deals=500, seed=3)
    assert len(rows) == 500
    rules = oracle.RULES[preset]
    assert {row["contract"] for row in rows} - {"P"} <= set(rules["contracts"])
    if players == "random":
        assert {row["contract"] for row in rows} - {"P"} == set(rules["contracts"])
        assert any(row["thrown_in"] > 0 for row in rows) == (rules["all_pass"] == "redeal")


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


# --- House rules --------------------------------------------------------------------------------


def with_house_rules(preset: str = "isko", **house: Any) -> oracle.Rules:
    rules: Any = {**oracle.RULES[preset], **house}
    return rules  # type: ignore[no-any-return]


def house_rows(rules: oracle.Rules, **asked: Any) -> list[dict[str, Any]]:
    return checked(rules, rules=rule_set(rules), **asked)


def test_house_rules_from_a_file(tmp_path: Any) -> None:
    """The words of a file mean what the oracle means by them."""
    club = tmp_path / "club.toml"
    club.write_text(
        'preset = "preisskat"\nall_pass = "ramsch"\nramsch_skat = "loser"\nramsch_jungfrau = 3\n'
        'ramsch_durchmarsch = 0\nkontra = "re"\nbock = ["kontra", "60-60"]\n',
        encoding="utf-8",
    )
    rules = with_house_rules(
        "preisskat",
        all_pass="ramsch",
        ramsch_skat="loser",
        ramsch_jungfrau=3,
        ramsch_durchmarsch=0,
        kontra=2,
        bock=("60-60", "kontra"),
    )
    assert skat.load_rules(club) == rule_set(rules)
    rows = checked(rules, rules=club, players="random", deals=300, seed=12)
    assert {"R", "G", "N"} <= {row["contract"] for row in rows}
    assert {row["kontra"] for row in rows} == {0, 1, 2}


@pytest.mark.parametrize(
    "house",
    [
        {"ramsch_skat": "last_trick"},
        {"ramsch_skat": "loser"},
        {"ramsch_skat": "nobody"},
        {"ramsch_jungfrau": 1},
        {"ramsch_jungfrau": 3, "ramsch_skat": "loser"},
        {"ramsch_durchmarsch": 0},
        {"contracts": "DHSC"},  # no Grand to be named, yet Ramsch is played like one
    ],
    ids=lambda house: "-".join(f"{field}={value}" for field, value in house.items()),
)
def test_ramsch_when_all_pass(house: dict[str, Any]) -> None:
    """One deal in eight of `random`, one in twenty of `simple`."""
    rules = with_house_rules(all_pass="ramsch", **house)
    for players, deals, least in (("random", 200, 15), ("simple", 1_500, 50)):
        rows = house_rows(rules, players=players, deals=deals, seed=8)
        contracts = Counter(row["contract"] for row in rows)
        assert contracts["R"] >= least
        assert contracts["P"] == 0


def test_every_end_of_a_ramsch() -> None:
    """One loser and two, a player without a trick, all ten tricks: the rows show each of them."""
    rules = with_house_rules(all_pass="ramsch")
    ends = Counter[str]()
    for row in house_rows(rules, players="random", deals=12_000, seed=7):
        if row["contract"] == "R":
            scores = [row["score_" + seat] for seat in oracle.SEATS]
            losers = [score for score in scores if score < 0]
            ends[f"{len(losers)} lose"] += 1
            ends["durchmarsch"] += scores.count(120)
            ends["jungfrau"] += min(scores) < -120  # no undoubled loss is so large
    assert ends["1 lose"] > 1_000
    assert ends["2 lose"] > 10
    assert ends["jungfrau"] > 10
    assert ends["durchmarsch"] > 0


def test_ramsch_in_rotation() -> None:
    rules = with_house_rules(all_pass="ramsch")
    rows = house_rows(rules, players=("simple", "random", "random"), deals=200, seed=8, rotate=True)
    assert {row["rotation"] for row in rows if row["contract"] == "R"} == {0, 1, 2}


def test_all_pass_leads_to_ramsch() -> None:
    rules = with_house_rules(all_pass="ramsch")
    for limits in ((0, 0, 0), (17, 0, 5), (0, 18, 0)):
        held = skat.auction(limits, rule_set(rules))
        assert held.then == oracle.auction(limits, rules)["then"]
    assert skat.auction((0, 0, 0), rule_set(rules)).then == "ramsch"


@pytest.mark.parametrize("allowed", [1, 2])
@pytest.mark.parametrize("preset", PRESETS)
def test_kontra(preset: str, allowed: int) -> None:
    """What `simple` says is worked out again; `random` says either in one case of two."""
    rules = with_house_rules(preset, kontra=allowed)
    said = Counter(row["kontra"] for row in house_rows(rules, players="random", deals=500, seed=9))
    assert set(said) == set(range(allowed + 1))
    assert min(said.values()) > 100
    said = Counter(
        row["kontra"] for row in house_rows(rules, players="simple", deals=1_000, seed=9)
    )
    assert said[1] >= 20
    mixed = house_rows(
        rules, players=("simple", "random", "simple"), deals=100, seed=9, rotate=True
    )
    assert {row["kontra"] for row in mixed if row["contract"] != "P"} >= {0, 1}


RE = [
    # preset, contract, announced, bid
    ("isko", "D", [], 18),
    ("isko", "D", [], 36),
    ("isko", "C", ["schneider"], 72),
    ("isko", "G", [], 72),
    ("isko", "G", ["ouvert"], 216),
    ("preisskat", "G", ["ouvert"], 192),
    ("preisskat", "G", ["ouvert"], 204),  # 36 x 7 is two levels of 24 above it, not two of 36
    ("preisskat", "G", ["ouvert"], 216),
    ("altenburg1927", "G", [], 60),
    ("polish", "C", [], 48),
    ("polish", "S", ["ouvert"], 99),
    ("isko", "N", [], 18),
]


@pytest.mark.parametrize(("preset", "contract", "announced", "bid"), RE)
def test_re(preset: str, contract: str, announced: list[str], bid: int) -> None:
    """`simple` declares from the hand against `random`, who says Kontra in three cases of four."""
    rules = with_house_rules(preset, kontra=2)
    game = Scenario(declarer=1, contract=contract, hand=True, announced=announced, bid=bid)
    players = ("random", "simple", "random")
    said = Counter(
        row["kontra"]
        for row in house_rows(rules, players=players, deals=120, seed=10, scenario=game)
    )
    assert said[0] > 10
    assert said[1] + said[2] > 60


def test_both_answers_to_kontra_occur() -> None:
    rules = with_house_rules(kontra=2)
    said = Counter[int]()
    for bid in (18, 36, 54):
        game = Scenario(declarer=0, contract="D", hand=True, bid=bid)
        players = ("simple", "random", "random")
        rows = house_rows(rules, players=players, deals=100, seed=bid, scenario=game)
        said.update(row["kontra"] for row in rows)
    assert min(said[0], said[1], said[2]) > 20


def test_no_kontra_where_the_rules_have_none() -> None:
    rows = simcore.rows(players="random", deals=500, seed=9)
    assert not rows["kontra"].any()


def test_kontra_and_ramsch_together() -> None:
    """Nobody doubles a Ramsch."""
    rules = with_house_rules(all_pass="ramsch", kontra=2)
    rows = house_rows(rules, players="random", deals=500, seed=11)
    assert {row["kontra"] for row in rows if row["contract"] == "R"} == {0}
    assert {row["kontra"] for row in rows} == {0, 1, 2}


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
        "kontra": draw(st.integers(0, 2)),
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


@settings(max_examples=500)
@given(games())
def test_kontra_doubles_the_score_and_nothing_else(game: dict[str, Any]) -> None:
    plain = outcome(oracle.score, **{**game, "kontra": 0})
    doubled = outcome(oracle.score, **game)
    if plain != "refused":
        plain["score"] *= 2 ** game["kontra"]
    assert doubled == plain


@st.composite
def ramschs(draw: st.DrawFn) -> dict[str, Any]:
    """The end of any Ramsch: each card of the pack with the winner of its trick, or in the skat.

    Few winners make ties, players without a trick and all ten tricks likelier.
    """
    pack = draw(CARDS)
    among = draw(st.sampled_from([(0, 1, 2), (0, 1), (1, 2), (0, 2), (0,), (1,), (2,)]))
    winners = draw(st.lists(st.sampled_from(among), min_size=10, max_size=10))
    trick_points = [0, 0, 0]
    for trick, winner in enumerate(winners):
        trick_points[winner] += oracle.points(pack[3 * trick : 3 * trick + 3])
    return {
        "trick_points": trick_points,
        "tricks": [winners.count(seat) for seat in range(3)],
        "skat_points": oracle.points(pack[30:]),
        "last_trick": winners[-1],
    }


@st.composite
def ties(draw: st.DrawFn) -> dict[str, Any]:
    """Points that need no cards: two or three seats near each other."""
    skat_points = draw(st.sampled_from([0, 2, 3, 4, 10, 11, 12, 15, 20, 21]))
    first = draw(st.integers(30, 60))
    second = min(first + draw(st.sampled_from([-skat_points, 0, skat_points])), 110 - first)
    third = 120 - skat_points - first - second
    order = draw(st.permutations([first, second, third]))
    return {
        "trick_points": order,
        "tricks": draw(st.permutations([3, 3, 4])),
        "skat_points": skat_points,
        "last_trick": draw(st.integers(0, 2)),
    }


@settings(max_examples=1500)
@given(
    ramschs() | ties(),
    st.sampled_from(["last_trick", "loser", "nobody"]),
    st.sampled_from([1, 2, 3]),
    st.sampled_from([0, 120, 200]),
)
def test_ramsch_scores(end: dict[str, Any], skat_to: str, jungfrau: int, march: int) -> None:
    assume(min(end["trick_points"]) >= 0)
    rules = with_house_rules(
        ramsch_skat=skat_to, ramsch_jungfrau=jungfrau, ramsch_durchmarsch=march
    )
    slow = oracle.ramsch_scores(**end, rules=rules)
    assert list(skat.ramsch_scores(**end, rules=rule_set(rules))) == slow
    other = skat.RULES["isko"]._replace(ramsch_jungfrau=jungfrau, ramsch_durchmarsch=march)
    assert list(skat.ramsch_scores(**end, skat_to=skat_to, rules=other)) == slow


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
