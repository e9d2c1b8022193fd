"""Charts that deal again, with fewer deals than for a person."""

from functools import partial

import pytest

from analysis.gallery import GALLERIES, Exhibit


def deal_fewer(patch: pytest.MonkeyPatch, game: str, name: str, **numbers: int) -> None:
    """Let a chart of a game be drawn from so many deals, worlds or the like."""
    frame, chart = GALLERIES[game][name]
    patch.setitem(GALLERIES[game], name, Exhibit(partial(frame, **numbers), chart))
