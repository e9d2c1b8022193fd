"""Chunks of deals over threads: bounded memory, progress, a clean stop.

Kernels release the GIL, so plain threads are enough. A block of rows is filled chunk by chunk by
all threads; which thread fills which chunk, and how large chunks are, never shows in the rows.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from simcore.game import Game, Setup
from simcore.threads import StoppedError, stop_with

_BLOCKS_AHEAD = 2  # blocks being filled while one is written
_CHUNK_SECONDS = 0.1  # aimed at; 0.25 at most, or Ctrl-C waits for it
_LARGEST_CHUNK = 1 << 14
_POLL_SECONDS = 0.1


@dataclass(frozen=True)
class Progress:
    """How far a run is: deals done and wanted, seconds since the first, wins of hands played."""

    deals: int
    total: int
    seconds: float
    wins: int
    played: int


OnProgress = Callable[[Progress], None]


@dataclass(frozen=True)
class Block:
    """Rows of consecutive deals, from deal number `first` on."""

    first: int
    deals: int
    rows: np.ndarray
    plays: np.ndarray


@dataclass
class Job:
    """Some deals of a game, as spans of (first, number), and how far it is."""

    game: Game
    setup: Setup
    seed: int
    spans: tuple[tuple[int, int], ...]
    plays: bool
    chunk: int | None = None  # fixed size of a chunk in deals; None: by the time it takes
    stop: threading.Event = field(default_factory=threading.Event)
    done: int = 0
    wins: int = 0
    played: int = 0
    started: float = field(default_factory=time.monotonic)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def first(self) -> int:
        """The first deal."""
        return self.spans[0][0]

    @property
    def deals(self) -> int:
        """How many deals there are."""
        return sum(deals for _, deals in self.spans)

    def new_block(self, first: int, deals: int) -> Block:
        """An empty block."""
        number = deals * self.setup.rotations
        rows = np.zeros(number, dtype=self.game.row)
        plays = np.empty((number if self.plays else 0, self.game.plays), dtype=np.uint8)
        return Block(first, deals, rows, plays)

    def play(self, rows: np.ndarray, plays: np.ndarray, first: int) -> None:
        """Run the kernel; every argument has the one type it is compiled for.

        Deals that hang together are played from the first of them on, whichever is asked for.
        """
        before = first % self.setup.together
        if before:
            whole = self.new_block(first - before, before + len(rows) // self.setup.rotations)
            self._run(whole.rows, whole.plays, first - before)
            rows[:] = whole.rows[len(whole.rows) - len(rows) :]
            plays[:] = whole.plays[len(whole.plays) - len(plays) :]
        else:
            self._run(rows, plays, first)

    def _run(self, rows: np.ndarray, plays: np.ndarray, first: int) -> None:
        with np.errstate(over="ignore"):  # wrapping products of random words, uncompiled
            self.setup.run_chunk(
                rows, plays, np.uint64(self.seed), np.int64(first), *self.setup.arguments
            )

    def count(self, deals: int, rows: np.ndarray) -> None:
        """Add a finished chunk to the counts."""
        wins, played = self.game.tally(rows)
        with self._lock:
            self.done += deals
            self.wins += wins
            self.played += played

    def progress(self) -> Progress:
        """How far the job is."""
        with self._lock:
            seconds = time.monotonic() - self.started
            return Progress(self.done, self.deals, seconds, self.wins, self.played)


class _Chunks:
    """Hands the chunks of one block to the threads that fill it."""

    def __init__(self, job: Job, block: Block) -> None:
        self.job, self.block = job, block
        self.next = 0
        self.size = job.chunk or job.setup.first_chunk
        self.lock = threading.Lock()

    def take(self, size: int) -> tuple[int, int]:
        """The next chunk as (first, end) within the block; empty at its end.

        It ends where deals hang together no longer, so that none is played twice.
        """
        with self.lock:
            begin = self.next
            end = self.block.first + begin + size
            end += -end % self.job.setup.together
            self.next = min(end - self.block.first, self.block.deals)
            return begin, self.next

    def fill(self) -> None:
        """Fill chunks until the block is full or the job is stopped."""
        job, block, per_deal = self.job, self.block, self.job.setup.rotations
        size = self.size
        stop_with(job.stop)
        while not job.stop.is_set():
            begin, end = self.take(size)
            if begin == end:
                return
            rows = block.rows[begin * per_deal : end * per_deal]
            plays = block.plays[begin * per_deal : end * per_deal]
            started = time.perf_counter()
            try:
                job.play(rows, plays, block.first + begin)
            except StoppedError:
                return
            job.count(end - begin, rows)
            size = job.chunk or _next_size(end - begin, time.perf_counter() - started)


def _next_size(deals: int, seconds: float) -> int:
    """Chunk size that should take the time aimed at; at most four times the last one."""
    aimed = int(deals * _CHUNK_SECONDS / max(seconds, 1e-9))
    return max(1, min(aimed, 4 * deals, _LARGEST_CHUNK))


def warm_up(job: Job) -> None:
    """Compile, or load the compiled kernel, by a run over no deals."""
    empty = job.new_block(job.first, 0)
    job.play(empty.rows, empty.plays, job.first)


def _wait(job: Job, futures: list[Future[None]], on_progress: OnProgress | None) -> None:
    """Wait for a block, reporting from this thread; errors of a thread are raised here."""
    for future in futures:
        while not future.done():
            wait([future], timeout=_POLL_SECONDS)
            if on_progress:
                on_progress(job.progress())
        future.result()
    if on_progress:
        on_progress(job.progress())


def blocks(
    job: Job, *, threads: int, within: int, on_progress: OnProgress | None = None
) -> Iterator[Block]:
    """The blocks of a job in order, filled ahead by threads.

    Blocks divide shards of `within` deals, of which every span holds whole ones, but for its end.
    On an error or an interrupt the threads stop after the chunks they are in.
    """
    step = min(block_deals(job.setup.rotations, job.game.block_rows), within)
    starts = (
        (first, min(step, begin + deals - first))
        for begin, deals in job.spans
        for first in range(begin, begin + deals, step)
    )
    filling: deque[tuple[Block, list[Future[None]]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                for start in islice(starts, 1 + _BLOCKS_AHEAD - len(filling)):
                    block = job.new_block(*start)
                    chunks = _Chunks(job, block)
                    filling.append((block, [pool.submit(chunks.fill) for _ in range(threads)]))
                if not filling:
                    return
                block, futures = filling.popleft()
                _wait(job, futures, on_progress)
                yield block
        finally:
            job.stop.set()


def block_deals(rotations: int, rows: int) -> int:
    """Deals a block: a power of two, with no more than `rows` rows."""
    deals = rows
    while deals > 1 and deals * rotations > rows:
        deals //= 2
    return deals


def collect(
    job: Job, *, threads: int, on_progress: OnProgress | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """All rows and plays of a job in memory."""
    whole = job.new_block(job.first, job.deals)
    chunks = _Chunks(job, whole)
    with ThreadPoolExecutor(threads) as pool:
        try:
            _wait(job, [pool.submit(chunks.fill) for _ in range(threads)], on_progress)
        finally:
            job.stop.set()
    return whole.rows, whole.plays
