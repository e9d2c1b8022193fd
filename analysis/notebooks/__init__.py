"""Notebooks as percent scripts, one question each, and the run they read.

A notebook reads the run folder that the environment variable SIMCORE_RUN names. Where it names
none, a small run is made, and removed at the end: 100,000 deals, seed 1, the default players.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

import simcore
from analysis.intervals import clustered_wilson
from analysis.load import Log, SkatLog, open_skat
from analysis.ratios import ratios

RUN = "SIMCORE_RUN"
DEALS, SEED = 100_000, 1


def given_run() -> Path | str:
    """The run folder to read.

    Raises
    ------
    ValueError
        SIMCORE_RUN names a folder that is no run.
    """
    named = os.environ.get(RUN)
    if named:
        return simcore.open_run(named).path
    home = tempfile.mkdtemp(prefix="simcore-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    run = simcore.simulate(deals=DEALS, seed=SEED, out=Path(home) / "run", command="notebook")
    return run.path


def given_log() -> SkatLog:
    """The log of the run to read."""
    return open_skat(given_run())


def told(log: Log) -> str:
    """What a run is, in one line."""
    settings = log.manifest["settings"]
    players = ", ".join(player["name"] for player in settings["players"])
    each = ", each played three times" if log.rotated else ""
    forced = ", a forced game or known cards" if settings["scenario"] else ""
    return (
        f"{log.n_deals:,} deals{each}{forced}, seed {settings['seed']}, "
        f"rules {settings['rules']['name']}, players {players}"
    )


def rates(log: Log, measures: Mapping[str, tuple[str, str]]) -> pd.DataFrame:
    """Shares of the rows of a log, with Wilson intervals, the deal as the unit.

    Parameters
    ----------
    log
        The log.
    measures
        By name: of which rows, and the share of which of them, as SQL conditions.

    Returns
    -------
    pandas.DataFrame
        One row a measure: n (rows it is a share of), rate, low, high (0..1, nan without rows).
    """
    rows = {}
    for name, sums in ratios(log.query, measures, clustered=log.rotated).items():
        low, high = clustered_wilson(sums)
        n, total = float(sums.size), float(sums.total)  # type: ignore[arg-type]
        rate = total / n if n else float("nan")
        rows[name] = {"n": int(n), "rate": rate, "low": low, "high": high}
    return pd.DataFrame.from_dict(rows, orient="index", columns=["n", "rate", "low", "high"])
