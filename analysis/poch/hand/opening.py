"""The lowest holding with which opening pays, at a seat, for any hand that may be dealt there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.moments import Difference
from analysis.poch.hand.holdings import class_of, words_of
from analysis.poch.hand.means import mean_columns, mean_of
from analysis.poch.hand.stakes import PASS
from analysis.poch.hand.turns import is_faced
from analysis.poch.hand.worlds import DEALER, Table, gathered
from simcore.poch import RuleSet
from simcore.poch.rules import AUCTIONS

WORLDS = 1 << 15  # for choosing, and as many more that are shown
_FEWEST = 2


@dataclass(frozen=True)
class Opening:
    """What opening with the least stake brings more than passing, by holding.

    Attributes
    ----------
    auction
        "soket" or "sekans".
    holdings
        A row a holding, the lowest first: holding, n, gain (mean, t), opens.
    lowest
        The holding from which on opening brings most, None where it never pays. It was chosen in
        other worlds than those shown.
    gain
        What opening with it and all above brings more than always passing, a turn at which
        nobody has staked.
    """

    auction: str
    holdings: pd.DataFrame
    lowest: str | None
    gain: Difference


def openings(table: Table, least: int) -> dict[str, Opening]:
    """Where opening pays for the seat of a table; none for the dealer, who takes a circle on
    which nobody stakes whether he stakes or passes."""
    if table.seat == DEALER:
        return {}
    dealt = replace(table, hand=0, turn_up=0)
    chosen_in, shown_in = (_gains(dealt, least, first) for first in (0, WORLDS))
    return {
        auction: _opening(auction, chosen_in[:, number], shown_in[:, number], table.rules)
        for number, auction in enumerate(AUCTIONS)
    }


def _gains(table: Table, least: int, first: int) -> NDArray[np.int64]:
    """By world and auction: class of the holding (-1: no opening), chips more than by passing."""

    def picked(start: int, size: int) -> NDArray[np.int64]:
        passing, staking = (table.play(start, size, stake) for stake in (PASS, least))
        pairs = [_pair(passing, staking, auction, table) for auction in AUCTIONS]
        return np.stack(pairs, axis=1)

    return gathered(picked, first, WORLDS)


def _pair(
    passing: np.ndarray, staking: np.ndarray, auction: str, table: Table
) -> NDArray[np.int64]:
    """Of every world the class of what the seat holds and the gain by opening."""
    seat = table.seat
    held = class_of(passing[f"{auction}_key_{seat}"])
    opens = (held > 0) | bool(table.rules.bluff)
    opens &= ~is_faced(passing, auction, seat, table.rules.players)
    own = f"{auction}_{seat}"
    gain = staking[own].astype(np.int64) - passing[own]
    return np.stack([np.where(opens, held, -1), gain], axis=1)


def _opening(
    auction: str, pilot: NDArray[np.int64], fresh: NDArray[np.int64], rules: RuleSet
) -> Opening:
    lowest = _lowest(pilot)
    rows: list[dict[str, Any]] = []
    for held in np.unique(fresh[fresh[:, 0] >= 0, 0]):
        gains = fresh[fresh[:, 0] == held, 1]
        if len(gains) < _FEWEST:
            continue
        rows.append(
            {
                "holding": _words(auction, int(held), rules),
                "n": len(gains),
                **mean_columns("gain", mean_of(gains)),
                "opens": lowest is not None and held >= lowest,
            }
        )
    turns = fresh[fresh[:, 0] >= 0]
    all_above = np.where(turns[:, 0] >= (np.inf if lowest is None else lowest), turns[:, 1], 0)
    name = None if lowest is None else _words(auction, lowest, rules)
    return Opening(auction, pd.DataFrame(rows), name, mean_of(all_above))


def _lowest(pilot: NDArray[np.int64]) -> int | None:
    """The class from which on opening brings most in all."""
    classes = np.unique(pilot[pilot[:, 0] >= 0, 0])[::-1]
    sums = np.cumsum([pilot[pilot[:, 0] == held, 1].sum() for held in classes])
    if not len(sums) or sums.max() <= 0:
        return None
    return int(classes[int(np.argmax(sums))])


def _words(auction: str, held: int, rules: RuleSet) -> str:
    """A class in words: from four cards on without a rank."""
    words = words_of(auction, held, rules)
    if held >> 5 < 4:
        return words
    return words.rsplit(" ", 1)[0] + (" or more" if auction == AUCTIONS[1] else "")
