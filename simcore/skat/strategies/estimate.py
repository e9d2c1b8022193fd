"""P(win) of a game from the pattern of the hand: fitted logistic models, read from tables.

The model is a sum: one number for the jacks, one for the trumps, one for each side suit, the seat,
and the points put away; bent where a straight line misses the realised rates. See `patterns.py`.
"""

from math import exp

from simcore import cards as pack
from simcore.bits import count
from simcore.jit import helper
from simcore.skat.order import NULL_LAYOUT, plain_suit, suit_in
from simcore.skat.rules import GRAND, NULL

AFTER, BEFORE, HAND = range(3)  # cards put away; skat wanted, not seen yet; hand game
_FOREHAND, _REARHAND = 0, 2
_SUIT_MODELS, _GRAND_MODELS, _NULL_MODELS = 0, 3, 6


@helper
def model_of(contract, stage):
    """Number of the model of a contract at a stage."""
    if contract == NULL:
        return _NULL_MODELS + stage
    return (_GRAND_MODELS if contract == GRAND else _SUIT_MODELS) + stage


@helper
def pack_points(cards):
    """Card points of a set in the layout of the pack."""
    return (
        11 * count(cards & pack.ACES)
        + 10 * count(cards & pack.TENS)
        + 4 * count(cards & pack.KINGS)
        + 3 * count(cards & pack.QUEENS)
        + 2 * count(cards & pack.JACKS)
    )


@helper
def strength(cards, contract, model, player):
    """The part of the logit that the cards held make."""
    total = 0.0
    if contract == NULL:
        for suit in range(4):
            total += player["fit_null"][model, suit_in(cards, suit, NULL_LAYOUT)]
        return total
    total = player["fit_jacks"][model, cards >> 28]
    for suit in range(4):
        held = plain_suit(cards, suit)
        if suit == contract:
            total += player["fit_trumps"][model, held]
        else:
            total += player["fit_side"][model, held]
    return total


@helper
def probability(strength, seat, away, model, player):
    """P(win) from the strength of the cards, the seat and the points put away."""
    others = player["fit_others"][model]
    logit = strength + others[0] + others[3] * away
    if seat == _FOREHAND:
        logit += others[1]
    elif seat == _REARHAND:
        logit += others[2]
    logit = min(max(logit, -8.0), 8.0)
    logit += others[4] * logit * logit + others[5] * logit * logit * logit
    return 1.0 / (1.0 + exp(-logit))


@helper
def estimate(cards, contract, stage, seat, player):
    """P(win) of a contract on ten cards, before the pick-up or from the hand."""
    model = model_of(contract, stage)
    return probability(strength(cards, contract, model, player), seat, 0.0, model, player)
