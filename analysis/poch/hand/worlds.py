"""The worlds of a hand: deals of the cards not seen, each a session of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import simcore
from analysis.blocks import in_blocks
from simcore.batch import OnProgress, Progress
from simcore.poch import Player, RuleSet, Scenario
from simcore.poch.rules import AUCTIONS

DEALER = 0  # seats are counted from him
OWN = -1  # the first stake that the player chooses himself
BLOCK = 1 << 15  # worlds held at a time


class Clock:
    """Progress over all parts, told in deals played: how many there will be shows as it goes."""

    def __init__(self, report: OnProgress | None) -> None:
        self.report, self.started = report, time.monotonic()
        self.before = 0

    def __call__(self, progress: Progress) -> None:
        """Tell how far all is."""
        if self.report is not None:
            done, total = self.before + progress.deals, self.before + progress.total
            self.report(Progress(done, total, time.monotonic() - self.started, 0, 0))


@dataclass(frozen=True)
class Table:
    """A hand, where it sits, and who plays by which rules.

    Attributes
    ----------
    hand, turn_up
        The six cards and the card turned up as sets; 0 where they are not known.
    seat
        0 the dealer, 1 his left neighbour, who speaks first, and so on.
    rules
        With sessions of one deal.
    players
        By seat; the one of `seat` plays the hand.
    """

    hand: int
    turn_up: int
    seat: int
    rules: RuleSet
    players: tuple[Player, ...]
    seed: int
    threads: int
    clock: Clock = field(default_factory=lambda: Clock(None))

    def play(self, first: int, number: int, stake: int = OWN, *, plays: bool = False) -> Any:
        """Rows of worlds `first` to `first + number - 1`; with `plays` the cards played too.

        `stake` is what the seat puts down at its first turn of both auctions, 0 to pass, `OWN` as
        its player likes; equal worlds are equal cards and equal luck whatever it is.
        """
        known: dict[int | str, int | str] = {}
        if self.hand:
            known[self.seat] = self.hand
        if self.turn_up:
            known["turn_up"] = self.turn_up
        forced = stake != OWN
        scenario = Scenario(
            known=known,
            dealer=DEALER,
            staker=self.seat if forced else None,
            first_stakes=dict.fromkeys(AUCTIONS, stake) if forced else {},
        )
        made = simcore.rows(
            "poch",
            rules=self.rules,
            players=self.players,
            deals=number,
            first=first,
            seed=self.seed,
            plays=plays,
            scenario=scenario,
            threads=self.threads,
            on_progress=self.clock,
        )
        self.clock.before += number
        return made


def gathered(pick: Callable[[int, int], np.ndarray], first: int, number: int) -> np.ndarray:
    """What is picked from each block of worlds, one after the other."""
    return np.concatenate([pick(*block) for block in in_blocks(first, number, BLOCK)])
