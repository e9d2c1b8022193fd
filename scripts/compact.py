"""`simcore compact`: a run in fewer, larger files."""

from __future__ import annotations

from typing import Annotated

import typer

from scripts import door, exits

_USUAL = 1 << 24  # deals a file: about 340 MB of Skat


def compact(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The run folder, complete.")],
    out: Annotated[str, typer.Option(metavar="DIR", help="A new folder, or s3://bucket/name.")],
    shard_deals: Annotated[
        int, typer.Option(parser=door.number, help="Deals of a file, a power of two.")
    ] = _USUAL,
    quiet: Annotated[bool, typer.Option("--quiet", help="Say nothing.")] = False,
) -> int:
    """Copy a run into fewer, larger files: those it would have with larger ones from the first."""
    import simcore
    from scripts.progress import stoppable
    from scripts.tables import table_lines
    from simcore.run import DamagedError

    before = simcore.open_run(folder)
    with stoppable():
        try:
            run = simcore.compact(folder, out, shard_deals=shard_deals)
        except DamagedError as error:
            raise exits.DataFaultError(f"{error}; {door.mend(folder)}") from None
        except OSError as error:  # a full disk, say
            raise OSError(f"{folder}: {error}; remove the copy and compact again") from None
        except KeyboardInterrupt:
            raise exits.StoppedError(f"interrupted: remove {out!r}, or resume it") from None
    if not quiet:
        table_lines(
            [
                ("deals", f"{run.deals:,}"),
                ("files", f"{len(before.names):,}, now {len(run.names):,}"),
                ("bytes", f"{before.bytes:,}, now {run.bytes:,}"),
                ("folder", str(run.path)),
            ]
        )
    return exits.DONE
