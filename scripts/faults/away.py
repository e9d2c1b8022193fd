"""Workers, schedulers and stores that go away while a run is made."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from scripts import exits
from scripts.faults.hosts import Hosts, cluster, end, s3_server, two_hosts
from scripts.faults.scene import (
    ROOT,
    Outcome,
    Scene,
    check_end,
    expect,
    listed,
    number_listed,
    wait_until,
)
from simcore.manifest import COPY, MANIFEST

BUCKET = "runs"


def _on(scene: Scene, hosts: Hosts, run: Path) -> subprocess.Popen[str]:
    """A run that the workers of a cluster make."""
    return scene.start(run, by=("--cluster", hosts.address), before=hosts.beside)


def worker_killed(scene: Scene, rng: random.Random) -> Outcome:
    """One of two workers is killed with all it started; the other makes the rest."""
    run, after = scene.new(), rng.randrange(1, scene.shards // 2)
    with cluster(2) as hosts:
        started = time.perf_counter()
        with _on(scene, hosts, run) as process:
            wait_until(lambda: number_listed(run) >= after, process)
            end(hosts.workers[rng.randrange(2)])
            scene.ended(process, exits.DONE)
        return Outcome(0, scene.wrong(run), time.perf_counter() - started)


def scheduler_killed(scene: Scene, rng: random.Random) -> Outcome:
    """The scheduler is killed: the run stops with a line, and is gone on with by threads here."""
    run, after = scene.new(), rng.randrange(1, scene.shards // 2)
    with cluster(1) as hosts, _on(scene, hosts, run) as process:
        wait_until(lambda: number_listed(run) >= after, process)
        end(hosts.scheduler)
        err = scene.ended(process, exits.BAD_INPUT)
        expect("gone" in err and "deals are logged; go on with" in err, err)
    return scene.resumed(run, listed(run))


def host_lost(scene: Scene, rng: random.Random) -> Outcome:
    """Of two hosts in network namespaces one is cut off in the middle."""
    run, after = scene.new(), rng.randrange(1, scene.shards // 2)
    with two_hosts() as hosts:
        started = time.perf_counter()
        with _on(scene, hosts, run) as process:
            wait_until(lambda: number_listed(run) >= after, process)
            end(hosts.workers[1])
            scene.ended(process, exits.DONE)
        return Outcome(0, scene.wrong(run), time.perf_counter() - started)


# ---- object stores ------------------------------------------------------------------------------


@contextlib.contextmanager
def s3_environment(address: str) -> Iterator[None]:
    """The environment in which `s3://` means the server at an address; it has a bucket."""
    ours = {
        "AWS_ENDPOINT_URL": address,
        "AWS_ACCESS_KEY_ID": "tester",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
    }
    before = dict(os.environ)
    os.environ.update(ours)
    try:
        urllib.request.urlopen(urllib.request.Request(f"{address}/{BUCKET}", method="PUT")).close()
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def store_silent(scene: Scene, rng: random.Random) -> Outcome:
    """The server of an object store stands still in the middle of a run, and goes on later."""
    run, after = f"s3://{BUCKET}/{scene.new().name}", rng.randrange(1, scene.shards // 2)
    with s3_server() as (address, server), s3_environment(address):
        with scene.start(run, through=_IMPATIENT) as process:
            wait_until(lambda: _shards_in(address, run) > after, process)
            os.kill(server.pid, signal.SIGSTOP)
            err = scene.ended(process, exits.BAD_INPUT)
            os.kill(server.pid, signal.SIGCONT)
        expect("the store does not answer" in err, err)
        before = _shards_in(address, run)
        started = time.perf_counter()
        words = scene.command("run", "--out", run, "--resume", "--quiet")
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        check_end(done.returncode, exits.DONE, done.stdout, done.stderr, words)
        seconds = time.perf_counter() - started
        copy = scene.new()
        _download(address, run, copy)
        return Outcome(max(0, after - before), scene.wrong(copy), seconds)


# Requests end after a second, so that the proof does not take minutes.
_IMPATIENT = """
import sys
from simcore import store
store._SECONDS = 1.0
sys.argv[0] = "simcore"
from scripts.cli import main
main()
"""


def _get(address: str, run: str, name: str) -> bytes | None:
    """An object as the server has it; None where there is none."""
    place = run.partition("://")[2]
    try:
        with urllib.request.urlopen(f"{address}/{place}/{name}", timeout=10) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError:
        return None


def _shards_in(address: str, run: str) -> int:
    text = _get(address, run, MANIFEST)
    return len(json.loads(text)["shards"]) if text else 0


def _download(address: str, run: str, folder: Path) -> None:
    """Copy all of a run that its manifest lists, and the manifest."""
    text = _get(address, run, MANIFEST)
    assert text is not None
    (folder / "plays").mkdir(parents=True)
    for name in (MANIFEST, COPY):
        (folder / name).write_bytes(text)
    for shard in json.loads(text)["shards"]:
        for kind in ("file", "plays_file"):
            content = _get(address, run, shard[kind])
            expect(content is not None, f"{shard[kind]} is not in the store")
            (folder / shard[kind]).write_bytes(content or b"")
