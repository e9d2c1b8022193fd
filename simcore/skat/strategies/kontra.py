"""Kontra and re, where the rules have them: fixed rules on one's own cards."""

from simcore.bits import count, highest
from simcore.jit import helper
from simcore.rng import KONTRA, below, draw
from simcore.skat.rules import NULL
from simcore.skat.value import base_value, declared_value, matadors


@helper
def top_trumps(hand, order):
    """How many of the three highest trumps a hand holds."""
    left, held = order.trumps, 0
    for _ in range(3):
        if left:
            top = highest(left)
            held += int(hand & top != 0)
            left ^= top
    return held


@helper
def sure_side_tricks(hand, order):
    """Side aces, and tens beside their ace."""
    side = hand & ~order.trumps
    aces, tens = side & order.aces, side & order.tens
    return count(aces) + count(tens & (aces >> 1))


@helper
def doubts_game(hand, order, player):
    """Kontra, never in Null: the declarer lacks the top trumps, and side tricks are sure too."""
    if order.trumps == 0:
        return False
    tops, sides = top_trumps(hand, order), sure_side_tricks(hand, order)
    return tops >= player["kontra_tops"] and sides >= player["kontra_sides"]


@helper
def trusts_game(cards, game, bid, player, rules):
    """Re: a hand game that need not win all it is worth, as it stands well above the bid."""
    if not game.hand or game.contract == NULL:
        return False
    spare = player["re_levels"] * base_value(game.contract, game.ouvert, rules)
    return declared_value(matadors(cards, game.contract, rules), game, rules) >= bid + spare


@helper
def random_kontra(seat, luck):
    """Yes or no with equal chance."""
    return below(draw(luck, KONTRA, seat), 2) == 1
