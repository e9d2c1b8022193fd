"""Players of either game, and where the presets and files of each are read."""

from __future__ import annotations

from typing import Any, TypeVar

from simcore import poch, skat

AnyPlayer = skat.Player | poch.Player
P = TypeVar("P", skat.Player, poch.Player)


def home_of(player: AnyPlayer | type[AnyPlayer]) -> Any:
    """The game of a player, or of a class of players: the package with `load_player` and
    `preset_names`."""
    kind = player if isinstance(player, type) else type(player)
    return poch if issubclass(kind, poch.Player) else skat
