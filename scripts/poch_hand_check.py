"""`simcore hand --game poch` against brute force: python -m scripts.poch_hand_check

Twenty hands as dealt are evaluated with 20,000 worlds; the recommended first stakes and the
player's own choices are then played in 200,000 other worlds. How often the big sample lies within
the interval of the small one is written to results/poch/hand/check.md: 95 % of the time, if the
intervals are right and nothing is gained by choosing. The time an evaluation takes stands there
too.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

import simcore
from analysis.blocks import in_blocks
from analysis.poch import HandReport, evaluate_hand
from analysis.poch.hand.turns import is_at
from scripts.checking_hands import (
    BRUTE_SEED,
    DEALT_SEED,
    SEED,
    check_hands,
    timed,
    usual_time,
)
from scripts.tables import markdown
from simcore.poch import Scenario
from simcore.poch.pack import PACKS
from simcore.poch.rules import AUCTIONS

RESULTS = Path(__file__).parent.parent / "results" / "poch" / "hand"
BRUTE = 200_000
_BLOCK = 50_000


class Check(NamedTuple):
    """One number of a report, with its limits, and what it is in very many worlds."""

    what: str
    found: float
    low: float
    high: float
    many: float

    @property
    def known(self) -> bool:
        """Whether it has an interval: where no world differs from another there is none."""
        return not np.isnan(self.low)

    @property
    def inside(self) -> bool:
        """Whether the big sample lies within the interval."""
        return bool(self.low <= self.many <= self.high)


def dealt(number: int) -> list[tuple[int, int]]:
    """Hands and seats as dealt: of deal k the hand of seat k % 4, counted from the dealer."""
    scenario = Scenario(dealer=0)
    rules = simcore.poch.RULES["karuzela"]._replace(session_deals=1)
    rows = simcore.rows("poch", rules=rules, deals=number, seed=DEALT_SEED, scenario=scenario)
    return [(int(row[f"hand_{k % 4}"]), k % 4) for k, row in enumerate(rows)]


def means(
    report: HandReport,
    worlds: int,
    stake: int | None,
    columns: Sequence[str],
    at: tuple[str, str] | None = None,
) -> dict[str, float]:
    """Means of some columns in other worlds, after a first stake or the player's own; `at` an
    auction and turn: of the worlds with such a turn."""
    seat, totals, counted = report.seat, dict.fromkeys(columns, 0.0), 0
    scenario = Scenario(
        known={seat: report.hand},
        dealer=0,
        staker=None if stake is None else seat,
        first_stakes={} if stake is None else dict.fromkeys(AUCTIONS, stake),
    )
    for first, size in in_blocks(0, worlds, _BLOCK):
        rows = simcore.rows(
            "poch", rules=report.rule_set, scenario=scenario, deals=size, first=first,
            seed=BRUTE_SEED,
        )  # fmt: skip
        if at is not None:
            auction, turn = at
            rows = rows[is_at(rows, turn, auction, seat, report.rule_set.players)]
        counted += len(rows)
        for column in columns:
            values = rows[column]
            values = values == seat if column in ("loser", *_WINNERS) else values
            totals[column] += float(values.sum(dtype=np.float64))
    return {column: total / counted for column, total in totals.items()}


_WINNERS = tuple(f"{auction}_winner" for auction in AUCTIONS)


def checks(report: HandReport, worlds: int) -> list[Check]:
    """The numbers of a report that are tried."""
    found, seat = [], report.seat
    for at in [(auction, turn) for auction in AUCTIONS for turn in report.turns(auction)]:
        (auction, turn), winner, chips = at, f"{at[0]}_winner", f"{at[0]}_{seat}"
        best = report.best[auction][turn]
        row = report.line(auction, best, turn)
        many = means(report, worlds, best, (winner, chips), at)
        passing = means(report, worlds, 0, (chips,), at)[chips]
        numbers = {"won": many[winner], "chips": many[chips], "more": many[chips] - passing}
        for name, number in numbers.items():
            found.append(_check(f"{auction} {turn} {name}", row, name, number))
    own = means(report, worlds, None, ("loser", f"chips_{seat}", f"shedding_{seat}"))
    parts = {row["part"]: row for row in report.parts.to_dict("records")}
    found.append(_check("last with cards", dict(report.last), "last", own["loser"]))
    for part, column in (("in all", "chips"), ("shedding", "shedding")):
        found.append(_check(part, parts[part], "chips", own[f"{column}_{seat}"]))
    return found


def _check(what: str, row: dict[Any, Any], name: str, many: float) -> Check:
    return Check(what, row[name], row[f"{name}_low"], row[f"{name}_high"], many)


def checked(hand: int, seat: int, worlds: int, more: int) -> dict[str, Any]:
    """One hand both ways."""
    report, spent = timed(lambda: evaluate_hand(hand, seat=seat, worlds=worlds, seed=SEED))
    return {"report": report, "checks": checks(report, more), **spent}


def table(lines: list[dict[str, Any]]) -> pd.DataFrame:
    """The hands as text for people."""
    return pd.DataFrame(
        {
            "hand": f"`{PACKS[line['report'].rule_set.pack].format(line['report'].hand)}`",
            "seat": str(line["report"].seat),
            "soket": _stake(line["report"], "soket"),
            "sekans": _stake(line["report"], "sekans"),
            "in all": _cell(line["checks"], "in all", 1, "+.2f"),
            "last with cards": _cell(line["checks"], "last with cards", 100, ".1f"),
            "outside": ", ".join(c.what for c in line["checks"] if c.known and not c.inside) or "-",
        }
        for line in lines
    )


def _stake(report: HandReport, auction: str) -> str:
    """What is held and recommended."""
    stakes = [str(report.best[auction][turn] or "pass") for turn in report.turns(auction)]
    return f"{report.holding(auction)['holding']}: {' / '.join(stakes) or 'pass'}"


def _cell(found: list[Check], what: str, factor: float, form: str) -> str:
    """A number with its limits, and what it is in many worlds."""
    check = next(one for one in found if one.what == what)
    value, low, high, many = (
        format(factor * number, form) for number in (check.found, check.low, check.high, check.many)
    )
    return f"{value} ({low} to {high}), {many}"


def page(lines: list[dict[str, Any]], worlds: int, more: int) -> str:
    """The whole page."""
    known = [check for line in lines for check in line["checks"] if check.known]
    inside = sum(check.inside for check in known)
    return (
        f"# {len(lines)} hands of soket and sekans against brute force\n\n"
        f"Hands as dealt (seed {DEALT_SEED}), evaluated in {worlds:,} worlds (seed {SEED}); the "
        f"recommended first stakes and the player's own choices in {more:,} others (seed "
        f"{BRUTE_SEED}); four `expert`, rules karuzela. Of {len(known)} numbers with an interval "
        "(won, chips and chips more than passing of both auctions, in all, shedding, last with "
        f"cards) {inside} lie in the 95 % interval of the small sample when played in the big one. "
        f"An evaluation took {usual_time(lines)}. Made "
        "by `python -m scripts.poch_hand_check`.\n\n"
        f"{markdown(table(lines))}\n\n"
        "In all: chips a deal with the 95 % interval, then the mean of the big sample; last with "
        "cards likewise, in percent. Two stakes: where nobody has staked, and after a stake.\n"
    )


def main() -> None:
    """Check the hands and write the page."""
    check_hands(__doc__, RESULTS, BRUTE, dealt, checked, page)


if __name__ == "__main__":
    main()
