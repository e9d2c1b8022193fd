"""A deal of soket and sekans told as plain data: cards, circles, auctions, shedding, chips."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scripts import door, exits
from scripts.poch_deal import Deal, circle_ranks
from scripts.poch_runs import tell_runs
from scripts.poch_turns import tell_auction

if TYPE_CHECKING:
    from simcore import Run

LETTERS = "ABCDEFGH"
SUITS = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}
GERMAN_SUITS = {"D": "Schellen", "H": "Rot", "S": "Gruen", "C": "Eichel"}


def head_of(run: Run, deal: Deal) -> dict[str, Any]:
    """Where a deal comes from and who plays it."""
    row, rules, names = deal.row, deal.rules, door.player_names(run)
    number, rotation = int(row["deal_id"]), int(row["rotation"])
    return {
        "game": run.game.name,
        "run": str(run.path),
        "seed": int(run.settings["seed"]),
        "deal": number,
        "rotation": rotation,
        "rotated": bool(run.settings["rotate"]),
        "rules": run.settings["rules"]["name"],
        "pack": rules.pack,
        "seats": rules.players,
        "players": {seat: names[(seat + rotation) % rules.players] for seat in deal.seats},
        "scenario": run.settings["scenario"],
        "session": int(row["session"]),
        "number_in_session": number % rules.session_deals + 1,
        "session_deals": rules.session_deals,
    }


def retell(deal: Deal) -> dict[str, Any]:
    """The deal as plain data.

    Raises
    ------
    DataFaultError
        Rules and row do not agree.
    """
    from simcore.poch import cards_played
    from simcore.poch.pack import LANE
    from simcore.poch.pack import SUITS as LETTERS_OF_SUITS
    from simcore.poch.rules import AUCTIONS

    trump = LETTERS_OF_SUITS[deal.turn_up // LANE]
    dealt = sum(deal.hands) | 1 << deal.turn_up
    shedding = tell_runs(deal, cards_played(deal.plays, deal.rules))
    return {
        "dealer": int(deal.row["dealer"]),
        "turn_up": deal.name(deal.turn_up),
        "trump": (GERMAN_SUITS if deal.notation == "de" else SUITS)[trump],
        "hands": {seat: _by_suit(deal, hand, trump) for seat, hand in enumerate(deal.hands)},
        "stock": [deal.name(bit) for bit in deal.pack.bits_of(deal.pack.all_cards & ~dealt)],
        "ante": deal.rules.ante,
        "circles": _circles(deal),
        "auctions": [tell_auction(deal, kind) for kind in range(len(AUCTIONS))],
        "shedding": shedding,
        "chips": {seat: _chips(deal, seat) for seat in deal.seats},
        "circles_after": {r: int(deal.row[f"circle_{r}"]) for r in circle_ranks(deal.rules)},
    }


def _by_suit(deal: Deal, hand: int, trump: str) -> list[list[str]]:
    """A hand as its player sorts it: the trumps, then suit by suit, high cards first."""
    suits: dict[str, list[str]] = {trump: []}
    for bit in deal.pack.bits_of(hand):
        suits.setdefault(deal.pack.codes[bit][0], []).append(deal.name(bit))
    return [cards for cards in suits.values() if cards]


def _circles(deal: Deal) -> list[dict[str, Any]]:
    """Each circle of a rank, from the highest on: what is in it, and who takes it why.

    `why` is "held" (the trump of its rank), "turned_up", or "stock": it waits.
    """
    from simcore.poch.pack import LANE, RANKS

    full = {rank: chips + deal.rules.ante * deal.rules.players
            for rank, chips in deal.circles.items()}  # fmt: skip
    told = []
    for rank in reversed(circle_ranks(deal.rules)):
        bit = LANE * (deal.turn_up // LANE) + RANKS.index(rank)
        holder = next((seat for seat, hand in enumerate(deal.hands) if hand >> bit & 1), None)
        why = "held" if holder is not None else "stock"
        if bit == deal.turn_up:
            holder, why = int(deal.row["dealer"]), "turned_up"
        told.append({"circle": rank, "card": deal.name(bit), "chips": full[rank],
                     "carried": deal.circles[rank], "seat": holder, "why": why})  # fmt: skip
    _check_circles(deal, full)
    return told


def _check_circles(deal: Deal, full: Mapping[str, int]) -> None:
    """By the rules the circles go where the row has them."""
    from simcore.poch.rulebook import claim_circles

    claimed = claim_circles(
        deal.hands,
        dealer=int(deal.row["dealer"]),
        turn_up=1 << deal.turn_up,
        circles=full,
        rules=deal.rules,
    )
    after = {rank: int(deal.row[f"circle_{rank}"]) for rank in full}
    if (list(claimed.gains), claimed.after) != (deal.seat_values("circles"), after):
        raise exits.DataFaultError(
            f"deal {deal.row['deal_id']}: the circles give {claimed.gains}, the row has "
            f"{deal.seat_values('circles')}"
        )


def _chips(deal: Deal, seat: int) -> dict[str, int]:
    """What a deal brings a seat, by source."""
    won = {name: int(deal.row[f"{name}_{seat}"])
           for name in ("circles", "soket", "sekans", "shedding")}  # fmt: skip
    sums = {"antes": -deal.rules.ante * deal.rules.circles, **won}
    if sum(sums.values()) != deal.row[f"chips_{seat}"]:
        raise exits.DataFaultError(
            f"deal {deal.row['deal_id']}: seat {seat} wins {sum(sums.values())} in all, the row "
            f"has {deal.row[f'chips_{seat}']}"
        )
    return sums | {"in_all": int(deal.row[f"chips_{seat}"])}
