"""What the circles hold besides the antes of the deal, and what a hand takes of it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from analysis.poch.hand.worlds import DEALER
from simcore.checks import shown
from simcore.poch import RuleSet, Scenario
from simcore.poch.pack import LANE, RANKS, SUIT
from simcore.poch.rules import HAND

USUAL = "usual"


def claim_chance(rules: RuleSet) -> float:
    """The chance that a circle is taken in a deal: its trump is turned up, or in a hand."""
    turned_up = 4 / rules.pack
    return turned_up + (1 - turned_up) * HAND * rules.players / (rules.pack - 1)


def usual_chips(rules: RuleSet) -> float:
    """What a circle holds before the antes of a deal, on average over the deals of a session.

    Exact: nobody can do anything about it. Each deal the antes come and all is taken with the same
    chance q, so before deal i there are antes x (1 - q) (1 - (1 - q)^i) / q.
    """
    taken = claim_chance(rules)
    waits = 1 - taken
    deals = rules.session_deals
    grown = 1 - (1 - waits**deals) / (deals * taken)  # mean of 1 - waits^i
    return rules.ante * rules.players * waits / taken * grown


def carried_chips(circles: Mapping[str, int] | str | None, rules: RuleSet) -> dict[str, float]:
    """Chips by rank that wait in the circles.

    Raises
    ------
    ValueError
        A circle is none of these rules, or its chips are no number from 0 on.
    """
    if circles is None:
        return {}
    if isinstance(circles, str):
        if circles != USUAL:
            raise ValueError(f'circles {shown(circles)}: chips by rank, or "{USUAL}"')
        usual = usual_chips(rules)
        return {r: usual for k, r in enumerate(RANKS) if rules.circle_ranks >> k & 1}
    Scenario(circles=circles).forced(rules)
    return {rank: float(chips) for rank, chips in circles.items()}


def taken_of(
    rows: np.ndarray, seat: int, carried: Mapping[str, float], rules: RuleSet
) -> NDArray[np.float64]:
    """What a seat takes of chips that waited: from the circles of its trumps, and of the card
    turned up where it deals."""
    turn_up = rows["turn_up"].astype(np.uint64)
    lane = np.uint64(LANE)
    trumps = rows[f"hand_{seat}"] >> turn_up // lane * lane & np.uint64(SUIT)
    if seat == DEALER:
        trumps |= np.uint64(1) << turn_up % lane
    taken = np.zeros(len(rows))
    for rank, chips in carried.items():
        taken += chips * (trumps >> np.uint64(RANKS.index(rank)) & np.uint64(1))
    return taken
