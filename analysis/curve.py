"""The curve of a sweep as a frame: points and shares of every setting, by part of the deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from analysis.choosing import Round
from analysis.knobs import Knob
from analysis.moments import Difference
from analysis.split import PARTS
from analysis.sweep import GAMES, LIST_DEALS, Sweep


def curve_of(found: Round, knobs: Sequence[Knob], sweep: Sweep) -> pd.DataFrame:
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
            line |= _limits("points", sweep.points(part, place))
            line |= _limits("diff", sweep.points(part, place, found.present))
            line |= _rates(sweep, part, place)
            lines.append(line)
    return pd.DataFrame(lines)


def _limits(name: str, found: Difference) -> dict[str, float]:
    """A mean in 36 deals and its limits."""
    many = found.times(LIST_DEALS)
    return {name: many.mean, f"{name}_low": many.low, f"{name}_high": many.high}


def _rates(sweep: Sweep, part: str, place: int) -> dict[str, float]:
    """Shares of a setting with their counts and limits."""
    declared = sweep.share(part, place, "declared", "dealt")
    line = {"declared_of": declared["of_n"]}
    named = [("declared", declared), ("won", sweep.share(part, place, "won", "declared"))]
    named += [(game, sweep.share(part, place, game, "declared")) for game in GAMES]
    for name, found in named:
        limits = {f"{name}_{limit}": found[limit] for limit in ("low", "high")}
        line |= {f"{name}_n": found["n"], name: found["rate"], **limits}
    return line
