"""A position solved on open cards, as plain data: its value, every legal card, one best line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scripts import kernel
from scripts.aim import OPEN_CARDS, Aim
from scripts.tricks import SEATS, Start, Table, card_points, seats_of, tell_tricks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcore.skat import Position, RuleSet


@dataclass(frozen=True)
class Question:
    """A position, and what its value is to be measured by.

    Attributes
    ----------
    position
        Seats as numbers, the contract as a letter.
    aim
        What wins; None where the card points of earlier tricks are not known.
    target
        Card points asked about, if any.
    taken
        Card points in tricks before: the declarer's and the defenders'.
    settled
        The value where nothing is left to solve: no card is left, or a Null is lost.
    """

    position: Position
    rules: RuleSet
    notation: str
    aim: Aim | None
    target: int | None = None
    taken: tuple[int, int] = (0, 0)
    settled: int | None = None

    @property
    def declarer(self) -> int:
        """Seat of the declarer."""
        return int(self.position.declarer)

    @property
    def leader(self) -> int:
        """Seat that leads the trick, or has led it."""
        return int(self.position.leader)

    @property
    def to_move(self) -> int:
        """Seat that plays next."""
        return (self.leader + len(self.position.trick)) % 3

    @property
    def is_null(self) -> bool:
        """Whether the value is 1, won, or 0, lost."""
        return self.position.contract == "N"

    def arguments(self) -> dict[str, Any]:
        """The position as the solver takes it."""
        return {**vars(self.position), "rules": self.rules}


def solved(question: Question) -> dict[str, Any]:
    """Everything of a position and its solution."""
    told = _position(question)
    kernel.announce_solver("problems.solve_moves")
    value, line = _best_line(question)
    aim, target = question.aim, question.target
    return told | {
        "value": value,
        "aim": None if aim is None else aim.points,
        "aim_of": None if aim is None else aim.why,
        "won": None if aim is None else aim.won(value),
        "words": _in_play(value, question) if aim is None else aim.words(value),
        "target": target,
        "reached": None if target is None else value >= target,
        "cards": _cards(question),
        "best_line": line,
    }


def _position(question: Question) -> dict[str, Any]:
    from simcore.cards import name

    position = question.position
    on_table = zip(seats_of(question.leader, len(position.trick)), position.trick, strict=True)
    declarer, defenders = question.taken
    return {
        "open_cards": OPEN_CARDS,
        "notation": question.notation,
        "contract": position.contract,
        "declarer": SEATS[question.declarer],
        "leader": SEATS[question.leader],
        "to_move": None if question.settled is not None else SEATS[question.to_move],
        "hands": {
            seat: _sorted(hand, question) for seat, hand in zip(SEATS, position.hands, strict=True)
        },
        "skat": _flat(_sorted(position.skat, question)),
        "skat_points": card_points(position.skat),
        "trick": [
            {"seat": SEATS[seat], "card": name(card.bit_length() - 1, question.notation)}
            for seat, card in on_table
        ],
        "taken": None if question.aim is None else {"declarer": declarer, "defenders": defenders},
    }


def _sorted(cards: int, question: Question) -> list[list[str]]:
    """Cards as a player sorts them."""
    from scripts.retell import groups, sort_hand

    order = groups(question.position.contract, bool(question.rules.jacks_trump))
    return sort_hand(cards, order, question.notation)


def _flat(groups: list[list[str]]) -> list[str]:
    return [card for group in groups for card in group]


def _total(value: int, question: Question) -> int:
    """A value of the solver with the card points of earlier tricks."""
    return value if question.is_null else value + question.taken[0]


def _in_play(value: int, question: Question) -> str:
    """What a value means where nobody knows what was taken before."""
    position = question.position
    if question.is_null:
        return ""
    left = card_points(sum(position.hands) + sum(position.trick) + position.skat)
    return f"of the {left} still in play{', skat included' if position.skat else ''}"


def _cards(question: Question) -> list[dict[str, Any]]:
    """What every legal card is worth, best first for the side that plays it."""
    from simcore.cards import name
    from simcore.skat import move_values

    if question.settled is not None:
        return []
    found = move_values(**question.arguments())
    sign = 1 if question.to_move == question.declarer else -1
    best = max(sign * value for value in found.values())
    order = _flat(_sorted(sum(found), question))
    cards = [
        {
            "card": name(card.bit_length() - 1, question.notation),
            "value": _total(value, question),
            "loss": best - sign * value,
            "won": None if question.aim is None else question.aim.won(_total(value, question)),
        }
        for card, value in found.items()
    ]
    return sorted(cards, key=lambda card: (card["loss"], order.index(card["card"])))


def _best_line(question: Question) -> tuple[int, list[dict[str, Any]]]:
    """The value, and the tricks of one best line."""
    from simcore.skat import best_line

    if question.settled is not None:
        return question.settled, []
    position = question.position
    line = best_line(**question.arguments())
    cards = [card.bit_length() - 1 for card in (*position.trick, *line.cards)]
    table = Table(position.contract, question.declarer, question.rules, question.notation)
    return _total(line.value, question), tell_tricks(cards, table, _start(question))


def _start(question: Question) -> Start:
    """Where the line begins: what the sides have, and the number of the trick."""
    position, (declarer, defenders) = question.position, question.taken
    totals = {"declarer": declarer + card_points(position.skat), "defenders": defenders}
    return Start(totals, question.leader, 11 - _most(position.hands))


def _most(hands: Sequence[int]) -> int:
    """Cards each seat had before the trick."""
    return max(hand.bit_count() for hand in hands)
