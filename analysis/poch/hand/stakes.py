"""First stakes of a hand: all in the same worlds, one chosen in worlds that are not shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.moments import Difference, is_apart
from analysis.poch.hand.means import Mean, mean_columns, mean_of, share_columns
from analysis.poch.hand.turns import is_at, turns_of
from analysis.poch.hand.worlds import OWN, Table, gathered
from simcore.poch import RuleSet
from simcore.poch.auction import HOW

PASS = 0
_MOST = 6  # stakes tried besides passing
_UNLIMITED = 4  # antes of all, tried where the rules have no limit
_ENDS = {"unseen": ("unseen",), "shown": ("shown",), "by_right": ("all_pass", "none_held")}


def first_stakes(rules: RuleSet) -> list[int]:
    """The stakes worth a look: all up to the limit, or some spread over them, denser below."""
    low = max(rules.min_stake, 1)
    high = rules.max_stake or max(_UNLIMITED * rules.ante * rules.players, low)
    if high - low < _MOST:
        return list(range(low, high + 1))
    found: list[int] = []
    for stake in np.geomspace(low, high, _MOST).round().astype(int):
        found.append(max(int(stake), found[-1] + 1 if found else low))
    return found


@dataclass(frozen=True)
class Plan:
    """Worlds 0 to `first` - 1 and the `more` behind those shown are for choosing; the `number`
    between them are shown."""

    first: int
    number: int
    more: int

    @property
    def spare(self) -> int:
        """The first world behind those that are shown."""
        return self.first + self.number


def brought(
    table: Table, auction: str, turn: str, stakes: Sequence[int], first: int, number: int
) -> NDArray[np.int64]:
    """Chips from an auction by world and first stake, of the worlds with such a first turn."""
    column, players = f"{auction}_{table.seat}", table.rules.players

    def picked(start: int, size: int) -> NDArray[np.int64]:
        made = [table.play(start, size, stake) for stake in stakes]
        here = is_at(made[0], turn, auction, table.seat, players)
        return np.stack([rows[column][here] for rows in made], axis=1)

    return gathered(picked, first, number).astype(np.int64)


def choose(
    table: Table,
    auction: str,
    turn: str,
    stakes: Sequence[int],
    plan: Plan,
    pilot: NDArray[np.int64],
) -> int:
    """The stake that brings most at such a turn: of those not told from the best of the pilot the
    one that brings most in further worlds. Of equals the lowest; without worlds it passes."""
    if not len(pilot):
        return PASS
    best = int(np.argmax(pilot.sum(axis=0)))
    gaps = [mean_of(column) for column in (pilot - pilot[:, [best]]).T]
    near = [stake for stake, gap in zip(stakes, gaps, strict=True) if _is_near(gap)]
    if len(near) == 1 or (pilot == pilot[:, :1]).all():
        return near[0]
    more = brought(table, auction, turn, near, plan.spare, plan.more)
    return near[int(np.argmax(more.sum(axis=0)))]


def _is_near(gap: Difference) -> bool:
    """Whether a stake may be as good as the best, with a margin for having been chosen."""
    half = gap.high - gap.mean
    return gap.mean == 0 if np.isnan(half) else bool(gap.mean + 2 * half >= 0)


def chosen(
    table: Table, held: Sequence[str], stakes: Sequence[int], plan: Plan
) -> dict[str, dict[str, int]]:
    """The recommended first stake by auction in which one may be put down, and by turn."""
    if not held:
        return {}
    pilots: dict[str, list[NDArray[Any]]] = {auction: [] for auction in held}
    for stake in stakes:  # one stake serves both auctions, which know nothing of each other
        rows = table.play(0, plan.first, stake)
        for auction in held:
            pilots[auction].append(rows[f"{auction}_{table.seat}"].astype(np.int64))
    best: dict[str, dict[str, int]] = {}
    for auction in held:
        pilot, best[auction] = np.stack(pilots[auction], axis=1), {}
        for turn in turns_of(table.seat):
            here = is_at(rows, turn, auction, table.seat, table.rules.players)
            best[auction][turn] = choose(table, auction, turn, stakes, plan, pilot[here])
    return best


@dataclass
class Lines:
    """What becomes of an auction by its first stake, summed over worlds with such a turn."""

    auction: str
    turn: str
    seat: int
    players: int
    best: int
    stakes: list[int]
    n: int = 0
    counts: dict[int, dict[str, int]] = field(default_factory=dict)
    chips: dict[int, Mean] = field(default_factory=dict)
    more: dict[int, Mean] = field(default_factory=dict)
    behind: dict[int, Mean] = field(default_factory=dict)

    def add(self, rows: dict[int, np.ndarray]) -> None:
        """Add a block of worlds, by first stake."""
        name = f"{self.auction}_{self.seat}"
        here = is_at(rows[PASS], self.turn, self.auction, self.seat, self.players)
        column = {stake: rows[stake][name][here] for stake in self.stakes}
        self.n += int(np.count_nonzero(here))
        for stake in self.stakes:
            ends = self.counts.setdefault(stake, dict.fromkeys(_ENDS, 0))
            won = here & (rows[stake][f"{self.auction}_winner"] == self.seat)
            how = rows[stake][f"{self.auction}_how"]
            for end, words in _ENDS.items():
                ended = np.isin(how, [HOW.index(word) for word in words])
                ends[end] += int(np.count_nonzero(won & ended))
            for means, other in ((self.more, PASS), (self.behind, self.best)):
                means.setdefault(stake, Mean()).add(column[stake] - column[other])
            self.chips.setdefault(stake, Mean()).add(column[stake])

    def frame(self) -> pd.DataFrame:
        """A row a first stake."""
        return pd.DataFrame([self._row(stake) for stake in self.stakes])

    def _row(self, stake: int) -> dict[str, Any]:
        ends, behind = self.counts[stake], self.behind[stake].found()
        wins = sum(ends.values())
        return {
            "auction": self.auction,
            "turn": self.turn,
            "first_stake": stake,
            "n": self.n,
            "wins": wins,
            **share_columns("won", wins, self.n),
            **{end: count / self.n for end, count in ends.items()},
            **mean_columns("chips", self.chips[stake].found()),
            **mean_columns("more", self.more[stake].found()),
            **mean_columns("behind", behind),
            "tied": stake == self.best or not is_apart(behind),
        }


def arms(stakes: Sequence[int]) -> list[int]:
    """All first turns that are shown: the player's own, passing, and the stakes."""
    return [OWN, PASS, *stakes]
