"""The game card says what the rules are."""

from scripts import game_card


def test_the_table_of_rule_sets_is_the_generated_one() -> None:
    card = game_card.CARD.read_text("utf-8")
    again = game_card.between_marks(card, "rule-sets", game_card.table())
    assert card == again, "python -m scripts.game_card --write"
