"""The auction: middlehand to forehand, then rearhand to the survivor, then forehand's last 18.

Inside the auction a bid is a *rung*: its place 1, 2, ... on the ladder of legal bids, 0 for none.
A player with a limit says the next legal value as long as it does not exceed the limit; the
sayer must raise, the hearer may hold, so with equal limits the hearer wins.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from simcore.jit import helper
from simcore.skat.rules import RuleSet

_NOBODY = -1
_FIRST_DUEL, _SECOND_DUEL, _FOREHAND_LAST, _OVER = range(4)  # stages of an auction heard


class Limits(NamedTuple):
    """How high a seat goes, in rungs: as the one who says a value, and as the one who holds it."""

    say: int
    hear: int


class Duel(NamedTuple):
    """Outcome of a sayer against a hearer: who is left, the rung reached, what each said."""

    sayer_wins: int
    rung: int
    said: int
    held: int


class Contest(NamedTuple):
    """Outcome of an auction in rungs: the declarer (-1 none), his bid, the highest of each seat."""

    declarer: int
    rung: int
    forehand: int
    middlehand: int
    rearhand: int


@lru_cache(maxsize=64)
def legal_bids(rules: RuleSet) -> tuple[int, ...]:
    """The ladder of a rule set: every value a game can have, in rising order."""
    values: set[int] = set()
    bases = (rules.base_diamonds, rules.base_hearts, rules.base_spades, rules.base_clubs)
    extra = 6  # hand, schneider, announced, schwarz, announced, ouvert
    trumps = 11 if rules.jacks_trump else 8
    for suit, base in enumerate(bases):
        if rules.contracts >> suit & 1:
            values.update(base * level for level in range(2, trumps + 2 + extra))
    if rules.contracts >> 4 & 1:
        own_base = rules.grand_ouvert_base
        values.update(rules.grand_base * level for level in range(2, 5 + extra + (not own_base)))
        if own_base:  # open is in the base: one to four matadors, game, both announced twice, hand
            lowest = 7 if rules.announce_needs_hand else 6
            values.update(own_base * level for level in range(lowest, 11))
    if rules.contracts >> 5 & 1:
        values.update((rules.null, rules.null_hand, rules.null_ouvert_hand))
        if not rules.null_ouvert_needs_hand:
            values.add(rules.null_ouvert)
    return tuple(sorted(values))


class Ladder(NamedTuple):
    """The legal bids for the kernels (int64 arrays)."""

    values: np.ndarray  # value of every rung; rung 0 is no bid
    rungs: np.ndarray  # for every value up to the top: the highest rung that does not exceed it


def ladder(rules: RuleSet) -> Ladder:
    """The ladder of a rule set as arrays."""
    values = np.array((0, *legal_bids(rules)), dtype=np.int64)
    rungs = np.searchsorted(values, np.arange(values[-1] + 1), side="right") - 1
    return Ladder(values, rungs.astype(np.int64))


@helper
def rung_of(value, ladder):
    """The highest rung whose value does not exceed `value`."""
    return ladder.rungs[min(value, len(ladder.rungs) - 1)]


@helper
def duel(sayer, hearer, floor):
    """A sayer bids against a hearer, both up to their limits, above the rung `floor`."""
    if sayer <= floor:
        return Duel(0, floor, 0, 0)
    if hearer >= sayer:
        return Duel(0, sayer, sayer, sayer)
    rung = max(hearer, floor) + 1
    return Duel(1, rung, rung, hearer if hearer > floor else 0)


@helper
def first_duel(forehand, middlehand):
    """Middlehand says, forehand hears."""
    return duel(middlehand, forehand, 0)


@helper
def finish(first, forehand, middlehand, rearhand, last):
    """Rearhand against the survivor of the first duel; forehand may take the lowest bid last.

    Forehand and middlehand hear up to their limits, rearhand says up to his; `last` is forehand's
    limit when there is nobody left to hear.
    """
    survivor = 1 if first.sayer_wins else 0
    limit = middlehand if survivor else forehand
    second = duel(rearhand, limit, first.rung)
    declarer = 2 if second.sayer_wins else survivor
    rung = second.rung
    said_forehand = first.held if survivor else max(first.held, second.held)
    said_middlehand = max(first.said, second.held) if survivor else first.said
    if rung == 0:  # nobody said a value: forehand plays at the lowest, or all have passed
        said_forehand = 1 if last > 0 else 0
        declarer = 0 if last > 0 else _NOBODY
        rung = said_forehand
    return Contest(declarer, rung, said_forehand, said_middlehand, second.said)


# ---- an auction heard call by call --------------------------------------------------------------

TALK = np.dtype(
    [
        ("stage", np.int64),
        ("sayer", np.int64),  # seat that says the next value
        ("hearer", np.int64),  # seat that holds it
        ("asked", np.int64),  # 1: the hearer has to answer
        ("bid", np.int64),  # the value reached, 0 none
        ("said", np.int64, 3),  # the highest value each seat said or held
        ("declarer", np.int64),  # -1: none yet
    ]
)
WELL_SAID, OUT_OF_TURN, NO_LEGAL_BID, NOT_HIGHER, NOTHING_TO_HOLD, MUST_ANSWER = range(6)


@helper
def open_talk(talk):
    """Before the first word: middlehand says to forehand."""
    talk["stage"] = _FIRST_DUEL
    talk["sayer"], talk["hearer"], talk["asked"] = 1, 0, 0
    talk["bid"] = 0
    talk["said"][:] = 0
    talk["declarer"] = _NOBODY


@helper
def talk_is_over(talk):
    """Whether somebody plays, or all have passed."""
    return talk["stage"] == _OVER


@helper
def whose_turn(talk):
    """The seat that has to speak."""
    return talk["hearer"] if talk["asked"] else talk["sayer"]


@helper
def say(talk, who, value, ladder):
    """A value is said; a value that is no game is noted, and stands."""
    if talk["asked"]:
        return MUST_ANSWER
    if value <= talk["bid"]:
        return NOT_HIGHER
    talk["bid"] = value
    talk["said"][who] = value
    if talk["stage"] == _FOREHAND_LAST:
        talk["declarer"], talk["stage"] = who, _OVER
    else:
        talk["asked"] = 1
    return WELL_SAID if ladder.values[rung_of(value, ladder)] == value else NO_LEGAL_BID


@helper
def hold(talk, who):
    """The hearer holds the value."""
    if not talk["asked"]:
        return NOTHING_TO_HOLD
    talk["said"][who] = talk["bid"]
    talk["asked"] = 0
    return WELL_SAID


@helper
def drop_out(talk):
    """Whoever has to speak passes; rearhand goes on against the survivor, forehand comes last."""
    survivor = talk["sayer"] if talk["asked"] else talk["hearer"]
    talk["asked"] = 0
    if talk["stage"] == _FIRST_DUEL:
        talk["stage"], talk["sayer"], talk["hearer"] = _SECOND_DUEL, 2, survivor
    elif talk["stage"] == _SECOND_DUEL and talk["bid"] == 0:
        talk["stage"], talk["sayer"] = _FOREHAND_LAST, 0
    else:
        talk["declarer"] = survivor if talk["bid"] else _NOBODY
        talk["stage"] = _OVER
