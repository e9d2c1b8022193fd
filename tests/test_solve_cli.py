"""The command line on open cards: solve, show --solve, replay --solve."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from scripts import cli
from scripts.aim import GAME, Aim, aim_of
from scripts.tricks import SEATS
from simcore import cards, skat
from tests import lines
from tests.test_cli import complaint, run_json, run_ok

DEALS = 40
CLUB = 'preset = "isko"\nname = "club"\nall_pass = "ramsch"\nkontra = "re"\n'

FOREHAND = "CJ SJ CA CT C9 C8 HA HT S7 D8"
MIDDLEHAND = "HJ CK CQ SA SK S9 H9 H8 DA D9"
REARHAND = "DJ C7 ST SQ S8 HQ H7 DT DK DQ"
SKAT = "HK D7"
HANDS = f"forehand: {FOREHAND}; middlehand: {MIDDLEHAND}; rearhand: {REARHAND}"
CLUBS = ["--contract", "C", "--declarer", "forehand"]

# Rearhand has led the ten of spades; forehand may trump high, or with the ten into the ace behind.
ENDING = ["--hands", "forehand: CJ HT; middlehand: HA H7; rearhand: D7", "--leader", "rearhand",
          "--trick", "ST", "--contract", "H", "--declarer", "middlehand"]  # fmt: skip
ENDING_TEXT = """\
Open-card value: all cards open, best play of all; no chance to win at the table

Position: forehand is to play, rules isko
  game        middlehand plays Hearts
  forehand    CJ HT
  middlehand  HA H7
  rearhand    D7
  skat        not known, not counted
  trick       R ST

Value: 21 card points for the declarer, of the 33 still in play

What each card of forehand is worth, best first
card  value  loss
─────────────────
CJ       21     0
HT       31    10

One best line
    leads     cards in order    takes       points  declarer  defenders
───────────────────────────────────────────────────────────────────────
9   rearhand  R ST  F CJ  M H7  forehand        12         0         12
10  forehand  F HT  M HA  R D7  middlehand      21        21         12
"""


def solve_ok(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Any:
    return run_json(capsys, "solve", *words)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with runs: chance players (all games), good ones, moved round, with Ramsch."""
    folder = tmp_path_factory.mktemp("solve")
    (folder / "club.toml").write_text(CLUB, "utf-8")
    for name, words in {
        "chance": ["--players", "random"],
        "good": [],
        "round": ["--rotate", "--players", "expert,random,club"],
        "ramsch": ["--rules", str(folder / "club.toml")],
        "polish": ["--rules", "polish"],
        "null": [
            "--players",
            "random",
            "--declarer",
            "2",
            "--contract",
            "N",
            "--hand",
            "--known",
            "rearhand: C7 C8 S7 S8 SJ H7 H9 D7",
        ],
    }.items():
        common = ["--deals", str(DEALS), "--seed", "4", "--quiet"]
        assert cli.call(["run", "--out", str(folder / name), *common, *words]) == 0
    return folder


@pytest.fixture
def games(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The run of chance players as a file of records."""
    path = tmp_path / "games.sgf"
    words = ["--deal", "0", "--deals", str(DEALS), "--record"]
    path.write_text(run_ok(capsys, "show", home / "chance", *words), "utf-8")
    return path


def rows_of(home: Path, name: str = "chance") -> tuple[np.ndarray, np.ndarray]:
    """The games of a run and their cards."""
    return simcore.replay(simcore.open_run(home / name), 0, DEALS)


def deals_with(home: Path, contracts: str, name: str = "chance") -> list[int]:
    """Numbers of deals in which one of these games was played."""
    rows, _ = rows_of(home, name)
    return [int(row["deal_id"]) for row in rows if skat.CONTRACTS[row["contract"]] in contracts]


# ---- a position in text -------------------------------------------------------------------------


def test_an_ending_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_ok(capsys, "solve", *ENDING) == ENDING_TEXT


def test_a_target_is_measured_by(capsys: pytest.CaptureFixture[str]) -> None:
    text = run_ok(capsys, "solve", *ENDING, "--target", "30")
    assert "\n  target 30: missed by 9\n" in text
    assert re.search(r"CJ +21 +0 +missed\nHT +31 +10 +reached", text)
    found = solve_ok(capsys, *ENDING, "--target", "21", "--skat", "C7 C8")
    assert (found["value"], found["target"], found["reached"]) == (21, 21, True)
    assert (found["won"], found["aim"], found["taken"]) == (None, None, None)
    with_skat = solve_ok(capsys, *ENDING, "--skat", "CA C8")
    assert (with_skat["value"], with_skat["skat_points"]) == (32, 11)
    assert with_skat["words"] == "of the 44 still in play, skat included"


def test_a_whole_deal_is_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    hands = [cards.parse(hand) for hand in (FOREHAND, MIDDLEHAND, REARHAND)]
    known: dict[str, Any] = {"declarer": 0, "skat": cards.parse(SKAT)}
    value = skat.solve(hands, "C", **known)
    found = solve_ok(capsys, "--hands", HANDS, "--skat", SKAT, *CLUBS)
    assert (found["value"], found["won"], found["aim"]) == (value, value >= 61, 61)
    worth = {cards.format(card): v for card, v in skat.move_values(hands, "C", **known).items()}
    assert {card["card"]: card["value"] for card in found["cards"]} == worth
    losses = [card["loss"] for card in found["cards"]]
    assert losses == sorted(losses)
    assert losses == [value - card["value"] for card in found["cards"]]
    assert [trick["number"] for trick in found["best_line"]] == list(range(1, 11))
    assert found["best_line"][-1]["declarer"] == value
    assert found["best_line"][-1]["defenders"] == 120 - value


@pytest.mark.parametrize("left_out", ["skat", "forehand", "middlehand", "rearhand"])
def test_one_place_left_out_gets_the_cards_left_over(
    left_out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = solve_ok(capsys, "--hands", HANDS, "--skat", SKAT, *CLUBS)
    hands = "; ".join(part for part in HANDS.split("; ") if not part.startswith(left_out))
    more = [] if left_out == "skat" else ["--skat", SKAT]
    assert solve_ok(capsys, "--hands", hands, *more, *CLUBS) == whole


def test_a_hand_is_found_with_a_card_on_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    hands = f"0: {FOREHAND.replace(' HT', '')}; rearhand: {REARHAND}"
    found = solve_ok(capsys, "--hands", hands, "--skat", SKAT, "--trick", "HT", *CLUBS)
    named = [card for group in found["hands"]["middlehand"] for card in group]
    assert sorted(named) == sorted(MIDDLEHAND.split())
    assert found["trick"] == [{"seat": "forehand", "card": "HT"}]
    assert [card["card"] for card in found["cards"]] == ["H9", "H8"]
    assert found["to_move"] == "middlehand"
    assert found["best_line"][0]["cards"][0]["card"] == "HT"


def test_all_notations_give_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [FOREHAND, MIDDLEHAND, REARHAND, SKAT]
    found = {}
    for notation in cards.NOTATIONS:
        said = [" ".join(cards.name(bit, notation) for bit in cards.parse_list(t)) for t in texts]
        hands = f"Vorhand: {said[0]}; Mittelhand: {said[1]}; Hinterhand: {said[2]}"
        words = ["--hands", hands, "--skat", said[3], "--contract", "Kreuz", "--declarer", "0"]
        found[notation] = solve_ok(capsys, *words)
        assert found[notation]["notation"] == notation
        bits = [cards.parse(card["card"], notation) for card in found[notation]["cards"]]
        found[notation]["cards"] = list(zip(bits, [c["value"] for c in found[notation]["cards"]],
                                            strict=True))  # fmt: skip
    first = found["iss"]
    for other in found.values():
        for name in ("value", "cards", "skat_points", "won"):
            assert other[name] == first[name]
        assert [t["declarer"] for t in other["best_line"]] == [
            t["declarer"] for t in first["best_line"]
        ]


def test_cards_in_two_notations_need_the_option(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "--hands", "forehand: SA; middlehand: SK; rearhand: S9", "--contract", "G",
             "--declarer", "0"]  # fmt: skip
    assert "say which with --notation" in complaint(capsys, 2, *words)
    assert "S9" in run_ok(capsys, *words, "--notation", "de")


def test_null_in_text(capsys: pytest.CaptureFixture[str]) -> None:
    hands = "forehand: C7 H8; middlehand: C8 H7; rearhand: S9 D9"
    text = run_ok(capsys, "solve", "--hands", hands, "--contract", "null", "--declarer", "0")
    assert "Value: lost, the declarer takes a trick\n" in text
    assert re.search(r"card +game\n─+\nC7 H8 +lost\n", text)
    assert text.endswith("Null ends with the first trick of the declarer.\n")
    safe = hands.replace("D9", "H9")
    found = solve_ok(capsys, "--hands", safe, "--contract", "N", "--declarer", "0")
    assert (found["value"], found["won"], found["aim"]) == (1, True, 1)
    assert found["best_line"][-1]["number"] == 10
    assert all(trick["winner"] != "forehand" for trick in found["best_line"])


def test_rules_decide_whether_jacks_are_trumps(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["--hands", "forehand: HJ; middlehand: H9; rearhand: SA", "--contract", "H",
             "--declarer", "0", "--leader", "1"]  # fmt: skip
    assert solve_ok(capsys, *hands)["value"] == 13
    assert solve_ok(capsys, *hands, "--rules", "polish")["value"] == 13
    lower = [word.replace("H9", "HQ") for word in hands]
    assert solve_ok(capsys, *lower)["value"] == 16
    assert solve_ok(capsys, *lower, "--rules", "polish")["value"] == 0


TEXT = ["solve", "--hands", HANDS, *CLUBS]
BAD = [
    (["solve"], "--hands"),
    (["solve", *CLUBS], "--hands"),
    (["solve", "--hands", HANDS, "--declarer", "0"], "--contract is missing"),
    (["solve", "--hands", HANDS, "--contract", "C"], "--declarer is missing"),
    ([*TEXT, "--contract", "X"], "'X'"),
    ([*TEXT, "--contract", "R"], "'R'"),
    ([*TEXT, "--contract", "G", "--rules", "polish"], "'G'"),
    ([*TEXT, "--declarer", "dealer"], "'dealer'"),
    ([*TEXT, "--leader", "3"], "'3'"),
    ([*TEXT, "--leader", ""], "''"),
    ([*TEXT, "--rules", "whist"], "'whist'"),
    ([*TEXT, "--rules", ""], "''"),
    ([*TEXT, "--notation", "en"], "'en'"),
    ([*TEXT, "--target", "121"], "--target 121"),
    ([*TEXT, "--target", "0"], "--target 0"),
    ([*TEXT, "--target", "many"], "'many'"),
    ([*TEXT, "--contract", "N", "--target", "61"], "--target 61"),
    ([*TEXT, "--skat", "D7"], "--skat 'D7'"),
    ([*TEXT, "--skat", ""], "--skat ''"),
    ([*TEXT, "--skat", "D7 D8"], "card 'D8' is given for forehand and the skat"),
    ([*TEXT, "--skat", "D7 D7"], "'D7' is named twice"),
    ([*TEXT, "--trick", "HK D7 HQ"], "--trick 'HK D7 HQ'"),
    ([*TEXT, "--trick", ""], "--trick ''"),
    ([*TEXT, "--trick", "HT"], "card 'HT' is given for forehand and the trick"),
    ([*TEXT, "--trick", "D7"], "forehand 10, middlehand 10, rearhand 10 cards with 1 on the table"),
    ([*TEXT, "--skat", "D7 XA"], "'XA'"),
    ([*TEXT, "--skat", "D7 EA"], "'EA'"),
    (["solve", "--hands", HANDS.replace("; rear", "; dealer"), *CLUBS], "'dealerhand'"),
    (["solve", "--hands", HANDS.replace("rear", "fore"), *CLUBS], "--hands names 'forehand' twice"),
    (["solve", "--hands", HANDS.replace("DQ", "CJ"), *CLUBS], "card 'CJ' is given for forehand an"),
    (["solve", "--hands", HANDS.replace(" DQ", ""), *CLUBS], "rearhand 9 cards"),
    (["solve", "--hands", "CJ SJ", *CLUBS], "--hands 'CJ SJ'"),
    (["solve", "--hands", "", *CLUBS], "--hands ''"),
    (["solve", "--hands", f"{HANDS}; skat: D7", *CLUBS], "--hands 'skat'"),
    (["solve", "--hands", f"forehand: {FOREHAND}", *CLUBS], "no cards of middlehand and rearhand"),
    (["solve", "--hands", "0: CJ; 1: SJ", "--skat", "D7 D8", *CLUBS], "no cards of rearhand"),
    (["solve", "--hands", "0: EU; 1: GU; 2: EU", *CLUBS], "card 'EU' is given for forehand and r"),
    ([*TEXT, "--deal", "3"], "--deal 3"),
    ([*TEXT, "--after", "3"], "--after 3"),
    ([*TEXT, "--rotation", "1"], "--rotation 1"),
    (["solve", "--hands", "0: EU R7; 1: GA; 2: E7 S7", "--leader", "1", "--trick", "R8 R9",
      "--contract", "N", "--declarer", "1"], "hands have"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "token"), BAD, ids=[token for _, token in BAD])
def test_bad_positions_are_named_in_one_line(
    words: list[str], token: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert token in complaint(capsys, 2, *words)


def test_a_card_on_the_table_that_did_not_follow(capsys: pytest.CaptureFixture[str]) -> None:
    """Forehand plays the king of spades on a heart and keeps the seven of hearts, or has none."""
    table = ["--leader", "2", "--trick", "R8 GK", "--contract", "N", "--declarer", "1"]
    hands = "0: R7; 1: E7 E8; 2: S7"
    line = complaint(capsys, 2, "solve", "--hands", hands, *table)
    assert line == "simcore: --trick: 'GK' does not follow 'R8', which forehand could\n"
    void = hands.replace("R7", "G7")
    assert "trick       R R8  F GK\n" in run_ok(capsys, "solve", "--hands", void, *table)


# ---- a deal of a run, a recorded game -----------------------------------------------------------


def test_every_position_of_a_game_is_what_the_judge_says(
    home: Path, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Suit game, Grand, Null; of the run and of its record."""
    rows, plays = rows_of(home)
    values = skat.judge(rows, plays).values
    for contracts in ("DHSC", "G", "N"):
        deal = deals_with(home, contracts)[0]
        for after in (0, 1, 2, 3, 7, 14, 21, 26, 27, 29, 30):
            if values[deal, after] < 0:
                assert f"--after {after}: " in complaint(
                    capsys, 2, "solve", home / "chance", "--deal", str(deal), "--after", str(after)
                )
                continue
            words = ["--deal", str(deal), "--after", str(after)]
            found = solve_ok(capsys, home / "chance", *words)
            assert found["value"] == values[deal, after]
            recorded = solve_ok(capsys, games, *words)
            for name in ("value", "hands", "trick", "taken", "cards", "best_line", "game"):
                assert recorded[name] == found[name], name
            held = sum(len(group) for hand in found["hands"].values() for group in hand)
            assert held == 30 - after
            assert len(found["trick"]) == after % 3
            if found["cards"]:
                assert found["cards"][0]["loss"] == 0
                assert found["cards"][0]["value"] == found["value"]
                assert found["best_line"][0]["number"] == after // 3 + 1
            if found["best_line"] and contracts != "N":
                assert found["best_line"][-1]["declarer"] == found["value"]
                assert sum(found["best_line"][-1][side] for side in found["taken"]) == 120


def test_the_deal_as_bid_beside_what_was_made(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, plays = rows_of(home, "good")
    values = skat.judge(rows, plays).values
    seen = set()
    for row, value in zip(rows[:16], values[:16, 0], strict=True):
        if row["declarer"] < 0:
            continue
        words = ["--deal", str(row["deal_id"])]
        found = solve_ok(capsys, home / "good", *words)
        seen.add((skat.CONTRACTS[row["contract"]] in "GN", bool(row["hand"])))
        assert found["value"] == value
        assert found["skat"] == cards.format(int(row["discard"])).split()
        for name in ("card_points", "tricks", "won", "score"):
            assert found["made"][name] == row[name]
    assert len(seen) >= 3
    text = run_ok(capsys, "solve", home / "good", "--deal", str(row["deal_id"]))
    assert text.startswith(f"Deal {row['deal_id']}, rotation 0, of ")
    assert "\n\nOpen-card value: all cards open, best play of all; no chance to win at" in text
    assert f"\nAt the table: {row['card_points']} card points and {row['tricks']} trick" in text


def test_a_rotated_run(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, plays = rows_of(home, "round")
    values = skat.judge(rows, plays).values
    solved = 0
    for row, value in zip(rows[:15], values[:15, 0], strict=True):
        words = ["--deal", str(row["deal_id"]), "--rotation", str(row["rotation"])]
        if row["declarer"] < 0:
            assert "passed in" in complaint(capsys, 2, "solve", home / "round", *words)
            continue
        found = solve_ok(capsys, home / "round", *words)
        assert (found["value"], found["rotation"]) == (value, row["rotation"])
        shown = run_json(capsys, "show", home / "round", *words, "--solve")
        assert shown["solve"]["value"] == value
        solved += 1
    assert solved > 8


def test_deals_without_a_game_to_solve(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, letter, why in [
        ("chance", "P", "passed in: nobody plays"),
        ("ramsch", "R", "Ramsch has no declarer"),
    ]:
        deal = str(deals_with(home, letter, name)[0])
        line = complaint(capsys, 2, "solve", home / name, "--deal", deal)
        assert line == f"simcore: --deal {deal}: no game to solve; {why}\n"
        plain = run_ok(capsys, "show", home / name, "--deal", deal)
        text = run_ok(capsys, "show", home / name, "--deal", deal, "--solve")
        assert text == f"{plain}\nOpen-card value: none; {why}\n"
        told = run_json(capsys, "show", home / name, "--deal", deal, "--solve")
        assert told["solve"] == {"why_not": why}


@pytest.mark.parametrize(
    ("words", "token"),
    [
        (["solve", "{home}/chance"], "--deal is missing"),
        (["solve", "{games}"], "--deal is missing"),
        (["solve", "{home}/none", "--deal", "0"], "is no run folder"),
        (["solve", "{home}/chance", "--deal", str(DEALS)], f"deal {DEALS}"),
        (["solve", "{games}", "--deal", str(DEALS)], f"--deal {DEALS}"),
        (["solve", "{home}/chance", "--deal", "-1"], "deal -1"),
        (["solve", "{games}", "--deal", "-1"], "--deal -1"),
        (["solve", "{games}", "--deal", "x"], "'x'"),
        (["solve", "{home}/chance", "--deal", "0", "--after", "31"], "--after 31"),
        (["solve", "{games}", "--deal", "0", "--after", "-1"], "--after -1"),
        (["solve", "{home}/chance", "--deal", "0", "--rotation", "1"], "--rotation 1"),
        (["solve", "{home}/round", "--deal", "0", "--rotation", "3"], "--rotation 3"),
        (["solve", "{games}", "--deal", "0", "--rotation", "1"], "--rotation 1"),
        (["solve", "{home}/chance", "--deal", "0", "--rules", "isko"], "--rules"),
        (["solve", "{games}", "--deal", "0", "--rules", "whist"], "'whist'"),
        (["solve", "{home}/chance", "--deal", "0", "--notation", "en"], "'en'"),
        (["solve", "{home}/chance", "--deal", "0", "--target", "121"], "--target 121"),
        (["solve", "{home}/null", "--deal", "0", "--target", "61"], "--target 61"),
        (["solve", "{games}", "--deal", "0", "--hands", "0: CJ"], "--hands '0: CJ'"),
        (["solve", "{games}", "--deal", "0", "--contract", "C"], "--contract 'C'"),
        (["solve", "{games}", "--deal", "0", "--declarer", "0"], "--declarer '0'"),
        (["solve", "{games}", "--deal", "0", "--leader", "0"], "--leader '0'"),
        (["solve", "{games}", "--deal", "0", "--skat", "CJ SJ"], "--skat 'CJ SJ'"),
        (["solve", "{games}", "--deal", "0", "--trick", "CJ"], "--trick 'CJ'"),
        (["show", "{home}/chance", "--deal", "0", "--record", "--solve"], "--solve"),
        (["show", "{games}", "--deal", str(DEALS), "--solve"], f"--deal {DEALS}"),
        (["replay", "{games}", "--deal", str(DEALS), "--solve"], f"--deal {DEALS}"),
        (["replay", "{games}", "--solve", "--notation", "de"], "--notation goes with --deal"),
    ],
)
def test_bad_questions_about_deals(
    words: list[str], token: str, home: Path, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places = {"home": home, "games": games}
    assert token in complaint(capsys, 2, *(word.format(**places) for word in words))


# ---- show --solve, replay --deal --solve --------------------------------------------------------


def test_show_adds_the_block_and_changes_nothing_else(
    home: Path, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Points given away lead from the open-card value to the points made, game by game."""
    rows, plays = rows_of(home)
    judged = skat.judge(rows, plays)
    for row, values, keepers in zip(rows, judged.values, judged.keepers, strict=True):
        if row["declarer"] < 0 or row["deal_id"] % 2:
            continue
        words = ["--deal", str(row["deal_id"])]
        plain = run_json(capsys, "show", home / "chance", *words)
        told = run_json(capsys, "show", home / "chance", *words, "--solve")
        block = told.pop("solve")
        assert told == plain
        assert run_json(capsys, "replay", games, *words, "--solve")["solve"] == block
        _check_block(block, row, values, keepers)


def _check_block(
    block: dict[str, Any], row: np.void, values: np.ndarray, keepers: np.ndarray
) -> None:
    """A block `solve` beside what `judge` says."""
    played = len(block["cards"])
    assert [block["value"], *(card["value"] for card in block["cards"])] == list(
        values[: played + 1]
    )
    away = {"declarer": 0, "defenders": 0}
    for step, card in enumerate(block["cards"]):
        assert card["side"] == (
            "declarer" if card["seat"] == SEATS[row["declarer"]] else "defenders"
        )
        loss = int(values[step]) - int(values[step + 1])
        assert card["given_away"] == (loss if card["side"] == "declarer" else -loss)
        assert card["better"] == (cards.CODES[keepers[step]] if loss else None)
        away[card["side"]] += card["given_away"]
        before, after = (values[step + k] >= (block["aim"] or 999) for k in (0, 1))
        assert card["turned"] == (("won" if after else "lost") if before != after else None)
    assert block["given_away"] == away
    assert sum(block["given_away_by_seat"].values()) == sum(away.values())
    made = block["value"] + away["defenders"] - away["declarer"]
    assert made == block["after_last_card"]
    if skat.CONTRACTS[row["contract"]] == "N":
        assert made == row["won"]
    else:
        assert block["all_played"]
        assert made == row["card_points"]


def test_the_text_says_where_a_game_turned(
    home: Path, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turned = {"won": 0, "lost": 0}
    for deal in deals_with(home, "DHSCGN")[:20]:
        words = ["--deal", str(deal)]
        plain = run_ok(capsys, "show", home / "chance", *words)
        block = run_json(capsys, "show", home / "chance", *words, "--solve")["solve"]
        text = run_ok(capsys, "show", home / "chance", *words, "--solve")
        assert text.startswith(f"{plain}\nOpen-card value: ")
        told = text.removeprefix(plain)
        recorded = run_ok(capsys, "show", games, *words, "--solve")
        assert recorded.endswith(f"{told}\nRecord: agrees\n")
        for card in block["cards"]:
            who = f"{card['seat']} {card['card']}"
            unit = "it" if card["given_away"] == 1 else "them"
            kept = f"{who} gives away {card['given_away']}; {card['better']} would have kept {unit}"
            assert (kept in told) == (card["given_away"] > 0 and block["aim"] != 1)
            if card["turned"]:
                otherwise = {"lost": "won", "won": "beaten"}[card["turned"]]
                words_of_it = (
                    f"game was {card['turned']} here; {card['better']} would have {otherwise} it"
                )
                assert words_of_it in told
                turned[card["turned"]] += 1
        assert told.count("the game was ") == sum(
            card["turned"] is not None for card in block["cards"]
        )
        away = block["given_away"]
        assert f" declarer {away['declarer']}, defenders {away['defenders']} (" in told
    assert min(turned.values()) >= 3


def test_null_is_told_in_words(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    seen = ""
    for deal in range(10):
        seen += run_ok(capsys, "show", home / "null", "--deal", str(deal), "--solve")
    assert re.search(r"  1   F \w\w  M \w\w  R \w\w  ( won|lost)  ( won|lost)  ( won|lost)\n", seen)
    assert re.search(r"rearhand \w\w: the game was lost here; \w\w would have won it", seen)
    assert re.search(r"(fore|middle)hand \w\w: the game was won here; \w\w would have beaten", seen)
    assert "  before the first card: won, the declarer stays without a trick\n" in seen
    assert "gives away" not in seen
    assert re.search(r"  turned by  declarer \d, defenders \d \(forehand \d, middlehand \d\)", seen)


def test_every_output_fits_the_terminal(
    home: Path, games: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """80 columns, in the longest notation; a wider terminal changes nothing."""
    texts = {}
    for columns in ("80", "100"):
        monkeypatch.setenv("COLUMNS", columns)
        found = [
            run_ok(capsys, "solve", "--hands", HANDS, *CLUBS),
            run_ok(capsys, "solve", "--help"),
        ]
        for deal in deals_with(home, "DHSCGN")[:6]:
            words = ["--deal", str(deal), "--notation", "fr-de"]
            found.append(run_ok(capsys, "solve", home / "chance", *words, "--after", "2"))
            found.append(run_ok(capsys, "show", home / "chance", *words, "--solve"))
        found.append(run_ok(capsys, "replay", games, "--solve"))
        texts[columns] = [line for text in found for line in text.splitlines()]
    assert texts["80"] == texts["100"]
    assert max(len(line) for line in texts["80"] if str(home) not in line) <= 80


# ---- replay --solve, a line a game --------------------------------------------------------------


def test_a_column_of_open_card_values(
    home: Path, games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, plays = rows_of(home)
    values = skat.judge(rows, plays).values[:, 0]
    plain, text = run_ok(capsys, "replay", games), run_ok(capsys, "replay", games, "--solve")
    head, *told = text.splitlines()
    assert head.split()[-4:] == ["points", "open", "score", "result"]
    for line, before, row, value in zip(
        told[:DEALS], plain.splitlines()[1:], rows, values, strict=False
    ):
        column = line[56:62]
        assert line[:56] + line[62:] == before
        if row["declarer"] < 0:
            assert column == "     -"
        elif skat.CONTRACTS[row["contract"]] == "N":
            assert column.strip() == ("won" if value else "lost")
        else:
            assert int(column) == value
    found = run_json(capsys, "replay", games, "--solve")
    played = rows["declarer"] >= 0
    aims = [aim_of(row, skat.RULES["isko"]).points for row in rows[played]]
    won = sum(v >= (aim or 999) for v, aim in zip(values[played], aims, strict=True))
    assert found["total"].pop("solve") == {
        "games": played.sum(), "won_on_open_cards": won, "won_at_the_table": rows["won"].sum(),
    }  # fmt: skip
    assert told[-1] == (
        f"open-card values of {played.sum()} games: {won} won with best play of all, "
        f"{rows['won'].sum()} at the table"
    )
    for game, row, value in zip(found["games"], rows, values, strict=True):
        block = game.pop("solve")
        if row["declarer"] < 0:
            assert block == {"why_not": "passed in: nobody plays"}
        else:
            assert block["value"] == value
            gain = block["given_away"]["defenders"] - block["given_away"]["declarer"]
            assert block["value"] + gain == block["after_last_card"]
    assert found == run_json(capsys, "replay", games)


DEAL = lines.deal("CJ SJ HJ DJ CA CT CK CQ C9 C8", "C7 D7")
MOVES = f"{DEAL.words()} 1 p 2 p 0 18 0 s w C7.D7 0 G.C7.D7"
CARDS = lines.cards_played(DEAL.hands, "G").split()


def record_of(tmp_path: Path, moves: str, result: str | None) -> Path:
    path = tmp_path / "one.sgf"
    path.write_text(lines.line(moves, result), "utf-8")
    return path


def test_a_game_given_up_is_judged_as_far_as_it_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seven cards are played, then both defenders give up: the rest is best play from there."""
    moves = f"{MOVES} {' '.join(CARDS[:14])} 1 RE 2 RE"
    booked = lines.booked(0, 168, 4, 120, 10, schneider=True, schwarz=True, resigned=True)
    path = record_of(tmp_path, moves, booked)
    told = run_json(capsys, "replay", path, "--deal", "0", "--solve")
    block = told["solve"]
    assert (len(block["cards"]), block["all_played"], block["won"]) == (7, False, True)
    assert block["after_last_card"] == block["value"] + block["given_away"]["defenders"]
    text = run_ok(capsys, "replay", path, "--deal", "0", "--solve")
    assert f"= {block['after_last_card']}, best play to the end\n  booked      120\n" in text
    found = solve_ok(capsys, path, "--deal", "0", "--after", "7")
    assert found["value"] == block["after_last_card"]
    assert (found["made"]["stopped"], found["made"]["cards"]) == ("given up", 7)
    assert "; given up after 7 cards\n" in run_ok(capsys, "solve", path, "--deal", "0")
    assert "--after 8: 7 cards" in complaint(
        capsys, 2, "solve", path, "--deal", "0", "--after", "8"
    )
    assert (
        run_json(capsys, "replay", path, "--solve")["games"][0]["solve"]["value"] == block["value"]
    )


def test_a_game_given_up_before_a_card_is_led(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_of(tmp_path, f"{MOVES} 1 RE 2 RE", None)
    block = run_json(capsys, "show", path, "--deal", "0", "--solve")["solve"]
    assert (block["cards"], block["value"]) == ([], block["after_last_card"])
    assert "before the first card: " in run_ok(capsys, "show", path, "--deal", "0", "--solve")


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (f"{DEAL.words()} 1 p 2 p 0 p", "passed in: nobody plays"),
        (f"{DEAL.words()} 1 p w LE.2", "rearhand left before a game was named"),
        (f"{MOVES} {' '.join(CARDS[:8])}", "it ends after "),
        (f"{MOVES} {' '.join(CARDS[:2])} 1 {CARDS[5]}", "move 8: middlehand plays"),
        (f"{MOVES.replace('0 18', '0 19')} {' '.join(CARDS)}", "move 3: forehand"),
    ],
)
def test_games_that_cannot_be_solved_say_why(
    moves: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_of(tmp_path, moves, "unknown")
    code = cli.call(["replay", str(path), "--solve", "--json"])
    game = json.loads(capsys.readouterr().out)["games"][0]
    assert list(game["solve"]) == ["why_not"]
    assert game["solve"]["why_not"].startswith(why)
    assert cli.call(["replay", str(path), "--solve"]) == code
    assert re.search(r" -  ", capsys.readouterr().out)
    assert cli.call(["replay", str(path), "--deal", "0", "--solve"]) == code
    said = " ".join(capsys.readouterr().out.split())
    assert f"Open-card value: none; {game['solve']['why_not']}" in said
    line = complaint(capsys, 2, "solve", path, "--deal", "0")
    assert f"--deal 0: no game to solve; {why}" in line


# ---- what wins ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["isko", "polish", "altenburg"])
def test_the_aim_of_a_game_is_what_wins_it(rules: str) -> None:
    """Reached card points win, save that schwarz wants every trick; fewer never do."""
    rows = simcore.rows(deals=3000, seed=8, players="random", rules=rules)
    aims = set()
    for row in rows[rows["declarer"] >= 0]:
        if skat.CONTRACTS[row["contract"]] == "N":
            continue
        aim = aim_of(row, skat.RULES[rules])
        aims.add((aim.points, aim.why))
        reached = aim.won(int(row["card_points"])) and (aim.points != 120 or row["tricks"] == 10)
        assert reached == row["won"]
    assert aims >= {(61, "game"), (90, "announced"), (120, "announced")}


@pytest.mark.parametrize(
    ("bid", "points", "why"),
    [
        (18, 61, "game"), (20, 90, "bid"), (27, 90, "bid"), (30, 120, "bid"), (36, 120, "bid"),
        (40, None, "overbid"),
    ],
)  # fmt: skip
def test_a_high_bid_asks_for_more(bid: int, points: int | None, why: str) -> None:
    """Diamonds with 1: game 2, worth 18; schneider 27, schwarz 36."""
    known = {"forehand": "CJ HJ", "rearhand": "SJ"}
    forced = simcore.Scenario(known=known, declarer=0, contract="D", bid=bid)
    row = simcore.rows(deals=1, seed=1, scenario=forced)[0]
    assert aim_of(row, skat.RULES["isko"]) == Aim(points, why)


@pytest.mark.parametrize(
    ("aim", "value", "words"),
    [
        (GAME, 120, "won with schneider, every card point"),
        (GAME, 90, "won with schneider (90)"),
        (GAME, 89, "won, 1 short of schneider (90)"),
        (GAME, 61, "won, 29 short of schneider (90)"),
        (GAME, 60, "lost, 1 short of 61"),
        (GAME, 31, "lost, 30 short of 61"),
        (GAME, 30, "lost with schneider, 1 short of 31"),
        (Aim(90, "announced"), 89, "lost, 1 short of the 90 announced"),
        (Aim(90, "announced"), 90, "won: the 90 announced"),
        (Aim(90, "bid"), 61, "lost, 29 short of the 90 the bid needs"),
        (Aim(120, "announced"), 120,
         "won: the 120 announced, and every trick, which points do not tell"),
        (Aim(None, "overbid"), 120, "lost, whatever is made: the game is overbid"),
    ],
)  # fmt: skip
def test_a_value_in_words(aim: Aim, value: int, words: str) -> None:
    assert aim.words(value) == words
