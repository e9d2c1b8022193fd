"""The numbers of the charts: one file a chart, each a function `frame` from the log of a run to a
tidy frame in which every estimate stands with its n and interval."""


class NoDataError(ValueError):
    """A run that has nothing a chart could show; the message says what is wanted."""
