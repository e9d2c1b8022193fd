"""A recorded game, act by act, under the rules the simulator plays by.

`judge` reads top to bottom like a game: auction, exchange, tricks, settle. What breaks a rule is
noted with the number of its act. Where the act is clear all the same (a revoke, a value that is no
game) the game goes on; where it is not, the game ends as `ILLEGAL`.
"""

import numpy as np

from simcore import cards as pack
from simcore.bits import count
from simcore.jit import helper, kernel
from simcore.skat import acts as act_of
from simcore.skat.auction import (
    OUT_OF_TURN,
    TALK,
    WELL_SAID,
    drop_out,
    hold,
    open_talk,
    say,
    talk_is_over,
    whose_turn,
)
from simcore.skat.order import lay_out, legal, make_order, points
from simcore.skat.play import BOARD, Bids
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
from simcore.skat.value import (
    LEGAL,
    NOT_IN_RULES,
    NOT_SCHNEIDER,
    SCHNEIDER,
    Declaration,
    Result,
    book,
    declaration_fault,
    matadors,
    settle,
)

# How a game ended
(
    COMPLETE,  # all tricks, or decided before: Null, announced schwarz
    PASSED_IN,
    RESIGNED,
    GONE,  # somebody left or ran out of time after the game was named
    NO_GAME,  # ... or before
    NOT_PUT_AWAY,  # ... or between
    UNFINISHED,
    HIDDEN,  # a card played that the record does not show
    ILLEGAL,
) = range(9)

# What an act may break; the faults of auction and declaration keep their numbers behind these
OF_AUCTION, OF_DECLARATION = 16, 32
(
    UNEXPECTED,
    NOT_THE_DECLARER,
    OTHER_SKAT,
    HAND_MARK,
    NOT_HIS_TO_PUT_AWAY,
    NOT_TWO_PUT_AWAY,
    NOT_HIS_TURN,
    NOT_HIS_CARD,
    REVOKE,
    AFTER_THE_END,
) = range(10)

MOST_FAULTS = 32
NOBODY = -1
GAME = np.dtype(
    [
        ("next", np.int64),  # number of the next act
        ("end", np.int64),
        ("picked_up", np.int64),
        ("away", np.int64),  # cards put away
        ("resigned", np.int64, 3),
        ("left", np.int64),  # seat, -1 nobody
        ("timed_out", np.int64),  # seat, -1 nobody
        ("steps", np.int64),  # cards played
        ("faults", np.int64),
        ("fault", np.int64, MOST_FAULTS),
        ("at", np.int64, MOST_FAULTS),  # number of the act, from 1 on
    ]
)
_NOT_NAMED = Declaration(NOT_PLAYED, 0, 0, 0, 0)


# ---- what is noted ------------------------------------------------------------------------------


@helper
def open_game(game):
    """Before the first act."""
    game["next"] = game["picked_up"] = game["away"] = game["steps"] = game["faults"] = 0
    game["end"] = UNFINISHED
    game["resigned"][:] = 0
    game["left"] = game["timed_out"] = NOBODY


@helper
def note(game, fault):
    """The act at hand breaks a rule."""
    if game["faults"] < MOST_FAULTS:
        game["fault"][game["faults"]] = fault
        game["at"][game["faults"]] = game["next"] + 1
        game["faults"] += 1


@helper
def stop(game, fault):
    """... and nobody can tell how the game went on."""
    note(game, fault)
    game["end"] = ILLEGAL


@helper
def going(game, acts):
    """Whether there is another act to judge."""
    return game["end"] == UNFINISHED and game["next"] < len(acts)


@helper
def is_departure(act):
    """Whether the server says that somebody left or ran out of time."""
    kind = act & 15
    return act >> 4 & 3 == act_of.WORLD and (kind == act_of.LEFT or kind == act_of.TIMED_OUT)


@helper
def depart(game, act, end):
    """Somebody left or ran out of time: the game ends here."""
    if act & 15 == act_of.LEFT:
        game["left"] = act >> 6
    else:
        game["timed_out"] = act >> 6
    game["end"] = end


# ---- auction ------------------------------------------------------------------------------------


@helper
def hear_call(act, talk, game, ladder):
    """One call of the auction."""
    kind, who = act & 15, act >> 4 & 3
    if kind > act_of.PASS:
        stop(game, UNEXPECTED)
        return
    if who != whose_turn(talk):
        stop(game, OF_AUCTION + OUT_OF_TURN)
        return
    fault = WELL_SAID
    if kind == act_of.PASS:
        drop_out(talk)
    elif kind == act_of.HOLD:
        fault = hold(talk, who)
    else:
        fault = say(talk, who, act >> 6, ladder)
    if fault != WELL_SAID:
        note(game, OF_AUCTION + fault)


@helper
def hear_auction(acts, talk, game, ladder):
    """Every call until somebody plays or all have passed."""
    open_talk(talk)
    while going(game, acts) and not talk_is_over(talk):
        act = acts[game["next"]]
        if is_departure(act):
            depart(game, act, NO_GAME)
        else:
            hear_call(act, talk, game, ladder)
        game["next"] += 1
    if talk_is_over(talk) and talk["declarer"] < 0:
        game["end"] = PASSED_IN


# ---- exchange -----------------------------------------------------------------------------------


@helper
def read_game(bits, picked_up):
    """The game of an act; whether it is from the hand is seen, not believed."""
    return Declaration(
        bits & 7,
        int(not picked_up),
        int(bits & act_of.SCHNEIDER != 0),
        int(bits & act_of.SCHWARZ != 0),
        int(bits & act_of.OUVERT != 0),
    )


@helper
def put_away(cards, held, game):
    """Two of the twelve cards go."""
    if cards & ~held:
        stop(game, NOT_HIS_TO_PUT_AWAY)
    elif count(cards) != 2:
        stop(game, NOT_TWO_PUT_AWAY)
    game["away"] = cards


@helper
def hear_declaration(argument, held, bid, game, rules):
    """The game named, with the cards put away where the same act names them."""
    bits, cards = argument & ((1 << act_of.GAME_BITS) - 1), argument >> act_of.GAME_BITS
    picked_up = game["picked_up"] != 0
    named = read_game(bits, picked_up)
    marked = bits & act_of.HAND != 0
    open_at_will = named.ouvert and named.contract != NULL  # written as ouvert alone
    if marked == picked_up and not (marked and open_at_will):
        note(game, HAND_MARK)
    fault = declaration_fault(named, bid, rules)
    if fault == NOT_IN_RULES:
        stop(game, OF_DECLARATION + fault)
    elif fault != LEGAL:
        note(game, OF_DECLARATION + fault)
    if cards and not picked_up:
        stop(game, NOT_HIS_TO_PUT_AWAY)
    elif cards:
        put_away(cards, held, game)
    return named


@helper
def may_play(named, game):
    """Whether the game is named and, after a pick-up, two cards are away."""
    return named.contract != NOT_PLAYED and (game["away"] != 0 or not game["picked_up"])


@helper
def hear_exchange(acts, hands, talk, game, rules):
    """Pick up or not, name the game, put two cards away."""
    seat, bid = talk["declarer"], talk["bid"]
    held = hands[seat] | hands[3]
    named = _NOT_NAMED
    while going(game, acts):
        act = acts[game["next"]]
        kind, who, argument = act & 15, act >> 4 & 3, act >> 6
        is_named = named.contract != NOT_PLAYED
        if is_departure(act):
            depart(game, act, NOT_PUT_AWAY if is_named else NO_GAME)
        elif kind == act_of.SKAT and who == act_of.WORLD:
            if argument != hands[3] or not game["picked_up"]:
                note(game, OTHER_SKAT)
        elif kind == act_of.RESIGN and who == seat and is_named:
            game["resigned"][seat] = 1
            game["end"] = NOT_PUT_AWAY
        elif who != seat:
            stop(game, NOT_THE_DECLARER)
        elif kind == act_of.PICK_UP and not is_named and not game["picked_up"]:
            game["picked_up"] = 1
        elif kind == act_of.DECLARE and not is_named:
            named = hear_declaration(argument, held, bid, game, rules)
        elif kind == act_of.DISCARD and is_named:
            put_away(argument, held, game)
        else:
            stop(game, UNEXPECTED)
        game["next"] += 1
        if may_play(named, game):
            break
    return named


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
def judge_play(acts, named, bids, hands, row, plays, game, rules):
    """From the first lead to the row."""
    seat = bids.declarer
    order = make_order(rules, named.contract)
    board, table = np.zeros(1, BOARD)[0], np.zeros(1, TABLE)[0]
    open_table(table, seat, 0)
    for other in range(3):
        held = hands[other]
        if other == seat and game["picked_up"]:
            held = (held | hands[3]) ^ game["away"]
        board["held"][other] = lay_out(held, order.layout)
    see_tricks(acts, named, board, table, order, game)
    find_end(named, table, game)
    if game["end"] <= GONE:
        settle_end(row, hands, bids, named, table, order, game, rules)
    write_plays(plays, game["away"], board["history"], game["steps"], order.layout)


@helper
def _judge(acts, hands, row, plays, game, talk, rules, ladder):
    """One game from the first call on; `row` and `plays` are filled as far as it went."""
    open_game(game)
    plays[:] = NOT_PLAYED
    hear_auction(acts, talk, game, ladder)
    said = talk["said"]
    bids = Bids(talk["declarer"], talk["bid"], said[0], said[1], said[2])
    write_deal(row, 0, 0, 0, hands)
    write_bids(row, bids)
    write_passed_in(row)
    named = _NOT_NAMED
    if game["end"] == UNFINISHED and bids.declarer >= 0:
        named = hear_exchange(acts, hands, talk, game, rules)
    if game["end"] == UNFINISHED and may_play(named, game):
        judge_play(acts, named, bids, hands, row, plays, game, rules)
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
    talk = np.zeros(1, TALK)[0]
    _judge(acts, hands, row[0], plays, game[0], talk, rules, ladder)
