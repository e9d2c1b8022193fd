"""What a bidding system counts on many hands at once, outside of any game."""

import numpy as np

from simcore.jit import kernel
from simcore.skat.rules import GRAND
from simcore.skat.strategies.player import BIDDINGS, Player
from simcore.skat.strategies.systems import chain

SYSTEMS = tuple(system for system in BIDDINGS if system not in ("random", "fitted"))


@kernel
def count_all(hands, contract, seat, player, rules, counts):
    """What a system counts for a contract on each hand."""
    for number in range(len(hands)):
        if contract == GRAND:
            counts[number] = chain.grand_count(hands[number], seat, player)
        else:
            counts[number] = chain.suit_count(hands[number], contract, player, rules)


@kernel
def choose_all(hands, player, rules, suits):
    """The trump suit a system looks at on each hand."""
    for number in range(len(hands)):
        suits[number] = chain.trump_choice(hands[number], player, rules)


def record_of(system: str, **numbers: float) -> np.void:
    """The record of a player who bids by a system, with numbers of its own."""
    known = {"name": "x", "bidding": system, "exchange": "orderly", "play": "simple"}
    record: np.void = Player.model_validate({**known, **numbers}).record().reshape(1)[0]
    return record
