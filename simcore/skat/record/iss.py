"""Games of the International Skat Server (ISS): one line of text each, read and written.

These rooms know how a line is written, not how Skat is played: what they read may still break the
rules. They are strict, since a line misread in silence is worse than a line refused. The form:

    (;GM[Skat]PC[..]CO[..]SE[..]ID[..]DT[..]P0[..]P1[..]P2[..]R0[]R1[]R2[]MV[moves ]R[result] ;)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from simcore.checks import shown
from simcore.skat.record.moves import read_moves, write_moves
from simcore.skat.record.result import Result, read_result, write_result

ORDER = ("GM", "PC", "CO", "SE", "ID", "DT", "P0", "P1", "P2", "R0", "R1", "R2")


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
        Every move after the deal, in order, as `acts.py` encodes it: `acts[k]` is move k + 1. Open
        cards shown after a declaration or SC are not kept.
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
        return f"more text after the end of the game: {shown(gap[end.end() :].strip())}"
    return f"{shown(text)} is no property, such as P0[name], and no end of the game ( ;))"


def _read_properties(text: str) -> dict[str, str]:
    """Values by name, escapes still in them."""
    begin = _BEGIN.match(text)
    if not begin:
        raise ValueError(f"no game: it begins with (;GM[Skat], not with {shown(text.strip())}")
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
        game = f"not {shown(properties['GM'])}" if "GM" in properties else "there is none"
        raise ValueError(f"property GM: Skat wanted, {game}")
    if "MV" not in properties:
        raise ValueError("the moves MV[...] are missing")
    hands, skat, row = read_moves(properties.pop("MV"))
    booked = properties.pop("R", None)
    result = None if booked is None else read_result(booked)
    if "\\" in text:
        properties = {name: _ESCAPED.sub(r"\1", value) for name, value in properties.items()}
    return Line(properties, hands, skat, row, result)


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
    try:
        moves = write_moves(line.hands, line.skat, line.acts)
    except LookupError as error:
        raise ValueError(f"an act has no words in a line: {shown(str(error))}") from None
    names = [*filter(properties.__contains__, ORDER), *(n for n in properties if n not in ORDER)]
    text = "".join(f"{name}[{_escape(properties[name])}]" for name in names)
    result = "" if line.result is None else f"R[{write_result(line.result)}]"
    text = f"(;{text}MV[{moves} ]{result} ;)"
    if parse_line(text) != replace(line, properties=properties):
        raise ValueError("no line holds this game: read back it would be another")
    return text
