"""A deal of a run of soket and sekans, played again from the start of its session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scripts import door
from scripts.recheck import check_log, rotations_of

if TYPE_CHECKING:
    import numpy as np

    from simcore import Run
    from simcore.notation import Pack
    from simcore.poch import RuleSet


@dataclass(frozen=True)
class Deal:
    """A deal as played.

    Attributes
    ----------
    row
        Its row.
    plays
        Its turns and cards, as the log has them.
    circles
        Chips by rank when it begins, before the antes.
    rules
        The rules of the table.
    notation
        How cards are written.
    """

    row: np.void
    plays: np.ndarray
    circles: Mapping[str, int]
    rules: RuleSet
    notation: str

    @property
    def pack(self) -> Pack:
        """The cards of the table."""
        from simcore.poch.pack import PACKS

        return PACKS[self.rules.pack]

    @property
    def seats(self) -> range:
        """The seats in use."""
        return range(self.rules.players)

    @property
    def hands(self) -> list[int]:
        """The cards dealt to each seat, as sets."""
        return [int(self.row[f"hand_{seat}"]) for seat in self.seats]

    @property
    def turn_up(self) -> int:
        """Bit number of the card turned up."""
        return int(self.row["turn_up"])

    def name(self, bit: int) -> str:
        """A card as text."""
        return self.pack.name(bit, self.notation)

    def seat_values(self, name: str) -> list[int]:
        """A column that has a value a seat."""
        return [int(self.row[f"{name}_{seat}"]) for seat in self.seats]


def deal_of(run: Run, number: int, rotation: int, notation: str) -> Deal:
    """A deal of a run, played again and compared with the log.

    Raises
    ------
    ValueError
        The run has no such deal.
    DataFaultError
        The log has another.
    """
    from simcore.poch import rules_in

    first = int(run.settings["first"])
    door.whole("deal", number, first, first + int(run.settings["deals"]) - 1)
    rules, turns = rules_in(run.settings["rules"].items()), rotations_of(run)
    rows, plays = _session_until(run, number, rules)
    check_log(run, number, rows[-turns:], plays[-turns:])
    mine = len(rows) - turns + rotation
    return as_played(run, rows[mine], plays[mine], rows[mine - turns], notation)


def as_played(run: Run, row: np.void, plays: np.ndarray, before: np.void, notation: str) -> Deal:
    """A deal of a run from its row, its turns and cards, and the row of the deal before it, which
    does not count where a session begins."""
    from simcore.poch import rules_in

    rules = rules_in(run.settings["rules"].items())
    begun = (run.settings["scenario"] or {}).get("circles", {})
    starts = int(row["deal_id"]) % rules.session_deals == 0
    circles = {
        rank: begun.get(rank, 0) if starts else int(before[f"circle_{rank}"])
        for rank in circle_ranks(rules)
    }
    return Deal(row, plays, circles, rules, notation)


def _session_until(run: Run, number: int, rules: RuleSet) -> tuple[np.ndarray, np.ndarray]:
    """The deals of a session up to one of them, be they in the run or before its first."""
    from simcore import replay

    start = number - number % rules.session_deals
    settings = run.settings | {"first": start, "deals": number + 1 - start}
    whole = replace(run, manifest={**run.manifest, "settings": settings})
    return replay(whole, start, number + 1 - start)


def circle_ranks(rules: RuleSet) -> list[str]:
    """The ranks that have a circle, from the lowest on."""
    from simcore.poch.pack import RANKS

    return [rank for number, rank in enumerate(RANKS) if rules.circle_ranks >> number & 1]
