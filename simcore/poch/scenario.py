"""Scenarios: deals with some cards known, who deals first, what the circles hold at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simcore.checks import shown, whole
from simcore.poch.dealing import TURN_UP
from simcore.poch.pack import PACKS, RANKS
from simcore.poch.play import FORCED
from simcore.poch.rules import AUCTIONS, HAND, LARGEST_STAKE, MOST_PLAYERS, RuleSet, seat_number

_TURN_UP = "turn_up"
_BY_LOT = -1
_MOST_CHIPS = 1_000_000  # in a circle


@dataclass(frozen=True)
class Scenario:
    """What is known in every deal of a run, and how its sessions begin.

    Parameters
    ----------
    known
        Cards of seats (0, 1 ...) or the card turned up ("turn_up"): card sets or text in `iss`
        notation. They may be fewer than six; the rest is dealt uniformly.
    dealer
        Seat that deals first in every session; by lot where left out.
    circles
        Chips in the circles when a session starts, before the first antes, by rank: {"A": 12};
        none where left out.
    staker
        Seat whose first turn in an auction is decided by `first_stakes`.
    first_stakes
        By auction, "soket" or "sekans": the chips it puts down then, as near as the rules allow
        (it sees where that costs as much), or 0 to pass. Later turns, and the other auction where
        it is not named, are the player's own. Who holds nothing and may not bluff passes.
    """

    known: Mapping[int | str, int | str] = field(default_factory=dict)
    dealer: int | str | None = None
    circles: Mapping[str, int] = field(default_factory=dict)
    staker: int | str | None = None
    first_stakes: Mapping[str, int] = field(default_factory=dict)

    def known_cards(self, rules: RuleSet) -> np.ndarray:
        """Known cards of the seats and the card turned up, int64, shape (9,).

        Raises
        ------
        ValueError
            A place is unknown or holds too many cards, or a card is no card of the pack or known
            twice.
        """
        if not isinstance(self.known, Mapping):
            raise ValueError(f"known {shown(self.known)}: a mapping from places to cards")
        sets = np.zeros(MOST_PLAYERS + 1, dtype=np.int64)
        for place, cards in self.known.items():
            number = _place(place, rules.players)
            pack = PACKS[rules.pack]
            held = pack.parse(cards) if isinstance(cards, str) else pack.check_set(cards)
            if sets[number]:
                raise ValueError(f"cards of {_name(number)} are named twice")
            most = 1 if number == TURN_UP else HAND
            if held.bit_count() > most:
                raise ValueError(
                    f"{_name(number)} is given {held.bit_count()} cards: {most} at most"
                )
            for other in np.flatnonzero(sets & held):
                both = pack.format(int(sets[other]) & held)
                raise ValueError(
                    f"card {both!r} is known for {_name(int(other))} and {_name(number)}"
                )
            sets[number] = held
        return sets

    def forced(self, rules: RuleSet) -> np.ndarray:
        """What is not left to the lot or to the players, shape (1,).

        Raises
        ------
        ValueError
            There is no such seat, circle or auction, or chips are no number from 0 on.
        """
        made = np.zeros(1, FORCED)
        named = self.dealer is not None
        made["dealer"] = seat_number(self.dealer, rules.players) if named else _BY_LOT
        if not isinstance(self.circles, Mapping):
            raise ValueError(f"circles {shown(self.circles)}: a mapping from ranks to chips")
        for rank, chips in self.circles.items():
            number = RANKS.find(rank) if isinstance(rank, str) and len(rank) == 1 else -1
            if number < 0 or not rules.circle_ranks >> number & 1:
                has = " ".join(r for k, r in enumerate(RANKS) if rules.circle_ranks >> k & 1)
                raise ValueError(f"circle {shown(rank)}: there is one for each of {has}")
            made["circles"][0, number] = whole(f"circle {rank}: chips", chips, 0, _MOST_CHIPS)
        made["staker"], made["first_stake"] = self._first_turns(rules)
        return made

    def _first_turns(self, rules: RuleSet) -> tuple[int, list[int]]:
        """The seat whose first turns are decided, and its chips in each auction."""
        if not isinstance(self.first_stakes, Mapping):
            raise ValueError(
                f"first_stakes {shown(self.first_stakes)}: a mapping from auctions to chips"
            )
        if (self.staker is None) != (not self.first_stakes):
            raise ValueError("staker and first_stakes go together: who stakes, and how much")
        for auction, chips in self.first_stakes.items():
            if auction not in AUCTIONS:
                raise ValueError(f"auction {shown(auction)}: {' or '.join(AUCTIONS)}")
            whole(f"first_stakes: {auction}", chips, 0, LARGEST_STAKE)
        seat = _BY_LOT if self.staker is None else seat_number(self.staker, rules.players)
        return seat, [int(self.first_stakes.get(auction, _BY_LOT)) for auction in AUCTIONS]

    def words(self, rules: RuleSet) -> dict[str, Any]:
        """The same as plain JSON, for a manifest."""
        sets = self.known_cards(rules)
        dealer = int(self.forced(rules)["dealer"][0])
        return {
            "known": {
                _key(number): PACKS[rules.pack].format(int(cards))
                for number, cards in enumerate(sets)
                if cards
            },
            "dealer": None if dealer == _BY_LOT else dealer,
            "circles": {rank: int(chips) for rank, chips in self.circles.items()},
            "staker": None if self.staker is None else seat_number(self.staker, rules.players),
            "first_stakes": {name: int(chips) for name, chips in self.first_stakes.items()},
        }

    @classmethod
    def from_words(cls, words: Mapping[str, Any]) -> Scenario:
        """The scenario of a manifest.

        Raises
        ------
        ValueError, KeyError, TypeError
            It is none.
        """
        names = ("known", "dealer", "circles", "staker", "first_stakes")
        return cls(**{name: words[name] for name in names})


def _place(place: object, players: int) -> int:
    """Number of a place that holds cards: a seat, or that of the card turned up."""
    if isinstance(place, str) and place.strip().lower().replace("-", "_") == _TURN_UP:
        return TURN_UP
    try:
        return seat_number(place, players)
    except ValueError:
        raise ValueError(
            f"unknown place {shown(place)}: a seat 0 to {players - 1}, or turn_up"
        ) from None


def _name(place: int) -> str:
    return "the card turned up" if place == TURN_UP else f"seat {place}"


def _key(place: int) -> str:
    return _TURN_UP if place == TURN_UP else str(place)
