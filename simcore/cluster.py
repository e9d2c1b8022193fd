"""The shards of a run made by the workers of a dask cluster, and listed by the process that asked.

The unit of work is "make shard i". Whoever makes it puts the same bytes in the same place, so a
shard may be made twice: after the death of a worker, or again where one takes far longer than the
others. Workers write straight to the place of the run; only entries of the manifest travel.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import statistics
import subprocess
import sys
import time
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.batch import OnProgress, Progress
from simcore.checks import shown, whole
from simcore.jit import source_digest
from simcore.jobs import Made, make_shard
from simcore.manifest import Part, deals_listed, gaps, planned
from simcore.run import RunWriter
from simcore.store import Store

if TYPE_CHECKING:
    from distributed import Client, Future

MOST_WORKERS = 256
_ADDRESS = re.compile(r"(tcp|tls|ucx)://[^\s/:]+:\d+|(tcp|tls)://\[[0-9a-fA-F:]+\]:\d+")
_SECONDS = 30.0  # until a scheduler answers, until a worker is there
_ANSWER_SECONDS = 10.0  # until somebody listens: it may just be starting
_POLL_SECONDS = 0.1
_AHEAD = 2  # shards a worker thread has before it, so that it never waits
_TRIES = 3  # of a shard whose making fails
_LONG, _FEW = 3.0, 3  # a shard that takes so many times the middle one of so many is made twice
# They log, with their tracebacks, what becomes one line here.
_LOUD = ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio")
# A worker of this machine: a thread, no limits of its own, nothing but loopback, and an end of its
# own when its scheduler is gone.
_WORKER = (
    *("--nthreads", "1", "--memory-limit", "0", "--death-timeout", "30"),
    *("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"),
)


@dataclass(frozen=True)
class Cluster:
    """A cluster that is there, by the address of its scheduler, or processes of this machine."""

    address: str | None
    workers: int | None


def check_cluster(store: Store, workers: int | None, cluster: str | None) -> Cluster:
    """Who is to make the shards of a run.

    Raises
    ------
    ValueError
        A number or an address is none, both are given, dask.distributed is not installed, or no
        other process can reach the place of the run.
    """
    if workers is not None and cluster is not None:
        raise ValueError("workers and cluster: one of them")
    if workers is not None:
        whole("workers", workers, 1, MOST_WORKERS)
    elif not isinstance(cluster, str) or not _ADDRESS.fullmatch(cluster):
        raise ValueError(f"cluster {shown(cluster)}: the address of a scheduler, tcp://HOST:8786")
    if str(store.path).startswith("memory://"):
        raise ValueError(f"{store.words} is in the memory of this process: no worker can reach it")
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise ValueError(
            "workers and clusters need dask.distributed: pip install 'simcore[cluster]'"
        ) from None
    if cluster is not None:
        _reach(cluster)
    return Cluster(cluster, workers)


def _reach(address: str) -> None:
    """Make sure that somebody listens, before anything is made.

    Raises
    ------
    ValueError
        Nobody does.
    """
    host, _, port = address.partition("://")[2].rpartition(":")
    end = time.monotonic() + _ANSWER_SECONDS
    while True:
        try:
            socket.create_connection((host.strip("[]"), int(port)), _ANSWER_SECONDS).close()
            return
        except (OSError, OverflowError):
            if time.monotonic() > end:
                raise ValueError(f"cluster {address!r}: no scheduler answers") from None
            time.sleep(_POLL_SECONDS)


def make_shards(cluster: Cluster, writer: RunWriter, on_progress: OnProgress | None) -> None:
    """Make the missing shards of a run and list each as it comes in.

    Raises
    ------
    OSError
        The scheduler or all workers are gone, or a worker wrote where this process sees nothing.
    """
    with _quiet(), _client(cluster) as client:
        work = _Work(client, writer, on_progress)
        try:
            work.run()
        finally:
            with suppress(OSError, TimeoutError):
                client.cancel([future for shard in work.under_way for future in shard.futures])


def made_by_worker(store: Store, settings: dict[str, Any], part: Part, source: str) -> Made:
    """What a worker does for a shard; it refuses where its program is another.

    Raises
    ------
    ValueError
        It is.
    """
    if source != source_digest():
        raise ValueError(
            f"a worker runs another version of the program (source {source_digest()[:12]}, wanted "
            f"{source[:12]})"
        )
    return make_shard(store, settings, part)


@dataclass
class _UnderWay:
    """A shard that workers are making: one of them, or two where the first takes long."""

    part: Part
    futures: list[Future]
    since: float = field(default_factory=time.monotonic)


class _Work:
    """Hands out the missing shards, and takes them in."""

    def __init__(self, client: Client, writer: RunWriter, on_progress: OnProgress | None) -> None:
        self.client, self.writer, self.on_progress = client, writer, on_progress
        self.address = client.scheduler.address
        indices = chain.from_iterable(gaps(writer.manifest))
        self.left = (planned(writer.manifest, index) for index in indices)
        self.all_out = False
        self.under_way: list[_UnderWay] = []
        self.total = int(writer.manifest["settings"]["deals"]) - deals_listed(writer.manifest)
        self.done = self.wins = self.played = 0
        self.started = self.seen = time.monotonic()
        self.took: list[float] = []

    def run(self) -> None:
        """Until all shards are listed."""
        while self._hand_out() or self.under_way:
            if not any(self._take_in(shard) for shard in list(self.under_way)):
                self._check_workers()
                self._make_twice()
                time.sleep(_POLL_SECONDS)
            if self.on_progress:
                seconds = time.monotonic() - self.started
                self.on_progress(Progress(self.done, self.total, seconds, self.wins, self.played))

    def _hand_out(self) -> bool:
        """Keep a few shards before every thread of the cluster; whether there are more."""
        if not self.all_out:
            room = max(1, _AHEAD * self._threads()) - len(self.under_way)
            parts = list(islice(self.left, max(0, room)))
            self.under_way += [_UnderWay(part, [self._submit(part, 1)]) for part in parts]
            self.all_out = len(parts) < room
        return not self.all_out

    def _threads(self) -> int:
        """How many threads the workers have together."""
        try:
            return sum(self.client.nthreads().values())
        except OSError:
            raise self._gone() from None

    def _gone(self) -> OSError:
        return OSError(f"the scheduler at {self.address} is gone")

    def _submit(self, part: Part, number: int) -> Future:
        manifest = self.writer.manifest
        return self.client.submit(
            made_by_worker,
            self.writer.store,
            manifest["settings"],
            part,
            manifest["source_digest"],
            key=f"{manifest['settings_sha256'][:12]}-{id(self)}-{part.index}-{number}",
            priority=-part.index,
            retries=_TRIES - 1,
            pure=False,
        )

    def _take_in(self, shard: _UnderWay) -> bool:
        """List a shard that is made; false while it is not."""
        ended = [future for future in shard.futures if future.status != "pending"]
        if not ended:
            return False
        future = next((one for one in ended if one.status == "finished"), ended[0])
        if future.status in ("cancelled", "lost"):
            raise self._gone()
        made: Made = self._result(future, shard.part)
        self._check_place(made)
        self.writer.add(made.entry)
        self.under_way.remove(shard)
        self.took.append(time.monotonic() - shard.since)
        self.client.cancel([other for other in shard.futures if other is not future])
        self.done += shard.part.deals
        self.wins, self.played = self.wins + made.wins, self.played + made.played
        return True

    def _result(self, future: Future, part: Part) -> Any:
        from distributed import KilledWorker
        from distributed.comm.core import CommClosedError

        try:
            return future.result()
        except (CommClosedError, CancelledError):
            raise self._gone() from None
        except KilledWorker:
            raise OSError(
                f"{part.name}: every worker that made it died; out of memory, perhaps"
            ) from None

    def _check_place(self, made: Made) -> None:
        """A worker may have written to a disk of its own."""
        for kind in ("file", "plays_file"):
            name = made.entry.get(kind)
            if name is not None and not self.writer.store.has(name):
                raise OSError(
                    f"{self.writer.store.words}: a worker made {name}, and it is not here: wanted "
                    "is a folder that all hosts share, or an object store"
                )

    def _check_workers(self) -> None:
        """Refuse to wait for a cluster that is gone."""
        now = time.monotonic()
        if self.client.status == "running" and self._threads():
            self.seen = now
        elif now - self.seen > _SECONDS:
            raise OSError(f"no worker of the cluster has been there for {_SECONDS:.0f} seconds")

    def _make_twice(self) -> None:
        """Nothing is left to hand out: shards that take far longer than others, again."""
        if not self.all_out or len(self.took) < _FEW:
            return
        long = _LONG * statistics.median(self.took)
        for shard in self.under_way:
            if len(shard.futures) == 1 and time.monotonic() - shard.since > long:
                shard.futures.append(self._submit(shard.part, 2))


# ---- the cluster --------------------------------------------------------------------------------


@contextmanager
def _quiet() -> Iterator[None]:
    """Nothing is logged that this room tells as an error."""
    loud = {logger: logger.level for logger in map(logging.getLogger, _LOUD)}
    for logger in loud:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in loud.items():
            logger.setLevel(level)


@contextmanager
def _client(cluster: Cluster) -> Iterator[Client]:
    """A client of the cluster, whose workers are there."""
    from distributed import Client

    if cluster.address is None:
        with _local(cluster.workers or 1) as address, Client(address, timeout=_SECONDS) as client:
            client.wait_for_workers(cluster.workers or 1, timeout=_SECONDS)
            yield client
        return
    try:
        client = Client(cluster.address, timeout=_SECONDS)
    except OSError:
        raise OSError(f"cluster {cluster.address!r}: no scheduler answers") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS)
        except TimeoutError:
            raise OSError(f"cluster {cluster.address!r}: it has no worker") from None
        yield client


@contextmanager
def _local(workers: int) -> Iterator[Any]:
    """A scheduler in this process, and worker processes of this machine with a thread each.

    They are programs of their own: where this process was forked or its main module has no guard,
    they start all the same. They end with the scheduler, and Ctrl-C is left to this process.
    """
    from distributed import LocalCluster

    home = str(Path(__file__).parents[1])
    path = os.pathsep.join([home, *filter(None, [os.environ.get("PYTHONPATH")])])
    how: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    how |= {"env": {**os.environ, "PYTHONPATH": path}, "start_new_session": True}
    started: list[subprocess.Popen[bytes]] = []
    with LocalCluster(
        n_workers=0,
        processes=False,
        protocol="tcp://",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as cluster:
        line = [sys.executable, "-m", "dask", "worker", cluster.scheduler_address, *_WORKER]
        try:
            started += [subprocess.Popen(line, **how) for _ in range(workers)]
            yield cluster
        finally:
            for process in started:
                process.terminate()
            for process in started:
                process.wait()
