"""Prove that no run is lost: every kind of fault many times, a cluster, long runs.

`python -m scripts.reliability` takes about half an hour on two cores and writes
results/reliability/report.json and report.md. `--only faults,cluster,memory` makes some of the
parts, and `--times 1` does every fault once; then the other parts stay as they are.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scripts import long_runs, reliability_text
from scripts.faults import FAULTS, FaultyError, Outcome, Scene
from scripts.measuring import machine
from simcore.jit import source_digest

RESULTS = Path(__file__).parents[1] / "results" / "reliability"
SEED = 20
SHARDS, SHARD_DEALS = 48, 1 << 14
CLUSTER_DEALS = 8_000_000
SIZES = (1_000_000, 10_000_000, 100_000_000)


def faults(times: int | None, names: list[str]) -> list[dict[str, Any]]:
    """Do every kind of fault, and say what it came to."""
    found = []
    with tempfile.TemporaryDirectory() as scratch:
        scene = Scene(Path(scratch), SHARDS, SHARD_DEALS)
        for name in names:
            kind = FAULTS[name]
            number = kind.times if times is None else times
            rng = random.Random(f"{SEED} {name}")
            started = time.perf_counter()
            tries = [kind.fault(scene, rng) for _ in range(number)]
            found.append(_told(kind.title, tries))
            _say(f"{kind.title}: {number} times, {time.perf_counter() - started:.0f} s")
    return found


def _told(title: str, tries: list[Outcome]) -> dict[str, Any]:
    seconds = [outcome.seconds for outcome in tries]
    return {
        "fault": title,
        "times": len(tries),
        "lost": sum(outcome.lost for outcome in tries),
        "wrong": sum(outcome.wrong for outcome in tries),
        "median_s": statistics.median(seconds),
        "most_s": max(seconds),
    }


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main() -> None:
    """Make the parts that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = ("faults", "cluster", "memory")
    parser.add_argument("--only", default=",".join(parts), help=f"of {', '.join(parts)}")
    parser.add_argument("--times", type=int, help="of every fault, instead of its own number")
    parser.add_argument("--faults", default=",".join(FAULTS), help="some of them, by name")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder to write to")
    asked = parser.parse_args()
    chosen, names = asked.only.split(","), asked.faults.split(",")
    for word, known in (*((word, parts) for word in chosen), *((name, FAULTS) for name in names)):
        if word not in known:
            parser.error(f"{word!r}: one of {', '.join(known)}")
    file = asked.results / "report.json"
    report = json.loads(file.read_text("utf-8")) if file.exists() else {}
    try:
        for part in chosen:
            report[part] = _PARTS[part](asked.times, names)
    except FaultyError as error:
        sys.exit(f"reliability: {error}")
    report |= {"machine": machine(), "source_digest": source_digest()}
    asked.results.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    (asked.results / "report.md").write_text(reliability_text.page(report), "utf-8")


_PARTS = {
    "faults": faults,
    "cluster": lambda *_: long_runs.cluster_speed(CLUSTER_DEALS, _say),
    "memory": lambda *_: long_runs.memory(SIZES, _say),
}


if __name__ == "__main__":
    main()
