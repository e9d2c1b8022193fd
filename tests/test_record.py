"""Records read from files and played again: real games, games of other programs, our own.

All games written here are made up. Those of third parties are read where SIMCORE_REFERENCE, or
else a folder `shared` beside the project, holds them.
"""

import json
import os
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from simcore import cards, skat
from simcore.skat.record.iss import parse_line
from simcore.skat.record.replay import Record, Replay
from simcore.skat.rules import CONTRACTS, RULES
from tests import lines
from tests.lines import after_discard, booked, cards_played, deal, line, replayed
from tests.oracle import record as slow
from tests.oracle import skat as oracle


def reference() -> Path:
    """The folder of third-party data; the test is skipped where it is not at hand."""
    default = Path(__file__).parents[1].parent / "shared"
    folder = Path(os.environ.get("SIMCORE_REFERENCE", default)) / "records"
    if not folder.is_dir():
        pytest.skip("third-party records are not at hand (SIMCORE_REFERENCE)")
    return folder


# --- Real games -----------------------------------------------------------------------------------


def real_games() -> list[tuple[str, Record, Replay]]:
    """Line, record and replay of every real game."""
    path = reference() / "iss_games.sgf"
    texts = path.read_text("utf-8").splitlines()
    return [(text, r, r.replay()) for text, r in zip(texts, skat.read_records(path), strict=True)]


def test_real_games_come_to_what_the_server_booked() -> None:
    games = real_games()
    assert [record.number for _, record, _ in games] == list(range(33))
    assert [record.line_number for _, record, _ in games] == list(range(1, 34))
    assert [replay.differences for _, _, replay in games] == [()] * 33
    assert [replay.illegal for _, _, replay in games] == [()] * 33
    ends = Counter(replay.end for _, _, replay in games)
    assert ends == {"complete": 22, "resigned": 7, "no game": 2, "passed in": 1, "left": 1}


def test_real_games_field_by_field() -> None:
    """The same without the comparison of the package: R read with plain expressions."""
    scored = 0
    for text, _, replay in real_games():
        result = re.findall(r"]R\[(.*?)\]", text)[0]
        if "penalty" in result:
            assert replay.row is None
            assert replay.unscored
            continue
        row = replay.row
        assert row is not None
        if result == "passed":
            assert (row["declarer"], CONTRACTS[row["contract"]]) == (-1, "P")
            continue
        fields = {name: int(n) for name, n in re.findall(r"\b([a-z]+):(-?\d+)", result)}
        scored += 1
        assert row["declarer"] == fields["d"]
        assert row["won"] == (" win " in result)
        assert row["score"] == fields["v"]
        assert row["value"] == (fields["v"] if row["won"] else -fields["v"] / 2)
        assert row["matadors"] == fields["m"]
        assert row["overbid"] == (" overbid " in result)
        if CONTRACTS[row["contract"]] != "N" or replay.end == "complete":
            assert (row["card_points"], row["tricks"]) == (fields["p"], fields["t"])
    assert scored == 30


def test_real_games_are_judged_the_same_by_the_slow_judge() -> None:
    for text, _, _ in real_games():
        moves, result = re.findall(r"]MV\[(.*?)\]R\[(.*?)\]", text)[0]
        assert slow.agrees(result, slow.judge(moves))


def test_rows_of_real_games_are_written_and_read_back() -> None:
    """What is written of the row of a complete game leads to the same row."""
    written = 0
    for _, _, replay in real_games():
        if replay.row is None or replay.end not in ("complete", "passed in"):
            continue
        again = Record(0, 1, parse_line(skat.write_record(replay.row, replay.plays))).replay()
        assert again.differences == ()
        assert again.row == replay.row
        assert (again.plays == replay.plays).all()
        written += 1
    assert written == 23


# --- Games of other programs ----------------------------------------------------------------------

CALLS = ("1 p 2 p 0 18", "1 18 0 p 2 p", "1 p 2 18 0 p")


def bot_games() -> list[dict[str, Any]]:
    """Games without an auction."""
    text = (reference() / "bot_games.jsonl").read_text("utf-8")
    return [json.loads(game) for game in text.splitlines()]


def moves_of(game: dict[str, Any]) -> str:
    """The moves of such a game: the declarer picks up his discard and puts it away again."""
    seat, away = game["declarer"], ".".join(game["discard"])
    dealt = ".".join(card for hand in (*game["hands"], game["discard"]) for card in hand)
    exchange = f"{seat} s w {away} {seat} {game['contract']}.{away}"
    played = " ".join(f"{who} {card}" for who, card in game["plays"])
    return f"w {dealt} {CALLS[seat]} {exchange} {played}"


def points_by_trick(game: dict[str, Any]) -> list[int]:
    """The declarer's card points after every trick, without the discard."""
    sums, plays = [0], game["plays"]
    for at in range(0, len(plays), 3):
        trick = [card for _, card in plays[at : at + 3]]
        sets = [1 << cards.BITS[card] for card in trick]
        winner = plays[at + skat.trick_winner(sets, game["contract"])][0]
        sums.append(sums[-1] + (oracle.points(trick) if winner == game["declarer"] else 0))
    return sums[1:]


def test_games_of_other_programs(tmp_path: Path) -> None:
    games = bot_games()
    path = tmp_path / "bots.sgf"
    path.write_text("\n".join(line(moves_of(game), "unknown") for game in games))
    seen: Counter[str] = Counter()
    for game, record in zip(games, skat.read_records(path), strict=True):
        replay = record.replay()
        assert replay.differences == replay.illegal == (), game["id"]
        assert (replay.end, replay.unscored) == ("complete", "")
        row = replay.row
        assert row is not None
        seen["games"] += 1
        away = oracle.points(game["discard"])
        skat_counts = game.get("points_include_skat", False)
        if "declarer_points" in game:
            seen["points"] += 1
            assert row["card_points"] == game["declarer_points"] + (0 if skat_counts else away)
        if "points_after_trick" in game:
            seen["points trick by trick"] += 1
            seen["tricks"] += len(game["points_after_trick"])
            counted = [points + (away if skat_counts else 0) for points in points_by_trick(game)]
            assert counted == game["points_after_trick"], game["id"]
        if "null_lost" in game:
            seen["null"] += 1
            assert row["won"] == (not game["null_lost"])
            assert row["tricks"] == game["null_lost"]
    assert seen == {
        "games": 299,
        "points": 285,
        "points trick by trick": 189,
        "tricks": 1890,
        "null": 12,
    }


# --- Single results -------------------------------------------------------------------------------


def test_single_results_of_other_programs() -> None:
    facts = json.loads((reference() / "scoring_facts.json").read_text("utf-8"))["facts"]
    for fact in facts:
        settled = skat.settle(
            fact["matadors"],
            fact["contract"],
            bid=fact["bid"],
            points=fact["declarer_card_points"],
            tricks=fact["declarer_tricks"],
            hand=fact["hand"],
            announced=fact["announcements"],
        )
        assert settled.score == fact["expected_score"], fact["id"]
    assert len(facts) == 31


# --- Our own games --------------------------------------------------------------------------------

NOT_IN_A_LINE = {"deal_id", "rotation", "thrown_in"}


def differing_columns(rows: np.ndarray, again: np.ndarray) -> list[str]:
    """Columns of a line in which rows are not the same."""
    names = [name for name in rows.dtype.names or () if name not in NOT_IN_A_LINE]
    return [name for name in names if (rows[name] != again[name]).any()]


def assert_round_trip(rows: np.ndarray, plays: np.ndarray, rules: str | skat.RuleSet) -> None:
    """Written, read and played again, games are the same."""
    replays = []
    for row, played in zip(rows, plays, strict=True):
        record = Record(0, 1, parse_line(skat.write_record(row, played, rules=rules)))
        replays.append(record.replay(rules))
    assert {replay.differences for replay in replays} == {()}
    assert {replay.end for replay in replays} <= {"complete", "passed in"}
    assert differing_columns(rows, np.array([replay.row for replay in replays])) == []
    assert (np.stack([replay.plays for replay in replays]) == plays).all()


@pytest.mark.parametrize("players", ["random", "simple"])
@pytest.mark.parametrize("rules", RULES)
def test_simulated_games_written_read_and_replayed(rules: str, players: str) -> None:
    rows, plays = simcore.rows(deals=834, rules=rules, players=players, seed=7, plays=True)
    assert_round_trip(rows, plays, rules)


HAND_GAMES: list[dict[str, Any]] = [
    {},
    {"hand": True},
    {"contract": "D"},
    {"contract": "G", "hand": True, "announced": ["schneider"]},
    {"contract": "C", "hand": True, "announced": ["schwarz"]},
    {"contract": "H", "hand": True, "announced": ["ouvert"]},
]


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("bid", [18, 20, 46, 144, 264])
def test_forced_games_at_any_bid(seat: int, bid: int) -> None:
    for game in HAND_GAMES:
        scenario = simcore.Scenario(declarer=seat, bid=bid, **game)
        rows, plays = simcore.rows(deals=6, scenario=scenario, plays=True)
        assert_round_trip(rows, plays, "isko")


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize(
    "game",
    [
        {"contract": "N", "bid": 23},
        {"contract": "N", "hand": True, "bid": 35},
        {"contract": "N", "announced": ["ouvert"], "bid": 46},
        {"contract": "N", "hand": True, "announced": ["ouvert"], "bid": 59},
    ],
)
def test_forced_null(seat: int, game: dict[str, Any]) -> None:
    scenario = simcore.Scenario(declarer=seat, **game)
    for players in ("random", "simple"):
        rows, plays = simcore.rows(deals=30, players=players, scenario=scenario, plays=True)
        assert_round_trip(rows, plays, "isko")


def test_rotated_games() -> None:
    rows, plays = simcore.rows(deals=30, players=["simple", "random", "simple"], rotate=True,
                               plays=True)  # fmt: skip
    assert_round_trip(rows, plays, "isko")


def test_own_rules() -> None:
    """Where announcements need no hand game, some declarations have no words in a line."""
    rules = RULES["isko"]._replace(announce_needs_hand=0, base_hearts=13, null=40, loss=3)
    rows, plays = simcore.rows(deals=200, rules=rules, plays=True)
    assert_round_trip(rows, plays, rules)
    scenario = simcore.Scenario(declarer=1, contract="H", announced=["schwarz"])
    rows, plays = simcore.rows(deals=5, rules=rules, scenario=scenario, plays=True)
    assert_round_trip(rows, plays, rules)
    scenario = simcore.Scenario(declarer=1, contract="H", announced=["ouvert"])
    rows, plays = simcore.rows(deals=1, rules=rules, scenario=scenario, plays=True)
    with pytest.raises(ValueError, match="ouvert"):
        skat.write_record(rows[0], plays[0], rules=rules)


def test_what_a_line_has_no_words_for_is_refused() -> None:
    ramsch = RULES["isko"]._replace(all_pass=2)
    rows, plays = simcore.rows(deals=1000, rules=ramsch, plays=True)
    at = int(np.flatnonzero(rows["contract"] == CONTRACTS.index("R"))[0])
    with pytest.raises(ValueError, match="a Ramsch cannot be written as a record"):
        skat.write_record(rows[at], plays[at], rules=ramsch)
    kontra = RULES["isko"]._replace(kontra=2)
    rows, plays = simcore.rows(deals=1000, rules=kontra, plays=True)
    at = int(np.flatnonzero(rows["kontra"])[0])
    with pytest.raises(ValueError, match="a game with Kontra cannot be written as a record"):
        skat.write_record(rows[at], plays[at], rules=kontra)


def test_a_line_carries_what_else_is_known() -> None:
    rows, plays = simcore.rows(deals=1, plays=True)
    names = {"P0": "anna", "P1": "o]tto", "P2": "ida", "DT": "2024"}
    record = Record(0, 1, parse_line(skat.write_record(rows[0], plays[0], properties=names)))
    assert record.line is not None
    assert record.line.properties == {"GM": "Skat", **names}
    assert record.players == ("anna", "o]tto", "ida")
    hands = tuple(int(rows[0][name]) for name in ("hand_forehand", "hand_middlehand",
                                                  "hand_rearhand", "skat"))  # fmt: skip
    assert record.deal == hands


# --- Rules ----------------------------------------------------------------------------------------

DEAL = deal("CJ SJ DA DT DK DQ CA CT SA H7", "S7 S8")
LOST_HAND = f"{DEAL.words()} 1 p 2 p 0 18 0 DH {cards_played(DEAL.hands, 'D', 'H7 HT HA')}"


def test_a_record_is_settled_by_the_rules_asked_for() -> None:
    """Grand hand lost with 2, schneider announced: the tariffs differ in factor and base."""
    moves = f"{DEAL.words()} 1 p 2 p 0 18 0 GHS 0 RE"
    scores = {rules: replayed(moves, "unknown", rules).row for rules in RULES}
    assert {rules: row and int(row["score"]) for rules, row in scores.items()} == {
        "isko": -288,
        "online": -288,
        "altenburg": -144,
        "polish": None,
        "preisskat": -144,
        "altenburg1927": -120,
    }
    polish = replayed(moves, "unknown", "polish")
    assert polish.end == "illegal"
    assert polish.illegal == (
        "move 4: forehand names Grand hand schneider: these rules do not know this game",
    )


def test_rules_may_be_a_rule_set_or_a_file(tmp_path: Path) -> None:
    record = lines.record(LOST_HAND, "unknown")
    own = RULES["isko"]._replace(base_diamonds=10)
    row, again = record.replay(own).row, record.replay(tmp_rules(tmp_path)).row
    assert row is not None
    assert again is not None
    assert row == again
    assert int(row["value"]) % 10 == 0
    with pytest.raises(ValueError, match="unknown rule"):
        record.replay("nonsense")


def tmp_rules(folder: Path) -> Path:
    """Rules in a file: ISkO with diamonds at ten."""
    path = folder / "own.toml"
    path.write_text('preset = "isko"\nbase_diamonds = 10\n')
    return path


# --- Files ----------------------------------------------------------------------------------------

PASSED = line(f"{DEAL.words()} 1 p 2 p 0 p", "passed")
WON_MOVES = (
    f"{DEAL.words()} 1 p 2 p 0 18 0 s w S7.S8 0 D.S7.S8 "
    f"{cards_played(after_discard(DEAL, 0, 'S7.S8'), 'D')}"
)
WON = line(WON_MOVES, lines.settled(slow.judge(WON_MOVES)))


def read(path: Path, content: str | bytes) -> list[Record]:
    """The records of a file of this content."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return list(skat.read_records(path))


def assert_good(record: Record) -> None:
    """A record that agrees with itself."""
    assert record.fault == ""
    replay = record.replay()
    assert replay.differences == ()
    assert replay.row is not None
    assert replay.unscored == ""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sgf"


def test_no_file(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.sgf", tmp_path, str(tmp_path / "none.sgf")):
        with pytest.raises(ValueError, match="no file of records") as refused:
            skat.read_records(missing)
        assert repr(str(missing)) in str(refused.value)


def test_nothing_in_the_file(path: Path) -> None:
    assert read(path, "") == []
    assert read(path, "\n \r\n\n") == []
    assert read(path, b"\xef\xbb\xbf") == []


def test_a_game_in_full(path: Path) -> None:
    (record,) = read(path, WON)
    assert_good(record)
    assert (record.number, record.line_number, record.players) == (0, 1, ("anna", "otto", "ida"))
    replay = record.replay()
    assert replay.row is not None
    assert replay.row.shape == ()
    assert replay.row["bid_forehand"] == replay.row["bid"] == 18
    assert (replay.plays.dtype, replay.plays.shape) == (np.uint8, (32,))
    assert sorted(replay.plays.tolist()) == list(range(32))
    assert replay.recorded == (record.line and record.line.result)


def test_a_broken_line_between_good_ones(path: Path) -> None:
    broken = WON.replace(" 0 s w ", " 0 x w ")
    first, second, third = read(path, f"{WON}\n\n{broken}\n{PASSED}\n")
    assert_good(first)
    assert_good(third)
    assert (third.number, third.line_number) == (2, 4)
    assert (second.number, second.line_number, second.line, second.deal) == (1, 3, None, None)
    assert second.fault.startswith("move 4: '0 x': a seat says a bid")
    assert second.players == ("", "", "")
    replay = second.replay()
    assert (replay.row, replay.recorded, replay.illegal) == (None, None, ())
    assert replay.end == "unread"
    assert replay.unscored == f"unreadable: {second.fault}"
    assert replay.differences == (f"not scored: {replay.unscored}",)
    assert (replay.plays == 255).all()


def test_a_cut_line(path: Path) -> None:
    first, second = read(path, f"{WON[:200]}\n{WON}")
    assert first.line is None
    assert "is missing" in first.fault
    assert_good(second)


def test_forms_of_files(path: Path) -> None:
    a_property_a_line = WON.replace("]", "]\n").replace(" 0 s", "\n0 s")
    for content, numbers in (
        (f"{WON}\n{PASSED}\n", [1, 2]),
        (f"\ufeff{WON}\n{PASSED}", [1, 2]),
        (f"{WON}\r\n\r\n{PASSED}\r\n", [1, 3]),
        (f"{WON} {PASSED}{WON}", [1, 1, 1]),
        (f"{a_property_a_line}\n{WON}", [1, 9]),
        (f"{a_property_a_line}\n{WON}".replace("\n", "\r\n"), [1, 9]),
        (f"{WON[1:]}\ntable .1 anna end {PASSED[1:]}\n", [1, 2]),
    ):
        records = read(path, content)
        assert [record.line_number for record in records] == numbers
        assert [record.number for record in records] == list(range(len(numbers)))
        for record in records:
            assert_good(record)


def test_names_in_another_encoding(path: Path) -> None:
    text = f"{WON}\n{PASSED}".replace("anna", "J\u00fcrgen")
    for record in read(path, text.encode("latin-1")):
        assert_good(record)
        assert re.fullmatch("J.rgen", record.players[0])
    for record in read(path, text):
        assert record.players[0] == "J\u00fcrgen"


def test_hidden_cards_are_no_deal(path: Path) -> None:
    (record,) = read(path, WON.replace("CJ.SJ.", "??.SJ.", 1))
    assert record.deal is None
    replay = record.replay()
    assert (replay.row, replay.end) == (None, "unread")
    assert replay.unscored == "1 of the 32 cards are hidden"
    assert replay.differences == ("not scored: 1 of the 32 cards are hidden",)
    assert replay.recorded is not None


# --- Differences ----------------------------------------------------------------------------------

RESULT = lines.settled(slow.judge(WON_MOVES))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("d:0", "d:1", "declarer: 1 in the record, 0 replayed"),
        ("v:{v}", "v:18", "value: 18 in the record, {v} replayed"),
        ("m:2", "m:-2", "matadors: -2 in the record, 2 replayed"),
        ("bidok", "overbid", "overbid: yes in the record, no replayed"),
        ("p:{p}", "p:1", "points: 1 in the record, {p} replayed"),
        ("t:{t}", "t:1", "tricks: 1 in the record, {t} replayed"),
        ("s:{s}", "s:{no_s}", "schneider: {no_s_word} in the record, {s_word} replayed"),
        ("z:0", "z:1", "schwarz: yes in the record, no replayed"),
        ("l:-1", "l:2", "left: 2 in the record, -1 replayed"),
        ("to:-1", "to:1", "timed out: 1 in the record, -1 replayed"),
        ("r:0", "r:1", "resigned: yes in the record, no replayed"),
    ],
)
def test_every_difference_is_told(old: str, new: str, words: str) -> None:
    game = slow.judge(WON_MOVES)
    game |= {"no_s": 1 - game["s"]}
    game |= {"s_word": ("no", "yes")[game["s"]], "no_s_word": ("yes", "no")[game["s"]]}
    changed = RESULT.replace(old.format(**game), new.format(**game))
    assert replayed(WON_MOVES, changed).differences == (words.format(**game),)


def test_a_loss_in_the_record() -> None:
    value = slow.judge(WON_MOVES)["v"]
    lost = RESULT.replace("win v:", "loss v:-")
    assert replayed(WON_MOVES, lost).differences == (
        "won: no in the record, yes replayed",
        f"value: -{value} in the record, {value} replayed",
    )


@pytest.mark.parametrize(
    ("moves", "result", "words"),
    [
        (WON_MOVES, None, "the record has no result: it is cut"),
        (WON_MOVES, "passed", "result: passed in the record, complete replayed"),
        (WON_MOVES, "d:0 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:1 p1:0 p2:0 l:0 to:-1 r:0",
         "result: penalty in the record, complete replayed"),
        (f"{DEAL.words()} 1 p 2 p 0 p", RESULT, "result: win in the record, passed in replayed"),
        (f"{DEAL.words()} 1 p 2 p 0 p", None, "the record has no result: it is cut"),
        (f"{DEAL.words()} 1 p w LE.2", RESULT,
         "result: win in the record, rearhand left before a game was named"),
        (f"{DEAL.words()} 1 p w LE.2", "passed",
         "result: passed in the record, rearhand left before a game was named"),
        (f"{DEAL.words()} 1 p w LE.2", None,
         "not scored: rearhand left before a game was named"),
        (f"{DEAL.words()} 1 p w LE.2",
         "d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:0 p2:1 l:-1 to:2 r:0",
         "penalty: rearhand left replayed"),
        (WON_MOVES[:-5], RESULT, "not scored: it ends after 35 moves, before its end"),
        (WON_MOVES[:-5], "unknown", "not scored: it ends after 35 moves, before its end"),
    ],
)  # fmt: skip
def test_other_differences(moves: str, result: str | None, words: str) -> None:
    assert replayed(moves, result).differences == (words,)


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (WON_MOVES, RESULT.removesuffix(" r:0")),  # lines of 2007 do not say who resigned
        (WON_MOVES, "unknown"),
        (f"{DEAL.words()} 1 p 2 p 0 p", "passed"),
        (f"{DEAL.words()} 1 p 2 p 0 p", "unknown"),
        (f"{DEAL.words()} 1 p w LE.2", "unknown"),
    ],
)
def test_what_agrees(moves: str, result: str) -> None:
    assert replayed(moves, result).differences == ()


def test_penalty_of_a_player_who_goes_before_there_is_a_declarer() -> None:
    """Without a declarer none can be recorded."""
    penalty = "d:{} penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:0 p2:1 l:2 to:-1 r:0"
    moves = f"{DEAL.words()} 1 18 0 p w LE.2"
    assert replayed(moves, penalty.format(-1)).differences == ()
    assert replayed(moves, penalty.format(0)).differences != ()


def test_a_null_given_up_says_nothing_of_the_rest() -> None:
    dealt = deal("C7 C8 C9 S7 S8 S9 H7 H8 D7 D8", "CA SA")
    moves = f"{dealt.words()} 1 p 2 p 0 18 0 NH 0 C7 1 CJ 2 CK 1 RE 2 RE"
    for points, tricks in ((21, 0), (120, 10)):
        won = booked(0, 35, 0, points, tricks, resigned=True)
        assert replayed(moves, won).differences == ()


def test_many_games_may_share_a_line(path: Path) -> None:
    """However long the line is, no game is cut."""
    rows, plays = simcore.rows(deals=400, seed=2, plays=True)
    games = [skat.write_record(row, cards) for row, cards in zip(rows, plays, strict=True)]
    found = read(path, " ".join(games))
    assert len(" ".join(games)) > 150_000
    assert [record.line_number for record in found] == [1] * 400
    assert all(not record.replay().differences for record in found)


def test_all_passed_is_no_game_where_ramsch_is_played() -> None:
    rows, plays = simcore.rows(deals=60, seed=1, plays=True)
    passed = int(np.flatnonzero(rows["declarer"] < 0)[0])
    record = Record(0, 1, parse_line(skat.write_record(rows[passed], plays[passed])))
    assert record.replay().differences == ()
    replay = record.replay(RULES["isko"]._replace(all_pass=2))
    assert replay.row is None
    assert "these rules play Ramsch" in replay.differences[0]


def test_row_and_plays_of_different_games_are_no_record() -> None:
    rows, plays = simcore.rows(deals=20, seed=1, plays=True)
    first, second = np.flatnonzero(rows["declarer"] >= 0)[:2]
    with pytest.raises(ValueError, match="row and plays are not one game"):
        skat.write_record(rows[first], plays[second])
    for name, value in {"bid": 17, "score": 1, "discard": 0, "tricks": 11, "matadors": -7}.items():
        wrong = rows[first].copy()
        wrong[name] = value
        with pytest.raises(ValueError, match=r"not one game|no line holds|result|bid|put away"):
            skat.write_record(wrong, plays[first])
    with pytest.raises(ValueError, match="not one game"):
        skat.write_record(rows[first], plays[first], rules="polish")


@pytest.mark.parametrize("row", [None, {}, 5, np.int64(5), np.zeros(3)])
def test_what_is_no_row_is_refused(row: Any) -> None:
    with pytest.raises(ValueError, match="one row of skat-hand/1"):
        skat.write_record(row, [255] * 32)


@pytest.mark.parametrize("plays", [None, "", "5", [], [33.5] * 32, [10**30] * 32, "abc" * 10, 5])
def test_what_are_no_plays_is_refused(plays: Any) -> None:
    rows = simcore.rows(deals=1, seed=1)
    with pytest.raises(ValueError, match="32 bit numbers"):
        skat.write_record(rows[0], plays)


@pytest.mark.parametrize(
    "properties", [5, "5", {"P0": None}, {"CO": "a\rb"}, {"P0": "a\nb"}, {"P0": "a" * 2000}]
)
def test_properties_are_printable_texts(properties: Any) -> None:
    rows, plays = simcore.rows(deals=1, seed=1, plays=True)
    with pytest.raises(ValueError, match="propert"):
        skat.write_record(rows[0], plays[0], properties=properties)


@pytest.mark.parametrize("path", [None, 1.0, b"x", []])
def test_what_is_no_path_is_refused(path: Any) -> None:
    with pytest.raises(ValueError, match="is no path"):
        skat.read_records(path)


# --- Whole deals given to a run -------------------------------------------------------------------


def test_given_deals_are_played_as_they_are() -> None:
    made = simcore.rows(deals=40, seed=3)
    seats = ("hand_forehand", "hand_middlehand", "hand_rearhand", "skat")
    deals = [tuple(int(row[name]) for name in seats) for row in made]
    again = simcore.rows(deals=40, seed=3, scenario=simcore.Scenario(deals=deals))
    assert again.tobytes() == made.tobytes()  # `simple` draws nothing else
    turned = simcore.Scenario(deals=deals[::-1])
    for rules in ("isko", "altenburg"):  # nothing is dealt again
        rows = simcore.rows(deals=30, first=10, seed=3, scenario=turned, rules=rules)
        assert [tuple(int(row[name]) for name in seats) for row in rows] == deals[::-1][10:]
        assert not rows["thrown_in"].any()


@pytest.mark.parametrize(
    ("deals", "words"),
    [
        (None, "deals None"),
        (5, "deals 5"),
        ("text", "deals 'text'"),
        ({1, 2}, "deals {1, 2}"),
        ([5], "deal 0 5"),
        ([(1, 2, 3)], "deal 0 has 3 parts"),
        ([(1, 2, 4, 8)], "deal 0 has 1, 1, 1, 1 cards"),
        ([("CJ", 0, 0, 0)], "deal 0: cards"),
        ([(10**30, 0, 0, 0)], "deal 0: cards"),
        ([(0x3FF, 0xFFC00, 0x3FF00000, 3)], "deal 0 has 10, 10, 10, 2 cards"),
    ],
)
def test_deals_that_are_none(deals: Any, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        simcore.rows(deals=1, scenario=simcore.Scenario(deals=deals))


def test_no_more_deals_than_given() -> None:
    row = simcore.rows(deals=1, seed=1)[0]
    seats = ("hand_forehand", "hand_middlehand", "hand_rearhand", "skat")
    deals = [[int(row[name]) for name in seats]]
    with pytest.raises(ValueError, match="deal 1 is asked for, given are deals 0 to 0"):
        simcore.rows(deals=2, scenario=simcore.Scenario(deals=deals))
