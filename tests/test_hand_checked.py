"""One game worked out by hand for each rule set, through the public functions and the oracle.

Nothing here counts with the code under test: cards, points and tricks are read from the file.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from simcore import cards, skat
from tests.oracle import skat as oracle
from tests.rulesets import PRESETS

GAMES = json.loads((Path(__file__).parent / "data" / "hand_checked.json").read_text("utf-8"))[
    "games"
]
SEATS = ("forehand", "middlehand", "rearhand")
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
SETTLED = ("matadors", "value", "won", "overbid", "score")

each_game = pytest.mark.parametrize("game", GAMES, ids=[game["id"] for game in GAMES])
Trick = tuple[int, list[str]]


def worth(codes: list[str]) -> int:
    return sum(WORTH[code[1]] for code in codes)


def limits(game: dict[str, Any]) -> list[int]:
    return [game["limits"][seat] for seat in SEATS]


def calls(game: dict[str, Any]) -> list[tuple[int, int | str]]:
    """The auction as (seat, value | "hold" | "pass")."""
    spoken = [call.split() for call in game["calls"]]
    return [(SEATS.index(seat), int(word) if word.isdigit() else word) for seat, word in spoken]


def tricks(game: dict[str, Any]) -> list[Trick]:
    """Leader and cards in playing order of each trick."""
    written = [trick.split(": ") for trick in game["tricks"]]
    return [(SEATS.index(leader), played.split()) for leader, played in written]


def put_away(game: dict[str, Any]) -> list[str]:
    codes: str = game["discard"] or game["skat"]
    return codes.split()


def twelve(game: dict[str, Any]) -> list[str]:
    hand: str = game["hands"][SEATS[game["row"]["declarer"]]]
    return f"{hand} {game['skat']}".split()


def hands_in_play(game: dict[str, Any]) -> list[list[str]]:
    """The three hands at the first lead."""
    hands = [game["hands"][seat].split() for seat in SEATS]
    hands[game["row"]["declarer"]] = [c for c in twelve(game) if c not in put_away(game)]
    return hands


def test_every_preset_has_a_game() -> None:
    assert [game["rules"] for game in GAMES] == ["isko", "online", "altenburg", "polish",
                                                 "preisskat", "altenburg1927"]  # fmt: skip
    assert {game["rules"] for game in GAMES} == set(PRESETS) == set(skat.RULES)


@each_game
def test_the_cards_are_the_pack(game: dict[str, Any]) -> None:
    dealt = " ".join([*game["hands"].values(), game["skat"]]).split()
    played = [card for _, trick in tricks(game) for card in trick]
    assert sorted(dealt) == sorted(oracle.PACK)
    assert sorted(played + put_away(game)) == sorted(oracle.PACK)
    assert [len(hand.split()) for hand in game["hands"].values()] == [10, 10, 10]


@each_game
def test_auction(game: dict[str, Any]) -> None:
    row = game["row"]
    held = skat.auction(limits(game), game["rules"])
    assert (held.declarer, held.bid, held.then) == (row["declarer"], row["bid"], "play")
    assert held.said == tuple(row["bid_" + seat] for seat in SEATS)
    assert held.log == calls(game)
    if game["thrown_in"]:
        assert skat.auction([0, 0, 0], game["rules"]).then == "redeal"
    slow = oracle.auction(limits(game), game["rules"])
    assert (slow["declarer"], slow["bid"], slow["log"]) == (held.declarer, held.bid, calls(game))


@each_game
def test_declaration(game: dict[str, Any]) -> None:
    facts = {key: game[key] for key in ("rules", "hand", "announced")}
    skat.check_declaration(game["contract"], bid=game["row"]["bid"], **facts)
    oracle.check_declaration(game["contract"], bid=game["row"]["bid"], **facts)


@each_game
def test_every_card_and_trick(game: dict[str, Any]) -> None:
    """Each card is legal, each leader took the trick before; points and tricks are the row's."""
    contract, rules, row = game["contract"], game["rules"], game["row"]
    hands, leader = hands_in_play(game), 0
    piles: list[list[str]] = [[], [], []]
    for written_leader, trick in tricks(game):
        assert written_leader == leader, trick
        for turn, card in enumerate(trick):
            hand = hands[(leader + turn) % 3]
            lead = cards.parse(trick[0]) if turn else 0
            legal = skat.legal_cards(cards.parse(" ".join(hand)), lead, contract, rules)
            assert cards.parse(card) & legal, (trick, card)
            assert card in oracle.legal_cards(hand, trick[0] if turn else None, contract, rules)
            hand.remove(card)
        winner = skat.trick_winner([cards.parse(card) for card in trick], contract, rules)
        assert winner == oracle.trick_winner(trick, contract, rules)
        leader = (leader + winner) % 3
        piles[leader] += trick
    declarer = row["declarer"]
    others = sum(worth(pile) for seat, pile in enumerate(piles) if seat != declarer)
    assert worth(piles[declarer]) + worth(put_away(game)) == row["card_points"]
    assert others == game["defenders_points"] == 120 - row["card_points"]
    assert len(piles[declarer]) == 3 * row["tricks"]


@each_game
def test_score(game: dict[str, Any]) -> None:
    row = game["row"]
    facts: dict[str, Any] = {key: game[key] for key in ("rules", "hand", "announced")}
    facts |= {"bid": row["bid"], "points": row["card_points"], "tricks": row["tricks"]}
    wanted = {**{key: row[key] for key in SETTLED}, "level": game["level"]}
    fast = skat.score(cards.parse(" ".join(twelve(game))), game["contract"], **facts)
    assert vars(fast) == wanted
    assert oracle.score(twelve(game), game["contract"], **facts) == wanted


def row_of(game: dict[str, Any]) -> dict[str, Any]:
    """The row of a game: what the file says, the cards as sets."""
    announced = oracle.with_implied(game["contract"], game["announced"])
    row: dict[str, Any] = {"deal_id": 0, "rotation": 0, "thrown_in": game["thrown_in"]}
    row |= {"hand_" + seat: oracle.mask_of(game["hands"][seat].split()) for seat in SEATS}
    row |= {"skat": oracle.mask_of(game["skat"].split())}
    row |= {"discard": oracle.mask_of(put_away(game))}
    row |= {"contract": game["contract"], "hand": game["hand"], "kontra": 0}
    row |= {"ouvert": "ouvert" in announced}
    row |= {"announced_" + word: word in announced for word in ("schneider", "schwarz")}
    row |= game["row"]
    return row


@each_game
def test_the_oracle_replays_it(game: dict[str, Any]) -> None:
    away = [255, 255] if game["hand"] else [oracle.bit_of_name(card) for card in put_away(game)]
    played = [oracle.bit_of_name(card) for _, trick in tricks(game) for card in trick]
    assert oracle.replay(row_of(game), away + played, game["rules"]) == row_of(game)


# What the same game would come to under other rules: so it shows what marks its own.
ELSEWHERE = {
    "online-hand-lost-twice": ("preisskat", -36),
    "altenburg-grand-ouvert": ("isko", 216),
    "polish-plain-jacks": ("isko", 33),
    "preisskat-hand-lost-once": ("isko", -100),
    "altenburg1927-grand-20": ("altenburg", 96),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_other_rules_count_otherwise(name: str) -> None:
    game = next(game for game in GAMES if game["id"] == name)
    rules, wanted = ELSEWHERE[name]
    row = game["row"]
    facts: dict[str, Any] = {key: game[key] for key in ("hand", "announced")}
    facts |= {"bid": row["bid"], "points": row["card_points"], "tricks": row["tricks"]}
    fast = skat.score(cards.parse(" ".join(twelve(game))), game["contract"], rules=rules, **facts)
    assert fast.score == wanted != row["score"]
