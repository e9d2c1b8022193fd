"""What must hold in every row of a log, whoever plays: checked over whole shards, block by block.

The rules of a game that a row alone, or a row and the one before, can break are in a file for each
game; nothing is played again here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from simcore import Run

    # Of a block and the cards played in it: words for what may be wrong, and the places in the
    # block of the rows in which it is.
    Check = Callable[[pa.Table, np.ndarray | None], Iterable[tuple[str, np.ndarray]]]

MOST_FAULTS = 20  # looked for: a broken log has more of the same
_NAMED = 3  # rows of each fault


@dataclass
class Checked:
    """What was checked in the rows of a run: how many, by how many invariants, and the faults."""

    rows: int = 0
    invariants: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


@dataclass
class _Broken:
    """An invariant that some rows of a shard break."""

    rows: int = 0
    named: list[str] = field(default_factory=list)

    def add(self, table: pa.Table, places: np.ndarray) -> None:
        """Count the rows of a block that break it, and name the first."""
        self.rows += len(places)
        first = table.select(["deal_id", "rotation"]).take(places[: _NAMED - len(self.named)])
        self.named += ["deal {deal_id} rotation {rotation}".format(**r) for r in first.to_pylist()]

    def __str__(self) -> str:
        more = ", ..." if self.rows > len(self.named) else ""
        rows = f"{self.rows:,} row{'s' * (self.rows != 1)}"
        return f"in {rows}: {', '.join(self.named)}{more}"


def check_rows(run: Run) -> Checked:
    """Check all rows of a run, shard by shard until there are too many faults.

    A fault tells the shard, what is wrong, in how many of its rows, and which are the first.
    """
    checked, check = Checked(), _check_of(run)
    for shard in run.manifest["shards"]:
        checked.faults += _faults_of(run, shard, check, checked)
        del checked.faults[MOST_FAULTS:]
        if len(checked.faults) == MOST_FAULTS:
            break
    return checked


def _faults_of(run: Run, shard: dict[str, Any], check: Check, checked: Checked) -> list[str]:
    """Check the rows of a shard, and count them and the invariants."""
    import pyarrow as pa

    from simcore.shard import read_tables

    broken: dict[str, _Broken] = {}
    unreadable = []
    try:
        for table, plays in read_tables(run.store, run.game, shard):
            checked.rows += table.num_rows
            for words, places in check(table, plays):
                checked.invariants.add(words)
                if len(places):
                    broken.setdefault(words, _Broken()).add(table, places)
    except (OSError, KeyError, pa.ArrowException) as error:
        unreadable = [f"{shard['file']} cannot be read: {error}"]
    return [f"{shard['file']}: {words} {rows}" for words, rows in broken.items()] + unreadable


def _check_of(run: Run) -> Check:
    """What is to be checked of the game of a run."""
    if run.game.name == "skat":
        from scripts.skat_checks import Checks

        return Checks(run)
    return _check_of_poch(run)


def _check_of_poch(run: Run) -> Check:
    """The checks of soket and sekans, which are over arrays of rows and find flags."""
    from scripts.poch_invariants import Checks
    from simcore.log import from_arrow

    checks = Checks(run)

    def check(table: pa.Table, plays: np.ndarray | None) -> Iterator[tuple[str, np.ndarray]]:
        for words, wrong in checks(from_arrow(run.game, table), plays):
            yield words, wrong.nonzero()[0]

    return check
