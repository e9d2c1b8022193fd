"""What a player leads when the run has stopped; each weight is a rule with its reason.

Seen are the own hand and which cards are known to be out of play. The lowest card of an own run is
the one to lead: the run carries the rest of it out.
"""

from simcore.bits import count, nth
from simcore.jit import helper, inlined
from simcore.poch.pack import LANE
from simcore.poch.shedding import CARDS
from simcore.poch.strategies.player import RANDOM
from simcore.rng import SHED, below, choose, draw

_ACES = sum(1 << LANE * suit + 12 for suit in range(4))
_LEAST = -1_000_000


@inlined
def random_lead(hand, steps, luck):
    """Each card with equal chance."""
    return nth(hand, below(draw(luck, SHED, steps), count(hand)), 5)


@inlined
def weigh_lead(card, hand, dead, lowest, player):
    """The worth of leading a card: of the own run it starts, how that ends, and its hopes else.

    Added to the hand the card carries through its run to the card behind it.
    """
    carried = hand + card
    run, after = hand & ~carried, carried & ~hand
    stops = after & (dead | ~CARDS)  # behind an ace or before a dead card the lead comes back
    orphan = card & lowest or card >> 1 & dead  # nobody else can carry it out
    worth = player["lead_run"] * count(run)  # each card of the run goes with it
    worth += player["lead_stop"] if stops else 0
    worth += player["lead_orphan"] if orphan else 0
    return worth + (player["lead_ace"] if run & _ACES else 0)


@helper
def best_lead(hand, dead, lowest, player, word):
    """The lowest card of the own run with the highest worth; of equals one by lot, for a hand must
    not be worth more in one suit than in another."""
    starts = hand & ~(hand << 1)
    best, most, equals = 0, _LEAST, 1
    while starts:
        card = starts & -starts
        starts ^= card
        worth = weigh_lead(card, hand, dead, lowest, player)
        if worth > most:
            best, most, equals = card, worth, 1
        elif worth == most:
            equals += 1
            pick, word = choose(word, equals)
            best = card if pick == 0 else best
    return best


@helper
def choose_lead(hand, steps, dead, lowest, player, luck):
    """The card to lead, of those in the hand; `lowest` are the lowest cards of the four suits."""
    if player["shedding"] == RANDOM:
        return random_lead(hand, steps, luck)
    return best_lead(hand, dead, lowest, player, draw(luck, SHED, steps))
