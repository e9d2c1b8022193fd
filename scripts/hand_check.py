"""`simcore hand` against brute force: python -m scripts.hand_check

Twenty hands as dealt are evaluated with 20,000 worlds; the recommended game of each is then played
in two million other worlds. How often the big sample lies within the interval of the small one, for
the chance to win and for the points, is written to results/hand/check.md: 95 % of the time, if the
intervals are right and nothing is gained by choosing. The time an evaluation takes stands there
too.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

import analysis
import simcore
from analysis.hand.games import CONTRACTS
from scripts.checking_hands import (
    BRUTE_SEED,
    DEALT_SEED,
    SEED,
    check_hands,
    timed,
    usual_time,
)
from scripts.tables import markdown
from simcore import cards

RESULTS = Path(__file__).parent.parent / "results" / "hand"
BRUTE = 2_000_000
_BLOCK = 200_000


class Brute(NamedTuple):
    """A game played in very many worlds."""

    won: float
    mean: float
    error: float  # standard error of the mean


def dealt(number: int) -> list[tuple[int, int]]:
    """Hands and seats as dealt: of deal k the hand of seat k % 3."""
    rows = simcore.rows(deals=number, seed=DEALT_SEED)
    seats = ("forehand", "middlehand", "rearhand")
    return [(int(row[f"hand_{seats[k % 3]}"]), k % 3) for k, row in enumerate(rows)]


def brute(report: analysis.HandReport, worlds: int) -> Brute:
    """The recommended game of a report in other worlds, in list points."""
    best = report.games.iloc[0]
    named = isinstance(best["contract"], str) and best["contract"] in CONTRACTS
    scenario = simcore.Scenario(
        known={report.seat: report.hand},
        declarer=report.seat,
        bid=report.bid,
        contract=best["contract"] if named else None,
        hand=bool(best["hand"]),
        announced=best["announced"],
    )
    won, total, squares = 0, 0.0, 0.0
    for first in range(0, worlds, _BLOCK):
        size = min(_BLOCK, worlds - first)
        rows = simcore.rows(scenario=scenario, deals=size, first=first, seed=BRUTE_SEED)
        points = rows["score"] + np.where(rows["won"], 50.0, -50.0)
        won += int(np.count_nonzero(rows["won"]))
        total, squares = total + float(points.sum()), squares + float(np.sum(points**2))
    mean = total / worlds
    return Brute(won / worlds, mean, ((squares / worlds - mean**2) / worlds) ** 0.5)


def checked(hand: int, seat: int, worlds: int, more: int) -> dict[str, Any]:
    """One hand both ways."""
    report, spent = timed(lambda: analysis.evaluate_hand(hand, seat=seat, worlds=worlds, seed=SEED))
    best, found = report.games.iloc[0], brute(report, more)
    return {
        "hand": cards.format(hand),
        "seat": seat,
        "game": best["game"],
        "win": (best["win_rate"], best["win_low"], best["win_high"]),
        "points": tuple(best[f"seeger_fabian{end}"] for end in ("", "_low", "_high")),
        "found": found,
        "inside": best["win_low"] <= found.won <= best["win_high"],
        "inside_points": best["seeger_fabian_low"] <= found.mean <= best["seeger_fabian_high"],
        **spent,
    }


def table(lines: list[dict[str, Any]]) -> pd.DataFrame:
    """The hands as text for people."""
    seats = ("forehand", "middlehand", "rearhand")
    return pd.DataFrame(
        {
            "hand": f"`{line['hand']}`",
            "seat": seats[line["seat"]],
            "game": line["game"],
            "won (95 %)": "{:.2f} % ({:.2f} to {:.2f})".format(*(100 * x for x in line["win"])),
            "in two million": f"{100 * line['found'].won:.2f} %",
            "list points (95 %)": "{:+.2f} ({:+.2f} to {:+.2f})".format(*line["points"]),
            "in two million ": f"{line['found'].mean:+.2f}",
            "inside": f"{_yes(line['inside'])}, {_yes(line['inside_points'])}",
        }
        for line in lines
    )


def _yes(mark: bool) -> str:
    return "yes" if mark else "no"


def page(lines: list[dict[str, Any]], worlds: int, more: int) -> str:
    """The whole page."""
    n = len(lines)
    rates, points = (sum(line[key] for line in lines) for key in ("inside", "inside_points"))
    return (
        f"# {n} hands against brute force\n\n"
        f"Hands as dealt (seed {DEALT_SEED}), the recommended game of each in {worlds:,} worlds "
        f"(seed {SEED}) and in {more:,} others (seed {BRUTE_SEED}); three `expert`, rules isko, "
        f"bid 18. The chance to win in {more:,} worlds lies within the 95 % interval of the small "
        f"sample for {rates} of {n} hands, the mean of list points for {points} of {n}. An "
        f"evaluation of all games took {usual_time(lines)}. Made by "
        "`python -m scripts.hand_check`.\n\n"
        f"{markdown(table(lines))}\n"
    )


def main() -> None:
    """Check the hands and write the page."""
    check_hands(__doc__, RESULTS, BRUTE, dealt, checked, page)


if __name__ == "__main__":
    main()
