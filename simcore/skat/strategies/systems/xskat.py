"""System `xskat-style`: a hand bids up to its full value, or 18, or says 18 and never holds it.

Written from a description of the rules of a program. The kind of a hand is its count: `suit_min`
2 leaves out the 18 that is only said, 3 the limit of 18 too.
"""

from typing import NamedTuple

from simcore.bits import count
from simcore.cards import ACES, KINGS, QUEENS, TENS
from simcore.jit import helper
from simcore.skat.auction import Limits, rung_of
from simcore.skat.rules import NULL
from simcore.skat.strategies.features import (
    has_club_jack,
    jack_count,
    null_weak,
    side_cards,
    trump_length,
)
from simcore.skat.value import base_value

PASS, SAY_18, LIMIT_18, FULL = range(4)
_SPADE_JACK = 1 << 30


class Look(NamedTuple):
    """What the system sees in a hand with a trump suit."""

    trumps: int
    jacks: int
    aces: int  # side aces
    tens: int  # side tens
    low: int  # points of side kings and queens
    some: int  # low + tens
    all: int  # ... + aces
    club_jack: bool
    spade_jack: bool


@helper
def _look(cards, suit):
    side = side_cards(cards, suit)
    aces, tens = count(side & ACES), count(side & TENS)
    low = 4 * count(side & KINGS) + 3 * count(side & QUEENS)
    some = low + 10 * tens
    return Look(
        trump_length(cards, suit), jack_count(cards), aces, tens, low, some, some + 11 * aces,
        has_club_jack(cards), cards & _SPADE_JACK != 0,
    )  # fmt: skip


@helper
def _is_full(look):
    """Worth its full value."""
    aces, tens, some = look.aces, look.tens, look.some
    if look.trumps >= 7:
        return True
    if look.trumps == 6:
        return aces + tens > 0 or some >= 14
    if look.trumps == 5:
        top_and_ace = look.club_jack and aces >= 1 and tens >= 1 and some >= 11
        return aces >= 3 or (aces == 2 and some > 0) or top_and_ace or some >= 39
    return look.trumps == 4 and (aces >= 3 or (aces == 2 and tens >= 2))


@helper
def _good_jacks(look):
    return look.club_jack or look.spade_jack or look.jacks == 2


@helper
def _is_limit_18(look):
    """Worth 18, said or held."""
    trumps, aces, total = look.trumps, look.aces, look.all
    if _good_jacks(look):
        if look.club_jack and look.spade_jack and aces >= 2:
            return True
        if trumps == 4 and aces >= 1 and total >= 29:
            return True
        if trumps == 5 and (total >= 19 or aces + look.tens >= 2):
            return True
        if trumps == 6 and (look.jacks >= 3 or look.some >= 8):
            return True
    if trumps == 4:
        return look.jacks >= 1 and aces >= 2
    return trumps == 5 and (aces >= 2 or total >= 32)


@helper
def _is_say_18(look):
    """Worth saying 18, not holding it."""
    jacks, aces, tens = look.jacks, look.aces, look.tens
    if look.trumps == 6:
        return _good_jacks(look) or look.all >= 8
    if look.trumps == 5:
        one_and_full = (aces >= 1 and tens >= 1) or (tens >= 1 and look.low >= 5) or tens >= 2
        return jacks >= 2 or (jacks == 1 and one_and_full)
    one_of_each = jacks >= 1 and aces >= 1 and tens >= 1 and look.low > 0
    return look.trumps == 4 and ((jacks >= 2 and aces >= 1) or one_of_each)


@helper
def xskat_kind(cards, suit):
    """The kind of a hand with a trump suit: pass, say 18, limit 18, full."""
    look = _look(cards, suit)
    if _is_full(look):
        return FULL
    if _is_limit_18(look):
        return LIMIT_18
    return SAY_18 if _is_say_18(look) else PASS


@helper
def _full_value(cards, suit, rules):
    """Base x (1 + jacks in a row from the club jack), or x 2 without it."""
    row = 0
    while row < 4 and cards >> (31 - row) & 1:
        row += 1
    return base_value(suit, 0, rules) * (1 + max(row, 1))


@helper
def xskat_limits(cards, suit, kind, player, rules, ladder):
    """How high a hand of a kind goes as sayer and as hearer; Null on safe suits instead of 18."""
    if kind == FULL:
        rung = rung_of(_full_value(cards, suit, rules), ladder)
        return Limits(rung, rung)
    plays_null = rules.contracts >> NULL & 1 and player["null_weak"] >= 0
    if plays_null and null_weak(cards) == 0:
        rung = rung_of(rules.null, ladder)
        return Limits(rung, rung)
    return Limits(int(kind >= SAY_18), int(kind >= LIMIT_18))
