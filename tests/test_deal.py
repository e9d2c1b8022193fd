"""Deals against their obvious twin; known cards stay and the rest is uniform."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chisquare

import simcore
from simcore import cards
from simcore.deal import draw_cards
from simcore.manifest import canonical
from simcore.skat import RULES, packets
from simcore.skat.dealing import check_known
from tests.oracle import deal as oracle
from tests.oracle import rng as oracle_rng

COLUMNS = ("hand_forehand", "hand_middlehand", "hand_rearhand", "skat")
PLACES = (0, 1, 2, "skat")


def dealt(**settings: Any) -> list[list[int]]:
    """The four places of every deal of a run."""
    rows = simcore.rows(players="random", **settings)
    return [[int(row[column]) for column in COLUMNS] for row in rows]


@st.composite
def known_cards(draw: st.DrawFn) -> list[int]:
    """Some known cards, up to all of them, for the three seats and the skat."""
    order = draw(st.permutations(range(32)))
    known, top = [], 0
    for size in oracle.SIZES:
        number = draw(st.integers(0, size))
        known.append(sum(1 << bit for bit in order[top : top + number]))
        top += number
    return known


def scenario(known: list[int]) -> simcore.Scenario:
    return simcore.Scenario(known=dict(zip(PLACES, known, strict=True)))


# --- Against the twin ---------------------------------------------------------------------------


@settings(max_examples=50)
@given(st.integers(0, 2**64 - 1), st.integers(0, 2**62))
def test_deals(seed: int, first: int) -> None:
    twins = [oracle.deal(seed, first + number) for number in range(5)]
    assert dealt(deals=5, first=first, seed=seed) == twins


@given(st.integers(0, 2**64 - 1), known_cards())
def test_deals_with_known_cards(seed: int, known: list[int]) -> None:
    twins = [oracle.deal(seed, number, known) for number in range(3)]
    assert dealt(deals=3, seed=seed, scenario=scenario(known)) == twins


@given(st.integers(0, 2**64 - 1), known_cards())
def test_known_cards_stay_and_every_deal_is_the_pack(seed: int, known: list[int]) -> None:
    for places in dealt(deals=3, seed=seed, scenario=scenario(known)):
        assert sum(places) == cards.PACK == places[0] | places[1] | places[2] | places[3]
        assert tuple(held.bit_count() for held in places) == oracle.SIZES
        assert [held & wanted for held, wanted in zip(places, known, strict=True)] == known


def test_deals_dealt_again() -> None:
    """The luck of a deal thrown in is another stream, counted by how often."""
    rows = simcore.rows(
        players="random", deals=400, seed=9, rules=RULES["isko"]._replace(all_pass=1)
    )
    assert set(rows["thrown_in"].tolist()) >= {0, 1, 2}
    for row in rows:
        twin = oracle.deal(9, int(row["deal_id"]), thrown_in=int(row["thrown_in"]))
        assert [int(row[column]) for column in COLUMNS] == twin


@given(st.permutations(range(32)))
def test_packets(order: list[int]) -> None:
    hands, skat = packets(order)
    assert [*hands, skat] == oracle.packets(order)
    assert packets(" ".join(cards.CODES[bit] for bit in order)) == (hands, skat)


@given(
    st.integers(0, 2**64 - 1),
    st.sampled_from([24, 32, 52]),
    st.lists(st.integers(0, 10), max_size=9),
)
def test_draws_from_any_deck(seed: int, size: int, needs: list[int]) -> None:
    """Hands of any size one after the other, until the deck is empty."""
    luck = oracle_rng.luck_of(seed, 7)
    deck = [1 << bit for bit in range(62, 62 - size, -1)]
    cards, left = np.array(deck), size
    for place, need in enumerate(needs):
        wanted = min(need, left)
        twin = oracle.draw_cards(luck, place, wanted, deck)
        drawn, left = draw_cards(np.uint64(luck), place, wanted, left, cards)
        assert (drawn, left) == (twin, len(deck))
        assert cards[:left].tolist() == deck


# --- Laws ---------------------------------------------------------------------------------------


def place_p_value(held: np.ndarray, unknown: list[int], need: int) -> float:
    """Whether every unknown card lies in a place equally often.

    In a deal exactly `need` of the m cards lie there, so the squares sum to a chi-square of m - 1
    degrees once divided by n p (1 - p) m / (m - 1).
    """
    size = len(unknown)
    share = need / size
    found = np.array([np.count_nonzero(held >> np.uint32(bit) & 1) for bit in unknown])
    squares = ((found - len(held) * share) ** 2).sum()
    scale = len(held) * share * (1 - share) * size / (size - 1)
    return float(chi2.sf(squares / scale, size - 1))


@pytest.mark.parametrize(
    "known",
    [
        {},
        {0: "CJ SJ HA", 2: "C7 DT", "skat": "H7"},
        {1: "CJ SJ HJ DJ CA CT CK CQ C9"},
        {0: "CJ SJ HJ DJ CA CT CK CQ C9 C8", 2: "SA"},
    ],
    ids=["nothing", "a few", "nine", "a hand"],
)
def test_unknown_cards_are_uniform(known: dict[int | str, str]) -> None:
    rows = simcore.rows(
        players="random", deals=100_000, seed=3, scenario=simcore.Scenario(known=known)
    )
    given_bits = {bit for text in known.values() for bit in cards.parse_list(text)}
    unknown = [bit for bit in range(32) if bit not in given_bits]
    for place, column, size in zip(PLACES, COLUMNS, oracle.SIZES, strict=True):
        need = size - len(cards.parse_list(known.get(place, "")))
        if need:
            assert place_p_value(rows[column], unknown, need) > 0.001, column


def test_every_skat_is_equally_likely() -> None:
    """All 231 pairs of the cards that a hand leaves."""
    hand = cards.parse("CJ HJ CA C9 C8 SA HT HK D8 D7")
    rows = simcore.rows(
        players="random", deals=100_000, seed=4, scenario=simcore.Scenario(known={1: hand})
    )
    skats, found = np.unique(rows["skat"], return_counts=True)
    assert len(skats) == 231
    assert chisquare(found).pvalue > 0.001


def test_the_test_of_uniformity_notices_a_crooked_deal() -> None:
    rows = simcore.rows(players="random", deals=100_000, seed=3)
    crooked = rows["skat"].copy()
    crooked[::40] = cards.parse("CJ SJ")
    assert place_p_value(crooked, list(range(32)), 2) < 0.001


# --- Errors -------------------------------------------------------------------------------------

FULL = "CJ SJ HJ DJ CA CT CK CQ C9 C8"
ERRORS: list[tuple[str, Callable[[], object]]] = [
    ("forehand is given 11 cards: 10 at most", lambda: check_known([0x7FF, 0, 0, 0])),
    ("the skat is given 3 cards: 2 at most", lambda: check_known([0, 0, 0, 7])),
    ("card 'D7' is known for middlehand and the skat", lambda: check_known([0, 1, 2, 1])),
    ("missing: D7", lambda: packets([*range(1, 32), 1])),
    ("missing: CJ", lambda: packets(list(range(31)))),
    ("a pack has 32 different cards", lambda: packets([*range(32), 0])),
    ("card 'cj' is named twice", lambda: packets("CJ cj")),
]
FORCED = {"known": {0: FULL}, "declarer": 0, "contract": "G"}
SCENARIO_ERRORS: list[tuple[str, dict[str, Any]]] = [
    ("unknown place 'dealer'", {"known": {"dealer": "CJ"}}),
    ("unknown place 3", {"known": {3: "CJ"}}),
    ("unknown card 'C1'", {"known": {0: "C1"}}),
    ("card 'CJ' is named twice", {"known": {0: "CJ CJ"}}),
    ("card 'CJ' is known for forehand and the skat", {"known": {0: "CJ", "skat": "CJ"}}),
    ("cards of forehand are given twice", {"known": {0: "CJ", "forehand": "SJ"}}),
    ("forehand is given 11 cards", {"known": {0: FULL + " C7"}}),
    ("-1 is no set of cards", {"known": {0: -1}}),
    ("4294967296 is no set of cards", {"known": {0: 1 << 32}}),
    ("forced contract 'G': a declarer must", {"contract": "G"}),
    ("forced hand False: a declarer must", {"hand": False}),
    ("forced bid 18: a declarer must", {"bid": 18}),
    (r"forced announced \('ouvert',\): a declarer must", {"announced": ("ouvert",)}),
    ("unknown seat 3", {"declarer": 3}),
    ("unknown seat 'dealer'", {"declarer": "dealer"}),
    ("bid 19 is not legal: 18 or 20", {"declarer": 0, "bid": 19}),
    ("bid '18': a whole number", {"declarer": 0, "bid": "18"}),
    ("unknown contract 'R'", {"declarer": 0, "contract": "R"}),
    (r"announcements \('ouvert',\) need a contract", {"declarer": 0, "announced": ("ouvert",)}),
    ("needs a hand game", {"declarer": 0, "contract": "G", "announced": ("schneider",)}),
    ("unknown announcement 'open'", {"declarer": 0, "contract": "N", "announced": ("open",)}),
    ("Null is worth 23, less than the bid 24", {"declarer": 0, "contract": "N", "bid": 24}),
    ("forced discard 3: a declarer must", {"discard": 3}),
    ("discard 'C7 D7' needs a contract", {"declarer": 0, "discard": "C7 D7"}),
    ("in a hand game the skat stays", {**FORCED, "hand": True, "discard": "CJ SJ"}),
    ("discard 'CJ': 1 cards, wanted 2", {**FORCED, "discard": "CJ"}),
    ("discard 'CJ C7': not both among", {**FORCED, "discard": "CJ C7"}),
    ("unknown card 'C1'", {**FORCED, "discard": "CJ C1"}),
    ("bidder 0 needs a bid", {"bidder": 0}),
    ("unknown seat 'dealer'", {"bidder": "dealer", "bid": 18}),
    ("bid 19 is not legal", {"bidder": 0, "bid": 19}),
    ("forced declarer 1: a bidder is forced", {"bidder": 0, "bid": 18, "declarer": 1}),
    ("forced contract 'G': a bidder is forced", {"bidder": 0, "bid": 18, "contract": "G"}),
    ("Null takes neither", {"declarer": 0, "contract": "N", "hand": True, "announced": "schwarz"}),
]


@pytest.mark.parametrize(("message", "ask"), ERRORS, ids=[message for message, _ in ERRORS])
def test_errors(message: str, ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=message):
        ask()


@pytest.mark.parametrize(
    ("message", "words"), SCENARIO_ERRORS, ids=[message for message, _ in SCENARIO_ERRORS]
)
def test_scenario_errors(message: str, words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=message):
        simcore.rows(deals=1, scenario=simcore.Scenario(**words))


# --- Scenarios ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"known": {"Rearhand": "CJ", "skat": 5}, "declarer": "1"},
        {"known": {2: FULL}, "declarer": 2, "contract": "n", "hand": True, "announced": "ouvert"},
        {"declarer": "forehand", "hand": np.bool_(True), "bid": np.int16(264)},
        {"declarer": 0, "contract": "D", "hand": True, "announced": ["schwarz"], "bid": 20},
        {"known": {0: FULL, "skat": "C7 D7"}, "declarer": 0, "contract": "G", "discard": "C7 CJ"},
        {"bidder": "rearhand", "bid": 33},
    ],
)
def test_words_of_a_scenario(words: dict[str, Any]) -> None:
    """What a manifest says of a scenario is plain and makes the same scenario again."""
    rules = RULES["isko"]
    one = simcore.Scenario(**words)
    again = simcore.Scenario.from_words(json.loads(canonical(one.words())))
    assert again.words() == one.words()
    assert again.forced(rules) == one.forced(rules)
    assert np.array_equal(again.known_cards(), one.known_cards())


def test_forced_games_are_what_was_asked_for() -> None:
    wanted = simcore.Scenario(
        declarer=1, contract="G", hand=True, announced=["schwarz"], bid=264, known={1: FULL}
    )
    rows = simcore.rows(players="random", deals=50, scenario=wanted)
    assert set(rows["declarer"].tolist()) == {1}
    assert set(rows["contract"].tolist()) == {4}
    assert np.all(rows["hand"] & rows["announced_schwarz"] & rows["announced_schneider"])
    assert not np.any(rows["ouvert"])
    assert np.all(rows["hand_middlehand"] == cards.parse(FULL))
    said = [np.unique(rows[f"bid_{seat}"]).tolist() for seat in ("forehand", "middlehand")]
    assert said == [[0], [264]]


def test_a_forced_declarer_chooses_the_rest() -> None:
    rows = simcore.rows(players="random", deals=300, scenario=simcore.Scenario(declarer=2))
    assert set(rows["contract"].tolist()) == {0, 1, 2, 3, 4, 5}
    assert set(rows["hand"].tolist()) == {False, True}
    picked_up = simcore.rows(
        players="random", deals=300, scenario=simcore.Scenario(declarer=2, hand=False)
    )
    assert not np.any(picked_up["hand"])
