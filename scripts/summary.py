"""`simcore summary`: the rates of a run, each with its denominator and interval."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits, lists, summary_poch, summary_poch_text, table_file
from scripts.summary_input import check_where, columns_of, of_run
from scripts.summary_text import cell_table, tell

if TYPE_CHECKING:
    from analysis import PochLog, SkatLog
    from simcore import Run


def summary(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The run folder.")],
    by: Annotated[
        str | None,
        typer.Option(
            help="Columns to split by: contract,declarer (poch: position,soket_size); a wrong "
            "name lists them all."
        ),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            metavar="SQL", help='Only these rows. Skat: "contract = \'G\'"; poch: "position = 0".'
        ),
    ] = None,
    shrink: Annotated[
        bool,
        typer.Option("--shrink", help="Skat, with --by: draw rare cells towards a model of all."),
    ] = False,
    weights: Annotated[
        str | None,
        typer.Option(
            help="Skat, with --by: exact, rates for the exact mix of hands a seat is dealt."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="With --by: a new file too, .csv, .parquet or .md.")
    ] = None,
    list_deals: Annotated[
        int | None,
        typer.Option(
            "--list", parser=door.number, help="Skat: what lists of so many deals come to."
        ),
    ] = None,
    table: Annotated[
        int | None,
        typer.Option(
            parser=door.number, help="Skat, with --list: players at the table, 3 or 4. [3]"
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            parser=door.number, help="Skat, with --list: Bierlachs ends at 301, 401, 501 ..."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Sum up a run: who declared what, won how often; or the chips of soket and sekans."""
    from analysis import SkatLog
    from scripts.tables import print_json
    from simcore import open_run

    skats: dict[str, Any] = {"list": list_deals, "table": table, "limit": limit}
    skats |= {"weights": weights, "shrink": shrink or None}
    run = open_run(folder)
    if run.game.name != "skat":
        summary_poch.check_options(run, skats)
    _check_forms(**skats, by=by, where=where, out=out)
    if out is not None:
        table_file.check(out)
    with _open(folder) as log:
        if isinstance(log, SkatLog):
            found, told = _skat(run, log, skats, by, where, out), tell
        else:
            found, told = summary_poch.count(run, log, by, where, out), summary_poch_text.tell
    if as_json:
        print_json(found)
    else:
        told(found)
    return exits.DONE


def _check_forms(**given: Any) -> None:
    """Refuse options that do not go with the form asked for."""
    for option in ("by", "where") if given["list"] is not None else ():
        if given[option] is not None:
            raise ValueError(f"--{option} does not go with --list, which takes all deals in order")
    for option in ("shrink", "weights", "out") if given["by"] is None else ():
        if given[option] is not None:
            raise ValueError(f"--{option} goes with --by only")
    for option in ("table", "limit") if given["list"] is None else ():
        if given[option] is not None:
            raise ValueError(f"--{option} {given[option]} goes with --list only")


def _open(folder: str) -> SkatLog | PochLog:
    """The log of a run; a listed file that cannot be read is a data fault."""
    import analysis

    try:
        return analysis.open(folder)
    except ValueError as error:
        raise exits.DataFaultError(str(error)) from None


# ---- numbers ------------------------------------------------------------------------------------


def _skat(
    run: Run,
    log: SkatLog,
    asked: Mapping[str, Any],
    by: str | None,
    where: str | None,
    out: Path | None,
) -> dict[str, Any]:
    """What a Skat run comes to, in the form asked for."""
    from analysis.overview import overview

    check_where(log, where)
    head = _head(run, where)
    if asked["list"] is not None:
        return head | {"lists": lists.count(log, asked["list"], asked["table"], asked["limit"])}
    if by is not None:
        return head | _by(log, by, where, asked=asked, out=out, head=head)
    return head | overview(log, where)


def _head(run: Run, where: str | None) -> dict[str, Any]:
    from simcore.skat import rules_in
    from simcore.skat.rules import ALL_PASS, BOCK

    rules = rules_in(run.settings["rules"].items())
    bock = [event for k, event in enumerate(BOCK) if rules.bock >> k & 1]
    return of_run(run, where, {"all_pass": ALL_PASS[rules.all_pass], "bock": bock})


def _by(
    log: SkatLog,
    by: str,
    where: str | None,
    *,
    asked: Mapping[str, Any],
    out: Path | None,
    head: dict[str, Any],
) -> dict[str, Any]:
    """The win rate split by columns, written to a file too if one is asked for."""
    columns, weights, shrink = columns_of(by), asked["weights"], bool(asked["shrink"])
    frame = log.win_rate(by=columns, where=where, weights=weights, shrink=shrink)
    found = {
        "by": columns,
        "per": "played",
        "weights": weights,
        "shrink": shrink,
        "out": None if out is None else str(out),
        "cells": table_file.records(
            frame.drop(columns=["per", "weights"], errors="ignore"), columns
        ),
    }
    if out is not None:
        about = table_file.origin(head)
        table_file.write(out, frame, about, table_file.markdown(about, *cell_table(head | found)))
    return found
