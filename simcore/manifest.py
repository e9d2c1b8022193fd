"""The manifest of a run: what the run is and which shards it has, as JSON, checked when read.

It is replaced in one step and its list of shards is the truth. Settings stand in it whole, so a
run can be gone on with and any of its deals be played again.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simcore.jit import NUMBA_VERSION, source_digest
from simcore.version import __version__

MANIFEST = "manifest.json"
PLAYS_FOLDER = "plays"
TEMPORARY = ".tmp-"  # begins the name of every unfinished file
RUNNING, INTERRUPTED, COMPLETE = "running", "interrupted", "complete"
MOST_DEALS = 1 << 40
LAST_DEAL = 1 << 62
LARGEST_SEED = (1 << 64) - 1


def canonical(settings: Any) -> str:
    """Canonical JSON: sorted keys, no blanks."""
    return json.dumps(settings, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def settings_sha256(settings: dict[str, Any]) -> str:
    """Digest of the settings of a run."""
    return hashlib.sha256(canonical(settings).encode()).hexdigest()


def file_sha256(path: Path) -> str:
    """Digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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


def settle_file(temporary: Path, final: Path) -> None:
    """Give a finished file its name, in one step and for good."""
    _flush(temporary)
    temporary.replace(final)
    _flush(final.parent)


# ---- the form of a manifest ---------------------------------------------------------------------

_Deals = Annotated[int, Field(ge=1, le=MOST_DEALS)]
_Deal = Annotated[int, Field(ge=0, le=LAST_DEAL)]
_Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_PART = r"part-\d{5,}\.parquet$"


class _Form(BaseModel):
    model_config = ConfigDict(strict=True)


class _Shard(_Form):
    """An entry of the list of shards."""

    index: Annotated[int, Field(ge=0)]
    first: _Deal
    deals: _Deals
    rows: Annotated[int, Field(ge=1)]
    file: Annotated[str, Field(pattern=f"^{_PART}")]
    sha256: _Digest
    plays_file: Annotated[str, Field(pattern=f"^{PLAYS_FOLDER}/{_PART}")] | None = None
    plays_sha256: _Digest | None = None


class _Settings(_Form):
    """The settings that all games share; the rest a game checks itself."""

    game: str
    rotate: bool
    plays: bool
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    first: _Deal
    deals: _Deals
    players: list[Any]


class _Manifest(_Form):
    """A manifest whose shards follow on one another from the first deal on."""

    form: str = Field(alias="schema")
    status: Literal["running", "interrupted", "complete"]
    game: str
    settings: _Settings
    settings_sha256: _Digest
    source_digest: _Digest
    versions: dict[str, str]
    shards: list[_Shard]

    @model_validator(mode="after")
    def _fits(self) -> _Manifest:
        settings, expected = self.settings, self.settings.first
        per_deal = len(settings.players) if settings.rotate else 1
        for place, shard in enumerate(self.shards):
            if shard.index != place or shard.first != expected:
                raise ValueError(f"shard {place} is number {shard.index} from deal {shard.first}")
            if shard.rows != per_deal * shard.deals:
                raise ValueError(f"shard {place} has {shard.rows} rows for {shard.deals} deals")
            if settings.plays and (shard.plays_file is None or shard.plays_sha256 is None):
                raise ValueError(f"shard {place} lists no cards played")
            expected += shard.deals
        done = expected - settings.first
        if done > settings.deals or (self.status == COMPLETE and done != settings.deals):
            raise ValueError(f"{self.status} with {done} of {settings.deals} deals")
        if self.game != settings.game:
            raise ValueError(f"game {self.game!r} and {settings.game!r}")
        return self


# ---- making, writing, reading -------------------------------------------------------------------


def new_manifest(schema: str, settings: dict[str, Any], command: str) -> dict[str, Any]:
    """The manifest of a run that starts now."""
    return {
        "schema": schema,
        "status": RUNNING,
        "game": settings["game"],
        "settings": settings,
        "settings_sha256": settings_sha256(settings),
        "source_digest": source_digest(),
        "versions": _versions(),
        # a folder name need not be text
        "command": command.encode("utf-8", "backslashreplace").decode(),
        "started": _now(),
        "shards": [],
    }


def write_manifest(folder: Path, manifest: dict[str, Any]) -> None:
    """Replace the manifest of a folder in one step."""
    manifest["updated"] = _now()
    temporary = folder / f"{TEMPORARY}{MANIFEST}"
    temporary.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")
    settle_file(temporary, folder / MANIFEST)


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a run folder.

    Raises
    ------
    ValueError
        The folder is no run, or its manifest cannot be read or does not fit together.
    """
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text("utf-8"))
        _Manifest.model_validate(manifest)
    except (FileNotFoundError, NotADirectoryError):
        raise ValueError(f"{str(folder)!r} is no run folder: it has no {MANIFEST}") from None
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"]) or "it"
        raise ValueError(f"{str(path)!r} is no manifest: {where}: {fault['msg']}") from None
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{str(path)!r} is unreadable: {error}") from None
    if manifest["settings_sha256"] != settings_sha256(manifest["settings"]):
        raise ValueError(f"{str(path)!r}: the settings are not those the run was started with")
    return dict(manifest)


def deals_listed(manifest: dict[str, Any]) -> int:
    """Deals in the shards of a manifest."""
    return sum(int(shard["deals"]) for shard in manifest["shards"])
