"""Card play `expert` of the declarer in suit games and Grand."""

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import above, class_of, points, winners
from simcore.skat.strategies.declarer import trumps_out
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
from simcore.skat.strategies.sight import is_last, top_if_sure, unseen_cards
from simcore.skat.strategies.table import next_seat
from simcore.skat.value import SCHNEIDER


@helper
def card_points_so_far(seat, put_away, table, order):
    """The declarer's points: tricks and what it put away."""
    return points(table["taken"][seat] | put_away, order)


@helper
def points_missing(so_far, table):
    """Card points the declarer still wants: those that win are secured first, from there on 90."""
    return (table["aim"] if so_far < table["aim"] else SCHNEIDER) - so_far


@helper
def decides_the_game(card, trick, so_far, table, order):
    """Whether taking the trick with a card brings the points that are missing."""
    return 0 < points_missing(so_far, table) <= points(trick.cards | card, order)


@helper
def only_masters_out(trumps, out):
    """Whether every trump out beats all of one's own: they cannot be drawn."""
    return lowest(out) > highest(trumps)


@helper
def draws(trumps, out, order, player):
    """Draw while opponents hold trumps that can be caught and the own ones are not too few; margins
    say how few, as even a short hand gains by drawing."""
    if out == 0 or trumps == 0:
        return False
    margin = player["draw_grand"] if plays_grand(order) else player["draw_suit"]
    if trumps > out:
        margin = player["draw_sure"]
    if 2 * count(trumps) < count(out) + margin:
        return False
    return not only_masters_out(trumps, out) or 2 * count(trumps) >= count(out) + player["draw_up"]


@helper
def drawing_card(trumps, out, order, player):
    """The top trump if nothing beats it; else, to drive a higher one out, the lowest of enough
    jacks, or a trump of few points."""
    sure = top_if_sure(trumps, out)
    if sure:
        return sure
    jacks = trumps & order.jacks
    if 0 < player["drive_jack"] <= count(jacks):
        return lowest(jacks)
    plain = trumps & ~(order.aces | order.tens)
    return lowest(plain if plain else trumps)


@helper
def winner_to_cash(hand, unseen, out, order, player):
    """A side card nobody can beat; with trumps out only from a suit that is likely to go round."""
    best, safety = 0, -1
    least = player["grand_cash"] if plays_grand(order) else player["cash_out"]
    left = hand & ~order.trumps
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        others = side_cards(unseen, suit, order)
        number = count(others)
        goes_round = out == 0 or number >= least
        if held > others and number > safety and goes_round:
            best, safety = highest(held), number
    return best


@helper
def worth_losing(held, others, order, player):
    """How readily a side suit is led without a winner: long ones are set up; a ten under a live ace
    is left alone."""
    long = player["grand_exit_long"] if plays_grand(order) else player["exit_long"]
    bare = held & order.tens and others & order.aces
    return long * count(held) + (player["exit_ten"] if bare else 0)


@helper
def exit_lead(hand, unseen, order, player):
    """Nothing is sure: the lowest card of the side suit that is most readily lost, or a trump."""
    trumps = hand & order.trumps
    best, most = 0, -(1 << 30)
    if trumps:
        most = player["grand_exit_trump"] if plays_grand(order) else player["exit_trump"]
    left = hand & ~order.trumps
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        others = side_cards(unseen, suit, order)
        worth = worth_losing(held, others, order, player)
        best = lowest(held) if worth > most else best
        most = max(most, worth)
    return best if best else lowest(trumps)


@helper
def winners_suffice(hand, unseen, out, so_far, table, order):
    """Whether no trump is out and the sure cards alone bring the points that win: then cash them,
    on the way to 90 as well, which setting up more brings less often."""
    if out:
        return False
    sure = hand & order.trumps
    left = hand & ~order.trumps
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        top = highest(side_cards(unseen, suit, order))
        sure |= held & above(top) if top else held
    return so_far + points(sure, order) >= table["aim"]


@helper
def least_to_set_up(out, order, player):
    """How long a suit must be to be set up before winners are cashed; 0 never."""
    if plays_grand(order):
        return player["grand_set_up_out"] if out else player["grand_set_up"]
    return player["set_up_out"] if out else player["set_up"]


@helper
def suit_to_set_up(hand, unseen, out, order, player):
    """The lowest card of the longest suit without its top, if it is long enough; 0 without."""
    best, length = 0, least_to_set_up(out, order, player) - 1
    if length < 0:
        return 0
    left = hand & ~order.trumps
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        number = count(held)
        if held < side_cards(unseen, suit, order) and number > length:
            best, length = lowest(held), number
    return best


@helper
def expert_declarer_lead(seat, hand, put_away, so_far, trick, table, order, player):
    """Draw trumps, cash what is sure, set up or throw the lead."""
    unseen = unseen_cards(hand, put_away, trick, table)
    out = trumps_out(seat, unseen, table, order)
    trumps = hand & order.trumps
    sure = winner_to_cash(hand, unseen, out, order, player)
    if draws(trumps, out, order, player):
        return drawing_card(trumps, out, order, player)
    if sure and not winners_suffice(hand, unseen, out, so_far, table, order):
        long_suit = suit_to_set_up(hand, unseen, out, order, player)
        if long_suit:
            return long_suit
    return sure if sure else exit_lead(hand, unseen, order, player)


@helper
def keeps_ace(card, worth, trick, unseen, order, player):
    """Whether the ace waits for the ten, behind both."""
    least = player["grand_ace"] if plays_grand(order) else player["ace_declarer"]
    return holds_ace_back(card, worth, trick, unseen, order, least)


@helper
def expert_declarer_last(moves, winning, loser, unseen, so_far, trick, table, order, player):
    """Behind both: take with the ten before the ace, unless the ace waits or a jack is spared; ruff
    what carries enough points, throw a loser on the rest."""
    card, worth = winner_behind_both(winning, order), points(trick.cards, order)
    if decides_the_game(card, trick, so_far, table, order):
        return card
    if moves & trick.led:
        if keeps_ace(card, worth, trick, unseen, order, player):
            lesser = winning & ~order.aces
            return winner_behind_both(lesser, order) if lesser else loser
        return loser if spares_jack(card, worth, trick, order, player) else card
    least = player["grand_ruff_last"] if plays_grand(order) else player["ruff_last"]
    return card if worth + points(loser, order) >= least else loser


@helper
def takes_between(winning, loser, thirds, unseen, trick, order, player):
    """Following suit between the defenders: a card the third seat cannot beat, if that seat follows
    or has no trump; an ace waits for the ten."""
    follows = thirds & trick.led
    sure = top_if_sure(winning & trick.led, follows)
    worth = points(trick.cards, order)
    if not sure or holds_ace_back(sure, worth, trick, unseen, order, player["ace_second"]):
        return loser
    return sure if follows or thirds & order.trumps == 0 else loser


@helper
def expert_declarer_second(seat, moves, winning, loser, unseen, trick, table, order, player):
    """Between the defenders: take with a sure card, ruff what carries enough points, throw losers
    on the rest."""
    thirds = may_hold(next_seat(seat), unseen, table)
    if moves & trick.led:
        return takes_between(winning, loser, thirds, unseen, trick, order, player)
    least = player["grand_ruff"] if plays_grand(order) else player["ruff_second"]
    if points(trick.cards | loser, order) < least:
        return loser
    return ruffing_card(winning, thirds & trick.led, unseen, order, player)


@helper
def expert_declarer_card(seat, hand, put_away, moves, trick, table, order, player):
    """The declarer's card: `moves` holds more than one."""
    so_far = card_points_so_far(seat, put_away, table, order)
    if trick.place == 0:
        return expert_declarer_lead(seat, hand, put_away, so_far, trick, table, order, player)
    unseen = unseen_cards(hand, put_away, trick, table)
    winning = winners(moves, trick.best, trick.led, order)
    loser = cheapest_throw(moves, unseen, order, throwing(player, False))
    if winning == 0:
        return loser
    if is_last(trick):
        return expert_declarer_last(
            moves, winning, loser, unseen, so_far, trick, table, order, player
        )
    return expert_declarer_second(seat, moves, winning, loser, unseen, trick, table, order, player)
