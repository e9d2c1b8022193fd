"""What the expert player sees in a trick and in its hand, whichever side it is on."""

from typing import NamedTuple

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import class_of, points
from simcore.skat.strategies.sight import dearest

_NOTHING = 1 << 30


class Throwing(NamedTuple):
    """What a side thinks of parting with cards, four a card point."""

    guard: int  # price of uncovering a ten
    keep: int  # price of a sure card
    void: int  # gain of making a suit void


@helper
def throwing(player, defends):
    """The prices of a side."""
    if defends:
        return Throwing(player["guard_def"], player["keep_def"], player["void_def"])
    return Throwing(player["guard"], player["keep_winner"], player["go_void"])


@helper
def spares_jack(card, worth, trick, order, player):
    """Whether a jack is too good for a trump trick of so few points."""
    return card & order.jacks and trick.led & order.trumps and worth < player["jack_min"]


@helper
def may_hold(seat, unseen, table):
    """Unseen cards a seat may hold, by the classes it has shown to lack."""
    return unseen & ~table["lacks"][seat]


@helper
def side_cards(cards, suit, order):
    """The cards of a suit that are no trumps."""
    return cards & suit & ~order.trumps


@helper
def plays_grand(order):
    """Whether no plain suit is trump."""
    return order.trumps & ~order.jacks == 0


@helper
def in_danger(cards, unseen, order):
    """A ten or ace of trumps that a trump still out may catch; 0 without."""
    dear = cards & order.trumps & (order.aces | order.tens)
    return highest(dear) if (unseen & order.trumps) > highest(dear) else 0


@helper
def ruffing_card(winning, follows, unseen, order, player):
    """The trump to ruff with, one seat to play: a dear one while that seat is likely to follow, as
    it is safe there; else the lowest."""
    dear = in_danger(winning, unseen, order)
    return dear if dear and count(follows) >= player["ruff_dear"] else lowest(winning)


@helper
def winner_behind_both(winning, order):
    """The last card of a trick: the ten before the ace, which wins again; else the dearest."""
    tens = winning & order.tens
    return lowest(tens) if tens else dearest(winning, order)


@helper
def holds_ace_back(card, worth, trick, unseen, order, least):
    """Whether the ace waits for the ten that is still out, the trick carrying too little."""
    ten_out = order.tens & trick.led & unseen & ~order.trumps
    return card & order.aces and ten_out and worth < least


@helper
def least_trump(trumps, order):
    """The trump to give away: the lowest, but a jack before the ten or the ace."""
    dear = order.aces | order.tens
    plain = trumps & ~order.jacks & ~dear
    jacks = trumps & order.jacks
    return lowest(plain if plain else (jacks if jacks else trumps))


@helper
def loses_guard(held, out, order):
    """Whether a ten would stand alone under a live ace once the suit gives its lowest card."""
    return (held & order.tens != 0) & (out & order.aces != 0) & (count(held) == 2)


@helper
def price_of_throwing(held, out, trumps, order, throw):
    """What parting with the lowest card of a side suit costs, four a point: its points, the guard
    of a ten, a winner; less where the suit runs out and trumps are left to ruff it."""
    card = lowest(held)
    price = 4 * points(card, order) + count(held)
    price += int(loses_guard(held, out, order)) * throw.guard + int(card > out) * throw.keep
    return price - int(held == card and trumps != 0) * throw.void


@helper
def cheapest_throw(moves, unseen, order, throw):
    """The card to part with on a trick that is lost."""
    trumps = moves & order.trumps
    best, least = 0, _NOTHING
    left = moves & ~order.trumps
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        out = side_cards(unseen, suit, order)
        price = price_of_throwing(held, out, trumps, order, throw)
        best = held if price < least else best
        least = min(least, price)
    return lowest(best) if best else least_trump(trumps, order)
