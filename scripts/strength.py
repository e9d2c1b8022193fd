"""How strong the players are: the table of three experts, matches, a ladder, the calibration.

Makes the files of results/strength; `python -m scripts.make_results` calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

import analysis
import simcore
from analysis.charts import ladder, style
from analysis.estimates import Games, samples
from analysis.intervals import Interval, t_interval, wilson
from scripts import fit_bidding, shares
from scripts.tables import markdown
from simcore.skat import RULES
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.player import Player, load_player
from simcore.skat.strategies.systems.many import SYSTEMS, count_all, record_of

Rows = NDArray[np.void]
Numbers = NDArray[np.float64]

BAND_DEALS, BAND_SEED = 1_000_000, 4
MATCH_DEALS, LADDER_DEALS, MATCH_FIRST = 200_000, 60_000, 1 << 41  # deals nothing was tuned on
CALIBRATION_DEALS = 200_000


# ---- the table of three experts -----------------------------------------------------------------


class Band(NamedTuple):
    """A figure of a table of good players, and what it should lie between."""

    name: str
    of: str
    low: float
    high: float
    measure: Callable[[Rows], tuple[int, Interval[Any], float]]


def share(what: Callable[[Rows], Any], of: Callable[[Rows], Any]) -> Callable[[Rows], Any]:
    """A share in percent of the rows chosen, with its Wilson interval."""

    def measure(rows: Rows) -> tuple[int, Interval[Any], float]:
        chosen = rows[of(rows)]
        wins, n = int(np.sum(what(chosen))), len(chosen)
        found = wilson(wins, n)
        return n, Interval(100 * found.low, 100 * found.high), 100 * wins / n

    return measure


def mean(what: Callable[[Rows], Numbers], of: Callable[[Rows], Any]) -> Callable[[Rows], Any]:
    """A mean of the rows chosen, with its t interval."""

    def measure(rows: Rows) -> tuple[int, Interval[Any], float]:
        values = what(rows[of(rows)])
        found = t_interval(len(values), float(values.sum()), float(np.sum(values**2)))
        return len(values), Interval(float(found.low), float(found.high)), float(values.mean())

    return measure


def dealt(rows: Rows) -> Any:
    """Every deal."""
    return np.ones(len(rows), dtype=np.bool_)


def played(rows: Rows) -> Any:
    """Deals with a declarer."""
    return rows["declarer"] >= 0


def passed(rows: Rows) -> Any:
    """Deals without one."""
    return rows["declarer"] < 0


def won(rows: Rows) -> Any:
    """Games won."""
    return rows["won"] == 1


def list_points(rows: Rows) -> Numbers:
    """Seeger-Fabian points of 36 deals and player, from the points of a deal of all three."""
    has_declarer = played(rows)
    bonus = np.where(won(rows), 50.0, -50.0 + 2 * 40.0)
    return np.asarray((rows["score"] + bonus) * has_declarer * 36 / 3, dtype=np.float64)


def of_contract(*contracts: int) -> Callable[[Rows], Any]:
    """Played games of some contracts."""
    return lambda rows: played(rows) & np.isin(rows["contract"], contracts)


BANDS = (
    Band("passed in", "deals", 2, 6, share(passed, dealt)),
    Band("declarer wins", "games", 78, 86, share(won, played)),
    Band("Grand", "games", 26, 39, share(of_contract(GRAND), played)),
    Band("Grands won", "Grands", 86, 93, share(won, of_contract(GRAND))),
    Band("suit games won", "suit games", 73, 82, share(won, of_contract(0, 1, 2, 3))),
    Band("Null", "games", 3, 11, share(of_contract(NULL), played)),
    Band("Nulls won", "Nulls", 60, 90, share(won, of_contract(NULL))),
    Band("hand games", "games", 4, 14, share(lambda rows: rows["hand"] == 1, played)),
    Band("forehand declares", "games", 34.5, 37, share(lambda r: r["declarer"] == 0, played)),
    Band("mean game value", "games", 50, 65, mean(lambda r: r["value"].astype(float), played)),
    Band("points in 36 deals and player", "deals", 800, 1050, mean(list_points, dealt)),
)


def band_table(player: str) -> pd.DataFrame:
    """Three equal players against the bands of good people and programs."""
    rows = simcore.rows(players=player, deals=BAND_DEALS, seed=BAND_SEED)
    lines = []
    for band in BANDS:
        n, interval, value = band.measure(rows)
        inside = "yes" if band.low <= value <= band.high else "no"
        unit = "" if (band.low >= 50 and "mean" in band.name) or "points" in band.name else " %"
        lines.append(
            {
                "figure": band.name,
                "n": f"{n:,} {band.of}",
                "found": f"{value:.2f}{unit}",
                "95 % interval": f"{interval.low:.2f} to {interval.high:.2f}",
                "band": f"{band.low:g} to {band.high:g}",
                "inside": inside,
            }
        )
    return pd.DataFrame(lines)


# ---- matches ------------------------------------------------------------------------------------


def with_bidding(player: Player, system: str) -> Player:
    """The play of a player under another bidding system, putting away as `club`: what `expert` puts
    away rests on the estimates it bids by."""
    fields = {"name": f"{player.name} {system}", "bidding": system, "exchange": "expert"}
    given = {k: v for k, v in player.model_dump().items() if k in ("play", "draw_margin")}
    return Player.model_validate({**given, **fields})


def match_line(title: str, found: analysis.Comparison) -> dict[str, str]:
    """One match: one A among two B, in all seats, and both ways round."""
    one, both = found.difference("one_a"), found.difference("match")
    return {
        "match": title,
        "deals (n)": f"{found.deals:,}",
        "one against two": f"{one.mean:+.2f}",
        "95 % interval": f"{one.low:+.2f} to {one.high:+.2f}",
        "both ways round": f"{both.mean:+.2f}",
        "95 % interval ": f"{both.low:+.2f} to {both.high:+.2f}",
    }


def played_match(title: str, a: Player | str, b: Player | str, deals: int) -> dict[str, str]:
    """Play a match on locked deals."""
    return match_line(title, analysis.compare(a, b, deals=deals, first=MATCH_FIRST, seed=1))


def match_table() -> pd.DataFrame:
    """The expert against `simple`, and against itself with a part of another."""
    expert, simple = load_player("expert"), load_player("simple")
    other_play = expert.with_parts(simple, ["play"], "expert bidding simple play")
    others = [
        ("`expert` v `simple`", simple),
        ("`expert` v the same with `xskat-style` bidding", with_bidding(expert, "xskat-style")),
        ("`expert` v the same with `simple` play", other_play),
        ("`expert` v `club`", load_player("club")),
        ("`expert` v `beginner`", load_player("beginner")),
    ]
    lines = [played_match(title, expert, other, MATCH_DEALS) for title, other in others]
    return pd.DataFrame(lines)


class Rung(NamedTuple):
    """A bidding system on the ladder: its match, and its own table of three."""

    system: str
    match: analysis.Comparison
    passed_in: float
    won: float


def climb() -> list[Rung]:
    """Every bidding system with the play of the expert, one among two experts; the best first."""
    expert = load_player("expert")
    rungs = []
    for system in SYSTEMS:
        other = with_bidding(expert, system)
        match = analysis.compare(other, expert, deals=LADDER_DEALS, first=MATCH_FIRST, seed=2)
        rows = simcore.rows(players=other, deals=LADDER_DEALS, first=MATCH_FIRST, seed=2)
        wins = float(won(rows[played(rows)]).mean())
        rungs.append(Rung(system, match, float(passed(rows).mean()), wins))
    return sorted(rungs, key=lambda rung: -rung.match.difference("one_a").mean)


def ladder_table(rungs: list[Rung]) -> pd.DataFrame:
    """The ladder as text for people."""
    lines = [
        match_line(f"`{rung.system}`", rung.match)
        | {"passed in": f"{100 * rung.passed_in:.1f} %", "won": f"{100 * rung.won:.1f} %"}
        for rung in rungs
    ]
    return pd.DataFrame(lines).rename(columns={"match": "bidding"})


def ladder_chart(rungs: list[Rung], path: Path) -> None:
    """The ladder as a chart."""
    found = [(rung.system, rung.match.difference("one_a")) for rung in rungs]
    frame = pd.DataFrame(
        [{"name": name, "mean": d.mean, "low": d.low, "high": d.high} for name, d in found]
    )
    caption = (
        f"Ten bidding systems with the card play of expert, one among two expert, in all seats;\n"
        f"95 % intervals clustered by deal, n = {LADDER_DEALS:,} deals each, never used for tuning."
    )
    with style.figure(6.4, 3.4, caption) as (fig, ax):
        ladder.draw(frame, ax, "expert")
        fig.savefig(path, metadata={"Software": None})


# ---- calibration --------------------------------------------------------------------------------


def counts_of(system: str, games: Games, model: str) -> tuple[Numbers, Numbers]:
    """The counts of a system on the hands of a model, and whether their games were won."""
    record = record_of(system)
    counts, wins = [], []
    for sample in samples(model, games):
        found = np.zeros(len(sample.cards))
        contract = GRAND if games.kind == "grand" else sample.suit
        count_all(sample.cards, contract, sample.seat, record, RULES["isko"], found)
        counts.append(np.round(found, 3))
        wins.append(sample.won)
    return np.concatenate(counts), np.concatenate(wins)


def mapped_brier(system: str, train: Games, locked: Games) -> float:
    """Brier score of a system: each count is worth the rate it won at on training deals."""
    model = f"{train.kind}_before"
    counts, wins = counts_of(system, train, model)
    rate = pd.Series(wins).groupby(counts).mean()
    counts, wins = counts_of(system, locked, model)
    chance = pd.Series(counts).map(rate).fillna(float(wins.mean())).to_numpy()
    return float(np.mean((chance - wins) ** 2))


def brier_table(player: Player) -> pd.DataFrame:
    """`fitted` and the other systems as estimates of a game with the skat, on locked deals."""
    lines: dict[str, dict[str, str]] = {}
    for kind in ("suit", "grand"):
        train = fit_bidding.force(
            kind, player, fit_bidding.TRAIN_FIRST, CALIBRATION_DEALS // 2, False, False
        )
        locked = fit_bidding.force(
            kind, player, fit_bidding.LOCKED_FIRST, CALIBRATION_DEALS // 2, False, False
        )
        model = f"{kind}_before"
        fitted = fit_bidding.calibrate(model, player.fit[model], locked)
        title = f"{'suit games' if kind == 'suit' else 'Grand'} (n {fitted['n']:,})"
        lines.setdefault("`fitted`", {})[title] = f"{fitted['brier']:.4f}"
        for system in SYSTEMS:
            score = mapped_brier(system, train, locked)
            lines.setdefault(f"`{system}`", {})[title] = f"{score:.4f}"
    return pd.DataFrame([{"bidding": name, **scores} for name, scores in lines.items()])


def calibration_lines(found: dict[str, dict[str, Any]]) -> Iterator[dict[str, str]]:
    """A line a bin: predicted and realised rate of a model, n, the difference."""
    for model, fit in found.items():
        for n, predicted, realised in fit["bins"]:
            interval = wilson(round(realised * n), n)
            yield {
                "estimate": model,
                "n": f"{n:,}",
                "predicted": f"{100 * predicted:.1f} %",
                "won": f"{100 * realised:.1f} %",
                "95 % interval": f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %",
                "difference": f"{100 * (realised - predicted):+.1f}",
            }


# ---- all of it ----------------------------------------------------------------------------------


def make(folder: Path) -> str:
    """Write the tables and the chart of results/strength; returns the table of matches."""
    folder.mkdir(parents=True, exist_ok=True)
    expert, rungs = load_player("expert"), climb()
    ladder_chart(rungs, folder / "chart.png")
    tables = {
        "bands": (
            f"Three `expert` players, {BAND_DEALS:,} deals, seed {BAND_SEED}, against the bands of "
            "good people and programs",
            band_table("expert"),
        ),
        "matches": (
            "What `expert` gains (+), list points (Seeger-Fabian) a deal, paired and in all "
            "rotations, on deals nothing was tuned on: one `expert` among two of the others; both "
            "ways round is the mean of that and one of the others among two `expert`. Who bids by "
            "a system puts away as `club`, as the discards of `expert` rest on its estimates",
            match_table(),
        ),
        "ladder": (
            "What bidding systems with the card play of `expert` lose (-), list points a deal: one "
            "among two `expert`; both ways round, the mean of that and two among one; passed in "
            "and won at a table of three equals. They put away as `club`, so that `trumps-aces` "
            "is `club`",
            ladder_table(rungs),
        ),
        "calibration": (
            "Estimates of `expert` on locked deals, never fitted on, games forced on every seat: "
            "predicted and realised rates in ten bins. Intervals count each game as a draw, though "
            "the skat rates one hand at up to four bids; where n is small the difference is "
            "chance. "
            "After: with the cards put away; before: with the skat wanted, not seen; hand, "
            "schneider, schwarz: from the hand; skat: whatever game the skat brings; alone: the "
            "same for forehand where both others have passed",
            pd.DataFrame(
                calibration_lines(fit_bidding.calibration(expert, CALIBRATION_DEALS // 2))
            ),
        ),
        "shares": (
            f"Hands each bidding system would play, of all {shares.HANDS:,} there are, at its own "
            "thresholds, the counts the tests compare with exact ones. Grand and either (suit game "
            "or Grand) are those of middlehand and rearhand, who have not the lead. Five systems "
            "have no Grand rule of their own and share that of `simple`; `xskat-style` names such "
            "a Grand but bids on suits alone",
            shares.share_table(),
        ),
        "brier": (
            "Brier score (lower is better) of P(win) with the skat on locked deals; every other "
            "system mapped to the rate its count won at on training deals. Systems with one Grand "
            "rule share a score",
            brier_table(expert),
        ),
    }
    for name, (title, table) in tables.items():
        made = "Made by `python -m scripts.make_results`."
        (folder / f"{name}.md").write_text(f"{title}. {made}\n\n{markdown(table)}\n", "utf-8")
    return markdown(tables["matches"][1])
