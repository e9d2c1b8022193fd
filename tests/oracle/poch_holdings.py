"""What a hand holds for the two auctions; imports nothing from simcore.

A holding is (size, rank of its card or top card, 1 with trump), so that the better one is the
greater; NOTHING if there is none.
"""

from collections.abc import Iterable, Sequence

from tests.oracle.poch_rules import RANKS, SUITS, rank_of

Holding = tuple[int, int, int]
NOTHING: Holding = (0, 0, 0)


def soket(hand: Iterable[str], trump: str) -> Holding:
    """The best set of equal ranks: size first, then rank; trump tells equal pairs apart."""
    hand = list(hand)
    best = NOTHING
    for rank in RANKS:
        cards = [card for card in hand if card[1] == rank]
        if len(cards) >= 2:
            has_trump = int(trump + rank in cards)
            best = max(best, (len(cards), RANKS.index(rank), has_trump))
    return best


def sekans(hand: Iterable[str], trump: str, kind: str = "run") -> Holding:
    """The best run of neighbouring ranks in one suit (or `kind` flush: cards of one suit)."""
    hand = list(hand)
    best = NOTHING
    for suit in SUITS:
        ranks = sorted(rank_of(card) for card in hand if card[0] == suit)
        for group in [ranks] if kind == "flush" else runs(ranks):
            if len(group) >= 2:
                best = max(best, (len(group), group[-1], int(suit == trump)))
    return best


def runs(ranks: Iterable[int]) -> list[list[int]]:
    """Ascending ranks cut wherever the next is no neighbour; nothing follows an ace."""
    result: list[list[int]] = []
    for rank in ranks:
        if result and result[-1][-1] + 1 == rank:
            result[-1].append(rank)
        else:
            result.append([rank])
    return result


def best_of(holdings: Sequence[Holding], order: Iterable[int]) -> int:
    """The seat of the best holding among those of the order; the first of equals."""
    winner = -1
    for seat in order:
        if winner == -1 or holdings[seat] > holdings[winner]:
            winner = seat
    return winner


def key(holding: Holding) -> int:
    """The number of a holding in the log: size, rank in four bits, trump in one."""
    size, rank, trump = holding
    return size * 32 + rank * 2 + trump
