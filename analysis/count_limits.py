"""From what count on a hand is worth bidding: bidding systems on games forced on random hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.clock import Clock
from analysis.clusters import shares, sums_by_cell
from analysis.isotonic import bootstrap, rising
from analysis.worth import SCORINGS, break_even_table, needed
from simcore import Progress, Scenario, rows, run_settings
from simcore.batch import OnProgress
from simcore.checks import shown, whole
from simcore.skat import CONTRACTS, Player, RuleSet, load_player, load_rules
from simcore.skat.rules import GRAND, SEATS
from simcore.skat.strategies.player import PlayerLike
from simcore.skat.strategies.systems.many import SYSTEMS, choose_all, count_all, record_of
from simcore.threads import check_threads

Array = NDArray[Any]

LEVEL = 0.95
FEWEST_DEALS, MOST_DEALS = 100, 1 << 22
SAMPLES = 400  # of the bootstrap
KINDS = ("suit", "Grand")
_LEVELS = 2  # of the game the break-even is told for: with or without 1, nothing more
_DIGITS = 3  # of a count


@dataclass(frozen=True)
class Thresholds:
    """What `thresholds` found.

    Attributes
    ----------
    break_even
        See `analysis.worth.break_even_table`.
    limits
        One row a system, kind of game and scoring: system, kind ("suit" or "Grand"), value (of the
        game the probability is told for), scoring, need (probability of winning), threshold, low,
        high (the count at which hands win so often, and its interval; -inf: all do, inf: none),
        play_from (the least count seen that does, nan for none), n (hands it
        counts for such a game), deals.
    counts
        One row a system, kind and count: system, kind, count, n (hands), won_n, won, won_low,
        won_high (Wilson at the effective number, deals as clusters), rising (the rate, made to
        rise).
    player
        Who sat in every seat.
    rules, deals, first, seed
        What was asked; `rules` by name.
    """

    break_even: pd.DataFrame
    limits: pd.DataFrame
    counts: pd.DataFrame
    player: Player = field(repr=False)
    rules: str
    deals: int
    first: int
    seed: int


@dataclass(frozen=True)
class _Forced:
    """Games forced on every seat of some deals.

    Attributes
    ----------
    hands
        The ten cards of each seat, (3, deals).
    won
        By contract number, (3, deals).
    """

    hands: Array
    won: dict[int, Array]


# ---- playing ------------------------------------------------------------------------------------


def _contracts(rules: RuleSet) -> list[int]:
    """Suits and Grand, as far as the rules know them."""
    return [number for number in range(GRAND + 1) if rules.contracts >> number & 1]


def _done(deals: int, report: OnProgress | None) -> None:
    """All deals are played, and the work goes on: a pause for Ctrl-C."""
    if report is not None:
        report(Progress(deals, deals, 0.0, 0, 0))


def _play(
    player: Player, rules: RuleSet, deals: int, report: OnProgress | None, **asked: Any
) -> _Forced:
    """Every suit and Grand with the skat, on every seat of the same deals."""
    contracts = _contracts(rules)
    hands = np.zeros((3, deals), dtype=np.int64)
    won = {contract: np.zeros((3, deals), dtype=np.bool_) for contract in contracts}
    tables = [(seat, contract) for seat in range(3) for contract in contracts]
    clock = Clock(deals, report, len(tables))
    for seat, contract in tables:
        forced = Scenario(declarer=seat, contract=CONTRACTS[contract])
        made = rows(
            players=player, rules=rules, deals=deals, scenario=forced,
            on_progress=clock.stretch(), **asked,
        )  # fmt: skip
        clock.done += deals
        hands[seat] = made[f"hand_{SEATS[seat]}"]
        won[contract][seat] = made["won"] == 1
    return _Forced(hands, won)


# ---- from games to counts -----------------------------------------------------------------------


def _counted(system: str, kind: str, games: _Forced, rules: RuleSet) -> tuple[Array, Array]:
    """What a system counts on every hand, and whether its game was won, both (3, deals).

    The suit game is that of the suit the system looks at.
    """
    record = record_of(system)
    counts = np.zeros(games.hands.shape)
    if kind == "Grand":
        for seat, hands in enumerate(games.hands):
            count_all(hands, GRAND, seat, record, rules, counts[seat])
        return np.round(counts, _DIGITS), games.won[GRAND]
    suits, won = np.zeros_like(games.hands), np.zeros(games.hands.shape, dtype=np.bool_)
    for seat, hands in enumerate(games.hands):
        choose_all(hands, record, rules, suits[seat])
        for suit in range(GRAND):
            here = suits[seat] == suit
            found = np.zeros(int(here.sum()))
            count_all(np.ascontiguousarray(hands[here]), suit, seat, record, rules, found)
            counts[seat, here], won[seat, here] = found, games.won[suit][seat, here]
    return np.round(counts, _DIGITS), won


@dataclass(frozen=True)
class _Hands:
    """Hands by count: the counts seen, and of every hand its place among them, deal and result."""

    counts: Array
    cell: Array
    deal: Array
    won: Array

    @classmethod
    def of(cls, counts: Array, won: Array, counted: Array) -> _Hands:
        deal = np.tile(np.arange(counts.shape[1]), len(counts))[counted.ravel()]
        seen, cell = np.unique(counts[counted], return_inverse=True)
        return cls(seen, cell.ravel(), deal, won[counted])

    def by_count(self) -> pd.DataFrame:
        """The rate of every count; columns as in `Thresholds.counts`."""
        sums = sums_by_cell(self.cell, self.deal, self.won.astype(float), len(self.counts))
        sizes, totals = np.asarray(sums.size, float), np.asarray(sums.total, float)
        line = rising(self.counts, sizes, totals)
        return pd.DataFrame(
            {
                "count": self.counts,
                "n": sizes.astype(np.int64),
                "won_n": totals.astype(np.int64),
                **shares("won", sums, LEVEL),
                "rising": line.at(self.counts),
            }
        )

    def reached(self, needs: Array, seed: int, pulse: Callable[[], None]) -> dict[str, Array]:
        """The counts at which some rates are reached, and their limits."""
        size = np.bincount(self.cell, minlength=len(self.counts)).astype(float)
        total = np.bincount(self.cell, self.won, len(self.counts))
        found = rising(self.counts, size, total).reaches(needs)
        low, high = bootstrap(
            self.counts, self.cell, self.deal, self.won, needs,
            times=SAMPLES, level=LEVEL, seed=seed, pulse=pulse,
        )  # fmt: skip
        seen = [self.counts[self.counts >= one][:1].tolist() or [np.nan] for one in found]
        return {"threshold": found, "low": low, "high": high, "play_from": np.ravel(seen)}


def value_of(kind: str, rules: RuleSet) -> int:
    """The game that break-even is told for: with or without 1, Clubs or Grand."""
    return _LEVELS * (rules.grand_base if kind == "Grand" else rules.base_clubs)


def _of_systems(
    systems: Sequence[str],
    games: _Forced,
    rules: RuleSet,
    seed: int,
    pulse: Callable[[], None],
) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
    """Limits and counts of each system and kind."""
    for system in systems:
        for kind in KINDS if GRAND in games.won else KINDS[:1]:
            counts, won = _counted(system, kind, games, rules)
            # a system counts 0 for hands it never looks at for a Grand, whatever they hold
            counted = (counts > 0) | (kind != "Grand")
            hands = _Hands.of(counts, won, counted)
            value = value_of(kind, rules)
            needs = np.array([needed(value, rules.loss, one) for one in SCORINGS.values()])
            named = {"system": system, "kind": kind}
            limits = pd.DataFrame(
                {
                    **named,
                    "value": value,
                    "scoring": list(SCORINGS),
                    "need": needs,
                    **hands.reached(needs, seed, pulse),
                    "n": len(hands.won),
                    "deals": games.hands.shape[1],
                }
            )
            yield limits, hands.by_count().assign(**named)


def _check_systems(systems: str | Sequence[str]) -> tuple[str, ...]:
    """Bidding systems that count."""
    if not isinstance(systems, Sequence):
        raise ValueError(f"systems {shown(systems)}: names of bidding systems")
    listed = (systems,) if isinstance(systems, str) else tuple(systems)
    for system in listed:
        if system not in SYSTEMS:
            raise ValueError(f"unknown system {shown(system)}: one of {', '.join(SYSTEMS)}")
    if not listed:
        raise ValueError("systems: one at least")
    return tuple(dict.fromkeys(listed))


def thresholds(
    systems: str | Sequence[str] = "trumps-aces",
    *,
    players: PlayerLike = "expert",
    rules: str | Path | RuleSet = "isko",
    deals: int = 20_000,
    first: int = 0,
    seed: int = 0,
    values: Sequence[int] | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Thresholds:
    """How often a game must be won, and from what count of a bidding system on hands win so often.

    Parameters
    ----------
    systems
        Bidding systems that count: one, or several.
    players
        Who sits in every seat: preset name, TOML path or player.
    rules
        Name of a preset, TOML path or rule set.
    deals, first, seed
        Deals `first` to `first + deals - 1`, 100 to 2**22 of them.
    values
        Values of games in the table of break-even; all by default.
    threads, on_progress
        See `simcore.simulate`.

    Returns
    -------
    Thresholds

    Raises
    ------
    ValueError
        An input is not usable; the message names it.

    Notes
    -----
    Every hand of every deal plays with the skat, at the lowest bid: once the suit the system looks
    at, once Grand. The rate of won games by count is made to rise (`analysis.isotonic`), and the
    threshold is where it meets the break-even of a game with or without 1, Clubs or Grand. Its
    interval is the percentile bootstrap, 400 samples of the deals, 95 %.

    A threshold speaks of the average hand of that count, any bid and seat, against players who do
    not bid; the break-even takes a pass to be worth 0.
    """
    named, player, rule_set = _check_systems(systems), load_player(players), load_rules(rules)
    number = whole("deals", deals, FEWEST_DEALS, MOST_DEALS)
    checked = run_settings(rules=rules, players=player, deals=number, first=first, seed=seed)
    unknown = [CONTRACTS[suit] for suit in range(GRAND) if suit not in _contracts(rule_set)]
    if unknown:
        raise ValueError(
            f"rules {checked['rules']['name']}: no {', '.join(unknown)} among the contracts; hands "
            "are counted that may play any of the four suits"
        )
    table = break_even_table(rules, values)
    asked = {"first": first, "seed": seed, "threads": check_threads(threads)}
    games = _play(player, rule_set, number, on_progress, **asked)
    pulse = partial(_done, number, on_progress)
    found = _of_systems(named, games, rule_set, checked["seed"], pulse)
    limits, counts = zip(*found, strict=True)
    by_count = pd.concat(counts, ignore_index=True)
    ordered = ["system", "kind", *(name for name in by_count if name not in ("system", "kind"))]
    return Thresholds(
        break_even=table,
        limits=pd.concat(limits, ignore_index=True),
        counts=by_count[ordered],
        player=player,
        rules=str(checked["rules"]["name"]),
        deals=number,
        first=checked["first"],
        seed=checked["seed"],
    )
