"""The circles: antes, what trump holders and the dealer take, what waits for the next deal."""

from simcore.bits import index, lowest
from simcore.jit import helper
from simcore.poch.pack import LANE, SUIT


@helper
def put_antes(circles, rules):
    """Every player puts the ante on every rank that has a circle."""
    ranks = rules.circle_ranks
    while ranks:
        circles[index(lowest(ranks))] += rules.ante * rules.players
        ranks &= ranks - 1


@helper
def take_circles(row, circles, hands, dealer, turn_up, rules):
    """The holder of a trump takes the circle of its rank, the dealer that of the card turned up.

    Circles whose trump lies in the stock wait.
    """
    trump = turn_up // LANE
    for seat in range(rules.players):
        mine = hands[seat] >> LANE * trump & SUIT
        if seat == dealer:
            mine |= 1 << turn_up % LANE
        mine &= rules.circle_ranks
        taken = 0
        while mine:
            rank = index(lowest(mine))
            taken += circles[rank]
            circles[rank] = 0
            mine &= mine - 1
        row["circles"][seat] = taken
