"""`simcore regret`: what the players of a run give away against play with open cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from analysis import Regret
    from simcore import Progress, Run

INSTEAD = "`simcore compare --game poch` measures ways to play"
TABLES = ("situation", "phase", "contract", "alternative", "example")
GAMES = ("trumps", "suit", "Grand", "Null")
_DECISIONS, _MOST = 100, 1 << 40


def regret(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The run folder.")],
    deals: Annotated[
        int, typer.Option(parser=door.number, help="Deals to judge, about 60 a core-second.")
    ] = 1000,
    seed: Annotated[int, typer.Option(parser=door.number, help="Which deals are drawn.")] = 0,
    by: Annotated[str, typer.Option(help=f"{', '.join(TABLES)}.")] = "situation",
    game: Annotated[
        str,
        typer.Option(
            callback=door.skat_only(INSTEAD),
            is_eager=True,
            help="trumps (all games with points), suit, Grand or Null.",
        ),
    ] = "trumps",
    top: Annotated[int, typer.Option(parser=door.number, help="Situations to print.")] = 25,
    decisions: Annotated[
        int | None,
        typer.Option(
            parser=door.number,
            help=f"Of --by alternative: decisions judged of each situation. [{_DECISIONS}]",
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON: all tables.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """Where play gives points and games away, measured on open cards."""
    from scripts.regret_text import tell
    from scripts.tables import print_json

    kind = _check(by, game, top, decisions)
    door.check_skat_run(folder, INSTEAD)
    door.whole("--deals", deals, 1, _MOST)
    door.whole("--seed", seed, 0, (1 << 64) - 1)
    wanted = (decisions or _DECISIONS) if by == "alternative" else 0
    asked = {"n": deals, "seed": seed, "alternatives": wanted}
    found = _judged(_open(folder), asked, threads, quiet=quiet)
    if as_json:
        print_json(_plain(found))
    else:
        tell(found, by, kind, top)
    return exits.DONE


def _check(by: str, game: str, top: int, decisions: int | None) -> str:
    """Refuse options that are not known or do not go together; returns the kind of game."""
    if by not in TABLES:
        raise ValueError(f"--by {by!r}: one of {', '.join(TABLES)}")
    kinds = {kind.lower(): kind for kind in GAMES}
    if game.lower() not in kinds:
        raise ValueError(f"--game {game!r}: one of {', '.join(GAMES)}")
    door.whole("--top", top, 1, _MOST)
    if decisions is not None:
        if by != "alternative":
            raise ValueError(f"--decisions {decisions} goes with --by alternative only")
        door.whole("--decisions", decisions, 1, _MOST)
    return kinds[game.lower()]


def _open(folder: str) -> Run:
    """The run; a listed file that cannot be read is a data fault."""
    import analysis
    from simcore import open_run

    run = open_run(folder)
    try:
        analysis.open(folder).close()
    except ValueError as error:
        raise exits.DataFaultError(str(error)) from None
    return run


def _judged(run: Run, asked: dict[str, Any], threads: int | None, *, quiet: bool) -> Regret:
    """Judge, with progress on stderr and a clean stop."""
    from analysis import regret
    from analysis.judged import ReplayError
    from scripts.progress import reporting, stoppable

    done = 0
    with stoppable() as stop:
        try:
            with reporting(stop, quiet=quiet, wins=False, doing="judging") as report:

                def on_progress(progress: Progress) -> None:
                    nonlocal done
                    done = progress.deals
                    report(progress)

                workers = door.thread_number(threads)
                return regret(run, **asked, threads=workers, on_progress=on_progress)
        except KeyboardInterrupt:
            raise exits.StoppedError(
                f"interrupted, {done:,} games or decisions were judged; nothing is kept"
            ) from None
        except ReplayError as error:
            version = door.wrong_version(run)
            why = f"; the run was {version}" if version else ""
            raise exits.DataFaultError(f"{error}{why}") from None


def _plain(found: Regret) -> dict[str, Any]:
    """What was found as plain data."""
    from analysis.alternatives import COMPARED
    from analysis.costs import LEVEL

    plain: dict[str, Any] = {
        "run": found.run,
        "rules": found.rules,
        "players": found.players,
        "seed": found.seed,
        "deals": found.deals,
        "n": found.n,
        "level": LEVEL,
        "unit": "points a game, turned per 1,000 games; values are open-card",
    }
    for name in ("games", "phases", "situations", "examples"):
        plain[name] = getattr(found, name).to_dict("records")
    if found.alternatives is not None:
        plain["definitions"] = COMPARED
        plain["alternatives"] = found.alternatives.to_dict("records")
    return plain
