"""The estimates of the bidding system `fitted` as arrays: P(win) of many hands at once.

The kernel looks the same sums up in tables (`simcore.skat.strategies.estimate`); here they are what
they are fitted from, a row a hand and a column a weight. `scripts.fit_bidding` fits them, the
calibration compares them with what was won.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.hands import Ints, card_points, full_suit, plain_suit, side_number, trump_number
from analysis.null_suits import weak_cards
from simcore.cards import ACES, JACKS
from simcore.skat import RULES
from simcore.skat.rules import SEATS
from simcore.skat.strategies.patterns import ACE_COUNTS, KNOTS, TERMS, bend_of

Numbers = NDArray[np.float64]
Marks = NDArray[np.bool_]

AFTER = ("suit_after", "grand_after", "null_after", "null_ouvert")  # rate what is kept
BINS = 10
# Of hands that are rated: the same limits as in `simcore.skat.strategies.estimate.is_rated`.
_MOST_WEAK, _FEWEST_TOPS, _FEWEST_TRUMPS_AND_ACES = 4, 4, 5


class Sample(NamedTuple):
    """Hands of one contract: the cards rated, seat, points put away, and how the games ended."""

    cards: Ints
    suit: int
    seat: int
    away: Numbers
    won: Numbers


class Games(NamedTuple):
    """Forced games of a kind, seat by seat and suit by suit; each stage rates them otherwise."""

    kind: str
    played: list[tuple[int, int, NDArray[np.void]]]  # seat, suit, rows


def samples(model: str, games: Games, tried: bool = False) -> Iterator[Sample]:
    """The games as a model sees them: which cards it rates, and what counts as won.

    Of games in which discards were tried at random, those that put side cards away.
    """
    _, _, stage = model.partition("_")
    for seat, suit, rows in games.played:
        dealt = rows[f"hand_{SEATS[seat]}"].astype(np.int64)
        away = rows["discard"].astype(np.int64)
        after = model in AFTER
        cards = (dealt | rows["skat"]) ^ away if after else dealt
        keep = rated((dealt | rows["skat"]) if after else dealt, games.kind, suit)
        keep &= _side_cards(away, games.kind, suit) if tried else True
        points = card_points(away) if after else np.zeros(len(rows))
        won = _succeeded(stage, rows).astype(np.float64)
        yield Sample(cards[keep], suit, seat, points[keep], won[keep])


def _side_cards(away: Ints, kind: str, suit: int) -> Marks:
    """Whether neither a trump nor an ace was put away; in Null anything may go."""
    stay = JACKS | ACES | (0x7F << (7 * suit) if kind == "suit" else 0)
    return np.asarray((away & stay == 0) | (kind == "null"))


def _succeeded(stage: str, rows: NDArray[np.void]) -> Marks:
    if stage == "schneider":
        return np.asarray(rows["card_points"] >= 90)
    if stage == "schwarz":
        return np.asarray(rows["tricks"] == 10)
    return np.asarray(rows["won"] == 1)


def rated(cards: Ints, kind: str, suit: int) -> Marks:
    """Which hands come near enough to a game of a kind ("suit", "grand", "null") to be rated."""
    if kind == "null":
        return np.asarray(weak_cards(cards) <= _MOST_WEAK)
    if kind == "grand":
        return np.asarray(np.bitwise_count(cards & (JACKS | ACES)) >= _FEWEST_TOPS)
    trumps = trump_number(cards, suit, RULES["isko"])
    return np.asarray(trumps + side_number(cards, suit, ACES) >= _FEWEST_TRUMPS_AND_ACES)


def design(model: str, sample: Sample) -> Numbers:
    """A row a hand, a column a weight: constant, forehand, rearhand, away, then every feature."""
    kind = model.partition("_")[0]
    ones = np.ones(len(sample.cards))
    columns = [ones, ones * (sample.seat == 0), ones * (sample.seat == 2), sample.away]
    for place, features in TERMS[kind].items():
        held = _patterns(place, sample.cards, sample.suit)
        columns += [np.sum([table[one] for one in held], axis=0) for table in features.values()]
    return np.column_stack(columns)


def _patterns(place: str, cards: Ints, suit: int) -> list[Ints]:
    """The patterns of a place: one of tops and trumps, one a suit elsewhere."""
    if place == "tops":
        return [ACE_COUNTS * (cards >> 28) + np.bitwise_count(cards & ACES)]
    if place == "trumps":
        return [plain_suit(cards, suit)]
    if place == "null":
        return [full_suit(cards, other) for other in range(4)]
    return [plain_suit(cards, other) for other in range(4) if other != suit]


def weight_names(model: str) -> list[str]:
    """Names of the columns of `design`."""
    kind = model.partition("_")[0]
    names = [f"{place}.{name}" for place, features in TERMS[kind].items() for name in features]
    return ["constant", "forehand", "rearhand", "away", *names]


def chances(logit: Numbers, weights: dict[str, float]) -> Numbers:
    """P(win) by a logit as a model bends it."""
    bent = np.interp(logit, list(KNOTS.values()), bend_of(weights)[:-1])
    return np.asarray(1 / (1 + np.exp(-bent)))


def logits(model: str, rows: Numbers, weights: dict[str, float]) -> Numbers:
    """The sums of weights and features, not bent yet."""
    return np.asarray(rows @ np.array([weights[name] for name in weight_names(model)]))


def predict(model: str, rows: Numbers, weights: dict[str, float]) -> Numbers:
    """P(win) of the hands."""
    return chances(logits(model, rows, weights), weights)


def bins_of(chance: Numbers) -> Ints:
    """Which of ten bins of equal width each prediction lies in, 0 to 9."""
    return np.minimum((BINS * chance).astype(np.int64), BINS - 1)
