"""Null by the one suit that is weak: what players win, and what is won on open cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.clock import Clock
from analysis.frames import NoDataError
from analysis.frames.forced import Rows, Table, kept_cards, open_card_wins, table_of
from analysis.intervals import t_interval, wilson
from analysis.load import Log
from analysis.null_suits import SAFE, weak_patterns
from simcore import Scenario
from simcore.batch import OnProgress
from simcore.skat.rules import CONTRACTS, NULL, SEATS, RuleSet

DEALS, WORLDS = 300_000, 400  # forced a seat and game; solved a pattern, seat and game
GAMES = {"Null": (), "Null ouvert": ("ouvert",)}
# By the length of the weak suit, the weakest last; all other suits are safe.
PATTERNS = (
    SAFE, "8", "9", "T", "J", "89", "8T", "8J", "7T", "7J", "7Q", "89T", "79Q", "79K", "7TJ",
    "7TQ", "79QK",
)  # fmt: skip


def frame(
    log: Log,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    deals: int = DEALS,
    worlds: int = WORLDS,
) -> pd.DataFrame:
    """Win rates of Null by pattern of the weak suit, seat and game.

    On every deal a seat is forced to play Null (closed, then ouvert) with the skat, or from the
    hand where the rules want that of ouvert; what counts are the ten cards it keeps. The first
    games of each cell are solved with open cards, the very same hands, skat and opponents.

    Parameters
    ----------
    log
        The log of a run: its rules, players and seed.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called now and then with a `Progress`.
    deals
        Deals a seat and game.
    worlds
        Games solved a cell, all of them where there are fewer.

    Returns
    -------
    pandas.DataFrame
        One row a game ("Null", "Null ouvert"), seat and pattern (`PATTERNS`): n, wins, win_rate,
        win_low, win_high (Wilson); open_n, open_wins, open_rate, open_low, open_high (Wilson);
        gap, gap_low, gap_high (win rate less open-card rate of the games solved, paired, t). Every
        game is a deal of its own within a cell.

    Raises
    ------
    NoDataError
        The rules know no Null, or a player takes too long.
    """
    table = table_of(log)
    if not table.knows(NULL):
        raise NoDataError("the rules of this run know no Null")
    clock = Clock(len(GAMES) * len(SEATS) * deals, on_progress)
    cells: list[dict[str, Any]] = []
    for game, announced in GAMES.items():
        for seat in range(3):
            hand = bool(announced and table.rules.null_ouvert_needs_hand)
            forced = Scenario(
                declarer=seat, contract=CONTRACTS[NULL], hand=hand, announced=announced
            )
            games = table.force(forced, deals, threads=threads)
            for pattern, told in _by_pattern(games, seat, table, worlds, threads).items():
                cells.append({"game": game, "seat": SEATS[seat], "pattern": pattern, **told})
            clock.tell(len(cells) // len(PATTERNS) * deals)
    return pd.DataFrame(cells)


def _by_pattern(
    games: Rows, seat: int, table: Table, worlds: int, threads: int | None
) -> dict[str, dict[str, float]]:
    """The numbers of each pattern among games of a seat."""
    patterns = weak_patterns(kept_cards(games, seat))
    return {
        pattern: _cell(games[patterns == pattern], table.rules, worlds, threads)
        for pattern in PATTERNS
    }


def _cell(games: Rows, rules: RuleSet, worlds: int, threads: int | None) -> dict[str, float]:
    """Win rates of the games of a cell, and of the first of them on open cards."""
    solved = games[:worlds]
    opened = open_card_wins(solved, rules, threads)
    gap = solved["won"].astype(np.int64) - opened
    limits = t_interval(len(gap), float(gap.sum()), float((gap**2).sum()))
    return {
        **_rate(games["won"], "n", "wins", "win"),
        **_rate(opened, "open_n", "open_wins", "open"),
        "gap": float(gap.mean()) if len(gap) else np.nan,
        "gap_low": float(limits.low),
        "gap_high": float(limits.high),
    }


def _rate(won: NDArray[np.bool_], size: str, wins: str, name: str) -> dict[str, float]:
    """A win rate and its limits as columns."""
    n, total = len(won), int(won.sum())
    limits = wilson(total, n)
    rate = total / n if n else np.nan
    return {
        size: n, wins: total, f"{name}_rate": rate, f"{name}_low": float(limits.low),
        f"{name}_high": float(limits.high),
    }  # fmt: skip
