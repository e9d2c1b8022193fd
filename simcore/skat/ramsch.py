"""Ramsch: nobody declares, everybody plays against everybody, most card points lose."""

from typing import NamedTuple

from simcore.jit import helper
from simcore.skat.rules import LAST_TRICK, LOSER


class Counted(NamedTuple):
    """What a seat has taken: card points and tricks."""

    points: int
    tricks: int


class Scores(NamedTuple):
    """The result of each seat."""

    forehand: int
    middlehand: int
    rearhand: int


@helper
def _most(first, second, third):
    return max(first, second, third)


@helper
def _lost(points, most, alone, skat):
    """Card points a seat loses: its own if nobody has more, and the skat's if it is the loser's."""
    if points < most:
        return 0
    return points + (skat if alone else 0)


@helper
def settle_ramsch(forehand, middlehand, rearhand, skat, last, rules):
    """Settle a Ramsch.

    The seat with most card points loses them; where several have most each loses its own, but
    nobody does where all three are equal. The skat's points go to the winner of the last trick
    before the count, to a lone loser after it, or to nobody.

    Parameters
    ----------
    forehand, middlehand, rearhand : Counted
    skat
        Card points of the skat.
    last
        The seat that took the last trick.
    rules : RuleSet

    Returns
    -------
    Scores
    """
    tricks = (forehand.tricks, middlehand.tricks, rearhand.tricks)
    if rules.ramsch_durchmarsch and _most(*tricks) == 10:
        gain = rules.ramsch_durchmarsch
        return Scores(gain * (tricks[0] == 10), gain * (tricks[1] == 10), gain * (tricks[2] == 10))
    extra = skat if rules.ramsch_skat == LAST_TRICK else 0
    first = forehand.points + (extra if last == 0 else 0)
    second = middlehand.points + (extra if last == 1 else 0)
    third = rearhand.points + (extra if last == 2 else 0)
    most = _most(first, second, third)
    losers = int(first == most) + int(second == most) + int(third == most)
    if losers == 3:
        return Scores(0, 0, 0)
    alone = losers == 1 and rules.ramsch_skat == LOSER
    factor = 1
    for number in tricks:
        factor *= rules.ramsch_jungfrau if number == 0 else 1
    return Scores(
        -factor * _lost(first, most, alone, skat),
        -factor * _lost(second, most, alone, skat),
        -factor * _lost(third, most, alone, skat),
    )
