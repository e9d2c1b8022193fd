"""What a game is worth: matadors, level, game value, overbid, score (ISkO 5 and 6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from simcore.checks import shown
from simcore.jit import helper
from simcore.skat.order import PLAIN_JACKS_LAYOUT, plain_suit, suit_in
from simcore.skat.rules import GRAND, NULL

ANNOUNCEMENTS = ("schneider", "schwarz", "ouvert")
TO_WIN, SCHNEIDER, NOT_SCHNEIDER = 61, 90, 30  # card points; 30 or less is schneider
ALL_POINTS = 120


class Declaration(NamedTuple):
    """The game named: a contract number and four yes/no marks, implied announcements included."""

    contract: int
    hand: int
    schneider: int
    schwarz: int
    ouvert: int


class Result(NamedTuple):
    """A settled game; `value` is as booked, `score` the declarer's plain result."""

    level: int
    value: int
    won: int
    overbid: int
    score: int


def _run(tops: int) -> int:
    """Signed length of the unbroken run from the top of eleven places."""
    held = tops >> 10 & 1
    length = 0
    while length < 11 and tops >> (10 - length) & 1 == held:
        length += 1
    return length if held else -length


_RUNS = np.array([_run(tops) for tops in range(2048)], dtype=np.int64)


@helper
def trump_count(rules, contract):
    """Number of trumps of a suit game or Grand, which is the longest run of matadors."""
    if not rules.jacks_trump:
        return 8
    return 4 if contract == GRAND else 11


@helper
def matadors(cards, contract, rules):
    """With (+) or without (-) how many top trumps a set of cards is; 0 in Null.

    Counted over all twelve cards of the declarer once they are known, hand games included.
    """
    if contract == NULL:
        return 0
    if rules.jacks_trump:
        tops = (cards >> 28) << 7 | (0 if contract == GRAND else plain_suit(cards, contract))
    else:
        tops = suit_in(cards, contract, PLAIN_JACKS_LAYOUT) << 3
    longest = trump_count(rules, contract)
    return max(min(_RUNS[tops], longest), -longest)


@helper
def aim_of(schneider, schwarz):
    """The card points that win a game by what was announced; all of them where it was schwarz."""
    if schwarz:
        return ALL_POINTS
    return SCHNEIDER if schneider else TO_WIN


@helper
def base_value(contract, ouvert, rules):
    """Base value of a suit game or Grand."""
    if contract == GRAND:
        own = rules.grand_ouvert_base
        return own if ouvert and own else rules.grand_base
    base = rules.base_clubs if contract == 3 else rules.base_spades
    base = rules.base_hearts if contract == 1 else base
    return rules.base_diamonds if contract == 0 else base


@helper
def null_value(hand, ouvert, rules):
    """Fixed value of a Null game."""
    if ouvert:
        return rules.null_ouvert_hand if hand else rules.null_ouvert
    return rules.null_hand if hand else rules.null


@helper
def open_level(contract, ouvert, rules):
    """The level that ouvert adds: none where Grand ouvert has a base of its own."""
    return 0 if contract == GRAND and rules.grand_ouvert_base else ouvert


@helper
def declared_value(matadors, game, rules):
    """Value of a game won just as it was declared: what the bid may count on."""
    if game.contract == NULL:
        return null_value(game.hand, game.ouvert, rules)
    level = abs(matadors) + 1 + game.hand + 2 * game.schneider + 2 * game.schwarz
    level += open_level(game.contract, game.ouvert, rules)
    return level * base_value(game.contract, game.ouvert, rules)


@helper
def settle_null(game, bid, tricks, kontra, rules):
    """Null: a fixed value, won without a trick."""
    fixed = null_value(game.hand, game.ouvert, rules)
    overbid = fixed < bid  # refused when declared; an outside record may hold it
    value = fixed * ((bid + fixed - 1) // fixed) if overbid else fixed
    won = tricks == 0 and not overbid
    loss = rules.hand_loss if game.hand else rules.loss
    score = (value if won else -loss * value) << kontra
    return Result(0, value, int(won), int(overbid), score)


@helper
def book(matadors, game, bid, made, schneider, schwarz, kontra, rules):
    """Book a suit game or Grand of which is known whether it was made and what either side made
    beyond it: `schneider`, `schwarz`."""
    level = abs(matadors) + 1 + game.hand
    level += 2 if game.schneider else int(schneider)
    level += 2 if game.schwarz else int(schwarz)
    level += open_level(game.contract, game.ouvert, rules)
    base = base_value(game.contract, game.ouvert, rules)
    value = base * level
    overbid = value < bid
    value = base * ((bid + base - 1) // base) if overbid else value
    won = made and not overbid
    loss = rules.hand_loss if game.hand else rules.loss
    score = (value if won else -loss * value) << kontra
    return Result(level, value, int(won), int(overbid), score)


@helper
def settle(matadors, game, bid, points, tricks, kontra, rules):
    """Settle a game.

    Missed announcements are charged in full; an overbid game is booked at the next multiple of
    its base that covers the bid, and lost. Kontra (1) and re (2) double the score, not the value.
    """
    if game.contract == NULL:
        return settle_null(game, bid, tricks, kontra, rules)
    schneider = points >= SCHNEIDER or points <= NOT_SCHNEIDER
    schwarz = tricks == 10 or tricks == 0
    made = points >= (SCHNEIDER if game.schneider else TO_WIN)
    made = made and (tricks == 10 or not game.schwarz)
    return book(matadors, game, bid, made, schneider, schwarz, kontra, rules)


def declaration(contract: int, hand: bool, announced: Iterable[str]) -> Declaration:
    """The game named, with what its announcements imply: ouvert schwarz, schwarz schneider.

    In Null ouvert implies nothing. Whether the game is legal `declaration_fault` says.

    Raises
    ------
    ValueError
        An announcement is unknown.
    """
    words = {announced} if isinstance(announced, str) else set(announced)
    for word in sorted(words):
        if word not in ANNOUNCEMENTS:
            raise ValueError(
                f"unknown announcement {shown(word)}: one of {', '.join(ANNOUNCEMENTS)}"
            )
    ouvert = "ouvert" in words
    implied = ouvert and contract != NULL
    schwarz = implied or "schwarz" in words
    schneider = schwarz or "schneider" in words
    return Declaration(contract, int(hand), int(schneider), int(schwarz), int(ouvert))


LEGAL, NOT_IN_RULES, NULL_ANNOUNCES, NEEDS_HAND, BELOW_BID = range(5)  # faults of a declaration


@helper
def declaration_fault(game, bid, rules):
    """Why a game may not be declared on a bid; 0 (`LEGAL`) if it may.

    Suit games and Grand meet the bid after play; a Null below it is refused at once.
    """
    if not rules.contracts >> game.contract & 1:
        return NOT_IN_RULES
    if game.contract == NULL:
        if game.schneider or game.schwarz:
            return NULL_ANNOUNCES
        if game.ouvert and rules.null_ouvert_needs_hand and not game.hand:
            return NEEDS_HAND
        return LEGAL if null_value(game.hand, game.ouvert, rules) >= bid else BELOW_BID
    announced = game.schneider or game.schwarz or game.ouvert
    return NEEDS_HAND if announced and rules.announce_needs_hand and not game.hand else LEGAL


@helper
def may_declare(game, bid, rules):
    """Whether a game may be declared on a bid."""
    return declaration_fault(game, bid, rules) == LEGAL
