"""The gap between open cards, sampled worlds and fixed strategies: who wins the same games.

`python -m scripts.gap` plays the same deals with three `expert`, with one `pimc` among two
`expert` in every seat and with three `pimc`, and solves the games of the experts with open cards:
results/solver/gap.json, gap.md, gap.png and the table of the README. Bids and games named are those
of `expert` throughout.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import simcore
from analysis.charts import gap, style
from analysis.intervals import t_interval, wilson
from scripts.make_results import into_readme
from scripts.tables import markdown
from simcore.jit import source_digest
from simcore.skat import judge, load_player
from simcore.skat.rules import NAMES, NULL
from simcore.skat.value import aim_of
from simcore.threads import default_threads

RESULTS = Path(__file__).parent.parent / "results" / "solver"
DEALS, FIRST, SEED = 600, 1 << 42, 1  # deals nothing was tuned on
ARMS = {
    "expert": "three `expert`",
    "pimc_defends": "one defender `pimc`",
    "pimc_declares": "declarer `pimc`",
    "pimc": "three `pimc`",
    "open_card": "open-card play",
}

Marks = NDArray[np.bool_]


# ---- playing -----------------------------------------------------------------------------------


def open_card_wins(rows: np.ndarray, plays: np.ndarray) -> Marks:
    """Whether the declarer wins with open cards and best play of all, his discard as it is."""
    values = judge(rows, plays).values[:, 0]
    marks = zip(rows["announced_schneider"], rows["announced_schwarz"], strict=True)
    aims = np.array([aim_of(*marked) for marked in marks])
    return np.where(rows["contract"] == NULL, values == 1, values >= aims)


def sampled_among(one: np.ndarray, deals: int) -> dict[str, NDArray[np.float64]]:
    """Wins where one seat is `pimc`: as the declarer, and the mean of both defenders' seats.

    `one` are rows of a match with rotation k: seat s is played by player (s + k) % 3, the first of
    which is `pimc`.
    """
    turns, wins = one.reshape(deals, 3), np.zeros((deals, 2))
    for turn in range(3):
        rows = turns[:, turn]
        declares = (rows["declarer"] + turn) % 3 == 0
        wins[:, 0] += rows["won"] * declares
        wins[:, 1] += rows["won"] * ~declares / 2
    return {"pimc_declares": wins[:, 0], "pimc_defends": wins[:, 1]}


def play(deals: int) -> pd.DataFrame:
    """Every game: its contract, and whether (or how often) each arm wins it."""
    given: dict[str, Any] = {"deals": deals, "first": FIRST, "seed": SEED}
    expert, plays = simcore.rows(players="expert", plays=True, **given)
    among = simcore.rows(players=["pimc", "expert", "expert"], rotate=True, **given)
    three = simcore.rows(players="pimc", **given)
    frame = pd.DataFrame(
        {
            "contract": expert["contract"],
            "declarer": expert["declarer"],
            "expert": expert["won"].astype(float),
            **sampled_among(among, deals),
            "pimc": three["won"].astype(float),
            "open_card": open_card_wins(expert, plays).astype(float),
        }
    )
    return frame[frame["declarer"] >= 0]


# ---- telling -----------------------------------------------------------------------------------


def measure(games: pd.DataFrame) -> list[dict[str, Any]]:
    """Win rates and paired differences by contract, and of all games."""
    found = []
    parts = [(NAMES[k], games[games["contract"] == k]) for k in range(6)]
    for name, part in [*parts, ("all", games)]:
        arms = {arm: part[arm].to_numpy() for arm in ARMS}
        rates = {
            arm: {"rate": float(wins.mean()), **_limits(wilson(float(wins.sum()), len(wins)))}
            for arm, wins in arms.items()
            if len(wins)
        }
        gaps = {
            "pimc_less_expert": _paired(arms["pimc"] - arms["expert"]),
            "open_card_less_pimc": _paired(arms["open_card"] - arms["pimc"]),
            "open_card_less_expert": _paired(arms["open_card"] - arms["expert"]),
        }
        found.append({"contract": name, "n": len(part), "won": rates, "gaps": gaps})
    return found


def _limits(interval: Any) -> dict[str, float]:
    return {"low": float(interval.low), "high": float(interval.high)}


def _paired(differences: NDArray[np.float64]) -> dict[str, float]:
    n, total = len(differences), float(differences.sum())
    interval = t_interval(n, total, float((differences**2).sum()))
    return {"mean": total / n if n else float("nan"), **_limits(interval)}


def _rate(found: dict[str, float]) -> str:
    return f"{100 * found['rate']:.1f} ({100 * found['low']:.1f} to {100 * found['high']:.1f})"


def _gap(found: dict[str, float]) -> str:
    if found["low"] != found["low"]:  # nan: too few games, or none differs
        return f"{100 * found['mean']:+.1f}"
    return f"{100 * found['mean']:+.1f} ({100 * found['low']:+.1f} to {100 * found['high']:+.1f})"


def table(measured: list[dict[str, Any]]) -> pd.DataFrame:
    """The measured rates as text for people."""
    lines = []
    for cell in measured:
        won, gaps = cell["won"], cell["gaps"]
        lines.append(
            {
                "contract": cell["contract"],
                "games (n)": f"{cell['n']:,}",
                **{f"{title}, won %": _rate(won[arm]) for arm, title in ARMS.items() if won},
                "three `pimc` less `expert`": _gap(gaps["pimc_less_expert"]),
                "open-card less `pimc`": _gap(gaps["open_card_less_pimc"]),
            }
        )
    return pd.DataFrame(lines)


def short_table(measured: list[dict[str, Any]]) -> pd.DataFrame:
    """The table of the README."""
    arms = {"expert": "three `expert`", "pimc": "three `pimc`", "open_card": "open-card play"}
    lines = [
        {"contract": cell["contract"], "games (n)": f"{cell['n']:,}"}
        | {f"{title}, won %": _rate(cell["won"][arm]) for arm, title in arms.items()}
        for cell in measured
        if cell["won"]
    ]
    return pd.DataFrame(lines)


def tell(report: dict[str, Any]) -> str:
    """results/solver/gap.md."""
    return (
        "# Open cards, sampled worlds, fixed strategies: who wins the same games\n\n"
        f"{report['deals']:,} deals (seed {report['seed']}, from number {report['first']}; never "
        "used for tuning), the games as `expert` bids and names them. `pimc` deals itself "
        f"{report['worlds']} worlds for each card and {report['discard_worlds']} for the discard, "
        "which it chooses anew; open-card play solves the game with the discard of `expert`, all "
        "cards open, best play of all. It is no chance to win: defenders who see all cards beat "
        "many games that are won at the table. Win rates with Wilson 95 % intervals (one defender "
        "`pimc`: mean of both seats), differences paired by game. `pimc` takes the others to bid "
        "and to put away as it does itself, which is true of them here.\n\n"
        f"{markdown(table(report['measured']))}\n\n"
        f"Made by `python -m scripts.gap`; source {report['source_digest'][:16]}.\n"
    )


def draw(report: dict[str, Any], path: Path) -> None:
    """results/solver/gap.png."""
    lines = [
        {"contract": cell["contract"], "n": cell["n"], "arm": arm, **cell["won"][arm]}
        for cell in report["measured"]
        for arm in ("expert", "pimc", "open_card")
        if cell["won"]
    ]
    caption = (
        f"The same games, bid and named by expert, {report['deals']:,} deals, seed "
        f"{report['seed']}; 95 % intervals (Wilson).\nOpen-card: all cards open, best play of all, "
        "which is no chance to win at the table."
    )
    with style.figure(6.4, 3.6, caption) as (fig, ax):
        gap.draw(pd.DataFrame(lines), ax)
        fig.savefig(path, metadata={"Software": None})


def main() -> None:
    """Play, and write the three files; `--tell` writes table and chart from gap.json again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--tell", action="store_true", help="no playing: table and chart again")
    wanted = parser.parse_args()
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / "gap.json"
    if not wanted.tell:
        player = load_player("pimc")
        report = {
            "deals": wanted.deals, "first": FIRST, "seed": SEED, "worlds": player.worlds,
            "discard_worlds": player.discard_worlds, "threads": default_threads(),
            "source_digest": source_digest(), "measured": measure(play(wanted.deals)),
        }  # fmt: skip
        path.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    report = json.loads(path.read_text("utf-8"))
    (RESULTS / "gap.md").write_text(tell(report), "utf-8")
    draw(report, RESULTS / "gap.png")
    into_readme("gap", markdown(short_table(report["measured"])))


if __name__ == "__main__":
    main()
