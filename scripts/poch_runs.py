"""The shedding of soket and sekans told run by run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts import exits

if TYPE_CHECKING:
    from scripts.poch_deal import Deal


def tell_runs(deal: Deal, cards: list[int]) -> dict[str, Any]:
    """The shedding as plain data: runs, why each stopped, who is left with cards and pays.

    Parameters
    ----------
    deal
        The deal.
    cards
        Bit numbers in playing order.

    Raises
    ------
    DataFaultError
        By the rules the cards lead elsewhere than the row says.
    """
    _check(deal, cards)
    row, runs, done = deal.row, split_runs(cards), 0
    told = []
    for number, run in enumerate(runs, start=1):
        done += len(run)
        over = done == len(cards)
        why, card = ("over", None) if over else why_stopped(deal, cards[:done], run[-1])
        told.append(
            {
                "number": number,
                "leader": holder_of(deal, run[0]),
                "cards": [{"seat": holder_of(deal, bit), "card": deal.name(bit)} for bit in run],
                "stops": why,
                "next_card": card,
            }
        )
    loser = int(row["loser"])
    kept = deal.hands[loser] & ~sum(1 << bit for bit in cards)
    return {
        "runs": told,
        "loser": loser,
        "cards_left": int(row["cards_left"]),
        "kept": [deal.name(bit) for bit in deal.pack.bits_of(kept)],
        "payments": dict(enumerate(deal.seat_values("shedding"))),
    }


def split_runs(cards: list[int]) -> list[list[int]]:
    """The cards of each run: one goes on while the next higher card is added.

    A card that stopped a run is out of play for good, so it never begins the next one.
    """
    runs: list[list[int]] = []
    for bit in cards:
        if runs and runs[-1][-1] + 1 == bit:
            runs[-1].append(bit)
        else:
            runs.append([bit])
    return runs


def holder_of(deal: Deal, bit: int) -> int:
    """The seat a card was dealt to."""
    return next(seat for seat, hand in enumerate(deal.hands) if hand >> bit & 1)


def why_stopped(deal: Deal, played: list[int], last: int) -> tuple[str, str | None]:
    """Why nobody added to a card: ("ace", None), or what became of the next card, and its name."""
    from simcore.poch.pack import ACE, LANE

    if last % LANE == ACE:
        return "ace", None
    after = last + 1
    if after == deal.turn_up:
        return "turned_up", deal.name(after)
    return "played" if after in played else "stock", deal.name(after)


def _check(deal: Deal, cards: list[int]) -> None:
    """By the rules the leads make these cards fall, and the row has what follows."""
    from simcore.poch.rulebook import shed

    row = deal.row
    try:
        made = shed(
            deal.hands,
            [1 << run[0] for run in split_runs(cards)],
            dealer=int(row["dealer"]),
            turn_up=1 << deal.turn_up,
            rules=deal.rules,
        )
    except ValueError as error:
        raise exits.DataFaultError(f"deal {row['deal_id']}: {error}") from None
    found = ([bit for _, bit in made.log], made.loser, made.cards_left, list(made.payments))
    logged = (cards, row["loser"], row["cards_left"], deal.seat_values("shedding"))
    if found != logged:
        raise exits.DataFaultError(
            f"deal {row['deal_id']}: by its leads seat {made.loser} keeps {made.cards_left} "
            f"cards; the row has seat {row['loser']} and {row['cards_left']}"
        )
