"""The command `simcore`: its list of commands, and the one place where errors become exit codes.

Commands import what they need when they run, so that help needs neither compiler nor data tools.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from types import FrameType
from typing import Annotated, NoReturn

import typer

from scripts import (
    bench,
    chart,
    compact,
    compare,
    doctor,
    exits,
    hand,
    regret,
    repair,
    replay,
    report,
    run,
    score,
    show,
    solve,
    summary,
    thresholds,
    tune,
    verify,
)
from simcore import __version__

# typer keeps its usage errors in one place or another by version
_UsageError: type[Exception] = typer.BadParameter.__mro__[1]

app = typer.Typer(
    help="Simulate deals of Skat, or of soket and sekans, by the million; log them; read the log.",
    epilog="Exit codes: 0 done, 2 usage or bad input, 3 data check failed, 130 interrupted.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for _command in (
    run.run,
    show.show,
    summary.summary,
    hand.hand,
    compare.compare,
    tune.tune,
    thresholds.thresholds,
    regret.regret,
    chart.chart,
    report.report,
    verify.verify,
    repair.repair,
    compact.compact,
    replay.replay,
    solve.solve,
    score.score,
    bench.bench,
    doctor.doctor,
):
    app.command()(_command)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"simcore {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Simulate deals of Skat, or of soket and sekans, by the million; log them; read the log."""


_SIMCORE = typer.main.get_command(app)  # built once, however many lines are called
_LONGEST = 1000  # characters of a message: a token of a megabyte is not repeated in full


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _one_line(error: BaseException | str) -> str:
    """The message of an error in one line, its name where it has none."""
    line = " ".join(str(error).split()) or type(error).__name__
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ..."


def _complain(message: str, code: int) -> int:
    print(f"simcore: {message}", file=sys.stderr)
    return code


def _drop_output() -> None:
    """Nobody reads on: let the flush at the end go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def call(arguments: Sequence[str]) -> int:
    """Run one command line; returns its exit code and never raises."""
    try:
        words = list(arguments)
        code = _SIMCORE(words or ["--help"], prog_name="simcore", standalone_mode=False, obj=words)
        sys.stdout.flush()
        if code == exits.INTERRUPTED:  # typer makes a code of Ctrl-C
            return _complain("interrupted", exits.INTERRUPTED)
        return code if isinstance(code, int) else exits.DONE
    except _UsageError as error:
        message = getattr(error, "format_message", error.__str__)()
        return _complain(_one_line(message), exits.BAD_INPUT)
    except exits.StoppedError as error:
        return _complain(_one_line(error), exits.INTERRUPTED)
    except exits.DataFaultError as error:
        return _complain(_one_line(error), exits.BAD_DATA)
    except (BrokenPipeError, SystemExit):  # typer makes an exit of a pipe that broke
        _drop_output()
        return exits.DONE
    except (ValueError, OSError) as error:
        return _complain(_one_line(error), exits.BAD_INPUT)
    except MemoryError as error:
        return _complain(f"out of memory: {_one_line(error)}", exits.BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        return _complain("interrupted", exits.INTERRUPTED)


def main() -> NoReturn:
    """Entry point of the command `simcore`."""
    if sys.stdout is None or sys.stderr is None:  # closed by the caller
        sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
        sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    signal.signal(signal.SIGTERM, _interrupt)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a folder name the terminal cannot show is no error
            stream.reconfigure(errors="backslashreplace")
    sys.exit(call(sys.argv[1:]))


if __name__ == "__main__":
    main()
