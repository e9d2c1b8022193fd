"""The command that plays a run of soket and sekans again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any

from analysis.poch.rule_words import circle_names
from analysis.provenance import OUT, CannotError, Repeat
from simcore.poch import (
    DEFAULT,
    RULES,
    Player,
    describe_rules,
    load_player,
    preset_names,
    rules_in,
)
from simcore.poch.rules import BETTING, PAYMENT, SEKANS_OF

_WORDS = {"betting": BETTING, "sekans": SEKANS_OF, "payment": PAYMENT}


def repeat(settings: Mapping[str, Any]) -> Repeat:
    """The command that plays the deals of a run again; see `analysis.provenance.repeat`.

    Parameters
    ----------
    settings
        Those of the manifest.
    """
    files: dict[str, str] = {}
    try:
        rules = _rules_word(settings["rules"], files)
        players = [_player_word(player, files) for player in settings["players"]]
        scenario = _scenario_words(settings["scenario"] or {})
    except CannotError as error:
        return Repeat("", {}, str(error))
    words = ["simcore", "run", "--game", "poch", "--out", OUT]
    for option in ("deals", "seed", "first"):
        words += [f"--{option}", str(settings[option])]
    words += ["--rules", rules, "--seats", str(settings["rules"]["players"])]
    words += ["--players", players[0] if len(set(players)) == 1 else ",".join(players)]
    words += [f"--{option}" for option in ("rotate", "plays") if settings[option]]
    return Repeat(shlex.join([*words, *scenario]), files)


def _rules_word(described: Mapping[str, Any], files: dict[str, str]) -> str:
    """The preset of these rules, or the file they are written to."""
    name = str(described["name"])
    if name in RULES:
        if describe_rules(name, described["players"]) != described:
            raise CannotError(f"its rules {name!r} are not those of this program version")
        return name
    rules = rules_in(described.items())
    entries: dict[str, Any] = {"preset": DEFAULT, "name": name}
    for field, number in rules._asdict().items():
        entries[field] = _WORDS[field][number] if field in _WORDS else number
    entries |= {"bluff": bool(rules.bluff), "circle_ranks": "".join(circle_names(rules))}
    files["rules.toml"] = "".join(f"{k} = {json.dumps(v)}\n" for k, v in entries.items())
    return "rules.toml"


def _player_word(described: Mapping[str, Any], files: dict[str, str]) -> str:
    """The preset of a player, or the file he is written to."""
    player = Player.model_validate(described)
    if player.name in preset_names():
        if player != load_player(player.name):
            raise CannotError(f"its player {player.name!r} is not that of this program version")
        return player.name
    name = f"{player.name}.toml"  # no two players of a run share a name
    fields = player.model_dump(exclude_defaults=True)
    files[name] = "".join(f"{k} = {json.dumps(v)}\n" for k, v in fields.items())
    return name


def _scenario_words(scenario: Mapping[str, Any]) -> list[str]:
    """The options of a scenario."""
    if scenario.get("first_stakes"):
        raise CannotError("its scenario has first_stakes, which only Python can say")
    known = [
        f"{place.replace('_', '-')}: {cards}" for place, cards in scenario.get("known", {}).items()
    ]
    words = ["--known", "; ".join(known), "--notation", "iss"] if known else []
    if scenario.get("dealer") is not None:
        words += ["--dealer", str(scenario["dealer"])]
    circles = [f"{rank}={chips}" for rank, chips in scenario.get("circles", {}).items()]
    return words + (["--circles", " ".join(circles)] if circles else [])
