"""Tables and numbers for a terminal of 80 columns; plain characters, so any terminal shows them."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

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


def wrapped(words: str, width: int = 72) -> list[str]:
    """Lines of a sum in words, broken only behind a comma or semicolon."""
    import textwrap

    joined = words.replace(" ", "\N{NO-BREAK SPACE}")
    for stop in ",;":
        joined = joined.replace(f"{stop}\N{NO-BREAK SPACE}", f"{stop} ")
    lines = textwrap.wrap(joined, width, break_long_words=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def wrapped_text(words: str, width: int = 80, indent: str = "") -> list[str]:
    """A sentence as lines of a terminal."""
    import textwrap

    joined = words.replace(" %", "\N{NO-BREAK SPACE}%")
    lines = textwrap.wrap(
        joined, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def percent(rate: float) -> str:
    """A rate as "81.23 %"."""
    if math.isnan(rate):
        return _NO_DATA
    return f"{100 * rate:.{1 if rate == 1 else 2}f} %"  # 100.0 % is no wider than 99.99 %


def percent_range(low: float, high: float) -> str:
    """Limits of a rate as "81.15 to 81.31"."""
    return _NO_DATA if math.isnan(low) else f"{100 * low:.2f} to {100 * high:.2f}"


def share_range(rate: float, low: float, high: float, none: str = "no interval") -> str:
    """Limits of a share; there are none where it is the same in every draw."""
    return none if math.isnan(low) and not math.isnan(rate) else percent_range(low, high)


def points(mean: float, digits: int = 2) -> str:
    """A mean of points with its sign."""
    return _NO_DATA if math.isnan(mean) else f"{_no_minus_zero(mean, digits):+.{digits}f}"


def points_range(low: float, high: float, digits: int = 2) -> str:
    """Limits of a mean as "+41.98 to +42.48"."""
    if math.isnan(low):
        return _NO_DATA
    return f"{points(low, digits)} to {points(high, digits)}"


def _no_minus_zero(number: float, digits: int) -> float:
    """A number that is not printed as -0.00."""
    rounded = round(number, digits)
    return 0.0 if rounded == 0 else rounded


def table_lines(pairs: Iterable[tuple[str, str]]) -> None:
    """Pairs as lines with the second part in one column."""
    listed = list(pairs)
    width = max(len(name) for name, _ in listed)
    for name, text in listed:
        print(f"{name:<{width}}  {text}")


def markdown(frame: pd.DataFrame) -> str:
    """A frame of text as a Markdown table."""
    lines = [" | ".join(frame.columns), " | ".join("---" for _ in frame.columns)]
    lines += [" | ".join(map(str, row)) for row in frame.itertuples(index=False)]
    return "\n".join(f"| {line} |" for line in lines)
