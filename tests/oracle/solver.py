"""Positions with all cards open once more: plain minimax, slow and obvious.

Used to check the compiled solver. It imports nothing from simcore. Cards are names, hands tuples.
"""

from functools import lru_cache
from typing import NamedTuple

from tests.oracle.skat import legal_cards, points, trick_winner

# the same few questions come again and again
_legal_cards = lru_cache(maxsize=1 << 16)(legal_cards)
_trick_winner = lru_cache(maxsize=1 << 16)(trick_winner)

Hands = tuple[tuple[str, ...], ...]
Known = dict["Position", int]


class Position(NamedTuple):
    """What everybody holds and what lies on the table; `leader` leads or has led the trick."""

    hands: Hands
    contract: str
    declarer: int
    leader: int
    trick: tuple[str, ...] = ()
    skat: tuple[str, ...] = ()
    rules: str = "isko"


def seat_to_play(position: Position) -> int:
    """Who plays the next card."""
    return (position.leader + len(position.trick)) % 3


def legal(position: Position) -> list[str]:
    """The cards that may be played."""
    lead = position.trick[0] if position.trick else None
    hand = position.hands[seat_to_play(position)]
    return _legal_cards(hand, lead, position.contract, position.rules)


def after(position: Position, card: str) -> tuple[Position, tuple[str, ...]]:
    """The position once a card is played, and the trick if the declarer takes it with that."""
    seat = seat_to_play(position)
    hands = list(position.hands)
    hands[seat] = tuple(held for held in hands[seat] if held != card)
    trick = (*position.trick, card)
    if len(trick) < 3:
        return position._replace(hands=tuple(hands), trick=trick), ()
    winner = (position.leader + _trick_winner(trick, position.contract, position.rules)) % 3
    then = position._replace(hands=tuple(hands), leader=winner, trick=())
    return then, trick if winner == position.declarer else ()


def value(position: Position) -> int:
    """What the declarer gets if all play best: card points from now on and those of the skat; in
    Null 1 if he can avoid every trick, else 0."""
    return _worth_of_skat(position) + _best(position, {})


def card_values(position: Position) -> dict[str, int]:
    """The same for every legal card, if it is played."""
    known: Known = {}
    skat = _worth_of_skat(position)
    return {card: skat + _worth_of(position, card, known) for card in legal(position)}


def _worth_of_skat(position: Position) -> int:
    return 0 if position.contract == "N" else points(position.skat)


def _worth_of(position: Position, card: str, known: Known) -> int:
    """What a card is worth if all play best after it."""
    then, taken = after(position, card)
    if position.contract == "N":
        return 0 if taken else _best(then, known)
    return points(taken) + _best(then, known)


def _best(position: Position, known: Known) -> int:
    """What the best card is worth; the start of a trick is worked out once."""
    if not any(position.hands):
        return 1 if position.contract == "N" else 0
    if position in known:
        return known[position]
    worths = [_worth_of(position, card, known) for card in legal(position)]
    best = max(worths) if seat_to_play(position) == position.declarer else min(worths)
    if not position.trick:
        known[position] = best
    return best
