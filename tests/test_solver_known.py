"""Positions whose values are known: worked out by others, by us before, and by full enumeration.

Those of others are read where SIMCORE_REFERENCE, or else a folder `shared` beside the project,
holds them.
"""

import json
import os
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore.skat import RULES
from simcore.skat.open_cards import move_values, solve_many
from simcore.skat.rules import NULL, rule_book
from simcore.skat.solver.problems import EXACT, PROBLEM, solve_problems
from simcore.skat.solver.space import new_space
from tests.endings import asked, positions
from tests.oracle.skat import PACK, bit_of_name, mask_of, name_of_bit, points
from tests.oracle.solver import Position, after

DATA = Path(__file__).parent / "data"
DEFAULT = Path(__file__).parents[1].parent / "shared"
FOLDER = Path(os.environ.get("SIMCORE_REFERENCE", DEFAULT)) / "solver"
GOLDEN = json.loads((DATA / "golden_dd.json").read_text("utf-8"))["deals"]
NULL_OUVERT = json.loads((DATA / "null_ouvert.json").read_text("utf-8"))

# --- Positions of others --------------------------------------------------------------------------


def rows_of(name: str) -> list[dict[str, Any]]:
    """The positions of a file of others; the test is skipped where it is not at hand."""
    path = FOLDER / f"{name}.json"
    if not path.is_file():
        pytest.skip(f"third-party {path.name} is not at hand (SIMCORE_REFERENCE)")
    found = json.loads(path.read_text("utf-8"))
    rows = found["rows"]
    if "fields" not in found:
        return list(rows)
    named = [dict(zip(found["fields"], row, strict=True)) for row in rows]
    return [row | {"hands": [row["hand0"], row["hand1"], row["hand2"]]} for row in named]


def ending_of(row: dict[str, Any]) -> Position:
    """A position of others; `skat` and `trick` may be left out."""
    hands = tuple(tuple(hand.split()) for hand in row["hands"])
    trick, skat = (tuple(row.get(part, "").split()) for part in ("trick", "skat"))
    return Position(hands, row["contract"], row["declarer"], row["leader"], trick, skat)


FILES = ["endgames", "large", "full_deals", "mid_trick", "null", "puzzles", "small_cases"]


@pytest.mark.parametrize("name", FILES)
def test_values_of_others(name: str) -> None:
    rows = rows_of(name)
    assert rows
    values = solve_many(positions([ending_of(row) for row in rows]))
    wrong = [(row, value) for row, value in zip(rows, values, strict=True) if value != row["value"]]
    assert wrong == []


def without_its_trick(ending: Position, card: int, value: int) -> int:
    """The value of a card less the trick it completes: others count a third card so."""
    _, taken = after(ending, name_of_bit(card.bit_length() - 1))
    return value - points(taken)


def test_moves_of_others() -> None:
    rows = rows_of("move_values")
    assert rows
    for row in rows:
        ending = ending_of(row)
        values = {
            name_of_bit(card.bit_length() - 1): without_its_trick(ending, card, value)
            for card, value in move_values(**asked(ending)).items()
        }
        assert row["values"].items() <= values.items(), row  # not every card is listed there


# --- Whole deals ----------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", GOLDEN, ids=[deal["id"] for deal in GOLDEN])
def test_golden_deals(deal: dict[str, Any]) -> None:
    bare = deal | {"skat": ""}
    led = positions([ending_of(bare | {"leader": leader}) for leader in range(3)])
    assert solve_many(led).tolist() == deal["points_by_leader"]
    full = positions([ending_of(deal | {"leader": leader}) for leader in range(3)])
    more = [value + deal["skat_points"] for value in deal["points_by_leader"]]
    assert solve_many(full).tolist() == more


# --- Every split of a Null hand -------------------------------------------------------------------

SPLITS = [hand for hand in NULL_OUVERT["hands"] if hand["weak_suit"] in ("T", "789A")]


def splits_of(own: list[str], discard: list[str]) -> np.ndarray:
    """Both hands of the opponents in every split of the cards not seen, shape (splits, 2)."""
    unseen = np.array([1 << bit_of_name(card) for card in PACK if card not in own + discard])
    chosen = np.array(list(combinations(range(20), 10)))
    left = unseen[chosen].sum(axis=1)
    return np.stack([left, unseen.sum() - left], axis=1)


def null_games(own: list[str], discard: list[str], declarer: int) -> np.ndarray:
    """Null ouvert against every split: forehand leads."""
    others = splits_of(own, discard)
    games = np.zeros(len(others), dtype=PROBLEM)
    games["hands"][:, declarer] = mask_of(own)
    games["hands"][:, (declarer + 1) % 3] = others[:, 0]
    games["hands"][:, (declarer + 2) % 3] = others[:, 1]
    games["contract"], games["declarer"], games["target"] = NULL, declarer, EXACT
    return games


@pytest.mark.slow
@pytest.mark.parametrize("declarer", range(3))
@pytest.mark.parametrize("case", SPLITS, ids=[case["weak_suit"] for case in SPLITS])
def test_null_ouvert_against_every_split(case: dict[str, Any], declarer: int) -> None:
    games = null_games(case["hand"].split(), case["discard"].split(), declarer)
    assert len(games) == NULL_OUVERT["splits"] == 184756
    solve_problems(games, new_space(), rule_book(RULES["isko"]))
    assert set(games["value"].tolist()) == {0, 1}
    assert games["value"].sum() == case["won"][declarer]
