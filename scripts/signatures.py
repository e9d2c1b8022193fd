"""The signature of every behaviour: a digest of 10,000 deals for each rule set and player.

Players who sample worlds are slow: a few deals under one rule set must do for them.

`python -m scripts.signatures --write` writes them anew after a change of behaviour; such a change
needs a line in the change log.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

DEALS, SEED = 10_000, 1
SAMPLED_DEALS, SAMPLED_RULES = 5, ("isko", "polish")
_HERE = Path(__file__).resolve().parent


def path() -> Path:
    """The file: beside this one in an installed package, among the tests in a checkout."""
    packed = _HERE / "signatures.json"
    return packed if packed.is_file() else _HERE.parent / "tests" / "signatures.json"


def read() -> dict[str, dict[str, str]]:
    """Digests by schema, then by "rules player".

    Raises
    ------
    ValueError
        The file is missing or unreadable.
    """
    try:
        signatures: dict[str, dict[str, str]] = json.loads(path().read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"signatures: {error}") from None
    return signatures


def fixed_names() -> list[tuple[str, str]]:
    """Every (rules, player) of players with fixed strategies."""
    from simcore.skat import RULES, load_player, preset_names

    players = [name for name in preset_names() if not load_player(name).samples]
    return [(rules, player) for rules in RULES for player in players]


def all_names() -> list[tuple[str, str]]:
    """Every (rules, player) that has a signature."""
    from simcore.skat import load_player, preset_names

    players = [name for name in preset_names() if load_player(name).samples]
    return [*fixed_names(), *((rules, player) for rules in SAMPLED_RULES for player in players)]


def digest(rules: str, player: str) -> str:
    """The digest of the deals as this machine plays them."""
    from simcore import rows
    from simcore.log import digest as digest_of
    from simcore.skat import GAME, load_player

    deals = SAMPLED_DEALS if load_player(player).samples else DEALS
    return digest_of(GAME, rows(rules=rules, players=player, deals=deals, seed=SEED))


def digests() -> dict[str, dict[str, str]]:
    """All signatures as this machine plays them."""
    from simcore.skat import GAME

    return {GAME.schema: {f"{rules} {name}": digest(rules, name) for rules, name in all_names()}}


def main() -> None:
    """Print the signatures, or write them with --write."""
    text = json.dumps(digests(), indent=1) + "\n"
    if sys.argv[1:] == ["--write"]:
        path().write_text(text, "utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
