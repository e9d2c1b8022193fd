"""`simcore chart`: charts of a run, as files for the screen and for printing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits, new_file

if TYPE_CHECKING:
    from analysis import Log

_ALL = "all"
_HOME = "charts"


def chart(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Which; a wrong name lists them.")],
    folder: Annotated[str, typer.Argument(metavar="RUN", help="The run folder.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where to write. [RUN/charts]")
    ] = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="PDF too, for printing.")] = False,
    formats: Annotated[
        str | None, typer.Option("--format", help="Of png, svg, pdf. [png,svg]")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """Draw a chart of a run, or all of them; files of before are replaced."""
    from scripts.tables import print_json

    kinds = _kinds(formats, pdf=pdf)
    workers, home = door.thread_number(threads), _home(folder, out)
    with _open(folder) as log:
        names = _names(name, log.game)
        new_file.check_folder("--out", home)
        _check_targets(home, names, kinds)
        made = _made(names, log, (home, kinds, workers), quiet=quiet)
    if as_json:
        print_json(made)
    else:
        _tell(made)
    return exits.DONE


def _names(name: str, game: str) -> list[str]:
    """The charts asked for, of those of a game.

    Raises
    ------
    ValueError
        There is none of this name.
    """
    from analysis.gallery import GALLERIES

    charts = GALLERIES[game]
    if name == _ALL:
        return list(charts)
    if name not in charts:
        raise ValueError(f"unknown chart {name!r}: one of {', '.join(charts)}, or {_ALL}")
    return [name]


def _kinds(formats: str | None, *, pdf: bool) -> list[str]:
    """The formats asked for, by their small letters."""
    from analysis.gallery import FORMATS

    words = ["png", "svg"] if formats is None else [w.lower() for w in door.words_of(formats)]
    for word in words:
        if word not in FORMATS:
            raise ValueError(f"--format {word!r}: of {', '.join(FORMATS)}")
    return [*words, "pdf"] if pdf else words


def _check_targets(home: Path, names: list[str], kinds: list[str]) -> None:
    """Refuse folders where files are to be, before any number is made."""
    for name in names:
        for kind in (*kinds, "csv"):
            if (home / f"{name}.{kind}").is_dir():
                raise ValueError(f"--out {str(home)!r}: {name}.{kind} is a folder there")


def _home(folder: str, out: Path | None) -> Path:
    """Where the charts are written."""
    from simcore.store import Bucket, store_of

    store = store_of(folder)
    if out is not None or not isinstance(store, Bucket):
        return out or Path(folder) / _HOME
    raise ValueError("--out is missing: charts of a run in an object store want a folder")


def _open(folder: str) -> Log:
    """The log; a listed file that cannot be read is a data fault."""
    import analysis
    from simcore import open_run

    open_run(folder)
    try:
        return analysis.open(folder)
    except ValueError as error:
        raise exits.DataFaultError(str(error)) from None


def _made(
    names: list[str], log: Log, how: tuple[Path, list[str], int], *, quiet: bool
) -> list[dict[str, Any]]:
    """Make the charts, with progress on stderr and a clean stop; of several, those that can be."""
    from analysis.frames import NoDataError
    from scripts.progress import reporting, stoppable

    made: list[dict[str, Any]] = []
    with stoppable() as stop:
        try:
            with reporting(stop, quiet=quiet, wins=False) as report:
                for name in names:
                    try:
                        made.append(_one(name, log, how, report))
                    except NoDataError as error:
                        made.append({"chart": name, "no_data": str(error)})
        except KeyboardInterrupt:
            done = sum("files" in chart for chart in made)
            raise exits.StoppedError(
                f"interrupted, {done} of {len(names)} charts were made"
            ) from None
    if not any("files" in chart for chart in made):
        raise ValueError(made[0]["no_data"])
    return made


def _one(name: str, log: Log, how: tuple[Path, list[str], int], report: Any) -> dict[str, Any]:
    """Make one chart."""
    from analysis.gallery import exhibit, make

    folder, kinds, threads = how
    paths, frame = make(name, log, folder, kinds, threads=threads, on_progress=report)
    caption = exhibit(name, log.game).chart.caption(log, frame)
    return {"chart": name, "files": [str(path) for path in paths], "caption": caption}


def _tell(made: list[dict[str, Any]]) -> None:
    """Print paths and captions."""
    import textwrap

    for place, chart in enumerate(made):
        if place:
            print()
        for path in chart.get("files", ()):
            print(path)
        print(textwrap.fill(chart.get("caption") or f"left out: {chart['no_data']}", 78))
