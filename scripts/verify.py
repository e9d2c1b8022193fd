"""`simcore verify`: check the files of a run and all its rows, and play some deals again."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from scripts.invariants import Checked
    from simcore import Run

_STRETCHES = 10  # a shard, so that every part of it is looked at
_LONGEST_STRETCH = 1 << 16  # deals held in memory at a time
_TOLD = 100  # deals of a shard told again by the plain rules, of those played again


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
    from scripts.invariants import Checked, check_rows
    from scripts.tables import print_json

    door.whole("--sample", sample, 0, 1 << 40)
    run = _open(folder)
    faults, checked, again = _faults_of_files(run), Checked(), Again()
    if not faults:
        checked = check_rows(run)
        faults = checked.faults
    if not faults:
        again = _play_again(run, sample)
        faults = again.faults
    report = _report(run, checked, again, faults)
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
    from simcore.manifest import MANIFEST, NewerError
    from simcore.store import store_of

    try:
        return open_run(folder)
    except NewerError as error:
        raise exits.DataFaultError(str(error)) from None
    except ValueError as error:
        if store_of(folder).has(MANIFEST):
            raise exits.DataFaultError(str(error)) from None
        raise


def _faults_of_files(run: Run) -> list[str]:
    """What is wrong with the shards, and with the copy of the manifest."""
    from simcore.manifest import COPY, has_copy

    faults = run.verify()
    if not has_copy(run.store, run.manifest):
        faults.append(f"{COPY}: missing, damaged or of another run")
    return faults


def stretches(first: int, deals: int, sample: int) -> list[tuple[int, int]]:
    """Short stretches of deals spread evenly over a shard: (first, deals), `sample` in all."""
    sample = min(sample, deals)
    number = min(max(_STRETCHES, sample // _LONGEST_STRETCH), sample)
    parts = range(number)
    sizes = [sample * (k + 1) // number - sample * k // number for k in parts]
    before = [sample * k // number for k in parts]
    skipped = [(deals - sample) * k // max(number - 1, 1) for k in parts]
    return [(first + before[k] + skipped[k], sizes[k]) for k in parts]


@dataclass
class Again:
    """Deals played again, those of them told again by the plain rules, and the faults found."""

    played: int = 0
    told: int = 0
    faults: list[str] = field(default_factory=list)


def _play_again(run: Run, sample: int) -> Again:
    """Play some deals of every shard again, until there are too many faults."""
    from scripts.invariants import MOST_FAULTS

    again = Again()
    for shard in run.manifest["shards"]:
        every = max(1, -(-min(sample, shard["deals"]) // _TOLD))
        begun = again.played
        for first, deals in stretches(shard["first"], shard["deals"], sample):
            last_of_each = range((begun - again.played - 1) % every, deals, every)
            found = _compare(run, first, deals, last_of_each, again)
            again.faults += [f"{shard['file']}: {fault}" for fault in found]
            again.played += deals
            if len(again.faults) >= MOST_FAULTS:
                del again.faults[MOST_FAULTS:]
                return again
    return again


def _compare(run: Run, first: int, deals: int, told: range, again: Again) -> list[str]:
    """Play deals again: what differs in the log, and what does not follow from their play."""
    from scripts.recheck import differences
    from scripts.retold import tell_again
    from simcore import replay

    try:
        rows, plays = replay(run, first, deals)
        faults = differences(run, first, rows, plays)
    except ValueError as error:
        return [str(error)]
    number, wrong = tell_again(run, rows, plays, told)
    again.told += number
    return faults + wrong


def _report(run: Run, checked: Checked, again: Again, faults: list[str]) -> dict[str, Any]:
    return {
        "game": run.game.name,
        "run": str(run.path),
        "status": run.manifest["status"],
        "deals_wanted": int(run.settings["deals"]),
        "deals_logged": run.deals,
        "shards": len(run.manifest["shards"]),
        "rows_checked": checked.rows,
        "invariants": len(checked.invariants),
        "deals_played_again": again.played,
        "deals_told_again": again.told,
        "other_version": door.wrong_version(run) or None,
        "faults": faults,
    }


_RULES = {
    "skat": "cards, bids, games, values, scores",
    "poch": "cards, keys, circles, auctions, payments, chips",
}


def _say(report: dict[str, Any]) -> None:
    from scripts.invariants import MOST_FAULTS
    from scripts.tables import table_lines

    logged, wanted = report["deals_logged"], report["deals_wanted"]
    lines = [
        ("run", f"{report['run']}, {report['status']}"),
        ("deals", f"{logged:,} of {wanted:,} logged"),
        ("files", f"{report['shards']} in the manifest: SHA-256, columns, rows, deal numbers"),
    ]
    if report["faults"] and not report["rows_checked"]:
        lines.append(("rows", "not looked at while files are wrong"))
    else:
        told = f"{report['deals_told_again']:,} of them told and settled again by the plain rules"
        lines += [
            ("rows", f"{report['rows_checked']:,} rows: {_RULES[report['game']]}"),
            ("", f"{report['invariants']} invariants, each in every row"),
            ("again", f"{report['deals_played_again']:,} deals played again and compared"),
            ("", told),
        ]
    if report["other_version"]:
        lines += [
            ("version", report["other_version"]),
            ("", "the log stands as it is; deals played again may differ, and"),
            ("", "the run cannot be resumed with this version"),
        ]
    faults = len(report["faults"])
    stopped = ", and the check stopped there" if faults == MOST_FAULTS else ""
    lines.append(("faults", f"{faults}{stopped}" if faults else "none"))
    if faults:
        lines.append(("mend", f"simcore repair {door.folder_word(report['run'])}"))
    table_lines(lines)
