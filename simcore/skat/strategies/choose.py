"""Who decides what: each decision goes to the strategy named by a number in the player's record.

One compiled kernel serves every combination. A new strategy adds its number to the lists of
`player.py` and one line to each chain here.
"""

from simcore.jit import helper, inlined
from simcore.skat.auction import Limits, rung_of
from simcore.skat.order import NULL_LAYOUT
from simcore.skat.strategies.bidding import bid_limits, name_game, plays_hand
from simcore.skat.strategies.declarer import declarer_card
from simcore.skat.strategies.defender import defender_card
from simcore.skat.strategies.discard import orderly_discard
from simcore.skat.strategies.expert_declarer import expert_declarer_card
from simcore.skat.strategies.expert_defender import expert_defender_card
from simcore.skat.strategies.expert_exchange import expert_discard
from simcore.skat.strategies.expert_null import expert_null_declarer, expert_null_defender
from simcore.skat.strategies.fitted import (
    fitted_discard,
    fitted_game,
    fitted_hand,
    fitted_reach,
)
from simcore.skat.strategies.kontra import doubts_game, random_kontra, trusts_game
from simcore.skat.strategies.null_play import null_declarer_card, null_defender_card
from simcore.skat.strategies.player import (
    EXPERT_PLAY,
    FITTED,
    FITTED_EXCHANGE,
    ORDERLY,
    RANDOM,
)
from simcore.skat.strategies.ramsch_play import ramsch_card
from simcore.skat.strategies.random_choice import (
    random_card,
    random_discard,
    random_game,
    random_hand_game,
    random_limit,
)


@helper
def is_fitted(player, rules):
    """Whether the estimates decide; they are fitted where jacks are trumps, elsewhere
    `trumps-aces` bids."""
    return player["bidding"] == FITTED and rules.jacks_trump


@helper
def choose_limits(hand, seat, floor, player, luck, rules, ladder):
    """How high a seat bids, in rungs; `floor` is the rung reached before its first turn."""
    if player["bidding"] == RANDOM:
        rung = random_limit(seat, floor, luck, len(ladder.values) - 1)
        return Limits(rung, rung)
    if is_fitted(player, rules):
        reach = fitted_reach(hand, seat, player, rules)
        rung = rung_of(reach.limit, ladder)
        return Limits(max(rung, int(reach.alone)), rung)
    return bid_limits(hand, seat, player, rules, ladder)


@helper
def choose_hand(hand, seat, bid, player, luck, rules):
    """Whether the declarer leaves the skat."""
    if player["bidding"] == RANDOM:
        return random_hand_game(seat, luck)
    if is_fitted(player, rules):
        return fitted_hand(hand, seat, bid, player, rules)
    return plays_hand(hand, seat, bid, player, rules)


@helper
def choose_game(cards, seat, hand, bid, player, luck, rules):
    """The game named, on ten cards (hand) or twelve."""
    if player["bidding"] == RANDOM:
        return random_game(cards, seat, int(hand), bid, luck, rules)
    if is_fitted(player, rules):
        return fitted_game(cards, seat, hand, bid, player, rules)
    return name_game(cards, seat, hand, bid, player, rules)


@helper
def choose_discard(cards, game, player, luck, rules):
    """The two cards put away for a game."""
    if player["exchange"] == RANDOM:
        return random_discard(cards, luck)
    if player["exchange"] == FITTED_EXCHANGE and rules.jacks_trump:
        return fitted_discard(cards, game, player, rules)
    if player["exchange"] != ORDERLY:
        return expert_discard(cards, game.contract, rules)
    return orderly_discard(cards, game.contract, rules)


@helper
def choose_kontra(seat, hand, order, player, luck):
    """Whether a defender says kontra before his first card; `hand` in the layout of the order."""
    if player["bidding"] == RANDOM:
        return random_kontra(seat, luck)
    return doubts_game(hand, order, player)


@helper
def choose_re(seat, cards, game, bid, player, luck, rules):
    """Whether the declarer answers kontra with re."""
    if player["bidding"] == RANDOM:
        return random_kontra(seat, luck)
    return trusts_game(cards, game, bid, player, rules)


@helper
def declarer_choice(seat, hand, put_away, moves, trick, table, order, player):
    """The declarer's card, plain or strong, in Null or with trumps."""
    null, strong = order.layout == NULL_LAYOUT, player["play"] == EXPERT_PLAY
    if null and strong:
        return expert_null_declarer(hand, put_away, moves, trick, table, order)
    if null:
        return null_declarer_card(hand, put_away, moves, trick, table, order)
    if strong:
        return expert_declarer_card(seat, hand, put_away, moves, trick, table, order, player)
    return declarer_card(seat, hand, put_away, moves, trick, table, order, player)


@helper
def defender_choice(seat, hand, moves, trick, table, order, player):
    """A defender's card, plain or strong, in Null or with trumps."""
    null, strong = order.layout == NULL_LAYOUT, player["play"] == EXPERT_PLAY
    if null and strong:
        return expert_null_defender(seat, hand, moves, trick, table, order, player)
    if null:
        return null_defender_card(seat, hand, moves, trick, table, order)
    if strong:
        return expert_defender_card(seat, hand, moves, trick, table, order, player)
    return defender_card(seat, hand, moves, trick, table, order, player)


@inlined
def choose_card(seat, hand, put_away, moves, number, trick, table, order, player, luck):
    """The card a seat plays among its legal `moves` in trick `number`."""
    if player["play"] == RANDOM:
        return random_card(moves, number, trick.place, luck)
    if moves & (moves - 1) == 0:  # nothing to choose
        return moves
    if table["declarer"] < 0:  # all play Ramsch alike
        return ramsch_card(hand, moves, trick, order)
    if seat == table["declarer"]:
        return declarer_choice(seat, hand, put_away, moves, trick, table, order, player)
    return defender_choice(seat, hand, moves, trick, table, order, player)
