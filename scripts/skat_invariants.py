"""What must hold in every row of Skat: the cards, and scores that fit the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scripts.tricks import SEATS
from simcore.skat import CONTRACTS

Wrong = Iterator[tuple[str, NDArray[np.bool_]]]
_HAND, _SKAT = 10, 2
_PACK = 0xFFFFFFFF


def faults(rows: np.ndarray, plays: np.ndarray | None) -> Wrong:
    """What is wrong, and in which rows."""
    hands = np.stack([rows[f"hand_{seat}"] for seat in SEATS], axis=1)
    yield from _cards(hands, rows["skat"])
    yield from _declared(rows, hands)
    yield from _scores(rows)


def _cards(hands: np.ndarray, skat: np.ndarray) -> Wrong:
    """Hands and skat are the pack."""
    yield "a hand has not ten cards", (np.bitwise_count(hands) != _HAND).any(axis=1)
    yield "the skat has not two cards", np.bitwise_count(skat) != _SKAT
    yield (
        "hands and skat are not different cards",
        np.bitwise_or.reduce(hands, axis=1) | skat != _PACK,
    )


def _declared(rows: np.ndarray, hands: np.ndarray) -> Wrong:
    """A declarer puts away two cards of his own; without a game nothing is won."""
    declarer, contract = rows["declarer"], rows["contract"]
    played, passed = declarer >= 0, contract == CONTRACTS.index("P")
    yield "there is no such declarer", (declarer < -1) | (declarer > 2)
    mine = hands[np.arange(len(rows)), np.clip(declarer, 0, 2)] | rows["skat"]
    away = rows["discard"]
    wrong = (np.bitwise_count(away) != _SKAT) | (away & ~mine != 0)
    yield "discard is not two of the declarer's cards", played & wrong
    yield "discard is not the skat, in a hand game", played & rows["hand"] & (away != rows["skat"])
    yield "a deal passed in has a declarer", passed & played


def _scores(rows: np.ndarray) -> Wrong:
    """Only the declarer scores, above 0 if he wins; nobody does where all pass."""
    scores = np.stack([rows[f"score_{seat}"] for seat in SEATS], axis=1).astype(np.int64)
    declarer = rows["declarer"].astype(np.int64)
    own = declarer[:, None] == np.arange(len(SEATS))
    due = np.where(own, rows["score"].astype(np.int64)[:, None], 0)
    ramsch = rows["contract"] == CONTRACTS.index("R")
    yield "scores of the seats are not that of the declarer", ~ramsch & (scores != due).any(axis=1)
    yield "score does not fit won", (declarer >= 0) & (rows["won"] != (rows["score"] > 0))
