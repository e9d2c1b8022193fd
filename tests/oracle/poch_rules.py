"""Cards, packs and rule fields of soket and sekans; imports nothing from simcore.

A card is a text of suit and rank ("SA"), a hand a set of cards. Seats are 0..n-1 clockwise, so the
left neighbour of a seat is seat + 1.
"""

from collections.abc import Iterable
from dataclasses import dataclass

SUITS = "DHSC"
RANKS = "23456789TJQKA"
HAND_CARDS = 6

PACK_RANKS = {24: "9TJQKA", 32: "789TJQKA", 52: RANKS}
PLAYERS = {24: (3,), 32: (3, 4, 5), 52: (6, 7, 8)}
CIRCLE_RANKS = ("all", "AKQJ", "AKQJT")


@dataclass(frozen=True)
class Rules:
    """The parameters; `max_stake` None stands for 2 x ante x players, 0 for no cap."""

    players: int = 4
    pack: int = 32
    circle_ranks: str = "all"
    ante: int = 1
    session_deals: int = 32
    bluff: int = 0
    min_stake: int = 1
    max_stake: int | None = None
    max_circuits: int = 3
    betting: str = "literal"
    sekans: str = "run"
    payment: str = "per_card"
    fixed_payment: int = 1

    def __post_init__(self) -> None:
        """Refuse what the text does not have."""
        if self.pack not in PLAYERS or self.players not in PLAYERS[self.pack]:
            raise ValueError(f"{self.players} players cannot play with {self.pack} cards")
        one_of(self.circle_ranks, CIRCLE_RANKS)
        one_of(self.betting, ("literal", "poker"))
        one_of(self.sekans, ("run", "flush"))
        one_of(self.payment, ("per_card", "fixed"))
        if min(self.session_deals, self.min_stake, self.max_circuits) < 1:
            raise ValueError("session_deals, min_stake and max_circuits are at least 1")
        if self.cap and self.cap < self.min_stake:
            raise ValueError(f"nobody can stake {self.min_stake} under a cap of {self.cap}")

    @property
    def cap(self) -> int:
        """The highest stake, 0 for none."""
        return 2 * self.ante * self.players if self.max_stake is None else self.max_stake


def one_of(word: str, words: Iterable[str]) -> None:
    """ValueError for another word."""
    if word not in words:
        raise ValueError(f"{word!r} is none of {', '.join(words)}")


def pack_cards(rules: Rules) -> list[str]:
    """All cards of the pack."""
    return [suit + rank for suit in SUITS for rank in PACK_RANKS[rules.pack]]


def stock_cards(rules: Rules) -> int:
    """How many cards nobody gets and nobody sees."""
    return rules.pack - HAND_CARDS * rules.players - 1


def circle_ranks(rules: Rules) -> list[str]:
    """The ranks that have a circle, from the lowest on."""
    named = PACK_RANKS[rules.pack] if rules.circle_ranks == "all" else rules.circle_ranks
    return [rank for rank in RANKS if rank in named]


def rank_of(card: str) -> int:
    """The rank of a card: 0 for a two .. 12 for an ace, whatever the pack."""
    return RANKS.index(card[1])


def from_left(dealer: int, players: int) -> list[int]:
    """All seats in the order of turns: the dealer's left neighbour first, the dealer last."""
    return [(dealer + step) % players for step in range(1, players + 1)]
