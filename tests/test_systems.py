"""Bidding systems: exact shares of all hands, a slow twin of every count, auctions, tables."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import simcore
from scripts import shares
from scripts.retell import calls_of
from simcore import cards, jit
from simcore.skat import RULES, Player, Scenario, load_players, records
from simcore.skat.auction import finish, first_duel, ladder
from simcore.skat.strategies import bidding
from simcore.skat.strategies.systems import chain
from simcore.skat.strategies.systems.many import SYSTEMS
from simcore.skat.strategies.systems.many import record_of as player
from tests.oracle import skat as oracle

EXACT = json.loads((Path(__file__).parent / "data" / "exact.json").read_text("utf-8"))
RANDOM_PLAY = json.loads((Path(__file__).parent / "data" / "random_play.json").read_text("utf-8"))
SHARES = EXACT["bidding_rules"]
PASSED_IN = RANDOM_PLAY["passed_in_if_every_seat_bids_exactly_when"]
ISKO, POLISH = RULES["isko"], RULES["polish"]
LADDER = ladder(ISKO)
OTHERS, FOREHAND = 1, 0  # a seat without the lead, and the one that has it
SEATS = ("forehand", "middlehand", "rearhand")


def written(folder: Path, system: str, numbers: str = "") -> Path:
    """The file of such a player."""
    path = folder / f"{system}.toml"
    known = f'name = "mine"\nbidding = "{system}"\nexchange = "orderly"\nplay = "simple"\n'
    path.write_text(known + numbers, "utf-8")
    return path


DEFAULT = {system: player(system) for system in SYSTEMS}


# --- Exact shares -------------------------------------------------------------------------------


def counted(
    system: str, seat: int, suits: Sequence[float] = (), grands: Sequence[float] = ()
) -> shares.Counted:
    return shares.counted(DEFAULT[system], seat, suits, grands)


def limits_of(table: dict[str, Any]) -> list[float]:
    return [float(limit.removeprefix(">=")) for limit in table]


all_hands = pytest.mark.skipif(not jit.COMPILED, reason="64,512,240 hands take compiled code")


@pytest.mark.slow
@all_hands
@pytest.mark.parametrize("system", ["trumps-aces", "stegen", "full-count", "jacks-aces"])
def test_shares_of_suit_counts(system: str) -> None:
    wanted = SHARES[system]
    suits, _, kinds = counted(system, OTHERS, suits=limits_of(wanted))
    assert suits == list(wanted.values())
    assert sum(kinds) == SHARES["total"]


@pytest.mark.slow
@all_hands
@pytest.mark.parametrize("seat", [OTHERS, FOREHAND])
def test_shares_of_skatfuchs(seat: int) -> None:
    wanted = SHARES["skatfuchs"]
    suits, grands, _ = counted("skatfuchs", seat, suits=[6], grands=limits_of(wanted))
    assert grands == [pair[seat == FOREHAND] for pair in wanted.values()]
    assert suits == [SHARES["trumps-aces"][">=6"]]


@pytest.mark.slow
@all_hands
@pytest.mark.parametrize("seat", [OTHERS, FOREHAND])
def test_shares_of_parlett(seat: int) -> None:
    wanted = SHARES["parlett"]
    numbers = DEFAULT["parlett"]
    suit_limits = [float(numbers["suit_min"]), float(numbers["suit_hand_min"])]
    grand_limits = [float(numbers["grand_min"]), float(numbers["grand_hand_min"])]
    suits, grands, _ = counted("parlett", seat, suit_limits, grand_limits)
    assert suits == [wanted["suit"], wanted["suit_hand"]]
    assert grands == [wanted["grand_hand"][seat == FOREHAND]] * 2


@pytest.mark.slow
@all_hands
@pytest.mark.parametrize("seat", [OTHERS, FOREHAND])
def test_shares_of_jacks_aces_for_grand(seat: int) -> None:
    """The count of the suit rule with the lead on top: 5, in forehand 4 and the lead."""
    _, grands, _ = counted("jacks-aces", seat, grands=[5])
    assert grands == [SHARES["jacks-aces"][">=4" if seat == FOREHAND else ">=5"]]


@pytest.mark.slow
@all_hands
def test_shares_of_xskat_style() -> None:
    wanted = SHARES["xskat-style"]
    (say, limit, full), _, _ = counted("xskat-style", OTHERS, suits=[1, 2, 3])
    assert SHARES["total"] - say == wanted["pass"]
    assert say - limit == wanted["say_18_only"]
    assert limit - full == wanted["limit_18"]
    assert full == wanted["full_value"]


@pytest.mark.slow
@all_hands
@pytest.mark.parametrize("seat", [OTHERS, FOREHAND])
def test_shares_of_goskat_style(seat: int) -> None:
    wanted = SHARES["goskat-style"]
    suits, grands, kinds = counted("goskat-style", seat, suits=[7], grands=[6])
    assert suits == [wanted["suit"]]
    assert grands == [wanted["grand"][seat == FOREHAND]]
    assert sum(kinds[1:]) == wanted["any"][seat == FOREHAND]


@pytest.mark.slow
@all_hands
def test_shares_of_wergin_points_and_evolved() -> None:
    suits, _, _ = counted("wergin-points", OTHERS, suits=[50.5, 51])
    assert suits == [SHARES["wergin-points"][">50"]] * 2
    _, _, kinds = counted("evolved", OTHERS)
    names = ("none", "grand_only", "suit_only", "both")
    assert dict(zip(names, kinds, strict=True)) == SHARES["evolved"]


# --- Every count by its text --------------------------------------------------------------------
# Hands are lists of names; a suit game is asked for with its letter.


def jacks(hand: list[str]) -> list[str]:
    return [card[0] for card in hand if card[1] == "J"]


def plain(hand: list[str], suit: str) -> str:
    """The ranks held of a suit, its jack aside."""
    return "".join(rank for rank in "ATKQ987" if suit + rank in hand)


def number(hand: list[str], rank: str, without: str = "") -> int:
    return sum(card[1] == rank and card[0] != without for card in hand)


def trumps(hand: list[str], suit: str) -> int:
    return len(jacks(hand)) + len(plain(hand, suit))


def full_cards(hand: list[str], suits: str) -> int:
    held = [plain(hand, suit) for suit in suits]
    aces = sum("A" in one for one in held)
    return aces + sum("T" in one and ("A" in one or len(one) >= 3) for one in held)


def slow_stegen(hand: list[str], suit: str) -> float:
    length = len(plain(hand, suit))
    return 2 * len(jacks(hand)) + length + number(hand, "A") + number(hand, "T") / 2


def slow_parlett(hand: list[str], suit: str) -> float:
    side = [plain(hand, other) for other in "CSHD" if other != suit]
    controlled = sum(held == "" or held[0] == "A" for held in side)
    losers = 0
    for held in side:
        run = 0
        while held[run : run + 1] == "ATKQ987"[run : run + 1] != "":
            run += 1
        losers += len(held) - run
    full_trump = plain(hand, suit)[:1] in ("A", "T")
    return trumps(hand, suit) if full_trump and controlled >= 2 and losers <= 5 else 0


def slow_xskat(hand: list[str], suit: str) -> int:
    t, j = trumps(hand, suit), len(jacks(hand))
    a, z = number(hand, "A", suit), number(hand, "T", suit)
    k = 4 * number(hand, "K", suit) + 3 * number(hand, "Q", suit)
    p, q = k + 10 * z, k + 10 * z + 11 * a
    club, spade = "C" in jacks(hand), "S" in jacks(hand)
    good = club or spade or j == 2
    full = (
        t >= 7
        or (t == 6 and (a + z > 0 or p >= 14))
        or (t == 5 and a >= 3)
        or (t == 5 and a == 2 and p > 0)
        or (t == 5 and club and a >= 1 and z >= 1 and p >= 11)
        or (t == 5 and p >= 39)
        or (t == 4 and a >= 3)
        or (t == 4 and a == 2 and z >= 2)
    )
    eighteen = (
        (good and club and spade and a >= 2)
        or (good and t == 4 and a >= 1 and q >= 29)
        or (good and t == 5 and (q >= 19 or a + z >= 2))
        or (good and t == 6 and (j >= 3 or p >= 8))
        or (t == 4 and j >= 1 and a >= 2)
        or (t == 5 and (a >= 2 or q >= 32))
    )
    say = (
        (t == 6 and (good or q >= 8))
        or (t == 4 and j >= 2 and a >= 1)
        or (t == 4 and j >= 1 and a >= 1 and z >= 1 and k > 0)
        or (t == 5 and j >= 2)
        or (t == 5 and j == 1 and a >= 1 and z >= 1)
        or (t == 5 and j == 1 and z >= 1 and k >= 5)
        or (t == 5 and j == 1 and z >= 2)
    )
    return 3 if full else 2 if eighteen else int(say)


def slow_goskat(hand: list[str], suit: str) -> bool:
    own, t = "".join(jacks(hand)), trumps(hand, suit)
    side = number(hand, "A", suit)
    return (
        len(own) == 4
        or set(own) == set("CSH")
        or (len(own) == 2 and number(hand, "A") >= 3)
        or t + side >= 7
        or (t + side == 6 and "C" in own)
        or t + full_cards(hand, "CSHD".replace(suit, "")) >= 7
    )


def slow_goskat_grand(hand: list[str], lead: bool) -> bool:
    own, full, losers = jacks(hand), full_cards(hand, "CSHD"), 0
    for suit in "CSHD":
        held = plain(hand, suit)
        strong = held[:3] == "ATK" or (held[:2] == "AT" and len(held) >= 5)
        if not strong and not (held[:1] == "A" and len(held) >= 6):
            losers += sum(rank not in "AT" for rank in held)
    missing = [suit for suit in "CSHD" if suit not in own]
    for suit in sorted(own, key="CSHD".index):
        higher = [other for other in missing if "CSHD".index(other) < "CSHD".index(suit)]
        if higher:
            missing.remove(higher[0])
            losers += 1
    four_aces = number(hand, "A") == 4 and (len(own) == 2 or (len(own) == 1 and lead))
    strong_hand = len(own) + full >= 6 or (lead and len(own) >= 2) or four_aces
    return full + 1 >= losers and strong_hand


def slow_wergin(hand: list[str], suit: str) -> int:
    own = frozenset(jacks(hand))
    points = {0: 0, 1: 5, 2: 20, 3: 35, 4: 50}[len(own)]
    named = {"C": 10, "CS": 25, "CSH": 40, "CSD": 37}
    points = {frozenset(text): worth for text, worth in named.items()}.get(own, points)
    tops = {"ATK": 25, "AT": 20, "AKQ": 15, "AK9": 12, "A": 10}
    for other in "CSHD":
        held = plain(hand, other)
        points += next((w for top, w in tops.items() if all(r in held for r in top)), 0)
    return points


def slow_evolved(hand: list[str], suit: str) -> float:
    void = sum(plain(hand, other) == "" for other in "CSHD" if other != suit)
    count = 1.127 * trumps(hand, suit) + 0.758 * number(hand, "A", suit)
    return count + 0.078 * len(jacks(hand)) + 0.554 * void - 0.108 * number(hand, "T", suit)


SLOW: dict[str, Callable[[list[str], str], float]] = {
    "trumps-aces": lambda hand, suit: trumps(hand, suit) + number(hand, "A", suit),
    "stegen": slow_stegen,
    "skatfuchs": lambda hand, suit: trumps(hand, suit) + number(hand, "A", suit),
    "jacks-aces": lambda hand, suit: len(jacks(hand)) + number(hand, "A"),
    "parlett": slow_parlett,
    "xskat-style": slow_xskat,
    "wergin-points": slow_wergin,
    "evolved": slow_evolved,
    "full-count": lambda hand, suit: (
        trumps(hand, suit) + number(hand, "A", suit) + number(hand, "T", suit)
    ),
}


def slow_skatfuchs_grand(hand: list[str], lead: bool) -> float:
    own = jacks(hand)
    count = len(own) + 1.5 * number(hand, "A") + 0.5 * number(hand, "T")
    count += 0.5 * sum(plain(hand, suit)[:2] == "AT" for suit in "CSHD")
    count += 0.2 * ("C" in own and len(own) < 4)
    return count + 0.2 * (len(own) == 2 and lead)


def slow_evolved_grand(hand: list[str]) -> float:
    own = jacks(hand)
    return 0.542 * len(own) + 0.865 * number(hand, "A") + 0.887 * ("C" in own)


def slow_best(hand: list[str], system: str) -> str:
    """The suit a system looks at: longest, most side aces, clubs first."""
    longest = max(len(plain(hand, suit)) for suit in "CSHD")
    equals = [suit for suit in "CSHD" if len(plain(hand, suit)) == longest]
    if system == "evolved":
        return max(equals, key=lambda suit: round(slow_evolved(hand, suit), 6))
    if system == "xskat-style":
        return equals[0]
    return max(equals, key=lambda suit: number(hand, "A", suit))


HANDS = st.permutations(range(32)).map(lambda order: order[:10])


def both_ways(bits: list[int]) -> tuple[int, list[str]]:
    """A hand as a set and as names."""
    return sum(1 << bit for bit in bits), [cards.CODES[bit] for bit in bits]


@given(HANDS, st.sampled_from([s for s in SYSTEMS if s != "goskat-style"]))
def test_suit_counts_are_those_of_the_text(bits: list[int], system: str) -> None:
    mask, hand = both_ways(bits)
    numbers = DEFAULT[system]
    for place, suit in enumerate("DHSC"):
        found = float(chain.suit_count(mask, place, numbers, ISKO))
        assert found == pytest.approx(SLOW[system](hand, suit), abs=1e-9)
    assert "DHSC"[chain.trump_choice(mask, numbers, ISKO)] == slow_best(hand, system)


@given(HANDS)
def test_goskat_style_is_that_of_the_text(bits: list[int]) -> None:
    mask, hand = both_ways(bits)
    numbers = DEFAULT["goskat-style"]
    for place, suit in enumerate("DHSC"):
        assert bool(chain.fits_suit(mask, place, numbers, ISKO)) == slow_goskat(hand, suit)
    for seat in range(3):
        ready = bool(chain.grand_count(mask, seat, numbers) >= numbers["grand_min"])
        assert ready == slow_goskat_grand(hand, seat == 0)


@given(HANDS, st.sampled_from([s for s in SYSTEMS if s != "goskat-style"]))
def test_grand_counts_are_those_of_the_text(bits: list[int], system: str) -> None:
    mask, hand = both_ways(bits)
    for seat in range(3):
        count = float(chain.grand_count(mask, seat, DEFAULT[system]))
        if system == "skatfuchs":
            assert count == pytest.approx(slow_skatfuchs_grand(hand, seat == 0), abs=1e-9)
        elif system == "evolved":
            assert count == pytest.approx(slow_evolved_grand(hand), abs=1e-9)
        else:
            own = jacks(hand)
            free = system in ("parlett", "jacks-aces") or "C" in own or len(own) >= 2
            assert count == (len(own) + number(hand, "A") + (seat == 0) if free else 0)


@given(HANDS, st.sampled_from(SYSTEMS))
def test_plain_jacks_are_counted_the_same_by_all_systems(bits: list[int], system: str) -> None:
    mask, _ = both_ways(bits)
    limits = [bidding.suit_limit(mask, DEFAULT[name], POLISH) for name in (system, "trumps-aces")]
    assert limits[0] == limits[1]


@pytest.mark.parametrize(
    ("system", "hand", "suit", "count"),
    [
        ("stegen", "CJ HJ CA CT C9 C7 SA ST HK D7", "C", 4 + 4 + 2 + 1),
        ("full-count", "CJ HJ CA CT C9 C7 SA ST HK D7", "C", 6 + 2),
        ("jacks-aces", "CJ HJ CA CT C9 C7 SA ST HK D7", "C", 4),
        ("parlett", "CJ HJ CA CT C9 C7 SA ST HK D7", "C", 0),  # only spades are under control
        ("parlett", "CJ HJ CA CT C9 C7 SA ST DK D7", "C", 6),
        ("parlett", "CJ HJ CK CQ C9 C7 SA ST DK D7", "C", 0),  # no full trump
        ("wergin-points", "CJ SJ CA CT CK SA SK S9 HK D7", "C", 25 + 25 + 12),
        ("wergin-points", "CJ SJ DJ CA CT SA SK SQ S9 D7", "C", 37 + 20 + 15),
        ("xskat-style", "CJ SJ HJ DJ CA C9 C8 SK HK D7", "C", 3),
        ("xskat-style", "CJ HJ C9 C8 C7 SA ST S7 H8 D7", "C", 2),  # t 5, CJ, a, z, but P 10
        ("xskat-style", "CJ HJ C9 C8 C7 SA ST S7 HQ D7", "C", 3),  # P 13
    ],
)
def test_counts_worked_out_by_hand(system: str, hand: str, suit: str, count: float) -> None:
    place = "DHSC".index(suit)
    assert chain.suit_count(cards.parse(hand), place, DEFAULT[system], ISKO) == count


# --- Limits and roles ---------------------------------------------------------------------------


def limits(system: str, hand: str, seat: int = OTHERS, **numbers: float) -> tuple[int, int]:
    """The values a seat goes up to as sayer and as hearer."""
    found = bidding.bid_limits(cards.parse(hand), seat, player(system, **numbers), ISKO, LADDER)
    return int(LADDER.values[found.say]), int(LADDER.values[found.hear])


@pytest.mark.parametrize(
    ("system", "hand", "seat", "wanted"),
    [
        # full: base x (1 + jacks in a row from CJ), with 2 here; without CJ always x 2
        ("xskat-style", "CJ SJ DJ CA C9 C8 C7 SK HK D7", OTHERS, 36),
        ("xskat-style", "DJ ST SK SQ S9 S8 S7 CA HK D7", OTHERS, 22),
        ("stegen", "DJ ST SK SQ S9 S8 S7 CA HA D7", OTHERS, 44),  # without 3, as elsewhere
        # four safe suits: Null
        ("xskat-style", "C7 C8 C9 S7 S9 SJ H7 H8 D7 D9", OTHERS, 23),
        ("evolved", "C7 C8 C9 S7 S9 SJ H7 H8 D7 D9", OTHERS, 35),
        # a Grand from the hand, which the lead alone allows: with 1, game 2, hand 3
        ("parlett", "CJ HJ CA C9 C8 SA SQ HK HQ D7", FOREHAND, 72),
        ("parlett", "CJ HJ CA C9 C8 SA SQ HK HQ D7", OTHERS, 0),
        # T = 5, spades and diamonds under control, 4 losers; with T = 6 clubs from the hand
        ("parlett", "CJ CA C9 C8 C7 SA SQ HK HQ H8", OTHERS, 24),
        ("parlett", "CJ CA CQ C9 C8 C7 SA SQ HK HQ", OTHERS, 36),
        # 2 + 3 + .5 + .5 + .2 (CJ) and .2 for two jacks in forehand: 6.4 or 6.2; else spades
        ("skatfuchs", "CJ HJ CA C9 S7 SA ST HK H7 D7", FOREHAND, 48),
        ("skatfuchs", "CJ HJ CA C9 S7 SA ST HK H7 D7", OTHERS, 22),
        ("skatfuchs", "SJ HJ CA C9 S7 SA ST HK H7 D7", FOREHAND, 22),
        ("skatfuchs", "CJ SJ CA CT C9 SA ST HA HT D7", OTHERS, 96),  # 9.7: from the hand, with 2
    ],
)
def test_limits_worked_out_by_hand(system: str, hand: str, seat: int, wanted: int) -> None:
    assert limits(system, hand, seat) == (wanted, wanted)


def test_xskat_style_says_18_without_holding_it() -> None:
    only_said = "CJ SJ CA C9 C7 S8 S7 H8 H7 D7"  # t 5 with two jacks, nothing outside
    held_too = "CJ SJ CA C9 C7 SA S7 H8 HT D7"  # Q 21
    assert limits("xskat-style", only_said) == (18, 0)
    assert limits("xskat-style", held_too) == (18, 18)
    assert limits("xskat-style", only_said, suit_min=2) == (0, 0)


def test_hand_games_can_be_switched_off() -> None:
    grand = "CJ SJ CA CT C9 SA ST HA HT D7"
    safe = "C7 C8 C9 S7 S9 SJ H7 H8 D7 D9"
    assert limits("skatfuchs", grand, hand_games=False) == (72, 72)
    assert limits("stegen", safe, hand_games=False) == (23, 23)
    for system, hand in (("skatfuchs", grand), ("stegen", safe)):
        mask, off = cards.parse(hand), player(system, hand_games=False)
        assert bidding.plays_hand(mask, 1, 18, DEFAULT[system], ISKO)
        assert not bidding.plays_hand(mask, 1, 18, off, ISKO)


def role_auction(say: Sequence[int], hear: Sequence[int], top: int) -> tuple[int, list[int]]:
    """Turn by turn: every seat with a limit as sayer and one as hearer. Declarer and said."""
    said = [0, 0, 0]
    reached = 0

    def duel(sayer: int, hearer: int) -> int:
        nonlocal reached
        while reached < top and say[sayer] > reached:
            reached += 1
            said[sayer] = reached
            if hear[hearer] < reached:
                return sayer
            said[hearer] = reached
        return hearer

    survivor = duel(2, duel(1, 0))
    if reached == 0:
        if say[0] < 1:
            return -1, said
        said[0] = 1
    return survivor, said


def test_auctions_by_role_and_what_their_rows_say() -> None:
    """All limits up to four rungs: the compiled auction is the slow one, and the highest value of
    each seat, taken as its limit, gives the same auction again."""
    for every in product(range(5), repeat=6):
        say, hear = every[:3], every[3:]
        first = first_duel(hear[0], say[1])
        end = finish(first, hear[0], hear[1], say[2], say[0])
        said = [int(end.forehand), int(end.middlehand), int(end.rearhand)]
        assert (int(end.declarer), said) == role_auction(say, hear, top=63)
        assert int(end.rung) == max(said)
        again = finish(first_duel(said[0], said[1]), *said, said[0])
        assert tuple(again) == tuple(end)


# --- The game named -----------------------------------------------------------------------------


def named(system: str, hand: str, in_skat: str, bid: int, **numbers: float) -> str:
    """The game of middlehand after the pick-up (12 cards)."""
    twelve = cards.parse(hand) | cards.parse(in_skat)
    game = bidding.name_game(twelve, 1, False, bid, player(system, **numbers), ISKO)
    return "DHSCGN"[game.contract]


def test_the_last_resort_of_skatfuchs() -> None:
    """Grand on less where trumps + side aces allow no suit: 2 + 3 + .5 + .2 = 5.7."""
    strong, weak = "HJ DJ CA C9 S7 S8 H8 HQ DQ D7", "CJ DJ CA C9 S7 S8 H8 HQ DQ D7"
    assert named("skatfuchs", strong, "DA HA", 18) == "G"  # 6.5
    assert named("skatfuchs", weak, "DA HT", 18) == "H"  # 5 trumps, 2 aces
    assert named("skatfuchs", weak, "DA HT", 18, suit_min=8) == "G"
    assert named("skatfuchs", weak, "DA HT", 18, suit_min=8, grand_last_min=5.8) == "H"


def test_a_suit_the_system_would_play_comes_first() -> None:
    """Spades are as long and leave the ace; parlett plays hearts, which have a full card."""
    hand, in_skat = "CJ SJ SK SQ S9 S8 HA HT H9 H8", "D9 C9"
    assert named("parlett", hand, in_skat, 18, grand_min=9) == "H"
    assert named("trumps-aces", hand, in_skat, 18, grand_min=9) == "S"


# --- Tables -------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=SYSTEMS)
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """20,000 deals of three players of a system: its name, players, rows, plays."""
    system = str(request.param)
    path = written(tmp_path_factory.mktemp("players"), system)
    return system, load_players(path), *simcore.rows(players=path, deals=20_000, seed=9, plays=True)


def as_dict(row: Any) -> dict[str, Any]:
    columns = {name: row[name].item() for name in row.dtype.names}
    return {**columns, "contract": "DHSCGNRP"[row["contract"]]}


def told(row: Any) -> tuple[int, list[int]]:
    """The bid and the highest value of each seat in the calls that are told of a row."""
    said, value = [0, 0, 0], 0
    for seat, call in calls_of(row, ISKO):
        value = call if isinstance(call, int) else value
        said[seat] = said[seat] if call == "pass" else value
    return value, said


def bids_of(row: Any) -> list[int]:
    return [int(row[f"bid_{seat}"]) for seat in SEATS]


def test_tables_are_legal(table: Any) -> None:
    system, _, rows, plays = table
    for row, line in zip(rows[:300], plays[:300], strict=True):
        oracle.replay(as_dict(row), line.tolist())
    for row in rows[:2_000]:
        assert told(row) == (row["bid"], bids_of(row))
    by_hand = rows["hand"] & (rows["contract"] < 5)
    assert np.any(by_hand) == (system in ("parlett", "skatfuchs"))
    assert not np.any(rows["ouvert"] | rows["announced_schneider"] | rows["announced_schwarz"])


def test_auctions_of_tables_follow_from_the_hands(table: Any) -> None:
    """The limits of the three hands, played against each other turn by turn."""
    system, players, rows, _ = table
    numbers = records(players)[0]
    for row in rows[:2_000]:
        found = [
            bidding.bid_limits(int(row[f"hand_{name}"]), seat, numbers, ISKO, LADDER)
            for seat, name in enumerate(SEATS)
        ]
        say, hear = [int(one.say) for one in found], [int(one.hear) for one in found]
        declarer, said = role_auction(say, hear, top=63)
        assert row["declarer"] == declarer
        assert bids_of(row) == [LADDER.values[rung] for rung in said]
    passed = float(np.mean(rows["declarer"] < 0))
    print(f"{system}: passed in {passed:.4f}")
    assert 0 < passed < 0.7


NO_NULL = "null_weak = -1\nnull_hand_weak = -1\n"
NO_GRAND = "grand_min = 99\n"


@pytest.mark.parametrize(
    ("system", "numbers", "rule"),
    [
        ("trumps-aces", NO_GRAND, "trumps-aces>=6"),
        ("trumps-aces", NO_GRAND + "suit_min = 7\n", "trumps-aces>=7"),
        ("skatfuchs", NO_GRAND, "trumps-aces>=6"),
        ("stegen", NO_GRAND, "stegen>=8"),
        ("stegen", NO_GRAND + "suit_min = 8.5\n", "stegen>=8.5"),
        ("jacks-aces", NO_GRAND + "suit_min = 4\n", "jacks-aces>=4"),
        ("full-count", NO_GRAND, "full-count>=8"),
        ("goskat-style", "", "goskat-style suit or Grand"),
    ],
)
def test_known_pass_in_rates(tmp_path: Path, system: str, numbers: str, rule: str) -> None:
    """Three seats on one rule alone, as in 20 million deals."""
    rows = simcore.rows(players=written(tmp_path, system, numbers + NO_NULL), deals=40_000, seed=4)
    share = PASSED_IN[rule][0]
    found = float(np.mean(rows["declarer"] < 0))
    assert abs(found - share) < 4 * sqrt(share * (1 - share) / len(rows))


# --- Players as files ---------------------------------------------------------------------------


def test_numbers_of_a_system_and_numbers_of_ones_own() -> None:
    known = {"name": "x", "bidding": "evolved", "exchange": "orderly", "play": "simple"}
    assert Player.model_validate(known).suit_min == 7.193
    assert Player.model_validate({**known, "suit_min": 7}).suit_min == 7
    assert Player.model_validate({**known, "bidding": "trumps-aces"}).suit_min == 6
    again = Player.model_validate(Player.model_validate(known).model_dump())
    assert again == Player.model_validate(known)


def forced_games(path: Path) -> Iterator[tuple[Any, Any]]:
    for bid in (18, 46, 120):
        game = Scenario(declarer=1, hand=True, bid=bid)
        yield simcore.rows(players=path, deals=20, scenario=game, plays=True)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_scenario_forces_a_hand_game_on_any_system(tmp_path: Path, system: str) -> None:
    for rows, plays in forced_games(written(tmp_path, system)):
        assert np.all(rows["hand"])
        for row, line in zip(rows, plays, strict=True):
            oracle.replay(as_dict(row), line.tolist(), forced=True)
