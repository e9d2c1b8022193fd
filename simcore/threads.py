"""How many threads to use, and work shared out among them. Kernels release the GIL."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from simcore.checks import whole

_MOST_THREADS = 1024


def default_threads() -> int:
    """Number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_threads(threads: int | None) -> int:
    """The number of threads to use.

    Raises
    ------
    ValueError
        It is no whole number from 1 to 1024.
    """
    if threads is None:
        return default_threads()
    return whole("threads", threads, 1, _MOST_THREADS)


_of_thread = threading.local()


class StoppedError(Exception):
    """The work of this thread is not wanted any more."""


def stop_with(event: threading.Event) -> None:
    """From now on `check_stop` in this thread looks at this event."""
    _of_thread.stop = event


def check_stop() -> None:
    """For slow work in Python: end it where a stop was asked for.

    Raises
    ------
    StoppedError
        The event of this thread is set.
    """
    event = getattr(_of_thread, "stop", None)
    if event is not None and event.is_set():
        raise StoppedError


def share_out(work: Callable[[slice], None], number: int, at_a_time: int, threads: int) -> None:
    """Do some work on slices of `number` things, on several threads; an error of one is raised.

    An empty slice comes first, from this thread: kernels compile or load in one thread only.
    """
    work(slice(0, 0))
    slices = [slice(first, first + at_a_time) for first in range(0, number, at_a_time)]
    if threads == 1 or len(slices) < 2:
        for part in slices:
            work(part)
        return
    with ThreadPoolExecutor(min(threads, len(slices))) as pool:
        try:
            list(pool.map(work, slices))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
