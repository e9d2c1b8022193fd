"""A simulated game as a record: the same line a server would have written of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from simcore.checks import is_whole, shown
from simcore.skat import questions
from simcore.skat.record import acts
from simcore.skat.record.acts import act
from simcore.skat.record.booked import counts_as_schneider
from simcore.skat.record.iss import Line, format_line, parse_line
from simcore.skat.record.replay import Record
from simcore.skat.record.result import Result
from simcore.skat.row import NOT_PLAYED, PLAYS, ROW
from simcore.skat.rule_files import load_rules
from simcore.skat.rulebook import auction
from simcore.skat.rules import RAMSCH, SEATS, RuleSet

_MARKS = {
    "hand": acts.HAND,
    "announced_schneider": acts.SCHNEIDER,
    "announced_schwarz": acts.SCHWARZ,
    "ouvert": acts.OUVERT,
}


def write_record(
    row: np.void,
    plays: Sequence[int] | np.ndarray,
    *,
    rules: str | Path | RuleSet = "isko",
    properties: Mapping[str, str] | None = None,
) -> str:
    """A game as a line of the International Skat Server; `read_records` reads it back.

    Parameters
    ----------
    row
        A row of `skat-hand/1`, as `simcore.rows` makes it.
    plays
        Its cards played, 32 bit numbers.
    rules
        The rules it was played by.
    properties
        More properties of the line, such as {"P0": name of forehand}.

    Raises
    ------
    ValueError
        The line has no words for the game: Ramsch, a game with Kontra, a number beyond its ranges;
        or row and plays are not one game under these rules.
    """
    _check_game(row, plays)
    if row["contract"] == RAMSCH:
        raise ValueError("a Ramsch cannot be written as a record: the ISS line knows none")
    if row["kontra"]:
        raise ValueError("a game with Kontra cannot be written as a record: the ISS line has none")
    rule_set = load_rules(rules)
    done = list(_calls(row, rule_set))
    if row["declarer"] >= 0:
        done += _exchange(row)
        done += _cards(row, plays, rule_set)
    hands = (int(row["hand_forehand"]), int(row["hand_middlehand"]), int(row["hand_rearhand"]))
    named = _check_properties(properties)
    line = format_line(Line(named, hands, int(row["skat"]), tuple(done), _result(row)))
    _check_read_back(line, row, plays, rule_set)
    return line


_NOT_IN_A_LINE = ("deal_id", "rotation", "thrown_in")
_LONGEST_PROPERTY = 1000


def _check_game(row: Any, plays: Any) -> None:
    """One row, and cards played as the log has them."""
    names = getattr(getattr(row, "dtype", None), "names", None)
    if names != ROW.names or row.shape:
        raise ValueError(f"row {shown(row)}: one row of skat-hand/1, as simcore.rows makes it")
    whole = isinstance(plays, Sequence | np.ndarray) and len(plays) == PLAYS
    if not whole or not all(is_whole(bit) and 0 <= bit <= NOT_PLAYED for bit in plays):
        raise ValueError(f"plays {shown(plays)}: {PLAYS} bit numbers, as simcore.rows makes them")


def _check_properties(properties: Any) -> dict[str, str]:
    """Properties that stand on a line of their own as they are."""
    if properties is None:
        return {}
    if not isinstance(properties, Mapping):
        raise ValueError(f"properties {shown(properties)}: a mapping of names to texts")
    for name, text in properties.items():
        if not isinstance(text, str) or not text.isprintable() or len(text) > _LONGEST_PROPERTY:
            raise ValueError(
                f"property {shown(name)} {shown(text)}: a printable text of {_LONGEST_PROPERTY} "
                "characters at most"
            )
    return dict(properties)


def _check_read_back(
    line: str, row: np.void, plays: Sequence[int] | np.ndarray, rules: RuleSet
) -> None:
    """The line says the same game: read back it is this row, and these cards were played."""
    again = Record(0, 1, parse_line(line)).replay(rules)
    names = [name for name in ROW.names or () if name not in _NOT_IN_A_LINE]
    same = again.row is not None and all(again.row[name] == row[name] for name in names)
    if again.differences or not same or list(again.plays) != list(plays):
        why = "; ".join(again.differences) or "read back it would be another"
        raise ValueError(f"row and plays are not one game under these rules: {why}")


def _calls(row: np.void, rules: RuleSet) -> Iterator[int]:
    """The auction: the highest value of each seat decides every call."""
    declarer, bid = int(row["declarer"]), int(row["bid"])
    held = auction([int(row[f"bid_{seat}"]) for seat in SEATS], rules)
    if (held.declarer, held.bid) != (declarer, bid):
        yield from _jump(declarer, bid)
        return
    words = {"hold": acts.HOLD, "pass": acts.PASS}
    for seat, call in held.log:
        yield act(acts.BID, seat, call) if isinstance(call, int) else act(words[call], seat)


def _jump(declarer: int, bid: int) -> Iterator[int]:
    """No auction was held (a scenario forced the declarer): he says the value, the others pass."""
    for seat in (1, 0, 2) if declarer == 1 else (1, 2, 0):  # middlehand is answered at once
        yield act(acts.BID, seat, bid) if seat == declarer else act(acts.PASS, seat)


def _exchange(row: np.void) -> Iterator[int]:
    """Pick up or not, and the game with the cards put away."""
    seat, game, away = int(row["declarer"]), int(row["contract"]), 0
    for column, mark in _MARKS.items():
        game |= mark if row[column] else 0
    if not row["hand"]:
        away = int(row["discard"])
        yield act(acts.PICK_UP, seat)
        yield act(acts.SKAT, acts.WORLD, int(row["skat"]))
    yield act(acts.DECLARE, seat, game | away << acts.GAME_BITS)


def _cards(row: np.void, plays: Sequence[int] | np.ndarray, rules: RuleSet) -> Iterator[int]:
    """Every card by the seat that played it."""
    played = [int(bit) for bit in plays[2:] if bit < acts.UNKNOWN]
    contract, leader = int(row["contract"]), 0
    for first in range(0, len(played), 3):
        trick = played[first : first + 3]
        for place, bit in enumerate(trick):
            yield act(acts.CARD, (leader + place) % 3, bit)
        if len(trick) == 3:
            cards = (1 << bit for bit in trick)
            leader = (leader + questions.winner(*cards, contract, rules)) % 3


def _result(row: np.void) -> Result:
    """The result as the server books it."""
    if row["declarer"] < 0:
        return Result("passed")
    schneider, schwarz = counts_as_schneider(row)
    numbers: dict[str, Any] = {
        "value": int(row["score"]),
        "matadors": int(row["matadors"]),
        "points": int(row["card_points"]),
        "tricks": int(row["tricks"]),
    }
    return Result(
        "win" if row["won"] else "loss",
        int(row["declarer"]),
        overbid=bool(row["overbid"]),
        schneider=schneider,
        schwarz=schwarz,
        resigned=False,
        **numbers,
    )
