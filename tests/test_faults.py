"""Every kind of fault, done once to a small run: nothing finished is lost, no row is wrong."""

import random

import pytest

from scripts.faults import FAULTS, Outcome, Scene

SHARDS, SHARD_DEALS = 12, 4096
# These take long to wait for, and are told of by other tests or by another fault.
SLOW = (
    *("killed_at_start", "interrupted", "foreign_lock", "jumping_clock"),
    *("scheduler_killed", "store_silent"),
)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("scene"), SHARDS, SHARD_DEALS)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in FAULTS if name not in SLOW])
def test_nothing_is_lost(name: str, scene: Scene) -> None:
    outcome = FAULTS[name].fault(scene, random.Random(name))
    assert outcome == Outcome(0, 0, outcome.seconds)
