"""Card play `expert` of the defenders in suit games and Grand."""

from typing import NamedTuple

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import above, class_of, points, winners
from simcore.skat.strategies.defender import open_winner
from simcore.skat.strategies.expert_view import (
    cheapest_throw,
    holds_ace_back,
    may_hold,
    plays_grand,
    ruffing_card,
    side_cards,
    spares_jack,
    throwing,
    winner_behind_both,
)
from simcore.skat.strategies.sight import (
    dearest,
    is_last,
    open_cards,
    third_seat,
    top_if_sure,
    unseen_cards,
)
from simcore.skat.strategies.table import next_seat

_WANTED = 60  # card points that beat the declarer
_NOTHING = 1 << 30
SMEAR = -1  # instead of a card: give the partner points


@helper
def defenders_points(table, order):
    """Points in the defenders' tricks."""
    declarer = table["declarer"]
    left = next_seat(declarer)
    return points(table["taken"][left] | table["taken"][next_seat(left)], order)


@helper
def beats_the_game(card, trick, table, order):
    """Whether the trick, taken with a card, brings the defenders' 60."""
    so_far = defenders_points(table, order)
    return so_far < _WANTED <= so_far + points(trick.cards | card, order)


@helper
def suit_card(held, out):
    """Of a suit to lead: the top card if it is sure, else the lowest."""
    sure = top_if_sure(held, out)
    return sure if sure else lowest(held)


class Leading(NamedTuple):
    """What a defender thinks of leading a side suit, by where the declarer sits."""

    length: int  # a card
    sure: int  # its top card beats all that is out
    round: int  # ... and every card out
    king: int  # a king that is not sure
    ten: int  # against a ten under a live ace
    his: int  # the declarer has led the suit
    ruffed: int  # the declarer is void


@helper
def leading(near, order, player):
    """Long suits and sure cards with the declarer next to play; with the partner next short ones in
    suit games, and no more than a little for length in Grand."""
    king, his = player["lead_king"], player["lead_his"]
    ruffed = player["lead_ruffed"] if near else player["lead_ruffed_far"]
    if plays_grand(order):
        length = player["grand_near"] if near else player["grand_far"]
        sure = player["grand_sure"] if near else player["grand_sure_far"]
        ten = player["grand_ten"] if near else 0
        return Leading(length, sure, player["grand_round"], king, ten, his, ruffed)
    length = player["lead_near"] if near else player["lead_far"]
    sure = player["sure_near"] if near else player["sure_far"]
    ten = player["lead_ten"] if near else player["lead_ten_far"]
    return Leading(length, sure, player["lead_round"], king, ten, his, ruffed)


@helper
def suit_worth(held, out, led, lacks, order, weights):
    """How good the lead of a side suit is: by length and top, and by what the declarer has shown
    in it."""
    sure = int(held > out)
    worth = weights.length * count(held) + sure * (weights.sure + weights.round * count(out))
    worth += (1 - sure) * int(held & order.kings != 0) * weights.king
    worth -= int((held & order.tens != 0) & (out & order.aces != 0)) * weights.ten
    return worth - int(led != 0) * weights.his - int(lacks != 0) * weights.ruffed


@helper
def suit_to_lead(hand, unseen, table, order, weights, least):
    """The side suit whose lead is worth most, 0 if none is worth more than the least."""
    declarer = table["declarer"]
    led, lacks = table["led"][declarer], table["lacks"][declarer]
    best, most = 0, least
    left = hand & ~order.trumps
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        out = side_cards(unseen, suit, order)
        worth = suit_worth(held, out, led & suit, lacks & suit, order, weights)
        best = held if worth > most else best
        most = max(most, worth)
    return best


@helper
def commanding_trump(hand, unseen, order, player):
    """The top of more trumps than are out, which draws them all, while enough are out; 0 without:
    where none is out it wins later as well."""
    trumps, out = hand & order.trumps, count(unseen & order.trumps)
    return highest(trumps) if count(trumps) > out >= player["command"] else 0


@helper
def expert_defender_lead(seat, hand, trick, table, order, player):
    """What commands; else the suit with the best worth."""
    unseen = unseen_cards(hand, 0, trick, table)
    sure = open_winner(hand, open_cards(table), order)
    commanding = sure if sure else commanding_trump(hand, unseen, order, player)
    if commanding:
        return commanding
    near = next_seat(seat) == table["declarer"]
    trumps = lowest(hand & order.trumps)
    least = player["lead_trump"] if trumps else -_NOTHING
    held = suit_to_lead(hand, unseen, table, order, leading(near, order, player), least)
    if held == 0:
        return trumps
    return suit_card(held, side_cards(unseen, class_of(lowest(held), order), order))


@helper
def least_to_ruff(order, player):
    """Points of a trick worth a defender's trump."""
    return player["grand_ruff_def"] if plays_grand(order) else player["ruff_defender"]


@helper
def gift_worth(card, out, suit, table, order, player):
    """How good a card is to smear: its points, more for a ten in danger, less for a winner."""
    worth = 4 * points(card, order)
    bare = (card & order.tens != 0) & (out & order.aces != 0)
    wins = (card > out) & (suit & ~table["lacks"][table["declarer"]] != 0)
    return worth + int(bare) * player["smear_bare"] - int(wins) * player["smear_keep"]


@helper
def gift(moves, unseen, table, order, player):
    """Points for the partner, the best card to smear; 0 where there is nothing to give."""
    best, most = 0, -_NOTHING
    if moves & ~order.trumps == 0:
        best = dearest(moves, order)
    left = moves & ~order.trumps
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        own_ten = held & order.tens
        card = own_ten if own_ten and held & order.aces else highest(held)
        out = side_cards(unseen, suit, order)
        worth = gift_worth(card, out, suit, table, order, player)
        best = card if worth > most else best
        most = max(most, worth)
    return best if points(best, order) >= player["smear_min"] else 0


@helper
def takes_with_suit(winning, least, trick, unseen, order, player):
    """A card of the led suit or a trump on a trump that takes the trick for sure: the ten before
    the ace, which waits in a trick of too few points; 0 to throw."""
    card, worth = winner_behind_both(winning, order), points(trick.cards, order)
    if holds_ace_back(card, worth, trick, unseen, order, least):
        lesser = winning & ~order.aces
        return winner_behind_both(lesser, order) if lesser else 0
    return 0 if spares_jack(card, worth, trick, order, player) else card


@helper
def expert_defender_last(moves, winning, unseen, trick, table, order, player):
    """Behind both: smear on the partner's trick, take the declarer's."""
    if trick.winner != table["declarer"]:
        return SMEAR
    if winning == 0:
        return 0
    card = winner_behind_both(winning, order)
    if beats_the_game(card, trick, table, order):
        return card
    if moves & trick.led:
        least = player["grand_ace_def"] if plays_grand(order) else player["ace_defender"]
        return takes_with_suit(winning, least, trick, unseen, order, player)
    return card if points(trick.cards, order) >= least_to_ruff(order, player) else 0


@helper
def partner_may_beat(higher, partner, table):
    """How many of the cards that beat the trick the partner may hold."""
    return count(higher & ~table["lacks"][partner])


@helper
def takes_before_partner(winning, unseen, hopeful, trick, table, order, player):
    """The declarer led and cannot answer: any card that beats him makes the trick; a dear one is
    safe there. The ace may wait, longer where the partner is likely to take the trick; a jack is
    spared there."""
    card = winner_behind_both(winning, order)
    if beats_the_game(card, trick, table, order):
        return card
    least = player["ace_behind_hope"] if hopeful else player["ace_behind"]
    card = takes_with_suit(winning, least, trick, unseen, order, player)
    return SMEAR if hopeful and card & order.jacks else card


@helper
def expert_behind_declarer(seat, moves, winning, unseen, trick, table, order, player):
    """The declarer led, the partner plays last: take what can be taken, smear when he is likely to
    take it."""
    led = trick.led
    partner = third_seat(seat, table["declarer"])
    chances = partner_may_beat(unseen & led & above(trick.best), partner, table)
    hopeful = chances >= (player["hope_trump"] if led == order.trumps else player["hope_side"])
    if winning and moves & led:
        return takes_before_partner(winning, unseen, hopeful, trick, table, order, player)
    if hopeful:
        return SMEAR
    ruffs = winning and points(trick.cards, order) >= least_to_ruff(order, player)
    return winner_behind_both(winning, order) if ruffs else 0


@helper
def takes_before_declarer(winning, follows, unseen, trick, order, player):
    """The own suit on the partner's lead: a card the declarer must follow to and cannot beat; 0 to
    throw."""
    sure = top_if_sure(winning & trick.led, follows)
    worth = points(trick.cards, order)
    waits = holds_ace_back(sure, worth, trick, unseen, order, player["ace_before"])
    return sure if follows and not waits else 0


@helper
def expert_before_declarer(moves, winning, unseen, trick, table, order, player):
    """The partner led, the declarer plays last: smear on a card he cannot beat by following; else
    take with a sure card, or ruff."""
    follows = may_hold(table["declarer"], unseen, table) & trick.led
    if follows & above(trick.best) == 0 and count(follows) >= player["smear_out"]:
        return SMEAR
    if moves & trick.led:
        return takes_before_declarer(winning, follows, unseen, trick, order, player)
    least = least_to_ruff(order, player) if follows else player["ruff_before_void"]
    ruffs = winning and points(trick.cards, order) >= least
    return ruffing_card(winning, follows, unseen, order, player) if ruffs else 0


@helper
def expert_follow(seat, moves, unseen, trick, table, order, player):
    """What a defender does in second or third seat: a card, SMEAR, or 0 to throw."""
    winning = winners(moves, trick.best, trick.led, order)
    if is_last(trick):
        return expert_defender_last(moves, winning, unseen, trick, table, order, player)
    if trick.leader == table["declarer"]:
        return expert_behind_declarer(seat, moves, winning, unseen, trick, table, order, player)
    return expert_before_declarer(moves, winning, unseen, trick, table, order, player)


@helper
def expert_defender_card(seat, hand, moves, trick, table, order, player):
    """A defender's card: `moves` holds more than one."""
    if trick.place == 0:
        return expert_defender_lead(seat, hand, trick, table, order, player)
    unseen = unseen_cards(hand, 0, trick, table)
    card = expert_follow(seat, moves, unseen, trick, table, order, player)
    if card == SMEAR:
        card = gift(moves, unseen, table, order, player)
    return card if card else cheapest_throw(moves, unseen, order, throwing(player, True))
