"""The player `random`: every choice uniform among what is legal."""

from simcore.bits import count, nth
from simcore.jit import helper, inlined
from simcore.rng import BID, EXCHANGE, PLAY, below, choose, draw
from simcore.skat.rules import GRAND, NULL
from simcore.skat.value import Declaration, declared_value, matadors, may_declare

_SAY, _HAND, _GAME = 0, 8, 16  # first steps of the decisions in the stream BID; a seat each


@helper
def random_limit(seat, floor, luck, top):
    """Pass or go on with equal chance at every turn, as a limit in rungs above `floor`."""
    word = draw(luck, BID, _SAY + seat)
    rung = floor
    while rung < top:
        goes_on, word = choose(word, 2)
        if not goes_on:
            return rung if rung > floor else 0
        rung += 1
    return rung


@helper
def random_hand_game(seat, luck):
    """Hand or pick-up with equal chance."""
    return below(draw(luck, BID, _HAND + seat), 2) == 1


@helper
def _announced(contract, hand, step):
    """The games of a contract: plain, then schneider, schwarz and ouvert with what they imply."""
    if contract == NULL:
        return Declaration(contract, hand, 0, 0, int(step == 3))
    return Declaration(contract, hand, int(step >= 1), int(step >= 2), int(step == 3))


@helper
def _fits(contract, step, cards, hand, bid, must_cover, rules):
    """Whether a game may be named and, where asked, covers the bid as it stands."""
    if contract == NULL and 0 < step < 3:  # Null knows only plain and ouvert
        return False
    game = _announced(contract, hand, step)
    if not may_declare(game, bid, rules):
        return False
    return not must_cover or declared_value(matadors(cards, contract, rules), game, rules) >= bid


@helper
def _count_fitting(cards, hand, bid, must_cover, rules):
    number = 0
    for contract in range(NULL + 1):
        for step in range(4):
            number += int(_fits(contract, step, cards, hand, bid, must_cover, rules))
    return number


@helper
def random_game(cards, seat, hand, bid, luck, rules):
    """Uniform among the legal games that cover the bid; if none does, among all legal ones."""
    number = _count_fitting(cards, hand, bid, True, rules)
    must_cover = number > 0
    if not must_cover:
        number = _count_fitting(cards, hand, bid, False, rules)
    pick = below(draw(luck, BID, _GAME + seat), number)
    for contract in range(NULL + 1):
        for step in range(4):
            if _fits(contract, step, cards, hand, bid, must_cover, rules):
                if pick == 0:
                    return _announced(contract, hand, step)
                pick -= 1
    return Declaration(GRAND, hand, 0, 0, 0)  # not reached: some game is always legal


@helper
def random_discard(cards, luck):
    """Two of twelve cards, each of the 66 pairs with equal chance."""
    pick, rest = choose(draw(luck, EXCHANGE, 0), 12)
    first = nth(cards, pick, 11)
    return first | nth(cards ^ first, below(rest, 11), 10)


@inlined
def random_card(moves, number, place, luck):
    """A legal card in trick `number` 0..9, when a hand holds ten less that."""
    return nth(moves, below(draw(luck, PLAY, 3 * number + place), count(moves)), 9 - number)
