"""Clusters of dask.distributed on this machine, and two hosts of it in network namespaces."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from scripts.faults.scene import PATIENCE, ROOT, wait_until

_NET = "10.213.77"  # addresses of the two hosts, in namespaces of their own


_NO_PAGE = ("--dashboard-address", "127.0.0.1:0")  # nor a fixed port for one


@dataclass(frozen=True)
class Hosts:
    """A cluster: the address of its scheduler, its processes, how a program runs beside it."""

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]
    beside: Sequence[str] = ()


@contextlib.contextmanager
def cluster(workers: int) -> Iterator[Hosts]:
    """A scheduler and some workers on loopback, each a process with one thread."""
    with contextlib.ExitStack() as started:
        address = f"tcp://127.0.0.1:{_free_port()}"
        yield _cluster(started, address, "127.0.0.1", [("127.0.0.1", ())] * workers)


@contextlib.contextmanager
def two_hosts() -> Iterator[Hosts]:
    """A scheduler and a worker on one host, and a worker on another.

    Raises
    ------
    OSError
        No network namespace can be made here.
    """
    tag = secrets.token_hex(3)
    names = [f"sc{tag}a", f"sc{tag}b"]
    with contextlib.ExitStack() as started:
        for name in names:
            _ip("netns", "add", name)
            started.callback(_ip, "netns", "delete", name)
        _ip("link", "add", names[0], "netns", names[0], "type", "veth",
            "peer", "name", names[1], "netns", names[1])  # fmt: skip
        hosts = []
        for number, name in enumerate(names, 1):
            address = f"{_NET}.{number}"
            _ip("-n", name, "address", "add", f"{address}/24", "dev", name)
            for device in (name, "lo"):
                _ip("-n", name, "link", "set", device, "up")
            hosts.append((address, ("ip", "netns", "exec", name)))
        address, beside = hosts[0]
        yield _cluster(started, f"tcp://{address}:8786", address, hosts, beside)


def _cluster(
    started: contextlib.ExitStack,
    address: str,
    host: str,
    workers: Sequence[tuple[str, Sequence[str]]],
    beside: Sequence[str] = (),
) -> Hosts:
    port = address.rpartition(":")[2]
    words = ["scheduler", "--host", host, "--port", port, "--no-dashboard", "--no-show", *_NO_PAGE]
    scheduler = _process(started, beside, words)
    made = [
        _process(
            started,
            before,
            ["worker", address, "--host", there, "--nthreads", "1", "--memory-limit", "0",
             "--no-dashboard", "--death-timeout", "30", *_NO_PAGE],
        )
        for there, before in workers
    ]  # fmt: skip
    return Hosts(address, scheduler, made, beside)


def _process(
    started: contextlib.ExitStack, before: Sequence[str], words: Sequence[str]
) -> subprocess.Popen[bytes]:
    """A dask process in a group of its own, ended with all it started."""
    line = [*before, sys.executable, "-m", "dask", *words]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(line, cwd=ROOT, start_new_session=True, **quiet)
    started.callback(end, process)
    return process


def end(process: subprocess.Popen[Any]) -> None:
    """Kill a process and what it started, and wait for its end."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, 9)
    process.wait(PATIENCE)


def _free_port() -> int:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return int(server.getsockname()[1])


def _ip(*words: str) -> None:
    if shutil.which("ip") is None:
        raise OSError("there is no command ip")
    done = subprocess.run(["ip", *words], capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"ip {' '.join(words)}: {done.stderr.strip()}")


# ---- an S3 server -------------------------------------------------------------------------------


@contextlib.contextmanager
def s3_server(port: int | None = None) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """An S3 server on loopback, and its address."""
    with contextlib.ExitStack() as started:
        number = port or _free_port()
        code = "import sys; from moto.server import main; main(sys.argv[1:])"
        line = [sys.executable, "-c", code, "-H", "127.0.0.1", "-p", str(number)]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(line, start_new_session=True, **quiet)
        started.callback(end, process)
        wait_until(lambda: _answers(number), None)
        yield f"http://127.0.0.1:{number}", process


def _answers(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
