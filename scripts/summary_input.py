"""What the summaries of all games share: the options, and what a run is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scripts import door

if TYPE_CHECKING:
    from analysis import Log
    from simcore import Run


def check_where(log: Log, where: str | None, view: str = "deals") -> None:
    """Refuse a condition that DuckDB cannot read, by the name of its option."""
    from analysis.log import chosen

    if where is None:
        return
    try:
        log.query(f"SELECT deal_id FROM ({chosen(where, view)}) LIMIT 1")  # of 0 nothing is read
    except ValueError as error:
        raise ValueError(f"--where {where!r}: {error}") from None


def columns_of(by: str) -> list[str]:
    """The columns of the option, each once.

    Raises
    ------
    ValueError
        There are none.
    """
    columns = [column for column in dict.fromkeys(door.words_of(by)) if column]
    if not columns:
        raise ValueError(f"--by {by!r} names no column")
    return columns


def of_run(run: Run, where: str | None, of_game: Mapping[str, Any]) -> dict[str, Any]:
    """What a summary is of; what only a game has stands behind the rules."""
    settings = run.settings
    return {
        "run": str(run.path),
        "status": run.manifest["status"],
        "deals_wanted": int(settings["deals"]),
        "deals": run.deals,
        "first": int(settings["first"]),
        "seed": int(settings["seed"]),
        "rules": settings["rules"]["name"],
        **of_game,
        "players": door.player_names(run),
        "rotate": bool(settings["rotate"]),
        "scenario": settings["scenario"],
        "where": where,
        "level": 0.95,
    }
