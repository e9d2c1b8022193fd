"""The moves of Null: the declarer ducks high, the defenders lead where he is not safe."""

from simcore.bits import highest, index
from simcore.jit import helper, inlined
from simcore.skat.order import legal
from simcore.skat.solver.moves import beaters


@inlined
def _append(card, frame):
    """One more move, behind the others."""
    frame["card"][frame["moves"]] = index(card)
    frame["moves"] += 1


@inlined
def distinct_in_null(own, live):
    """The lowest of own neighbours: only the order of the cards counts.

    The sum carries every own card to the next live one above it.
    """
    starts = 0
    for suit in range(0, 32, 8):
        held = live & 255 << suit
        starts |= held & -held
    return own & ~(((own << 1) + (0xFFFFFFFF & ~live)) & live & ~starts)


@helper
def list_null_leads(frame, live, unsafe, space):
    """Leads: suits first in which the declarer may be caught."""
    own = distinct_in_null(space["held"][frame["seat"]], live)
    frame["moves"] = 0
    for part in range(2):
        left = own & (unsafe if part == 0 else ~unsafe)
        while left:
            card = left & -left
            left ^= card
            _append(card, frame)


@helper
def list_null_seconds(frame, live, space):
    """Second cards: the declarer's highest that ducks, a defender's lowest."""
    seat, led, best = frame["seat"], frame["led"], frame["best"]
    own = legal(space["held"][seat], led)
    left = distinct_in_null(own, live | best) & own
    wins = beaters(best, led, space)
    frame["moves"] = 0
    while left:
        ducks = left & ~wins
        card = (highest(ducks) if ducks else highest(left)) if seat == 0 else left & -left
        left ^= card
        _append(card, frame)


@helper
def list_null_thirds(frame, live, space):
    """Third cards: the declarer never takes the trick; a defender plays the lowest first."""
    seat, led, best = frame["seat"], frame["led"], frame["best"]
    own = legal(space["held"][seat], led)
    own &= ~beaters(best, led, space) if seat == 0 else ~0
    left = distinct_in_null(own, live | best) & own
    frame["moves"] = 0
    while left:
        card = highest(left) if seat == 0 else left & -left
        left ^= card
        _append(card, frame)
