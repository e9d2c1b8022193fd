"""How fast a cluster makes shards, and how much memory long runs take."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from scripts.faults.hosts import two_hosts
from scripts.faults.scene import ROOT, digests
from simcore.manifest import MANIFEST

SEED, SHARD_DEALS = 1, 1 << 18  # smaller than usual, so that two workers share few deals evenly
Say = Callable[[str], None]


class Spent(NamedTuple):
    """What a process took: seconds by the clock, of processors, and the most memory in bytes."""

    seconds: float
    cpu: float
    peak: int


def spent(words: Sequence[object], before: Sequence[str] = ()) -> Spent:
    """Run `simcore` as a process of its own.

    Raises
    ------
    subprocess.CalledProcessError
        It did not end well.
    """
    line = [*before, sys.executable, "-m", "scripts.cli", *map(str, words)]
    started = time.perf_counter()
    process = subprocess.Popen(line, cwd=ROOT, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, line)
    seconds = time.perf_counter() - started
    return Spent(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def cluster_speed(deals: int, say: Say) -> list[dict[str, Any]]:
    """The same run by threads, by worker processes, and by workers on two hosts."""
    ways: dict[str, list[str]] = {
        "1 thread": ["--threads", "1"],
        "2 threads": ["--threads", "2"],
        "1 worker": ["--workers", "1"],
        "2 workers": ["--workers", "2"],
    }
    rows, kept = [], dict[str, str]()
    with tempfile.TemporaryDirectory() as scratch:
        words = ["--deals", deals, "--seed", SEED, "--shard-deals", SHARD_DEALS, "--quiet"]
        for way, options in ways.items():
            out = Path(scratch) / way.replace(" ", "-")
            took = spent(["run", "--out", out, *words, *options])
            found = digests(out)
            kept = kept or found
            rows.append(_row(way, deals, took.seconds, found == kept))
            say(f"{way}: {took.seconds:.1f} s")
        try:
            with two_hosts() as hosts:
                out = Path(scratch) / "hosts"
                by = ["--cluster", hosts.address]
                took = spent(["run", "--out", out, *words, *by], hosts.beside)
                way = "2 hosts (network namespaces), 1 worker each"
                rows.append(_row(way, deals, took.seconds, digests(out) == kept))
        except OSError as error:
            say(f"two hosts left out: {error}")
    return rows


def _row(way: str, deals: int, seconds: float, same: bool) -> dict[str, Any]:
    return {"made by": way, "deals": deals, "seconds": seconds, "deals_per_s": deals / seconds,
            "bytes_equal": same}  # fmt: skip


def memory(deals: Sequence[int], say: Say) -> list[dict[str, Any]]:
    """Runs of some sizes, each verified and summed up: time, memory and bytes."""
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for number in deals:
            out = Path(scratch) / str(number)
            run = spent(["run", "--out", out, "--deals", number, "--seed", SEED, "--quiet"])
            say(f"{number:,} deals: {run.seconds:.1f} s")
            verify = spent(["verify", out, "--sample", 100])
            summary = spent(["summary", out])
            rows.append(
                {
                    "deals": number,
                    "files": len(list(out.glob("part-*"))),
                    "bytes": sum(path.stat().st_size for path in out.glob("part-*")),
                    "seconds": run.seconds,
                    "cpu": run.cpu,
                    "peak": run.peak,
                    "verify_seconds": verify.seconds,
                    "verify_peak": verify.peak,
                    "summary_seconds": summary.seconds,
                    "summary_peak": summary.peak,
                    "shards_sha256": _shards_sha256(out),
                }
            )
            for path in out.iterdir():
                path.unlink()
    return rows


def _shards_sha256(run: Path) -> str:
    """One digest of all shards."""
    shards = json.loads((run / MANIFEST).read_text("utf-8"))["shards"]
    return hashlib.sha256("".join(shard["sha256"] for shard in shards).encode()).hexdigest()
