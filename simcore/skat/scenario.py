"""Scenarios: deals with some cards known, or with the game forced on a declarer."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from simcore.cards import PACK, check_set, parse
from simcore.checks import shown, yes
from simcore.deal import SKAT, check_deal, check_known
from simcore.skat.auction import legal_bids
from simcore.skat.play import Forced
from simcore.skat.rulebook import check_bid, check_declaration
from simcore.skat.rules import CONTRACTS, SEATS, RuleSet, contract_number, seat_number
from simcore.skat.value import declaration

_NOT_FORCED = -1
FREE = Forced(_NOT_FORCED, 0, _NOT_FORCED, _NOT_FORCED, 0, 0, 0)
_PLACES = (*SEATS, "skat")
_SIZES = (10, 10, 10, 2)


def place_number(place: int | str) -> int:
    """Number of a place that holds cards: a seat 0..2, or 3 for the skat.

    Raises
    ------
    ValueError
        It is neither a seat nor the skat.
    """
    if str(place).strip().lower() == "skat":
        return SKAT
    try:
        return seat_number(place)
    except ValueError:
        raise ValueError(
            f"unknown place {shown(place)}: forehand, middlehand, rearhand (or 0, 1, 2) or skat"
        ) from None


@dataclass(frozen=True)
class Scenario:
    """What is known or forced in every deal of a run.

    Parameters
    ----------
    known
        Cards of seats (0..2 or names) or of "skat": card sets or text in `iss` notation. They may
        be fewer than ten (two for the skat); the rest is dealt uniformly.
    declarer
        Seat that plays, without an auction.
    contract, hand, announced
        The game it must play: one of D H S C G N, from the hand or not, and announcements. Left
        out, the player decides; a contract without `hand` is played with the skat.
    bid
        The bid it plays at, a legal one; the lowest by default.
    deals
        Whole deals to be played instead of random ones: the cards of forehand, middlehand and
        rearhand and the skat, as sets. Deal number k of the run is deals[k]; a deal all pass on is
        not dealt again.
    """

    known: Mapping[int | str, int | str] = field(default_factory=dict)
    declarer: int | str | None = None
    contract: str | None = None
    hand: bool | None = None
    announced: Sequence[str] = ()
    bid: int | None = None
    deals: Sequence[Sequence[int]] = ()

    def given_deals(self) -> np.ndarray:
        """The whole deals, int64, shape (number, 4).

        Raises
        ------
        ValueError
            A deal is not the 32 cards in hands of ten and a skat of two, or cards are known too.
        """
        deals = _array_of(self.deals)
        if len(deals) and self.known:
            raise ValueError("deals are given whole, no more cards can be known")
        return deals

    def known_cards(self) -> np.ndarray:
        """Known cards of the three seats and the skat, int64, shape (4,).

        Raises
        ------
        ValueError
            A place is unknown, or holds too many cards, or a card is known twice.
        """
        if not isinstance(self.known, Mapping):
            raise ValueError(f"known {self.known!r}: a mapping from places to cards")
        sets = [0, 0, 0, 0]
        for place, cards in self.known.items():
            number = place_number(place)
            held = parse(cards) if isinstance(cards, str) else check_set(cards)
            if sets[number]:
                raise ValueError(f"cards of {_PLACES[number]} are given twice")
            sets[number] = held
        return check_known(sets)

    def forced(self, rules: RuleSet) -> Forced:
        """What is forced, for the kernel.

        Raises
        ------
        ValueError
            Something is forced without a declarer, the bid is not legal, or the game may not be
            declared.
        """
        if self.declarer is None:
            asked = {
                "contract": self.contract,
                "hand": self.hand,
                "announced": self.announced or None,
                "bid": self.bid,
            }
            for name, value in asked.items():
                if value is not None:
                    raise ValueError(f"forced {name} {shown(value)}: a declarer must be forced too")
            return FREE
        if self.hand is not None:
            yes("forced hand", self.hand)
        bid = check_bid(legal_bids(rules)[0] if self.bid is None else self.bid, rules)
        seat = seat_number(self.declarer)
        if self.contract is None:
            if self.announced:
                raise ValueError(f"announcements {self.announced!r} need a contract")
            hand = _NOT_FORCED if self.hand is None else int(self.hand)
            return FREE._replace(declarer=seat, bid=bid, hand=hand)
        contract = contract_number(self.contract)
        hand = int(bool(self.hand))
        check_declaration(
            CONTRACTS[contract], rules=rules, bid=bid, hand=bool(hand), announced=self.announced
        )
        game = declaration(contract, bool(hand), self.announced)
        return Forced(seat, bid, contract, hand, game.schneider, game.schwarz, game.ouvert)

    def words(self) -> dict[str, Any]:
        """The scenario for the manifest: plain JSON, cards as numbers by place."""
        known = {
            place: int(cards)
            for place, cards in zip(_PLACES, self.known_cards(), strict=True)
            if cards
        }
        deals = self.given_deals()
        given = {"deals": _pack_deals(deals)} if len(deals) else {}
        return {
            **given,
            "known": known,
            "declarer": None if self.declarer is None else SEATS[seat_number(self.declarer)],
            "contract": self.contract and CONTRACTS[contract_number(self.contract)],
            "hand": None if self.hand is None else bool(self.hand),
            "announced": [word] if isinstance(word := self.announced, str) else list(word),
            "bid": None if self.bid is None else int(self.bid),
        }

    @classmethod
    def from_words(cls, words: Mapping[str, Any]) -> Scenario:
        """The scenario of a manifest."""
        given = {"deals": _unpack_deals(words["deals"])} if "deals" in words else {}
        return cls(**{**words, "announced": tuple(words["announced"]), **given})


def _array_of(deals: Any) -> np.ndarray:
    """Whole deals as an array, checked; see `Scenario.given_deals`."""
    if not isinstance(deals, Sequence | np.ndarray) or isinstance(deals, str | bytes):
        raise ValueError(f"deals {shown(deals)}: a list of deals, each four sets of cards")
    try:
        sets = np.array(deals, dtype=np.int64).reshape(len(deals), 4)
        whole = (np.bitwise_count(sets) == _SIZES).all(axis=1)
        whole &= np.bitwise_or.reduce(sets, axis=1) == PACK
        odd = np.flatnonzero(~whole)[:1].tolist()
    except (OverflowError, TypeError, ValueError):
        odd = list(range(len(deals)))
    for number in odd:  # the check in words names what is wrong
        check_deal(number, deals[number])
    return sets


def _pack_deals(deals: np.ndarray) -> str:
    """Whole deals as text: four bytes a hand, the skat is what is left."""
    return base64.b64encode(deals[:, :SKAT].astype("<u4").tobytes()).decode()


@lru_cache(maxsize=2)
def _unpack_deals(text: str) -> np.ndarray:
    """Whole deals from their text, int64, shape (number, 4).

    Raises
    ------
    ValueError
        It is none.
    """
    try:
        hands = np.frombuffer(base64.b64decode(text, validate=True), "<u4").reshape(-1, SKAT)
    except (binascii.Error, TypeError, ValueError) as error:
        raise ValueError(f"scenario: deals are unreadable: {error}") from None
    known = hands.astype(np.int64)
    return np.column_stack([known, PACK ^ np.bitwise_xor.reduce(known, axis=1)])
