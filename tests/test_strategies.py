"""The players `simple` and `random`: decisions worked out by hand, laws, and what they may see."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

import simcore
from simcore import cards, skat
from simcore.skat import RULES, Scenario, load_players
from simcore.skat.strategies import bidding, discard, features
from simcore.skat.strategies.player import PRESETS, records
from tests import features as slow
from tests.looks import suits_seen
from tests.oracle import skat as oracle

EXACT = json.loads((Path(__file__).parent / "data" / "exact.json").read_text("utf-8"))
ISKO = RULES["isko"]
SIMPLE = records(load_players("simple"))[0]
LETTERS = "DHSCGNRP"
SEATS = ("forehand", "middlehand", "rearhand")


def held(text: str) -> int:
    return cards.parse(text)


def tens_of_cards(number: int, seed: int = 0) -> list[int]:
    """Hands of ten random cards."""
    rng = np.random.default_rng(seed)
    return [sum(1 << int(bit) for bit in rng.permutation(32)[:10]) for _ in range(number)]


def played(**asked: Any) -> tuple[Any, list[list[str]]]:
    """Rows and the cards played, by name."""
    rows, plays = simcore.rows(plays=True, **{"players": "simple", **asked})
    return rows, [[cards.CODES[bit] for bit in line[2:] if bit != 255] for line in plays.tolist()]


# --- Simple: bidding ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "forehand", "others"),
    [
        # J 2, clubs 4, side ace: T + As = 7; with 1. In forehand J + A + lead = 5 makes it Grand
        ("CJ HJ CA CT C9 C7 SA S8 HK D7", 48, 24),
        # T + As = 4 and three cards unsafe for Null: nothing
        ("HJ CA C9 C7 SK S8 HK H7 D8 D7", 0, 0),
        # clubs and spades of three cards: spades leave the ace of clubs beside them; with 2
        ("CJ SJ CA C9 C8 ST S9 S8 HA D7", 72, 33),
        # J 1 (not CJ), four aces: no Grand, but T + As = 1 + 3 + 3; diamonds, without 2
        ("HJ CA SA HA H7 DA D9 D8 C9 S9", 27, 27),
        # two jacks without CJ, four aces: Grand without 1
        ("SJ HJ CA SA HA DA C7 S8 H9 D7", 48, 48),
        # four jacks: J + A >= 5 with the lead only; clubs with 4
        ("CJ SJ HJ DJ CT CK C9 S8 H9 D7", 120, 60),
        # four safe suits: Null hand, which is worth more than the skat could add
        ("C7 C8 C9 S7 S9 SJ H7 H8 D7 D9", 35, 35),
        # two aces can go: Null
        ("C7 C8 C9 S7 S8 S9 H7 H8 HA DA", 23, 23),
        # three high cards cannot
        ("C7 C8 C9 S7 S9 SK H7 HK DA DQ", 0, 0),
        # without 4, T = 6: five times twelve
        ("CA CT CK CQ C9 C8 S7 H8 H9 D9", 60, 60),
    ],
)
def test_limits(hand: str, forehand: int, others: int) -> None:
    limits = [int(bidding.bid_limit(held(hand), seat, SIMPLE, ISKO)) for seat in range(3)]
    assert limits == [forehand, others, others]


def test_limits_are_those_of_the_features() -> None:
    """20,000 hands: the suit rule by numpy; all else is Grand or Null."""
    hands = tens_of_cards(20_000)
    masks = np.array(hands, dtype=np.uint32)
    strength = slow.longest_trumps(masks) + slow.side_aces(masks)
    null = slow.null_put_away(masks)
    grand = slow.jacks(masks) + slow.aces(masks)
    ready = ((masks >> 31 == 1) | (slow.jacks(masks) >= 2)) & (grand >= 5)
    for number, hand in enumerate(hands):
        assert (bidding.suit_limit(hand, SIMPLE, ISKO) > 0) == (strength[number] >= 6)
        assert features.null_weak(hand) == null[number]
        limit = bidding.bid_limit(hand, 1, SIMPLE, ISKO)
        assert (limit > 0) == bool(strength[number] >= 6 or null[number] <= 2 or ready[number])
    found = np.mean(strength >= 6)
    rule = EXACT["bidding_rules"]
    share = rule["trumps-aces"][">=6"] / rule["total"]
    assert abs(found - share) < 4 * sqrt(share * (1 - share) / len(hands))


def test_the_auction_ends_where_the_limits_say() -> None:
    rows = simcore.rows(players="simple", deals=2_000, seed=8)
    for row in rows:
        hands = [int(row[f"hand_{seat}"]) for seat in SEATS]
        limits = [
            int(bidding.bid_limit(hand, seat, SIMPLE, ISKO)) for seat, hand in enumerate(hands)
        ]
        end = skat.auction(limits)
        assert (end.declarer, end.bid) == (row["declarer"], row["bid"])
        assert end.said == tuple(row[f"bid_{seat}"] for seat in SEATS)


# --- Simple: the game named ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "in_skat", "bid", "game"),
    [
        ("CJ SJ CA CT C9 C7 SA S8 HK D7", "HA H7", 18, "G"),  # J + A + lead = 6
        ("CJ SJ CT C9 C8 C7 SA S8 HK D7", "HQ H7", 18, "C"),  # 4 is too little for Grand
        ("HJ DJ ST SK S9 S8 CA C8 HK D7", "HQ H7", 18, "S"),
        ("HJ DJ CA C9 C8 C7 ST SK S9 S8", "HQ H7", 18, "S"),  # as long, and leaves the ace
        ("HJ DJ ST SK S9 S8 CA C8 HK D7", "HQ H7", 35, "C"),  # spades are 33: clubs cover 35
        ("C7 C8 C9 S7 S9 SJ H7 H8 D7 D9", "HA DA", 18, "N hand"),  # safe: the skat is left
        ("C7 C8 C9 S7 S9 SJ H7 H8 D7 D9", "HA DA", 35, "N hand"),
        ("C7 C8 C9 S7 S8 S9 H7 H8 HA DA", "D7 H9", 23, "N"),
        ("C7 C8 C9 S7 S8 S9 H7 H8 HA DA", "D7 H9", 24, "H"),  # a Null of 23 is refused
    ],
)
def test_the_game_named(hand: str, in_skat: str, bid: int, game: str) -> None:
    known = Scenario(known={0: hand, "skat": in_skat}, declarer=0, bid=bid)
    rows = simcore.rows(players="simple", deals=20, scenario=known)
    named = {LETTERS[row["contract"]] + " hand" * int(row["hand"]) for row in rows}
    assert named == {game}


def test_the_least_harm_when_nothing_covers_the_bid() -> None:
    """Bid 264 on a poor hand: the lowest multiple above it, 22 x 12 = 11 x 24 = 24 x 11 = 264."""
    rows = simcore.rows(players="simple", deals=200, scenario=Scenario(declarer=1, bid=264))
    lost = rows[rows["overbid"]]
    assert len(lost) > 190
    assert set(lost["value"].tolist()) == {264}


# --- Simple: discard ----------------------------------------------------------------------------

SUIT_DISCARDS = [
    ("CJ SJ CA CK C9 C8 HT DK SA ST SK SQ", "HT DK"),  # lone ten, lone king
    ("CJ SJ CA CK C9 C8 C7 HT H7 SA SK SQ", "HT H7"),  # ten with a low card
    ("CJ SJ CA CK C9 C8 C7 HK HQ SA ST D8", "HK HQ"),  # king and queen before a lone low card
    ("CJ SJ CA CK C9 C8 C7 HQ D8 SA ST SK", "HQ D8"),  # lone queen, lone low card
    ("CJ SJ CA CK C9 C8 C7 HK H9 SA ST D8", "HK H9"),  # king with a low card before a lone one
    ("CJ SJ CA CK C9 C8 HT HK D8 D7 SA ST", "HT HK"),  # ten and king before two low cards
    ("CJ SJ CA CK C9 C8 D8 D7 HA H7 SA ST", "D8 D7"),  # two low cards before ace and small one
    ("CJ SJ CA CK C9 C8 C7 SA S8 HA H7 DA", "S8 H7"),  # the small cards beside aces
    ("CJ SJ HJ CA CK C9 C8 C7 SA ST SK H9", "SK H9"),  # lone low, then the lowest of the rest
    ("CJ SJ CA CK HK HQ H9 SA ST SK SQ S9", "HQ H9"),  # the two lowest of the shortest suit
    ("CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 HA", "C8 C7"),  # nothing but trumps and an ace
]


@pytest.mark.parametrize(("twelve", "away"), SUIT_DISCARDS)
def test_discard_with_clubs_as_trumps(twelve: str, away: str) -> None:
    assert cards.format(discard.orderly_discard(held(twelve), 3, ISKO)) == cards.format(held(away))


def test_discard_is_the_same_in_every_suit() -> None:
    """Clubs as trumps and the other suits moved round: the same cards go."""
    turn = str.maketrans("CSHD", "DCSH")
    jacks = str.maketrans({"J": "j"})
    for twelve, away in SUIT_DISCARDS:
        plain = [code for code in twelve.split() if code[1] != "J"]
        kept = [code for code in twelve.split() if code[1] == "J"]
        moved = " ".join([*kept, *(code.translate(turn) for code in plain)]).translate(jacks)
        if "S8 H7" in away:  # equal suits go in the order C S H D, which turning does not keep
            continue
        found = discard.orderly_discard(held(moved), 0, ISKO)
        assert found == held(away.translate(turn)), twelve


@pytest.mark.parametrize(
    ("twelve", "away"),
    [
        ("C7 C8 C9 S7 S9 SJ H7 H8 D7 D9 HA DA", "HA DA"),  # both fail the safe test
        ("C7 C8 C9 S7 S9 SJ H7 H8 D7 D9 HQ DA", "HQ DA"),
        ("C7 C8 C9 S7 SK SJ H7 H8 D7 DJ H9 DA", "SK DA"),  # the ace and the king, not the jacks
        ("C7 C8 C9 S7 S9 SJ H7 H9 HJ HK D7 D9", "HK HJ"),  # all safe: the highest
    ],
)
def test_null_discard(twelve: str, away: str) -> None:
    assert cards.format(discard.orderly_discard(held(twelve), 5, ISKO)) == cards.format(held(away))


@given(st.permutations(range(32)), st.sampled_from(range(5)))
def test_trumps_and_aces_stay(order: list[int], contract: int) -> None:
    twelve = sum(1 << bit for bit in order[:12])
    away = int(discard.orderly_discard(twelve, contract, ISKO))
    trumps = cards.JACKS | (0 if contract == 4 else 0x7F << 7 * contract)
    free = twelve & ~trumps & ~cards.ACES
    assert away.bit_count() == 2
    assert away & ~twelve == 0
    assert (away & free).bit_count() == min(2, free.bit_count())


@given(st.permutations(range(32)))
def test_null_discard_makes_suits_safe(order: list[int]) -> None:
    """Two discards bring the number of weak cards down by two, to none at the least."""
    twelve = sum(1 << bit for bit in order[:12])
    away = int(discard.orderly_discard(twelve, 5, ISKO))
    assert away.bit_count() == 2
    assert away & ~twelve == 0
    before, after = (
        int(slow.null_put_away(np.array([held], dtype=np.uint32))[0])
        for held in (twelve, twelve ^ away)
    )
    assert after == max(0, before - 2)


# --- Simple: card play --------------------------------------------------------------------------


def deal_of(*hands: str) -> dict[int | str, str]:
    """Known cards of all three seats; the skat is what is left."""
    return dict(zip((0, 1, 2), hands, strict=True))


def play(*hands: str, declarer: int, contract: str) -> list[str]:
    """The cards of a hand game on known cards."""
    game = Scenario(known=deal_of(*hands), declarer=declarer, contract=contract, hand=True)
    return played(deals=1, scenario=game)[1][0]


def test_declarer_draws_trumps_from_the_top() -> None:
    """Six trumps against five outside: jacks first, until the defenders have none."""
    line = play(
        "CJ SJ CA CT CK C7 SA ST HA HT",
        "HJ C9 C8 SK SQ S9 HK HQ H9 DA",
        "DJ CQ S8 S7 H8 H7 DT DK DQ D9",
        declarer=0,
        contract="C",
    )
    # both jacks are sure; with HJ still out the lowest trump forces it
    assert line[:9] == ["CJ", "C8", "CQ", "SJ", "C9", "DJ", "C7", "HJ", "DT"]
    # none is out: he cashes his plain cards before he leads another
    assert line[12:24:3] == ["HA", "SA", "HT", "ST"]


def test_declarer_in_grand_cashes_what_is_sure() -> None:
    line = play(
        "CJ SJ HJ DJ CA CT SA ST HA HT",
        "CK CQ C9 SK SQ S9 HK HQ H9 DA",
        "C8 C7 S8 S7 H8 H7 DT DK DQ D9",
        declarer=0,
        contract="G",
    )
    own = {"CJ", "SJ", "HJ", "DJ", "CA", "CT", "SA", "ST", "HA", "HT"}
    assert {line[place] for place in range(0, 30, 3)} == own  # he makes every trick


def test_a_defender_smears_on_his_partners_trick() -> None:
    """SA leads; middlehand, before the declarer, gives the ten that has lost its ace."""
    line = play(
        "SA HK HQ H9 H8 DK DQ D9 D8 D7",
        "ST S9 S8 HA HT H7 DA DT C8 C7",
        "CJ SJ HJ DJ CA CT CK SK SQ S7",
        declarer=2,
        contract="C",
    )
    assert line[:2] == ["SA", "ST"]


@pytest.mark.parametrize(
    ("declarer", "partner", "trick"),
    [
        # the declarer follows: the void partner gives the ten that has lost its ace
        ("DQ CJ SJ HJ DJ CA CT CK SA C9", "HA HT HK H7 ST S9 S8 S7 CQ C7", "DA DQ ST"),
        # the declarer ruffs with the lowest trump; the partner can overruff
        ("C8 CJ SJ HJ DJ CA CT CK SA C9", "HA HT HK H7 ST S9 S8 S7 CQ C7", "DA C8 CQ"),
        # he cannot, and throws what is worth least
        ("CQ CJ SJ HJ DJ CA CT CK SA C9", "HA HT HK H7 ST S9 S8 S7 C8 C7", "DA C9 H7"),
    ],
)
def test_a_defender_behind_the_declarer(declarer: str, partner: str, trick: str) -> None:
    line = play("DA DT D9 D8 D7 HQ H9 H8 SK SQ", declarer, partner, declarer=1, contract="C")
    assert line[:3] == trick.split()


def test_partner_next_a_short_suit_declarer_next_a_long_one() -> None:
    hand = "SK HK HQ H9 H8 D9 D8 D7 C7 C8"
    for declarer, wanted in ((2, "S"), (1, "H")):
        game = Scenario(known={0: hand}, declarer=declarer, contract="C", hand=True)
        leads = {line[0][0] for line in played(deals=50, scenario=game)[1]}
        assert leads == {wanted}


def test_null_declarer_stays_under_and_throws_what_is_high() -> None:
    line = play(
        "SA SK SQ HA HK HQ DA DK DQ CA",
        "S8 SJ S9 H7 H9 HJ HT C7 C8 CK",
        "ST S7 H8 D7 D8 D9 DT DJ C9 CT",
        declarer=1,
        contract="N",
    )
    assert line[:2] == ["CA", "CK"]  # the highest that stays under
    assert line[3:5] == ["DQ", "SJ"]  # void: spades are most in danger, with ST and S7 out


def test_null_declarer_leads_a_safe_low_card() -> None:
    line = play(
        "S8 SJ S9 H7 H9 HJ HT C7 C8 CK",
        "SA SK SQ HA HK HQ DA DK DQ CA",
        "ST S7 H8 D7 D8 D9 DT DJ C9 CT",
        declarer=0,
        contract="N",
    )
    assert line[:2] == ["C7", "CA"]


# --- Simple: nothing but public information -----------------------------------------------------


def decisions(seat: int, rows: Any, lines: list[list[str]]) -> Iterator[tuple[Any, str]]:
    """Every card of a seat with all that the seat may know when it plays it."""
    for row, line in zip(rows, lines, strict=True):
        contract, leader = LETTERS[row["contract"]], 0
        own = int(row["discard"]) if row["declarer"] == seat and not row["hand"] else 0
        look = suits_seen(0, int(row["deal_id"]))  # which of equal suits comes first
        public = (contract, int(row["declarer"]), bool(row["hand"]), int(row["bid"]), look)
        for place, card in enumerate(line):
            if place and place % 3 == 0:
                trick = line[place - 3 : place]
                leader = (leader + oracle.trick_winner(trick, contract)) % 3
            if (leader + place % 3) % 3 == seat:
                yield (public, int(row[f"hand_{SEATS[seat]}"]), own, tuple(line[:place])), card


HANDS_SEEN = [
    "CJ HJ CA CT C9 SA S8 HK HQ D7",
    "SJ DJ ST SK S9 S7 HA H8 DT C8",
    "C7 C9 S8 S9 H7 H9 HJ D8 DT CQ",
]


def check_same_choices(seat: int, rows: Any, lines: Any) -> None:
    """Where a seat knows the same again it plays the same card; that happens often enough."""
    chosen: dict[Any, str] = {}
    repeated = 0
    for known, card in decisions(seat, rows, lines):
        repeated += known in chosen
        assert chosen.setdefault(known, card) == card, known
    assert repeated > 300


@pytest.mark.parametrize("contract", ["C", "G", "N"])
@pytest.mark.parametrize("declarer", [0, 1, 2])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_same_knowledge_gives_the_same_card(seat: int, declarer: int, contract: str) -> None:
    """One hand, the others dealt 3,000 times: what is hidden must not change a decision."""
    for hand in HANDS_SEEN:
        game = Scenario(known={seat: hand}, declarer=declarer, contract=contract, hand=True)
        rows, lines = played(deals=1_000, scenario=game)
        check_same_choices(seat, rows, lines)


def test_a_picked_up_skat_is_seen_by_the_declarer_only() -> None:
    """Defenders with the same cards do the same whatever was put away."""
    for seat in (1, 2):
        game = Scenario(known={seat: HANDS_SEEN[0]}, declarer=0, contract="S")
        rows, lines = played(deals=2_000, scenario=game)
        check_same_choices(seat, rows, lines)


def test_what_is_hidden_does_not_change_the_game_named() -> None:
    game = Scenario(known={1: HANDS_SEEN[1], "skat": "CT H7"}, declarer=1)
    rows = simcore.rows(players="simple", deals=500, scenario=game)
    for column in ("contract", "hand", "ouvert"):
        assert len(np.unique(rows[column])) == 1
    looks = np.array([suits_seen(0, deal) for deal in range(500)])
    for look in range(24):
        assert len(np.unique(rows["discard"][looks == look])) == 1


def test_the_test_of_knowledge_notices_a_seer() -> None:
    """Random play goes by luck, not by knowledge, and is found out."""
    game = Scenario(known={0: HANDS_SEEN[0]}, declarer=1, contract="C", hand=True)
    rows, lines = played(deals=500, players="random", scenario=game)
    chosen: dict[Any, str] = {}
    assert any(chosen.setdefault(known, card) != card for known, card in decisions(0, rows, lines))


def test_simple_never_announces_and_plays_hand_in_null_only() -> None:
    rows = simcore.rows(players="simple", deals=50_000, seed=6)
    assert not np.any(rows["ouvert"] | rows["announced_schneider"] | rows["announced_schwarz"])
    assert set(rows["contract"][rows["hand"]].tolist()) <= {5}
    null = rows["contract"] == 5
    assert np.any(null & rows["hand"])
    assert np.all(rows["bid"][null & ~rows["hand"]] <= 23)
    assert np.all(rows["bid"][null] <= 35)


# --- Random -------------------------------------------------------------------------------------


def auction_law(ladder: int) -> dict[tuple[int, int], Fraction]:
    """Chances of (declarer, rung of the bid) when each turn is a pass with chance 1/2.

    Written as the auction runs, turn by turn; at the top of the ladder the sayer must pass.
    """
    law: dict[tuple[int, int], Fraction] = Counter()  # type: ignore[assignment]
    half = Fraction(1, 2)

    def duel(sayer: int, hearer: int, rung: int, chance: Fraction) -> Iterator[Any]:
        while True:
            if rung == ladder:
                yield hearer, rung, chance
                return
            yield hearer, rung, chance * half  # the sayer passes
            rung += 1
            yield sayer, rung, chance * half * half  # the hearer passes
            chance *= half * half

    for survivor, rung, chance in duel(1, 0, 0, Fraction(1)):
        for declarer, final, share in duel(2, survivor, rung, chance):
            if final == 0:
                law[0, 1] += share * half
                law[-1, 0] += share * half
            else:
                law[declarer, final] += share
    return law


def test_random_auctions_follow_their_law() -> None:
    """Chi-square over (declarer, bid); rare ends are one class."""
    bids = skat.legal_bids()
    rows = simcore.rows(players="random", deals=200_000, seed=2)
    law = auction_law(len(bids))
    assert sum(law.values()) == 1
    assert law[-1, 0] == Fraction(1, 8)
    found: Counter[tuple[int, int]] = Counter()
    for (seat, bid), number in Counter(
        zip(rows["declarer"].tolist(), rows["bid"].tolist(), strict=True)
    ).items():
        found[seat, 0 if bid == 0 else bids.index(bid) + 1] += number
    common = [end for end, chance in law.items() if chance * len(rows) >= 10]
    observed = [found[end] for end in common]
    expected = [float(law[end]) * len(rows) for end in common]
    observed.append(len(rows) - sum(observed))
    expected.append(len(rows) - sum(expected))
    assert len(common) > 15
    assert chisquare(observed, expected).pvalue > 0.001


def test_random_discards_are_uniform() -> None:
    """Each of the 66 pairs of twelve known cards."""
    hand, in_skat = "CJ SJ CA CT C9 SA S8 HK HQ D7", "D8 H7"
    game = Scenario(known={2: hand, "skat": in_skat}, declarer=2, contract="C")
    rows = simcore.rows(players="random", deals=66_000, seed=3, scenario=game)
    pairs = {
        1 << one | 1 << other
        for one, other in combinations(cards.parse_list(f"{hand} {in_skat}"), 2)
    }
    found = Counter(rows["discard"].tolist())
    assert set(found) == pairs
    assert chisquare([found[pair] for pair in pairs]).pvalue > 0.001


def covering_games(hand_cards: list[str], hand: bool, bid: int) -> set[tuple[str, tuple[str, ...]]]:
    """By the oracle: the games that may be named and are worth the bid as announced."""
    games = set()
    for contract in "DHSCGN":
        for words in ((), ("schneider",), ("schneider", "schwarz"), ("ouvert",)):
            try:
                oracle.check_declaration(contract, bid=bid, hand=hand, announced=words)
            except ValueError:
                continue
            marks = tuple(sorted(oracle.with_implied(contract, words)))
            if contract == "N":
                games.add((contract, marks))
                continue
            level = abs(oracle.matadors(hand_cards, contract)) + 1 + hand
            level += 2 * ("schneider" in marks) + 2 * ("schwarz" in marks) + ("ouvert" in marks)
            base = 24 if contract == "G" else oracle.ISKO["base"][contract]
            if base * level >= bid:
                games.add((contract, marks))
    return games


@pytest.mark.parametrize(
    ("hand", "bid"), [(True, 18), (True, 60), (True, 100), (False, 18), (False, 40), (False, 46)]
)
def test_random_games_are_uniform_among_those_that_cover_the_bid(hand: bool, bid: int) -> None:
    own, in_skat = "CJ SJ CA CT C9 SA S8 HK HQ D7", "HJ H7"
    game = Scenario(known={1: own, "skat": in_skat}, declarer=1, hand=hand, bid=bid)
    rows = simcore.rows(players="random", deals=20_000, seed=bid, scenario=game)
    marks = ("ouvert", "announced_schneider", "announced_schwarz")
    words = ("ouvert", "schneider", "schwarz")  # as sorted
    found = Counter(
        (
            LETTERS[row["contract"]],
            tuple(word for mark, word in zip(marks, words, strict=True) if row[mark]),
        )
        for row in rows
    )
    seen = own if hand else f"{own} {in_skat}"
    games = covering_games(seen.split(), hand, bid)
    assert set(found) == games
    assert len(games) > 1
    assert chisquare([found[one] for one in games]).pvalue > 0.001


def test_random_players_leave_the_skat_half_the_time() -> None:
    for seat in range(3):
        rows = simcore.rows(players="random", deals=20_000, scenario=Scenario(declarer=seat))
        assert abs(np.count_nonzero(rows["hand"]) - 10_000) < 4 * sqrt(5_000)


def test_random_cards_are_uniform() -> None:
    """First lead from a known hand: each of the ten cards; then each card that may follow."""
    hand = "CJ SJ CA CT C9 SA S8 HK HQ D7"
    game = Scenario(known={0: hand}, declarer=0, contract="G", hand=True)
    lines = played(players="random", deals=20_000, scenario=game)[1]
    leads = Counter(line[0] for line in lines)
    assert set(leads) == set(hand.split())
    assert chisquare(list(leads.values())).pvalue > 0.001
    game = Scenario(known={1: hand}, declarer=0, contract="C", hand=True)
    lines = played(players="random", deals=20_000, scenario=game)[1]
    for lead in ("DA", "HJ", "H7", "S7"):
        legal = oracle.legal_cards(hand.split(), lead, "C")
        answers = Counter(line[1] for line in lines if line[0] == lead)
        assert set(answers) == set(legal)
        if len(legal) > 1:
            assert chisquare(list(answers.values())).pvalue > 0.001


# --- Players as files ---------------------------------------------------------------------------

PLAYER = 'name = "mine"\nbidding = "trumps-aces"\nexchange = "orderly"\nplay = "simple"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PLAYER + "suit_mim = 5\n", "unknown field 'suit_mim': one of name, bidding"),
        (PLAYER + 'suit_min = "6"\n', "suit_min: Input should be a valid number"),
        (PLAYER + "suit_min = nan\n", "suit_min: Input should be less than or equal to 99"),
        (PLAYER + "suit_min = true\n", "suit_min: Input should be a valid number"),
        (PLAYER + "grand_jacks = 2.0\n", "grand_jacks: Input should be a valid integer"),
        (PLAYER + "suit_min = 100\n", "suit_min: Input should be less than or equal to 99"),
        (PLAYER + "null_weak = -2\n", "null_weak: Input should be greater than or equal to -1"),
        (PLAYER.replace('"trumps-aces"', "['stegen']"), "bidding: Input should be 'random'"),
        (PLAYER.replace("trumps-aces", "psychic"), "bidding: Input should be 'random', 'tru"),
        (PLAYER.replace('name = "mine"\n', ""), "name: Field required"),
        (PLAYER.replace('"mine"', '""'), "name: String should match pattern"),
        (PLAYER + "suit_min = \n", "is not TOML"),
        (PLAYER + "suit_min = 5\nsuit_min = 6\n", "is not TOML"),
    ],
)
def test_faulty_player_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message) as raised:
        simcore.rows(deals=1, players=path)
    assert str(path) in str(raised.value)


def test_players_that_are_not_there(tmp_path: Path) -> None:
    for name in ("strong", str(tmp_path / "none.toml"), str(tmp_path), ""):
        known = r"unknown player .*one of beginner, club, expert, pimc, random, simple"
        with pytest.raises(ValueError, match=known) as raised:
            simcore.rows(deals=1, players=name)
        assert repr(name) in str(raised.value)
    with pytest.raises(ValueError, match=r"none\.toml'?: no such file"):
        load_players(str(tmp_path / "none.toml"))
    twin = tmp_path / "twin.toml"
    twin.write_text(PLAYER + "suit_min = 5\n", "utf-8")
    other = tmp_path / "other.toml"
    other.write_text(PLAYER + "suit_min = 7\n", "utf-8")
    with pytest.raises(ValueError, match="two different players are named 'mine'"):
        load_players([str(twin), "simple", str(other)])
    impostor = tmp_path / "impostor.toml"
    impostor.write_text(PLAYER.replace("mine", "simple") + "suit_min = 5\n", "utf-8")
    with pytest.raises(ValueError, match="name 'simple' is that of a preset"):
        load_players(str(impostor))
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"\n')
    with pytest.raises(ValueError, match="is not TOML"):
        load_players(str(tmp_path / "latin.toml"))
    for number in (0, 2, 4):
        with pytest.raises(ValueError, match="name one, or three by seat"):
            load_players(["simple"] * number)


def test_a_preset_copied_plays_the_same(tmp_path: Path) -> None:
    for name in skat.preset_names():
        copy = tmp_path / f"my-{name}.toml"
        copy.write_text((PRESETS / f"{name}.toml").read_text("utf-8"), encoding="utf-8")
        deals = 1 if skat.load_player(name).samples else 200
        rows = simcore.rows(deals=deals, players=copy)
        assert np.array_equal(rows, simcore.rows(deals=deals, players=name))


@pytest.mark.parametrize(
    ("field", "number", "column"),
    [
        ("suit_min", 5, "bid"),
        ("grand_min", 4, "contract"),
        ("grand_jacks", 1, "contract"),
        ("suit_hand_min", 7, "hand"),
        ("grand_hand_min", 6, "hand"),
        ("grand_last_min", 4, "contract"),
        ("hand_games", "false", "hand"),
        ("null_weak", -1, "contract"),
        ("null_hand_weak", 1, "hand"),
        ("draw_margin", 8, "card_points"),
        ("smear_min", 11, "card_points"),
    ],
)
def test_every_number_of_a_player_counts(
    tmp_path: Path, field: str, number: int | str, column: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"{PLAYER}{field} = {number}\n", encoding="utf-8")
    rows, plain = (simcore.rows(deals=5_000, players=players) for players in (path, "simple"))
    assert np.any(rows[column] != plain[column])
