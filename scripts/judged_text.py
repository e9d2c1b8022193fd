"""A played game judged on open cards, printed below the retold deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def tell_judged(told: dict[str, Any]) -> None:
    """Print the block `solve` of a retold deal."""
    from scripts.tables import wrapped

    block = told["solve"]
    if block.get("why_not"):
        print("\n" + "\n  ".join(wrapped(f"Open-card value: none; {block['why_not']}")))
        return
    is_null = told["game"]["contract"] == "N"
    print(f"\nOpen-card value: {block['open_cards']}")
    points = "" if is_null else f"{block['value']} points, "
    print(f"  before the first card: {points}{block['words']}\n")
    _tell_cards(block["cards"], is_null)
    _tell_sum(told, block, is_null)


def _tell_cards(cards: Sequence[dict[str, Any]], is_null: bool) -> None:
    """A line a trick: the cards, the value after each; below it what was given away."""
    width = max((len(card["card"]) for card in cards), default=0)
    print(f"      {'cards in order':<{3 * width + 10}}  value after each")
    for first in range(0, len(cards), 3):
        trick = cards[first : first + 3]
        played = "  ".join(f"{card['seat'][0].upper()} {card['card']:<{width}}" for card in trick)
        values = "  ".join(f"{_value(card['value'], is_null):>4}" for card in trick)
        print(f"  {first // 3 + 1:<2}  {played:<{3 * width + 10}}  {values}")
        for card in trick:
            for line in _notes(card, is_null):
                print(f"        {line}")


def _value(value: int, is_null: bool) -> str:
    return ("lost", "won")[value] if is_null else str(value)


_OTHERWISE = {"lost": "won", "won": "beaten"}


def _notes(card: dict[str, Any], is_null: bool) -> list[str]:
    """What a card gave away, and whether that turned the game."""
    if not card["given_away"]:
        return []
    who, points, better = f"{card['seat']} {card['card']}", card["given_away"], card["better"]
    kept = "it" if points == 1 else "them"
    notes = [] if is_null else [f"{who} gives away {points}; {better} would have kept {kept}"]
    if card["turned"]:
        otherwise = f"{better} would have {_OTHERWISE[card['turned']]} it"
        start = f"{who}: the" if is_null else "the"
        notes.append(f"{start} game was {card['turned']} here; {otherwise}")
    return notes


def _tell_sum(told: dict[str, Any], block: dict[str, Any], is_null: bool) -> None:
    """What the sides gave away, and how that leads from the open-card value to the result."""
    from scripts.tables import table_lines

    game = f"{_outcome(block['won'])} on open cards, {_outcome(told['result']['won'])} at the table"
    lines = [("turned by" if is_null else "given away", _given_away(told, block))]
    if not is_null:
        lines.append(("points", _points(block)))
        if not block["all_played"]:
            lines.append(("booked", f"{told['result']['card_points']}"))
    print()
    table_lines((f"  {name}", text) for name, text in [*lines, ("game", game)])


def _outcome(won: bool) -> str:
    return "won" if won else "lost"


def _given_away(told: dict[str, Any], block: dict[str, Any]) -> str:
    """ "declarer 4, defenders 9 (forehand 9, middlehand 0)"; in Null how often."""
    sides = ", ".join(f"{side} {number}" for side, number in block["given_away"].items())
    seats = [
        f"{seat} {number}"
        for seat, number in block["given_away_by_seat"].items()
        if seat != told["declarer"]
    ]
    return f"{sides} ({', '.join(seats)})"


def _points(block: dict[str, Any]) -> str:
    """The sum that leads from the open-card value to the points made, or to those still there."""
    away = block["given_away"]
    end = "as made" if block["all_played"] else "best play to the end"
    return (
        f"{block['value']} + {away['defenders']} by the defenders - {away['declarer']} "
        f"by the declarer = {block['after_last_card']}, {end}"
    )
