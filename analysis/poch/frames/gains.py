"""Paired gains by holding, and the lowest holding from which they are above 0."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from analysis.clusters import means
from analysis.intervals import ClusterSums
from analysis.poch.frames.scale import Ints, Scale

LEVEL = 0.95
FEW = 200  # deals below which a cell is not clear
TIMES = 400  # samples of the bootstrap
NEVER = "never"

Numbers = NDArray[np.float64]


class Gains(NamedTuple):
    """What deals gained: the class of the holding and the chips, an entry a deal."""

    cell: Ints
    gain: Ints


def gains(found: Gains, scale: Scale, seed: int) -> pd.DataFrame:
    """Mean gain by holding with its t interval, and from which holding on it is above 0.

    The means are smoothed to rise with the holding (isotonic regression weighted by n); what is
    sought is the lowest holding whose smoothed mean is above 0. Its limits are percentiles of the
    same over samples of the deals drawn with replacement.

    Returns
    -------
    pandas.DataFrame
        A row a class: holding, n, gain, gain_low, gain_high, clear (n at least 200 and the interval
        leaves out 0), pays (it is the lowest that pays or above), pays_from, pays_from_low,
        pays_from_high (the lowest in words, "never" beyond the highest; the same in every row).
    """
    cells = len(scale)
    n = np.bincount(found.cell, minlength=cells)
    total, squares = (
        np.bincount(found.cell, found.gain.astype(np.float64) ** power, cells) for power in (1, 2)
    )
    columns: dict[str, Any] = {"holding": list(scale.names), "n": n}
    told = pd.DataFrame(columns | means("gain", ClusterSums.singles(n, total, squares), LEVEL))
    lowest = lowest_paying(n, total)
    low, high = _limits(found, cells, seed)
    words = [*scale.names, NEVER]
    return told.assign(
        clear=(n >= FEW) & _apart(told),
        pays=np.arange(cells) >= lowest,
        pays_from=words[lowest],
        pays_from_low=words[low],
        pays_from_high=words[high],
    )


def lowest_paying(n: NDArray[Any], total: NDArray[Any]) -> int:
    """The lowest class whose smoothed mean is above 0; their number where none is.

    Parameters
    ----------
    n, total
        By class, deals and the sum of their gains.
    """
    held = np.flatnonzero(n > 0)
    if not len(held):
        return len(n)
    smooth = isotonic_regression(total[held] / n[held], weights=n[held]).x
    above = np.flatnonzero(smooth > 0)
    return int(held[above[0]]) if len(above) else len(n)


def _limits(found: Gains, cells: int, seed: int) -> tuple[int, int]:
    """Percentiles of the lowest class over samples of the deals.

    Deals alike in class and gain count as one kind: how often each kind is drawn is multinomial.
    """
    if not len(found.cell):
        return 0, cells
    kinds, counts = np.unique(np.stack([found.cell, found.gain]), axis=1, return_counts=True)
    size = int(counts.sum())
    drawn = np.random.default_rng(seed).multinomial(size, counts / size, TIMES)
    lowest = [
        lowest_paying(
            np.bincount(kinds[0], some, cells), np.bincount(kinds[0], some * kinds[1], cells)
        )
        for some in drawn
    ]
    tails = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
    low, high = np.quantile(lowest, tails, method="inverted_cdf")
    return int(low), int(high)


def _apart(told: pd.DataFrame) -> NDArray[np.bool_]:
    """Whether a mean is told apart from 0; deals that are all alike have no interval."""
    low, high, mean = (told[name].to_numpy() for name in ("gain_low", "gain_high", "gain"))
    alike = np.isnan(low) & (mean != 0) & ~np.isnan(mean)
    return np.asarray((low > 0) | (high < 0) | alike)
