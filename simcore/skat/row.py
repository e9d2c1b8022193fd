"""The row of a deal, schema `skat-hand/1`: one a deal and rotation, no nulls.

Writing the row is the logging; it is also what a deal takes along from stage to stage. The columns
are explained in this folder's README.
"""

import numpy as np

from simcore.jit import helper
from simcore.skat.look import bit_of
from simcore.skat.rules import GRAND, PASSED_IN, RAMSCH
from simcore.skat.value import NOT_SCHNEIDER, SCHNEIDER, Declaration, Result

SCHEMA = "skat-hand/1"
PLAYS = 32  # two discards, thirty cards
NOT_PLAYED = 255

ROW = np.dtype(
    [
        ("deal_id", np.uint64),
        ("rotation", np.int8),
        ("thrown_in", np.uint16),
        ("hand_forehand", np.uint32),
        ("hand_middlehand", np.uint32),
        ("hand_rearhand", np.uint32),
        ("skat", np.uint32),
        ("discard", np.uint32),
        ("bid_forehand", np.int16),
        ("bid_middlehand", np.int16),
        ("bid_rearhand", np.int16),
        ("bid", np.int16),
        ("declarer", np.int8),
        ("contract", np.int8),
        ("hand", np.bool_),
        ("ouvert", np.bool_),
        ("announced_schneider", np.bool_),
        ("announced_schwarz", np.bool_),
        ("kontra", np.int8),
        ("matadors", np.int8),
        ("card_points", np.uint8),
        ("tricks", np.uint8),
        ("won", np.bool_),
        ("schneider", np.bool_),
        ("schwarz", np.bool_),
        ("overbid", np.bool_),
        ("value", np.int16),
        ("score", np.int16),
        ("score_forehand", np.int16),
        ("score_middlehand", np.int16),
        ("score_rearhand", np.int16),
    ],
    align=True,
)
FEW = ("skat", "discard", "declarer", "matadors", "score")  # of few values: see Game


@helper
def write_deal(row, deal, rotation, thrown_in, hands):
    """The cards as dealt."""
    row["deal_id"] = np.uint64(deal)
    row["rotation"] = rotation
    row["thrown_in"] = thrown_in
    row["hand_forehand"] = hands[0]
    row["hand_middlehand"] = hands[1]
    row["hand_rearhand"] = hands[2]
    row["skat"] = hands[3]


@helper
def write_bids(row, bids):
    """The highest value each seat said or held, and who plays at what."""
    row["bid_forehand"] = bids.forehand
    row["bid_middlehand"] = bids.middlehand
    row["bid_rearhand"] = bids.rearhand
    row["bid"] = bids.value
    row["declarer"] = bids.declarer


@helper
def write_game(row, game, discard):
    """The game named and the two cards put away (the skat in hand games)."""
    row["discard"] = discard
    row["contract"] = game.contract
    row["hand"] = game.hand != 0
    row["ouvert"] = game.ouvert != 0
    row["announced_schneider"] = game.schneider != 0
    row["announced_schwarz"] = game.schwarz != 0


@helper
def hand_of(row, seat):
    """The ten cards a seat was dealt."""
    held = row["hand_middlehand"] if seat == 1 else row["hand_rearhand"]
    return np.int64(row["hand_forehand"] if seat == 0 else held)


@helper
def game_in(row):
    """The game that was named."""
    return Declaration(
        np.int64(row["contract"]),
        int(row["hand"]),
        int(row["announced_schneider"]),
        int(row["announced_schwarz"]),
        int(row["ouvert"]),
    )


@helper
def cards_played_with(row):
    """The ten cards the declarer plays with; 0 in Ramsch."""
    seat = row["declarer"]
    if seat < 0:
        return 0
    own, skat = hand_of(row, seat), np.int64(row["skat"])
    return own if row["hand"] else (own | skat) ^ np.int64(row["discard"])


@helper
def write_result(row, declarer, contract, kontra, matadors, card_points, tricks, result):
    """What was won or lost; schneider and schwarz of either side, never in Null."""
    row["kontra"] = kontra
    row["matadors"] = matadors
    row["card_points"] = card_points
    row["tricks"] = tricks
    row["won"] = result.won != 0
    counts = contract <= GRAND
    row["schneider"] = counts and (card_points >= SCHNEIDER or card_points <= NOT_SCHNEIDER)
    row["schwarz"] = counts and (tricks == 10 or tricks == 0)
    row["overbid"] = result.overbid != 0
    row["value"] = result.value
    row["score"] = result.score
    row["score_forehand"] = result.score if declarer == 0 else 0
    row["score_middlehand"] = result.score if declarer == 1 else 0
    row["score_rearhand"] = result.score if declarer == 2 else 0


@helper
def _write_no_declarer(row, contract, discard):
    """Nobody declares: everything of a declarer is 0 or false."""
    write_game(row, Declaration(contract, 0, 0, 0, 0), discard)
    write_result(row, -1, contract, 0, 0, 0, 0, Result(0, 0, 0, 0, 0))


@helper
def write_passed_in(row):
    """Nobody plays: contract P, everything after the bids 0 or false."""
    _write_no_declarer(row, PASSED_IN, 0)


@helper
def write_ramsch(row, skat, scores):
    """Ramsch: contract R, the skat left where it is, a result for every seat."""
    _write_no_declarer(row, RAMSCH, skat)
    row["score_forehand"] = scores.forehand
    row["score_middlehand"] = scores.middlehand
    row["score_rearhand"] = scores.rearhand


@helper
def write_plays(plays, put_away, history, steps, look):
    """Two discards (none in hand games), then the cards in playing order, as bit numbers."""
    plays[:] = NOT_PLAYED
    place = 0
    for bit in range(32):
        if put_away >> bit & 1:
            plays[place] = bit
            place += 1
    for step in range(steps):
        plays[2 + step] = bit_of(history[step], look)
