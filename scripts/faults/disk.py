"""A disk that is full, or cannot be written."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scripts import exits
from scripts.faults.scene import Outcome, Scene, expect, listed


def full_disk(scene: Scene, rng: random.Random) -> Outcome:
    """The disk is full in the middle of a shard; then there is room again."""
    share = rng.uniform(0.2, 0.9)
    size = int(share * sum(path.stat().st_size for path in scene.whole.rglob("*.parquet")))
    home = scene.new()
    with _small_disk(home, size) as disk:
        run = home / "run"
        process = scene.start(run, **disk.process)
        err = scene.ended(process, exits.BAD_INPUT)
        expect("deals are logged; go on with: simcore run" in err, err)
        before = listed(run)
        disk.enlarge()
        outcome = scene.resumed(run, before)
        expect(bool(before) or share < 0.3, "nothing was finished before the disk was full")
        return outcome


def read_only(scene: Scene, rng: random.Random) -> Outcome:
    """The folder cannot be written: nothing changes; then it can again."""
    home = scene.new()
    with _small_disk(home, 1 << 30) as disk:
        run = Path(shutil.copytree(scene.copy(shards=rng.randrange(1, scene.shards)), home / "run"))
        before, files = listed(run), sorted(run.rglob("*"))
        with disk.read_only(run):
            for words in (["run", "--out", run, "--resume"], ["repair", run]):
                scene.call(exits.BAD_INPUT, *words)
            scene.call(exits.BAD_INPUT, "run", "--out", run / "new", "--deals", "1")
        expect(sorted(run.rglob("*")) == files, "a file was written")
        return scene.resumed(run, before)


class _Disk:
    """A small disk of its own, or where nothing may be mounted a limit on the size of files."""

    def __init__(self, home: Path, size: int) -> None:
        self.home, self.mounted = home, False
        home.mkdir()
        options = f"size={max(size, 1 << 16)}"
        self.mounted = _mount("-t", "tmpfs", "-o", options, "tmpfs", str(home))
        self.process: dict[str, Any] = {}
        if not self.mounted:
            limit = (1 << 14, 1 << 14)
            self.process = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit)}

    def enlarge(self) -> None:
        """Make room."""
        if self.mounted:
            expect(_mount("-o", "remount,size=1g", str(self.home)), "cannot enlarge the disk")

    @contextlib.contextmanager
    def read_only(self, folder: Path) -> Iterator[None]:
        """Nothing can be written in here."""
        if self.mounted:
            expect(_mount("-o", "remount,ro", str(self.home)), "cannot make the disk read-only")
            try:
                yield
            finally:
                _mount("-o", "remount,rw", str(self.home))
            return
        folder.chmod(0o555)
        try:
            yield
        finally:
            folder.chmod(0o755)


@contextlib.contextmanager
def _small_disk(home: Path, size: int) -> Iterator[_Disk]:
    disk = _Disk(home, size)
    try:
        yield disk
    finally:
        if disk.mounted:
            subprocess.run(["umount", "--lazy", str(home)], check=True)


def _mount(*words: str) -> bool:
    """Whether this process may mount, and did."""
    if os.name != "posix" or os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    return subprocess.run(["mount", *words], capture_output=True).returncode == 0
