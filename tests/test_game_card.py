"""The game cards say what the rules and the columns are."""

import re
from pathlib import Path

import pytest

from scripts import game_card
from simcore.poch import RULES, game_of


@pytest.mark.parametrize("card", game_card.CARDS, ids=lambda card: card.parent.name)
def test_the_table_of_rule_sets_is_the_generated_one(card: Path) -> None:
    text = card.read_text("utf-8")
    again = game_card.between_marks(text, "rule-sets", game_card.CARDS[card]())
    assert text == again, "python -m scripts.game_card --write"


def test_the_card_names_every_column_of_soket_and_sekans() -> None:
    """In order; `_k` stands for the seats, `_R` for the ranks."""
    text = game_card.POCH_CARD.read_text("utf-8").split("## Columns of a row")[1]
    named = [
        (name, kind)
        for cells, kind in re.findall(r"^\| (`.*?`) \| (\w+) \|", text, re.M)
        for name in re.findall(r"`(\w+)`", cells)
    ]
    game = game_of(RULES["karuzela"])
    kinds = {"uint64": "u64", "int32": "i32", "int8": "i8", "uint8": "u8"}
    row = {
        re.sub(r"_\d$", "_k", re.sub(r"^circle_\w$", "circle_R", name)): (
            "word" if name in game.words else kinds[str(game.row[name])]
        )
        for name in game.row.names or ()
    }
    assert dict(named) == row
