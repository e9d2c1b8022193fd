"""Where a run comes from: its settings with digests, and the command that makes it again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from typing import Any, NamedTuple

from analysis.player_file import as_toml
from simcore import cards
from simcore.manifest import settings_sha256
from simcore.skat import RULES, Player, RuleSet, describe_rules, load_player, preset_names

OUT = "runs/again"


class Repeat(NamedTuple):
    """How to play a run again.

    Attributes
    ----------
    command
        The command; empty where none can say it.
    files
        By name, the text of the files it reads: rules and players that are no presets.
    why_not
        Why no command can say it; empty where one can.
    """

    command: str
    files: dict[str, str]
    why_not: str = ""


class CannotError(Exception):
    """Settings that the command line cannot say."""


def repeat(settings: Mapping[str, Any]) -> Repeat:
    """The command that plays the deals of a run again.

    Parameters
    ----------
    settings
        Those of the manifest.

    Returns
    -------
    Repeat
    """
    files: dict[str, str] = {}
    try:
        rules = _rules_word(settings["rules"], files)
        players = _player_words(settings["players"], files)
        scenario = _scenario_words(settings["scenario"] or {})
    except CannotError as error:
        return Repeat("", {}, str(error))
    words = ["simcore", "run", "--out", OUT]
    for option in ("deals", "seed", "first"):
        words += [f"--{option}", str(settings[option])]
    words += ["--rules", rules, "--players", players]
    words += [f"--{option}" for option in ("rotate", "plays") if settings[option]]
    return Repeat(shlex.join([*words, *scenario]), files)


def digest(part: Mapping[str, Any]) -> str:
    """SHA-256 of rules or a player: of canonical JSON, sorted keys and no blanks."""
    return settings_sha256(dict(part))


def _rules_word(rules: Mapping[str, Any], files: dict[str, str]) -> str:
    """The preset of these rules, or the file they are written to."""
    if any(describe_rules(name) == rules for name in RULES):
        return str(rules["name"])
    if rules["name"] in RULES:
        raise CannotError(f"its rules {rules['name']!r} are not those of this program version")
    own = {field: rules[field] for field in RuleSet._fields}

    def changed(preset: str) -> dict[str, Any]:
        return {k: v for k, v in own.items() if v != getattr(RULES[preset], k)}

    nearest = min(RULES, key=lambda preset: len(changed(preset)))
    entries = {"preset": nearest, "name": rules["name"], **changed(nearest)}
    files["rules.toml"] = "".join(f"{k} = {json.dumps(v)}\n" for k, v in entries.items())
    return "rules.toml"


def _player_words(players: list[dict[str, Any]], files: dict[str, str]) -> str:
    """One preset or file for all, or three of them."""
    words = [_player_word(player, files) for player in players]
    return words[0] if len(set(words)) == 1 else ",".join(words)


def _player_word(described: dict[str, Any], files: dict[str, str]) -> str:
    player = Player.model_validate(described)
    if player.name in preset_names():
        if player != load_player(player.name):
            raise CannotError(f"its player {player.name!r} is not that of this program version")
        return player.name
    name = f"{player.name}.toml"  # no two players of a run share a name
    files[name] = as_toml(player)
    return name


def _scenario_words(scenario: Mapping[str, Any]) -> list[str]:
    """The options of a scenario."""
    sayable = {"known", "declarer", "contract", "hand", "announced", "bid", "deals"}
    odd = [name for name, value in scenario.items() if value and name not in sayable]
    if odd:
        raise CannotError(f"its scenario has {odd[0]}, which only Python can say")
    if scenario.get("deals"):
        raise CannotError("its deals were given by a file of records: name it in --deals-from")
    if scenario.get("hand") is False and not scenario["contract"]:
        raise CannotError("its scenario forces the pick-up of the skat, which only Python can say")
    known = [f"{place}: {cards.format(held)}" for place, held in scenario.get("known", {}).items()]
    words = ["--known", "; ".join(known), "--notation", "iss"] if known else []
    for option in ("declarer", "contract", "bid"):
        if scenario.get(option) is not None:
            words += [f"--{option}", str(scenario[option])]
    words += ["--hand"] if scenario.get("hand") else []
    return words + (
        ["--announce", ",".join(scenario["announced"])] if scenario.get("announced") else []
    )
