"""What a run of soket and sekans comes to: chips by place and player, auctions, shedding, circles.

The unit of every interval is the session: the deals of one hang together by what is left in the
circles, and the rotations of a deal share its cards.
"""

from __future__ import annotations

from typing import Any

from analysis.intervals import ClusterSums
from analysis.poch.load import PochLog
from analysis.ratios import mean, ratios, share
from simcore.poch.auction import HOW
from simcore.poch.pack import RANKS
from simcore.poch.rules import AUCTIONS, HAND

SOURCES = ("circles", "soket", "sekans", "shedding", "chips")
UNIT = "session"
Measures = dict[str, tuple[str, str]]
Sums = dict[str, ClusterSums]


def summary(log: PochLog, where: str | None = None) -> dict[str, Any]:
    """Means and shares of a run, each with its denominator and 95 % interval, by sessions.

    Parameters
    ----------
    log
        The log of the run.
    where
        SQL condition on the rows of the view `deals`.

    Returns
    -------
    dict
        Plain data: rows (deals, in a rotated run every rotation); antes (chips each puts down a
        deal, negative); positions and, where players differ, by_player, lists of what a seat gets
        a deal: n, a mean (of_n, mean, low, high) for each of circles, soket, sekans, shedding and
        chips (in all), and shares (n, of, of_n, rate, low, high) took_soket, took_sekans, loses;
        auctions, by name: held (somebody has a holding), how (shares by `HOW`), staked (mean in
        all of the auctions with a stake), best (share of those held that a best holding took) and
        best_by (the same by how it ended); shedding: cards_left, by number the share of deals, and
        mean_left; circles, by rank and for all: taken (share of deals after which it is empty; None
        without antes), after (mean chips after a deal) and at_end (after the last of a session).

    Raises
    ------
    ValueError
        The condition is not valid SQL.
    """
    rules = log.manifest["settings"]["rules"]
    sums = ratios(log.query, _measures(log), clustered=True, where=where, unit=UNIT)
    ante = int(rules["ante"])
    found: dict[str, Any] = {
        "rows": _size(sums["position 0 chips"]),
        "antes": -ante * (int(rules["circle_ranks"]).bit_count() + len(AUCTIONS)),
        "positions": [
            {"position": place, **_part(sums, f"position {place}")}
            for place in range(int(rules["players"]))
        ],
        "auctions": {auction: _auction(sums, auction) for auction in AUCTIONS},
        "shedding": _shedding(sums),
        "circles": [
            {"rank": rank, **_circle(sums, rank, taken=ante > 0)}
            for rank in (*circle_ranks(rules), "all")
        ],
    }
    if len(set(log.player_names)) > 1:
        found["by_player"] = [
            {"name": name, "seats": log.player_names.count(name), **_part(sums, f"player {name}")}
            for name in dict.fromkeys(log.player_names)
        ]
    return found


def circle_ranks(rules: dict[str, Any]) -> list[str]:
    """The ranks that have a circle, from below."""
    return [rank for k, rank in enumerate(RANKS) if int(rules["circle_ranks"]) >> k & 1]


# ---- what is counted ----------------------------------------------------------------------------


def _measures(log: PochLog) -> Measures:
    """By name: of what, and what."""
    rules = log.manifest["settings"]["rules"]
    players = len(log.player_names)
    measures: Measures = {}
    for place in range(players):
        seat = f"(dealer + {place}) % {players}"
        measures |= _of_seats(f"position {place}", [seat], players)
    for name in dict.fromkeys(log.player_names):
        # with rotation k seat s is player (s + k) % players
        numbers = [k for k, other in enumerate(log.player_names) if other == name]
        seats = [f"({k + players} - rotation) % {players}" for k in numbers]
        measures |= _of_seats(f"player {name}", seats, players)
    for auction in AUCTIONS:
        measures |= _of_auction(auction, players)
    measures |= {f"left {k}": ("true", f"cards_left = {k}") for k in range(1, HAND + 1)}
    measures["left"] = ("true", "cards_left")
    return measures | _of_circles(rules)


def _of_seats(name: str, seats: list[str], players: int) -> Measures:
    """Chips and chances of the seats that these numbers name, one deal after the other."""
    n = str(len(seats))

    def summed(parts: list[str]) -> tuple[str, str]:
        return n, " + ".join(parts)

    chips = {source: summed([_at(source, seat, players) for seat in seats]) for source in SOURCES}
    chances = {
        what: summed([f"({who} = {seat})::INTEGER" for seat in seats])
        for what, who in (
            *((f"took_{auction}", f"{auction}_winner") for auction in AUCTIONS),
            ("loses", "loser"),
        )
    }
    return {f"{name} {what}": measure for what, measure in (chips | chances).items()}


def _at(column: str, seat: str, players: int) -> str:
    """A column of the seat of a number."""
    cases = " ".join(f"WHEN {k} THEN {column}_{k}" for k in range(players))
    return f"CASE {seat} {cases} END"


def _of_auction(auction: str, players: int) -> Measures:
    keys = ", ".join(f"{auction}_key_{k}" for k in range(players))
    best, how = f"greatest({keys})", f"{auction}_how"
    taken = f"{_at(f'{auction}_key', f'{auction}_winner', players)} = {best}"
    stakes = " + ".join(f"{auction}_stake_{k}" for k in range(players))
    return {
        f"{auction} held": ("true", f"{best} > 0"),
        **{f"{auction} {word}": ("true", f"{how} = '{word}'") for word in HOW},
        f"{auction} staked": (f"{how} IN ('unseen', 'shown')", stakes),
        f"{auction} best": (f"{best} > 0", taken),
        **{
            f"{auction} best {word}": (f"{best} > 0 AND {how} = '{word}'", taken)
            for word in HOW[:-1]  # none held: there is no best
        },
    }


def _of_circles(rules: dict[str, Any]) -> Measures:
    names = circle_ranks(rules)
    deals = int(rules["session_deals"])
    last = f"deal_id % {deals} = {deals - 1}"
    measures: Measures = {}
    for rank, sums in (*((rank, [rank]) for rank in names), ("all", names)):
        chips = " + ".join(f"circle_{each}" for each in sums) or "0"
        empty = " + ".join(f"(circle_{each} = 0)::INTEGER" for each in sums) or "0"
        measures[f"circle {rank} taken"] = (str(len(sums)), empty)
        measures[f"circle {rank} after"] = ("true", chips)
        measures[f"circle {rank} at_end"] = (last, chips)
    return measures


# ---- from sums to numbers -----------------------------------------------------------------------


def _size(sums: ClusterSums) -> int:
    return int(sums.size)  # type: ignore[arg-type]


def _part(sums: Sums, name: str) -> dict[str, Any]:
    """Chips and chances of a place or a player."""
    return {
        "n": _size(sums[f"{name} chips"]),
        **{source: mean(sums[f"{name} {source}"]) for source in SOURCES},
        **{
            f"took_{auction}": share(sums[f"{name} took_{auction}"], "deals")
            for auction in AUCTIONS
        },
        "loses": share(sums[f"{name} loses"], "deals"),
    }


def _auction(sums: Sums, auction: str) -> dict[str, Any]:
    held = {word: sums[f"{auction} best {word}"] for word in HOW[:-1]}
    return {
        "held": share(sums[f"{auction} held"], "deals"),
        "how": {word: share(sums[f"{auction} {word}"], "deals") for word in HOW},
        "staked": mean(sums[f"{auction} staked"]),
        "best": share(sums[f"{auction} best"], "held"),
        "best_by": {word: share(found, f"held, {word}") for word, found in held.items()},
    }


def _shedding(sums: Sums) -> dict[str, Any]:
    left = {k: share(sums[f"left {k}"], "deals") for k in range(1, HAND + 1)}
    return {"cards_left": left, "mean_left": mean(sums["left"])}


def _circle(sums: Sums, rank: str, *, taken: bool) -> dict[str, Any]:
    found = share(sums[f"circle {rank} taken"], "circles") if taken else None
    parts = {part: mean(sums[f"circle {rank} {part}"]) for part in ("after", "at_end")}
    return {"taken": found, **parts}
