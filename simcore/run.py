"""A run folder: the manifest, its shards, resuming and verifying.

A folder holds `manifest.json`, `part-00000.parquet` ... and, where asked for, the cards played in
`plays/`. A shard is written under a temporary name, flushed to disk and renamed; then the manifest
that lists it replaces the old one in one step. The manifest's list is the truth. Time stamps
stand only there, so the bytes of a shard depend on the settings alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, Field, ValidationError

from simcore.batch import Block
from simcore.game import Game
from simcore.jit import NUMBA_VERSION, source_digest
from simcore.log import plays_schema, plays_to_arrow, plays_writer, row_writer, schema, to_arrow
from simcore.version import __version__

SHARD_DEALS = 1 << 20
MANIFEST = "manifest.json"
PLAYS_FOLDER = "plays"
RUNNING, INTERRUPTED, COMPLETE = "running", "interrupted", "complete"
_TEMPORARY = ".tmp-"


def canonical(settings: Any) -> str:
    """Canonical JSON: sorted keys, no blanks."""
    return json.dumps(settings, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _settings_sha256(settings: dict[str, Any]) -> str:
    return hashlib.sha256(canonical(settings).encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _versions() -> dict[str, str]:
    return {
        "simcore": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": NUMBA_VERSION,
        "pyarrow": pa.__version__,
    }


def _flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to disk."""
    if path.is_dir() and os.name != "posix":  # folders cannot be opened there
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _settle(temporary: Path, final: Path) -> None:
    """Give a finished file its name, in one step and for good."""
    _flush(temporary)
    temporary.replace(final)
    _flush(final.parent)


class _ShardForm(BaseModel):
    """An entry of the manifest's list, as far as reading relies on it."""

    index: int
    first: int
    deals: int
    rows: int
    file: str
    sha256: str


class _SettingsForm(BaseModel):
    """The settings of any game, as far as reading relies on them."""

    game: str
    rotate: bool
    plays: bool
    seed: int
    first: int
    deals: int


class _ManifestForm(BaseModel):
    """A manifest, as far as reading relies on it."""

    form: str = Field(alias="schema")
    status: Literal["running", "interrupted", "complete"]
    settings: _SettingsForm
    source_digest: str
    versions: dict[str, str]
    shards: list[_ShardForm]


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Replace the manifest of a folder in one step."""
    manifest["updated"] = _now()
    temporary = folder / f"{_TEMPORARY}{MANIFEST}"
    temporary.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")
    _settle(temporary, folder / MANIFEST)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder.

    Raises
    ------
    ValueError
        The folder is no run, or its manifest cannot be read.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text("utf-8"))
        _ManifestForm.model_validate(manifest)
    except (FileNotFoundError, NotADirectoryError):
        raise ValueError(f"{str(folder)!r} is no run folder: it has no {MANIFEST}") from None
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"]) or "it"
        raise ValueError(f"{str(path)!r} is no manifest: {where}: {fault['msg']}") from None
    except (OSError, ValueError) as error:
        raise ValueError(f"{str(path)!r} is unreadable: {error}") from None
    return dict(manifest)


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
        if settings["plays"]:
            (folder / PLAYS_FOLDER).mkdir()
        manifest = {
            "schema": game.schema,
            "status": RUNNING,
            "game": game.name,
            "settings": settings,
            "settings_sha256": _settings_sha256(settings),
            "source_digest": source_digest(),
            "versions": _versions(),
            "command": command,
            "started": _now(),
            "shards": [],
        }
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
        for left_over in folder.rglob(f"{_TEMPORARY}*"):
            left_over.unlink()
        manifest["status"] = COMPLETE if _deals_listed(manifest) == settings["deals"] else RUNNING
        write_manifest(folder, manifest)
        return cls(folder, game, manifest)

    @property
    def deals_done(self) -> int:
        """Deals in finished shards."""
        return _deals_listed(self.manifest)

    def write(self, block: Block) -> None:
        """Append a block; a full shard is settled and listed."""
        if self._open is None:
            index = len(self.manifest["shards"])
            self._open = _Shard(self.folder, self.game, index, block.first, self._with_plays)
        shard = self._open
        shard.write(block)
        settings = self.manifest["settings"]
        if shard.deals == SHARD_DEALS or self.deals_done + shard.deals == settings["deals"]:
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
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{str(folder)!r} exists and is not an empty folder: name another")


def _deals_listed(manifest: dict[str, Any]) -> int:
    return sum(int(shard["deals"]) for shard in manifest["shards"])


class _Shard:
    """One shard being written under temporary names."""

    def __init__(self, folder: Path, game: Game, index: int, first: int, plays: bool) -> None:
        self.game, self.index, self.first = game, index, first
        self.folder = folder
        self.deals = self.rows = 0
        self.name = f"part-{index:05d}.parquet"
        self._temporary = folder / f"{_TEMPORARY}{self.name}"
        self._writer = row_writer(self._temporary, game)
        self._plays_temporary = folder / PLAYS_FOLDER / f"{_TEMPORARY}{self.name}"
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
        _settle(self._temporary, final)
        entry |= {"file": self.name, "sha256": _sha256(final)}
        if self._plays_writer is not None:
            final = self.folder / PLAYS_FOLDER / self.name
            _settle(self._plays_temporary, final)
            entry |= {"plays_file": f"{PLAYS_FOLDER}/{self.name}", "plays_sha256": _sha256(final)}
        return entry

    def drop(self) -> None:
        """Remove the unfinished files."""
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
    def files(self) -> list[Path]:
        """The shards in order of deals, as the manifest lists them."""
        return [self.path / shard["file"] for shard in self.manifest["shards"]]

    @property
    def settings(self) -> dict[str, Any]:
        """What decides the rows: game, rules, players, scenario, seed, first, deals ..."""
        return dict(self.manifest["settings"])

    @property
    def deals(self) -> int:
        """Deals in the shards listed."""
        return _deals_listed(self.manifest)

    def table(self, columns: list[str] | None = None) -> pa.Table:
        """All rows, or some columns of them, as an Arrow table in memory.

        Raises
        ------
        ValueError
            A column is unknown or a shard cannot be read.
        """
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

        Checked are the settings, and of each shard presence, SHA-256, schema, number of rows, and
        that deal numbers run on without gap from the first deal.
        """
        faults: list[str] = []
        if self.manifest.get("settings_sha256") != _settings_sha256(self.settings):
            faults.append(f"{MANIFEST}: the settings are not those the run was started with")
        rotations = 3 if self.settings["rotate"] else 1
        expected = int(self.settings["first"])
        for shard in self.manifest["shards"]:
            if int(shard["first"]) != expected:
                faults.append(f"{shard['file']}: starts at {shard['first']}, not at {expected}")
            expected = int(shard["first"]) + int(shard["deals"])
            numbers = np.arange(shard["first"], expected, dtype=np.uint64).repeat(rotations)
            faults += self._verify_file(shard["file"], shard["sha256"], schema(self.game), numbers)
            if self.settings["plays"] and "plays_file" not in shard:
                faults.append(f"{shard['file']}: the manifest lists no cards played for it")
            if "plays_file" in shard:
                faults += self._verify_file(
                    shard["plays_file"], shard["plays_sha256"], plays_schema(self.game), numbers
                )
            if int(shard["rows"]) != rotations * int(shard["deals"]):
                faults.append(f"{shard['file']}: {shard['rows']} rows for {shard['deals']} deals")
        if self.manifest["status"] == COMPLETE and self.deals != int(self.settings["deals"]):
            faults.append(f"complete with {self.deals} of {self.settings['deals']} deals")
        return faults

    def _verify_file(
        self, name: str, sha256: str, wanted: pa.Schema, numbers: np.ndarray
    ) -> list[str]:
        """Faults of one file that should hold these deal numbers."""
        path = self.path / name
        if not path.is_file():
            return [f"{name}: missing"]
        if _sha256(path) != sha256:
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
