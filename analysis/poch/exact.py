"""The exact share of every best set and longest run among hands of six cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from simcore.poch.chances import sekans_counts, soket_counts
from simcore.poch.holdings import SIZE_SHIFT
from simcore.poch.pack import RANKS, hands_of
from simcore.poch.rules import AUCTIONS, RuleSet

# What a hand dealt at random tells by itself; trumps depend on the card turned up.
COLUMNS = {auction: (f"{auction}_size", f"{auction}_rank") for auction in AUCTIONS}


def auction_of(by: Sequence[str]) -> str | None:
    """The auction whose holdings, and nothing else, make the cells of these columns."""
    return next((name for name, columns in COLUMNS.items() if set(by) <= set(columns)), None)


def shares(auction: str, by: Sequence[str], rules: RuleSet) -> pd.DataFrame:
    """Exact share of hands by size, rank or both.

    Parameters
    ----------
    auction
        "soket" or "sekans".
    by
        Columns `size` and `rank` of that auction.
    rules
        The rules: they name the pack, and what a sekans is.

    Returns
    -------
    pandas.DataFrame
        The `by` columns and `exact`, 0 to 1; hands without a holding have size 0 and no rank.
    """
    if auction == "soket":
        counts = soket_counts(rules.pack)
    else:
        counts = sekans_counts(rules.pack, rules.sekans)
    hands = np.diff(counts, prepend=0)
    keys = np.flatnonzero(hands)
    size, rank = COLUMNS[auction]
    holdings = pd.DataFrame(
        {
            size: keys >> SIZE_SHIFT,
            rank: [RANKS[key >> 1 & 15] if key else None for key in keys.tolist()],
            "exact": hands[keys] / hands_of(rules.pack),
        }
    )
    return holdings.groupby(list(by), dropna=False, sort=False)[["exact"]].sum().reset_index()
