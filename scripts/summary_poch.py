"""The numbers of `simcore summary` for a run of soket and sekans."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts import table_file
from scripts.summary_input import check_where, columns_of, of_run
from scripts.summary_poch_text import file_table

if TYPE_CHECKING:
    from analysis import PochLog
    from simcore import Run


# Columns that are told in words and asked for in numbers
_NUMBERS = {
    "position": "0 the dealer, 1 his left neighbour",
    "player": "0 is A, 1 is B",
    "soket_size": "2 pair, 3 triple, 4 quad, 0 none",
    "sekans_size": "of cards, 0 none",
}


def check_options(run: Run, given: Mapping[str, Any]) -> None:
    """Refuse the options that are told of Skat alone.

    Raises
    ------
    ValueError
        One of them is given; the message names it.
    """
    for option, value in given.items():
        if value is not None:
            raise ValueError(f"--{option} is of Skat; {run.path} is a run of soket and sekans")


def count(
    run: Run, log: PochLog, by: str | None, where: str | None, out: Path | None
) -> dict[str, Any]:
    """What a run comes to, as plain data; split by columns of the view `seats` where asked."""
    from analysis.poch.summary import summary

    _check_where(log, where, "deals" if by is None else "seats")
    head = _head(run, log, where)
    return head | (summary(log, where) if by is None else _by(log, by, where, out, head))


def _check_where(log: PochLog, where: str | None, view: str) -> None:
    """Refuse a condition; of columns told in words, and of those that only seats have, say so."""
    try:
        check_where(log, where, view)
    except ValueError as error:
        named = set(re.findall(r"\w+", where or ""))
        if view == "deals":
            known = [x for x in log.seat_columns if x in named and x not in log.columns]
            hints = [f"{name} is a column of seats, which go with --by" for name in known]
        else:
            words = "Conversion Error" in str(error)
            numbers = _NUMBERS.items() if words else ()
            hints = [f"{name} is a number: {told}" for name, told in numbers if name in named]
        if not hints:
            raise
        raise ValueError(f"--where {where!r}: {'; '.join(hints)}") from None


def _head(run: Run, log: PochLog, where: str | None) -> dict[str, Any]:
    from analysis.poch.rule_words import unusual
    from simcore.poch import rules_in

    rules = rules_in(run.settings["rules"].items())
    return of_run(
        run,
        where,
        {
            "game": "poch",
            "unusual_rules": unusual(rules),
            "seats": rules.players,
            "pack": rules.pack,
            "sekans": "flush" if rules.sekans else "run",
            "sessions": _sessions(log, rules.session_deals),
        },
    )


def _sessions(log: PochLog, deals: int) -> dict[str, int]:
    """Sessions of the run, and how many of them are whole."""
    counted = "SELECT count(*) AS n FROM deals GROUP BY session"
    whole = f"count(*) FILTER (n = {deals * log.rotations})"
    found = log.query(f"SELECT count(*) AS n, {whole} AS whole FROM ({counted})").iloc[0]
    return {"n": int(found["n"]), "whole": int(found["whole"]), "deals": deals}


def _by(
    log: PochLog, by: str, where: str | None, out: Path | None, head: dict[str, Any]
) -> dict[str, Any]:
    """Chips and chances split by columns, written to a file too if one is asked for."""
    columns = columns_of(by)
    frame = log.results(by=columns, where=where)
    found = {
        "by": columns,
        "out": None if out is None else str(out),
        "cells": table_file.records(frame, columns),
    }
    if out is not None:
        about = table_file.origin(head)
        table_file.write(out, frame, about, table_file.markdown(about, *file_table(head | found)))
    return found
