"""Holdings of an auction from the lowest to the highest, as classes with names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcore.poch import RuleSet
from simcore.poch.chances import sekans_counts, soket_counts
from simcore.poch.holdings import SIZE_SHIFT
from simcore.poch.pack import LOWEST, RANKS, hands_of
from simcore.poch.rules import FLUSH, HAND, SEKANS, SOKET
from simcore.poch.strategies.words import sekans_words, soket_words

Ints = NDArray[np.int64]

LARGEST = {SOKET: 4, SEKANS: HAND}  # a quad, a run of all six cards
_POOLED = {SOKET: 3, SEKANS: 4}  # from this size on a coarse scale tells no more
_POOLED_NAMES = {SOKET: "triple or quad", SEKANS: "4 or more"}


@dataclass(frozen=True)
class Scale:
    """Classes of holdings, rising.

    Attributes
    ----------
    keys
        The least key of each class; below the first there is no class.
    names
        In words.
    """

    keys: Ints
    names: tuple[str, ...]

    def classes(self, keys: NDArray[Any]) -> Ints:
        """The class of each key, -1 below the first."""
        return np.searchsorted(self.keys, keys, side="right") - 1

    def __len__(self) -> int:
        return len(self.names)


def full(auction: int, rules: RuleSet) -> Scale:
    """A class a size and rank, "none" the first; the trump card makes no difference."""
    sizes = range(2, LARGEST[auction] + 1)
    keys = [key for size in sizes for key in _of_size(auction, size, rules)]
    return Scale(np.array([0, *keys]), ("none", *(_word(auction, key, rules) for key in keys)))


def coarse(auction: int, rules: RuleSet) -> Scale:
    """The same with the strongest in one class: triples and quads, runs of four and more.

    "none" is the first class only where bluffing is allowed.
    """
    keys = [k for size in range(2, _POOLED[auction]) for k in _of_size(auction, size, rules)]
    names = [_word(auction, key, rules) for key in keys]
    kind = f"{_kind(rules)} " if auction == SEKANS else ""
    keys.append(_POOLED[auction] << SIZE_SHIFT)
    names.append(kind + _POOLED_NAMES[auction])
    if rules.bluff:
        keys, names = [0, *keys], ["none", *names]
    return Scale(np.array(keys), tuple(names))


def frequencies(auction: int, rules: RuleSet) -> NDArray[np.float64]:
    """The exact share of hands in each class of the full scale."""
    pack, kind = rules.pack, rules.sekans
    counts = soket_counts(pack) if auction == SOKET else sekans_counts(pack, kind)
    # below a class lies whatever has a lower key, trump or not
    below = np.concatenate([[0], counts])[full(auction, rules).keys]
    return np.diff(below, append=counts[-1]) / hands_of(pack)


def _of_size(auction: int, size: int, rules: RuleSet) -> list[int]:
    """The keys of a size, without trump: a run of three ends at the third rank or above."""
    least = LOWEST[rules.pack] + (size - 1 if auction == SEKANS else 0)
    return [size << SIZE_SHIFT | rank << 1 for rank in range(least, len(RANKS))]


def _kind(rules: RuleSet) -> str:
    return "flush" if rules.sekans == FLUSH else "run"


def _word(auction: int, key: int, rules: RuleSet) -> str:
    flush = rules.sekans == FLUSH
    return soket_words(key) if auction == SOKET else sekans_words(key, flush)
