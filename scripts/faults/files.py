"""Files that are damaged, gone, or not from here."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

from scripts import exits
from scripts.faults.scene import Outcome, Scene, expect, listed
from simcore.manifest import MANIFEST
from simcore.store import TEMPORARY


def _damaged(scene: Scene, rng: random.Random, damage: Callable[[Path], str]) -> Outcome:
    """A file of a complete run is damaged: verify says which, resume refuses, repair mends it."""
    run = scene.copy()
    name = rng.choice(sorted(scene.digests))
    what = damage(run / name)
    told = scene.call(exits.BAD_DATA, "verify", run)
    expect(f"{name}: {what}" in told, told)
    told = scene.call(exits.BAD_DATA, "run", "--out", run, "--resume")
    expect(f"{name}: {what}" in told and "simcore repair" in told, told)
    shard = 2  # of a shard both files are made again
    return scene.repaired(run, len(scene.digests) - shard)


def truncated(scene: Scene, rng: random.Random) -> Outcome:
    """A shard is cut short."""

    def damage(path: Path) -> str:
        os.truncate(path, rng.randrange(path.stat().st_size))
        return "SHA-256 differs"

    return _damaged(scene, rng, damage)


def flipped(scene: Scene, rng: random.Random) -> Outcome:
    """A bit of a shard is another."""

    def damage(path: Path) -> str:
        content = bytearray(path.read_bytes())
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        path.write_bytes(content)
        return "SHA-256 differs"

    return _damaged(scene, rng, damage)


def deleted(scene: Scene, rng: random.Random) -> Outcome:
    """A shard is gone."""

    def damage(path: Path) -> str:
        path.unlink()
        return "missing"

    return _damaged(scene, rng, damage)


def unlisted(scene: Scene, rng: random.Random) -> Outcome:
    """As a power cut leaves it: a shard that is not listed, half a file, drafts."""
    run = scene.copy(shards=(done := rng.randrange(1, scene.shards - 1)))
    (run / f"part-{done:05d}.parquet").write_bytes(b"half a file")
    for name in (f"{TEMPORARY}1-part-00002.parquet", f"plays/{TEMPORARY}2", f"{TEMPORARY}x"):
        (run / name).write_bytes(b"left over")
    return scene.resumed(run, listed(run) | {})


def cut_manifest(scene: Scene, rng: random.Random) -> Outcome:
    """The manifest is cut short."""
    run = scene.copy()
    os.truncate(run / MANIFEST, rng.randrange((run / MANIFEST).stat().st_size - 2))
    scene.call(exits.BAD_DATA, "verify", run)
    scene.call(exits.BAD_INPUT, "run", "--out", run, "--resume")
    return scene.repaired(run, len(scene.digests))


def deleted_manifest(scene: Scene, rng: random.Random) -> Outcome:
    """The manifest is gone."""
    run = scene.copy()
    (run / MANIFEST).unlink()
    told = scene.call(exits.BAD_INPUT, "run", "--out", run, "--resume")
    expect("simcore repair" in told, told)
    return scene.repaired(run, len(scene.digests))


def future_manifest(scene: Scene, rng: random.Random) -> Outcome:
    """A later version has written the manifest: it is left alone, and said so."""
    run = scene.copy()
    kept = (run / MANIFEST).read_bytes()
    future = json.loads(kept) | {"format": 3 + rng.randrange(100), "shards": "as they are then"}
    (run / MANIFEST).write_text(json.dumps(future), "utf-8")
    for words, code in (
        (["run", "--out", run, "--resume"], exits.BAD_INPUT),
        (["repair", run], exits.BAD_INPUT),
        (["summary", run], exits.BAD_INPUT),
        (["verify", run], exits.BAD_DATA),
    ):
        told = scene.call(code, *words)
        expect("written by a newer version" in told, told)
    expect(json.loads((run / MANIFEST).read_text("utf-8")) == future, "it was changed")
    (run / MANIFEST).write_bytes(kept)
    return Outcome(0, scene.wrong(run), 0.0)
