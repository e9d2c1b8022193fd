"""What a solving thread adds to the peak memory of a process: `python -m scripts.bench_memory`.

A process of its own, so that no earlier peak hides it. Linux tells the peak of a process alone;
elsewhere the answer is null.
"""

from __future__ import annotations

import json
from pathlib import Path

THREADS = 8
_EACH = 40  # positions of a set and game


def peak_mb() -> float | None:
    """Megabytes this process held at most."""
    try:
        lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 / 1e6 for line in lines if "VmHWM" in line), None)


def peak_growth() -> dict[str, float | int | None]:
    """Solve on one thread, then on several."""
    from scripts.bench_solver import exact_positions
    from simcore.skat import solve_many

    asked = exact_positions(_EACH)
    solve_many(asked, threads=1)
    before = peak_mb()
    solve_many(asked, threads=THREADS)
    after = peak_mb()
    growth = None if before is None or after is None else (after - before) / THREADS
    return {"threads": THREADS, "peak_growth_per_thread_mb": growth}


if __name__ == "__main__":
    print(json.dumps(peak_growth()))
