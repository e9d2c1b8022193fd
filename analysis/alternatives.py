"""What other kinds of cards would have been worth: every legal card of some decisions judged."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from analysis.clusters import means, sums_by_cell
from analysis.decisions import NOTHING, Array, Positions, pack_of
from analysis.judged import JudgedGames, in_blocks
from analysis.situations import KINDS, Situations, kinds
from simcore.batch import OnProgress
from simcore.skat import CONTRACTS, move_values
from simcore.skat.rules import NULL
from simcore.threads import share_out

_AT_A_TIME = 16  # decisions a thread takes

# what the cards of a kind are compared with, by the prefix of the columns
COMPARED = {
    "gain": "the best card of the kind less the card played",
    "best": "the best card of the kind less the best of the kind played",
    "mean": "the mean card of the kind less the mean of the kind played",
}


@dataclass(frozen=True)
class _Kinds:
    """The kinds that some decisions left open, arrays (decisions, kinds), for the player's side.

    `best` and `mean` are values over the cards of a kind, nan where there is none, `played` those
    of the card played, (decisions,).
    """

    best: Array
    mean: Array
    played: Array

    def compared(self, own: Array) -> dict[str, Array]:
        """Differences as in `COMPARED`; `own` is the kind played."""
        place = own[:, None]
        return {
            "gain": self.best - self.played[:, None],
            "best": self.best - np.take_along_axis(self.best, place, axis=1),
            "mean": self.mean - np.take_along_axis(self.mean, place, axis=1),
        }


def draw_decisions(code: Array, wanted: list[int], number: int, seed: int) -> Array:
    """Places of up to `number` decisions of each of some situations, drawn at random, in order."""
    generator = np.random.default_rng(seed)
    drawn = [np.zeros(0, dtype=np.int64)]
    for situation in wanted:
        places = np.flatnonzero(code == situation)
        drawn.append(generator.permutation(places)[:number])
    return np.sort(np.concatenate(drawn))


def _move_values(
    at: Positions, games: JudgedGames, threads: int, report: OnProgress | None
) -> Array:
    """The value of every legal card, (decisions, 32) by bit number; -1 where not legal."""
    values = np.full((len(at.game), 32), NOTHING, dtype=np.int16)

    def judge_one(number: int) -> None:
        one = at[number]
        table = [1 << int(card) for card in (one.first, one.second) if card >= 0]
        found = move_values(
            [int(cards) for cards in one.held],
            CONTRACTS[one.contract],
            declarer=int(one.declarer),
            leader=int(one.leader),
            trick=table,
            rules=games.rules,
        )
        taken = 0 if one.contract == NULL else int(one.taken)
        for card, value in found.items():
            values[number, card.bit_length() - 1] = taken + value

    def judge_some(part: slice) -> None:
        for number in range(part.start, min(part.stop, len(at.game))):
            judge_one(number)

    def work(block: slice) -> None:
        def shifted(part: slice) -> None:
            judge_some(slice(block.start + part.start, min(block.start + part.stop, block.stop)))

        share_out(shifted, block.stop - block.start, _AT_A_TIME, threads)

    in_blocks(work, len(at.game), threads, report)
    return values


def _by_kind(values: Array, legal: Array, kind: Array, played: Array) -> _Kinds:
    """Values of cards as values of kinds; all for the player's side, larger is better."""
    best = np.full((len(values), len(KINDS)), np.nan)
    mean = np.full_like(best, np.nan)
    for number in range(len(KINDS)):
        here = legal & (kind == number)
        count = here.sum(axis=1)
        some = count > 0
        best[some, number] = np.where(here, values, -np.inf).max(axis=1)[some]
        mean[some, number] = np.where(here, values, 0).sum(axis=1)[some] / count[some]
    return _Kinds(best, mean, np.take_along_axis(values, played[:, None], axis=1)[:, 0])


def _rows(
    scales: dict[str, _Kinds], own: Array, code: Array, deal: Array, chosen: Array, level: float
) -> dict[str, Any]:
    """Columns of all (situation, kind) pairs that some chosen decisions have.

    A pair is one cell, its number situation * kinds + kind.
    """
    possible = ~np.isnan(scales["points"].best) & chosen[:, None]
    decision, kind = np.nonzero(possible)
    pairs, cell = np.unique(code[decision] * len(KINDS) + kind, return_inverse=True)
    columns: dict[str, Any] = {
        "pair": pairs,
        "n": np.bincount(cell, minlength=len(pairs)),
        "of": np.bincount(code[chosen])[pairs // len(KINDS)] if len(pairs) else pairs,
    }
    for scale, found in scales.items():
        factor = 1000 if scale == "won" else 1
        for name, difference in found.compared(own).items():
            sums = sums_by_cell(cell, deal[decision], difference[decision, kind], len(pairs))
            columns |= means(f"{scale}_{name}", sums, level, factor=factor)
    return columns


def _frame(
    columns: dict[str, Any], game: str, told: Situations, own: Array, code: Array
) -> pd.DataFrame:
    """The columns as a frame: situations in the order of their numbers, the best kinds first."""
    situation, kind = np.divmod(columns.pop("pair"), len(KINDS))
    did = np.zeros(len(told.words), dtype=np.int64)
    did[code] = own
    frame = pd.DataFrame(
        {
            "game": game,
            "situation": [told.words[k] for k in situation],
            "kind": [KINDS[k] for k in kind],
            "played": kind == did[situation],
            **columns,
        }
    )
    if game == "Null":
        points = [name for name in frame.columns if name.startswith("points_")]
        frame[points] = math.nan
    ordered = frame.assign(order=situation).sort_values(
        ["order", "won_best", "points_best"], ascending=[True, False, False], kind="stable"
    )
    return ordered.drop(columns="order")


def alternatives(
    games: JudgedGames,
    at: Positions,
    told: Situations,
    groups: dict[str, Array],
    threads: int,
    report: OnProgress | None,
    level: float,
) -> pd.DataFrame:
    """What the kinds of cards that were possible would have been worth.

    Parameters
    ----------
    games
        The games the decisions are of.
    at
        The decisions, shape (n,).
    told
        Their situations.
    groups
        By name, which contracts belong together, bool (6,).
    threads, report, level
        See `analysis.regret`.

    Returns
    -------
    pandas.DataFrame
        See `analysis.Regret`.
    """
    cards, bits = pack_of(games.rules), np.arange(32)
    values = _move_values(at, games, threads, report).astype(np.float64)
    legal = values >= 0
    kind = kinds(at[:, None], bits, cards)
    own, played = kinds(at, at.card, cards), at.card.astype(np.int64)
    side = np.where(at.declares, 1.0, -1.0)[:, None]
    wins = values >= games.aims[at.game][:, None]
    scales = {
        "points": _by_kind(side * values, legal, kind, played),
        "won": _by_kind(side * wins, legal, kind, played),
    }
    frames = []
    for name, contracts in groups.items():
        columns = _rows(scales, own, told.code, games.deal[at.game], contracts[at.contract], level)
        frames.append(_frame(columns, name, told, own, told.code))
    return pd.concat(frames, ignore_index=True)
