"""Card play `simple` in Null: the declarer dives under, the defenders drive him up."""

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import above
from simcore.skat.strategies.sight import is_last, unseen_cards


@helper
def escape(moves, best, led):
    """The highest card that still loses to `best`, 0 if none does."""
    return highest(moves & ~(led & above(best)))


@helper
def weakness(held, out):
    """How badly a suit may catch its holder: cards out below his lowest one, none if void."""
    return count(out & (lowest(held) - 1)) if held else 0


@helper
def null_declarer_lead(hand, unseen, order):
    """The lowest card of the suit in which fewest cards are out below it; a short one first."""
    best, risk = hand, 1 << 30
    for suit in order.suits:
        held = hand & suit
        if held:
            danger = 16 * weakness(held, unseen & suit) + count(held)
            best = lowest(held) if danger < risk else best
            risk = min(risk, danger)
    return best


@helper
def most_dangerous(hand, unseen, order):
    """Void: throw the highest card of the suit with most cards out below its top."""
    best, risk = highest(hand), -1
    for suit in order.suits:
        held = hand & suit
        danger = count(unseen & suit & (highest(held) - 1)) if held else -1
        best = highest(held) if danger > risk else best
        risk = max(risk, danger)
    return best


@helper
def null_declarer_card(hand, put_away, moves, trick, table, order):
    """Lose every trick: lead low, play the highest card that stays under, shed what is high."""
    unseen = unseen_cards(hand, put_away, trick, table)
    if trick.place == 0:
        return null_declarer_lead(hand, unseen, order)
    if moves & trick.led == 0:
        return most_dangerous(moves, unseen, order)
    under = escape(moves, trick.best, trick.led)
    return under if under else lowest(moves)


@helper
def null_defender_lead(hand, table, order):
    """The lowest card of the shortest suit that the declarer has not shown to lack."""
    declarer_lacks = table["lacks"][table["declarer"]]
    best, rank = hand, 1 << 30
    for suit in order.suits:
        held = hand & suit
        if held:
            number = count(held) + (16 if suit & declarer_lacks else 0)
            best = lowest(held) if number < rank else best
            rank = min(rank, number)
    return best


@helper
def top_of_shortest(moves, order):
    """Void: throw the top of the shortest suit, so that the partner's low lead finds it empty."""
    best, length = moves, 99
    for suit in order.suits:
        held = moves & suit
        number = count(held) if held else 99
        best = highest(held) if number < length else best
        length = min(length, number)
    return best


@helper
def null_defender_card(hand, moves, trick, table, order):
    """Stay under the declarer's card; with him still to play stay low; else get rid of the top."""
    if trick.place == 0:
        return null_defender_lead(hand, table, order)
    if moves & trick.led == 0:
        return top_of_shortest(moves, order)
    if trick.winner == table["declarer"]:
        under = escape(moves, trick.best, trick.led)
        return under if under else highest(moves)
    declarer_to_play = not is_last(trick) and trick.leader != table["declarer"]
    return lowest(moves) if declarer_to_play else highest(moves)
