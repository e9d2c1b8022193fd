"""How far to go: the turns at which one other is left who has staked, and what seeing brings.

The auction is told again turn by turn from the actions logged, all worlds at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.intervals import wilson
from analysis.poch.hand.means import LEVEL, mean_columns, mean_of, share_columns
from analysis.poch.hand.worlds import DEALER
from simcore.poch import RuleSet
from simcore.poch.auction import NO_ACTION, PASS, SEE
from simcore.poch.rules import AUCTIONS, POKER

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Faced:
    """The first turns of a seat, one a world, at which it faces a stake and two are left.

    Attributes
    ----------
    stake
        The last stake; the highest total where stakes are equalised.
    cost
        What seeing (equalling) costs.
    pot
        What is in the circle before.
    best
        Whether the seat would win if both show.
    """

    stake: Ints
    cost: Ints
    pot: Ints
    best: NDArray[np.bool_]

    @property
    def gain(self) -> Ints:
        """What seeing brings more than passing."""
        return np.where(self.best, self.pot, -self.cost)


def actions_in(plays: np.ndarray, auction: str, rules: RuleSet) -> Ints:
    """The turns of an auction, shape (worlds, most turns there can be)."""
    start = 2 * rules.actions * AUCTIONS.index(auction)
    low = plays[:, start : start + 2 * rules.actions].astype(np.int64)
    return low[:, ::2] | low[:, 1::2] << 8


class _Auctions:
    """Auctions of many worlds, as far as they have come."""

    def __init__(self, worlds: int, rules: RuleSet) -> None:
        self.rules = rules
        self.inside = np.ones((worlds, rules.players), dtype=bool)
        self.staked = np.zeros((worlds, rules.players), dtype=np.int64)
        self.stake = np.zeros(worlds, dtype=np.int64)
        self.turn = np.full(worlds, (DEALER + 1) % rules.players)

    def act(self, worlds: Ints, actions: Ints) -> None:
        """One turn of some worlds."""
        turn = self.turn[worlds]
        self.inside[worlds[actions == PASS], turn[actions == PASS]] = False
        chips = np.where(actions == SEE, self.stake[worlds], actions)
        self.staked[worlds, turn] += chips
        staking = (actions != PASS) & (actions != SEE)
        totals = self.staked[worlds, turn] if self.rules.betting == POKER else actions
        self.stake[worlds[staking]] = totals[staking]
        self._pass_on(worlds)

    def _pass_on(self, worlds: Ints) -> None:
        """The turn goes to the next seat still in."""
        players = self.rules.players
        turn = (self.turn[worlds] + 1) % players
        for _ in range(players - 1):
            turn = np.where(self.inside[worlds, turn], turn, (turn + 1) % players)
        self.turn[worlds] = turn


def faced(rows: np.ndarray, plays: np.ndarray, auction: str, seat: int, rules: RuleSet) -> Faced:
    """The turns at which a seat faces a stake with two left, the first of each world."""
    actions = actions_in(plays, auction, rules)
    state, met = _Auctions(len(rows), rules), np.zeros(len(rows), dtype=bool)
    keys = np.stack([rows[f"{auction}_key_{k}"] for k in range(rules.players)], axis=1)
    found: list[tuple[NDArray[Any], ...]] = []
    for turn in range(actions.shape[1]):
        on = np.flatnonzero((actions[:, turn] != NO_ACTION) & ~met)
        if not len(on):
            break
        two = (state.inside[on].sum(axis=1) == 2) & (state.stake[on] > 0)
        here = on[two & (state.turn[on] == seat)]
        found.append(_told(state, here, keys, seat))
        met[here] = True
        state.act(on, actions[on, turn])
    columns = zip(*found, strict=True) if found else [[np.zeros(0, dtype=np.int64)]] * 4
    stake, cost, pot, best = (np.concatenate(column) for column in columns)
    return Faced(stake, cost, pot, best.astype(bool))


def _told(state: _Auctions, here: Ints, keys: np.ndarray, seat: int) -> tuple[NDArray[Any], ...]:
    """Stake, cost, pot, and whether the seat holds the better of the two."""
    rules = state.rules
    stake, own = state.stake[here], state.staked[here, seat]
    others = state.inside[here]
    others[:, seat] = False
    other = others.argmax(axis=1)
    mine, theirs = keys[here, seat], keys[here, other]
    nearer = (seat - 1) % rules.players < (other - 1) % rules.players
    cost = stake - own if rules.betting == POKER else stake
    pot = rules.ante * rules.players + state.staked[here].sum(axis=1)
    return stake, cost, pot, (mine > theirs) | (mine == theirs) & nearer


@dataclass(frozen=True)
class Reach:
    """Up to which last stake seeing pays.

    Attributes
    ----------
    n, best, low, high
        Worlds in which the hand faces a stake with two left, and the share in which it is the
        better of the two (Wilson).
    up_to, surely, perhaps
        The last stake up to which it pays by the share, and by the ends of its interval; 0 none.
    most
        The highest stake faced: nothing is known of higher ones.
    stakes
        A row a last stake faced: n, best (share, Wilson), pot (mean), gain (mean of what seeing
        brings more than passing, t).
    """

    n: int
    best: float
    low: float
    high: float
    up_to: int
    surely: int
    perhaps: int
    most: int
    stakes: pd.DataFrame


def reach_of(found: Faced) -> Reach:
    """Up to which stake seeing pays.

    At a stake s it pays if p x (pot + cost) >= cost, p being the share of better hands where at
    least s is faced, for who stakes more holds more; the pot is s and what else lies there on
    average. The last of the stakes faced, if all below it pay too.
    """
    n, wins = len(found.stake), int(np.count_nonzero(found.best))
    share = share_columns("best", wins, n)
    levels = np.unique(found.stake)
    base = float((found.pot - found.stake).mean()) if n else 0.0
    own = float((found.stake - found.cost).mean()) if n else 0.0
    reached = {"up_to": 0, "surely": 0, "perhaps": 0}
    for name, place in zip(reached, (0, 1, 2), strict=True):
        for stake in levels.tolist():
            above = found.best[found.stake >= stake]
            share_above = (above.mean(), *wilson(int(above.sum()), len(above), LEVEL))[place]
            if share_above * (base + 2 * stake - own) < stake - own:
                break
            reached[name] = stake
    return Reach(
        n,
        share["best"],
        share["best_low"],
        share["best_high"],
        **reached,
        most=int(levels[-1]) if n else 0,
        stakes=pd.DataFrame([_at(found, int(stake)) for stake in levels]),
    )


def _at(found: Faced, stake: int) -> dict[str, Any]:
    """The turns that face one last stake."""
    here = found.stake == stake
    n = int(np.count_nonzero(here))
    return {
        "stake": stake,
        "n": n,
        **share_columns("best", int(np.count_nonzero(found.best & here)), n),
        "pot": float(found.pot[here].mean()),
        **mean_columns("gain", mean_of(found.gain[here])),
    }


def joined(parts: list[Faced]) -> Faced:
    """The turns of several blocks of worlds."""
    return Faced(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("stake", "cost", "pot", "best")
        )
    )
