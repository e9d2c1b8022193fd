"""What the run of twenty million deals shows: tables, charts, notebooks and a report.

Makes the files of results/tables, results/charts, results/notebooks and results/report.html;
`python -m scripts.make_results` calls it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import analysis
import simcore
from analysis import gallery
from scripts import notebooks

ROOT = Path(__file__).parent.parent
DEALS, FORCED_DEALS, SEED = 20_000_000, 6_000_000, 1
SUITS = ("--where", "contract IN ('D', 'H', 'S', 'C')")
# Tables by name: the columns, and how rare cells and the luck of the cards are treated.
TABLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "contract_and_seat": ("contract,declarer_seat", ()),
    "contract_exact_mix": ("contract", ("--weights", "exact")),
    "jacks_and_trumps": ("jack_pattern,trumps", (*SUITS, "--shrink")),
    "trumps_and_side_aces": ("trumps,side_aces", (*SUITS, "--shrink")),
    "voids_and_tens": ("voids,tens", ("--shrink",)),
    "bid_class": ("bid_class,contract", ("--shrink",)),
}


class Runs(NamedTuple):
    """Run folders: ordinary deals, and Clubs forced on forehand, whatever it holds."""

    whole: Path
    forced: Path


@contextmanager
def played() -> Iterator[Runs]:
    """Play both runs; they are gone at the end, as they can be played again."""
    with tempfile.TemporaryDirectory() as scratch:
        runs = Runs(Path(scratch) / "expert-20M", Path(scratch) / "clubs-forced")
        settings: dict[str, Any] = {"seed": SEED, "players": "expert"}
        simcore.simulate(
            out=runs.whole,
            deals=DEALS,
            **settings,
            command=f"simcore run --out runs/expert-20M --deals {DEALS} --seed {SEED}",
        )
        forced = simcore.Scenario(declarer=0, contract="C")
        simcore.simulate(
            out=runs.forced,
            deals=FORCED_DEALS,
            scenario=forced,
            **settings,
            command=f"simcore run --out runs/clubs-forced --deals {FORCED_DEALS} --seed {SEED} "
            "--declarer forehand --contract C",
        )
        yield runs


def make(runs: Runs, results: Path) -> None:
    """Everything but the win-rate table and chart of the README."""
    make_tables(runs.whole, results / "tables")
    make_charts(runs.whole, results / "charts", gallery.NAMES)
    make_charts(runs.forced, results / "charts" / "forced", ("suit_map", "split_impact"))
    notebooks.make(notebooks.names(), runs.whole, results / "notebooks")
    command("report", runs.whole, "-o", results / "report.html", "--charts", "all", "--force")


def command(*words: Any) -> str:
    """Run the command `simcore` as a person does."""
    line = [sys.executable, "-m", "scripts.cli", *map(str, words)]
    return subprocess.check_output(line, cwd=ROOT, text=True, encoding="utf-8")


def make_tables(run: Path, folder: Path) -> None:
    """Win rates as CSV and Markdown, as `simcore summary` writes them."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, (by, options) in TABLES.items():
        for ending in ("csv", "md"):
            file = folder / f"{name}.{ending}"
            file.unlink(missing_ok=True)
            command("summary", run, "--by", by, *options, "--out", file)
    manifest = simcore.open_run(run).manifest
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


def make_charts(run: Path, folder: Path, names: tuple[str, ...]) -> None:
    """Charts of a run as PNG and SVG, with their numbers and the manifest."""
    with analysis.open(run) as log:
        for name in names:
            gallery.make(name, log, folder)
            print(f"{folder.name}/{name}", flush=True)
        text = json.dumps(log.manifest, indent=1) + "\n"
    (folder / "manifest.json").write_text(text, "utf-8")
