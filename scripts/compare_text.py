"""What `simcore compare` prints."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from analysis import Comparison

_LABELS = {
    "match": "match",
    "one_a": "  one A, two B",
    "two_a": "  two A, one B",
    "seat": "same seat",
    "seat_among_b": "  among two B",
    "seat_among_a": "  among two A",
}
_SYSTEMS = {
    "seeger_fabian": "Seeger-Fabian (50, 40), list points",
    "plain": "Plain scores, points",
}
_RATES = {
    "declared": "of the hands dealt",
    "won": "of the games declared",
    "beaten": "games others lost, of the games others declared",
}
_EFFECTS = {
    "alone": "B with A's part, less B",
    "taken": "A, less A with B's part",
    "in_order": "A's parts given to B one after the other; these add up",
}


def tell(found: Comparison, *, drawn: bool) -> None:
    """Print a comparison; `drawn` says that the seed was not given."""
    _tell_head(found, drawn)
    _tell_verdict(found)
    for scoring in sorted(_SYSTEMS, key=lambda system: system != found.scoring):
        _tell_differences(found, scoring)
    _tell_definitions()
    if found.parts is not None:
        _tell_parts(found, found.parts)
    _tell_rates(found)


def _deals(number: int) -> str:
    return f"{number:,} deal{'s' * (number != 1)}"


def _tell_head(found: Comparison, drawn: bool) -> None:
    print(f"A {found.a.name}, B {found.b.name}")
    if found.alike:
        print(f"  alike in {', '.join(found.alike)}")
    last = found.first + found.deals - 1
    print(f"  {_deals(found.deals)}, numbers {found.first:,} to {last:,}, rules {found.rules}")
    print(f"  seed {found.seed}{' (drawn)' if drawn else ''}")
    print("  tables on every deal: A among two B, B among two A, three B, three A;")
    print("  different players are moved round all three seats")
    print("  ranges are 95 % intervals, each for itself; a deal is one draw")
    if found.bock:
        print("  without Bock, which needs the deals in order")


def _tell_verdict(found: Comparison) -> None:
    from scripts.tables import wrapped

    print()
    for line in wrapped(found.verdict, 80):
        print(line)
    if "would settle" in found.verdict:
        print("  deals = 7.85 (sd / difference)^2: a 95 % interval that excludes 0 with")
        print("  80 % chance, if the true difference is the one seen")


def _range(row: pd.Series[Any], suffix: str, digits: int) -> str:
    """Limits of a difference; without a spread there are none."""
    from scripts.tables import points_range

    if row["sd"] == 0:
        return "no spread" if row["mean"] else "never differs"
    return points_range(row[f"low{suffix}"], row[f"high{suffix}"], digits)


def _decimals(frame: pd.DataFrame) -> int:
    """Decimals at which every interval of a table can be told from a point, and each of its limits
    from 0: a limit of -0.05 is no +0.0."""
    known = frame[frame["high"] > frame["low"]]
    sizes = [*(known["high"] - known["low"]) / 2, *known["low"].abs(), *known["high"].abs()]
    smallest = min((size for size in sizes if size > 0), default=1.0)
    return min(max(1, math.ceil(-math.log10(smallest))), 4)


def _print_points(title: str, rows: Iterable[tuple[str, pd.Series[Any]]], digits: int) -> None:
    """Differences in points, a line each."""
    from scripts.tables import points, print_table

    cells = [
        (
            name,
            points(row["mean"], digits),
            _range(row, "", digits),
            points(row["sd"], digits).removeprefix("+"),
            points(row["mean_36"], max(digits - 1, 0)),
            _range(row, "_36", max(digits - 1, 0)),
        )
        for name, row in rows
    ]
    print_table((title, "a deal", "95 %", "sd", "36 deals", "95 %"), cells)


def _tell_differences(found: Comparison, scoring: str) -> None:
    frame = found.differences[found.differences["scoring"] == scoring]
    print(f"\n{_SYSTEMS[scoring]}; sd of a deal; n = {_deals(found.deals)}")
    named = [(_LABELS[str(row["measure"])], row) for _, row in frame.iterrows()]
    _print_points("A less B", named, _decimals(frame))


def _tell_definitions() -> None:
    from analysis.match import MEASURES

    print("\nX(T): mean of player X over the three seats at table T, both where there are two")
    for name, (words, _, _) in MEASURES.items():
        print(f"{_LABELS[name]:<16}{words}")
    print("same seat sees defence by the 40 alone, in plain scores not at all; match sees")
    print("also what the others lose by it")


def _tell_parts(found: Comparison, parts: pd.DataFrame) -> None:
    frame = parts[parts["scoring"] == found.scoring]
    digits = _decimals(frame)
    print(f"\nParts, each among two B; {_SYSTEMS[found.scoring]}; n = {_deals(found.deals)}")
    print("alone and taken need not add up: parts help or hinder each other")
    for effect, words in _EFFECTS.items():
        print(f"\n{words}")
        cells = frame[frame["effect"] == effect]
        named = [(str(row["part"]), row) for _, row in cells.iterrows()]
        if effect == "in_order":
            whole = found.differences
            mine = (whole["scoring"] == found.scoring) & (whole["measure"] == "seat_among_b")
            named.append(("sum", whole[mine].iloc[0]))
        _print_points("", named, digits)


def _tell_rates(found: Comparison) -> None:
    from scripts.tables import percent, percent_range, points, print_table

    rows: list[tuple[str, ...]] = []
    for _, row in found.rates.iterrows():
        for player in "ab":
            n = f"{row[f'{player}_n']:,} of {row[f'{player}_of_n']:,}"
            rate = percent(row[f"{player}_rate"])
            limits = percent_range(row[f"{player}_low"], row[f"{player}_high"])
            rows.append(
                (str(row["rate"]) if player == "a" else "", player.upper(), n, rate, limits)
            )
        gap = 100 * row[["mean", "low", "high", "sd"]].astype(float)
        n = _deals(row["n"])
        rows.append(("", "A less B", n, points(gap["mean"]), _range(gap, "", 2)))
    print("\nRates of a player in every seat, among two B and among two A: six hands a deal")
    for rate, words in _RATES.items():
        print(f"{rate:<9} {words}")
    print("A less B  in percentage points, on the same deals")
    print_table(("", "", "n", "%", "95 %"), rows, left=2)
