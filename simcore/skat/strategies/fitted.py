"""Bidding system `fitted`: every decision before the first lead by one estimate, P(win).

A game is worth its expected list points against the others at the table; a value is bid while
P(win) clears the break-even of that value by the player's margin. Contract and discard after the
pick-up, hand games and Null ouvert maximise the same number.
"""

from typing import NamedTuple

from simcore import cards as pack
from simcore.bits import count, lowest
from simcore.jit import helper
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.bidding import game_value
from simcore.skat.strategies.estimate import (
    AFTER,
    BEFORE,
    HAND,
    estimate,
    model_of,
    pack_points,
    probability,
    strength,
)
from simcore.skat.strategies.features import null_weak
from simcore.skat.value import Declaration, base_value, null_value

_MOST_NULL_WEAK = 4  # with more weak cards among twelve no Null is worth looking at
_NEVER = -1.0e9


class Plan(NamedTuple):
    """A game and what it is worth: expected list points against the others, and P(win)."""

    contract: int
    worth: float
    chance: float


@helper
def loss_of(value, hand, player, rules):
    """What a lost game costs against the others at the table."""
    factor = rules.hand_loss if hand else rules.loss
    return factor * value + player["win_bonus"] + player["others_bonus"]


@helper
def expected(chance, value, hand, player, rules):
    """Expected list points of a game against the others at the table."""
    won = value + player["win_bonus"]
    return chance * won - (1.0 - chance) * loss_of(value, hand, player, rules)


@helper
def break_even(value, hand, player, rules):
    """P(win) at which a game of this value is worth nothing."""
    loss = loss_of(value, hand, player, rules)
    return loss / (loss + value + player["win_bonus"])


@helper
def is_known(contract, rules):
    """Whether the rules know a contract."""
    return rules.contracts >> contract & 1 != 0


@helper
def bids_on(cards, contract, seat, player, rules):
    """The highest value to bid on a contract: with the skat, or from the hand where that is sure
    enough; 0 if its chance does not clear the break-even."""
    limit, margin = 0, player["bid_margin"]
    value = game_value(cards, contract, 0, rules)
    chance = estimate(cards, contract, BEFORE, seat, player)
    if chance >= break_even(value, 0, player, rules) + margin:
        limit = value
    from_hand = game_value(cards, contract, 1, rules)
    chance = estimate(cards, contract, HAND, seat, player)
    if chance >= break_even(from_hand, 1, player, rules) + margin:
        limit = max(limit, from_hand)
    return limit


@helper
def fitted_limit(hand, seat, player, rules):
    """The dearest game that clears its break-even."""
    limit = 0
    for contract in range(NULL + 1):
        if is_known(contract, rules):
            limit = max(limit, bids_on(hand, contract, seat, player, rules))
    return limit


@helper
def best_hand_game(hand, seat, bid, player, rules):
    """The hand game worth most among those that cover the bid."""
    best = Plan(GRAND, _NEVER, 0.0)
    for contract in range(NULL + 1):
        if is_known(contract, rules):
            value = game_value(hand, contract, 1, rules)
            chance = estimate(hand, contract, HAND, seat, player)
            worth = expected(chance, value, 1, player, rules)
            if value >= bid and worth > best.worth:
                best = Plan(contract, worth, chance)
    return best


@helper
def hope_of_skat(hand, seat, bid, player, rules):
    """What picking up is worth: the best game that covers the bid as the hand stands."""
    best = _NEVER
    for contract in range(NULL + 1):
        if is_known(contract, rules):
            value = game_value(hand, contract, 0, rules)
            chance = estimate(hand, contract, BEFORE, seat, player)
            worth = expected(chance, value, 0, player, rules)
            best = max(best, worth) if value >= bid else best
    return best


@helper
def fitted_hand(hand, seat, bid, player, rules):
    """Leave the skat where the hand game is worth more, by the player's margin."""
    best = best_hand_game(hand, seat, bid, player, rules)
    hope = hope_of_skat(hand, seat, bid, player, rules)
    return best.worth > max(hope, _NEVER / 2) + player["hand_margin"]


@helper
def free_cards(cards, contract):
    """The cards that may go: no trumps and no aces, as long as two others are left."""
    if contract == NULL:
        return cards
    trumps = pack.JACKS if contract == GRAND else pack.JACKS | 0x7F << (7 * contract)
    free = cards & ~trumps
    plain = free & ~pack.ACES
    if count(plain) >= 2:
        return plain
    return free if count(free) >= 2 else cards


class Away(NamedTuple):
    """Two cards to put away and the strength of what is kept, their points counted in."""

    cards: int
    strength: float


@helper
def best_away(cards, contract, player):
    """The two cards whose going leaves the strongest hand."""
    model = model_of(contract, AFTER)
    per_point = player["fit_others"][model, 3]
    best = Away(0, _NEVER)
    first = free_cards(cards, contract)
    while first:
        one = lowest(first)
        first ^= one
        second = first
        while second:
            two = lowest(second)
            second ^= two
            away = one | two
            kept = strength(cards ^ away, contract, model, player) + per_point * pack_points(away)
            if kept > best.strength:
                best = Away(away, kept)
    return best


@helper
def overbid_worth(contract, bid, player, rules):
    """What a game below the bid costs: the next multiple of its base, lost."""
    base = base_value(contract, 0, rules)
    return -loss_of(base * ((bid + base - 1) // base), 0, player, rules)


@helper
def worth_after(cards, contract, seat, bid, player, rules):
    """A contract on twelve cards, with its best discard."""
    away = best_away(cards, contract, player)
    chance = probability(away.strength, seat, 0.0, model_of(contract, AFTER), player)
    value = game_value(cards, contract, 0, rules)
    if value < bid:
        return Plan(contract, overbid_worth(contract, bid, player, rules), 0.0)
    return Plan(contract, expected(chance, value, 0, player, rules), chance)


@helper
def best_after(cards, seat, bid, player, rules):
    """After the pick-up: the contract worth most; Null only where it covers the bid."""
    best = Plan(GRAND, 2 * _NEVER, 0.0)
    for contract in range(NULL + 1):
        covers = contract != NULL or (rules.null >= bid and null_weak(cards) <= _MOST_NULL_WEAK)
        if is_known(contract, rules) and covers:
            plan = worth_after(cards, contract, seat, bid, player, rules)
            best = plan if plan.worth > best.worth else best
    return best


@helper
def plays_open(contract, hand, bid, chance, player, rules):
    """Null ouvert where the Null is all but sure."""
    if contract != NULL or (rules.null_ouvert_needs_hand and not hand):
        return False
    return chance >= player["ouvert_min"] and null_value(int(hand), 1, rules) >= bid


@helper
def fitted_game(cards, seat, hand, bid, player, rules):
    """The game to name: from the hand (ten cards) or after the pick-up (twelve)."""
    if hand:
        best = best_hand_game(cards, seat, bid, player, rules)
    else:
        best = best_after(cards, seat, bid, player, rules)
    ouvert = plays_open(best.contract, hand, bid, best.chance, player, rules)
    return Declaration(best.contract, int(hand), 0, 0, int(ouvert))


@helper
def fitted_discard(cards, contract, player):
    """The two cards whose going leaves the best chance."""
    return best_away(cards, contract, player).cards
