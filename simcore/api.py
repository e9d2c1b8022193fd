"""The public functions of the package, for any game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import ValidationError

from simcore.batch import Job, OnProgress, blocks, collect, warm_up
from simcore.checks import shown, whole, yes
from simcore.game import Game, Setup
from simcore.manifest import COMPLETE, LARGEST_SEED, LAST_DEAL, MOST_DEALS, read_manifest
from simcore.run import Run, RunWriter, check_new
from simcore.threads import check_threads

if TYPE_CHECKING:
    from simcore import poch, skat

    RuleSet = skat.RuleSet | poch.RuleSet
    Players = skat.Players | poch.Players
    Scenario = skat.Scenario | poch.Scenario

GAMES = ("skat", "poch")
MOST_SEATS = 8  # of any game


def _folder(path: Any) -> Path:
    if not isinstance(path, str | Path):
        raise ValueError(f"{shown(path)} is no path of a run folder")
    try:
        str(path).encode()
    except UnicodeEncodeError:  # Arrow and JSON want text
        raise ValueError(f"folder name {str(path)!r} is no UTF-8 text") from None
    return Path(path)


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


def _job(settings: dict[str, Any], *, done: int = 0, chunk: int | None = None) -> Job:
    """The job that is left of a run when some of its deals are done."""
    game, setup = prepare(settings)
    first, deals = settings["first"] + done, settings["deals"] - done
    return Job(game, setup, settings["seed"], first, deals, settings["plays"], chunk)


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
    job = _job(settings, chunk=chunk)
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
    job = Job(GAME, setup, drawn, start, number, plays=False)
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
        Folder of the run; a new one unless `resume`.
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
    command
        What to note in the manifest as the command.

    Raises
    ------
    ValueError
        An input is not usable, the folder is taken, or the run to resume differs. Nothing is
        written then.
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
    workers = check_threads(threads)
    folder = _folder(out)
    noted = command if command is not None else " ".join(sys.argv)
    job = _job(settings)
    if resume:
        return _write(RunWriter.resume(folder, job.game, settings), workers, on_progress)
    check_new(folder)
    warm_up(job)  # a kernel that does not compile leaves no folder behind
    writer = RunWriter.create(folder, job.game, settings, noted)
    return _write(writer, workers, on_progress)


def resume(
    out: str | Path, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> Run:
    """Complete an interrupted run with the settings in its manifest.

    Raises
    ------
    ValueError
        The folder is no run, or one of another version of the program.
    """
    run = open_run(out)
    writer = RunWriter.resume(run.path, run.game, run.settings)
    return _write(writer, check_threads(threads), on_progress)


def _write(writer: RunWriter, threads: int, on_progress: OnProgress | None) -> Run:
    """Play what is left of a run and write it."""
    settings = writer.manifest["settings"]
    if writer.deals_done < settings["deals"]:
        try:
            job = _job(settings, done=writer.deals_done)
            warm_up(job)
            for block in blocks(job, threads=threads, on_progress=on_progress):
                writer.write(block, job.setup.shard_deals)
        except BaseException:
            writer.interrupt()
            raise
    if writer.manifest["status"] != COMPLETE:
        writer.finish()
    return Run(writer.folder, writer.manifest, writer.game)


def open_run(path: str | Path) -> Run:
    """Open a run folder.

    Raises
    ------
    ValueError
        It is none, or its manifest is unreadable or of another game.
    """
    folder = _folder(path)
    manifest = read_manifest(folder)
    try:
        game, _ = prepare(manifest["settings"])
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError) as error:
        what = f"{type(error).__name__} {error}" if isinstance(error, KeyError) else str(error)
        if isinstance(error, ValidationError):
            what = "; ".join(f"{fault['loc'][-1]}: {fault['msg']}" for fault in error.errors()[:1])
        raise ValueError(f"run folder {str(folder)!r}: settings cannot be used: {what}") from None
    if game.schema != manifest["schema"]:
        raise ValueError(f"run folder {str(folder)!r}: unknown schema {manifest['schema']!r}")
    return Run(folder, manifest, game)


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
    settings = {**run.settings, "first": deal, "deals": deals, "plays": True}
    job = _job(settings)
    warm_up(job)
    return collect(job, threads=check_threads(threads))
