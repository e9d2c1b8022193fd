"""Card play `simple` of the declarer in suit games and Grand."""

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import winners
from simcore.skat.strategies.sight import (
    cheapest,
    dearest,
    has_points,
    is_last,
    top_if_sure,
    unseen_cards,
)
from simcore.skat.strategies.table import next_seat


@helper
def trumps_out(seat, unseen, table, order):
    """Trumps an opponent may still hold: none once both have shown that they have none."""
    left = next_seat(seat)
    shown_void = table["lacks"][left] & table["lacks"][next_seat(left)]
    return unseen & order.trumps & ~shown_void


@helper
def draws_trumps(trumps, out, player):
    """Draw while opponents hold trumps and the own ones outlast them."""
    return out != 0 and trumps != 0 and 2 * count(trumps) >= count(out) + player["draw_margin"]


@helper
def trump_lead(trumps, out):
    """The top trump if nothing beats it, else the lowest, to drive a higher one out."""
    sure = top_if_sure(trumps, out)
    return sure if sure else lowest(trumps)


@helper
def sure_side_winner(hand, unseen, out, order):
    """A side card that nobody can beat; with trumps out from the suit others hold most of."""
    best, safety = 0, -1
    for suit in order.suits:
        held = hand & suit & ~order.trumps
        others = unseen & suit & ~order.trumps
        number = count(others)
        if held > others and number > safety and (number > 0 or out == 0):
            best, safety = highest(held), number
    return best


@helper
def long_suit_lead(hand, order):
    """Nothing is sure: the lowest card of the longest side suit, else the lowest trump."""
    best, length = hand, 0
    for suit in order.suits:
        held = hand & suit & ~order.trumps
        number = count(held)
        best = held if number > length else best
        length = max(length, number)
    return lowest(best)


@helper
def declarer_lead(seat, hand, put_away, trick, table, order, player):
    """Draw trumps, cash what is sure, then the long suit."""
    unseen = unseen_cards(hand, put_away, trick, table)
    out = trumps_out(seat, unseen, table, order)
    trumps = hand & order.trumps
    if draws_trumps(trumps, out, player):
        return trump_lead(trumps, out)
    sure = sure_side_winner(hand, unseen, out, order)
    return sure if sure else long_suit_lead(hand, order)


@helper
def declarer_last(moves, winning, unseen, trick, order):
    """Behind both: win with the dearest card; leave a pointless trick rather than ruff it or
    spend the ace over an unseen ten."""
    if winning == 0:
        return cheapest(moves, order)
    if has_points(trick, order):
        return dearest(winning, order)
    if trick.led & moves == 0:
        return cheapest(moves, order)
    card = dearest(winning, order)
    ten_out = order.tens & trick.led & unseen
    return cheapest(moves, order) if card & order.aces and ten_out else card


@helper
def declarer_second(moves, winning, unseen, trick, order):
    """Between the defenders: take with a sure card, ruff points with the lowest trump."""
    led = trick.led
    if moves & led:
        sure = top_if_sure(winning & led, unseen & led)
        return sure if sure else cheapest(moves, order)
    if winning and has_points(trick, order):
        return lowest(winning)
    return cheapest(moves, order)


@helper
def declarer_card(seat, hand, put_away, moves, trick, table, order, player):
    """The declarer's card: `moves` holds more than one."""
    if trick.place == 0:
        return declarer_lead(seat, hand, put_away, trick, table, order, player)
    winning = winners(moves, trick.best, trick.led, order)
    unseen = unseen_cards(hand, put_away, trick, table)
    if is_last(trick):
        return declarer_last(moves, winning, unseen, trick, order)
    return declarer_second(moves, winning, unseen, trick, order)
