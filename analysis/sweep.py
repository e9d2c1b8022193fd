"""Many settings of a player on the same deals, among the same others: sums by part of the deals.

A setting sits alone among two of an opponent, on every deal from all three seats, and so with each
opponent of a mix in turn. Where it plays as the opponent does, one rotation says all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from analysis.clock import Clock
from analysis.intervals import clustered_wilson
from analysis.moments import Difference, Ints, Moments
from analysis.split import PARTS, part_of
from simcore import rows
from simcore.batch import OnProgress
from simcore.skat import Player
from simcore.skat.lists import series_points
from simcore.skat.rules import CONTRACTS, NULL, SEATS

LIST_DEALS = 36
BLOCK_DEALS = 1 << 14  # played at a time; memory does not grow with the deals
LEVEL = 0.95
GAMES = CONTRACTS[: NULL + 1]
_TURNS = 3


@dataclass
class Sums:
    """What is kept of the settings on some deals.

    Attributes
    ----------
    points
        List points of each setting, columns "0", "1", ...: per deal the sum over opponents and
        seats, a whole number.
    counts
        Of each setting, per deal: hands dealt, declared, won, and declared by contract.
    """

    points: Moments = field(default_factory=Moments)
    counts: list[Moments] = field(default_factory=list)


@dataclass(frozen=True)
class Sweep:
    """Settings played on common deals; places of settings are those of `players`.

    Attributes
    ----------
    players
        A player a setting.
    others
        The mix, each with equal weight.
    sums
        By part of the deals, see `analysis.split`.
    """

    players: Sequence[Player]
    others: Sequence[Player]
    sums: Mapping[str, Sums]

    def deals(self, part: str) -> int:
        """Deals of a part."""
        return self.sums[part].points.n

    def points(self, part: str, one: int, less: int | None = None) -> Difference:
        """List points a deal and seat of a setting, or what it has more than another."""
        weights = Counter({str(one): 1})
        if less is not None:
            weights[str(less)] -= 1
        return self.sums[part].points.form(weights, _TURNS * len(self.others), LEVEL)

    def share(self, part: str, one: int, what: str, of: str) -> dict[str, float]:
        """A share with its denominator and Wilson limits, the deal as the cluster."""
        counts = self.sums[part].counts[one]
        n, of_n = counts.total(what), counts.total(of)
        low, high = clustered_wilson(counts.ratio(what, of), LEVEL)
        rate = n / of_n if of_n else np.nan
        return {"n": n, "of_n": of_n, "rate": rate, "low": float(low), "high": float(high)}


def alike(one: Player, other: Player) -> bool:
    """Whether two players differ in nothing but the name."""
    return one.model_copy(update={"name": other.name}) == other


# ---- from rows to whole numbers a deal ----------------------------------------------------------


def _lone(turns: int) -> Ints:
    """Which hands of a deal's rotations are the setting's, (turns x 3,), in the order of the rows.

    In rotation k seat s is player (s + k) % 3, and the setting is player 0. In one rotation of
    three that are alike every hand is.
    """
    if turns == 1:
        return np.ones(_TURNS, dtype=np.int64)
    seat, turn = np.arange(3), np.arange(_TURNS)[:, None]
    return np.asarray((seat + turn) % 3 == 0, dtype=np.int64).ravel()


def hands_of(made: Any, turns: int, scoring: str) -> dict[str, Ints]:
    """What the setting has of each deal, summed over its hands, by name.

    Parameters
    ----------
    made
        Rows of whole deals, `turns` a deal, the setting as player 0.
    turns
        3, or 1 where all three are alike.
    scoring
        "plain" or "seeger_fabian".

    Returns
    -------
    dict
        Arrays (deals,): points, dealt (hands, those thrown in before them too), declared, won, and
        declared games of each contract.
    """
    scores = np.stack([made[f"score_{seat}"] for seat in SEATS], axis=1).astype(np.int64)
    declarer = made["declarer"].astype(np.int64)
    own = declarer[:, None] == np.arange(3)
    dealt = np.broadcast_to(1 + made["thrown_in"].astype(np.int64)[:, None], own.shape)
    seats: dict[str, Any] = {
        "points": series_points(scores[:, None], declarer[:, None], scoring),
        "dealt": dealt,
        "declared": own,
        "won": own & made["won"][:, None],
    }
    for number, contract in enumerate(GAMES):
        seats[contract] = own & (made["contract"] == number)[:, None]
    mask = _lone(turns)
    return {name: numbers.reshape(-1, mask.size) @ mask for name, numbers in seats.items()}


# ---- playing ------------------------------------------------------------------------------------


def blocks(first: int, deals: int) -> Iterator[tuple[int, int]]:
    """Blocks as (first deal, number)."""
    for start in range(first, first + deals, BLOCK_DEALS):
        yield start, min(BLOCK_DEALS, first + deals - start)


def _total(found: Sequence[Mapping[str, Ints]]) -> dict[str, Ints]:
    """Columns added up over the opponents."""
    return {name: np.sum([one[name] for one in found], axis=0) for name in found[0]}


def play(
    players: Sequence[Player],
    others: Sequence[Player],
    *,
    deals: int,
    first: int,
    scoring: str,
    settings: Mapping[str, Any],
    on_progress: OnProgress | None = None,
) -> Sweep:
    """Play all settings on the same deals.

    Parameters
    ----------
    players
        A player a setting.
    others
        The mix of opponents.
    deals, first
        Deals `first` to `first + deals - 1`.
    scoring
        What points are counted in: "plain" or "seeger_fabian".
    settings
        Rules, seed and threads of `simcore.rows`.
    on_progress
        Called with a `Progress` in deals of the sweep.

    Returns
    -------
    Sweep
    """
    turns = [[1 if alike(player, other) else _TURNS for other in others] for player in players]
    clock = Clock(deals, on_progress, sum(map(sum, turns)))

    def table(setting: int, other: int, start: int, number: int) -> dict[str, Ints]:
        """One setting among two of an opponent, over a block."""
        of_deal = turns[setting][other]
        same = of_deal == 1
        seated = [others[other] if same else players[setting], others[other], others[other]]
        made = rows(
            players=seated, rotate=not same, first=start, deals=number,
            on_progress=clock.stretch(of_deal), **settings,
        )  # fmt: skip
        clock.done += len(made)
        return hands_of(made, of_deal, scoring)

    sums = {part: Sums(counts=[Moments() for _ in players]) for part in PARTS}
    for start, number in blocks(first, deals):
        _add_block(sums, start, number, len(players), len(others), table)
    return Sweep(players, others, sums)


def _add_block(
    sums: Mapping[str, Sums],
    start: int,
    number: int,
    settings: int,
    others: int,
    table: Callable[[int, int, int, int], Mapping[str, Ints]],
) -> None:
    """Play a block with every setting and add it to the sums of its parts."""
    places = part_of(np.arange(start, start + number))
    chosen = {part: places == place for place, part in enumerate(PARTS)}
    points = {}
    for setting in range(settings):
        hands = _total([table(setting, other, start, number) for other in range(others)])
        points[str(setting)] = hands.pop("points")
        for part, mine in chosen.items():
            sums[part].counts[setting].add({name: of[mine] for name, of in hands.items()})
    for part, mine in chosen.items():
        sums[part].points.add({name: of[mine] for name, of in points.items()})
