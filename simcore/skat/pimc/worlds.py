"""Worlds: deals of the unseen cards that fit what a seat has seen and heard.

Of the other hands a seat knows the cards played, the classes they did not follow to, the bids and
the game named. It takes the others to bid, to name their game and to put away as it would itself.
"""

from typing import NamedTuple

import numpy as np

from simcore.bits import count
from simcore.cards import PACK
from simcore.jit import helper, kernel
from simcore.rng import WORLDS, choose, draw, seed_key
from simcore.skat.look import lay, make_look
from simcore.skat.pimc.resume import put_away_by, retrace
from simcore.skat.play import exchange, hold_auction, luck_of, put_away
from simcore.skat.row import cards_played_with, game_in, hand_of
from simcore.skat.solver.problems import EXACT
from simcore.skat.strategies.table import next_seat

# How closely a world is asked to fit, and how many deals a world wanted are tried for that
HEARD, PUT_AWAY, PLAYED = 2, 1, 0  # bids and game too; the discard by rule; only the cards played
_TRIES = 300
_CHOICES = 5  # of a random word


class View(NamedTuple):
    """What a seat knows of the cards, as sets of the pack."""

    seat: int
    declarer: int
    own: int  # its own cards still held
    away: int  # the two cards put away, if it knows them
    open: int  # the cards the declarer shows, if he plays ouvert
    unseen: int
    forehand: int  # cards each seat has played
    middlehand: int
    rearhand: int


@helper
def played_by(view, seat):
    """The cards a seat has played."""
    return view.forehand if seat == 0 else (view.middlehand if seat == 1 else view.rearhand)


@helper
def look_at(row, plays, steps, seat, leaders):
    """What a seat knows after some cards; `leaders` (int64, 11) says who led each trick."""
    declarer, cards = np.int64(row["declarer"]), cards_played_with(row)
    forehand, middlehand, rearhand = 0, 0, 0
    for step in range(steps):
        card = 1 << np.int64(plays[2 + step])
        player = (leaders[step // 3] + step % 3) % 3
        forehand |= card if player == 0 else 0
        middlehand |= card if player == 1 else 0
        rearhand |= card if player == 2 else 0
    played = forehand | middlehand | rearhand
    held = cards if seat == declarer else hand_of(row, seat)
    away = put_away_by(row) if seat == declarer else 0
    shown = cards & ~played if row["ouvert"] and seat != declarer else 0
    own = held & ~played
    unseen = PACK ^ played ^ own ^ away ^ shown
    return View(seat, declarer, own, away, shown, unseen, forehand, middlehand, rearhand)


@helper
def draw_cards(number, left, words, work):
    """Draw some of the first `left` cards of the deck; what is left stays in front."""
    deck, cards = work["deck"], 0
    for drawn in range(number):
        if drawn % _CHOICES == 0:
            words += 1
            word = draw(work["luck"], WORLDS, words)
        pick, word = choose(word, left)
        left -= 1
        cards |= deck[pick]
        deck[pick] = deck[left]
    return cards, left, words


@helper
def fill_deck(cards, work):
    """The cards of a set in the deck; returns how many."""
    size = 0
    while cards:
        work["deck"][size] = cards & -cards
        cards &= cards - 1
        size += 1
    return size


@helper
def put_two_away(cards, words, work):
    """Two cards of a set at random."""
    size = fill_deck(cards, work)
    away, _, words = draw_cards(2, size, words, work)
    return away, words


WORK = np.dtype([("luck", np.uint64), ("deck", np.int64, 32), ("dealt", np.int64, 3),
                 ("hands", np.int64, 3), ("skat", np.int64)])  # fmt: skip


@helper
def deal_unseen(view, hidden, words, work):
    """Deal the unseen cards to the other seats; the skat gets what is left, none if it is known.

    `hidden` is the number of cards of the declarer that are away and not known to the seat: he is
    dealt them too.
    """
    left = fill_deck(view.unseen, work)
    for other in (next_seat(view.seat), next_seat(next_seat(view.seat))):
        number = 10 - count(played_by(view, other))
        if other == view.declarer and view.open:
            work["hands"][other] = view.open
            continue
        number += hidden if other == view.declarer else 0
        work["hands"][other], left, words = draw_cards(number, left, words, work)
    work["hands"][view.seat] = view.own
    rest = 0
    for card in range(left):
        rest |= work["deck"][card]
    work["skat"] = view.away | rest
    return words


@helper
def same_game(one, other):
    """Whether two declarations are equal."""
    return (
        one.contract == other.contract
        and one.hand == other.hand
        and one.schneider == other.schneider
        and one.schwarz == other.schwarz
        and one.ouvert == other.ouvert
    )


@helper
def set_apart(row, view, level, player, luck, words, work, forced, rules):
    """Put two of the cards dealt to a declarer who picked up away, as the seat itself would.

    The skat he found is drawn first, since he bid on the other ten. Returns whether his bid could
    name this game, and the words used.
    """
    declarer, game = view.declarer, game_in(row)
    twelve = work["hands"][declarer] | played_by(view, declarer)
    fits = True
    if level == HEARD:
        skat, words = put_two_away(twelve, words, work)
        work["dealt"][declarer] = twelve ^ skat
        named, away = exchange(
            twelve ^ skat, skat, declarer, np.int64(row["bid"]), player, luck, forced, rules
        )
        fits = same_game(named, game)
    elif level == PUT_AWAY:
        away = put_away(twelve, game, player, luck, rules)
    else:
        away, words = put_two_away(work["hands"][declarer], words, work)
    work["skat"] = away
    fits = fits and away & ~work["hands"][declarer] == 0
    work["hands"][declarer] &= ~away
    return fits, words


@helper
def names_hand_game(row, view, player, luck, work, forced, rules):
    """Whether a declarer who left the skat would have done so, and named this game."""
    dealt, bid = work["dealt"][view.declarer], np.int64(row["bid"])
    named, _ = exchange(dealt, work["skat"], view.declarer, bid, player, luck, forced, rules)
    return same_game(named, game_in(row))


@helper
def bids_so(row, players, luck, work, forced, rules, ladder):
    """Whether the hands dealt would have been bid as it was heard."""
    bids = hold_auction(work["dealt"], players, luck, forced, rules, ladder)
    return (
        bids.declarer == row["declarer"]
        and bids.forehand == row["bid_forehand"]
        and bids.middlehand == row["bid_middlehand"]
        and bids.rearhand == row["bid_rearhand"]
    )


@helper
def fits_play(view, table, look, work):
    """Whether no other seat holds a card of a class it has shown to lack."""
    for seat in range(3):
        held = lay(work["hands"][seat], look)
        if seat != view.seat and held & table["lacks"][seat]:
            return False
    return True


@helper
def make_world(row, view, level, players, luck, words, work, table, look, forced, rules, ladder):
    """Deal one world; returns whether it fits, and the random words used."""
    declarer, player = view.declarer, players[view.seat]
    known = view.seat == declarer or view.open != 0
    picked_up = not row["hand"] and not known
    words = deal_unseen(view, 2 if picked_up else 0, words, work)
    for seat in range(3):
        work["dealt"][seat] = work["hands"][seat] | played_by(view, seat)
    work["dealt"][view.seat] = hand_of(row, view.seat)
    fits = True
    if picked_up:
        fits, words = set_apart(row, view, level, player, luck, words, work, forced, rules)
    fits = fits and fits_play(view, table, look, work)
    if fits and level == HEARD and not known and row["hand"]:
        fits = names_hand_game(row, view, player, luck, work, forced, rules)
    if fits and level == HEARD and forced["declarer"] < 0 and not view.open:
        fits = bids_so(row, players, luck, work, forced, rules, ladder)
    return fits, words


@helper
def write_world(problem, row, trick_cards, leader, gained, work):
    """A world as a problem: what the declarer has won counts like his skat."""
    for seat in range(3):
        problem["hands"][seat] = work["hands"][seat]
    problem["trick"][0], problem["trick"][1] = trick_cards
    problem["skat"] = work["skat"] | gained
    problem["contract"], problem["declarer"] = np.int64(row["contract"]), np.int64(row["declarer"])
    problem["leader"] = leader
    problem["target"] = EXACT


@helper
def retrace_leaders(row, plays, steps, board, table, look, leaders):
    """Who led each trick so far, and the table as it stands."""
    for trick in range(steps // 3 + 1):
        leaders[trick] = retrace(row, plays, 3 * trick, board, table, look).leader
    return retrace(row, plays, steps, board, table, look)


@kernel
def sample_worlds(rows, plays, steps, seat, problems, works, boards, tables, seed, players, turn,
                  rules, ladder):  # fmt: skip
    """Fill `problems` with worlds that fit what a seat knows after some cards of the game of a row.

    `players` (3) is the player of the seat, three times: all are taken to bid like it; `turn` (1),
    of `FORCED`, is what was forced and is known to all. Returns how
    many of the worlds fit all that was heard; where too few are found the rest fits the cards
    played and, if possible, the discard.
    """
    if len(rows) == 0:
        return 0
    row, work, table, forced, rule_set = rows[0], works[0], tables[0], turn[0], rules[0]
    luck = luck_of(seed_key(seed), row["deal_id"], row["thrown_in"])
    look = make_look(rule_set, np.int64(row["contract"]), luck)
    work["luck"] = draw(luck, WORLDS, 3 * steps + seat)
    leaders = np.zeros(11, np.int64)
    trick = retrace_leaders(row, plays, steps, boards[0], table, look, leaders)
    view = look_at(row, plays, steps, seat, leaders)
    on_table = (
        1 << np.int64(plays[2 + steps - trick.place]) if trick.place > 0 else 0,
        1 << np.int64(plays[1 + steps]) if trick.place > 1 else 0,
    )
    gained = 0
    for step in range(steps - trick.place):
        took = leaders[step // 3 + 1] == view.declarer
        gained |= 1 << np.int64(plays[2 + step]) if took else 0
    found, heard, words = 0, 0, 0
    for level in (HEARD, PUT_AWAY, PLAYED):
        tries = _TRIES * len(problems)
        while found < len(problems) and (tries > 0 or level == PLAYED):
            tries -= 1
            fits, words = make_world(
                row, view, level, players, luck, words, work, table, look, forced, rule_set, ladder
            )
            if fits:
                write_world(problems[found], row, on_table, trick.leader, gained, work)
                found += 1
        heard = found if level == HEARD else heard
    return heard
