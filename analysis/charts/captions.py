"""What every caption says: which run, which rules, who played, how many deals."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.breakeven import SCORING
from analysis.charts.style import ABOVE, BELOW
from analysis.load import Log
from simcore import cards
from simcore.manifest import COMPLETE
from simcore.skat.rules import CONTRACTS, NAMES, SEATS

_NAMES = dict(zip(CONTRACTS, NAMES, strict=True))


def of_run(log: Log) -> str:
    """Run id (the first digits of the settings' digest), rules, players, deals and seed."""
    settings = log.manifest["settings"]
    words = [
        f"Run {log.manifest['settings_sha256'][:8]}",
        f"rules {settings['rules']['name']}",
        _players(settings),
        f"{log.n_deals:,} deals{_from(settings)}{_so_far(log)}",
        f"seed {settings['seed']}",
        *_scenario(settings["scenario"]),
    ]
    return ", ".join(words) + "."


def is_forced(log: Log) -> bool:
    """Whether a declarer was forced: then every hand dealt is played, whoever would bid on it."""
    scenario = log.manifest["settings"]["scenario"]
    return scenario is not None and scenario["declarer"] is not None


def hands_of(log: Log, game: str) -> str:
    """The denominator in words: the hands that make up n."""
    if is_forced(log):
        return f"n: forced hands, {game}; all that are dealt, also those nobody would bid on"
    return f"n: declared hands, {game}; only those the players bid on"


def even_of(frame: pd.DataFrame) -> str:
    """Break-even in words; where hand games are lost at less, it is not one number."""
    low, high = (100 * limit for limit in (frame["break_even"].min(), frame["break_even"].max()))
    level = f"{low:.1f} %" if high - low < 0.05 else f"{low:.1f} to {high:.1f} % by hand games"
    return f"{level} under {SCORING} scoring ({ABOVE} above, {BELOW} below)"


def _from(settings: dict[str, Any]) -> str:
    return f" from number {settings['first']:,}" if settings["first"] else ""


def _so_far(log: Log) -> str:
    return "" if log.manifest["status"] == COMPLETE else " so far"


def _players(settings: dict[str, Any]) -> str:
    names = [str(player["name"]) for player in settings["players"]]
    if settings["rotate"]:
        listed = ", ".join(f"{p} {name}" for p, name in zip("ABC", names, strict=True))
        return f"players {listed} (each deal played three times, the players moved round)"
    if len(set(names)) == 1:
        return f"all seats {names[0]}"
    return ", ".join(f"{seat} {name}" for seat, name in zip(SEATS, names, strict=True))


def _scenario(scenario: dict[str, Any] | None) -> list[str]:
    if scenario is None:
        return []
    words = ["deals given by a file of records"] if "deals" in scenario else []
    if scenario["declarer"] is not None:
        game = _NAMES[scenario["contract"]] if scenario["contract"] else "a game of his own choice"
        words.append(f"forced: {scenario['declarer']} plays {game}")
        words += ["from the hand"] * bool(scenario["hand"]) + scenario["announced"]
    known = scenario["known"].items()
    return words + [f"{place} has {cards.format(held)}" for place, held in known]
