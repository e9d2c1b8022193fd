"""What a player can tell from its own cards and the table: unseen cards, cheap and dear ones."""

from simcore.bits import highest, lowest
from simcore.cards import PACK
from simcore.jit import helper
from simcore.skat.order import points


@helper
def unseen_cards(hand, put_away, trick, table):
    """Cards that may be in another hand (for a defender: or put away)."""
    return PACK ^ (table["played"] | trick.cards) ^ hand ^ put_away


@helper
def open_cards(table):
    """Cards an ouvert declarer still holds, face up, when a trick begins; 0 if he plays closed."""
    return table["shown"] & ~table["played"]


@helper
def third_seat(one, other):
    """The seat that is neither of two."""
    return 3 - one - other


@helper
def is_last(trick):
    """Whether the third card of the trick is asked for."""
    return trick.place == 2


@helper
def has_points(trick, order):
    """Whether the trick on the table carries points."""
    return points(trick.cards, order) > 0


@helper
def dearest(cards, order):
    """The card with most points: ace, ten, king, queen, jack, else any blank one."""
    pick = cards & order.jacks
    pick = cards & order.queens if cards & order.queens else pick
    pick = cards & order.kings if cards & order.kings else pick
    pick = cards & order.tens if cards & order.tens else pick
    pick = cards & order.aces if cards & order.aces else pick
    return lowest(pick if pick else cards)


@helper
def cheapest(cards, order):
    """The card to part with most easily: side cards from below in points, then the lowest trump."""
    side = cards & ~order.trumps
    pick = side & order.aces
    pick = side & order.tens if side & order.tens else pick
    pick = side & order.kings if side & order.kings else pick
    pick = side & order.queens if side & order.queens else pick
    jacks = side & order.jacks
    pick = jacks if jacks else pick
    blank = side & ~(order.aces | order.tens | order.kings | order.queens | order.jacks)
    pick = blank if blank else pick
    return lowest(pick if pick else cards)


@helper
def top_if_sure(held, out):
    """The highest card held of a class if nothing out is higher, else 0."""
    return highest(held) if held > out else 0
