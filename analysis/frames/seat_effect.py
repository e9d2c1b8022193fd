"""What the seat is worth: the same cards, put away and played from each of the three seats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.clock import Clock
from analysis.clusters import means, shares, sums_by_cell
from analysis.frames import NoDataError
from analysis.load import Log
from simcore import Scenario, rows
from simcore.batch import OnProgress
from simcore.skat import CONTRACTS, Player, rules_in
from simcore.skat.rules import SEATS
from simcore.skat.value import ANNOUNCEMENTS

DEALS = 300_000
FIRST = 1 << 43  # deals no run comes to
LEVEL = 0.95
ALL = "all"

Array = NDArray[Any]

# What is forced on the declarer; games alike in these, and in who sits where, are played at once.
_GAME = ("contract", "hand", "announced_schneider", "announced_schwarz", "ouvert")


def frame(
    log: Log,
    *,
    deals: int = DEALS,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """Win rates by seat on the same cards, and their paired differences.

    Deals beyond the run are played with its seed, rules, players and scenario. Where somebody
    declares, the three hands move round the seats together with the players who hold them, so that
    the declarer has the same cards, skat and neighbours in each seat and plays the same game; at
    the lowest bid, so that none is overbid, and nobody has heard any bidding.

    Parameters
    ----------
    log
        The log of a run.
    deals
        How many deals are looked at.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called with a `Progress` whose wins and hands are 0.

    Returns
    -------
    pandas.DataFrame
        One row a contract (D H S C G N; "all" where there are several) and seat: contract, seat, n
        (games), win_rate, win_low, win_high (Wilson), less, less_low, less_high (win rate less
        that of forehand, t; nan for forehand itself). The deal is the unit of every interval.

    Raises
    ------
    NoDataError
        Nobody declares, the deals of the run are given by a file, or its players take seconds for
        a deal.
    """
    settings = log.manifest["settings"]
    table = _Table.of(settings, threads)
    clock = Clock(4 * deals, on_progress)  # about, until the games are counted
    sample = rows(
        players=table.players,
        deals=deals,
        first=FIRST,
        rotate=settings["rotate"],
        scenario=table.scenario,
        on_progress=clock.stretch(),
        **table.common,
    )
    games = sample[sample["declarer"] >= 0]
    if not len(games):
        raise NoDataError("nobody declares a game")
    clock.done, clock.total = deals, deals + 3 * len(games)
    won = np.stack([table.moved(games, seat, clock) for seat in range(3)], axis=1)
    _, deal = np.unique(games["deal_id"], return_inverse=True)
    return _frame(games["contract"], deal, won)


# ---- playing ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """Who plays, and by which rules."""

    players: tuple[Player, Player, Player]
    scenario: Scenario | None
    common: dict[str, Any]

    @classmethod
    def of(cls, settings: dict[str, Any], threads: int | None) -> _Table:
        """The table of a run."""
        one, two, three = (Player.model_validate(player) for player in settings["players"])
        slow = [player.name for player in (one, two, three) if player.samples]
        if slow:
            raise NoDataError(f"player {slow[0]} takes too long to play {DEALS:,} deals again")
        words = settings["scenario"]
        if words is not None and "deals" in words:
            raise NoDataError("the deals of the run are given by a file, there are no others")
        rules = rules_in(settings["rules"].items())
        common = {"rules": rules, "seed": settings["seed"], "threads": threads}
        return cls((one, two, three), words and Scenario.from_words(words), common)

    def moved(self, games: Array, seat: int, clock: Clock) -> Array:
        """Whether each game is won when its declarer sits in a seat."""
        shift = (seat - games["declarer"].astype(np.int64)) % 3
        held = np.stack([games[f"hand_{name}"] for name in SEATS], axis=1).astype(np.int64)
        # the hand of seat s comes to seat s + shift, and so does who holds it
        hands = np.take_along_axis(held, (np.arange(3) - shift[:, None]) % 3, axis=1)
        cards = np.column_stack([hands, games["skat"].astype(np.int64)])
        turn = (games["rotation"] - shift) % 3
        if len({player.model_dump_json() for player in self.players}) == 1:
            turn = np.zeros_like(turn)
        told = np.stack([turn, *(games[name] for name in _GAME)], axis=1).astype(np.int64)
        kinds, kind = np.unique(told, axis=0, return_inverse=True)
        won = np.zeros(len(games), dtype=bool)
        for number, (first, *marks) in enumerate(kinds.tolist()):
            chosen, game = kind == number, dict(zip(_GAME, marks, strict=True))
            won[chosen] = self._play(cards[chosen], seat, first, game, clock)
        return won

    def _play(
        self, cards: Array, seat: int, turn: int, game: dict[str, int], clock: Clock
    ) -> Array:
        """Play some deals with one game forced on a seat."""
        marks = (game["announced_schneider"], game["announced_schwarz"], game["ouvert"])
        forced = Scenario(
            deals=cards.tolist(),
            declarer=seat,
            contract=CONTRACTS[game["contract"]],
            hand=bool(game["hand"]),
            announced=[name for name, mark in zip(ANNOUNCEMENTS, marks, strict=True) if mark],
        )
        a, b, c = (self.players[(place + turn) % 3] for place in range(3))
        played = rows(
            players=(a, b, c), deals=len(cards), scenario=forced, on_progress=clock.stretch(),
            **self.common,
        )  # fmt: skip
        clock.done += len(cards)
        return np.asarray(played["won"])


# ---- from games to a frame ----------------------------------------------------------------------


def _frame(contract: Array, deal: Array, won: Array) -> pd.DataFrame:
    """Rates and differences of some games, won (games, 3), by contract and of all."""
    frames = []
    played = [CONTRACTS[k] for k in range(6) if (contract == k).any()]
    for name in [*played, ALL] if len(played) > 1 else played:
        chosen = np.ones(len(won), bool) if name == ALL else contract == CONTRACTS.index(name)
        for seat in range(3):
            frames.append(_row(name, seat, deal[chosen], won[chosen].astype(np.int64)))
    return pd.concat(frames, ignore_index=True)


def _row(contract: str, seat: int, deal: Array, won: Array) -> pd.DataFrame:
    """One contract and seat."""
    one = np.zeros(len(deal), dtype=np.int64)
    rate = shares("win", sums_by_cell(one, deal, won[:, seat], 1), LEVEL)
    less = means("less", sums_by_cell(one, deal, won[:, seat] - won[:, 0], 1), LEVEL)
    if not seat:
        less = {name: np.full(1, np.nan) for name in less}
    head = {"contract": contract, "seat": SEATS[seat], "n": len(deal)}
    return pd.DataFrame({**head, "win_rate": rate.pop("win"), **rate, **less})
