"""Deals with a `pimc` seat: as `run_chunk` fills rows, only that such a seat is asked in Python.

The fixed strategies bid and name the game; then every choice of a `pimc` seat is made on worlds of
its own, drawn from a random stream of the deal, so that a row depends on (seed, deal) alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.skat.pimc.choose import best_card, best_discard
from simcore.skat.pimc.resume import OVER, resume
from simcore.skat.pimc.worlds import WORK, sample_worlds
from simcore.skat.play import BOARD, run_chunk
from simcore.skat.row import NOT_PLAYED, PLAYS
from simcore.skat.rules import NULL
from simcore.skat.solver.problems import EXACT, PROBLEM, solve_moves, solve_problems
from simcore.skat.solver.space import work_space
from simcore.skat.strategies.table import TABLE
from simcore.skat.value import aim_of
from simcore.threads import check_stop


class Table:
    """One game at the table: its row, the cards played, and who decides what."""

    def __init__(
        self, row: np.ndarray, plays: np.ndarray, players: np.ndarray, seed: np.uint64,
        forced: np.ndarray, rules: np.ndarray, ladder: Any,
    ) -> None:  # fmt: skip
        self.row, self.plays, self.players, self.seed = row, plays, players, seed
        self.heard, self.rules, self.ladder = forced.copy(), rules, ladder
        self.heard["discard"] = 0  # what is put away is forced, but nobody hears it
        self.declarer, null = int(row[0]["declarer"]), row[0]["contract"] == NULL
        marks = row[0]["announced_schneider"], row[0]["announced_schwarz"]
        self.aim = EXACT if null else int(aim_of(*marks))
        self.boards, self.tables = np.zeros(1, BOARD), np.zeros(1, TABLE)
        self.works = np.zeros(1, WORK)

    def worlds(self, step: int, seat: int, number: int) -> np.ndarray:
        """Worlds that fit what a seat knows before card number `step`, as problems."""
        problems = np.zeros(number, dtype=PROBLEM)
        self.fill_worlds(step, seat, problems)
        return problems

    def fill_worlds(self, step: int, seat: int, problems: np.ndarray) -> int:
        """Fill problems with such worlds; returns how many fit all that was heard."""
        alike = np.repeat(self.players[seat : seat + 1], 3)
        return int(
            sample_worlds(
                self.row, self.plays, np.int64(step), np.int64(seat), problems, self.works,
                self.boards, self.tables, self.seed, alike, self.heard, self.rules, self.ladder,
            )
        )  # fmt: skip

    def put_away(self, number: int) -> None:
        """The declarer who picked up chooses his discard; the worlds are those before it."""
        row, fixed = self.row[0], int(self.row[0]["discard"])
        row["discard"] = row["skat"]  # as he holds his ten cards and knows the skat
        worlds = self.worlds(0, self.declarer, number)
        check_stop()
        row["discard"] = best_discard(
            worlds, self.declarer, self.aim, fixed, work_space(), self.rules
        )
        bits = [bit for bit in range(32) if int(row["discard"]) >> bit & 1]
        self.plays[:2] = bits

    def play_on(self, step: int, waits: np.ndarray) -> int:
        """The fixed strategies play until a seat is waited for; see `resume`."""
        return int(
            resume(
                self.row, self.plays, np.int64(step), waits, self.boards, self.tables, self.seed,
                self.players, self.rules,
            )
        )  # fmt: skip

    def play(self, numbers: np.ndarray, first: int = 0) -> None:
        """The tricks from a card on; `numbers` of worlds by seat, 0 for a fixed strategy."""
        waits = numbers > 0
        step = self.play_on(first, waits)
        while step < OVER:
            check_stop()
            seat = self.turn(step)
            worlds = self.worlds(step, seat, int(numbers[seat]))
            fixed = int(self.plays[2 + step])
            self.plays[2 + step] = best_card(
                worlds, seat == self.declarer, self.aim, fixed, work_space(), self.rules
            )
            step = self.play_on(step + 1, waits)

    def turn(self, step: int) -> int:
        """The seat whose card is asked for, after `play_on`."""
        return (int(self.tables[0]["leader"]) + step % 3) % 3


def run_sampled(
    rows: np.ndarray, plays: np.ndarray, seed: np.uint64, first: np.int64, players: np.ndarray,
    known: np.ndarray, given: np.ndarray, forced: np.ndarray, rules: np.ndarray, ladder: Any,
) -> None:  # fmt: skip
    """Fill rows as `run_chunk` does, where some seats are `pimc`."""
    cards = plays if len(plays) else np.empty((len(rows), PLAYS), dtype=np.uint8)
    run_chunk(rows, cards, seed, first, players, known, given, forced, rules, ladder)
    if not len(rows):
        _warm_up(rows, players[0], seed, forced[:1], rules, ladder)
    for number in range(len(rows)):
        turn = number % len(players)
        seated, asked = players[turn], forced[turn : turn + 1]
        row = rows[number : number + 1]
        declarer = int(row[0]["declarer"])
        if declarer < 0:
            continue
        table = Table(row, cards[number], seated, seed, asked, rules, ladder)
        for_discard = int(seated[declarer]["discard_worlds"])
        if for_discard and not row[0]["hand"] and not asked[0]["discard"]:
            table.put_away(for_discard)
        table.play(seated["worlds"])


def _warm_up(
    rows: np.ndarray, players: np.ndarray, seed: np.uint64, forced: np.ndarray, rules: np.ndarray,
    ladder: Any,
) -> None:  # fmt: skip
    """Compile, or load, what a deal with a `pimc` seat needs, by a game without a row."""
    row, plays = np.zeros(1, dtype=rows.dtype), np.full(PLAYS, NOT_PLAYED, np.uint8)
    table = Table(row, plays, players, seed, forced, rules, ladder)
    table.row = rows
    table.play_on(0, np.zeros(3, np.bool_))
    no_worlds = table.worlds(0, 0, 0)
    solve_problems(no_worlds, work_space(), rules)
    solve_moves(no_worlds, np.empty((0, 32), np.int64), work_space(), rules)
