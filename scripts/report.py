"""`simcore report`: a run as one page that a browser shows without anything else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scripts import door, exits, new_file

if TYPE_CHECKING:
    from analysis.load import PochLog, SkatLog
    from analysis.pictures import Picture
    from simcore import Run


def report(
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The run folder.")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The page, FILE.html.")],
    charts: Annotated[
        str,
        typer.Option(help="Of the charts: quick, all, none, or names: suit_map,grand_chart."),
    ] = "quick",
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """Write a report of a run: tables, charts, where it comes from, in one HTML file."""
    from analysis.pictures import chosen

    check_file(out, force=force)
    workers = door.thread_number(threads)
    run, log = _open(folder)
    with log:
        names = chosen(door.words_of(charts), log.game)
        text = _page(run, log, names, workers, quiet=quiet)
    write(text, out, force=force)
    print(f"{out}: {len(text.encode()) / 1e6:.2f} MB, opens in any browser")
    return exits.DONE


def check_file(path: Path, *, force: bool) -> None:
    """Refuse a file that cannot be written, before any work is done.

    Raises
    ------
    ValueError
        It exists and is not to be replaced, or its folder does not.
    """
    if not path.absolute().parent.is_dir():
        raise ValueError(f"-o {str(path)!r}: there is no folder {str(path.parent)!r}")
    new_file.check_folder("-o", path.absolute().parent)
    if path.is_dir():
        raise ValueError(f"-o {str(path)!r} is a folder: name a file")
    if os.path.lexists(path) and not force:
        raise ValueError(f"-o {str(path)!r} exists: --force replaces it")


def write(text: str, path: Path, *, force: bool) -> None:
    """Write a file in one step, over another only where that is wanted."""
    from simcore.store import TEMPORARY, settle_file

    if not force:
        new_file.write("-o", path, text)
        return
    draft = path.with_name(f"{TEMPORARY}{path.name}")
    try:
        draft.write_text(text, "utf-8")
        settle_file(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _open(folder: str) -> tuple[Run, SkatLog | PochLog]:
    """The run and its log; a listed file that cannot be read is a data fault."""
    import analysis
    from simcore import open_run

    run = open_run(folder)
    try:
        return run, analysis.open(folder)
    except ValueError as error:
        raise exits.DataFaultError(str(error)) from None


def _page(run: Run, log: SkatLog | PochLog, names: list[str], threads: int, *, quiet: bool) -> str:
    """The page, its charts made with progress on stderr and a clean stop."""
    from analysis.pictures import take
    from scripts.progress import reporting, stoppable

    pictures: list[Picture] = []
    with stoppable() as stop:
        try:
            with reporting(stop, quiet=quiet, wins=False) as progress:
                for name in names:
                    pictures.append(take(name, log, threads=threads, on_progress=progress))
        except KeyboardInterrupt:
            raise exits.StoppedError(
                f"interrupted, {len(pictures)} of {len(names)} charts were made; nothing is written"
            ) from None
    return _drawn_up(run, log, pictures)


def _drawn_up(run: Run, log: SkatLog | PochLog, pictures: list[Picture]) -> str:
    """The page by the game of the run."""
    from analysis import report
    from analysis.load import PochLog
    from analysis.poch import report as poch_report

    if isinstance(log, PochLog):
        return poch_report.page(run, log, pictures)
    return report.page(run, log, pictures)
