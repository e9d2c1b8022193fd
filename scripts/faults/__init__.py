"""What can go wrong with a run, done to real runs: kills, full disks, damage, second writers.

Each fault is a function of a scene and a random number generator. It disturbs a run, checks that
the program says so in one line, mends or resumes the run, and tells what was lost.
"""

from __future__ import annotations

from dataclasses import dataclass

from scripts.faults.away import host_lost, scheduler_killed, store_silent, worker_killed
from scripts.faults.disk import full_disk, read_only
from scripts.faults.files import (
    cut_manifest,
    deleted,
    deleted_manifest,
    flipped,
    future_manifest,
    truncated,
    unlisted,
)
from scripts.faults.processes import (
    foreign_lock,
    interrupted,
    jumping_clock,
    killed,
    killed_at_start,
    second_writer,
    terminated,
)
from scripts.faults.scene import Fault, FaultyError, Outcome, Scene

__all__ = ["FAULTS", "FaultyError", "Kind", "Outcome", "Scene"]


@dataclass(frozen=True)
class Kind:
    """A kind of fault: what it is, how it is done, and how often in a full proof."""

    title: str
    fault: Fault
    times: int


FAULTS = {
    kind.fault.__name__: kind
    for kind in (
        Kind("kill -9 at a random moment", killed, 30),
        Kind("kill -9 while the folder is made", killed_at_start, 10),
        Kind("Ctrl-C (SIGINT)", interrupted, 10),
        Kind("SIGTERM", terminated, 10),
        Kind("disk full", full_disk, 10),
        Kind("folder read-only", read_only, 3),
        Kind("shard cut short", truncated, 10),
        Kind("bit flipped in a shard", flipped, 10),
        Kind("shard deleted", deleted, 10),
        Kind("shards written but not listed, drafts", unlisted, 5),
        Kind("manifest cut short", cut_manifest, 10),
        Kind("manifest deleted", deleted_manifest, 3),
        Kind("manifest from the future", future_manifest, 3),
        Kind("clock jumps by years", jumping_clock, 5),
        Kind("second writer", second_writer, 5),
        Kind("stale lock of another host", foreign_lock, 2),
        Kind("one of two cluster workers killed", worker_killed, 5),
        Kind("cluster scheduler killed", scheduler_killed, 3),
        Kind("one of two hosts lost", host_lost, 3),
        Kind("object store stands still", store_silent, 3),
    )
}
