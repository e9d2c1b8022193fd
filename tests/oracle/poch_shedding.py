"""The play of the cards, and what the loser pays; imports nothing from simcore."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tests.oracle.poch_rules import RANKS, Rules, rank_of


@dataclass(frozen=True)
class Shedding:
    """A finished play: every card with its seat, the loser and how many cards he has left."""

    log: list[tuple[int, str]]
    loser: int
    cards_left: int


def by_leads(hands: Sequence[Iterable[str]], dealer: int, leads: Iterable[str]) -> Shedding:
    """Play from the cards led; ValueError for one that cannot be led, a missing or surplus one."""
    waiting = list(leads)

    def choose(seat: int, log: list[tuple[int, str]]) -> str:
        if not waiting:
            raise ValueError(f"card {len(log)}: seat {seat} leads none")
        return waiting.pop(0)

    played = play(hands, dealer, choose)
    if waiting:
        raise ValueError(f"{waiting[0]} is led after the end")
    return played


def by_cards(hands: Sequence[Iterable[str]], dealer: int, cards: Iterable[str]) -> Shedding:
    """Check a play given by all its cards in order; ValueError for the first wrong one."""
    given = list(cards)

    def choose(seat: int, log: list[tuple[int, str]]) -> str:
        compare(log, given)
        if len(log) == len(given):
            raise ValueError(f"card {len(log)}: seat {seat} leads none")
        return given[len(log)]

    played = play(hands, dealer, choose)
    compare(played.log, given)
    if len(given) > len(played.log):
        raise ValueError(f"card {len(played.log)}: {given[len(played.log)]} comes after the end")
    return played


def compare(log: Sequence[tuple[int, str]], given: Sequence[str]) -> None:
    """ValueError for the first card of a log that was not given in its place."""
    for number, (seat, card) in enumerate(log):
        if number >= len(given) or given[number] != card:
            raise ValueError(f"card {number}: seat {seat} has to play {card}")


def play(
    hands: Sequence[Iterable[str]],
    dealer: int,
    choose: Callable[[int, list[tuple[int, str]]], str],
) -> Shedding:
    """Play until one player alone holds cards; `choose` names the card a seat leads."""
    left = [set(hand) for hand in hands]
    log: list[tuple[int, str]] = []
    leader = dealer
    while len(holders(left)) > 1:
        while not left[leader]:
            leader = (leader + 1) % len(left)
        card = choose(leader, log)
        if card not in left[leader]:
            raise ValueError(f"card {len(log)}: seat {leader} does not hold {card}")
        while len(holders(left)) > 1 and owner(left, card) >= 0:
            leader = owner(left, card)
            left[leader].remove(card)
            log.append((leader, card))
            card = next_higher(card)
    (loser,) = holders(left)
    return Shedding(log, loser, len(left[loser]))


def holders(left: Sequence[set[str]]) -> list[int]:
    """The seats that still hold cards."""
    return [seat for seat, hand in enumerate(left) if hand]


def owner(left: Sequence[set[str]], card: str) -> int:
    """Who holds a card, -1 for nobody."""
    for seat, hand in enumerate(left):
        if card in hand:
            return seat
    return -1


def next_higher(card: str) -> str:
    """The next card of the suit; after an ace no card at all."""
    rank = rank_of(card)
    return card[0] + RANKS[rank + 1] if card[1] != "A" else ""


def payments(loser: int, cards_left: int, rules: Rules) -> list[int]:
    """What each seat gets: the loser pays every other player."""
    price = cards_left if rules.payment == "per_card" else rules.fixed_payment
    paid = [price] * rules.players
    paid[loser] = -price * (rules.players - 1)
    return paid
