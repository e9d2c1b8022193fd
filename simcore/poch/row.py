"""The row of a deal, schema `poch-hand/1`: one a deal and rotation, no nulls.

The kernel writes one record for tables of every size; the log has the columns of the seats and
circles in use, a view of the same memory. The columns are explained in this folder's README.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simcore.jit import helper
from simcore.poch.auction import NO_ACTION
from simcore.poch.pack import RANKS
from simcore.poch.rules import AUCTIONS, HAND, MOST_PLAYERS, RuleSet, check_rules

SCHEMA = "poch-hand/1"
NOT_PLAYED = 255

ROW = np.dtype(
    [
        ("deal_id", np.uint64),
        ("session", np.uint64),
        ("hands", np.uint64, MOST_PLAYERS),
        ("circles", np.int32, MOST_PLAYERS),
        ("won", np.int32, (len(AUCTIONS), MOST_PLAYERS)),
        ("shedding", np.int32, MOST_PLAYERS),
        ("chips", np.int32, MOST_PLAYERS),
        ("staked", np.int32, (len(AUCTIONS), MOST_PLAYERS)),
        ("circle", np.int32, len(RANKS)),
        ("rotation", np.int8),
        ("players", np.int8),
        ("dealer", np.int8),
        ("turn_up", np.int8),
        ("winner", np.int8, len(AUCTIONS)),
        ("how", np.int8, len(AUCTIONS)),
        ("key", np.uint8, (len(AUCTIONS), MOST_PLAYERS)),
        ("loser", np.int8),
        ("cards_left", np.int8),
    ],
    align=True,
)
# Columns with a value a seat: name, field of `ROW`, auction (-1: the field has none)
_OF_SEATS = (
    ("hand", "hands", -1),
    ("circles", "circles", -1),
    ("soket", "won", 0),
    ("sekans", "won", 1),
    ("shedding", "shedding", -1),
    ("chips", "chips", -1),
    ("soket_stake", "staked", 0),
    ("sekans_stake", "staked", 1),
)
_KEYS = (("soket_key", "key", 0), ("sekans_key", "key", 1))
WORDS = ("soket_how", "sekans_how")
FEW = ("players", "dealer", "turn_up", "soket_winner", "sekans_winner", "loser", "cards_left")


def _place(field: str, *at: int) -> tuple[Any, int]:
    """Type and offset of one number of a field of `ROW`."""
    fields: Any = ROW.fields
    whole, start = fields[field][:2]
    kind = whole.subdtype[0] if whole.subdtype else whole
    return kind, start + int(np.ravel_multi_index(at, whole.shape)) * kind.itemsize if at else start


def _seat_columns(
    named: tuple[tuple[str, str, int], ...], rules: RuleSet
) -> dict[str, tuple[Any, int]]:
    """The columns with a value a seat, of the seats in use."""
    return {
        f"{name}_{seat}": _place(field, *((seat,) if auction < 0 else (auction, seat)))
        for name, field, auction in named
        for seat in range(rules.players)
    }


def columns(rules: RuleSet) -> np.dtype[Any]:
    """The columns of the log for such a table, a view of `ROW`: seats and circles in use."""
    found: dict[str, tuple[Any, int]] = {}
    for field in ("deal_id", "rotation", "session", "players", "dealer", "turn_up"):
        found[field] = _place(field)
    found |= _seat_columns(_OF_SEATS, rules)
    for number, auction in enumerate(AUCTIONS):
        found[f"{auction}_winner"] = _place("winner", number)
        found[f"{auction}_how"] = _place("how", number)
    found |= _seat_columns(_KEYS, rules)
    for field in ("loser", "cards_left"):
        found[field] = _place(field)
    for rank, name in enumerate(RANKS):
        if rules.circle_ranks >> rank & 1:
            found[f"circle_{name}"] = _place("circle", rank)
    kinds, offsets = zip(*found.values(), strict=True)
    return np.dtype(
        {"names": list(found), "formats": kinds, "offsets": offsets, "itemsize": ROW.itemsize}
    )


def plays_bytes(rules: RuleSet) -> int:
    """Bytes of the cards played: the turns of two auctions, two bytes each, then the cards."""
    return 2 * len(AUCTIONS) * rules.actions + HAND * rules.players


@helper
def write_deal(row, deal, rotation, dealer, hands, turn_up, rules):
    """The cards as dealt, and where."""
    row["deal_id"] = np.uint64(deal)
    row["session"] = np.uint64(deal // rules.session_deals)
    row["rotation"] = rotation
    row["players"] = rules.players
    row["dealer"] = dealer
    row["turn_up"] = turn_up
    for seat in range(rules.players):
        row["hands"][seat] = np.uint64(hands[seat])


@helper
def write_auction(row, kind, auction, how, winner, keys, rules):
    """Who took the circle of an auction and how; what it brought every seat."""
    row["winner"][kind] = winner
    row["how"][kind] = how
    for seat in range(rules.players):
        row["key"][kind, seat] = keys[seat]
        staked = auction["staked"][seat]
        row["staked"][kind, seat] = staked
        row["won"][kind, seat] = auction["pot"] - staked if seat == winner else -staked


@helper
def write_sums(row, circles, rules, antes):
    """What every seat has won or lost in all, and what the circles hold now."""
    for seat in range(rules.players):
        won = row["circles"][seat] + row["shedding"][seat] - antes
        row["chips"][seat] = won + row["won"][0, seat] + row["won"][1, seat]
    for rank in range(len(circles)):
        row["circle"][rank] = circles[rank]


@helper
def write_actions(plays, kind, auction, rules):
    """The turns of an auction, two bytes each, the low one first."""
    most = rules.players * (rules.max_circuits + 1)
    for turn in range(most):
        action = auction["actions"][turn] if turn < auction["turns"] else NO_ACTION
        place = 2 * (kind * most + turn)
        plays[place] = action & 255
        plays[place + 1] = action >> 8


@helper
def write_cards(plays, table, rules):
    """The cards in playing order, as bit numbers."""
    start = 4 * rules.players * (rules.max_circuits + 1)
    for step in range(6 * rules.players):
        plays[start + step] = table["history"][step] if step < table["steps"] else NOT_PLAYED


def actions_of(plays: np.ndarray, rules: RuleSet) -> tuple[list[int], list[int]]:
    """The turns of the two auctions of a deal, from its record of plays.

    Raises
    ------
    ValueError
        It is no record of these rules.
    """
    _check_plays(plays, rules)
    soket, sekans = (turns_in(plays[None], number, rules)[0] for number in range(len(AUCTIONS)))
    return _taken(soket), _taken(sekans)


def turns_in(plays: np.ndarray, auction: int, rules: RuleSet) -> np.ndarray:
    """The turns of an auction (0 soket, 1 sekans) of many deals, int64, shape (deals, turns)."""
    words = np.ascontiguousarray(plays[:, : 4 * rules.actions]).view("<u2").astype(np.int64)
    return words[:, auction * rules.actions : (auction + 1) * rules.actions]


def _check_plays(plays: object, rules: RuleSet) -> None:
    wanted = plays_bytes(check_rules(rules))
    if not isinstance(plays, np.ndarray) or plays.shape != (wanted,) or plays.dtype != np.uint8:
        raise ValueError(f"plays of a deal: an array of {wanted} bytes under these rules")


def _taken(actions: np.ndarray) -> list[int]:
    return [int(action) for action in actions if action != NO_ACTION]


def cards_played(plays: np.ndarray, rules: RuleSet) -> list[int]:
    """The bit numbers of the cards of a deal in playing order, from its record of plays.

    Raises
    ------
    ValueError
        It is no record of these rules.
    """
    _check_plays(plays, rules)
    return [int(bit) for bit in plays[4 * rules.actions :] if bit != NOT_PLAYED]
