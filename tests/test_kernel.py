"""The kernel compiled, uncompiled and bounds-checked: the same rows, byte by byte.

Each mode compares with tests/data/kernel_digests.json, so that

    pytest -m kernel
    NUMBA_DISABLE_JIT=1 pytest -m kernel
    NUMBA_BOUNDSCHECK=1 pytest -m kernel

together prove that all three agree. `python -m tests.test_kernel --write` writes the digests anew
after a change of behaviour.
"""

import hashlib
from typing import Any

import pytest

import simcore
from simcore import jit, log
from simcore.skat import GAME, RULES, RuleSet
from simcore.skat.play import run_chunk
from tests.digests import Digests

pytestmark = pytest.mark.kernel

ISKO = RULES["isko"]
TEN = "CJ SJ CA CT C9 C8 HA HT S7 D8"


def forced(**game: Any) -> dict[str, Any]:
    return {"scenario": simcore.Scenario(**game)}


def own(**changes: int) -> dict[str, RuleSet]:
    return {"rules": ISKO._replace(**changes)}


# Few deals, as uncompiled ones are slow; together they reach every part of the kernel.
RUNS: dict[str, dict[str, Any]] = {
    "random": {"players": "random", "deals": 200},
    "simple": {"players": "simple", "deals": 250},
    "late deals": {"players": "simple", "deals": 30, "first": 2**62, "seed": 2**64 - 1},
    "rotate": {"players": ["simple", "random", "simple"], "deals": 60, "rotate": True},
    "redeal": {"players": "random", "deals": 200, **own(all_pass=1)},
    "plain jacks": {"players": "random", "deals": 60, **own(jacks_trump=0, contracts=0b1111)},
    "old tariff": {"players": "random", "deals": 100, **own(grand_ouvert_base=36, hand_loss=1)},
    "polish": {"players": "simple", "deals": 60, "rules": "polish"},
    "altenburg": {"players": "simple", "deals": 60, "rules": "altenburg"},
    "ramsch": {"players": "simple", "deals": 300, **own(all_pass=2)},
    "ramsch random": {"players": "random", "deals": 120, **own(all_pass=2, ramsch_skat=1)},
    "kontra": {"players": "simple", "deals": 150, **own(kontra=2)},
    "kontra random": {"players": "random", "deals": 80, **own(kontra=2)},
    "null": {"players": "simple", "deals": 80, **forced(declarer=0, contract="N", hand=True)},
    "null picked up": {"players": "simple", "deals": 60, **forced(declarer=1, contract="N")},
    "null random": {"players": "random", "deals": 60, **forced(declarer=2, contract="N")},
    "grand ouvert": {
        "players": "simple",
        "deals": 60,
        **forced(declarer=2, contract="G", hand=True, announced=["ouvert"], bid=264),
    },
    "diamonds": {"players": "simple", "deals": 60, **forced(declarer=1, contract="D", bid=33)},
    "forced declarer": {"players": "simple", "deals": 100, **forced(declarer=0, bid=48)},
    "known cards": {
        "players": "simple",
        "deals": 80,
        **forced(known={1: "CJ SJ HJ CA CT CK", "skat": "D7"}),
    },
    "put away": {
        "players": "simple",
        "deals": 40,
        **forced(known={0: TEN, "skat": "D7 SK"}, declarer=0, contract="C", discard="S7 SK"),
    },
    "bidder": {"players": "simple", "deals": 80, **forced(bidder=2, bid=27)},
}


def digest(name: str) -> str:
    """Digest of the rows of a run and of the cards played."""
    rows, plays = simcore.rows(plays=True, threads=1, **RUNS[name])
    return hashlib.sha256(log.digest(GAME, rows).encode() + plays.tobytes()).hexdigest()


DIGESTS = Digests("kernel_digests.json", RUNS, digest)


@pytest.mark.parametrize("name", RUNS)
def test_rows_do_not_depend_on_compilation(name: str) -> None:
    DIGESTS.check(name)


def test_every_run_has_its_digest() -> None:
    DIGESTS.check_names()


def test_rows_without_plays_are_the_same() -> None:
    rows, _ = simcore.rows(deals=5, plays=True)
    assert log.digest(GAME, simcore.rows(deals=5)) == log.digest(GAME, rows)


def test_one_compiled_kernel_serves_all() -> None:
    """Rules, players and scenarios are data: nothing compiles a second time."""
    simcore.rows(deals=1, **own(all_pass=1))
    simcore.rows(deals=1, players=["simple", "random", "simple"], rotate=True, plays=True)
    simcore.rows(deals=1, **forced(declarer=0, contract="N"))
    if jit.COMPILED:
        assert len(run_chunk.signatures) == 1
    else:
        assert not hasattr(run_chunk, "signatures")


if __name__ == "__main__":
    DIGESTS.main()
