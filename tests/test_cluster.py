"""A cluster makes the same bytes as threads, whatever becomes of its workers."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import simcore
from scripts.faults.hosts import Hosts, cluster, end
from scripts.faults.scene import digests
from simcore import cluster as rooms
from simcore.manifest import Part
from simcore.store import Folder
from tests.commands import Capture, complaint, run_ok

SHARD = 1024
ASKED: dict[str, Any] = {"seed": 3, "players": "random", "shard_deals": SHARD, "plays": True}
DEALS = 9 * SHARD + 100


@pytest.fixture(scope="module")
def hosts() -> Iterator[Hosts]:
    """A real scheduler and two worker processes."""
    with cluster(2) as started:
        yield started


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> simcore.Run:
    out = tmp_path_factory.mktemp("whole") / "run"
    return simcore.simulate(**ASKED, deals=DEALS, out=out)


@pytest.mark.slow
def test_a_cluster_makes_the_same_bytes(hosts: Hosts, whole: simcore.Run, tmp_path: Path) -> None:
    seen: list[simcore.Progress] = []
    run = simcore.simulate(
        **ASKED, deals=DEALS, out=tmp_path / "run", cluster=hosts.address, on_progress=seen.append
    )
    assert run.manifest["shards"] == whole.manifest["shards"]
    assert digests(tmp_path / "run") == digests(Path(whole.path))
    counted = [progress.deals for progress in seen]
    assert (counted == sorted(counted), counted[-1]) == (True, DEALS)
    declared = sum(contract != "P" for contract in whole.table()["contract"].to_pylist())
    assert (seen[-1].played, seen[-1].wins) == (declared, sum(whole.table()["won"].to_pylist()))


@pytest.mark.slow
def test_what_is_missing_is_made(hosts: Hosts, whole: simcore.Run, tmp_path: Path) -> None:
    """A stop leaves a run that threads or another cluster go on with."""
    out = tmp_path / "run"

    def stop(progress: simcore.Progress) -> None:
        if progress.deals >= 2 * SHARD:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simcore.simulate(**ASKED, deals=DEALS, out=out, cluster=hosts.address, on_progress=stop)
    stopped = simcore.open_run(out)
    assert stopped.manifest["status"] == "interrupted"
    assert 2 * SHARD <= stopped.deals < DEALS
    assert stopped.verify() == []
    run = simcore.resume(out, cluster=hosts.address)
    assert run.manifest["shards"] == whole.manifest["shards"]


@pytest.mark.slow
def test_workers_of_this_machine(whole: simcore.Run, tmp_path: Path, capsys: Capture) -> None:
    words = [
        "--deals",
        DEALS,
        "--shard-deals",
        SHARD,
        "--seed",
        3,
        "--players",
        "random",
        "--plays",
    ]
    told = run_ok(capsys, "run", "--out", tmp_path / "run", *map(str, words), "--workers", "2")
    assert f"{DEALS:,}" in told
    assert digests(tmp_path / "run") == digests(Path(whole.path))


@pytest.mark.slow
def test_a_program_without_a_guard_may_use_workers(whole: simcore.Run, tmp_path: Path) -> None:
    """Nothing of it is run in the workers, and its standard input may be it."""
    code = f"import simcore; simcore.simulate(**{ASKED}, deals={DEALS}, out='run', workers=1)"
    line = [sys.executable, "-"]
    home = Path(__file__).parents[1]
    done = subprocess.run(
        line, input=f"import sys; sys.path.insert(0, {str(home)!r}); {code}", cwd=tmp_path,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert digests(tmp_path / "run") == digests(Path(whole.path))


def test_a_shard_may_be_made_twice(whole: simcore.Run) -> None:
    """Even where it lies already: the same bytes come to lie there."""
    before = digests(Path(whole.path))
    part = Part(4, 4 * SHARD, SHARD)
    source = whole.manifest["source_digest"]
    for _ in range(2):
        made = rooms.made_by_worker(whole.store, whole.settings, part, source)
        assert made.entry == whole.manifest["shards"][4]
    assert digests(Path(whole.path)) == before


def test_a_worker_of_another_version_refuses(whole: simcore.Run) -> None:
    with pytest.raises(ValueError, match="a worker runs another version of the program"):
        rooms.made_by_worker(whole.store, whole.settings, Part(0, 0, SHARD), "0" * 64)


# ---- a cluster of one's own making --------------------------------------------------------------


class Future:
    """What a client gives for a shard: it takes some time, or fails."""

    def __init__(self, work: Any, words: Any, seconds: float) -> None:
        self._made, self._end = None, time.monotonic() + seconds
        self._work, self._words, self.key = work, words, ""

    @property
    def status(self) -> str:
        return "pending" if time.monotonic() < self._end else "finished"

    def result(self) -> Any:
        return self._work(*self._words)


class Client:
    """A client whose first worker never ends the shards it is told of."""

    def __init__(self, stuck: set[int]) -> None:
        self.stuck, self.keys, self.cancelled = stuck, list[str](), list[Any]()
        self.status, self.threads = "running", 2

    @property
    def scheduler(self) -> Any:
        return type("Scheduler", (), {"address": "tcp://elsewhere:8786"})

    def nthreads(self) -> dict[str, int]:
        return {"one": self.threads}

    def submit(self, work: Any, *words: Any, key: str, **how: Any) -> Future:
        self.keys.append(key)
        seconds = 1e9 if words[2].index in self.stuck and key.endswith("-1") else 0.01
        return Future(work, words, seconds)

    def cancel(self, futures: list[Future]) -> None:
        self.cancelled += futures


def writer_of(tmp_path: Path) -> Any:
    from simcore.api import job_of, run_settings
    from simcore.run import RunWriter

    asked = {name: value for name, value in ASKED.items() if name != "shard_deals"}
    settings = run_settings(**asked, deals=6 * SHARD)
    game = job_of(settings).game
    return RunWriter.create(Folder(tmp_path / "run"), game, settings, "test", SHARD)


def test_a_straggler_is_made_twice(tmp_path: Path) -> None:
    client = Client(stuck={2})
    with writer_of(tmp_path) as writer:
        rooms._Work(client, writer, None).run()
        writer.finish()
    assert sorted(key[-3:] for key in client.keys) == sorted([*(f"{k}-1" for k in range(6)), "2-2"])
    assert len(client.cancelled) == 1
    assert simcore.open_run(tmp_path / "run").verify() == []


def test_a_cluster_whose_workers_are_gone_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "_SECONDS", 0.3)
    client = Client(stuck={0})
    client.threads = 0
    gone = pytest.raises(OSError, match="no worker of the cluster has been there for")
    with gone, writer_of(tmp_path) as writer:
        rooms._Work(client, writer, None).run()


def test_a_worker_with_a_disk_of_its_own_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it writes is not where this process looks."""

    def elsewhere(store: Any, *words: Any) -> Any:
        Folder(tmp_path / "its").make("plays")
        return made(Folder(tmp_path / "its"), *words)

    made = rooms.made_by_worker
    monkeypatch.setattr(rooms, "made_by_worker", elsewhere)
    told = pytest.raises(OSError, match="it is not here: wanted is a folder that all hosts share")
    with told, writer_of(tmp_path) as writer:
        rooms._Work(Client(set()), writer, None).run()


# ---- input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("cluster 'here': the address of a scheduler, tcp://HOST:8786", ["--cluster", "here"]),
        ("cluster 'tcp://here': the address", ["--cluster", "tcp://here"]),
        ("cluster 'http://here:8786': the address", ["--cluster", "http://here:8786"]),
        ("workers 0: a whole number from 1 to 256", ["--workers", "0"]),
        ("workers and cluster: one of them", ["--workers", "1", "--cluster", "tcp://here:1"]),
        ("--threads does not go with --workers", ["--workers", "1", "--threads", "1"]),
        ("cluster 'tcp://127.0.0.1:9': no scheduler answers", ["--cluster", "tcp://127.0.0.1:9"]),
        ("shard_deals 1000: a whole number from 1024", ["--shard-deals", "1000"]),
        ("shard_deals 3000: must be a power of two", ["--shard-deals", "3000"]),
    ],
)
def test_bad_input_is_named(
    message: str, words: list[str], tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "_ANSWER_SECONDS", 0.5)
    asked = ["run", "--out", str(tmp_path / "run"), "--deals", "10", "--seed", "1", "--quiet"]
    line = complaint(capsys, 2, *asked, *words)
    assert message in line


def test_memory_is_out_of_reach_of_workers(capsys: Capture) -> None:
    words = ["run", "--out", "memory://a/run", "--deals", "10", "--workers", "1"]
    assert "in the memory of this process" in complaint(capsys, 2, *words)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"pip install 'simcore\[cluster\]'"):
        simcore.simulate(deals=10, out=tmp_path / "run", workers=1)
    assert not (tmp_path / "run").exists()


@pytest.mark.slow
def test_the_loss_of_the_scheduler_is_one_line(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "scripts.cli", "run", "--out", str(tmp_path / "run"), "--seed",
            "1", "--deals", str(1 << 24), "--shard-deals", str(1 << 14), "--quiet"]  # fmt: skip
    with cluster(1) as hosts:
        process = subprocess.Popen(
            [*line, "--cluster", hosts.address], stderr=subprocess.PIPE, text=True,
            cwd=Path(__file__).parents[1],
            env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "3s"},
        )  # fmt: skip
        while not list(tmp_path.glob("run/part-*")):
            assert process.poll() is None
            time.sleep(0.05)
        end(hosts.scheduler)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert err.count("\n") == 1
    assert "is gone; interrupted, " in err
    assert simcore.open_run(tmp_path / "run").verify() == []
