"""Paired gains by holding, and the lowest holding from which they are above 0."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.optimize import isotonic_regression

from analysis.clusters import means, sums_by_cell
from analysis.poch.frames.scale import Ints, Scale

LEVEL = 0.95
FEW = 200  # deals below which a cell is not clear
TIMES = 400  # samples of the bootstrap
NEVER = "never"
NONE = "none"  # where bluffing is allowed, the class of those who hold nothing

Numbers = NDArray[np.float64]


class Gains(NamedTuple):
    """What was gained: the class of the holding, the chips, and the deal it was in.

    Attributes
    ----------
    cell, gain, deal
        An entry each a gain; those of one deal hang together.
    """

    cell: Ints
    gain: Ints
    deal: Ints


def gains(found: Gains, scale: Scale, seed: int) -> pd.DataFrame:
    """Mean gain by holding with its t interval, and from which holding on it is above 0.

    The means are smoothed to rise with the holding (isotonic regression weighted by n); what is
    sought is the lowest holding whose smoothed mean is above 0. "none" is no holding: a bluff may
    bring more than a weak holding does, so it is left out of the smoothing. The limits are
    percentiles of the same over samples of the deals drawn with replacement.

    Returns
    -------
    pandas.DataFrame
        A row a class: holding, n (gains), deals (they are of), gain, gain_low, gain_high (the deal
        as the unit), clear (n at least 200 and the interval leaves out 0), pays (it is the lowest
        that pays or above), pays_from, pays_from_low, pays_from_high (the lowest in words, "never"
        beyond the highest; the same in every row).
    """
    cells = len(scale)
    n = np.bincount(found.cell, minlength=cells)
    sums = sums_by_cell(found.cell, found.deal, found.gain, cells)
    columns: dict[str, Any] = {
        "holding": list(scale.names),
        "n": n,
        "deals": np.asarray(sums.clusters, np.int64),
    }
    told = pd.DataFrame(columns | means("gain", sums, LEVEL))
    least = int(scale.names[0] == NONE)
    lowest = least + lowest_paying(n[least:], np.asarray(sums.total)[least:])
    low, high = _limits(found, cells, least, seed)
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


def _limits(found: Gains, cells: int, least: int, seed: int) -> tuple[int, int]:
    """Percentiles of the lowest class over samples of the deals.

    Deals with the same gains count as one pattern: how often each is drawn is multinomial.
    """
    if not len(found.cell):
        return least, cells
    kinds, kind = np.unique(np.stack([found.cell, found.gain]), axis=1, return_inverse=True)
    number = kinds.shape[1]
    patterns, counts = np.unique(
        _by_deal(kind.ravel(), found.deal, number), axis=0, return_counts=True
    )
    size = int(counts.sum())
    drawn = np.random.default_rng(seed).multinomial(size, counts / size, TIMES)
    lowest = []
    for some in drawn:
        drawings = np.repeat(some, patterns.shape[1])
        n = np.bincount(patterns.ravel(), drawings, number + 1)[:number]
        totals = np.bincount(kinds[0], n * kinds[1], cells)
        often = np.bincount(kinds[0], n, cells)
        lowest.append(least + lowest_paying(often[least:], totals[least:]))
    tails = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
    low, high = np.quantile(lowest, tails, method="inverted_cdf")
    return int(low), int(high)


def _by_deal(kind: Ints, deal: Ints, empty: int) -> Ints:
    """The kinds of gains of each deal, rising, in a row filled up with `empty`."""
    _, place, sizes = np.unique(deal, return_inverse=True, return_counts=True)
    order = np.argsort(place, kind="stable")
    starts = np.cumsum(sizes) - sizes
    row = place[order]
    told = np.full((len(sizes), sizes.max()), empty, np.int64)
    told[row, np.arange(len(row)) - starts[row]] = kind[order]
    return np.sort(told, axis=1)


def _apart(told: pd.DataFrame) -> NDArray[np.bool_]:
    """Whether a mean is told apart from 0; deals that are all alike have no interval."""
    low, high, mean = (told[name].to_numpy() for name in ("gain_low", "gain_high", "gain"))
    alike = np.isnan(low) & (mean != 0) & ~np.isnan(mean)
    return np.asarray((low > 0) | (high < 0) | alike)
