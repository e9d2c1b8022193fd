"""The curve of a sweep as a frame: points and shares of every setting, by part of the deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analysis.choosing import Round
from analysis.knobs import Knob
from analysis.moments import Difference
from analysis.split import PARTS
from analysis.swept import Swept


def curve_of(found: Round, knobs: Sequence[Knob], sweep: Swept) -> pd.DataFrame:
    """All settings of a round on every part of the deals; columns as in `Tuning.curve`."""
    lines = []
    for part in PARTS:
        for place, values in enumerate(found.settings):
            line: dict[str, Any] = {
                "round": found.number,
                "part": part,
                **{knob.name: value for knob, value in zip(knobs, values, strict=True)},
                "present": place == found.present,
                "best": place == found.best,
                "chosen": place == found.chosen,
                "deals": sweep.deals(part),
            }
            line |= _limits("points", sweep.points(part, place), sweep.many)
            line |= _limits("diff", sweep.points(part, place, found.present), sweep.many)
            line |= sweep.rates(part, place)
            lines.append(line)
    return pd.DataFrame(lines)


def _limits(name: str, found: Difference, deals: int) -> dict[str, float]:
    """A mean in so many deals and its limits."""
    many = found.times(deals)
    return {name: many.mean, f"{name}_low": many.low, f"{name}_high": many.high}
