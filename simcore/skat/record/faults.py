"""Illegal acts of a recorded game in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from simcore.cards import CODES, PACK, format
from simcore.skat.auction import (
    MUST_ANSWER,
    NO_LEGAL_BID,
    NOT_HIGHER,
    NOTHING_TO_HOLD,
    OUT_OF_TURN,
)
from simcore.skat.record import acts, verdict
from simcore.skat.rules import SEATS
from simcore.skat.value import (
    BELOW_BID,
    NEEDS_HAND,
    NOT_IN_RULES,
    NULL_ANNOUNCES,
    Declaration,
)
from simcore.skat.words import game_words

_WHO = (*SEATS, "the server")
_AUCTION, _DECLARATION = verdict.OF_AUCTION, verdict.OF_DECLARATION
_FAULTS = {
    verdict.UNEXPECTED: "this is not the time for it",
    verdict.NOT_THE_DECLARER: "only the declarer may",
    verdict.OTHER_SKAT: "the deal has another skat, or it was not picked up",
    verdict.HAND_MARK: "hand is said if the skat stays where it is, and only then",
    verdict.NOT_HIS_TO_PUT_AWAY: "the declarer does not hold these cards",
    verdict.NOT_TWO_PUT_AWAY: "two cards are put away",
    verdict.NOT_HIS_TURN: "it is not his turn",
    verdict.NOT_HIS_CARD: "he does not hold this card",
    verdict.REVOKE: "he holds cards of the suit led and must follow",
    verdict.AFTER_THE_END: "the game is over",
    _AUCTION + OUT_OF_TURN: "it is not his turn",
    _AUCTION + NO_LEGAL_BID: "no game has this value",
    _AUCTION + NOT_HIGHER: "it must be higher than the value before",
    _AUCTION + NOTHING_TO_HOLD: "no value was said to him",
    _AUCTION + MUST_ANSWER: "he may only hold or pass",
    _DECLARATION + NOT_IN_RULES: "these rules do not know this game",
    _DECLARATION + NULL_ANNOUNCES: "Null takes neither schneider nor schwarz",
    _DECLARATION + NEEDS_HAND: "this announcement needs a hand game",
    _DECLARATION + BELOW_BID: "a Null below the bid is refused",
}


def illegal(done: Sequence[int], game: np.void) -> Iterator[str]:
    """Every illegal act of a game, by the number of its move."""
    for fault, number in zip(game["fault"][: game["faults"]], game["at"], strict=False):
        act = done[number - 1]
        yield f"move {number}: {_WHO[acts.who_of(act)]} {act_words(act)}: {_FAULTS[int(fault)]}"
    if game["faults"] > verdict.MOST_FAULTS:
        yield f"and {game['faults'] - verdict.MOST_FAULTS} more illegal acts"


def act_words(act: int) -> str:
    """What an act is, in words: "says 20", "plays CJ"."""
    kind, argument = acts.kind_of(act), acts.argument_of(act)
    if kind == acts.CARD:
        return f"plays {CODES[argument] if argument < acts.UNKNOWN else 'a hidden card'}"
    if kind == acts.DECLARE:
        away = argument >> acts.GAME_BITS
        named = f"names {game_words(declared(argument))}"
        return f"{named} and puts away {format(away)}" if away else named
    words = {
        acts.BID: f"says {argument}",
        acts.HOLD: "holds",
        acts.PASS: "passes",
        acts.PICK_UP: "picks up the skat",
        acts.SHOW: "lays his cards open",
        acts.RESIGN: "resigns",
    }
    if kind in words:
        return words[kind]
    if kind in (acts.TIMED_OUT, acts.LEFT):
        gone = "ran out of time" if kind == acts.TIMED_OUT else "left"
        return f"says that {SEATS[argument]} {gone}"
    does = "turns over" if kind == acts.SKAT else "puts away"
    return f"{does} {format(argument & PACK)}"


def declared(argument: int) -> Declaration:
    """The game in the argument of a declaration, as it was written."""
    marks = (acts.HAND, acts.SCHNEIDER, acts.SCHWARZ, acts.OUVERT)
    hand, schneider, schwarz, ouvert = (int(argument & mark != 0) for mark in marks)
    return Declaration(argument & 7, hand, schneider, schwarz, ouvert)
