"""Which card points and tricks a finished game can end with, by certain bounds only.

A declarer with T tricks holds their 3 T cards and the two put away (or the skat): his points are
what so many cards can be worth. How the tricks were played is not asked.
"""

from __future__ import annotations

from collections.abc import Sequence

_CARD_POINTS = (11, 10, 4, 3, 2, 0, 0, 0) * 4  # the pack
_TWO_CARDS = "the two cards put away (or the skat)"


def _sums(values: Sequence[int]) -> list[int]:
    """For every number of cards, what they can be worth: a set of points as bits."""
    sums = [1] + [0] * len(values)
    for value in values:
        for number in range(len(values), 0, -1):
            sums[number] |= sums[number - 1] << value
    return sums


def possible(tricks: int | None, put_away: Sequence[int] | None) -> list[int]:
    """Card points the declarer can have.

    Parameters
    ----------
    tricks
        His tricks 0..10; None: any number from 1 to 9.
    put_away
        Points of each of the two cards put away, None if unknown.
    """
    left = list(_CARD_POINTS)
    for value in put_away or ():
        left.remove(value)
    sums = _sums(left)
    more = 2 if put_away is None else 0
    numbers = range(1, 10) if tricks is None else (tricks,)
    found = 0
    for number in numbers:
        found |= sums[3 * number + more] << sum(put_away or ())
    return [points for points in range(121) if found >> points & 1]


def check(points: int, tricks: int | None, put_away: Sequence[int] | None) -> None:
    """Refuse card points and tricks that no game can end with; arguments as in `possible`.

    Raises
    ------
    ValueError
        They cannot go together; the message says why and what would be possible.
    """
    able = possible(tricks, put_away)
    if points in able:
        return
    asked = f"--points {points}" + ("" if tricks is None else f" with --tricks {tricks}")
    raise ValueError(f"{asked}: {_reason(points, tricks, put_away, able)}")


def _reason(
    points: int, tricks: int | None, put_away: Sequence[int] | None, able: list[int]
) -> str:
    """Why not, and what would be possible."""
    if tricks == 10:
        return "all ten tricks are 120 card points"
    if put_away is not None and points < sum(put_away):
        return f"{_TWO_CARDS} alone are worth {sum(put_away)}"
    low, high = able[0], able[-1]
    if low < points < high:
        below, above = max(n for n in able if n < points), min(n for n in able if n > points)
        return f"no cards add up to this, only to {below} or {above}"
    span = str(low) if low == high else f"{low} to {high}"
    if tricks == 0:
        return f"without a trick there are only {_TWO_CARDS}, worth {span}"
    counted = "1 to 9 tricks" if tricks is None else f"{tricks} trick{'s' * (tricks > 1)}"
    return f"{counted} and {_TWO_CARDS} make {span}"


def why_tricks_matter(points: int | None, put_away: Sequence[int] | None) -> str:
    """Why card points leave open whether a side was schwarz; empty if they do not."""
    if points == 120:
        return "with 120 card points all ten tricks may be the declarer's (10: schwarz)"
    if points is not None and points in possible(0, put_away):
        points_words = f"{points} card point{'s' * (points != 1)}"
        return f"with {points_words} the declarer may have no trick at all (0: schwarz)"
    return ""
