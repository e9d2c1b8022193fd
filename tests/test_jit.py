"""Kernels compile each function they call once, whatever constants they call it with."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.event import install_recorder

import simcore
from simcore import jit


@jit.helper
def plus(number, more):
    return number + more


@jit.chapter
def plus_some(number):
    if number > 10:
        return plus(number, 1)
    return plus(number, 2) + plus(3, 4)


def total(number):
    return plus_some(number) + plus(number, number)


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled in this run")
def test_a_helper_is_compiled_once_for_all_constants() -> None:
    kernel = jit.helper(total)  # no kernel: that might come from the cache
    with install_recorder("numba:compile") as recorder:
        assert (kernel(1), kernel(20)) == (12, 61)
    started = [event for _, event in recorder.buffer if event.is_start]
    names = [event.data["dispatcher"].py_func.__name__ for event in started]
    assert sorted(names) == ["plus", "total"]


def test_a_helper_answers_python_too() -> None:
    assert plus(1, 2) == 3
    assert plus(1.5, more=2) == 3.5
    assert plus_some(1) == 10


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled in this run")
def test_the_same_source_elsewhere_finds_what_is_compiled(tmp_path: Path) -> None:
    simcore.rows(deals=1)
    shutil.copytree(Path(simcore.__file__).parent, tmp_path / "simcore")
    code = (
        "import simcore; from simcore.skat import play; simcore.rows(deals=1); "
        "print(simcore.__file__, *play.run_chunk.stats.cache_hits.values())"
    )
    command, home = [sys.executable, "-c", code], {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(
        command, env=home, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [str(tmp_path / "simcore/__init__.py"), "1"]


def test_no_kernel_works_on_freed_memory() -> None:
    """An allocator that hands freed memory out at once changes nothing: records are pointers into
    arrays, which must outlive them."""
    code = (
        "import hashlib, simcore; from simcore import log, skat; "
        "rows, plays = simcore.rows(deals=3000, seed=1, plays=True, threads=2); "
        "print(log.digest(skat.GAME, rows), hashlib.sha256(plays.tobytes()).hexdigest())"
    )
    tunables = "glibc.malloc.tcache_count=0:glibc.malloc.perturb=85"
    told = []
    for extra in ({}, {"GLIBC_TUNABLES": tunables, "MALLOC_PERTURB_": "85"}):
        environment = {**os.environ, **extra}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, (extra, done.returncode, done.stderr)
        told.append(done.stdout)
    assert told[0] == told[1]
