"""The result in a game line of the International Skat Server: the property R, read and written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simcore.checks import shown


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
            return f"result {shown(tokens[number])}: {words} wanted here"
    return f"result {shown(tokens[number + 1])}: nothing more wanted here"


def read_result(text: str) -> Result:
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


def write_result(result: Result) -> str:
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
