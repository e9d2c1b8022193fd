"""An auction, turn by turn: stake, see or pass, from the dealer's left on.

Literal betting: a turn stakes at least as much as the last stake, in full, or passes for good.
With two players left the one to turn may see: he stakes as much as the last stake and both show.
Poker: a turn puts down what is missing to the highest total, or more; equal totals close the
auction. After some full rounds only seeing (equalling, in poker) and passing are left.
"""

import numpy as np

from simcore.jit import helper, inlined
from simcore.poch.rules import LARGEST_STAKE, LITERAL, POKER

PASS, SEE = 0, 65534  # as the log has them; any other number is chips put down
NO_ACTION = 65535
GOES_ON = -1
UNSEEN, SHOWN, ALL_PASS, NONE_HELD = 0, 1, 2, 3
HOW = ("unseen", "shown", "all_pass", "none_held")

AUCTION = np.dtype(
    [
        ("inside", np.int64, 8),  # 1: has not passed
        ("staked", np.int64, 8),  # chips a seat has put down
        ("left", np.int64),  # players who have not passed
        ("stake", np.int64),  # the last stake; the highest total in poker
        ("pot", np.int64),  # the circle and all stakes
        ("first", np.int64),  # the dealer's left neighbour
        ("turn", np.int64),  # whose turn it is
        ("circuit", np.int64),  # full rounds that are over
        ("turns", np.int64),  # turns taken
        ("actions", np.int64, 64),  # what they were
    ]
)


@helper
def open_auction(auction, dealer, rules):
    """Everybody is in; the circle holds the antes; the dealer's left neighbour begins."""
    for seat in range(rules.players):
        auction["inside"][seat] = 1
        auction["staked"][seat] = 0
    auction["left"] = rules.players
    auction["stake"] = 0
    auction["pot"] = rules.ante * rules.players
    auction["first"] = (dealer + 1) % rules.players
    auction["turn"] = auction["first"]
    auction["circuit"] = 0
    auction["turns"] = 0


@inlined
def least_stake(auction, rules):
    """The fewest chips a stake of this turn puts down."""
    least = max(rules.min_stake, auction["stake"])
    return least - auction["staked"][auction["turn"]] if rules.betting == POKER else least


@inlined
def most_stake(auction, rules):
    """The most chips a stake of this turn puts down; in the last round of poker it equals."""
    cap = rules.max_stake if rules.max_stake > 0 else LARGEST_STAKE
    if rules.betting == POKER:
        if auction["circuit"] >= rules.max_circuits:
            return least_stake(auction, rules)
        cap -= auction["staked"][auction["turn"]]
    return cap


@inlined
def may_see(auction, rules):
    """Whether the turn may see: two are left, or the rounds are over."""
    last = auction["left"] == 2 or auction["circuit"] >= rules.max_circuits
    return rules.betting == LITERAL and auction["stake"] > 0 and last


@inlined
def may_stake(auction, rules):
    """Whether the turn may stake, its holding aside."""
    return rules.betting == POKER or auction["circuit"] < rules.max_circuits


@inlined
def all_equal(auction, rules):
    """Poker: whether all still in have put down the same."""
    for seat in range(rules.players):
        if auction["inside"][seat] and auction["staked"][seat] != auction["stake"]:
            return False
    return True


@inlined
def pass_on(auction, rules):
    """The turn goes to the next player still in; back at the first seat a round is over."""
    seat = auction["turn"]
    while True:
        seat = seat + 1 if seat + 1 < rules.players else 0
        if seat == auction["first"]:
            auction["circuit"] += 1
        if auction["inside"][seat]:
            break
    auction["turn"] = seat


@inlined
def put_down(auction, chips):
    """Chips of the turn go into the circle."""
    auction["staked"][auction["turn"]] += chips
    auction["pot"] += chips


@inlined
def act(auction, action, rules):
    """One turn: `PASS`, `SEE`, or the chips put down. Returns how the auction ends, or `GOES_ON`.

    The action must be legal.
    """
    auction["actions"][auction["turns"]] = action
    auction["turns"] += 1
    if action == SEE:
        put_down(auction, auction["stake"])
        return SHOWN
    if action == PASS:
        auction["inside"][auction["turn"]] = 0
        auction["left"] -= 1
        if auction["left"] == 0:
            return ALL_PASS
    else:
        put_down(auction, action)
        poker = rules.betting == POKER
        auction["stake"] = auction["staked"][auction["turn"]] if poker else action
    if auction["stake"] > 0:
        if auction["left"] == 1:
            return UNSEEN
        if rules.betting == POKER and all_equal(auction, rules):
            return SHOWN
    pass_on(auction, rules)
    return GOES_ON


@helper
def winner_of(auction, how, keys, dealer, rules):
    """Who takes the circle: the best holding shown, the last one left, or the dealer.

    Between equals, and where nobody shown holds anything, the nearest to the dealer's left.
    """
    if how in (ALL_PASS, NONE_HELD):
        return dealer
    winner, best = dealer, -1
    for step in range(1, rules.players + 1):
        seat = (dealer + step) % rules.players
        if auction["inside"][seat] and keys[seat] > best:
            winner, best = seat, keys[seat]
    return winner
