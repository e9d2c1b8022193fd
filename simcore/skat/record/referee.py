"""A recorded game, act by act, under the rules the simulator plays by.

`judge` reads top to bottom like a game: auction, exchange (both in `hearing.py`), tricks, settle.
A revoke is noted and stands; after an act that leaves open how the game went on it is `ILLEGAL`.
"""

import numpy as np

from simcore import cards as pack
from simcore.jit import helper, kernel
from simcore.skat.auction import TALK
from simcore.skat.look import AS_IN_PACK, Look
from simcore.skat.order import lay_out, legal, make_order, points
from simcore.skat.play import BOARD, Bids
from simcore.skat.record import acts as act_of
from simcore.skat.record.hearing import hear_auction, hear_exchange, may_play
from simcore.skat.record.verdict import (
    AFTER_THE_END,
    COMPLETE,
    GONE,
    HIDDEN,
    NOT_HIS_CARD,
    NOT_HIS_TURN,
    NOT_NAMED,
    NOT_THE_DECLARER,
    RESIGNED,
    REVOKE,
    UNEXPECTED,
    UNFINISHED,
    depart,
    going,
    is_departure,
    note,
    open_game,
    stop,
)
from simcore.skat.row import (
    NOT_PLAYED,
    write_bids,
    write_deal,
    write_game,
    write_passed_in,
    write_plays,
    write_result,
)
from simcore.skat.rules import NULL
from simcore.skat.strategies.table import (
    TABLE,
    close_trick,
    follow,
    lead,
    next_seat,
    open_table,
    open_trick,
)
from simcore.skat.value import NOT_SCHNEIDER, SCHNEIDER, TO_WIN, Result, book, matadors, settle

# ---- tricks -------------------------------------------------------------------------------------


@helper
def tricks_played(table):
    """Finished tricks."""
    return table["tricks"][0] + table["tricks"][1] + table["tricks"][2]


@helper
def all_played(named, table):
    """Ten tricks, or a Null in which the declarer has one."""
    lost_null = named.contract == NULL and table["tricks"][table["declarer"]] > 0
    return tricks_played(table) == 10 or lost_null


@helper
def is_hidden(act):
    """Whether the record hides the card played."""
    return act & 15 == act_of.CARD and act >> 6 == act_of.UNKNOWN


@helper
def see_card(act, trick, board, table, order, game):
    """A card is played."""
    seat = (trick.leader + trick.place) % 3
    if act >> 4 & 3 != seat:
        stop(game, NOT_HIS_TURN)
        return trick
    card = lay_out(1 << (act >> 6), order.layout)
    held = board["held"][seat]
    if not held & card:
        stop(game, NOT_HIS_CARD)
        return trick
    if not legal(held, trick.led) & card:
        note(game, REVOKE)
    board["held"][seat] = held ^ card
    board["history"][game["steps"]] = card
    game["steps"] += 1
    trick = follow(trick, card, seat, table, order) if trick.place else lead(trick, card, order)
    if trick.place == 3:
        close_trick(trick, table)
        trick = open_trick(table["leader"])
    return trick


@helper
def give_up(seat, game, table):
    """A player resigns; the game ends with the declarer's word, or with both defenders'."""
    game["resigned"][seat] = 1
    declarer = table["declarer"]
    one, other = next_seat(declarer), next_seat(next_seat(declarer))
    if game["resigned"][declarer] or (game["resigned"][one] and game["resigned"][other]):
        game["end"] = RESIGNED


@helper
def see_tricks(acts, named, board, table, order, game):
    """Every act until the game is over."""
    trick = open_trick(0)
    while going(game, acts):
        act = acts[game["next"]]
        kind, who = act & 15, act >> 4 & 3
        if all_played(named, table):
            break
        if is_departure(act):
            depart(game, act, GONE)
        elif is_hidden(act):
            last = game["next"] + 1 == len(acts)
            if last or not is_departure(acts[game["next"] + 1]):
                game["end"] = HIDDEN
        elif kind == act_of.CARD:
            trick = see_card(act, trick, board, table, order, game)
        elif kind == act_of.RESIGN and who != act_of.WORLD:
            give_up(who, game, table)
        elif kind == act_of.SHOW:
            if who != table["declarer"]:
                note(game, NOT_THE_DECLARER)
        else:
            stop(game, UNEXPECTED)
        game["next"] += 1


@helper
def find_end(named, table, game):
    """How the tricks ended, where no act said so."""
    if game["end"] != UNFINISHED:
        pass
    elif all_played(named, table):
        game["end"] = COMPLETE
    elif game["resigned"][0] + game["resigned"][1] + game["resigned"][2] > 0:
        game["end"] = RESIGNED  # the one defender who is a person
    elif named.contract == NULL:
        pass  # schwarz means nothing here, even where it was announced
    elif named.schwarz and tricks_played(table) > table["tricks"][table["declarer"]]:
        game["end"] = COMPLETE  # decided, though not played to the end


@helper
def note_rest(acts, game):
    """Acts behind the end are faults; where the game is lost from sight nothing can be said."""
    while game["end"] < HIDDEN and game["next"] < len(acts):
        note(game, AFTER_THE_END)
        game["next"] += 1


# ---- settle -------------------------------------------------------------------------------------


@helper
def gives_up_game(seat, game):
    """Whether it was the declarer who gave up or went."""
    return game["resigned"][seat] or game["left"] == seat or game["timed_out"] == seat


@helper
def settle_given_up(run, named, bid, card_points, table, rules):
    """The declarer gave up: lost with what he had; schneider and schwarz need a finished trick."""
    tricks, begun = table["tricks"][table["declarer"]], tricks_played(table) > 0
    if named.contract == NULL:
        return settle(run, named, bid, card_points, 1, 0, rules)
    schneider = begun and (card_points >= SCHNEIDER or card_points <= NOT_SCHNEIDER)
    schwarz = begun and (tricks == 0 or tricks == 10)
    return book(run, named, bid, False, schneider, schwarz, 0, rules)


@helper
def settle_end(row, hands, bids, named, table, order, game, rules):
    """Count the declarer's cards, with the rest where the defenders gave up; settle."""
    seat = bids.declarer
    one, other = next_seat(seat), next_seat(next_seat(seat))
    discard = hands[3] if named.hand else game["away"]
    cards = table["taken"][seat] | lay_out(discard, order.layout)
    tricks = table["tricks"][seat]
    given_up = game["end"] != COMPLETE and gives_up_game(seat, game)
    if game["end"] != COMPLETE and not given_up and named.contract != NULL:
        cards = pack.PACK ^ table["taken"][one] ^ table["taken"][other]
        tricks = 10 - table["tricks"][one] - table["tricks"][other]
    card_points = points(cards, order)
    run = matadors(hands[seat] | hands[3], named.contract, rules)
    result = Result(0, 0, 0, 0, 0)
    if given_up:
        result = settle_given_up(run, named, bids.value, card_points, table, rules)
    else:
        result = settle(run, named, bids.value, card_points, tricks, 0, rules)
    write_game(row, named, discard)
    write_result(row, seat, named.contract, 0, run, card_points, tricks, result)
    if given_up and tricks_played(table) == 0:
        row["schneider"] = row["schwarz"] = False


@helper
def judge_play(acts, named, bids, hands, row, plays, game, board, table, rules):
    """From the first lead to the row."""
    seat = bids.declarer
    order = make_order(rules, named.contract)
    open_table(table, seat, 0, TO_WIN)
    for other in range(3):
        held = hands[other]
        if other == seat and game["picked_up"]:
            held = (held | hands[3]) ^ game["away"]
        board["held"][other] = lay_out(held, order.layout)
    see_tricks(acts, named, board, table, order, game)
    find_end(named, table, game)
    if game["end"] <= GONE:
        settle_end(row, hands, bids, named, table, order, game, rules)
    write_plays(plays, game["away"], board["history"], game["steps"], Look(order, AS_IN_PACK))


@helper
def _judge(acts, hands, row, plays, game, talks, boards, tables, rules, ladder):
    """One game from the first call on; `row` and `plays` are filled as far as it went."""
    talk = talks[0]
    open_game(game)
    plays[:] = NOT_PLAYED
    hear_auction(acts, talk, game, ladder)
    said = talk["said"]
    bids = Bids(talk["declarer"], talk["bid"], said[0], said[1], said[2])
    write_deal(row, 0, 0, 0, hands)
    write_bids(row, bids)
    write_passed_in(row)
    named = NOT_NAMED
    if game["end"] == UNFINISHED and bids.declarer >= 0:
        named = hear_exchange(acts, hands, talk, game, rules)
    if game["end"] == UNFINISHED and may_play(named, game):
        judge_play(acts, named, bids, hands, row, plays, game, boards[0], tables[0], rules)
    note_rest(acts, game)


@kernel
def judge(acts, hands, row, plays, game, rules, ladder):
    """Judge one recorded game.

    Parameters
    ----------
    acts : int64 array
        What was done, in order; see `acts.py`.
    hands : int64 array, (4,)
        The cards dealt to the three seats, and the skat.
    row : structured array of `ROW`, (1,)
        Filled where the game can be scored; else it holds deal and bids.
    plays : uint8 array, (32,)
        The cards in playing order.
    game : structured array of `GAME`, (1,)
        How the game ended, and which acts broke a rule.
    rules : RuleSet
    ladder : Ladder
    """
    # the arrays live here, as a record does not keep its array
    talks, boards, tables = np.zeros(1, TALK), np.zeros(1, BOARD), np.zeros(1, TABLE)
    _judge(acts, hands, row[0], plays, game[0], talks, boards, tables, rules, ladder)
