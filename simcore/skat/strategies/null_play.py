"""Card play `simple` in Null: the declarer dives under, the defenders drive him up."""

from simcore.bits import count, highest, lowest
from simcore.jit import helper
from simcore.skat.order import above
from simcore.skat.strategies.sight import is_last, open_cards, third_seat, unseen_cards


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
def is_caught(held, shown, partners):
    """Whether the lowest card of a suit, led now, leaves the trick with an open declarer: he cannot
    duck it, and no card the partner may hold beats his lowest."""
    return lowest(held) < lowest(shown) and partners < lowest(shown)


@helper
def null_defender_lead(seat, hand, trick, table, order):
    """A suit in which an open declarer is caught; else the lowest card of the shortest suit that
    he is not known to lack."""
    shown = open_cards(table)
    partner = third_seat(seat, table["declarer"])
    partners = unseen_cards(hand, shown, trick, table) & ~table["lacks"][partner]
    declarer_lacks = table["lacks"][table["declarer"]]
    best, rank = hand, 1 << 30
    for suit in order.suits:
        held = hand & suit
        if held:
            void = suit & declarer_lacks or (shown and shown & suit == 0)
            number = count(held) + (16 if void else 0)
            number -= 32 if is_caught(held, shown & suit, partners & suit) else 0
            best = lowest(held) if number < rank else best
            rank = min(rank, number)
    return best


@helper
def rescuer(moves, shown, order):
    """Void against open cards: the highest card of a suit that would save the declarer by taking
    the trick instead of his lowest; where fewest such cards are held, so that they run out."""
    best, length = 0, 99
    for suit in order.suits:
        his = shown & suit
        saving = moves & suit & above(lowest(his)) if his else 0
        low_ones_out = suit & (lowest(his) - 1) & ~shown if his else 0
        number = count(saving) if saving and low_ones_out else 99
        best = highest(saving) if number < length else best
        length = min(length, number)
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
def null_defender_card(seat, hand, moves, trick, table, order):
    """Stay under the declarer's card; with him still to play stay low; else get rid of the top."""
    if trick.place == 0:
        return null_defender_lead(seat, hand, trick, table, order)
    if moves & trick.led == 0:
        card = rescuer(moves, open_cards(table), order)
        return card if card else top_of_shortest(moves, order)
    if trick.winner == table["declarer"]:
        under = escape(moves, trick.best, trick.led)
        return under if under else highest(moves)
    declarer_to_play = not is_last(trick) and trick.leader != table["declarer"]
    return lowest(moves) if declarer_to_play else highest(moves)
