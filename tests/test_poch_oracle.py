"""The plain oracle of soket and sekans: the vectors, cases worked out by hand, exact counts."""

import json
import random
import struct
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from math import comb, prod
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import poch_auction as bidding
from tests.oracle import poch_deal as deals
from tests.oracle import poch_holdings as holdings
from tests.oracle import poch_row as logged
from tests.oracle import poch_shedding as shedding
from tests.oracle.poch_auction import Act, Auction, UnfinishedError
from tests.oracle.poch_deal import Table
from tests.oracle.poch_holdings import NOTHING, Holding
from tests.oracle.poch_rules import PLAYERS, RANKS, Rules, circle_ranks, pack_cards, stock_cards

PATH = Path(__file__).parent / "data" / "poch.json"
VECTORS = json.loads(PATH.read_text(encoding="utf-8"))["vectors"]


def of_kind(*kinds: str) -> pytest.MarkDecorator:
    """Parametrise a test by the vectors of some kinds."""
    cases = [vector for vector in VECTORS if vector["kind"] in kinds]
    return pytest.mark.parametrize("case", cases, ids=[vector["id"] for vector in cases])


def dealt(hands: Sequence[str]) -> list[frozenset[str]]:
    return [frozenset(hand.split()) for hand in hands]


def holding(key: Sequence[int] | None) -> Holding:
    """A key of the vectors, whose ranks count from the seven."""
    return (key[0], key[1] + 5, key[2]) if key else NOTHING


# --- Vectors --------------------------------------------------------------------------------------


def test_every_kind_of_vector_is_tried() -> None:
    kinds = Counter(vector["kind"] for vector in VECTORS)
    assert set(kinds) == {"circles", "soket", "sekans", "auction", "play", "deal", "pack"}
    assert sum(kinds.values()) == 42


@of_kind("circles")
def test_circles(case: dict[str, Any]) -> None:
    """The circles of the vectors hold the antes already."""
    word = case["circle_ranks"].replace(" ", "")
    rules = Rules(case["players"], circle_ranks="all" if word == "789TJQKA" else word, ante=0)
    hands = dealt(case["hands"])
    table = Table(rules, case["dealer"], case["turn_up"], hands, case["pots_before"])
    deals.check_cards(table)
    gains, after = deals.claims(table)
    assert gains == case["expected"]["gains"]
    assert after == case["expected"]["pots_after"]


@of_kind("soket", "sekans")
def test_holdings(case: dict[str, Any]) -> None:
    best = holdings.soket if case["kind"] == "soket" else holdings.sekans
    held = [best(hand, case["trump"]) for hand in dealt(case["hands"])]
    assert held == [holding(key) for key in case["expected"]["keys"]]
    if case["expected"]["winner"] == -1:
        assert held == [NOTHING] * len(held)
    else:
        assert holdings.best_of(held, case["order"]) == case["expected"]["winner"]


@of_kind("auction")
def test_auction(case: dict[str, Any]) -> None:
    rules = Rules(case["players"])
    held = [holding(case["strength"].get(str(seat))) for seat in range(rules.players)]
    assert [seat for seat, one in enumerate(held) if one != NOTHING] == case["holders"]
    acts = [act for _, act in case["actions"]]
    result = bidding.auction(acts, held, case["dealer"], case["circle"], rules)
    expected = case["expected"]
    assert result.log == [tuple(action) for action in case["actions"]]
    assert result.winner == expected["winner"]
    assert result.how == expected["by"].replace(" ", "_")
    assert result.staked == expected["staked"]
    assert result.collected == expected["collected"]


@of_kind("play")
def test_play(case: dict[str, Any]) -> None:
    hands, expected = dealt(case["hands"]), case["expected"]
    played = shedding.by_leads(hands, case["dealer"], case["leads"].split())
    assert played.log == [tuple(entry) for entry in expected["log"]]
    assert (played.loser, played.cards_left) == (expected["loser"], expected["cards_left"])
    cards = [card for _, card in played.log]
    assert shedding.by_cards(hands, case["dealer"], cards) == played
    for payment, name in [("per_card", "chips_per_card"), ("fixed", "chips_fixed_1")]:
        rules = Rules(case["players"], payment=payment)
        assert shedding.payments(played.loser, played.cards_left, rules) == expected[name]


@of_kind("deal")
def test_deal(case: dict[str, Any]) -> None:
    rules, expected = Rules(case["players"], ante=case["ante"]), case["expected"]
    hands = dealt(case["hands"])
    table = Table(rules, case["dealer"], case["turn_up"], hands, case["pots_before"])
    leads = case["leads"].split()
    cards = [card for _, card in shedding.by_leads(hands, case["dealer"], leads).log]
    acts = {name: [act for _, act in case[f"{name}_actions"]] for name in deals.AUCTIONS}
    row = deals.deal_columns(table, acts, cards)
    for part in ("circles", "chips"):
        assert [row[f"{part}_{seat}"] for seat in range(rules.players)] == expected[part]
    for name in deals.AUCTIONS:
        winner, collected = expected[name]
        assert row[f"{name}_winner"] == winner
        assert row[f"{name}_{winner}"] + row[f"{name}_stake_{winner}"] == collected
        assert expected["pots_after"][name] == 0
    assert (row["loser"], row["cards_left"]) == (expected["loser"], expected["cards_left"])
    for rank in circle_ranks(rules):
        assert row[f"circle_{rank}"] == expected["pots_after"][rank]


@of_kind("pack")
def test_packs(case: dict[str, Any]) -> None:
    for name, tables in case["expected"].items():
        for players, counts in tables.items():
            if counts is None:
                with pytest.raises(ValueError, match="cannot play"):
                    Rules(int(players), int(name[:2]))
            else:
                rules = Rules(int(players), int(name[:2]))
                assert [6 * rules.players, 1, stock_cards(rules)] == counts
                assert len(set(pack_cards(rules))) == sum(counts)


# --- Holdings and circles by hand -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "trump", "expected"),
    [
        ("C2 D2 CA SK HQ DJ", "D", (2, 0, 1)),  # the lowest pair of a whole pack, with trump
        ("C2 D2 H2 S2 CA DA", "D", (4, 0, 1)),
        ("CT DT C9 D9 H9 S8", "S", (3, 7, 0)),  # three nines before two tens; rank 9 is 7
        ("CA DK HQ SJ CT D9", "S", NOTHING),
    ],
)
def test_sokets(hand: str, trump: str, expected: Holding) -> None:
    assert holdings.soket(hand.split(), trump) == expected


@pytest.mark.parametrize(
    ("hand", "kind", "expected"),
    [
        # trump is hearts
        ("C2 C3 CA SK HQ DJ", "run", (2, 1, 0)),  # two and three; the ace does not join
        ("CA C2 SK S9 HQ DT", "run", NOTHING),
        ("C9 CT SK SA HQ DT", "run", (2, 12, 0)),  # two runs of two: the ace's
        ("HK HA SK SA C7 DT", "run", (2, 12, 1)),  # two alike: the trumps
        ("C7 C8 C9 SK SA HT", "run", (3, 7, 0)),  # length before rank
        ("C7 C8 CT CJ CQ CA", "run", (3, 10, 0)),  # two runs in one suit: T J Q
        ("CA C2 SK S9 HQ DT", "flush", (2, 12, 0)),  # two pairs of one suit: clubs to the ace
        ("C7 C9 CJ SK SA HT", "flush", (3, 9, 0)),  # three clubs to the jack
        ("H7 H9 SJ S9 C9 CJ", "flush", (2, 9, 0)),  # top card before trump
        ("H7 HJ SJ S9 C9 CT", "flush", (2, 9, 1)),  # trump among equals
        ("D7 D9 DJ DQ DK DA", "flush", (6, 12, 0)),
    ],
)
def test_sekanses(hand: str, kind: str, expected: Holding) -> None:
    assert holdings.sekans(hand.split(), "H", kind) == expected


def test_keys() -> None:
    """Size x 32 + rank x 2 + trump: a pair of sevens (rank 5) with trump is 64 + 10 + 1."""
    assert holdings.key((2, 5, 1)) == 75
    assert holdings.key((6, 12, 0)) == 216
    assert holdings.key((2, 0, 0)) == 64
    assert holdings.key(NOTHING) == 0


def test_no_hand_is_better_than_its_best_suit() -> None:
    luck = random.Random(1)
    for _ in range(200):
        hand = luck.sample(pack_cards(Rules(6, 52)), 6)
        parts = [holdings.sekans([c for c in hand if c[0] == suit], "D") for suit in "DHSC"]
        assert holdings.sekans(hand, "D") == max(parts)


HANDS_24 = dealt(["D9 H9 DA HA SA CA", "DT HT ST DQ HQ CQ", "DJ HJ SJ CJ DK HK"])


def test_circles_of_a_short_pack() -> None:
    """24 cards: six circles of 3 antes of 2, and 4 chips more on the nine.

    Clubs are trump and the nine is turned up: the dealer takes 6 + 4 and, holding CA, the ace's 6;
    seat 1 has CQ and seat 2 CJ, 6 each. CT and CK lie in the stock.
    """
    table = Table(Rules(3, 24, ante=2), 0, "C9", HANDS_24, {"9": 4})
    deals.check_cards(table)
    gains, after = deals.claims(table)
    assert gains == [16, 6, 6]
    assert after == {"9": 0, "T": 6, "J": 0, "Q": 0, "K": 6, "A": 0}


def test_a_turned_up_nine_without_a_circle_pays_nothing() -> None:
    """With circles for A K Q J only, the dealer still takes the ace's, 3 antes."""
    gains, after = deals.claims(Table(Rules(3, 24, "AKQJ"), 0, "C9", HANDS_24, {}))
    assert gains == [3, 3, 3]
    assert after == {"J": 0, "Q": 0, "K": 3, "A": 0}


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"turn_up": "DA"}, "turn_up"),  # dealt to seat 0
        ({"turn_up": "C8"}, "turn_up"),  # no eights here
        ({"hands": dealt(["D9 H9 DA HA SA", "DT HT ST DQ HQ CQ", ""])}, "hand_0: 5"),
        ({"hands": [HANDS_24[0], HANDS_24[0], HANDS_24[2]]}, "hand_1"),
    ],
)
def test_cards_that_are_no_deal(change: dict[str, Any], wrong: str) -> None:
    table: dict[str, Any] = {"turn_up": "C9", "hands": HANDS_24, **change}
    with pytest.raises(ValueError, match=wrong):
        deals.check_cards(Table(Rules(3, 24), 0, before={}, **table))


@pytest.mark.parametrize(
    "fields",
    [
        {"pack": 36},
        {"players": 2},
        {"players": 4, "pack": 52},
        {"circle_ranks": "AK"},
        {"betting": "full"},
        {"sekans": "set"},
        {"payment": "none"},
        {"max_circuits": 0},
        {"min_stake": 9},  # above 2 x 1 x 4
    ],
)
def test_rules_the_text_does_not_have(fields: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"players|none of|at least 1|cap of 8"):
        Rules(**fields)


# --- Auctions by hand -----------------------------------------------------------------------------

PAIRS: list[Holding] = [(2, 5, 0), (2, 6, 0), (2, 7, 0), (2, 8, 0)]


def three(acts: Sequence[Act], dealer: int = 2, **fields: Any) -> Auction:
    """An auction of three whose right-hand seats hold more, over a circle of 3; 0 begins."""
    return bidding.auction(acts, PAIRS[:3], dealer, 3, Rules(3, **fields))


@pytest.mark.parametrize(
    ("acts", "fields", "staked", "winner", "how"),
    [
        # equal after everybody's first turn: 2 each
        ([2, 2, 2], {}, [2, 2, 2], 2, "shown"),
        # 2, up to 3, up to 3, one more: 3 each
        ([2, 3, 3, 1], {}, [3, 3, 3], 2, "shown"),
        # a passer's stake stays, his better pair does not show: 0 and 1 at 4
        ([2, 2, 3, 2, 2, "pass"], {}, [4, 4, 3], 1, "shown"),
        # a pass leaves equal totals: closed without another turn
        ([2, 2, "pass"], {}, [2, 2, 0], 1, "shown"),
        # one left
        ([1, 2, "pass", "pass"], {}, [1, 2, 0], 1, "unseen"),
        (["pass", "pass", 1], {}, [0, 0, 1], 2, "unseen"),
        (["pass", "pass", "pass"], {}, [0, 0, 0], 2, "all_pass"),
        # up to the cap of 2 x 1 x 3, and equalled
        ([4, 6, "pass", 2], {}, [6, 6, 0], 1, "shown"),
        # min_stake binds the first stake, not a raise by one
        ([2, 3, 3, 1], {"min_stake": 2}, [3, 3, 3], 2, "shown"),
        # one full round, then only equalling: 1, 2, 3, then 0 and 1 come up to 3
        ([1, 2, 3, 2, 1], {"max_circuits": 1}, [3, 3, 3], 2, "shown"),
        # three full rounds of raises by one to 9; seat 0 (7) equals, seat 1 (8) passes
        ([1, 2, 3, 3, 3, 3, 3, 3, 3, 2, "pass"], {"max_stake": 0}, [9, 8, 9], 2, "shown"),
    ],
)
def test_poker_betting(
    acts: list[Act], fields: dict[str, Any], staked: list[int], winner: int, how: str
) -> None:
    result = three(acts, betting="poker", **fields)
    assert (result.staked, result.winner, result.how) == (staked, winner, how)
    assert result.collected == 3 + sum(staked)


@pytest.mark.parametrize(
    ("acts", "fields", "wrong"),
    [
        # differences
        ([3, 2], {"betting": "poker"}, "comes to 2, less than 3"),
        ([2, 3, 3, 0], {"betting": "poker"}, "comes to 2, less than 3"),
        ([0], {"betting": "poker"}, "comes to 0, less than 1"),
        ([1], {"betting": "poker", "min_stake": 2}, "less than 2"),
        ([4, 7], {"betting": "poker"}, "comes to 7, more than 6"),
        ([4, 6, "pass", 3], {"betting": "poker"}, "comes to 7, more than 6"),
        ([1, 2, 3, 3], {"betting": "poker", "max_circuits": 1}, "only equal 3"),
        ([1, "pass", "see"], {"betting": "poker"}, "nobody sees"),
        ([2, 2, 2, 1], {"betting": "poker"}, "the auction was over"),
        # full stakes
        ([3, 2], {}, "stakes 2, less than 3"),
        ([1, 7], {}, "stakes 7, more than 6"),
        ([0], {}, "stakes 0, less than 1"),
        ([1], {"min_stake": 2}, "stakes 1, less than 2"),
        ([1, "see"], {}, "3 are still in"),
        (["pass", "see"], {}, "no stake to see"),
        ([1] * 10, {}, "only see or pass"),
        ([1, "pass", "pass", "pass"], {}, "the auction was over"),
        ([1, "pass", "call"], {}, "no act"),
    ],
)
def test_acts_that_are_not_legal(acts: list[Act], fields: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        three(acts, **fields)


@pytest.mark.parametrize("acts", [[], [1], [1, "pass"], ["pass", "pass"], [1, 1, 1], [1] * 9])
def test_acts_that_end_too_soon(acts: list[Act]) -> None:
    with pytest.raises(UnfinishedError, match="has not acted"):
        three(acts)


@pytest.mark.parametrize(
    ("acts", "fields", "staked", "winner", "how"),
    [
        # two left go on until one sees: 1, pass, 1, 4, then 4 more
        ([1, "pass", 1, 4, "see"], {}, [5, 0, 5], 2, "shown"),
        # the guard after one round: 2 sees against two others with 2, all show
        ([1, 2, 2, "see"], {"max_circuits": 1}, [3, 2, 2], 2, "shown"),
        # no cap: 40 against the 6 of the rules
        ([40, "pass", "see"], {"max_stake": 0}, [40, 0, 40], 2, "shown"),
    ],
)
def test_literal_betting(
    acts: list[Act], fields: dict[str, Any], staked: list[int], winner: int, how: str
) -> None:
    result = three(acts, **fields)
    assert (result.staked, result.winner, result.how) == (staked, winner, how)


def four(acts: Sequence[Act], held: Sequence[Holding], **fields: Any) -> Auction:
    """An auction of four, dealer 0, over a circle of 4; seat 1 begins."""
    return bidding.auction(acts, held, 0, 4, Rules(**fields))


SEVENS: Holding = (2, 5, 0)


@pytest.mark.parametrize("betting", ["literal", "poker"])
def test_the_dealer_left_alone(betting: str) -> None:
    """He still has a turn of his own: a stake takes 4 + 3 unseen, a pass takes the 4."""
    others: list[Act] = ["pass", "pass", "pass"]
    result = four([*others, 3], [SEVENS] * 4, betting=betting)
    assert (result.winner, result.how, result.collected) == (0, "unseen", 7)
    result = four([*others, "pass"], [SEVENS] * 4, betting=betting)
    assert (result.winner, result.how, result.collected) == (0, "all_pass", 4)
    with pytest.raises(UnfinishedError, match="seat 0"):
        four(others, [NOTHING, SEVENS, NOTHING, NOTHING], betting=betting)


def test_nobody_holds_one() -> None:
    """There is no auction and no act; with bluffs there is one."""
    result = four([], [NOTHING] * 4)
    assert (result.winner, result.how, result.collected) == (0, "none_held", 4)
    with pytest.raises(ValueError, match="was over"):
        four(["pass"], [NOTHING] * 4)
    result = four(["pass"] * 4, [NOTHING] * 4, bluff=1)
    assert (result.winner, result.how, result.log[-1]) == (0, "all_pass", (0, "pass"))


def test_only_holders_stake() -> None:
    for act in (1, "see"):
        with pytest.raises(ValueError, match="seat 1 holds nothing"):
            four([act], [SEVENS, NOTHING, NOTHING, NOTHING])


@pytest.mark.parametrize(
    ("held", "winner"),
    [
        ([NOTHING, NOTHING, NOTHING, SEVENS], 3),  # a bluff shown loses to any pair
        ([(4, 12, 1), NOTHING, NOTHING, SEVENS], 3),  # the quad had passed
        ([NOTHING, NOTHING, NOTHING, NOTHING], 1),  # two bluffs: nearer to the dealer's left
        ([SEVENS, NOTHING, SEVENS, NOTHING], 1),  # the same, whatever the others held
    ],
)
def test_bluffs_shown(held: list[Holding], winner: int) -> None:
    """Seat 1 stakes 2, seats 2 and 0 pass between, seat 3 stakes 3, seat 1 sees: 4 + 2 + 3 + 3."""
    result = four([2, "pass", 3, "pass", "see"], held, bluff=1)
    assert (result.winner, result.how, result.collected) == (winner, "shown", 12)
    poker = four([2, "pass", 3, "pass", 1], held, bluff=1, betting="poker")
    assert (poker.winner, poker.how, poker.collected) == (winner, "shown", 10)


def test_a_bluff_may_win_unseen() -> None:
    result = four([1, "pass", "pass", "pass"], [(4, 12, 1), NOTHING, SEVENS, SEVENS], bluff=1)
    assert (result.winner, result.how, result.staked) == (1, "unseen", [0, 1, 0, 0])


def test_equal_runs_shown() -> None:
    """Two runs alike, none of trumps: seat 2 sits nearer to the left of dealer 0 than seat 3."""
    run: Holding = (3, 10, 0)
    assert four(["pass", 1, 1, "pass", "see"], [NOTHING, SEVENS, run, run]).winner == 2


# --- Plays by hand --------------------------------------------------------------------------------

ENDS = [
    # 0 leads its only card and is out; 1 to its left leads D8 and is out: 2 keeps both, D9 too
    (["S7", "D8", "D9 DT"], 0, "S7 D8", "0S7 1D8", 2, 2),
    # 0 puts an ace on the king and is out, as is 1 to its left: 2 leads
    (["SA", "SK", "H7 D7", "H9 D9"], 1, "SK H7 D7", "1SK 0SA 2H7 2D7", 3, 2),
    # a run goes on behind a player who has gone out
    (["S7", "S8 CA", "S9 CK"], 0, "S7 CK", "0S7 1S8 2S9 2CK", 1, 1),
    # two and ace of a whole pack do not join
    (["H2 D9", "HA S2", "H4 S9"], 1, "HA S2 S9 H4", "1HA 1S2 2S9 2H4", 0, 2),
]


@pytest.mark.parametrize(("hands", "dealer", "leads", "log", "loser", "cards_left"), ENDS)
def test_ends_of_the_play(
    hands: list[str], dealer: int, leads: str, log: str, loser: int, cards_left: int
) -> None:
    played = shedding.by_leads(dealt(hands), dealer, leads.split())
    assert played.log == [(int(entry[0]), entry[1:]) for entry in log.split()]
    assert (played.loser, played.cards_left) == (loser, cards_left)


@pytest.mark.parametrize(
    ("cards", "wrong"),
    [
        ("S7 S8 S9", "card 3: seat 2 leads none"),
        ("S7 S8", "card 2: seat 2 has to play S9"),
        ("S7 S8 CA CK", "card 2: seat 2 has to play S9"),  # adding is compulsory
        ("S7 S8 CA", "card 2: seat 2 has to play S9"),
        ("S7 S8 S9 CK CA", "card 4: CA comes after the end"),
        ("S8 S9 CK", "card 0: seat 0 does not hold S8"),
        ("S7 S8 S9 CA", "card 3: seat 2 does not hold CA"),
    ],
)
def test_plays_that_are_not_legal(cards: str, wrong: str) -> None:
    hands = dealt(["S7", "S8 CA", "S9 CK"])
    assert shedding.by_cards(hands, 0, ["S7", "S8", "S9", "CK"]).loser == 1
    with pytest.raises(ValueError, match=wrong):
        shedding.by_cards(hands, 0, cards.split())


@pytest.mark.parametrize(
    ("leads", "wrong"), [("S7", "leads none"), ("CA", "hold CA"), ("S7 CK CA", "after the end")]
)
def test_leads_that_are_not_legal(leads: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        shedding.by_leads(dealt(["S7", "S8 CA", "S9 CK"]), 0, leads.split())


def test_payments() -> None:
    """Each of the three others gets 5, or one chip for each of two cards."""
    assert shedding.payments(1, 2, Rules(payment="fixed", fixed_payment=5)) == [5, -15, 5, 5]
    assert shedding.payments(1, 2, Rules(fixed_payment=5)) == [2, -6, 2, 2]


# --- Exact frequencies, 32 cards ------------------------------------------------------------------

SHORT_RANKS = "789TJQKA"


def test_frequencies_of_sokets() -> None:
    """Only how many cards of each rank there are matters: C(4, count) hands for each rank."""
    hands: Counter[int] = Counter()
    for counts in product(range(5), repeat=8):
        if sum(counts) == 6:
            hand = [
                suit + rank
                for rank, count in zip(SHORT_RANKS, counts, strict=True)
                for suit in "DHSC"[:count]
            ]
            hands[holdings.soket(hand, "S")[0]] += prod(comb(4, count) for count in counts)
    assert hands == {0: 114_688, 2: 684_096, 3: 104_384, 4: 3_024}
    assert sum(hands.values()) == comb(32, 6)


def suit_counts(limit: int) -> list[int]:
    """How many sets of 0..6 cards of one suit have no run longer than a limit."""
    counts = [0] * 7
    for size in range(7):
        for ranks in combinations(SHORT_RANKS, size):
            length = holdings.sekans(["D" + rank for rank in ranks], "S")[0]
            counts[size] += max(length, 1) <= limit
    return counts


def test_frequencies_of_runs() -> None:
    """No suit has a longer run than a limit: six cards shared out among four suits."""
    up_to = [0]
    for limit in range(1, 7):
        counts = suit_counts(limit)
        shares = [shares for shares in product(range(7), repeat=4) if sum(shares) == 6]
        up_to.append(sum(prod(counts[size] for size in share) for share in shares))
    hands = [more - less for less, more in pairwise(up_to)]
    assert hands == [335_488, 490_796, 72_780, 6_708, 408, 12]
    assert up_to[-1] == comb(32, 6)


def test_hands_with_neither() -> None:
    """Six ranks, a suit for each: all assignments with the first card a diamond, times four."""
    neither = 0
    for ranks in combinations(SHORT_RANKS, 6):
        for suits in product("DHSC", repeat=5):
            hand = [suit + rank for suit, rank in zip(("D", *suits), ranks, strict=True)]
            neither += holdings.sekans(hand, "S") == NOTHING
    assert neither * 4 == 39_636


# --- Logged deals ---------------------------------------------------------------------------------


def bits(*numbers: int) -> int:
    return sum(1 << number for number in numbers)


# Vector poch-d01 as it is logged. Spades are trump. Holdings: kings and aces, twice K A (64 + 24);
# sevens with trump (64 + 10 + 1), no run; jacks with trump (64 + 18 + 1), DJ DQ (64 + 20).
# Soket: 1 1 1 pass see, so 3 + 4 for seat 2, who staked 1; sekans: 1 pass 1 see, so 3 + 3 for
# seat 0, who staked 2. Seat 1 keeps two cards and pays 2 to each. Ten antes a seat.
ROW: dict[str, Any] = {
    "deal_id": 96,
    "rotation": 0,
    "session": 3,
    "players": 3,
    "dealer": 2,
    "turn_up": 38,
    "hand_0": bits(11, 59, 12, 5, 60, 57),
    "hand_1": bits(55, 37, 40, 21, 28, 26),
    "hand_2": bits(53, 9, 10, 56, 41, 7),
    **{"circles_0": 0, "circles_1": 6, "circles_2": 6},
    **{"soket_0": -1, "soket_1": -2, "soket_2": 6},
    **{"sekans_0": 4, "sekans_1": 0, "sekans_2": -1},
    **{"shedding_0": 2, "shedding_1": -4, "shedding_2": 2},
    **{"chips_0": -5, "chips_1": -10, "chips_2": 3},
    **{"soket_stake_0": 1, "soket_stake_1": 2, "soket_stake_2": 1},
    **{"sekans_stake_0": 2, "sekans_stake_1": 0, "sekans_stake_2": 1},
    **{"soket_winner": 2, "soket_how": "shown"},
    **{"sekans_winner": 0, "sekans_how": "shown"},
    **{"soket_key_0": 88, "soket_key_1": 75, "soket_key_2": 83},
    **{"sekans_key_0": 88, "sekans_key_1": 0, "sekans_key_2": 84},
    **{"loser": 1, "cards_left": 2},
    **{"circle_7": 0, "circle_8": 0, "circle_9": 3, "circle_T": 0},
    **{"circle_J": 0, "circle_Q": 3, "circle_K": 3, "circle_A": 3},
}
SOKET_ACTS = [1, 1, 1, 0, 65534] + [65535] * 7
SEKANS_ACTS = [1, 0, 1, 65534] + [65535] * 8
# C7 D9 CT CJ D7 CK CA DK DA S7 H7 C9 ST SJ DJ DQ
CARDS = [53, 7, 56, 57, 5, 59, 60, 11, 12, 37, 21, 55, 40, 41, 9, 10, 255, 255]
THREE = Rules(3)


def as_bytes(soket: Sequence[int], sekans: Sequence[int], cards: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(soket) + len(sekans)}H", *soket, *sekans) + bytes(cards)


PLAYS = as_bytes(SOKET_ACTS, SEKANS_ACTS, CARDS)


def faults(
    row: Mapping[str, Any] = ROW, plays: bytes = PLAYS, before: Mapping[str, int] | None = None
) -> list[str]:
    return logged.differences(row, plays, before or {}, THREE)


def test_a_right_row() -> None:
    assert list(ROW) == logged.columns(THREE)
    assert len(PLAYS) == logged.plays_size(THREE)
    assert faults() == []


WORKED_OUT = [name for name in list(ROW)[9:] if not name.endswith("_how")]


@pytest.mark.parametrize("name", WORKED_OUT)
def test_a_wrong_number_is_named(name: str) -> None:
    named = {fault.split(":")[0] for fault in faults({**ROW, name: ROW[name] + 1})}
    moves_chips = name.startswith(("chips_", "circle_"))
    assert named == ({name, "conservation"} if moves_chips else {name})


@pytest.mark.parametrize("name", ["soket_how", "sekans_how"])
@pytest.mark.parametrize("word", ["unseen", "all_pass", "none_held", "won"])
def test_a_wrong_word_is_named(name: str, word: str) -> None:
    assert {fault.split(":")[0] for fault in faults({**ROW, name: word})} == {name}


@pytest.mark.parametrize(
    ("name", "value", "wrong"),
    [
        ("deal_id", 128, "session: 3 instead of 4"),
        ("session", 2, "session: 2 instead of 3"),
        ("rotation", 3, "rotation"),
        ("players", 4, "players"),
        ("dealer", 3, "dealer: 3 is no seat"),
        ("dealer", 1, "sekans played: seat 1 holds nothing"),
        ("turn_up", 39, "circle_8: 0 instead of 3"),  # the dealer takes the nine's circle then
        ("turn_up", 57, "turn_up"),  # CJ is dealt
        ("turn_up", 36, "turn_up"),  # no sixes
        ("turn_up", 45, "no card has the number 45"),
        ("hand_0", bits(11, 59, 12, 5, 60), "hand_0: 5 cards"),
        ("hand_0", bits(55, 59, 12, 5, 60, 57), "hand_1"),  # seat 1 has it too
        ("hand_0", bits(13, 59, 12, 5, 60, 57), "no card has the number 13"),
        ("hand_0", bits(11, 59, 12, 5, 60, 54), "cards played"),  # C8 for CJ
        ("loser", 3, "loser: 3 is no seat"),
        ("soket_winner", -1, "soket_winner: -1 is no seat"),
    ],
)
def test_a_row_that_cannot_be(name: str, value: int, wrong: str) -> None:
    assert any(fault.startswith(wrong) for fault in faults({**ROW, name: value}))


def test_columns_that_are_missing() -> None:
    row = {name: value for name, value in ROW.items() if name != "circle_9"}
    assert faults({**row, "circle_2": 0}) == [
        "circle_2: missing or surplus",
        "circle_9: missing or surplus",
    ]


@pytest.mark.parametrize(
    ("plays", "wrong"),
    [
        (PLAYS[1:], "plays: 65 bytes instead of 66"),
        (as_bytes([1, 1, 0, 0, *SOKET_ACTS[4:]], SEKANS_ACTS, CARDS), "soket played"),
        (as_bytes([1, 65535, *SOKET_ACTS[2:]], SEKANS_ACTS, CARDS), "soket played: something"),
        (as_bytes(SOKET_ACTS, [1, 1, *SEKANS_ACTS[2:]], CARDS), "sekans played: seat 1 holds"),
        (as_bytes(SOKET_ACTS, [1, 0, 1, *[65535] * 9], CARDS), "sekans played: seat 0 has not"),
        (as_bytes(SOKET_ACTS, [1, 0, 2, *SEKANS_ACTS[3:]], CARDS), "sekans_0: 4 instead of 5"),
        (as_bytes(SOKET_ACTS, SEKANS_ACTS, [5, *CARDS[1:]]), "cards played: card 0"),
        (as_bytes(SOKET_ACTS, SEKANS_ACTS, [*CARDS[:15], 255, 255, 255]), "cards played: card 15"),
        (as_bytes(SOKET_ACTS, SEKANS_ACTS, [*CARDS[:16], 28, 255]), "cards played: card 16"),
        (as_bytes(SOKET_ACTS, SEKANS_ACTS, [*CARDS[:16], 255, 28]), "cards played: something"),
    ],
)
def test_wrong_plays(plays: bytes, wrong: str) -> None:
    found = faults(plays=plays)
    assert found
    assert found[0].startswith(wrong)


def test_circles_carried_over() -> None:
    """Three chips more on the eight go to the dealer, who took none; a session begins empty."""
    found = faults(before={"8": 3})
    assert [fault.split(":")[0] for fault in found] == [
        "deal_id",
        "conservation",
        "circles_2",
        "chips_2",
    ]
    later = {**ROW, "deal_id": 97, "circles_2": 9, "chips_2": 6}
    assert faults(later, before={"8": 3}) == []


# --- Whole sessions at random ---------------------------------------------------------------------


def random_acts(table: Table, name: str, luck: random.Random) -> list[Act]:
    """Some legal acts, found by trying."""
    held = deals.holdings(table, name)
    acts: list[Act] = []
    while True:
        try:
            bidding.auction(acts, held, table.dealer, table.chips_in(name), table.rules)
        except UnfinishedError:
            acts.append(luck.choice(["pass", "see", *range(1, 7)]))
        except ValueError:
            acts.pop()
            acts.append(luck.choice(["pass", "see", *range(1, 7)]))
        else:
            return acts


def random_cards(table: Table, luck: random.Random) -> list[str]:
    """All cards in playing order, every lead at random."""
    left = [sorted(hand) for hand in table.hands]

    def choose(seat: int, log: list[tuple[int, str]]) -> str:
        return luck.choice([card for card in left[seat] if (seat, card) not in log])

    return [card for _, card in shedding.play(table.hands, table.dealer, choose).log]


def number_of(act: Act) -> int:
    if isinstance(act, int):
        return act
    return {"pass": 0, "see": 65534}[act]


def filled(numbers: Sequence[int], size: int, none: int) -> list[int]:
    return [*numbers, *[none] * (size - len(numbers))]


def random_log(rules: Rules, first_session: int, seed: int) -> Iterator[tuple[Any, bytes]]:
    """Two sessions of rows and plays."""
    luck = random.Random(seed)
    for number in range(2 * rules.session_deals):
        if number % rules.session_deals == 0:
            circles: dict[str, int] = {}
            dealer = luck.randrange(rules.players)
        cards = luck.sample(pack_cards(rules), 6 * rules.players + 1)
        hands = [frozenset(cards[6 * k : 6 * k + 6]) for k in range(rules.players)]
        table = Table(rules, dealer, cards[-1], hands, circles)
        acts = {name: random_acts(table, name, luck) for name in deals.AUCTIONS}
        order = random_cards(table, luck)
        deal_id = first_session * rules.session_deals + number
        row: dict[str, Any] = {
            "deal_id": deal_id,
            "rotation": 0,
            "session": deal_id // rules.session_deals,
            "players": rules.players,
            "dealer": dealer,
            "turn_up": bit(cards[-1]),
            **{f"hand_{k}": bits(*map(bit, hand)) for k, hand in enumerate(hands)},
            **deals.deal_columns(table, acts, order),
        }
        size = rules.players * (rules.max_circuits + 1)
        numbers = [[number_of(act) for act in acts[name]] for name in deals.AUCTIONS]
        soket, sekans = (filled(some, size, 65535) for some in numbers)
        yield row, as_bytes(soket, sekans, filled([bit(c) for c in order], 6 * len(hands), 255))
        circles = {rank: row[f"circle_{rank}"] for rank in circle_ranks(rules)}
        dealer = (dealer + 1) % rules.players


def bit(card: str) -> int:
    return 16 * "DHSC".index(card[0]) + RANKS.index(card[1])


HOUSES: list[dict[str, Any]] = [
    {},
    {"betting": "poker"},
    {"bluff": 1, "sekans": "flush", "circle_ranks": "AKQJT"},
    {"bluff": 1, "betting": "poker", "ante": 2, "payment": "fixed", "fixed_payment": 3},
    {"circle_ranks": "AKQJ", "max_circuits": 1, "min_stake": 2, "max_stake": 0},
]
TABLES = [(pack, players) for pack, numbers in PLAYERS.items() for players in numbers]


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize(("pack", "players"), TABLES)
def test_random_sessions(pack: int, players: int, house: dict[str, Any]) -> None:
    """Right rows have no fault; a session's chips are what lies in the circles at its end."""
    rules = Rules(players, pack, session_deals=5, **house)
    log = list(random_log(rules, first_session=7, seed=pack + players))
    rows, plays = [row for row, _ in log], [played for _, played in log]
    assert logged.log_differences(rows, plays, rules) == []
    for session in (rows[:5], rows[5:]):
        won = sum(row[f"chips_{seat}"] for row in session for seat in range(players))
        assert won == -sum(logged.circles_of(session[-1], rules).values())


def test_a_chain_that_is_broken() -> None:
    rules = Rules(session_deals=3)
    log = list(random_log(rules, first_session=2, seed=5))
    rows, plays = [row for row, _ in log], [played for _, played in log]
    assert logged.log_differences(rows[1:], plays[1:], rules) == [
        "(7, 0): the deal before is missing"
    ]
    assert logged.log_differences([rows[3]], [plays[3]], rules) == []
    circles = logged.circles_of(rows[0], rules)
    assert logged.differences(rows[1], plays[1], circles, rules, rows[0]) == []
    rank, chips = next((rank, chips) for rank, chips in circles.items() if chips)

    def found(before: dict[str, int], row_before: Mapping[str, Any]) -> list[str]:
        return logged.differences(rows[1], plays[1], before, rules, row_before)

    moved = {**rows[0], "dealer": (rows[0]["dealer"] + 1) % 4}
    assert found(circles, moved) == ["dealer: not the left neighbour of the one before"]
    assert found(circles, {**rows[0], "deal_id": 5}) == [
        "deal_id: not the next deal of the session"
    ]
    assert found(circles, {**rows[0], "rotation": 1}) == [
        "rotation: another than in the deal before"
    ]
    taken = found({**circles, rank: 0}, rows[0])
    assert taken[0] == f"circle_{rank}: {chips} chips were left by the deal before"
