"""What `simcore summary` prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scripts import lists

SEATS = ("forehand", "middlehand", "rearhand")
PLAYERS = "ABC"
LIST_DEALS = 36


def tell(found: dict[str, Any]) -> None:
    """Print a summary."""
    _tell_head(found)
    if "lists" in found:
        lists.tell(found)
    elif "cells" in found:
        _tell_cells(found)
    else:
        _tell_whole(found)


def _tell_whole(found: dict[str, Any]) -> None:
    _tell_total(found)
    _tell_contracts(found)
    for key, what in (("seats", "seat"), ("by_player", "player")):
        if key in found:
            _tell_declarers(found, key, what)
    _tell_kinds(found)


def _tell_head(found: dict[str, Any]) -> None:
    last = found["first"] + found["deals"] - 1
    numbers = f", numbers {found['first']:,} to {last:,}" if found["deals"] else ""
    print(f"Run {found['run']}, {found['status']}")
    if found["status"] != "complete":
        print(f"  NOTE: {found['deals']:,} of {found['deals_wanted']:,} deals are there so far")
    print(f"  {found['deals']:,} deals{numbers}, seed {found['seed']}, rules {found['rules']}")
    print(f"  players {_players(found)}")
    if found["scenario"] is not None:
        print(f"  {_scenario(found['scenario'])}")
    if found["where"]:
        print(f"  only rows where {found['where']}")
    print(f"  ranges are 95 % intervals; {_unit(found)}")


def _unit(found: dict[str, Any]) -> str:
    """What counts as drawn once."""
    if "lists" not in found:
        return "a deal counts as one draw, its rotations together"
    return f"a {'stretch of deals' if found['rotate'] else 'list'} counts as one draw"


def _left_out(found: dict[str, Any]) -> str:
    """What hands played leave out: with Ramsch nothing is passed in."""
    return "Ramsch left out" if found["all_pass"] == "ramsch" else "passed-in deals left out"


def _players(found: dict[str, Any]) -> str:
    names = found["players"]
    if found["rotate"]:
        listed = ", ".join(f"{p} {name}" for p, name in zip(PLAYERS, names, strict=True))
        return f"{listed}\n  each deal is played three times, the players moved round"
    if len(set(names)) == 1:
        return f"{names[0]} at every seat"
    return ", ".join(f"{seat} {name}" for seat, name in zip(SEATS, names, strict=True))


def _scenario(scenario: dict[str, Any]) -> str:
    from simcore.cards import format as format_cards

    words = ["deals given by a file of records"] if "deals" in scenario else []
    if scenario["declarer"] is not None:
        game = [scenario["contract"] or "any game", *(["hand"] if scenario["hand"] else [])]
        words.append(f"forced: {scenario['declarer']} plays {' '.join(game)}")
        words += scenario["announced"]
    words += [f"{place} has {format_cards(cards)}" for place, cards in scenario["known"].items()]
    return ", ".join(words)


def _tell_total(found: dict[str, Any]) -> None:
    from scripts.tables import percent, percent_range, points, points_range, share_range

    def share(cell: dict[str, Any]) -> str:
        rate = f"{percent(cell['rate'])} ({share_range(cell['rate'], cell['low'], cell['high'])})"
        return f"{rate} of all dealt"

    def counted(cell: dict[str, Any]) -> str:
        return f"{cell['n']:,}, {share(cell)}"

    total, dealt = found["played"], found["per_dealt"]
    again = found["thrown_in"]["n"] > 0
    wins = f"{percent(total['win_rate'])} ({percent_range(total['win_low'], total['win_high'])})"
    mean = points(total["mean_score"])
    limits = points_range(total["score_low"], total["score_high"])
    print(f"\nDealt      {found['hands']:,} hands")
    if again:
        print(f"Thrown in  {counted(found['thrown_in'])}: all passed, dealt again")
    print(f"Passed in  {counted(found['passed_in'])}")
    if found["ramsch"]["n"]:
        print(f"Ramsch     {counted(found['ramsch'])}")
    if again:
        print(f"Played     {counted(dealt['played'])}")
        print("  rates below are of the hands played unless they say of all dealt")
    else:
        print(f"Played     {total['n']:,}; rates below are of these unless they say of all dealt")
    print(f"  won      {wins} of the hands played")
    if again:
        print(f"           {share(dealt['won'])}")
    print(f"  score    {mean} ({limits}), mean of the hands played")
    if again:
        score = dealt["score"]
        limits = points_range(score["low"], score["high"])
        print(f"           {points(score['mean'])} ({limits}), mean of all dealt")


def _score_digits(cells: Iterable[dict[str, Any]]) -> int:
    """Decimals of the scores of a table: fewer where one of them is wide."""
    widest = max((abs(cell[name]) for cell in cells if cell["n"] for name in _SCORES), default=0.0)
    return 1 if widest >= 100 else 2  # nan, of one hand, is not wide


_SCORES = ("mean_score", "score_low", "score_high")


def _rates(cell: dict[str, Any], digits: int) -> tuple[str, ...]:
    from scripts.tables import percent, percent_range, points, points_range

    if not cell["n"]:
        return ("no data", "", "", "")
    return (
        percent(cell["win_rate"]),
        percent_range(cell["win_low"], cell["win_high"]),
        points(cell["mean_score"], digits),
        points_range(cell["score_low"], cell["score_high"], digits),
    )


_RATES = ("won", "95 %", "score", "95 %")


def _tell_contracts(found: dict[str, Any]) -> None:
    from scripts.tables import percent, print_table
    from simcore.skat.rules import CONTRACTS, NAMES

    names = dict(zip(CONTRACTS, NAMES, strict=True))
    digits = _score_digits(found["contracts"])
    rows = [
        (names[cell["contract"]], f"{cell['n']:,}", percent(cell["share"]), *_rates(cell, digits))
        for cell in found["contracts"]
    ]
    print(f"\nContracts, of the hands played ({_left_out(found)})")
    print_table(("", "n", "share", *_RATES), rows)


def _tell_declarers(found: dict[str, Any], key: str, what: str) -> None:
    from scripts.tables import percent, print_table

    digits = _score_digits(found[key])
    rows = [
        (cell["name"], f"{cell['n']:,}", percent(cell["declared"]["rate"]), *_rates(cell, digits))
        for cell in found[key]
    ]
    print(f"\nDeclared by {what}: share of all hands dealt; won and score of hands declared")
    print_table(("", "declared", "share", *_RATES), rows)
    print(f"\nList points by {what} for {LIST_DEALS} deals dealt (Seeger-Fabian, table of three)")
    if found["thrown_in"]["n"]:
        print("a deal thrown in and dealt again is one deal of the list")
    if found["bock"]:
        print("without Bock, which needs the deals in order: --list counts it")
    _tell_means(found[key], "list_36")
    if found["ramsch"]["n"]:
        print(f"\nRamsch by {what}: mean result of the {found['ramsch']['n']:,} played")
        _tell_means(found[key], "ramsch")


def _tell_means(cells: list[dict[str, Any]], key: str) -> None:
    from scripts.tables import points, points_range, print_table

    means = [(cell["name"], cell[key]) for cell in cells]
    rows = [
        (name, points(mean["mean"], 1), points_range(mean["low"], mean["high"], 1))
        for name, mean in means
    ]
    print_table(("", "points", "95 %"), rows)


def _tell_kinds(found: dict[str, Any]) -> None:
    from scripts.tables import percent, print_table, share_range

    rows = [
        (
            kind,
            f"{cell['n']:,}",
            percent(cell["rate"]),
            share_range(cell["rate"], cell["low"], cell["high"]),
        )
        for kind, cell in found["kinds"].items()
        if cell["n"] or kind not in ("kontra", "re")  # most rules know neither
    ]
    print(f"\nOf the {found['played']['n']:,} hands played ({_left_out(found)})")
    print_table(("", "n", "share", "95 %"), rows)


def _word(column: str, value: Any) -> str:
    """A value of a column as a person reads it: seats, players and contracts by name."""
    from simcore.skat.rules import CONTRACTS, NAMES, SEATS

    if value is None:
        return "-"
    if column == "contract":
        return NAMES[CONTRACTS.index(value)]
    if column == "kontra":
        return ("none", "kontra", "re")[value]
    if column == "declarer":
        return SEATS[value]
    if column == "player":
        return "ABC"[value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _tell_cells(found: dict[str, Any]) -> None:
    from scripts.tables import print_table

    notes, columns, rows = cell_table(found, narrow=True)
    print()
    for note in notes:
        print(note)
    print_table(columns, rows, left=len(found["by"]))
    if found["out"]:
        print(f"\nwritten to {found['out']}")


def cell_table(
    found: dict[str, Any], *, narrow: bool = False
) -> tuple[list[str], list[str], list[list[str]]]:
    """The cells as text: notes, names of the columns, lines.

    Narrow, for a terminal, shrunken rates take the place of scores, and a star that of the mark.
    """
    by, cells, digits = found["by"], found["cells"], _score_digits(found["cells"])
    shrink, weights = found["shrink"], found["weights"]
    rates = 2 if narrow and shrink else 4
    columns = [*by, "n"]
    columns += ["wins"] if shrink or not narrow else []
    columns += ["eff. n"] if weights else []
    columns += _RATES[:rates]
    columns += ["shrunk", "95 %", "" if narrow else "mark"] if shrink else []
    lines = []
    for cell in cells:
        line = [*(_word(name, cell[name]) for name in by), f"{cell['n']:,}"]
        line += [f"{cell['wins']:,}"] if shrink or not narrow else []
        line += [f"{cell['effective_n']:,.0f}"] if weights else []
        line += _rates(cell, digits)[:rates]
        line += _shrunk(cell, narrow) if shrink else []
        lines.append(line)
    return _notes(found, narrow), columns, lines


def _notes(found: dict[str, Any], narrow: bool) -> list[str]:
    """What the cells are of, and what weights and shrinkage do."""
    from analysis.shrinkage import FEWEST, RARE

    notes = [f"Hands played, by {', '.join(found['by'])} ({_left_out(found)})"]
    if set(found["by"]) & {"trumps", "side_aces", "side_tens"} and "contract" not in found["by"]:
        notes += ["in Grand the jacks alone are trumps; -: Null, which has none"]
    if found["weights"]:
        notes.append("rates as if every seat had been dealt the exact mix of hands; n as it was;")
        notes.append("eff. n: the hands that give as wide an interval without weights")
    if found["shrink"]:
        worth = [cell["prior_n"] for cell in found["cells"] if cell["prior_n"] > 0]
        notes.append(
            f"shrunk: drawn towards a model of all cells that counts as {worth[0]:,.0f} hands; "
            f"{'*' if narrow else 'rare'}: n below {RARE}"
            if worth
            else f"no shrunken rates: fewer than {FEWEST} cells have hands"
        )
    return notes


def _shrunk(cell: dict[str, Any], narrow: bool) -> tuple[str, str, str]:
    from scripts.tables import percent, percent_range

    limits = percent_range(cell["shrunk_low"], cell["shrunk_high"])
    mark = "*" if narrow and cell["mark"] == "rare" else cell["mark"]
    return percent(cell["shrunk_rate"]), limits, mark
