"""The clock of work made of several stretches: how far all of it is."""

from __future__ import annotations

import time

from simcore import Progress
from simcore.batch import OnProgress


class Clock:
    """Tells how far some work is.

    Parameters
    ----------
    total
        How much there is in all, in deals or whatever is counted.
    report
        Called with a `Progress` whose wins and hands are 0; None: nobody wants to know.
    parts
        How many parts each of these has, for instance how often each deal is played.

    Attributes
    ----------
    done
        Parts done before the running stretch.
    """

    def __init__(self, total: int, report: OnProgress | None, parts: int = 1) -> None:
        self.total, self.parts, self.done = total, parts, 0
        self._report, self._started = report, time.monotonic()

    def tell(self, done: int) -> None:
        """So many of the total are done."""
        if self._report is not None:
            seconds = time.monotonic() - self._started
            self._report(Progress(done, self.total, seconds, 0, 0))

    def stretch(self, parts: int = 1) -> OnProgress | None:
        """What to call within a stretch whose deals are so many parts each."""
        if self._report is None:
            return None
        return lambda at: self.tell((self.done + parts * at.deals) // self.parts)
