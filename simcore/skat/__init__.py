"""Skat: its rules as functions, and the game as batch and log see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from simcore.checks import shown
from simcore.game import Game, Setup
from simcore.skat.auction import ladder
from simcore.skat.dealing import packets
from simcore.skat.lists import list_scores
from simcore.skat.open_cards import (
    Judged,
    Line,
    Position,
    best_line,
    judge,
    move_values,
    solve,
    solve_many,
)
from simcore.skat.pimc.driver import run_sampled
from simcore.skat.play import run_chunk
from simcore.skat.record.replay import Record, Replay, read_records
from simcore.skat.record.transcript import write_record
from simcore.skat.row import FEW, PLAYS, ROW, SCHEMA
from simcore.skat.rule_files import describe_rules, load_rules, rules_in
from simcore.skat.rulebook import (
    Auction,
    auction,
    check_declaration,
    legal_bids,
    legal_cards,
    ramsch_scores,
    score,
    settle,
    trick_winner,
)
from simcore.skat.rules import CONTRACTS, REDEAL, RULES, RuleSet, rule_book
from simcore.skat.scenario import Scenario
from simcore.skat.strategies.player import (
    Player,
    Players,
    load_player,
    load_players,
    preset_names,
    records,
)
from simcore.skat.words import (
    Breakdown,
    Factor,
    Score,
    Step,
    breakdown,
    explain,
    explain_ramsch,
)

__all__ = [
    "CONTRACTS",
    "DEFAULT",
    "GAME",
    "RULES",
    "Auction",
    "Breakdown",
    "Factor",
    "Judged",
    "Line",
    "Player",
    "Players",
    "Position",
    "Record",
    "Replay",
    "RuleSet",
    "Scenario",
    "Score",
    "Step",
    "auction",
    "best_line",
    "breakdown",
    "check_declaration",
    "describe_rules",
    "explain",
    "explain_ramsch",
    "judge",
    "legal_bids",
    "legal_cards",
    "list_scores",
    "load_player",
    "load_players",
    "load_rules",
    "move_values",
    "packets",
    "prepare",
    "prepare_arms",
    "preset_names",
    "ramsch_scores",
    "read_records",
    "rules_in",
    "score",
    "settings",
    "settle",
    "solve",
    "solve_many",
    "trick_winner",
    "write_record",
]


DEFAULT = "isko"  # the usual rules
MOST_ARMS = 127  # `rotation` counts them
SAMPLED_SHARD = 64  # deals of a file where players take seconds for each


def _tally(rows: np.ndarray) -> tuple[int, int]:
    return int(np.count_nonzero(rows["won"])), int(np.count_nonzero(rows["declarer"] >= 0))


GAME = Game(
    name="skat",
    schema=SCHEMA,
    row=ROW,
    words={"contract": tuple(CONTRACTS)},
    few=FEW,
    plays=PLAYS,
    tally=_tally,
)


def settings(
    *,
    rules: str | Path | RuleSet,
    players: Players,
    rotate: bool,
    scenario: Scenario | None,
    end: int,
) -> dict[str, Any]:
    """What decides the rows of a run up to deal number `end`, as plain JSON, checked.

    Raises
    ------
    ValueError
        Rules, players or scenario are not usable; the message names the token.
    """
    rule_set = load_rules(rules)
    if not isinstance(scenario, Scenario | None):
        raise ValueError(f"scenario {scenario!r}: a simcore.Scenario")
    if scenario is not None:
        scenario.forced(rule_set)
        _check_given(scenario.given_deals(), end)
    return {
        "rules": describe_rules(rules),
        "players": [player.model_dump() for player in load_players(players)],
        "rotate": bool(rotate),
        "scenario": None if scenario is None else scenario.words(),
    }


def _check_given(given: np.ndarray, end: int) -> None:
    """Refuse to play beyond the last of the deals that are given."""
    if len(given) and end > len(given):
        raise ValueError(f"deal {end - 1} is asked for, given are deals 0 to {len(given) - 1}")


def prepare(settings: Mapping[str, Any]) -> Setup:
    """Settings made ready for the kernel: one type for every argument.

    Raises
    ------
    ValueError, KeyError, TypeError
        They are not what `settings` makes.
    """
    if not isinstance(settings["rules"]["name"], str):
        raise ValueError(f"rules: name {settings['rules']['name']!r} is no text")
    rules = rules_in(settings["rules"].items())
    words = settings["scenario"]
    scenario = Scenario() if words is None else Scenario.from_words(words)
    first, second, third = (Player.model_validate(player) for player in settings["players"])
    # rotation k: seat s is played by players[(s + k) % 3]
    turns = [0, 1, 2] if settings["rotate"] else [0]
    given = scenario.given_deals()
    _check_given(given, settings["first"] + settings["deals"])
    forced = np.repeat(scenario.forced(rules), len(turns))
    return _setup((first, second, third), turns, scenario.known_cards(), given, forced, rules,
                  dict(settings))  # fmt: skip


def prepare_arms(
    *, rules: str | Path | RuleSet, players: Players, scenarios: Sequence[Scenario], end: int
) -> Setup:
    """An experiment made ready: each deal up to number `end` under every scenario.

    Raises
    ------
    ValueError
        Rules, players or a scenario are not usable, or the scenarios differ in the cards known.
    """
    rule_set, seated = load_rules(rules), load_players(players)
    if not isinstance(scenarios, Sequence) or not all(isinstance(s, Scenario) for s in scenarios):
        raise ValueError(f"scenarios {shown(scenarios)}: a list of simcore.Scenario")
    if not 1 <= len(scenarios) <= MOST_ARMS:
        raise ValueError(f"{len(scenarios)} scenarios: 1 to {MOST_ARMS}")
    known, given = scenarios[0].known_cards(), scenarios[0].given_deals()
    for number, other in enumerate(scenarios):
        alike = other.deals is scenarios[0].deals or np.array_equal(other.given_deals(), given)
        if not alike or not np.array_equal(other.known_cards(), known):
            raise ValueError(f"scenario {number} knows other cards than scenario 0")
    _check_given(given, end)
    forced = np.concatenate([scenario.forced(rule_set) for scenario in scenarios])
    if rule_set.all_pass == REDEAL and not len(given) and np.any(forced["declarer"] < 0):
        raise ValueError(
            "scenarios without a declarer: under these rules a deal all pass on is dealt again, so "
            "they would not meet the same cards"
        )
    setup = _setup(seated, [0] * len(scenarios), known, given, forced, rule_set, {})
    return replace(setup, first_chunk=max(1, setup.first_chunk // len(scenarios)))


def _setup(
    players: tuple[Player, Player, Player],
    turns: Sequence[int],
    known: np.ndarray,
    given: np.ndarray,
    forced: np.ndarray,
    rules: RuleSet,
    settings: dict[str, Any],
) -> Setup:
    """What the kernel takes, one type for every argument; `turns` says how far the players have
    moved round the seats in each."""
    seated = records(players)
    seats = np.stack([np.roll(seated, -turn) for turn in turns])
    arguments = (seats, known, given, forced, rule_book(rules), ladder(rules))
    if any(player.samples for player in players):
        return Setup(
            run_sampled, arguments, len(turns), settings, first_chunk=1, shard_deals=SAMPLED_SHARD
        )
    return Setup(run_chunk, arguments, len(turns), settings)
