"""simcore: Monte Carlo simulation of card games, compiled, reproducible deal by deal.

Skat, and soket and sekans of the Poch family.

A deal is a function of (seed, deal number). `simulate` plays deals into a run folder of Parquet
shards, `rows` into memory, `arms` under several scenarios; `open_run` reads a run back.
`repair` mends one, `compact` puts it into fewer files.
`simcore.skat` and `simcore.poch` hold the rules as functions, `simcore.cards` the cards of Skat as
sets and text.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from simcore.version import __version__

if TYPE_CHECKING:
    from simcore.api import arms, open_run, replay, resume, rows, run_settings, simulate
    from simcore.batch import Progress
    from simcore.compaction import compact
    from simcore.mending import repair
    from simcore.run import Run
    from simcore.skat.scenario import Scenario

__all__ = [
    "Progress",
    "Run",
    "Scenario",
    "__version__",
    "arms",
    "compact",
    "open_run",
    "repair",
    "replay",
    "resume",
    "rows",
    "run_settings",
    "simulate",
]

_HOMES = {
    "simulate": "simcore.api",
    "resume": "simcore.api",
    "rows": "simcore.api",
    "arms": "simcore.api",
    "run_settings": "simcore.api",
    "open_run": "simcore.api",
    "replay": "simcore.api",
    "repair": "simcore.mending",
    "compact": "simcore.compaction",
    "Progress": "simcore.batch",
    "Run": "simcore.run",
    "Scenario": "simcore.skat.scenario",
}
_ROOMS = ("cards", "deal", "poch", "skat")


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for: `simcore --help` needs no compiler."""
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    if name in _ROOMS:
        return importlib.import_module(f"simcore.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__, *_ROOMS])
