"""How often a game must be won to be worth nothing, under plain scoring."""

from __future__ import annotations

from typing import NamedTuple

from analysis.load import Log
from analysis.worth import SCORINGS, needed
from simcore.skat import rules_in

SCORING = "plain"


class BreakEven(NamedTuple):
    """Win probabilities at which a game is worth nothing, with the skat and from the hand."""

    skat: float
    hand: float


def break_even(log: Log) -> BreakEven:
    """Break-even by the rules of a run, whatever a game is worth.

    Parameters
    ----------
    log
        The log of a run.

    Returns
    -------
    BreakEven
        0..1; both 2/3 where every loss counts twice.
    """
    rules = rules_in(log.manifest["settings"]["rules"].items())
    skat, hand = (needed(1, loss, SCORINGS[SCORING]) for loss in (rules.loss, rules.hand_loss))
    return BreakEven(skat, hand)
