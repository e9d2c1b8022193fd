"""Kinds of decisions in words: who had to play on what, what he could do, and what he did.

The words of a card are those of its position, which the player could see, and of its kind, so
the same kinds name what else could have been played. They are few, and no card has two.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analysis.decisions import NOTHING, POINTS, TRUMP, Array, Pack, Positions, takes
from simcore.skat.rules import NULL

ROLES = (
    "declarer leads",
    "defender leads, declarer next",
    "defender leads, partner next",
    "declarer second",
    "declarer last",
    "defender second, declarer led",
    "defender second, partner led",
    "defender last, partner holds",
    "defender last, declarer holds",
)
_FIRST_LATER = 3  # of the roles that do not lead
_LAST_OF_PARTNER, _LAST_OF_DECLARER = 7, 8
CANS = ("", "can beat", "cannot beat", "can ruff", "void")
NO_LEAD, CAN_BEAT, CANNOT_BEAT, CAN_RUFF, VOID = range(5)
KINDS = (
    "top trump",
    "lower trump",
    "sure side card",
    "under a sure card",
    "ten under the ace",
    "low from a ten",
    "low side card",
    "took",
    "ruffed",
    "overruffed",
    "ducked",
    "low",
    "threw",
    "threw a trump",
    "smeared",
    "full card",
    "lowest of a suit",
    "not the lowest",
    "under",
    "over",
    "threw away",
)
(
    TOP_TRUMP, LOWER_TRUMP, SURE, UNDER_SURE, TEN, FROM_TEN, LOW_SIDE,
    TOOK, RUFFED, OVERRUFFED, DUCKED, LOW, THREW, THREW_TRUMP, SMEARED, FULL,
    NULL_LOWEST, NULL_HIGHER, NULL_UNDER, NULL_OVER, NULL_THREW,
) = range(len(KINDS))  # fmt: skip
_FULL_POINTS = 10


class Situations(NamedTuple):
    """Codes of some decisions and what they mean.

    Fields
    ------
    code
        Of each decision, its place in `words`.
    words
        Of each code, in the order of the codes.
    """

    code: Array
    words: list[str]


# ---- the position ------------------------------------------------------------------------------


def roles(at: Positions) -> Array:
    """Who plays, from where: places in `ROLES`."""
    leads = np.where(at.declares, 0, np.where((at.seat + 1) % 3 == at.declarer, 1, 2))
    second = np.where(at.declares, 3, np.where(at.leader == at.declarer, 5, 6))
    last = np.where(at.declares, 4, np.where(at.holder == at.declarer, 8, 7))
    return np.where(at.place == 0, leads, np.where(at.place == 1, second, last))


def _any_takes(at: Positions, cards: Pack) -> Array:
    """Whether some legal card takes the trick."""
    found = np.zeros(at.legal.shape, dtype=np.bool_)
    for bit in range(32):
        card = np.full(at.legal.shape, bit)
        found |= (at.legal >> np.uint32(bit) & 1 == 1) & takes(at, card, cards)
    return found


def follows(at: Positions, cards: Pack) -> Array:
    """Whether the player has the class led."""
    return np.asarray((at.led >= 0) & (at.hand & cards.members[at.contract, at.led] != 0))


def cans(at: Positions, cards: Pack) -> Array:
    """What the player can do: places in `CANS`."""
    beats = _any_takes(at, cards)
    following = np.where(beats, CAN_BEAT, CANNOT_BEAT)
    void = np.where(beats, CAN_RUFF, VOID)
    later = np.where(follows(at, cards), following, void)
    return np.where(at.led < 0, NO_LEAD, later)


# ---- the card ----------------------------------------------------------------------------------


def _holds_top(at: Positions, suit: Array, cards: Pack) -> Array:
    """Whether the highest card of a class that is not played yet is in the hand."""
    own, unseen = (np.full(np.shape(suit), NOTHING, dtype=np.int8) for _ in range(2))
    for bit in range(32):
        of_suit = cards.classes[at.contract, bit] == suit
        rank = cards.ranks[at.contract, bit]
        for held, best in ((at.hand, own), (at.unseen, unseen)):
            here = of_suit & (held >> np.uint32(bit) & 1 == 1)
            np.copyto(best, np.where(here, np.maximum(best, rank), best))
    return own > unseen


def _tens(cards: Pack) -> Array:
    """The ten of each class in each contract, as sets (6, 5)."""
    tens = np.uint32(sum(1 << bit for bit in range(32) if POINTS[bit] == _FULL_POINTS))
    return cards.members & tens


def _leads(at: Positions, card: Array, cards: Pack) -> Array:
    """Kinds of leads in suit games and Grand."""
    led = cards.classes[at.contract, card]
    sure = at.unseen & cards.above[at.contract, card] == 0
    has_ten = at.hand & _tens(cards)[at.contract, led] != 0
    side = np.where(has_ten, FROM_TEN, LOW_SIDE)
    side = np.where(POINTS[card] == _FULL_POINTS, TEN, side)
    side = np.where(_holds_top(at, led, cards), UNDER_SURE, side)
    trump = np.where(sure, TOP_TRUMP, LOWER_TRUMP)
    return np.where(led == TRUMP, trump, np.where(sure, SURE, side))


def _later(at: Positions, card: Array, cards: Pack) -> Array:
    """Kinds of cards on a lead in suit games and Grand."""
    trump = cards.classes[at.contract, card] == TRUMP
    follows_suit, wins = follows(at, cards), takes(at, card, cards)
    over = cards.classes[at.contract, at.best] == TRUMP
    winning = np.where(follows_suit, TOOK, np.where(over, OVERRUFFED, RUFFED))
    hopes = ~at.declares & (roles(at) != _LAST_OF_DECLARER)
    could = _any_takes(at, cards)
    small = np.where(follows_suit, np.where(could, DUCKED, LOW), THREW)
    small = np.where(~follows_suit & trump, THREW_TRUMP, small)
    full = np.where(hopes, SMEARED, FULL)
    losing = np.where(POINTS[card] >= _FULL_POINTS, full, small)
    return np.where(wins, winning, losing)


def _in_null(at: Positions, card: Array, cards: Pack) -> Array:
    """Kinds of cards in Null."""
    own = at.hand & cards.members[at.contract, cards.classes[at.contract, card]]
    below = own & ~(cards.above[at.contract, card] | np.uint32(1) << card.astype(np.uint32))
    lead = np.where(below == 0, NULL_LOWEST, NULL_HIGHER)
    following = np.where(takes(at, card, cards), NULL_OVER, NULL_UNDER)
    later = np.where(follows(at, cards), following, NULL_THREW)
    return np.where(at.led < 0, lead, later)


def kinds(at: Positions, card: Array, cards: Pack) -> Array:
    """Kinds of cards, by bit number: places in `KINDS`.

    Positions and cards are arrays of shapes that go together: (n,) and (n,), or (n, 1) and (32,).
    """
    shape = np.broadcast_shapes(at.hand.shape, card.shape)
    bits = np.broadcast_to(card, shape)
    with_points = np.where(at.led < 0, _leads(at, bits, cards), _later(at, bits, cards))
    return np.where(at.contract == NULL, _in_null(at, bits, cards), with_points)


# ---- words -------------------------------------------------------------------------------------


def _position_words(null: bool, role: int, trump: bool, can: int) -> str:
    """A position in words."""
    if role < _FIRST_LATER:
        return f"{'Null, ' * null}{ROLES[role]}"
    if null:
        return f"Null, {ROLES[role]}, {'void' if can in (CAN_RUFF, VOID) else 'follows'}"
    if can == CAN_RUFF:  # only a side suit is ruffed
        return f"{ROLES[role]}, {CANS[can]}"
    led = "trump" if trump else "side"
    told = f" {led}" if ROLES[role].endswith((" led", " holds")) else f", {led} led"
    return f"{ROLES[role]}{told}, {CANS[can]}"


def situations(at: Positions, cards: Pack) -> Situations:
    """What kind of decision each of some positions was, with what was played.

    Parameters
    ----------
    at
        Positions as a list, shape (n,), with the cards that were played.
    cards
        The pack under the rules.
    """
    null = (at.contract == NULL).astype(np.int64)
    trump = np.where(null, 0, at.led == TRUMP)
    parts = (null, roles(at), trump, cans(at, cards), kinds(at, at.card, cards))
    sizes = (2, len(ROLES), 2, len(CANS), len(KINDS))
    numbers, code = np.unique(np.ravel_multi_index(parts, sizes), return_inverse=True)
    words = []
    for number in numbers:
        *position, kind = (int(part) for part in np.unravel_index(number, sizes))
        is_null, role, is_trump, can = position
        words.append(f"{_position_words(bool(is_null), role, bool(is_trump), can)}: {KINDS[kind]}")
    return _merged(code, words)


def _merged(code: Array, words: list[str]) -> Situations:
    """One code for equal words."""
    names = sorted(set(words))
    place = np.array([names.index(word) for word in words], dtype=np.int64)
    return Situations(place[code] if len(words) else code, names)
