"""Trump splits between the defenders: how likely each is, how often suit games meet and win it."""

from __future__ import annotations

from math import comb
from typing import Any

import pandas as pd

from analysis.clusters import shares
from analysis.frames import NoDataError
from analysis.frames.cells import SUIT_GAMES, on_grid, widened, win_cells
from analysis.load import Log
from analysis.ratios import ratios
from simcore.batch import OnProgress

MISSING = (4, 5, 6)
LEVEL = 0.95
_HAND, _BOTH = 10, 20  # cards of a defender, of both
_NEXT = "CASE declarer WHEN 0 THEN hand_middlehand WHEN 1 THEN hand_rearhand ELSE hand_forehand END"


def probability(missing: int, longer: int) -> float:
    """Chance that of the trumps two defenders hold together one has so many, the other the rest.

    Hypergeometric: each defender has 10 of the 20 cards the declarer does not know of.
    """
    ways = comb(missing, longer) * comb(_BOTH - missing, _HAND - longer)
    return (1 if 2 * longer == missing else 2) * ways / comb(_BOTH, _HAND)


def frame(
    log: Log, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> pd.DataFrame:
    """Win rates of suit games by how the missing trumps lie.

    Missing are the trumps out of the declarer's ten cards and the skat: what he has put away, or
    left in the skat of a hand game, is his.

    Parameters
    ----------
    log
        The log of a run.
    threads, on_progress
        Not needed: the log tells all.

    Returns
    -------
    pandas.DataFrame
        One row a split of 4, 5 and 6 missing trumps: missing, longer (trumps of the defender who
        has more), split ("3-1"), probability (exact), of_n (games with so many missing), share,
        share_low, share_high (of these, so split; Wilson), and the columns of `cells.win_cells`.

    Raises
    ------
    NoDataError
        No suit game with 4, 5 or 6 trumps missing was played.
    """
    columns = _columns(log)
    where = f"{SUIT_GAMES} AND missing IN {MISSING}"
    found = on_grid(log, win_cells(log, list(columns), where, columns), _grid())
    if not found["n"].sum():
        raise NoDataError("no suit game with 4 to 6 trumps missing was played")
    return found.merge(_shares(log, columns), on=["missing", "longer"])


def _columns(log: Log) -> dict[str, str]:
    """SQL of the missing trumps and of how many the defender with more of them has."""
    jacks = log.manifest["settings"]["rules"]["jacks_trump"]
    behind = f"trumps({_NEXT}, contract)"
    return {
        "missing": f"{11 if jacks else 8} - trumps_12",
        "longer": f"greatest({behind}, missing - {behind})",
    }


def _splits() -> list[tuple[int, int]]:
    return [(missing, longer) for missing in MISSING for longer in range(missing + 1)
            if 2 * longer >= missing]  # fmt: skip


def _grid() -> pd.DataFrame:
    """Every split with its exact probability."""
    return pd.DataFrame(
        [
            {"missing": missing, "longer": longer, "split": f"{longer}-{missing - longer}",
             "probability": probability(missing, longer)}
            for missing, longer in _splits()
        ]
    )  # fmt: skip


def _shares(log: Log, columns: dict[str, str]) -> pd.DataFrame:
    """How often the trumps lay so in the games played."""
    measures = {
        f"{missing} {longer}": (f"{SUIT_GAMES} AND missing = {missing}", f"longer = {longer}")
        for missing, longer in _splits()
    }
    sums = ratios(widened(log, columns), measures, clustered=log.rotated)
    rows: list[dict[str, Any]] = []
    for (missing, longer), found in zip(_splits(), sums.values(), strict=True):
        told = shares("share", found, LEVEL)
        rows.append({"missing": missing, "longer": longer, "of_n": found.size, **told})
    return pd.DataFrame(rows).astype({"of_n": "int64"})
