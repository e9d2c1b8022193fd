"""What a hand holds for the two auctions, and how that compares with any other hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.poch import RuleSet
from simcore.poch.chances import share_below
from simcore.poch.holdings import SIZE_SHIFT
from simcore.poch.pack import LANE, PACKS, SUITS
from simcore.poch.rulebook import sekans_of, soket_of
from simcore.poch.rules import AUCTIONS, FLUSH
from simcore.poch.strategies.words import sekans_words, soket_words


@dataclass(frozen=True)
class Holding:
    """What a hand holds for one auction.

    Attributes
    ----------
    auction
        "soket" or "sekans".
    key
        Its key without the mark of trumps; 0 for nothing.
    words
        Such as "pair K" or "run 3 Q".
    trump
        The chance that it has the trump card (of a run: is in the trump suit), 0 or 1 with the
        card turned up known.
    below
        The exact share of hands of the pack that hold less, equal ones counted half; nan of
        nothing.
    """

    auction: str
    key: int
    words: str
    trump: float
    below: float


def words_of(auction: str, key: int, rules: RuleSet) -> str:
    """A key in words."""
    if auction == AUCTIONS[0]:
        return soket_words(key)
    return sekans_words(key, rules.sekans == FLUSH)


def holdings_of(hand: int, turn_up: int, rules: RuleSet) -> dict[str, Holding]:
    """What a hand holds, over every card that may be turned up."""
    pack = PACKS[rules.pack]
    cards = [1 << bit for bit in pack.bits_of(turn_up or pack.all_cards & ~hand)]
    suits = [SUITS[(card.bit_length() - 1) // LANE] for card in cards]
    below = share_below(rules.pack, rules.sekans)
    found = {}
    for number, (auction, key_of) in enumerate(zip(AUCTIONS, (soket_of, sekans_of), strict=True)):
        by_suit = {suit: key_of(hand, suit, rules) for suit in sorted(set(suits))}
        keys = np.array([by_suit[suit] for suit in suits])
        key = int(keys[0]) & ~1
        share = float(below[number, keys].mean()) if key else np.nan
        words = words_of(auction, key, rules)
        found[auction] = Holding(auction, key, words, float((keys & 1).mean()), share)
    return found


def is_best(rows: np.ndarray, auction: str, seat: int, players: int) -> NDArray[np.bool_]:
    """Whether a seat would win if all showed: it holds something, and nobody more; of equals the
    nearest to the dealer's left wins. Seats are counted from the dealer."""
    own = rows[f"{auction}_key_{seat}"]
    best = own > 0
    for other in range(players):
        if other != seat:
            theirs = rows[f"{auction}_key_{other}"]
            best &= (
                own >= theirs if _place(seat, players) < _place(other, players) else own > theirs
            )
    return np.asarray(best)


def _place(seat: int, players: int) -> int:
    """How far behind the dealer's left neighbour a seat is."""
    return (seat - 1) % players


def class_of(key: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Keys without the mark of trumps, all of four cards or more as one."""
    plain = key.astype(np.int64) & ~1
    return np.asarray(np.minimum(plain, 4 << SIZE_SHIFT))
