"""The public functions of the package, for any game."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import ValidationError

from simcore.batch import Job, OnProgress, blocks, collect, warm_up
from simcore.checks import shown, whole, yes
from simcore.jobs import check_game, job_of, missing_spans, prepare, usual_shard
from simcore.manifest import LARGEST_SEED, LAST_DEAL, MOST_DEALS, gaps, read_manifest
from simcore.run import Run, RunWriter, check_new
from simcore.store import Store, store_of
from simcore.threads import check_threads

if TYPE_CHECKING:
    from simcore import poch, skat

    RuleSet = skat.RuleSet | poch.RuleSet
    Players = skat.Players | poch.Players
    Scenario = skat.Scenario | poch.Scenario

MOST_SEATS = 8  # of any game
FEWEST_SHARD_DEALS, MOST_SHARD_DEALS = 1 << 10, 1 << 26


def _settings_of(game: str, asked: dict[str, Any]) -> dict[str, Any]:
    """What decides the rows besides seed and deals, checked by the game."""
    seats, rules = asked.pop("seats"), asked.pop("rules")
    if game == "poch":
        from simcore import poch

        named = poch.DEFAULT if rules is None else rules
        return poch.settings(seats=seats, rules=named, **asked)
    from simcore import skat

    if seats not in (None, 3):
        raise ValueError(f"seats {shown(seats)}: Skat is played by 3")
    return skat.settings(rules=skat.DEFAULT if rules is None else rules, **asked)


def run_settings(
    game: str = "skat",
    *,
    rules: str | Path | RuleSet | None = None,
    players: Players = "expert",
    deals: int,
    first: int = 0,
    seed: int = 0,
    plays: bool = False,
    rotate: bool = False,
    scenario: Scenario | None = None,
    seats: int | None = None,
) -> dict[str, Any]:
    """What decides the rows of a run, as plain JSON, checked; see `simulate`."""
    check_game(game)
    start = whole("first", first, 0, LAST_DEAL)
    number = whole("deals", deals, 1, MOST_DEALS)
    asked = {
        "rules": rules,
        "players": players,
        "rotate": yes("rotate", rotate),
        "scenario": scenario,
        "seats": None if seats is None else whole("seats", seats, 3, MOST_SEATS),
        "end": start + number,
    }
    return {
        "game": game,
        **_settings_of(game, asked),
        "seed": whole("seed", seed, 0, LARGEST_SEED),
        "first": start,
        "deals": number,
        "plays": yes("plays", plays),
    }


def rows(
    game: str = "skat",
    *,
    rules: str | Path | RuleSet | None = None,
    players: Players = "expert",
    deals: int,
    first: int = 0,
    seed: int = 0,
    plays: bool = False,
    rotate: bool = False,
    scenario: Scenario | None = None,
    seats: int | None = None,
    threads: int | None = None,
    chunk: int | None = None,
    on_progress: OnProgress | None = None,
) -> Any:
    """Simulate deals in memory.

    Parameters are those of `simulate`; `chunk` fixes how many deals a thread plays at a time,
    which never shows in the result.

    Returns
    -------
    numpy.ndarray, or (numpy.ndarray, numpy.ndarray) with ``plays=True``
        The rows, a structured array with the columns of the log (words as numbers: `contract` is
        an index into "DHSCGNRP"); with the cards played, uint8, shape (rows, bytes), 32 in Skat.

    Raises
    ------
    ValueError
        An input is not usable; the message names it.
    """
    settings = run_settings(
        game,
        rules=rules,
        players=players,
        deals=deals,
        first=first,
        seed=seed,
        plays=plays,
        rotate=rotate,
        scenario=scenario,
        seats=seats,
    )
    if chunk is not None:
        whole("chunk", chunk, 1, MOST_DEALS)
    job = job_of(settings, chunk=chunk)
    warm_up(job)
    made, played = collect(job, threads=check_threads(threads), on_progress=on_progress)
    return (made, played) if plays else made


def arms(
    scenarios: Sequence[skat.Scenario],
    *,
    rules: str | Path | skat.RuleSet = "isko",
    players: skat.Players = "expert",
    deals: int,
    first: int = 0,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Any:
    """Play every deal under each of some scenarios: the same cards, the same luck.

    For differences between games, discards or bids that are paired by deal. A row has the deal of
    `rows` with the same seed and number and that scenario alone.

    Parameters
    ----------
    scenarios
        1 to 127; they may differ in what is forced, but not in the cards known.
    rules, players, deals, first, seed, threads, on_progress
        As in `simulate`.

    Returns
    -------
    numpy.ndarray
        Rows, a structured array of shape (deals, scenarios); `rotation` is the number of the
        scenario.

    Raises
    ------
    ValueError
        An input is not usable; the message names it.
    """
    from simcore.skat import GAME, prepare_arms

    start, number = whole("first", first, 0, LAST_DEAL), whole("deals", deals, 1, MOST_DEALS)
    setup = prepare_arms(rules=rules, players=players, scenarios=scenarios, end=start + number)
    drawn = whole("seed", seed, 0, LARGEST_SEED)
    job = Job(GAME, setup, drawn, ((start, number),), plays=False)
    warm_up(job)
    made, _ = collect(job, threads=check_threads(threads), on_progress=on_progress)
    return made.reshape(number, len(scenarios))


def simulate(
    game: str = "skat",
    *,
    rules: str | Path | RuleSet | None = None,
    players: Players = "expert",
    deals: int,
    first: int = 0,
    seed: int = 0,
    out: str | Path,
    threads: int | None = None,
    plays: bool = False,
    rotate: bool = False,
    scenario: Scenario | None = None,
    seats: int | None = None,
    on_progress: OnProgress | None = None,
    resume: bool = False,
    shard_deals: int | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    command: str | None = None,
) -> Run:
    """Simulate deals into a run folder.

    Parameters
    ----------
    game
        "skat" or "poch", the game of soket and sekans.
    rules
        Name of a preset, a TOML path or a rule set of the game; by default "isko", "karuzela".
    players
        A preset name, TOML path or `Player` of the game for all seats, or one for each by seat;
        with `rotate`, players A, B, C ...
    deals, first
        Deals `first` to `first + deals - 1` are played.
    seed
        0 to 2**64 - 1. A deal is a function of (seed, deal number).
    out
        Folder of the run, or its address in an object store (`s3://bucket/name`, `gs://`,
        `memory://`); a new one unless `resume`.
    threads
        By default one a processor. Results never depend on it.
    plays
        Log the cards played as well.
    rotate
        Play each deal once for every seat with the players moved round.
    scenario
        Known cards, whole deals, or a forced declarer (`simcore.Scenario`); known cards, the first
        dealer or full circles (`simcore.poch.Scenario`).
    seats
        Number of players; 3 in Skat, 3 to 8 in poch.
    on_progress
        Called from this thread about ten times a second with a `Progress`.
    resume
        Go on with an interrupted run of the same settings.
    shard_deals
        Deals of a file, a power of two from 1,024 to 2**26; by default 2**20, of slow players
        fewer. A run gone on with keeps its own.
    workers
        Make the shards in this many processes of this machine; needs the extra `cluster`.
    cluster
        Address of a scheduler of dask.distributed, whose workers make the shards.
    command
        What to note in the manifest as the command.

    Raises
    ------
    ValueError
        An input is not usable, the folder is taken, another process writes it, or the run to resume
        differs. Nothing is written then.
    OSError
        The disk, the store or the cluster failed; finished shards are kept.
    """
    settings = run_settings(
        game,
        rules=rules,
        players=players,
        deals=deals,
        first=first,
        seed=seed,
        plays=plays,
        rotate=rotate,
        scenario=scenario,
        seats=seats,
    )
    store = store_of(out)
    work = _work(store, threads, workers, cluster)
    noted = command if command is not None else " ".join(sys.argv)
    if resume:
        game_of, _ = prepare(settings)
        return _write(RunWriter.resume(store, game_of, settings), work, on_progress)
    job = job_of(settings)
    size = usual_shard(job.setup) if shard_deals is None else check_shard_deals(shard_deals)
    check_new(store)
    warm_up(job)  # a kernel that does not compile leaves no folder behind
    writer = RunWriter.create(store, job.game, settings, noted, size)
    return _write(writer, work, on_progress)


def resume(
    out: str | Path,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    workers: int | None = None,
    cluster: str | None = None,
) -> Run:
    """Complete an interrupted run with the settings in its manifest.

    Raises
    ------
    ValueError
        The folder is no run, one of another version of the program, or written by another process.
    """
    run = open_run(out)
    work = _work(run.store, threads, workers, cluster)
    writer = RunWriter.resume(run.store, run.game, run.settings)
    return _write(writer, work, on_progress)


def check_shard_deals(number: int) -> int:
    """How many deals a file holds.

    Raises
    ------
    ValueError
        It is no power of two in its range.
    """
    whole("shard_deals", number, FEWEST_SHARD_DEALS, MOST_SHARD_DEALS)
    if number & (number - 1):
        raise ValueError(f"shard_deals {number}: must be a power of two")
    return int(number)


# How the shards of a run are made: what is missing is written and listed.
_Work = Callable[[RunWriter, OnProgress | None], None]


def _work(store: Store, threads: int | None, workers: int | None, cluster: str | None) -> _Work:
    """By threads of this process, or by the workers of a cluster."""
    if workers is None and cluster is None:
        return partial(_by_threads, check_threads(threads))
    from simcore.cluster import check_cluster, make_shards

    if threads is not None:
        raise ValueError("threads: of a cluster each worker has its own")
    return partial(make_shards, check_cluster(store, workers, cluster))


def _by_threads(threads: int, writer: RunWriter, on_progress: OnProgress | None) -> None:
    job = job_of(writer.manifest["settings"], missing_spans(writer.manifest))
    warm_up(job)
    within = writer.manifest["shard_deals"]
    for block in blocks(job, threads=threads, within=within, on_progress=on_progress):
        writer.write(block)


def _write(writer: RunWriter, work: _Work, on_progress: OnProgress | None) -> Run:
    """Make what is left of a run."""
    with writer:
        if gaps(writer.manifest):
            work(writer, on_progress)
        writer.finish()
    return Run(writer.store, writer.manifest, writer.game)


def open_run(path: str | Path) -> Run:
    """Open a run folder, or a run in an object store.

    Raises
    ------
    ValueError
        It is none, or its manifest is unreadable or of another game.
    OSError
        The store does not answer.
    """
    store = store_of(path)
    return opened(store, read_manifest(store))


def opened(store: Store, manifest: dict[str, Any]) -> Run:
    """A run by its place and manifest.

    Raises
    ------
    ValueError
        The manifest is of another game, or its settings cannot be used.
    """
    try:
        game, _ = prepare(manifest["settings"])
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        what = f"{type(error).__name__} {error}" if isinstance(error, KeyError) else str(error)
        if isinstance(error, ValidationError):
            what = "; ".join(f"{fault['loc'][-1]}: {fault['msg']}" for fault in error.errors()[:1])
        raise ValueError(f"run folder {store.words}: settings cannot be used: {what}") from None
    if game.schema != manifest["schema"]:
        raise ValueError(f"run folder {store.words}: unknown schema {manifest['schema']!r}")
    return Run(store, manifest, game)


def replay(
    run: Run, deal: int, deals: int = 1, *, threads: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Play deals of a run again: their rows and the cards played, shape (rows, bytes).

    Raises
    ------
    ValueError
        The deals are not among those of the run.
    """
    first = int(run.settings["first"])
    last = first + int(run.settings["deals"]) - 1
    whole("deal", deal, first, last)
    whole("deals", deals, 1, last - deal + 1)
    job = job_of({**run.settings, "plays": True}, [(deal, deals)])
    warm_up(job)
    return collect(job, threads=check_threads(threads))
