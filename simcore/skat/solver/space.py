"""The work space of the solver: one record a thread, allocated once, laid out anew for each deal.

The declarer is seat 0 here and the trump suit lies where clubs lie, so every contract is searched
alike; a higher bit beats a lower one of its class. Null and plain jacks have eight bits a suit.
"""

import threading

import numpy as np

from simcore.bits import index
from simcore.cards import PACK
from simcore.jit import helper
from simcore.skat.order import (
    NULL_LAYOUT,
    PACK_LAYOUT,
    class_of,
    lay_out,
    make_order,
    pack_bit,
    points,
)

ENTRIES = 1 << 17  # of the transposition table, 8 bytes each
_CLUBS = 3
_RANK = 0x01010101  # one rank of four suits in a layout of eights
_RANK_OF_SEVEN = 0x00204081

FRAME = np.dtype(
    [
        ("seat", np.int64),  # to play a card
        ("place", np.int64),  # cards on the table: 0 lead, 1, 2
        ("led", np.int64),  # class led
        ("best", np.int64),  # the card that wins the trick so far, 0 before the lead
        ("holder", np.int64),  # the seat that played it
        ("taken", np.int64),  # card points on the table
        ("won", np.int64),  # the declarer's card points of finished tricks
        ("rest", np.int64),  # card points of all other tricks, this one included
        ("wins", np.int64),  # cards of the hand that would beat `best`
        ("context", np.int64),  # what the history of moves is kept by
        ("key", np.int64),  # of the table, at a lead
        ("value", np.int64),  # best bound among the moves tried
        ("choice", np.int64),  # the move it belongs to, -1 none
        ("move", np.int64),  # number of the move being tried
        ("moves", np.int64),
        ("card", np.int64, 10),  # the moves as bit numbers, best first
        ("score", np.int64, 10),  # what put them into this order
        ("bound", np.int64, 10),  # what the search said of each
    ]
)

SPACE = np.dtype(
    [
        ("held", np.int64, 3),  # cards still held; seat 0 is the declarer
        ("hands", np.int64, 3),  # the deal by seat, sets of the pack, where a caller puts it
        ("declarer", np.int64),  # his seat at the table
        ("root", np.int64),  # frame of the position asked about: cards played since the start
        ("layout", np.int64),
        ("contract", np.int64),
        ("width", np.int64),  # bits a suit
        ("null", np.int64),
        ("trumps", np.int64),
        ("aces", np.int64),
        ("tens", np.int64),
        ("kings", np.int64),
        ("queens", np.int64),
        ("jacks", np.int64),
        ("blanks", np.int64),  # cards without points
        ("next1", np.int64),  # places whose next, next but one, ... place above is of equal points
        ("next2", np.int64),
        ("next3", np.int64),
        ("under1", np.int64),  # places with a place of their suit 1, 2, 4 above
        ("under2", np.int64),
        ("under4", np.int64),
        ("class", np.int64, 32),  # all cards of the class of a card
        ("suit", np.int64, 32),  # all cards of its suit, the jacks apart: points rise with rank
        ("points", np.int64, 32),
        ("owners", np.int64, 32),  # seat by bit number as dealt, 3 nobody
        ("nodes", np.int64),  # positions looked at
        ("frames", FRAME, 31),
        ("history", np.int32, (3, 3, 32, 32)),  # place, seat, context, card
        # cards at their standard places (see table.py): four top bits, three low ones of a suit,
        # and all eight of a suit in Null
        ("standard_top", np.int64, 16),
        ("standard_low", np.int64, (4, 8)),
        ("standard_null", np.int64, (4, 256)),
        ("generation", np.int64),
        ("buckets", np.int64),  # mask of the bucket numbers in use
        ("entries", np.uint32, (ENTRIES, 2)),
    ],
    align=True,
)


def new_space(entries: int = ENTRIES) -> np.ndarray:
    """A work space (1.1 MB), an array of one record; `entries` of the table, a power of two."""
    space = np.zeros(1, dtype=SPACE)
    space[0]["buckets"] = entries // 4 - 1
    return space


_of_thread = threading.local()


def work_space() -> np.ndarray:
    """The work space of this thread, made when first asked for."""
    if not hasattr(_of_thread, "space"):
        _of_thread.space = new_space()
    space: np.ndarray = _of_thread.space
    return space


@helper
def _swap_trumps(cards, suit, width):
    """Trump suit and clubs changed over."""
    low, high = suit * width, _CLUBS * width
    mask = (1 << width) - 1
    one, other = cards >> low & mask, cards >> high & mask
    return (cards & ~(mask << low | mask << high)) | one << high | other << low


@helper
def swapped(cards, space):
    """Cards of the layout of the contract in that of the search, and back."""
    contract = space["contract"]
    return _swap_trumps(cards, contract, space["width"]) if contract < _CLUBS else cards


@helper
def lay_in(cards, space):
    """Cards of the pack in the layout of the search."""
    return swapped(lay_out(cards, space["layout"]), space)


@helper
def pack_bit_of(bit, space):
    """Bit number in the pack of a bit number of the search."""
    return pack_bit(index(swapped(1 << bit, space)), space["layout"])


@helper
def set_contract(space, contract, rules):
    """Masks and points of a contract."""
    order = make_order(rules, contract)
    packed = order.layout == PACK_LAYOUT
    space["layout"], space["contract"] = order.layout, contract
    space["width"] = 7 if packed else 8
    space["null"] = int(order.layout == NULL_LAYOUT)
    space["trumps"] = swapped(order.trumps, space)
    space["aces"], space["tens"] = order.aces, order.tens
    space["kings"], space["queens"], space["jacks"] = order.kings, order.queens, order.jacks
    dear = order.aces | order.tens | order.kings | order.queens | order.jacks
    space["blanks"] = PACK & ~dear
    sevens = _RANK_OF_SEVEN if packed else _RANK
    space["under1"] = sevens * ((1 << space["width"] - 1) - 1)
    space["under2"] = sevens * ((1 << space["width"] - 2) - 1)
    space["under4"] = sevens * ((1 << space["width"] - 4) - 1)
    run = 0xF << 28 if packed else 0  # jacks stand together
    space["next1"] = sevens | sevens << 1 | (run & run >> 1)
    space["next2"] = sevens | (run & run >> 2)
    space["next3"] = run & run >> 3
    for bit in range(32):
        space["points"][bit] = points(1 << bit, order)
        laid = swapped(1 << bit, space)
        space["class"][bit] = swapped(class_of(laid, order), space)
        jacks = packed and bit >= 28
        width = space["width"]
        space["suit"][bit] = 0xF << 28 if jacks else ((1 << width) - 1) << (bit // width * width)


@helper
def _stand(owners, first, size, places):
    """Sets of neighbouring places with every card moved down to the lowest free one of its owner.

    What comes out depends on the sequence of owners alone. A set stands as it does without its
    highest card, and that one behind.
    """
    places[0] = 0
    for highest in range(size):
        owner = owners[first + highest]
        for below in range(1 << highest):
            standing, free = places[below], 0
            while standing >> free:
                free += 1
            while owners[first + free] != owner:
                free += 1
            places[below | 1 << highest] = standing | 1 << free


@helper
def _set_standards(space):
    """The standard places of the cards that are interchangeable."""
    owners = space["owners"]
    for suit in range(4):
        if space["null"]:
            _stand(owners, 8 * suit, 8, space["standard_null"][suit])
        else:
            _stand(owners, space["width"] * suit, 3, space["standard_low"][suit])
    if space["layout"] == PACK_LAYOUT:
        _stand(owners, 28, 4, space["standard_top"])
    else:
        for cards in range(16):
            space["standard_top"][cards] = cards


@helper
def _next_generation(space):
    """All entries of the table forgotten."""
    space["generation"] += 1
    if space["generation"] == 2048:
        space["generation"] = 1
        for entry in range(4 * space["buckets"] + 4):
            space["entries"][entry, 0] = 0
            space["entries"][entry, 1] = 0


@helper
def _forget_history(space):
    """No card praised or punished yet."""
    for place in range(3):
        for seat in range(3):
            for context in range(32):
                for bit in range(32):
                    space["history"][place, seat, context, bit] = 0


@helper
def set_deal(space, hands, contract, declarer, rules):
    """Hands of the three seats, as sets of the pack, laid out for a contract."""
    set_contract(space, contract, rules)
    space["declarer"] = declarer
    for bit in range(32):
        space["owners"][bit] = 3
    for seat in range(3):
        cards = lay_in(hands[(declarer + seat) % 3], space)
        space["held"][seat] = cards
        for bit in range(32):
            if cards >> bit & 1:
                space["owners"][bit] = seat
    _set_standards(space)
    _next_generation(space)
    _forget_history(space)
    space["root"] = 0
    space["nodes"] = 0
