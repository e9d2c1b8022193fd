"""Game lines for tests: a deal, moves of cards played out, and the line around them.

Cards are names; hands keep the order they are given in, and who has no card prescribed plays the
first one of his hand that he may. So the order of a hand decides how a game goes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from simcore.skat.record.iss import parse_line
from simcore.skat.record.replay import Record, Replay
from tests.oracle import record as oracle_record
from tests.oracle import skat as oracle


@dataclass(frozen=True)
class Deal:
    """The hands by seat, and the skat."""

    hands: tuple[list[str], list[str], list[str]]
    skat: list[str]

    def words(self) -> str:
        """The first move."""
        return "w " + ".".join([*self.hands[0], *self.hands[1], *self.hands[2], *self.skat])


def deal(hand: str, skat: str, seat: int = 0) -> Deal:
    """A deal from one hand and the skat; the others get the rest of the pack in turn."""
    held, away = hand.split(), skat.split()
    rest = [card for card in oracle.PACK if card not in held + away]
    hands = [rest[0::2], rest[1::2]]
    hands.insert(seat, held)
    assert len(set(held + away)) == 12
    return Deal((hands[0], hands[1], hands[2]), away)


def cards_played(
    hands: Sequence[Sequence[str]],
    contract: str,
    opening: str = "",
    number: int = 30,
    rules: str | oracle.Rules = "isko",
) -> str:
    """Moves of so many cards: the opening, legal or not, then first legal cards."""
    held, prescribed = [list(hand) for hand in hands], opening.split()
    moves, trick, leader = [], [], 0
    for card_number in range(number):
        seat = (leader + len(trick)) % 3
        lead = trick[0] if trick else None
        if card_number < len(prescribed):
            card = prescribed[card_number]
        else:
            card = oracle.legal_cards(held[seat], lead, contract, rules)[0]
        held[seat].remove(card)
        moves.append(f"{seat} {card}")
        trick.append(card)
        if len(trick) == 3:
            leader = (leader + oracle.trick_winner(trick, contract, rules)) % 3
            trick = []
    return " ".join(moves)


def after_discard(dealt: Deal, seat: int, away: str) -> list[list[str]]:
    """The hands played with when a seat has picked up and put two cards away."""
    hands = [list(hand) for hand in dealt.hands]
    hands[seat] = [card for card in hands[seat] + dealt.skat if card not in away.split(".")]
    return hands


def line(moves: str, result: str | None = None) -> str:
    """The line of a game."""
    booked = "" if result is None else f"R[{result}]"
    return f"(;GM[Skat]P0[anna]P1[otto]P2[ida]MV[{moves} ]{booked} ;)"


def booked(
    declarer: int,
    value: int,
    matadors: int,
    points: int,
    tricks: int,
    *,
    overbid: bool = False,
    schneider: bool = False,
    schwarz: bool = False,
    left: int = -1,
    timed_out: int = -1,
    resigned: bool = False,
) -> str:
    """A result as the server writes it."""
    return (
        f"d:{declarer} {'win' if value > 0 else 'loss'} v:{value} m:{matadors} "
        f"{'overbid' if overbid else 'bidok'} p:{points} t:{tricks} s:{schneider:d} z:{schwarz:d} "
        f"p0:0 p1:0 p2:0 l:{left} to:{timed_out} r:{resigned:d}"
    )


def record(moves: str, result: str | None = None) -> Record:
    """A record as a file of this one line would give it."""
    return Record(0, 1, parse_line(line(moves, result)))


def replayed(moves: str, result: str | None = None, rules: str = "isko") -> Replay:
    """A line of moves played again."""
    return record(moves, result).replay(rules)


def settled(outcome: oracle_record.Outcome) -> str:
    """The result of a game as the server writes it."""
    if outcome["kind"] == "passed":
        return "passed"
    going = outcome if outcome["kind"] != "penalty" else {**_PENALTY, **outcome}
    return (
        "d:{d} {kind} v:{v} m:{m} {bid} p:{p} t:{t} s:{s} z:{z} p0:0 p1:0 p2:0 l:{l} to:{to} r:{r}"
    ).format(**{name: 0 if value is None else value for name, value in going.items()})


_PENALTY = {"d": -1, "v": 0, "m": 0, "bid": "bidok", "p": 0, "t": 0, "s": 0, "z": 0, "r": 0}
