"""Charts of a run as images that stand inside a page."""

from __future__ import annotations

import base64
import math
import tempfile
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
from PIL import Image

from analysis import gallery
from analysis.breakeven import break_even
from analysis.charts import captions, style, win_rates
from analysis.frames import NoDataError
from analysis.load import SkatLog
from analysis.log import Log
from analysis.words import Table
from simcore.batch import OnProgress
from simcore.checks import shown

FIRST = "win_rates"  # the one chart that is not of the gallery, of Skat
TITLE = "Win rate by contract"
PLAIN = 0.5  # where the axis of win rates begins, unless a rate lies below
# what the log tells, and the two that play least again: about half a minute of a processor
QUICK = (FIRST, "suit_map", "grand_chart", "seat_effect", "split_impact", "calibration")
QUICK_OF = {"skat": QUICK, "poch": gallery.POCH_NAMES}
MOST_BYTES = 150_000  # an SVG beyond is shown as PNG
COLOURS = 256  # of a PNG: a third of its size, and nothing to be seen of it
MOST_ROWS = 100  # of the numbers of a chart, as a table
_KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


@dataclass(frozen=True)
class Picture:
    """A chart of a page, or why it is not there.

    Attributes
    ----------
    name, title
        Of the chart.
    image, alt
        A data URI, and what it shows in words; empty where there is none.
    table
        The numbers drawn; None where there are too many for a page.
    reason
        Why there is no image.
    """

    name: str
    title: str
    image: str = ""
    alt: str = ""
    table: Table | None = None
    reason: str = ""


def known(game: str = "skat") -> list[str]:
    """All charts there are of a game."""
    return [*([FIRST] if game == "skat" else []), *gallery.GALLERIES[game]]


def chosen(names: Iterable[str], game: str = "skat") -> list[str]:
    """Charts of a game by name, each once; "quick" and "all" are several, "none" is none.

    Raises
    ------
    ValueError
        There is none of a name; the message names it.
    """
    charts = known(game)
    several = {"quick": list(QUICK_OF[game]), "all": charts, "none": []}
    found: list[str] = []
    for name in names:
        if name not in several and name not in charts:
            listed = ", ".join((*several, *charts))
            raise ValueError(f"unknown chart {shown(name)}: one of {listed}")
        found += several.get(name, [name])
    return list(dict.fromkeys(found))


def take(
    name: str, log: Log, *, threads: int | None = None, on_progress: OnProgress | None = None
) -> Picture:
    """A chart of a run as a picture; one without data says why.

    Parameters
    ----------
    name
        One of `known` of its game.
    log
        The log of the run.
    threads, on_progress
        For charts that play deals again.
    """
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        if name == FIRST and isinstance(log, SkatLog):
            title = TITLE
            try:
                frame, words = _win_rates(log, home)
            except NoDataError as error:
                return Picture(name, title, reason=str(error))
        else:
            chart = gallery.exhibit(name, log.game).chart
            title = chart.TITLE
            try:
                how: dict[str, Any] = {"threads": threads, "on_progress": on_progress}
                _, frame = gallery.make(name, log, home, ("svg", "png"), **how)
            except NoDataError as error:
                return Picture(name, title, reason=str(error).split("no data: ")[-1])
            words = chart.caption(log, frame)
            # numbers in words where the chart has them
            frame = getattr(chart, "told", lambda numbers: numbers)(frame)
        return Picture(name, title, _image(home, name), f"{title}. {words}", _table(title, frame))


def _win_rates(log: SkatLog, home: Path) -> tuple[pd.DataFrame, str]:
    """Draw the chart of win rates; returns its numbers and caption."""
    frame = log.win_rate(by=["contract"])
    if frame.empty:
        raise NoDataError("nobody declared a game")
    even = break_even(log)
    words = f"Share of declared games won, 95 % Wilson intervals. {captions.of_run(log)}"
    if even.hand != even.skat:
        words += f" Break-even is that with the skat; from the hand it is {100 * even.hand:.1f} %."
    lowest = min(PLAIN, math.floor(10 * frame["win_low"].min()) / 10)
    with style.figure(6.4, 3.4, textwrap.fill(words, 110)) as (figure, axes):
        figure.suptitle(TITLE, x=0.01, ha="left", fontweight="bold")
        win_rates.draw(frame, axes, even.skat)
        axes.set_xlim(100 * lowest, 100)
        figure.savefig(home / f"{FIRST}.svg", metadata={"Date": None})
        figure.savefig(home / f"{FIRST}.png", metadata={"Software": None})
    return frame, words


def _image(home: Path, name: str) -> str:
    """The drawing as a data URI: SVG where that is small, else PNG."""
    path = home / f"{name}.svg"
    if path.stat().st_size > MOST_BYTES:
        path = path.with_suffix(".png")
        with Image.open(path) as drawn:
            drawn.convert("RGB").quantize(COLOURS).save(path, optimize=True)
    return f"data:{_KINDS[path.suffix]};base64,{base64.b64encode(path.read_bytes()).decode()}"


def _table(title: str, frame: pd.DataFrame) -> Table | None:
    """The numbers of a chart."""
    if len(frame) > MOST_ROWS:
        return None
    rows = [tuple(map(_word, row)) for row in frame.itertuples(index=False)]
    return Table(f"{title}: the numbers", [str(name) for name in frame.columns], rows)


def _word(value: Any) -> str:
    if isinstance(value, float):
        return "no data" if math.isnan(value) else f"{value:.4g}"
    return str(value)
