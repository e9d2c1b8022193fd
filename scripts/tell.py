"""A retold deal printed for a person: hands, bidding, tricks, result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def tell(told: dict[str, Any]) -> None:
    """Print a retold deal below its head."""
    _tell_cards(told)
    _tell_auction(told)
    if told["game"] is None:
        if told["declarer"] is None and told.get("played", True):
            print("\nPassed in: nobody plays, every seat scores 0.")
        return
    _tell_game(told)
    _tell_tricks(told)
    _tell_result(told)


def _tell_cards(told: dict[str, Any]) -> None:
    print("\nHands")
    for seat, hand in told["hands"].items():
        print(f"  {seat:<10}  {'   '.join(' '.join(group) for group in hand)}")
    print(f"  {'skat':<10}  {' '.join(told['skat'])}")


def _tell_auction(told: dict[str, Any]) -> None:
    print("\nBidding")
    if told["forced"]:
        print(f"  none: {told['declarer']} plays at {told['bid']}, as the scenario of the run says")
        return
    for call in told["auction"]:
        print(f"  {call['seat']:<10}  {call['call']}")
    if told["declarer"]:
        print(f"  {told['declarer']} plays at {told['bid']}")


_SKAT_GOES = {
    "last_trick": "the last trick",
    "loser": "the loser, in a tie to nobody",
    "nobody": "nobody",
}


def _tell_game(told: dict[str, Any]) -> None:
    game = told["game"]
    if game["contract"] == "R":
        print("\nGame: Ramsch, everybody against everybody")
        print(
            f"  the skat, {game['put_away_points']} points, goes to {_SKAT_GOES[game['skat_to']]}\n"
        )
        return
    print(f"\nGame: {told['declarer']} plays {game['words']}")
    if game["kontra"]:
        re = f", {told['declarer']} says re" if game["kontra"] == "re" else ""
        print(f"  a defender says kontra{re}")
    away = "the skat, unseen" if game["hand"] else f"put away {' '.join(game['put_away'])}"
    print(f"  {away}: {game['put_away_points']} points for the declarer\n")


def tell_tricks(tricks: Sequence[dict[str, Any]]) -> None:
    """Print told tricks as a table."""
    from scripts.tables import print_table

    sides = [name for name in tricks[0] if name not in _OF_A_TRICK] if tricks else []
    rows = [
        (
            str(trick["number"]),
            trick["leader"],
            "  ".join(f"{card['seat'][0].upper()} {card['card']}" for card in trick["cards"]),
            trick["winner"],
            str(trick["points"]),
            *(str(trick[side]) for side in sides),
        )
        for trick in tricks
    ]
    if rows:
        heads = [side.removesuffix("hand") for side in sides]  # of Ramsch, or it gets too wide
        print_table(("", "leads", "cards in order", "takes", "points", *heads), rows, left=4)


_OF_A_TRICK = ("number", "leader", "cards", "winner", "points")


def _tell_tricks(told: dict[str, Any]) -> None:
    tell_tricks(told["tricks"])
    if len(told["tricks"]) < 10:
        print(f"  {told.get('ended') or 'Null ends with the first trick of the declarer.'}")


def _tell_result(told: dict[str, Any]) -> None:
    from scripts.tables import wrapped

    result = told["result"]
    if told["game"]["contract"] == "R":
        print("\nResult")
    else:
        outcome = "wins" if result["won"] else "loses"
        tricks = f"{result['tricks']} trick{'s' * (result['tricks'] != 1)}"
        made = f"with {result['card_points']} points and {tricks}"
        if told["game"]["contract"] == "N" and not told.get("ended"):
            made = "without a trick" if result["won"] else "with a trick"
        print(f"\nResult: {told['declarer']} {outcome} {made}")
    for line in wrapped(result["words"]):
        print(f"  {line}")
    print("  score  " + ", ".join(f"{seat} {_signed(n)}" for seat, n in result["scores"].items()))


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
