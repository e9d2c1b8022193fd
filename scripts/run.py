"""`simcore run`: play deals into a run folder, or go on with one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from simcore import Progress, Run, Scenario
    from simcore.batch import OnProgress

_SEED_BITS = 63
_TELLING_SECONDS = 0.5  # a rate from less is noise


@dataclass(frozen=True)
class Wanted:
    """The options that decide the rows, as given; None (or False) is not given."""

    deals: int | None
    seed: int | None
    first: int | None
    game: str | None
    seats: int | None
    rules: str | None
    players: str | None
    rotate: bool
    plays: bool
    contract: str | None
    declarer: str | None
    hand: bool
    bid: int | None
    announce: str | None
    known: str | None
    notation: str | None
    deals_from: Path | None

    @cached_property
    def given(self) -> tuple[tuple[int, ...], ...]:
        """The deals of a file of records; none where no file is named."""
        return () if self.deals_from is None else door.deals_of(self.deals_from)

    def scenario(self) -> Scenario | None:
        """Known cards and the forced game; None where nothing is known or forced."""
        from simcore import Scenario

        if self.known is None and self.notation is not None:
            raise ValueError("--notation goes with --known, whose cards it reads")
        scenario = Scenario(
            known=door.known_of(self.known, self.notation).cards if self.known is not None else {},
            declarer=self.declarer,
            contract=self.contract,
            hand=self.hand or None,
            announced=door.announcements_of(self.announce),
            bid=self.bid,
            deals=self.given,
        )
        return None if scenario == Scenario() else scenario

    def player_words(self) -> str | tuple[str, ...] | None:
        """One preset or three by seat."""
        words = door.words_of(self.players)
        return words[0] if len(words) == 1 else words or None

    def _number_of_deals(self) -> int | None:
        """Deals asked for; of a file of records all from the first on."""
        number, first = len(self.given), self.first or 0
        if not number:
            return self.deals
        if not 0 <= first < number:
            raise ValueError(f"--first {first}: the file of --deals-from holds {number:,} deals")
        if self.deals is not None and self.deals > number - first:
            raise ValueError(f"--deals {self.deals}: the file holds {number - first:,} from there")
        return number - first if self.deals is None else self.deals

    def arguments(self) -> dict[str, Any]:
        """Arguments of `simcore.simulate`, defaults left out."""
        given = {
            "game": self.game,
            "rules": self.rules,
            "players": self.player_words(),
            "first": self.first,
            "seed": self.seed,
            "deals": self._number_of_deals(),
            "seats": self.seats,
            "rotate": self.rotate or None,
            "plays": self.plays or None,
            "scenario": self.scenario(),
        }
        return {name: value for name, value in given.items() if value is not None}


def run(
    context: typer.Context,
    out: Annotated[Path, typer.Option(help="Folder of the run; a new one unless --resume.")],
    deals: Annotated[
        int | None, typer.Option(parser=door.number, help="Number of deals; 1_000_000 is fine.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=door.number, help="0 to 2**64 - 1. Left out, one is drawn and printed."
        ),
    ] = None,
    first: Annotated[
        int | None, typer.Option(parser=door.number, help="Number of the first deal. [0]")
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game. [skat]")] = None,
    seats: Annotated[
        int | None, typer.Option(parser=door.number, help="Number of players; Skat takes 3.")
    ] = None,
    rules: Annotated[str | None, typer.Option(help="A preset or TOML file. [isko]")] = None,
    players: Annotated[
        str | None,
        typer.Option(help="A preset or TOML file for all, or three by seat: A,B,C. [expert]"),
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Play each deal three times, players moved round.")
    ] = False,
    plays: Annotated[bool, typer.Option("--plays", help="Log the cards played too.")] = False,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    contract: Annotated[
        str | None, typer.Option(help="Force this contract: D H S C G N; needs --declarer.")
    ] = None,
    declarer: Annotated[
        str | None, typer.Option(help="Force the declarer, by seat: forehand or 0 ...")
    ] = None,
    hand: Annotated[bool, typer.Option("--hand", help="Force a hand game.")] = False,
    bid: Annotated[
        int | None, typer.Option(parser=door.number, help="Bid of the forced declarer. [18]")
    ] = None,
    announce: Annotated[
        str | None, typer.Option(help="Announcements of the forced game: schneider,schwarz,ouvert.")
    ] = None,
    known: Annotated[
        str | None, typer.Option(help='Cards known in every deal: "forehand: CJ SJ; skat: C7".')
    ] = None,
    notation: Annotated[
        str | None, typer.Option(help="Notation of --known: iss, de or fr-de. [found out]")
    ] = None,
    deals_from: Annotated[
        Path | None,
        typer.Option(help="Play the deals of a file of ISS records; --deals may be left out."),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an interrupted run; needs only --out.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar, no summary.")] = False,
) -> int:
    """Play deals into a run folder. The same seed gives the same deals on any machine."""
    wanted = Wanted(
        deals, seed, first, game, seats, rules, players, rotate, plays, contract, declarer, hand,
        bid, announce, known, notation, deals_from,
    )  # fmt: skip
    if resume:
        return _play(_Resumed(out, wanted, threads), out, quiet)
    if deals is None and deals_from is None:
        raise ValueError("--deals is missing: how many deals are to be played")
    return _play(_New(out, wanted, threads, context.obj), out, quiet)


# ---- what is to be played -----------------------------------------------------------------------


class _New:
    """A run to be started; making it checks every input, and nothing is written yet."""

    def __init__(
        self, out: Path, wanted: Wanted, threads: int | None, words: Sequence[str]
    ) -> None:
        from simcore import run_settings
        from simcore.run import check_new

        self.arguments = wanted.arguments()
        self.drawn = "seed" not in self.arguments
        if self.drawn:
            import secrets

            self.arguments["seed"] = secrets.randbits(_SEED_BITS)
        run_settings(**self.arguments)
        check_new(out)
        self.out, self.threads, self.words = out, door.thread_number(threads), words

    def __call__(self, on_progress: OnProgress) -> Run:
        from simcore import simulate

        return simulate(
            **self.arguments,
            out=self.out,
            threads=self.threads,
            on_progress=on_progress,
            command=self._command(),
        )

    def _command(self) -> str:
        import shlex

        seed = ["--seed", str(self.arguments["seed"])] if self.drawn else []
        return shlex.join(["simcore", *self.words, *seed])

    def notice(self) -> str:
        """What to say before the first deal."""
        return f"seed {self.arguments['seed']} (drawn)" if self.drawn else ""


class _Resumed:
    """A run to go on with; other options given must be those it was started with."""

    def __init__(self, out: Path, wanted: Wanted, threads: int | None) -> None:
        from simcore import open_run

        run = open_run(out)
        check_same(wanted, run)
        for fault in run.verify():
            raise exits.DataFaultError(f"run folder {str(out)!r} cannot be gone on with: {fault}")
        self.out, self.threads = out, door.thread_number(threads)
        self.done, self.deals = run.deals, int(run.settings["deals"])

    def __call__(self, on_progress: OnProgress) -> Run:
        from simcore import resume

        return resume(self.out, threads=self.threads, on_progress=on_progress)

    def notice(self) -> str:
        """What to say before the first deal."""
        if self.done == self.deals:
            return f"all {self.deals:,} deals are there already"
        return f"{self.done:,} of {self.deals:,} deals are there, going on"


def check_same(wanted: Wanted, run: Run) -> None:
    """Check that the options given are those a run was started with.

    Raises
    ------
    ValueError
        One of them is not; the message names it.
    """
    for option, value, kept in _compared(wanted, run.settings):
        if value != kept:
            raise ValueError(f"--{option}: run folder {str(run.path)!r} was started with another")


def _compared(wanted: Wanted, kept: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """Every option given as (name, value, value of the run), in the form of the manifest."""
    from simcore.skat import describe_rules, load_players

    given = wanted.arguments()
    compared: list[tuple[str, Any, Any]] = [
        (name, given[name], kept[name])
        for name in ("game", "deals", "first", "seed", "rotate", "plays")
        if name in given and (name != "deals" or wanted.deals is not None)
    ]
    if "seats" in given:
        compared.append(("seats", given["seats"], 3))
    if "rules" in given:
        compared.append(("rules", describe_rules(given["rules"]), kept["rules"]))
    if "players" in given:
        players = [player.model_dump() for player in load_players(given["players"])]
        compared.append(("players", players, kept["players"]))
    if "scenario" in given:
        words = given["scenario"].words()
        forced = kept["scenario"] or {}
        names = {"announced": "announce", "deals": "deals-from"}
        compared += [
            (names.get(name, name), value, forced.get(name))
            for name, value in words.items()
            if value
        ]
    return compared


# ---- playing and telling ------------------------------------------------------------------------


def _play(job: _New | _Resumed, out: Path, quiet: bool) -> int:
    from scripts.progress import reporting, stoppable

    if job.notice() and not (quiet and isinstance(job, _Resumed)):
        print(job.notice(), flush=True)
    last: list[Progress] = []
    with stoppable() as stop:
        try:
            with reporting(stop, quiet=quiet) as report:

                def on_progress(progress: Progress) -> None:
                    last[:] = [progress]
                    report(progress)

                run = job(on_progress)
        except KeyboardInterrupt:
            raise exits.StoppedError(_stopped(out)) from None
        except OSError as error:  # a full disk, say
            raise OSError(f"{out}: {error}; {_stopped(out)}") from error
    if not quiet:
        _say_done(run, last)
    return exits.DONE


def _stopped(out: Path) -> str:
    """How far an interrupted run came, and how to go on."""
    from simcore import open_run
    from simcore.manifest import MANIFEST

    if not (out / MANIFEST).exists():
        return "interrupted before the first deal, nothing was written"
    run = open_run(out)
    wanted = run.settings["deals"]
    return (
        f"interrupted, {run.deals:,} of {wanted:,} deals are logged; "
        f"go on with: simcore run --out {door.folder_word(out)} --resume"
    )


_COUNT = "SELECT count(*) AS n FROM deals WHERE contract = '{}'"


def _say_done(run: Run, last: Sequence[Progress]) -> None:
    import analysis
    from scripts.tables import percent, percent_range, table_lines

    with analysis.open(run.path) as log:
        total = log.win_rate().iloc[0]
        passed = int(log.query(_COUNT.format("P"))["n"].iloc[0])
        ramsch = int(log.query(_COUNT.format("R"))["n"].iloc[0])
    played = int(total["n"])
    left_out = f"{passed:,} passed-in {'hands' if log.rotated else 'deals'} left out"
    left_out = f"{ramsch:,} Ramsch left out" if ramsch else left_out
    interval = percent_range(total["win_low"], total["win_high"])
    folder = door.folder_word(run.path)
    table_lines(
        [
            ("deals", _deals_line(run, last)),
            ("rules", f"{run.settings['rules']['name']}, players {_players_line(run)}"),
            ("seed", str(run.settings["seed"])),
            ("win rate", f"{percent(total['win_rate'])} (95 %: {interval})"),
            ("", f"of {played:,} hands played, {left_out}"),
            ("folder", str(run.path)),
            ("next", f"simcore summary {folder}"),
        ]
    )


def _deals_line(run: Run, last: Sequence[Progress]) -> str:
    turns = ", each played three times" if run.settings["rotate"] else ""
    if not last or not last[0].seconds:
        return f"{run.deals:,}{turns}"
    rate, seconds = last[0].played / last[0].seconds, last[0].seconds
    if seconds < _TELLING_SECONDS:
        return f"{run.deals:,}{turns}"
    return f"{run.deals:,}{turns}; {rate:,.0f} hands played/s by the clock, {seconds:.1f} s"


def _players_line(run: Run) -> str:
    names = door.player_names(run)
    return names[0] if len(set(names)) == 1 else ", ".join(names)
