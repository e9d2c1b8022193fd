"""Tables and numbers for a terminal of 80 columns; plain characters, so any terminal shows them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any

_NO_DATA = "no data"
_WIDEST = 200


def print_json(data: Any) -> None:
    """Data for a program: JSON, numbers without a value as null."""
    print(json.dumps(_plain(data), indent=1, ensure_ascii=False, allow_nan=False))


def _plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {str(key): _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    if hasattr(data, "item"):  # a number of numpy
        data = data.item()
    return None if isinstance(data, float) and not math.isfinite(data) else data


def print_table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, left: int = 1, title: str = ""
) -> None:
    """A table; the first `left` columns stand left, the others, numbers, right."""
    from rich.box import ASCII, SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, width=_WIDEST)  # a number is never cut to fit
    box = ASCII if console.options.ascii_only else SIMPLE_HEAD
    table = Table(box=box, pad_edge=False, padding=(0, 1), show_edge=False, collapse_padding=True)
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if place < left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    if title:
        print(title)
    console.print(table)


def percent(rate: float) -> str:
    """A rate as "81.23 %"."""
    return _NO_DATA if math.isnan(rate) else f"{100 * rate:.2f} %"


def percent_range(low: float, high: float) -> str:
    """Limits of a rate as "81.15 to 81.31"."""
    return _NO_DATA if math.isnan(low) else f"{100 * low:.2f} to {100 * high:.2f}"


def points(mean: float) -> str:
    """A mean of points with its sign, of hundreds in tenths."""
    return _NO_DATA if math.isnan(mean) else f"{mean:+.{1 if abs(mean) >= 100 else 2}f}"


def points_range(low: float, high: float) -> str:
    """Limits of a mean as "+41.98 to +42.48", of hundreds in tenths."""
    if math.isnan(low):
        return _NO_DATA
    digits = 1 if max(abs(low), abs(high)) >= 100 else 2
    return f"{low:+.{digits}f} to {high:+.{digits}f}"


def table_lines(pairs: Iterable[tuple[str, str]]) -> None:
    """Pairs as lines with the second part in one column."""
    listed = list(pairs)
    width = max(len(name) for name, _ in listed)
    for name, text in listed:
        print(f"{name:<{width}}  {text}")
