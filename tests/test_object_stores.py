"""Runs in object stores: the same bytes, read by everything; trouble is one clear line."""

import hashlib
import json
import os
import signal
import socket
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import analysis
import simcore
from scripts.faults.away import BUCKET, s3_environment
from scripts.faults.hosts import cluster, s3_server
from simcore import store
from simcore.store import Bucket, Folder, store_of
from tests.commands import Capture, complaint, run_json, run_ok

SHARD = 1024
ASKED: dict[str, Any] = {"seed": 3, "shard_deals": SHARD, "plays": True, "deals": 3 * SHARD + 10}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """An S3 server on loopback with a bucket."""
    with s3_server() as (address, _), s3_environment(address):
        store._system_of.cache_clear()
        yield address
    store._system_of.cache_clear()


@pytest.fixture(params=["s3", "memory"])
def place(request: pytest.FixtureRequest, server: str) -> str:
    """An address at which nothing lies."""
    return f"{request.param}://{BUCKET}/{request.node.originalname}"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> simcore.Run:
    return simcore.simulate(**ASKED, out=tmp_path_factory.mktemp("whole") / "run")


def sha256(run: simcore.Run) -> list[str]:
    names = [shard[kind] for shard in run.manifest["shards"] for kind in ("file", "plays_file")]
    return [hashlib.sha256(run.store.read(name)).hexdigest() for name in names]


def test_the_bytes_are_the_same(place: str, whole: simcore.Run) -> None:
    run = simcore.simulate(**ASKED, out=place)
    assert run.path == place
    assert run.files[1] == f"{place}/part-00001.parquet"
    assert sha256(run) == sha256(whole)
    assert run.manifest["shards"] == whole.manifest["shards"]
    assert simcore.open_run(place).verify() == []
    assert run.table().equals(whole.table())
    assert run.bytes == whole.bytes
    assert not run.store.has(".lock")


def test_everything_reads_from_there(
    place: str, whole: simcore.Run, capsys: Capture, tmp_path: Path
) -> None:
    simcore.simulate(**ASKED, out=place)
    local = str(whole.path)
    for words in (["summary", "--by", "contract,declarer"], ["show", "--deal", "5"]):
        command, *options = words
        here, there = (run_json(capsys, command, at, *options) for at in (local, place))
        assert {**there, "run": local} == here
    assert "faults  none" in run_ok(capsys, "verify", place)
    page = tmp_path / "page.html"
    run_ok(capsys, "report", place, "-o", page, "--charts", "bid_ladder", "--quiet")
    assert "bid_ladder" in page.read_text("utf-8")
    run_ok(capsys, "chart", "bid_ladder", place, "--out", tmp_path / "charts", "--quiet")
    assert "--out is missing" in complaint(capsys, 2, "chart", "bid_ladder", place)
    with analysis.open(place) as there, analysis.open(local) as here:
        assert there.sample(50).equals(here.sample(50))
        for sql in ("SELECT count(*), sum(score) FROM deals WHERE won", "SELECT * FROM deals"):
            assert there.query(sql).equals(here.query(sql))


def test_a_run_is_resumed_and_mended_there(place: str, whole: simcore.Run, capsys: Capture) -> None:
    def stop(progress: simcore.Progress) -> None:
        if progress.deals >= SHARD + 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simcore.simulate(**ASKED, out=place, on_progress=stop, threads=1)
    stopped = simcore.open_run(place)
    assert stopped.manifest["status"] == "interrupted"
    assert stopped.verify() == []
    assert simcore.resume(place).manifest["shards"] == whole.manifest["shards"]
    stopped.store.remove("part-00001.parquet")
    stopped.store.remove("manifest.json")
    told = complaint(capsys, 2, "summary", place)
    assert "it has no manifest.json; simcore repair takes its copy" in told
    assert "part-00001.parquet (missing)" in run_ok(capsys, "repair", place)
    assert sha256(simcore.open_run(place)) == sha256(whole)


def test_a_place_with_something_in_it_is_refused(place: str) -> None:
    simcore.simulate(deals=10, out=place)
    with pytest.raises(ValueError, match="exists: resume it or name another"):
        simcore.simulate(deals=10, out=place)
    Bucket(place).remove("manifest.json")
    with pytest.raises(ValueError, match="is not empty: name another"):
        simcore.simulate(deals=10, out=place)


@pytest.mark.slow
def test_workers_write_straight_to_the_store(server: str, whole: simcore.Run) -> None:
    with cluster(2) as hosts:
        run = simcore.simulate(**ASKED, out=f"s3://{BUCKET}/by-workers", cluster=hosts.address)
    assert sha256(run) == sha256(whole)


def test_compaction_goes_from_place_to_place(place: str, tmp_path: Path) -> None:
    here = simcore.simulate(**ASKED, out=tmp_path / "run")
    there = simcore.compact(tmp_path / "run", place, shard_deals=4 * SHARD)
    back = simcore.compact(place, tmp_path / "back", shard_deals=8 * SHARD)
    assert len(there.names) == len(back.names) == 1
    assert back.table().equals(here.table())


# ---- trouble ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("server")
def test_a_bucket_that_is_missing_is_named(capsys: Capture) -> None:
    words = ["run", "--out", "s3://nowhere/run", "--deals", "10", "--seed", "1", "--quiet"]
    line = complaint(capsys, 2, *words)
    assert "'s3://nowhere/run': there is no such bucket" in line
    assert "Request ID" not in line
    assert "is no run folder" in complaint(capsys, 2, "summary", f"s3://{BUCKET}/none")


def _post(url: str, content: bytes) -> None:
    request = urllib.request.Request(url, content, {"Content-Type": "text/plain"}, method="POST")
    urllib.request.urlopen(request).close()


@pytest.mark.usefixtures("server")
def test_bad_credentials_are_told(server: str, capsys: Capture) -> None:
    _post(f"{server}/moto-api/reset-auth", b"0")  # from now on they are checked
    try:
        words = ["run", "--out", f"s3://{BUCKET}/run", "--deals", "10", "--seed", "1", "--quiet"]
        assert "the store refuses these credentials" in complaint(capsys, 2, *words)
    finally:
        _post(f"{server}/moto-api/reset-auth", b"1000000000")


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server that takes calls and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server, monkeypatch.context() as patched:
        patched.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.getsockname()[1]}")
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patched.setenv(name, "tester")
        patched.setenv("AWS_REGION", "us-east-1")
        patched.setattr(store, "_SECONDS", 1.0)
        patched.setattr(store, "_ATTEMPTS", 1)
        store._system_of.cache_clear()
        yield
    store._system_of.cache_clear()


@pytest.mark.usefixtures("silent")
def test_a_store_that_does_not_answer_is_told(capsys: Capture) -> None:
    words = ["run", "--out", f"s3://{BUCKET}/run", "--deals", "10", "--seed", "1", "--quiet"]
    assert "the store does not answer" in complaint(capsys, 2, *words)
    assert "the store does not answer" in complaint(capsys, 2, "summary", f"s3://{BUCKET}/run")


@pytest.mark.slow
def test_finished_shards_are_kept_when_the_store_goes_away(
    monkeypatch: pytest.MonkeyPatch, whole: simcore.Run
) -> None:
    place = f"s3://{BUCKET}/goes"
    monkeypatch.setattr(store, "_SECONDS", 1.0)
    monkeypatch.setattr(store, "_ATTEMPTS", 1)
    with s3_server() as (address, process), s3_environment(address):
        store._system_of.cache_clear()

        def stop(progress: simcore.Progress) -> None:
            if simcore.open_run(place).deals >= SHARD:
                os.kill(process.pid, signal.SIGSTOP)

        with pytest.raises(OSError, match="the store does not answer"):
            simcore.simulate(**ASKED, out=place, on_progress=stop, threads=1)
        os.kill(process.pid, signal.SIGCONT)
        stopped = simcore.open_run(place)
        assert stopped.deals >= SHARD
        assert stopped.verify() == []
        assert sha256(simcore.resume(place)) == sha256(whole)
    store._system_of.cache_clear()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("hdfs://host/run", "unknown store hdfs://; one of s3://, gs://, memory://, or a folder"),
        ("s3://bucket", "wanted is s3://bucket/name-of-the-run"),
        ("s3:///run", "wanted is s3://bucket/name-of-the-run"),
        ("s3://bucket/../other", "wanted is s3://bucket/name-of-the-run"),
        ("s3://bucket/a//b", "wanted is s3://bucket/name-of-the-run"),
        ("s3://key:secret@bucket/run", "credentials stand in the environment"),
        ("s3://bucket/run?region=x", "a name without"),
        ("s3://bucket/r*", "a name without"),
        ("memory://bucket/r[1]", "a name without"),
    ],
)
def test_addresses_that_are_none(address: str, message: str, capsys: Capture) -> None:
    for words in (["run", "--out", address, "--deals", "1"], ["summary", address]):
        line = complaint(capsys, 2, *words)
        assert message in line
        assert "secret" not in line


def test_a_path_is_a_folder_whatever_its_name(tmp_path: Path) -> None:
    assert store_of("s3:x") == Folder(Path("s3:x"))
    assert store_of(Path("s3://x/y")) == Folder(Path("s3:/x/y"))
    assert store_of("S3://bucket/run/") == Bucket("s3://bucket/run")


def test_a_manifest_names_no_credentials(place: str) -> None:
    run = simcore.simulate(deals=10, out=place)
    text = json.dumps(run.manifest)
    assert "secret" not in text
    assert threading.active_count() < 100


@pytest.mark.usefixtures("server")
def test_two_writers_of_a_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock is an object; the one who wrote it last has it."""
    from simcore import lock

    monkeypatch.setattr(lock, "_BEAT", 0.2)
    monkeypatch.setattr(lock, "_PATIENCE", 1.5)
    place = Bucket(f"s3://{BUCKET}/locked")
    held = lock.acquire(place)
    with pytest.raises(lock.HeldError, match="is being written by process"):
        lock.acquire(place)
    held.release()
    lock.acquire(place).release()
    assert not place.has(".lock")
