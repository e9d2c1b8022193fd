"""System `skatfuchs`: a count for Grand; its suit rule is that of `trumps-aces`."""

from simcore.bits import count
from simcore.cards import TENS
from simcore.jit import helper
from simcore.skat.strategies.features import ace_count, has_club_jack, jack_count, ten_count

_FOREHAND = 0


@helper
def skatfuchs_grand(cards, seat):
    """Jacks 1, aces 1.5, tens .5, beside their ace 1; .2 each for the club jack unless all four
    are held, and for two jacks in forehand. Counted in tenths, so that sums are exact."""
    jacks = jack_count(cards)
    covered_tens = count(cards & TENS & (cards >> 1))  # an ace stands one bit above its ten
    tenths = 10 * jacks + 15 * ace_count(cards) + 5 * ten_count(cards) + 5 * covered_tens
    tenths += 2 * int(has_club_jack(cards) and jacks < 4)
    tenths += 2 * int(jacks == 2 and seat == _FOREHAND)
    return tenths / 10
