"""What a game is worth at every bid: expected score by hand class, and how often the skat breaks a
"without" hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.clock import Clock
from analysis.frames import NoDataError
from analysis.frames.forced import FIRST, Rows, Table, table_of
from analysis.hands import Ints, longest_suit, matadors, side_number, trump_number
from analysis.intervals import t_interval, wilson
from analysis.load import Log
from simcore import Scenario
from simcore.batch import OnProgress
from simcore.cards import ACES
from simcore.skat import RuleSet, legal_bids, settle
from simcore.skat.rules import CONTRACTS, SEATS
from simcore.skat.value import base_value

DEALS = 500_000  # a seat
SUIT = 3  # Clubs
_REACH = 0.05  # a class is shown up to the last bid that so many of its games cover
# Card points and tricks of a game stand for all that are settled alike.
_POINT_STEPS = ((90, 90), (61, 61), (31, 60))
_LEAST_POINTS, _SOME_TRICKS = 30, 5

Numbers = NDArray[np.float64]


class HandClass(NamedTuple):
    """Hands of the ten cards dealt: matadors (with +, without -), trumps, side aces."""

    matadors: int
    trumps: int
    aces: int

    @property
    def name(self) -> str:
        """In a player's words."""
        with_or_without = "with" if self.matadors > 0 else "without"
        aces = "1 side ace" if self.aces == 1 else f"{self.aces} side aces"
        return f"{with_or_without} {abs(self.matadors)}, {self.trumps} trumps, {aces}"


CLASSES = (
    HandClass(1, 5, 1),
    HandClass(1, 5, 2),
    HandClass(2, 6, 1),
    HandClass(-1, 5, 1),
    HandClass(-2, 6, 1),
    HandClass(-3, 6, 1),
)


def frame(
    log: Log,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    deals: int = DEALS,
) -> pd.DataFrame:
    """Expected score of Clubs with the skat at every bid, by hand class.

    Every seat is forced to play Clubs with the skat at the lowest bid; hands count whose longest
    suit it is. What is put away and played does not depend on the bid, so each game is settled
    again at every bid from its matadors, card points and tricks.

    Parameters
    ----------
    log
        The log of a run: its rules, players and seed.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called now and then with a `Progress`.
    deals
        Deals a seat; each seat has its own.

    Returns
    -------
    pandas.DataFrame
        One row a class (`CLASSES`) and bid, up to the last bid that one game in twenty of the
        class covers: hands (the class in words), bid, n (hands, each a deal of its own), score,
        score_low, score_high (the declarer's plain score, t), broken, broken_low, broken_high
        (share of hands that cover the bid without another level before the skat, and do not with
        it, Wilson), pays (score_low above 0) and last (the highest bid that pays).

    Raises
    ------
    NoDataError
        Jacks are plain cards by the rules, or a player takes too long.

    Notes
    -----
    Where the rules know re, it is taken as said at the lowest bid.
    """
    table = table_of(log)
    if not table.rules.jacks_trump:
        raise NoDataError("jacks are plain cards by the rules of this run; classes count by jacks")
    clock, found = Clock(len(SEATS) * deals, on_progress), []
    for seat in range(3):
        found.append(_games(table, seat, deals, threads))
        clock.tell((seat + 1) * deals)
    cards, games = (np.concatenate(part) for part in zip(*found, strict=True))
    ladder = [_ladder(hands, cards, games, table.rules) for hands in CLASSES]
    told = pd.concat(ladder, ignore_index=True)
    if told.empty:
        raise NoDataError("none of the hands dealt is of a class shown; more deals are wanted")
    return told


def _games(table: Table, seat: int, deals: int, threads: int | None) -> tuple[Ints, Rows]:
    """The hands of a seat whose longest suit is the one played, and their games."""
    forced = Scenario(declarer=seat, contract=CONTRACTS[SUIT], hand=False)
    games = table.force(forced, deals, first=FIRST + seat * deals, threads=threads)
    cards = games[f"hand_{SEATS[seat]}"].astype(np.int64)
    chosen = longest_suit(cards) == SUIT
    return cards[chosen], games[chosen]


def members(hands: HandClass, cards: Ints, rules: RuleSet) -> NDArray[np.bool_]:
    """Which hands are of a class."""
    fits = trump_number(cards, SUIT, rules) == hands.trumps
    fits &= side_number(cards, SUIT, ACES) == hands.aces
    return np.asarray(fits & (matadors(cards, SUIT) == hands.matadors))


def scores_at(games: Rows, bid: int, rules: RuleSet) -> Numbers:
    """The declarer's scores of suit games with the skat, had they been played at a bid."""
    points = games["card_points"].astype(np.int64)
    level = np.full(len(games), _LEAST_POINTS)
    for least, stands in reversed(_POINT_STEPS):
        level[points >= least] = stands
    tricks = games["tricks"].astype(np.int64)
    tricks[(tricks > 0) & (tricks < 10)] = _SOME_TRICKS
    told = [games[name].astype(np.int64) for name in ("contract", "matadors", "kontra")]
    kinds, place = np.unique(np.stack([*told, level, tricks], 1), axis=0, return_inverse=True)
    scores = [
        settle(
            run, CONTRACTS[contract], rules=rules, bid=bid, points=made, tricks=taken, kontra=said
        ).score
        for contract, run, said, made, taken in kinds.tolist()
    ]
    return np.asarray(scores, dtype=np.float64)[place]


def _ladder(hands: HandClass, cards: Ints, games: Rows, rules: RuleSet) -> pd.DataFrame:
    """The rows of a class."""
    chosen = members(hands, cards, rules)
    games, n = games[chosen], int(chosen.sum())
    base = int(base_value(SUIT, 0, rules))
    dealt = (abs(hands.matadors) + 1) * base
    with_skat = (np.abs(games["matadors"].astype(np.int64)) + 1) * base
    lines: list[dict[str, Any]] = []
    for bid in legal_bids(rules):
        if n == 0 or (games["value"] >= bid).mean() < _REACH:
            break
        scores = scores_at(games, bid, rules)
        limits = t_interval(n, float(scores.sum()), float((scores**2).sum()))
        broken = int(((with_skat < bid) & (dealt >= bid)).sum())
        of_broken = wilson(broken, n)
        lines.append(
            {
                "hands": hands.name, "bid": bid, "n": n, "score": float(scores.mean()),
                "score_low": float(limits.low), "score_high": float(limits.high),
                "broken": broken / n, "broken_low": float(of_broken.low),
                "broken_high": float(of_broken.high),
            }
        )  # fmt: skip
    told = pd.DataFrame(lines)
    if told.empty:
        return told
    pays = told["score_low"] > 0
    best = told.loc[pays, "bid"].max() if pays.any() else 0
    return told.assign(pays=pays, last=told["bid"] == best)
