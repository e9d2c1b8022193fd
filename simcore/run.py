"""A run on disk or in an object store: written shard by shard, resumed, read and verified.

Its place holds `manifest.json`, `part-00000.parquet` ... and, where asked for, the cards played in
`plays/`. A shard is drafted, flushed and given its name in one step; then the manifest that lists
it replaces the old one. Time stamps stand only there, so the bytes of a shard depend on the
settings alone. One process at a time writes a run: it holds its lock.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

from simcore import lock
from simcore.batch import Block
from simcore.game import Game
from simcore.jit import source_digest
from simcore.log import schema
from simcore.manifest import (
    COMPLETE,
    INTERRUPTED,
    MANIFEST,
    PLAYS_FOLDER,
    RUNNING,
    canonical,
    deals_listed,
    new_manifest,
    planned,
    read_manifest,
    write_manifest,
)
from simcore.shard import ShardWriter, faults_of
from simcore.store import Store, StoreError


class DamagedError(ValueError):
    """A run whose files are not those its manifest lists."""


# ---- writing ----------------------------------------------------------------------------------


class RunWriter:
    """Writes a run. It is made holding the lock; use it in a `with` statement, which notes how far
    it came and gives the lock up."""

    def __init__(self, store: Store, game: Game, manifest: dict[str, Any], held: lock.Lock) -> None:
        self.store, self.game, self.manifest = store, game, manifest
        self._lock = held
        self._open: ShardWriter | None = None

    @classmethod
    def create(
        cls,
        store: Store,
        game: Game,
        settings: dict[str, Any],
        command: str,
        shard_deals: int,
        made_by: dict[str, Any] | None = None,
    ) -> RunWriter:
        """Start a run in a new place; `made_by` are entries of the manifest of a run it copies.

        Raises
        ------
        ValueError
            Something is there already, or another process starts a run there.
        """
        check_new(store)
        _make(store, settings)
        held = lock.acquire(store)
        try:
            check_new(store)
            store.clear()
            manifest = new_manifest(game.schema, settings, command, shard_deals) | (made_by or {})
            write_manifest(store, manifest)
        except BaseException:
            held.release()
            raise
        return cls(store, game, manifest, held)

    @classmethod
    def resume(cls, store: Store, game: Game, settings: dict[str, Any]) -> RunWriter:
        """Go on with a run.

        Raises
        ------
        ValueError
            There is no run, or one with other settings or of another program version, or another
            process writes it.
        DamagedError
            A shard it has is not as it was.
        """
        check_same(store, read_manifest(store), settings)
        _make(store, settings)
        held = lock.acquire(store)
        try:
            manifest = read_manifest(store)  # as it is now that nobody else writes it
            check_same(store, manifest, settings)
            for fault in Run(store, manifest, game).verify():
                raise DamagedError(f"run folder {store.words} cannot be gone on with: {fault}")
            store.clear()
            done = deals_listed(manifest) == settings["deals"]
            manifest["status"] = COMPLETE if done else RUNNING
            write_manifest(store, manifest)
        except BaseException:
            held.release()
            raise
        return cls(store, game, manifest, held)

    def write(self, block: Block) -> None:
        """Append a block to its shard, which is settled and listed when it is full."""
        if self._open is None:
            settings = self.manifest["settings"]
            index = (block.first - settings["first"]) // self.manifest["shard_deals"]
            part = planned(self.manifest, index)
            self._open = ShardWriter(self.store, self.game, part, bool(settings["plays"]))
        shard = self._open
        shard.write(block)
        if shard.is_full:
            entry = shard.entry()
            shard.settle()
            self._open = None
            self.add(entry)

    def add(self, entry: dict[str, Any]) -> None:
        """List a shard that lies in its place, in order of deals.

        Raises
        ------
        OSError
            The manifest cannot be written, or another process took the run over.
        """
        self._lock.check()
        shards = [*self.manifest["shards"], entry]
        self.manifest["shards"] = sorted(shards, key=lambda shard: int(shard["index"]))
        write_manifest(self.store, self.manifest)

    def finish(self) -> None:
        """Note that the run is complete; what killed workers have left goes."""
        if self.manifest["status"] != COMPLETE:
            self.store.clear()
            self.manifest["status"] = COMPLETE
            self._lock.check()
            write_manifest(self.store, self.manifest)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Drop an unfinished shard, note where the run stopped, and give up the lock.

        A store that has just failed is not asked again: "running" stands in it, and holds.
        """
        if self._open is not None:
            self._open.drop()
            self._open = None
        if isinstance(error, StoreError):
            self._lock.abandon()
            return
        try:
            if error is not None:
                self._interrupt()
        finally:
            self._lock.release()

    def _interrupt(self) -> None:
        self.manifest["status"] = INTERRUPTED
        with suppress(OSError):  # a full disk: the manifest on it says "running", and holds
            self._lock.check()
            self.store.clear()
            write_manifest(self.store, self.manifest)


def _make(store: Store, settings: dict[str, Any]) -> None:
    """Make the folder of a run, and that of the cards played."""
    store.make(*([PLAYS_FOLDER] if settings["plays"] else []))


def check_new(store: Store) -> None:
    """Refuse a place that holds something.

    Raises
    ------
    ValueError
        It is a run, another folder with files, or no folder.
    """
    if store.has(MANIFEST):
        raise ValueError(f"run folder {store.words} exists: resume it or name another")
    store.check_new()


def check_same(store: Store, manifest: dict[str, Any], settings: dict[str, Any]) -> None:
    """Refuse a run of other settings, or one that another version of the program has begun.

    Raises
    ------
    ValueError
        It is one; the message says what differs.
    """
    kept = manifest["settings"]
    if canonical(kept) != canonical(settings):
        odd = sorted(k for k in settings.keys() | kept.keys() if settings.get(k) != kept.get(k))
        raise ValueError(f"run folder {store.words} was started with other {', '.join(odd)}")
    if manifest["source_digest"] != source_digest():
        raise ValueError(
            f"run folder {store.words} was written by another version of the program "
            f"({manifest['versions'].get('simcore')}, source {manifest['source_digest'][:12]}): "
            "its deals would not fit together"
        )


# ---- reading ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """A run that is there.

    Attributes
    ----------
    store
        Where it lies.
    manifest
        What the run is and which shards it has.
    game
        The game it is of.
    """

    store: Store
    manifest: dict[str, Any]
    game: Game

    def __repr__(self) -> str:
        """Short: the manifest has thousands of numbers."""
        status, deals = self.manifest["status"], f"{self.deals:,} deals"
        return f"Run({str(self.path)!r}, {self.game.name}, {deals}, {status})"

    @property
    def path(self) -> Path | str:
        """The folder; of an object store the address."""
        return self.store.path

    @property
    def files(self) -> list[Path | str]:
        """The shards in order of deals, as the manifest lists them: paths or addresses."""
        return [self.store.place(name) for name in self.names]

    @property
    def names(self) -> list[str]:
        """The names of the shards."""
        return [str(shard["file"]) for shard in self.manifest["shards"]]

    @property
    def bytes(self) -> int:
        """Size of the shards, without cards played."""
        return sum(self.store.size(name) for name in self.names)

    @property
    def settings(self) -> dict[str, Any]:
        """What decides the rows: game, rules, players, scenario, seed, first, deals ..."""
        return dict(self.manifest["settings"])

    @property
    def rotations(self) -> int:
        """Rows a deal: 1, in a rotated run the number of players."""
        return len(self.settings["players"]) if self.settings["rotate"] else 1

    @property
    def deals(self) -> int:
        """Deals in the shards listed."""
        return deals_listed(self.manifest)

    def table(self, columns: list[str] | None = None) -> pa.Table:
        """All rows, or some columns of them, as an Arrow table in memory.

        Raises
        ------
        ValueError
            A column is unknown or a shard cannot be read.
        """
        if columns is not None and not isinstance(columns, list | tuple):
            raise ValueError(f"columns {columns!r}: a list of names")
        names = set(self.game.row.names or ())
        unknown = [name for name in columns or () if name not in names]
        if unknown:
            raise ValueError(f"unknown column {unknown[0]!r}: one of {', '.join(sorted(names))}")
        wanted = schema(self.game)
        if columns is not None:
            wanted = pa.schema([wanted.field(name) for name in columns])
        tables = []
        try:
            for shard in self.manifest["shards"]:
                with self.store.open(shard["file"]) as file:
                    tables.append(pq.read_table(file, columns=columns))
        except (OSError, pa.ArrowException) as error:
            raise ValueError(f"run folder {self.store.words}: {error}") from None
        return pa.concat_tables(tables) if tables else wanted.empty_table()

    def verify(self) -> list[str]:
        """Check every shard against the manifest; returns the faults found, none if all is well.

        Checked are of each shard presence, SHA-256, schema, number of rows, and
        that deal numbers run on without gap from the first deal.
        """
        return [fault for _, faults in self.faults() for fault in faults]

    def faults(self) -> list[tuple[dict[str, Any], list[str]]]:
        """The shards whose files are not as they should be: entries, and what is wrong."""
        looked = (
            (shard, faults_of(self.store, self.game, shard, self.rotations))
            for shard in self.manifest["shards"]
        )
        return [(shard, faults) for shard, faults in looked if faults]
