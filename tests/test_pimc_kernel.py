"""The kernels of `pimc` compiled, uncompiled and bounds-checked: the same worlds and games.

`python -m tests.test_pimc_kernel --write` writes tests/data/pimc_digests.json anew after a change
of behaviour; see test_kernel.py.
"""

import hashlib
from typing import Any

import numpy as np
import pytest

import simcore
from simcore.skat import RULES, load_player
from simcore.skat.auction import ladder
from simcore.skat.pimc.driver import Table
from simcore.skat.rules import SEATS, rule_book
from simcore.skat.scenario import FREE
from simcore.skat.strategies.player import records
from tests.digests import Digests

pytestmark = pytest.mark.kernel

SEED, WORLDS = 3, 2
LAST_CARDS = 21  # uncompiled only these are played, as search is slow

# who bids, by which rules; a scenario leaves nothing to be heard
RUNS: dict[str, dict[str, Any]] = {
    "simple": {"players": "simple", "deals": 3},
    "club, polish": {"players": "club", "deals": 2, "rules": "polish"},
    "hand game": {"players": "club", "deals": 1, "scenario": {"contract": "C", "hand": True}},
    "null ouvert": {
        "players": "club",
        "deals": 1,
        "scenario": {"contract": "N", "hand": True, "announced": ["ouvert"], "bid": 18},
    },
}


def tables(run: dict[str, Any]) -> list[tuple[Table, np.ndarray]]:
    """The games of a run at tables where every seat samples worlds, with what was played."""
    given = {name: value for name, value in run.items() if name != "scenario"}
    rules, forced = RULES[run.get("rules", "isko")], FREE
    if "scenario" in run:
        given["scenario"] = simcore.Scenario(declarer=1, **run["scenario"])
        forced = given["scenario"].forced(rules)
    rows, plays = simcore.rows(seed=SEED, plays=True, threads=1, **given)
    sampling = {"play": "pimc", "exchange": "pimc", "worlds": WORLDS, "discard_worlds": WORLDS}
    fit = load_player("expert").fit  # a sampling exchange wants the estimates it stands on
    player = load_player(run["players"]).model_copy(update={**sampling, "fit": fit})
    seated = records((player, player, player))
    known = seated, np.uint64(SEED), forced, rule_book(rules), ladder(rules)
    return [
        (Table(rows[k : k + 1].copy(), plays[k].copy(), *known), plays[k])
        for k in np.flatnonzero(rows["declarer"] >= 0)
    ]


def digest(name: str) -> str:
    """Digest of the worlds of every seat in the middle, and of games whose last cards it plays."""
    with np.errstate(over="ignore"):  # wrapping products of random words, uncompiled
        return _digest(RUNS[name])


def _digest(run: dict[str, Any]) -> str:
    found = hashlib.sha256()
    for table, played in tables(run):
        steps = int((played[2:] < 32).sum())
        for seat in range(len(SEATS)):
            worlds = table.worlds(min(13, steps), seat, WORLDS)
            found.update(worlds["hands"].tobytes() + worlds["skat"].tobytes())
        if steps > LAST_CARDS:
            table.play(np.full(3, WORLDS), LAST_CARDS)
        found.update(table.row.tobytes() + table.plays.tobytes())
    return found.hexdigest()


DIGESTS = Digests("pimc_digests.json", RUNS, digest)


@pytest.mark.parametrize("name", RUNS)
def test_games_do_not_depend_on_compilation(name: str) -> None:
    DIGESTS.check(name)


def test_every_run_has_its_digest() -> None:
    DIGESTS.check_names()


if __name__ == "__main__":
    DIGESTS.main()
