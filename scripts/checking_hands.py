"""What checking evaluations of hands against brute force takes in either game."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

HANDS, WORLDS = 20, 20_000
DEALT_SEED, SEED, BRUTE_SEED = 2024, 1, 2

Line = dict[str, Any]
Report = TypeVar("Report")


def timed(evaluate: Callable[[], Report]) -> tuple[Report, Line]:
    """A report, and the seconds it took by the clock and of processor time."""
    started, cpu = time.perf_counter(), time.process_time()
    report = evaluate()
    spent = {"seconds": time.perf_counter() - started, "cpu": time.process_time() - cpu}
    return report, spent


def usual_time(lines: list[Line]) -> str:
    """The median of the times in words; the first one loads the kernel and is left out."""
    warm = lines[1:] or lines
    seconds = statistics.median(line["seconds"] for line in warm)
    cpu = statistics.median(line["cpu"] for line in warm)
    return f"{seconds:.2f} s ({cpu:.2f} s of processor time, median, warm)"


def check_hands(
    about: str | None,
    out: Path,
    brute: int,
    dealt: Callable[[int], Iterable[tuple[int, int]]],
    checked: Callable[[int, int, int, int], Line],
    page: Callable[[list[Line], int, int], str],
) -> None:
    """Check hands as the command line asks, and write the page.

    Parameters
    ----------
    about
        What is checked, for the help.
    out
        The folder of the page.
    brute
        Worlds of the big sample.
    dealt
        So many hands, each with its seat.
    checked
        One of them: hand, seat, worlds of the report and of the big sample.
    page
        All of them as text, with both numbers of worlds.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--hands", type=int, default=HANDS)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--brute", type=int, default=brute)
    parser.add_argument("--out", type=Path, default=out)
    asked = parser.parse_args()
    lines = [checked(*hand, asked.worlds, asked.brute) for hand in dealt(asked.hands)]
    asked.out.mkdir(parents=True, exist_ok=True)
    text = page(lines, asked.worlds, asked.brute)
    (asked.out / "check.md").write_text(text, "utf-8")
    print(text)
