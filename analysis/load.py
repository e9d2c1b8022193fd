"""Open the log of a run: one DuckDB view, `deals`, over the files its manifest lists."""

from __future__ import annotations

import glob
import os
import tempfile
import uuid
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

import duckdb
import numpy as np
import pandas as pd

from analysis import features, lists, poststratify, winrate
from simcore import Run, open_run
from simcore.game import Game

# A query beyond this spills to a temporary folder instead of filling the memory; every thread
# needs a share of it, so a machine with many cores does not use them all.
MEMORY_LIMIT = "1GB"
MOST_THREADS = 8

# With rotation k the seat s is held by player (s + k) % 3.
DERIVED = {
    "player": "CASE WHEN declarer < 0 THEN -1 ELSE (declarer + rotation) % 3 END",
    "declarer_seat": "CASE declarer WHEN 0 THEN 'forehand' WHEN 1 THEN 'middlehand'"
    " WHEN 2 THEN 'rearhand' ELSE 'none' END",
    "played": "declarer >= 0",
}


class Log:
    """The log of one run, read on demand; close it, or use it in a `with` statement.

    Made by `open_log`. The view `deals` has the columns of the row, small integers widened to
    INTEGER, three derived ones: `player` (0..2 by number of the player who declared, -1 when
    nobody did), `declarer_seat` (forehand, middlehand, rearhand, none) and `played` (somebody
    declared: not in a Ramsch, not passed in), and what the declarer's cards and the bid tell
    (`meanings`; NULL when nobody declared). Deals thrown in have no rows of their own.

    Attributes
    ----------
    path
        The run folder.
    manifest
        The manifest as read.
    rotated
        Whether each deal was played three times, the players moved round the seats.
    n_deals
        Number of deals; in a rotated run each is three rows.
    meanings
        What the columns derived from cards and bid count, by name.
    """

    def __init__(self, run: Run) -> None:
        self.path = run.path
        self.manifest = run.manifest
        self.rotated = bool(run.settings["rotate"])
        self._columns = _columns(run.game)
        jacks_trump = bool(run.settings["rules"]["jacks_trump"])
        derived = features.columns(jacks_trump)
        self.meanings = {name: feature.meaning for name, feature in derived.items()}
        self._derived = ", ".join(f"{told.sql} AS {name}" for name, told in derived.items())
        views = _views(self._columns, self._derived, run.files)
        self._connection = _connect([*features.macros(jacks_trump), *views])
        # Counting reads the foot of every file, so a broken one is known at once.
        rows = int(self.query("SELECT count(*) AS rows FROM deals")["rows"].iloc[0])
        self.n_deals = rows // 3 if self.rotated else rows

    def query(self, sql: str) -> pd.DataFrame:
        """Result of an SQL query over the view `deals`.

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
            raise ValueError(_one_line(error)) from error
        except (TypeError, UnicodeError) as error:  # text that is no UTF-8
            raise ValueError(f"query {sql!r} is no text: {error}") from None

    def win_rate(
        self,
        by: Iterable[str] = (),
        where: str | None = None,
        per: str = "played",
        level: float = 0.95,
        weights: str | None = None,
        shrink: bool = False,
    ) -> pd.DataFrame:
        """Win rate and mean score of the declarer, with intervals; see `winrate.win_rate`."""
        if weights is not None:
            poststratify.check(weights, self.query, self.manifest["settings"])
        return winrate.win_rate(
            self.query,
            [*self._columns, *DERIVED, *self.meanings],
            clustered=self.rotated,
            by=by,
            where=where,
            per=per,
            level=level,
            weights=weights,
            shrink=shrink,
        )

    def lists(
        self, deals: int = 36, table: int = 3, limit: int | None = None, level: float = 0.95
    ) -> pd.DataFrame:
        """What lists (series of deals) come to, by system and member; see `lists.list_results`."""
        return lists.list_results(
            self.query,
            self.manifest["settings"],
            self.n_deals,
            deals=deals,
            table=table,
            limit=limit,
            level=level,
        )

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
        # computed what their cards tell.
        chosen = f"SELECT * FROM logged SEMI JOIN ({drawn}) USING ({keys})"
        return self.query(f"SELECT *, {self._derived} FROM ({chosen}) ORDER BY {keys}")

    def close(self) -> None:
        """Close the connection; a second call does nothing."""
        self._connection.close()

    def __enter__(self) -> Log:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Log({str(self.path)!r}, status={self.manifest['status']!r})"


def open_log(path: str | os.PathLike[str]) -> Log:
    """Open the log of a run; exported as `analysis.open`.

    A run that is still running or was interrupted opens with the files listed so far.

    Parameters
    ----------
    path
        The run folder, the one that holds `manifest.json`.

    Returns
    -------
    Log

    Raises
    ------
    ValueError
        If the folder, its manifest or a listed file is missing or cannot be read; the message
        names the path.
    """
    run = open_run(os.fspath(path) if isinstance(path, os.PathLike) else path)
    for file in run.files:
        if not file.is_file():
            raise ValueError(f"{run.path}: {file.name} is listed in the manifest, but missing")
    try:
        return Log(run)
    except (duckdb.Error, ValueError) as error:
        raise ValueError(f"{run.path}: {_one_line(error)}") from error


def _columns(game: Game) -> dict[str, str]:
    """The columns of a log and their types in the view: int8 and int16 are widened, since int8
    wraps silently."""
    unsigned = {"uint32": "UINTEGER", "uint64": "UBIGINT"}
    kinds = {"bool": "BOOLEAN", **unsigned}
    names = game.row.names or ()
    return {
        name: "VARCHAR" if name in game.words else kinds.get(str(game.row[name]), "INTEGER")
        for name in names
    }


def _connect(statements: list[str]) -> duckdb.DuckDBPyConnection:
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
        for statement in statements:
            connection.execute(statement)
    except duckdb.Error:
        connection.close()
        raise
    return connection


def _views(columns: dict[str, str], derived: str, files: list[Path]) -> list[str]:
    """The SQL of the views, without rows when no file is listed: `logged`, the row and what is told
    by it at once, and `deals`, this and what the cards tell."""
    kept = ", ".join(f'"{name}"::{kind} AS "{name}"' for name, kind in columns.items())
    plain = ", ".join(f"{rule} AS {name}" for name, rule in DERIVED.items())
    rows = f"SELECT {kept} FROM {_source(columns, files)}"
    return [
        f"CREATE VIEW logged AS SELECT *, {plain} FROM ({rows})",
        f"CREATE VIEW deals AS SELECT *, {derived} FROM logged",
    ]


def _source(columns: dict[str, str], files: list[Path]) -> str:
    """The listed files as a table; DuckDB would read * or [ in a name as a pattern."""
    if not files:
        empty = ", ".join(f'NULL AS "{name}"' for name in columns)
        return f"(SELECT {empty} LIMIT 0)"
    names = ("'" + glob.escape(str(file)).replace("'", "''") + "'" for file in files)
    return f"read_parquet([{', '.join(names)}], hive_partitioning = false)"


def _one_line(error: Exception) -> str:
    """The message without the excerpt of the query that DuckDB puts after it."""
    return " ".join(str(error).split("\n\nLINE ")[0].split())
