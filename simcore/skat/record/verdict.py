"""What is noted of a recorded game as it is judged: how far it is, how it ended, its faults."""

import numpy as np

from simcore.jit import helper
from simcore.skat.record import acts as act_of
from simcore.skat.row import NOT_PLAYED
from simcore.skat.value import Declaration

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
NOT_NAMED = Declaration(NOT_PLAYED, 0, 0, 0, 0)


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
    """The act at hand breaks a rule; of very many faults the first are kept, all are counted."""
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
