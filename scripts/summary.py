"""`simcore summary`: the rates of a run, each with its denominator and interval."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    import pandas as pd

    from analysis import ClusterSums, Log
    from simcore import Run

SEATS = ("forehand", "middlehand", "rearhand")
PLAYERS = "ABC"
LIST_DEALS = 36
KINDS = ("schneider", "schwarz", "hand", "ouvert", "overbid")

# Seeger-Fabian for the seat {s}, a table of three: 50 for a game won or lost, 40 when another loses
_LIST = """(score_{s} + CASE WHEN declarer = {k} THEN CASE WHEN won THEN 50 ELSE -50 END
    WHEN played AND NOT won THEN 40 ELSE 0 END)"""


def summary(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The run folder.")],
    by: Annotated[
        str | None, typer.Option(help="Columns to split the win rate by: contract,declarer.")
    ] = None,
    where: Annotated[
        str | None, typer.Option(metavar="SQL", help="Only these rows: \"contract = 'G'\".")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Sum up a run: who declared what, won how often."""
    from scripts.tables import print_json

    run, log = _open(folder)
    with log:
        _check_where(log, where)
        found = _head(run, where)
        found |= _by(log, by, where) if by is not None else _whole(run, log, where)
    if as_json:
        print_json(found)
    else:
        _tell(found)
    return exits.DONE


def _open(folder: Path) -> tuple[Run, Log]:
    """The run and its log; a listed file that cannot be read is a data fault."""
    import analysis
    from simcore import open_run

    run = open_run(folder)
    try:
        return run, analysis.open(folder)
    except ValueError as error:
        raise exits.DataFaultError(str(error)) from None


def _check_where(log: Log, where: str | None) -> None:
    """Refuse a condition that DuckDB cannot read, by the name of its option."""
    from analysis.winrate import chosen

    if where is None:
        return
    try:
        log.query(f"SELECT won FROM ({chosen(where)}) LIMIT 0")
    except ValueError as error:
        raise ValueError(f"--where {where!r}: {error}") from None


# ---- numbers ------------------------------------------------------------------------------------


def _head(run: Run, where: str | None) -> dict[str, Any]:
    settings = run.settings
    return {
        "run": str(run.path),
        "status": run.manifest["status"],
        "deals_wanted": int(settings["deals"]),
        "deals": run.deals,
        "first": int(settings["first"]),
        "seed": int(settings["seed"]),
        "rules": settings["rules"]["name"],
        "players": door.player_names(run),
        "rotate": bool(settings["rotate"]),
        "scenario": settings["scenario"],
        "where": where,
        "level": 0.95,
    }


def _by(log: Log, by: str, where: str | None) -> dict[str, Any]:
    """The win rate split by columns."""
    columns = [column for column in door.words_of(by) if column]
    if not columns:
        raise ValueError(f"--by {by!r} names no column")
    frame = log.win_rate(by=columns, where=where)
    return {"by": columns, "per": "played", "cells": frame.drop(columns="per").to_dict("records")}


def _whole(run: Run, log: Log, where: str | None) -> dict[str, Any]:
    """Everything the summary prints without --by."""
    from analysis.ratios import ratios

    measures = {"passed_in": ("true", "NOT played")}
    measures |= {kind: ("played", kind) for kind in KINDS}
    for k, seat in enumerate(SEATS):
        measures[f"declared {seat}"] = ("true", f"declarer = {k}")
        measures[f"list {seat}"] = ("true", _LIST.format(s=seat, k=k))
    if log.rotated:
        for k, player in enumerate(PLAYERS):
            measures[f"declared {player}"] = ("true", f"player = {k}")
            measures[f"list {player}"] = ("true", _list_of_player(k))
    sums = ratios(log.query, measures, clustered=log.rotated, where=where)
    found: dict[str, Any] = {
        "hands": int(sums["passed_in"].size),  # type: ignore[arg-type]
        "passed_in": _share(sums["passed_in"], "dealt"),
        "played": _cell(log.win_rate(where=where).iloc[0]),
        "contracts": _contracts(log, where),
        "kinds": {kind: _share(sums[kind], "played") for kind in KINDS},
        "seats": _declarers(log.win_rate(by=["declarer"], where=where), SEATS, sums),
    }
    if log.rotated:
        rates = log.win_rate(by=["player"], where=where)
        found["by_player"] = _declarers(rates, PLAYERS, sums)
    return found


def _list_of_player(player: int) -> str:
    """List points of a player who changes seats: with rotation k seat s is player (s + k) % 3."""
    cases = [
        f"WHEN {(player - seat) % 3} THEN {_LIST.format(s=name, k=seat)}"
        for seat, name in enumerate(SEATS)
    ]
    return f"CASE rotation {' '.join(cases)} END"


def _share(sums: ClusterSums, of: str) -> dict[str, Any]:
    from analysis import clustered_wilson

    size, total = float(sums.size), float(sums.total)  # type: ignore[arg-type]
    low, high = clustered_wilson(sums)
    rate = total / size if size else float("nan")
    return {"n": int(total), "of": of, "of_n": int(size), "rate": rate, "low": low, "high": high}


def _list(sums: ClusterSums) -> dict[str, Any]:
    """List points per 36 deals."""
    from analysis import clustered_t

    size, total = float(sums.size), float(sums.total)  # type: ignore[arg-type]
    low, high = clustered_t(sums)
    mean = total / size if size else float("nan")
    return {"mean": LIST_DEALS * mean, "low": LIST_DEALS * low, "high": LIST_DEALS * high}


def _cell(row: Any) -> dict[str, Any]:
    """A row of the win-rate frame as plain data."""
    names = ("wins", "win_rate", "win_low", "win_high", "mean_score", "score_low", "score_high")
    return {"n": int(row["n"]), **{name: row[name] for name in names}}


def _contracts(log: Log, where: str | None) -> list[dict[str, Any]]:
    frame = log.win_rate(by=["contract"], where=where)
    played = int(frame["n"].sum())
    return [
        {"contract": row["contract"], "share": row["n"] / played, **_cell(row)}
        for _, row in frame.iterrows()
    ]


def _declarers(
    frame: pd.DataFrame, names: Iterable[str], sums: dict[str, ClusterSums]
) -> list[dict[str, Any]]:
    """One entry a seat or player, also for one that declared nothing."""
    number = frame.columns[0]
    cells = {int(row[number]): _cell(row) for _, row in frame.iterrows()}
    return [
        {
            "name": name,
            "declared": _share(sums[f"declared {name}"], "dealt"),
            **cells.get(k, {"n": 0}),
            "list_36": _list(sums[f"list {name}"]),
        }
        for k, name in enumerate(names)
    ]


# ---- telling ------------------------------------------------------------------------------------


def _tell(found: dict[str, Any]) -> None:
    _tell_head(found)
    if "cells" in found:
        _tell_cells(found)
        return
    _tell_total(found)
    _tell_contracts(found)
    _tell_declarers(found, "seats", "seat")
    if "by_player" in found:
        _tell_declarers(found, "by_player", "player")
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
    print("  ranges are 95 % intervals; a deal counts as one draw, its rotations together")


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
    from scripts.tables import percent, percent_range, points, points_range

    total, passed = found["played"], found["passed_in"]
    share = f"{percent(passed['rate'])} ({percent_range(passed['low'], passed['high'])})"
    wins = f"{percent(total['win_rate'])} ({percent_range(total['win_low'], total['win_high'])})"
    mean = points(total["mean_score"])
    limits = points_range(total["score_low"], total["score_high"])
    print(f"\nDealt      {found['hands']:,} hands")
    print(f"Passed in  {passed['n']:,}, {share} of all dealt")
    print(f"Played     {total['n']:,}; rates below are of these unless they say of all dealt")
    print(f"  won      {wins} of the hands played")
    print(f"  score    {mean} ({limits}), mean of the hands played")


def _rates(cell: dict[str, Any]) -> tuple[str, ...]:
    from scripts.tables import percent, percent_range, points, points_range

    if not cell["n"]:
        return ("no data", "", "", "")
    return (
        percent(cell["win_rate"]),
        percent_range(cell["win_low"], cell["win_high"]),
        points(cell["mean_score"]),
        points_range(cell["score_low"], cell["score_high"]),
    )


_RATES = ("won", "95 %", "score", "95 %")


def _tell_contracts(found: dict[str, Any]) -> None:
    from scripts.tables import percent, print_table
    from simcore.skat.rules import CONTRACTS, NAMES

    names = dict(zip(CONTRACTS, NAMES, strict=True))
    rows = [
        (names[cell["contract"]], f"{cell['n']:,}", percent(cell["share"]), *_rates(cell))
        for cell in found["contracts"]
    ]
    print("\nContracts, of the hands played (passed-in deals left out)")
    print_table(("", "n", "share", *_RATES), rows)


def _tell_declarers(found: dict[str, Any], key: str, what: str) -> None:
    from scripts.tables import percent, points, points_range, print_table

    rows = [
        (cell["name"], f"{cell['n']:,}", percent(cell["declared"]["rate"]), *_rates(cell))
        for cell in found[key]
    ]
    print(f"\nDeclared by {what}: share of all hands dealt; won and score of hands declared")
    print_table(("", "declared", "share", *_RATES), rows)
    lists = [(cell["name"], cell["list_36"]) for cell in found[key]]
    rows = [
        (name, points(cell["mean"]), points_range(cell["low"], cell["high"]))
        for name, cell in lists
    ]
    print(f"\nList points by {what} for {LIST_DEALS} deals dealt (Seeger-Fabian, table of three)")
    print_table(("", "points", "95 %"), rows)


def _tell_kinds(found: dict[str, Any]) -> None:
    from scripts.tables import percent, percent_range, print_table

    rows = [
        (kind, f"{cell['n']:,}", percent(cell["rate"]), percent_range(cell["low"], cell["high"]))
        for kind, cell in found["kinds"].items()
    ]
    print(f"\nOf the {found['played']['n']:,} hands played (passed-in deals left out)")
    print_table(("", "n", "share", "95 %"), rows)


def _word(column: str, value: Any) -> str:
    """A value of a column as a person reads it: seats, players and contracts by name."""
    from simcore.skat.rules import CONTRACTS, NAMES, SEATS

    if column == "contract":
        return NAMES[CONTRACTS.index(value)]
    if column == "declarer":
        return SEATS[value]
    if column == "player":
        return "ABC"[value]
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _tell_cells(found: dict[str, Any]) -> None:
    from scripts.tables import print_table

    by = found["by"]
    rows = [
        (*(_word(name, cell[name]) for name in by), f"{cell['n']:,}", *_rates(cell))
        for cell in found["cells"]
    ]
    print(f"\nHands played, by {', '.join(by)} (passed-in deals left out)")
    print_table((*by, "n", *_RATES), rows, left=len(by))
