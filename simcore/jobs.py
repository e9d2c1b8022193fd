"""From the settings of a run to its deals: the game made ready, and single shards of it.

This is what a process needs that makes a shard of somebody's run: settings, part and place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simcore.batch import Job, blocks, warm_up
from simcore.checks import shown
from simcore.game import Game, Setup
from simcore.manifest import SHARD_DEALS, Part, gaps, planned
from simcore.shard import ShardWriter
from simcore.store import Store

GAMES = ("skat", "poch")


def check_game(game: str) -> str:
    """A name of a game.

    Raises
    ------
    ValueError
        There is no such game.
    """
    if not isinstance(game, str) or game not in GAMES:
        games = ", ".join(GAMES)
        raise ValueError(f"unknown game {shown(game)}: one of {games} (poch is soket and sekans)")
    return game


def prepare(settings: dict[str, Any]) -> tuple[Game, Setup]:
    """The game of some settings, made ready."""
    if check_game(settings["game"]) == "poch":
        from simcore import poch

        return poch.prepare(settings)
    from simcore import skat

    return skat.GAME, skat.prepare(settings)


def job_of(
    settings: dict[str, Any],
    spans: Sequence[tuple[int, int]] | None = None,
    chunk: int | None = None,
) -> Job:
    """The job of some settings, or of some of its deals: spans of (first, number)."""
    game, setup = prepare(settings)
    whole = ((int(settings["first"]), int(settings["deals"])),)
    chosen = whole if spans is None else tuple(spans)
    return Job(game, setup, settings["seed"], chosen, settings["plays"], chunk)


def usual_shard(setup: Setup) -> int:
    """Deals of a shard where nobody asks for a number."""
    return setup.shard_deals or SHARD_DEALS


def missing_spans(manifest: dict[str, Any]) -> list[tuple[int, int]]:
    """The deals of the shards that are not made yet, as spans of (first, number)."""
    ends = [(planned(manifest, gap[0]), planned(manifest, gap[-1])) for gap in gaps(manifest)]
    return [(begin.first, last.first + last.deals - begin.first) for begin, last in ends]


@dataclass(frozen=True)
class Made:
    """A shard that lies in its place: its entry for the manifest, and how its hands went."""

    entry: dict[str, Any]
    wins: int
    played: int


def make_shard(
    store: Store,
    settings: dict[str, Any],
    part: Part,
    *,
    threads: int = 1,
    sha256: dict[str, str] | None = None,
) -> Made:
    """Make a shard of a run, whoever made it before: the same bytes come to lie in its place.

    Parameters
    ----------
    store, settings, part
        Where, of what run, and which.
    threads
        How many to use.
    sha256
        What its digests must be, by their names in the manifest; by default anything.

    Raises
    ------
    ValueError
        The digests are others; then nothing is put in its place.
    """
    job = job_of(settings, [(part.first, part.deals)])
    warm_up(job)
    shard = ShardWriter(store, job.game, part, settings["plays"])
    try:
        for block in blocks(job, threads=threads, within=part.deals):
            shard.write(block)
        entry = shard.entry()
        for name, wanted in (sha256 or {}).items():
            if entry[name] != wanted:
                raise ValueError(f"{part.name}: made again it has another {name} than the manifest")
        shard.settle()
    except BaseException:
        shard.drop()
        raise
    return Made(entry, job.wins, job.played)
