"""Every card of played games as a decision: what the player held, saw and was allowed to play.

The tricks of many games are walked through at once, card number by card number, on numpy arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore import cards as pack
from simcore.skat import RuleSet
from simcore.skat.row import NOT_PLAYED
from simcore.skat.rules import NULL, SEATS

Array = NDArray[Any]

CARDS = 30  # in a game
TRUMP, NOTHING = 4, -1  # a class beside the suits 0 to 3; no class, card or seat
_TRUMPS_FIRST = 8  # rank of the lowest jack as a trump, above all plain ranks
_RANKS, _NULL_RANKS = "789JQKTA", "789TJQKA"

POINTS: Array = np.array(
    [{"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(code[1], 0) for code in pack.CODES],
    dtype=np.int16,
)


class Pack(NamedTuple):
    """The pack under a rule set, by contract number 0 to 5 and bit number."""

    classes: Array  # (6, 32): 0 to 3 a suit, `TRUMP`
    ranks: Array  # (6, 32): within the class
    members: Array  # (6, 5): all cards of a class, as sets
    above: Array  # (6, 32): the higher cards of the class, as sets


def pack_of(rules: RuleSet) -> Pack:
    """Classes and ranks of all cards in all contracts."""
    classes, ranks = np.empty((2, 6, 32), dtype=np.int8)
    for contract in range(6):
        ladder = _NULL_RANKS if contract == NULL else _RANKS
        for bit, code in enumerate(pack.CODES):
            suit, rank = pack.SUITS.index(code[0]), code[1]
            jack = rank == "J" and contract != NULL and rules.jacks_trump
            classes[contract, bit] = TRUMP if jack or suit == contract else suit
            ranks[contract, bit] = _TRUMPS_FIRST + suit if jack else ladder.index(rank)
    one = np.uint32(1) << np.arange(32, dtype=np.uint32)
    members = np.stack(
        [np.where(classes == k, one, 0).sum(axis=1, dtype=np.uint32) for k in range(TRUMP + 1)], 1
    )
    same = classes[:, :, None] == classes[:, None, :]
    higher = same & (ranks[:, None, :] > ranks[:, :, None])
    return Pack(classes, ranks, members, np.where(higher, one, 0).sum(axis=2, dtype=np.uint32))


@dataclass(frozen=True)
class Positions:
    """Positions before a card is played, arrays of one shape.

    Attributes
    ----------
    game, step
        Number of the game, and of the card in it, from 0.
    contract, declarer, seat, leader
        Numbers; `seat` is to play, `leader` led or leads the running trick.
    card
        Bit number of the card that was played; -1 where the game was over.
    held
        Cards of the three seats as sets, one axis more; those on the table are not among them.
    hand, legal, unseen
        Of the seat to play: its cards, those it may play, and those it cannot know the place of (a
        declarer knows the two cards he put away).
    first, second, best
        Bit numbers of the cards on the table and of the one that takes the trick so far; -1 none.
    led
        Class led, -1 before the lead.
    holder
        The seat that takes the trick so far, -1 before the lead.
    taken
        The declarer's card points in finished tricks and in the skat.
    """

    game: Array
    step: Array
    contract: Array
    declarer: Array
    seat: Array
    leader: Array
    card: Array
    held: Array
    hand: Array
    legal: Array
    unseen: Array
    first: Array
    second: Array
    best: Array
    led: Array
    holder: Array
    taken: Array

    def __getitem__(self, chosen: Any) -> Positions:
        """Some of them."""
        return Positions(*(getattr(self, field.name)[chosen] for field in fields(self)))

    @property
    def place(self) -> Array:
        """Cards on the table, 0 to 2."""
        return np.asarray(self.step % 3)

    @property
    def declares(self) -> Array:
        """Whether the declarer is to play."""
        return np.asarray(self.seat == self.declarer)

    @property
    def choices(self) -> Array:
        """Number of legal cards."""
        return np.asarray(np.bitwise_count(self.legal))


def strength(classes: Array, ranks: Array, led: Array) -> Array:
    """How a card does on a class led: trumps above the class led, the rest below 0."""
    return np.where(classes == TRUMP, 32 + ranks, np.where(classes == led, ranks, NOTHING))


def takes(positions: Positions, card: Array, cards: Pack) -> Array:
    """Whether a card, by bit number, would take the trick from the best one on the table."""
    contract, led, best = positions.contract, positions.led, positions.best
    own = strength(cards.classes[contract, card], cards.ranks[contract, card], led)
    theirs = strength(cards.classes[contract, best], cards.ranks[contract, best], led)
    return np.asarray((led >= 0) & (own > theirs))


def _first_hands(rows: Array) -> Array:
    """The cards of the three seats at the first lead, (games, 3)."""
    hands = np.stack([rows[f"hand_{seat}"] for seat in SEATS], axis=1)
    game, declarer = np.arange(len(rows)), rows["declarer"]
    own = hands[game, declarer]
    exchanged = (own | rows["skat"]) ^ rows["discard"]
    hands[game, declarer] = np.where(rows["hand"], own, exchanged)
    return hands


def _points_of(cards: Array) -> Array:
    """Card points of sets."""
    bits = cards[:, None] >> np.arange(32, dtype=np.uint32) & 1
    return np.asarray(bits @ POINTS)


class _Walk:
    """Where games stand while they are walked through, arrays (games,)."""

    def __init__(self, rows: Array, plays: Array, cards: Pack) -> None:
        self.cards, self.plays = cards, plays
        self.game = np.arange(len(rows))
        self.contract, self.declarer = rows["contract"], rows["declarer"].astype(np.int8)
        self.held = _first_hands(rows)
        self.known_away = np.where(rows["hand"], 0, rows["discard"]).astype(np.uint32)
        self.gone = np.zeros(len(rows), dtype=np.uint32)  # cards played, those on the table too
        self.taken = _points_of(rows["discard"])
        self.leader = np.zeros(len(rows), dtype=np.int8)
        self._open_trick()

    def _open_trick(self) -> None:
        """Nothing on the table."""
        none = np.full(len(self.game), NOTHING, dtype=np.int8)
        self.first = self.second = self.best = self.led = self.holder = none
        self.worth = np.zeros(len(self.game), dtype=np.int16)  # card points on the table

    def position(self, step: int) -> Positions:
        """What is there before a card."""
        place = step % 3
        seat = (self.leader + place) % 3
        hand = self.held[self.game, seat]
        follow = hand & self.cards.members[self.contract, self.led] if place else hand
        known = np.where(seat == self.declarer, self.known_away, np.uint32(0))
        played = self.plays[:, 2 + step]
        over = played == NOT_PLAYED
        return Positions(
            game=self.game,
            step=np.full(len(self.game), step, dtype=np.int8),
            contract=self.contract,
            declarer=self.declarer,
            seat=seat,
            leader=self.leader,
            card=np.where(over, NOTHING, played).astype(np.int8),
            held=self.held.copy(),
            hand=hand,
            legal=np.where(over, 0, np.where(follow, follow, hand)).astype(np.uint32),
            unseen=np.uint32(pack.PACK) ^ hand ^ self.gone ^ known,
            first=self.first,
            second=self.second,
            best=self.best,
            led=self.led,
            holder=self.holder,
            taken=self.taken,
        )

    def play(self, at: Positions) -> None:
        """The card is played; after the third one the trick goes to its holder."""
        place = int(at.step[0]) % 3
        one = np.where(at.card >= 0, np.uint32(1) << at.card.astype(np.uint32) % 32, np.uint32(0))
        self.held[self.game, at.seat] ^= one
        self.gone = self.gone | one
        self.worth = self.worth + np.where(at.card >= 0, POINTS[at.card], 0)
        if place == 0:
            self.first = self.best = at.card
            self.led = self.cards.classes[self.contract, at.card]
            self.holder = at.seat
            return
        takes_it = takes(at, at.card, self.cards)
        self.second = at.card
        self.best = np.where(takes_it, at.card, self.best)
        self.holder = np.where(takes_it, at.seat, self.holder)
        if place == 2:
            won = self.holder == self.declarer
            self.taken = self.taken + np.where(won, self.worth, 0)
            self.leader = self.holder
            self._open_trick()


def walk(rows: Array, plays: Array, rules: RuleSet) -> Positions:
    """All positions of played games.

    Parameters
    ----------
    rows
        Games with a declarer as structured rows, shape (games,).
    plays
        The cards played, uint8, shape (games, 32): as from `simcore.rows(plays=True)`.
    rules
        Whether jacks are trumps.

    Returns
    -------
    Positions
        Arrays (games, 30); where a game was over before, `card` is -1 and `legal` empty.
    """
    games = _Walk(rows, plays, pack_of(rules))
    steps = []
    for step in range(CARDS if len(rows) else 0):
        steps.append(games.position(step))
        games.play(steps[-1])
    if not steps:
        steps = [games.position(0)]  # of the right types, without games
    names = (field.name for field in fields(Positions))
    return Positions(*(np.stack([getattr(at, name) for at in steps], axis=1) for name in names))
