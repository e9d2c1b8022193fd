"""Mend a run from its seed: a damaged manifest from its copy, damaged or missing shards anew.

A shard made again by the program that made it first has the same bytes; so its digest in the
manifest tells whether it is the shard that was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcore import lock
from simcore.api import opened
from simcore.checks import shown, whole
from simcore.jit import source_digest
from simcore.jobs import make_shard
from simcore.manifest import (
    COPY,
    INTERRUPTED,
    MANIFEST,
    PLAYS_FOLDER,
    RUNNING,
    NewerError,
    Part,
    has_copy,
    read_manifest,
    write_manifest,
)
from simcore.run import DamagedError, Run
from simcore.store import Store, store_of
from simcore.threads import check_threads

_ANEW = "play the run again into another folder"
OnShard = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Repaired:
    """What was mended.

    Attributes
    ----------
    run
        The run as it is now.
    manifest
        What was wrong with the manifest; empty where it was whole.
    shards
        What was wrong with the shards made again, by file.
    other_bytes
        Those of them whose bytes are not those that the manifest listed: another Arrow wrote them,
        or what was listed was wrong. The manifest lists the new ones.
    """

    run: Run
    manifest: str
    shards: dict[str, list[str]]
    other_bytes: list[str]


def repair(
    path: str | Path,
    *,
    again: Collection[int] = (),
    threads: int | None = None,
    on_shard: OnShard | None = None,
) -> Repaired:
    """Make what is damaged or missing of a run again from its seed.

    Parameters
    ----------
    path
        The run folder, or its address.
    again
        Numbers of shards to make again whatever their files look like.
    threads
        By default one a processor.
    on_shard
        Called before a shard is made: its file, how many are done, how many there are.

    Raises
    ------
    ValueError
        There is no run, it was written by a newer version of the program, or another process
        writes it.
    DamagedError
        The manifest and its copy are lost, or another version of the program made a lost shard and
        this one would make another. Nothing is changed then but shards already mended.
    """
    store, workers = store_of(path), check_threads(threads)
    _read(store)  # refuse what is no run before anything is written
    held = lock.acquire(store)
    try:
        run, wrong = _read(store)
        store.make(*([PLAYS_FOLDER] if run.settings["plays"] else []))
        store.clear()
        faults = _faults(run, again)
        if wrong:
            _check_copy(run, faults, wrong)
        if wrong or not has_copy(store, run.manifest):
            write_manifest(store, run.manifest)
        other: list[str] = []
        for number, (shard, _) in enumerate(faults):
            if on_shard:
                on_shard(shard["file"], number, len(faults))
            if _make_again(run, shard, workers):
                other.append(shard["file"])
        _settle_status(run)
    finally:
        held.release()
    return Repaired(run, wrong, {shard["file"]: found for shard, found in faults}, other)


def _read(store: Store) -> tuple[Run, str]:
    """The run by its manifest, or by the copy of it, and what is wrong with the manifest."""
    try:
        return opened(store, read_manifest(store)), ""
    except NewerError:
        raise
    except ValueError as error:
        wrong = str(error)
    if not store.has(COPY):
        if not store.has(MANIFEST):
            raise ValueError(wrong)
        raise DamagedError(f"{wrong}; it has no {COPY}: {_ANEW}")
    try:
        return opened(store, read_manifest(store, COPY)), wrong
    except ValueError as error:
        raise DamagedError(f"{wrong}; and {error}: {_ANEW}") from None


def _check_copy(run: Run, faults: list[tuple[dict[str, Any], list[str]]], wrong: str) -> None:
    """Refuse a copy of which no shard is here, though there are others: it is of another run.

    Raises
    ------
    DamagedError
        It is.
    """
    shards = run.manifest["shards"]
    if len(faults) == len(shards) and any(run.store.has(shard["file"]) for shard in shards):
        raise DamagedError(f"{wrong}; {COPY} lists none of the files that are here: {_ANEW}")


def _faults(run: Run, again: Collection[int]) -> list[tuple[dict[str, Any], list[str]]]:
    """The shards to be made again, and why."""
    shards = {int(shard["index"]): shard for shard in run.manifest["shards"]}
    if not isinstance(again, Collection) or isinstance(again, str | bytes):
        raise ValueError(f"again {shown(again)}: numbers of shards")
    for number in again:
        whole("shard", number, 0, max(shards, default=0))
        if number not in shards:
            raise ValueError(f"shard {number} is not made yet: resume the run")
    found = {int(shard["index"]): faults for shard, faults in run.faults()}
    wanted = sorted({*found, *again})
    return [(shards[index], found.get(index, ["asked for"])) for index in wanted]


def _make_again(run: Run, shard: dict[str, Any], threads: int) -> bool:
    """Make a shard again in its place; true where its bytes are others now.

    Raises
    ------
    DamagedError
        Another version of the program made it, and it cannot be made again.
    """
    part = Part(shard["index"], shard["first"], shard["deals"])
    kept = {name: sha for name, sha in shard.items() if name.endswith("sha256") and sha}
    same_source = run.manifest["source_digest"] == source_digest()
    try:
        made = make_shard(
            run.store,
            run.settings,
            part,
            threads=threads,
            sha256=None if same_source else kept,
        )
    except ValueError as error:
        version = run.manifest["versions"].get("simcore")
        raise DamagedError(
            f"run folder {run.store.words}: {error}, as another version of the program made it "
            f"({version}, source {run.manifest['source_digest'][:12]})"
        ) from None
    if all(made.entry[name] == sha for name, sha in kept.items()):
        return False
    shard.update(made.entry)
    write_manifest(run.store, run.manifest)
    return True


def _settle_status(run: Run) -> None:
    """A run that nobody writes is not running."""
    if run.manifest["status"] == RUNNING:
        run.manifest["status"] = INTERRUPTED
        write_manifest(run.store, run.manifest)
