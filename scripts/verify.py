"""`simcore verify`: check the files of a run and all its rows, and play some deals again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from simcore import Run

_STRETCHES = 10  # a shard, so that every part of it is looked at
_LONGEST_STRETCH = 1 << 16  # deals held in memory at a time


def verify(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The run folder.")],
    sample: Annotated[
        int,
        typer.Option(
            parser=door.number, metavar="N", help="Deals of each shard to play again; 0: none."
        ),
    ] = 1000,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Check the files of a run, what must hold in every row, and deals played again."""
    from scripts.invariants import broken_rows
    from scripts.tables import print_json

    door.whole("--sample", sample, 0, 1 << 40)
    run = _open(folder)
    faults = run.verify()
    rows = again = 0
    if not faults:
        rows, faults = broken_rows(run)
    if not faults:
        again, faults = _play_again(run, sample)
    report = _report(run, rows, again, faults)
    if as_json:
        print_json(report)
    else:
        _say(report)
    for fault in faults:
        print(f"simcore: {fault}", file=sys.stderr)
    return exits.BAD_DATA if faults else exits.DONE


def _open(folder: str) -> Run:
    """The run; a manifest that is there and unreadable is a data fault."""
    from simcore import open_run
    from simcore.manifest import MANIFEST
    from simcore.store import store_of

    try:
        return open_run(folder)
    except ValueError as error:
        if store_of(folder).has(MANIFEST):
            raise exits.DataFaultError(str(error)) from None
        raise


def stretches(first: int, deals: int, sample: int) -> list[tuple[int, int]]:
    """Short stretches of deals spread evenly over a shard: (first, deals), `sample` in all."""
    sample = min(sample, deals)
    number = min(max(_STRETCHES, sample // _LONGEST_STRETCH), sample)
    parts = range(number)
    sizes = [sample * (k + 1) // number - sample * k // number for k in parts]
    before = [sample * k // number for k in parts]
    skipped = [(deals - sample) * k // max(number - 1, 1) for k in parts]
    return [(first + before[k] + skipped[k], sizes[k]) for k in parts]


def _play_again(run: Run, sample: int) -> tuple[int, list[str]]:
    """Deals played again, and the first differences found."""
    from scripts.recheck import differences
    from simcore import replay

    checked = 0
    for shard in run.manifest["shards"]:
        for first, deals in stretches(shard["first"], shard["deals"], sample):
            try:
                faults = differences(run, first, *replay(run, first, deals))
            except ValueError as error:
                faults = [str(error)]
            checked += deals
            if faults:
                return checked, faults
    return checked, []


def _report(run: Run, rows: int, again: int, faults: list[str]) -> dict[str, Any]:
    return {
        "game": run.game.name,
        "run": str(run.path),
        "status": run.manifest["status"],
        "deals_wanted": int(run.settings["deals"]),
        "deals_logged": run.deals,
        "shards": len(run.manifest["shards"]),
        "rows_checked": rows,
        "deals_played_again": again,
        "other_version": door.wrong_version(run) or None,
        "faults": faults,
    }


_RULES = {
    "skat": "the cards, discards, scores",
    "poch": "cards, keys, circles, auctions, payments, chips",
}


def _say(report: dict[str, Any]) -> None:
    from scripts.tables import table_lines

    logged, wanted = report["deals_logged"], report["deals_wanted"]
    lines = [
        ("run", f"{report['run']}, {report['status']}"),
        ("deals", f"{logged:,} of {wanted:,} logged"),
        ("files", f"{report['shards']} in the manifest: SHA-256, columns, rows, deal numbers"),
        ("rows", f"{report['rows_checked']:,} rows: {_RULES[report['game']]}"),
        ("again", f"{report['deals_played_again']:,} deals played again and compared"),
    ]
    if report["other_version"]:
        lines += [
            ("version", report["other_version"]),
            ("", "the log stands as it is; deals played again may differ, and"),
            ("", "the run cannot be resumed with this version"),
        ]
    faults = len(report["faults"])
    lines.append(("faults", str(faults) if faults else "none"))
    table_lines(lines)
