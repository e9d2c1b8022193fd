"""A played game on open cards: what it was worth after every card, and what each gave away."""

import numpy as np

from simcore.bits import index
from simcore.jit import helper, kernel
from simcore.skat.row import NOT_PLAYED, cards_played_with, hand_of
from simcore.skat.solver.problems import keeper, moves_of, open_root, play_on, take_back
from simcore.skat.solver.search import exact
from simcore.skat.solver.space import lay_in, pack_bit_of, set_deal

NO_VALUE = -1
NO_CARD = 255
LEGAL = -1


@helper
def _set_game(row, space, rules):
    """The first lead of a game, the declarer's two cards put away."""
    held = (hand_of(row, 0), hand_of(row, 1), hand_of(row, 2))
    declarer, own = np.int64(row["declarer"]), cards_played_with(row)
    hands = space["hands"]
    for seat in range(3):
        hands[seat] = own if seat == declarer else held[seat]
    set_deal(space, hands, np.int64(row["contract"]), declarer, rules)
    open_root(space, (3 - declarer) % 3, np.int64(row["discard"]))


@helper
def _play_all(plays, space):
    """Every card that was played; returns how many, and whether all were legal."""
    steps = 0
    while steps < 30 and plays[2 + steps] != NOT_PLAYED:
        bit = np.int64(plays[2 + steps])
        card = lay_in(1 << bit, space) if bit < 32 else 0
        if card & moves_of(space) == 0:
            return steps, False
        play_on(index(card), space)
        steps += 1
    return steps, True


@helper
def judge_game(row, plays, values, keepers, space, rules):
    """Walk a game backwards: what is known of a later position helps with the earlier one.

    Returns the number of the first card that was not legal, `LEGAL` where all were.
    """
    values[:] = NO_VALUE
    keepers[:] = NO_CARD
    if row["declarer"] < 0:
        return LEGAL
    _set_game(row, space, rules)
    steps, legal = _play_all(plays, space)
    if not legal:
        return steps
    values[steps] = exact(values[steps], space)
    for step in range(steps - 1, -1, -1):
        take_back(index(lay_in(1 << np.int64(plays[2 + step]), space)), space)
        values[step] = exact(values[step + 1], space)
        if values[step] != values[step + 1]:
            keepers[step] = pack_bit_of(keeper(values[step], space), space)
    return LEGAL


@kernel
def judge_games(rows, plays, values, keepers, faults, spaces, rules):
    """Judge games of whole rows: `values` int64 (number, 31), `keepers` uint8 (number, 30);
    `faults` (int64) tells the first card that was not legal, or `LEGAL`."""
    for number in range(len(rows)):
        faults[number] = judge_game(
            rows[number], plays[number], values[number], keepers[number], spaces[0], rules[0]
        )
