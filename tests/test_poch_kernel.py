"""The kernel of soket and sekans compiled, uncompiled and bounds-checked: the same rows.

As for Skat, each mode compares with one file of digests, tests/data/poch_kernel_digests.json;
`python -m tests.test_poch_kernel --write` writes it anew after a change of behaviour.
"""

import hashlib
from typing import Any

import pytest

import simcore
from simcore import jit, log
from simcore.poch import Player, Scenario, game_of, load_rules, make_rules
from simcore.poch.play import run_chunk
from tests.digests import Digests

pytestmark = pytest.mark.kernel

BY_CHANCE = Player(name="by chance", staking="chances", shedding="weighed", bluff_rate=0.25)
BLUFFER = Player(name="bluffer", staking="holdings", shedding="random", bluff_rate=0.5)

# Few deals, as uncompiled ones are slow; together they reach every part of the kernel.
RUNS: dict[str, dict[str, Any]] = {
    "random": {"players": "random", "deals": 96},
    "simple": {"players": "simple", "deals": 96},
    "by chance": {"players": BY_CHANCE, "deals": 96},
    "late deals": {"players": "simple", "deals": 20, "first": 2**62 - 20, "seed": 2**64 - 1},
    "rotate": {"players": [BY_CHANCE, "random", "simple"], "deals": 40, "rotate": True, "seats": 3},
    "three of 24": {"players": BY_CHANCE, "deals": 40, "rules": make_rules(players=3, pack=24)},
    "five": {"players": "random", "deals": 40, "seats": 5},
    "eight": {"players": "simple", "deals": 40, "seats": 8},
    "court": {"players": "simple", "deals": 40, "rules": "court"},
    "poker": {"players": "random", "deals": 60, "rules": "poker"},
    "poker by chance": {"players": BY_CHANCE, "deals": 60, "rules": "poker"},
    "bluff": {"players": BLUFFER, "deals": 60, "rules": make_rules(bluff=1)},
    "flush": {"players": "random", "deals": 40, "rules": make_rules(sekans=1)},
    "fixed": {"players": "simple", "deals": 40, "rules": make_rules(payment=1, fixed_payment=3)},
    "no limit": {"players": "random", "deals": 40, "rules": make_rules(max_stake=0)},
    "short sessions": {"players": "simple", "deals": 35, "rules": make_rules(session_deals=10)},
    "known cards": {
        "players": "simple",
        "deals": 40,
        "scenario": Scenario(known={1: "SA SK", "turn_up": "SQ"}, dealer=0, circles={"A": 9}),
    },
    "first turn": {
        "players": BY_CHANCE,
        "deals": 60,
        "scenario": Scenario(staker=2, first_stakes={"soket": 3, "sekans": 0}),
    },
}


def game_in(asked: dict[str, Any]) -> Any:
    return game_of(load_rules(asked.get("rules", "karuzela"), asked.get("seats")))


def digest(name: str) -> str:
    """Digest of the rows of a run and of the cards played."""
    rows, plays = simcore.rows("poch", plays=True, threads=1, **RUNS[name])
    told = log.digest(game_in(RUNS[name]), rows).encode() + plays.tobytes()
    return hashlib.sha256(told).hexdigest()


DIGESTS = Digests("poch_kernel_digests.json", RUNS, digest)


@pytest.mark.parametrize("name", RUNS)
def test_rows_do_not_depend_on_compilation(name: str) -> None:
    DIGESTS.check(name)


def test_every_run_has_its_digest() -> None:
    DIGESTS.check_names()


def test_rows_without_plays_are_the_same() -> None:
    asked: dict[str, Any] = {"players": "simple", "deals": 5}
    rows, _ = simcore.rows("poch", plays=True, **asked)
    assert rows.tobytes() == simcore.rows("poch", **asked).tobytes()


def test_one_compiled_kernel_serves_all() -> None:
    """Rules, players and the size of the table are data: nothing compiles a second time."""
    simcore.rows("poch", deals=1, seats=8, players="random", plays=True)
    simcore.rows("poch", deals=1, rules="poker", players="simple", rotate=True)
    if jit.COMPILED:
        assert len(run_chunk.signatures) == 1
    else:
        assert not hasattr(run_chunk, "signatures")


if __name__ == "__main__":
    DIGESTS.main()
