"""What must hold in every row of a log, whoever plays: checked over whole shards, block by block.

The rules of a game that a row alone, or a row and the one before, can break are in a file for each
game; nothing is played again here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from simcore import Run

    # What a check finds: words for what is wrong, and the rows in which it is.
    Found = Iterable[tuple[str, np.ndarray]]
    Check = Callable[[np.ndarray, np.ndarray | None], Found]


def broken_rows(run: Run) -> tuple[int, list[str]]:
    """Check all rows of a run, up to the first block with a fault.

    Returns
    -------
    (int, list of str)
        Rows checked, and the faults: shard, deal and what is wrong there.
    """
    import pyarrow as pa

    check, checked = _check_of(run), 0
    for shard in run.manifest["shards"]:
        try:
            for rows, plays in _blocks(run, shard):
                checked += len(rows)
                faults = [
                    f"{shard['file']}: deal {rows['deal_id'][index]} rotation "
                    f"{rows['rotation'][index]}: {words}"
                    for words, wrong in check(rows, plays)
                    for index in wrong.nonzero()[0][:1]
                ]
                if faults:
                    return checked, faults
        except (OSError, KeyError, pa.ArrowException) as error:
            return checked, [f"{shard['file']} cannot be read: {error}"]
    return checked, []


def _check_of(run: Run) -> Check:
    """What is to be checked of the game of a run."""
    if run.game.name == "poch":
        from scripts.poch_invariants import Checks

        return Checks(run)
    from scripts.skat_invariants import faults

    return faults


def _blocks(run: Run, shard: dict[str, Any]) -> Iterator[tuple[np.ndarray, np.ndarray | None]]:
    """The rows of a shard, row group by row group, with the cards played where they are logged."""
    import numpy as np
    import pyarrow.parquet as pq

    from simcore.log import from_arrow

    with run.store.open(shard["file"]) as source, pq.ParquetFile(source) as file:
        for number in range(file.num_row_groups):
            rows = from_arrow(run.game, file.read_row_group(number))
            if "plays_file" not in shard:
                yield rows, None
                continue
            name = shard["plays_file"]
            with run.store.open(name) as source, pq.ParquetFile(source) as played:
                column = played.read_row_group(number).column("plays").combine_chunks()
            plays = np.frombuffer(column.buffers()[1], dtype=np.uint8)
            start = column.offset * run.game.plays
            plays = plays[start : start + len(column) * run.game.plays]
            yield rows, plays.reshape(len(column), run.game.plays)
