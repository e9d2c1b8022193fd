"""A whole deal: circles, both auctions, the play, and the columns they come to.

Imports nothing from simcore. Circles are named by their rank, and "soket" and "sekans".
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracle.poch_auction import Act, auction
from tests.oracle.poch_holdings import Holding, key, sekans, soket
from tests.oracle.poch_rules import HAND_CARDS, Rules, circle_ranks, pack_cards, stock_cards
from tests.oracle.poch_shedding import by_cards, payments

AUCTIONS = ("soket", "sekans")


@dataclass(frozen=True)
class Table:
    """The cards as dealt, and what lay in the circles before the antes."""

    rules: Rules
    dealer: int
    turn_up: str
    hands: Sequence[frozenset[str]]
    before: Mapping[str, int]

    @property
    def trump(self) -> str:
        """The suit of the card turned up."""
        return self.turn_up[0]

    def chips_in(self, circle: str) -> int:
        """Chips in a circle once all antes are down."""
        return self.before.get(circle, 0) + self.rules.ante * self.rules.players


def check_cards(table: Table) -> None:
    """ValueError unless hands, the card turned up and the stock are the pack, each card once."""
    stock = pack_cards(table.rules)
    for seat, hand in enumerate(table.hands):
        if len(hand) != HAND_CARDS:
            raise ValueError(f"hand_{seat}: {len(hand)} cards")
        for card in sorted(hand):
            if card not in stock:
                raise ValueError(f"hand_{seat}: {card} is not in the pack or dealt twice")
            stock.remove(card)
    if table.turn_up not in stock:
        raise ValueError(f"turn_up: {table.turn_up} is not in the pack or dealt")
    stock.remove(table.turn_up)
    if len(stock) != stock_cards(table.rules):
        raise ValueError(f"{len(stock)} cards in the stock")


# --- Circles --------------------------------------------------------------------------------------


def claims(table: Table) -> tuple[list[int], dict[str, int]]:
    """Chips each seat takes from the circles of ranks, and what stays in each."""
    gains = [0] * table.rules.players
    after = {}
    for rank in circle_ranks(table.rules):
        card = table.trump + rank
        takers = [seat for seat, hand in enumerate(table.hands) if card in hand]
        if card == table.turn_up:
            takers = [table.dealer]
        after[rank] = table.chips_in(rank)
        for taker in takers:
            gains[taker] += after[rank]
            after[rank] = 0
    return gains, after


# --- The columns of a deal ------------------------------------------------------------------------


def each_seat(name: str, values: Sequence[int]) -> dict[str, int]:
    """A column for each seat."""
    return {f"{name}_{seat}": value for seat, value in enumerate(values)}


def circle_columns(table: Table) -> dict[str, Any]:
    """What the circles come to."""
    gains, after = claims(table)
    left = {f"circle_{rank}": chips for rank, chips in after.items()}
    return {**each_seat("circles", gains), **left}


def holdings(table: Table, name: str) -> list[Holding]:
    """Each seat's holding for an auction."""
    if name == "soket":
        return [soket(hand, table.trump) for hand in table.hands]
    return [sekans(hand, table.trump, table.rules.sekans) for hand in table.hands]


def key_columns(table: Table, name: str) -> dict[str, Any]:
    """The keys of an auction."""
    return each_seat(f"{name}_key", [key(holding) for holding in holdings(table, name)])


def auction_columns(table: Table, name: str, acts: Iterable[Act]) -> dict[str, Any]:
    """What an auction comes to; a seat's gain is what it takes less what it staked."""
    held = auction(acts, holdings(table, name), table.dealer, table.chips_in(name), table.rules)
    gains = [-staked for staked in held.staked]
    gains[held.winner] += held.collected
    return {
        **each_seat(name, gains),
        **each_seat(f"{name}_stake", held.staked),
        f"{name}_winner": held.winner,
        f"{name}_how": held.how,
    }


def shedding_columns(table: Table, cards: Iterable[str]) -> dict[str, Any]:
    """What the play comes to."""
    played = by_cards(table.hands, table.dealer, cards)
    paid = payments(played.loser, played.cards_left, table.rules)
    return {
        **each_seat("shedding", paid),
        "loser": played.loser,
        "cards_left": played.cards_left,
    }


def chips_columns(rules: Rules, parts: Mapping[str, Any]) -> dict[str, Any]:
    """All that a seat gets in the four parts of a deal, less its antes."""
    antes = rules.ante * (len(circle_ranks(rules)) + len(AUCTIONS))
    return {
        f"chips_{seat}": sum(parts[f"{part}_{seat}"] for part in ("circles", *AUCTIONS, "shedding"))
        - antes
        for seat in range(rules.players)
    }


def deal_columns(
    table: Table, acts: Mapping[str, Iterable[Act]], cards: Iterable[str]
) -> dict[str, Any]:
    """Play a whole deal.

    Parameters
    ----------
    table
        The cards and circles.
    acts
        The acts of "soket" and of "sekans".
    cards
        All cards in playing order.

    Returns
    -------
    dict
        Every column of the row that follows from the deal, in no order.

    Raises
    ------
    ValueError
        For cards that are no deal, and for an act or a card that is not legal.
    """
    check_cards(table)
    parts = circle_columns(table)
    for name in AUCTIONS:
        parts |= key_columns(table, name)
        parts |= auction_columns(table, name, acts[name])
    parts |= shedding_columns(table, cards)
    return {**parts, **chips_columns(table.rules, parts)}
