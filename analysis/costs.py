"""What single cards gave away on open cards, and their sums with intervals by deal."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.clusters import means, shares, sums_by_cell
from analysis.decisions import Array, Positions
from analysis.intervals import ClusterSums
from analysis.judged import JudgedGames
from simcore.skat.rules import GRAND, NULL

LEVEL = 0.95
PER = 1000  # games turned are told per so many

_NUMBERS = np.arange(6)
GROUPS: dict[str, Array] = {  # by name, which contracts are counted together
    "trumps": _NUMBERS != NULL,
    "suit": _NUMBERS < GRAND,
    "Grand": _NUMBERS == GRAND,
    "Null": _NUMBERS == NULL,
}


@dataclass(frozen=True)
class Costs:
    """What some cards of judged games cost their own side, one entry a card.

    Attributes
    ----------
    games
        The games.
    game, step, contract, declares
        Of each card, see `Positions`.
    lost
        By how much it moved the value against its side, in card points; in Null 1 or 0.
    turned
        Whether it changed who wins on open cards.
    """

    games: JudgedGames
    game: Array
    step: Array
    contract: Array
    declares: Array
    lost: Array
    turned: Array

    @classmethod
    def of(cls, games: JudgedGames, at: Positions) -> Costs:
        """Costs of the cards played in some positions."""
        place = (at.game, at.step)
        change = games.change()[place]
        lost = np.where(at.declares, -change, change)
        return cls(games, at.game, at.step, at.contract, at.declares, lost, games.flips()[place])

    def by_game(self, numbers: Array, chosen: Array) -> Array:
        """Sums over the chosen cards of each game."""
        return np.bincount(self.game[chosen], numbers[chosen], len(self.games.rows))

    def cells(self, cell: Array, chosen: Array, cells: int, group: str) -> dict[str, Any]:
        """Columns of the chosen cards by cell, per game of a group and per card.

        Parameters
        ----------
        cell
            The cell of each card, 0 to `cells` - 1.
        chosen
            Which cards count, all of games of the group.
        cells
            Number of cells.
        group
            One of `GROUPS`.
        """
        games = self.games
        in_group = GROUPS[group][games.rows["contract"]]
        sizes = np.bincount(games.deal[in_group], minlength=games.deals)
        deal, label = games.deal[self.game[chosen]], cell[chosen]
        lost, turned = self.lost[chosen], self.turned[chosen]

        def per_game(totals: Array) -> ClusterSums:
            return sums_by_cell(label, deal, totals, cells, sizes)

        def per_card(totals: Array) -> ClusterSums:
            return sums_by_cell(label, deal, totals, cells)

        points = {
            **means("points", per_game(lost), LEVEL, least=0),
            **means("each", per_card(lost), LEVEL, least=0),
        }
        return {
            "games": np.full(cells, int(in_group.sum())),
            "cards": np.bincount(label, minlength=cells),
            **(without_data(points) if group == "Null" else points),
            **shares("costly", per_card(lost > 0), LEVEL),
            **means("turned", per_game(turned), LEVEL, factor=PER, least=0),
        }


def without_data(columns: dict[str, Any]) -> dict[str, Any]:
    """Columns of numbers that are not there: points of Null."""
    return {name: np.full(np.shape(column), math.nan) for name, column in columns.items()}
