"""Real games: records of the International Skat Server read, played again, and written.

A record goes through the rules of the simulator act by act (`referee.py`); what comes out is a row
like that of a simulated game, and every difference from what the server booked.
"""

from __future__ import annotations

import os.path
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from simcore.checks import shown
from simcore.skat.auction import Ladder, ladder
from simcore.skat.record import acts, referee, verdict
from simcore.skat.record.booked import ENDS, differences, gone, outcome, why_unscored
from simcore.skat.record.faults import illegal
from simcore.skat.record.games import split_games
from simcore.skat.record.iss import Line, parse_line
from simcore.skat.record.result import Result
from simcore.skat.row import NOT_PLAYED, PLAYS, ROW
from simcore.skat.rule_files import load_rules
from simcore.skat.rules import RULES, RuleSet

_LONGEST_LINE = 1 << 26  # characters; many games may share a line


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again.

    Attributes
    ----------
    row
        The game as a row of `skat-hand/1` (0-d structured array); None where it cannot be scored.
    recorded
        The result in the record; None where it holds none.
    differences
        Empty when all agrees: no illegal act, and the row (or the penalty before there was a game)
        is what the record says. Else each in words; a game that should have a row always has one.
    plays
        The cards in playing order, uint8, shape (32,), as the log has them.
    end
        How the game ended, one of `ENDS`; "unread" where it could not be played.
    unscored
        Why there is no row; empty where there is one.
    illegal
        Every illegal act, by the number of its move (the deal is move 0).
    gone
        Who left or ran out of time, in words; empty where nobody did.
    """

    row: np.void | None
    recorded: Result | None
    differences: tuple[str, ...]
    plays: np.ndarray
    end: str
    unscored: str
    illegal: tuple[str, ...]
    gone: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a file.

    Attributes
    ----------
    number
        Place in the file, from 0.
    line_number
        Its first line, from 1.
    line
        What the line tells; None where it cannot be read.
    fault
        Why it cannot be read; empty where it can.
    """

    number: int
    line_number: int
    line: Line | None
    fault: str = ""

    @property
    def deal(self) -> tuple[int, int, int, int] | None:
        """The hands of the three seats and the skat; None where some card is not known."""
        if self.line is None or self.line.unknown:
            return None
        return (*self.line.hands, self.line.skat)

    @property
    def players(self) -> tuple[str, str, str]:
        """Names by seat; "" where the record has none."""
        names = {} if self.line is None else self.line.properties
        return names.get("P0", ""), names.get("P1", ""), names.get("P2", "")

    def replay(self, rules: str | Path | RuleSet = "isko") -> Replay:
        """Play the record again under some rules; see `Replay`.

        Raises
        ------
        ValueError
            The rules are unknown.
        """
        prepared = _prepared(rules)
        if self.line is None:
            return _unplayed(None, f"unreadable: {self.fault}")
        deal = self.deal
        if deal is None:
            hidden = f"{self.line.unknown} of the 32 cards are hidden"
            return _unplayed(self.line.result, hidden)
        return _replay(self.line, deal, prepared)


# ---- reading ------------------------------------------------------------------------------------


def read_records(path: str | Path) -> Iterator[Record]:
    """The games of a file in order; a line that cannot be read comes as a record with its fault.

    Raises
    ------
    ValueError
        There is no such file.
    """
    if not isinstance(path, str | Path):
        raise ValueError(f"{shown(path)} is no path of a file of records")
    file = Path(path)
    if not os.path.isfile(file):  # a Path raises where a name is too long
        raise ValueError(f"no file of records: {str(path)!r}")
    return _records(file)


def _records(file: Path) -> Iterator[Record]:
    with file.open(encoding="utf-8-sig", errors="replace") as text_file:
        lines = iter(lambda: text_file.readline(_LONGEST_LINE), "")  # no line fills the memory
        for number, (line_number, text) in enumerate(split_games(lines)):
            try:
                yield Record(number, line_number, parse_line(text))
            except ValueError as error:
                yield Record(number, line_number, None, str(error))


# ---- playing again ------------------------------------------------------------------------------


def _prepared(rules: str | Path | RuleSet) -> tuple[RuleSet, Ladder]:
    """Rules and ladder for the kernel, made once for each preset and rule set."""
    if isinstance(rules, RuleSet) or rules in RULES:
        try:
            return _made_once(rules)
        except TypeError:  # a field that is no number: the check below names it
            pass
    return _made_once(load_rules(rules))


@lru_cache(maxsize=16)
def _made_once(rules: str | RuleSet) -> tuple[RuleSet, Ladder]:
    checked = load_rules(rules)
    return checked, ladder(checked)


def _unplayed(recorded: Result | None, why: str) -> Replay:
    plays = np.full(PLAYS, NOT_PLAYED, np.uint8)
    return Replay(None, recorded, (f"not scored: {why}",), plays, "unread", why, ())


def _replay(
    line: Line, deal: tuple[int, int, int, int], prepared: tuple[RuleSet, Ladder]
) -> Replay:
    rows, plays = np.zeros(1, ROW), np.empty(PLAYS, np.uint8)
    judged = np.zeros(1, verdict.GAME)
    moves, hands = np.array(line.acts, np.int64), np.array(deal, np.int64)
    referee.judge(moves, hands, rows, plays, judged, *prepared)
    game, recorded = outcome(judged[0], rows[0]), line.result
    broken = tuple(illegal(line.acts, judged[0])) if judged[0]["faults"] else ()
    unscored = why_unscored(game, len(line.acts), prepared[0])
    row = None if unscored else rows[0]
    found = (*broken, *differences(recorded, row, game, unscored))
    return Replay(row, recorded, found, plays, ENDS[game.end], unscored, broken, gone(game))


def calls(line: Line) -> list[tuple[int, str | int]]:
    """The words of the auction in order, as (seat, value | "hold" | "pass")."""
    words: dict[int, str] = {acts.HOLD: "hold", acts.PASS: "pass"}
    said: list[tuple[int, str | int]] = []
    for act in line.acts:
        kind, who = acts.kind_of(act), acts.who_of(act)
        if kind > acts.PASS:
            break
        said.append((who, words.get(kind, acts.argument_of(act))))
    return said
