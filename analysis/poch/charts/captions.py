"""What every caption says: which run, which rules, who played, how many deals and sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.poch.load import PochLog
from simcore.manifest import COMPLETE


def of_run(log: PochLog) -> str:
    """Run id (the first digits of the settings' digest), rules, table, deals, sessions, seed."""
    settings = log.manifest["settings"]
    rules = settings["rules"]
    words = [
        f"Run {log.manifest['settings_sha256'][:8]}",
        f"rules {rules['name']}",
        f"{rules['players']} players with {rules['pack']} cards",
        seated(settings),
        f"{log.n_deals:,} deals{_from(settings)}{_so_far(log)} in {sessions(log)}",
        f"seed {settings['seed']}",
        *scenario(settings["scenario"]),
    ]
    return ", ".join(words) + "."


def beyond_run(log: PochLog) -> str:
    """Of charts that deal again: which deals those are."""
    free = ", free of its scenario" if log.manifest["settings"]["scenario"] else ""
    return f"deals of their own, none of which a run holds (its seed and rules{free})"


def sessions(log: PochLog) -> str:
    """How many sessions the deals are of, and how long these are."""
    settings = log.manifest["settings"]
    length = settings["rules"]["session_deals"]
    first, end = settings["first"], settings["first"] + log.n_deals
    number = -(-end // length) - first // length if log.n_deals else 0
    return f"{number:,} session{'s' * (number != 1)} of {length:,}"


def seated(settings: Mapping[str, Any]) -> str:
    """Who sits where."""
    names = [str(player["name"]) for player in settings["players"]]
    if settings["rotate"]:
        listed = ", ".join(f"{chr(ord('A') + k)} {name}" for k, name in enumerate(names))
        moved = f"each deal played {len(names)} times, the players moved round"
        return f"players {listed} ({moved})"
    if len(set(names)) == 1:
        return f"all seats {names[0]}"
    return ", ".join(f"seat {seat} {name}" for seat, name in enumerate(names))


def scenario(words: Mapping[str, Any] | None) -> list[str]:
    """What is not left to the lot or to the players."""
    if words is None:
        return []
    told = [f"seat {place} holds {cards}" for place, cards in words["known"].items()]
    told = [word.replace("seat turn_up holds", "turned up is") for word in told]
    if words["dealer"] is not None:
        told.append(f"seat {words['dealer']} deals first")
    if words["circles"]:
        chips = " ".join(f"{rank} {number}" for rank, number in words["circles"].items())
        told.append(f"circles begin with {chips}")
    for auction, chips in words["first_stakes"].items():
        does = f"first stakes {chips}" if chips else "passes"
        told.append(f"seat {words['staker']} {does} for the {auction}")
    return told


def _from(settings: Mapping[str, Any]) -> str:
    return f" from number {settings['first']:,}" if settings["first"] else ""


def _so_far(log: PochLog) -> str:
    return "" if log.manifest["status"] == COMPLETE else " so far"
