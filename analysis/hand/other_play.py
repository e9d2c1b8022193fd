"""The same games with all cards open, and played by worlds sampled at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analysis.hand.games import Choice
from analysis.hand.worlds import Table, Worlds
from simcore import skat as game
from simcore.batch import OnProgress, Progress
from simcore.skat import Player, Position, load_player
from simcore.skat.rules import NULL, SEATS, contract_number
from simcore.skat.value import aim_of, declaration


def warm_up(table: Table, *, sampling: bool) -> None:
    """Compile, or load, what solving needs, and sampling: a trick solved, a game in one world."""
    game.solve((1 << 31, 1 << 30, 1 << 29), "G", declarer=0, target=1)
    if sampling:
        lowest = game.legal_bids(table.rules)[0]
        sampled_wins(Worlds(table), Choice("G"), lowest, range(1), lambda _: None)


def open_card_wins(
    worlds: Worlds, choices: Sequence[Choice], bid: int, which: range, on_progress: OnProgress
) -> dict[int, tuple[int, int]]:
    """In how many worlds each game reaches its aim when everybody sees all cards and plays best;
    the discard is the player's."""
    rows = worlds.play(choices, bid, which.start, len(which), on_progress)
    found = {}
    for place, choice in enumerate(choices):
        if choice.contract is not None:
            wins = _solved(worlds.table, choice, rows[:, place])
            found[place] = (wins, len(which))
        on_progress(Progress(place + 1, len(choices), 0.0, 0, 0))  # a pause for Ctrl-C
    return found


def _solved(table: Table, choice: Choice, rows: np.ndarray) -> int:
    """Games of one kind won on open cards."""
    contract = contract_number(choice.contract or "")
    named = declaration(contract, choice.hand, choice.announced)
    positions = [_position(row, table.seat, choice.contract or "") for row in rows]
    target = None if contract == NULL else int(aim_of(named.schneider, named.schwarz))
    values = game.solve_many(positions, target=target, rules=table.rules, threads=table.threads)
    return int(np.count_nonzero(values))


def _position(row: np.void, seat: int, contract: str) -> Position:
    """The first lead, after the discard."""
    hands = [int(row[f"hand_{name}"]) for name in SEATS]
    away = int(row["discard"])
    hands[seat] = (hands[seat] | int(row["skat"])) & ~away
    return Position(hands, contract, seat, 0, away)


def sampled_wins(
    worlds: Worlds, choice: Choice, bid: int, which: range, on_progress: OnProgress
) -> tuple[int, int]:
    """Games won where declarer and defenders play by worlds they sample."""
    sampling: Player = load_player("pimc")
    table = replace(worlds.table, players=(sampling,) * 3)
    rows = replace(worlds, table=table).play([choice], bid, which.start, len(which), on_progress)
    return int(np.count_nonzero(rows["won"])), len(which)
