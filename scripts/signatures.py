"""The signature of every behaviour: a digest of 10,000 deals for each game, rule set and player.

Players who sample worlds are slow: a few deals under one rule set must do for them.

`python -m scripts.signatures --write` writes them anew after a change of behaviour; such a change
needs a line in the change log.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from simcore.game import Game

DEALS, SEED = 10_000, 1
SAMPLED_DEALS, SAMPLED_RULES = 5, ("isko", "polish")
SEATS = (3, 6, 8)  # tables of poch besides the usual one of four
_HERE = Path(__file__).resolve().parent


class Behaviour(NamedTuple):
    """What is signed: a player under some rules; the number of seats where it is not the usual."""

    game: str
    rules: str
    player: str
    seats: int | None = None

    @property
    def schema(self) -> str:
        """Under which the signature stands in the file."""
        return _columns(self).schema

    @property
    def name(self) -> str:
        """Its name there."""
        seats = f", {self.seats} seats" if self.seats else ""
        return f"{self.rules} {self.player}{seats}"


def path() -> Path:
    """The file: beside this one in an installed package, among the tests in a checkout."""
    packed = _HERE / "signatures.json"
    return packed if packed.is_file() else _HERE.parent / "tests" / "signatures.json"


def read() -> dict[str, dict[str, str]]:
    """Digests by schema, then by the name of the behaviour.

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


def fixed() -> list[Behaviour]:
    """Every behaviour of players with fixed strategies."""
    from simcore import poch, skat

    players = [name for name in skat.preset_names() if not skat.load_player(name).samples]
    of_poch = poch.preset_names()
    return [
        *(Behaviour("skat", rules, player) for rules in skat.RULES for player in players),
        *(Behaviour("poch", rules, player) for rules in poch.RULES for player in of_poch),
        *(Behaviour("poch", poch.DEFAULT, player, seats) for seats in SEATS for player in of_poch),
    ]


def signed() -> list[Behaviour]:
    """Every behaviour that has a signature."""
    from simcore.skat import load_player, preset_names

    players = [name for name in preset_names() if load_player(name).samples]
    sampled = [Behaviour("skat", rules, player) for rules in SAMPLED_RULES for player in players]
    return fixed() + sampled


def digest(behaviour: Behaviour) -> str:
    """The digest of the deals as this machine plays them."""
    from simcore import rows
    from simcore.log import digest as digest_of
    from simcore.skat import load_player

    game, rules, player, seats = behaviour
    sampled = game == "skat" and load_player(player).samples
    made = rows(game, rules=rules, players=player, seats=seats, seed=SEED,
                deals=SAMPLED_DEALS if sampled else DEALS)  # fmt: skip
    return digest_of(_columns(behaviour), made)


def _columns(behaviour: Behaviour) -> Game:
    """The game of a behaviour, whose columns are digested."""
    from simcore import poch, skat

    if behaviour.game == "skat":
        return skat.GAME
    return poch.game_of(poch.load_rules(behaviour.rules, behaviour.seats))


def digests() -> dict[str, dict[str, str]]:
    """All signatures as this machine plays them."""
    found: dict[str, dict[str, str]] = {}
    for behaviour in signed():
        found.setdefault(behaviour.schema, {})[behaviour.name] = digest(behaviour)
    return found


def main() -> None:
    """Print the signatures, or write them with --write."""
    text = json.dumps(digests(), indent=1) + "\n"
    if sys.argv[1:] == ["--write"]:
        path().write_text(text, "utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
