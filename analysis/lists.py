"""Lists of a run: its deals cut into series and written down as Skat players do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.intervals import ClusterSums, clustered_t, clustered_wilson
from simcore.checks import whole
from simcore.skat.lists import (
    LARGEST_LIMIT,
    SYSTEMS,
    bock_events,
    bock_factors,
    check_table,
    seating,
    series_points,
)
from simcore.skat.rule_files import rules_in
from simcore.skat.rules import CONTRACTS, SEATS

MEMBERS = "ABCD"
MOST_DEALS = 10_000  # in a list
BATCH_ROWS = 1 << 18  # rows held in memory at a time
QUANTILES = {"low_5": 5, "median": 50, "high_95": 95}  # percent of the lists

_SCORES = tuple(f"score_{seat}" for seat in SEATS)
_BOCK_COLUMNS = ("contract", "card_points", "hand", "won", "kontra")

Numbers = NDArray[Any]


@dataclass(frozen=True)
class Plan:
    """How a run is cut into lists.

    Attributes
    ----------
    deals, table
        Deals in a list, members at the table.
    turns
        Rotations of each deal; lists made of each stretch of deals.
    bock
        The events of the rules that call for a Bock round.
    """

    deals: int
    table: int
    turns: int
    bock: int


@dataclass(frozen=True)
class Kept:
    """Lists before they are added up, arrays (lists, deals, ...): the lists of a stretch follow
    each other."""

    scores: Numbers
    declarer: Numbers


# ---- what is asked ------------------------------------------------------------------------------


def _check_players(settings: Mapping[str, Any], table: int) -> None:
    """Refuse players that do not move with the deal as the members of a list do."""
    names = [str(player["name"]) for player in settings["players"]]
    if settings["rotate"]:
        if table != 3:
            raise ValueError(f"table {table}: a rotated run has three players at the table")
    elif any(player != settings["players"][0] for player in settings["players"]):
        raise ValueError(
            f"players {', '.join(names)} keep their seats, but on a list the deal moves round: "
            "play the run with --rotate (rotate=True)"
        )


def _plan(settings: Mapping[str, Any], n_deals: int, deals: int, table: int) -> Plan:
    members = check_table(table)
    length = whole("deals", deals, 1, MOST_DEALS)
    _check_players(settings, members)
    if length > n_deals:
        raise ValueError(f"the run has {n_deals:,} deals, fewer than one list of {length:,}")
    bock = rules_in(settings["rules"].items()).bock
    return Plan(length, members, 3 if settings["rotate"] else 1, bock)


# ---- from rows to lists -------------------------------------------------------------------------


def _sql(first: int, last: int, bock: int) -> str:
    """The columns needed of some deals, in order; contracts as numbers."""
    names = ["declarer", *_SCORES]
    if bock:
        number = f"strpos('{CONTRACTS}', contract) - 1 AS contract"
        names += [number if name == "contract" else name for name in _BOCK_COLUMNS]
    deals = f"deal_id BETWEEN {first}::UBIGINT AND {last}::UBIGINT"
    return f"SELECT {', '.join(names)} FROM deals WHERE {deals} ORDER BY deal_id, rotation"


def _at_table(column: Numbers, plan: Plan) -> Numbers:
    """A column by list and deal: (rows,) to (lists, deals).

    In list j of a stretch member j deals first, so forehand of deal i is member i + 1 + j. In
    rotation k forehand is player k: that is the row to take.
    """
    rows = column.reshape(-1, plan.deals, plan.turns)
    deal = np.arange(plan.deals)
    turn = (deal + 1 + np.arange(plan.turns)[:, None]) % plan.turns  # (turns, deals)
    return rows[:, deal, turn].reshape(-1, plan.deals)


def _members(plan: Plan) -> Numbers:
    """Members at the three seats, (lists of a stretch, deals, 3)."""
    return (seating(plan.deals, plan.table) + np.arange(plan.turns)[:, None, None]) % plan.table


def keep(rows: Mapping[str, Any], plan: Plan) -> Kept:
    """Rows of whole stretches of deals as lists, Bock counted in.

    Parameters
    ----------
    rows
        Columns declarer and score by seat, in order of deal and rotation; with Bock also
        contract (a number), card_points, hand, won and kontra.
    plan
        How they are cut.
    """
    columns = {name: _at_table(np.asarray(column), plan) for name, column in rows.items()}
    lists = len(columns["declarer"])
    members = np.tile(_members(plan), (lists // plan.turns, 1, 1))
    scores = np.zeros((lists, plan.deals, plan.table), dtype=np.int64)
    by_seat = np.stack([columns[name] for name in _SCORES], axis=2)
    np.put_along_axis(scores, members, by_seat, axis=2)
    seat = columns["declarer"].astype(np.int64)
    declarer = np.take_along_axis(members, np.maximum(seat, 0)[:, :, None], axis=2)[:, :, 0]
    if plan.bock:
        events = bock_events({name: columns[name] for name in _BOCK_COLUMNS}, plan.bock)
        scores *= bock_factors(events, plan.table)[:, :, None]
    return Kept(scores, np.where(seat < 0, -1, declarer))


def _batches(
    query: Callable[[str], pd.DataFrame], plan: Plan, first: int, stretches: int
) -> Iterator[Kept]:
    """All lists of a run, some stretches at a time."""
    step = max(BATCH_ROWS // (plan.deals * plan.turns), 1)
    for start in range(0, stretches, step):
        number = min(step, stretches - start)
        begin = first + start * plan.deals
        rows = query(_sql(begin, begin + number * plan.deals - 1, plan.bock))
        wanted = number * plan.deals * plan.turns
        if len(rows) != wanted:
            raise ValueError(f"deals from {begin} on: {len(rows)} rows in the log, not {wanted}")
        yield keep({str(name): column.to_numpy() for name, column in rows.items()}, plan)


# ---- from lists to a frame ----------------------------------------------------------------------


class _Clusters:
    """Sums of a number a list by member, the stretch of deals as the cluster."""

    def __init__(self, table: int, turns: int) -> None:
        self._turns, self._stretches = turns, 0
        self._total, self._squares = np.zeros(table), np.zeros(table)

    def add(self, values: Numbers) -> None:
        totals = values.reshape(-1, self._turns, values.shape[1]).sum(axis=1, dtype=np.float64)
        self._stretches += len(totals)
        self._total += totals.sum(axis=0)
        self._squares += (totals * totals).sum(axis=0)

    def sums(self) -> ClusterSums:
        turns, ones = self._turns, np.ones_like(self._total)
        number = self._stretches * ones
        size = turns * number
        return ClusterSums(
            number, size, self._total, turns * size, turns * self._total, self._squares
        )


class _Tally:
    """What is known of the lists of one system."""

    def __init__(self, plan: Plan, limit: int | None) -> None:
        self.limit = limit
        self.points, self.first, self.pays = (_Clusters(plan.table, plan.turns) for _ in range(3))
        # points are whole numbers of a small range: how often each came is all there is to know
        self.counts = [pd.Series(dtype=np.int64) for _ in range(plan.table)]

    def add(self, points: Numbers) -> None:
        best = points == points.max(axis=1, keepdims=True)
        self.points.add(points)
        self.first.add(best / best.sum(axis=1, keepdims=True))
        if self.limit is not None:
            self.pays.add(points <= -self.limit)
        for member, counts in enumerate(self.counts):
            more = pd.Series(points[:, member]).value_counts()
            self.counts[member] = counts.add(more, fill_value=0).astype(np.int64)


def _spread(counts: pd.Series[Any]) -> dict[str, float]:
    """Standard deviation and quantiles of numbers counted by value."""
    ordered = counts.sort_index()
    values, times = ordered.index.to_numpy(np.float64), ordered.to_numpy()
    n = int(times.sum())
    off = values - float((values * times).sum()) / n
    variance = float((off * off * times).sum()) / (n - 1) if n > 1 else np.nan
    hundredfold = 100 * times.cumsum()
    places = {name: np.searchsorted(hundredfold, q * n) for name, q in QUANTILES.items()}
    quantiles = {name: float(values[place]) for name, place in places.items()}
    return {"sd": float(np.sqrt(variance)), **quantiles}


def _share(clusters: _Clusters, name: str, level: float) -> dict[str, Any]:
    """A share of the lists and its interval, nan where it was not asked."""
    sums = clusters.sums()
    size = np.asarray(sums.size)
    rate = np.divide(sums.total, size, out=np.full_like(size, np.nan), where=size > 0)
    low, high = clustered_wilson(sums, level)
    return {name: rate, f"{name}_low": low, f"{name}_high": high}


def _frame(system: str, tally: _Tally, level: float) -> pd.DataFrame:
    """One row a member."""
    sums = tally.points.sums()
    low, high = clustered_t(sums, level)
    mean = np.asarray(sums.total) / np.asarray(sums.size)
    members = [_spread(counts) for counts in tally.counts]
    spread = {name: [member[name] for member in members] for name in ("sd", *QUANTILES)}
    return pd.DataFrame(
        {
            "system": system,
            "member": list(MEMBERS[: len(mean)]),
            "n": np.asarray(sums.size).astype(np.int64),
            "stretches": np.asarray(sums.clusters).astype(np.int64),
            "mean": mean,
            "mean_low": low,
            "mean_high": high,
            **spread,
            **_share(tally.first, "first", level),
            **_share(tally.pays, "pays", level),
        }
    )


def list_results(
    query: Callable[[str], pd.DataFrame],
    settings: Mapping[str, Any],
    n_deals: int,
    *,
    deals: int = 36,
    table: int = 3,
    limit: int | None = None,
    level: float = 0.95,
) -> pd.DataFrame:
    """What lists of a run come to, by system and member.

    The deals are cut, in order, into stretches of `deals`; a shorter rest is left out. The deal
    moves round: member A deals first, B sits to the left of A and so on; at a table of four the
    dealer sits out. A deal passed in counts as a deal and scores nothing, deals thrown in belong
    to the one that was played. Where the rules have Bock, the scores of Bock rounds count twice.

    Without rotation all members are the one player of the run. In a rotated run they are its
    players A, B, C, and each stretch gives three lists on the same cards, with A, B and C dealing
    first; the stretch is then the unit of every interval.

    Parameters
    ----------
    query
        Runs an SQL query over the view `deals`.
    settings
        Those of the run's manifest.
    n_deals
        Deals in the log.
    deals
        Deals in a list, 1 to 10,000.
    table
        Members, 3 or 4 (rotated runs: 3).
    limit
        Bierlachs ends with the deal in which a member reaches -limit; None: with the last deal.
    level
        Coverage of the intervals.

    Returns
    -------
    pandas.DataFrame
        One row a system ("plain", "seeger_fabian", "bierlachs") and member: system, member (A
        B C D), player (its name), n (lists), stretches (of deals, drawn independently), mean,
        mean_low, mean_high (points a list, t interval), sd (of a list), low_5, median, high_95
        (quantiles of a list: the least points that so many percent of the lists do not exceed),
        first, first_low, first_high (share of lists finished first, ties shared, Wilson at the
        effective number), pays, pays_low, pays_high (Bierlachs with a limit: share of lists in
        which the member reached it, several may in one deal; else nan), left_out (deals).

    Raises
    ------
    ValueError
        A number is out of range, the run has fewer deals than a list, different players keep
        their seats (play with rotate), or a rotated run is asked for a table of four.

    Notes
    -----
    Systems and their numbers: `simcore.skat.lists`.
    """
    plan = _plan(settings, n_deals, deals, table)
    if limit is not None:
        whole("limit", limit, 1, LARGEST_LIMIT)
    limits = {"plain": None, "seeger_fabian": None, "bierlachs": limit}
    tallies = {system: _Tally(plan, limits[system]) for system in SYSTEMS}
    stretches, left_out = divmod(n_deals, plan.deals)
    for kept in _batches(query, plan, int(settings["first"]), stretches):
        for system, tally in tallies.items():
            tally.add(series_points(kept.scores, kept.declarer, system, tally.limit))
    frame = pd.concat(
        [_frame(system, tally, level) for system, tally in tallies.items()], ignore_index=True
    )
    names = [str(player["name"]) for player in settings["players"]]
    players = dict(zip(MEMBERS, [*names, names[0]], strict=True))
    frame.insert(2, "player", frame["member"].map(players))
    return frame.assign(left_out=left_out)
