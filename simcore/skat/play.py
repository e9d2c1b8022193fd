"""A deal from the first card to its row: deal, auction, exchange, tricks, settle.

`run_chunk` is the one entry point of the simulation. Read it from there on; the functions stand
in the order of the game, callees before callers.

State lives in records, which are one pointer each, and functions called from one place are
inlined: handing bundles of arrays and dozens of numbers from call to call took longer than playing
the cards.
"""

from typing import NamedTuple

import numpy as np

from simcore.deal import PLACES, SKAT, deal_cards, open_places
from simcore.jit import chapter, helper, inlined, kernel
from simcore.rng import REDEAL as REDEAL_STREAM
from simcore.rng import deal_luck, draw, seed_key
from simcore.skat.auction import finish, first_duel
from simcore.skat.order import lay_out, legal, make_order, points
from simcore.skat.ramsch import Counted, settle_ramsch
from simcore.skat.row import (
    NOT_PLAYED,
    write_bids,
    write_deal,
    write_game,
    write_passed_in,
    write_plays,
    write_ramsch,
    write_result,
)
from simcore.skat.rules import MAX_REDEALS, NULL, PLAY_RAMSCH, RAMSCH, REDEAL
from simcore.skat.strategies.choose import (
    choose_card,
    choose_discard,
    choose_game,
    choose_hand,
    choose_kontra,
    choose_limits,
    choose_re,
)
from simcore.skat.strategies.table import (
    TABLE,
    close_trick,
    follow,
    lead,
    next_seat,
    open_table,
    open_trick,
)
from simcore.skat.value import Declaration, matadors, settle


class Bids(NamedTuple):
    """What was bid, in values: the declarer (-1 none), his bid, the highest of each seat."""

    declarer: int
    value: int
    forehand: int
    middlehand: int
    rearhand: int


class Forced(NamedTuple):
    """What a scenario decides instead of the players; -1 leaves it to them."""

    declarer: int
    bid: int
    contract: int
    hand: int
    schneider: int
    schwarz: int
    ouvert: int


NO_BIDS = Bids(-1, 0, 0, 0, 0)
NO_GAME = Declaration(RAMSCH, 0, 0, 0, 0)  # what is played without a declarer

BOARD = np.dtype(
    [
        ("held", np.int64, 3),  # the cards each seat still holds, in the layout of the contract
        ("history", np.int64, 30),  # the cards in playing order, in that layout
    ]
)


@helper
def hold_auction(hands, players, luck, rules, ladder):
    """Middlehand to forehand, rearhand joins, forehand may take the lowest bid last."""
    forehand = choose_limits(hands[0], 0, 0, players[0], luck, rules, ladder)
    middlehand = choose_limits(hands[1], 1, 0, players[1], luck, rules, ladder)
    first = first_duel(forehand.hear, middlehand.say)
    rearhand = choose_limits(hands[2], 2, first.rung, players[2], luck, rules, ladder)
    end = finish(first, forehand.hear, middlehand.hear, rearhand.say, forehand.say)
    values = ladder.values
    return Bids(
        end.declarer,
        values[end.rung],
        values[end.forehand],
        values[end.middlehand],
        values[end.rearhand],
    )


@helper
def forced_bids(forced):
    """No auction: the declarer of the scenario plays at its bid."""
    seat, bid = forced.declarer, forced.bid
    return Bids(
        seat,
        bid,
        bid if seat == 0 else 0,
        bid if seat == 1 else 0,
        bid if seat == 2 else 0,
    )


@inlined
def lay_cards(deal, luck, given, places):
    """The cards of a deal: drawn, or those of a given deal."""
    if len(given) > 0:
        for place in range(4):
            places["hands"][place] = given[deal, place]
    else:
        deal_cards(luck, places)


@inlined
def deal_and_bid(deal, luck, given, places, players, forced, rules, ladder):
    """Deal the cards and hold the auction."""
    lay_cards(deal, luck, given, places)
    if forced.declarer >= 0:
        return forced_bids(forced)
    return hold_auction(places["hands"], players, luck, rules, ladder)


@helper
def exchange(hands, seat, bid, player, luck, forced, rules):
    """Pick up or not, name the game, put two cards away.

    Returns the game, the cards played with, and the two put away (0 in hand games).
    """
    own = hands[seat]
    if forced.hand >= 0:
        hand = forced.hand == 1
    else:
        hand = choose_hand(own, seat, bid, player, luck, rules)
    cards = own if hand else own | hands[SKAT]
    if forced.contract >= 0:
        game = Declaration(
            forced.contract, int(hand), forced.schneider, forced.schwarz, forced.ouvert
        )
    else:
        game = choose_game(cards, seat, hand, bid, player, luck, rules)
    put_away = 0 if hand else choose_discard(cards, game, player, luck, rules)
    return game, cards ^ put_away, put_away


@helper
def call_kontra(bids, game, cards, board, order, players, luck, rules):
    """Kontra (1) by a defender before his first card, re (2) by the declarer."""
    seat = bids.declarer
    for defender in (next_seat(seat), next_seat(next_seat(seat))):
        if choose_kontra(defender, board["held"][defender], order, players[defender], luck):
            allowed = rules.kontra == 2
            player = players[seat]
            says_re = allowed and choose_re(seat, cards, game, bids.value, player, luck, rules)
            return 2 if says_re else 1
    return 0


@inlined
def play_card(seat, number, trick, put_away, players, board, table, order, luck):
    """One seat plays one card of trick `number`."""
    hand = board["held"][seat]
    moves = legal(hand, trick.led)
    known_away = put_away if seat == table["declarer"] else 0
    player = players[seat]
    card = choose_card(seat, hand, known_away, moves, number, trick, table, order, player, luck)
    board["held"][seat] = hand ^ card
    board["history"][3 * number + trick.place] = card
    return card


@inlined
def play_trick(leader, number, put_away, players, board, table, order, luck):
    """Three cards; the winner gathers them."""
    second, third = next_seat(leader), next_seat(next_seat(leader))
    trick = open_trick(leader)
    card = play_card(leader, number, trick, put_away, players, board, table, order, luck)
    trick = lead(trick, card, order)
    card = play_card(second, number, trick, put_away, players, board, table, order, luck)
    trick = follow(trick, card, second, table, order)
    card = play_card(third, number, trick, put_away, players, board, table, order, luck)
    trick = follow(trick, card, third, table, order)
    close_trick(trick, table)


@chapter
def play_tricks(put_away, contract, players, board, table, order, luck):
    """Ten tricks; Null stops at the declarer's first. Returns the number of cards played."""
    for number in range(10):
        play_trick(table["leader"], number, put_away, players, board, table, order, luck)
        if contract == NULL and table["tricks"][table["declarer"]] > 0:
            return 3 * number + 3
    return 30


@inlined
def settle_game(row, bids, game, kontra, discard, hands, table, order, rules):
    """Count the declarer's cards, settle, write what was won or lost."""
    seat = bids.declarer
    tricks = table["tricks"][seat]
    card_points = points(table["taken"][seat] | lay_out(discard, order.layout), order)
    run = matadors(hands[seat] | hands[SKAT], game.contract, rules)
    result = settle(run, game, bids.value, card_points, tricks, kontra, rules)
    write_game(row, game, discard)
    write_result(row, seat, game.contract, kontra, run, card_points, tricks, result)


@helper
def settle_all_against_all(row, skat, table, order, rules):
    """Ramsch: count everybody's cards, settle, write what each seat lost."""
    taken, tricks = table["taken"], table["tricks"]
    forehand = Counted(points(taken[0], order), tricks[0])
    middlehand = Counted(points(taken[1], order), tricks[1])
    rearhand = Counted(points(taken[2], order), tricks[2])
    left = points(lay_out(skat, order.layout), order)
    scores = settle_ramsch(forehand, middlehand, rearhand, left, table["leader"], rules)
    write_ramsch(row, skat, scores)


@chapter
def play_game(row, plays, hands, board, table, bids, players, luck, forced, rules):
    """From the end of the auction to the row; without a declarer it is Ramsch."""
    seat = bids.declarer
    game, cards, put_away = NO_GAME, 0, 0
    if seat >= 0:
        player = players[seat]
        game, cards, put_away = exchange(hands, seat, bids.value, player, luck, forced, rules)
    order = make_order(rules, game.contract)
    open_table(table, seat, lay_out(cards, order.layout) if game.ouvert else 0)
    for other in range(3):
        held = cards if other == seat else hands[other]
        board["held"][other] = lay_out(held, order.layout)
    kontra = 0
    if rules.kontra and seat >= 0:
        kontra = call_kontra(bids, game, cards, board, order, players, luck, rules)
    known_away = lay_out(put_away, order.layout)
    steps = play_tricks(known_away, game.contract, players, board, table, order, luck)
    if seat >= 0:
        discard = hands[SKAT] if game.hand else put_away
        settle_game(row, bids, game, kontra, discard, hands, table, order, rules)
    else:
        settle_all_against_all(row, hands[SKAT], table, order, rules)
    if len(plays) > 0:
        write_plays(plays, put_away, board["history"], steps, order.layout)


@chapter
def play_deal(
    row, plays, deal, rotation, key, given, places, board, table, players, forced, rules, ladder
):
    """One deal; where the rules say so, deal again until somebody plays (a given deal stays)."""
    most = MAX_REDEALS if rules.all_pass == REDEAL and len(given) == 0 else 0
    luck, bids, thrown_in = deal_luck(key, deal), NO_BIDS, -1
    while bids.declarer < 0 and thrown_in < most:
        thrown_in += 1
        if thrown_in > 0:
            luck = draw(deal_luck(key, deal), REDEAL_STREAM, thrown_in)
        bids = deal_and_bid(deal, luck, given, places, players, forced, rules, ladder)
    write_deal(row, deal, rotation, thrown_in, places["hands"])
    write_bids(row, bids)
    if bids.declarer < 0 and rules.all_pass != PLAY_RAMSCH:
        write_passed_in(row)
        plays[:] = NOT_PLAYED
    else:
        play_game(row, plays, places["hands"], board, table, bids, players, luck, forced, rules)


@kernel
def run_chunk(rows, plays, seed, first, players, known, given, forced, rules, ladder):
    """Fill `rows` with the deals from number `first` on.

    Parameters
    ----------
    rows : structured array of `ROW`
        Deals in order; with rotations, three rows a deal.
    plays : uint8 array, (len(rows), 32) or (0, 32)
        The cards in playing order, where they are wanted.
    seed : uint64
    first : int64
    players : structured array of `PLAYER`, (rotations, 3)
        Who sits where in each rotation.
    known : int64 array, (4,)
        Known cards of the three seats and the skat.
    given : int64 array, (deals, 4) or (0, 4)
        Whole deals to be played instead of drawn ones: deal number k is given[k].
    forced : Forced
    rules : structured array, (1,)
        The rule set as `rule_book` writes it: one pointer, where 22 numbers from call to call took
        a fifth of the time.
    ladder : Ladder
    """
    places, board = np.zeros(1, PLACES)[0], np.zeros(1, BOARD)[0]
    table = np.zeros(1, TABLE)[0]
    open_places(known, places)
    key, rule_set = seed_key(seed), rules[0]
    rotations = len(players)
    no_plays = np.empty(0, np.uint8)
    for number in range(len(rows)):
        rotation = number % rotations
        deal = first + number // rotations
        wanted = plays[number] if len(plays) > 0 else no_plays
        seated = players[rotation]
        play_deal(
            rows[number], wanted, deal, rotation, key, given, places, board, table, seated, forced,
            rule_set, ladder,
        )  # fmt: skip
