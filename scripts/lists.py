"""The lists of a run for `simcore summary --list`: counted, and told in a table a system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis import SkatLog

_TABLES = {3: "three", 4: "four"}
_BOCK = {"60-60": "60-60", "grand_hand": "a Grand hand won", "kontra": "Kontra"}


def count(log: SkatLog, deals: int, table: int | None, limit: int | None) -> dict[str, Any]:
    """What lists of so many deals come to, as plain data.

    Raises
    ------
    ValueError
        The run cannot be cut into such lists; the message says why.
    """
    members = 3 if table is None else table
    try:
        frame = log.lists(deals, table=members, limit=limit)
    except ValueError as error:
        raise ValueError(f"--list {deals}: {error}") from None
    first = frame.iloc[0]
    cells = frame.drop(columns=["n", "stretches", "left_out"]).to_dict("records")
    return {
        "deals": deals,
        "table": members,
        "limit": limit,
        "n": int(first["n"]),
        "stretches": int(first["stretches"]),
        "left_out": int(first["left_out"]),
        "unit": "points a list",
        "cells": cells,
    }


def _system_words(system: str, found: dict[str, Any]) -> str:
    """A system by name and rule."""
    from simcore.skat.lists import GAME_BONUS, LOSS_BONUS

    loss, limit = LOSS_BONUS[found["lists"]["table"]], found["lists"]["limit"]
    end = "" if limit is None else f"; -{limit} ends a list"
    return {
        "plain": "Plain: scores of the declarer",
        "seeger_fabian": f"Seeger-Fabian: scores, {GAME_BONUS} for a game won, -{GAME_BONUS} "
        f"for one lost, {loss} if another lost",
        "bierlachs": f"Bierlachs: minus points only, a win charges all others{end}",
    }[system] + (", and of Ramsch" if system == "plain" and found["all_pass"] == "ramsch" else "")


def _plural(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"


def _tell_cut(found: dict[str, Any]) -> None:
    lists, table = found["lists"], _TABLES[found["lists"]["table"]]
    over = f"{lists['left_out']:,} deals left over"
    deals, number = _plural(lists["deals"], "deal"), _plural(lists["n"], "list")
    print(f"\nLists of {deals}, table of {table}: {number}, {over}")
    if found["rotate"]:
        print(
            f"  {lists['stretches']:,} stretches of deals; A, B and C deal first in a list of each"
        )
    else:
        out = "; the dealer sits out" if lists["table"] == 4 else ""
        print(f"  A deals first, B sits to the left of A and so on{out}")
    if found["bock"]:
        events = ", ".join(_BOCK[event] for event in found["bock"])
        print(f"  Bock after {events}:")
        print(f"  scores of the next {lists['table']} deals count twice")
    print("  points a list: mean and its 95 % interval; sd, 5 % and 95 % quantile of lists;")
    print("  first: share of lists finished first, ties shared")


def _tell_system(system: str, found: dict[str, Any]) -> None:
    from scripts.tables import percent, points, points_range, print_table

    cells = [cell for cell in found["lists"]["cells"] if cell["system"] == system]
    rows = [
        (
            cell["member"],
            f"{found['lists']['n']:,}",
            points(cell["mean"], 1),
            points_range(cell["mean_low"], cell["mean_high"], 1),
            points(cell["sd"], 1).removeprefix("+"),
            f"{cell['low_5']:+.0f} .. {cell['high_95']:+.0f}",
            percent(cell["first"]),
        )
        for cell in cells
    ]
    print(f"\n{_system_words(system, found)}")
    print_table(("", "lists", "mean", "95 %", "sd", "5 % .. 95 %", "first"), rows)


def _tell_pays(found: dict[str, Any]) -> None:
    from scripts.tables import percent, percent_range, print_table

    rows = [
        (cell["member"], percent(cell["pays"]), percent_range(cell["pays_low"], cell["pays_high"]))
        for cell in found["lists"]["cells"]
        if cell["system"] == "bierlachs"
    ]
    limit = found["lists"]["limit"]
    print(f"\nPays: share of lists in which a member reached -{limit} (several may at once)")
    print_table(("", "pays", "95 %"), rows)


def tell(found: dict[str, Any]) -> None:
    """Print the lists of a summary."""
    from simcore.skat.lists import SYSTEMS

    _tell_cut(found)
    for system in SYSTEMS:
        _tell_system(system, found)
    if found["lists"]["limit"] is not None:
        _tell_pays(found)
