"""One shard of a run: written as a draft, given its name when it is whole, and checked.

The bytes of a shard depend on the settings and the deals alone: it may be made again anywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simcore.batch import Block
from simcore.game import Game
from simcore.log import (
    from_arrow,
    plays_from_arrow,
    plays_schema,
    plays_to_arrow,
    plays_writer,
    row_writer,
    schema,
    to_arrow,
)
from simcore.manifest import PLAYS_FOLDER, Part
from simcore.store import Store


class ShardWriter:
    """Writes the blocks of one shard, in order."""

    def __init__(self, store: Store, game: Game, part: Part, plays: bool) -> None:
        self.game, self.part = game, part
        self.deals = self.rows = 0
        self._names = [part.name, f"{PLAYS_FOLDER}/{part.name}"] if plays else [part.name]
        self._drafts = [store.draft(name) for name in self._names]
        writers = (row_writer, plays_writer)
        self._writers = [
            writer(draft.sink, game) for writer, draft in zip(writers, self._drafts, strict=False)
        ]

    def write(self, block: Block) -> None:
        """Append a block as one row group."""
        tables = [to_arrow(self.game, block.rows)]
        if len(self._writers) > 1:
            tables.append(plays_to_arrow(self.game, block.rows, block.plays))
        for writer, table in zip(self._writers, tables, strict=True):
            writer.write_table(table, row_group_size=len(block.rows))
        self.deals += block.deals
        self.rows += len(block.rows)

    @property
    def is_full(self) -> bool:
        """Whether all its deals are written."""
        return self.deals == self.part.deals

    def entry(self) -> dict[str, Any]:
        """Finish the files; returns what the manifest says of them."""
        for writer in self._writers:
            writer.close()
        entry: dict[str, Any] = {
            "index": self.part.index,
            "first": self.part.first,
            "deals": self.deals,
            "rows": self.rows,
        }
        for kind, name, draft in zip(("", "plays_"), self._names, self._drafts, strict=False):
            entry |= {f"{kind}file": name, f"{kind}sha256": draft.sha256()}
        return entry

    def settle(self) -> None:
        """Give the finished files their names."""
        for draft in self._drafts:
            draft.settle()

    def drop(self) -> None:
        """Remove the unfinished files."""
        for writer in self._writers:
            with suppress(OSError, ValueError, pa.ArrowException):  # a full disk: they go as well
                writer.close()
        for draft in self._drafts:
            with suppress(OSError):
                draft.drop()


def read_tables(
    store: Store, game: Game, entry: dict[str, Any]
) -> Iterator[tuple[pa.Table, np.ndarray | None]]:
    """The rows of a shard by its entry, row group by row group, and the cards played in them.

    Raises
    ------
    OSError, KeyError, pyarrow.ArrowException
        A file cannot be read, or has other columns.
    """
    with ExitStack() as opened:
        names = [name for kind in ("file", "plays_file") if (name := entry.get(kind)) is not None]
        sources = [opened.enter_context(store.open(name)) for name in names]
        rows, *played = [opened.enter_context(pq.ParquetFile(source)) for source in sources]
        for group in range(rows.num_row_groups):
            plays = [plays_from_arrow(game, file.read_row_group(group)) for file in played]
            yield rows.read_row_group(group), plays[0] if plays else None


def read_blocks(store: Store, game: Game, entry: dict[str, Any], rotations: int) -> Iterator[Block]:
    """The blocks a shard was written from; see `read_tables`."""
    first, no_plays = int(entry["first"]), np.empty((0, game.plays), dtype=np.uint8)
    for table, plays in read_tables(store, game, entry):
        rows, deals = from_arrow(game, table), table.num_rows // rotations
        yield Block(first, deals, rows, no_plays if plays is None else plays)
        first += deals


def faults_of(store: Store, game: Game, entry: dict[str, Any], rotations: int) -> list[str]:
    """What is wrong with the files of a shard, by its entry in the manifest; none if all is well.

    Checked are presence, SHA-256, columns, number of rows, and deal numbers without a gap.
    """
    end = entry["first"] + entry["deals"]
    numbers = np.arange(entry["first"], end, dtype=np.uint64).repeat(rotations)
    faults = _faults_of_file(store, entry["file"], entry["sha256"], schema(game), numbers)
    if entry.get("plays_file") is not None:
        name, sha256 = entry["plays_file"], entry["plays_sha256"]
        faults += _faults_of_file(store, name, sha256, plays_schema(game), numbers)
    return faults


def _faults_of_file(
    store: Store, name: str, sha256: str, wanted: pa.Schema, numbers: np.ndarray
) -> list[str]:
    """Faults of one file that should hold these deal numbers."""
    if not store.has(name):
        return [f"{name}: missing"]
    try:
        with store.open(name) as file:
            if _sha256(file) != sha256:
                return [f"{name}: SHA-256 differs from the manifest"]
            file.seek(0)
            if not pq.read_schema(file).equals(wanted):
                form = wanted.metadata[b"schema"].decode().split()[0]
                return [f"{name}: columns are not those of {form}"]
            file.seek(0)
            deal_id = pq.read_table(file, columns=["deal_id"]).column("deal_id").to_numpy()
    except (OSError, pa.ArrowException) as error:
        return [f"{name}: unreadable: {error}"]
    if not np.array_equal(deal_id, numbers):
        return [f"{name}: its deal numbers are not those the manifest lists"]
    return []


def _sha256(file: Any) -> str:
    total = hashlib.sha256()
    while part := file.read(1 << 22):
        total.update(part)
    return total.hexdigest()
