"""A played game judged on open cards, as plain data: what every card kept or gave away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts import kernel
from scripts.aim import OPEN_CARDS, Aim, aim_of
from scripts.tricks import SEATS, Start, tell_tricks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scripts.retell import Deal

_NO_CARD = 255


def solve_block(deal: Deal | None, why_not: str) -> dict[str, Any]:
    """The block `solve` of a retold deal; of one that cannot be solved only why not."""
    return {"why_not": why_not} if deal is None or why_not else judge_deals([deal])[0]


def judge_deals(deals: Sequence[Deal]) -> list[dict[str, Any]]:
    """The blocks `solve` of deals played by the same rules; each has a declarer."""
    import numpy as np

    from simcore.skat import judge

    if not deals:
        return []
    rows = np.array([deal.row for deal in deals])
    plays = np.array([deal.plays for deal in deals], np.uint8)
    kernel.announce_solver("judge.judge_games")
    found = judge(rows, plays, rules=deals[0].rules)
    judged = zip(deals, found.values.tolist(), found.keepers.tolist(), strict=True)
    return [_told(deal, values, keepers) for deal, values, keepers in judged]


def _told(deal: Deal, values: Sequence[int], keepers: Sequence[int]) -> dict[str, Any]:
    aim, played = aim_of(deal.row, deal.rules), len(deal.cards_played)
    cards = [_card(deal, aim, step, values, keepers) for step in range(played)]
    for card, seat in zip(cards, _seats(deal), strict=True):
        card |= {"seat": SEATS[seat], "side": deal.table.side(seat)}
    return {
        "open_cards": OPEN_CARDS,
        "value": values[0],
        "aim": aim.points,
        "aim_of": aim.why,
        "won": aim.won(values[0]),
        "words": aim.words(values[0]),
        "cards": cards,
        "given_away": {
            side: sum(card["given_away"] for card in cards if card["side"] == side)
            for side in ("declarer", "defenders")
        },
        "given_away_by_seat": {
            seat: sum(card["given_away"] for card in cards if card["seat"] == seat)
            for seat in SEATS
        },
        "after_last_card": values[played],
        "all_played": played == 30,
    }


def _card(
    deal: Deal, aim: Aim, step: int, values: Sequence[int], keepers: Sequence[int]
) -> dict[str, Any]:
    """One card: the value once it is played, what it gave away, and a card that keeps it."""
    from simcore.cards import name

    before, after, keeper = values[step], values[step + 1], keepers[step]
    return {
        "number": step + 1,
        "card": name(deal.cards_played[step], deal.notation),
        "value": after,
        "given_away": abs(after - before),  # a card can only lose for its side
        "better": None if keeper == _NO_CARD else name(keeper, deal.notation),
        "turned": aim.outcome(after) if aim.won(before) != aim.won(after) else None,
    }


def _seats(deal: Deal) -> list[int]:
    """Who played each card."""
    cards = deal.cards_played
    tricks = tell_tricks(cards, deal.table, Start(deal.sides()))
    leaders = [0, *(SEATS.index(trick["winner"]) for trick in tricks)]
    return [(leaders[step // 3] + step % 3) % 3 for step in range(len(cards))]
