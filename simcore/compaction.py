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
from simcore.store import store_of

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
        raise ValueError(f"shard_deals {shard_deals}: more than the {before} of the run")
    for fault in run.verify():
        raise DamagedError(f"run folder {run.store.words}: {fault}")
    command = run.manifest["command"]
    writer = RunWriter.create(store_of(out), run.game, run.settings, command, shard_deals)
    with writer:
        for name in ("source_digest", "versions"):  # of the program that played the deals
            writer.manifest[name] = run.manifest[name]
        most = min(block_deals(run.rotations, run.game.block_rows), shard_deals)
        for block in _regrouped(_blocks(run, on_file), most):
            writer.write(block)
        writer.finish()
    return Run(writer.store, writer.manifest, writer.game)


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
