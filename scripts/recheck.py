"""Deals played again and compared with the log on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts import door, exits

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from simcore import Run


def rotations_of(run: Run) -> int:
    """Rows a deal."""
    return len(run.settings["players"]) if run.settings["rotate"] else 1


def shard_of(run: Run, deal: int) -> dict[str, Any] | None:
    """The entry of the shard that holds a deal; None where it is not logged yet."""
    for shard in run.manifest["shards"]:
        if shard["first"] <= deal < shard["first"] + shard["deals"]:
            return dict(shard)
    return None


def _read(run: Run, name: str, begin: int, end: int) -> pa.Table:
    """Rows `begin` to `end - 1` of a Parquet file; only the row groups they lie in are read."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with run.store.open(name) as source, pq.ParquetFile(source) as file:
        tables, start = [], 0
        for group in range(file.num_row_groups):
            rows = file.metadata.row_group(group).num_rows
            if start < end and begin < start + rows:
                table = file.read_row_group(group)
                tables.append(table.slice(max(begin - start, 0), end - max(begin, start)))
            start += rows
    if end > start:
        raise ValueError(f"{name} has {start} rows, {end} are asked for")
    return pa.concat_tables(tables)


def logged(
    run: Run, shard: dict[str, Any], first: int, deals: int
) -> tuple[np.ndarray, np.ndarray | None]:
    """The logged rows of some deals of a shard, and the cards played where they are logged.

    Raises
    ------
    ValueError
        The shard cannot be read.
    """
    import numpy as np
    import pyarrow as pa

    from simcore.log import from_arrow

    rotations = rotations_of(run)
    begin = (first - shard["first"]) * rotations
    end = begin + deals * rotations
    try:
        rows = from_arrow(run.game, _read(run, shard["file"], begin, end))
        if "plays_file" not in shard:
            return rows, None
        column = _read(run, shard["plays_file"], begin, end).column("plays")
    except (OSError, KeyError, pa.ArrowException) as error:
        raise ValueError(f"{shard['file']} cannot be read: {error}") from None
    plays = np.frombuffer(b"".join(column.to_pylist()), dtype=np.uint8)
    return rows, plays.reshape(len(rows), run.game.plays)


def differences(run: Run, first: int, rows: np.ndarray, plays: np.ndarray) -> list[str]:
    """Where deals played again differ from the log; deals not logged yet do not count.

    Raises
    ------
    ValueError
        A shard cannot be read.
    """
    shard = shard_of(run, first)
    if shard is None:
        return []
    deals = len(rows) // rotations_of(run)
    rows_before, plays_before = logged(run, shard, first, deals)
    faults = []
    for name in run.game.row.names or ():
        for index in (rows[name] != rows_before[name]).nonzero()[0][:1]:
            faults.append(_fault(rows, index, name, rows_before[name][index], rows[name][index]))
    if plays_before is not None:
        for index in (plays != plays_before).any(axis=1).nonzero()[0][:1]:
            faults.append(f"{place_of(rows, index)}: other cards were played in the log")
    return faults


def check_log(run: Run, deal: int, rows: np.ndarray, plays: np.ndarray) -> None:
    """Check that deals played again are the logged ones, if they are on disk.

    Raises
    ------
    DataFaultError
        They are not, or the log cannot be read.
    """
    try:
        faults = differences(run, deal, rows, plays)
    except ValueError as error:
        raise exits.DataFaultError(str(error)) from None
    if faults:
        version = door.wrong_version(run)
        why = f"; the run was {version}" if version else ""
        raise exits.DataFaultError(f"{'; '.join(faults)}{why}")


def place_of(rows: np.ndarray, index: int) -> str:
    """Deal and rotation of a row in words."""
    return f"deal {rows['deal_id'][index]} rotation {rows['rotation'][index]}"


def _fault(rows: np.ndarray, index: int, name: str, before: Any, now: Any) -> str:
    return f"{place_of(rows, index)}: {name} is {before} in the log, {now} played again"
