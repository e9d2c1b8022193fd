"""How true the estimates of P(win) are, by contract, and what open cards make of the games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analysis.clock import Clock
from analysis.estimates import BINS, Games, Marks, Numbers, bins_of, design, predict, rated, samples
from analysis.frames import NoDataError
from analysis.frames.forced import FIRST, Rows, Table, open_card_wins, table_of
from analysis.intervals import t_interval, wilson
from analysis.load import Log
from simcore import Scenario
from simcore.batch import OnProgress
from simcore.skat import load_player
from simcore.skat.rules import CONTRACTS, GRAND, NULL, SEATS

DEALS, WORLDS = 60_000, 210  # forced a seat and contract; solved a contract and bin
OTHERS = "expert"  # whose estimates are taken where a player of the run has none
_CONTRACTS = 6

Stay = Callable[[], None]


class Rated(NamedTuple):
    """Games of one contract and seat, with the chances predicted at the first lead."""

    games: Rows
    chance: Numbers
    won: Marks


def frame(
    log: Log,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    deals: int = DEALS,
    worlds: int = WORLDS,
) -> pd.DataFrame:
    """Predicted and realised win rates by contract, in ten bins of the prediction.

    Every seat is forced to play every contract with the skat, on deals nothing was fitted on. The
    prediction is the estimate of P(win) at the first lead, from the ten cards kept and the points
    put away, of hands near enough to the contract to be rated; that of `expert` for players without
    estimates. The first games of each bin are solved with open cards.

    Parameters
    ----------
    log
        The log of a run: its rules, players and seed.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called now and then with a `Progress`.
    deals
        Deals a seat; each seat has its own, the same ones in every contract.
    worlds
        Games solved a contract and bin, all of them where there are fewer.

    Returns
    -------
    pandas.DataFrame
        One row a contract (D H S C G N) and bin with games: contract, bin (0 to 9), predicted (mean
        in the bin), n, wins, rate, rate_low, rate_high (Wilson); open_n, open_wins, open_rate,
        open_low, open_high (Wilson); then of the whole contract, the same in all its rows: games,
        brier and log_loss with _low and _high (mean, t), estimates (names of the players whose
        estimates they are). Every game is a deal of its own within a contract.

    Raises
    ------
    NoDataError
        Jacks are plain cards by the rules, which no estimate knows, or a player takes too long.
    """
    table = table_of(log)
    if not table.rules.jacks_trump:
        raise NoDataError("jacks are plain cards by the rules of this run; no estimate knows that")
    clock, found = Clock(_CONTRACTS * deals, on_progress), []
    for contract in filter(table.knows, range(_CONTRACTS)):
        stay = partial(clock.tell, contract * deals)
        found.append(_contract(table, contract, deals, worlds, threads, stay))
        clock.tell((contract + 1) * deals)
    return pd.concat(found, ignore_index=True)


def _contract(
    table: Table, contract: int, deals: int, worlds: int, threads: int | None, stay: Stay
) -> pd.DataFrame:
    """The rows of a contract; `stay` is called between bins, where a run can be stopped."""
    parts = [rated_games(table, seat, contract, deals, threads) for seat in range(3)]
    chance, won = (np.concatenate([part[k] for part in parts]) for k in (1, 2))
    solved = _solved(parts, table, worlds, threads, stay)
    place = bins_of(chance)
    lines = [
        {
            "contract": CONTRACTS[contract],
            "bin": k,
            "predicted": float(chance[place == k].mean()),
            **_rate(won[place == k], "n", "wins", "rate"),
            **_rate(solved[k], "open_n", "open_wins", "open"),
        }
        for k in np.unique(place).tolist()
    ]
    loss = -np.log(np.where(won, chance, 1 - chance))
    return pd.DataFrame(lines).assign(
        games=len(won), **_mean("brier", (chance - won) ** 2), **_mean("log_loss", loss),
        estimates=", ".join(dict.fromkeys(estimates_of(table, seat)[0] for seat in range(3))),
    )  # fmt: skip


def estimates_of(table: Table, seat: int) -> tuple[str, dict[str, dict[str, float]]]:
    """The estimates a seat is measured by, and the player they are of."""
    player = table.players[seat]
    if not player.fit:
        player = load_player(OTHERS)
    return player.name, player.fit


def rated_games(
    table: Table, seat: int, contract: int, deals: int, threads: int | None = None
) -> Rated:
    """Games of a contract forced on a seat, those of hands near enough to it to be rated."""
    kind = {GRAND: "grand", NULL: "null"}.get(contract, "suit")
    model = f"{kind}_after"
    forced = Scenario(declarer=seat, contract=CONTRACTS[contract], hand=False)
    games = table.force(forced, deals, first=FIRST + seat * deals, threads=threads)
    cards = games[f"hand_{SEATS[seat]}"].astype(np.int64) | games["skat"]
    games = games[rated(cards, kind, contract)]
    (sample,) = samples(model, Games(kind, [(seat, contract, games)]))
    chance = predict(model, design(model, sample), estimates_of(table, seat)[1][model])
    return Rated(games, chance, games["won"])


def _solved(
    parts: list[Rated], table: Table, worlds: int, threads: int | None, stay: Stay
) -> dict[int, Marks]:
    """By bin, whether the declarer wins the first games on open cards, as many of each seat."""
    found: dict[int, list[Marks]] = {k: [] for k in range(BINS)}
    for part in parts:
        place = bins_of(part.chance)
        for k in np.unique(place).tolist():
            some = part.games[place == k][: worlds // len(parts)]
            found[k].append(open_card_wins(some, table.rules, threads))
            stay()
    return {k: np.concatenate(marks) for k, marks in found.items() if marks}


def _rate(won: Marks, size: str, wins: str, name: str) -> dict[str, Any]:
    """A win rate and its limits as columns."""
    n, total = len(won), int(won.sum())
    limits = wilson(total, n)
    rate = name if name == "rate" else f"{name}_rate"
    return {
        size: n, wins: total, rate: total / n if n else np.nan, f"{name}_low": float(limits.low),
        f"{name}_high": float(limits.high),
    }  # fmt: skip


def _mean(name: str, values: Numbers) -> dict[str, float]:
    """A mean and its limits as columns."""
    limits = t_interval(len(values), float(values.sum()), float((values**2).sum()))
    return {
        name: float(values.mean()), f"{name}_low": float(limits.low),
        f"{name}_high": float(limits.high),
    }  # fmt: skip
