"""The public rules of Skat against every vector, and the errors they raise."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore import cards, skat
from simcore.skat import rules as ruled
from tests.oracle import skat as oracle
from tests.rulesets import PRESETS, differing, rule_set

DATA = Path(__file__).parent / "data"
PROTOCOL = json.loads((DATA / "skat_protocol.json").read_text(encoding="utf-8"))
SCORING = json.loads((DATA / "skat_scoring.json").read_text(encoding="utf-8"))["vectors"]
SEATS = ("forehand", "middlehand", "rearhand")
TWELVE = cards.parse("CJ SJ CA CT CK C9 SA ST HA HT D8 D7")


def by_id(vectors: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", vectors, ids=[vector["id"] for vector in vectors])


def rules_of(case: dict[str, Any]) -> str | skat.RuleSet:
    """A preset the core has by its name, any other as a rule set of its own."""
    name = case["ruleset"]
    return name if name in skat.RULES else rule_set(name)


def seat_number(name: str | None) -> int:
    return -1 if name is None else SEATS.index(name)


# --- Vectors ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", skat.RULES)
def test_presets_are_those_of_the_rules(name: str) -> None:
    assert differing(name) == {}


@by_id(SCORING)
def test_score(case: dict[str, Any]) -> None:
    def settle() -> skat.Score:
        return skat.score(
            cards.parse(" ".join(case["declarer_cards"])),
            case["contract"],
            rules=rules_of(case),
            bid=case["bid"],
            points=case["declarer_card_points"],
            tricks=case["declarer_tricks"],
            hand=case["hand"],
            announced=case["announcements"],
        )

    if case.get("legal_declaration", True):
        assert vars(settle()) == case["expected"]
    else:
        with pytest.raises(ValueError, match=r"do not know|hand game|less than the bid"):
            settle()


@by_id(PROTOCOL["kontra"])
def test_kontra(case: dict[str, Any]) -> None:
    """Points and tricks that a vector leaves open do not matter to it."""
    settled = skat.settle(
        case["matadors"],
        case["contract"],
        bid=case["bid"],
        points=70 if case["points"] is None else case["points"],
        tricks=6 if case["tricks"] is None else case["tricks"],
        kontra=case["kontra"] + case["re"],
    )
    assert settled.score == case["expected"]


@by_id(PROTOCOL["ramsch"])
def test_ramsch(case: dict[str, Any]) -> None:
    scores = skat.ramsch_scores(
        case["trick_points"],
        case["tricks"],
        skat_points=case["skat_points"],
        last_trick=case["last_trick"],
        skat_to=case["skat_to"],
    )
    assert list(scores) == case["expected"]


@by_id(PROTOCOL["auction"])
def test_auction(case: dict[str, Any]) -> None:
    expected = case["expected"]
    held = skat.auction([case["limits"][seat] for seat in SEATS], rules_of(case))
    assert held.declarer == seat_number(expected["declarer"])
    assert held.bid == expected["bid"]
    assert held.said == tuple(expected["said"][seat] for seat in SEATS)
    assert held.log == [(seat_number(seat), word) for seat, word in expected["log"]]
    assert held.then == expected.get("then", "play")


@by_id(PROTOCOL["tricks"])
def test_trick(case: dict[str, Any]) -> None:
    played = [cards.parse(code) for code in case["cards"].split()]
    assert skat.trick_winner(played, case["contract"], rules_of(case)) == case["expected"]["winner"]


@by_id(PROTOCOL["follow"])
def test_follow(case: dict[str, Any]) -> None:
    hand, lead = cards.parse(case["hand"]), cards.parse(case["lead"] or "")
    legal = skat.legal_cards(hand, lead, case["contract"], rules_of(case))
    assert legal == cards.parse(case["expected"])


@by_id(PROTOCOL["declarations"])
def test_declaration(case: dict[str, Any]) -> None:
    def declare() -> None:
        skat.check_declaration(
            case["contract"],
            rules=rules_of(case),
            bid=case["bid"],
            hand=case["hand"],
            announced=case["announcements"],
        )

    if case["legal"]:
        declare()
    else:
        with pytest.raises(ValueError, match=r"know|hand game|less than the bid|takes neither"):
            declare()


@pytest.mark.parametrize("preset", PROTOCOL["bid_values"])
def test_bid_values(preset: str) -> None:
    rules = rules_of({"ruleset": preset})
    assert list(skat.legal_bids(rules)) == PROTOCOL["bid_values"][preset]


@pytest.mark.parametrize("preset", PRESETS)
def test_bid_values_of_the_oracle(preset: str) -> None:
    assert list(skat.legal_bids(rule_set(preset))) == oracle.bid_values(preset)


# --- What a declaration may be ------------------------------------------------------------------


def test_announcements_as_one_word_or_several() -> None:
    """A lone word is one announcement, not a row of letters."""
    facts: dict[str, Any] = {"bid": 18, "points": 95, "tricks": 9, "hand": True}
    one = skat.score(TWELVE, "C", announced="schneider", **facts)
    assert one == skat.score(TWELVE, "C", announced=["schneider"], **facts)
    with pytest.raises(ValueError, match="Grand schneider: this announcement needs a hand game"):
        skat.check_declaration("G", bid=18, announced="schneider")


@pytest.mark.parametrize("implied", [["ouvert"], ["ouvert", "schneider"], ("schwarz", "ouvert")])
def test_implied_announcements(implied: list[str]) -> None:
    full = ("schneider", "schwarz", "ouvert")
    settled = [
        skat.score(TWELVE, "G", bid=18, points=120, tricks=10, hand=True, announced=words)
        for words in (implied, full, iter(full))
    ]
    assert settled[0] == settled[1] == settled[2]
    assert settled[0].level == 2 + 1 + 1 + 2 + 2 + 1  # with 2, game, hand, both announced, ouvert


def test_contracts_in_either_case() -> None:
    assert skat.legal_cards(TWELVE, 0, "n") == TWELVE
    skat.check_declaration("g", bid=264)


# --- Errors name what is wrong ------------------------------------------------------------------

CJ, SJ = cards.parse("CJ"), cards.parse("SJ")
POLISH = rule_set("polish")
Ask = Callable[[], object]


def score(**changes: Any) -> Ask:
    facts: dict[str, Any] = {"bid": 18, "points": 61, "tricks": 6, **changes}
    return lambda: skat.score(facts.pop("cards12", TWELVE), "G", **facts)


def settle(matadors: int, contract: str, **changes: Any) -> Ask:
    facts: dict[str, Any] = {"bid": 18, "points": 61, "tricks": 6, **changes}
    return lambda: skat.settle(matadors, contract, **facts)


def declare(contract: str, bid: Any = 18, **kind: Any) -> Ask:
    return lambda: skat.check_declaration(contract, bid=bid, **kind)


def legal(hand: int, lead: int, contract: str, rules: str | skat.RuleSet = "isko") -> Ask:
    return lambda: skat.legal_cards(hand, lead, contract, rules)


def winner(cards: list[int], contract: str) -> Ask:
    return lambda: skat.trick_winner(cards, contract)


def auction(*limits: Any) -> Ask:
    return lambda: skat.auction(limits)


SET = r"hand and skat\)"
ERRORS: list[tuple[str, Ask]] = [
    ("unknown rules 'iskoo': one of isko", lambda: skat.legal_bids("iskoo")),
    ("unknown contract 'R'", declare("R")),
    ("unknown contract ''", declare("")),
    ("unknown contract 'P'", legal(TWELVE, 0, "P")),
    ("unknown contract 'CG'", winner([CJ, SJ, 1], "CG")),
    ("unknown announcement 'open'", declare("G", announced="open")),
    ("Null hand schneider: Null takes", declare("N", hand=True, announced=["schneider"])),
    ("Null hand schneider schwarz: Null", declare("N", hand=True, announced=["schwarz"])),
    ("Null hand ouvert is worth 59, less", declare("N", 60, hand=True, announced=["ouvert"])),
    ("ouvert is worth 46, less than the bid 48", declare("N", 48, announced=["ouvert"])),
    ("bid -1: a whole number from 0", declare("G", -1)),
    ("bid '18': a whole number", declare("G", "18")),
    ("bid '18': a whole number", score(bid="18")),
    ("bid 18.0: a whole number", score(bid=18.0)),
    ("bid 0 is not legal: 18 would be", score(bid=0)),
    ("bid 19 is not legal: 18 or 20 would be", score(bid=19)),
    ("bid 265 is not legal: 264 would be", score(bid=265)),
    ("points 121: a whole number from 0 to 120", score(points=121)),
    ("points -1: a whole number from 0 to 120", score(points=-1)),
    ("tricks 11: a whole number from 0 to 10", score(tricks=11)),
    ("kontra 3: a whole number from 0 to 2", score(kontra=3)),
    (f"{SET} has 11 cards: 12 wanted", score(cards12=TWELVE & (TWELVE - 1))),
    (f"{SET} 4294967296 is no set of cards", score(cards12=1 << 32)),
    (f"{SET} 'CJ': a set of cards as an int", score(cards12="CJ")),
    ("matadors 5: a whole number from -4 to 4", settle(5, "G")),
    ("matadors -12: a whole number from -11 to 11", settle(-12, "C")),
    ("matadors 0: with at least 1", settle(0, "C")),
    ("matadors 1: a whole number from 0 to 0", settle(1, "N")),
    ("matadors 9: a whole number from -8 to 8", settle(9, "C", rules=POLISH)),
    ("contract 'G': these rules do not know it", legal(TWELVE, 0, "G", POLISH)),
    ("Null: these rules know D H S C only", declare("N", rules=POLISH)),
    ("hand -1 is no set of cards", legal(-1, 0, "C")),
    ("lead has 2 cards: 1 wanted", legal(TWELVE, CJ | SJ, "C")),
    ("three different cards, not CJ SJ", winner([CJ, SJ], "C")),
    ("three different cards, not CJ SJ", winner([CJ, SJ, CJ], "C")),
    ("card has 0 cards: 1 wanted", winner([CJ, SJ, 0], "C")),
    (r"limits \(18, 20\): three, by seat", auction(18, 20)),
    ("limit -1: a whole number from 0", auction(18, -1, 0)),
    ("limit 18.5: a whole number", auction(18, 18.5, 0)),
    ("limit True: a whole number", auction(18, True, 0)),
]


@pytest.mark.parametrize(("message", "ask"), ERRORS, ids=[message for message, _ in ERRORS])
def test_errors(message: str, ask: Ask) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


def test_numpy_integers_are_whole_numbers() -> None:
    """What comes out of a table of rows may go back into the rules."""
    settled = skat.score(
        np.uint32(TWELVE), "C", bid=np.int16(18), points=np.uint8(61), tricks=np.uint8(6)
    )
    assert settled == skat.score(TWELVE, "C", bid=18, points=61, tricks=6)
    assert skat.auction(np.array([23, 20, 24], np.int16)).bid == 24  # type: ignore[arg-type]


# --- A result in words --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("contract", "matadors", "facts", "words"),
    [
        ("S", 2, {"points": 61, "tricks": 6, "hand": True}, "with 2, game 3, hand 4, x 11 = 44"),
        ("C", -1, {"points": 60, "tricks": 6}, "without 1, game 2, x 12 = 24, lost x 2 = -48"),
        ("N", 0, {"points": 0, "tricks": 0, "bid": 23}, "Null 23"),
        ("N", 0, {"points": 9, "tricks": 1, "kontra": 1}, "Null 23, lost x 2, kontra x 2 = -92"),
    ],
)
def test_explain(contract: str, matadors: int, facts: dict[str, Any], words: str) -> None:
    facts = {"bid": 18, **facts}
    settled = skat.settle(matadors, contract, **facts)
    assert skat.explain(settled, contract, **facts) == words


def test_explain_an_overbid_game() -> None:
    """Hearts with 1 on a bid of 24: booked at 30, lost at 60."""
    facts: dict[str, Any] = {"bid": 24, "points": 70, "tricks": 7}
    words = skat.explain(skat.settle(1, "H", **facts), "H", **facts)
    assert "x 10 = 20, below the bid 24: 3 x 10 = 30, lost x 2 = -60" in words


def test_seats_and_contracts_by_name() -> None:
    names = ("Diamonds d", "Hearts h", "Spades S", "CLUBS C", "Grand G", "null N")
    for number, words in enumerate(names):
        assert [ruled.contract_number(word) for word in words.split()] == [number, number]
    for number, words in enumerate(
        ("forehand Vorhand 0", "middlehand MITTELHAND 1", "Rearhand hinterhand 2")
    ):
        assert [ruled.seat_number(word) for word in words.split()] == [number] * 3
    with pytest.raises(ValueError, match="unknown seat 'dealer'"):
        ruled.seat_number("dealer")


@pytest.mark.parametrize(
    ("field", "number"),
    [
        ("loss", 1000), ("loss", 0), ("loss", 2.5), ("grand_base", 0), ("base_clubs", 2**62),
        ("null", 40_000), ("contracts", 0), ("contracts", 64), ("contracts", 0b100000),
        ("contracts", None), ("all_pass", 3), ("kontra", 3), ("bock", 8),
        ("ramsch_skat", -1), ("jacks_trump", True), ("hand_loss", "2"),
    ],
)  # fmt: skip
def test_rule_sets_that_make_no_sense(field: str, number: object) -> None:
    rules = skat.RULES["isko"]._replace(**{field: number})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=f"rules: {field} "):
        skat.legal_bids(rules)


@pytest.mark.parametrize(
    ("message", "ask"),
    [
        ("hand 2: True or False", score(hand=2)),
        ("hand 'no': True or False", declare("C", hand="no")),
        ("bid 19 is not legal", declare("C", 19)),
        ("hand 1.5: a set of cards", legal(1.5, 0, "C")),  # type: ignore[arg-type]
        ("lead 'CJ': a set of cards", legal(TWELVE, "CJ", "C")),  # type: ignore[arg-type]
        ("card 'CJ' is both led and in the hand", legal(CJ | SJ, CJ, "C")),
        ("limits 5: three, by seat", lambda: skat.auction(5)),  # type: ignore[arg-type]
        ("cards None: three one-card sets", lambda: skat.trick_winner(None, "C")),  # type: ignore[arg-type]
        ("announced 5: any of", declare("C", announced=5)),
        (r"unknown rules \[1\]", lambda: skat.legal_bids([1])),  # type: ignore[arg-type]
    ],
)
def test_inputs_of_the_wrong_kind(message: str, ask: Ask) -> None:
    with pytest.raises(ValueError, match=message):
        ask()
