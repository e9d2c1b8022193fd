"""Card play `expert` in Null."""

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import above, class_of
from simcore.skat.strategies.null_play import escape, is_caught, rescuer, top_of_shortest
from simcore.skat.strategies.sight import is_last, open_cards, third_seat, unseen_cards

_NOTHING = 1 << 30
_BELOW, _OPENED = 16, 96  # against a card out below, against a suit falling short by one more


@helper
def weak_ranks(held, out):
    """By how much a suit falls short of being safe: the most cards out below an own one beyond
    those that the lower own ones answer; 0 where the suit is safe."""
    worst, answered = 0, 0
    while held:
        card = lowest(held)
        worst = max(worst, count(out & (card - 1)) - answered)
        answered += 1
        held ^= card
    return worst


@helper
def lead_risk(held, out):
    """How likely the lowest card of a suit is left with its holder: by the cards out below it, less
    those above, and by how much the rest falls short once it is gone (from 7 9 J K the seven leaves
    the nine alone with the eight). Sure where nothing above is out."""
    card = lowest(held)
    over = count(out & above(card))
    opened = weak_ranks(held ^ card, out) - weak_ranks(held, out)
    risk = _BELOW * count(out & (card - 1)) - 4 * over + count(held) + _OPENED * max(opened, 0)
    return risk if over else _NOTHING - 1


@helper
def null_lead(hand, unseen, order):
    """The declarer's lead: the lowest card of the suit with the least risk."""
    best, least = lowest(hand), _NOTHING
    left = hand
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        risk = lead_risk(held, unseen & suit)
        best = lowest(held) if risk < least else best
        least = min(least, risk)
    return best


@helper
def null_throw(moves, unseen, order):
    """Void: the highest card of the suit that falls short the most, a short one first, as it is
    soon safe."""
    best, most = highest(moves), -1
    left = moves
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        out = unseen & suit
        short_by = weak_ranks(held, out)
        worth = 64 * short_by + 8 * (8 - count(held)) * (short_by > 0)
        worth += count(out & (highest(held) - 1))
        best = highest(held) if worth > most else best
        most = max(most, worth)
    return best


@helper
def expert_null_declarer(hand, put_away, moves, trick, table, order):
    """Lose every trick: lead what is beaten, stay under, throw what is in danger."""
    unseen = unseen_cards(hand, put_away, trick, table)
    if trick.place == 0:
        return null_lead(hand, unseen, order)
    if moves & trick.led == 0:
        return null_throw(moves, unseen, order)
    under = escape(moves, trick.best, trick.led)
    return under if under else lowest(moves)


@helper
def attack_worth(held, out, suit, table, partner, player):
    """How good a suit is to attack: few cards out to duck under the lowest, short, the partner's;
    not one the declarer lacks."""
    worth = -player["null_low"] * count(out & (lowest(held) - 1))
    worth -= player["null_short"] * count(held)
    worth += player["null_partners"] if suit & table["led"][partner] else 0
    return worth - (400 if suit & table["lacks"][table["declarer"]] else 0)


@helper
def null_attack(seat, hand, trick, table, order, player):
    """A defender's lead: a suit in which an open declarer is caught, else the best to attack."""
    shown = open_cards(table)
    partner = third_seat(seat, table["declarer"])
    unseen = unseen_cards(hand, 0, trick, table)
    partners = unseen & ~shown & ~table["lacks"][partner]
    best, most = lowest(hand), -_NOTHING
    left = hand
    while left:
        suit = class_of(lowest(left), order)
        held = left & suit
        left ^= held
        out = shown & suit if shown else unseen & suit
        worth = attack_worth(held, out, suit, table, partner, player)
        if shown:
            worth -= 400 if out == 0 else 0
            worth += 999 if is_caught(held, out, partners & suit) else 0
        best = lowest(held) if worth > most else best
        most = max(most, worth)
    return best


@helper
def before_null_declarer(moves, trick):
    """The declarer plays last: the highest card under the partner's, as it changes nothing; else
    the lowest, to leave little room below."""
    under = escape(moves, trick.best, trick.led)
    return under if under else lowest(moves)


@helper
def expert_null_defender(seat, hand, moves, trick, table, order, player):
    """Stay under the declarer's card, leave him no room below, else get rid of the top."""
    if trick.place == 0:
        return null_attack(seat, hand, trick, table, order, player)
    if moves & trick.led == 0:
        card = rescuer(moves, open_cards(table), order)
        return card if card else top_of_shortest(moves, order)
    if trick.winner == table["declarer"]:
        under = escape(moves, trick.best, trick.led)
        return under if under else highest(moves)
    if not is_last(trick) and trick.leader != table["declarer"]:
        return before_null_declarer(moves, trick)
    return highest(moves)
