"""A run folder: its shards written, resumed, read and verified.

A folder holds `manifest.json`, `part-00000.parquet` ... and, where asked for, the cards played in
`plays/`. A shard is written under a temporary name, flushed to disk and renamed; then the manifest
that lists it replaces the old one in one step. Time stamps stand only there, so the bytes of a
shard depend on the settings alone.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simcore.batch import Block
from simcore.game import Game
from simcore.jit import source_digest
from simcore.log import plays_schema, plays_to_arrow, plays_writer, row_writer, schema, to_arrow
from simcore.manifest import (
    COMPLETE,
    INTERRUPTED,
    MANIFEST,
    PLAYS_FOLDER,
    RUNNING,
    TEMPORARY,
    canonical,
    deals_listed,
    file_sha256,
    new_manifest,
    read_manifest,
    settle_file,
    write_manifest,
)

SHARD_DEALS = 1 << 20


# ---- writing ----------------------------------------------------------------------------------


class RunWriter:
    """Writes the blocks of a run, in order, into a folder."""

    def __init__(self, folder: Path, game: Game, manifest: dict[str, Any]) -> None:
        self.folder, self.game, self.manifest = folder, game, manifest
        self._open: _Shard | None = None

    @classmethod
    def create(cls, folder: Path, game: Game, settings: dict[str, Any], command: str) -> RunWriter:
        """Start a run in a new folder.

        Raises
        ------
        ValueError
            Something is there already.
        """
        check_new(folder)
        folder.mkdir(parents=True, exist_ok=True)
        _clear(folder)
        if settings["plays"]:
            (folder / PLAYS_FOLDER).mkdir(exist_ok=True)
        manifest = new_manifest(game.schema, settings, command)
        write_manifest(folder, manifest)
        return cls(folder, game, manifest)

    @classmethod
    def resume(cls, folder: Path, game: Game, settings: dict[str, Any]) -> RunWriter:
        """Go on with a run where its last shard ends.

        Raises
        ------
        ValueError
            The folder is no run, or a run with other settings or of another program version.
        """
        manifest = read_manifest(folder)
        kept = manifest["settings"]
        if canonical(kept) != canonical(settings):
            odd = sorted(k for k in settings.keys() | kept.keys() if settings.get(k) != kept.get(k))
            raise ValueError(f"run folder {str(folder)!r} was started with other {', '.join(odd)}")
        if manifest["source_digest"] != source_digest():
            raise ValueError(
                f"run folder {str(folder)!r} was written by another version of the program "
                f"({manifest['versions']['simcore']}, source {manifest['source_digest'][:12]}): "
                "its deals would not fit together"
            )
        for fault in Run(folder, manifest, game).verify():
            raise ValueError(f"run folder {str(folder)!r} cannot be gone on with: {fault}")
        _clear(folder)
        manifest["status"] = COMPLETE if deals_listed(manifest) == settings["deals"] else RUNNING
        write_manifest(folder, manifest)
        return cls(folder, game, manifest)

    @property
    def deals_done(self) -> int:
        """Deals in finished shards."""
        return deals_listed(self.manifest)

    def write(self, block: Block, shard_deals: int = 0) -> None:
        """Append a block; a full shard (0: of `SHARD_DEALS`) is settled and listed."""
        if self._open is None:
            index = len(self.manifest["shards"])
            self._open = _Shard(self.folder, self.game, index, block.first, self._with_plays)
        shard = self._open
        shard.write(block)
        settings = self.manifest["settings"]
        full = shard_deals or SHARD_DEALS
        if shard.deals == full or self.deals_done + shard.deals == settings["deals"]:
            self._open = None
            self.manifest["shards"].append(shard.settle())
            write_manifest(self.folder, self.manifest)

    @property
    def _with_plays(self) -> bool:
        return bool(self.manifest["settings"]["plays"])

    def finish(self) -> None:
        """Note that the run is complete."""
        self.manifest["status"] = COMPLETE
        write_manifest(self.folder, self.manifest)

    def interrupt(self) -> None:
        """Drop the unfinished shard and note where the run stopped."""
        if self._open is not None:
            self._open.drop()
            self._open = None
        self.manifest["status"] = INTERRUPTED
        with suppress(OSError):  # a full disk: the manifest on it says "running", and holds
            write_manifest(self.folder, self.manifest)


def check_new(folder: Path) -> None:
    """Refuse a folder that holds something.

    Raises
    ------
    ValueError
        It is a run, another folder with files, or no folder.
    """
    if (folder / MANIFEST).exists():
        raise ValueError(f"run folder {str(folder)!r} exists: resume it or name another")
    if folder.is_symlink() and not folder.exists():
        raise ValueError(f"{str(folder)!r} is a link that leads nowhere: name another")
    if folder.exists() and (not folder.is_dir() or any(map(_matters, folder.iterdir()))):
        raise ValueError(f"{str(folder)!r} exists and is not an empty folder: name another")


def _matters(path: Path) -> bool:
    """Whether a file is more than what a run killed at its very start leaves."""
    if path.name == PLAYS_FOLDER and path.is_dir():
        return any(map(_matters, path.iterdir()))
    return not (path.name.startswith(TEMPORARY) and path.is_file())


def _clear(folder: Path) -> None:
    """Remove the unfinished files of a killed run."""
    for home in (folder, folder / PLAYS_FOLDER):
        for left_over in home.glob(f"{TEMPORARY}*"):
            if left_over.is_file():
                left_over.unlink()


class _Shard:
    """One shard being written under temporary names."""

    def __init__(self, folder: Path, game: Game, index: int, first: int, plays: bool) -> None:
        self.game, self.index, self.first = game, index, first
        self.folder = folder.absolute()  # Arrow would read "a:b" as an address
        self.deals = self.rows = 0
        self.name = f"part-{index:05d}.parquet"
        self._temporary = self.folder / f"{TEMPORARY}{self.name}"
        self._writer = row_writer(self._temporary, game)
        self._plays_temporary = self.folder / PLAYS_FOLDER / f"{TEMPORARY}{self.name}"
        self._plays_writer = plays_writer(self._plays_temporary, game) if plays else None

    def write(self, block: Block) -> None:
        """Append a block as one row group."""
        self._writer.write_table(to_arrow(self.game, block.rows), row_group_size=len(block.rows))
        if self._plays_writer is not None:
            table = plays_to_arrow(self.game, block.rows, block.plays)
            self._plays_writer.write_table(table, row_group_size=len(block.rows))
        self.deals += block.deals
        self.rows += len(block.rows)

    def _close(self) -> None:
        self._writer.close()
        if self._plays_writer is not None:
            self._plays_writer.close()

    def settle(self) -> dict[str, Any]:
        """Finish the files; returns the entry of the manifest."""
        self._close()
        entry: dict[str, Any] = {
            "index": self.index,
            "first": self.first,
            "deals": self.deals,
            "rows": self.rows,
        }
        final = self.folder / self.name
        settle_file(self._temporary, final)
        entry |= {"file": self.name, "sha256": file_sha256(final)}
        if self._plays_writer is not None:
            final = self.folder / PLAYS_FOLDER / self.name
            settle_file(self._plays_temporary, final)
            entry["plays_file"] = f"{PLAYS_FOLDER}/{self.name}"
            entry["plays_sha256"] = file_sha256(final)
        return entry

    def drop(self) -> None:
        """Remove the unfinished files."""
        with suppress(OSError, pa.ArrowException):  # a full disk: they go all the same
            self._close()
        self._temporary.unlink(missing_ok=True)
        self._plays_temporary.unlink(missing_ok=True)


# ---- reading ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Run:
    """A run on disk.

    Attributes
    ----------
    path
        The folder.
    manifest
        What the run is and which shards it has.
    game
        The game it is of.
    """

    path: Path
    manifest: dict[str, Any]
    game: Game

    @property
    def home(self) -> Path:
        """The folder from the root on: Arrow would read "s3:x" as an address."""
        return self.path.absolute()

    @property
    def files(self) -> list[Path]:
        """The shards in order of deals, as the manifest lists them."""
        return [self.home / shard["file"] for shard in self.manifest["shards"]]

    @property
    def settings(self) -> dict[str, Any]:
        """What decides the rows: game, rules, players, scenario, seed, first, deals ..."""
        return dict(self.manifest["settings"])

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
        try:
            tables = [pq.read_table(path, columns=columns) for path in self.files]
        except (OSError, pa.ArrowException) as error:
            raise ValueError(f"run folder {str(self.path)!r}: {error}") from None
        return pa.concat_tables(tables) if tables else wanted.empty_table()

    def verify(self) -> list[str]:
        """Check every shard against the manifest; returns the faults found, none if all is well.

        Checked are of each shard presence, SHA-256, schema, number of rows, and
        that deal numbers run on without gap from the first deal.
        """
        faults: list[str] = []
        rotations = len(self.settings["players"]) if self.settings["rotate"] else 1
        for shard in self.manifest["shards"]:
            end = shard["first"] + shard["deals"]
            numbers = np.arange(shard["first"], end, dtype=np.uint64).repeat(rotations)
            faults += self._verify_file(shard["file"], shard["sha256"], schema(self.game), numbers)
            if self.settings["plays"]:
                faults += self._verify_file(
                    shard["plays_file"], shard["plays_sha256"], plays_schema(self.game), numbers
                )
        return faults

    def _verify_file(
        self, name: str, sha256: str, wanted: pa.Schema, numbers: np.ndarray
    ) -> list[str]:
        """Faults of one file that should hold these deal numbers."""
        path = self.home / name
        if not path.is_file():
            return [f"{name}: missing"]
        if file_sha256(path) != sha256:
            return [f"{name}: SHA-256 differs from the manifest"]
        try:
            if not pq.read_schema(path).equals(wanted):
                return [f"{name}: columns are not those of {self.manifest['schema']}"]
            deal_id = pq.read_table(path, columns=["deal_id"]).column("deal_id").to_numpy()
        except (OSError, pa.ArrowException) as error:
            return [f"{name}: unreadable: {error}"]
        if not np.array_equal(deal_id, numbers):
            return [f"{name}: its deal numbers are not those the manifest lists"]
        return []
