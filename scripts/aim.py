"""What a declarer must reach to win, and an open-card value in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scripts.retell import announced

if TYPE_CHECKING:
    import numpy as np

    from simcore.skat import RuleSet

OPEN_CARDS = "all cards open, best play of all; no chance to win at the table"
_LEVELS = ((61, 5), (90, 5), (120, 10))  # card points, and tricks that go with them
_WHY = {"announced": "announced", "bid": "the bid needs"}


@dataclass(frozen=True)
class Aim:
    """The card points that win; in Null 1, the value of a won one; None where nothing does.

    `why` says what asks for them: "game", "announced" or "bid"; "overbid" where none would do.
    """

    points: int | None
    why: str = "game"
    is_null: bool = False

    def won(self, value: int) -> bool:
        """Whether an open-card value wins."""
        return self.points is not None and value >= self.points

    def outcome(self, value: int) -> str:
        """An open-card value in one word."""
        return "won" if self.won(value) else "lost"

    def words(self, value: int) -> str:
        """What an open-card value means."""
        outcome = self.outcome(value)
        if self.is_null:
            return f"{outcome}, the declarer {'stays without' if value else 'takes'} a trick"
        if self.points is None:
            return "lost, whatever is made: the game is overbid"
        if self.why == "game":
            return _plain_words(value)
        if value < self.points:
            return f"{outcome}, {self.points - value} short of the {self.points} {_WHY[self.why]}"
        every = ", and every trick, which points do not tell" if self.points == 120 else ""
        return f"{outcome}: the {self.points} {_WHY[self.why]}{every}"


GAME, NULL = Aim(61), Aim(1, is_null=True)


def _plain_words(value: int) -> str:
    """The borders of a game that needs 61: schneider at 90 and at 30."""
    if value >= 120:
        return "won with schneider, every card point"
    if value >= 90:
        return "won with schneider (90)"
    if value >= 61:
        return f"won, {90 - value} short of schneider (90)"
    if value > 30:
        return f"lost, {61 - value} short of 61"
    return f"lost with schneider, {31 - value} short of 31"


def aim_of(row: np.void, rules: RuleSet) -> Aim:
    """What wins a game of the log: 61, or as much as was announced or as the bid needs."""
    from simcore.skat import CONTRACTS, settle

    if CONTRACTS[row["contract"]] == "N":
        return NULL
    known: dict[str, Any] = {
        "rules": rules,
        "bid": int(row["bid"]),
        "hand": bool(row["hand"]),
        "announced": announced(row),
    }
    named = 120 if row["announced_schwarz"] else 90 if row["announced_schneider"] else 61
    for points, tricks in _LEVELS:
        made = known | {"points": points, "tricks": tricks}
        if settle(int(row["matadors"]), CONTRACTS[row["contract"]], **made).won:
            return GAME if points == 61 else Aim(points, "announced" if points == named else "bid")
    return Aim(None, "overbid")
