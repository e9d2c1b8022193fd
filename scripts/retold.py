"""Deals played again, told once more by the plain rules: what they come to, settled anew.

The rules are asked as a person would ask them, one deal after the other, not as they are compiled
into the play; so this is slow, and serves a sample.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scripts import exits
from scripts.recheck import place_of, rotations_of
from scripts.tricks import SEATS

if TYPE_CHECKING:
    import numpy as np

    from scripts.retell import Deal
    from simcore import Run


def tell_again(
    run: Run, rows: np.ndarray, plays: np.ndarray, deals: Sequence[int]
) -> tuple[int, list[str]]:
    """Tell some of the deals played again.

    Parameters
    ----------
    rows, plays
        Deals one after the other.
    deals
        Which of them to tell, by place.

    Returns
    -------
    (int, list of str)
        Deals told, and what in them does not follow from cards, bids and play.
    """
    turns, faults = rotations_of(run), []
    told = [deal for deal in deals if _is_whole(run, rows, deal * turns)]
    for place in (deal * turns + turn for deal in told for turn in range(turns)):
        try:
            _tell(run, rows, plays, place)
        except (exits.DataFaultError, ValueError) as error:
            words = str(error).removeprefix(f"deal {rows[place]['deal_id']}: ")
            faults.append(f"{place_of(rows, place)}: told again by the rules: {words}")
    return len(told), faults


def _is_whole(run: Run, rows: np.ndarray, place: int) -> bool:
    """Whether all is there that a deal goes by: what lies in circles, the deal before it tells."""
    if run.game.name == "skat" or place > 0:
        return True
    return bool(rows[place]["deal_id"] % run.settings["rules"]["session_deals"] == 0)


def _tell(run: Run, rows: np.ndarray, plays: np.ndarray, place: int) -> None:
    if run.game.name == "skat":
        _tell_skat(run, rows[place], plays[place])
    else:
        before = rows[max(place - rotations_of(run), 0)]
        _tell_poch(run, rows[place], plays[place], before)


def _tell_skat(run: Run, row: np.void, plays: np.ndarray) -> None:
    from scripts.retell import retell
    from scripts.show import as_played

    deal = as_played(run, row, plays, "iss")
    told = retell(deal)
    if told["game"] is not None:
        _check_legal(deal, told["tricks"])


def _check_legal(deal: Deal, tricks: Sequence[dict[str, Any]]) -> None:
    """Everybody plays cards that he holds, and follows to what is led."""
    from simcore.cards import BITS
    from simcore.skat import legal_cards

    held = [int(deal.row[f"hand_{seat}"]) for seat in SEATS]
    if deal.declarer >= 0:
        held[deal.declarer] = (held[deal.declarer] | int(deal.row["skat"])) ^ int(
            deal.row["discard"]
        )
    for trick in tricks:
        led = 0
        for played in trick["cards"]:
            seat, card = SEATS.index(played["seat"]), 1 << BITS[played["card"]]
            if not legal_cards(held[seat], led, *deal.table.order) & card:
                raise exits.DataFaultError(f"{played['seat']} may not play {played['card']}")
            held[seat] ^= card
            led = led or card


def _tell_poch(run: Run, row: np.void, plays: np.ndarray, before: np.void) -> None:
    from scripts.poch_deal import as_played
    from scripts.poch_retell import retell

    retell(as_played(run, row, plays, before, "iss"))
