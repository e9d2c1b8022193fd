"""The progress of a run on a terminal, and its stop on a signal."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from scripts import exits, kernel

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from simcore import Progress
    from simcore.batch import OnProgress

Found = TypeVar("Found")
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """A request to stop, by Ctrl-C or SIGTERM.

    While deals are played it is met between two chunks, so the shards stay whole; before that,
    while the kernel compiles, it is met at once. Further signals change nothing.
    """

    def __init__(self) -> None:
        self.asked = self.playing = False

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        """Note the request; raise KeyboardInterrupt while nothing is played yet."""
        first, self.asked = not self.asked, True
        if first and not self.playing:
            raise KeyboardInterrupt

    def on_progress(self, progress: Progress) -> None:
        """Raise KeyboardInterrupt when a stop was asked for."""
        self.playing = True
        if self.asked:
            raise KeyboardInterrupt


def _end_at_once(lost: sys.UnraisableHookArgs) -> None:
    """A stop that was raised where Python cannot raise, in a callback of the compiler, and would be
    lost: nothing is played yet, so the process may end here."""
    if not isinstance(lost.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(lost)
        return
    print("simcore: interrupted", file=sys.stderr, flush=True)
    os._exit(exits.INTERRUPTED)


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Ctrl-C and SIGTERM stop a run cleanly in here."""
    stop = Stop()
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:  # a shell may have a background job ignore Ctrl-C
            signal.signal(number, stop.on_signal)
    hook, sys.unraisablehook = sys.unraisablehook, _end_at_once
    try:
        yield stop
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def reporting(
    stop: Stop,
    *,
    quiet: bool,
    wins: bool = True,
    doing: str = "playing",
    game: str = "skat",
) -> Iterator[OnProgress]:
    """What to call on progress: it shows a bar on stderr where that is a terminal.

    `wins` shows the win rate so far, which means nothing where players are mixed; `doing` is what
    is done with the deals, `game` whose kernel plays them.
    """
    if quiet or not sys.stderr.isatty():
        if not quiet and kernel.is_slow_start(game):
            print("compiling, once: under a minute", file=sys.stderr, flush=True)
        yield stop.on_progress
        return
    with _bar() as bar:
        import analysis  # noqa: F401  loaded now, so that it takes no time while deals are played

        text = "compiling, under a minute, once" if kernel.is_slow_start(game) else "starting"
        task = bar.add_task(text, total=None, rate="", wins="", left="")

        def report(progress: Progress) -> None:
            stop.on_progress(progress)
            bar.update(
                task,
                description=doing,
                total=progress.total,
                completed=progress.deals,
                rate=_rate(progress),
                wins=_wins(progress) if wins else "",
                left=_left(progress),
            )

        yield report


def watched(
    work: Callable[[OnProgress], Found],
    *,
    quiet: bool,
    doing: str,
    stopped: str,
    game: str = "skat",
) -> Found:
    """Do some work with progress on stderr and a clean stop.

    Parameters
    ----------
    work
        Takes what to call on progress.
    quiet
        No progress bar.
    doing
        What is done, for the bar.
    stopped
        What to say of a stop; "{done}" stands for the number of deals done.

    Raises
    ------
    scripts.exits.StoppedError
        A stop was asked for.
    """
    done = 0
    with stoppable() as stop:
        try:
            with reporting(stop, quiet=quiet, wins=False, doing=doing, game=game) as report:

                def on_progress(progress: Progress) -> None:
                    nonlocal done
                    done = progress.deals
                    report(progress)

                found = work(on_progress)
            if stop.asked:  # too late for the work to see
                raise KeyboardInterrupt
            return found
        except KeyboardInterrupt:
            words = stopped.format(done=f"{done:,}")
            raise exits.StoppedError(f"interrupted{words}; nothing is kept") from None


def _bar() -> Bar:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

    texts = ("{task.fields[rate]}", "{task.fields[wins]}", "{task.fields[left]}")
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=12),
        TaskProgressColumn("{task.percentage:>3.0f} %"),
        *(TextColumn(text, markup=False) for text in texts),
        console=Console(stderr=True, highlight=False),
    )


def _rate(progress: Progress) -> str:
    return f"{progress.deals / max(progress.seconds, 1e-9):,.0f} deals/s"


def _wins(progress: Progress) -> str:
    """The win rate of hands played so far with its Wilson interval."""
    from analysis import wilson

    if not progress.played:
        return "no hand played"
    low, high = wilson(progress.wins, progress.played)
    rate = 100 * progress.wins / progress.played
    return f"won {rate:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _left(progress: Progress) -> str:
    if not progress.deals:
        return ""
    seconds = round(progress.seconds * (progress.total - progress.deals) / progress.deals)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left" if hours else f"{minutes}:{seconds:02} left"
