"""Tables of differences between two players, in points or chips, for a terminal."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def print_verdict(words: str) -> None:
    """A verdict behind an empty line, broken at commas where there is room."""
    from scripts.tables import wrapped, wrapped_text

    print()
    for part in wrapped(words, 80):
        for line in wrapped_text(part):
            print(line)


def limits(row: pd.Series[Any], suffix: str, digits: int) -> str:
    """Limits of a difference; without a spread there are none."""
    from scripts.tables import points_range

    if row["sd"] == 0:
        return "no spread" if row["mean"] else "never differs"
    if math.isnan(row[f"low{suffix}"]) and not math.isnan(row[f"mean{suffix}"]):
        return "no interval"  # of one draw
    return points_range(row[f"low{suffix}"], row[f"high{suffix}"], digits)


def decimals(frame: pd.DataFrame) -> int:
    """Decimals at which every interval of a table can be told from a point, and each of its limits
    from 0: a limit of -0.05 is no +0.0."""
    known = frame[frame["high"] > frame["low"]]
    sizes = [*(known["high"] - known["low"]) / 2, *known["low"].abs(), *known["high"].abs()]
    smallest = min((size for size in sizes if size > 0), default=1.0)
    return min(max(1, math.ceil(-math.log10(smallest))), 4)


def print_differences(
    title: str,
    rows: Iterable[tuple[str, pd.Series[Any]]],
    digits: int,
    many: tuple[str, str] = ("36 deals", "_36"),
) -> None:
    """Differences, a line each: a deal, and in many deals, by name and by suffix of the columns."""
    from scripts.tables import points, print_table

    name, suffix = many
    fewer = max(digits - 1, 0)
    cells = [
        (
            label,
            points(row["mean"], digits),
            limits(row, "", digits),
            points(row["sd"], digits).removeprefix("+"),
            points(row[f"mean{suffix}"], fewer),
            limits(row, suffix, fewer),
        )
        for label, row in rows
    ]
    print_table((title, "a deal", "95 %", "sd", name, "95 %"), cells)


def print_rates(names: Iterable[tuple[str, pd.Series[Any]]], draws: str) -> None:
    """Rates of A and B and their difference, three lines each; `draws` is what n counts."""
    from scripts.tables import percent, points, print_table, share_range

    rows: list[tuple[str, ...]] = []
    for name, row in names:
        number = int(row["n"])
        none = "never differs" if number > 1 else "no interval"
        for player in "ab":
            n = f"{row[f'{player}_n']:,} of {row[f'{player}_of_n']:,}"
            rate, low, high = (row[f"{player}_{what}"] for what in ("rate", "low", "high"))
            known = share_range(rate, low, high, none)
            rows.append((name if player == "a" else "", player.upper(), n, percent(rate), known))
        gap = 100 * row[["mean", "low", "high", "sd"]].astype(float)
        n = f"{number:,} {draws}{'s' * (number != 1)}"
        rows.append(("", "A less B", n, points(gap["mean"]), limits(gap, "", 2)))
    print_table(("", "", "n", "%", "95 %"), rows, left=2)
