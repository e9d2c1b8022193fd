"""Behaviour stays what tests/signatures.json says, or a change of it is written down there."""

import pytest

from scripts import signatures
from simcore.skat import GAME, RULES

NAMES = signatures.all_names()


@pytest.mark.parametrize(("rules", "player"), NAMES)
def test_behaviour_is_the_one_signed(rules: str, player: str) -> None:
    signed = signatures.read()[GAME.schema][f"{rules} {player}"]
    assert signatures.digest(rules, player) == signed, (
        "the deals are played differently: python -m scripts.signatures --write, and a line in "
        "CHANGELOG.md that says why"
    )


def test_every_behaviour_is_signed_and_no_other() -> None:
    signed = signatures.read()
    assert set(signed) == {GAME.schema}
    assert set(signed[GAME.schema]) == {f"{rules} {player}" for rules, player in NAMES}


def test_signatures_differ() -> None:
    """`random` meets every rule, so that every rule set plays its own way; `online` is isko."""
    signed = signatures.read()[GAME.schema]
    own = [signed[f"{rules} random"] for rules in RULES if rules != "online"]
    assert RULES["online"] == RULES["isko"]
    assert len(set(own)) == len(own)
    for rules in RULES:
        digests = [signed[f"{rules} {player}"] for known, player in NAMES if known == rules]
        same = 0 if RULES[rules].jacks_trump else 1  # there `expert` bids as `club` does
        assert len(set(digests)) == len(digests) - same
