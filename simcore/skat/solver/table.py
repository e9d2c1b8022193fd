"""The transposition table: what is known of positions at the start of a trick.

Within one deal the cards still held and the leader say everything, as every card has one owner.
Neighbours of equal points with no card of another owner between them are interchangeable, so the
key first moves them to a standard place. An entry is two words of 32 bits: the key, and the bounds,
the best move, the leader and the deal (generation) it is of.
"""

from simcore.bits import count
from simcore.jit import helper, inlined

_WAYS = 4
_ONE, _OTHER = 0x1B873593C6EF, 0x16A09E667F3B  # odd, 45 bits
_OF_DEAL = 0xFFF80000  # leader and generation


@inlined
def standard(live, space):
    """The cards of all hands with the interchangeable ones at their standard places."""
    low, width, top = space["standard_low"], space["width"], space["standard_top"]
    sevens = space["next2"] & 0xFFFFFFF
    key = live & ~(sevens | sevens << 1 | sevens << 2 | 0xF << 28)
    key |= top[live >> 28] << 28
    key |= low[0, live & 7] | low[1, live >> width & 7] << width
    return (
        key
        | low[2, live >> 2 * width & 7] << (2 * width)
        | low[3, live >> 3 * width & 7] << (3 * width)
    )


@inlined
def standard_null(live, space):
    """The same in Null, where only the order of the cards counts."""
    places = space["standard_null"]
    return (
        places[0, live & 255]
        | places[1, live >> 8 & 255] << 8
        | places[2, live >> 16 & 255] << 16
        | places[3, live >> 24] << 24
    )


@inlined
def _bucket(key, leader, space):
    """The first entry of the bucket of a position."""
    mixed = (key & 0xFFFF) * _ONE + ((key >> 16) << 2 | leader) * _OTHER
    return (mixed >> 28 & space["buckets"]) * _WAYS


@inlined
def _tag(leader, space):
    return leader << 19 | space["generation"] << 21


@inlined
def probe(key, leader, space):
    """What is known of a position, as `low_of`, `high_of` and `move_of` read it; 0 nothing."""
    entries, tag, first = space["entries"], _tag(leader, space), _bucket(key, leader, space)
    for entry in range(first, first + _WAYS):
        known = int(entries[entry, 1])
        if int(entries[entry, 0]) == key and known & _OF_DEAL == tag:
            return known
    return 0


@inlined
def low_of(known):
    """The declarer gets at least so many of the points left."""
    return known & 127


@inlined
def high_of(known):
    """The declarer gets at most so many of the points left."""
    return known >> 7 & 127


@inlined
def move_of(known):
    """Bit number of the best move."""
    return known >> 14 & 31


@helper
def store(key, leader, low, high, move, space):
    """Keep bounds of a position; they replace those with the fewest cards of the bucket."""
    entries, tag, first = space["entries"], _tag(leader, space), _bucket(key, leader, space)
    place, least = first, 99
    for entry in range(first, first + _WAYS):
        known = int(entries[entry, 1])
        if int(entries[entry, 0]) == key and known & _OF_DEAL == tag:
            place = entry
            low, high = max(low, low_of(known)), min(high, high_of(known))
            break
        worth = count(int(entries[entry, 0])) if known >> 21 == tag >> 21 else -1
        place = entry if worth < least else place
        least = min(least, worth)
    entries[place, 0] = key
    entries[place, 1] = low | high << 7 | move << 14 | tag
