"""Bidding system `trumps-aces`: limit, hand or pick-up, and the game named.

Limit = value of the game one would play, matadors counted over the ten cards, never counting on
the skat. Thresholds stand in the player's record.
"""

from simcore.jit import helper
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.features import (
    ace_count,
    best_suit,
    has_club_jack,
    jack_count,
    null_weak,
    suit_rank,
    suit_strength,
)
from simcore.skat.value import Declaration, base_value, declared_value, matadors

_FOREHAND = 0


@helper
def grand_ready(cards, seat, player):
    """Jacks + aces + the lead suffice for Grand, with the club jack or enough jacks to draw."""
    jacks = jack_count(cards)
    strength = jacks + ace_count(cards) + int(seat == _FOREHAND)
    enough_jacks = has_club_jack(cards) or jacks >= player["grand_jacks"]
    return enough_jacks and strength >= player["grand_min"]


@helper
def plain_value(cards, contract, rules):
    """Value of a plain game with the skat on the cards seen; 0 if the rules do not know it."""
    if not rules.contracts >> contract & 1:
        return 0
    game = Declaration(contract, 0, 0, 0, 0)
    return declared_value(matadors(cards, contract, rules), game, rules)


@helper
def suit_limit(hand, player, rules):
    """The best suit game, if trumps + side aces suffice."""
    suit = best_suit(hand)
    wanted = player["suit_min"] if rules.jacks_trump else player["suit_min_plain_jacks"]
    if suit_strength(hand, suit, rules) < wanted:
        return 0
    return plain_value(hand, suit, rules)


@helper
def null_limit(hand, player, rules):
    """Null from the hand on safe suits, Null with the skat if the weak cards can go."""
    if not rules.contracts >> NULL & 1:
        return 0
    weak = null_weak(hand)
    if weak <= player["null_hand_weak"]:
        return rules.null_hand
    return rules.null if weak <= player["null_weak"] else 0


@helper
def bid_limit(hand, seat, player, rules):
    """The highest value a seat says: that of the dearest game it would play."""
    grand = plain_value(hand, GRAND, rules) if grand_ready(hand, seat, player) else 0
    return max(grand, suit_limit(hand, player, rules), null_limit(hand, player, rules))


@helper
def plays_hand(hand, seat, bid, player, rules):
    """Leave the skat for Null alone: safe suits gain nothing by it. Grand is worth more."""
    covered = rules.contracts >> NULL & 1 and rules.null_hand >= bid
    safe = null_weak(hand) <= player["null_hand_weak"]
    return bool(covered and safe and not grand_ready(hand, seat, player))


@helper
def best_covering_suit(cards, bid, rules):
    """The best suit whose value covers the bid; -1 if none does."""
    best, best_rank = -1, -1
    for suit in (3, 2, 1, 0):
        rank = suit_rank(cards, suit)
        if rank > best_rank and plain_value(cards, suit, rules) >= bid:
            best, best_rank = suit, rank
    return best


@helper
def cheapest_overbid(cards, bid, rules):
    """No game covers the bid: the one whose next multiple above it costs least."""
    best, price = best_suit(cards), 1 << 30
    for contract in (GRAND, 3, 2, 1, 0):
        if rules.contracts >> contract & 1:
            base = base_value(contract, 0, rules)
            booked = base * ((bid + base - 1) // base)
            if booked < price:
                best, price = contract, booked
    return best


@helper
def pick_contract(cards, seat, hand, bid, player, rules):
    """After the pick-up: Grand, a safe Null, the best suit that covers; else the least harm."""
    if grand_ready(cards, seat, player) and plain_value(cards, GRAND, rules) >= bid:
        return GRAND
    null_covers = rules.null >= bid and (not hand or rules.null_hand >= bid)
    if rules.contracts >> NULL & 1 and null_covers and null_weak(cards) <= player["null_weak"]:
        return NULL
    suit = best_covering_suit(cards, bid, rules)
    if suit >= 0:
        return suit
    if plain_value(cards, GRAND, rules) >= bid:
        return GRAND
    return cheapest_overbid(cards, bid, rules)


@helper
def name_game(cards, seat, hand, bid, player, rules):
    """The game to name: from the hand (ten cards) or after the pick-up (twelve)."""
    if hand and plays_hand(cards, seat, bid, player, rules):
        return Declaration(NULL, 1, 0, 0, 0)
    return Declaration(pick_contract(cards, seat, hand, bid, player, rules), int(hand), 0, 0, 0)
