"""The player `expert`: what it may see, its named rules, legality, and that it beats `simple`."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from simcore import cards
from simcore.jit import kernel
from simcore.skat import RULES, Scenario, load_players
from simcore.skat.order import lay_out, make_order
from simcore.skat.play import BOARD, play_card
from simcore.skat.strategies import (
    discard,
    expert_declarer,
    expert_defender,
    expert_exchange,
    expert_null,
    expert_view,
)
from simcore.skat.strategies.expert_numbers import ExpertNumbers
from simcore.skat.strategies.player import PRESETS, records
from simcore.skat.strategies.table import (
    TABLE,
    Trick,
    close_trick,
    follow,
    lead,
    next_seat,
    open_table,
    open_trick,
)
from simcore.skat.value import aim_of
from tests.looks import as_seen, places_seen
from tests.test_against_oracle import check

ISKO = RULES["isko"]
EXPERT = records(load_players("club"))
SEATS = ("forehand", "middlehand", "rearhand")
LETTERS = "DHSCGNRP"
SUIT, GRAND, NULL = 3, 4, 5  # clubs as trumps


def held(text: str, contract: int = SUIT) -> int:
    """Cards in the layout of a contract."""
    return int(lay_out(cards.parse(text), ORDERS[contract].layout))


ORDERS = {contract: make_order(ISKO, contract) for contract in range(6)}
PACK = cards.PACK


def on_table(text: str, contract: int = SUIT, leader: int = 0) -> Trick:
    """A trick with some cards on it, played from the leader on."""
    trick, table, seat = open_trick(leader), bare_table(), leader
    for card in text.split():
        if trick.place == 0:
            trick = lead(trick, held(card, contract), ORDERS[contract])
        else:
            trick = follow(trick, held(card, contract), seat, table, ORDERS[contract])
        seat = next_seat(seat)
    return trick


def bare_table(declarer: int = 0) -> Any:
    """A table before the first card."""
    table = np.zeros(1, TABLE)[0]
    open_table(table, declarer, 0, 61)
    return table


def player(**numbers: int) -> Any:
    """The expert's record with some numbers of its own."""
    record = EXPERT[0].copy()
    for name, number in numbers.items():
        record[name] = number
    return record


# --- Nothing but public information -------------------------------------------------------------


def next_card(*game: Any) -> Any:
    """The seat to play after some cards of a game, and the card it plays (pack layout)."""
    return card_after(*game, np.zeros(1, BOARD), np.zeros(1, TABLE))


@kernel
def card_after(
    held, away, history, steps, contract, declarer, shown, players, rules, boards, tables
):  # type: ignore[no-untyped-def]
    board, table = boards[0], tables[0]
    order = make_order(rules, contract)
    open_table(table, declarer, lay_out(shown, order.layout), 61)
    for seat in range(3):
        board["held"][seat] = lay_out(held[seat], order.layout)
    put_away = lay_out(away, order.layout)
    trick, seat = open_trick(0), 0
    for step in range(steps):
        card = lay_out(np.int64(1) << history[step], order.layout)
        if trick.place == 0:
            trick = lead(trick, card, order)
        else:
            trick = follow(trick, card, seat, table, order)
        board["held"][seat] ^= card
        seat = next_seat(seat)
        if trick.place == 3:
            close_trick(trick, table)
            seat = table["leader"]
            trick = open_trick(seat)
    luck = np.uint64(0)
    return seat, play_card(seat, steps // 3, trick, put_away, players, board, table, order, luck)


def class_of(bit: int, contract: int) -> str:
    """Trump or the suit of a card."""
    code = cards.CODES[bit]
    is_trump = contract != NULL and (code[1] == "J" or LETTERS[contract] == code[0])
    return "T" if is_trump else code[0]


def lacking(history: list[int], contract: int, seats: list[int]) -> list[set[str]]:
    """Classes that each seat has shown to lack."""
    lacks: list[set[str]] = [set(), set(), set()]
    for step, bit in enumerate(history):
        led = class_of(history[step - step % 3], contract)
        if class_of(bit, contract) != led:
            lacks[seats[step]].add(led)
    return lacks


def redeal(
    rng: Any, hidden: list[int], wanted: list[tuple[int, set[str]]], contract: int
) -> list[int] | None:
    """The hidden cards dealt anew to (number of cards, classes lacked); None if it does not fit."""
    for _ in range(60):
        order = rng.permutation(hidden).tolist()
        places = []
        for number, lacks in wanted:
            fitting = [bit for bit in order if class_of(bit, contract) not in lacks][:number]
            if len(fitting) < number:
                break
            order = [bit for bit in order if bit not in fitting]
            places.append(sum(1 << bit for bit in fitting))
        else:
            return places
    return None


def positions(seed: int, **asked: Any) -> Iterator[tuple[Any, ...]]:
    """Games of experts as the table sees them: contract and declarer, the hands played with, cards
    put away, cards played."""
    rows, plays = simcore.rows(players="club", plays=True, seed=seed, **asked)
    for row, line in zip(rows, plays.tolist(), strict=True):
        declarer = int(row["declarer"])
        if declarer < 0:
            continue
        hands = [int(row[f"hand_{seat}"]) for seat in SEATS]
        away = 0 if row["hand"] else int(row["discard"])
        if away:
            hands[declarer] = (hands[declarer] | int(row["skat"])) ^ away
        places, contract = places_seen(seed, int(row["deal_id"])), int(row["contract"])
        looks = [as_seen(held, places, contract == NULL) for held in (*hands, away)]
        played = [as_seen(1 << bit, places, contract == NULL) for bit in line[2:] if bit != 255]
        seen = places[contract] if contract < 4 else contract
        history = [card.bit_length() - 1 for card in played]
        yield row, seen, declarer, looks[:3], looks[3], history


CASES: list[dict[str, Any]] = [
    {"deals": 120},
    *({"scenario": Scenario(declarer=1, contract=c), "deals": 40} for c in "DHSCGN"),
    *({"scenario": Scenario(declarer=2, contract=c, hand=True), "deals": 40} for c in "SGN"),
    *(
        {
            "scenario": Scenario(declarer=0, contract=c, hand=True, announced=["ouvert"], bid=18),
            "deals": 40,
        }
        for c in "CGN"
    ),
]


@pytest.mark.parametrize("case", CASES)
def test_hidden_cards_change_no_choice(case: dict[str, Any]) -> None:
    """The cards a player cannot see dealt anew, consistent with what was shown: the same card."""
    rng, changed = np.random.default_rng(5), 0
    for row, contract, declarer, hands, away, history in positions(seed=7, **case):
        shown = hands[declarer] if row["ouvert"] else 0
        game = (contract, declarer, shown, EXPERT, ISKO)
        line = np.array(history, dtype=np.int64)
        seats: list[int] = []
        for steps in range(len(history)):
            seat, card = next_card(np.array(hands), away, line, steps, *game)
            assert card == lay_out(1 << history[steps], ORDERS[contract].layout)
            seats.append(int(seat))
        for steps in range(len(history)):
            seat, known = seats[steps], sum(1 << bit for bit in history[:steps])
            lacks = lacking(history[:steps], contract, seats)
            left = [hand & ~known for hand in hands]
            closed = [s for s in range(3) if s != seat and not (shown and s == declarer)]
            rest = PACK ^ (hands[0] | hands[1] | hands[2])  # put away, or the skat
            sees_rest = seat == declarer and away
            hidden = sum(left[s] for s in closed) + (0 if sees_rest else rest)
            bits = [bit for bit in range(32) if hidden >> bit & 1]
            wanted = [(left[s].bit_count(), lacks[s]) for s in closed]
            dealt = redeal(rng, bits, wanted, contract)
            if dealt is None:
                continue
            other = list(hands)
            for s, now in zip(closed, dealt, strict=True):
                other[s] = now | (hands[s] & known)
            new_away = away if sees_rest or not away else PACK ^ (other[0] | other[1] | other[2])
            changed += other != hands
            answer = next_card(np.array(other), new_away, line, steps, *game)
            assert answer == (seat, lay_out(1 << history[steps], ORDERS[contract].layout))
    assert changed > 100


# --- Legality, strength -------------------------------------------------------------------------


def test_always_legal() -> None:
    assert check(players="club", deals=500, seed=12) == 500


@pytest.mark.parametrize("contract", ["C", "D", "G", "N"])
def test_always_legal_in_every_contract(contract: str) -> None:
    game = Scenario(declarer=1, contract=contract)
    assert check(players="club", deals=60, seed=13, scenario=game) == 60


@pytest.mark.parametrize("contract", ["G", "N"])
def test_always_legal_with_open_cards(contract: str) -> None:
    game = Scenario(declarer=2, contract=contract, hand=True, announced=["ouvert"], bid=18)
    assert check(players="club", deals=60, seed=14, scenario=game) == 60


def list_points(rows: Any) -> Any:
    """Seeger-Fabian points of each seat, (rows, 3)."""
    points = np.stack([rows[f"score_{seat}"] for seat in SEATS], axis=1).astype(float)
    number = np.arange(len(rows))
    for seat in range(3):
        declares = rows["declarer"] == seat
        points[number[declares], seat] += np.where(rows["won"][declares], 50, -50)
        others = (rows["declarer"] >= 0) & ~declares & ~rows["won"]
        points[others, seat] += 40
    return points


def lead_over_simple(deals: int, seed: int, exchange: str = "expert") -> tuple[float, float]:
    """Mean list points a deal of the expert over the mean of two simple players, half-width."""
    players = [exchange, "simple", "simple"]
    rows = simcore.rows(players=players, deals=deals, seed=seed, rotate=True)
    points = list_points(rows).reshape(deals, 3, 3)
    lead_of = np.zeros(deals)
    for rotation in range(3):
        own = points[:, rotation, -rotation % 3]
        lead_of += (1.5 * own - 0.5 * points[:, rotation].sum(axis=1)) / 3
    return float(lead_of.mean()), float(1.96 * lead_of.std(ddof=1) / np.sqrt(deals))


def test_beats_simple() -> None:
    mean, half = lead_over_simple(5_000, seed=99)
    assert mean - half > 5


# --- Rules of play: one position where each fires, one where it does not ------------------------

CLUBS, HIGHER = ORDERS[SUIT], ORDERS[GRAND]


def test_shown_voids_are_remembered() -> None:
    table = bare_table()
    table["lacks"][1] = ORDERS[SUIT].suits[1]  # hearts
    unseen = held("HA HT S7")
    assert expert_view.may_hold(1, unseen, table) == held("S7")
    assert expert_view.may_hold(2, unseen, table) == unseen


def test_grand_is_known() -> None:
    assert expert_view.plays_grand(HIGHER)
    assert not expert_view.plays_grand(CLUBS)


def test_a_dear_trump_in_danger() -> None:
    assert expert_view.in_danger(held("CT C9"), held("CJ C8"), CLUBS) == held("CT")
    assert expert_view.in_danger(held("CT C9"), held("CQ C8"), CLUBS) == 0  # nothing out beats it
    assert expert_view.in_danger(held("CK C9"), held("CJ C8"), CLUBS) == 0


def test_ruff_with_a_dear_trump_where_the_last_seat_follows() -> None:
    numbers = player(ruff_dear=2)
    ruff = expert_view.ruffing_card
    winning, unseen = held("CT C9"), held("CJ C8 HT HK H7")
    assert ruff(winning, held("HT HK H7"), unseen, CLUBS, numbers) == held("CT")
    assert ruff(winning, held("HT"), unseen, CLUBS, numbers) == held("C9")


def test_the_ten_wins_before_the_ace() -> None:
    assert expert_view.winner_behind_both(held("HA HT HK"), CLUBS) == held("HT")
    assert expert_view.winner_behind_both(held("HA HK"), CLUBS) == held("HA")


@pytest.mark.parametrize(
    ("card", "worth", "unseen", "waits"),
    [
        ("HA", 0, "HT H7", True),
        ("HA", 10, "HT H7", False),  # the trick carries enough
        ("HA", 0, "HQ H7", False),  # the ten is gone
        ("HK", 0, "HT H7", False),  # no ace
    ],
)
def test_the_ace_waits_for_the_ten(card: str, worth: int, unseen: str, waits: bool) -> None:
    trick = on_table("H8 H9")
    answer = expert_view.holds_ace_back(held(card), worth, trick, held(unseen), CLUBS, 5)
    assert bool(answer) == waits


def test_the_trump_to_give_away() -> None:
    assert expert_view.least_trump(held("CJ DJ CA C9"), CLUBS) == held("C9")
    assert expert_view.least_trump(held("CJ DJ CA CT"), CLUBS) == held("DJ")
    assert expert_view.least_trump(held("CA CT"), CLUBS) == held("CT")


def test_the_guard_of_a_ten() -> None:
    guard = expert_view.loses_guard
    assert guard(held("HT H7"), held("HA HK"), CLUBS)
    assert not guard(held("HT H9 H7"), held("HA HK"), CLUBS)
    assert not guard(held("HT H7"), held("HK"), CLUBS)  # the ace is gone


def test_what_is_thrown() -> None:
    throw = expert_view.Throwing(guard=20, keep=4, void=6)
    unseen = held("HA HK SA SK DA")
    cheapest = expert_view.cheapest_throw
    assert cheapest(held("HT H7 S8 S9 C7"), unseen, CLUBS, throw) == held("S8")  # keeps the guard
    assert cheapest(held("S8 S9 D8 C7"), unseen, CLUBS, throw) == held("D8")  # makes a void
    assert cheapest(held("CJ CA"), unseen, CLUBS, throw) == held("CJ")  # nothing but trumps


def test_a_jack_is_spared() -> None:
    numbers = player(jack_min=3)
    assert expert_view.spares_jack(held("CJ"), 0, on_table("C8 C7"), CLUBS, numbers)
    assert not expert_view.spares_jack(held("CJ"), 10, on_table("C8 CT"), CLUBS, numbers)
    assert not expert_view.spares_jack(held("CJ"), 0, on_table("H8 H7"), CLUBS, numbers)  # a ruff


def test_the_deciding_trick() -> None:
    trick = on_table("H8 HK")
    decides = expert_declarer.decides_the_game
    table = bare_table()
    assert decides(held("HA"), trick, 46, table, CLUBS)
    assert not decides(held("HA"), trick, 45, table, CLUBS)  # 60
    assert not decides(held("HA"), trick, 61, table, CLUBS)  # won before, 76
    assert decides(held("HA"), trick, 75, table, CLUBS)  # 90
    table["taken"][1] = held("CA CT SA ST")  # 42
    assert not expert_defender.beats_the_game(held("HA"), trick, table, CLUBS)
    table["taken"][2] = held("CQ")  # 45, with the trick 60
    assert expert_defender.beats_the_game(held("HA"), trick, table, CLUBS)


def test_masters_are_not_drawn() -> None:
    assert expert_declarer.only_masters_out(held("CA C9"), held("CJ"))
    assert not expert_declarer.only_masters_out(held("CA C9"), held("CJ C8"))


def test_trumps_are_drawn_while_they_outlast_the_others() -> None:
    numbers = player(draw_suit=2, draw_sure=2, draw_up=9)
    draws = expert_declarer.draws
    assert draws(held("CJ SJ CA C9"), held("HJ CK C8"), CLUBS, numbers)
    assert not draws(held("CJ C9"), held("HJ CK C8"), CLUBS, numbers)
    assert not draws(held("CJ C9"), 0, CLUBS, numbers)
    assert not draws(held("CA CT C9"), held("CJ SJ"), CLUBS, numbers)  # they cannot be caught


def test_the_trump_that_draws() -> None:
    numbers = player(drive_jack=2)
    card = expert_declarer.drawing_card
    assert card(held("CJ C9"), held("SJ C8"), CLUBS, numbers) == held("CJ")
    assert card(held("HJ DJ C9"), held("SJ C8"), CLUBS, numbers) == held("DJ")
    assert card(held("HJ CT C9"), held("SJ C8"), CLUBS, numbers) == held("C9")


def test_winners_are_cashed_where_they_go_round() -> None:
    cash = expert_declarer.winner_to_cash
    numbers = player(cash_out=3)
    hand, unseen = held("HA H8 SA"), held("HK HQ H7 ST CJ")
    assert cash(hand, unseen, held("CJ"), CLUBS, numbers) == held("HA")
    assert cash(held("SA"), unseen, held("CJ"), CLUBS, numbers) == 0  # one spade out: a ruff
    assert cash(held("SA"), unseen, 0, CLUBS, numbers) == held("SA")


def test_sure_cards_that_suffice() -> None:
    suffice = expert_declarer.winners_suffice
    hand, unseen = held("HA HT S8"), held("HK HQ SA")
    table = bare_table()
    assert suffice(hand, unseen, 0, 40, table, CLUBS)
    assert not suffice(hand, unseen, 0, 39, table, CLUBS)
    assert not suffice(hand, unseen, held("CJ"), 40, table, CLUBS)


@pytest.mark.parametrize(
    ("aim", "so_far", "missing"),
    [
        (61, 0, 61),
        (61, 53, 8),
        (61, 63, 27),  # won, now 90
        (90, 63, 27),  # schneider was announced
        (120, 63, 57),  # schwarz was announced
    ],
)
def test_61_is_secured_then_90(aim: int, so_far: int, missing: int) -> None:
    table = bare_table()
    table["aim"] = aim
    assert expert_declarer.points_missing(so_far, table) == missing


def test_what_was_announced_is_aimed_at() -> None:
    assert [aim_of(*said) for said in ((0, 0), (1, 0), (1, 1))] == [61, 90, 120]


def test_a_long_suit_is_set_up_before_winners_are_cashed() -> None:
    numbers = player(grand_set_up=3, grand_set_up_out=0)
    suit = expert_declarer.suit_to_set_up
    unseen = held("HA HT DK")
    hand = held("HK HQ H8 DA")
    assert suit(hand, unseen, 0, HIGHER, numbers) == held("H8")
    assert suit(held("HK H8 DA"), unseen, 0, HIGHER, numbers) == 0  # too short
    assert suit(hand, unseen, held("CJ"), HIGHER, numbers) == 0  # jacks out


def test_the_declarer_ducks_in_second_seat_with_the_ten_out() -> None:
    card = expert_declarer.expert_declarer_second
    numbers, table = player(ace_second=5), bare_table(1)
    moves = held("HA H9")

    def answer(led: str, unseen: str) -> Any:
        trick = on_table(led)
        loser, winning = held("H9"), held("HA")
        return card(1, moves, winning, loser, held(unseen), trick, table, CLUBS, numbers)

    assert answer("H7", "HT HK") == held("H9")
    assert answer("HT", "HK H8") == held("HA")


def test_the_declarer_ruffs_points_behind_both() -> None:
    card = expert_declarer.expert_declarer_last
    numbers = player(ruff_last=4)
    moves, winning, unseen = held("C9 S7"), held("C9"), held("SA HA")
    for trick, wanted in (("H7 HT", "C9"), ("H7 H8", "S7")):
        table = bare_table()
        args = (moves, winning, held("S7"), unseen, 0, on_table(trick), table, CLUBS, numbers)
        answer = card(*args)
        assert answer == held(wanted)


def test_a_suit_is_led_from_its_sure_top_else_from_below() -> None:
    assert expert_defender.suit_card(held("HA H8"), held("HT HK")) == held("HA")
    assert expert_defender.suit_card(held("HT H8"), held("HA HK")) == held("H8")


def test_long_suits_with_the_declarer_next_short_ones_with_the_partner_next() -> None:
    numbers = player(lead_near=6, lead_far=-18)

    def worth(cards_held: str, near: bool) -> Any:
        weights = expert_defender.leading(near, CLUBS, numbers)
        return expert_defender.suit_worth(held(cards_held), held("HA HT"), 0, 0, CLUBS, weights)

    assert worth("H9 H8 H7", True) > worth("H7", True)
    assert worth("H9 H8 H7", False) < worth("H7", False)


def test_a_suit_the_declarer_led_is_worth_less() -> None:
    weights = expert_defender.leading(True, CLUBS, player(lead_his=24, lead_ruffed=7))
    worth, mine, out = expert_defender.suit_worth, held("H9 H8"), held("HA HT")
    plain = worth(mine, out, 0, 0, CLUBS, weights)
    assert worth(mine, out, CLUBS.suits[1], 0, CLUBS, weights) == plain - 24
    assert worth(mine, out, 0, CLUBS.suits[1], CLUBS, weights) == plain - 7


def test_what_is_smeared() -> None:
    numbers, table = player(smear_min=3), bare_table()
    gift, unseen = expert_defender.gift, held("SA HK DK")
    assert gift(held("HA HT H7"), unseen, table, CLUBS, numbers) == held("HT")  # the ace stays
    assert gift(held("ST S7 D8"), unseen, table, CLUBS, numbers) == held("ST")
    assert gift(held("S8 S7 D8"), unseen, table, CLUBS, numbers) == 0  # nothing to give


def test_a_shown_void_ends_the_hope_in_the_partner() -> None:
    table = bare_table()
    beats = expert_defender.partner_may_beat
    assert beats(held("HA HT"), 2, table) == 2
    table["lacks"][2] = CLUBS.suits[1]
    assert beats(held("HA HT"), 2, table) == 0


def test_a_ten_is_safe_before_the_partner() -> None:
    """The declarer led low and cannot answer: the ten takes the trick."""
    takes, numbers, table = expert_defender.expert_behind_declarer, player(), bare_table()
    moves, unseen = held("HT H7"), held("HA HQ")
    card = takes(1, moves, held("HT"), unseen, on_table("HK"), table, CLUBS, numbers)
    assert card == held("HT")
    card = takes(1, held("H9 H7"), 0, held("HQ"), on_table("HK"), table, CLUBS, numbers)
    assert card == 0  # nor can the partner
    card = takes(1, held("H9 H7"), 0, held("HA HT"), on_table("HK"), table, CLUBS, numbers)
    assert card == expert_defender.SMEAR  # he is likely to hold it


def test_smearing_on_the_partners_lead() -> None:
    smear, numbers, table = (
        expert_defender.expert_before_declarer,
        player(smear_out=1),
        bare_table(),
    )
    moves = held("HT H7")

    def answer(led: str, unseen: str) -> Any:
        trick = on_table(led, leader=1)
        return smear(moves, 0, held(unseen), trick, table, CLUBS, numbers)

    assert answer("HA", "HK H8") == expert_defender.SMEAR
    table["lacks"][0] = CLUBS.suits[1]  # the declarer ruffs hearts
    assert answer("HA", "HK H8") == 0


def test_null_leads_what_is_beaten() -> None:
    risk = expert_null.lead_risk
    assert risk(held("H8", NULL), held("H7 HA", NULL)) > risk(held("H7", NULL), held("HA", NULL))
    assert risk(held("H8", NULL), held("H7", NULL)) > 1_000  # nobody can take it
    order = ORDERS[NULL]
    hand, unseen = held("H9 S7", NULL), held("H8 H7 SA", NULL)
    assert expert_null.null_lead(hand, unseen, order) == held("S7", NULL)


def test_null_throws_the_suit_that_falls_short() -> None:
    weak = expert_null.weak_ranks
    assert weak(held("H7 H9", NULL), held("H8 HA", NULL)) == 0
    assert weak(held("H7 HA", NULL), held("H8 H9 HK", NULL)) == 2
    moves, unseen = held("H7 HA S7 S9", NULL), held("H8 H9 HK S8 SA", NULL)
    assert expert_null.null_throw(moves, unseen, ORDERS[NULL]) == held("HA", NULL)
    assert expert_null.null_throw(held("S7 S9 DT", NULL), unseen, ORDERS[NULL]) == held("S9", NULL)


def test_null_attack_on_open_cards() -> None:
    """A suit in which the open declarer is caught comes first."""
    table = bare_table(1)
    table["shown"] = held("HK S7", NULL)
    hand, trick = held("H7 S8", NULL), open_trick(0)
    table["played"] = PACK ^ held("HK S7 H7 S8 H8 SA", NULL)
    attack = expert_null.null_attack
    assert attack(0, hand, trick, table, ORDERS[NULL], player()) == held("H7", NULL)
    table["shown"] = held("H7 SA", NULL)
    table["played"] = PACK ^ held("H7 SA H8 S8 HA S7", NULL)
    hand = held("H8 S8", NULL)
    assert attack(0, hand, trick, table, ORDERS[NULL], player()) == held("S8", NULL)


def test_under_the_partners_card_before_the_null_declarer() -> None:
    under = expert_null.before_null_declarer
    assert under(held("H9 H7 HA", NULL), on_table("HT", NULL)) == held("H9", NULL)
    assert under(held("HK HA", NULL), on_table("HT", NULL)) == held("HK", NULL)


# --- Exchange -----------------------------------------------------------------------------------


def test_a_lone_ten_is_put_away_before_low_cards() -> None:
    twelve = cards.parse("CJ SJ CA CK C9 C8 HT D8 D7 SA S8 DA")
    away = int(expert_exchange.expert_discard(twelve, SUIT, ISKO))
    assert away & cards.parse("HT")
    assert away.bit_count() == 2
    assert not away & cards.parse("CJ SJ CA CK C9 C8 SA DA")


def test_where_the_orderly_rule_puts_away() -> None:
    orderly, expert = discard.orderly_discard, expert_exchange.expert_discard
    trumps = cards.parse("CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 HA")
    assert expert(trumps, SUIT, ISKO) == orderly(trumps, SUIT, ISKO)
    null = cards.parse("C7 C8 C9 S7 S9 SJ H7 H8 D7 D9 HA DA")
    assert expert(null, NULL, ISKO) == orderly(null, NULL, ISKO)


def test_the_best_two_side_cards_by_all_pairs() -> None:
    """Against a plain search over all pairs, the worths added up suit by suit."""
    rng = np.random.default_rng(4)
    for grand in (0, 1):
        worth = (expert_exchange._SUIT_WORTH, expert_exchange._GRAND_WORTH)[grand]
        point = expert_exchange._POINT_WORTH[grand]
        trump = GRAND if grand else SUIT

        def gain(twelve: int, away: int, trump: int, worth: Any, point: float) -> float:
            total = 0.0
            for suit in range(4):
                if suit != trump:
                    before, gone = twelve >> 7 * suit & 0x7F, away >> 7 * suit & 0x7F
                    gone_points = sum(
                        (0, 0, 0, 3, 4, 10, 11)[bit] for bit in range(7) if gone >> bit & 1
                    )
                    total += 100 * (worth[before ^ gone] - worth[before]) + point * gone_points
            return total

        for _ in range(100):
            bits = rng.permutation(32)[:12].tolist()
            twelve = sum(1 << bit for bit in bits)
            side = [b for b in bits if b < 28 and b // 7 != trump]
            if len(side) < 2:
                continue
            away = int(expert_exchange.expert_discard(twelve, trump, ISKO))
            best = max(
                gain(twelve, 1 << one | 1 << other, trump, worth, point)
                for one, other in combinations(side, 2)
            )
            assert gain(twelve, away, trump, worth, point) == best


def test_the_exchange_gains(tmp_path: Path) -> None:
    """The same play with the orderly exchange scores less at a table of experts."""
    path = tmp_path / "orderly.toml"
    text = (PRESETS / "club.toml").read_text("utf-8").replace('name = "club"', 'name = "mine"')
    path.write_text(text.replace('exchange = "expert"', 'exchange = "orderly"'), "utf-8")
    tables = [simcore.rows(players=p, deals=20_000, seed=99) for p in (path, "club")]
    assert tables[1]["won"].mean() > tables[0]["won"].mean() + 0.005


# --- Numbers ------------------------------------------------------------------------------------


def others(name: str) -> list[int]:
    """Other values of a number: both ends of its range, and its neighbours."""
    field = ExpertNumbers.model_fields[name]
    least = next(mark.ge for mark in field.metadata if hasattr(mark, "ge"))
    most = next(mark.le for mark in field.metadata if hasattr(mark, "le"))
    values = (least, most, field.default - 1, field.default + 1)
    return [value for value in values if least <= value <= most and value != field.default]


@pytest.mark.parametrize("name", ExpertNumbers.model_fields)
def test_every_number_counts(tmp_path: Path, name: str) -> None:
    """Another value of a number plays some deals otherwise."""
    path = tmp_path / "mine.toml"
    text = (PRESETS / "club.toml").read_text("utf-8").replace('name = "club"', 'name = "mine"')
    null = Scenario(declarer=0, contract="N") if name.startswith("null") else None
    asked: dict[str, Any] = {"deals": 10_000, "seed": 2, "scenario": null}
    usual = simcore.rows(players="club", **asked)["card_points"]

    def changes(value: int) -> bool:
        path.write_text(f"{text}\n{name} = {value}\n", encoding="utf-8")
        return bool(np.any(simcore.rows(players=path, **asked)["card_points"] != usual))

    assert any(changes(value) for value in others(name))
