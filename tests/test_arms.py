"""Experiments on equal deals: arms, forced discards, and a seat that bids as it is told."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import simcore
from simcore import Scenario, cards, skat

TEN, SKAT = "CJ SJ CA CT C9 C8 HA HT S7 D8", "D7 SK"
KNOWN: dict[int | str, int | str] = {0: TEN, "skat": SKAT}
GAMES = [
    Scenario(known={0: TEN}, declarer=0, contract="C"),
    Scenario(known={0: TEN}, declarer=0, contract="G", hand=True, announced=["schneider"], bid=24),
    Scenario(known={0: TEN}, declarer=0),
    Scenario(known={0: TEN}),
    Scenario(known={0: TEN}, bidder=0, bid=30),
]


def test_an_arm_has_the_rows_of_its_scenario_alone() -> None:
    made = simcore.arms(GAMES, deals=300, first=1000, seed=5, players=["expert", "simple", "club"])
    assert made.shape == (300, len(GAMES))
    for number, scenario in enumerate(GAMES):
        alone = simcore.rows(
            deals=300, first=1000, seed=5, players=["expert", "simple", "club"], scenario=scenario
        )
        alone["rotation"] = number
        assert np.array_equal(made[:, number], alone)


def test_arms_do_not_depend_on_threads() -> None:
    one, two = (simcore.arms(GAMES, deals=500, seed=1, threads=threads) for threads in (1, 3))
    assert np.array_equal(one, two)


def test_whole_deals_in_arms() -> None:
    dealt = simcore.rows(deals=50, seed=3)
    deals = np.stack(
        [dealt[f"hand_{seat}"] for seat in ("forehand", "middlehand", "rearhand")]
        + [dealt["skat"]],
        axis=1,
    ).astype(np.int64)
    scenarios = [Scenario(deals=deals, declarer=seat, contract="G") for seat in range(3)]
    made = simcore.arms(scenarios, deals=50)
    assert made["declarer"].tolist() == [[0, 1, 2]] * 50
    assert np.array_equal(made["hand_forehand"][:, 2], dealt["hand_forehand"])


def test_every_pair_of_the_twelve_can_be_put_away() -> None:
    pairs = list(combinations(f"{TEN} {SKAT}".split(), 2))
    scenarios = [
        Scenario(known=KNOWN, declarer=0, contract="C", discard=" ".join(pair)) for pair in pairs
    ]
    made = simcore.arms(scenarios, deals=20, seed=2)
    wanted = [cards.parse(" ".join(pair)) for pair in pairs]
    assert made["discard"].tolist() == [wanted] * 20


def test_a_forced_discard_reaches_pimc() -> None:
    """Neither the cards nor the discard of a sampling declarer are asked for."""
    pimc = skat.load_player("pimc").model_copy(
        update={"name": "few worlds", "worlds": 4, "discard_worlds": 4}
    )
    forced = Scenario(known=KNOWN, declarer=0, contract="C", discard="HT D8")
    row = simcore.rows(players=pimc, deals=1, seed=1, scenario=forced)[0]
    assert row["discard"] == cards.parse("HT D8")


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("bid", [18, 22, 36, 264])
def test_a_bidder_bids_up_to_his_value(seat: int, bid: int) -> None:
    """The auction is that of `skat.auction` with this limit and those of the others."""
    rows = simcore.rows(
        players="simple", deals=150, seed=9, scenario=Scenario(bidder=seat, bid=bid)
    )
    others = [other for other in range(3) if other != seat]
    limits = limits_of("simple", deals=150, seed=9)
    for row, own in zip(rows, limits, strict=True):
        wanted = [0, 0, 0]
        wanted[seat] = bid
        for other in others:
            wanted[other] = own[other]
        found = skat.auction(wanted)
        assert (row["declarer"], row["bid"]) == (found.declarer, found.bid)
        names = ("forehand", "middlehand", "rearhand")
        assert [row[f"bid_{name}"] for name in names] == list(found.said)


MUTE = skat.Player(
    name="mute",
    bidding="trumps-aces",
    exchange="orderly",
    play="simple",
    suit_min=99,
    grand_min=99,
    null_weak=-1,
    null_hand_weak=-1,
)


def limits_of(player: str, **asked: Any) -> list[list[int]]:
    """How high each seat would go: what it says against one who never gives in, the third mute."""
    limits = []
    for bidder, seat, name in ((1, 0, "forehand"), (0, 1, "middlehand"), (0, 2, "rearhand")):
        seated: list[Any] = [MUTE, MUTE, MUTE]
        seated[seat] = player
        made = simcore.rows(players=seated, scenario=Scenario(bidder=bidder, bid=264), **asked)
        limits.append(made[f"bid_{name}"].tolist())
    return [list(deal) for deal in zip(*limits, strict=True)]


@pytest.mark.parametrize(
    ("message", "scenarios"),
    [
        ("a list of simcore.Scenario", None),
        ("a list of simcore.Scenario", Scenario()),
        ("a list of simcore.Scenario", [Scenario(), {}]),
        ("0 scenarios: 1 to 127", []),
        ("128 scenarios: 1 to 127", [Scenario()] * 128),
        ("scenario 1 knows other cards than scenario 0", [Scenario(), Scenario(known={0: "CJ"})]),
    ],
)
def test_bad_arms(message: str, scenarios: Any) -> None:
    with pytest.raises(ValueError, match=message):
        simcore.arms(scenarios, deals=1)


def test_arms_that_would_be_dealt_again_are_refused() -> None:
    with pytest.raises(ValueError, match="without a declarer: under these rules"):
        simcore.arms([Scenario(), Scenario(bidder=0, bid=18)], rules="altenburg", deals=1)
    forced = [Scenario(declarer=0, contract=contract) for contract in "CG"]
    made = simcore.arms(forced, rules="altenburg", deals=20)
    assert np.array_equal(made["hand_forehand"][:, 0], made["hand_forehand"][:, 1])
