"""Behaviour stays what tests/signatures.json says, or a change of it is written down there."""

import pytest

from scripts import signatures
from scripts.signatures import Behaviour
from simcore import poch, skat

SIGNED = signatures.signed()


@pytest.mark.parametrize("behaviour", SIGNED, ids=[one.name for one in SIGNED])
def test_behaviour_is_the_one_signed(behaviour: Behaviour) -> None:
    signed = signatures.read()[behaviour.schema][behaviour.name]
    assert signatures.digest(behaviour) == signed, (
        "the deals are played differently: python -m scripts.signatures --write, and a line in "
        "CHANGELOG.md that says why"
    )


def test_every_behaviour_is_signed_and_no_other() -> None:
    wanted: dict[str, set[str]] = {}
    for behaviour in SIGNED:
        wanted.setdefault(behaviour.schema, set()).add(behaviour.name)
    assert {schema: set(names) for schema, names in signatures.read().items()} == wanted


def test_signatures_of_skat_differ() -> None:
    """`random` meets every rule, so that every rule set plays its own way; `online` is isko."""
    signed = signatures.read()[skat.GAME.schema]
    own = [signed[f"{rules} random"] for rules in skat.RULES if rules != "online"]
    assert skat.RULES["online"] == skat.RULES["isko"]
    assert len(set(own)) == len(own)
    for rules in skat.RULES:
        digests = [signed[one.name] for one in SIGNED if one.rules == rules]
        same = 0 if skat.RULES[rules].jacks_trump else 1  # there `expert` bids as `club` does
        assert len(set(digests)) == len(digests) - same


def test_signatures_of_poch_differ() -> None:
    """Other rules, another player, another number of seats: other deals."""
    schema = next(one.schema for one in SIGNED if one.game == "poch")
    signed = signatures.read()[schema]
    assert len(signed) == (len(poch.RULES) + len(signatures.SEATS)) * len(poch.preset_names())
    assert len(set(signed.values())) == len(signed)
