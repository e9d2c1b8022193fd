"""The chance to win an auction by what one holds: as it came out in a run, and as it is dealt."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.clock import Clock
from analysis.clusters import shares, sums_by_cell
from analysis.intervals import ClusterSums
from analysis.poch.frames.scale import Ints, Scale, frequencies, full
from analysis.poch.frames.sessions import session_sums, sums_of
from analysis.poch.frames.table import Rows, Table, table_of
from analysis.poch.load import PochLog
from simcore.batch import OnProgress
from simcore.poch import RuleSet, load_player
from simcore.poch.rules import AUCTIONS

DEALS = 500_000
LEVEL = 0.95
_COUNTS = {"n": "size", "clusters": "clusters"}
WON, BEST = "won", "best"  # of the run; of dealt hands


def holders(
    log: PochLog, auction: int, *, deals: int, threads: int | None, on_progress: OnProgress | None
) -> pd.DataFrame:
    """Chances by holding of one auction; columns as in `soket_chance.frame`."""
    table = table_of(log)
    scale = full(auction, table.rules)
    clock = Clock(len(table.sizes()) * deals, on_progress)
    frames = [_won(log, auction, scale, table.rules)]
    for players in table.sizes():
        frames.append(_best(table.seats(players), auction, scale, deals, clock, threads))
    return pd.concat(frames, ignore_index=True)


def _cells(what: str, players: int, scale: Scale, rules: RuleSet, auction: int) -> dict[str, Any]:
    """What stands before the numbers, a row a class."""
    return {
        "what": what,
        "players": players,
        "holding": list(scale.names),
        "size": scale.keys >> 5,
        "frequency": frequencies(auction, rules),
    }


def _won(log: PochLog, auction: int, scale: Scale, rules: RuleSet) -> pd.DataFrame:
    """How often holders took the circle in the run, the session as the unit."""
    name = AUCTIONS[auction]
    rows = f"SELECT *, {name}_key // 2 AS half FROM seats"
    found = session_sums(log, rows, "half", {"wins": f"won_{name}::INTEGER"})
    found = found.set_index("half").reindex(scale.keys // 2, fill_value=0)
    sums = sums_of(found, "wins")
    counted = {name: found[of].to_numpy(np.int64) for name, of in _COUNTS.items()}
    head = _cells(WON, rules.players, scale, rules, auction)
    return pd.DataFrame(head | counted | shares("chance", sums, LEVEL))


def _best(
    table: Table, auction: int, scale: Scale, deals: int, clock: Clock, threads: int | None
) -> pd.DataFrame:
    """How often holders have the best of the table in dealt hands, the deal as the unit."""
    quick = Table(table.rules, (load_player("random"),) * table.rules.players, table.seed)
    total = np.zeros((6, len(scale)))
    for made, _ in quick.single_deals().blocks(None, deals, clock, threads):
        keys = _keys(made, auction, table.rules.players)
        best = is_best(keys, made["dealer"].astype(np.int64))
        deal = np.repeat(np.arange(len(made)), table.rules.players)
        cell = scale.classes(keys.ravel())
        sums = sums_by_cell(cell, deal, best.ravel().astype(np.int64), len(scale))
        total += np.stack([np.asarray(part) for part in vars(sums).values()])
    sums = ClusterSums(*total)
    head = _cells(BEST, table.rules.players, scale, table.rules, auction)
    counted = {"n": total[1].astype(np.int64), "clusters": total[0].astype(np.int64)}
    told = pd.DataFrame(head | counted | shares("chance", sums, LEVEL))
    return told[told["size"] > 0]  # nothing is never the best


def _keys(made: Rows, auction: int, players: int) -> Ints:
    """The keys of an auction, shape (deals, players)."""
    name = AUCTIONS[auction]
    return np.stack([made[f"{name}_key_{k}"].astype(np.int64) for k in range(players)], axis=1)


def is_best(keys: Ints, dealer: Ints) -> Any:
    """Who would win if all showed: the highest key, of equal ones the nearest to the dealer's left.

    Parameters
    ----------
    keys
        Shape (deals, players).
    dealer
        Seats, shape (deals,).
    """
    players = keys.shape[1]
    steps = (np.arange(players) - dealer[:, None] - 1) % players
    rank = keys * players - steps  # no two are equal
    return rank == rank.max(axis=1, keepdims=True)
