"""The compiled kernel as a person meets it: is it on disk, how long until it is ready."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

# a child in the same terminal: it leaves Ctrl-C to the parent's words
ONE_DEAL = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "import simcore; simcore.rows(deals=1)"
)
TIMED_DEAL = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "import time, simcore.api, simcore.skat.play; started = time.perf_counter(); "
    "simcore.rows(deals=1); print(time.perf_counter() - started)"
)


def on_disk(name: str = "play.run_chunk", home: str = "skat") -> bool:
    """Whether a compiled kernel of this source lies in the cache; `home` is its source's folder."""
    from simcore.jit import cache_folder

    folder = cache_folder()
    return folder is not None and any(folder.glob(f"**/{home}/{name}-*.nbc"))


def announce_solver(name: str) -> None:
    """Tell a person at a terminal that a kernel of the solver is going to be compiled now."""
    from simcore.jit import COMPILED

    if sys.stderr.isatty() and COMPILED and not on_disk(name, "solver"):
        print("compiling the solver, once: under a minute", file=sys.stderr, flush=True)


def is_slow_start(game: str = "skat") -> bool:
    """Whether the kernel of a game is going to be compiled now, which takes most of a minute."""
    from simcore.jit import COMPILED

    return COMPILED and not on_disk(home=game)


def was_loaded() -> bool:
    """Whether the kernels of this process came from disk, all games'; they must have run once."""
    from simcore.poch import play as poch
    from simcore.skat import play as skat

    # no stats where compiling is switched off
    stats = [getattr(game.run_chunk, "stats", None) for game in (skat, poch)]
    return all(one is not None and sum(one.cache_hits.values()) > 0 for one in stats)


def seconds_to_first_deal(cache: Path | None = None) -> float:
    """Seconds a new process takes from start to the first deal played.

    With `cache`, an empty folder, the kernel is compiled; else it comes from where it lies.
    """
    import os

    environment = dict(os.environ)
    if cache is not None:
        environment["NUMBA_CACHE_DIR"] = str(cache)
    started = time.perf_counter()
    home = Path(__file__).parents[1]  # where the package lies, installed or not
    subprocess.run([sys.executable, "-c", ONE_DEAL], check=True, env=environment, cwd=home)
    return time.perf_counter() - started


def seconds_to_load() -> float:
    """Seconds a new process takes, everything imported, until the kernel from the cache has played
    a deal."""
    home = Path(__file__).parents[1]
    command = [sys.executable, "-c", TIMED_DEAL]
    return float(subprocess.run(command, check=True, capture_output=True, cwd=home).stdout)
