"""Games of the International Skat Server (ISS): one line of text each, read and written.

This room knows how a line is written, not how Skat is played: what it reads may still break the
rules. It is strict, since a line misread in silence is worse than a line refused. The form:

    (;GM[Skat]PC[..]CO[..]SE[..]ID[..]DT[..]P0[..]P1[..]P2[..]R0[]R1[]R2[]MV[moves ]R[result] ;)

MV holds pairs "who action": the deal by `w`, the server, then the auction, the declaration and the
play by the seats 0 to 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import permutations, repeat

from simcore import cards
from simcore.skat import acts
from simcore.skat.acts import HAND, OUVERT, SCHNEIDER, SCHWARZ
from simcore.skat.rules import CONTRACTS, NULL

ORDER = ("GM", "PC", "CO", "SE", "ID", "DT", "P0", "P1", "P2", "R0", "R1", "R2")
LOWEST_BID, HIGHEST_BID = 2, 999  # whether a bid is the value of a game the rules say


@dataclass(frozen=True, slots=True)
class Result:
    """What the server booked: the property R.

    Fields
    ------
    kind
        "passed", "unknown", "win", "loss", or "penalty" (somebody went before there was a game).
        For the first two all other fields stand at their defaults.
    declarer
        Seat 0..2, -1 where the auction did not end.
    value
        Signed value of the game, doubled when lost.
    matadors
        With (+) or without (-), counted over hand and skat; 0 for Null.
    overbid
        The value is below the bid.
    points, tricks
        The declarer's card points, skat included (0..120), and tricks (0..10).
    schneider, schwarz
        Whether they were reached and count.
    penalties
        Penalty units of the three seats.
    left, timed_out
        The seat that left or ran out of time, else -1.
    resigned
        Whether a party resigned; None in old lines, which do not say.
    """

    kind: str
    declarer: int = -1
    value: int = 0
    matadors: int = 0
    overbid: bool = False
    points: int = 0
    tricks: int = 0
    schneider: bool = False
    schwarz: bool = False
    penalties: tuple[int, int, int] = (0, 0, 0)
    left: int = -1
    timed_out: int = -1
    resigned: bool | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One game as its line tells it.

    Fields
    ------
    properties
        All properties but MV and R, by name, without escapes.
    hands, skat
        The cards dealt, as far as they are known: sets in the bit layout of `simcore.cards`.
    acts
        Every move after the deal, in order, as `simcore.skat.acts` encodes it: `acts[k]` is move
        k + 1. Open cards shown after a declaration or SC are not kept.
    result
        None where the line has no R: then nothing says that the game is complete.
    """

    properties: dict[str, str]
    hands: tuple[int, int, int]
    skat: int
    acts: tuple[int, ...]
    result: Result | None = None

    @property
    def unknown(self) -> int:
        """Number of dealt cards the line hides (`??`)."""
        return 32 - sum(held.bit_count() for held in (*self.hands, self.skat))


# Tokens --------------------------------------------------------------------------------------

_SEATS = ("0", "1", "2")
_LETTERS = CONTRACTS[: NULL + 1]
_MARKS = {"H": HAND, "O": OUVERT, "S": SCHNEIDER, "Z": SCHWARZ}
_OPEN_GAME = HAND | SCHNEIDER | SCHWARZ | OUVERT  # what O means in a suit game and in Grand
_HIDDEN = "??"
_SETS = {_HIDDEN: 0, **{code: 1 << bit for code, bit in cards.BITS.items()}}
_PAIRS = {f"{a}.{b}": _SETS[a] | _SETS[b] for a, b in permutations(cards.CODES, 2)}

# What a seat does in one word.
_PLAIN = {
    "y": acts.act(acts.HOLD, 0),
    "p": acts.act(acts.PASS, 0),
    "s": acts.act(acts.PICK_UP, 0),
    "SC": acts.act(acts.SHOW, 0),
    "RE": acts.act(acts.RESIGN, 0),
    _HIDDEN: acts.act(acts.CARD, 0, acts.UNKNOWN),
    **{code: acts.act(acts.CARD, 0, bit) for code, bit in cards.BITS.items()},
    **{str(bid): acts.act(acts.BID, 0, bid) for bid in range(LOWEST_BID, HIGHEST_BID + 1)},
}
_WORDS = {act: word for word, act in _PLAIN.items()}
_ENDS = {
    f"{word}.{seat}": acts.act(kind, acts.WORLD, seat)
    for word, kind in (("TI", acts.TIMED_OUT), ("LE", acts.LEFT))
    for seat in range(3)
}
_END_WORDS = {act: word for word, act in _ENDS.items()}
# Most moves of a game are found here whole, the others stand as rare ones until they are read.
_RARE = -1
_COMMON = {
    **{(who, word): act | acts.act(0, int(who)) for who in _SEATS for word, act in _PLAIN.items()},
    **{
        (who, f"{letter}.{pair}"): acts.act(
            acts.DECLARE, int(who), contract | held << acts.GAME_BITS
        )
        for who in _SEATS
        for contract, letter in enumerate(_LETTERS)
        for pair, held in _PAIRS.items()
    },
    **{("w", pair): acts.act(acts.SKAT, acts.WORLD, held) for pair, held in _PAIRS.items()},
}

_ACTIONS = (
    f"a seat says a bid ({LOWEST_BID} to {HIGHEST_BID}), y, p or s, a game such as G or CH.., "
    f"a card such as CJ, two cards put away, SC or RE"
)
_CARDS = "a card is one of C S H D, then one of A K Q J T 9 8 7"


def _cut(token: str) -> str:
    """A token as an error message shows it: printable, on one line, never long."""
    shown = repr(token[:40])
    return shown if len(token) <= 40 and len(shown) <= 60 else shown[:50] + "..."


def _read_cards(text: str) -> list[int]:
    """The cards of `c.c.c` as sets of one card each, none where the card is hidden."""
    try:
        return list(map(_SETS.__getitem__, text.split(".")))
    except KeyError as error:
        raise ValueError(f"{_cut(error.args[0])} is no card: {_CARDS}") from None


def _distinct(held: list[int]) -> bool:
    return sum(held).bit_count() == len(held)


def _read_open_cards(text: str) -> list[int]:
    """Cards that all can be seen."""
    held = _read_cards(text)
    if 0 in held:
        raise ValueError("hidden cards (??) do not tell which cards these are")
    return held


def _read_put_away(text: str) -> int:
    """Set of the two cards put away."""
    held = _read_open_cards(text)
    if len(held) != 2 or not _distinct(held):
        raise ValueError("two different cards are put away")
    return held[0] | held[1]


def _read_game(word: str) -> int:
    """Game in bits, with what the announcements written imply."""
    if not word or word[0] not in _LETTERS:
        raise ValueError(_ACTIONS)
    marks = 0
    for letter in word[1:]:
        mark = _MARKS.get(letter)
        if mark is None:
            raise ValueError(
                f"neither a card nor a game: {_cut(letter)} is no announcement "
                f"(H hand, O ouvert, S schneider, Z schwarz)"
            )
        if marks & mark:
            raise ValueError(f"{letter} is announced twice")
        marks |= mark
    contract = _LETTERS.index(word[0])
    if marks & SCHWARZ:
        marks |= SCHNEIDER
    if marks & OUVERT and contract != NULL:
        marks |= _OPEN_GAME
    return contract | marks


def _read_declared_cards(game: int, text: str) -> int:
    """Set of the cards put away, from the cards after a declaration; open cards follow them."""
    if not game & OUVERT:
        if game & HAND:
            raise ValueError("no cards follow a hand game that is not ouvert")
        return _read_put_away(text)
    held = _read_open_cards(text)
    if len(held) not in ((10, 12, 22) if game & HAND else (2, 10, 12, 22)):
        raise ValueError(
            f"{len(held)} cards: the ten open cards follow an ouvert game, "
            f"behind the two put away unless it is a hand game"
        )
    away = 0 if game & HAND else held[0] | held[1]
    # Where 22 cards stand, the open hand was written a second time.
    again = held[12:]
    if not _distinct(held[:12]) or not _distinct(again) or away & sum(again):
        raise ValueError("a card stands twice among those put away and laid open")
    return away


def _read_seat(word: str) -> int:
    """What a seat does, where it is no plain word: declarations, cards put away or laid open."""
    head, dot, tail = word.partition(".")
    if head == "SC":
        held = _read_open_cards(tail)
        if len(held) > 10 or not _distinct(held):
            raise ValueError("at most ten cards, all different, are laid open")
        return acts.act(acts.SHOW, 0)
    if head in _SETS:
        return acts.act(acts.DISCARD, 0, _read_put_away(word))
    game = _read_game(head)
    away = _read_declared_cards(game, tail) if dot else 0
    return acts.act(acts.DECLARE, 0, game | away << acts.GAME_BITS)


def _read_world(word: str, last: bool) -> int:
    """What the server does after the deal, where it does not turn over two known cards."""
    if word in _ENDS:
        if not last:
            raise ValueError("TI and LE end the game, but moves follow")
        return _ENDS[word]
    held = word.split(".")
    if len(held) != 2 or _HIDDEN not in held or any(code not in _SETS for code in held):
        raise ValueError(
            "w turns over two different skat cards (CJ.H7) or ends the game (TI.0, LE.0)"
        )
    return acts.act(acts.SKAT, acts.WORLD, _SETS[held[0]] | _SETS[held[1]])


def _read_act(who: str, word: str, last: bool) -> int:
    """An act that is not among the common ones."""
    if who == "w":
        return _read_world(word, last)
    if who not in _SEATS:
        raise ValueError("a move is made by 0, 1, 2 or w (the server)")
    return _read_seat(word) | acts.act(0, int(who))


def _read_deal(token: str) -> tuple[tuple[int, int, int], int]:
    """Hands and skat."""
    if "|" in token:
        if [part.count(".") for part in token.split("|")] != [9, 9, 9, 1]:
            raise ValueError("| stands between hands of 10, 10, 10 cards and a skat of 2")
        token = token.replace("|", ".")
    held = _read_cards(token)
    if len(held) != 32:
        raise ValueError(f"{len(held)} cards: 32 are dealt, with a dot between them")
    forehand, middlehand, rearhand = sum(held[:10]), sum(held[10:20]), sum(held[20:30])
    skat = held[30] + held[31]
    # A sum of cards has as many bits as cards only where all of them differ.
    known = (forehand + middlehand + rearhand + skat).bit_count()
    if known < 32 and known + held.count(0) != 32:
        twice = next(one for k, one in enumerate(held) if one and one in held[:k])
        raise ValueError(f"{cards.format(twice)} is dealt twice")
    return (forehand, middlehand, rearhand), skat


def _read_moves(text: str) -> tuple[tuple[int, int, int], int, tuple[int, ...]]:
    """Hands, skat and acts of MV."""
    tokens = text.split()
    number = 0  # of the move that is read
    try:
        if len(tokens) < 2 or tokens[0] != "w":
            raise ValueError("the moves begin with the deal: w, then 32 cards")
        hands, skat = _read_deal(tokens[1])
        pairs = zip(tokens[2::2], tokens[3::2], strict=False)
        row = list(map(_COMMON.get, pairs, repeat(_RARE)))
        while _RARE in row:
            number = row.index(_RARE) + 1
            last = 2 * number + 2 == len(tokens)
            row[number - 1] = _read_act(tokens[2 * number], tokens[2 * number + 1], last)
        if len(tokens) % 2:
            number = len(row) + 1
            raise ValueError("moves are pairs, and this one lacks its action")
    except ValueError as error:
        token = " ".join(tokens[2 * number : 2 * number + 2])
        raise ValueError(f"move {number}: {_cut(token)}: {error}") from None
    return hands, skat, tuple(row)


# Result --------------------------------------------------------------------------------------

_SEAT = "(-1|[012])"
_UNITS = "(0|[1-9][0-9]?)"
_FIELDS = (
    ("d:<seat or -1>", f"d:{_SEAT}"),
    ("win, loss or penalty", "(win|loss|penalty)"),
    ("v:<-999 to 999>", "v:(0|-?[1-9][0-9]{0,2})"),
    ("m:<-11 to 11>", "m:(0|-?(?:[1-9]|1[01]))"),
    ("bidok or overbid", "(bidok|overbid)"),
    ("p:<0 to 120>", "p:(0|[1-9][0-9]?|1[01][0-9]|120)"),
    ("t:<0 to 10>", "t:([0-9]|10)"),
    ("s:<0 or 1>", "s:([01])"),
    ("z:<0 or 1>", "z:([01])"),
    ("p0:<0 to 99>", f"p0:{_UNITS}"),
    ("p1:<0 to 99>", f"p1:{_UNITS}"),
    ("p2:<0 to 99>", f"p2:{_UNITS}"),
    ("l:<seat or -1>", f"l:{_SEAT}"),
    ("to:<seat or -1>", f"to:{_SEAT}"),
)
_NUMBERS = {str(number): number for number in range(-999, 1000)}
_RESIGNED = ("r:<0 or 1>", "r:([01])")
_RESULT = re.compile(r"\s+".join(form for _, form in _FIELDS) + rf"(?:\s+{_RESIGNED[1]})?")


def _bad_field(text: str) -> str:
    """What is wrong with a result that is none."""
    tokens = text.split()
    for number, (words, form) in enumerate((*_FIELDS, _RESIGNED)):
        if number == len(tokens):
            return f"result ends early: {words} is missing"
        if not re.fullmatch(form, tokens[number]):
            return f"result {_cut(tokens[number])}: {words} wanted here"
    return f"result {_cut(tokens[number + 1])}: nothing more wanted here"


def _read_result(text: str) -> Result:
    """The property R."""
    text = text.strip()
    if text in ("passed", "unknown"):
        return Result(text)
    found = _RESULT.fullmatch(text)
    if not found:
        raise ValueError(_bad_field(text))
    kind, bid, resigned = found.group(2, 5, 15)
    numbers = map(_NUMBERS.__getitem__, found.group(1, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14))
    declarer, value, matadors, points, tricks, s, z, p0, p1, p2, left, timed_out = numbers
    if (kind == "win") != (value > 0) or (kind == "penalty" and value):
        raise ValueError(f"result 'v:{value}': a {kind} with this value contradicts itself")
    if kind != "penalty" and declarer < 0:
        raise ValueError(f"result 'd:-1': a {kind} has a declarer")
    return Result(
        kind,
        declarer,
        value,
        matadors,
        bid == "overbid",
        points,
        tricks,
        s == 1,
        z == 1,
        (p0, p1, p2),
        left,
        timed_out,
        None if resigned is None else resigned == "1",
    )


def _write_result(result: Result) -> str:
    if result.kind in ("passed", "unknown"):
        return result.kind
    p0, p1, p2 = result.penalties
    text = (
        f"d:{result.declarer} {result.kind} v:{result.value} m:{result.matadors} "
        f"{'overbid' if result.overbid else 'bidok'} p:{result.points} t:{result.tricks} "
        f"s:{result.schneider:d} z:{result.schwarz:d} p0:{p0} p1:{p1} p2:{p2} "
        f"l:{result.left} to:{result.timed_out}"
    )
    return text if result.resigned is None else f"{text} r:{result.resigned:d}"


# The line ------------------------------------------------------------------------------------

# Quantifiers with a + behind them never give back, and a property whose ] is missing reaches to the
# end of the text: time grows with the length alone.
NAME = r"[A-Z][A-Z0-9]?"
PREFIX = r"table\s++\S++\s++\S++\s++end\s++"
_PROPERTY = re.compile(rf"({NAME})\[([^\]]*+)\]?")
_ESCAPED_PROPERTY = re.compile(rf"({NAME})\[((?:[^\]\\]++|\\.)*+)\]?", re.DOTALL)
_BEGIN = re.compile(rf"\s*+(?:{PREFIX})?\(?;")
_END = re.compile(r"\s*+;\s*+\)\s*+")
_SWALLOWED = re.compile(r"(?:GM|PC|CO|SE|ID|DT|MV|OW|P[012]|R[012]?)\[")
_ESCAPED = re.compile(r"\\([\[\]\\])")


def _bad_gap(gap: str) -> str:
    """What is wrong with a text between the properties, or behind them."""
    text = gap.strip()
    if not text:
        return "the line is cut: it ends with ;)"
    if end := _END.match(gap):
        return f"more text after the end of the game: {_cut(gap[end.end() :].strip())}"
    return f"{_cut(text)} is no property, such as P0[name], and no end of the game ( ;))"


def _read_properties(text: str) -> dict[str, str]:
    """Values by name, escapes still in them."""
    begin = _BEGIN.match(text)
    if not begin:
        raise ValueError(f"no game: it begins with (;GM[Skat], not with {_cut(text.strip())}")
    # Gap, name, value, gap, name, value, ... and the end of the game as the last gap.
    form = _ESCAPED_PROPERTY if "\\" in text else _PROPERTY
    parts = form.split(text[begin.end() :])
    *gaps, end = parts[::3]
    names = parts[1::3]
    if "".join(gaps).strip():
        raise ValueError(_bad_gap(next(filter(str.strip, gaps))))
    if names and not end and not text.endswith("]"):
        raise ValueError(f"the ] of property {names[-1]} is missing")
    if not _END.fullmatch(end):
        raise ValueError(_bad_gap(end))
    properties = dict(zip(names, parts[2::3], strict=True))
    if len(properties) < len(names):
        raise ValueError(f"property {next(n for n in names if names.count(n) > 1)} is given twice")
    if text.count("[") > len(names):
        for name, value in properties.items():
            if inner := _SWALLOWED.search(value):
                raise ValueError(f"property {name} holds {inner[0]!r}: a ] is missing before it")
    return properties


def parse_line(text: str) -> Line:
    """One game from its line.

    A missing first bracket, the words `table t u end` of a protocol line before it and white space
    wherever it separates are accepted, and the properties in any order.

    Raises
    ------
    ValueError
        It is not one whole game; the message, a short line, names the token and what is wanted,
        and the number of the move (1 the first after the deal, 0 the deal).
    """
    if not isinstance(text, str):
        raise ValueError(f"{type(text).__name__} is no text of a game")
    properties = _read_properties(text)
    if properties.get("GM") != "Skat":
        game = f"not {_cut(properties['GM'])}" if "GM" in properties else "there is none"
        raise ValueError(f"property GM: Skat wanted, {game}")
    if "MV" not in properties:
        raise ValueError("the moves MV[...] are missing")
    hands, skat, row = _read_moves(properties.pop("MV"))
    booked = properties.pop("R", None)
    result = None if booked is None else _read_result(booked)
    if "\\" in text:
        properties = {name: _ESCAPED.sub(r"\1", value) for name, value in properties.items()}
    return Line(properties, hands, skat, row, result)


# Writing -------------------------------------------------------------------------------------


def _write_cards(held: int, number: int) -> str:
    """`c.c.c`, highest bit first; hidden cards make up the number."""
    codes = [cards.CODES[bit] for bit in cards.bits_of(held)]
    return ".".join(codes + [_HIDDEN] * (number - len(codes)))


def _write_game(game: int) -> str:
    """Declaration as the server writes it, without what is implied."""
    letter = _LETTERS[game & 7]
    if game & 7 != NULL and game & OUVERT:
        return letter + "O"
    announced = "Z" if game & SCHWARZ else "S" * bool(game & SCHNEIDER)
    return letter + "O" * bool(game & OUVERT) + "H" * bool(game & HAND) + announced


def _write_act(act: int) -> str:
    """The pair "who action"."""
    kind, who, argument = acts.kind_of(act), acts.who_of(act), acts.argument_of(act)
    if kind in (acts.TIMED_OUT, acts.LEFT):
        word = _END_WORDS[act]
    elif kind in (acts.SKAT, acts.DISCARD):
        word = _write_cards(argument, 2)
    elif kind == acts.DECLARE:
        away = argument >> acts.GAME_BITS
        word = _write_game(argument & (1 << acts.GAME_BITS) - 1)
        word += f".{_write_cards(away, 2)}" if away else ""
    else:
        word = _WORDS[acts.act(kind, 0, argument)]
    return f"{'w' if who == acts.WORLD else who} {word}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]").replace("[", "\\[")


def format_line(line: Line) -> str:
    """A game as the server's archive writes it; `parse_line` reads back the same game.

    GM[Skat] is written whether or not it is among the properties; properties that are not given
    are left out.

    Raises
    ------
    ValueError
        The game cannot be written: an act, a set of cards, a property or a result is none, or a
        line has no words for it (such as a suit game ouvert that is no hand game).
    """
    properties = {"GM": "Skat", **line.properties}
    deal = [_write_cards(held, 10) for held in line.hands] + [_write_cards(line.skat, 2)]
    try:
        moves = [f"w {'.'.join(deal)}", *map(_write_act, line.acts)]
    except LookupError as error:
        raise ValueError(f"an act has no words in a line: {_cut(str(error))}") from None
    names = [*filter(properties.__contains__, ORDER), *(n for n in properties if n not in ORDER)]
    text = "".join(f"{name}[{_escape(properties[name])}]" for name in names)
    result = "" if line.result is None else f"R[{_write_result(line.result)}]"
    text = f"(;{text}MV[{' '.join(moves)} ]{result} ;)"
    if parse_line(text) != replace(line, properties=properties):
        raise ValueError("no line holds this game: read back it would be another")
    return text
