"""What comparing two players takes in any game: tables of A and B, hybrids of them, rates of both.

Tables are named as with three seats: "ABB" is one A, all others B.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Generic

import pandas as pd

from analysis.game_players import P
from analysis.intervals import clustered_share
from analysis.moments import Difference, Ints, Moments, deals_to_settle
from analysis.verdicts import LEVEL, POWER

EFFECTS = ("alone", "taken", "in_order")
# Where a player is counted: in every seat, among others B and among others A.
HOMES = {"A": ("ABB", "AAA"), "B": ("BBB", "BAA")}


# ---- tables -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Table(Generic[P]):
    """One player among others who are alike; where all are alike one rotation says all."""

    lone: P
    others: P

    @property
    def mixed(self) -> bool:
        """Whether the players have to be moved round the seats."""
        return self.lone != self.others


def match_tables(a: P, b: P) -> dict[str, Table[P]]:
    """The four tables of a match."""
    return {"ABB": Table(a, b), "BAA": Table(b, a), "BBB": Table(b, b), "AAA": Table(a, a)}


def hybrids(a: P, b: P, parts: Sequence[str]) -> dict[frozenset[str], str]:
    """The table at which B with some parts of A sits among others B, by those parts.

    Parts in which A and B are alike make no player of their own.
    """
    alike = b.same_parts(a)
    names = {}
    for size in range(len(parts) + 1):
        for some in map(frozenset, combinations(parts, size)):
            taken = [part for part in parts if part in some and part not in alike]
            names[some] = f"{'+'.join(taken)} of A"
            if not taken:
                names[some] = "BBB"
            elif len(taken) + len(alike) == len(parts):
                names[some] = "ABB"
    return names


def hybrid_tables(a: P, b: P, parts: Sequence[str]) -> dict[str, Table[P]]:
    """Those of these tables that the match does not have."""
    made = {}
    for some, name in hybrids(a, b, parts).items():
        if name not in ("ABB", "BBB"):
            made[name] = Table(b.with_parts(a, some, name), b)
    return made


def with_and_without(
    effect: str, part: str, parts: Sequence[str]
) -> tuple[frozenset[str], frozenset[str]]:
    """The parts of A with and without the one whose worth is asked."""
    if effect == "alone":
        return frozenset({part}), frozenset()
    if effect == "taken":
        return frozenset(parts), frozenset(parts) - {part}
    before = frozenset(parts[: parts.index(part)])
    return before | {part}, before


# ---- from sums to frames ------------------------------------------------------------------------


def as_row(found: Difference, many: int, name: str) -> dict[str, float]:
    """A difference as a row, also of so many deals, columns ending in `name`."""
    times = found.times(many)
    return {
        "n": found.n,
        "mean": found.mean,
        "low": found.low,
        "high": found.high,
        "sd": found.sd,
        f"mean_{name}": times.mean,
        f"low_{name}": times.low,
        f"high_{name}": times.high,
        "settle": deals_to_settle(found.mean, found.sd, level=LEVEL, power=POWER),
    }


def _rate(moments: Moments, player: str, what: str, of: str) -> dict[str, Any]:
    """A rate of one player, its columns named after the player."""
    total, size = f"{player} {what}", f"{player} {of}"
    n, of_n = moments.total(total), moments.total(size)
    low, high = clustered_share(moments.ratio(total, size), LEVEL)
    rate = n / of_n if of_n else math.nan
    numbers = {"n": n, "of_n": of_n, "rate": rate, "low": float(low), "high": float(high)}
    return {f"{player.lower()}_{name}": number for name, number in numbers.items()}


def rates_of(moments: Moments, rates: Mapping[str, tuple[str, str]]) -> pd.DataFrame:
    """Rates of A and of B and their difference, from columns such as "A won"; `rates` says by name
    what is counted, and of what."""
    found = []
    for rate, (what, of) in rates.items():
        sides = [_rate(moments, player, what, of) for player in HOMES]
        one, other = ((f"{player} {what}", f"{player} {of}") for player in HOMES)
        gap = moments.ratio_difference(one, other, LEVEL)
        settle = deals_to_settle(gap.mean, gap.sd, level=LEVEL, power=POWER)
        numbers = {"n": gap.n, "mean": gap.mean, "low": gap.low, "high": gap.high, "sd": gap.sd}
        found.append({"rate": rate, "of": of, **sides[0], **sides[1], **numbers, "settle": settle})
    return pd.DataFrame(found)


def lone_sums(numbers: Mapping[str, Ints], mask: Ints, scored: Sequence[str]) -> dict[str, Ints]:
    """Sums over the hands of a draw: of its lone player, and of the others where it is scored.

    Parameters
    ----------
    numbers
        By name, one a hand: all hands of a draw follow one another.
    mask
        1 for each of them that is the lone player's, else 0.
    scored
        Names of which the others' sums are wanted too.
    """
    sums = {}
    for name, hands in numbers.items():
        flat = hands.reshape(-1, mask.size)
        sums[f"{name} lone"] = flat @ mask
        if name in scored:
            sums[f"{name} others"] = flat @ (1 - mask)
    return sums


def table_columns(
    played: Mapping[str, Mapping[str, Ints]], scored: Sequence[str], counts: Sequence[str]
) -> dict[str, Ints]:
    """The columns of a block of draws: scores by table, and counts by player."""
    columns = {
        f"{name} {table} {who}": sums[f"{name} {who}"]
        for table, sums in played.items()
        for name in scored
        for who in ("lone", "others")
    }
    for player, (home, away) in HOMES.items():
        for what in counts:
            columns[f"{player} {what}"] = (
                played[home][f"{what} lone"] + played[away][f"{what} lone"]
            )
    return columns
