"""The manifest of a run: what the run is and which shards it has, as JSON, checked when read.

It is replaced in one step and its list of shards is the truth. Settings stand in it whole, so a
run can be gone on with and any of its deals be played again. A copy lies beside it, for the day on
which it is damaged.

A run is planned as shards of `shard_deals` deals each, the last one shorter. The list may have gaps
where shards are not made yet.
"""

from __future__ import annotations

import hashlib
import json
import platform
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import numpy as np
import pyarrow as pa
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simcore.jit import NUMBA_VERSION, source_digest
from simcore.store import Store, StoreError
from simcore.version import __version__

MANIFEST, COPY = "manifest.json", "manifest.copy.json"
FORMAT = 2  # 1 had no copy, no `shard_deals` and no gaps
PLAYS_FOLDER = "plays"
SHARD_DEALS = 1 << 20
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
    """A manifest whose shards are some of those planned, in order."""

    format: Annotated[int, Field(ge=1, le=FORMAT)] = 1
    form: str = Field(alias="schema")
    status: Literal["running", "interrupted", "complete"]
    game: str
    settings: _Settings
    settings_sha256: _Digest
    source_digest: _Digest
    versions: dict[str, str]
    shard_deals: _Deals | None = None  # format 1: those of its first shard
    shards: list[_Shard]

    @model_validator(mode="after")
    def _fits(self) -> _Manifest:
        settings, last, done = self.settings, -1, 0
        step = self.shard_deals or (self.shards[0].deals if self.shards else SHARD_DEALS)
        per_deal = len(settings.players) if settings.rotate else 1
        for place, shard in enumerate(self.shards):
            first = settings.first + shard.index * step
            left = settings.first + settings.deals - first
            if shard.index <= last or shard.first != first:
                raise ValueError(f"shard {place} is number {shard.index} from deal {shard.first}")
            if shard.deals != (planned := min(step, left)):
                raise ValueError(f"shard {place} has {shard.deals} deals, planned are {planned}")
            if shard.rows != per_deal * shard.deals:
                raise ValueError(f"shard {place} has {shard.rows} rows for {shard.deals} deals")
            if settings.plays and (shard.plays_file is None or shard.plays_sha256 is None):
                raise ValueError(f"shard {place} lists no cards played")
            last, done = shard.index, done + shard.deals
        if self.status == COMPLETE and done != settings.deals:
            raise ValueError(f"{self.status} with {done} of {settings.deals} deals")
        if self.game != settings.game:
            raise ValueError(f"game {self.game!r} and {settings.game!r}")
        return self


# ---- making, writing, reading -------------------------------------------------------------------


def new_manifest(
    schema: str, settings: dict[str, Any], command: str, shard_deals: int
) -> dict[str, Any]:
    """The manifest of a run that starts now."""
    return {
        "format": FORMAT,
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
        "shard_deals": shard_deals,
        "shards": [],
    }


def write_manifest(store: Store, manifest: dict[str, Any]) -> None:
    """Replace the manifest of a run in one step, and then its copy."""
    manifest["updated"] = _now()
    content = _written(manifest).encode()
    for name in (MANIFEST, COPY):
        draft = store.draft(name)
        try:
            draft.write(content)
            draft.settle()
        except BaseException:
            draft.drop()
            raise


def _written(manifest: dict[str, Any]) -> str:
    """The text of a manifest, a shard a line: there may be ten thousand, after each of which it is
    written."""
    head = {name: value for name, value in manifest.items() if name != "shards"}
    shards = ",\n".join(f"  {json.dumps(shard)}" for shard in manifest["shards"])
    text = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    return f'{text},\n "shards": [\n{shards}\n ]\n}}\n'


def read_manifest(store: Store, name: str = MANIFEST) -> dict[str, Any]:
    """The manifest of a run, or its copy.

    Raises
    ------
    ValueError
        There is no run, or its manifest cannot be read or does not fit together.
    """
    path = repr(str(store.place(name)))
    try:
        manifest = json.loads(store.read(name))
        _check_format(path, manifest)
        _Manifest.model_validate(manifest)
    except (FileNotFoundError, NotADirectoryError):
        lost = _mend(store, name)
        raise ValueError(f"{store.words} is no run folder: it has no {name}{lost}") from None
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(str(part) for part in fault["loc"]) or "it"
        mend = _mend(store, name)
        raise ValueError(f"{path} is no manifest: {where}: {fault['msg']}{mend}") from None
    except (NewerError, StoreError):
        raise
    except (OSError, ValueError, RecursionError) as error:
        raise ValueError(f"{path} is unreadable: {error}{_mend(store, name)}") from None
    if manifest["settings_sha256"] != settings_sha256(manifest["settings"]):
        mend = _mend(store, name)
        raise ValueError(f"{path}: the settings are not those the run was started with{mend}")
    return dict(manifest)


def has_copy(store: Store, manifest: dict[str, Any]) -> bool:
    """Whether the copy is one of this manifest, or of an older state of it; format 1 had none."""
    try:
        copy = read_manifest(store, COPY)
    except ValueError:
        return int(manifest.get("format", 1)) == 1
    return bool(copy["settings_sha256"] == manifest["settings_sha256"])


class NewerError(ValueError):
    """A manifest from the future."""


def _check_format(path: str, manifest: Any) -> None:
    """Refuse what a later version of the program has written, before it is called damaged."""
    number = manifest.get("format", 1) if isinstance(manifest, dict) else 1
    if isinstance(number, int) and number > FORMAT:
        raise NewerError(
            f"{path} is of format {number}, written by a newer version of the program: "
            f"this one ({__version__}) reads formats up to {FORMAT}"
        )


def _mend(store: Store, name: str) -> str:
    """What to do about a manifest that is damaged or lost, where there is its copy."""
    return "; simcore repair takes its copy" if name == MANIFEST and store.has(COPY) else ""


# ---- the shards of a run ------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A shard as planned: its number, its first deal and how many there are."""

    index: int
    first: int
    deals: int

    @property
    def name(self) -> str:
        """Its file."""
        return f"part-{self.index:05d}.parquet"


def deals_listed(manifest: dict[str, Any]) -> int:
    """Deals in the shards of a manifest."""
    return sum(int(shard["deals"]) for shard in manifest["shards"])


def _step(manifest: dict[str, Any]) -> int:
    """Deals of a shard; format 1 does not tell, but by its first shard."""
    shards = manifest["shards"]
    return int(manifest.get("shard_deals") or (shards[0]["deals"] if shards else SHARD_DEALS))


def planned(manifest: dict[str, Any], index: int) -> Part:
    """A shard of the run by its number."""
    settings, step = manifest["settings"], _step(manifest)
    before = index * step
    return Part(index, int(settings["first"]) + before, min(step, int(settings["deals"]) - before))


def gaps(manifest: dict[str, Any]) -> list[range]:
    """The numbers of the shards that are not listed yet, in order; a run may have millions."""
    step = _step(manifest)
    number, begin, found = -(-int(manifest["settings"]["deals"]) // step), 0, []
    for index in (*(int(shard["index"]) for shard in manifest["shards"]), number):
        if index > begin:
            found.append(range(begin, index))
        begin = index + 1
    return found
