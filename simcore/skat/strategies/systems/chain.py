"""Which system counts: each question goes to the one named by the player's bidding.

Every answer is a number that the thresholds of the player's record are compared with. A new system
adds its number to the list of `player.py` and a line to the chains here. Where jacks are plain
cards all systems count trumps + side aces, against `suit_min_plain_jacks`.
"""

from simcore.bits import count
from simcore.jit import helper, inlined
from simcore.skat.order import plain_suit
from simcore.skat.strategies.features import best_suit, suit_rank, suit_strength
from simcore.skat.strategies.player import (
    EVOLVED,
    GOSKAT,
    JACKS_ACES,
    NEVER,
    PARLETT,
    SKATFUCHS,
    STEGEN,
    TRUMPS_ACES,
    WERGIN,
    XSKAT,
)
from simcore.skat.strategies.systems.counts import full_count, jacks_aces, plain_grand, stegen
from simcore.skat.strategies.systems.evolved import evolved, evolved_grand
from simcore.skat.strategies.systems.goskat import goskat, goskat_grand
from simcore.skat.strategies.systems.parlett import parlett
from simcore.skat.strategies.systems.skatfuchs import skatfuchs_grand
from simcore.skat.strategies.systems.wergin import wergin_points
from simcore.skat.strategies.systems.xskat import xskat_kind


@helper
def _other_suit_count(cards, suit, player):
    """What a system other than `trumps-aces` counts."""
    system = player["bidding"]
    if system == STEGEN:
        return stegen(cards, suit)
    if system == JACKS_ACES:
        return jacks_aces(cards)
    if system == PARLETT:
        return parlett(cards, suit, player)
    if system == XSKAT:
        return float(xskat_kind(cards, suit))
    if system == GOSKAT:
        return goskat(cards, suit, player)
    if system == WERGIN:
        return wergin_points(cards)
    if system == EVOLVED:
        return evolved(cards, suit)
    return full_count(cards, suit)


@inlined
def _counts_trumps_and_aces(player, rules):
    """Whether the suit rule counts nothing but trumps and side aces."""
    system = player["bidding"]
    return not rules.jacks_trump or system in (TRUMPS_ACES, SKATFUCHS)


@inlined
def suit_count(cards, suit, player, rules):
    """What the system counts for a suit game."""
    if _counts_trumps_and_aces(player, rules):
        return float(suit_strength(cards, suit, rules))
    return _other_suit_count(cards, suit, player)


@inlined
def suit_wanted(player, rules):
    """The count from which on a suit game is played."""
    return player["suit_min"] if rules.jacks_trump else float(player["suit_min_plain_jacks"])


@inlined
def suit_hand_wanted(player, rules):
    """The count from which on it is played from the hand; never where jacks are plain cards."""
    return player["suit_hand_min"] if rules.jacks_trump else NEVER


@helper
def fits_suit(cards, suit, player, rules):
    """Whether the system would play a suit game."""
    return suit_count(cards, suit, player, rules) >= suit_wanted(player, rules)


@inlined
def _has_own_order(player, rules):
    """Whether a system has an own way to choose among suits of equal length."""
    system = player["bidding"]
    return rules.jacks_trump and system in (EVOLVED, XSKAT)


@helper
def _own_rank(cards, suit, player):
    """Order of trump suits for systems that have their own; each puts the longest first."""
    if player["bidding"] == EVOLVED:
        return evolved(cards, suit)
    return float(count(plain_suit(cards, suit)))  # XSKAT: the dearest of the longest


@helper
def _own_choice(cards, player):
    suit, rank = 3, -1.0
    for other in (3, 2, 1, 0):
        other_rank = _own_rank(cards, other, player)
        suit = other if other_rank > rank else suit
        rank = max(rank, other_rank)
    return suit


@inlined
def trump_rank(cards, suit, player, rules):
    """Order of trump suits: the longest; among equals as the system chooses."""
    if _has_own_order(player, rules):
        return _own_rank(cards, suit, player)
    return float(suit_rank(cards, suit))


@inlined
def trump_choice(cards, player, rules):
    """The suit the system looks at; clubs, spades, hearts, diamonds among equals."""
    return _own_choice(cards, player) if _has_own_order(player, rules) else best_suit(cards)


@helper
def grand_count(cards, seat, player):
    """What the system counts for Grand."""
    system = player["bidding"]
    if system == SKATFUCHS:
        return skatfuchs_grand(cards, seat)
    if system == GOSKAT:
        return goskat_grand(cards, seat, player)
    if system == EVOLVED:
        return evolved_grand(cards)
    return plain_grand(cards, seat, player)
