"""Two players of soket and sekans on equal deals: who is better, by how much, and by what.

Every deal is played at four tables: A alone among B, B alone among A, all B, all A. Where players
differ the deal is played once for every seat, the players moved round, each time with circles of
its own. Circles hang the deals of a session together, so the session is the unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import in_blocks
from analysis.clock import Clock
from analysis.duel import (
    Table,
    as_row,
    hybrid_tables,
    hybrids,
    lone_sums,
    match_tables,
    rates_of,
    table_columns,
)
from analysis.moments import Difference, Ints, Moments, Weights
from analysis.verdicts import LEVEL, verdict
from simcore import rows, run_settings
from simcore.batch import OnProgress
from simcore.checks import whole
from simcore.manifest import MOST_DEALS
from simcore.poch import Player, RuleSet, load_player, rules_in
from simcore.poch.auction import NO_ACTION, PASS
from simcore.poch.rules import AUCTIONS
from simcore.poch.strategies.player import PARTS, PlayerLike, unread_differences
from simcore.threads import check_threads

SOURCES = ("all", "circles", *AUCTIONS, "shedding")
UNIT = "chips a deal"
BLOCK_DEALS = 1 << 13  # played at a time, or one session; memory does not grow with the deals

# What is estimated, per session: A(AB..) is the mean of A over all seats at the table of one A, all
# others B, and so on. By name: the formula in words.
MEASURES = {
    "match": "mean of the next two: one among others and the reverse",
    "one_a": "A(AB..) - B(AB..): the one A less the mean of the B with it",
    "one_b": "A(BA..) - B(BA..): the mean of the A less the one B with them",
    "seat": "mean of the next two: an A in the place of a B",
    "seat_among_b": "A(AB..) - B(BB..): the same seat and cards, the others B",
    "seat_among_a": "A(AA..) - B(BA..): the same seat and cards, the others A",
}
RATES = {  # by name: what is counted, of what
    **{
        f"{auction}_{what}": (f"{auction}_{what}", "dealt")
        for auction in AUCTIONS
        for what in ("opened", "won", "lost")
    },
    "last": ("last", "dealt"),
}
COUNTS = ("dealt", *RATES)
_PARTS = tuple(PARTS)


@dataclass(frozen=True)
class Comparison:
    """What `compare` found.

    Attributes
    ----------
    a, b
        The players.
    deals, first
        The deals played, whole sessions: those of the deals asked for.
    sessions, session_deals, seats
        How many sessions that are, of how many deals, for how many players.
    seed, rules
        What was asked; `rules` by name.
    alike
        Parts in which the players are alike.
    unread
        By part, the fields in which they differ, but which neither reads.
    differences
        One row a source of chips ("all", "circles", "soket", "sekans", "shedding") and measure (see
        `MEASURES`): source, measure, n (sessions), mean, low, high (chips a deal, A less B), sd (of
        a session's chips a deal), mean_session, low_session, high_session (chips in a session),
        settle (sessions after which such a difference is clear, see `deals_to_settle`).
    rates
        One row a rate (see `RATES`): rate, of, a_n, a_of_n, a_rate, a_low, a_high (0..1) and the
        same of B; then of the paired difference A less B, n (sessions), mean, low, high, sd and
        settle.
    parts
        None unless asked for. One row a part ("staking", "shedding"), of all chips, columns as in
        `differences`.
    """

    a: Player
    b: Player
    deals: int
    first: int
    sessions: int
    session_deals: int
    seats: int
    seed: int
    rules: str
    alike: tuple[str, ...]
    unread: Mapping[str, tuple[str, ...]]
    differences: pd.DataFrame
    rates: pd.DataFrame
    parts: pd.DataFrame | None

    def difference(self, measure: str = "match", source: str = "all") -> Difference:
        """A measure in chips a deal, of all of them or of one source."""
        frame = self.differences
        found = frame[(frame["source"] == source) & (frame["measure"] == measure)].iloc[0]
        return Difference(self.sessions, *(float(found[k]) for k in ("mean", "low", "high", "sd")))

    @property
    def unit(self) -> str:
        """The unit of the verdict."""
        return UNIT

    @property
    def verdict(self) -> str:
        """The match in one sentence."""
        return verdict(self.difference(), UNIT, "sessions", (self.a.name, self.b.name))


def weights_of(measure: str, seats: int) -> tuple[Weights, int]:
    """Weights of a measure and what to divide by.

    Weighed is what a table's lone player ("lone") and the others ("others") have in all rotations.
    """
    others = seats - 1
    one_a = {"ABB lone": others, "ABB others": -1}
    one_b = {"BAA others": 1, "BAA lone": -others}
    among_b = {"ABB lone": 1, "BBB lone": -1}
    among_a = {"AAA lone": 1, "BAA lone": -1}
    return {
        "match": (one_a | one_b, 2 * seats * others),
        "one_a": (one_a, seats * others),
        "one_b": (one_b, seats * others),
        "seat": (among_b | among_a, 2 * seats),
        "seat_among_b": (among_b, seats),
        "seat_among_a": (among_a, seats),
    }[measure]


# ---- from rows to whole numbers a session -------------------------------------------------------


def by_seat(made: Any, name: str, seats: int) -> Ints:
    """The columns `name_0`, `name_1` ... of some rows, (rows, seats)."""
    return np.stack([made[f"{name}_{seat}"] for seat in range(seats)], axis=1).astype(np.int64)


def lone_hands(turns: int, seats: int) -> Ints:
    """Which hands of a deal's rotations are the lone player's, in the order of the rows.

    In rotation k seat s is player (s + k) % seats, and the lone player is number 0. In one rotation
    of players that are alike every hand is.
    """
    if turns == 1:
        return np.ones(seats, dtype=np.int64)
    seat, turn = np.arange(seats), np.arange(turns)[:, None]
    return np.asarray((seat + turn) % seats == 0, dtype=np.int64).ravel()


def chips_of(made: Any, seats: int) -> dict[str, Ints]:
    """Chips of each seat of each row, by source: less the antes in all, with them by source."""
    return {
        source: by_seat(made, "chips" if source == "all" else source, seats) for source in SOURCES
    }


def _openers(dealer: Ints, actions: Ints, seats: int) -> Ints:
    """Seats that staked first, -1 where nobody did; all have a turn before anyone has a second."""
    first_round = actions[:, :seats]
    staked = (first_round != PASS) & (first_round != NO_ACTION)
    turn = np.argmax(staked, axis=1)
    return np.where(staked.any(axis=1), (dealer + 1 + turn) % seats, -1)


def counts_of(made: Any, plays: Any, seats: int) -> dict[str, Any]:
    """What is counted of each seat of each row, by name: see `COUNTS`."""
    seat = np.arange(seats)
    dealer = made["dealer"].astype(np.int64)
    actions = plays[:, : plays.shape[1] - 6 * seats].copy().view("<u2").astype(np.int64)
    found: dict[str, Any] = {"dealt": np.ones((len(made), seats), dtype=np.int64)}
    for auction, turns in zip(AUCTIONS, np.split(actions, len(AUCTIONS), axis=1), strict=True):
        staked = by_seat(made, f"{auction}_stake", seats) > 0
        won = made[f"{auction}_winner"][:, None] == seat
        found[f"{auction}_opened"] = _openers(dealer, turns, seats)[:, None] == seat
        found[f"{auction}_won"] = staked & won
        found[f"{auction}_lost"] = staked & ~won
    found["last"] = made["loser"][:, None] == seat
    return found


def per_session(made: Any, plays: Any, turns: int, rules: RuleSet) -> dict[str, Ints]:
    """Sums over the rotations and deals of a session: of its lone player, and the others' chips."""
    seats = rules.players
    mask = np.tile(lone_hands(turns, seats), rules.session_deals)
    return lone_sums(chips_of(made, seats) | counts_of(made, plays, seats), mask, SOURCES)


# ---- playing ------------------------------------------------------------------------------------


def whole_sessions(first: int, deals: int, session_deals: int) -> tuple[int, int]:
    """The deals of all sessions that hold one of some deals, as (first, number)."""
    start = first - first % session_deals
    end = first + deals
    return start, end + -end % session_deals - start


def blocks(first: int, deals: int, session_deals: int) -> Iterator[tuple[int, int]]:
    """Blocks of whole sessions as (first deal, number)."""
    return in_blocks(first, deals, max(1, BLOCK_DEALS // session_deals) * session_deals)


def _play(
    tables: Mapping[str, Table[Player]],
    rules: RuleSet,
    settings: Mapping[str, Any],
    first: int,
    deals: int,
    on_progress: OnProgress | None,
) -> Moments:
    """Play all deals at all tables, and keep the sums."""
    seats = rules.players
    turns = {name: seats if table.mixed else 1 for name, table in tables.items()}
    moments, clock = Moments(), Clock(deals, on_progress, sum(turns.values()))
    for start, number in blocks(first, deals, rules.session_deals):
        played = {}
        for name, table in tables.items():
            made, plays = rows(
                "poch",
                players=(table.lone, *[table.others] * (seats - 1)),
                rules=rules,
                rotate=table.mixed,
                first=start,
                deals=number,
                plays=True,
                on_progress=clock.stretch(turns[name]),
                **settings,
            )
            clock.done += len(made)
            played[name] = per_session(made, plays, turns[name], rules)
        moments.add(table_columns(played, SOURCES, COUNTS))
    return moments


# ---- from sums to frames ------------------------------------------------------------------------


def _row(moments: Moments, weights: Weights, divisor: int, rules: RuleSet) -> dict[str, float]:
    """A difference in chips a deal, and in a session."""
    deals = rules.session_deals
    return as_row(moments.form(weights, divisor * deals, LEVEL), deals, "session")


def _differences(moments: Moments, rules: RuleSet) -> pd.DataFrame:
    found = []
    for source in SOURCES:
        for measure in MEASURES:
            weights, divisor = weights_of(measure, rules.players)
            named = {f"{source} {name}": weight for name, weight in weights.items()}
            row = _row(moments, named, divisor, rules)
            found.append({"source": source, "measure": measure, **row})
    return pd.DataFrame(found)


def _parts(moments: Moments, names: Mapping[frozenset[str], str], rules: RuleSet) -> pd.DataFrame:
    found = []
    for part in PARTS:
        weights = Counter({f"all {names[frozenset({part})]} lone": 1})
        weights["all BBB lone"] -= 1
        found.append({"part": part, **_row(moments, weights, rules.players, rules)})
    return pd.DataFrame(found)


def compare(
    a: PlayerLike,
    b: PlayerLike,
    *,
    deals: int,
    seed: int = 0,
    first: int = 0,
    rules: str | Path | RuleSet = "karuzela",
    seats: int | None = None,
    parts: bool = False,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Comparison:
    """Compare two players of soket and sekans on equal deals.

    Parameters
    ----------
    a, b
        Preset names, TOML paths or players.
    deals, first, seed
        Played are all sessions that hold one of the deals `first` to `first + deals - 1` of the
        seed, at every table the same: what is asked for is rounded up to whole sessions.
    rules
        Name of a preset, TOML path or rule set.
    seats
        Number of players, 3 to 8; None: as the rules have it.
    parts
        Split the difference by staking and shedding.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called about ten times a second with a `Progress`, whose wins and hands are 0.

    Returns
    -------
    Comparison
        Differences, rates and parts as frames, and `verdict`, the match in one sentence.

    Raises
    ------
    ValueError
        An input is not usable; the message names it. A and B may be alike in all numbers, but not
        be one player: of two names at least the names differ.

    Notes
    -----
    Let X(T) be the mean of a player X at table T over all seats and the deals of a session, in
    chips a deal; where several sit at the table, the mean of them. Per session

    - one_a = A(AB..) - B(AB..), one_b = A(BA..) - B(BA..), match = (one_a + one_b) / 2: the lead
      over the opponents at the same table;
    - seat_among_b = A(AB..) - B(BB..), seat_among_a = A(AA..) - B(BA..), seat their mean: what is
      won when A takes the place of B, with the same seat, cards and other players.

    match and seat change their sign when A and B change places; one_a becomes -one_b, and
    seat_among_b becomes -seat_among_a. The estimate is the mean over the sessions, the interval
    Student's (95 %) with S - 1 degrees of freedom from the S numbers of the sessions.

    Chips of a source are those taken from it, the two circles of the auctions in theirs, less what
    was staked or paid; in all the antes are off too. As everybody pays the same antes, differences
    of the sources add up to that of all. Rank circles are won by cards alone: where every seat is
    taken in turn they differ by exactly nothing.

    Rates count a player in every seat among others B and among others A, of the hands dealt:
    opened is the first to stake in an auction, won who staked and took the circle, lost who staked
    and did not, last who held cards alone at the end. Wilson at the effective number, the session
    as the cluster; differences by linearised ratios on the same sessions.

    Parts are measured as seat_among_b: B with A's part, less B. Stakes change no lead and leads no
    stake, so the two add up to seat_among_b, deal by deal.
    """
    one, other = load_player(a), load_player(b)
    if one == other:
        same = ", ".join(("name", *PARTS))
        raise ValueError(f"A and B are the same player {one.name!r}: equal are {same}")
    whole("deals", deals, 1, MOST_DEALS)
    checked = run_settings("poch", rules=rules, seats=seats, deals=deals, first=first, seed=seed)
    used = rules_in(checked["rules"].items())
    start, number = whole_sessions(checked["first"], checked["deals"], used.session_deals)
    players = (one, *[other] * (used.players - 1))
    run_settings("poch", rules=used, players=players, deals=number, first=start, rotate=True)
    settings = {"seed": checked["seed"], "threads": check_threads(threads)}
    tables = match_tables(one, other) | (hybrid_tables(one, other, _PARTS) if parts else {})
    moments = _play(tables, used, settings, start, number, on_progress)
    return Comparison(
        a=one,
        b=other,
        deals=number,
        first=start,
        sessions=number // used.session_deals,
        session_deals=used.session_deals,
        seats=used.players,
        seed=checked["seed"],
        rules=str(checked["rules"]["name"]),
        alike=tuple(one.same_parts(other)),
        unread=unread_differences(one, other),
        differences=_differences(moments, used),
        rates=rates_of(moments, RATES),
        parts=_parts(moments, hybrids(one, other, _PARTS), used) if parts else None,
    )
