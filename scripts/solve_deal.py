"""A played game as a question for the solver: the position after some of its cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts import door
from scripts.aim import Aim, aim_of
from scripts.solved import Question
from scripts.tricks import SEATS, Start, tell_tricks

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from scripts.retell import Deal
    from simcore.skat import Position


def why_unsolved(row: np.void | None, unscored: str = "", illegal: Sequence[str] = ()) -> str:
    """Why a game cannot be solved on open cards; empty where it can."""
    from simcore.skat import CONTRACTS

    if illegal:
        more = f" (the first of {len(illegal)} illegal acts)" if len(illegal) > 1 else ""
        return f"{illegal[0]}{more}"
    if row is None:
        return unscored
    contract = CONTRACTS[row["contract"]]
    if contract == "P":
        return "passed in: nobody plays"
    return "Ramsch has no declarer" if contract == "R" else ""


def question_of(deal: Deal, after: int, target: int | None) -> Question:
    """The position of a game after so many cards.

    Raises
    ------
    ValueError
        Fewer cards were played.
    """
    played = deal.cards_played
    if door.whole("--after", after, 0, 30) > len(played):
        raise ValueError(f"--after {after}: {len(played)} cards were played in this game")
    before = played[: after - after % 3]
    tricks = tell_tricks(before, deal.table, Start(deal.sides()))
    leader = SEATS.index(tricks[-1]["winner"]) if tricks else 0
    position = _position(deal, leader, played[:after], after % 3)
    put_away = deal.sides()["declarer"]
    totals = tricks[-1] if tricks else deal.sides()
    taken = (totals["declarer"] - put_away, totals["defenders"])
    aim = aim_of(deal.row, deal.rules)
    settled = _settled(aim, tricks, deal, after == 30)
    return Question(position, deal.rules, deal.notation, aim, target, taken, settled)


def hands_played(deal: Deal) -> list[int]:
    """The ten cards every seat plays with: the declarer's after the discard."""
    hands = [int(deal.row[f"hand_{seat}"]) for seat in SEATS]
    hands[deal.declarer] |= int(deal.row["skat"])
    hands[deal.declarer] &= ~int(deal.row["discard"])
    return hands


def _position(deal: Deal, leader: int, played: Sequence[int], on_table: int) -> Position:
    from simcore.skat import Position

    gone = sum(1 << bit for bit in played)
    hands = tuple(hand & ~gone for hand in hands_played(deal))
    trick = tuple(1 << bit for bit in played[len(played) - on_table :])
    skat = int(deal.row["discard"])
    return Position(hands, deal.contract, deal.declarer, leader, skat, trick)


def _settled(
    aim: Aim, tricks: Sequence[dict[str, Any]], deal: Deal, all_played: bool
) -> int | None:
    """The value where nothing is left to solve; None where something is."""
    if aim.is_null:
        lost = any(trick["winner"] == SEATS[deal.declarer] for trick in tricks)
        return 0 if lost else 1 if all_played else None
    return int(tricks[-1]["declarer"]) if all_played else None
