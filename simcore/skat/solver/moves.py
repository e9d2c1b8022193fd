"""The moves worth searching, the most promising first."""

from simcore.bits import index, lowest
from simcore.jit import helper, inlined
from simcore.skat.order import legal
from simcore.skat.solver.bounds import over
from simcore.skat.solver.table import move_of

# Weights of the order, found by random search on positions of their own. Points of the card weigh
# by whether the trick is likely to be the mover's; HIGH weighs the bit number.
_SURE, _SURE_POINTS, _RISK_POINTS, _HIGH, _LOW_TRUMP = 280, 2, -12, 1, -2  # the declarer leads
_OURS, _OURS_POINTS, _THEIRS_POINTS, _DEFENDER_HIGH, _DEFENDER_LOW_TRUMP = 400, 144, -1, 2, 36
_DECLARER_VOID, _PARTNER_VOID, _BEHIND_POINTS = -4, 70, -10  # a defender leads
_SECOND_TAKES, _SECOND_OURS, _SECOND_OURS_POINTS, _SECOND_THEIRS_POINTS = -1, 105, 120, -26
_SECOND_DUCK_HIGH = -4
_THIRD_OURS_POINTS, _THIRD_THEIRS_POINTS, _THIRD_TAKES_LOW = 66, -151, 1
_GOOD, _BAD = 3, 14  # what a card earns for a cut-off, or loses for none, by cards in hand
_FIRST = 1 << 30


@inlined
def same_side(one, other):
    """Whether two seats play together; seat 0 plays alone."""
    return (one == 0) == (other == 0)


@inlined
def beaters(best, led, space):
    """Places that beat the best card of a trick of class `led`."""
    return (led | space["trumps"]) & -(best << 1)


@inlined
def distinct(own, live, space):
    """Own cards without those that differ from the next higher own one in nothing.

    `live` are the cards of all hands and the best one on the table.
    """
    dead = ~live
    twin = (own >> 1 & space["next1"]) | (own >> 2 & space["next2"] & dead >> 1)
    twin |= own >> 3 & space["next3"] & dead >> 1 & dead >> 2
    return own & ~twin


@inlined
def add_move(bit, score, frame):
    """Put a move into its place in the order."""
    cards, scores, place = frame["card"], frame["score"], frame["moves"]
    frame["moves"] = place + 1
    while place > 0 and scores[place - 1] < score:
        scores[place] = scores[place - 1]
        cards[place] = cards[place - 1]
        place -= 1
    scores[place] = score
    cards[place] = bit


@inlined
def _declarer_leads(bit, score, space):
    """A card is sure when neither defender can beat it."""
    held, card, follow = space["held"], 1 << bit, space["class"][bit]
    answers = legal(held[1], follow) | legal(held[2], follow)
    worth = space["points"][bit]
    sure = answers & beaters(card, follow, space) == 0
    return score + (_SURE + _SURE_POINTS * worth if sure else _RISK_POINTS * worth) + _HIGH * bit


@inlined
def _defender_leads(bit, seat, score, space):
    """A trick is the defenders' if the declarer cannot beat the card, or the partner beats him."""
    held, card, follow, trumps = space["held"], 1 << bit, space["class"][bit], space["trumps"]
    partner, beat, worth = held[3 - seat], beaters(card, follow, space), space["points"][bit]
    his = legal(held[0], follow) & beat
    answers = legal(partner, follow)
    ours = his == 0
    if not ours:
        ruffs = his & trumps
        ours = answers & beat & over(ruffs if ruffs else his) != 0
        ours = ours or (ruffs == 0 and answers & trumps != 0 and partner & follow == 0)
    score += _OURS + _OURS_POINTS * worth if ours else _THEIRS_POINTS * worth
    score += _DEFENDER_HIGH * bit
    score += _DECLARER_VOID if held[0] & follow == 0 else 0
    score += _PARTNER_VOID if partner & follow == 0 else 0
    return score + (_BEHIND_POINTS * worth if seat == 2 else 0)


@helper
def list_leads(frame, live, known, space):
    """Leads: the best one known of the table first."""
    seat = frame["seat"]
    history = space["history"][0, seat, frame["context"]]
    left = distinct(space["held"][seat], live, space)
    low_trump = lowest(left & space["trumps"])
    stored = move_of(known) if known else -1
    frame["moves"] = 0
    while left:
        card = left & -left
        left ^= card
        bit = index(card)
        score = int(history[bit])
        if seat == 0:
            score = _declarer_leads(bit, score, space)
            score += _LOW_TRUMP if card == low_trump else 0
        else:
            score = _defender_leads(bit, seat, score, space)
            score += _DEFENDER_LOW_TRUMP if card == low_trump else 0
        add_move(bit, _FIRST if bit == stored else score, frame)


@helper
def list_seconds(frame, live, space):
    """Second cards, by who is likely to take the trick after the third."""
    seat, led, best = frame["seat"], frame["led"], frame["best"]
    behind = seat + 1 if seat < 2 else 0
    history, points = space["history"][1, seat, frame["context"]], space["points"]
    wins, partner_leads = beaters(best, led, space), same_side(seat, frame["holder"])
    answers, partner_behind = legal(space["held"][behind], led), same_side(seat, behind)
    left = distinct(legal(space["held"][seat], led), live | best, space)
    frame["moves"] = 0
    while left:
        card = left & -left
        left ^= card
        bit = index(card)
        takes = card & wins != 0
        beaten = answers & beaters(card if takes else best, led, space) != 0
        ours = takes or partner_leads
        ours = ours or beaten if partner_behind else ours and not beaten
        worth = points[bit]
        score = int(history[bit]) + (_SECOND_TAKES if takes else _SECOND_DUCK_HIGH * bit)
        score += (
            _SECOND_OURS + _SECOND_OURS_POINTS * worth if ours else _SECOND_THEIRS_POINTS * worth
        )
        add_move(bit, score, frame)


@inlined
def next_of_own(bit, own, live, space):
    """The next higher live card of the suit if it is one's own, else 0."""
    higher = live & -(2 << bit) & space["suit"][bit]
    return higher & -higher & own


@inlined
def score_of_last(bit, takes, ours, history, points):
    """The order of third cards."""
    worth = points[bit]
    score = int(history[bit]) + (_THIRD_OURS_POINTS if ours else _THIRD_THEIRS_POINTS) * worth
    return score - (_THIRD_TAKES_LOW * bit if takes else 0)


@helper
def credit(frame, depth, space):
    """A card that cut off is praised, those tried before it in vain are punished more."""
    history = space["history"][frame["place"], frame["seat"], frame["context"]]
    number = frame["move"]
    history[frame["card"][number]] += _GOOD * depth * depth
    for tried in range(number):
        history[frame["card"][tried]] -= _BAD * depth


@helper
def bound_by_twin(frame, number, live, target, space):
    """A bound on a move from one already tried, -1 none.

    Two own cards of a class with nobody else's between them play alike, so their values differ by
    no more than their points.
    """
    seat, bit = frame["seat"], frame["card"][number]
    family, points = space["class"][bit], space["points"]
    others = (live & ~space["held"][seat] | frame["best"]) & family
    for tried in range(number):
        twin = frame["card"][tried]
        if family >> twin & 1 == 0:
            continue
        low, high = min(bit, twin), max(bit, twin)
        if others & ((1 << high) - (1 << low)):
            continue
        apart = abs(points[bit] - points[twin])
        value = frame["bound"][tried]
        if seat == 0 and value + apart < target:
            return value + apart
        if seat != 0 and value - apart >= target:
            return value - apart
    return -1
