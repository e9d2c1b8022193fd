"""Two writers never share a run; a lock whose holder is dead is no obstacle."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import simcore
from simcore import lock
from simcore.run import RunWriter
from simcore.store import LOCK, Bucket, Folder, Store

SHARD = 1024
FOREIGN = {"token": "0" * 32, "process": 1, "host": "elsewhere", "machine": "other", "beat": 3}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Locks that beat a hundred times as fast."""
    monkeypatch.setattr(lock, "_BEAT", 0.05)
    monkeypatch.setattr(lock, "_PATIENCE", 0.2)


@pytest.fixture(params=["folder", "no system locks", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Where the system's locks decide, and where beats alone do."""
    if request.param == "memory":
        return Bucket(f"memory://locks/{tmp_path.name}")
    monkeypatch.setattr(lock, "_HAS_LOCKS", request.param == "folder")
    return Folder(tmp_path)


def foreign(store: Store, **words: Any) -> dict[str, Any]:
    """A lock that somebody else left."""
    left = {**FOREIGN, **words}
    draft = store.draft(LOCK)
    draft.write(json.dumps(left).encode())
    draft.settle()
    return left


@pytest.mark.usefixtures("quick")
def test_a_lock_is_held_by_one_and_gone_at_its_end(store: Store) -> None:
    held = lock.acquire(store)
    time.sleep(0.12)  # it beats
    with pytest.raises(
        lock.HeldError, match=rf"written by process {os.getpid()} on .* since .*: wait for it"
    ):
        lock.acquire(store)
    held.check()
    held.release()
    assert not store.has(LOCK)
    lock.acquire(store).release()
    assert not store.has(LOCK)


@pytest.mark.usefixtures("quick")
def test_a_lock_of_another_host_is_stale_when_it_is_not_renewed(store: Store) -> None:
    foreign(store)
    started = time.monotonic()
    lock.acquire(store).release()
    assert time.monotonic() - started >= 0.2


@pytest.mark.usefixtures("quick")
def test_a_lock_of_another_host_that_beats_is_held(store: Store) -> None:
    ended = threading.Event()

    def beat() -> None:
        number = 0
        while not ended.wait(0.02):
            number += 1
            foreign(store, beat=number)

    beating = threading.Thread(target=beat)
    foreign(store)
    beating.start()
    try:
        with pytest.raises(lock.HeldError, match="written by process 1 on elsewhere"):
            lock.acquire(store)
    finally:
        ended.set()
        beating.join()


def test_a_dead_process_of_this_machine_is_known_at_once(store: Store) -> None:
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    foreign(store, process=dead.pid, machine=lock._machine())
    started = time.monotonic()
    lock.acquire(store).release()
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"token": 5}', b"\xff\xfe"])
@pytest.mark.usefixtures("quick")
def test_a_damaged_lock_is_no_obstacle(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LOCK).write_bytes(content)
    lock.acquire(Folder(tmp_path)).release()
    assert list(tmp_path.iterdir()) == []


def test_a_run_that_was_taken_over_is_not_written_any_more(tmp_path: Path) -> None:
    out, asked = tmp_path / "run", {"deals": 4 * SHARD, "players": "random", "shard_deals": SHARD}

    def take_over(progress: simcore.Progress) -> None:
        if progress.deals >= SHARD:
            foreign(Folder(out))

    with pytest.raises(OSError, match="was taken over by process 1 on elsewhere"):
        simcore.simulate(**asked, out=out, on_progress=take_over, threads=1)
    (out / LOCK).unlink()
    assert simcore.open_run(out).verify() == []
    assert simcore.resume(out).deals == 4 * SHARD


@pytest.mark.parametrize("writer", [simcore.resume, simcore.repair])
def test_writers_of_a_run_that_is_written_are_refused(
    tmp_path: Path, writer: Callable[..., Any]
) -> None:
    seen: list[str] = []

    def try_it(progress: simcore.Progress) -> None:
        with pytest.raises(lock.HeldError) as refused:
            writer(tmp_path / "run")
        seen.append(str(refused.value))

    run = simcore.simulate(deals=100, out=tmp_path / "run", on_progress=try_it)
    assert all("is being written by process" in words for words in seen)
    assert seen
    assert run.verify() == []


def test_two_that_start_one_run_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One comes after the other has looked, and before it has written anything."""
    other = simcore.simulate(deals=10, out=tmp_path / "other")
    make, started = Folder.make, list[RunWriter]()

    def slow(store: Folder, *names: str) -> None:
        make(store, *names)
        monkeypatch.setattr(Folder, "make", make)
        started.append(RunWriter.create(store, other.game, other.settings, "first", SHARD))

    monkeypatch.setattr(Folder, "make", slow)
    with pytest.raises(ValueError, match="is being written by process"):
        simcore.simulate(deals=10, out=tmp_path / "run")
    with started[0]:
        pass
    assert simcore.open_run(tmp_path / "run").manifest["command"] == "first"
    assert not (tmp_path / "run" / LOCK).exists()


def test_a_link_or_folder_in_place_of_the_lock_is_refused(tmp_path: Path) -> None:
    """Nothing is written where a link leads."""
    out, victim = tmp_path / "run", tmp_path / "victim"
    simcore.simulate(deals=10, out=out)
    for target in (victim, tmp_path / "not there"):
        victim.write_text("precious", "utf-8")
        (out / LOCK).symlink_to(target)
        with pytest.raises(ValueError, match=r"\.lock' is no file: move it away"):
            simcore.repair(out)
        assert victim.read_text("utf-8") == "precious"
        assert not (tmp_path / "not there").exists()
        (out / LOCK).unlink()
    for make in (Path.mkdir, os.mkfifo):
        make(out / LOCK)
        with pytest.raises(ValueError, match=r"\.lock' is no file: move it away"):
            simcore.resume(out)
        (out / LOCK).rmdir() if make is Path.mkdir else (out / LOCK).unlink()
    assert simcore.repair(out).shards == {}


def test_a_lock_that_cannot_be_written_is_left_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(held: lock.Lock) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(lock.Lock, "write", full)
    with pytest.raises(OSError, match="no space left"):
        lock.acquire(Folder(tmp_path))
    assert list(tmp_path.iterdir()) == []
