"""What the server booked of a game, beside the game played again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.skat.record import verdict
from simcore.skat.record.result import Result
from simcore.skat.rules import NULL, PLAY_RAMSCH, SEATS, RuleSet
from simcore.skat.value import SCHNEIDER

ENDS = {
    verdict.COMPLETE: "complete",
    verdict.PASSED_IN: "passed in",
    verdict.RESIGNED: "resigned",
    verdict.GONE: "left",
    verdict.NO_GAME: "no game",
    verdict.NOT_PUT_AWAY: "no discard",
    verdict.UNFINISHED: "unfinished",
    verdict.HIDDEN: "hidden card",
    verdict.ILLEGAL: "illegal",
}


class Outcome(NamedTuple):
    """How a game ended, as the verdict saw it; seats are -1 where nobody went."""

    end: int
    left: int
    timed_out: int
    next: int  # number of the act behind the last one judged
    declarer: int


def outcome(game: np.void, row: np.void) -> Outcome:
    """The outcome in what the verdict wrote."""
    end, left, timed_out = int(game["end"]), int(game["left"]), int(game["timed_out"])
    return Outcome(end, left, timed_out, int(game["next"]), int(row["declarer"]))


def why_unscored(game: Outcome, moves: int, rules: RuleSet) -> str:
    """Why a game has no row; empty where it has one."""
    end = game.end
    if end == verdict.PASSED_IN and rules.all_pass == PLAY_RAMSCH:
        return "all passed, and these rules play Ramsch then, which a record has no words for"
    if end <= verdict.GONE:
        return ""
    who = gone(game)
    if end == verdict.NO_GAME:
        return f"{who} before a game was named"
    if end == verdict.NOT_PUT_AWAY:
        return f"{who or 'the declarer resigned'} before two cards were put away"
    if end == verdict.UNFINISHED:
        return f"it ends after {moves} moves, before its end"
    if end == verdict.HIDDEN:
        return f"move {game.next}: the card played is hidden"
    return "an illegal act leaves open how it went on"


def gone(game: Outcome) -> str:
    """Who left or ran out of time, in words."""
    if game.left >= 0:
        return f"{SEATS[game.left]} left"
    return f"{SEATS[game.timed_out]} ran out of time" if game.timed_out >= 0 else ""


_NAMES = (
    "declarer", "won", "value", "matadors", "overbid", "points", "tricks", "schneider", "schwarz",
    "left", "timed out", "resigned",
)  # fmt: skip


def counts_as_schneider(row: np.void) -> tuple[bool, bool]:
    """Schneider and schwarz as the server shows them: a declarer's own only where it counts,
    which it does not on top of the announcement."""
    points, tricks = int(row["card_points"]), int(row["tricks"])
    if not (row["schneider"] or row["schwarz"]):
        return False, False
    schneider = points >= SCHNEIDER or not row["announced_schneider"]
    schwarz = tricks == 10 or not row["announced_schwarz"]
    return bool(row["schneider"]) and schneider, bool(row["schwarz"]) and schwarz


def differences(
    recorded: Result | None, row: np.void | None, game: Outcome, unscored: str
) -> list[str]:
    """Where the record says otherwise than the game played again."""
    if recorded is None:
        return [f"not scored: {unscored}" if unscored else "the record has no result: it is cut"]
    if game.end == verdict.NO_GAME:
        return _no_game_differences(recorded, game)
    if row is None:
        return [f"not scored: {unscored}"]
    if recorded.kind == "unknown":
        return []
    if (recorded.kind == "passed") != (game.end == verdict.PASSED_IN) or (
        recorded.kind == "penalty"
    ):
        return [f"result: {recorded.kind} in the record, {ENDS[game.end]} replayed"]
    return [] if recorded.kind == "passed" else _result_differences(recorded, row, game)


def _no_game_differences(recorded: Result, game: Outcome) -> list[str]:
    """A penalty for whoever went before there was a game."""
    if recorded.kind not in ("penalty", "unknown"):
        return [f"result: {recorded.kind} in the record, {gone(game)} before a game was named"]
    if recorded.kind == "unknown":
        return []
    found = (recorded.left, recorded.timed_out) == (game.left, game.timed_out)
    told = [] if found else [f"penalty: {gone(game)} replayed"]
    if recorded.declarer != game.declarer:
        told.append(f"declarer: {recorded.declarer} in the record, {game.declarer} replayed")
    return told


def _result_differences(recorded: Result, row: np.void, game: Outcome) -> list[str]:
    """The numbers of a game that was played."""
    booked = (
        recorded.declarer, recorded.kind == "win", recorded.value, recorded.matadors,
        recorded.overbid, recorded.points, recorded.tricks, recorded.schneider, recorded.schwarz,
        recorded.left, recorded.timed_out, recorded.resigned,
    )  # fmt: skip
    replayed = (
        row["declarer"], row["won"], row["score"], row["matadors"],
        row["overbid"], row["card_points"], row["tricks"], *counts_as_schneider(row),
        game.left, game.timed_out, game.end == verdict.RESIGNED,
    )  # fmt: skip
    if booked == replayed:
        return []
    left_out = set()
    if recorded.resigned is None:  # old lines do not say
        left_out.add("resigned")
    if game.end != verdict.COMPLETE and row["contract"] == NULL:  # no word on the rest
        left_out |= {"points", "tricks"}
    return [
        f"{name}: {_word(old)} in the record, {_word(new)} replayed"
        for name, old, new in zip(_NAMES, booked, replayed, strict=True)
        if old != new and name not in left_out
    ]


def _word(number: object) -> str:
    if isinstance(number, bool | np.bool_):
        return "yes" if number else "no"
    return str(number)
