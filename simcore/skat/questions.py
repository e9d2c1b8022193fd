"""The compiled rules, one question each: entry points for the functions of the rulebook."""

from simcore import cards as pack
from simcore.jit import kernel
from simcore.skat import auction, order, ramsch, value


@kernel
def contest(forehand, middlehand, rearhand):
    """The outcome of an auction between limits in rungs."""
    first = auction.first_duel(forehand, middlehand)
    return auction.finish(first, forehand, middlehand, rearhand, forehand)


@kernel
def legal(hand, lead, contract, rules):
    """Cards of a hand that may be played on a lead (0: anything)."""
    ordered = order.make_order(rules, contract)
    laid = order.lay_out(hand, ordered.layout)
    led = pack.PACK
    if lead:
        led = order.class_of(order.lay_out(lead, ordered.layout), ordered)
    moves, legal = order.legal(laid, led), 0
    for bit in range(32):
        if moves >> bit & 1:
            legal |= 1 << order.pack_bit(bit, ordered.layout)
    return legal


@kernel
def winner(first, second, third, contract, rules):
    """Which of three cards, in playing order, takes the trick."""
    ordered = order.make_order(rules, contract)
    best = order.lay_out(first, ordered.layout)
    led = order.class_of(best, ordered)
    winner = 0
    for place, card in ((1, second), (2, third)):
        laid = order.lay_out(card, ordered.layout)
        if order.winners(laid, best, led, ordered):
            best, winner = laid, place
    return winner


@kernel
def matadors(cards, contract, rules):
    """With or without how many top trumps a set of cards is."""
    return value.matadors(cards, contract, rules)


@kernel
def settle(matadors, game, bid, points, tricks, kontra, rules):
    """The result of a game."""
    return value.settle(matadors, game, bid, points, tricks, kontra, rules)


@kernel
def fault(game, bid, rules):
    """Why a game may not be declared; 0 if it may."""
    return value.declaration_fault(game, bid, rules)


@kernel
def ramsch_scores(points, tricks, skat, last, rules):
    """The result of each seat in Ramsch."""
    seats = (
        ramsch.Counted(points[0], tricks[0]),
        ramsch.Counted(points[1], tricks[1]),
        ramsch.Counted(points[2], tricks[2]),
    )
    return ramsch.settle_ramsch(seats[0], seats[1], seats[2], skat, last, rules)
