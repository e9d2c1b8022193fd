"""A game taken up again from the cards played so far, by the strategies of the seats."""

import numpy as np

from simcore.jit import helper, kernel
from simcore.rng import seed_key
from simcore.skat.look import bit_of, lay, make_look
from simcore.skat.order import legal
from simcore.skat.play import luck_of, settle_game
from simcore.skat.row import NOT_PLAYED, cards_played_with, hand_of
from simcore.skat.rules import NULL
from simcore.skat.strategies.choose import choose_card
from simcore.skat.strategies.table import close_trick, follow, lead, open_table, open_trick
from simcore.skat.value import aim_of

OVER = 30  # the step at which every game is over


@helper
def put_away_by(row):
    """The two cards the declarer knows to be away; 0 in a hand game."""
    return 0 if row["hand"] else np.int64(row["discard"])


@helper
def lay_table(row, board, table, look):
    """Hands and table before the first lead."""
    declarer, cards = np.int64(row["declarer"]), cards_played_with(row)
    shown = lay(cards, look) if row["ouvert"] else 0
    open_table(table, declarer, shown, aim_of(row["announced_schneider"], row["announced_schwarz"]))
    for seat in range(3):
        held = cards if seat == declarer else hand_of(row, seat)
        board["held"][seat] = lay(held, look)


@helper
def put_down(card, trick, board, table, order):
    """The seat whose turn it is plays a card; a full trick is gathered."""
    seat = (trick.leader + trick.place) % 3
    board["held"][seat] ^= card
    after = follow(trick, card, seat, table, order) if trick.place else lead(trick, card, order)
    if after.place < 3:
        return after
    close_trick(after, table)
    return open_trick(table["leader"])


@helper
def retrace(row, plays, steps, board, table, look):
    """Play the first cards of a game again; returns the trick on the table."""
    lay_table(row, board, table, look)
    trick = open_trick(table["leader"])
    for step in range(steps):
        card = lay(1 << np.int64(plays[2 + step]), look)
        trick = put_down(card, trick, board, table, look.order)
    return trick


@helper
def is_over(step, contract, table):
    """Ten tricks are played; a Null ends with the declarer's first."""
    return step == OVER or (contract == NULL and table["tricks"][table["declarer"]] > 0)


@kernel
def resume(rows, plays, step, waits, boards, tables, seed, players, rules):
    """Play the game of a row on from card number `step`, as far as no seat is waited for.

    Returns the number of the card a seat in `waits` (bool, 3) has to choose among several, and
    leaves the one its strategy would play in `plays` (uint8, 32). When the game is over the row is
    settled, and it returns `OVER`.
    """
    if len(rows) == 0:
        return OVER
    row, board, table, rule_set = rows[0], boards[0], tables[0], rules[0]
    contract = np.int64(row["contract"])
    luck = luck_of(seed_key(seed), row["deal_id"], row["thrown_in"])
    look = make_look(rule_set, contract, luck)
    order, away = look.order, lay(put_away_by(row), look)
    trick = retrace(row, plays, step, board, table, look)
    while not is_over(step, contract, table):
        seat = (trick.leader + trick.place) % 3
        hand = board["held"][seat]
        moves = legal(hand, trick.led)
        known = away if seat == table["declarer"] else 0
        card = choose_card(
            seat, hand, known, moves, step // 3, trick, table, order, players[seat], luck
        )
        plays[2 + step] = bit_of(card, look)
        if waits[seat] and moves & (moves - 1):
            return step
        trick = put_down(card, trick, board, table, order)
        step += 1
    plays[2 + step :] = NOT_PLAYED
    settle_game(row, np.int64(row["kontra"]), table, look, rule_set)
    return OVER
