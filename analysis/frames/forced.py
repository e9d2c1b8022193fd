"""Games forced at the table of a run: its rules, players and seed, on deals far beyond its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.frames import NoDataError
from analysis.load import Log
from simcore import Scenario, arms, rows
from simcore.skat import Player, Position, RuleSet, load_players, rules_in, solve_many
from simcore.skat.rules import CONTRACTS, NULL, SEATS
from simcore.skat.value import TO_WIN

Rows = NDArray[np.void]
Ints = NDArray[np.int64]

FIRST = 1 << 43  # deals that no run is likely to hold and that nothing was tuned on


@dataclass(frozen=True)
class Table:
    """Who sits at a table, and by which rules they play.

    Attributes
    ----------
    rules
        The rule set.
    players
        By seat; in a rotated run A is forehand, B middlehand, C rearhand.
    seed
        That of the run.
    """

    rules: RuleSet
    players: tuple[Player, Player, Player]
    seed: int

    def force(
        self, scenario: Scenario, deals: int, *, first: int = FIRST, threads: int | None = None
    ) -> Rows:
        """Play deals under a scenario; the rows."""
        made: Rows = rows(
            rules=self.rules,
            players=self.players,
            seed=self.seed,
            scenario=scenario,
            deals=deals,
            first=first,
            threads=threads,
        )
        return made

    def arms(
        self,
        scenarios: Sequence[Scenario],
        deals: int,
        *,
        first: int = FIRST,
        threads: int | None = None,
    ) -> Rows:
        """Play every deal under each of some scenarios; rows, shape (deals, scenarios)."""
        made: Rows = arms(
            scenarios,
            rules=self.rules,
            players=self.players,
            seed=self.seed,
            deals=deals,
            first=first,
            threads=threads,
        )
        return made

    def knows(self, contract: int) -> bool:
        """Whether the rules know a contract."""
        return bool(self.rules.contracts >> contract & 1)


def table_of(log: Log) -> Table:
    """The table of a run.

    Raises
    ------
    NoDataError
        A player takes too long to play deals by the thousand.
    """
    settings: dict[str, Any] = log.manifest["settings"]
    seated = load_players([Player.model_validate(player) for player in settings["players"]])
    for player in seated:
        if player.samples:
            raise NoDataError(
                f"player {player.name!r} deals itself worlds and takes too long to play games by "
                "the thousand; wanted is a run of players that do not"
            )
    return Table(rules_in(settings["rules"].items()), seated, int(settings["seed"]))


def kept_cards(games: Rows, seat: int) -> Ints:
    """The ten cards a declarer plays with: those dealt in a hand game, else after the discard."""
    dealt, skat, away = (
        games[name].astype(np.int64) for name in (f"hand_{SEATS[seat]}", "skat", "discard")
    )
    return np.where(games["hand"], dealt, (dealt | skat) ^ away)


def open_card_wins(games: Rows, rules: RuleSet, threads: int | None = None) -> NDArray[np.bool_]:
    """Whether the declarer wins if all cards are open and everybody plays best.

    Parameters
    ----------
    games
        Rows of one declarer and contract, played at the lowest bid and without announcement (or
        Null, of any kind); the cards put away stay away.
    rules
        Those of the games.
    threads
        By default one a processor.
    """
    if not len(games):
        return np.zeros(0, dtype=np.bool_)
    seat, contract = int(games["declarer"][0]), int(games["contract"][0])
    hands = np.stack([games[f"hand_{name}"].astype(np.int64) for name in SEATS], axis=1)
    hands[:, seat] = kept_cards(games, seat)
    positions = [
        Position(held, CONTRACTS[contract], seat, skat=away)
        for held, away in zip(hands.tolist(), games["discard"].tolist(), strict=True)
    ]
    target = None if contract == NULL else TO_WIN
    return np.asarray(solve_many(positions, target=target, rules=rules, threads=threads) > 0)
