"""Deals of soket and sekans from the kernel, against the plain oracle and by their own sums."""

from typing import Any

import numpy as np
import pytest

import simcore
from simcore.poch import RULES, RuleSet, game_of, load_rules, make_rules
from simcore.poch.auction import HOW
from tests.oracle import poch_row
from tests.oracle.poch_rules import Rules

Rows = Any
COURT = RULES["court"].circle_ranks
TABLES: dict[str, dict[str, Any]] = {
    "usual": {"deals": 3200, "players": "expert"},
    "simple": {"deals": 320, "players": "simple"},
    "random": {"deals": 640, "players": "random"},
    "three": {"deals": 320, "players": "random", "seats": 3},
    "five": {"deals": 320, "players": "expert", "seats": 5},
    "eight": {"deals": 192, "players": "random", "seats": 8},
    "24 cards": {"deals": 192, "players": "simple", "rules": make_rules(players=3, pack=24)},
    "court": {"deals": 320, "players": "simple", "rules": "court"},
    "poker": {"deals": 640, "players": "random", "rules": "poker"},
    "poker by skill": {"deals": 320, "players": "expert", "rules": "poker"},
    "bluff": {"deals": 320, "players": "random", "rules": make_rules(bluff=1)},
    "flush": {"deals": 320, "players": "expert", "rules": make_rules(sekans=1)},
    "fixed": {"deals": 192, "players": "simple", "rules": make_rules(payment=1, fixed_payment=7)},
    "no limit": {"deals": 192, "players": "random", "rules": make_rules(max_stake=0, min_stake=2)},
    "short": {"deals": 205, "players": "simple", "rules": make_rules(session_deals=10, ante=2)},
    "one round": {"deals": 320, "players": "random", "rules": make_rules(max_circuits=1)},
    "rotated": {"deals": 96, "players": ("expert", "simple", "random", "expert"), "rotate": True},
}


def played(name: str) -> tuple[Rows, Any, RuleSet]:
    asked = {"rules": "karuzela", **TABLES[name]}
    rules = load_rules(asked["rules"], asked.get("seats"))
    rows, plays = simcore.rows("poch", seed=7, plays=True, **asked)
    return rows, plays, rules


def oracle_rules(rules: RuleSet) -> Rules:
    return Rules(
        players=rules.players,
        pack=rules.pack,
        circle_ranks="AKQJ" if rules.circle_ranks == COURT else "all",
        ante=rules.ante,
        session_deals=rules.session_deals,
        bluff=rules.bluff,
        min_stake=rules.min_stake,
        max_stake=rules.max_stake,
        max_circuits=rules.max_circuits,
        betting=("literal", "poker")[rules.betting],
        sekans=("run", "flush")[rules.sekans],
        payment=("per_card", "fixed")[rules.payment],
        fixed_payment=rules.fixed_payment,
    )


def in_words(rows: Rows) -> list[dict[str, Any]]:
    names = rows.dtype.names
    mapped = [dict(zip(names, row.tolist(), strict=True)) for row in rows]
    for row in mapped:
        row |= {name: HOW[row[name]] for name in ("soket_how", "sekans_how")}
    return mapped


@pytest.mark.parametrize("name", TABLES)
def test_the_oracle_plays_the_same(name: str) -> None:
    rows, plays, rules = played(name)
    assert list(rows.dtype.names) == list(poch_row.columns(oracle_rules(rules)))
    lines = [bytes(line) for line in plays]
    assert poch_row.log_differences(in_words(rows), lines, oracle_rules(rules)) == []


@pytest.mark.parametrize("name", TABLES)
def test_chips_are_conserved_and_circles_add_up(name: str) -> None:
    rows, _, rules = played(name)
    players, circles = (
        range(rules.players),
        [n for n in rows.dtype.names if n.startswith("circle_")],
    )
    held = np.stack([rows[name] for name in circles], axis=1).sum(axis=1).astype(np.int64)
    turns = rules.players if TABLES[name].get("rotate") else 1
    before = np.concatenate([np.zeros(turns, np.int64), held[:-turns]])
    before[rows["deal_id"] % rules.session_deals == 0] = 0
    chips = np.stack([rows[f"chips_{seat}"] for seat in players], axis=1).sum(axis=1)
    assert (chips + held - before == 0).all()
    for auction in ("soket", "sekans"):
        won = np.stack([rows[f"{auction}_{seat}"] for seat in players], axis=1).sum(axis=1)
        assert (won == rules.ante * rules.players).all()
    shed = np.stack([rows[f"shedding_{seat}"] for seat in players], axis=1)
    assert (shed.sum(axis=1) == 0).all()
    assert (held >= 0).all()


def test_a_session_is_the_sum_of_its_deals() -> None:
    """Over whole sessions the players have lost exactly what is left in the circles."""
    rows, _, rules = played("usual")
    last = rows[rows["deal_id"] % rules.session_deals == rules.session_deals - 1]
    left = sum(last[name].astype(np.int64) for name in rows.dtype.names if name[:7] == "circle_")
    chips = sum(rows[f"chips_{seat}"].astype(np.int64) for seat in range(4))
    assert (chips.reshape(-1, rules.session_deals).sum(axis=1) == -left).all()


def test_a_deal_does_not_depend_on_what_is_played_beside_it() -> None:
    """Chunks, threads, and where a run begins never show in the rows."""
    rules = make_rules(session_deals=10)
    asked: dict[str, Any] = {"rules": rules, "players": "simple", "seed": 3, "plays": True}
    rows, plays = simcore.rows("poch", deals=100, **asked)
    for first, deals, chunk, threads in ((0, 100, 7, 2), (13, 50, None, 1), (99, 1, None, 1)):
        some, cards = simcore.rows(
            "poch", first=first, deals=deals, chunk=chunk, threads=threads, **asked
        )
        assert some.tobytes() == rows[first : first + deals].tobytes()
        assert (cards == plays[first : first + deals]).all()


def test_rotation_moves_the_players_and_keeps_the_cards() -> None:
    names = ("expert", "simple", "random", "simple")
    rows = simcore.rows("poch", players=names, deals=64, seed=5, rotate=True)
    assert (rows["rotation"] == np.tile(np.arange(4), 64)).all()
    for turn in range(4):
        seated = names[turn:] + names[:turn]
        alone = simcore.rows("poch", players=seated, deals=64, seed=5)
        mine = rows[turn::4]
        for column in rows.dtype.names:
            if column != "rotation":
                assert (mine[column] == alone[column]).all(), column


def test_what_a_scenario_knows() -> None:
    scenario = simcore.poch.Scenario(
        known={1: "SA SK H7", "turn_up": "SQ"}, dealer=2, circles={"A": 12}
    )
    rules = make_rules(session_deals=1)
    rows = simcore.rows("poch", rules=rules, deals=200, seed=1, scenario=scenario)
    held = simcore.poch.pack.PACKS[32].parse("SA SK H7")
    assert (rows["hand_1"] & np.uint64(held) == held).all()
    assert (rows["dealer"] == 2).all()
    assert (rows["turn_up"] == simcore.poch.pack.PACKS[32].parse("SQ").bit_length() - 1).all()
    # the ace of trumps is seat 1's, and its circle holds 12 chips more than the antes
    assert (rows["circles_1"] >= 12 + 4 + 4).all()
    assert len(set(rows["hand_1"].tolist())) > 150


def test_a_first_turn_that_is_decided() -> None:
    """Seat 1, at the dealer's left, opens with the chips of the scenario, or passes."""
    rules = make_rules(session_deals=1)
    asked: dict[str, Any] = {"rules": rules, "players": "simple", "deals": 300, "plays": True}
    for chips in (0, 1, 5):
        scenario = simcore.poch.Scenario(dealer=0, staker=1, first_stakes={"soket": chips})
        rows, plays = simcore.rows("poch", scenario=scenario, **asked)
        for row, line in zip(rows, plays, strict=True):
            soket, _ = simcore.poch.actions_of(line, rules)
            if soket:
                assert soket[0] == (chips if row["soket_key_1"] else 0)
    free, _ = simcore.rows("poch", scenario=simcore.poch.Scenario(dealer=0), **asked)
    assert (rows["sekans_stake_1"] == free["sekans_stake_1"]).all()
    assert (rows["soket_stake_1"] != free["soket_stake_1"]).any()


def test_bytes_of_plays_and_columns() -> None:
    game = game_of(RULES["karuzela"])
    assert game.plays == 2 * 2 * 16 + 24
    assert game.row.names is not None
    assert game.row.names[:7] == (
        "deal_id", "rotation", "session", "players", "dealer", "turn_up", "hand_0",
    )  # fmt: skip
    assert game_of(make_rules(players=8)).row.itemsize == game.row.itemsize
