"""Card play in Ramsch: everybody ducks."""

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import winners
from simcore.skat.strategies.sight import dearest, is_last


@helper
def ramsch_lead(hand, order):
    """Low from the shortest suit, so that it soon runs out, but no lone ace or ten while something
    else is left; a jack last of all."""
    best, rank = hand & order.trumps, 99
    for suit in order.suits:
        held = hand & suit & ~order.trumps
        dear = lowest(held) & (order.aces | order.tens) if held else 0
        number = count(held) + (10 if dear else 0) if held else 99
        best = held if number < rank else best
        rank = min(rank, number)
    return lowest(best)


@helper
def shed(losing, order):
    """Void: throw an ace or a ten first, then a jack that loses, then the dearest card."""
    dear = losing & (order.aces | order.tens)
    if dear:
        return dearest(dear, order)
    jacks = losing & order.jacks
    return highest(jacks) if jacks else dearest(losing, order)


@helper
def must_win(moves, trick, order):
    """The trick cannot be ducked: take it with the dearest card behind both others; in the middle
    with the lowest, which the last player may still have to beat."""
    return dearest(moves, order) if is_last(trick) else lowest(moves)


@helper
def ramsch_card(hand, moves, trick, order):
    """Play the highest card that loses the trick."""
    if trick.place == 0:
        return ramsch_lead(hand, order)
    losing = moves & ~winners(moves, trick.best, trick.led, order)
    if losing == 0:
        return must_win(moves, trick, order)
    return highest(losing) if moves & trick.led else shed(losing, order)
