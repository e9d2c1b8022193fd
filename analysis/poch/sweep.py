"""Many settings of a player of soket and sekans on the same deals, among the same others.

A setting sits alone among others who are all one opponent, in every seat in turn, and so with each
opponent of a mix. Where it plays as the opponent does, one rotation says all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from analysis.clock import Clock
from analysis.moments import Ints
from analysis.poch.match import COUNTS, RATES, blocks, per_session
from analysis.swept import Swept, add_block, alike, empty_sums
from simcore import rows
from simcore.batch import OnProgress
from simcore.poch import Player, RuleSet


@dataclass(frozen=True)
class Sweep(Swept):
    """Settings played on common sessions; points are chips a deal.

    Attributes
    ----------
    rules
        Of the table.
    """

    rules: RuleSet

    @property
    def hands(self) -> int:
        """One in each seat, every deal of a session."""
        return self.rules.players * self.rules.session_deals

    @property
    def many(self) -> int:
        """Chips are told of one deal."""
        return 1

    @property
    def draw_deals(self) -> int:
        """Those of a session."""
        return self.rules.session_deals

    def rates(self, part: str, place: int) -> dict[str, Any]:
        """Auctions opened, won and lost, and how often last with cards, of the hands dealt."""
        line: dict[str, Any] = {}
        for rate, (what, of) in RATES.items():
            found = self.share(part, place, what, of)
            limits = {f"{rate}_{limit}": found[limit] for limit in ("low", "high")}
            line |= {"dealt": found["of_n"], f"{rate}_n": found["n"], rate: found["rate"], **limits}
        return line


def play(
    players: Sequence[Player],
    others: Sequence[Player],
    *,
    rules: RuleSet,
    deals: int,
    first: int,
    settings: Mapping[str, Any],
    on_progress: OnProgress | None = None,
) -> Sweep:
    """Play all settings on the same deals.

    Parameters
    ----------
    players
        A player a setting.
    others
        The mix of opponents.
    rules
        Of the table.
    deals, first
        Deals `first` to `first + deals - 1`, whole sessions.
    settings
        Seed and threads of `simcore.rows`.
    on_progress
        Called with a `Progress` in deals of the sweep.

    Returns
    -------
    Sweep
    """
    seats, together = rules.players, rules.session_deals
    turns = [[1 if alike(player, other) else seats for other in others] for player in players]
    clock = Clock(deals, on_progress, sum(map(sum, turns)))

    def played(setting: int, other: int, start: int, number: int) -> dict[str, Ints]:
        """One setting among others alike, over a block."""
        of_deal = turns[setting][other]
        lone = others[other] if of_deal == 1 else players[setting]
        made, cards = rows(
            "poch", players=(lone, *[others[other]] * (seats - 1)), rules=rules,
            rotate=of_deal > 1, first=start, deals=number, plays=True,
            on_progress=clock.stretch(of_deal), **settings,
        )  # fmt: skip
        clock.done += len(made)
        sums = per_session(made, cards, of_deal, rules)
        counts = {name: sums[f"{name} lone"] for name in COUNTS}
        return {"points": sums["all lone"], **counts}

    sums = empty_sums(len(players))
    for start, number in blocks(first, deals, together):
        table = partial(played, start=start, number=number)
        add_block(sums, start // together, number // together, len(players), len(others), table)
    return Sweep(players, others, sums, rules)
