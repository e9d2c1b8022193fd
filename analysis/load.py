"""Open the log of a run, whatever its game."""

from __future__ import annotations

import os

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from analysis.log import Log, one_line
from analysis.poch.load import PochLog
from analysis.skat_log import SkatLog
from simcore import Run, open_run
from simcore.log import schema

__all__ = ["Log", "PochLog", "SkatLog", "open_log", "open_skat"]


def open_log(path: str | os.PathLike[str]) -> SkatLog | PochLog:
    """Open the log of a run; exported as `analysis.open`.

    A run that is still running or was interrupted opens with the files listed so far.

    Parameters
    ----------
    path
        The run folder, the one that holds `manifest.json`.

    Returns
    -------
    SkatLog or PochLog
        By the game of the run.

    Raises
    ------
    ValueError
        If the folder, its manifest or a listed file is missing or cannot be read; the message
        names the path.
    """
    run = open_run(os.fspath(path) if isinstance(path, os.PathLike) else path)
    for name in run.names:
        if not run.store.has(name):
            raise ValueError(f"{run.path}: {name} is listed in the manifest, but missing")
    _check_columns(run)
    try:
        return PochLog(run) if run.game.name == "poch" else SkatLog(run)
    except (duckdb.Error, ValueError) as error:
        raise ValueError(f"{run.path}: {one_line(error)}") from error


def _check_columns(run: Run) -> None:
    """Refuse a file with other columns than the game's: one of another table would be read too."""
    wanted = schema(run.game).names
    for name in run.names:
        try:
            with run.store.open(name) as file:
                found = pq.read_schema(file).names
        except (OSError, pa.ArrowException) as error:
            raise ValueError(f"{run.path}: {name} is unreadable: {one_line(error)}") from None
        if found != wanted:
            form = run.manifest["schema"]
            odd = next(iter(set(wanted) ^ set(found)), "their order")
            raise ValueError(f"{run.path}: {name}: columns are not those of {form} here: {odd}")


def open_skat(path: str | os.PathLike[str]) -> SkatLog:
    """Open the log of a Skat run, for what is told of Skat alone.

    Raises
    ------
    ValueError
        As `open_log`, or the run is of another game.
    """
    log = open_log(path)
    if isinstance(log, SkatLog):
        return log
    log.close()
    raise ValueError(f"{log.path}: a run of {log.game}, not of Skat")
