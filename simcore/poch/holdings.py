"""What a hand holds for the two auctions, as one number each: the higher one wins.

Key: size << 5 | rank << 1 | trump; 0 for none. A soket is the best set of equal ranks, by size,
then rank; trump where the hand has the trump card of that rank, which decides between two equal
pairs. A sekans is the best run in one suit, by length, then its top card, then the trump suit; or,
by another rule, the suit with the most cards.
"""

from simcore.bits import count, highest, index
from simcore.jit import helper, inlined
from simcore.poch.pack import LANE, SUIT
from simcore.poch.rules import FLUSH

KEYS = 256  # keys are below
SIZE_SHIFT = 5


@inlined
def key_of(size, rank, trump):
    """The key of a holding."""
    return size << SIZE_SHIFT | rank << 1 | trump


@inlined
def top_rank(ranks):
    """The highest of a set of ranks."""
    return index(highest(ranks))


@helper
def soket_key(hand, trump):
    """The key of the best pair, triple or quad; 0 if all ranks differ."""
    d, h, s, c = (
        hand & SUIT,
        hand >> LANE & SUIT,
        hand >> 2 * LANE & SUIT,
        hand >> 3 * LANE & SUIT,
    )
    pairs = d & h | s & c | (d | h) & (s | c)
    if pairs == 0:
        return 0
    triples = d & h & (s | c) | s & c & (d | h)
    quads = d & h & s & c
    size = 4 if quads else 3 if triples else 2
    rank = top_rank(quads if quads else triples if triples else pairs)
    return key_of(size, rank, hand >> LANE * trump + rank & 1)


@helper
def run_key(hand, trump):
    """The key of the longest run of neighbours in one suit; 0 if no two cards are neighbours."""
    size, tops, longer = 1, hand, hand & hand << 1
    while longer:
        size, tops = size + 1, longer
        longer = hand & tops << 1
    if size == 1:
        return 0
    ranks = (tops | tops >> LANE | tops >> 2 * LANE | tops >> 3 * LANE) & SUIT
    rank = top_rank(ranks)
    return key_of(size, rank, tops >> LANE * trump + rank & 1)


@helper
def flush_key(hand, trump):
    """The key of the suit with the most cards; two of six cards always share one."""
    best = 0
    for suit in range(4):
        cards = hand >> LANE * suit & SUIT
        if count(cards) > 1:
            best = max(best, key_of(count(cards), top_rank(cards), int(suit == trump)))
    return best


@inlined
def sekans_key(hand, trump, rules):
    """The key of the holding that the rules call sekans."""
    return flush_key(hand, trump) if rules.sekans == FLUSH else run_key(hand, trump)
