"""The conditions of `skat_invariants`, asked by DuckDB of a block of rows in one scan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import duckdb
import numpy as np
import pyarrow as pa

from scripts.recheck import rotations_of
from scripts.skat_invariants import DERIVED, INVARIANTS, PLAYED, numbers_of
from simcore.skat.row import NOT_PLAYED

if TYPE_CHECKING:
    from simcore import Run
    from simcore.game import Game

_DEALT = ("thrown_in", "hand_forehand", "hand_middlehand", "hand_rearhand")
_SETS = np.zeros(256, dtype=np.uint32)  # of a byte of the plays: the card as a set, or none
_SETS[:32] = np.uint32(1) << np.arange(32, dtype=np.uint32)


class Checks:
    """Checks the blocks of a run, each by itself."""

    def __init__(self, run: Run) -> None:
        self._turns = rotations_of(run)
        numbers = numbers_of(run.settings, self._turns)
        self._conditions = {
            words: condition.format(**numbers) for words, condition in (INVARIANTS | PLAYED).items()
        }
        derived = ", ".join(f"{sql.format(**numbers)} AS {name}" for name, sql in DERIVED.items())
        rows = f"SELECT * REPLACE ({_widened(run.game)}) FROM block"
        self._rows = f"(SELECT *, {derived} FROM ({rows}))"
        self._connection = duckdb.connect()

    def __call__(
        self, table: pa.Table, plays: np.ndarray | None
    ) -> Iterator[tuple[str, np.ndarray]]:
        """What may be wrong, and the places of the rows in which it is."""
        asked = list(INVARIANTS if plays is None else INVARIANTS | PLAYED)
        self._connection.register("block", _with_columns(table, plays, self._turns))
        counts = ", ".join(f"count_if({self._conditions[words]})" for words in asked)
        wrong = self._connection.execute(f"SELECT {counts} FROM {self._rows}").fetchall()[0]
        for words, number in zip(asked, wrong, strict=True):
            yield words, self._places(words) if number else np.empty(0, dtype=np.int64)

    def _places(self, words: str) -> np.ndarray:
        where = f"WHERE {self._conditions[words]} ORDER BY place"
        found = self._connection.execute(f"SELECT place FROM {self._rows} {where}")
        return np.asarray(found.fetchnumpy()["place"])


def _widened(game: Game) -> str:
    """The small numbers of a row as numbers that do not wrap."""
    names = [name for name in game.row.names or () if name not in game.words]
    small = [name for name in names if game.row[name].kind in "iu" and game.row[name].itemsize < 4]
    return ", ".join(f"{name}::INTEGER AS {name}" for name in small)


def _with_columns(table: pa.Table, plays: np.ndarray | None, turns: int) -> pa.Table:
    """A block with what a row alone cannot tell: its place, how its deal was dealt in the first
    rotation, and the cards played."""
    place = np.arange(table.num_rows)
    first = pa.array(place // turns * turns)
    more = {"place": pa.array(place)}
    more |= {f"first_{name}": table.column(name).take(first) for name in _DEALT}
    if plays is not None:
        more |= {name: pa.array(column) for name, column in _cards_played(plays).items()}
    for name, column in more.items():
        table = table.append_column(name, column)
    return table


def _cards_played(plays: np.ndarray) -> dict[str, np.ndarray]:
    """The cards put away and those played, as sets, and how many were played."""
    return {
        "put_away": np.bitwise_or.reduce(_SETS[plays[:, :2]], axis=1),
        "played": np.bitwise_or.reduce(_SETS[plays[:, 2:]], axis=1),
        "steps": np.count_nonzero(plays[:, 2:] != NOT_PLAYED, axis=1),
    }
