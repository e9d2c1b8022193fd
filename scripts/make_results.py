"""Make the committed results again: python -m scripts.make_results [--only big,strength,...]

Plays the runs they rest on, writes tables, charts, notebooks and a report under results/ with the
manifest of each run, and puts tables into the README between their marks. `--only` makes some of
the parts: `big` is the run of twenty million deals and all that is drawn from it; `hand` the answer
for one hand; `rules`, `strength`; `poch` all of soket and sekans; `bench` and `solver` measure
speed, which is of the machine they ran on, and are made only when named.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pandas as pd

import analysis
import simcore
from analysis.charts import style, win_rates
from analysis.load import open_skat
from scripts import bench_solver_text, big_run, game_card, poch_results, strength
from scripts.tables import markdown
from simcore.skat.rules import NAMES, RULES

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "results"
_BREAK_EVEN = 2 / 3  # plain scoring, both losses doubled


def into_readme(mark: str, text: str) -> None:
    """Replace what stands between the marks of this name in the README."""
    path = ROOT / "README.md"
    path.write_text(game_card.between_marks(path.read_text("utf-8"), mark, text), "utf-8")


def _win_rate_table(frame: pd.DataFrame) -> pd.DataFrame:
    """The win-rate frame as text for people."""
    names = dict(zip("DHSCGN", NAMES, strict=False))
    rows = []
    for cell in frame.to_dict("records"):
        rows.append(
            {
                "contract": names.get(cell["contract"], "all"),
                "declared (n)": f"{cell['n']:,}",
                "won": f"{100 * cell['win_rate']:.2f} %",
                "95 % interval": f"{100 * cell['win_low']:.2f} to {100 * cell['win_high']:.2f} %",
                "mean score": f"{cell['mean_score']:+.2f}",
                "95 % interval ": f"{cell['score_low']:+.2f} to {cell['score_high']:+.2f}",
            }
        )
    return pd.DataFrame(rows)


def make_win_rates(log: analysis.SkatLog) -> None:
    """The win-rate table and chart of the README."""
    folder = RESULTS / "win_rates"
    folder.mkdir(parents=True, exist_ok=True)
    by_contract = log.win_rate(by=["contract"])
    total = log.win_rate().assign(contract="all")
    frame = pd.concat([by_contract, total], ignore_index=True)
    frame.to_csv(folder / "table.csv", index=False)
    table = markdown(_win_rate_table(frame))
    (folder / "table.md").write_text(table + "\n", "utf-8")
    (folder / "manifest.json").write_text(json.dumps(log.manifest, indent=1) + "\n", "utf-8")
    caption = win_rates.caption(log.manifest["settings"], log.n_deals)
    with style.figure(6.4, 3.2, caption) as (fig, ax):
        win_rates.draw(by_contract, ax, _BREAK_EVEN)
        fig.savefig(folder / "chart.png", metadata={"Software": None})
    into_readme("win-rates", table)


POCH_HAND = "SK HK CK CQ H7 D9"
HAND = "CJ HJ CA CT C9 C8 HA HQ S7 D8"  # what the README asks about


def make_hand() -> None:
    """The answer for one hand in the README, as the command prints it."""
    words = [sys.executable, "-m", "scripts.cli", "hand", HAND, "--seat", "forehand"]
    told = subprocess.check_output(words, cwd=ROOT, text=True, encoding="utf-8")
    command = f'simcore hand "{HAND}" --seat forehand'
    lines = [line.rstrip() for line in told.splitlines()]
    into_readme("hand", "\n".join(["```text", f"$ {command}", *lines, "```"]))


_RULE_DEALS = 1_000_000


def _rule_set_row(name: str, log: analysis.SkatLog) -> dict[str, str]:
    """One rule set as text for people; shares are of the deals dealt, thrown-in ones included."""
    counts = log.query(
        "SELECT sum(1 + thrown_in) AS dealt, sum(thrown_in) AS thrown_in, "
        "count(*) FILTER (contract = 'P') AS passed_in, "
        "count(*) FILTER (contract = 'G') AS grands FROM deals"
    ).iloc[0]
    total = log.win_rate().iloc[0]
    dealt, played = int(counts["dealt"]), int(total["n"])
    nobody = int(counts["thrown_in"] + counts["passed_in"])
    return {
        "rules": f"`{name}`",
        "dealt (n)": f"{dealt:,}",
        "all passed": f"{100 * nobody / dealt:.2f} %",
        "declared (n)": f"{played:,}",
        "of these Grand": f"{100 * int(counts['grands']) / played:.1f} %",
        "won": f"{100 * total['win_rate']:.2f} %",
        "95 % interval": f"{100 * total['win_low']:.2f} to {100 * total['win_high']:.2f} %",
        "mean score": f"{total['mean_score']:+.2f}",
        "95 % interval ": f"{total['score_low']:+.2f} to {total['score_high']:+.2f}",
    }


def make_rule_sets() -> None:
    """What the rule sets make of the same deals."""
    folder = RESULTS / "rule_sets"
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name in RULES:
        command = f"simcore run --out runs/{name} --deals {_RULE_DEALS} --seed 1 --rules {name}"
        with tempfile.TemporaryDirectory() as scratch:
            run = simcore.simulate(
                out=Path(scratch) / "run", deals=_RULE_DEALS, seed=1, rules=name, command=command
            )
            with open_skat(run.path) as log:
                rows.append(_rule_set_row(name, log))
        manifest = json.dumps(run.manifest, indent=1) + "\n"
        (folder / f"manifest_{name}.json").write_text(manifest, "utf-8")
    text = (
        "# One million deals under each rule set\n\n"
        "Seed 1, the player `expert` at every seat. Under `altenburg` a deal all pass on is dealt "
        "again;\n`all passed` is a share of all deals dealt, thrown-in ones included. Made by "
        "`python -m scripts.make_results`.\n\n"
    )
    (folder / "table.md").write_text(text + markdown(pd.DataFrame(rows)) + "\n", "utf-8")


def _bench_table(measured: dict[str, Any]) -> pd.DataFrame:
    """The speed figures as text for people."""
    random, logged = measured["random_clubs_hand"], measured["complete_hands_logged"]
    plain_c, start, poch = measured["plain_c"], measured["start"], measured["poch"]
    lines = [
        *(
            (f"complete hands, players `{player}`, Parquet log on", found["hands_per_core_s"])
            for player, found in logged.items()
        ),
        *(
            (f"deals of poch, four players `{player}`, {where}", found[key]["deals_per_core_s"])
            for key, where in (("logged", "Parquet log on"), ("in_memory", "rows in memory"))
            for player, found in poch.items()
        ),
        ("random play, whole rows made in memory", random["hands_per_core_s"]),
        ("the same random play in plain C (`scripts/limit`)", plain_c["games_per_cpu_s"]),
        ("for comparison: XSkat, complete games", 42_000),
        ("for comparison: OpenSpiel from Python", 10_000),
    ]
    table = [{"work": work, "hands per core-second": f"{round(n, -3):,.0f}"} for work, n in lines]
    others = [
        ("records replayed a core-second", f"{round(measured['records']['per_core_s'], -2):,.0f}"),
        ("log, bytes a deal", f"{logged['expert']['bytes_per_deal']:.1f}"),
        ("log of poch, bytes a deal", f"{poch['expert']['logged']['bytes_per_deal']:.1f}"),
        ("the compiled kernel from the cache", f"{start['loading_s']:.1f} s"),
        ("start to the first deal, cached", f"{start['cached_s']:.1f} s"),
        ("start to the first deal, compiling", f"{start['compiling_s']:.0f} s, once"),
    ]
    table += [{"work": work, "hands per core-second": text} for work, text in others]
    return pd.DataFrame(table)


def _measured(file: Path, *words: str) -> dict[str, Any]:
    """What `simcore bench` finds in a process of its own, written to a file."""
    command = [sys.executable, "-m", "scripts.cli", "bench", *words, "--json"]
    measured: dict[str, Any] = json.loads(subprocess.check_output(command, cwd=ROOT))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(measured, indent=1) + "\n", "utf-8")
    return measured


def make_bench() -> None:
    """The speed table of the README."""
    measured = _measured(RESULTS / "bench.json", "--cold")
    note = (
        f"{measured['processor']}, Python, numba {measured['numba']}, median of "
        f"{measured['repeat']} runs of {measured['deals']:,} deals; processor time of all threads, "
        "warm. Passed-in deals do not count as hands. Made by "
        "`python -m scripts.make_results --only bench`."
    )
    into_readme("bench", f"{markdown(_bench_table(measured))}\n\n{note}")


def make_solver() -> None:
    """The tables of the solver, in results/solver and the README."""
    folder = RESULTS / "solver"
    measured = _measured(folder / "bench.json", "solver")
    (folder / "bench.md").write_text(bench_solver_text.page(measured) + "\n", "utf-8")
    into_readme("solver", bench_solver_text.readme(measured))


def make_strength() -> None:
    """Matches, ladder, bands and calibration, in results/strength and the README."""
    into_readme("matches", strength.make(RESULTS / "strength"))


def make_big() -> None:
    """The run of twenty million deals, and everything that is told or drawn from it."""
    with big_run.played() as runs:
        with open_skat(runs.whole) as log:
            make_win_rates(log)
        big_run.make(runs, RESULTS)


def make_poch() -> None:
    """Soket and sekans: the run of ten million deals, matches, the hand of the README."""
    into_readme("poch-places", poch_results.make(RESULTS / "poch"))
    words = ["hand", "--game", "poch", POCH_HAND, "--seats", "4", "--seat", "1"]
    told = big_run.command(*words)
    command = f'simcore hand --game poch "{POCH_HAND}" --seats 4 --seat 1'
    lines = [line.rstrip() for line in told.splitlines()]
    into_readme("poch-hand", "\n".join(["```text", f"$ {command}", *lines, "```"]))


PARTS = {
    "big": make_big,
    "hand": make_hand,
    "rules": make_rule_sets,
    "poch": make_poch,
    "strength": make_strength,
    "bench": make_bench,
    "solver": make_solver,
}
_USUAL = "big,hand,rules,strength,poch"


def main() -> None:
    """Make the parts that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default=_USUAL, help=f"of {', '.join(PARTS)}")
    chosen = [word.strip() for word in parser.parse_args().only.split(",")]
    for word in chosen:
        if word not in PARTS:
            parser.error(f"--only {word!r}: one of {', '.join(PARTS)}")
    for word in chosen:
        PARTS[word]()
        print(f"made: {word}", flush=True)


if __name__ == "__main__":
    main()
