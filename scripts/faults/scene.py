"""A folder in which runs are disturbed, mended, and compared with an undisturbed one."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts import cli, exits
from simcore.manifest import MANIFEST
from simcore.store import LOCK, TEMPORARY

ROOT = Path(__file__).parents[2]
_BY_THREAD = ("--threads", "1")
PATIENCE = 120.0  # seconds until a process must have done what it is waited for


class FaultyError(AssertionError):
    """The program did not do what it should."""


@dataclass(frozen=True)
class Outcome:
    """What one try came to.

    Attributes
    ----------
    lost
        Shards that were listed before the fault and had to be played again, though their files were
        whole.
    wrong
        Rows of the run in the end that differ from those of an undisturbed one.
    seconds
        Until the run was whole again.
    """

    lost: int
    wrong: int
    seconds: float


Fault = Callable[["Scene", random.Random], Outcome]


def expect(holds: bool, what: str) -> None:
    """Raise where something does not hold."""
    if not holds:
        raise FaultyError(what)


class Scene:
    """A folder in which runs are disturbed, all of the same settings.

    Parameters
    ----------
    scratch
        An empty folder.
    shards, shard_deals
        Shards of a run, and deals of each.
    """

    def __init__(self, scratch: Path, shards: int, shard_deals: int) -> None:
        self.scratch, self.shards = scratch, shards
        self.words = [
            *("--deals", str(shards * shard_deals), "--shard-deals", str(shard_deals)),
            *("--seed", "8", "--players", "simple", "--plays"),
        ]
        self.whole = scratch / "whole"
        self.number = 0
        self.call(exits.DONE, "run", "--out", self.whole, *self.words, *_BY_THREAD, "--quiet")
        self.digests = digests(self.whole)

    def new(self) -> Path:
        """A name for a run."""
        self.number += 1
        return self.scratch / f"run{self.number}"

    def copy(self, shards: int | None = None) -> Path:
        """A copy of the undisturbed run, or of one that ended after some shards."""
        run = shutil.copytree(self.whole, self.new())
        if shards is not None:
            text = json.loads((run / MANIFEST).read_text("utf-8"))
            for shard in text["shards"][shards:]:
                for kind in ("file", "plays_file"):
                    (run / shard[kind]).unlink()
            text |= {"shards": text["shards"][:shards], "status": "interrupted"}
            (run / MANIFEST).write_text(json.dumps(text), "utf-8")
        return run

    def call(self, code: int, *words: object) -> str:
        """A command line that must end with a code, in one line where it complains; its text."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            found = cli.call([str(word) for word in words])
        check_end(found, code, out.getvalue(), err.getvalue(), words)
        return out.getvalue() + err.getvalue()

    def command(self, *words: object, through: str | None = None) -> list[str]:
        """The same as a process, or by some Python code that runs it."""
        start = ["-m", "scripts.cli"] if through is None else ["-c", through]
        return [sys.executable, *start, *map(str, words)]

    def start(
        self,
        run: Path | str,
        *,
        by: Sequence[str] = _BY_THREAD,
        before: Sequence[str] = (),
        through: str | None = None,
        **how: Any,
    ) -> subprocess.Popen[str]:
        """A process that plays a run, by its own thread or by what else makes shards."""
        words = [*before, *self.command("run", "--out", run, *self.words, *by, through=through)]
        pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(words, cwd=ROOT, **pipes, **how)

    def ended(self, process: subprocess.Popen[str], code: int) -> str:
        """Wait for its end, which must have a code; what it said on stderr."""
        out, err = process.communicate(timeout=PATIENCE)
        check_end(process.returncode, code, out, err, process.args)
        return err

    def resumed(self, run: Path, before: Mapping[str, str]) -> Outcome:
        """Resume a run to its end, and compare it with the undisturbed one.

        Parameters
        ----------
        run
            The run.
        before
            Digests of the files that were listed at the time of the fault.
        """
        lost = sum(digest != before[name] for name, digest in listed(run).items() if name in before)
        lost += len(before.keys() - listed(run).keys())
        started = time.perf_counter()
        self.call(exits.DONE, "run", "--out", run, "--resume", "--quiet")
        return Outcome(lost, self.wrong(run), time.perf_counter() - started)

    def repaired(self, run: Path, whole: int) -> Outcome:
        """Repair a run of which so many files are whole, and compare it."""
        ages = {
            name: (run / name).stat().st_mtime_ns for name in self.digests if _is_there(run, name)
        }
        started = time.perf_counter()
        self.call(exits.DONE, "repair", run)
        seconds = time.perf_counter() - started
        kept = sum((run / name).stat().st_mtime_ns == age for name, age in ages.items())
        return Outcome(max(0, whole - kept), self.wrong(run), seconds)

    def wrong(self, run: Path) -> int:
        """Rows that differ from those of the undisturbed run; the folder must be tidy."""
        self.call(exits.DONE, "verify", run, "--sample", "100")
        left = [path.name for path in run.rglob("*") if path.name.startswith((TEMPORARY, LOCK))]
        expect(not left, f"left over: {left}")
        found = digests(run)
        expect(found.keys() == self.digests.keys(), f"other files: {sorted(found)}")
        return sum(_differing(run / name, self.whole / name)
                   for name, digest in found.items() if digest != self.digests[name])  # fmt: skip


def _is_there(run: Path, name: str) -> bool:
    return (run / name).is_file()


def check_end(found: int | None, code: int, out: str, err: str, words: Any) -> None:
    told = f"{words}: ended with {found}, wanted {code}: {out[-300:]} {err[-1000:]}"
    expect(found == code and "Traceback" not in err, told)
    if code > exits.DONE:
        last = err.splitlines()[-1] if err else ""
        expect(last.startswith("simcore: ") or code == exits.BAD_DATA, told)


def _differing(one: Path, other: Path) -> int:
    """Rows that differ between two files, or all where one cannot be read."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        rows = [pq.read_table(path).to_pylist() for path in (one, other)]
    except (OSError, pa.ArrowException):
        return int(pq.read_metadata(other).num_rows)
    odd = [a != b for a, b in zip(*rows, strict=False)]
    return int(sum(odd)) + abs(len(rows[0]) - len(rows[1]))


def file_sha256(path: Path) -> str:
    """Digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def digests(run: Path) -> dict[str, str]:
    """SHA-256 of all Parquet files of a run by name."""
    return {
        path.relative_to(run).as_posix(): file_sha256(path)
        for path in sorted(run.rglob("*.parquet"))
        if not path.name.startswith(TEMPORARY)
    }


def listed(run: Path) -> dict[str, str]:
    """Digests on disk of the files that the manifest lists; none before there is a manifest."""
    names = [shard[kind] for shard in _shards(run) for kind in ("file", "plays_file")]
    return {name: file_sha256(run / name) for name in names if _is_there(run, name)}


def number_listed(run: Path) -> int:
    """How many shards the manifest lists."""
    return len(_shards(run))


def _shards(run: Path) -> list[dict[str, Any]]:
    try:
        return list(json.loads((run / MANIFEST).read_text("utf-8"))["shards"])
    except FileNotFoundError:
        return []


def wait_until(holds: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    """Wait for something, while a process runs."""
    end = time.monotonic() + PATIENCE
    while not holds():
        expect(time.monotonic() < end, "waited too long")
        expect(process is None or process.poll() is None, "the process has ended")
        time.sleep(0.002)
