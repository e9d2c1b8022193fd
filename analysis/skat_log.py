"""The log of a Skat run: what its rows tell of the declarer, win rates and lists."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from analysis import features, lists, poststratify, winrate
from analysis.log import Log
from simcore import Run

# With rotation k the seat s is held by player (s + k) % 3.
DERIVED = {
    "player": "CASE WHEN declarer < 0 THEN -1 ELSE (declarer + rotation) % 3 END",
    "declarer_seat": "CASE declarer WHEN 0 THEN 'forehand' WHEN 1 THEN 'middlehand'"
    " WHEN 2 THEN 'rearhand' ELSE 'none' END",
    "played": "declarer >= 0",
}


class SkatLog(Log):
    """The log of a Skat run.

    The view `deals` has three derived columns: `player` (0..2 by number of the player who declared,
    -1 when nobody did), `declarer_seat` (forehand, middlehand, rearhand, none) and `played`
    (somebody declared: not in a Ramsch, not passed in), and what the declarer's cards and the bid
    tell (`meanings`; NULL when nobody declared). Deals thrown in have no rows of their own.

    Attributes
    ----------
    meanings
        What the columns derived from cards and bid count, by name.
    """

    def __init__(self, run: Run) -> None:
        jacks_trump = bool(run.settings["rules"]["jacks_trump"])
        derived = features.columns(jacks_trump)
        self.meanings = {name: feature.meaning for name, feature in derived.items()}
        super().__init__(
            run,
            told=DERIVED,
            reckoned={name: feature.sql for name, feature in derived.items()},
            macros=features.macros(jacks_trump),
        )

    def win_rate(
        self,
        by: Iterable[str] = (),
        where: str | None = None,
        per: str = "played",
        level: float = 0.95,
        weights: str | None = None,
        shrink: bool = False,
    ) -> pd.DataFrame:
        """Win rate and mean score of the declarer, with intervals; see `winrate.win_rate`."""
        if weights is not None:
            poststratify.check(weights, self.query, self.manifest["settings"])
        return winrate.win_rate(
            self.query,
            self.columns,
            clustered=self.rotated,
            by=by,
            where=where,
            per=per,
            level=level,
            weights=weights,
            shrink=shrink,
        )

    def lists(
        self, deals: int = 36, table: int = 3, limit: int | None = None, level: float = 0.95
    ) -> pd.DataFrame:
        """What lists (series of deals) come to, by system and member; see `lists.list_results`."""
        return lists.list_results(
            self.query,
            self.manifest["settings"],
            self.n_deals,
            deals=deals,
            table=table,
            limit=limit,
            level=level,
        )
