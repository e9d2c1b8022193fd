"""Exchange `expert`, that of the player `club`: the two side cards whose leaving costs least go.

A side suit is worth what games with it brought on average: list points (Seeger-Fabian, declarer
less the mean of the defenders) against the void suit, fitted by least squares on simulated games of
the expert play with two side cards put away at random, together with the trumps held and the points
put away. Where jacks are plain cards, in Null and with fewer than two side cards the orderly rule
puts away.
"""

from collections.abc import Sequence

import numpy as np

from simcore.jit import helper
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.discard import orderly_discard
from simcore.skat.strategies.features import side_cards
from simcore.skat.strategies.patterns import PLAIN_POINTS
from simcore.skat.strategies.removals import Removals, best_removal, removals_of

# fmt: off
# worth of a side suit by its seven bits (bit 0 the seven, then 8 9 Q K T, bit 6 the ace)
_SUIT_WORTH = (
    0, -53, -51, -101, -50, -99, -98, -125, -56, -98, -96, -116, -96, -112, -114, -103, -59, -85,
    -85, -97, -84, -95, -95, -104, -88, -95, -93, -102, -95, -99, -102, -91, -58, -41, -43, -58,
    -42, -54, -60, -78, -47, -55, -55, -78, -55, -84, -75, -81, -35, -43, -46, -73, -42, -73, -73,
    -82, -48, -73, -69, -81, -77, -78, -78, -76, 22, -10, -10, -21, -7, -21, -19, -40, -5, -13, -14,
    -41, -12, -43, -43, -62, 8, 2, 0, -21, 0, -22, -14, -57, 0, -25, -26, -55, -17, -61, -55, -61,
    29, 15, 15, -10, 19, -4, -5, -55, 12, -17, -22, -53, -12, -51, -49, -84, 16, -17, -14, -54, -17,
    -55, -55, -60, -18, -63, -52, -63, -58, -52, -66, -74,
)
_GRAND_WORTH = (
    0, -52, -52, -107, -52, -106, -107, -150, -63, -112, -112, -129, -110, -126, -129, -144, -64,
    -93, -95, -100, -93, -99, -97, -108, -102, -95, -95, -101, -95, -105, -104, -128, -59, -35, -38,
    -51, -38, -50, -52, -59, -48, -47, -47, -58, -47, -58, -58, -85, -29, -32, -33, -49, -38, -51,
    -44, -85, -32, -49, -47, -78, -45, -88, -75, -117, 34, 5, 6, -25, 7, -24, -25, -33, -2, -22,
    -24, -38, -23, -39, -34, -39, 7, -8, -9, -23, -9, -21, -23, -39, -16, -30, -27, -40, -27, -40,
    -38, -85, 55, 33, 33, 18, 33, 20, 19, -6, 31, 16, 15, -13, 17, -9, -9, -58, 39, 19, 18, -5, 18,
    -13, -18, -53, 17, -17, -18, -70, -20, -61, -68, -105,
)
# fmt: on
_POINT_WORTH = (495, 683)  # of each card point put away, in hundredths


def _removals(worth: Sequence[int], point_worth: int) -> Removals:
    of_card = point_worth * np.array(PLAIN_POINTS)
    return removals_of(100 * np.array(worth), of_card)


_BEST = (_removals(_SUIT_WORTH, _POINT_WORTH[0]), _removals(_GRAND_WORTH, _POINT_WORTH[1]))
_GAINS, _REMOVALS = np.stack([best.gains for best in _BEST]), np.stack([b.cards for b in _BEST])


@helper
def expert_discard(cards, contract, rules):
    """Two of twelve cards for any contract."""
    if contract == NULL or not rules.jacks_trump:
        return orderly_discard(cards, contract, rules)
    grand = int(contract == GRAND)
    away = best_removal(side_cards(cards, contract), 0, _GAINS[grand], _REMOVALS[grand])
    return away if away else orderly_discard(cards, contract, rules)
