"""A player as the text of its TOML file, which `load_player` reads back to the same player."""

from __future__ import annotations

import json
from typing import Any

from analysis.game_players import AnyPlayer, home_of


def _differences(player: AnyPlayer, other: AnyPlayer) -> dict[str, Any]:
    """The fields in which a player differs from another, but for the name."""
    own, others = player.model_dump(), other.model_dump()
    return {name: own[name] for name in own if name != "name" and own[name] != others[name]}


def _written(player: AnyPlayer, like: str) -> dict[str, Any]:
    """The fields a file must name that is like a preset.

    What the preset leaves out follows from the bidding system; so where the system differs, the
    fields that would follow it are named too.
    """
    preset = home_of(player).load_player(like)
    fields = _differences(player, preset)
    named = preset.model_dump(exclude_defaults=True) | fields
    follows = type(player).model_validate(named | {"name": player.name})
    return fields | _differences(player, follows)


def as_toml(player: AnyPlayer) -> str:
    """The file of a player: like the preset it is nearest to, and the numbers that differ.

    Parameters
    ----------
    player
        Any player; its name must not be that of a preset.

    Returns
    -------
    str
        TOML; what it leaves out is as in the preset.
    """
    written = {like: _written(player, like) for like in home_of(player).preset_names()}
    like = min(written, key=lambda name: len(json.dumps(written[name])))
    fields = {"name": player.name, "like": like, **written[like]}
    fit = fields.pop("fit") if fields.get("fit") else {}
    lines = [f"{name} = {json.dumps(value)}" for name, value in fields.items()]
    for model, weights in fit.items():
        lines += ["", f"[fit.{model}]"]
        lines += [f"{json.dumps(name)} = {weight!r}" for name, weight in weights.items()]
    return "\n".join(lines) + "\n"
