"""Options of one game, refused where another is asked for."""

from __future__ import annotations

from collections.abc import Mapping


def refuse(game: str, options: Mapping[str, object]) -> None:
    """Refuse options that a game does not have; None and False are not given.

    Raises
    ------
    ValueError
        One of them is given; the message names it.
    """
    for name, value in options.items():
        if value is not None and value is not False:
            raise ValueError(f"{name} is no option of {game}")
