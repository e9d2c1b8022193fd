"""`simcore score` and the sum behind it: level by level, from the matadors to the list."""

import json
import math
import shlex
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import simcore
from scripts import cli, reach, score_table
from simcore import cards, skat
from tests.commands import run_json, run_ok
from tests.rulesets import rule_set

DATA = Path(__file__).parent / "data"
SCORING = json.loads((DATA / "skat_scoring.json").read_text("utf-8"))["vectors"]
LEGAL = [case for case in SCORING if case.get("legal_declaration", True)]
KONTRA = json.loads((DATA / "skat_protocol.json").read_text("utf-8"))["kontra"]
TWELVE = "CJ SJ CA CT CK C9 SA ST H7 H8 D7 HA"  # with 2; 11 points put away
CARDS = ["--cards", TWELVE]


def by_id(vectors: list[dict[str, Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", vectors, ids=[vector["id"] for vector in vectors])


def product(counted: skat.Breakdown) -> int:
    return counted.booked * math.prod(factor.times for factor in counted.factors)


# ---- the sum -----------------------------------------------------------------------------------


@by_id(LEGAL)
def test_the_sum_comes_to_the_score_of_the_vector(case: dict[str, Any]) -> None:
    facts: dict[str, Any] = {
        "rules": rule_set(case["ruleset"]),
        "bid": case["bid"],
        "points": case["declarer_card_points"],
        "tricks": case["declarer_tricks"],
        "hand": case["hand"],
        "announced": case["announcements"],
    }
    twelve = cards.parse(" ".join(case["declarer_cards"]))
    expected = case["expected"]
    settled = skat.score(twelve, case["contract"], **facts)
    counted = skat.breakdown(settled, case["contract"], **facts)
    levels = [step.level for step in counted.steps]
    first = abs(expected["matadors"])
    assert levels == ([] if case["contract"] == "N" else [*range(first, expected["level"] + 1)])
    assert counted.booked == expected["value"]
    if case["contract"] == "N":
        assert (counted.base, counted.value) == (0, expected["value"])
    else:
        assert counted.value == counted.base * expected["level"]
        raised = counted.base * math.ceil(case["bid"] / counted.base)
        assert counted.booked == (raised if expected["overbid"] else counted.value)
    assert product(counted) == expected["score"]
    assert (counted.why_lost == ()) == expected["won"]
    assert any(why.startswith("overbid") for why in counted.why_lost) == expected["overbid"]
    words = skat.explain(settled, case["contract"], **facts)
    assert words.endswith(f" {expected['score']}")


@by_id(KONTRA)
def test_kontra_and_re_multiply_the_score(case: dict[str, Any]) -> None:
    """Points and tricks that a vector leaves open do not matter to it."""
    facts: dict[str, Any] = {
        "bid": case["bid"],
        "points": 70 if case["points"] is None else case["points"],
        "tricks": 6 if case["tricks"] is None else case["tricks"],
        "kontra": case["kontra"] + case["re"],
    }
    settled = skat.settle(case["matadors"], case["contract"], **facts)
    counted = skat.breakdown(settled, case["contract"], **facts)
    assert product(counted) == settled.score == case["expected"]
    said = [factor.factor for factor in counted.factors if factor.factor != "lost"]
    assert said == ["kontra"] * case["kontra"] + ["re"] * case["re"]


@pytest.mark.parametrize(
    ("contract", "facts", "reasons"),
    [
        ("C", {"points": 60, "tricks": 6}, ["60 card points, 61 needed"]),
        ("C", {"points": 61, "tricks": 6}, []),
        (
            "C", {"points": 84, "tricks": 8, "hand": True, "announced": "schneider"},
            ["announced schneider: 90 needed, 84 made"],
        ),
        (
            "C", {"points": 92, "tricks": 9, "hand": True, "announced": "schwarz"},
            ["announced schwarz: 9 tricks"],
        ),
        (
            "C", {"points": 50, "tricks": 1, "hand": True, "announced": "schwarz", "bid": 264},
            ["announced schneider: 90 needed, 50 made", "announced schwarz: 1 trick",
             "overbid: 96 below 264"],
        ),
        ("S", {"points": 70, "tricks": 6, "bid": 72}, ["overbid: 33 below 72"]),
        ("N", {"points": 0, "tricks": 1}, ["took 1 trick"]),
        ("N", {"points": 40, "tricks": 3}, ["took 3 tricks"]),
    ],
)  # fmt: skip
def test_why_a_game_is_lost(contract: str, facts: dict[str, Any], reasons: list[str]) -> None:
    facts = {"bid": 18, **facts}
    settled = skat.settle(0 if contract == "N" else 2, contract, **facts)
    counted = skat.breakdown(settled, contract, **facts)
    assert list(counted.why_lost) == reasons
    assert settled.won == (not reasons)


def test_grand_ouvert_with_a_base_of_its_own() -> None:
    facts: dict[str, Any] = {
        "rules": rule_set("altenburg"), "bid": 18, "points": 106, "tricks": 9, "hand": True,
        "announced": ("ouvert",),
    }  # fmt: skip
    settled = skat.settle(4, "G", **facts)
    counted = skat.breakdown(settled, "G", **facts)
    assert [step.step for step in counted.steps] == [
        "with 4", "game", "hand", "schneider", "schneider announced", "schwarz",
        "schwarz announced",
    ]  # fmt: skip
    assert (counted.base, counted.value) == (36, 360)
    assert counted.factors == (skat.Factor("lost", -1),)  # a lost hand game counts once there
    lines = score_table.sum_lines(counted, settled, 18)
    assert ("base Grand", "", "36", "ouvert has a base of its own") in lines
    assert skat.explain(settled, "G", **facts).endswith("x 36 = 360, lost = -360")


def test_seeger_fabian_of_one_game() -> None:
    """A published list: A wins 144 and loses 54, C wins 46; A 90, B 40, C 136."""
    won, lost = score_table.seeger_fabian(144, True), score_table.seeger_fabian(-54, False)
    other = score_table.seeger_fabian(46, True)
    assert won["declarer"] + lost["declarer"] + other["others_table_of_three"] == 90
    assert won["others_table_of_three"] + lost["others_table_of_three"] == 40
    assert lost["others_table_of_three"] + other["declarer"] == 136
    assert lost["others_table_of_four"] == 30


# ---- what is printed ---------------------------------------------------------------------------

PLAIN_WIN = """\
game   Clubs, bid 22, rules isko
cards  CJ SJ CA CT CK C9 SA ST H7 H8, put away D7 HA
made   71 card points, neither side schwarz
value  with 2, game 3, x 12 = 36
score  +36, won

with 2                      2
game                        3
base Clubs                 12
value            3 x 12 =  36
bid                        22  covered
won                       +36
Seeger-Fabian  +36 + 50 = +86  others 0
"""
HAND_WITH_SCHNEIDER = """\
game   Clubs hand, bid 24, rules isko
cards  CJ SJ CA CT CK C9 SA ST H7 H8, skat D7 HA
made   93 card points, 8 tricks
value  with 2, game 3, hand 4, schneider 5, x 12 = 60
score  +60, won

with 2                       2
game                         3
hand                         4
schneider                    5
base Clubs                  12
value            5 x 12 =   60
bid                         24  covered
won                        +60
Seeger-Fabian  +60 + 50 = +110  others 0
"""
OVERBID = """\
game   Hearts, bid 24, rules isko
made   70 card points, neither side schwarz
value  with 1, game 2, x 10 = 20, below the bid 24: 3 x 10 = 30, lost x 2 = -60
score  -60, lost

with 1                       1
game                         2
base Hearts                 10
value            2 x 10 =   20
bid                         24  overbid
booked           3 x 10 =   30  next multiple that covers the bid
lost            30 x -2 =  -60  overbid: 20 below 24
Seeger-Fabian  -60 - 50 = -110  others +40, at a table of four +30
"""
MISSED = """\
game   Clubs hand schneider, bid 18, rules isko
made   84 card points, neither side schwarz
value  with 1, game 2, hand 3, schneider 4, announced 5, x 12 = 60,
       lost x 2 = -120
score  -120, lost

with 1                              1
game                                2
hand                                3
schneider                           4
schneider announced                 5
base Clubs                         12
value                   5 x 12 =   60
bid                                18  covered
lost                   60 x -2 = -120  announced schneider: 90 needed, 84 made
Seeger-Fabian        -120 - 50 = -170  others +40, at a table of four +30
"""
GRAND_OUVERT = """\
game   Grand hand schneider schwarz ouvert, bid 18, rules isko
made   120 card points, 10 tricks
value  with 4, game 5, hand 6, schneider 7, announced 8, schwarz 9,
       announced 10, ouvert 11, x 24 = 264
score  +264, won

with 4                              4
game                                5
hand                                6
schneider                           7
schneider announced                 8
schwarz                             9
schwarz announced                  10
ouvert                             11
base Grand                         24
value                  11 x 24 =  264
bid                                18  covered
won                              +264
Seeger-Fabian        +264 + 50 = +314  others 0
"""
NULL_OUVERT_LOST = """\
game   Null ouvert, bid 23, rules isko
made   1 trick
value  Null ouvert 46, lost x 2 = -92
score  -92, lost

Null ouvert                 46  fixed value
bid                         23  covered
lost            46 x -2 =  -92  took 1 trick
Seeger-Fabian  -92 - 50 = -142  others +40, at a table of four +30
"""
KONTRA_AND_RE = """\
game   Diamonds, bid 22, rules isko
made   60 card points, neither side schwarz
value  without 1, game 2, x 9 = 18, below the bid 22: 3 x 9 = 27, lost x 2,
       kontra x 2, re x 2 = -216
score  -216, lost

without 1                     1
game                          2
base Diamonds                 9
value              2 x 9 =   18
bid                          22  overbid
booked             3 x 9 =   27  next multiple that covers the bid
lost             27 x -2 =  -54  60 card points, 61 needed
                                 overbid: 18 below 22
kontra           -54 x 2 = -108
re              -108 x 2 = -216
Seeger-Fabian  -216 - 50 = -266  others +40, at a table of four +30
"""
KONTRA_WON = """\
game   Spades, bid 18, rules isko
made   75 card points, neither side schwarz
value  without 3, game 4, x 11 = 44, kontra x 2 = 88
score  +88, won

without 3                    3
game                         4
base Spades                 11
value            4 x 11 =   44
bid                         18  covered
won                        +44
kontra          +44 x 2 =  +88
Seeger-Fabian  +88 + 50 = +138  others 0
"""
PRINTED = [
    (PLAIN_WIN, f"--cards '{TWELVE}' --contract clubs --bid 22 --points 71"),
    (
        HAND_WITH_SCHNEIDER,
        f"--cards '{TWELVE}' --contract C --bid 24 --points 93 --tricks 8 --hand",
    ),
    (OVERBID, "--matadors 'with 1' --contract H --bid 24 --points 70"),
    (MISSED, "--matadors 1 --contract C --bid 18 --points 84 --hand --announce schneider"),
    (
        GRAND_OUVERT,
        "--matadors +4 --contract Grand --bid 18 --points 120 --tricks 10 --hand --announce ouvert",
    ),
    (NULL_OUVERT_LOST, "--contract Null --bid 23 --tricks 1 --announce ouvert"),
    (KONTRA_AND_RE, "--matadors 'ohne 1' --contract D --bid 22 --points 60 --kontra --re"),
    (KONTRA_WON, "--matadors -3 --contract S --bid 18 --points 75 --kontra"),
]


@pytest.mark.parametrize(("text", "line"), PRINTED, ids=[line for _, line in PRINTED])
def test_the_whole_text(text: str, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_ok(capsys, "score", *shlex.split(line)) == text


def test_the_longest_lines_fit_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--contract C --bid 264 --points 50 --tricks 4 --hand --announce ouvert --kontra --re"
    cards = "PiB HeB KaB Pi10 PiA He10 HeA KrA Kr10 Ka10 KaA KrK"
    for held in (["--matadors", "without 11"], ["--cards", cards]):
        text = run_ok(capsys, "score", *held, *words.split())
        assert max(map(len, text.splitlines())) <= 80
    assert "put away" not in text
    assert ", skat KaA KrK\n" in text


def test_the_sum_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--contract Hearts --bid 24 --points 70 --kontra"
    assert run_json(capsys, "score", "--matadors", "with 1", *words.split()) == {
        "rules": "isko", "cards": None, "put_away": None, "notation": None,
        "contract": "H", "game": "Hearts", "bid": 24, "points": 70, "tricks": None,
        "hand": False, "announced": [], "kontra": 1,
        "matadors": 1,
        "levels": [{"step": "with 1", "level": 1}, {"step": "game", "level": 2}],
        "level": 2, "base": 10, "value_before_overbid": 20, "value": 30,
        "covered": False, "overbid": True, "won": False,
        "why_lost": ["overbid: 20 below 24"],
        "factors": [{"factor": "lost", "times": -2}, {"factor": "kontra", "times": 2}],
        "score": -120,
        "seeger_fabian": {
            "declarer": -170, "others_table_of_three": 40, "others_table_of_four": 30,
        },
        "words": "with 1, game 2, x 10 = 20, below the bid 24: 3 x 10 = 30, lost x 2, "
        "kontra x 2 = -120",
    }  # fmt: skip


def test_what_the_input_implies(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--contract c --bid 18 --points 120 --tricks 10 --hand --announce Ouvert"
    found = run_json(capsys, "score", *CARDS, *words.split())
    assert found["announced"] == ["schneider", "schwarz", "ouvert"]
    assert (found["contract"], found["hand"], found["notation"]) == ("C", True, "iss")
    assert found["cards"] == TWELVE.split()
    assert found["put_away"] == ["D7", "HA"]
    assert (found["matadors"], found["level"], found["score"]) == (2, 9, 108)
    found = run_json(capsys, "score", *NULL, "--tricks", "0")
    assert (found["points"], found["levels"], found["base"]) == (None, [], 0)
    assert (found["value"], found["score"], found["won"]) == (23, 23, True)


@pytest.mark.parametrize(
    ("text", "matadors"),
    [
        ("with 2", 2), ("mit 2", 2), ("WITH 2", 2), ("with2", 2), ("2", 2), ("+2", 2),
        ("without 3", -3), ("ohne 3", -3), (" Ohne  3 ", -3), ("-3", -3), ("with 11", 11),
    ],
)  # fmt: skip
def test_matadors_as_players_say_them(
    text: str, matadors: int, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "--contract C --bid 18 --points 70"
    assert run_json(capsys, "score", "--matadors", text, *words.split())["matadors"] == matadors


def test_cards_and_their_matadors_settle_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--contract G --bid 24 --points 60 --tricks 5 --hand"
    found = [
        run_json(capsys, "score", *held, *words.split())
        for held in (CARDS, ["--matadors", "with 2"])
    ]
    for one in found:
        for field in ("cards", "put_away", "notation"):
            del one[field]
    assert found[0] == found[1]


def test_null_may_have_cards_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "score", *CARDS, *NULL, "--tricks", "2", "--kontra")
    assert found["why_lost"] == ["took 2 tricks"]
    assert found["score"] == -92


# ---- refusals ----------------------------------------------------------------------------------

AWAY = "the two cards put away (or the skat)"
CLUBS = ["--matadors", "with 1", "--contract", "C", "--bid", "18"]
MADE = [*CLUBS, "--points"]
HELD = [*CARDS, "--contract", "C", "--bid", "18", "--points"]
NULL = ["--contract", "N", "--bid", "18"]
REFUSED = [
    ([*CLUBS[2:], "--points", "70"], '--cards is missing (or --matadors "with 2", "without 3")'),
    ([*MADE, "70", *CARDS], "--cards and --matadors: one of both; the cards tell the matadors"),
    (
        [*MADE, "70", "--matadors", "some"],
        '--matadors \'some\': wanted is "with 2", "without 3", 2 or -3',
    ),
    ([*MADE, "70", "--matadors", "with 12"], "matadors 12: a whole number from -11 to 11"),
    (
        [*MADE, "70", "--matadors", "ohne 5", "--contract", "G"],
        "matadors -5: a whole number from -4 to 4",
    ),
    ([*MADE, "70", "--matadors", "0"], "matadors 0: with at least 1 or without at least 1"),
    (
        [*NULL, "--tricks", "0", "--matadors", "with 1"],
        "--matadors 'with 1': Null counts none, leave it out",
    ),
    (
        [*MADE, "70", "--notation", "de"],
        "--notation 'de': there are no --cards to read, leave it out",
    ),
    ([*HELD, "70", "--notation", "en"], "unknown notation 'en': one of iss, de, fr-de"),
    ([*HELD, "70", "--cards", "CJ SJ"], "--cards has 2 cards: 12 wanted"),
    ([*HELD, "70", "--cards", TWELVE.replace("HA", "CJ")], "card 'CJ' is named twice"),
    (
        [*MADE, "70", "--contract", "X"],
        "unknown contract 'X': one of D H S C G N, or its name: Clubs",
    ),
    ([*MADE, "70", "--bid", "19"], "bid 19 is not legal: 18 or 20 would be"),
    ([*MADE, "70", "--bid", "much"], "Invalid value for '--bid': 'much' is no whole number"),
    ([*MADE, "70", "--rules", "isco"], "unknown rules 'isco': one of "),
    ([*MADE, "70", "--re"], "--re: it answers a kontra, so --kontra is needed too"),
    (
        [*MADE, "70", "--announce", "open"],
        "unknown announcement 'open': one of schneider, schwarz, ouvert",
    ),
    (
        [*MADE, "70", "--announce", "schneider"],
        "Clubs schneider: this announcement needs a hand game",
    ),
    (
        [*NULL, "--tricks", "0", "--announce", "schneider"],
        "Null schneider: Null takes neither schneider nor schwarz",
    ),
    ([*NULL, "--tricks", "0", "--bid", "24"], "Null is worth 23, less than the bid 24"),
    # numbers that are missing or out of range
    (CLUBS, "--points is missing: the declarer's card points, skat included"),
    ([*MADE, "121"], "--points 121: a whole number from 0 to 120"),
    ([*MADE, "-1"], "--points -1: a whole number from 0 to 120"),
    ([*MADE, "seventy"], "Invalid value for '--points': 'seventy' is no whole number"),
    ([*MADE, "70", "--tricks", "11"], "--tricks 11: a whole number from 0 to 10"),
    ([*NULL, "--tricks", "0", "--points", "121"], "--points 121: a whole number from 0 to 120"),
    (NULL, "--tricks is missing: a Null is won or lost by tricks alone (0 wins)"),
    (
        [*MADE, "110", "--hand", "--announce", "schwarz"],
        "--tricks is missing: schwarz is announced (10 wins, fewer lose)",
    ),
    (
        [*MADE, "110", "--hand", "--announce", "ouvert"],
        "--tricks is missing: schwarz is announced (10 wins, fewer lose)",
    ),
    (
        [*MADE, "120"],
        "--tricks is missing: with 120 card points all ten tricks may be the declarer's "
        "(10: schwarz)",
    ),
    (
        [*MADE, "0"],
        "--tricks is missing: with 0 card points the declarer may have no trick at all "
        "(0: schwarz)",
    ),
    (
        [*MADE, "21"],
        "--tricks is missing: with 21 card points the declarer may have no trick at all "
        "(0: schwarz)",
    ),
    (
        [*HELD, "11"],
        "--tricks is missing: with 11 card points the declarer may have no trick at all "
        "(0: schwarz)",
    ),
    # points and tricks that cannot go together
    (
        [*MADE, "117", "--tricks", "10"],
        "--points 117 with --tricks 10: all ten tricks are 120 card points",
    ),
    (
        [*MADE, "23", "--tricks", "0"],
        f"--points 23 with --tricks 0: without a trick there are only {AWAY}, worth 0 to 22",
    ),
    (
        [*MADE, "9", "--tricks", "0"],
        "--points 9 with --tricks 0: no cards add up to this, only to 8 or 10",
    ),
    (
        [*HELD, "14", "--tricks", "0"],
        f"--points 14 with --tricks 0: without a trick there are only {AWAY}, worth 11",
    ),
    ([*HELD, "10", "--tricks", "3"], f"--points 10 with --tricks 3: {AWAY} alone are worth 11"),
    ([*HELD, "4"], f"--points 4: {AWAY} alone are worth 11"),
    ([*HELD, "12"], "--points 12: no cards add up to this, only to 11 or 13"),
    (
        [*MADE, "60", "--tricks", "1"],
        f"--points 60 with --tricks 1: 1 trick and {AWAY} make 0 to 54",
    ),
    (
        [*MADE, "80", "--tricks", "9"],
        f"--points 80 with --tricks 9: 9 tricks and {AWAY} make 87 to 120",
    ),
    ([*MADE, "119"], "--points 119: no cards add up to this, only to 118 or 120"),
    (
        [*NULL, "--tricks", "0", "--points", "90"],
        f"--points 90 with --tricks 0: without a trick there are only {AWAY}, worth 0 to 22",
    ),
]


@pytest.mark.parametrize(("words", "message"), REFUSED)
def test_refusals(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that names what is wrong and what would be right; the last of an option counts."""
    code = cli.call(["score", *words])
    out, err = capsys.readouterr()
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"simcore: {message}")
    assert message.endswith("one of ") or err == f"simcore: {message}\n"


@pytest.mark.parametrize(
    ("points", "tricks"),
    [("120", "9"), ("120", "6"), ("22", "0"), ("0", "0"), ("0", "3"), ("87", "9"), ("21", "4")],
)
def test_rare_results_are_not_refused(
    points: str, tricks: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Such as all 120 points with a trick of 7 8 9 lost: schneider, but not schwarz."""
    found = run_json(capsys, "score", *MADE, points, "--tricks", tricks)
    schwarz = [step["step"] for step in found["levels"]].count("schwarz")
    assert schwarz == (tricks == "0")


# ---- points and tricks together ----------------------------------------------------------------


def test_points_of_few_cards_are_those_of_all_their_combinations() -> None:
    pack = (11, 10, 4, 3, 2, 0, 0, 0) * 4
    assert reach.possible(0, None) == sorted({sum(two) for two in combinations(pack, 2)})
    assert reach.possible(1, None) == sorted({sum(five) for five in set(combinations(pack, 5))})
    assert reach.possible(0, [11, 0]) == [11]
    left = list(pack)
    left.remove(11)
    left.remove(0)
    assert reach.possible(1, [11, 0]) == sorted({11 + sum(t) for t in combinations(left, 3)})


def test_points_of_many_cards_leave_the_defenders_what_theirs_can_be() -> None:
    pack = (11, 10, 4, 3, 2, 0, 0, 0) * 4
    trick = {sum(three) for three in combinations(pack, 3)}
    assert reach.possible(9, None) == sorted(120 - points for points in trick)
    assert reach.possible(10, None) == reach.possible(10, [4, 3]) == [120]
    assert reach.possible(None, [0, 0]) == [n for n in range(121) if n not in (1, 119)]


def test_no_game_that_was_played_is_refused() -> None:
    """Two players make rare results too: a weak declarer and a weak defence."""
    refused = 0
    for players in ("random", "simple"):
        rows = simcore.rows(deals=3_000, seed=5, players=players)
        rows = rows[rows["declarer"] >= 0]
        assert len(rows) > 1_000
        worth = {bit: points_of(bit) for bit in range(32)}
        able: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for row in rows:
            away = tuple(sorted(worth[bit] for bit in cards.bits_of(int(row["discard"]))))
            tricks, points = int(row["tricks"]), int(row["card_points"])
            for known in (away, None):
                key = (tricks, known or ())
                if key not in able:
                    able[key] = reach.possible(tricks, known)
                refused += points not in able[key]
    assert refused == 0


def points_of(bit: int) -> int:
    return {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(cards.CODES[bit][1], 0)
