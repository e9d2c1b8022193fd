"""What is said in a recorded game: the auction call by call, and the exchange.

What breaks a rule is noted. Where the act is clear all the same (a value that is no game, a Null
below the bid) the game goes on; where it is not, it ends as `ILLEGAL`.
"""

from simcore.bits import count
from simcore.jit import helper
from simcore.skat.auction import (
    OUT_OF_TURN,
    WELL_SAID,
    drop_out,
    hold,
    open_talk,
    say,
    talk_is_over,
    whose_turn,
)
from simcore.skat.record import acts as act_of
from simcore.skat.record.verdict import (
    HAND_MARK,
    NO_GAME,
    NOT_HIS_TO_PUT_AWAY,
    NOT_NAMED,
    NOT_PUT_AWAY,
    NOT_THE_DECLARER,
    NOT_TWO_PUT_AWAY,
    OF_AUCTION,
    OF_DECLARATION,
    OTHER_SKAT,
    PASSED_IN,
    UNEXPECTED,
    depart,
    going,
    is_departure,
    note,
    stop,
)
from simcore.skat.rules import NULL
from simcore.skat.value import LEGAL, NOT_IN_RULES, Declaration, declaration_fault

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
    return named.contract != NOT_NAMED.contract and (game["away"] != 0 or not game["picked_up"])


@helper
def hear_exchange(acts, hands, talk, game, rules):
    """Pick up or not, name the game, put two cards away."""
    seat, bid = talk["declarer"], talk["bid"]
    held = hands[seat] | hands[3]
    named = NOT_NAMED
    while going(game, acts):
        act = acts[game["next"]]
        kind, who, argument = act & 15, act >> 4 & 3, act >> 6
        is_named = named.contract != NOT_NAMED.contract
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
