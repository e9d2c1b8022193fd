"""The log of a run of any game: one DuckDB view, `deals`, over the files its manifest lists."""

from __future__ import annotations

import glob
import os
import tempfile
import uuid
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import duckdb
import numpy as np
import pandas as pd

from simcore import Run
from simcore.game import Game
from simcore.store import Bucket

# A query beyond this spills to a temporary folder instead of filling the memory; every thread
# needs a share of it, so a machine with many cores does not use them all.
MEMORY_LIMIT = "1GB"
MOST_THREADS = 8
_REMOTE = "shards"  # the files of a run in an object store, which Arrow reads


class Log:
    """The log of one run, read on demand; close it, or use it in a `with` statement.

    Made by `analysis.open`, which gives the log of the game: it adds columns of its own, and what
    only makes sense there. The view `deals` has the columns of the row, small integers widened to
    INTEGER, and those that the game adds.

    Parameters
    ----------
    run
        The run.
    told
        Columns told by the row at once, as SQL by name.
    reckoned
        Columns that take some work and may use those told.
    macros
        Statements that these need.
    views
        Statements that make further views of `deals`.

    Attributes
    ----------
    path
        The run folder.
    manifest
        The manifest as read.
    game
        Name of the game.
    columns
        The columns of the view `deals`.
    rotated
        Whether each deal was played once for every seat, the players moved round.
    rotations
        Rows a deal: 1, in a rotated run the number of players.
    n_deals
        Number of deals.
    """

    def __init__(
        self,
        run: Run,
        *,
        told: Mapping[str, str],
        reckoned: Mapping[str, str],
        macros: Iterable[str] = (),
        views: Iterable[str] = (),
    ) -> None:
        self.path = run.path
        self.manifest = run.manifest
        self.game = run.game.name
        self.rotated = bool(run.settings["rotate"])
        self.rotations = len(run.settings["players"]) if self.rotated else 1
        kinds = _kinds(run.game)
        self.columns = (*kinds, *told, *reckoned)
        self._reckoned = _added(reckoned)
        base = _views(kinds, _added(told), self._reckoned, _source(kinds, run))
        self._connection = _connect([*macros, *base, *views], run)
        # Counting reads the foot of every file, so a broken one is known at once.
        rows = int(self.query("SELECT count(*) AS rows FROM deals")["rows"].iloc[0])
        self.n_deals = rows // self.rotations

    def query(self, sql: str) -> pd.DataFrame:
        """Result of an SQL query over the views of the log.

        Parameters
        ----------
        sql
            One query in DuckDB's SQL. The result is held in memory: aggregate, or use `sample`.

        Returns
        -------
        pandas.DataFrame
            Sums of integers arrive as floats unless cast to BIGINT.

        Raises
        ------
        ValueError
            If DuckDB refuses the query; the message is DuckDB's, in one line.
        """
        if not isinstance(sql, str):
            raise ValueError(f"query {sql!r}: SQL as text")
        try:
            statements = self._connection.extract_statements(sql)
            kinds = [statement.type for statement in statements]
            if kinds != [duckdb.StatementType.SELECT]:
                raise ValueError("the query is empty" if not kinds else "one SELECT is wanted")
            return self._connection.execute(sql).df()
        except duckdb.Error as error:
            raise ValueError(one_line(error)) from error
        except (TypeError, UnicodeError) as error:  # text that is no UTF-8
            raise ValueError(f"query {sql!r} is no text: {error}") from None

    def sample(self, n: int, seed: int = 0) -> pd.DataFrame:
        """Rows drawn evenly from the whole log, the same ones for the same seed.

        Rows are ranked by the MD5 number of seed, deal and rotation, so the choice depends
        neither on threads nor on shards, and a larger sample holds the smaller one.

        Parameters
        ----------
        n
            Number of rows; all of them when the log has fewer.
        seed
            Any integer.

        Returns
        -------
        pandas.DataFrame
            All columns of the view, in the order of deal and rotation.

        Raises
        ------
        ValueError
            If n is negative.
        """
        for name, number in (("n", n), ("seed", seed)):
            if isinstance(number, bool) or not isinstance(number, int | np.integer):
                raise ValueError(f"{name} {number!r}: a whole number")
        if n < 0:
            raise ValueError(f"n must not be negative, got {n}")
        rank = f"md5_number_lower(concat_ws('/', '{int(seed)}', deal_id, rotation))"
        keys = "deal_id, rotation"
        drawn = f"SELECT {keys} FROM logged ORDER BY {rank}, {keys} LIMIT {int(n)}"
        # Ranking the keys alone keeps the wide rows out of the sort, and only of those drawn is
        # reckoned the rest.
        chosen = f"SELECT * FROM logged SEMI JOIN ({drawn}) USING ({keys})"
        return self.query(f"SELECT *{self._reckoned} FROM ({chosen}) ORDER BY {keys}")

    def close(self) -> None:
        """Close the connection; a second call does nothing."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r}, status={self.manifest['status']!r})"


def chosen(where: str | None, view: str = "deals") -> str:
    """The rows that meet a condition, as a query of their own: the condition cannot reach out.

    Raises
    ------
    ValueError
        The condition is no text.
    """
    if where is not None and not isinstance(where, str):
        raise ValueError(f"where {where!r}: an SQL condition as text")
    # The line break keeps a comment at the end of the condition from swallowing the bracket.
    return f"SELECT * FROM {view} WHERE {where}\n" if where else f"SELECT * FROM {view}"


def _kinds(game: Game) -> dict[str, str]:
    """The columns of a log and their types in the view: int8 and int16 are widened, since int8
    wraps silently."""
    unsigned = {"uint32": "UINTEGER", "uint64": "UBIGINT"}
    kinds = {"bool": "BOOLEAN", **unsigned}
    names = game.row.names or ()
    return {
        name: "VARCHAR" if name in game.words else kinds.get(str(game.row[name]), "INTEGER")
        for name in names
    }


def _connect(statements: list[str], run: Run) -> duckdb.DuckDBPyConnection:
    """A database in memory with the macros and views; closed if they cannot be made."""
    # DuckDB makes the folder when it has to spill, and removes it.
    spill = Path(tempfile.gettempdir()) / f"analysis-{uuid.uuid4().hex}"
    connection = duckdb.connect(
        config={
            "temp_directory": str(spill),
            "memory_limit": MEMORY_LIMIT,
            "threads": min(os.cpu_count() or 1, MOST_THREADS),
        }
    )
    try:
        # A name in a query is a table of the log, never a Python variable, and fetches nothing.
        connection.execute("SET python_enable_replacements = false")
        connection.execute("SET autoinstall_known_extensions = false")
        if run.names and isinstance(run.store, Bucket):
            connection.register(_REMOTE, run.store.dataset(run.names))
        for statement in statements:
            connection.execute(statement)
    except duckdb.Error:
        connection.close()
        raise
    return connection


def _added(columns: Mapping[str, str]) -> str:
    """Columns behind others in a list."""
    return "".join(f", {rule} AS {name}" for name, rule in columns.items())


def _views(kinds: dict[str, str], told: str, reckoned: str, source: str) -> list[str]:
    """The SQL of the views, without rows when no file is listed: `logged`, the row and what is told
    by it at once, and `deals`, this and what takes some work."""
    kept = ", ".join(f'"{name}"::{kind} AS "{name}"' for name, kind in kinds.items())
    rows = f"SELECT {kept} FROM {source}"
    return [
        f"CREATE VIEW logged AS SELECT *{told} FROM ({rows})",
        f"CREATE VIEW deals AS SELECT *{reckoned} FROM logged",
    ]


def _source(kinds: dict[str, str], run: Run) -> str:
    """The listed files as a table; DuckDB would read * or [ in a name as a pattern."""
    if not run.names:
        empty = ", ".join(f'NULL AS "{name}"' for name in kinds)
        return f"(SELECT {empty} LIMIT 0)"
    if isinstance(run.store, Bucket):
        return _REMOTE
    names = ("'" + glob.escape(str(file)).replace("'", "''") + "'" for file in run.files)
    return f"read_parquet([{', '.join(names)}], hive_partitioning = false)"


def one_line(error: Exception) -> str:
    """The message without the excerpt of the query that DuckDB puts after it."""
    return " ".join(str(error).split("\n\nLINE ")[0].split())
