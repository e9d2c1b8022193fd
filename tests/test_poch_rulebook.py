"""The rules of soket and sekans as functions, against the vectors."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from simcore.poch import RULES, RuleSet, make_rules, rulebook
from simcore.poch.pack import PACKS, RANKS
from simcore.poch.rules import FIXED, PLAYERS_OF

VECTORS = json.loads((Path(__file__).parent / "data" / "poch.json").read_text("utf-8"))["vectors"]
Vector = dict[str, Any]


def of_kind(*kinds: str) -> Any:
    chosen = [vector for vector in VECTORS if vector["kind"] in kinds]
    return pytest.mark.parametrize("vector", chosen, ids=[vector["id"] for vector in chosen])


def rules_of(vector: Vector, **changes: int) -> RuleSet:
    players = vector.get("players", len(vector.get("hands", [])))
    ranks = vector.get("circle_ranks", "7 8 9 T J Q K A").split()
    circles = sum(1 << RANKS.index(rank) for rank in ranks)
    return make_rules(players=players, circle_ranks=circles, **changes)


def key_of(holding: list[int] | None) -> int:
    """The number of a vector's holding, whose ranks begin with the seven."""
    if holding is None:
        return 0
    size, rank, trump = holding
    return size << 5 | (rank + RANKS.index("7")) << 1 | trump


def bit_of(card: str) -> int:
    return PACKS[32].parse_list(card)[0]


def test_all_vectors_are_used() -> None:
    kinds = {"circles", "soket", "sekans", "auction", "play", "deal", "pack"}
    assert {vector["kind"] for vector in VECTORS} == kinds
    assert len(VECTORS) == 42


@of_kind("circles")
def test_circles(vector: Vector) -> None:
    found = rulebook.claim_circles(
        vector["hands"],
        dealer=vector["dealer"],
        turn_up=vector["turn_up"],
        circles=vector["pots_before"],
        rules=rules_of(vector),
    )
    assert list(found.gains) == vector["expected"]["gains"]
    assert found.after == vector["expected"]["pots_after"]


@of_kind("soket", "sekans")
def test_holdings(vector: Vector) -> None:
    read = rulebook.soket_of if vector["kind"] == "soket" else rulebook.sekans_of
    keys = [read(hand, vector["trump"]) for hand in vector["hands"]]
    assert keys == [key_of(holding) for holding in vector["expected"]["keys"]]
    best = max(vector["order"], key=lambda seat: (keys[seat], -vector["order"].index(seat)))
    assert (best if keys[best] else -1) == vector["expected"]["winner"]


AT_A_TABLE = [v for v in VECTORS if "order" in v and len(v["order"]) > 2]


@pytest.mark.parametrize("vector", AT_A_TABLE, ids=[vector["id"] for vector in AT_A_TABLE])
def test_the_winner_shown_is_the_best(vector: Vector) -> None:
    """All at the table stake on and show: the winner is that of the vector."""
    order, players = vector["order"], len(vector["hands"])
    keys = [key_of(holding) for holding in vector["expected"]["keys"]]
    rules = rules_of(vector, bluff=1, max_circuits=1)
    turns: list[tuple[int, int | str]] = [(seat, 1) for seat in order]
    found = rulebook.hold_auction(
        keys, [*turns, (order[0], "see")], dealer=(order[0] - 1) % players, rules=rules
    )
    assert (found.winner, found.how) == (vector["expected"]["winner"], "shown")


@of_kind("auction")
def test_auctions(vector: Vector) -> None:
    keys = [key_of(vector["strength"].get(str(seat))) for seat in range(vector["players"])]
    rules = make_rules(players=vector["players"], max_stake=8)
    turns = [(seat, act) for seat, act in vector["actions"]]
    found = rulebook.hold_auction(
        keys, turns, dealer=vector["dealer"], circle=vector["circle"], rules=rules
    )
    expected = vector["expected"]
    assert found.winner == expected["winner"]
    assert found.how == expected["by"].replace(" ", "_")
    assert list(found.staked) == expected["staked"]
    assert found.collected == expected["collected"]


@of_kind("play")
def test_shedding(vector: Vector) -> None:
    asked = {"dealer": vector["dealer"], "turn_up": vector["turn_up"]}
    expected = vector["expected"]
    found = rulebook.shed(vector["hands"], vector["leads"], rules=rules_of(vector), **asked)
    assert [list(step) for step in found.log] == [[s, bit_of(c)] for s, c in expected["log"]]
    assert (found.loser, found.cards_left) == (expected["loser"], expected["cards_left"])
    assert list(found.payments) == expected["chips_per_card"]
    fixed = rules_of(vector, payment=FIXED, fixed_payment=1)
    found = rulebook.shed(vector["hands"], vector["leads"], rules=fixed, **asked)
    assert list(found.payments) == expected["chips_fixed_1"]


@of_kind("deal")
def test_whole_deals(vector: Vector) -> None:
    rules = rules_of(vector, ante=vector["ante"])
    dealer, up, hands = vector["dealer"], vector["turn_up"], vector["hands"]
    expected, before = vector["expected"], vector["pots_before"]
    filled = {
        rank: before[rank] + rules.ante * rules.players for rank in before if rank in tuple(RANKS)
    }
    circles = rulebook.claim_circles(hands, dealer=dealer, turn_up=up, circles=filled, rules=rules)
    assert list(circles.gains) == expected["circles"]
    assert circles.after == {rank: expected["pots_after"][rank] for rank in circles.after}
    chips = [gain - rules.ante * rules.circles for gain in circles.gains]
    for name, read in (("soket", rulebook.soket_of), ("sekans", rulebook.sekans_of)):
        keys = [read(hand, up[0]) for hand in hands]
        turns = [(seat, act) for seat, act in vector[f"{name}_actions"]]
        circle = before[name] + rules.ante * rules.players
        found = rulebook.hold_auction(keys, turns, dealer=dealer, circle=circle, rules=rules)
        assert [found.winner, found.collected] == expected[name]
        chips = [have - staked for have, staked in zip(chips, found.staked, strict=True)]
        chips[found.winner] += found.collected
    shed = rulebook.shed(hands, vector["leads"], dealer=dealer, turn_up=up, rules=rules)
    assert (shed.loser, shed.cards_left) == (expected["loser"], expected["cards_left"])
    assert [have + got for have, got in zip(chips, shed.payments, strict=True)] == expected["chips"]


@of_kind("pack")
def test_packs(vector: Vector) -> None:
    for name, served in vector["expected"].items():
        pack = int(name.split()[0])
        for players, parts in served.items():
            fewest, most = PLAYERS_OF[pack]
            assert (fewest <= int(players) <= most) == (parts is not None)
            if parts is None:
                with pytest.raises(ValueError, match=rf"{players} players with a pack of {pack}"):
                    make_rules(players=int(players), pack=pack)
            else:
                rules = make_rules(players=int(players), pack=pack)
                dealt = 6 * rules.players
                assert [dealt, 1, rules.pack - dealt - 1] == parts


# ---- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ([(0, 1)], "turn 0: it is seat 1's, not 0's"),
        ([(1, 0)], "turn 0: stake 0: 1 to 8"),
        ([(1, 9)], "turn 0: stake 9: 1 to 8"),
        ([(1, 2), (2, 1)], "turn 1: stake 1: 2 to 8"),
        ([(1, 2), (2, "see")], "turn 1: nobody may see yet"),
        ([(1, 2), (2, "call")], "turn 1: 'call' is no action"),
        ([(1, "pass"), (2, "pass"), (3, 1)], "turn 2: who holds nothing can only pass"),
        ([(1, 2), (2, "pass")], "not over: it is seat 3's turn"),
        ([(1, 2), (2, "pass"), (3, "pass"), (0, "see"), (1, 2)], "turn 4: the auction is over"),
        ([(1, "pass"), (2, "pass"), (3, "pass"), (0, "see")], "turn 3: nobody may see yet"),
        ([(1, 1), (2, 1), (3, "pass"), (0, 1)] * 1 + [(1, 1), (2, 1), (0, 1)] * 2 + [(1, 2)],
         "turn 10: only seeing or passing are left"),
    ],
)  # fmt: skip
def test_turns_against_the_rules_are_refused(turns: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rulebook.hold_auction([80, 90, 85, 0], turns, dealer=0)


def test_cards_and_leads_are_checked() -> None:
    hands = ["SA SK H7 H8 DA DK", "CA C9 HQ HJ D7 D8", "S7 S9 CT CJ DQ HT"]
    asked: dict[str, Any] = {"dealer": 0, "rules": make_rules(players=3)}
    with pytest.raises(ValueError, match=r"hand 0 has 5 cards: 6"):
        rulebook.shed(["SA SK H7 H8 DA", *hands[1:]], "SA", turn_up="SQ", **asked)
    with pytest.raises(ValueError, match=r"card 'SA' is there twice"):
        rulebook.shed(hands, "SA", turn_up="SA", **asked)
    with pytest.raises(ValueError, match=r"lead 0 'S7': seat 0 leads and has it not"):
        rulebook.shed(hands, "S7", turn_up="SQ", **asked)
    with pytest.raises(ValueError, match=r"the shedding is not over"):
        rulebook.shed(hands, "SA", turn_up="SQ", **asked)
    with pytest.raises(ValueError, match=r"circle '2': these rules have none"):
        rulebook.claim_circles(hands, turn_up="SQ", circles={"2": 3}, **asked)
    with pytest.raises(ValueError, match=r"unknown card 'S6'.*then rank A T K Q J 9 8 7"):
        rulebook.soket_of("S6", "S")
    with pytest.raises(ValueError, match=r"unknown trump suit 'X'"):
        rulebook.soket_of("S7", "X")


HANDS = ["SA SK H7 H8 DA DK", "CA C9 HQ HJ D7 D8", "S7 S9 CT CJ DQ HT"]
THREE = make_rules(players=3)
AT: dict[str, Any] = {"dealer": 0, "turn_up": "SQ", "rules": THREE}


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: make_rules(pack=[32]), r"pack \[32\]: 24, 32 or 52 cards"),
        (lambda: make_rules(pack=32.0), "pack 32.0: 24, 32 or 52 cards"),
        (lambda: make_rules(players=6, pack=32), "6 players with a pack of 32: it serves 3 to 5"),
        (lambda: make_rules(ante=-1), "ante -1: a whole number from 0 to 1000"),
        (lambda: make_rules(min_stake=0), "min_stake 0: a whole number from 1"),
        (lambda: make_rules(min_stake=9, max_stake=8), "max_stake 8: below min_stake 9"),
        (lambda: make_rules(circle_ranks=1), "a pack of 32 has no 2: any of 7 8 9"),
        (lambda: make_rules(stakes=3), "unknown field 'stakes': one of players, pack"),
        (lambda: rulebook.soket_of("SA SK", "S", rules=7), "unknown rules 7"),
        (lambda: rulebook.soket_of("SA SK SQ SJ ST S9 S8", "S"), "7 cards, 6 at most"),
        (lambda: rulebook.hold_auction(None, [], dealer=0), "keys None: a list"),
        (lambda: rulebook.hold_auction([1, 1, 1, 1], ["x"], dealer=0), "turn 0: 'x': a seat and"),
        (lambda: rulebook.hold_auction([1, 1, 1, 1], 3, dealer=0), "actions 3: a list"),
        (lambda: rulebook.hold_auction([1, 1, 1, 1], [], dealer=4), "unknown seat 4: 0 to 3"),
        (lambda: rulebook.shed(3, "SA", **AT), "hands 3: a list"),
        (lambda: rulebook.shed(HANDS, None, **AT), "leads None: a list"),
        (lambda: rulebook.claim_circles(HANDS, circles={"KA": 5}, **AT), "circle 'KA': these"),
        (lambda: rulebook.claim_circles(HANDS, circles={"": 5}, **AT), "circle '': these rules"),
        (lambda: rulebook.claim_circles(HANDS, circles={"A": 1 << 30}, **AT), "0 to 1000000"),
        (lambda: rulebook.claim_circles(HANDS, circles=[5], **AT), r"circles \[5\]: a mapping"),
        (lambda: simcore.poch.actions_of(np.zeros(3, np.uint8), THREE), "an array of 66 bytes"),
        (lambda: simcore.poch.load_players("simple", None), "seats None: a whole number"),
        (lambda: simcore.poch.load_rules("karuzela", 2.5), "seats 2.5: a whole number from 3 to 8"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


def test_without_an_ante_stakes_keep_a_limit() -> None:
    assert make_rules(ante=0).max_stake == 8
    assert make_rules(min_stake=9).max_stake == 9
    assert make_rules(ante=0, max_stake=0).max_stake == 0


def test_the_presets_are_what_they_say() -> None:
    assert RULES["karuzela"].circles == 10
    assert RULES["court"].circles == 6
    assert (RULES["poker"].betting, RULES["poker"].bluff) == (1, 1)
    assert make_rules(ante=3, players=5).max_stake == 30
