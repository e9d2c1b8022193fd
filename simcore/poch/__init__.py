"""Soket and sekans: its rules as functions, and the game as batch and log see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from simcore.checks import shown
from simcore.game import Game, Setup
from simcore.poch.auction import HOW
from simcore.poch.chances import share_below
from simcore.poch.play import run_chunk
from simcore.poch.row import (
    FEW,
    ROW,
    SCHEMA,
    WORDS,
    actions_of,
    cards_played,
    columns,
    plays_bytes,
)
from simcore.poch.rule_files import describe_rules, load_rules, rules_in
from simcore.poch.rules import DEFAULT, RULES, RuleSet, make_rules, rule_book
from simcore.poch.scenario import Scenario
from simcore.poch.strategies.player import (
    Player,
    Players,
    load_player,
    load_players,
    preset_names,
    records,
)

__all__ = [
    "DEFAULT",
    "RULES",
    "Player",
    "Players",
    "RuleSet",
    "Scenario",
    "actions_of",
    "cards_played",
    "describe_rules",
    "game_of",
    "load_player",
    "load_players",
    "load_rules",
    "make_rules",
    "prepare",
    "preset_names",
    "rules_in",
    "settings",
]

_BLOCK_ROWS = 1 << 16  # rows are wide here


def _tally(rows: np.ndarray) -> tuple[int, int]:
    """Nothing: nobody declares a game here that could be won."""
    return 0, 0


def game_of(rules: RuleSet) -> Game:
    """The game as batch and log see it, at a table of these rules."""
    return Game(
        name="poch",
        schema=SCHEMA,
        row=columns(rules),
        words=dict.fromkeys(WORDS, HOW),
        few=FEW,
        plays=plays_bytes(rules),
        tally=_tally,
        block_rows=_BLOCK_ROWS,
    )


def settings(
    *,
    rules: str | Path | RuleSet,
    players: Players,
    rotate: bool,
    scenario: Scenario | None,
    seats: int | None,
    end: int,
) -> dict[str, Any]:
    """What decides the rows of a run, as plain JSON, checked.

    Raises
    ------
    ValueError
        Rules, players, seats or scenario are not usable; the message names the token.
    """
    described = describe_rules(rules, seats)
    rule_set = rules_in(described.items())
    if not isinstance(scenario, Scenario | None):
        raise ValueError(f"scenario {shown(scenario)}: a simcore.poch.Scenario")
    seated = load_players(players, rule_set.players)
    return {
        "rules": described,
        "players": [player.model_dump() for player in seated],
        "rotate": bool(rotate),
        "scenario": None if scenario is None else scenario.words(rule_set),
    }


def _play(rows: np.ndarray, *arguments: Any) -> None:
    """The kernel, which knows one record for tables of every size."""
    run_chunk(rows.view(ROW), *arguments)


def prepare(settings: Mapping[str, Any]) -> tuple[Game, Setup]:
    """Settings made ready for the kernel: one type for every argument.

    Raises
    ------
    ValueError, KeyError, TypeError
        They are not what `settings` makes.
    """
    if not isinstance(settings["rules"]["name"], str) or not settings["rules"]["name"]:
        raise ValueError(f"rules: name {settings['rules']['name']!r} is no name")
    rules = rules_in(settings["rules"].items())
    words = settings["scenario"]
    scenario = Scenario() if words is None else Scenario.from_words(words)
    seated = [Player.model_validate(player) for player in settings["players"]]
    if len(seated) != rules.players:
        raise ValueError(f"{len(seated)} players for {rules.players} seats")
    # rotation k: seat s is played by players[(s + k) % number]
    turns = range(rules.players if settings["rotate"] else 1)
    seats = np.stack([records(seated[turn:] + seated[:turn]) for turn in turns])
    arguments = (
        seats, scenario.known_cards(rules), scenario.forced(rules),
        share_below(rules.pack, rules.sekans), rule_book(rules),
    )  # fmt: skip
    setup = Setup(_play, arguments, len(turns), dict(settings), together=rules.session_deals)
    return game_of(rules), setup
