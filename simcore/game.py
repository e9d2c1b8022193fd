"""What batch and log need to know of a game. No rules here, and no game is imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Setup:
    """A game made ready: everything a run depends on besides seed, deals and log options.

    Attributes
    ----------
    run_chunk
        Kernel, or a function of its kind, (rows, plays, seed uint64, first int64, *arguments) ->
        None: fills the rows of consecutive deals.
    arguments
        What it takes behind (rows, plays, seed, first), types normalised.
    rotations
        Rows a deal: 1, or one for each way to move the players round.
    settings
        The same in words and numbers, for the manifest: rules, players, scenario.
    first_chunk
        Deals a thread begins with; from then on the time they take decides.
    shard_deals
        Deals of a file of the log, a power of two: few where they take long, so that little is lost
        by an interrupt; 0: as many as a file holds.
    together
        Deals that hang together, each on those before it, from a multiple of this number on: 1
        where every deal stands alone.
    """

    run_chunk: Callable[..., None]
    arguments: tuple[Any, ...]
    rotations: int
    settings: dict[str, Any]
    first_chunk: int = 64
    shard_deals: int = 0
    together: int = 1


@dataclass(frozen=True)
class Game:
    """One game, as batch and log see it.

    Attributes
    ----------
    name, schema
        `skat` and `skat-hand/1`, say.
    row
        The columns of the log in order; one field a column.
    words
        For columns that hold a number in memory and a word in the log: the words in order.
    few
        Columns that take few values, so that the log does best to number them.
    plays
        Bytes of a deal in the log of cards played.
    tally
        Of a block of rows: (wins, hands played), for the progress line; (0, 0) says nothing.
    block_rows
        Rows held in memory as one block, a power of two; fewer where rows are wide.
    """

    name: str
    schema: str
    row: np.dtype[Any]
    words: dict[str, tuple[str, ...]]
    few: tuple[str, ...]
    plays: int
    tally: Callable[[np.ndarray], tuple[int, int]]
    block_rows: int = 1 << 18
