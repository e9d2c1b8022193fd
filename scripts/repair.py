"""`simcore repair`: mend a run from its seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from simcore.mending import OnShard, Repaired


def repair(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The run folder.")],
    shards: Annotated[
        str | None,
        typer.Option(
            metavar="NUMBERS", help="Make these shards again, whatever they look like: 3,17."
        ),
    ] = None,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Mend a run: damaged or missing files are made again from the seed."""
    import simcore
    from scripts.progress import stoppable
    from scripts.tables import print_json
    from simcore.run import DamagedError

    again = [door.number(word) for word in door.words_of(shards)]
    workers = door.thread_number(threads)
    with stoppable():
        try:
            found = simcore.repair(folder, again=again, threads=workers, on_shard=_teller(quiet))
        except DamagedError as error:
            raise exits.DataFaultError(str(error)) from None
        except OSError as error:  # a full disk, say
            raise OSError(f"{folder}: {error}; repair it again when that is mended") from None
        except KeyboardInterrupt:
            raise exits.StoppedError(
                "interrupted: shards mended so far are whole, repair again for the rest"
            ) from None
    if as_json:
        print_json(_report(found))
    elif not quiet:
        _say(found)
    return exits.DONE


def _teller(quiet: bool) -> OnShard | None:
    """Tells a person at a terminal which shard is being made."""
    import sys

    if quiet or not sys.stderr.isatty():
        return None
    return lambda name, done, total: print(
        f"making {name}, {done + 1} of {total}", file=sys.stderr, flush=True
    )


def _report(found: Repaired) -> dict[str, Any]:
    run = found.run
    return {
        "run": str(run.path),
        "status": run.manifest["status"],
        "deals_wanted": int(run.settings["deals"]),
        "deals_logged": run.deals,
        "shards": len(run.names),
        "manifest": found.manifest or None,
        "made_again": found.shards,
        "other_bytes": found.other_bytes,
    }


def _say(found: Repaired) -> None:
    from scripts.tables import table_lines

    run = found.run
    wanted = int(run.settings["deals"])
    lines = [
        ("run", f"{run.path}, {run.manifest['status']}"),
        ("deals", f"{run.deals:,} of {wanted:,} logged"),
    ]
    if found.manifest:
        lines.append(("manifest", f"made again from its copy; {found.manifest}"))
    for name, faults in found.shards.items():
        why = "; ".join(fault.removeprefix(f"{name}: ") for fault in faults)
        other = "; the manifest listed other bytes" if name in found.other_bytes else ""
        lines.append(("made again", f"{name} ({why}){other}"))
    if not found.manifest and not found.shards:
        lines.append(("made again", f"nothing: {len(run.names):,} files are whole"))
    if run.deals < wanted:
        lines.append(("next", f"simcore run --out {door.folder_word(run.path)} --resume"))
    else:
        lines.append(("next", f"simcore verify {door.folder_word(run.path)}"))
    table_lines(lines)
