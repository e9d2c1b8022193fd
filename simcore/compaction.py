"""A run in fewer, larger files: its row groups copied, nothing played again.

The files are those that a run with larger shards would have written, byte for byte, so the run can
be verified, mended and gone on with as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from simcore.api import check_shard_deals, open_run
from simcore.batch import Block, block_deals
from simcore.manifest import gaps
from simcore.run import DamagedError, Run, RunWriter
from simcore.shard import read_blocks
from simcore.store import Folder, Store, store_of

OnFile = Callable[[int, int], None]


def compact(
    path: str | Path, out: str | Path, *, shard_deals: int, on_file: OnFile | None = None
) -> Run:
    """Copy a complete run into a new place with more deals a file.

    Parameters
    ----------
    path, out
        The run, and a new folder or address.
    shard_deals
        Deals of a file of the copy, a power of two, more than those of the run.
    on_file
        Called after each file read: how many are done, how many there are.

    Raises
    ------
    ValueError
        The run is not complete, the number does not fit, or something is at `out`.
    DamagedError
        A file of the run is not as it was.
    """
    run = open_run(path)
    if gaps(run.manifest):
        raise ValueError(f"run folder {run.store.words} is not complete: resume it first")
    before = int(run.manifest.get("shard_deals", 0))
    if check_shard_deals(shard_deals) <= before:
        raise ValueError(f"shard_deals {shard_deals}: must be more than the {before} of the run")
    for fault in run.verify():
        raise DamagedError(f"run folder {run.store.words}: {fault}")
    target, command = store_of(out), run.manifest["command"]
    if _is_within(target, run.store):
        raise ValueError(f"{target.words} lies within the run: name another")
    # of the program that played the deals
    made_by = {name: run.manifest[name] for name in ("source_digest", "versions")}
    writer = RunWriter.create(target, run.game, run.settings, command, shard_deals, made_by)
    with writer:
        most = min(block_deals(run.rotations, run.game.block_rows), shard_deals)
        for block in _regrouped(_blocks(run, on_file), most):
            writer.write(block)
        writer.finish()
    return Run(writer.store, writer.manifest, writer.game)


def _is_within(target: Store, store: Store) -> bool:
    """Whether a place is one in the folder of another."""
    both = isinstance(target, Folder) and isinstance(store, Folder)
    return both and Path(target.place("")).resolve().is_relative_to(Path(store.path).resolve())


def _blocks(run: Run, on_file: OnFile | None) -> Iterator[Block]:
    """The blocks of a run in order."""
    shards = run.manifest["shards"]
    for number, shard in enumerate(shards, 1):
        yield from read_blocks(run.store, run.game, shard, run.rotations)
        if on_file:
            on_file(number, len(shards))


def _regrouped(blocks: Iterable[Block], deals: int) -> Iterator[Block]:
    """Blocks put together to larger ones of so many deals, the last one shorter."""
    held: list[Block] = []
    for block in blocks:
        held.append(block)
        if sum(one.deals for one in held) == deals:
            yield _joined(held)
            held = []
    if held:
        yield _joined(held)


def _joined(blocks: list[Block]) -> Block:
    rows = np.concatenate([block.rows for block in blocks])
    plays = np.concatenate([block.plays for block in blocks])
    return Block(blocks[0].first, sum(block.deals for block in blocks), rows, plays)
