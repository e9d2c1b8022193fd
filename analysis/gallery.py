"""The galleries: charts of a run by name, one gallery a game, and the files made of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import pandas as pd
from matplotlib.figure import Figure

from analysis.charts import style
from analysis.frames import NoDataError
from analysis.log import Log
from simcore.batch import OnProgress
from simcore.checks import shown
from simcore.store import TEMPORARY, settle_file

# In the order of the book; each is a file of this name in the folders `frames` and `charts` of its
# game.
NAMES = (
    "suit_map",
    "grand_chart",
    "null_patterns",
    "discard",
    "hand_or_pickup",
    "bid_ladder",
    "calibration",
    "seat_effect",
    "threshold_frontier",
    "split_impact",
)
POCH_NAMES = (
    "soket_chance",
    "sekans_chance",
    "opening",
    "seeing",
    "chips_by_seat",
    "circles",
)
FORMATS = ("png", "svg", "pdf")
# Nothing that changes from one time to the next: no date.
_METADATA: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}


class Chart(Protocol):
    """A chart file: what it needs, says and draws."""

    @property
    def NEEDS(self) -> tuple[str, ...]:  # noqa: N802
        """Columns of the frame."""

    @property
    def TITLE(self) -> str:  # noqa: N802
        """Above the chart."""

    @property
    def SIZE(self) -> tuple[float, float]:  # noqa: N802
        """Width and height in inches."""

    def caption(self, log: Any, frame: pd.DataFrame) -> str:
        """What the chart shows, of which run."""

    def draw(self, frame: pd.DataFrame, figure: Figure) -> None:
        """Draw on a figure without axes."""


class Exhibit(NamedTuple):
    """A chart of the gallery: where its numbers come from, and the file that draws them."""

    frame: Callable[..., pd.DataFrame]
    chart: Chart


def _exhibits(home: str, names: Iterable[str]) -> dict[str, Exhibit]:
    """The charts of a game by name, from the folder of its analysis."""
    found = {}
    for name in names:
        numbers = importlib.import_module(f"{home}.frames.{name}")
        chart: Any = importlib.import_module(f"{home}.charts.{name}")
        found[name] = Exhibit(numbers.frame, chart)
    return found


GALLERY = _exhibits("analysis", NAMES)
GALLERIES: dict[str, dict[str, Exhibit]] = {
    "skat": GALLERY,
    "poch": _exhibits("analysis.poch", POCH_NAMES),
}


def exhibit(name: str, game: str = "skat") -> Exhibit:
    """A chart of a game by its name.

    Raises
    ------
    ValueError
        There is none of this name; the message lists those there are.
    """
    charts = GALLERIES[game]
    if name not in charts:
        raise ValueError(f"unknown chart {shown(name)}: one of {', '.join(charts)}")
    return charts[name]


def make(
    name: str,
    log: Log,
    folder: str | Path,
    formats: Iterable[str] = ("png", "svg"),
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> tuple[list[Path], pd.DataFrame]:
    """Make a chart of a run: a file of each format, and the plotted numbers as CSV.

    Parameters
    ----------
    name
        One of the charts of its game, see `GALLERIES`.
    log
        The log of the run.
    folder
        Where to write NAME.png and so on; made if it is not there. Files of these names are
        replaced, each in one step, once all of them are drawn.
    formats
        Some of "png", "svg", "pdf".
    threads, on_progress
        For charts that play deals again; results never depend on them.

    Returns
    -------
    tuple
        The files, CSV last, and the frame. The same run gives the same bytes.

    Raises
    ------
    ValueError
        Name or format are unknown.
    NoDataError
        The run has nothing this chart could show.
    """
    wanted = _formats(formats)
    frames, chart = exhibit(name, log.game)
    try:
        frame = frames(log, threads=threads, on_progress=on_progress)
    except NoDataError as error:
        raise NoDataError(f"{name} of {log.path}: no data: {error}") from None
    return _write(name, chart, log, frame, Path(folder), wanted), frame


def _formats(formats: Iterable[str]) -> list[str]:
    wanted = list(dict.fromkeys([formats] if isinstance(formats, str) else formats))
    for word in wanted:
        if word not in FORMATS:
            raise ValueError(f"unknown format {shown(word)}: one of {', '.join(FORMATS)}")
    return wanted


def _write(
    name: str, chart: Chart, log: Log, frame: pd.DataFrame, folder: Path, formats: list[str]
) -> list[Path]:
    """Write all files under temporary names, then give each its own."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = [*formats, "csv"]
    drafts = {kind: folder / f"{TEMPORARY}{name}.{kind}" for kind in kinds}
    try:
        with style.sheet(*chart.SIZE, chart.TITLE, chart.caption(log, frame)) as figure:
            chart.draw(frame, figure)
            for kind in formats:
                figure.savefig(drafts[kind], metadata=_METADATA[kind])
        frame.to_csv(drafts["csv"], index=False, lineterminator="\n")
        for kind in kinds:
            settle_file(drafts[kind], folder / f"{name}.{kind}")
    finally:
        for draft in drafts.values():
            draft.unlink(missing_ok=True)
    return [folder / f"{name}.{kind}" for kind in kinds]
