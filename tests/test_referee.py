"""Recorded games act by act: what breaks a rule, what ends a game, what it then comes to.

All games are made up. The twin of the referee is `tests/oracle/record.py`, which reads the words
of a line and knows nothing of the package.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Generator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simcore
from simcore import cards, jit, skat
from simcore.skat.auction import ladder
from simcore.skat.record import acts, faults, referee, verdict
from simcore.skat.record.iss import Line, parse_line
from simcore.skat.record.replay import Record, Replay
from simcore.skat.row import PLAYS, ROW
from simcore.skat.rules import CONTRACTS, RULES
from tests import lines
from tests.lines import Deal, after_discard, booked, cards_played, deal, line
from tests.oracle import record as slow
from tests.oracle import skat as oracle

DATA = Path(__file__).parent / "data"

# Diamonds with 2; the top spades and hearts are against the declarer.
DEAL = deal("CJ SJ DA DT DK DQ CA CT SA H7", "S7 S8")
FOREHAND = "1 p 2 p 0 18"
PICKED_UP = f"{FOREHAND} 0 s w S7.S8"
DIAMONDS = f"{PICKED_UP} 0 D.S7.S8"
BACK = after_discard(DEAL, 0, "S7.S8")
LOST_TRICK = "0 H7 1 HT 2 HA"  # 21 card points


def replayed(moves: str, result: str | None = None, rules: str = "isko", of: Deal = DEAL) -> Replay:
    """Moves after a deal, played again."""
    return lines.replayed(f"{of.words()} {moves}", result, rules)


def row_of(replay: Replay) -> dict[str, Any]:
    """The row of a game that was scored."""
    assert replay.row is not None
    assert replay.unscored == ""
    return {name: replay.row[name].item() for name in replay.row.dtype.names or ()}


def result_of(replay: Replay) -> dict[str, Any]:
    """What a game came to, in short."""
    row = row_of(replay)
    names = ("score", "matadors", "card_points", "tricks", "won", "overbid")
    return {name: row[name] for name in names}


def judged(done: Sequence[int], of: Deal = DEAL, rules: str = "isko") -> tuple[np.void, np.void]:
    """Row and state of the game after some acts."""
    rows, plays, game = np.zeros(1, ROW), np.empty(PLAYS, np.uint8), np.zeros(1, verdict.GAME)
    hands = [sum(1 << cards.BITS[card] for card in held) for held in (*of.hands, of.skat)]
    done_acts, dealt = np.array(done, np.int64), np.array(hands, np.int64)
    referee.judge(done_acts, dealt, rows, plays, game, RULES[rules], ladder(RULES[rules]))
    return rows[0], game[0]


def noted(moves: str, rules: str = "isko") -> list[tuple[int, int]]:
    """Number of the act and of its fault, for every fault."""
    _, game = judged(parse_line(line(f"{DEAL.words()} {moves}")).acts, rules=rules)
    number = int(game["faults"])
    return list(zip(game["at"][:number].tolist(), game["fault"][:number].tolist(), strict=True))


# --- Illegal acts ---------------------------------------------------------------------------------

NOT_NOW = "this is not the time for it"
NOT_HIS_TURN = "it is not his turn"
DECLARER_ONLY = "only the declarer may"
HAND_MARK = "hand is said if the skat stays where it is, and only then"
OTHER_SKAT = "the deal has another skat, or it was not picked up"
NOT_HELD = "the declarer does not hold these cards"
NEEDS_HAND = "this announcement needs a hand game"

# Moves, rules, what is noted: the game cannot go on.
STOPS = [
    ("1 p 2 s", "isko", ["move 2: rearhand picks up the skat: " + NOT_NOW]),
    ("1 p 2 D", "isko", ["move 2: rearhand names Diamonds: " + NOT_NOW]),
    ("1 p 2 CJ", "isko", ["move 2: rearhand plays CJ: " + NOT_NOW]),
    ("1 p 2 RE", "isko", ["move 2: rearhand resigns: " + NOT_NOW]),
    ("1 p w S7.S8", "isko", ["move 2: the server turns over S8 S7: " + NOT_NOW]),
    ("0 18", "isko", ["move 1: forehand says 18: " + NOT_HIS_TURN]),
    ("1 18 2 p", "isko", ["move 2: rearhand passes: " + NOT_HIS_TURN]),
    ("1 18 1 20", "isko", ["move 2: middlehand says 20: " + NOT_HIS_TURN]),
    ("1 18 0 y 0 y", "isko", ["move 3: forehand holds: " + NOT_HIS_TURN]),
    ("1 p 2 p 2 18", "isko", ["move 3: rearhand says 18: " + NOT_HIS_TURN]),
    (f"{FOREHAND} 1 s", "isko", ["move 4: middlehand picks up the skat: " + DECLARER_ONLY]),
    (f"{FOREHAND} 2 D", "isko", ["move 4: rearhand names Diamonds: " + DECLARER_ONLY]),
    (f"{FOREHAND} 0 s 1 RE", "isko", ["move 5: middlehand resigns: " + DECLARER_ONLY]),
    (f"{FOREHAND} 0 CJ", "isko", ["move 4: forehand plays CJ: " + NOT_NOW]),
    (f"{FOREHAND} 0 RE", "isko", ["move 4: forehand resigns: " + NOT_NOW]),
    (f"{FOREHAND} 0 SC", "isko", ["move 4: forehand lays his cards open: " + NOT_NOW]),
    (f"{FOREHAND} 0 20", "isko", ["move 4: forehand says 20: " + NOT_NOW]),
    (f"{PICKED_UP} 0 s", "isko", ["move 6: forehand picks up the skat: " + NOT_NOW]),
    (f"{PICKED_UP} 0 S7.S8", "isko", ["move 6: forehand puts away S8 S7: " + NOT_NOW]),
    (f"{PICKED_UP} 0 D 0 H", "isko", ["move 7: forehand names Hearts: " + NOT_NOW]),
    (f"{PICKED_UP} 0 D 0 s", "isko", ["move 7: forehand picks up the skat: " + NOT_NOW]),
    (f"{DIAMONDS} 0 S7.S8", "isko", ["move 7: forehand puts away S8 S7: " + NOT_NOW]),
    (f"{DIAMONDS} w S7.S8", "isko", ["move 7: the server turns over S8 S7: " + NOT_NOW]),
    (f"{DIAMONDS} 0 CJ 1 18", "isko", ["move 8: middlehand says 18: " + NOT_NOW]),
    (f"{DIAMONDS} 0 CJ 1 y", "isko", ["move 8: middlehand holds: " + NOT_NOW]),
    (f"{DIAMONDS} 0 CJ 1 p", "isko", ["move 8: middlehand passes: " + NOT_NOW]),
    (f"{DIAMONDS} 0 CJ 1 D", "isko", ["move 8: middlehand names Diamonds: " + NOT_NOW]),
    (
        f"{PICKED_UP} 0 D.HJ.S7",
        "isko",
        ["move 6: forehand names Diamonds and puts away HJ S7: " + NOT_HELD],
    ),
    (f"{PICKED_UP} 0 D 0 HJ.S7", "isko", ["move 7: forehand puts away HJ S7: " + NOT_HELD]),
    (
        f"{FOREHAND} 0 D.S7.S8",
        "isko",
        [
            "move 4: forehand names Diamonds and puts away S8 S7: " + HAND_MARK,
            "move 4: forehand names Diamonds and puts away S8 S7: " + NOT_HELD,
        ],
    ),
    (f"{DIAMONDS} 1 HJ", "isko", ["move 7: middlehand plays HJ: " + NOT_HIS_TURN]),
    (f"{DIAMONDS} 0 CJ 2 DJ", "isko", ["move 8: rearhand plays DJ: " + NOT_HIS_TURN]),
    (f"{DIAMONDS} 0 S7", "isko", ["move 7: forehand plays S7: he does not hold this card"]),
    (f"{DIAMONDS} 0 HJ", "isko", ["move 7: forehand plays HJ: he does not hold this card"]),
    (
        f"{DIAMONDS} 0 CJ 1 HJ 2 DJ 0 CJ",
        "isko",
        ["move 10: forehand plays CJ: he does not hold this card"],
    ),
    (
        f"{FOREHAND} 0 GH",
        "polish",
        ["move 4: forehand names Grand hand: these rules do not know this game"],
    ),
    (
        f"{PICKED_UP} 0 N.S7.S8",
        "polish",
        ["move 6: forehand names Null and puts away S8 S7: these rules do not know this game"],
    ),
]

NOT_HIGHER = "it must be higher than the value before"
# ... and here it can: what comes after the act makes the game complete.
GOES_ON = [
    ("1 19 0 p 2 p", 1, ["move 1: middlehand says 19: no game has this value"]),
    ("1 18 0 y 1 18 1 p 2 p", 0, ["move 3: middlehand says 18: " + NOT_HIGHER]),
    ("1 20 0 y 1 18 1 22 0 p 2 p", 1, ["move 3: middlehand says 18: " + NOT_HIGHER]),
    ("1 20 0 p 2 20 2 p", 1, ["move 3: rearhand says 20: " + NOT_HIGHER]),
    ("1 y 1 p 2 p 0 18", 0, ["move 1: middlehand holds: no value was said to him"]),
    ("1 p 2 p 0 y 0 18", 0, ["move 3: forehand holds: no value was said to him"]),
    ("1 18 0 20 0 y 1 p 2 p", 0, ["move 2: forehand says 20: he may only hold or pass"]),
    ("1 p 2 p 0 19", 0, ["move 3: forehand says 19: no game has this value"]),
    ("1 999 0 p 2 p", 1, ["move 1: middlehand says 999: no game has this value"]),
]


@pytest.mark.kernel
@pytest.mark.parametrize(("moves", "rules", "words"), STOPS)
def test_where_nobody_can_tell_how_it_went_on(moves: str, rules: str, words: list[str]) -> None:
    for rest in ("", " 0 CJ 1 HJ", " 2 p"):
        replay = replayed(moves + rest, "unknown", rules)
        unscored = "an illegal act leaves open how it went on"
        assert replay.illegal == tuple(words)
        assert (replay.end, replay.row, replay.unscored) == ("illegal", None, unscored)
        assert replay.differences == (*words, "not scored: " + unscored)


@pytest.mark.kernel
@pytest.mark.parametrize(("calls", "seat", "words"), GOES_ON)
def test_calls_that_stand_all_the_same(calls: str, seat: int, words: list[str]) -> None:
    replay = replayed(f"{calls} {seat} DH {cards_played(DEAL.hands, 'D')}", "unknown")
    assert replay.illegal == replay.differences == tuple(words)
    assert (replay.end, row_of(replay)["declarer"]) == ("complete", seat)


def test_values_said_stand_whatever_they_are() -> None:
    row = row_of(replayed("1 19 0 y 1 25 0 p 2 p 1 DH 1 RE"))
    assert [row[name] for name in ("bid_forehand", "bid_middlehand", "bid_rearhand", "bid")] == [
        19,
        25,
        0,
        25,
    ]
    assert (row["overbid"], row["score"]) == (False, -72)  # without 2, hand, 4 x 9 x 2


EXCHANGES = [
    # acts of the exchange, moves noted with words, hand game in the row
    ("w S7.S8 0 s w S7.S8 0 D.S7.S8", ["4: the server turns over S8 S7: " + OTHER_SKAT], False),
    ("0 s w S7.H7 0 D.S7.S8", ["5: the server turns over S7 H7: " + OTHER_SKAT], False),
    ("0 s w ??.S8 0 D.S7.S8", ["5: the server turns over S8: " + OTHER_SKAT], False),
    ("0 s 0 D w S9.S8 0 S7.S8", ["6: the server turns over S9 S8: " + OTHER_SKAT], False),
    ("0 s w S7.S9 w S9.S8 0 D.S7.S8",
     ["5: the server turns over S9 S7: " + OTHER_SKAT,
      "6: the server turns over S9 S8: " + OTHER_SKAT], False),
    ("0 s 0 D.S7.S8", [], False),
    ("0 s w S8.S7 0 D.S8.S7", [], False),
    ("0 s w S7.S8 0 D 0 S7.S8", [], False),
    ("0 s 0 D w S7.S8 0 S7.S8", [], False),
    ("0 DH", [], True),
    ("0 D", ["4: forehand names Diamonds: " + HAND_MARK], True),
    ("0 s 0 DH 0 S7.S8", ["5: forehand names Diamonds hand: " + HAND_MARK], False),
    ("0 s 0 DS.S7.S8",
     ["5: forehand names Diamonds schneider and puts away S8 S7: " + NEEDS_HAND], False),
    ("0 s 0 DHS 0 S7.S8",
     ["5: forehand names Diamonds hand schneider: " + HAND_MARK,
      "5: forehand names Diamonds hand schneider: " + NEEDS_HAND], False),
    ("0 s 0 DO 0 S7.S8",
     ["5: forehand names Diamonds hand schneider schwarz ouvert: " + NEEDS_HAND], False),
    ("0 DO", [], True),
    ("0 DHO", [], True),
    ("0 DS", ["4: forehand names Diamonds schneider: " + HAND_MARK], True),
]  # fmt: skip


@pytest.mark.kernel
@pytest.mark.parametrize(("exchange", "words", "hand"), EXCHANGES)
def test_exchange(exchange: str, words: list[str], hand: bool) -> None:
    replay = replayed(f"{FOREHAND} {exchange} {cards_played(BACK, 'D')}", "unknown")
    assert replay.illegal == replay.differences == tuple("move " + word for word in words)
    assert replay.end == "complete"
    row = row_of(replay)
    assert (row["hand"], row["discard"]) == (hand, row["skat"])
    assert (replay.plays[:2] == 255).all() == hand


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("exchange", "words", "score"),
    [
        ("0 NH", [], -70),
        ("0 NOH", [], -118),
        ("0 NO", ["4: forehand names Null ouvert: " + HAND_MARK], -118),
        ("0 N", ["4: forehand names Null: " + HAND_MARK], -70),
        ("0 s 0 N.S7.S8", [], -46),
        ("0 s 0 NO.S7.S8", [], -92),
        ("0 s 0 NH 0 S7.S8", ["5: forehand names Null hand: " + HAND_MARK], -46),
        ("0 s 0 NOH 0 S7.S8", ["5: forehand names Null hand ouvert: " + HAND_MARK], -92),
    ],
)
def test_hand_and_ouvert_in_null(exchange: str, words: list[str], score: int) -> None:
    replay = replayed(f"{FOREHAND} {exchange} 0 CA 1 CK 2 CQ", "unknown")
    assert replay.illegal == replay.differences == tuple("move " + word for word in words)
    assert (replay.end, row_of(replay)["score"]) == ("complete", score)


@pytest.mark.kernel
def test_null_announces_nothing() -> None:
    replay = replayed(f"{FOREHAND} 0 NHS 0 CA 1 CK 2 CQ", "unknown")
    words = "move 4: forehand names Null hand schneider: Null takes neither schneider nor schwarz"
    assert replay.illegal == replay.differences == (words,)
    row = row_of(replay)
    assert (row["score"], row["schneider"], row["schwarz"]) == (-70, False, False)


@pytest.mark.kernel
def test_null_is_never_decided_by_schwarz() -> None:
    """A trick of the defenders says nothing in Null, whatever was announced."""
    for name in ("NHZ", "NOHZ"):
        replay = replayed(f"{FOREHAND} 0 {name} {LOST_TRICK}")
        assert (replay.end, replay.row) == ("unfinished", None)


@pytest.mark.kernel
def test_two_cards_are_put_away() -> None:
    """A line always names two; a game built by hand may not."""
    before = parse_line(line(f"{DEAL.words()} {PICKED_UP} 0 D"))
    for away in ("S7", "S7 S8 H7"):
        held = sum(1 << cards.BITS[card] for card in away.split())
        done = (*before.acts, acts.act(acts.DISCARD, 0, held))
        replay = Record(0, 1, Line({}, before.hands, before.skat, done)).replay()
        assert replay.illegal == (
            f"move 7: forehand puts away {cards.format(held)}: two cards are put away",
        )
        assert replay.end == "illegal"


REVOKE = "he holds cards of the suit led and must follow"


@pytest.mark.kernel
def test_after_a_revoke_the_game_goes_on() -> None:
    moves = f"{DIAMONDS} {cards_played(BACK, 'D', 'CJ CK DJ')}"
    replay = replayed(moves, "unknown")
    assert replay.illegal == ("move 8: middlehand plays CK: " + REVOKE,)
    assert replay.differences == replay.illegal
    assert (replay.end, row_of(replay)["declarer"]) == ("complete", 0)
    assert sorted(replay.plays.tolist()) == list(range(32))


@pytest.mark.kernel
def test_following_by_contract() -> None:
    """A jack is a trump but in Null, where it has to follow its suit."""
    dealt = deal("HJ CA CK CQ C9 C8 C7 SA SK SQ", "S7 S8", seat=1)
    for moves, follows in (
        ("0 NH 0 H7 1 HJ", True),
        ("0 NH 0 H7 1 CA", False),
        ("0 GH 0 H7 1 CA", True),
        ("0 GH 0 H7 1 HJ", True),
        ("0 GH 0 CJ 1 CA", False),
        ("0 DH 0 D8 1 CA", False),
        ("0 DH 0 D8 1 HJ", True),
        ("0 NH 0 D8 1 CA", True),
    ):
        illegal = replayed(f"{FOREHAND} {moves}", of=dealt).illegal
        assert [word.endswith(REVOKE) for word in illegal] == [True] * (not follows), moves


@pytest.mark.kernel
def test_only_the_declarer_lays_his_cards_open() -> None:
    shown = DIAMONDS + " 0 SC 0 CJ 0 SC 1 HJ 1 SC 2 DJ 2 SC.CQ"
    assert replayed(shown).illegal == (
        "move 11: middlehand lays his cards open: " + DECLARER_ONLY,
        "move 13: rearhand lays his cards open: " + DECLARER_ONLY,
    )


@pytest.mark.kernel
@pytest.mark.parametrize("rest", ["0 RE", "1 HJ", "0 SC", "1 18", "w LE.1", "w S7.S8", "0 D"])
def test_nothing_comes_after_the_end(rest: str) -> None:
    complete = f"{DIAMONDS} {cards_played(BACK, 'D')}"
    passed = "1 p 2 p 0 p"
    lost_null = f"{FOREHAND} 0 NH 0 CA 1 CK 2 CQ"
    resigned = f"{DIAMONDS} 0 RE"
    given_up = f"{DIAMONDS} 1 RE 2 RE"
    not_put_away = f"{PICKED_UP} 0 D 0 RE"
    for moves in (complete, passed, lost_null, resigned, given_up, not_put_away):
        replay, alone = replayed(f"{moves} {rest}"), replayed(moves)
        number = (len(moves.split()) + 2) // 2
        (words,) = replay.illegal
        assert words.startswith(f"move {number}: ")
        assert words.endswith(": the game is over")
        assert replay.end == alone.end
        assert (replay.row is None) == (alone.row is None)
        if replay.row is not None:
            assert replay.row == alone.row
        assert (replay.plays == alone.plays).all()


@pytest.mark.kernel
def test_every_fault_there_is_has_been_met() -> None:
    tried = [(moves, rules) for moves, rules, _ in STOPS]
    tried += [(calls, "isko") for calls, _, _ in GOES_ON]
    tried += [(f"{FOREHAND} {exchange}", "isko") for exchange, _, _ in EXCHANGES]
    tried += [(f"{DIAMONDS} 0 CJ 1 CK", "isko"), ("1 p 2 p 0 p 0 p", "isko")]
    tried += [(f"{FOREHAND} 0 NHS", "isko"), ("1 p 2 p 0 24 0 s 0 N.S7.S8", "isko")]
    met = {fault for moves, rules in tried for _, fault in noted(moves, rules)}
    assert met == set(faults._FAULTS) - {verdict.NOT_TWO_PUT_AWAY}  # that one needs no line


def test_of_very_many_faults_the_first_are_told_and_all_are_counted() -> None:
    replay = replayed("1 y " * 50 + "1 p 2 p 0 p", "passed")
    assert len(replay.illegal) == verdict.MOST_FAULTS + 1
    assert replay.illegal[-2].startswith("move 32: ")
    assert replay.illegal[-1] == "and 18 more illegal acts"


# --- Null below the bid ---------------------------------------------------------------------------

NULL_DEAL = deal("C7 C8 C9 S7 S9 SJ H7 H8 D7 D9", "HA DA")


def null_without_a_trick(of: Deal) -> str:
    """Cards of a Null the declarer wins, as the others let him."""
    low = [sorted(hand, key=lambda card: "789TJQKA".index(card[1])) for hand in of.hands]
    return cards_played([low[0], low[1][::-1], low[2][::-1]], "N")


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("calls", "game", "score", "overbid"),
    [
        ("1 p 2 p 0 23", "0 s 0 N.HA.DA", 23, False),
        ("1 p 2 p 0 24", "0 s 0 N.HA.DA", -92, True),
        ("1 p 2 p 0 35", "0 NH", 35, False),
        ("1 p 2 p 0 36", "0 NH", -140, True),
        ("1 p 2 p 0 46", "0 s 0 NO.HA.DA", 46, False),
        ("1 p 2 p 0 48", "0 s 0 NO.HA.DA", -184, True),
        ("1 p 2 p 0 59", "0 NOH", 59, False),
        ("1 p 2 p 0 60", "0 NOH", -236, True),
        ("1 p 2 p 0 120", "0 s 0 N.HA.DA", -276, True),
    ],
)
def test_null_below_the_bid(calls: str, game: str, score: int, overbid: bool) -> None:
    moves = f"{calls} {game} {null_without_a_trick(NULL_DEAL)}"
    replay = replayed(moves, "unknown", of=NULL_DEAL)
    assert replay.end == "complete"
    row = row_of(replay)
    assert (row["score"], row["overbid"], row["tricks"]) == (score, overbid, 0)
    assert (row["card_points"], row["won"]) == (22, not overbid)
    assert len(replay.illegal) == overbid
    assert all(word.endswith(": a Null below the bid is refused") for word in replay.illegal)


SCORING = json.loads((DATA / "skat_scoring.json").read_text("utf-8"))["vectors"]
FALLBACKS = [vector for vector in SCORING if "fallback_score" in vector]


@pytest.mark.parametrize("vector", FALLBACKS, ids=[vector["id"] for vector in FALLBACKS])
def test_vectors_of_refused_games_from_outside(vector: dict[str, Any]) -> None:
    """Through the referee: the declarer's cards are given, and the others let him win."""
    ten, away = vector["declarer_cards"][:10], vector["declarer_cards"][10:]
    dealt = deal(" ".join(ten), " ".join(away))
    game = "0 NH" if vector["hand"] else f"0 s 0 N.{'.'.join(away)}"
    moves = f"1 p 2 p 0 {vector['bid']} {game} {null_without_a_trick(dealt)}"
    row = row_of(replayed(moves, "unknown", vector["ruleset"], dealt))
    assert (row["card_points"], row["tricks"], row["bid"]) == (
        vector["declarer_card_points"],
        vector["declarer_tricks"],
        vector["bid"],
    )
    assert row["score"] == vector["fallback_score"]


def test_there_are_vectors_of_refused_games() -> None:
    assert len(FALLBACKS) == 2


# --- Ends -----------------------------------------------------------------------------------------

TRICK = "0 CJ 1 HJ 2 DJ"  # six card points for the declarer

# Moves after the deal, how it ends, the result that agrees.
ENDS = [
    # the declarer resigns: what he has
    (f"{DIAMONDS} 0 RE", "resigned", booked(0, -54, 2, 0, 0, resigned=True)),
    (f"{DIAMONDS} 0 CJ 0 RE", "resigned", booked(0, -54, 2, 0, 0, resigned=True)),
    (f"{DIAMONDS} 0 CJ 1 HJ 0 RE", "resigned", booked(0, -54, 2, 0, 0, resigned=True)),
    (f"{DIAMONDS} {LOST_TRICK} 0 RE", "resigned",
     booked(0, -90, 2, 0, 0, schneider=True, schwarz=True, resigned=True)),
    (f"{DIAMONDS} {TRICK} 0 RE", "resigned",
     booked(0, -72, 2, 6, 1, schneider=True, resigned=True)),
    (f"{FOREHAND} 0 DHS {TRICK} 0 RE", "resigned", booked(0, -108, 2, 6, 1, resigned=True)),
    (f"{FOREHAND} 0 DHS {LOST_TRICK} 0 RE", "resigned",
     booked(0, -126, 2, 0, 0, schwarz=True, resigned=True)),
    (f"{FOREHAND} 0 NH 0 H7 1 HT 2 HA 0 RE", "resigned", booked(0, -70, 0, 0, 0, resigned=True)),
    # both defenders do: the rest is the declarer's, the running trick too
    (f"{DIAMONDS} 1 RE 2 RE", "resigned",
     booked(0, 45, 2, 120, 10, schneider=True, schwarz=True, resigned=True)),
    (f"{DIAMONDS} {TRICK} 2 RE 1 RE", "resigned",
     booked(0, 45, 2, 120, 10, schneider=True, schwarz=True, resigned=True)),
    (f"{DIAMONDS} {LOST_TRICK} 2 HK 0 CA 1 RE 2 RE", "resigned",
     booked(0, 36, 2, 99, 9, schneider=True, resigned=True)),
    (f"{FOREHAND} 0 DHZ {LOST_TRICK} 1 RE 2 RE", "resigned",
     booked(0, -144, 2, 99, 9, schneider=True, resigned=True)),
    (f"{FOREHAND} 0 NH 0 H7 1 HT 2 HA 1 RE 2 RE", "resigned",
     booked(0, 35, 0, 0, 0, resigned=True)),
    # one does: alone at the end of the line, or with cards until his partner follows
    (f"{DIAMONDS} {TRICK} 0 SJ 1 RE", "resigned",
     booked(0, 45, 2, 120, 10, schneider=True, schwarz=True, resigned=True)),
    (f"{DIAMONDS} {LOST_TRICK} 2 RE", "resigned",
     booked(0, 36, 2, 99, 9, schneider=True, resigned=True)),
    (f"{DIAMONDS} 0 CJ 1 RE 1 HJ 2 RE", "resigned",
     booked(0, 45, 2, 120, 10, schneider=True, schwarz=True, resigned=True)),
    (f"{DIAMONDS} 0 H7 1 RE 1 HT 2 HA 2 HK 2 RE", "resigned",
     booked(0, 36, 2, 99, 9, schneider=True, resigned=True)),
    (f"{DIAMONDS} 0 CJ 1 RE 0 RE", "resigned", booked(0, -54, 2, 0, 0, resigned=True)),
    # left or out of time
    (f"{DIAMONDS} {LOST_TRICK} 2 HK w LE.1", "left",
     booked(0, 36, 2, 99, 9, schneider=True, left=1)),
    (f"{DIAMONDS} {LOST_TRICK} 2 HK w TI.2", "left",
     booked(0, 36, 2, 99, 9, schneider=True, timed_out=2)),
    (f"{DIAMONDS} w LE.2", "left",
     booked(0, 45, 2, 120, 10, schneider=True, schwarz=True, left=2)),
    (f"{DIAMONDS} w LE.0", "left", booked(0, -54, 2, 0, 0, left=0)),
    (f"{DIAMONDS} 0 CJ w TI.0", "left", booked(0, -54, 2, 0, 0, timed_out=0)),
    (f"{DIAMONDS} {TRICK} 0 SJ w TI.0", "left",
     booked(0, -72, 2, 6, 1, schneider=True, timed_out=0)),
    (f"{FOREHAND} 0 DH w TI.0", "left", booked(0, -72, 2, 0, 0, timed_out=0)),
    (f"{FOREHAND} 0 DH w TI.1", "left",
     booked(0, 54, 2, 120, 10, schneider=True, schwarz=True, timed_out=1)),
    (f"{FOREHAND} 0 NOH 0 H7 w LE.0", "left", booked(0, -118, 0, 0, 0, left=0)),
    (f"{FOREHAND} 0 NOH 0 H7 w LE.1", "left", booked(0, 59, 0, 0, 0, left=1)),
    # a hidden card before somebody leaves
    (f"{DIAMONDS} {LOST_TRICK} 2 ?? w LE.2", "left",
     booked(0, 36, 2, 99, 9, schneider=True, left=2)),
    (f"{DIAMONDS} {TRICK} 0 ?? w LE.0", "left", booked(0, -72, 2, 6, 1, schneider=True, left=0)),
    (f"{DIAMONDS} {TRICK} 0 ?? w TI.0", "left",
     booked(0, -72, 2, 6, 1, schneider=True, timed_out=0)),
]  # fmt: skip


@pytest.mark.kernel
@pytest.mark.parametrize(("moves", "end", "result"), ENDS)
def test_given_up(moves: str, end: str, result: str) -> None:
    replay = replayed(moves, result)
    assert replay.differences == ()
    assert (replay.end, replay.illegal, replay.unscored) == (end, (), "")
    assert slow.agrees(result, slow.judge(f"{DEAL.words()} {moves}"))


@pytest.mark.kernel
def test_schneider_and_schwarz_need_a_finished_trick() -> None:
    """In the row too: no level is counted for them."""
    for moves in (f"{DIAMONDS} 0 RE", f"{DIAMONDS} 0 CJ 1 HJ w LE.0"):
        row = row_of(replayed(moves))
        assert (row["value"], row["schneider"], row["schwarz"]) == (27, False, False)


@pytest.mark.kernel
def test_a_bid_met_only_by_schneider_is_not_met_without_a_trick() -> None:
    """Diamonds with 2 is 27; with own schneider and schwarz it would be 45."""
    calls = "1 p 2 p 0 45 0 s 0 D.S7.S8"
    assert result_of(replayed(f"{calls} 0 RE")) == {
        "score": -90,
        "matadors": 2,
        "card_points": 0,
        "tricks": 0,
        "won": False,
        "overbid": True,
    }
    assert result_of(replayed(f"{calls} {LOST_TRICK} 0 RE"))["overbid"] is False


PENALTY = "d:{} penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:0 p2:0 l:{} to:{} r:0"


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("moves", "seat"),
    [
        ("", -1),
        ("1 18", -1),
        ("1 18 0 y 1 p", -1),
        ("1 p 2 p", -1),
        (FOREHAND, 0),
        (f"{FOREHAND} 0 s", 0),
        (PICKED_UP, 0),
    ],
)
def test_gone_before_there_is_a_game(moves: str, seat: int) -> None:
    for gone in range(3):
        left, late = PENALTY.format(seat, gone, -1), PENALTY.format(seat, -1, gone)
        for word, result, other in (("LE", left, late), ("TI", late, left)):
            replay = replayed(f"{moves} w {word}.{gone}", result)
            assert replay.differences == replay.illegal == ()
            assert (replay.end, replay.row) == ("no game", None)
            does = "left" if word == "LE" else "ran out of time"
            who = oracle.SEATS[gone]
            assert replay.unscored == f"{who} {does} before a game was named"
            assert replayed(f"{moves} w {word}.{gone}", other).differences == (
                f"penalty: {who} {does} replayed",
            )


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("w TI.0", "forehand ran out of time before two cards were put away"),
        ("w LE.1", "middlehand left before two cards were put away"),
        ("0 RE", "the declarer resigned before two cards were put away"),
    ],
)
def test_gone_between_declaration_and_discard(act: str, words: str) -> None:
    """The server counts something of its own then: such a line is not scored."""
    for result in (booked(0, -288, -11, 0, 0), "unknown", PENALTY.format(0, 0, -1), None):
        replay = replayed(f"{PICKED_UP} 0 D {act}", result)
        assert (replay.end, replay.row, replay.illegal) == ("no discard", None, ())
        assert replay.unscored == words
        assert replay.differences == ("not scored: " + words,)


@pytest.mark.kernel
@pytest.mark.parametrize("rest", ["", " 2 DJ", " 2 ?? w LE.2", " 2 DJ 0 SJ w LE.1", " 2 RE"])
def test_a_hidden_card_leaves_the_game_open(rest: str) -> None:
    replay = replayed(f"{DIAMONDS} 0 CJ 1 ??{rest}", "unknown")
    assert (replay.end, replay.row) == ("hidden card", None)
    assert replay.unscored == "move 8: the card played is hidden"
    assert replay.illegal == ()
    assert replay.differences == ("not scored: move 8: the card played is hidden",)


# --- Early ends -----------------------------------------------------------------------------------

OPEN_DEAL = deal("CJ HJ DJ CA CT CK CQ C9 C8 H7", "S7 S8")  # with 1


@pytest.mark.kernel
def test_null_ends_with_the_first_trick_of_the_declarer() -> None:
    hand = f"{FOREHAND} 0 NH 0 H7 1 HT 2 HA 2 CQ 0 CA 1 CK"
    replay = replayed(hand, booked(0, -70, 0, 18, 1))
    assert replay.differences == ()
    assert replay.end == "complete"
    assert replayed(f"{hand} 0 CJ").illegal == ("move 11: forehand plays CJ: the game is over",)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("game", "score"), [("CO", -192), ("GO", -384), ("CHZ", -168), ("GHZ", -336)]
)
def test_schwarz_announced_is_decided_by_one_trick(game: str, score: int) -> None:
    """The server stops there; played on to the end the game comes to the same."""
    contract = game[0]
    whole = f"{FOREHAND} 0 {game} {cards_played(OPEN_DEAL.hands, contract, 'H7 HT HA')}"
    moves = f"{FOREHAND} 0 {game} 0 H7 1 HT 2 HA"
    early, played_on = replayed(moves, of=OPEN_DEAL), replayed(whole, of=OPEN_DEAL)
    assert early.end == played_on.end == "complete"
    assert early.illegal == played_on.illegal == ()
    assert row_of(early)["score"] == row_of(played_on)["score"] == score
    assert (row_of(early)["card_points"], row_of(early)["tricks"]) == (0, 0)
    assert row_of(played_on)["tricks"] > 0


@pytest.mark.kernel
def test_the_trick_that_decides_is_a_whole_one() -> None:
    moves = f"{FOREHAND} 0 CO 0 H7 1 HT"
    assert replayed(moves, of=OPEN_DEAL).end == "unfinished"
    own_trick = cards_played(OPEN_DEAL.hands, "C", "CJ", 3)
    assert replayed(f"{FOREHAND} 0 CO {own_trick}", of=OPEN_DEAL).end == "unfinished"


@pytest.mark.kernel
def test_lost_clubs_ouvert() -> None:
    """With 1, all announced: 8 x 12, doubled."""
    moves = f"{FOREHAND} 0 CO 0 H7 1 HT 2 HA"
    replay = replayed(moves, booked(0, -192, 1, 0, 0), of=OPEN_DEAL)
    assert replay.differences == ()


@pytest.mark.kernel
def test_lost_diamonds_hand_schneider() -> None:
    """With 2, hand, schneider and announced: 6 x 9, doubled; all ten tricks are played."""
    played = cards_played(DEAL.hands, "D", "H7 HT HA HK CT HQ")
    moves = f"{FOREHAND} 0 DHS {played}"
    assert replayed(f"{FOREHAND} 0 DHS {played[:120]}").end == "unfinished"
    row = row_of(replayed(moves))
    assert 61 <= row["card_points"] < 90
    replay = replayed(moves, booked(0, -108, 2, row["card_points"], row["tricks"]))
    assert replay.differences == ()
    missed = booked(0, -90, 2, row["card_points"], row["tricks"])  # without the stage itself
    assert replayed(moves, missed).differences == ("value: -90 in the record, -108 replayed",)


@pytest.mark.kernel
def test_a_game_cut_anywhere_is_unfinished() -> None:
    for dealt, moves in (
        (DEAL, f"{DIAMONDS} {cards_played(BACK, 'D')}"),
        (DEAL, f"1 18 0 y 1 20 0 p 2 22 1 p 2 GH {cards_played(DEAL.hands, 'G')}"),
        (NULL_DEAL, f"{FOREHAND} 0 NO {null_without_a_trick(NULL_DEAL)}".replace("NO", "NOH")),
        (DEAL, "1 p 2 p 0 p"),
    ):
        tokens = moves.split()
        assert replayed(moves, "unknown", of=dealt).differences == ()
        for number in range(len(tokens) // 2):
            replay = replayed(" ".join(tokens[: 2 * number]), "unknown", of=dealt)
            assert (replay.end, replay.row, replay.illegal) == ("unfinished", None, ())
            assert replay.unscored == f"it ends after {number} moves, before its end"
            assert replay.differences == ("not scored: " + replay.unscored,)


def test_traps_of_the_form() -> None:
    """A first bracket lost, and a line of the server's protocol."""
    moves = f"{DEAL.words()} {DIAMONDS} {cards_played(BACK, 'D')}"
    whole = line(moves, lines.settled(slow.judge(moves)))
    for text in (whole, whole[1:], "table .1 anna end " + whole, "table .1 anna end " + whole[1:]):
        assert Record(0, 1, parse_line(text)).replay().differences == ()


# --- The auction ----------------------------------------------------------------------------------

AUCTIONS = json.loads((DATA / "skat_protocol.json").read_text("utf-8"))["auction"]
CALL_WORDS = {"hold": "y", "pass": "p"}


def calls_of(log: Sequence[tuple[int, str | int]]) -> str:
    """The words of an auction."""
    return " ".join(f"{seat} {CALL_WORDS.get(str(call), call)}" for seat, call in log)


def heard(calls: str, rules: str) -> dict[str, Any]:
    """An auction through the referee, a hand game resigned at once behind it."""
    seats = "bid_forehand", "bid_middlehand", "bid_rearhand"
    row, game = judged(parse_line(line(f"{DEAL.words()} {calls}")).acts, rules=rules)
    assert game["faults"] == 0
    declarer = int(row["declarer"])
    if declarer < 0:
        assert replayed(calls, "passed", rules).differences == ()
    else:
        whole = row_of(replayed(f"{calls} {declarer} DH {declarer} RE", rules=rules))
        assert all(whole[name] == row[name] for name in (*seats, "bid", "declarer"))
    said = tuple(int(row[seat]) for seat in seats)
    return {"declarer": declarer, "bid": int(row["bid"]), "said": said}


@pytest.mark.kernel
@pytest.mark.parametrize("vector", AUCTIONS, ids=[vector["id"] for vector in AUCTIONS])
def test_vectors_of_auctions(vector: dict[str, Any]) -> None:
    expected = vector["expected"]
    who = expected["declarer"]
    log = [(oracle.SEATS.index(seat), call) for seat, call in expected["log"]]
    assert heard(calls_of(log), vector["ruleset"]) == {
        "declarer": -1 if who is None else oracle.SEATS.index(who),
        "bid": expected["bid"],
        "said": tuple(expected["said"][seat] for seat in oracle.SEATS),
    }


LIMITS = st.lists(st.integers(0, 80) | st.integers(0, 400), min_size=3, max_size=3)


@given(LIMITS, st.sampled_from(sorted(RULES)))
def test_auctions_heard_call_by_call(limits: list[int], rules: str) -> None:
    held = skat.auction(limits, rules)
    assert heard(calls_of(held.log), rules) == {
        "declarer": held.declarer,
        "bid": held.bid,
        "said": held.said,
    }


Call = tuple[int, str | int]
Talk = Generator[int, Call, int]


class Auctioneer:
    """An auction in plain Python: illegal calls are noted and change nothing but one thing, that
    a value which no game has stands once it is said."""

    def __init__(self, rules: str) -> None:
        self.values = oracle.bid_values(rules)
        self.said = [0, 0, 0]
        self.faults: list[str] = []

    def value_of(self, seat: int) -> Generator[int, Call, int]:
        """A value higher than all before, or 0 for a pass."""
        while True:
            _, call = yield seat
            if call == "p":
                return 0
            if call == "y":
                self.faults.append("no value was said to him")
            elif int(call) <= max(self.said):
                self.faults.append("it must be higher than the value before")
            else:
                if call not in self.values:
                    self.faults.append("no game has this value")
                return int(call)
            self.faults.append("again")

    def answer_of(self, seat: int) -> Generator[int, Call, bool]:
        """Whether the value is held."""
        while True:
            _, call = yield seat
            if call in ("y", "p"):
                return call == "y"
            self.faults += ["he may only hold or pass", "again"]

    def duel(self, sayer: int, hearer: int) -> Talk:
        """One seat bids against another; who is left."""
        while value := (yield from self.value_of(sayer)):
            self.said[sayer] = value
            if not (yield from self.answer_of(hearer)):
                return sayer
            self.said[hearer] = value
        return hearer

    def whole(self) -> Talk:
        """The declarer, or -1."""
        survivor = yield from self.duel(1, 0)
        survivor = yield from self.duel(2, survivor)
        if max(self.said):
            return survivor
        self.said[0] = yield from self.value_of(0)
        return 0 if self.said[0] else -1


def plainly(calls: Sequence[Call], rules: str) -> tuple[list[str], list[int], int | None, int]:
    """What the plain auction notes, what each seat said, the declarer if it came to an end, and
    how many calls it took."""
    auctioneer = Auctioneer(rules)
    talk = auctioneer.whole()
    turn, words = next(talk), []
    for number, call in enumerate(calls, 1):
        if call[0] != turn:
            words.append(f"{number}: {NOT_HIS_TURN}")
            return words, auctioneer.said, None, number
        try:
            turn = talk.send(call)
        except StopIteration as end:
            words += [f"{number}: {fault}" for fault in auctioneer.faults if fault != "again"]
            return words, auctioneer.said, end.value, number
        words += [f"{number}: {fault}" for fault in auctioneer.faults if fault != "again"]
        auctioneer.faults.clear()
    return words, auctioneer.said, None, len(calls)


@st.composite
def any_calls(draw: st.DrawFn) -> list[Call]:
    """Calls, most of them in turn and many of them illegal."""
    rng = draw(st.randoms(use_true_random=False))
    auctioneer = Auctioneer("isko")
    talk, calls = auctioneer.whole(), []
    turn, value = next(talk), 17
    for _ in range(rng.randrange(16)):
        value += rng.choice((0, 1, 2, 2, 5))
        call = rng.choice(("y", "y", "p", value, value, value - 3, 999))
        calls.append((turn if rng.random() < 0.97 else rng.randrange(3), call))
        try:
            turn = talk.send((turn, call))
        except StopIteration:
            break
    return calls


@settings(max_examples=500)
@given(any_calls(), st.sampled_from(sorted(RULES)))
def test_any_calls_are_heard_as_the_plain_auction_hears_them(calls: list[Call], rules: str) -> None:
    calls = [(seat, call if isinstance(call, str) else max(call, 2)) for seat, call in calls]
    words, said, declarer, taken = plainly(calls, rules)
    text = " ".join(f"{seat} {call}" for seat, call in calls[:taken])
    row, game = judged(parse_line(line(f"{DEAL.words()} {text}")).acts, rules=rules)
    number = int(game["faults"])
    assert words == [
        f"{at}: {faults._FAULTS[fault]}"
        for at, fault in zip(game["at"][:number], game["fault"][:number].tolist(), strict=True)
    ]
    assert [row["bid_forehand"], row["bid_middlehand"], row["bid_rearhand"]] == said
    assert row["bid"] == max(said)
    assert row["declarer"] == (-1 if declarer is None else declarer)
    out_of_turn = bool(words) and words[-1].endswith(NOT_HIS_TURN)
    passed = declarer == -1
    assert game["end"] == (
        verdict.ILLEGAL if out_of_turn else verdict.PASSED_IN if passed else verdict.UNFINISHED
    )


@pytest.mark.kernel
def test_one_compiled_referee_serves_all() -> None:
    """Rules and games are data: nothing compiles a second time."""
    for rules in RULES:
        replayed("", rules=rules)
        replayed(f"{FOREHAND} 0 DH {TRICK}", rules=rules)
    if jit.COMPILED:
        assert len(referee.judge.signatures) == 1
    else:
        assert not hasattr(referee.judge, "signatures")


# --- Mutations ------------------------------------------------------------------------------------


@lru_cache
def simulated(rules: str) -> list[str]:
    """Moves of games of both players and of forced ones, in many forms."""
    games: list[str] = []
    scenarios: list[dict[str, Any]] = [
        {"declarer": seat, "hand": True, "contract": contract, "announced": announced}
        for seat in range(3)
        for contract in ("C", "G") if contract in oracle.RULES[rules]["contracts"]
        for announced in (["schneider"], ["schwarz"], ["ouvert"])
    ]  # fmt: skip
    if rules != "polish":
        scenarios += [{"declarer": seat, "contract": "N"} for seat in range(3)]
        scenarios += [{"declarer": 0, "contract": "N", "hand": True, "announced": ["ouvert"]}]
    runs = [{"players": players, "deals": 30} for players in ("random", "simple")]
    runs += [{"scenario": simcore.Scenario(**game), "deals": 3} for game in scenarios]
    for run in runs:
        rows, plays = simcore.rows(rules=rules, plays=True, **run)
        games += [
            re.findall(r"MV\[(.*?) \]", skat.write_record(row, played, rules=rules))[0]
            for row, played in zip(rows, plays, strict=True)
        ]
    return games


def pairs_of(moves: str) -> list[list[str]]:
    """The moves after the deal, each "who action"."""
    tokens = moves.split()
    return [tokens[at : at + 2] for at in range(0, len(tokens), 2)]


def text_of(pairs: list[list[str]]) -> str:
    return " ".join(" ".join(pair) for pair in pairs)


def ended_otherwise(moves: str, rng: random.Random) -> str:
    """The game in another form, or given up on the way."""
    pairs = pairs_of(moves)
    game = next((k for k, pair in enumerate(pairs) if pair[1][0] in "DHSCGN" and k > 2
                 and pair[0] != "w" and pair[1] not in oracle.PACK), None)  # fmt: skip
    if game is None:
        return moves
    seat, cut = int(pairs[game][0]), rng.randrange(game + 1, len(pairs) + 1)
    one, other = (seat + 1) % 3, (seat + 2) % 3
    form = rng.randrange(8)
    if form == 0 and "." in pairs[game][1]:
        word, away = pairs[game][1].split(".", 1)
        return text_of([*pairs[:game], [str(seat), word], [str(seat), away], *pairs[game + 1 :]])
    if form == 1:
        return text_of([*pairs[:cut], [str(seat), "SC"], *pairs[cut:]])
    if form == 2 and cut < len(pairs):
        return text_of([*pairs[:cut], [str(seat), "RE"]])
    if form == 3 and cut < len(pairs):
        between = rng.randrange(cut, len(pairs) + 1)
        resigned = [*pairs[:cut], [str(one), "RE"], *pairs[cut:between], [str(other), "RE"]]
        return text_of(resigned if between < len(pairs) else resigned[: cut + 1])
    if form == 4 and cut < len(pairs):
        word = rng.choice(("LE", "TI")) + f".{rng.randrange(3)}"
        return text_of([*pairs[:cut], ["w", word]])
    if form == 5 and cut < len(pairs):
        return text_of([*pairs[:cut], [pairs[cut][0], "??"], ["w", f"LE.{pairs[cut][0]}"]])
    if form == 6:
        return text_of([*pairs[: rng.randrange(1, game + 1)], ["w", f"TI.{rng.randrange(3)}"]])
    return moves


FIELDS = re.compile(r"(d|v|m|p|t|s|z|l|to|r):(-?\d+)")


def other_result(result: str, rng: random.Random) -> str:
    """One thing in a result changed, or another result."""
    if rng.random() < 0.1 or not FIELDS.search(result):
        return rng.choice(("passed", "unknown", booked(0, 24, 1, 70, 6)))
    if rng.random() < 0.15:
        swap = {"bidok": "overbid", "overbid": "bidok"}
        return re.sub("bidok|overbid", lambda found: swap[found[0]], result)
    name, old = rng.choice(FIELDS.findall(result))
    new = rng.choice((int(old) + 1, int(old) - 1, -int(old), 0, 1, int(old) // 2))
    return re.sub(rf"\b{name}:-?\d+", f"{name}:{new}", result)


WORDS = (
    *("18", "20", "23", "24", "48", "y", "p", "s", "RE", "SC", "??", "G", "GH", "NH", "NO", "NOH"),
    *("C", "CH", "CHS", "CO", "D", "DHZ", "D7.D8", *oracle.PACK[::3]),
)


def mutated(moves: str, rng: random.Random) -> str:
    """Moves with one or two things changed, token by token."""
    deal_word, *pairs = pairs_of(moves)
    for _ in range(rng.choice((1, 1, 2))):
        if not pairs:
            break
        at, to = rng.randrange(len(pairs)), rng.randrange(len(pairs))
        near = min(at + 1, len(pairs) - 1)
        match rng.randrange(11):
            case 0:
                pairs[at], pairs[to] = pairs[to], pairs[at]
            case 1:
                pairs[at], pairs[near] = pairs[near], pairs[at]
            case 2:
                del pairs[at]
            case 3:
                pairs.insert(at, pairs[at])
            case 4:
                pairs[at] = [rng.choice("012"), pairs[at][1]]
            case 5:
                pairs[at] = [pairs[at][0], rng.choice(WORDS)]
            case 6:
                pairs.insert(at, [rng.choice("012"), rng.choice(WORDS)])
            case 7:
                one, other = rng.sample(oracle.PACK, 2)
                swap = {one: other, other: one}
                whole = [deal_word, *pairs] if rng.random() < 0.5 else pairs[at : at + 3]
                for pair in whole:
                    pair[1] = ".".join(swap.get(card, card) for card in pair[1].split("."))
            case 8:
                one, other = rng.sample(range(32), 2)
                dealt = deal_word[1].split(".")
                dealt[one], dealt[other] = dealt[other], dealt[one]
                deal_word[1] = ".".join(dealt)
            case 9:
                pairs = pairs[:at]
            case _:
                same_seat = [k for k, pair in enumerate(pairs)
                             if pair[0] == pairs[at][0] and pair[1] in oracle.PACK]  # fmt: skip
                if len(same_seat) > 1:
                    one, other = rng.sample(same_seat, 2)
                    pairs[one], pairs[other] = pairs[other], pairs[one]
    return text_of([deal_word, *pairs])


def compare_with_the_slow_judge(moves: str, result: str, rules: str) -> str:
    """The referee and its twin say the same of a line; what they say."""
    try:
        parsed = parse_line(line(moves, result))
    except ValueError:
        return "refused"
    replay = Record(0, 1, parsed).replay(rules)
    try:
        outcome = slow.judge(moves, rules)
    except ValueError:
        outcome = None
    unscored = replay.unscored and replay.end != "no game"
    assert (outcome is None) == bool(replay.illegal or unscored)
    agree = outcome is not None and slow.agrees(result, outcome)
    assert (replay.differences == ()) == agree
    assert all(isinstance(words, str) and words for words in replay.differences)
    if outcome is not None and replay.row is not None and replay.row["declarer"] >= 0:
        row = replay.row
        assert (row["declarer"], row["score"], row["matadors"], row["overbid"]) == (
            outcome["d"], outcome["v"], outcome["m"], outcome["bid"] == "overbid",
        )  # fmt: skip
        assert CONTRACTS[row["contract"]] in oracle.RULES[rules]["contracts"]
    return "agreed" if agree else "another result" if outcome else "illegal or open"


def one_mutation(rng: random.Random) -> str:
    """A game of any rules that agrees with its record, and then one that may not."""
    rules = rng.choice(sorted(RULES))
    moves = ended_otherwise(rng.choice(simulated(rules)), rng)
    try:
        result = lines.settled(slow.judge(moves, rules))
    except ValueError:
        result = "unknown"  # gone between declaration and discard: open
    said = compare_with_the_slow_judge(moves, result, rules)
    assert said == "agreed" or result == "unknown"
    if rng.random() < 0.7:
        moves = mutated(moves, rng)
    else:
        result = other_result(result, rng)
    return compare_with_the_slow_judge(moves, result, rules)


@settings(max_examples=500)
@given(st.integers(0, 2**32))
def test_mutated_games_are_judged_as_the_slow_judge_does(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(10):
        one_mutation(rng)


def test_mutations_are_of_all_kinds() -> None:
    rng = random.Random(1)
    said = Counter(one_mutation(rng) for _ in range(600))
    assert set(said) == {"agreed", "another result", "illegal or open", "refused"}
    assert min(said.values()) > 20, said
