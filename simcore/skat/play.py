"""A deal from the first card to its row: deal, auction, exchange, tricks, settle.

`run_chunk` is the one entry point of the simulation. Read it from there on; the functions stand
in the order of the game, callees before callers.

A page of deals goes through the game in three stages, and the row is what a deal takes along: each
stage reads there what the ones before it wrote. So the code of a stage stays in the cache of the
processor for the whole page; deal by deal it was fetched anew each time, a tenth of all time. Other
state lives in records, which are one pointer each, and what runs for every card is inlined: handing
bundles of arrays and dozens of numbers from call to call took longer than playing the cards.
"""

from typing import NamedTuple

import numpy as np

from simcore.jit import chapter, helper, inlined, kernel
from simcore.rng import REDEAL as REDEAL_STREAM
from simcore.rng import deal_luck, draw, seed_key
from simcore.skat.auction import Limits, finish, first_duel, rung_of
from simcore.skat.dealing import PLACES, deal_cards, open_places
from simcore.skat.look import jacks_move, lay, make_look, move, move_back, moved_contract, suits_of
from simcore.skat.order import legal, points
from simcore.skat.ramsch import Counted, settle_ramsch
from simcore.skat.row import (
    NOT_PLAYED,
    cards_played_with,
    game_in,
    hand_of,
    write_bids,
    write_deal,
    write_game,
    write_passed_in,
    write_plays,
    write_ramsch,
    write_result,
)
from simcore.skat.rules import MAX_REDEALS, NULL, PASSED_IN, PLAY_RAMSCH, RAMSCH, REDEAL
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
from simcore.skat.value import Declaration, aim_of, matadors, settle


class Bids(NamedTuple):
    """What was bid, in values: the declarer (-1 none), his bid, the highest of each seat."""

    declarer: int
    value: int
    forehand: int
    middlehand: int
    rearhand: int


# What a scenario decides instead of the players; -1 (no cards: 0) leaves it to them
FORCED = np.dtype(
    [
        ("declarer", np.int64),
        ("bidder", np.int64),  # a seat that bids up to `bid` whatever it holds
        ("bid", np.int64),
        ("contract", np.int64),
        ("hand", np.int64),
        ("schneider", np.int64),
        ("schwarz", np.int64),
        ("ouvert", np.int64),
        ("discard", np.int64),
    ]
)


NO_BIDS = Bids(-1, 0, 0, 0, 0)
NO_GAME = Declaration(RAMSCH, 0, 0, 0, 0)  # what is played without a declarer

PAGE = 256  # rows that go through a stage together

BOARD = np.dtype(
    [
        ("held", np.int64, 3),  # the cards each seat still holds, in the layout of the contract
        ("history", np.int64, 30),  # the cards in playing order, in that layout
    ]
)


@helper
def luck_of(key, deal, thrown_in):
    """The luck of a deal that was thrown in so often before."""
    luck = deal_luck(key, deal)
    return draw(luck, REDEAL_STREAM, thrown_in) if thrown_in > 0 else luck


# ---- first: the cards and the auction ----------------------------------------------------------


@helper
def limits_of(hands, seat, floor, players, luck, forced, rules, ladder):
    """How high a seat bids, by its own choice or by the scenario."""
    if forced["bidder"] == seat:
        rung = rung_of(forced["bid"], ladder)
        return Limits(rung, rung)
    return choose_limits(hands[seat], seat, floor, players[seat], luck, rules, ladder)


@helper
def hold_auction(hands, players, luck, forced, rules, ladder):
    """Middlehand to forehand, rearhand joins, forehand may take the lowest bid last."""
    forehand = limits_of(hands, 0, 0, players, luck, forced, rules, ladder)
    middlehand = limits_of(hands, 1, 0, players, luck, forced, rules, ladder)
    first = first_duel(forehand.hear, middlehand.say)
    rearhand = limits_of(hands, 2, first.rung, players, luck, forced, rules, ladder)
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
    seat, bid = forced["declarer"], forced["bid"]
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
    if forced["declarer"] >= 0:
        return forced_bids(forced)
    return hold_auction(places["hands"], players, luck, forced, rules, ladder)


@chapter
def open_deal(row, deal, rotation, key, given, places, players, forced, rules, ladder):
    """One deal up to the end of the auction; where the rules say so, deal again until somebody
    plays (a given deal stays)."""
    most = MAX_REDEALS if rules.all_pass == REDEAL and len(given) == 0 else 0
    bids, thrown_in = NO_BIDS, -1
    while bids.declarer < 0 and thrown_in < most:
        thrown_in += 1
        luck = luck_of(key, deal, thrown_in)
        bids = deal_and_bid(deal, luck, given, places, players, forced, rules, ladder)
    write_deal(row, deal, rotation, thrown_in, places["hands"])
    write_bids(row, bids)


# ---- then: the game named ----------------------------------------------------------------------


@helper
def put_away(cards, game, player, luck, rules):
    """The two cards put away, chosen with the suits as the table sees them."""
    suits, jacks = suits_of(luck), jacks_move(game.contract, rules)
    seen = Declaration(
        moved_contract(game.contract, suits), game.hand, game.schneider, game.schwarz, game.ouvert
    )
    away = choose_discard(move(cards, suits, jacks), seen, player, luck, rules)
    return move_back(away, suits, jacks)


@helper
def exchange(own, skat, seat, bid, player, luck, forced, rules):
    """Pick up or not, name the game, put two cards away.

    Returns the game and the two cards put away (0 in hand games).
    """
    if forced["hand"] >= 0:
        hand = forced["hand"] == 1
    else:
        hand = choose_hand(own, seat, bid, player, luck, rules)
    cards = own if hand else own | skat
    if forced["contract"] >= 0:
        game = Declaration(
            forced["contract"],
            int(hand),
            forced["schneider"],
            forced["schwarz"],
            forced["ouvert"],
        )
    else:
        game = choose_game(cards, seat, hand, bid, player, luck, rules)
    if forced["discard"]:
        return game, forced["discard"]
    return game, 0 if hand else put_away(cards, game, player, luck, rules)


@chapter
def name_game(row, key, players, forced, rules):
    """What the declarer makes of his cards; without one it is Ramsch, or nobody plays."""
    seat, skat = np.int64(row["declarer"]), np.int64(row["skat"])
    if seat >= 0:
        luck = luck_of(key, row["deal_id"], row["thrown_in"])
        own, bid = hand_of(row, seat), np.int64(row["bid"])
        game, away = exchange(own, skat, seat, bid, players[seat], luck, forced, rules)
        write_game(row, game, skat if game.hand else away)
    elif rules.all_pass == PLAY_RAMSCH:
        write_game(row, NO_GAME, skat)
    else:
        write_passed_in(row)


# ---- last: the tricks --------------------------------------------------------------------------


@helper
def call_kontra(row, cards, board, order, players, luck, rules):
    """Kontra (1) by a defender before his first card, re (2) by the declarer."""
    seat, bid = np.int64(row["declarer"]), np.int64(row["bid"])
    for defender in (next_seat(seat), next_seat(next_seat(seat))):
        if choose_kontra(defender, board["held"][defender], order, players[defender], luck):
            game, player = game_in(row), players[seat]
            says_re = rules.kontra == 2 and choose_re(seat, cards, game, bid, player, luck, rules)
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
def settle_game(row, kontra, table, look, rules):
    """Count the declarer's cards, settle, write what was won or lost."""
    seat, contract = np.int64(row["declarer"]), np.int64(row["contract"])
    own, skat, discard = hand_of(row, seat), np.int64(row["skat"]), np.int64(row["discard"])
    tricks = table["tricks"][seat]
    card_points = points(table["taken"][seat] | lay(discard, look), look.order)
    run = matadors(own | skat, contract, rules)
    result = settle(run, game_in(row), np.int64(row["bid"]), card_points, tricks, kontra, rules)
    write_result(row, seat, contract, kontra, run, card_points, tricks, result)


@helper
def settle_all_against_all(row, table, look, rules):
    """Ramsch: count everybody's cards, settle, write what each seat lost."""
    taken, tricks, skat = table["taken"], table["tricks"], np.int64(row["skat"])
    order = look.order
    forehand = Counted(points(taken[0], order), tricks[0])
    middlehand = Counted(points(taken[1], order), tricks[1])
    rearhand = Counted(points(taken[2], order), tricks[2])
    left = points(lay(skat, look), order)
    scores = settle_ramsch(forehand, middlehand, rearhand, left, table["leader"], rules)
    write_ramsch(row, skat, scores)


@chapter
def play_game(row, plays, board, table, key, players, rules):
    """From the first lead to the full row; without a declarer it is Ramsch."""
    seat, contract = np.int64(row["declarer"]), np.int64(row["contract"])
    luck = luck_of(key, row["deal_id"], row["thrown_in"])
    look = make_look(rules, contract, luck)
    away = 0 if seat < 0 or row["hand"] else np.int64(row["discard"])
    cards = cards_played_with(row)
    shown = lay(cards, look) if row["ouvert"] else 0
    aim = aim_of(row["announced_schneider"], row["announced_schwarz"])
    open_table(table, seat, shown, aim)
    for other in range(3):
        held = cards if other == seat else hand_of(row, other)
        board["held"][other] = lay(held, look)
    kontra = 0
    if rules.kontra and seat >= 0:
        kontra = call_kontra(row, cards, board, look.order, players, luck, rules)
    steps = play_tricks(lay(away, look), contract, players, board, table, look.order, luck)
    if seat >= 0:
        settle_game(row, kontra, table, look, rules)
    else:
        settle_all_against_all(row, table, look, rules)
    if len(plays) > 0:
        write_plays(plays, away, board["history"], steps, look)


@helper
def play_pages(
    rows, plays, key, first, players, known, given, forced, rule_set, ladder, all_places, boards,
    tables,
):  # fmt: skip
    """Page by page: all deals dealt and bid, all games named, all played."""
    places, board, table = all_places[0], boards[0], tables[0]
    open_places(known, places)
    turns = len(players)
    no_plays = np.empty(0, np.uint8)
    for start in range(0, len(rows), PAGE):
        numbers = range(start, min(start + PAGE, len(rows)))
        for number in numbers:
            deal, turn = first + number // turns, number % turns
            open_deal(
                rows[number], deal, turn, key, given, places, players[turn], forced[turn], rule_set,
                ladder,
            )  # fmt: skip
        for number in numbers:
            turn = number % turns
            name_game(rows[number], key, players[turn], forced[turn], rule_set)
        for number in numbers:
            wanted = plays[number] if len(plays) > 0 else no_plays
            if rows[number]["contract"] == PASSED_IN:
                wanted[:] = NOT_PLAYED
            else:
                seated = players[number % turns]
                play_game(rows[number], wanted, board, table, key, seated, rule_set)


@kernel
def run_chunk(rows, plays, seed, first, players, known, given, forced, rules, ladder):
    """Fill `rows` with the deals from number `first` on, each under every turn.

    A turn says who sits where and what is forced: one a rotation of the players, or one an arm of
    an experiment. All turns of a deal share its cards and its luck.

    Parameters
    ----------
    rows : structured array of `ROW`
        Deals in order; a row a turn, `rotation` is its number.
    plays : uint8 array, (len(rows), 32) or (0, 32)
        The cards in playing order, where they are wanted.
    seed : uint64
    first : int64
    players : structured array of `PLAYER`, (turns, 3)
        Who sits where in each turn.
    known : int64 array, (4,)
        Known cards of the three seats and the skat.
    given : int64 array, (deals, 4) or (0, 4)
        Whole deals to be played instead of drawn ones: deal number k is given[k].
    forced : structured array of `FORCED`, (turns,)
        What each turn forces.
    rules : structured array, (1,)
        The rule set as `rule_book` writes it: one pointer, where 22 numbers from call to call took
        a fifth of the time.
    ladder : Ladder
    """
    # A record is a bare pointer into its array, which is freed after its last use: so the arrays
    # live here, and the function that works on the records is another.
    places, boards, tables = np.zeros(1, PLACES), np.zeros(1, BOARD), np.zeros(1, TABLE)
    play_pages(
        rows, plays, seed_key(seed), first, players, known, given, forced, rules[0], ladder, places,
        boards, tables,
    )  # fmt: skip
