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
from simcore.skat.auction import legal_bids
from simcore.skat.dealing import SKAT, check_deal, check_known
from simcore.skat.play import FORCED
from simcore.skat.rulebook import check_bid, check_declaration
from simcore.skat.rules import CONTRACTS, SEATS, RuleSet, contract_number, seat_number
from simcore.skat.value import declaration

_NOT_FORCED = -1
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


def _forced(**what: int) -> np.ndarray:
    """What is forced, shape (1,); the rest is left to the players."""
    forced = np.zeros(1, FORCED)
    for name in ("declarer", "bidder", "contract", "hand"):
        forced[name] = _NOT_FORCED
    for name, number in what.items():
        forced[name] = number
    return forced


FREE = _forced()


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
        The bid it plays at, a legal one; the lowest by default. Of a bidder: how high it goes.
    bidder
        Seat that bids up to `bid` and no further, whatever it holds; the others bid their cards.
    discard
        The two cards the declarer puts away, of the twelve that the known cards or whole deals
        give it: a set or text in `iss` notation. Needs a contract.
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
    bidder: int | str | None = None
    discard: int | str | None = None
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

    def forced(self, rules: RuleSet) -> np.ndarray:
        """What is forced, for the kernel: a structured array of shape (1,).

        Raises
        ------
        ValueError
            Something is forced without a declarer, the bid is not legal, the game may not be
            declared, or the declarer cannot put these cards away.
        """
        if self.bidder is not None:
            return self._forced_bidder(rules)
        if self.declarer is None:
            self._refuse("contract", "hand", "announced", "bid", "discard")
            return FREE
        if self.hand is not None:
            yes("forced hand", self.hand)
        bid = check_bid(legal_bids(rules)[0] if self.bid is None else self.bid, rules)
        seat = seat_number(self.declarer)
        if self.contract is None:
            if self.announced:
                raise ValueError(f"announcements {self.announced!r} need a contract")
            if self.discard is not None:
                raise ValueError(f"discard {shown(self.discard)} needs a contract")
            hand = _NOT_FORCED if self.hand is None else int(self.hand)
            return _forced(declarer=seat, bid=bid, hand=hand)
        contract = contract_number(self.contract)
        hand = int(bool(self.hand))
        check_declaration(
            CONTRACTS[contract], rules=rules, bid=bid, hand=bool(hand), announced=self.announced
        )
        game = declaration(contract, bool(hand), self.announced)
        return _forced(
            declarer=seat,
            bid=bid,
            contract=contract,
            hand=hand,
            schneider=game.schneider,
            schwarz=game.schwarz,
            ouvert=game.ouvert,
            discard=self._put_away(seat),
        )

    def _refuse(self, *names: str, needs: str = "a declarer must be forced too") -> None:
        """Refuse what makes no sense here, by its name."""
        for name in names:
            value = getattr(self, name)
            if value is not None and value != ():
                raise ValueError(f"forced {name} {shown(value)}: {needs}")

    def _forced_bidder(self, rules: RuleSet) -> np.ndarray:
        """A seat that bids up to a value: no more than that is forced."""
        self._refuse(
            "declarer", "contract", "hand", "announced", "discard",
            needs="a bidder is forced, who plays as it will",
        )  # fmt: skip
        if self.bidder is None or self.bid is None:
            raise ValueError(f"bidder {shown(self.bidder)} needs a bid: how high it goes")
        return _forced(bidder=seat_number(self.bidder), bid=check_bid(self.bid, rules))

    def _put_away(self, seat: int) -> int:
        """The set put away, 0 if the player decides; checked against the declarer's twelve."""
        if self.discard is None:
            return 0
        if self.hand:
            raise ValueError(f"discard {shown(self.discard)}: in a hand game the skat stays")
        cards = parse(self.discard) if isinstance(self.discard, str) else check_set(self.discard)
        if cards.bit_count() != 2:
            raise ValueError(f"discard {shown(self.discard)}: {cards.bit_count()} cards, wanted 2")
        deals = self.given_deals()
        held = deals if len(deals) else self.known_cards()[None]
        if np.any(cards & ~(held[:, seat] | held[:, SKAT])):
            raise ValueError(
                f"discard {shown(self.discard)}: not both among the known cards of {SEATS[seat]} "
                "and the skat"
            )
        return cards

    def words(self) -> dict[str, Any]:
        """The scenario for the manifest: plain JSON, cards as numbers by place."""
        known = {
            place: int(cards)
            for place, cards in zip(_PLACES, self.known_cards(), strict=True)
            if cards
        }
        deals = self.given_deals()
        given: dict[str, Any] = {"deals": _pack_deals(deals)} if len(deals) else {}
        if self.bidder is not None:
            given["bidder"] = SEATS[seat_number(self.bidder)]
        if self.discard is not None:
            given["discard"] = self._put_away(seat_number(self.declarer or 0))
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
