"""What people do at the table, each act one number: a recorded game is a row of them.

An act is `kind | who << 4 | argument << 6`: who is a seat 0..2 or the world (3), the server that
deals and keeps the clock.
"""

WORLD = 3

BID = 0  # argument: the value said
HOLD = 1
PASS = 2
PICK_UP = 3  # the declarer takes the skat
SKAT = 4  # the world turns over the skat; argument: its two cards as a set
DECLARE = 5  # argument: the game in bits (below), and the set of cards put away << GAME_BITS
DISCARD = 6  # argument: the set of cards put away, where the game was named in an act of its own
CARD = 7  # argument: the card's bit number, UNKNOWN where the record hides it
SHOW = 8  # the declarer lays his cards open and plays on
RESIGN = 9
TIMED_OUT = 10  # by the world; argument: the seat
LEFT = 11  # by the world; argument: the seat

UNKNOWN = 32

# A game in bits: the contract 0..5, then a mark each.
HAND, SCHNEIDER, SCHWARZ, OUVERT = 8, 16, 32, 64
GAME_BITS = 7


def act(kind: int, who: int, argument: int = 0) -> int:
    """An act as a number."""
    return kind | who << 4 | argument << 6


def kind_of(act: int) -> int:
    """What is done."""
    return act & 15


def who_of(act: int) -> int:
    """By whom: a seat, or the world."""
    return act >> 4 & 3


def argument_of(act: int) -> int:
    """With what."""
    return act >> 6
