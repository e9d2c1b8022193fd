"""Holdings a player may ask for, from low to high: the thresholds that are tuned in words."""

from __future__ import annotations

from analysis.knobs import Scale
from simcore.poch import RuleSet
from simcore.poch.pack import ranks_of
from simcore.poch.rules import HAND
from simcore.poch.strategies.player import FLUSH_FIELDS, RUN_FIELDS, SET_FIELDS
from simcore.poch.strategies.words import NEVER, SETS, flush_from, sekans_from, soket_from


def scales_of(rules: RuleSet) -> dict[str, Scale]:
    """The scales of a player's thresholds, by field: every holding of the pack, then "never"."""
    ranks = ranks_of(rules.pack)
    sets = [f"{size} {rank}" for size in SETS for rank in ranks]
    runs = [f"run {length} {rank}" for length in range(2, HAND + 1) for rank in ranks[length - 1 :]]
    soket = Scale((*sets, "never"), (*map(soket_from, sets), NEVER), soket_from)
    sekans = Scale((*runs, "never"), (*map(sekans_from, runs), NEVER), sekans_from)
    suits = [run.replace("run", "flush") for run in runs]  # the top card is as high as of a run
    flush = Scale((*suits, "never"), (*map(flush_from, suits), NEVER), flush_from)
    return (
        dict.fromkeys(SET_FIELDS, soket)
        | dict.fromkeys(RUN_FIELDS, sekans)
        | dict.fromkeys(FLUSH_FIELDS, flush)
    )
