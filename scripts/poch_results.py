"""What soket and sekans comes to: tables, charts, a report, matches.

Makes the files of results/poch; `python -m scripts.make_results --only poch` calls it.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pandas as pd

import analysis
import simcore
from analysis import gallery
from analysis.poch import Comparison, compare
from analysis.poch.places import place_name
from scripts.big_run import command
from scripts.tables import markdown
from simcore.poch import rules_in

DEALS, SEED = 10_000_000, 1
MATCH_DEALS, MATCH_FIRST = 256_000, 1 << 41  # deals nothing was tuned on
SEATS = (3, 4, 5, 6, 7, 8)
PAIRS = (("expert", "simple"), ("expert", "random"), ("simple", "random"))
# Tables by name: the columns of the view `seats`
TABLES = {
    "position": "position",
    "soket_by_holding": "soket_size,soket_rank",
    "sekans_by_holding": "sekans_size,sekans_rank",
}


def make(folder: Path) -> str:
    """Everything; returns the table of the README, chips a deal by place."""
    folder.mkdir(parents=True, exist_ok=True)
    make_matches(folder / "matches.md")
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "poch-10M"
        simcore.simulate(
            "poch",
            out=out,
            deals=DEALS,
            seed=SEED,
            command=f"simcore run --game poch --out runs/poch-10M --deals {DEALS} --seed {SEED}",
        )
        for name, by in TABLES.items():
            for ending in ("csv", "md"):
                file = folder / f"{name}.{ending}"
                file.unlink(missing_ok=True)
                command("summary", out, "--by", by, "--out", file)
        (folder / "summary.txt").write_text(_summary(out), "utf-8")
        command("report", out, "-o", folder / "report.html", "--charts", "all", "--force")
        with analysis.open(out) as log:
            for name in gallery.GALLERIES["poch"]:
                gallery.make(name, log, folder / "charts")
            manifest = json.dumps(log.manifest, indent=1) + "\n"
            assert isinstance(log, analysis.PochLog)
            places = log.results(by=["position"])
            rules = rules_in(log.manifest["settings"]["rules"].items())
    (folder / "manifest.json").write_text(manifest, "utf-8")
    return markdown(_places(places, -rules.ante * rules.circles))


def _summary(run: Path) -> str:
    """What `simcore summary` prints, without where the run lay."""
    text = command("summary", run).replace(str(run), "runs/poch-10M")
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def _places(frame: pd.DataFrame, antes: int) -> pd.DataFrame:
    """Chips a deal by place behind the dealer, as text for people."""
    rows = []
    for cell in frame.to_dict("records"):
        line = {"place": place_name(int(cell["position"]))}
        for name in ("circles", "soket", "sekans", "shedding"):
            line[name] = f"{cell[f'mean_{name}']:+.2f}"
        line["antes"] = str(antes)
        line["in all"] = f"{cell['mean_chips']:+.3f}"
        line["95 % interval"] = f"{cell['mean_chips_low']:+.3f} to {cell['mean_chips_high']:+.3f}"
        rows.append(line)
    return pd.DataFrame(rows)


def make_matches(file: Path) -> None:
    """Who is better, at tables of every size, on deals that nothing was tuned on."""
    rows: list[dict[str, Any]] = []
    for a, b in PAIRS:
        for seats in SEATS if b == "simple" else (4,):
            asked: dict[str, Any] = {"deals": MATCH_DEALS, "first": MATCH_FIRST, "seed": SEED}
            rows.append(_match(compare(a, b, seats=seats, **asked)))
    rows.append(_match(compare("expert", "simple", rules="poker", **asked)))
    text = (
        "# Matches at soket and sekans\n\n"
        "Chips a deal, the first player less the other, on the same deals in every seat: one\n"
        "among others of the second kind, and the mean of that and the reverse. Nothing was tuned\n"
        "on these deals; a session counts as one draw. Made by\n"
        "`python -m scripts.make_results --only poch`.\n\n"
    )
    file.write_text(text + markdown(pd.DataFrame(rows)) + "\n", "utf-8")


def _match(found: Comparison) -> dict[str, str]:
    """One match as text for people."""
    line = {
        "match": f"`{found.a.name}` v `{found.b.name}`",
        "players": str(found.seats),
        "rules": f"`{found.rules}`",
        "sessions (n)": f"{found.sessions:,}",
    }
    for name, measure in (("one among others", "one_a"), ("both ways round", "match")):
        gain = found.difference(measure)
        line[name] = f"{gain.mean:+.3f}"
        line[f"95 %, {name}"] = f"{gain.low:+.3f} to {gain.high:+.3f}"
    return line
