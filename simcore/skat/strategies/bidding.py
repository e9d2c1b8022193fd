"""Bidding by any system: limits, hand or pick-up, and the game named.

Limit = value of the dearest game one would play, matadors counted over the ten cards, never
counting on the skat. What a hand is worth the systems say; thresholds stand in the player's record.
After the pick-up a contract is rated on the ten cards that the discard would leave for it.
"""

from simcore.jit import helper, inlined
from simcore.skat.auction import Limits, rung_of
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.discard import orderly_discard
from simcore.skat.strategies.features import best_suit, null_weak, suit_rank
from simcore.skat.strategies.player import NEVER, TRUMPS_ACES, XSKAT
from simcore.skat.strategies.systems.chain import (
    fits_suit,
    grand_count,
    suit_count,
    suit_hand_wanted,
    suit_wanted,
    trump_choice,
    trump_rank,
)
from simcore.skat.strategies.systems.xskat import PASS, xskat_kind, xskat_limits
from simcore.skat.value import Declaration, base_value, declared_value, matadors

# Ranks of contracts: suits from 0 up by the order of trump suits, 100 more if the system fits
_FITS = 100.0
_GRAND_FITS, _GRAND_LAST_RESORT, _GRAND_UNFIT, _NONE = 200.0, 90.0, -10.0, -20.0


@helper
def game_value(cards, contract, hand, rules):
    """Value of a game without announcement on the cards seen; 0 if the rules do not know it."""
    if not rules.contracts >> contract & 1:
        return 0
    game = Declaration(contract, hand, 0, 0, 0)
    return declared_value(matadors(cards, contract, rules), game, rules)


# ---- limits ------------------------------------------------------------------------------------


@helper
def suit_limit(hand, player, rules):
    """The suit game of the system, if it counts enough for one."""
    suit = trump_choice(hand, player, rules)
    strength = suit_count(hand, suit, player, rules)
    if strength < suit_wanted(player, rules):
        return 0
    leaves_skat = strength >= suit_hand_wanted(player, rules)
    return game_value(hand, suit, int(leaves_skat), rules)


@helper
def grand_limit(hand, seat, player, rules):
    """Grand, if the system counts enough for one."""
    strength = grand_count(hand, seat, player)
    if strength < player["grand_min"]:
        return 0
    leaves_skat = strength >= player["grand_hand_min"]
    return game_value(hand, GRAND, int(leaves_skat), rules)


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
    """The value of the dearest game a seat would play."""
    grand = grand_limit(hand, seat, player, rules)
    return max(grand, suit_limit(hand, player, rules), null_limit(hand, player, rules))


@helper
def _xskat_limits(hand, player, rules, ladder):
    """The kind of the hand decides, where the rules know its suit."""
    suit = trump_choice(hand, player, rules)
    kind = xskat_kind(hand, suit) if rules.contracts >> suit & 1 else PASS
    kind = kind if kind >= player["suit_min"] else PASS
    return xskat_limits(hand, suit, kind, player, rules, ladder)


@helper
def bid_limits(hand, seat, player, rules, ladder):
    """How high a seat goes as sayer and as hearer."""
    if player["bidding"] == XSKAT and rules.jacks_trump:
        return _xskat_limits(hand, player, rules, ladder)
    rung = rung_of(bid_limit(hand, seat, player, rules), ladder)
    return Limits(rung, rung)


# ---- hand games --------------------------------------------------------------------------------


@helper
def _system_hand(hand, seat, bid, player, rules):
    """The Grand or suit game that the system plays from the hand, -1 for none."""
    wanted = max(player["grand_hand_min"], player["grand_min"])
    if grand_count(hand, seat, player) >= wanted and game_value(hand, GRAND, 1, rules) >= bid:
        return GRAND
    suit = trump_choice(hand, player, rules)
    wanted = max(suit_hand_wanted(player, rules), suit_wanted(player, rules))
    fits = suit_count(hand, suit, player, rules) >= wanted
    return suit if fits and game_value(hand, suit, 1, rules) >= bid else -1


@helper
def _hand_null(hand, seat, bid, player, rules):
    """Whether to play Null from the hand: safe suits gain nothing by the skat; Grand is worth
    more."""
    covers = rules.contracts >> NULL & 1 and rules.null_hand >= bid
    safe = covers and null_weak(hand) <= player["null_hand_weak"]
    return bool(safe and grand_count(hand, seat, player) < player["grand_min"])


@helper
def hand_contract(hand, seat, bid, player, rules):
    """The game to play from the hand, -1 to pick up; few systems leave it for more than Null."""
    if _hand_null(hand, seat, bid, player, rules):
        return NULL
    if player["grand_hand_min"] < NEVER or player["suit_hand_min"] < NEVER:
        return _system_hand(hand, seat, bid, player, rules)
    return -1


@helper
def plays_hand(hand, seat, bid, player, rules):
    """Whether the skat is left."""
    return hand_contract(hand, seat, bid, player, rules) >= 0


# ---- after the pick-up -------------------------------------------------------------------------


@helper
def null_fits(cards, hand, bid, player, rules):
    """Whether a Null may be named and its weak cards can go."""
    covers = rules.null >= bid and (not hand or rules.null_hand >= bid)
    return rules.contracts >> NULL & 1 and covers and null_weak(cards) <= player["null_weak"]


@helper
def best_covering_suit(cards, bid, rules):
    """The longest suit whose value covers the bid; -1 if none does."""
    best, best_rank = -1, -1
    for suit in (3, 2, 1, 0):
        rank = suit_rank(cards, suit)
        if rank > best_rank and game_value(cards, suit, 0, rules) >= bid:
            best, best_rank = suit, rank
    return best


@inlined
def _pick_by_length(cards, seat, hand, bid, player, rules):
    """Grand, Null, the longest suit, Grand all the same: for a system that no discard and no second
    suit can make change its mind, as it counts trumps and aces; -1 if nothing covers the bid."""
    grand_covers = game_value(cards, GRAND, 0, rules) >= bid
    if grand_covers and grand_count(cards, seat, player) >= player["grand_min"]:
        return GRAND
    if null_fits(cards, hand, bid, player, rules):
        return NULL
    suit = best_covering_suit(cards, bid, rules)
    return GRAND if suit < 0 and grand_covers else suit


@helper
def _grand_rank(kept, seat, player):
    """Grand comes before all suits, or before those the system would not play, or after all."""
    strength = grand_count(kept, seat, player)
    if strength >= player["grand_min"]:
        return _GRAND_FITS
    return _GRAND_LAST_RESORT if strength >= player["grand_last_min"] else _GRAND_UNFIT


@helper
def contract_rank(cards, contract, seat, hand, player, rules):
    """How a system likes a suit game or Grand on the ten cards it would be played with."""
    kept = cards if hand else cards ^ orderly_discard(cards, contract, rules)
    if contract == GRAND:
        return _grand_rank(kept, seat, player)
    rank = trump_rank(kept, contract, player, rules)
    return rank + _FITS if fits_suit(kept, contract, player, rules) else rank


@helper
def _pick_by_rank(cards, seat, hand, bid, player, rules):
    """The contract that covers the bid and ranks first, Null after a Grand that the system would
    play; -1 if nothing covers the bid."""
    best, best_rank = -1, _NONE
    for contract in (GRAND, 3, 2, 1, 0):
        if best_rank < _GRAND_FITS and game_value(cards, contract, 0, rules) >= bid:
            rank = contract_rank(cards, contract, seat, hand, player, rules)
            best = contract if rank > best_rank else best
            best_rank = max(rank, best_rank)
    if best_rank < _GRAND_FITS and null_fits(cards, hand, bid, player, rules):
        return NULL
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
    """After the pick-up: the contract the system likes best, or the one that does least harm."""
    plain = player["bidding"] == TRUMPS_ACES and player["grand_last_min"] >= NEVER
    if plain or not rules.jacks_trump:
        contract = _pick_by_length(cards, seat, hand, bid, player, rules)
    else:
        contract = _pick_by_rank(cards, seat, hand, bid, player, rules)
    return contract if contract >= 0 else cheapest_overbid(cards, bid, rules)


@inlined
def name_game(cards, seat, hand, bid, player, rules):
    """The game to name: from the hand (ten cards) or after the pick-up (twelve)."""
    contract = hand_contract(cards, seat, bid, player, rules) if hand else -1
    if contract < 0:
        contract = pick_contract(cards, seat, hand, bid, player, rules)
    return Declaration(contract, int(hand), 0, 0, 0)
