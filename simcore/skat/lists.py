"""Lists: what a series of deals comes to, as Skat players write it down, from plain scores.

A list is kept by the members of a table, three or four (then the dealer sits out). Arrays hold
many series at once: (series, deals) or (series, deals, members).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from simcore.checks import shown, whole
from simcore.skat.rules import BOCK_DRAW, BOCK_GRAND_HAND, BOCK_KONTRA, GRAND

Ints = NDArray[np.int64]
Marks = NDArray[np.bool_]

SYSTEMS = ("plain", "seeger_fabian", "bierlachs")
TABLES = (3, 4)
GAME_BONUS = 50  # Seeger-Fabian: for a game won, and against the declarer for a game lost ...
LOSS_BONUS = {3: 40, 4: 30}  # ... and for a game another lost, by the number at the table
LARGEST_SCORE = LARGEST_LIMIT = 1_000_000


# ---- many series at once ------------------------------------------------------------------------


def seating(deals: int, table: int) -> Ints:
    """Members at the three seats, deal by deal: member 0 deals first, the deal moves to the left.

    Returns
    -------
    numpy.ndarray
        Shape (deals, 3): the member in forehand, middlehand and rearhand. At a table of three
        rearhand is the dealer, at a table of four he sits out.
    """
    members: Ints = (np.arange(deals)[:, None] + 1 + np.arange(3)) % table
    return members


def bock_events(rows: Mapping[str, ArrayLike], bock: int) -> Marks:
    """Which deals call for a Bock round.

    Parameters
    ----------
    rows
        Columns of the row, of one shape: contract (its number), card_points, hand, won, kontra.
    bock
        That field of the rules. 60-60 is a suit game or Grand in which the declarer has exactly 60
        card points; a Grand hand must be won; Kontra counts whatever became of the game.
    """
    game, kontra = np.asarray(rows["contract"]), np.asarray(rows["kontra"])
    draw = (game <= GRAND) & (np.asarray(rows["card_points"]) == 60)
    hand, won = (np.asarray(rows[name], dtype=np.bool_) for name in ("hand", "won"))
    events = np.zeros(game.shape, dtype=np.bool_)
    for event, seen in (
        (BOCK_DRAW, draw),
        (BOCK_GRAND_HAND, (game == GRAND) & hand & won),
        (BOCK_KONTRA, kontra > 0),
    ):
        if bock & event:
            events |= seen
    return events


def bock_factors(events: ArrayLike, table: int) -> Ints:
    """What the plain scores of each deal are multiplied by: 1, or 2 in a Bock round.

    Parameters
    ----------
    events
        Shape (series, deals): which deals call for a round.
    table
        Members at the table, the number of deals in a round.

    Notes
    -----
    A round begins with the deal after the event. Events while rounds are due add another at the
    end; nothing counts more than twice. A series begins without Bock.
    """
    marks = np.asarray(events, dtype=np.bool_)
    factors = np.ones(marks.shape, dtype=np.int64)
    due = np.zeros(marks.shape[0], dtype=np.int64)  # deals still to be counted twice
    for deal in range(marks.shape[1]):
        factors[:, deal] += due > 0
        due = np.maximum(due - 1, 0) + table * marks[:, deal]
    return factors


def _seeger_fabian(scores: Ints, declarer: Ints) -> Ints:
    """Scores with the fixed points for games won and lost."""
    table = scores.shape[2]
    own = declarer[:, :, None] == np.arange(table)
    result = np.sign(scores) * own  # 1 won, -1 lost, for the declarer alone
    lost = result.min(axis=2, keepdims=True) < 0
    points: Ints = scores + GAME_BONUS * result + LOSS_BONUS[table] * (lost & ~own)
    return points


def _bierlachs(scores: Ints) -> Ints:
    """Minus points only: a minus charges its own member, a plus charges all others."""
    plus = np.maximum(scores, 0)
    points: Ints = np.minimum(scores, 0) + plus - plus.sum(axis=2, keepdims=True)
    return points


def _at_limit(points: Ints, limit: int) -> Ints:
    """Standings at the end of the deal in which a member reached -limit, else of the last."""
    standings = points.cumsum(axis=1)
    over: Marks = np.any(standings <= -limit, axis=2)
    last = np.where(over.any(axis=1), over.argmax(axis=1), points.shape[1] - 1)
    ended: Ints = standings[np.arange(len(points)), last]
    return ended


def series_points(
    scores: ArrayLike, declarer: ArrayLike, system: str, limit: int | None = None
) -> Ints:
    """Points of many series of deals.

    Parameters
    ----------
    scores
        Plain scores, shape (series, deals, 3 or 4 members). In a Ramsch several may have one;
        Bock is in them already (`bock_factors`).
    declarer
        Shape (series, deals): the member who declared; -1 nobody (passed in, Ramsch).
    system
        "plain", "seeger_fabian" (50, 40 and 30 are never doubled, a Ramsch brings none) or
        "bierlachs" (a minus charges its own member, a plus all others, the dealer too).
    limit
        Bierlachs only: a series ends with the deal in which somebody reaches -limit.

    Returns
    -------
    numpy.ndarray
        Shape (series, members).

    Raises
    ------
    ValueError
        The system is unknown, the limit out of range or not one of Bierlachs, or the shapes do
        not fit.
    """
    _check_system(system, limit)
    plain, who = np.asarray(scores, dtype=np.int64), np.asarray(declarer, dtype=np.int64)
    if plain.ndim != 3 or plain.shape[2] not in TABLES or who.shape != plain.shape[:2]:
        raise ValueError(
            f"scores {plain.shape} and declarer {who.shape}: shapes (series, deals, 3 or 4) and "
            "(series, deals)"
        )
    points = plain
    if system == "seeger_fabian":
        points = _seeger_fabian(plain, who)
    elif system == "bierlachs":
        points = _bierlachs(plain)
    if limit is not None and plain.shape[1]:
        return _at_limit(points, limit)
    total: Ints = points.sum(axis=1)
    return total


# ---- one list -----------------------------------------------------------------------------------


def check_table(table: Any) -> int:
    """The number of members at a table, 3 or 4.

    Raises
    ------
    ValueError
        It is another.
    """
    return whole("table", table, min(TABLES), max(TABLES))


def _check_system(system: str, limit: int | None) -> None:
    if not isinstance(system, str) or system not in SYSTEMS:
        raise ValueError(f"unknown system {shown(system)}: one of {', '.join(SYSTEMS)}")
    if limit is not None:
        whole("limit", limit, 1, LARGEST_LIMIT)
        if system != "bierlachs":
            raise ValueError(f"limit {limit}: only Bierlachs ends at a limit, not {system}")


def _check_game(place: int, game: Any, table: int) -> tuple[int, int]:
    """Declarer (-1 nobody) and score of a game of the list."""
    if not isinstance(game, tuple | list) or len(game) != 2:
        raise ValueError(f"game {place}, {shown(game)}: a player and a score")
    player, score = game
    number = whole(f"game {place}: score", score, -LARGEST_SCORE, LARGEST_SCORE)
    if player is None:
        if number:
            raise ValueError(f"game {place}: score {number} without a player, passed in is 0")
        return -1, 0
    who = whole(f"game {place}: player", player, 0, table - 1)
    if not number:
        raise ValueError(f"game {place}: score 0 of player {who}, a game is won or lost")
    return who, number


def list_scores(
    games: Iterable[tuple[int | None, int]],
    system: str,
    table: int = 3,
    *,
    limit: int | None = None,
) -> list[int]:
    """The standings of a list.

    Parameters
    ----------
    games
        In order, as (player, signed plain score): players are numbered 0 to table - 1, None with
        score 0 is a deal passed in.
    system
        "plain": the declarer's scores. "seeger_fabian": and 50 for each game won, -50 for each
        lost, and for each game another declarer lost 40 at a table of three, 30 at a table of
        four. "bierlachs": minus points only, a win charges every other player its value, a loss
        charges the declarer his score.
    table
        Players on the list, 3 or 4; at a table of four the dealer sits out, but is on the list.
    limit
        Bierlachs only, usually 301, 401 or 501: games after somebody has reached -limit do not
        count.

    Returns
    -------
    list of int
        Points by player.

    Raises
    ------
    ValueError
        System or table is unknown, a game is not such a pair, or the limit is no positive number
        or not one of Bierlachs.

    Notes
    -----
    International Skat Order: performance list (Seeger-Fabian); Bierlachs as commonly played.
    """
    members = check_table(table)
    if not isinstance(games, Iterable):
        raise ValueError(f"games {shown(games)}: (player, score) pairs in order")
    checked = [_check_game(place, game, members) for place, game in enumerate(games, 1)]
    declarer = np.array([[who for who, _ in checked]], dtype=np.int64)
    scores = np.zeros((1, len(checked), members), dtype=np.int64)
    for place, (who, score) in enumerate(checked):
        if who >= 0:
            scores[0, place, who] = score
    return [int(points) for points in series_points(scores, declarer, system, limit)[0]]
