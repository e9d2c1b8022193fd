"""`simcore summary`: the rates of a run, each with its denominator and interval."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits, lists, table_file
from scripts.summary_text import cell_table, tell

if TYPE_CHECKING:
    import pandas as pd

    from analysis import SkatLog
    from simcore import Run


def summary(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The run folder.")],
    by: Annotated[
        str | None, typer.Option(help="Columns to split the win rate by: contract,declarer.")
    ] = None,
    where: Annotated[
        str | None, typer.Option(metavar="SQL", help="Only these rows: \"contract = 'G'\".")
    ] = None,
    shrink: Annotated[
        bool, typer.Option("--shrink", help="Of --by: draw rare cells towards a model of all.")
    ] = False,
    weights: Annotated[
        str | None,
        typer.Option(help="Of --by: exact, rates for the exact mix of hands a seat is dealt."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Of --by: a new file too, .csv, .parquet or .md.")
    ] = None,
    list_deals: Annotated[
        int | None,
        typer.Option("--list", parser=door.number, help="What lists of so many deals come to."),
    ] = None,
    table: Annotated[
        int | None,
        typer.Option(parser=door.number, help="Of --list: players at the table, 3 or 4. [3]"),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(parser=door.number, help="Of --list: Bierlachs ends at 301, 401, 501 ..."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Sum up a run: who declared what, won how often."""
    from analysis.overview import overview
    from scripts.tables import print_json

    of_lists, of_by = {"table": table, "limit": limit}, {"weights": weights, "out": out}
    _check_forms(list_deals, by=by, where=where, **of_lists, **of_by, shrink=shrink or None)
    if out is not None:
        table_file.check(out)
    run, log = _open(folder)
    with log:
        _check_where(log, where)
        found = _head(run, where)
        if list_deals is not None:
            found["lists"] = lists.count(log, list_deals, table, limit)
        elif by is not None:
            found |= _by(log, by, where, weights=weights, shrink=shrink, out=out, head=found)
        else:
            found |= overview(log, where)
    if as_json:
        print_json(found)
    else:
        tell(found)
    return exits.DONE


def _check_forms(list_deals: int | None, **others: Any) -> None:
    """Refuse options that do not go with the form asked for."""
    for option in ("by", "where") if list_deals is not None else ():
        if others[option] is not None:
            raise ValueError(f"--{option} does not go with --list, which takes all deals in order")
    for option in ("shrink", "weights", "out") if others["by"] is None else ():
        if others[option] is not None:
            raise ValueError(f"--{option} goes with --by only")
    for option in ("table", "limit") if list_deals is None else ():
        if others[option] is not None:
            raise ValueError(f"--{option} {others[option]} goes with --list only")


def _open(folder: Path) -> tuple[Run, SkatLog]:
    """The run and its log; a listed file that cannot be read is a data fault."""
    from analysis.load import open_skat
    from simcore import open_run

    run = open_run(folder)
    try:
        return run, open_skat(folder)
    except ValueError as error:
        raise exits.DataFaultError(str(error)) from None


def _check_where(log: SkatLog, where: str | None) -> None:
    """Refuse a condition that DuckDB cannot read, by the name of its option."""
    from analysis.log import chosen

    if where is None:
        return
    try:
        log.query(f"SELECT won FROM ({chosen(where)}) LIMIT 0")
    except ValueError as error:
        raise ValueError(f"--where {where!r}: {error}") from None


# ---- numbers ------------------------------------------------------------------------------------


def _head(run: Run, where: str | None) -> dict[str, Any]:
    from simcore.skat import rules_in
    from simcore.skat.rules import ALL_PASS, BOCK

    settings = run.settings
    rules = rules_in(settings["rules"].items())
    return {
        "run": str(run.path),
        "status": run.manifest["status"],
        "deals_wanted": int(settings["deals"]),
        "deals": run.deals,
        "first": int(settings["first"]),
        "seed": int(settings["seed"]),
        "rules": settings["rules"]["name"],
        "all_pass": ALL_PASS[rules.all_pass],
        "bock": [event for k, event in enumerate(BOCK) if rules.bock >> k & 1],
        "players": door.player_names(run),
        "rotate": bool(settings["rotate"]),
        "scenario": settings["scenario"],
        "where": where,
        "level": 0.95,
    }


def _by(
    log: SkatLog,
    by: str,
    where: str | None,
    *,
    weights: str | None,
    shrink: bool,
    out: Path | None,
    head: dict[str, Any],
) -> dict[str, Any]:
    """The win rate split by columns, written to a file too if one is asked for."""
    columns = [column for column in door.words_of(by) if column]
    if not columns:
        raise ValueError(f"--by {by!r} names no column")
    frame = log.win_rate(by=columns, where=where, weights=weights, shrink=shrink)
    found = {
        "by": list(dict.fromkeys(columns)),
        "per": "played",
        "weights": weights,
        "shrink": shrink,
        "out": None if out is None else str(out),
        "cells": _records(frame.drop(columns=["per", "weights"], errors="ignore"), columns),
    }
    if out is not None:
        about = _about(head)
        table_file.write(out, frame, about, table_file.markdown(about, *cell_table(head | found)))
    return found


def _records(frame: pd.DataFrame, columns: Iterable[str]) -> list[dict[str, Any]]:
    """Lines of a frame as plain data; a cell without a value, as the trumps of Null, is None."""
    missing = {column: frame[column].astype(object).where(frame[column].notna(), None)
               for column in columns}  # fmt: skip
    lines = frame.assign(**missing).to_dict("records")
    return [{str(name): value for name, value in line.items()} for line in lines]


def _about(head: dict[str, Any]) -> dict[str, Any]:
    """What a table is of."""
    names = ("seed", "rules", "where")
    return {"run_deals": head["deals"], **{name: head[name] or "" for name in names},
            "players": ",".join(head["players"]), "level": head["level"]}  # fmt: skip
