"""Seconds and memory of win-rate tables: python -m scripts.bench_tables FOLDER [--deals N]

Plays a run into the folder, or takes the one that lies there; makes each table in a process of its
own and writes results/tables/bench.md and bench.json. Linux tells the peak of a process alone;
elsewhere the memory is not known.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scripts import door, measuring
from scripts.bench_memory import peak_mb

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "results" / "tables"
DEALS, SEED, PLAYERS = 100_000_000, 1, "simple"
SECONDS, MEGABYTES = 10, 500  # what the first table may take at 100 million deals
TABLES: dict[str, dict[str, Any]] = {
    "contract and seat": {"by": ["contract", "declarer_seat"]},
    "jacks and trumps": {"by": ["jacks", "trumps"]},
    "contract and seat, weights exact": {
        "by": ["contract", "declarer_seat"],
        "weights": "exact",
    },
}


def run_folder(folder: Path, deals: int, players: str, seed: int) -> Path:
    """The folder with a run of so many deals in it: the one there, or one played now.

    Raises
    ------
    ValueError
        Another number of deals, other players or another seed lie there.
    """
    from simcore import open_run, simulate

    if not (folder / "manifest.json").exists():
        simulate(out=folder, deals=deals, seed=seed, players=players)
    run = open_run(folder)
    asked = (deals, seed, [players] * 3)
    there = (run.deals, int(run.settings["seed"]), door.player_names(run))
    if there != asked:
        raise ValueError(f"{folder}: a run of {there[0]:,} deals, seed {there[1]}, players "
                         f"{', '.join(there[2])}, not of those asked for")  # fmt: skip
    return folder


def make_table(folder: Path, table: dict[str, Any]) -> dict[str, Any]:
    """Make one table in this process."""
    start = time.perf_counter()
    import analysis

    loaded, before = time.perf_counter(), peak_mb()
    with analysis.open(folder) as log:
        frame = log.win_rate(**table)
    return {
        "load_s": loaded - start,
        "table_s": time.perf_counter() - loaded,
        "cells": len(frame),
        "n": int(frame["n"].sum()),
        "wins": int(frame["wins"].sum()),
        "loaded_mb": before,
        "peak_mb": peak_mb(),
    }


def _in_a_process(folder: Path, name: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "scripts.bench_tables", str(folder), "--only", name]
    told = subprocess.run(command, capture_output=True, check=True, text=True, cwd=ROOT)
    found: dict[str, Any] = json.loads(told.stdout)
    return found


def measure(folder: Path, repeat: int, tables: Sequence[str] = tuple(TABLES)) -> dict[str, Any]:
    """All figures as plain data; of each table the repeat whose time is the middle one.

    With weights, which take ten times as long, there is one.
    """
    from simcore import open_run

    run = open_run(folder)
    bytes_logged = run.bytes
    found = {}
    for name in tables:
        times = 1 if "weights" in TABLES[name] else repeat
        repeats = [_in_a_process(folder, name) for _ in range(times)]
        middle = sorted(repeats, key=lambda one: float(one["table_s"]))[times // 2]
        highest = max((one["peak_mb"] for one in repeats if one["peak_mb"]), default=None)
        found[name] = {**middle, "peak_mb": highest}
    players, seed = door.player_names(run)[0], int(run.settings["seed"])
    return {
        "command": f"python -m scripts.bench_tables FOLDER --deals {run.deals} "
        f"--players {players} --seed {seed} --repeat {repeat}",
        **measuring.machine(),
        "deals": run.deals,
        "bytes": bytes_logged,
        "players": players,
        "seed": seed,
        "rules": run.settings["rules"]["name"],
        "repeat": repeat,
        "tables": found,
    }


def text(report: dict[str, Any]) -> str:
    """The figures as Markdown."""
    lines = [
        "# Win-rate tables of a long run",
        "",
        f"{report['deals']:,} deals logged ({report['bytes'] / 1e6:,.0f} MB), players "
        f"{report['players']}, rules {report['rules']}, seed {report['seed']}. Each table in a "
        f"process of its own, the middle of {report['repeat']} by time (with weights: one), the "
        f"highest of their peaks. {report['processor']}, {report['processors_usable']} processors. "
        f"Made by `{report['command']}`. Aim for contract and seat at {DEALS:,} deals: "
        f"below {SECONDS} s and {MEGABYTES} MB.",
        "",
        "| table | cells | hands | to load s | table s | peak MB | of it libraries MB |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name, table in report["tables"].items():
        memory = ["not known" if table[key] is None else f"{table[key]:,.0f}"
                  for key in ("peak_mb", "loaded_mb")]  # fmt: skip
        cells = [name, f"{table['cells']:,}", f"{table['n']:,}", f"{table['load_s']:.1f}",
                 f"{table['table_s']:.1f}", *memory]  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def write(report: dict[str, Any], folder: Path) -> None:
    """Keep the figures as data and as text."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bench.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    (folder / "bench.md").write_text(text(report), "utf-8")


def main(words: Sequence[str] | None = None) -> None:
    """Measure and write, or with `--only` make one table here and print what it took."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path, help="folder of the run, made if it is not there")
    options.add_argument("--deals", type=door.number, default=DEALS)
    options.add_argument("--players", default=PLAYERS)
    options.add_argument("--seed", type=door.number, default=SEED)
    options.add_argument("--repeat", type=door.number, default=3)
    options.add_argument("--results", type=Path, default=RESULTS, help="folder of the figures")
    options.add_argument("--only", choices=TABLES, help=argparse.SUPPRESS)
    asked = options.parse_args(words)
    if asked.only:
        print(json.dumps(make_table(asked.folder, TABLES[asked.only])))
        return
    repeat = door.whole("--repeat", asked.repeat, 1, 100)
    run_folder(asked.folder, asked.deals, asked.players, asked.seed)
    report = measure(asked.folder.resolve(), repeat)
    write(report, asked.results)
    print(text(report))


if __name__ == "__main__":
    main()
