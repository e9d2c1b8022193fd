"""P(win) of a game from the pattern of the hand: fitted logistic models, read from tables.

A model is a sum: one number for jacks and aces, one for the trumps, one for each side suit, the
seat, and the points put away; bent where it misses the realised rates. It is fitted on hands that
might be played so; others are hopeless. See `patterns.py`. In the kernel a logit is a whole number
of 4096ths, as whole numbers add and look up faster.
"""

import numpy as np

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
from simcore.skat.strategies.patterns import ACE_COUNTS, CARD_MODELS, NULL_MODELS, SURE, UNIT

# What is asked of a game: with the cards put away; with the skat wanted, not seen yet; from the
# hand; 90 points or all tricks from the hand
AFTER, BEFORE, HAND, SCHNEIDER, SCHWARZ = range(5)
OUVERT, OUVERT_HAND, OUVERT_BEFORE = 3, 4, 5  # of Null, from the same place on
_STAGES = 5
_NULL_FIRST = len(CARD_MODELS)
SKAT_FIRST = _NULL_FIRST + len(NULL_MODELS)  # the models of the skat, whatever game comes of it
HOPELESS, _SURE = -SURE * UNIT, SURE * UNIT
_KNOT = UNIT.bit_length() - 2  # bits of a logit behind the half one
_STEP = 7  # ... behind a place in the table of chances, 32 a whole logit
_CHANCES = 1 / (1 + np.exp(-np.arange(HOPELESS, _SURE + UNIT, 1 << _STEP) / UNIT))
_MOST_WEAK, _FEWEST_TOPS, _FEWEST_TRUMPS_AND_ACES = 4, 4, 5  # of hands that are rated
assert (len(CARD_MODELS), len(NULL_MODELS)) == (2 * _STAGES, _STAGES + 1)


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
    if contract == NULL:
        null = player["fit_null"][model - _NULL_FIRST]
        red = null[full_suit(cards, 0)] + null[full_suit(cards, 1)]
        return red + (null[full_suit(cards, 2)] + null[full_suit(cards, 3)])
    side = player["fit_side"][model]
    red = side[plain_suit(cards, 0)] + side[plain_suit(cards, 1)]
    black = side[plain_suit(cards, 2)] + side[plain_suit(cards, 3)]
    tops = player["fit_tops"][model, ACE_COUNTS * (cards >> 28) + ace_count(cards)]
    if contract != GRAND:
        tops += player["fit_trumps"][model, plain_suit(cards, contract)]
    return tops + (red + black)


@helper
def bent(logit, model, player):
    """A logit bent to the realised rates, see `bend_of`."""
    place = min(max(logit, HOPELESS), _SURE) - HOPELESS
    below, knots = place >> _KNOT, player["fit_bend"][model]
    slope = knots[below + 1] - knots[below]
    return knots[below] + ((place & ((1 << _KNOT) - 1)) * slope >> _KNOT)


@helper
def logit_of(strength, seat, away, model, player):
    """The logit of P(win) from the strength of the cards, the seat and the points put away."""
    others = player["fit_others"][model]
    return bent(strength + others[seat] + others[3] * away, model, player)


@helper
def chance_of(logit):
    """The probability of a logit, read from a table: the exponential took longer than the rest."""
    place = min(max(logit, HOPELESS), _SURE) - HOPELESS
    below, beyond = place >> _STEP, (place & ((1 << _STEP) - 1)) / (1 << _STEP)
    return _CHANCES[below] + beyond * (_CHANCES[below + 1] - _CHANCES[below])


@helper
def logit_on(cards, contract, stage, seat, player):
    """The logit of a contract on ten cards that are rated; none were put away."""
    model = model_of(contract, stage)
    return logit_of(strength(cards, contract, model, player), seat, 0, model, player)
