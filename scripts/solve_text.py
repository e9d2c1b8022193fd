"""A solved position printed for a person."""

from __future__ import annotations

from itertools import groupby
from typing import Any


def tell_solved(told: dict[str, Any]) -> None:
    """Print a solved position: what it is, its value, every legal card, one best line."""
    print(f"Open-card value: {told['open_cards']}\n")
    _tell_position(told)
    _tell_value(told)
    if told["cards"]:
        _tell_moves(told)
        _tell_line(told)


def _tell_position(told: dict[str, Any]) -> None:
    after = f" after {told['after']} cards" if told.get("after") else ""
    rules = "" if "made" in told else f", rules {told['rules']}"  # those of a deal stand above
    print(f"Position{after}: {_turn(told)}{rules}")
    print(f"  {'game':<10}  {told['declarer']} plays {told['game']}")
    for seat, hand in told["hands"].items():
        print(f"  {seat:<10}  {'   '.join(' '.join(group) for group in hand) or 'no card'}")
    print(f"  {'skat':<10}  {_skat(told)}")
    if told["trick"]:
        cards = "  ".join(f"{card['seat'][0].upper()} {card['card']}" for card in told["trick"])
        print(f"  {'trick':<10}  {cards}")
    if told["contract"] != "N" and told["taken"] and any(told["taken"].values()):
        sides = ", ".join(f"{side} {points}" for side, points in told["taken"].items())
        print(f"  {'taken':<10}  {sides}")


def _skat(told: dict[str, Any]) -> str:
    """The two cards put away, and what they count."""
    cards = " ".join(told["skat"])
    if told["contract"] == "N":
        return cards or "not known"
    return f"{cards}: {told['skat_points']} points for the declarer" if cards else _UNKNOWN


_UNKNOWN = "not known, not counted"


def _turn(told: dict[str, Any]) -> str:
    """Who is to play."""
    if told["to_move"] is None:
        return "nothing left to solve"
    return f"{told['to_move']} {'is to play' if told['trick'] else 'leads'}"


def _tell_value(told: dict[str, Any]) -> None:
    null = told["contract"] == "N"
    points = "" if null else f"{told['value']} card points for the declarer"
    print(f"\nValue: {', '.join(filter(None, [points, told['words']]))}")
    if told["target"] is not None:
        missed = told["target"] - told["value"]
        print(f"  target {told['target']}: {f'missed by {missed}' if missed > 0 else 'reached'}")
    if "made" in told:
        print(f"At the table: {_made(told['made'], null)}")


def _made(made: dict[str, Any], null: bool) -> str:
    """What came of the game that was played."""
    outcome = "won" if made["won"] else "lost"
    stopped = f"; {made['stopped']} after {made['cards']} cards" if made["stopped"] else ""
    if null:
        return f"{outcome}{stopped}"
    tricks = f"{made['tricks']} trick{'s' * (made['tricks'] != 1)}"
    return f"{made['card_points']} card points and {tricks}, {outcome}{stopped}"


def _tell_moves(told: dict[str, Any]) -> None:
    """Cards of the same value share a line."""
    from scripts.tables import print_table

    null = told["contract"] == "N"
    columns = ["card", *([] if null else ["value", "loss"]), *_verdict_column(told)]
    rows = []
    for _, same in groupby(told["cards"], key=lambda card: int(card["loss"])):
        cards = list(same)
        cells = {
            "card": " ".join(card["card"] for card in cards),
            "value": str(cards[0]["value"]),
            "loss": str(cards[0]["loss"]),
            "game": "won" if cards[0]["won"] else "lost",
            "target": "reached" if cards[0]["value"] >= (told["target"] or 0) else "missed",
        }
        rows.append([cells[column] for column in columns])
    print()
    print_table(columns, rows, title=f"What each card of {told['to_move']} is worth, best first")


def _verdict_column(told: dict[str, Any]) -> list[str]:
    """What a value is measured by: the target asked about, else the game where that is known."""
    if told["target"] is not None:
        return ["target"]
    return [] if told["won"] is None else ["game"]


def _tell_line(told: dict[str, Any]) -> None:
    from scripts.tell import tell_tricks

    print("\nOne best line")
    tell_tricks(told["best_line"])
    if told["contract"] == "N" and not told["value"]:
        print("  Null ends with the first trick of the declarer.")
