"""Games of a run, drawn by deal, played again and judged on open cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.clock import Clock
from analysis.decisions import CARDS, Array
from analysis.load import Log, open_skat
from simcore import Run, replay
from simcore.batch import OnProgress
from simcore.skat import CONTRACTS, RuleSet, judge, rules_in, settle
from simcore.skat.row import NOT_PLAYED
from simcore.skat.rules import NULL

NEVER = 121  # card points nobody reaches
_STEPS_TO_WIN = ((61, 6), (90, 9), (120, 10))  # card points and tricks that may win a game
_GAP = 4096  # deals played for nothing before a new start is cheaper
_LONGEST_STRETCH = 1 << 16  # deals held in memory at a time
_BLOCK = 64  # games judged a thread between two looks at a request to stop
_COMPARED = ("declarer", "card_points", "tricks", "won", "value", "score")


class ReplayError(ValueError):
    """A deal comes out otherwise than in the log when it is played again."""


@dataclass(frozen=True)
class JudgedGames:
    """Games with a declarer, judged after every card.

    Attributes
    ----------
    rules
        Those of the run.
    rows, plays
        The games in order of deal and rotation, and their cards, as from `simcore.replay`.
    deal
        Number of the deal of each game, counted from 0: games of one deal are one draw.
    values, keepers
        See `simcore.skat.Judged`.
    aims
        Card points that win each game, see `aims_of`; in Null 1, the value of a game won.
    """

    rules: RuleSet
    rows: Array
    plays: Array
    deal: Array
    values: Array
    keepers: Array
    aims: Array

    @property
    def deals(self) -> int:
        """Number of deals."""
        return int(self.deal[-1]) + 1 if len(self.deal) else 0

    @property
    def played(self) -> Array:
        """Which cards were played, (games, 30)."""
        return np.asarray(self.plays[:, 2:] != NOT_PLAYED)

    @property
    def is_null(self) -> Array:
        """Which games are Null."""
        return np.asarray(self.rows["contract"] == NULL)

    @property
    def last(self) -> Array:
        """The value after the last card."""
        steps = self.played.sum(axis=1)
        return np.asarray(self.values[np.arange(len(steps)), steps])

    def change(self) -> Array:
        """By how much each card moved the value, (games, 30); 0 where none was played."""
        return np.where(self.played, np.diff(self.values, axis=1), 0)

    def flips(self) -> Array:
        """Whether each card changed who wins on open cards, (games, 30)."""
        wins = self.values >= self.aims[:, None]
        return np.asarray(self.played & (wins[:, 1:] != wins[:, :-1]))


# ---- what wins ---------------------------------------------------------------------------------


def _aim(row: np.void, rules: RuleSet) -> int:
    """The fewest card points that win a game."""
    names = ("schneider", "schwarz", "ouvert")
    marks = (row["announced_schneider"], row["announced_schwarz"], row["ouvert"])
    for points, tricks in _STEPS_TO_WIN:
        result = settle(
            int(row["matadors"]),
            CONTRACTS[row["contract"]],
            rules=rules,
            bid=int(row["bid"]),
            points=points,
            tricks=tricks,
            hand=bool(row["hand"]),
            announced=[name for name, mark in zip(names, marks, strict=True) if mark],
        )
        if result.won:
            return points
    return NEVER


def aims_of(rows: Array, rules: RuleSet) -> Array:
    """Card points that win each game, in Null 1.

    61; 90 where schneider was announced or only schneider covers the bid; 120 for schwarz, whose
    tricks without card points are not seen; 121 where nothing covers the bid.
    """
    told = ["contract", "matadors", "bid", "hand"]
    told += ["announced_schneider", "announced_schwarz", "ouvert"]
    kinds, where = np.unique(
        np.stack([rows[name] for name in told], 1), axis=0, return_inverse=True
    )
    aims = np.ones(len(kinds), dtype=np.int16)
    for number in range(len(kinds)):
        row = rows[np.argmax(where == number)]
        if row["contract"] != NULL:
            aims[number] = _aim(row, rules)
    return aims[where]


# ---- drawing and playing again -----------------------------------------------------------------


def _drawn(log: Log, n: int, seed: int) -> pd.DataFrame:
    """The logged results of `n` deals with a declarer, all of them where there are fewer.

    Deals are ranked by the MD5 number of seed and deal: the choice depends neither on threads nor
    on shards, and a larger one holds the smaller one.
    """
    rank = f"md5_number_lower(concat_ws('/', '{seed}', deal_id))"
    played = "SELECT DISTINCT deal_id FROM deals WHERE played"
    chosen = f"SELECT deal_id FROM ({played}) ORDER BY {rank}, deal_id LIMIT {n}"
    columns = ", ".join(("deal_id", "rotation", *_COMPARED))
    games = f"SELECT {columns} FROM deals SEMI JOIN ({chosen}) USING (deal_id) WHERE played"
    return log.query(f"{games} ORDER BY deal_id, rotation")


def _stretches(deals: Array) -> Iterator[tuple[int, int]]:
    """Stretches (first deal, number) that hold all of some deals, in order."""
    start = 0
    for place in range(1, len(deals) + 1):
        first = int(deals[start])
        if (
            place == len(deals)
            or deals[place] - deals[place - 1] > _GAP
            or deals[place] - first >= _LONGEST_STRETCH
        ):
            yield first, int(deals[place - 1]) - first + 1
            start = place


def _play_again(run: Run, deals: Array) -> tuple[Array, Array]:
    """Rows and cards of all games with a declarer of some deals."""
    made = [(np.zeros(0, run.game.row), np.zeros((0, run.game.plays), np.uint8))]
    for first, number in _stretches(deals):
        rows, plays = replay(run, first, number)
        chosen = (rows["declarer"] >= 0) & np.isin(rows["deal_id"], deals)
        made.append((rows[chosen], plays[chosen]))
    return np.concatenate([rows for rows, _ in made]), np.concatenate([plays for _, plays in made])


def _check_log(logged: pd.DataFrame, rows: Array) -> None:
    """The games played again are those in the log.

    Raises
    ------
    ReplayError
        One is not.
    """
    same = len(rows) == len(logged)
    for name in ("deal_id", "rotation", *_COMPARED) if same else ():
        odd = np.flatnonzero(rows[name] != logged[name].to_numpy())
        if len(odd):
            place = f"deal {rows['deal_id'][odd[0]]} rotation {rows['rotation'][odd[0]]}"
            before, now = logged[name].iloc[int(odd[0])], rows[name][odd[0]]
            raise ReplayError(f"{place}: {name} is {before} in the log, {now} played again")
    if not same:
        raise ReplayError(f"{len(logged)} games are in the log, {len(rows)} played again")


# ---- judging -----------------------------------------------------------------------------------


def in_blocks(
    work: Callable[[slice], None], number: int, threads: int, report: OnProgress | None
) -> None:
    """Do some work block by block, telling after each how many things are done.

    The first thing is done alone: two threads must not be the first to call a kernel at once.
    """
    clock, done = Clock(number, report), 0
    while done < number:
        stop = min(done + _BLOCK * threads, number) if done else 1
        work(slice(done, stop))
        clock.tell(stop)
        done = stop


def judged_games(
    run: Run, n: int, seed: int, threads: int, report: OnProgress | None
) -> JudgedGames:
    """Draw deals of a run, play their games again and judge them; see `analysis.regret`.

    Raises
    ------
    ValueError
        The log cannot be read.
    ReplayError
        A game played again is not the logged one.
    """
    with open_skat(run.path) as log:
        logged = _drawn(log, n, seed)
    deals, deal = np.unique(logged["deal_id"].to_numpy(np.uint64), return_inverse=True)
    rules = rules_in(run.settings["rules"].items())
    rows, plays = _play_again(run, deals)
    _check_log(logged, rows)
    values = np.empty((len(rows), CARDS + 1), dtype=np.int16)
    keepers = np.empty((len(rows), CARDS), dtype=np.uint8)

    def work(part: slice) -> None:
        found = judge(rows[part], plays[part], rules=rules, threads=threads)
        values[part], keepers[part] = found.values, found.keepers

    in_blocks(work, len(rows), threads, report)
    return JudgedGames(rules, rows, plays, deal, values, keepers, aims_of(rows, rules))
