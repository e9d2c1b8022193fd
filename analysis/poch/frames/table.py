"""The table of a run, and tables like it of another size, on deals beyond the run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.blocks import in_blocks
from analysis.clock import Clock
from analysis.poch.load import PochLog
from simcore import rows
from simcore.poch import Player, RuleSet, Scenario, rules_in
from simcore.poch.rules import PLAYERS_OF, check_rules, usual_limit

Rows = NDArray[np.void]
Plays = NDArray[np.uint8]
Ints = NDArray[np.int64]

FIRST = 1 << 43  # deals that no run is likely to hold and that nothing was tuned on
BLOCK = 1 << 17  # deals in memory at a time


@dataclass(frozen=True)
class Table:
    """Who sits at a table, and by which rules they play.

    Attributes
    ----------
    rules
        The rule set.
    players
        By seat; in a rotated run A sits on seat 0, B on seat 1, and so on.
    seed
        That of the run.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    seed: int

    def sizes(self) -> list[int]:
        """How many players the pack of this table serves."""
        fewest, most = PLAYERS_OF[self.rules.pack]
        return list(range(fewest, most + 1))

    def seats(self, players: int) -> Table:
        """The same table with another number of players, all of them like the first.

        The largest stake, where it is the usual one, follows the number of players.
        """
        rules = self.rules
        if players == rules.players:
            return self
        usual = usual_limit(rules.players, rules.ante, rules.min_stake)
        most = rules.max_stake
        if most == usual:
            most = usual_limit(players, rules.ante, rules.min_stake)
        changed = check_rules(rules._replace(players=players, max_stake=most))
        return Table(changed, (self.players[0],) * players, self.seed)

    def single_deals(self, **fields: int) -> Table:
        """The same with sessions of one deal, so that deals are independent; other fields too."""
        rules = check_rules(self.rules._replace(session_deals=1, **fields))
        return Table(rules, self.players, self.seed)

    def blocks(
        self, scenario: Scenario | None, deals: int, clock: Clock, threads: int | None
    ) -> Iterator[tuple[Rows, Plays]]:
        """Play deals; their rows and turns, block by block."""
        for start, number in in_blocks(FIRST, deals, BLOCK):
            yield rows(
                "poch", rules=self.rules, players=self.players, seed=self.seed, plays=True,
                scenario=scenario, deals=number, first=start, threads=threads,
                on_progress=clock.stretch(),
            )  # fmt: skip
            clock.done += number
            clock.tell(clock.done)


def table_of(log: PochLog) -> Table:
    """The table of a run; its scenario is left aside, so the deals are free."""
    settings: dict[str, Any] = log.manifest["settings"]
    seated = tuple(Player.model_validate(player) for player in settings["players"])
    return Table(rules_in(settings["rules"].items()), seated, int(settings["seed"]))
