"""The search: does the declarer reach a target under best play of all?

A frame is a position; `look` settles it or lists its moves, `play` goes one card deeper, `weigh`
brings a value back. Values are the declarer's card points since the root, in Null 1 where he stays
without a trick and 0 where he does not. A value from `target` up is a lower bound of the true one,
a value below it an upper bound.
"""

from simcore.bits import count, index
from simcore.jit import helper, inlined
from simcore.skat.order import legal
from simcore.skat.solver.bounds import UNKNOWN, last_trick, settled, unsafe_suits
from simcore.skat.solver.moves import (
    add_move,
    beaters,
    bound_by_twin,
    credit,
    list_leads,
    list_seconds,
    next_of_own,
    same_side,
    score_of_last,
)
from simcore.skat.solver.null_moves import list_null_leads, list_null_seconds, list_null_thirds
from simcore.skat.solver.table import (
    high_of,
    low_of,
    probe,
    standard,
    standard_null,
    store,
)

OPEN = -1  # no value yet: the moves are to be searched
_NO_MOVE = 31
_WORST, _BEST = -1, 999


@inlined
def all_held(space):
    """The cards of all hands."""
    return space["held"][0] | space["held"][1] | space["held"][2]


@inlined
def _begin(frame):
    """No move tried yet."""
    frame["move"] = 0
    frame["choice"] = _NO_MOVE
    frame["value"] = _WORST if frame["seat"] == 0 else _BEST


@inlined
def _note(frame, value, bit):
    """Keep the better of the best value so far and this one."""
    better = value > frame["value"] if frame["seat"] == 0 else value < frame["value"]
    frame["value"] = value if better else frame["value"]
    frame["choice"] = bit if better else frame["choice"]


@inlined
def _cuts(frame, value, target):
    """Whether a move settles the question for the side that makes it."""
    return value >= target if frame["seat"] == 0 else value < target


# ---- looking at a position ---------------------------------------------------------------------


@helper
def _look_lead(frame, target, inside, space):
    """Somebody leads; `inside` the search the third card has looked at the bounds already."""
    seat, won, rest = frame["seat"], frame["won"], frame["rest"]
    wanted = target - won
    if wanted <= 0:
        return won
    if wanted > rest:
        return won + rest
    space["nodes"] += 1
    hand = space["held"][seat]
    if hand & (hand - 1) == 0:
        return won + last_trick(seat, space)
    bound = UNKNOWN if inside else settled(seat, wanted, rest, space)
    if bound != UNKNOWN:
        return won + bound
    live = all_held(space)
    key = standard(live, space)
    known = probe(key, seat, space)
    if known and low_of(known) >= wanted:
        return won + low_of(known)
    if known and high_of(known) < wanted:
        return won + high_of(known)
    frame["key"] = key
    frame["context"] = count(live & space["trumps"])
    list_leads(frame, live, known, space)
    _begin(frame)
    return OPEN


@helper
def _look_second(frame, space):
    """The second card of a trick."""
    space["nodes"] += 1
    frame["context"] = index(frame["best"])
    list_seconds(frame, all_held(space), space)
    _begin(frame)
    return OPEN


@helper
def _known_after(winner, won, rest, live, target, space):
    """A bound on the position after a trick, from sure tricks or the table; UNKNOWN without."""
    wanted = target - won
    bound = settled(winner, wanted, rest, space)
    if bound != UNKNOWN:
        return won + bound
    known = probe(standard(live, space), winner, space)
    if known and low_of(known) >= wanted:
        return won + low_of(known)
    if known and high_of(known) < wanted:
        return won + high_of(known)
    return UNKNOWN


@helper
def _look_third(frame, target, space):
    """The last card of a trick: each is looked up before any is searched.

    Of neighbours the one with most points is enough where the trick is ours, else the one with
    fewest, as points rise with the rank.
    """
    space["nodes"] += 1
    seat, best, holder, held = frame["seat"], frame["best"], frame["holder"], space["held"]
    live, partner_holds = all_held(space), same_side(seat, holder)
    wins = beaters(best, frame["led"], space)
    context = index(best)
    frame["context"] = context
    history, points = space["history"][2, seat, context], space["points"]
    frame["moves"] = 0
    _begin(frame)
    own, linked = legal(held[seat], frame["led"]), 0
    left = own
    while left:
        card = left & -left
        left ^= card
        bit, takes = index(card), card & wins != 0
        ours, below = takes or partner_holds, card == linked
        linked = next_of_own(bit, own, live | best, space)
        if linked != 0 if ours else below:
            continue
        winner = seat if takes else holder
        taken = frame["taken"] + points[bit]
        won = frame["won"] + (taken if winner == 0 else 0)
        held[seat] ^= card
        value = _known_after(winner, won, frame["rest"] - taken, live ^ card, target, space)
        held[seat] ^= card
        if value != UNKNOWN and _cuts(frame, value, target):
            return value
        if value != UNKNOWN:
            _note(frame, value, bit)
        else:
            add_move(bit, score_of_last(bit, takes, ours, history, points), frame)
    return OPEN if frame["moves"] else frame["value"]


@helper
def _look_null(frame, space):
    """A position of Null."""
    seat, held = frame["seat"], space["held"]
    live = all_held(space)
    if frame["place"] == 0:
        if held[seat] == 0:
            return 1
        space["nodes"] += 1
        unsafe = unsafe_suits(held[0], held[1] | held[2])
        if unsafe == 0 and seat != 0:
            return 1
        key = standard_null(live, space)
        known = probe(key, seat, space)
        if known:
            return low_of(known)
        frame["key"] = key
        list_null_leads(frame, live, unsafe, space)
    else:
        space["nodes"] += 1
        if frame["place"] == 1:
            list_null_seconds(frame, live, space)
        else:
            list_null_thirds(frame, live, space)
            if frame["moves"] == 0:
                return 0  # the declarer has to take it
    _begin(frame)
    return OPEN


@inlined
def look(ply, target, inside, space):
    """The value of a position where it needs no search; else its moves are listed: OPEN."""
    frame = space["frames"][ply]
    if space["null"]:
        return 0 if frame["place"] == 0 and frame["won"] else _look_null(frame, space)
    if frame["place"] == 0:
        return _look_lead(frame, target, inside, space)
    if frame["place"] == 1:
        return _look_second(frame, space)
    return _look_third(frame, target, space)


# ---- going down and coming back ----------------------------------------------------------------


@inlined
def play(ply, bit, space):
    """A card is played: the position after it stands one frame deeper.

    In Null `won` counts the declarer's tricks.
    """
    frame, after = space["frames"][ply], space["frames"][ply + 1]
    seat, place, card = frame["seat"], frame["place"], 1 << bit
    space["held"][seat] ^= card
    led = space["class"][bit] if place == 0 else frame["led"]
    takes = card & (led | space["trumps"]) > frame["best"]
    holder = seat if takes else frame["holder"]
    taken = frame["taken"] + space["points"][bit]
    ends = place == 2
    gain = (1 if space["null"] else taken) if ends and holder == 0 else 0
    after["seat"] = holder if ends else (seat + 1 if seat < 2 else 0)
    after["place"] = 0 if ends else place + 1
    after["led"] = led
    after["best"] = 0 if ends else (card if takes else frame["best"])
    after["holder"] = holder
    after["taken"] = 0 if ends else taken
    after["won"] = frame["won"] + gain
    after["rest"] = frame["rest"] - (taken if ends else 0)
    return ply + 1


@helper
def _close(frame, target, space):
    """All moves tried, or one that settles it: keep what a lead is worth."""
    value = frame["value"]
    if frame["place"] == 0:
        low = value if value >= target else frame["won"]
        high = value if value < target else frame["won"] + frame["rest"]
        if space["null"]:
            low = high = value
            store(frame["key"], frame["seat"], value, value, 0, space)
        else:
            low, high = low - frame["won"], high - frame["won"]
            store(frame["key"], frame["seat"], low, high, frame["choice"], space)
    return value


@helper
def _next_move(frame, target, space):
    """The next move that no twin bounds; the number of moves at the end."""
    number = frame["move"] + 1
    if frame["place"] < 2 and not space["null"]:
        live = all_held(space)
        while number < frame["moves"]:
            bound = bound_by_twin(frame, number, live, target, space)
            if bound < 0:
                break
            frame["bound"][number] = bound
            _note(frame, bound, frame["card"][number])
            number += 1
    return number


@inlined
def weigh(ply, value, target, space):
    """The move being tried is worth `value`: OPEN if there are more to try, else the value."""
    frame = space["frames"][ply]
    seat, number = frame["seat"], frame["move"]
    bit = frame["card"][number]
    space["held"][seat] ^= 1 << bit
    frame["bound"][number] = value
    _note(frame, value, bit)
    if _cuts(frame, value, target):
        if number > 0 and not space["null"]:
            credit(frame, count(space["held"][seat]), space)
        return _close(frame, target, space)
    frame["move"] = _next_move(frame, target, space)
    return OPEN if frame["move"] < frame["moves"] else _close(frame, target, space)


@helper
def search(target, space):
    """A bound on the value of the root that says whether it reaches the target."""
    root = space["root"]
    ply = root
    value = look(ply, target, False, space)
    while value == OPEN or ply > root:
        if value == OPEN:
            frame = space["frames"][ply]
            ply = play(ply, frame["card"][frame["move"]], space)
            value = look(ply, target, True, space)
        else:
            ply -= 1
            value = weigh(ply, value, target, space)
    return value


@helper
def exact(guess, space):
    """The exact value of the root: bounds are followed from the guess (MTD(f), Plaat 1996)."""
    if space["null"]:
        return search(1, space)
    frame = space["frames"][space["root"]]
    low, high = frame["won"], frame["won"] + frame["rest"]
    target = guess
    while low < high:
        target = min(max(target, low + 1), high)
        value = search(target, space)
        if value >= target:
            low, target = value, value + 1
        else:
            high, target = value, value
    return low
