"""The plain Skat oracle against the vectors, and its replay against right and wrong deals."""

import ast
import json
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import skat

DATA = Path(__file__).parent / "data"
PROTOCOL = json.loads((DATA / "skat_protocol.json").read_text(encoding="utf-8"))
SCORING = json.loads((DATA / "skat_scoring.json").read_text(encoding="utf-8"))["vectors"]
PRESETS = ["isko", "online", "altenburg", "polish", "preisskat", "altenburg1927"]


def by_id(vectors: list[dict[str, Any]]) -> pytest.MarkDecorator:
    """Parametrise a test by the ids of vectors."""
    return pytest.mark.parametrize("case", vectors, ids=[vector["id"] for vector in vectors])


def seat_number(name: str | None) -> int:
    return -1 if name is None else skat.SEATS.index(name)


# --- Vectors ------------------------------------------------------------------------------------


@by_id(SCORING)
def test_score(case: dict[str, Any]) -> None:
    def settle() -> skat.Result:
        return skat.score(
            case["declarer_cards"],
            case["contract"],
            rules=case["ruleset"],
            bid=case["bid"],
            points=case["declarer_card_points"],
            tricks=case["declarer_tricks"],
            hand=case["hand"],
            announced=case["announcements"],
        )

    if case.get("legal_declaration", True):
        assert settle() == case["expected"]
    else:
        with pytest.raises(ValueError, match=r"contract|hand games only|does not reach the bid"):
            settle()


def twelve_cards(contract: str, matadors: int) -> list[str]:
    """Any twelve cards with so many matadors."""
    order = skat.trumps(contract)
    return (order[:matadors] + [card for card in skat.PACK if card not in order])[:12]


@by_id(PROTOCOL["kontra"])
def test_kontra(case: dict[str, Any]) -> None:
    """Points and tricks that a vector leaves open do not matter to it."""
    settled = skat.score(
        twelve_cards(case["contract"], case["matadors"]),
        case["contract"],
        bid=case["bid"],
        points=70 if case["points"] is None else case["points"],
        tricks=6 if case["tricks"] is None else case["tricks"],
        kontra=case["kontra"] + case["re"],
    )
    assert settled["matadors"] == case["matadors"]
    assert settled["score"] == case["expected"]


def ramsch_rules(**house: Any) -> skat.Rules:
    rules: Any = {**skat.ISKO, "all_pass": "ramsch", **house}
    return rules  # type: ignore[no-any-return]


@by_id(PROTOCOL["ramsch"])
def test_ramsch(case: dict[str, Any]) -> None:
    scores = skat.ramsch_scores(
        case["trick_points"],
        case["tricks"],
        skat_points=case["skat_points"],
        last_trick=case["last_trick"],
        rules=ramsch_rules(ramsch_skat=case["skat_to"]),
    )
    assert scores == case["expected"]


@pytest.mark.parametrize(
    ("house", "trick_points", "tricks", "expected"),
    [
        ({}, [60, 40, 0], [6, 4, 0], [-160, 0, 0]),  # the last trick's skat: 80, doubled
        ({"ramsch_skat": "nobody"}, [60, 40, 0], [6, 4, 0], [-120, 0, 0]),
        ({"ramsch_skat": "loser"}, [50, 50, 0], [5, 5, 0], [-100, -100, 0]),  # a tie: nobody's
        ({"ramsch_jungfrau": 1}, [60, 40, 0], [6, 4, 0], [-80, 0, 0]),
        ({"ramsch_jungfrau": 3}, [60, 40, 0], [6, 4, 0], [-240, 0, 0]),
        ({"ramsch_durchmarsch": 0}, [100, 0, 0], [10, 0, 0], [-480, 0, 0]),  # two without a trick
        ({"ramsch_durchmarsch": 200}, [100, 0, 0], [10, 0, 0], [200, 0, 0]),
        ({"ramsch_skat": "nobody"}, [40, 30, 30], [6, 2, 2], [-40, 0, 0]),
        ({}, [20, 40, 40], [2, 4, 4], [0, 0, 0]),  # 40 each with the skat
    ],
)
def test_ramsch_house_rules(
    house: dict[str, Any], trick_points: list[int], tricks: list[int], expected: list[int]
) -> None:
    scores = skat.ramsch_scores(
        trick_points, tricks, skat_points=20, last_trick=0, rules=ramsch_rules(**house)
    )
    assert scores == expected


@by_id(PROTOCOL["list_scoring"])
def test_list_scores(case: dict[str, Any]) -> None:
    """The vectors have no Bierlachs of four."""
    games = [(None if who is None else "ABCD".index(who), score) for who, score in case["games"]]
    systems = ["plain", "seeger_fabian", *(["bierlachs"] if case["table"] == 3 else [])]
    found = {system: skat.list_scores(games, system, case["table"]) for system in systems}
    assert found == case["expected"]


def test_list_scores_refuses_another_system() -> None:
    with pytest.raises(ValueError, match="unknown system 'leipzig'"):
        skat.list_scores([(0, 18)], "leipzig")


def test_passed_in_deals_count_nowhere() -> None:
    for system in ("plain", "seeger_fabian", "bierlachs"):
        assert skat.list_scores([(None, 0)] * 5, system) == [0, 0, 0]


# --- Bock ---------------------------------------------------------------------------------------


def bock_deal(contract: str = "C", **columns: Any) -> dict[str, Any]:
    """A deal without an event, unless the columns say otherwise."""
    plain = {"contract": contract, "card_points": 70, "hand": False, "won": True, "kontra": 0}
    return {**plain, **columns}


EVENTS = ("60-60", "grand_hand", "kontra")
QUIET = bock_deal()
SPLIT = bock_deal(card_points=60, won=False)
KONTRA = bock_deal(kontra=1)


@pytest.mark.parametrize(
    ("deal", "events"),
    [
        (QUIET, set()),
        (SPLIT, {"60-60"}),
        (bock_deal("G", card_points=60, won=False, hand=True), {"60-60"}),
        (bock_deal("N", card_points=60), set()),  # in Null the points mean nothing
        (bock_deal("R", card_points=0, won=False), set()),
        (bock_deal("P", card_points=0, won=False), set()),
        (bock_deal("G", hand=True), {"grand_hand"}),
        (bock_deal("G", hand=True, won=False), set()),
        (bock_deal("G"), set()),
        (bock_deal("C", hand=True), set()),
        (bock_deal("N", kontra=1), {"kontra"}),
        (bock_deal("G", hand=True, kontra=2), {"grand_hand", "kontra"}),
    ],
)
def test_bock_events(deal: dict[str, Any], events: set[str]) -> None:
    assert {event for event in EVENTS if skat.bock_event(deal, [event])} == events
    assert skat.bock_event(deal, EVENTS) == bool(events)
    assert not skat.bock_event(deal, [])


@pytest.mark.parametrize(
    ("deals", "table", "factors"),
    [
        ([QUIET] * 4, 3, [1, 1, 1, 1]),
        ([SPLIT, *[QUIET] * 4], 3, [1, 2, 2, 2, 1]),
        ([SPLIT, *[QUIET] * 5], 4, [1, 2, 2, 2, 2, 1]),
        # an event in the round: one more round after it
        ([SPLIT, QUIET, KONTRA, *[QUIET] * 5], 3, [1, 2, 2, 2, 2, 2, 2, 1]),
        # the last deal of the round: the next round follows without a gap
        ([SPLIT, QUIET, QUIET, SPLIT, *[QUIET] * 4], 3, [1, 2, 2, 2, 2, 2, 2, 1]),
        # one deal with two events starts one round
        ([bock_deal("G", hand=True, kontra=1), *[QUIET] * 4], 3, [1, 2, 2, 2, 1]),
    ],
)
def test_bock_factors(deals: list[dict[str, Any]], table: int, factors: list[int]) -> None:
    assert skat.bock_factors(deals, table, EVENTS) == factors
    assert skat.bock_factors(deals, table) == [1] * len(deals)


# --- Kontra and Re ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "contract", "says"),
    [
        ("CJ SJ CA C9 C8 HA HT D8 D7 S7", "C", True),  # two tops, side ace and its ten
        ("CJ HJ CA C9 C8 HA DA D8 D7 S7", "C", True),
        ("CJ DJ CA C9 C8 HA DA D8 D7 S7", "C", False),  # DJ is the fourth trump
        ("CJ SJ CA CT C8 HA D9 D8 D7 S7", "C", False),  # the trump ace is no side trick
        ("CJ SJ CA CT C8 HA D9 D8 D7 S7", "G", True),  # in Grand it is
        ("CJ SJ CA C9 C8 HT DT D8 D7 S7", "H", False),  # a ten without its ace
        ("SJ HJ SA ST HA HT DA DT CA CT", "N", False),
    ],
)
def test_simple_says_kontra(hand: str, contract: str, says: bool) -> None:
    assert skat.simple_says_kontra(hand.split(), contract) == says


def test_simple_says_kontra_with_plain_jacks() -> None:
    """Ace, ten and king are the three top trumps."""
    hand = ["CA", "CK", "C8", "C7", "HA", "HT", "S9", "S8", "D8", "D7"]
    assert skat.simple_says_kontra(hand, "C", "polish")
    assert not skat.simple_says_kontra(hand, "C", "isko")


@pytest.mark.parametrize(
    ("contract", "bid", "hand", "announced", "says"),
    [
        ("C", 24, True, [], True),  # with 2, game, hand: 48 against 24 + 24
        ("C", 27, True, [], False),
        ("C", 24, False, [], False),
        ("C", 48, True, ["schneider"], True),  # two levels more
        ("G", 48, True, [], True),
        ("N", 18, True, ["ouvert"], False),
    ],
)
def test_simple_says_re(
    contract: str, bid: int, hand: bool, announced: list[str], says: bool
) -> None:
    ten = ["CJ", "SJ", "CA", "CT", "CK", "C9", "SA", "HA", "HT", "D7"]
    asked: dict[str, Any] = {"bid": bid, "hand": hand, "announced": announced}
    assert skat.simple_says_re(ten, contract, **asked) == says


@by_id(PROTOCOL["auction"])
def test_auction(case: dict[str, Any]) -> None:
    expected = case["expected"]
    limits = [case["limits"][seat] for seat in skat.SEATS]
    held = skat.auction(limits, case["ruleset"])
    assert held["declarer"] == seat_number(expected["declarer"])
    assert held["bid"] == expected["bid"]
    assert held["said"] == [expected["said"][seat] for seat in skat.SEATS]
    assert held["log"] == [(seat_number(seat), word) for seat, word in expected["log"]]
    assert held["then"] == expected.get("then", "play")


@by_id(PROTOCOL["tricks"])
def test_trick(case: dict[str, Any]) -> None:
    cards = case["cards"].split()
    winner = skat.trick_winner(cards, case["contract"], case["ruleset"])
    assert winner == case["expected"]["winner"]
    assert skat.points(cards) == case["expected"]["points"]


@by_id(PROTOCOL["follow"])
def test_follow(case: dict[str, Any]) -> None:
    legal = skat.legal_cards(case["hand"].split(), case["lead"], case["contract"], case["ruleset"])
    assert legal == case["expected"].split()


@by_id(PROTOCOL["declarations"])
def test_declaration(case: dict[str, Any]) -> None:
    def declare() -> None:
        skat.check_declaration(
            case["contract"],
            rules=case["ruleset"],
            bid=case["bid"],
            hand=case["hand"],
            announced=case["announcements"],
        )

    if case["legal"]:
        declare()
    else:
        with pytest.raises(ValueError, match=r"contract|hand games only|bid|takes neither"):
            declare()


@pytest.mark.parametrize("preset", PROTOCOL["bid_values"])
def test_bid_values(preset: str) -> None:
    assert skat.bid_values(preset) == PROTOCOL["bid_values"][preset]


def test_bid_values_without_a_vector() -> None:
    """The two ladders that the rules only describe in words."""
    altenburg = set(PROTOCOL["bid_values"]["preisskat"])
    assert skat.bid_values("altenburg") == sorted(altenburg)
    assert skat.bid_values("altenburg1927") == sorted(altenburg - {240} | {200})


def test_every_preset_is_there_and_reached_by_the_vectors() -> None:
    assert list(skat.RULES) == PRESETS
    assert {case["ruleset"] for case in SCORING} == set(PRESETS)
    assert {case["ruleset"] for case in PROTOCOL["auction"]} == set(PRESETS)
    for preset in PRESETS:
        assert max(skat.bid_values(preset)) == skat.RULES[preset]["top_value"]


# --- Cards --------------------------------------------------------------------------------------


def test_card_numbers() -> None:
    some = {31: "CJ", 28: "DJ", 27: "CA", 21: "C7", 20: "SA", 13: "HA", 6: "DA", 0: "D7"}
    for bit, name in some.items():
        assert skat.name_of_bit(bit) == name
    assert skat.cards_of(2**32 - 1) == skat.PACK
    assert skat.points(skat.PACK) == 120
    assert skat.mask_of(["D7", "CJ"]) == 2**31 + 1
    for bit in range(32):
        assert skat.cards_of(1 << bit) == [skat.name_of_bit(bit)]
        assert skat.mask_of([skat.name_of_bit(bit)]) == 1 << bit


@pytest.mark.parametrize("names", [["C1"], ["CJ", "CJ"], ["cj"]])
def test_wrong_card_names(names: list[str]) -> None:
    with pytest.raises(ValueError, match=r"unknown card|twice"):
        skat.mask_of(names)


def test_oracle_imports_only_the_standard_library() -> None:
    assert skat.__file__ is not None
    for node in ast.walk(ast.parse(Path(skat.__file__).read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = [node.module or ""]
        for name in names:
            assert name.split(".")[0] in sys.stdlib_module_names


# --- Replay: deals worked out by hand -----------------------------------------------------------


@dataclass
class Deal:
    """A logged deal: the row, its plays and the rules it was played under."""

    row: dict[str, Any]
    plays: list[int]
    rules: str | skat.Rules = "isko"
    forced: bool = False
    players: tuple[str, str, str] = ("", "", "")

    def replay(self) -> dict[str, Any]:
        return skat.replay(self.row, self.plays, self.rules, self.forced, self.players)

    def copy(self) -> "Deal":
        return Deal(dict(self.row), list(self.plays), self.rules, self.forced, self.players)


# In clubs and Grand forehand holds all the trumps there are outside the skat.
HANDS = [
    "CJ SJ HJ DJ CA CT CK CQ C9 C8",
    "ST SK SQ S9 S8 S7 HA HT HK HQ",
    "H9 H8 H7 DA DT DK DQ D9 D8 D7",
]
SKAT = "SA C7"


def numbers(text: str) -> list[int]:
    return [skat.bit_of_name(name) for name in text.split()]


def hand_made(plays: str, **columns: Any) -> Deal:
    """A deal of HANDS in which, unless told otherwise, forehand plays at 18."""
    row: dict[str, Any] = dict.fromkeys(skat.COLUMNS, 0)
    row |= dict.fromkeys(skat.TRUTHS, False)
    for seat, hand in zip(skat.SEATS, HANDS, strict=True):
        row["hand_" + seat] = skat.mask_of(hand.split())
    row["skat"] = row["discard"] = skat.mask_of(SKAT.split())
    row |= {"bid_forehand": 18, "bid": 18}
    row |= columns
    if row["declarer"] >= 0:
        row["score_" + skat.SEATS[row["declarer"]]] = row["score"]
    cards = [255 if name == "-" else skat.bit_of_name(name) for name in plays.split()]
    return Deal(row, cards + [255] * (32 - len(cards)))


def clubs_hand() -> Deal:
    """Clubs hand with 11 (C7 in the skat), all tricks: 11 + 1 + hand + 2 = 15 times 12."""
    tricks = zip(*(hand.split() for hand in HANDS), strict=True)
    return hand_made(
        "- - " + " ".join(" ".join(trick) for trick in tricks),
        **{"contract": "C", "hand": True, "matadors": 11, "card_points": 120, "tricks": 10},
        **{"won": True, "schneider": True, "schwarz": True, "value": 180, "score": 180},
    )


def null_lost() -> Deal:
    """Null with the skat: CA takes the first trick, 11 + 0 + 10 points and CJ and SA put away."""
    return hand_made(
        "CJ SA CA S7 DT",
        **{"contract": "N", "discard": skat.mask_of(["CJ", "SA"]), "card_points": 34},
        **{"tricks": 1, "value": 23, "score": -46},
    )


def null_won() -> Deal:
    """Null from the hand by rearhand, who throws his diamonds and stays under every heart.

    No trick, so all ten are played; the skat still brings him the 11 points of SA.
    """
    deal = hand_made(
        "- - CJ ST DA CA SK DK CT SQ DQ CK S9 DT CQ S8 D9 C9 S7 D8 C8 HQ D7"
        " SJ HK H9 HJ HA H8 HT H7 DJ",
        **{"contract": "N", "hand": True, "declarer": 2, "card_points": 11, "won": True},
        **{"value": 35, "score": 35},
    )
    deal.row |= {"bid_forehand": 0, "bid_rearhand": 18}
    return deal


def passed_in() -> Deal:
    deal = hand_made("", contract="P", declarer=-1, score=0)
    deal.row |= {"bid_forehand": 0, "bid": 0, "discard": 0}
    return deal


def ramsch() -> Deal:
    """Forehand's jacks and clubs take all ten tricks, 109 points: Durchmarsch."""
    deal = clubs_hand()
    deal.rules = ramsch_rules()
    deal.row = passed_in().row | {"contract": "R", "discard": deal.row["skat"]}
    deal.row["score_forehand"] = 120
    return deal


@pytest.mark.parametrize("make", [clubs_hand, null_lost, null_won, passed_in, ramsch])
def test_replay_of_hand_made_deals(make: Callable[[], Deal]) -> None:
    deal = make()
    assert deal.replay() == deal.row


def test_replay_knows_what_a_word_implies() -> None:
    """Ouvert: 11 + 1 + hand + 4 + ouvert = 18 times 12, and both announcements are set."""
    deal = clubs_hand()
    deal.row |= {"ouvert": True, "value": 216, "score": 216, "score_forehand": 216}
    with pytest.raises(AssertionError, match="announced_schneider"):
        deal.replay()
    deal.row["announced_schwarz"] = True
    with pytest.raises(AssertionError, match="announced_schneider"):
        deal.replay()
    deal.row["announced_schneider"] = True
    assert deal.replay() == deal.row


@pytest.mark.parametrize(
    ("house", "score"),
    [
        ({"ramsch_durchmarsch": 0}, -480),  # 120 with the skat, two players without a trick
        ({"ramsch_durchmarsch": 0, "ramsch_jungfrau": 1}, -120),
        ({"ramsch_durchmarsch": 0, "ramsch_jungfrau": 1, "ramsch_skat": "nobody"}, -109),
        ({"ramsch_durchmarsch": 80}, 80),
    ],
)
def test_replay_of_ramsch(house: dict[str, Any], score: int) -> None:
    deal = ramsch()
    deal.rules = ramsch_rules(**house)
    with pytest.raises(AssertionError, match="score_forehand"):
        deal.replay()
    deal.row["score_forehand"] = score
    assert deal.replay() == deal.row


def test_replay_refuses_a_wrong_ramsch() -> None:
    for column in ("discard", "score_middlehand", "kontra", "card_points", "score", "tricks"):
        wrong = ramsch()
        wrong.row[column] += 1
        with pytest.raises(AssertionError, match=f"column {column}:"):
            wrong.replay()
    passed = passed_in()
    passed.rules = ramsch_rules()
    with pytest.raises(ValueError, match="forehand played none"):
        passed.replay()
    discarded = ramsch()
    discarded.plays[:2] = numbers(SKAT)
    with pytest.raises(ValueError, match="a Ramsch has none"):
        discarded.replay()
    elsewhere = ramsch()
    elsewhere.rules = "isko"
    with pytest.raises(ValueError, match="cards were played in a deal that was passed in"):
        elsewhere.replay()


def with_kontra(said: int, allowed: int, players: tuple[str, str, str]) -> Deal:
    """Clubs hand with 11, 180 points: a declarer `simple` says Re, no defender `simple` Kontra."""
    deal = clubs_hand()
    deal.players = players
    deal.rules = {**skat.ISKO, "kontra": allowed}
    score = 180 * 2**said
    deal.row |= {"kontra": said, "score": score, "score_forehand": score}
    return deal


@pytest.mark.parametrize(
    ("players", "allowed", "right"),
    [
        ("random random random", 0, {0}),
        ("random random random", 1, {0, 1}),
        ("random random random", 2, {0, 1, 2}),
        ("simple random random", 2, {0, 2}),
        ("simple random random", 1, {0, 1}),
        ("random simple simple", 2, {0}),
        ("random simple random", 2, {0, 1, 2}),
        ("simple simple simple", 2, {0}),
    ],
)
def test_replay_of_kontra(players: str, allowed: int, right: set[int]) -> None:
    first, second, third = players.split()
    for said in (0, 1, 2):
        deal = with_kontra(said, allowed, (first, second, third))
        if said in right:
            assert deal.replay() == deal.row
        else:
            with pytest.raises(AssertionError, match="column kontra"):
                deal.replay()


def test_replay_of_a_lost_overbid_game() -> None:
    """Grand with 4 from the hand, bid 264 by a scenario: 24 x (4 + 1 + 1 + 2) = 192 < 264."""
    deal = clubs_hand()
    deal.forced = True
    deal.row |= {"contract": "G", "bid": 264, "matadors": 4, "won": False, "overbid": True}
    deal.row |= {"value": 264, "score": -528, "score_forehand": -528}
    assert deal.replay() == deal.row


# --- Replay: random deals -----------------------------------------------------------------------


def random_limits(rng: random.Random, rules: str) -> list[int]:
    low = skat.bid_values(rules)[:12]
    return [rng.choice([0, 0, *low]) for _ in range(3)]


def random_declaration(rng: random.Random, rules: str, bid: int) -> tuple[str, bool, list[str]]:
    """A legal contract, hand game or not, and announcements for this bid."""
    words = ["schneider", "schwarz", "ouvert"]
    while True:
        contract = rng.choice(list("DHSCGN"))
        hand = rng.random() < 0.5
        announced = rng.sample(words, rng.choice([0, 0, 1, 2]))
        try:
            skat.check_declaration(contract, rules=rules, bid=bid, hand=hand, announced=announced)
        except ValueError:
            continue
        return contract, hand, announced


def random_deal(seed: int, rules: str) -> Deal:
    """A deal played to the end by players who choose any legal card."""
    rng = random.Random(seed)
    cards = rng.sample(skat.PACK, 32)
    hands = [cards[0:10], cards[10:20], cards[20:30]]
    row: dict[str, Any] = dict.fromkeys(skat.COLUMNS, 0)
    row |= dict.fromkeys(skat.TRUTHS, False)
    row |= {"deal_id": seed, "rotation": seed % 3, "skat": skat.mask_of(cards[30:])}
    for seat in range(3):
        row["hand_" + skat.SEATS[seat]] = skat.mask_of(hands[seat])
    held = skat.auction(random_limits(rng, rules), rules)
    while held["declarer"] == -1:
        held = skat.auction(random_limits(rng, rules), rules)
    for seat in range(3):
        row["bid_" + skat.SEATS[seat]] = held["said"][seat]
    declarer, bid = held["declarer"], held["bid"]
    contract, hand, announced = random_declaration(rng, rules, bid)

    cards12 = hands[declarer] + cards[30:]
    away = cards[30:] if hand else rng.sample(cards12, 2)
    hands[declarer] = [card for card in cards12 if card not in away]
    plays = [255, 255] if hand else [skat.bit_of_name(card) for card in away]
    points, tricks, leader = skat.points(away), 0, 0
    while hands[leader] and not (contract == "N" and tricks):
        trick: list[str] = []
        for seat in (leader, (leader + 1) % 3, (leader + 2) % 3):
            lead = trick[0] if trick else None
            card = rng.choice(skat.legal_cards(hands[seat], lead, contract, rules))
            hands[seat].remove(card)
            trick.append(card)
            plays.append(skat.bit_of_name(card))
        leader = (leader + skat.trick_winner(trick, contract, rules)) % 3
        if leader == declarer:
            tricks += 1
            points += skat.points(trick)
    plays += [255] * (32 - len(plays))

    row |= skat.score(
        cards12,
        contract,
        rules=rules,
        bid=bid,
        points=points,
        tricks=tricks,
        hand=hand,
        announced=announced,
    )
    del row["level"]
    suit_or_grand = contract != "N"
    row |= {"declarer": declarer, "bid": bid, "contract": contract, "hand": hand}
    row |= {"discard": skat.mask_of(away), "card_points": points, "tricks": tricks}
    row["ouvert"] = "ouvert" in announced
    row["announced_schwarz"] = suit_or_grand and bool({"schwarz", "ouvert"} & set(announced))
    row["announced_schneider"] = suit_or_grand and announced != []
    row["schneider"] = suit_or_grand and not 30 < points < 90
    row["schwarz"] = suit_or_grand and not 0 < tricks < 10
    row["score_" + skat.SEATS[declarer]] = row["score"]
    return Deal(row, plays, rules)


def first_deal(wanted: Callable[[Deal], bool]) -> Deal:
    """The first random deal with a wanted property."""
    return next(
        deal for deal in (random_deal(seed, "isko") for seed in range(1000)) if wanted(deal)
    )


def suit_deal() -> Deal:
    """A suit game or Grand after picking up, so with all thirty cards and two put away."""
    return first_deal(lambda deal: not deal.row["hand"] and deal.row["contract"] != "N")


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seed", range(50))
def test_replay_of_random_deals(seed: int, rules: str) -> None:
    deal = random_deal(seed, rules)
    assert deal.replay() == deal.row


def test_random_deals_show_every_kind_of_game() -> None:
    """Otherwise the test above would say less than it seems to."""
    rows = [random_deal(seed, "isko").row for seed in range(50)]
    assert {row["contract"] for row in rows} == set("DHSCGN")
    assert {row["declarer"] for row in rows} == {0, 1, 2}
    for column in ("hand", "ouvert", "announced_schwarz", "won", "schneider", "overbid"):
        assert {row[column] for row in rows} == {False, True}


# --- Replay: corrupted deals --------------------------------------------------------------------


@pytest.mark.parametrize("column", [name for name in skat.COLUMNS if name not in skat.GIVEN])
def test_replay_refuses_a_wrong_column(column: str) -> None:
    deal = suit_deal()
    if column in skat.TRUTHS:
        deal.row[column] = not deal.row[column]
    else:  # 19 is never a bid; most bids may well be one step higher in another auction
        deal.row[column] = 19 if column.startswith("bid") else deal.row[column] + 1
    with pytest.raises((AssertionError, ValueError), match=r"column|auction|legal bid|announced"):
        deal.replay()


@pytest.mark.parametrize("column", ["card_points", "tricks", "won", "value", "score", "discard"])
@pytest.mark.parametrize("seed", range(20))
def test_replay_names_the_wrong_column(seed: int, column: str) -> None:
    deal = random_deal(seed, "isko")
    deal.row[column] = not deal.row[column] if column in skat.TRUTHS else deal.row[column] - 1
    with pytest.raises(AssertionError, match=f"column {column}:"):
        deal.replay()


def test_replay_refuses_a_card_played_twice() -> None:
    deal = suit_deal()
    for at in range(5, 32):
        twice = deal.copy()
        twice.plays[at] = deal.plays[2]
        with pytest.raises(ValueError, match="does not hold"):
            twice.replay()


def test_replay_refuses_cards_of_another_player() -> None:
    """Two cards of one trick change places."""
    deal = suit_deal()
    for at in sorted({*range(2, 31)} - {*range(4, 31, 3)}):
        swapped = deal.copy()
        swapped.plays[at], swapped.plays[at + 1] = deal.plays[at + 1], deal.plays[at]
        with pytest.raises(ValueError, match=r"does not hold|must follow"):
            swapped.replay()


def test_replay_refuses_not_following_suit() -> None:
    """HA is led; middlehand, who holds three hearts, throws D7."""
    deal = clubs_hand()
    for seat, hand in zip(skat.SEATS, [HANDS[1], HANDS[2], HANDS[0]], strict=True):
        deal.row["hand_" + seat] = skat.mask_of(hand.split())
    deal.plays = [255, 255, *numbers("HA D7 CJ"), *[255] * 27]
    with pytest.raises(ValueError, match="middlehand must follow HA, not D7"):
        deal.replay()


def test_replay_refuses_every_card_that_is_not_legal() -> None:
    """At each place of a deal, all but the legal cards of the player are refused there."""
    deal = suit_deal()
    contract, refused = deal.row["contract"], 0
    hands = {seat: skat.cards_of(deal.row["hand_" + name]) for seat, name in enumerate(skat.SEATS)}
    owner = {card: seat for seat, hand in hands.items() for card in hand}
    owner |= dict.fromkeys(skat.cards_of(deal.row["skat"]), deal.row["declarer"])
    names = [skat.name_of_bit(number) for number in deal.plays]
    for at in range(2, 32):
        seat, lead_at = owner[names[at]], at - (at - 2) % 3
        left = [card for card in names[at:] if owner[card] == seat]
        lead = names[lead_at] if lead_at < at else None
        for card in set(skat.PACK) - set(skat.legal_cards(left, lead, contract)):
            wrong = deal.copy()
            wrong.plays[at] = skat.bit_of_name(card)
            message = "must follow" if card in left else "does not hold"
            with pytest.raises(ValueError, match=f"card {at - 2}: .*{message}"):
                wrong.replay()
            refused += message == "must follow"
    assert refused > 0


def test_replay_refuses_illegal_discards() -> None:
    deal = suit_deal()
    others = (1 << deal.plays[at] for at in range(2, 32))
    dealt = deal.row["hand_" + skat.SEATS[deal.row["declarer"]]] | deal.row["skat"]
    foreign = next(card for card in others if not card & dealt).bit_length() - 1
    for wrong, message in [
        ([deal.plays[0], foreign], "none of the declarer's twelve cards"),
        ([deal.plays[0], deal.plays[0]], "put away twice"),
        ([deal.plays[0], 255], "no card has the number 255"),
        ([deal.plays[0], deal.plays[2]], "does not hold|none of the declarer's"),
    ]:
        corrupt = deal.copy()
        corrupt.plays[:2] = wrong
        with pytest.raises(ValueError, match=message):
            corrupt.replay()


def test_replay_refuses_a_discard_in_a_hand_game() -> None:
    deal = clubs_hand()
    deal.plays[:2] = numbers(SKAT)
    with pytest.raises(ValueError, match="hand game has none"):
        deal.replay()


def test_replay_refuses_an_early_or_late_end() -> None:
    short = clubs_hand()
    short.plays[31] = 255
    with pytest.raises(ValueError, match="card 29: rearhand played none"):
        short.replay()
    long = null_lost()
    long.plays[5:8] = numbers("CT S8 D7")
    with pytest.raises(ValueError, match="after the game had ended"):
        long.replay()
    passed = passed_in()
    passed.plays[2] = 31
    with pytest.raises(ValueError, match="passed in"):
        passed.replay()


def test_replay_refuses_a_wrong_deal() -> None:
    for change, message in [
        ({"hand_forehand": clubs_hand().row["hand_middlehand"]}, "dealt twice"),
        ({"hand_forehand": skat.mask_of(HANDS[0].split()[1:])}, "dealt 9 cards"),
        ({"skat": skat.mask_of(["SA"])}, "1 cards in the skat"),
    ]:
        deal = clubs_hand()
        deal.row |= change
        with pytest.raises(ValueError, match=message):
            deal.replay()


@pytest.mark.parametrize(
    ("said", "bid", "declarer"),
    [
        ((18, 0, 0), 20, 0),  # a bid nobody said
        ((18, 0, 0), 18, 1),  # a declarer who passed
        ((20, 0, 0), 20, 0),  # nothing to hold, so forehand plays at 18
        ((19, 0, 0), 19, 0),  # no game value
        ((18, 20, 22), 22, 1),  # rearhand said most and was not held
        ((0, 18, 18), 18, 1),  # rearhand must go above 18
        ((0, 0, 0), 0, 0),  # all passed
    ],
)
def test_replay_refuses_an_impossible_auction(
    said: tuple[int, int, int], bid: int, declarer: int
) -> None:
    deal = clubs_hand()
    for seat, value in zip(skat.SEATS, said, strict=True):
        deal.row["bid_" + seat] = value
    deal.row |= {"bid": bid, "declarer": declarer}
    with pytest.raises(ValueError, match=r"auction|legal bid"):
        deal.replay()


def test_replay_of_forced_games() -> None:
    """A scenario needs no auction, but a declarer and a bid that is a game value."""
    deal = clubs_hand()
    deal.row["bid_forehand"] = 0
    with pytest.raises(ValueError, match="auction"):
        deal.replay()
    deal.forced = True
    assert deal.replay() == deal.row
    deal.row["bid"] = 25
    with pytest.raises(ValueError, match="25 is no legal bid"):
        deal.replay()
    passed = passed_in()
    passed.forced = True
    with pytest.raises(ValueError, match="has a declarer"):
        passed.replay()


def test_replay_refuses_illegal_declarations() -> None:
    null = null_lost()
    null.forced = True
    null.row["bid"] = 24
    with pytest.raises(ValueError, match="does not reach the bid of 24"):
        null.replay()
    announced = suit_deal()
    announced.row["announced_schneider"] = True
    with pytest.raises(ValueError, match="hand games only"):
        announced.replay()
    grand = clubs_hand()
    grand.rules = "polish"
    grand.row["contract"] = "G"
    with pytest.raises(ValueError, match="no contract 'G'"):
        grand.replay()


def test_replay_refuses_other_shapes() -> None:
    deal = clubs_hand()
    with pytest.raises(ValueError, match="31 plays"):
        skat.replay(deal.row, deal.plays[1:])
    del deal.row["kontra"]
    with pytest.raises(ValueError, match="kontra"):
        deal.replay()


def test_replay_follows_the_rules_on_passing_in() -> None:
    deal = passed_in()
    deal.rules = "altenburg"
    with pytest.raises(ValueError, match="rules that deal again"):
        deal.replay()
    deal.row["thrown_in"] = 1000
    assert deal.replay() == deal.row
    deal.rules = "isko"
    with pytest.raises(ValueError, match="know no new deal"):
        deal.replay()
