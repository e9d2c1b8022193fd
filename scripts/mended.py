"""Situations in which the expert gave away most on open cards, mended: before and after.

`python -m scripts.mended` writes results/solver/mended.json and mended.md. Each mend is a few
numbers of the player; `before` is the expert with the old ones. What it gave away is measured on
its own games (`analysis.regret`), what a mend is worth on equal deals that nothing was tuned on
(`analysis.compare`), each mend alone taken from the expert of today.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

import analysis
import simcore
from scripts.tables import markdown, points_range
from simcore.jit import source_digest
from simcore.skat.strategies.player import Player, load_player

RESULTS = Path(__file__).parent.parent / "results" / "solver"
GAMES, DEALS, SEED = 6_000, 200_000, 7  # games judged; deals of a paired comparison
FIRST = 1 << 41  # deals nothing was tuned on


class Mend(NamedTuple):
    """A situation, what was wrong, the old numbers, and the kinds of decisions it is about."""

    title: str
    what: str
    before: dict[str, int]
    situations: tuple[str, ...]


MENDS = (
    Mend(
        "A defender led a top trump when none was out",
        "The rule led the top of more trumps than are missing, to draw them. Where none is missing "
        "it draws nothing, and the trump wins later as well: now it leads a side suit.",
        {"command": 0},
        ("defender leads, declarer next: top trump", "defender leads, partner next: top trump"),
    ),
    Mend(
        "A defender led away from a ten, or a suit that goes round too often",
        "A low card from a ten under a live ace was dearer than one from another suit. Leads now "
        "weigh against it, and more against sure cards of suits with many cards out, less against "
        "long suits with the partner next.",
        {"lead_ten": 0, "lead_ten_far": 0, "grand_ten": 0, "lead_near": 6, "lead_far": -18,
         "lead_round": -16},
        ("defender leads, declarer next: low from a ten",
         "defender leads, partner next: low from a ten"),
    ),
    Mend(
        "The declarer led low before he cashed",
        "With jacks out in Grand he set up suits of two cards before cashing what was sure; now "
        "only suits of four. Without a sure card he leads away from a ten less readily.",
        {"grand_set_up_out": 2, "exit_ten": -2},
        ("declarer leads: low side card", "declarer leads: low from a ten"),
    ),
    Mend(
        "A defender ruffed what was worth nothing",
        "Any trick of the declarer was ruffed; now one of three or four card points at least.",
        {"ruff_defender": 0, "grand_ruff_def": 0},
        ("defender last, declarer holds, can ruff: ruffed",
         "defender second, partner led, can ruff: ruffed",
         "defender second, declarer led side, can ruff: ruffed"),
    ),
)  # fmt: skip


def with_old(numbers: dict[str, int], name: str) -> Player:
    """The expert with some of its old numbers."""
    return load_player("expert").model_copy(update={**numbers, "name": name})


Rows = dict[str, dict[str, Any]]


def given_away(player: Player) -> tuple[Rows, Rows]:
    """What a player gives away by situation, and by contract."""
    with tempfile.TemporaryDirectory() as scratch:
        run = simcore.simulate(
            out=Path(scratch) / "run", deals=2 * GAMES, seed=SEED, first=FIRST, players=player
        )
        found = analysis.regret(run, GAMES)
    chosen = found.situations[found.situations["game"] == "trumps"]
    return _by(chosen, "situation"), _by(found.games, "contract")


def _by(frame: pd.DataFrame, column: str) -> Rows:
    """The rows of a frame by the words of a column."""
    records: list[Any] = frame.to_dict("records")
    return {str(row[column]): row for row in records}


def _of(rows: Rows, situations: tuple[str, ...]) -> list[dict[str, Any]]:
    columns = (
        "cards",
        "points",
        "points_low",
        "points_high",
        "turned",
        "turned_low",
        "turned_high",
    )
    return [
        {"situation": name, "games": int(rows[name]["games"])}
        | {column: float(rows[name][column]) for column in columns}
        for name in situations
        if name in rows
    ]


def worth(numbers: dict[str, int]) -> dict[str, float]:
    """List points a deal that the expert gains on itself with the old numbers, both ways round."""
    found = analysis.compare(
        "expert", with_old(numbers, "before"), deals=DEALS, first=FIRST, seed=SEED
    ).difference("match")
    return {"mean": found.mean, "low": found.low, "high": found.high}


def measure() -> dict[str, Any]:
    """Everything as plain data."""
    every = {name: old for mend in MENDS for name, old in mend.before.items()}
    before, games_before = given_away(with_old(every, "before"))
    after, games_after = given_away(load_player("expert"))
    sides = ("declarer_points", "defenders_points")
    return {
        "games": GAMES, "deals": DEALS, "seed": SEED, "first": FIRST,
        "source_digest": source_digest(),
        "mends": [
            {
                "title": mend.title, "numbers": mend.before, "worth": worth(mend.before),
                "before": _of(before, mend.situations), "after": _of(after, mend.situations),
            }
            for mend in MENDS
        ],
        "all": {
            "worth": worth(every),
            "before": {side: float(games_before["trumps"][side]) for side in sides},
            "after": {side: float(games_after["trumps"][side]) for side in sides},
        },
    }  # fmt: skip


# ---- telling -----------------------------------------------------------------------------------


def _cell(found: list[dict[str, Any]], situation: str, column: str, digits: int) -> str:
    """A figure of a situation with its interval; a dash where it no longer occurs."""
    for line in found:
        if line["situation"] == situation:
            low, high = line[f"{column}_low"], line[f"{column}_high"]
            return f"{line[column]:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"
    return "-"


def _lines(mend: dict[str, Any]) -> list[dict[str, str]]:
    names = [line["situation"] for line in (*mend["before"], *mend["after"])]
    return [
        {
            "decision": name,
            **{
                f"{words}, {when}": _cell(mend[when], name, column, digits)
                for column, words, digits in (("points", "points a game", 2),
                                              ("turned", "games turned in 1,000", 1))
                for when in ("before", "after")
            },
        }
        for name in dict.fromkeys(names)
    ]  # fmt: skip


def _gain(worth: dict[str, float]) -> str:
    return f"{worth['mean']:+.2f} ({points_range(worth['low'], worth['high'])})"


def _sides(given: dict[str, float]) -> str:
    return f"declarer {given['declarer_points']:.2f}, defenders {given['defenders_points']:.2f}"


def tell(report: dict[str, Any]) -> str:
    """results/solver/mended.md."""
    parts = [
        "# Mended: where the expert gave away most on open cards\n\n"
        f"Given away on open cards in {report['games']:,} games of three `expert` before and after "
        "all mends, suit games and Grand, 95 % intervals by deal. A kind of decision is told by "
        "what was done: after the mend it is done less often, and where it still is it may well "
        "cost as much. What a mend is worth, in list points a deal (Seeger-Fabian), is "
        f"measured on {report['deals']:,} equal deals in all rotations, the expert against itself "
        "with the old numbers, on deals nothing was tuned on. The numbers were chosen on other "
        "deals by trying neighbours, a change kept where it gained beyond its interval.\n"
    ]
    for number, (mend, told) in enumerate(zip(MENDS, report["mends"], strict=True), 1):
        numbers = ", ".join(f"`{name}` {old}" for name, old in mend.before.items())
        parts.append(
            f"## {number}. {mend.title}\n\n{mend.what} Old numbers: {numbers}. Worth "
            f"**{_gain(told['worth'])}**.\n\n{markdown(pd.DataFrame(_lines(told)))}\n"
        )
    every = report["all"]
    parts.append(
        f"## All together\n\nWorth **{_gain(every['worth'])}**. Card points given away a game: "
        f"{_sides(every['before'])} before, {_sides(every['after'])} after.\n\n"
        f"Made by `python -m scripts.mended`; source {report['source_digest'][:16]}.\n"
    )
    return "\n".join(parts)


def main() -> None:
    """Measure, and write both files."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    report = measure()
    (RESULTS / "mended.json").write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    (RESULTS / "mended.md").write_text(tell(report), "utf-8")


if __name__ == "__main__":
    main()
