"""Card play `simple` of the defenders in suit games and Grand."""

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import above, points, winners
from simcore.skat.strategies.sight import (
    cheapest,
    dearest,
    has_points,
    is_last,
    open_cards,
    third_seat,
    top_if_sure,
    unseen_cards,
)
from simcore.skat.strategies.table import next_seat


@helper
def lead_card(held, out, order):
    """Of a suit to lead: the top card if it is sure, else a low one; no ten under a live ace."""
    sure = top_if_sure(held, out)
    return sure if sure else cheapest(held, order)


@helper
def side_lead(hand, unseen, table, order, wants_long):
    """Short way (declarer next) a long suit, long way (partner next) a short one; 0 if no side.

    Suits in which the declarer has shown to be void come last: he would ruff.
    """
    declarer_lacks = table["lacks"][table["declarer"]]
    best, best_rank = 0, -1
    for suit in order.suits:
        held = hand & suit & ~order.trumps
        number = count(held)
        rank = number if wants_long else 8 - number
        rank += 0 if suit & declarer_lacks else 16
        if held and rank > best_rank:
            best, best_rank = lead_card(held, unseen & suit & ~order.trumps, order), rank
    return best


@helper
def ace_lead(hand, order):
    """Against Grand: the ace of the longest suit, not a lone or short one; 0 without."""
    best, length = 0, 2
    for suit in order.suits:
        held = hand & suit & ~order.trumps
        number = count(held)
        if held & order.aces and number > length:
            best, length = held & order.aces, number
    return best


@helper
def is_grand(order):
    """Whether only the jacks are trumps."""
    return order.trumps == order.jacks


@helper
def open_winner(hand, shown, order):
    """Against open cards: a card the declarer must follow to and cannot beat; 0 without."""
    if hand & order.trumps > shown & order.trumps and shown & order.trumps:
        return highest(hand & order.trumps)
    for suit in order.suits:
        held, his = hand & suit & ~order.trumps, shown & suit & ~order.trumps
        if his and held > his:
            return highest(held)
    return 0


@helper
def commanding_lead(hand, unseen, table, order):
    """A card an open declarer cannot beat, or the top one of more trumps than are missing; 0
    without."""
    sure = open_winner(hand, open_cards(table), order)
    if sure:
        return sure
    trumps = hand & order.trumps
    return highest(trumps) if count(trumps) > count(unseen & order.trumps) else 0


@helper
def defender_lead(seat, hand, trick, table, order):
    """What commands; no trumps otherwise."""
    unseen = unseen_cards(hand, 0, trick, table)
    commanding = commanding_lead(hand, unseen, table, order)
    if commanding:
        return commanding
    if is_grand(order):
        ace = ace_lead(hand, order)
        if ace:
            return ace
    side = side_lead(hand, unseen, table, order, next_seat(seat) == table["declarer"])
    return side if side else lowest(hand)


@helper
def smear(moves, order, player):
    """Give the partner points: a ten without its ace first, then A, T, K, Q; no side card worth
    it: the cheapest."""
    side = moves & ~order.trumps
    giving = side if side else moves
    bare_tens = giving & order.tens & ~((giving & order.aces) >> 1)
    card = lowest(bare_tens) if bare_tens else dearest(giving, order)
    return card if points(card, order) >= player["smear_min"] else cheapest(moves, order)


@helper
def defender_last(moves, winning, trick, table, order, player):
    """Behind both: smear on the partner's trick, else win with the dearest card, but keep trumps
    and the lead out of a pointless one."""
    if trick.winner != table["declarer"]:
        return smear(moves, order, player)
    if winning and (has_points(trick, order) or moves & trick.led):
        return dearest(winning, order)
    return cheapest(moves, order)


@helper
def behind_declarer(seat, moves, winning, unseen, trick, table, order, player):
    """Declarer led, partner plays last: take with a sure card, beat a trump cheaply, smear only
    if the partner may still beat it."""
    led = trick.led
    if moves & led:
        if led == order.trumps and winning:
            return lowest(winning)
        sure = top_if_sure(winning & led, unseen & led)
        if sure:
            return sure
        partner = third_seat(seat, table["declarer"])
        beatable = unseen & led & above(trick.best) & ~table["lacks"][partner]
        hopeful = beatable and led == order.trumps
        return smear(moves, order, player) if hopeful else cheapest(moves, order)
    if winning and has_points(trick, order):
        return lowest(winning)
    return cheapest(moves, order)


@helper
def before_declarer(moves, winning, unseen, trick, table, order, player):
    """Partner led, declarer plays last: smear on a card he cannot beat by following; take with a
    sure card; ruff points."""
    led = trick.led
    higher = unseen & led & above(trick.best)
    declarer_void = table["lacks"][table["declarer"]] & led
    if higher == 0 and not declarer_void:
        return smear(moves, order, player)
    if moves & led:
        sure = top_if_sure(winning & led, unseen & led)
        return sure if sure and not declarer_void else cheapest(moves, order)
    if winning and has_points(trick, order):
        return lowest(winning)
    return cheapest(moves, order)


@helper
def defender_card(seat, hand, moves, trick, table, order, player):
    """A defender's card: `moves` holds more than one."""
    if trick.place == 0:
        return defender_lead(seat, hand, trick, table, order)
    winning = winners(moves, trick.best, trick.led, order)
    if is_last(trick):
        return defender_last(moves, winning, trick, table, order, player)
    unseen = unseen_cards(hand, 0, trick, table)
    if trick.leader == table["declarer"]:
        return behind_declarer(seat, moves, winning, unseen, trick, table, order, player)
    return before_declarer(moves, winning, unseen, trick, table, order, player)
