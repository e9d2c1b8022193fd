"""Cards in playing order told trick by trick: who leads, who takes, points and running totals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcore.skat import RuleSet

SEATS = ("forehand", "middlehand", "rearhand")


def card_points(cards: int) -> int:
    """Card points of a set."""
    from simcore.cards import CODES, bits_of

    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    return sum(worth.get(CODES[bit][1], 0) for bit in bits_of(cards))


@dataclass(frozen=True)
class Table:
    """What decides a trick and whose it is; the declarer is -1 in Ramsch."""

    contract: str
    declarer: int
    rules: RuleSet
    notation: str

    @property
    def order(self) -> tuple[str, RuleSet]:
        """Contract and rules of the order of the cards."""
        from simcore.skat import RULES

        if self.contract == "R":  # the order of Grand, where the rules know no Grand too
            return "G", RULES["isko"]
        return self.contract, self.rules

    def side(self, seat: int) -> str:
        """The side of a seat; in Ramsch everybody is one."""
        if self.contract == "R":
            return SEATS[seat]
        return "declarer" if seat == self.declarer else "defenders"


@dataclass(frozen=True)
class Start:
    """Where telling begins: the card points the sides have, who leads, the number of the trick."""

    totals: Mapping[str, int]
    leader: int = 0
    number: int = 1


def seats_of(first: int, number: int) -> list[int]:
    """The seats of so many cards of a trick, from its leader on."""
    return [(first + place) % 3 for place in range(number)]


def tell_tricks(cards: Sequence[int], table: Table, start: Start) -> list[dict[str, Any]]:
    """The whole tricks in cards (bit numbers) played one after the other, as plain data."""
    from simcore.cards import name
    from simcore.skat import trick_winner

    tricks: list[dict[str, Any]] = []
    totals, leader = dict(start.totals), start.leader
    for number in range(len(cards) // 3):
        bits = cards[3 * number : 3 * number + 3]
        sets = [1 << bit for bit in bits]
        seats = seats_of(leader, 3)
        winner = seats[trick_winner(sets, *table.order)]
        points = card_points(sum(sets))
        totals[table.side(winner)] += points
        tricks.append(
            {
                "number": start.number + number,
                "leader": SEATS[leader],
                "cards": [
                    {"seat": SEATS[seat], "card": name(bit, table.notation)}
                    for seat, bit in zip(seats, bits, strict=True)
                ],
                "winner": SEATS[winner],
                "points": points,
                **totals,
            }
        )
        leader = winner
    return tricks
