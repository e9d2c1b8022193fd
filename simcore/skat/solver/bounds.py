"""Bounds that need no search: sure tricks and the least points that fall under them."""

from simcore.bits import count, index
from simcore.jit import helper, inlined

UNKNOWN = -1


@inlined
def over(cards):
    """All places above the highest card of a set; every place of an empty set."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    return ~cards


@inlined
def over_in_suits(cards, space):
    """The same in every suit, the jacks apart."""
    cards |= cards >> 1 & space["under1"]
    cards |= cards >> 2 & space["under2"]
    cards |= cards >> 4 & space["under4"]
    return ~cards


@inlined
def points_of(cards, space):
    """Card points of a set."""
    return (
        11 * count(cards & space["aces"])
        + 10 * count(cards & space["tens"])
        + 4 * count(cards & space["kings"])
        + 3 * count(cards & space["queens"])
        + 2 * count(cards & space["jacks"])
    )


@helper
def least_points(hand, tricks, space):
    """The least card points a hand can give in so many tricks."""
    left = max(tricks - count(hand & space["blanks"]), 0)
    jacks = min(left, count(hand & space["jacks"]))
    left -= jacks
    queens = min(left, count(hand & space["queens"]))
    left -= queens
    kings = min(left, count(hand & space["kings"]))
    left -= kings
    tens = min(left, count(hand & space["tens"]))
    return 2 * jacks + 3 * queens + 4 * kings + 10 * tens + 11 * (left - tens)


@helper
def cashable(seat, space):
    """Cards the leader can win tricks with one after another, whatever the others do.

    Top trumps first, then from every plain suit as many rounds as nobody who still has a trump is
    out of the suit.
    """
    held, trumps = space["held"], space["trumps"]
    hand, one, other = held[seat], held[1 if seat == 0 else 0], held[1 if seat == 2 else 2]
    run = hand & trumps & over((one | other) & trumps)
    drawn = count(run)
    one_ruffs, other_ruffs = count(one & trumps) > drawn, count(other & trumps) > drawn
    sure = run if one_ruffs or other_ruffs else hand & trumps
    tops = hand & ~trumps & over_in_suits((one | other) & ~trumps, space)
    while tops:
        suit = space["class"][index(tops & -tops)]
        own, his, theirs, top = hand & suit, one & suit, other & suit, tops & suit
        tops ^= top
        rounds, his_cards, their_cards = count(top), count(his), count(theirs)
        if rounds >= his_cards and rounds >= their_cards:
            top, rounds = own, count(own)
        rounds = his_cards if one_ruffs and his_cards < rounds else rounds
        rounds = their_cards if other_ruffs and their_cards < rounds else rounds
        for _ in range(count(top) - rounds):
            top &= top - 1
        sure |= top
    return sure


@helper
def settled(seat, wanted, rest, space):
    """A bound on the declarer's share of the `rest` that says whether he gets what is `wanted`:
    at least that is his, or he cannot have more. `UNKNOWN` where a search must tell."""
    if wanted <= 0:
        return 0
    if wanted > rest:
        return rest
    held, trumps = space["held"], space["trumps"]
    declarer, one, other = held[0], held[1], held[2]
    opponents = one | other
    sure = cashable(seat, space)
    if sure == held[seat]:
        return rest if seat == 0 else 0
    his = declarer & trumps & over(opponents & trumps)
    theirs = opponents & trumps & over(declarer & trumps)
    his |= sure if seat == 0 else 0
    theirs |= 0 if seat == 0 else sure
    if his:
        tricks = count(his)
        least = points_of(his, space)
        least += least_points(one, tricks, space) + least_points(other, tricks, space)
        if least >= wanted:
            return least
    if theirs:
        tricks = max(count(theirs & one), count(theirs & other))
        most = rest - points_of(theirs, space) - least_points(declarer, tricks, space)
        if most < wanted:
            return most
    return UNKNOWN


@helper
def last_trick(seat, space):
    """The declarer's points in the last trick, which nobody has a choice in."""
    held = space["held"]
    first = held[seat]
    second, third = held[seat + 1 if seat < 2 else 0], held[seat - 1 if seat > 0 else 2]
    follow = space["class"][count(first - 1)] | space["trumps"]
    best = max(first, second & follow, third & follow)
    return points_of(first | second | third, space) if best & held[0] else 0


@helper
def safe_suit(own, others):
    """Whether a suit of a Null hand takes no trick: its k-th lowest card has fewer than k cards of
    the others below."""
    number = 0
    while own:
        card = own & -own
        if count(others & (card - 1)) > number:
            return False
        own ^= card
        number += 1
    return True


@helper
def unsafe_suits(own, others):
    """The suits of a Null hand that are not safe, as sets of eight."""
    unsafe = 0
    for suit in range(0, 32, 8):
        if not safe_suit(own >> suit & 255, others >> suit & 255):
            unsafe |= 255 << suit
    return unsafe
