"""Processes that end, or of which there are two."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time

from scripts import exits
from scripts.faults.scene import (
    PATIENCE,
    ROOT,
    Outcome,
    Scene,
    check_end,
    expect,
    listed,
    number_listed,
    wait_until,
)
from simcore.manifest import MANIFEST
from simcore.store import LOCK

# A clock of the day that jumps by years, forward and back, at every look.
_JUMPING = """
import itertools, sys, time
years = itertools.cycle((0, 3e8, -3e8, 6e8))
true = time.time
time.time = lambda: true() + next(years)
sys.argv[0] = "simcore"
from scripts.cli import main
main()
"""


def _signalled(scene: Scene, rng: random.Random, number: signal.Signals, code: int) -> Outcome:
    """A run is sent a signal after a random share of its shards, and a random moment more."""
    run, after = scene.new(), rng.randrange(scene.shards - 1)
    with scene.start(run) as process:
        wait_until(lambda: number_listed(run) > after, process)
        time.sleep(rng.random() * 0.05)
        before = listed(run)
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    if process.returncode == exits.DONE or number_listed(run) == scene.shards:  # it was faster
        return Outcome(0, scene.wrong(run), 0.0)
    check_end(process.returncode, code, out, err, process.args)
    if number != signal.SIGKILL:
        expect("deals are logged; go on with: simcore run" in err, err)
    return scene.resumed(run, before)


def killed(scene: Scene, rng: random.Random) -> Outcome:
    """kill -9 at a random moment; the lock it leaves is stale."""
    return _signalled(scene, rng, signal.SIGKILL, -signal.SIGKILL)


def killed_at_start(scene: Scene, rng: random.Random) -> Outcome:
    """kill -9 from the moment on at which the folder is made, before there is a shard."""
    run = scene.new()
    with scene.start(run) as process:
        wait_until(run.exists, process)
        time.sleep(rng.random() * 0.003)
        process.kill()
        process.communicate()
    if not (run / MANIFEST).exists():
        scene.call(exits.DONE, "run", "--out", run, *scene.words, "--quiet")
        return Outcome(0, scene.wrong(run), 0.0)
    return scene.resumed(run, {})


def interrupted(scene: Scene, rng: random.Random) -> Outcome:
    """Ctrl-C at a random moment."""
    return _signalled(scene, rng, signal.SIGINT, exits.INTERRUPTED)


def terminated(scene: Scene, rng: random.Random) -> Outcome:
    """SIGTERM at a random moment, as a batch system sends it."""
    return _signalled(scene, rng, signal.SIGTERM, exits.INTERRUPTED)


def second_writer(scene: Scene, rng: random.Random) -> Outcome:
    """Two processes resume a run at once: one of them goes on, the other says who writes it."""
    run = scene.copy(shards=1 + rng.randrange(scene.shards - 2))
    before = listed(run)
    words = scene.command("run", "--out", run, "--resume")
    with scene.start(run, through=_HOLDING) as holder:
        wait_until(lambda: (run / "holding").exists(), holder)
        other = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
        check_end(other.returncode, exits.BAD_INPUT, other.stdout, other.stderr, words)
        expect(f"is being written by process {holder.pid} on" in other.stderr, other.stderr)
        (run / "holding").unlink()
        scene.ended(holder, exits.DONE)
    return scene.resumed(run, before)


# Resumes the run it is given and, once it holds the lock, waits until a file is gone.
_HOLDING = """
import sys, time
from pathlib import Path
import simcore
from simcore.run import RunWriter
run = Path(sys.argv[sys.argv.index("--out") + 1])
enter = RunWriter.__enter__
def slow(writer):
    (run / "holding").touch()
    while (run / "holding").exists():
        time.sleep(0.01)
    return enter(writer)
RunWriter.__enter__ = slow
simcore.resume(run, threads=1)
"""


def foreign_lock(scene: Scene, rng: random.Random) -> Outcome:
    """The lock of a process on another host that has died: it is not renewed, so it is stale."""
    run = scene.copy(shards=rng.randrange(1, scene.shards))
    words = {"token": "0" * 32, "process": 1, "host": "elsewhere", "machine": "other", "beat": 7}
    (run / LOCK).write_text(json.dumps(words), "utf-8")
    return scene.resumed(run, listed(run))


def jumping_clock(scene: Scene, rng: random.Random) -> Outcome:
    """The clock of the day jumps by years while the run is played, killed and resumed."""
    run = scene.new()
    with scene.start(run, through=_JUMPING) as process:
        wait_until(lambda: number_listed(run) > 1, process)
        before = listed(run)
        process.kill()
        process.communicate()
    for path in run.rglob("*"):
        os.utime(path, times=(0, rng.choice((0, 1 << 33))))
    return scene.resumed(run, before)
