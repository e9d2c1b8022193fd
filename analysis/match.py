"""Two players compared on equal deals: who is better, by how much, and in which part.

Every deal is played at four tables, three players each: A among two B, B among two A, three B,
three A. Where players differ the deal is played three times, the players moved round the seats,
so a player sits in each seat once and every difference is one of the same cards in the same seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import in_blocks
from analysis.clock import Clock
from analysis.duel import (
    EFFECTS,
    Table,
    as_row,
    hybrid_tables,
    hybrids,
    lone_sums,
    match_tables,
    rates_of,
    table_columns,
    with_and_without,
)
from analysis.moments import Difference, Ints, Moments, Weights
from analysis.verdicts import LEVEL, verdict
from simcore import rows, run_settings
from simcore.batch import OnProgress
from simcore.checks import shown, whole
from simcore.manifest import MOST_DEALS
from simcore.skat import Player, RuleSet, load_player, load_rules, rules_in
from simcore.skat.lists import series_points
from simcore.skat.rules import SEATS
from simcore.skat.strategies.player import PARTS, PlayerLike
from simcore.threads import check_threads

SCORINGS = ("plain", "seeger_fabian")
LIST_DEALS = 36
BLOCK_DEALS = 1 << 15  # played at a time; memory does not grow with the deals

# What is estimated, per deal: A(ABB) is the mean of A over the three seats at the table of A and
# two B, and so on. By name: the formula, the weights of what a table's lone player ("lone") and
# the two others ("others") have in all of a deal's rotations, and what to divide by.
_ONE_A = {"ABB lone": 2, "ABB others": -1}
_TWO_A = {"BAA others": 1, "BAA lone": -2}
_AMONG_B = {"ABB lone": 1, "BBB lone": -1}
_AMONG_A = {"AAA lone": 1, "BAA lone": -1}
MEASURES: dict[str, tuple[str, Weights, int]] = {
    "match": ("mean of the next two: A against B at one table", _ONE_A | _TWO_A, 12),
    "one_a": ("A(ABB) - B(ABB): A less the mean of the two B at its table", _ONE_A, 6),
    "two_a": ("A(BAA) - B(BAA): the mean of two A less the B at their table", _TWO_A, 6),
    "seat": ("mean of the next two: A instead of B in one seat", _AMONG_B | _AMONG_A, 6),
    "seat_among_b": ("A(ABB) - B(BBB): same seat, cards and others, the others B", _AMONG_B, 3),
    "seat_among_a": ("A(AAA) - B(BAA): same seat, cards and others, the others A", _AMONG_A, 3),
}
RATES = {  # by name: what is counted, of what
    "declared": ("declared", "dealt"),
    "won": ("won", "declared"),
    "beaten": ("beaten", "defended"),
}
COUNTS = ("dealt", "declared", "won", "defended", "beaten")
_PARTS = tuple(PARTS)


@dataclass(frozen=True)
class Comparison:
    """What `compare` found.

    Attributes
    ----------
    a, b
        The players.
    deals, first, seed, rules, scoring
        What was asked; `rules` by name.
    alike
        Parts in which the players are alike.
    bock
        Whether the rules have Bock, which is not counted here: it needs the deals in order.
    differences
        One row a scoring and measure (see `MEASURES`): scoring, measure, n (deals), mean, low,
        high (points a deal, A less B), sd (of a deal), mean_36, low_36, high_36 (points in 36
        deals), settle (deals after which such a difference is clear, see `deals_to_settle`).
    rates
        One row a rate: rate ("declared", "won", "beaten"), of ("dealt", "declared", "defended"),
        a_n, a_of_n, a_rate, a_low, a_high (0..1) and the same of B; then of the paired difference
        A less B, n (deals), mean, low, high, sd and settle.
    parts
        None unless asked for. One row a scoring, effect and part, columns as in `differences`.
    """

    a: Player
    b: Player
    deals: int
    first: int
    seed: int
    rules: str
    scoring: str
    alike: tuple[str, ...]
    bock: bool
    differences: pd.DataFrame
    rates: pd.DataFrame
    parts: pd.DataFrame | None

    def difference(self, measure: str = "match") -> Difference:
        """A measure in points a deal, under the scoring asked for."""
        frame = self.differences
        found = frame[(frame["scoring"] == self.scoring) & (frame["measure"] == measure)].iloc[0]
        return Difference(self.deals, *(float(found[k]) for k in ("mean", "low", "high", "sd")))

    @property
    def unit(self) -> str:
        """The unit of the verdict."""
        return "list points a deal" if self.scoring == "seeger_fabian" else "points a deal"

    @property
    def verdict(self) -> str:
        """The match in one sentence."""
        return verdict(self.difference(), self.unit, names=(self.a.name, self.b.name))


# ---- from rows to whole numbers a deal ----------------------------------------------------------


def _by_seat(made: Any) -> dict[str, Ints]:
    """What each seat has of each row, (rows, 3)."""
    scores = np.stack([made[f"score_{seat}"] for seat in SEATS], axis=1).astype(np.int64)
    declarer = made["declarer"].astype(np.int64)
    own = declarer[:, None] == np.arange(3)
    other = (declarer >= 0)[:, None] & ~own
    won = made["won"][:, None]
    dealt = 1 + made["thrown_in"].astype(np.int64)  # those thrown in before it too
    seats: dict[str, Any] = {
        system: series_points(scores[:, None], declarer[:, None], system) for system in SCORINGS
    }
    seats |= {"declared": own, "won": own & won, "defended": other, "beaten": other & ~won}
    return {**seats, "dealt": np.broadcast_to(dealt[:, None], scores.shape)}


def _per_deal(made: Any, turns: int) -> dict[str, Ints]:
    """Sums over the rotations of a deal: of its lone player, and of the others' points.

    In rotation k seat s is player (s + k) % 3, and the lone player is number 0. Where all are
    alike there is one rotation, and every seat is the lone player's once.
    """
    lone = (np.arange(3) + np.arange(turns)[:, None]) % 3 == 0
    mask = (lone if turns == 3 else np.ones_like(lone)).ravel().astype(np.int64)
    return lone_sums(_by_seat(made), mask, SCORINGS)


# ---- playing ------------------------------------------------------------------------------------


def _play(
    tables: Mapping[str, Table[Player]],
    settings: Mapping[str, Any],
    first: int,
    deals: int,
    on_progress: OnProgress | None,
) -> Moments:
    """Play all deals at all tables, and keep the sums."""
    turns = {name: len(SEATS) if table.mixed else 1 for name, table in tables.items()}
    moments, clock = Moments(), Clock(deals, on_progress, sum(turns.values()))
    for start, number in in_blocks(first, deals, BLOCK_DEALS):
        played = {}
        for name, table in tables.items():
            made = rows(
                players=(table.lone, table.others, table.others),
                rotate=table.mixed,
                first=start,
                deals=number,
                on_progress=clock.stretch(turns[name]),
                **settings,
            )
            clock.done += len(made)
            played[name] = _per_deal(made, turns[name])
        moments.add(table_columns(played, SCORINGS, COUNTS))
    return moments


# ---- from sums to frames ------------------------------------------------------------------------


def _differences(moments: Moments) -> pd.DataFrame:
    found = []
    for scoring in SCORINGS:
        for measure, (_, weights, divisor) in MEASURES.items():
            named = {f"{scoring} {name}": weight for name, weight in weights.items()}
            row = as_row(moments.form(named, divisor, LEVEL), LIST_DEALS, "36")
            found.append({"scoring": scoring, "measure": measure, **row})
    return pd.DataFrame(found)


def _parts(moments: Moments, names: Mapping[frozenset[str], str]) -> pd.DataFrame:
    found = []
    for scoring in SCORINGS:
        for effect in EFFECTS:
            for part in PARTS:
                steps = with_and_without(effect, part, _PARTS)
                more, less = (f"{scoring} {names[parts]} lone" for parts in steps)
                weights = Counter({more: 1})
                weights[less] -= 1
                row = as_row(moments.form(weights, 3, LEVEL), LIST_DEALS, "36")
                found.append({"scoring": scoring, "effect": effect, "part": part, **row})
    return pd.DataFrame(found)


def compare(
    a: PlayerLike,
    b: PlayerLike,
    *,
    deals: int,
    seed: int = 0,
    first: int = 0,
    rules: str | Path | RuleSet = "isko",
    scoring: str = "seeger_fabian",
    parts: bool = False,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Comparison:
    """Compare two players on equal deals.

    Parameters
    ----------
    a, b
        Preset names, TOML paths or players.
    deals, first, seed
        Deals `first` to `first + deals - 1` of the seed are played, at every table the same.
    rules
        Name of a preset, TOML path or rule set.
    scoring
        What the verdict is in: "seeger_fabian" (list points: 50 for a game won or lost, 40 for one
        another lost) or "plain" (the results alone). The frames hold both.
    parts
        Split the difference by bidding, exchange (the cards put away) and play.
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
    Let X(T) be the mean of a player X at table T over the three rotations of a deal, in points;
    where two sit at the table, the mean of both. Per deal

    - one_a = A(ABB) - B(ABB), two_a = A(BAA) - B(BAA), match = (one_a + two_a) / 2: the lead over
      the opponents at the same table, what the harm done to them adds included;
    - seat_among_b = A(ABB) - B(BBB), seat_among_a = A(AAA) - B(BAA), seat their mean: what is won
      when A takes the place of B, with the same seat, cards and other players.

    match and seat change their sign when A and B change places; one_a becomes -two_a, and
    seat_among_b becomes -seat_among_a. The estimate is the mean over the deals, the interval
    Student's (95 %) with D - 1 degrees of freedom from the D numbers of the deals.

    A defender's plain score is 0 whatever he does, so in plain points seat and parts see no
    defence, and in list points they see it by the 40 alone; match also sees what others lose.

    Rates count a player in every seat among two B and among two A (six hands a deal): declared of
    the hands dealt (those thrown in too), won of the games declared, beaten: games lost by others
    of the games others declared. Wilson at the effective number, the deal as the cluster;
    differences by linearised ratios on the same deals.

    Parts are measured as seat_among_b. With H(S) for B with the parts S of A: alone = H({p}) -
    H({}), B with A's part; taken = A - H(all but p), A with B's part; in_order = what p adds to
    the parts before it, bidding, exchange, play: these three add up to seat_among_b. The others
    need not add up, as parts help or hinder each other. Intervals stand each for itself.

    Where the rules deal again when all pass, players who bid otherwise meet other cards from there
    on; the pairing is then weaker, and the intervals say so.
    """
    one, other = load_player(a), load_player(b)
    if one == other:
        same = ", ".join(("name", *PARTS))
        raise ValueError(f"A and B are the same player {one.name!r}: equal are {same}")
    if scoring not in SCORINGS:
        raise ValueError(f"unknown scoring {shown(scoring)}: one of {', '.join(SCORINGS)}")
    whole("deals", deals, 1, MOST_DEALS)
    checked = run_settings(
        rules=rules, players=(one, other, other), deals=deals, first=first, seed=seed, rotate=True
    )
    settings = {"rules": load_rules(rules), "seed": seed, "threads": check_threads(threads)}
    tables = match_tables(one, other) | (hybrid_tables(one, other, _PARTS) if parts else {})
    moments = _play(tables, settings, checked["first"], checked["deals"], on_progress)
    return Comparison(
        a=one,
        b=other,
        deals=checked["deals"],
        first=checked["first"],
        seed=checked["seed"],
        rules=str(checked["rules"]["name"]),
        scoring=scoring,
        alike=tuple(one.same_parts(other)),
        bock=bool(rules_in(checked["rules"].items()).bock),
        differences=_differences(moments),
        rates=rates_of(moments, RATES),
        parts=_parts(moments, hybrids(one, other, _PARTS)) if parts else None,
    )
