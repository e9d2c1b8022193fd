"""`simcore bench solver`: open-card positions solved here and by a C program of the same search.

Both take the positions of `scripts/limit` one after the other, each with an empty table, on one
core. A figure is of the repeat whose ratio is the middle one: speeds drift by a fifth and more on a
shared machine, but both sides of a repeat are measured within seconds of each other.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scripts import measuring
from simcore import __version__, cards
from simcore.jit import source_digest
from simcore.skat import Position, solve_many
from simcore.skat.rules import CONTRACTS, RULES, rule_book
from simcore.skat.solver.problems import EXACT, PROBLEM, solve_problems
from simcore.skat.solver.space import new_space

SETS, QUERIES, GAMES = ("random", "strong"), ("win", "exact"), ("suit", "grand", "null")
POSITIONS = 300  # of each set and game
_TARGET = 61
_EMPTY_CALLS = 1001
_BOOK = rule_book(RULES["isko"])

Given = dict[str, Any]  # a position as its file has it, or figures


@dataclass(frozen=True)
class Task:
    """Positions of one set and game, what is asked of them, and the answers of the file."""

    name: str  # of the set
    query: str
    game: str
    problems: np.ndarray
    answers: np.ndarray


# ---- positions ---------------------------------------------------------------------------------


def game_of(given: Given) -> str:
    """suit, grand or null."""
    return {"G": "grand", "N": "null"}.get(given["contract"], "suit")


def positions(name: str, number: int) -> list[Given]:
    """The first positions of each game of a set."""
    text = (measuring.C_SOURCES / f"positions_{name}.json").read_text("utf-8")
    found = json.loads(text)["positions"]
    return [one for game in GAMES for one in [p for p in found if game_of(p) == game][:number]]


def tasks(name: str, query: str, number: int) -> list[Task]:
    """The positions of a set by game; in Null to win is all there is."""
    found = positions(name, number)
    return [
        _task(name, query, game, [one for one in found if game_of(one) == game])
        for game in (GAMES[:2] if query == "exact" else GAMES)
    ]


def _task(name: str, query: str, game: str, found: list[Given]) -> Task:
    problems, exact = np.zeros(len(found), dtype=PROBLEM), query == "exact"
    for problem, given in zip(problems, found, strict=True):
        problem["hands"] = [cards.parse(hand) for hand in given["hands"]]
        problem["skat"] = cards.parse(given["skat"])
        problem["contract"] = CONTRACTS.index(given["contract"])
        problem["declarer"], problem["leader"] = given["declarer"], given["leader"]
        problem["target"] = EXACT if exact else _TARGET
    answers = [given["points"] if exact else int(given["won"]) for given in found]
    return Task(name, query, game, problems, np.array(answers))


# ---- time and nodes ----------------------------------------------------------------------------


def spread(values: np.ndarray) -> dict[str, float]:
    """Mean, median, 90th percentile and most, taken as the C program takes them."""
    ordered, n = np.sort(values), len(values)
    return {"mean": float(ordered.mean()), "median": float(ordered[n // 2]),
            "p90": float(ordered[n * 9 // 10]), "max": float(ordered[-1])}  # fmt: skip


def _milliseconds(problems: np.ndarray, space: np.ndarray) -> float:
    start = time.process_time()
    solve_problems(problems, space, _BOOK)
    return 1000 * (time.process_time() - start)


def measure_here(task: Task, space: np.ndarray) -> Given:
    """Solve the positions of a task one by one.

    A call from Python takes about 3 microseconds, a third of a quick Null: what an empty call takes
    is subtracted. Solving copies of a position in one call would hide it too, but the processor
    learns the jumps of a short search by heart and makes it up to a third too fast.
    """
    problems = task.problems
    calls = [_milliseconds(problems[:0], space) for _ in range(_EMPTY_CALLS)]
    call = sorted(calls)[len(calls) // 2]
    spent = [_milliseconds(problems[k : k + 1], space) - call for k in range(len(problems))]
    took = np.maximum(spent, 0.0)
    return {
        "positions": len(problems),
        "wrong": int((problems["value"] != task.answers).sum()),
        "ms": spread(took),
        "nodes": spread(problems["nodes"]),
        "nodes_per_cpu_s": float(problems["nodes"].sum() / took.sum() * 1000),
    }


def _measure_c(program: Path | None, file: Path, query: str) -> dict[str, Given]:
    """The same of the C program, by game; nothing without one."""
    if program is None:
        return {}
    asked = [str(program), "bench", str(file), query]
    told = subprocess.run(asked, capture_output=True, check=False, text=True).stdout
    figures = [json.loads(line) for line in told.splitlines()]
    kept = ("positions", "wrong", "ms", "nodes", "nodes_per_cpu_s")
    return {one["game"]: {name: one[name] for name in kept} for one in figures}


def _ratio(here: Given, plain_c: Given | None, what: str) -> float | None:
    return None if plain_c is None else here[what]["mean"] / plain_c[what]["mean"]


def _figures(task: Task, here: Given, plain_c: Given | None) -> Given:
    return {"set": task.name, "query": task.query, "game": task.game, **here, "plain_c": plain_c,
            "ratio_time": _ratio(here, plain_c, "ms"),
            "ratio_nodes": _ratio(here, plain_c, "nodes")}  # fmt: skip


def _round(asked: list[list[Task]], program: Path | None, folder: Path) -> list[Given]:
    """Every task once, here and in C by turns."""
    space, figures = new_space(), []
    for group in asked:
        here = [measure_here(task, space) for task in group]
        plain_c = _measure_c(program, folder / f"{group[0].name}.json", group[0].query)
        figures += [_figures(t, h, plain_c.get(t.game)) for t, h in zip(group, here, strict=True)]
    return figures


def middle(repeats: list[Given]) -> Given:
    """The repeat whose ratio is in the middle; without C whose time is."""
    return sorted(repeats, key=lambda one: one["ratio_time"] or one["ms"]["mean"])[
        len(repeats) // 2
    ]


def _write_for_c(folder: Path, number: int) -> None:
    """The positions as the C program reads them: one a line."""
    for name in SETS:
        lines = [json.dumps(given) for given in positions(name, number)]
        (folder / f"{name}.json").write_text("\n".join(lines), "utf-8")


def _rounds(number: int, repeat: int) -> list[list[Given]]:
    asked = [tasks(name, query, number) for name in SETS for query in QUERIES]
    solve_problems(asked[0][0].problems[:1], new_space(), _BOOK)  # compiled from here on
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write_for_c(folder, number)
        program = measuring.compiled("solver", folder)
        return [_round(asked, program, folder) for _ in range(repeat)]


# ---- threads and memory ------------------------------------------------------------------------


def _position(given: Given) -> Position:
    hands = [cards.parse(hand) for hand in given["hands"]]
    skat = cards.parse(given["skat"])
    return Position(hands, given["contract"], given["declarer"], given["leader"], skat)


def exact_positions(number: int) -> list[Position]:
    """Those whose exact value is asked."""
    found = [given for name in SETS for given in positions(name, number)]
    return [_position(given) for given in found if game_of(given) != "null"]


def measure_threads(number: int, repeat: int, threads: int) -> Given:
    """`solve_many` on one thread and on several by turns; the best of each counts."""
    asked, one, several = exact_positions(number), [], []
    for _ in range(repeat):
        one.append(measuring.timed(lambda: solve_many(asked, threads=1)))
        several.append(measuring.timed(lambda: solve_many(asked, threads=threads)))
    alone, shared = min(one, key=_clock), min(several, key=_clock)
    return {
        "positions": len(asked),
        "threads": threads,
        "one_thread_s": alone.wall,
        "threads_s": shared.wall,
        "speed_up": alone.wall / shared.wall,
        "processor_time_ratio": shared.cpu / alone.cpu,
    }


def _clock(spent: measuring.Spent) -> float:
    return spent.wall


def measure_memory() -> Given:
    """Megabytes of a work space, and what a thread adds to the peak of a process of its own."""
    command = [sys.executable, "-m", "scripts.bench_memory"]
    home = Path(__file__).parents[1]
    told = subprocess.run(command, capture_output=True, check=True, text=True, cwd=home)
    return {"work_space_mb": new_space().nbytes / 1e6, **json.loads(told.stdout)}


# ---- all of it ---------------------------------------------------------------------------------


def _versions() -> dict[str, str]:
    import platform

    return {"simcore": __version__, "python": platform.python_version(), "numpy": np.__version__}


def measure(number: int, repeat: int, threads: int) -> Given:
    """All figures as plain data, of the first `number` positions of each set and game."""
    rounds = _rounds(number, repeat)
    return {
        **measuring.machine(),
        "versions": _versions(),
        "source_digest": source_digest(),
        "compiler": measuring.compiler_name(),
        "repeat": repeat,
        "figures": [middle(list(repeats)) for repeats in zip(*rounds, strict=True)],
        "threads": measure_threads(number, repeat, threads),
        "memory": measure_memory(),
    }


def wrong_answers(report: Given) -> int:
    """How many answers differ from those of the files."""
    return sum(figures["wrong"] for figures in report["figures"])
