"""Rows to Arrow and Parquet, and back.

The columns are those of the game's row dtype. Encodings are chosen for time and size: numbers are
split by byte, which packs best and needs no look-up; those of few values stored as dictionaries.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import IO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simcore.game import Game

_LEVEL = 1  # of zstd: higher levels cost time and save nothing here


def schema(game: Game) -> pa.Schema:
    """Arrow schema of the rows of a game."""
    fields = []
    for name in game.row.names or ():
        if name in game.words:
            kind = pa.dictionary(pa.int8(), pa.string())
        else:
            kind = pa.from_numpy_dtype(game.row[name])
        fields.append(pa.field(name, kind, nullable=False))
    return pa.schema(fields, metadata={"schema": game.schema})


def plays_schema(game: Game) -> pa.Schema:
    """Arrow schema of the cards played."""
    return pa.schema(
        [
            pa.field("deal_id", pa.uint64(), nullable=False),
            pa.field("rotation", pa.int8(), nullable=False),
            pa.field("plays", pa.binary(game.plays), nullable=False),
        ],
        metadata={"schema": f"{game.schema} plays"},
    )


def to_arrow(game: Game, rows: np.ndarray) -> pa.Table:
    """Rows of a game as an Arrow table."""
    arrays = []
    for field in schema(game):
        column = np.ascontiguousarray(rows[field.name])
        if field.name in game.words:
            words = pa.array(game.words[field.name])
            arrays.append(pa.DictionaryArray.from_arrays(pa.array(column), words))
        else:
            arrays.append(_flags(column) if column.dtype == np.bool_ else pa.array(column))
    return pa.Table.from_arrays(arrays, schema=schema(game))


def _flags(column: np.ndarray) -> pa.BooleanArray:
    """Yes or no as Arrow packs it, eight to a byte; its own conversion takes longer."""
    bits = pa.py_buffer(np.packbits(column, bitorder="little"))
    return pa.BooleanArray.from_buffers(pa.bool_(), len(column), [None, bits])


def plays_to_arrow(game: Game, rows: np.ndarray, plays: np.ndarray) -> pa.Table:
    """Cards played as an Arrow table."""
    cards = pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(game.plays), len(plays), [None, pa.py_buffer(np.ascontiguousarray(plays))]
    )
    columns = [np.ascontiguousarray(rows[name]) for name in ("deal_id", "rotation")]
    return pa.Table.from_arrays([*map(pa.array, columns), cards], schema=plays_schema(game))


def from_arrow(game: Game, table: pa.Table) -> np.ndarray:
    """Rows of a game from an Arrow table with its columns."""
    rows = np.zeros(table.num_rows, dtype=game.row)
    for name in game.row.names or ():
        column = table.column(name).combine_chunks()
        if name in game.words:
            words = game.words[name]
            codes = {word: code for code, word in enumerate(words)}
            recode = np.array([codes[word] for word in column.dictionary.to_pylist()], np.int8)
            rows[name] = recode[column.indices.to_numpy(zero_copy_only=False)]
        else:
            rows[name] = column.to_numpy(zero_copy_only=False)
    return rows


def plays_from_arrow(game: Game, table: pa.Table) -> np.ndarray:
    """Cards played, shape (rows, bytes), from an Arrow table with their column."""
    column = table.column("plays").combine_chunks()
    every = np.frombuffer(column.buffers()[1], dtype=np.uint8).reshape(-1, game.plays)
    return every[column.offset : column.offset + len(column)]


def digest(game: Game, rows: np.ndarray) -> str:
    """SHA-256 of rows, column by column: the signature of a behaviour."""
    total = hashlib.sha256()
    for name in game.row.names or ():
        column = np.ascontiguousarray(rows[name])
        total.update(
            name.encode() + b"\0" + column.astype(column.dtype.newbyteorder("<")).tobytes()
        )
    return total.hexdigest()


def row_writer(path: Path | IO[bytes], game: Game) -> pq.ParquetWriter:
    """An open Parquet file for rows."""
    small = [*game.words, *game.few]
    numbers = [name for name in game.row.names or () if game.row[name] != np.dtype(bool)]
    by_byte = {name: "BYTE_STREAM_SPLIT" for name in numbers if name not in small}
    return pq.ParquetWriter(
        path,
        schema(game),
        compression="zstd",
        compression_level=_LEVEL,
        use_dictionary=small,
        column_encoding=by_byte,
        write_statistics=["deal_id"],
    )


def plays_writer(path: Path | IO[bytes], game: Game) -> pq.ParquetWriter:
    """An open Parquet file for cards played."""
    return pq.ParquetWriter(
        path,
        plays_schema(game),
        compression="zstd",
        compression_level=_LEVEL,
        use_dictionary=False,
        column_encoding=dict.fromkeys(("deal_id", "rotation"), "BYTE_STREAM_SPLIT"),
        write_statistics=["deal_id"],
    )
