"""Games of this engine in step with OpenSpiel's Skat, card by card.

OpenSpiel knows no auction (the first seat that names a contract plays it), no hand games, no
announcements and no game values. So it is fed the deal, the contract and the two cards put away: a
hand game picks the skat up there and puts it away again. Compared are the player to move, his legal
cards, the end of the game and its outcome: the declarer's points in suit games and Grand, won or
lost in Null, which both engines end at the declarer's first trick.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import simcore

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

pytestmark = pytest.mark.slow

SEED = 32
FORCED = 500  # games of each contract, declarer and kind (hand or with the skat): 18,000
BID = 3_000  # deals bid by the players themselves, of which some are passed in
GAMES = 20_000
CONTRACTS = "DHSCGNRP"
SEATS = ("forehand", "middlehand", "rearhand")
NOT_PLAYED = 255
NO_CONTRACT = 32
DECLARE = {"D": 33, "H": 34, "S": 35, "C": 36, "G": 37, "N": 38}

# OpenSpiel counts eight cards a suit, 7 8 9 Q K T A J, diamonds first
CARD_OF_BIT = [8 * (bit // 7) + bit % 7 for bit in range(28)] + [7, 15, 23, 31]
BIT_OF_CARD = {card: bit for bit, card in enumerate(CARD_OF_BIT)}

Row = Any  # one record of the structured array
Plays = npt.NDArray[np.uint8]


def bits(cards: int) -> list[int]:
    return [bit for bit in range(32) if cards >> bit & 1]


def declared(game: Any, row: Row) -> Any:
    """OpenSpiel's state after the same deal, declaration and discard."""
    state = game.new_initial_state()
    packets = {seat: iter(bits(int(row[f"hand_{seat}"]))) for seat in SEATS}
    skat = bits(int(row["skat"]))
    dealt = [next(packets[seat]) for seat in SEATS for _ in range(3)] + skat
    dealt += [next(packets[seat]) for size in (4, 3) for seat in SEATS for _ in range(size)]
    passes = [NO_CONTRACT] * int(row["declarer"])
    declaration = DECLARE[CONTRACTS[row["contract"]]]
    put_away = [CARD_OF_BIT[bit] for bit in bits(int(row["discard"]))]
    for action in [*(CARD_OF_BIT[bit] for bit in dealt), *passes, declaration, *put_away]:
        state.apply_action(action)
    return state


def follow(state: Any, row: Row, plays: Plays) -> None:
    """Play a game on, comparing player and legal cards before every card and the outcome."""
    contract = CONTRACTS[row["contract"]]
    declarer = int(row["declarer"])
    hands = [int(row[f"hand_{seat}"]) for seat in SEATS]
    hands[declarer] = (hands[declarer] | int(row["skat"])) & ~int(row["discard"])
    leader = 0
    trick: list[int] = []
    for bit in plays[2:].tolist():
        if bit == NOT_PLAYED:
            break
        mover = (leader + len(trick)) % 3
        lead = trick[0] if trick else 0
        legal = simcore.skat.legal_cards(hands[mover], lead, contract)
        assert state.current_player() == mover
        assert legal == sum(1 << BIT_OF_CARD[card] for card in state.legal_actions())
        assert legal >> bit & 1
        state.apply_action(CARD_OF_BIT[bit])
        hands[mover] ^= 1 << bit
        trick.append(1 << bit)
        if len(trick) == 3:
            leader = (leader + simcore.skat.trick_winner(trick, contract)) % 3
            trick = []
    assert state.is_terminal()
    points = round(60 + 120 * state.returns()[declarer])
    if contract == "N":
        assert points == (90 if row["won"] else 30)  # what OpenSpiel books for a Null
    else:
        assert points == row["card_points"]


def check_discard(row: Row, plays: Plays) -> None:
    """The recorded discard: two cards of the declarer's twelve; in a hand game the skat."""
    if row["hand"]:
        assert row["discard"] == row["skat"]
        assert plays[:2].tolist() == [NOT_PLAYED, NOT_PLAYED]
    else:
        assert sorted(plays[:2].tolist()) == bits(int(row["discard"]))


def games() -> Iterator[tuple[Row, Plays]]:
    """Every contract, seat and kind by scenario, then games as the auction makes them."""
    kinds = product(range(3), "DHSCGN", (False, True))
    for number, (declarer, contract, hand) in enumerate(kinds):
        scenario = simcore.Scenario(declarer=declarer, contract=contract, hand=hand)
        rows, plays = simcore.rows(
            players="random", deals=FORCED, seed=SEED + number, plays=True, scenario=scenario
        )
        assert np.all(rows["declarer"] == declarer)
        assert np.all(rows["contract"] == CONTRACTS.index(contract))
        assert np.all(rows["hand"] == hand)
        yield from zip(rows, plays, strict=True)
    rows, plays = simcore.rows(players="simple", deals=BID, seed=SEED, plays=True)
    played = rows["declarer"] >= 0
    yield from zip(rows[played], plays[played], strict=True)


def test_games_agree_with_open_spiel() -> None:
    game = pyspiel.load_game("skat")
    seen: Counter[tuple[str, bool, int]] = Counter()
    for row, plays in games():
        check_discard(row, plays)
        follow(declared(game, row), row, plays)
        seen[CONTRACTS[row["contract"]], bool(row["hand"]), int(row["declarer"])] += 1
    assert seen.total() >= GAMES
    assert len(seen) == 36
