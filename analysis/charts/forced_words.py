"""What the captions of forced games say: on which deals they were played, and who sat where."""

from __future__ import annotations

from analysis.charts import captions
from analysis.frames.forced import FIRST
from analysis.load import Log
from simcore.skat.rules import SEATS


def of_games(log: Log) -> str:
    """The deals of the forced games, what they take over from the run, and the run."""
    settings = log.manifest["settings"]
    taken = "its rules, players and seed"
    if settings["scenario"] is not None:
        taken += ", not its scenario"
    seats = ""
    if settings["rotate"]:
        held = [f"{player} is {seat}" for player, seat in zip("ABC", SEATS, strict=True)]
        seats = f", {', '.join(held)}"
    return (
        f"Forced games: deals from number {FIRST:,} on, which nothing was tuned on, by {taken}"
        f"{seats}. {captions.of_run(log)}"
    )
