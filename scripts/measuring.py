"""What the benchmarks share: the machine, time spent, C programs compiled here."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

C_SOURCES = Path(__file__).parent / "limit"


def machine() -> dict[str, Any]:
    """What the figures are of: system, processors, numba."""
    from importlib.metadata import version

    from scripts import doctor

    known = doctor.machine()
    kept = ("system", "processors", "processors_usable")
    return {**{name: known[name] for name in kept}, "processor": _processor(),
            "numba": version("numba")}  # fmt: skip


def _processor() -> str:
    """Name of the processor as the system tells it."""
    import platform

    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


@dataclass(frozen=True)
class Spent:
    """Time a piece of work took: processor seconds of all threads, and seconds by the clock."""

    cpu: float
    wall: float


def timed(work: Callable[[], Any]) -> Spent:
    """Do some work once."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return Spent(time.process_time() - cpu, time.perf_counter() - wall)


def compiler() -> str | None:
    """Path of a C compiler; None without one."""
    import shutil

    return shutil.which("cc") or shutil.which("gcc")


def compiler_name() -> str | None:
    """Name and version of the C compiler, as it tells them."""
    import subprocess

    path = compiler()
    if path is None:
        return None
    told = subprocess.run([path, "--version"], capture_output=True, check=False, text=True)
    return next(iter(told.stdout.splitlines()), None)


def compiled(name: str, folder: Path) -> Path | None:
    """A C program of `scripts/limit`, compiled into a folder; None where that cannot be done."""
    import subprocess

    path, source, program = compiler(), C_SOURCES / f"{name}.c", folder / name
    if path is None or not source.is_file():
        return None
    command = [path, "-O3", "-march=native", "-o", str(program), str(source)]
    failed = subprocess.run(command, capture_output=True, check=False).returncode
    return None if failed else program
