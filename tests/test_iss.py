"""The ISS game line: every form it comes in, every refusal, and no silent misreading.

All games here are made up. The real ones are read where SIMCORE_REFERENCE, or else a folder
`shared` beside the project, holds them.
"""

import os
import random
import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore import cards
from simcore.skat.record import acts, iss
from simcore.skat.record import moves as iss_moves
from simcore.skat.record.acts import HAND, OUVERT, SCHNEIDER, SCHWARZ
from simcore.skat.record.games import LONGEST_GAME, split_games
from simcore.skat.record.iss import Line, format_line, parse_line
from simcore.skat.record.result import Result

REFERENCE = Path(os.environ.get("SIMCORE_REFERENCE", Path(__file__).parents[1].parent / "shared"))
RECORDS = REFERENCE / "records" / "iss_games.sgf"
WORLD = acts.WORLD

FORE = "CJ.DJ.CA.CT.C9.HA.HT.H7.S9.D8"
MIDDLE = "SJ.CK.CQ.SA.ST.SK.HK.HQ.DA.DT"
REAR = "HJ.C8.C7.SQ.S8.S7.H9.H8.DK.DQ"
SKAT = "D9.D7"
DEAL = ".".join((FORE, MIDDLE, REAR, SKAT))
AUCTION = "1 18 0 y 1 p 2 p"
DECLARATION = "0 s w D9.D7 0 C.D9.S9"
FIRST_TRICK = "0 CJ 1 SJ 2 HJ"
MOVES = f"w {DEAL} {AUCTION} {DECLARATION} {FIRST_TRICK}"
RESULT = "d:0 win v:24 m:1 bidok p:70 t:6 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0"
WON = Result("win", 0, 24, 1, False, 70, 6, False, False, (0, 0, 0), -1, -1, False)
PLAYERS = "P0[anna]P1[xskat:2]P2[otto]"


def held(text: str) -> int:
    return cards.parse(text.replace(".", " "))


def game(moves: str = MOVES, result: str | None = RESULT, properties: str = PLAYERS) -> str:
    booked = "" if result is None else f"R[{result}]"
    return f"(;GM[Skat]{properties}MV[{moves} ]{booked} ;)"


def after_deal(moves: str) -> tuple[int, ...]:
    return parse_line(game(f"w {DEAL} {moves}")).acts


def declared(word: str) -> tuple[int, int]:
    """Game in bits and cards put away of a declaration."""
    (act,) = after_deal(f"2 {word}")
    assert (acts.kind_of(act), acts.who_of(act)) == (acts.DECLARE, 2)
    argument = acts.argument_of(act)
    return argument & (1 << acts.GAME_BITS) - 1, argument >> acts.GAME_BITS


def refusal(text: str) -> str:
    with pytest.raises(ValueError, match=r".") as refused:
        parse_line(text)
    message = str(refused.value)
    assert len(message) < 300
    assert message.isprintable()
    return message


# What is read ---------------------------------------------------------------------------------


def test_a_whole_line() -> None:
    line = parse_line(game())
    assert line == Line(
        properties={"GM": "Skat", "P0": "anna", "P1": "xskat:2", "P2": "otto"},
        hands=(held(FORE), held(MIDDLE), held(REAR)),
        skat=held(SKAT),
        acts=(
            acts.act(acts.BID, 1, 18),
            acts.act(acts.HOLD, 0),
            acts.act(acts.PASS, 1),
            acts.act(acts.PASS, 2),
            acts.act(acts.PICK_UP, 0),
            acts.act(acts.SKAT, WORLD, held(SKAT)),
            acts.act(acts.DECLARE, 0, 3 | held("D9.S9") << acts.GAME_BITS),
            acts.act(acts.CARD, 0, cards.BITS["CJ"]),
            acts.act(acts.CARD, 1, cards.BITS["SJ"]),
            acts.act(acts.CARD, 2, cards.BITS["HJ"]),
        ),
        result=WON,
    )
    assert line.unknown == 0


@pytest.mark.parametrize(
    "text",
    [
        game()[1:],
        "table .5 anna end " + game(),
        "table .5 anna end " + game()[1:],
        f"  {game()}\n",
        game().replace("]", "]\n"),
        game().replace(" ;)", "\n;)\n"),
        game(MOVES.replace(" 1 18", "\n1 18").replace("s w", "s\r\n\tw")),
        game(MOVES.replace(DEAL, "|".join((FORE, MIDDLE, REAR, SKAT)))),
        game(MOVES.replace(SKAT + " ", "D7.D9 ")),
        f"(;R[{RESULT}]MV[{MOVES}]{PLAYERS}GM[Skat] ;)",
        game(result=f" {RESULT.replace(' ', chr(10))} "),
    ],
    ids=[
        "no first bracket",
        "protocol line",
        "protocol line without bracket",
        "space around",
        "a property a line",
        "end on its own line",
        "moves over lines",
        "bars between hands",
        "skat the other way round",
        "properties in another order",
        "result over lines",
    ],
)
def test_other_forms_of_the_same_line(text: str) -> None:
    assert parse_line(text) == parse_line(game())


def test_hidden_cards() -> None:
    hidden = ".".join(["??"] * 10)
    line = parse_line(game(f"w {hidden}|{MIDDLE}|{hidden}|??.?? {AUCTION} 0 s w ??.?? 0 ??"))
    assert line.hands == (0, held(MIDDLE), 0)
    assert (line.skat, line.unknown) == (0, 22)
    assert line.acts[-2:] == (acts.act(acts.SKAT, WORLD, 0), acts.act(acts.CARD, 0, acts.UNKNOWN))
    assert after_deal("w ??.D7") == after_deal("w D7.??") == (acts.act(acts.SKAT, 3, held("D7")),)


def test_a_declaration_in_two_moves() -> None:
    assert after_deal("0 G 0 D9.S9") == (
        acts.act(acts.DECLARE, 0, 4),
        acts.act(acts.DISCARD, 0, held("S9.D9")),
    )


ALL = HAND | SCHNEIDER | SCHWARZ | OUVERT


@pytest.mark.parametrize(
    ("word", "bits"),
    [
        ("N", 5),
        ("NH", 5 | HAND),
        ("NO", 5 | OUVERT),
        ("NOH", 5 | OUVERT | HAND),
        ("NHO", 5 | OUVERT | HAND),
        ("D", 0),
        ("H", 1),
        ("HH", 1 | HAND),
        ("S", 2),
        ("SS", 2 | SCHNEIDER),
        ("SHS", 2 | HAND | SCHNEIDER),
        ("SSH", 2 | HAND | SCHNEIDER),
        ("DHS", 0 | HAND | SCHNEIDER),
        ("CHZ", 3 | HAND | SCHNEIDER | SCHWARZ),
        ("CHSZ", 3 | HAND | SCHNEIDER | SCHWARZ),
        ("CZSH", 3 | HAND | SCHNEIDER | SCHWARZ),
        ("CZ", 3 | SCHNEIDER | SCHWARZ),
        ("CO", 3 | ALL),
        ("GO", 4 | ALL),
        ("GHO", 4 | ALL),
        ("GOZ", 4 | ALL),
    ],
)
def test_the_announcements_are_a_set(word: str, bits: int) -> None:
    assert declared(word) == (bits, 0)


@pytest.mark.parametrize(
    ("word", "away"),
    [
        ("G.H7.S9", "H7.S9"),
        ("GZ.H7.S9", "H7.S9"),
        ("NO.D9.S9", "D9.S9"),
        (f"NO.D9.S9.{MIDDLE}", "D9.S9"),
        (f"NO.D9.S9.{MIDDLE}.{MIDDLE}", "D9.S9"),
        (f"NO.D9.S9.{MIDDLE}.{REAR}", "D9.S9"),
        (f"NO.{FORE}", "CJ.DJ"),
        (f"NOH.{FORE}", ""),
        (f"NOH.{FORE}.{SKAT}", ""),
        (f"NHO.{FORE}.{SKAT}.{FORE}", ""),
        (f"CO.{FORE}", ""),
        (f"GO.{FORE}", ""),
    ],
)
def test_cards_after_a_declaration(word: str, away: str) -> None:
    assert declared(word)[1] == held(away)


def test_laid_open_given_up_and_gone() -> None:
    assert after_deal(f"0 SC 1 RE 1 H9 2 SC.{REAR} 2 SC.CA 2 RE w TI.1") == (
        acts.act(acts.SHOW, 0),
        acts.act(acts.RESIGN, 1),
        acts.act(acts.CARD, 1, cards.BITS["H9"]),
        acts.act(acts.SHOW, 2),
        acts.act(acts.SHOW, 2),
        acts.act(acts.RESIGN, 2),
        acts.act(acts.TIMED_OUT, WORLD, 1),
    )
    assert after_deal("1 C w TI.1") == (
        acts.act(acts.DECLARE, 1, 3),
        acts.act(acts.TIMED_OUT, WORLD, 1),
    )
    assert after_deal("1 p 2 ?? w LE.2")[-2:] == (
        acts.act(acts.CARD, 2, acts.UNKNOWN),
        acts.act(acts.LEFT, WORLD, 2),
    )


def test_every_bid_and_every_card() -> None:
    bids = range(iss_moves.LOWEST_BID, iss_moves.HIGHEST_BID + 1)
    assert after_deal(" ".join(f"1 {bid}" for bid in bids)) == tuple(
        acts.act(acts.BID, 1, bid) for bid in bids
    )
    assert after_deal(" ".join(f"2 {code}" for code in cards.CODES)) == tuple(
        acts.act(acts.CARD, 2, bit) for bit in range(32)
    )


def test_a_deal_alone() -> None:
    assert parse_line(game(f"w {DEAL}")).acts == ()


def test_properties() -> None:
    properties = r"PC[ISS2]CO[a \] b \[ c \\ d \e]SE[]R0[null]OW[1]XY[?]" + PLAYERS
    assert parse_line(game(properties=properties)).properties == {
        "GM": "Skat",
        "PC": "ISS2",
        "CO": r"a ] b [ c \ d \e",
        "SE": "",
        "R0": "null",
        "OW": "1",
        "XY": "?",
        "P0": "anna",
        "P1": "xskat:2",
        "P2": "otto",
    }
    assert parse_line(game(properties="CO[nice [1\n2 ;) (; x]")).properties["CO"] == (
        "nice [1\n2 ;) (; x"
    )


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (RESULT, WON),
        (RESULT[:-4], replace(WON, resigned=None)),
        (RESULT[:-1] + "1", replace(WON, resigned=True)),
        ("passed", Result("passed")),
        ("unknown", Result("unknown")),
        (
            "d:2 loss v:-528 m:-11 overbid p:0 t:10 s:1 z:1 p0:1 p1:0 p2:12 l:1 to:2 r:0",
            Result("loss", 2, -528, -11, True, 0, 10, True, True, (1, 0, 12), 1, 2, False),
        ),
        (
            "d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:1 p2:0 l:-1 to:1",
            Result("penalty", penalties=(0, 1, 0), timed_out=1),
        ),
        (RESULT.replace("p:70", "p:120"), replace(WON, points=120)),
        (RESULT.replace("win v:24", "loss v:0"), replace(WON, kind="loss", value=0)),
    ],
)
def test_results(text: str, result: Result) -> None:
    assert parse_line(game(result=text)).result == result


def test_a_line_without_result_says_so() -> None:
    assert parse_line(game(result=None)).result is None


# What is refused ------------------------------------------------------------------------------

NO_CARD = "is no card: a card is one of C S H D, then one of A K Q J T 9 8 7"
NO_ACTION = "a seat says a bid (2 to 999), y, p or s"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("", "move 0: '': the moves begin with the deal: w, then 32 cards"),
        ("w", "move 0: 'w': the moves begin"),
        (f"1 {DEAL}", "move 0: '1 CJ.DJ"),
        ("w CJ.DJ", "move 0: 'w CJ.DJ': 2 cards: 32 are dealt"),
        (f"w {DEAL}.CJ", "33 cards: 32 are dealt"),
        (f"w {DEAL[:-3]}", "31 cards: 32 are dealt"),
        (f"w {DEAL[:-2]}CJ", "CJ is dealt twice"),
        (f"w {DEAL[:-2]}D1", f"'D1' {NO_CARD}"),
        (f"w {DEAL[:-2]}d7", f"'d7' {NO_CARD}"),
        (f"w {DEAL[:-2]}", f"'' {NO_CARD}"),
        (f"w {DEAL.replace('.D9', '|D9')}", "| stands between hands of 10, 10, 10"),
        (f"w {'|'.join((FORE, MIDDLE, REAR + '.D9', 'D7'))}", "| stands between hands"),
        (f"w {DEAL} 1 18 0", "move 2: '0': moves are pairs, and this one lacks its action"),
        (f"w {DEAL} 1 18 y 1 p", "move 2: 'y 1': a move is made by 0, 1, 2 or w"),
        (f"w {DEAL} 1 18 0 1 p", f"move 2: '0 1': {NO_ACTION}"),
        (f"w {DEAL} 3 18", "move 1: '3 18': a move is made by 0, 1, 2 or w"),
        (f"w {DEAL} 01 18", "move 1: '01 18': a move is made by"),
        (f"w {DEAL} W LE.0", "move 1: 'W LE.0': a move is made by"),
        (f"w {DEAL} \u0661 18", "a move is made by"),
        (f"w {DEAL} 1 \u0661\u0668", NO_ACTION),
        (f"w {DEAL} 1 +18", NO_ACTION),
        (f"w {DEAL} 1 -18", NO_ACTION),
        (f"w {DEAL} 1 018", NO_ACTION),
        (f"w {DEAL} 1 18.0", NO_ACTION),
        (f"w {DEAL} 1 1_8", NO_ACTION),
        (f"w {DEAL} 1 1", NO_ACTION),
        (f"w {DEAL} 1 1000", NO_ACTION),
        (f"w {DEAL} 1 Y", NO_ACTION),
        (f"w {DEAL} 1 re", NO_ACTION),
        (f"w {DEAL} 1 cj", NO_ACTION),
        (f"w {DEAL} 1 {DEAL}", "two different cards are put away"),
        (f"w {DEAL} 1 C1", "neither a card nor a game: '1' is no announcement"),
        (f"w {DEAL} 1 CX", "'X' is no announcement (H hand, O ouvert, S schneider, Z schwarz)"),
        (f"w {DEAL} 1 CJH", "'J' is no announcement"),
        (f"w {DEAL} 1 GHH", "H is announced twice"),
        (f"w {DEAL} 1 NOO", "O is announced twice"),
        (f"w {DEAL} 1 R", NO_ACTION),
        (f"w {DEAL} 1 .CJ.SJ", NO_ACTION),
        (f"w {DEAL} 1 G.", f"'' {NO_CARD}"),
        (f"w {DEAL} 1 G.CJ", "two different cards are put away"),
        (f"w {DEAL} 1 G.CJ.CJ", "two different cards are put away"),
        (f"w {DEAL} 1 G.CJ.SJ.HJ", "two different cards are put away"),
        (f"w {DEAL} 1 G.CJ.XX", f"'XX' {NO_CARD}"),
        (f"w {DEAL} 1 G.??.??", "hidden cards (??) do not tell"),
        (f"w {DEAL} 1 ??.??", "hidden cards (??) do not tell"),
        (f"w {DEAL} 1 CJ.CJ", "two different cards are put away"),
        (f"w {DEAL} 1 CJ.", f"'' {NO_CARD}"),
        (f"w {DEAL} 1 GH.CJ.SJ", "no cards follow a hand game that is not ouvert"),
        (f"w {DEAL} 1 NO.CJ", "1 cards: the ten open cards follow an ouvert game"),
        (f"w {DEAL} 1 NOH.CJ.SJ", "2 cards: the ten open cards follow an ouvert game"),
        (f"w {DEAL} 1 NOH.{FORE}.D9", "11 cards: the ten open cards"),
        (f"w {DEAL} 1 NOH.CJ.{FORE[:-3]}", "a card stands twice"),
        (f"w {DEAL} 1 NO.CJ.D9.{FORE}", "a card stands twice"),
        (f"w {DEAL} 1 NO.S7.D9.{FORE}.{REAR}", "a card stands twice"),
        (f"w {DEAL} 1 NO.S7.D9.{FORE}.CJ.{FORE[:-3]}", "a card stands twice"),
        (f"w {DEAL} 1 SC.", f"'' {NO_CARD}"),
        (f"w {DEAL} 1 SC.CJ.CJ", "at most ten cards, all different, are laid open"),
        (f"w {DEAL} 1 SC.{FORE}.D9", "at most ten cards, all different, are laid open"),
        (f"w {DEAL} 1 SC.??", "hidden cards (??) do not tell"),
        (f"w {DEAL} 1 RE.CJ", NO_ACTION),
        (f"w {DEAL} 1 LE.1", NO_ACTION),
        (f"w {DEAL} 1 p w TI.3", "move 2: 'w TI.3': w turns over two different skat cards"),
        (f"w {DEAL} w TI", "w turns over"),
        (f"w {DEAL} w y", "w turns over"),
        (f"w {DEAL} w CJ", "w turns over"),
        (f"w {DEAL} w CJ.CJ", "w turns over"),
        (f"w {DEAL} w CJ.SJ.HJ", "w turns over"),
        (f"w {DEAL} w {DEAL}", "w turns over"),
        (f"w {DEAL} w LE.1 1 p", "move 1: 'w LE.1': TI and LE end the game, but moves follow"),
        (f"w {DEAL} w LE.1 1", "TI and LE end the game"),
        (
            f"w {DEAL} 1 {'x' * 9999}",
            "move 1: '1 xxxxxxxxxxxxxx ... xxxxxxxxxxxxxxxx': a seat says",
        ),
        (f"w {DEAL} 1 \u2028\U000e0001" + "\U000e0001" * 50, "move 1: "),
        (f"w {'C' * 9999}", "move 0: "),
    ],
)
def test_moves_refused(moves: str, words: str) -> None:
    assert words in refusal(game(moves))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no game: it begins with (;GM[Skat], not with ''"),
        ("hello", "not with 'hello'"),
        ("x" * 9999, "no game: "),
        ("GM[Skat]" + game()[10:], "no game: it begins with (;GM[Skat]"),
        ("play 0 CJ " + game(), "no game: it begins with"),
        ("table 5 end " + game(), "no game: it begins with"),
        (game().replace("GM[Skat]", ""), "property GM: Skat wanted, there is none"),
        (game().replace("Skat", "Bridge"), "property GM: Skat wanted, not 'Bridge'"),
        (game(properties="P0[a]P0[a]"), "property P0 is given twice"),
        (game(properties=f"MV[{MOVES}]"), "property MV is given twice"),
        (game(properties="R[passed]"), "property R is given twice"),
        (f"(;GM[Skat]R[{RESULT}] ;)", "the moves MV[...] are missing"),
        (game(properties="P0[a]x P1[b]"), "'x' is no property, such as P0[name]"),
        (game(properties="XYZ[a]"), "'X' is no property"),
        (game(properties="p0[a]"), "'p0[a]' is no property"),
        (game(properties="P0[a]]"), "']' is no property"),
        (game(properties="P0[aP1[b]"), "property P0 holds 'P1[': a ] is missing before it"),
        (game(properties=r"P0[a\]P1[b]"), "property P0 holds 'P1[': a ] is missing before it"),
        (game().replace(" ]R", " R"), "property MV holds 'R[': a ] is missing before it"),
        (game().replace("] ;)", " ;)"), "the ] of property R is missing"),
        (game()[:-1], "';' is no property"),
        (game()[:-3], "the line is cut: it ends with ;)"),
        (game()[:150], "the ] of property MV is missing"),
        (game() + " x", "more text after the end of the game: 'x'"),
        (game() + game(), "more text after the end of the game: '(;'"),
        ("(;" + game(), "'(;' is no property"),
    ],
)
def test_lines_refused(text: str, words: str) -> None:
    assert words in refusal(text)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("d:0", "d:3", "result 'd:3': d:<seat or -1> wanted here"),
        ("d:0 ", "", "result 'win': d:<seat or -1> wanted here"),
        ("d:0", "d:-1", "result 'd:-1': a win has a declarer"),
        ("win", "won", "result 'won': win, loss or penalty wanted here"),
        ("v:24", "v:-24", "result 'v:-24': a win with this value contradicts itself"),
        ("v:24", "v:0", "a win with this value contradicts itself"),
        ("win", "loss", "result 'v:24': a loss with this value contradicts itself"),
        ("win", "penalty", "result 'v:24': a penalty with this value contradicts itself"),
        ("v:24", "v:+24", "v:<-999 to 999> wanted here"),
        ("v:24", "v:024", "v:<-999 to 999> wanted here"),
        ("v:24", "v:\u0662\u0664", "v:<-999 to 999> wanted here"),
        ("v:24", "v:1000", "v:<-999 to 999> wanted here"),
        ("m:1", "m:-0", "m:<-11 to 11> wanted here"),
        ("m:1", "m:12", "m:<-11 to 11> wanted here"),
        ("bidok", "ok", "bidok or overbid wanted here"),
        ("p:70", "p:121", "result 'p:121': p:<0 to 120> wanted here"),
        ("p:70", "p:-1", "p:<0 to 120> wanted here"),
        ("t:6", "t:11", "t:<0 to 10> wanted here"),
        ("s:0", "s:2", "s:<0 or 1> wanted here"),
        ("z:0", "z:", "z:<0 or 1> wanted here"),
        ("p1:0", "p1:x", "p1:<0 to 99> wanted here"),
        ("l:-1", "l:-2", "l:<seat or -1> wanted here"),
        ("to:-1", "to:3", "to:<seat or -1> wanted here"),
        ("r:0", "r:-1", "r:<0 or 1> wanted here"),
        ("r:0", "r:0 x", "result 'x': nothing more wanted here"),
        (" to:-1 r:0", "", "result ends early: to:<seat or -1> is missing"),
        (RESULT, "", "result ends early: d:<seat or -1> is missing"),
        (RESULT, "Passed", "result 'Passed': d:<seat or -1> wanted here"),
        ("t:6", "y" * 9999, "t:<0 to 10> wanted here"),
    ],
)
def test_results_refused(old: str, new: str, words: str) -> None:
    assert words in refusal(game(result=RESULT.replace(old, new, 1)))


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(ValueError, match="bytes is no text of a game"):
        parse_line(game().encode())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "piece",
    [
        *("P0[", "P0[\\", "GM[a]", "[", "]", "\\", "\\]", " ", "table ", "table\t"),
        *("table a b end ", "(;", ";)", ";", "] ;", "(;GM[", ";GM["),
    ],
)
def test_time_grows_with_the_length_alone(piece: str) -> None:
    """Half a million characters; what gives back and tries again needs minutes for them."""
    text = piece * (500_000 // len(piece)) + "x"
    started = time.process_time()
    for whole in (text, "(;" + text, "(;GM[Skat]" + text, game() + text):
        refusal(whole)
        list(split_games([whole]))
    assert time.process_time() - started < 10


# Writing --------------------------------------------------------------------------------------


def test_a_line_is_written_as_the_archive_has_it() -> None:
    properties = "PC[ISS2]CO[]DT[2024]" + PLAYERS
    text = format_line(parse_line(game(properties=properties)))
    hands = ".".join(
        cards.format(held(part)).replace(" ", ".") for part in (FORE, MIDDLE, REAR, SKAT)
    )
    moves = f"w {hands} {AUCTION} {DECLARATION.replace('D9.S9', 'S9.D9')} {FIRST_TRICK}"
    assert text == game(moves, properties=properties)


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("N", "N"),
        ("NHO", "NOH"),
        ("NH", "NH"),
        ("GOHSZ", "GO"),
        ("CHSZ", "CHZ"),
        ("HSH", "HHS"),
        ("SZ", "SZ"),
        ("NO.S9.D9", "NO.S9.D9"),
        (f"NO.S9.D9.{MIDDLE}", "NO.S9.D9"),
        (f"GO.{FORE}", "GO"),
        ("SC.CJ.SJ", "SC"),
        ("D9.S9", "S9.D9"),
    ],
)
def test_moves_are_written_as_the_server_writes_them(read: str, written: str) -> None:
    text = format_line(parse_line(game(f"w {DEAL} 0 {read}")))
    assert f" 0 {written} ]R[" in text


def test_what_is_not_given_is_left_out() -> None:
    line = replace(parse_line(game()), properties={}, result=None)
    assert format_line(line).startswith("(;GM[Skat]MV[w CJ.")
    assert format_line(line).endswith(" 2 HJ ] ;)")


@pytest.mark.parametrize(
    "changes",
    [
        {"acts": (acts.act(acts.DECLARE, 0, 3 | OUVERT),)},
        {"acts": (acts.act(acts.DECLARE, 0, 3 | SCHWARZ),)},
        {"acts": (acts.act(acts.DECLARE, 0, 6),)},
        {"acts": (acts.act(acts.DECLARE, 0, 3 | HAND | 3 << acts.GAME_BITS),)},
        {"acts": (acts.act(acts.DISCARD, 0, 7),)},
        {"acts": (acts.act(acts.DISCARD, 0, 0),)},
        {"acts": (acts.act(acts.SKAT, 0, 3),)},
        {"acts": (acts.act(acts.HOLD, WORLD),)},
        {"acts": (acts.act(acts.HOLD, 0, 1),)},
        {"acts": (acts.act(acts.BID, 0, 1),)},
        {"acts": (acts.act(acts.CARD, 0, 33),)},
        {"acts": (acts.act(acts.LEFT, 0, 1),)},
        {"acts": (acts.act(acts.LEFT, WORLD, 3),)},
        {"acts": (acts.act(acts.LEFT, WORLD, 1), acts.act(acts.PASS, 0))},
        {"acts": (15,)},
        {"acts": (-1,)},
        {"hands": (1, 1, 0)},
        {"hands": (0x7FF, 0, 0), "skat": 0},
        {"skat": 7 << 28},
        {"properties": {"GM": "Bridge"}},
        {"properties": {"name": "a"}},
        {"properties": {"MV": "w"}},
        {"properties": {"R": "passed"}, "result": None},
        {"result": Result("lost")},
        {"result": Result("win")},
        {"result": replace(WON, points=121)},
        {"result": Result("passed", 1)},
    ],
)
def test_what_no_line_can_say_is_not_written(changes: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        format_line(replace(parse_line(game()), **changes))  # type: ignore[arg-type]


SEATS = st.integers(0, 2)
TWO_CARDS = st.sets(st.integers(0, 31), min_size=2, max_size=2).map(
    lambda bits: sum(1 << bit for bit in bits)
)
GAMES = st.sampled_from(
    [c | marks for c in range(5) for marks in (0, SCHNEIDER, SCHNEIDER | SCHWARZ)]
    + [c | HAND | marks for c in range(5) for marks in (0, SCHNEIDER, SCHNEIDER | SCHWARZ)]
    + [c | ALL for c in range(5)]
    + [5 | hand | ouvert for hand in (0, HAND) for ouvert in (0, OUVERT)]
)


@st.composite
def declarations(draw: st.DrawFn) -> int:
    bits = draw(GAMES)
    away = 0 if bits & HAND else draw(st.just(0) | TWO_CARDS)
    return acts.act(acts.DECLARE, draw(SEATS), bits | away << acts.GAME_BITS)


ACTS = st.one_of(
    st.builds(acts.act, st.just(acts.BID), SEATS, st.integers(2, 999)),
    st.builds(
        acts.act,
        st.sampled_from((acts.HOLD, acts.PASS, acts.PICK_UP, acts.SHOW, acts.RESIGN)),
        SEATS,
    ),
    st.builds(acts.act, st.just(acts.SKAT), st.just(WORLD), TWO_CARDS | st.sampled_from((0, 1))),
    declarations(),
    st.builds(acts.act, st.just(acts.DISCARD), SEATS, TWO_CARDS),
    st.builds(acts.act, st.just(acts.CARD), SEATS, st.integers(0, 32)),
)
GONE = st.builds(acts.act, st.sampled_from((acts.TIMED_OUT, acts.LEFT)), st.just(WORLD), SEATS)
VALUES = st.text() | st.text("[]\\PRMV01 ;()\n")
NAMES = st.sampled_from((*iss.ORDER[1:], "OW", "X", "Z9"))
SIDES = st.integers(-1, 2)


@st.composite
def results(draw: st.DrawFn) -> Result | None:
    kind = draw(st.sampled_from(("", "passed", "unknown", "win", "loss", "penalty")))
    if kind in ("", "passed", "unknown"):
        return Result(kind) if kind else None
    values = {"win": st.integers(1, 999), "loss": st.integers(-999, 0), "penalty": st.just(0)}
    units = st.integers(0, 99)
    return Result(
        kind,
        draw(SIDES if kind == "penalty" else SEATS),
        draw(values[kind]),
        draw(st.integers(-11, 11)),
        draw(st.booleans()),
        draw(st.integers(0, 120)),
        draw(st.integers(0, 10)),
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.tuples(units, units, units)),
        draw(SIDES),
        draw(SIDES),
        draw(st.none() | st.booleans()),
    )


@st.composite
def any_line(draw: st.DrawFn) -> Line:
    pack = [1 << bit for bit in draw(st.permutations(range(32)))]
    seen = draw(st.just(cards.PACK) | st.integers(0, cards.PACK))
    forehand, middlehand, rearhand, skat = (
        sum(pack[at : at + 10]) & seen for at in (0, 10, 20, 30)
    )
    row = draw(st.lists(ACTS, max_size=20)) + draw(st.lists(GONE, max_size=1))
    properties = {"GM": "Skat", **draw(st.dictionaries(NAMES, VALUES, max_size=6))}
    return Line(properties, (forehand, middlehand, rearhand), skat, tuple(row), draw(results()))


@settings(max_examples=1000)
@given(any_line())
def test_what_is_written_is_read_back(line: Line) -> None:
    text = format_line(line)
    assert parse_line(text) == line
    assert parse_line(text[1:]) == line
    assert format_line(parse_line(text)) == text
    assert plain_reading(text) == told(line)
    assert list(split_games([text])) == [(1, text)]


# Mutations ------------------------------------------------------------------------------------


def plain_card(code: str) -> str:
    assert code in cards.CODES
    return code


def plain_act(who: str, word: str) -> tuple[object, ...]:
    """One pair in plain words, read with as little thought as can be."""
    assert who in ("0", "1", "2", "w")
    codes = word.split(".")
    if word.isdigit():
        assert word == str(int(word))
        return who, "bid", int(word)
    if word in ("y", "p", "s", "RE") or word in cards.CODES or word == "??":
        return who, word
    if codes[0] in ("TI", "LE"):
        return who, *codes
    if codes[0] == "SC":
        return who, "SC"
    if len(codes[0]) == 2 and (codes[0] in cards.CODES or codes[0] == "??"):
        return who, frozenset(codes) - {"??"}
    contract, marks = codes[0][0], set(codes[0][1:])
    if "Z" in marks:
        marks |= {"S"}
    if "O" in marks and contract != "N":
        marks |= set("HSZ")
    away = frozenset() if "H" in marks else frozenset(codes[1:3])
    return who, contract, frozenset(marks), away


def plain_reading(text: str) -> tuple[object, ...]:
    """Hands and moves of a line in plain words."""
    for part in re.sub(r"\\.", "", text, flags=re.DOTALL).split("]"):
        if "MV[" in part:
            tokens = part.split("MV[")[1].split()
    deal = tokens[1].replace("|", ".").split(".")
    assert len(deal) == 32
    parts = [frozenset(deal[at : at + 10]) - {"??"} for at in (0, 10, 20, 30)]
    assert sum(map(len, parts)) + deal.count("??") == 32
    return *parts, [plain_act(*tokens[at : at + 2]) for at in range(2, len(tokens), 2)]


def codes_of(cards_held: int) -> frozenset[str]:
    return frozenset(cards.format(cards_held).split())


def told_act(act: int) -> tuple[object, ...]:
    """An act in the same plain words."""
    who = "012w"[acts.who_of(act)]
    kind, argument = acts.kind_of(act), acts.argument_of(act)
    words = {acts.HOLD: "y", acts.PASS: "p", acts.PICK_UP: "s", acts.SHOW: "SC", acts.RESIGN: "RE"}
    if kind in words:
        return who, words[kind]
    if kind == acts.BID:
        return who, "bid", argument
    if kind == acts.CARD:
        return who, "??" if argument == acts.UNKNOWN else cards.CODES[argument]
    if kind in (acts.SKAT, acts.DISCARD):
        return who, codes_of(argument)
    if kind == acts.DECLARE:
        bits = zip("HSZO", (HAND, SCHNEIDER, SCHWARZ, OUVERT), strict=True)
        marks = frozenset(letter for letter, bit in bits if argument & bit)
        return who, "DHSCGN"[argument & 7], marks, codes_of(argument >> acts.GAME_BITS)
    return who, {acts.TIMED_OUT: "TI", acts.LEFT: "LE"}[kind], str(argument)


def told(line: Line) -> tuple[object, ...]:
    """Hands and moves of a line that was read, in the same plain words."""
    return *map(codes_of, (*line.hands, line.skat)), [told_act(act) for act in line.acts]


def made_up(rng: random.Random) -> str:
    """A line with something of everything, in one of its many forms."""
    deck = list(cards.CODES)
    rng.shuffle(deck)
    parts = [".".join(deck[at : at + 10]) for at in (0, 10, 20, 30)]
    if rng.random() < 0.1:
        parts[rng.randrange(3)] = ".".join(["??"] * 10)
    seat = rng.randrange(3)
    contract = rng.choice("DHSCGN")
    away = f"{deck[10 * seat]}.{deck[30]}"
    declaration = rng.choice(
        [
            f"{seat} s w {parts[3]} {seat} {contract}.{away}",
            f"{seat} s w {parts[3]} {seat} {contract} {seat} {away}",
            f"{seat} {contract}{''.join(rng.sample('HS', 2))}",
            f"{seat} {contract}HZ",
            f"{seat} {contract}O",
            f"{seat} NOH.{'.'.join(deck[:10])}",
            f"{seat} s w ??.?? {seat} NO.{away}.{'.'.join(deck[21:30])}.{deck[31]}",
        ]
    )
    play = [f"{k % 3} {code}" for k, code in enumerate(deck[: rng.randrange(31)])]
    play += rng.choice([[], [f"{seat} SC"], ["0 RE", "1 RE"], ["2 ??", "w LE.2"], ["w TI.0"]])
    bids = ["1 18", "0 y", "1 20", "0 p", "2 22", "1 y"][: rng.randrange(7)]
    moves = " ".join(["w", rng.choice(".|").join(parts), *bids, "1 p", "2 p", declaration, *play])
    result = rng.choice([RESULT, RESULT[:-4], "passed", "unknown", None])
    properties = rng.choice([PLAYERS, "PC[ISS2]CO[a \\] b]" + PLAYERS + "R0[]R1[9.5]R2[]", ""])
    prefix = "table .1 anna end " if rng.random() < 0.1 else ""
    return prefix + game(moves, result, properties)


ODD = "()[];|.\\? \t\n01278wypsCSHDGNOZAKQJTRE:-+\u0661\u00a0\u2003\ufeff\U0001f0a1\x00\ud800"


def mutated(text: str, rng: random.Random) -> str:
    """The text with one or a few things wrong."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        near = min(len(text), at + rng.randrange(1, 6))
        tokens = re.split(r"(\s)", text)
        parts = text.split("]")
        one, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        match rng.randrange(12):
            case 0:
                text = text[:at]
            case 1:
                text = text[at:]
            case 2:
                text = text[:at] + text[near:]
            case 3:
                text = text[:at] + text[at:near] + text[at:]
            case 4 | 5:
                text = text[:at] + rng.choice(ODD) + text[at + 1 :]
            case 6:
                text = text[:at] + rng.choice(ODD) + text[at:]
            case 7:
                tokens[one] = ""
                text = "".join(tokens)
            case 8:
                tokens[one], tokens[other] = tokens[other], tokens[one]
                text = "".join(tokens)
            case 9:
                tokens.insert(one, tokens[other] + " ")
                text = "".join(tokens)
            case 10:
                rng.shuffle(parts)
                text = "]".join(parts)
            case _:
                text = text[:at] + text[to:]
    return text


def read_or_refused(text: str) -> bool:
    """Whether a text is read; what is read agrees with the plain reading, and is written so."""
    try:
        line = parse_line(text)
    except ValueError as error:
        message = str(error)
        assert len(message) < 300
        assert message.isprintable()
        return False
    assert plain_reading(text) == told(line)
    assert parse_line(format_line(line)) == line
    return True


@settings(max_examples=1000)
@given(st.integers(0, 2**32))
def test_mutated_lines_are_read_right_or_refused(seed: int) -> None:
    rng = random.Random(seed)
    text = made_up(rng)
    assert read_or_refused(text)
    for _ in range(20):
        read_or_refused(mutated(text, rng))


def test_mutations_are_of_both_kinds() -> None:
    rng = random.Random(1)
    read = [read_or_refused(mutated(made_up(rng), rng)) for _ in range(1000)]
    assert 100 < sum(read) < 900


@settings(max_examples=1000)
@given(st.text(max_size=200) | st.text(ODD, max_size=200))
def test_any_text_is_refused_in_a_line(text: str) -> None:
    assert not read_or_refused(text)
    assert not read_or_refused("(;GM[Skat]MV[w " + text)


# Files ----------------------------------------------------------------------------------------

OTHER = game(f"w {DEAL} 1 p 2 p 0 p", "passed")


def test_one_game_a_line() -> None:
    assert list(split_games([game() + "\n", "\n", "  \n", OTHER])) == [(1, game()), (4, OTHER)]
    assert list(split_games([])) == []


def test_several_games_on_a_line() -> None:
    line = f"{game()} {OTHER}{game()}\n"
    assert list(split_games([line])) == [(1, game()), (1, OTHER), (1, game())]


@pytest.mark.parametrize("newline", ["\n", "\r\n", ""])
def test_a_game_over_several_lines(newline: str) -> None:
    text = f"{game()}\n\n{OTHER}"
    pieces = text.replace("]", "]\n").replace(" 1 18", "\n1 18").replace("\n\n ;)", "\n;)")
    games = list(split_games([line + newline for line in pieces.split("\n")]))
    assert [parse_line(item) for _, item in games] == [parse_line(game()), parse_line(OTHER)]
    assert games[0][0] == 1
    assert games[1][0] == pieces.split("\n").index("(;GM[Skat]", 1) + 1


def test_games_without_their_first_bracket() -> None:
    cut = game()[1:]
    assert list(split_games([cut, cut + cut])) == [(1, cut), (2, cut), (2, cut)]
    told_by_server = "table .1 anna end " + cut
    assert list(split_games([cut[:149], told_by_server])) == [(1, cut[:149]), (2, told_by_server)]


def test_protocol_lines() -> None:
    line = "table .1 anna end " + game()
    assert list(split_games(["hello", line, line + " " + line])) == [
        (1, "hello"),
        (2, line),
        (3, line),
        (3, line),
    ]


def test_text_of_no_game_comes_out_as_it_is() -> None:
    lines = ["# games", f"before {game()} between {OTHER} behind", "];)", "; )"]
    assert list(split_games(lines)) == [
        (1, "# games"),
        (2, "before"),
        (2, game()),
        (2, "between"),
        (2, OTHER),
        (2, "behind"),
        (3, "];)"),
        (4, "; )"),
    ]


def test_a_game_cut_short_comes_out_alone() -> None:
    cut = game()[:180]
    assert list(split_games([cut, OTHER, cut + OTHER, cut])) == [
        (1, cut),
        (2, OTHER),
        (3, cut),
        (3, OTHER),
        (4, cut),
    ]


def test_marks_inside_values_are_text() -> None:
    text = game(properties=r"CO[a ;) b (; c \] ;) d]")
    assert list(split_games([text, game()])) == [(1, text), (2, game())]
    assert parse_line(text).properties["CO"] == "a ;) b (; c ] ;) d"
    text = game(properties="CO[a\\\\]")
    assert list(split_games([text, game()])) == [(1, text), (2, game())]


def test_a_game_without_end_is_given_up() -> None:
    def lines() -> Iterator[str]:
        yield "(;GM[Skat]CO["
        for _ in range(3 * LONGEST_GAME // 10):
            yield "123456789\n"
        yield game()

    games = list(split_games(lines()))
    assert LONGEST_GAME < len(games[0][1]) < LONGEST_GAME + 100
    assert games[-1][1] == game()
    assert sum(text.count("123456789") for _, text in games) == 3 * LONGEST_GAME // 10


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_no_character_of_a_file_gets_lost(seed: int) -> None:
    rng = random.Random(seed)
    text = "\n".join(mutated(made_up(rng), rng) for _ in range(rng.randrange(1, 6)))
    games = list(split_games(text.split("\n")))
    assert "".join("".join(item for _, item in games).split()) == "".join(text.split())
    assert [number for number, _ in games] == sorted(number for number, _ in games)


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.booleans())
def test_whole_games_are_found_among_cut_ones(seed: int, over_lines: bool) -> None:
    rng = random.Random(seed)
    whole = [made_up(rng) for _ in range(rng.randrange(1, 6))]
    cut = [text[: rng.randrange(len(text) - 3)] for text in whole]
    text = "\n".join(f"{a}\n{b}" for a, b in zip(whole, cut, strict=True))
    if over_lines:
        text = re.sub(r"(?<!\\)\]", "]\n", text)
    read = [parse_line(item) for _, item in split_games(text.split("\n")) if is_game(item)]
    assert read == [parse_line(item) for item in whole]


def is_game(text: str) -> bool:
    try:
        parse_line(text)
    except ValueError:
        return False
    return True


# Real games -----------------------------------------------------------------------------------


@pytest.mark.skipif(not RECORDS.exists(), reason="the folder of records is not at hand")
def test_real_games() -> None:
    with RECORDS.open(encoding="utf-8") as lines:
        games = list(split_games(lines))
    assert len(games) > 30
    for _, text in games:
        line = parse_line(text)
        written = format_line(line)
        assert plain_reading(text) == plain_reading(written) == told(line)
        assert len(text.split()) == len(written.split())
        assert text.split("]R[")[1] == written.split("]R[")[1]
        assert text.split("MV[")[0] == written.split("MV[")[0]
