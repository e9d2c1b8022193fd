"""What a run comes to: who declared what and won how often, the numbers of summary and report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pandas as pd

from analysis.intervals import ClusterSums
from analysis.load import SkatLog
from analysis.match import LIST_DEALS
from analysis.ratios import mean, ratios, share
from simcore.skat.lists import GAME_BONUS, LOSS_BONUS
from simcore.skat.rules import SEATS

PLAYERS = "ABC"
PLAYED = "DHSCGN"  # contracts with a declarer
KINDS = ("schneider", "schwarz", "hand", "ouvert", "overbid")
DEALT = "1 + thrown_in"  # a row and the deals thrown in before it
_RAMSCH = "contract = 'R'"


def overview(log: SkatLog, where: str | None = None) -> dict[str, Any]:
    """Rates and means of a run, each with its denominator and 95 % interval, the deal as the unit.

    Parameters
    ----------
    log
        The log of the run.
    where
        SQL condition on the rows.

    Returns
    -------
    dict
        Plain data. Shares (see `share`) of the deals dealt: thrown_in, passed_in, ramsch and, in
        per_dealt, played and won; of the hands played: kinds, by name. Cells (n, wins, win_rate,
        win_low, win_high, mean_score, score_low, score_high; n alone where it is 0): played, of all
        hands played, and lists of them: contracts (contract, share, share_low, share_high), seats
        and, of a rotated run, by_player (name, declared, list_36, ramsch: see `mean`).

    Raises
    ------
    ValueError
        The condition is not valid SQL.
    """
    sums = ratios(log.query, _measures(log.rotated), clustered=log.rotated, where=where)
    found: dict[str, Any] = {
        "hands": int(sums["played"].size),  # type: ignore[arg-type]
        **{name: share(sums[name], "dealt") for name in ("thrown_in", "passed_in", "ramsch")},
        "played": _cell(log.win_rate(where=where).iloc[0]),
        "per_dealt": {
            "played": share(sums["played"], "dealt"),
            "won": share(sums["won"], "dealt"),
            "score": mean(sums["score"]),
        },
        "contracts": _contracts(log.win_rate(by=["contract"], where=where), sums),
        "kinds": {kind: share(sums[kind], "played") for kind in (*KINDS, "kontra", "re")},
        "seats": _declarers(log.win_rate(by=["declarer"], where=where), SEATS, sums),
    }
    if log.rotated:
        rates = log.win_rate(by=["player"], where=where)
        found["by_player"] = _declarers(rates, PLAYERS, sums)
    return found


def _measures(rotated: bool) -> dict[str, tuple[str, str]]:
    """What is counted, by name: of what, and what."""
    measures = {
        "thrown_in": (DEALT, "thrown_in"),
        "passed_in": (DEALT, "contract = 'P'"),
        "ramsch": (DEALT, _RAMSCH),
        "played": (DEALT, "played"),
        "won": (DEALT, "played AND won"),
        "score": (DEALT, "CASE WHEN played THEN score ELSE 0 END"),
        **{kind: ("played", kind) for kind in KINDS},
        "kontra": ("played", "kontra > 0"),
        "re": ("played", "kontra = 2"),
        **{f"contract {word}": ("played", f"contract = '{word}'") for word in PLAYED},
    }
    for k, seat in enumerate(SEATS):
        measures[f"declared {seat}"] = (DEALT, f"declarer = {k}")
        measures[f"list {seat}"] = ("true", list_points(k))
        measures[f"ramsch {seat}"] = (_RAMSCH, _score(k))
    for k, player in enumerate(PLAYERS if rotated else ()):
        measures[f"declared {player}"] = (DEALT, f"player = {k}")
        measures[f"list {player}"] = ("true", _of_player(list_points, k))
        measures[f"ramsch {player}"] = (_RAMSCH, _of_player(_score, k))
    return measures


def _score(seat: int) -> str:
    """Plain result of a seat in a deal."""
    return f"score_{SEATS[seat]}"


def list_points(seat: int) -> str:
    """Seeger-Fabian points of a seat in a deal, a table of three."""
    own = f"CASE WHEN won THEN {GAME_BONUS} ELSE -{GAME_BONUS} END"
    others = f"WHEN played AND NOT won THEN {LOSS_BONUS[3]} ELSE 0"
    return f"({_score(seat)} + CASE WHEN declarer = {seat} THEN {own} {others} END)"


def _of_player(of_seat: Callable[[int], str], player: int) -> str:
    """What a player has who changes seats: with rotation k seat s is player (s + k) % 3."""
    cases = [f"WHEN {(player - seat) % 3} THEN {of_seat(seat)}" for seat in range(3)]
    return f"CASE rotation {' '.join(cases)} END"


def _cell(row: Any) -> dict[str, Any]:
    """A row of the win-rate frame as plain data."""
    names = ("wins", "win_rate", "win_low", "win_high", "mean_score", "score_low", "score_high")
    return {"n": int(row["n"]), **{name: row[name] for name in names}}


def _contracts(frame: pd.DataFrame, sums: dict[str, ClusterSums]) -> list[dict[str, Any]]:
    """One entry a contract that was played."""
    found = []
    for _, row in frame.iterrows():
        of_played = share(sums[f"contract {row['contract']}"], "played")
        shares = {"share": of_played["rate"]}
        shares |= {f"share_{limit}": of_played[limit] for limit in ("low", "high")}
        found.append({"contract": row["contract"], **shares, **_cell(row)})
    return found


def _declarers(
    frame: pd.DataFrame, names: Iterable[str], sums: dict[str, ClusterSums]
) -> list[dict[str, Any]]:
    """One entry a seat or player, also for one that declared nothing."""
    number = frame.columns[0]
    cells = {int(row[number]): _cell(row) for _, row in frame.iterrows()}
    return [
        {
            "name": name,
            "declared": share(sums[f"declared {name}"], "dealt"),
            **cells.get(k, {"n": 0}),
            "list_36": mean(sums[f"list {name}"], LIST_DEALS),
            "ramsch": mean(sums[f"ramsch {name}"]),
        }
        for k, name in enumerate(names)
    ]
