"""How the program ends, as a number for the shell."""

from __future__ import annotations

DONE, BAD_INPUT, BAD_DATA, INTERRUPTED = 0, 2, 3, 130


class DataFaultError(Exception):
    """Data on disk, or what this machine computes, is not what it should be."""


class StoppedError(Exception):
    """The work was interrupted; the message says how far it came and how to go on."""
