"""P(win) of a game from the pattern of the hand: fitted logistic models, read from tables.

A model is a sum: one number for jacks and aces, one for the trumps, one for each side suit, the
seat, and the points put away; bent where a straight line misses the realised rates. It is fitted on
hands that might be played so; others are hopeless. See `patterns.py`.
"""

from math import exp

from simcore import cards as pack
from simcore.bits import count
from simcore.jit import helper
from simcore.skat.order import full_suit, plain_suit
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.features import (
    ace_count,
    jack_count,
    null_weak,
    side_cards,
    trump_length,
)
from simcore.skat.strategies.patterns import ACE_COUNTS, CARD_MODELS, NULL_MODELS

# What is asked of a game: with the cards put away; with the skat wanted, not seen yet; from the
# hand; 90 points or all tricks from the hand
AFTER, BEFORE, HAND, SCHNEIDER, SCHWARZ = range(5)
OUVERT, OUVERT_HAND = 3, 4  # of Null, in the same places
_STAGES = 5
_NULL_FIRST = len(CARD_MODELS)
_FOREHAND, _REARHAND = 0, 2
HOPELESS, _SURE = -8.0, 8.0  # logits are bounded
_MOST_WEAK, _FEWEST_TOPS, _FEWEST_TRUMPS_AND_ACES = 4, 4, 5  # of hands that are rated
assert (len(CARD_MODELS), len(NULL_MODELS)) == (2 * _STAGES, _STAGES)


@helper
def model_of(contract, stage):
    """Number of the model of a contract at a stage."""
    if contract == NULL:
        return _NULL_FIRST + stage
    return (_STAGES if contract == GRAND else 0) + stage


@helper
def is_rated(cards, contract):
    """Whether ten cards, or twelve, come near enough to a contract for its models to speak of
    them."""
    if contract == NULL:
        return null_weak(cards) <= _MOST_WEAK
    if contract == GRAND:
        return jack_count(cards) + ace_count(cards) >= _FEWEST_TOPS
    trumps = trump_length(cards, contract)
    return trumps + count(side_cards(cards, contract) & pack.ACES) >= _FEWEST_TRUMPS_AND_ACES


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
            total += player["fit_null"][model - _NULL_FIRST, full_suit(cards, suit)]
        return total
    total = player["fit_tops"][model, ACE_COUNTS * (cards >> 28) + ace_count(cards)]
    for suit in range(4):
        held = plain_suit(cards, suit)
        if suit == contract:
            total += player["fit_trumps"][model, held]
        else:
            total += player["fit_side"][model, held]
    return total


@helper
def logit_of(strength, seat, away, model, player):
    """The logit of P(win) from the strength of the cards, the seat and the points put away."""
    others = player["fit_others"][model]
    logit = strength + others[0] + others[3] * away
    logit += others[1] if seat == _FOREHAND else 0.0
    logit += others[2] if seat == _REARHAND else 0.0
    logit = min(max(logit, HOPELESS), _SURE)
    return logit + others[4] * logit * logit + others[5] * logit * logit * logit


@helper
def chance_of(logit):
    """The probability of a logit."""
    return 1.0 / (1.0 + exp(-logit))


@helper
def logit_on(cards, contract, stage, seat, player):
    """The logit of a contract on ten cards that are rated; none were put away."""
    model = model_of(contract, stage)
    return logit_of(strength(cards, contract, model, player), seat, 0, model, player)
