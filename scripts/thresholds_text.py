"""What `simcore thresholds` prints."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from analysis import Thresholds

_HEADS = {  # of the scorings
    "plain": "plain",
    "seeger_fabian": "own",
    "seeger_fabian_lead": "lead",
    "seeger_fabian_lead_4": "lead of 4",
    "bierlachs_lead": "Bierlachs",
}
_GAMES = {"skat": "games with the skat", "hand": "hand games"}
_MOST_COUNTS = 15  # of a system, to be printed


def tell(found: Thresholds, *, drawn: bool) -> None:
    """Print what was found; `drawn` says that the seed was not given."""
    _tell_break_even(found)
    _tell_limits(found, drawn)
    _tell_counts(found)


def _tell_break_even(found: Thresholds) -> None:
    from analysis.worth import SCORINGS
    from scripts.tables import print_table

    print(f"Win probability needed, %, rules {found.rules}; exact, no sample")
    print("a pass is taken to be worth 0: where another then plays and may lose, it is more")
    for name, scoring in SCORINGS.items():
        print(f"  {_HEADS[name]:<10} {scoring.words}")
    frame = found.break_even
    for game, lines in frame.groupby("game", sort=False):
        table = lines.pivot(index="value", columns="scoring", values="need")
        rows = [
            (str(value), *(f"{100 * needs[name]:.1f}" for name in SCORINGS))
            for value, needs in table.iterrows()
        ]
        words = _GAMES[str(game)] if frame["game"].nunique() > 1 else "all games"
        print(f"\n{words}, lost x {lines['loss'].iloc[0]}")
        print_table(("value", *(_HEADS[name] for name in SCORINGS)), rows, left=0)


def _number(count: float) -> str:
    """A count as it is counted: 6, 6.5, 7.193."""
    return f"{count:g}"


def _limit(count: float, none: str, every: str) -> str:
    if math.isinf(count):
        return none if count > 0 else every
    return f"{count:.2f}"


def _tell_limits(found: Thresholds, drawn: bool) -> None:
    from scripts.tables import print_table

    n, frame = int(found.limits["n"].iloc[0]), found.limits
    last = found.first + found.deals - 1
    print(f"\nCount of a hand that wins so often: n = {n:,} random hands in each line, forced")
    print("to play with the skat at the lowest bid; suit: the one the system looks at")
    print(
        f"  {found.deals:,} deals, {found.first:,} to {last:,}, {found.player.name} in every seat"
    )
    print(f"  seed {found.seed}{' (drawn)' if drawn else ''}")
    print("  needed for a game with or without 1, its value in brackets")
    print("  ranges are 95 % bootstrap intervals, a deal is one draw")

    def row(line: pd.Series[Any], head: tuple[str, str]) -> tuple[str, ...]:
        limits = [_limit(line[name], "none", "all") for name in ("low", "high")]
        play = "none" if math.isnan(line["play_from"]) else _number(line["play_from"])
        return (
            *head,
            _HEADS[str(line["scoring"])],
            f"{100 * line['need']:.1f}",
            _limit(line["threshold"], "none", "all"),
            " to ".join(limits),
            play,
        )

    rows = []
    for (system, kind), lines in frame.groupby(["system", "kind"], sort=False):
        head = (str(system), f"{kind} ({lines['value'].iloc[0]})")
        for _, line in lines.iterrows():
            rows.append(row(line, head))
            head = ("", "")
    print_table(("system", "game", "scoring", "need %", "count", "95 %", "play from"), rows, left=3)


def _tell_counts(found: Thresholds) -> None:
    """The rate of every count, where there are few."""
    from scripts.tables import percent_range, print_table

    rows = []
    left_out = []
    for (system, kind), lines in found.counts.groupby(["system", "kind"], sort=False):
        if len(lines) > _MOST_COUNTS:
            left_out.append(f"{system} {kind}")
            continue
        head = (str(system), str(kind))
        for _, line in lines.iterrows():
            limits = percent_range(line["won_low"], line["won_high"])
            won = f"{100 * line['won']:.2f}"
            rows.append((*head, _number(line["count"]), f"{line['n']:,}", won, limits))
            head = ("", "")
    if rows:
        print("\nGames won, %, by count; n = hands of it")
        print_table(("system", "game", "count", "n", "won", "95 %"), rows, left=2)
    if left_out:
        print(f"\nmore than {_MOST_COUNTS} counts, in --json: {', '.join(left_out)}")
