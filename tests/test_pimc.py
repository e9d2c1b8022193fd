"""The player `pimc`: its worlds, its choices, its rows."""

import threading
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

import simcore
from simcore import cards, log, skat
from simcore.skat.auction import ladder
from simcore.skat.pimc.choose import best_card, best_discard
from simcore.skat.pimc.driver import Table
from simcore.skat.pimc.resume import OVER
from simcore.skat.rules import RULES, rule_book
from simcore.skat.scenario import FREE
from simcore.skat.solver.problems import EXACT, PROBLEM
from simcore.skat.solver.space import work_space
from simcore.skat.strategies.player import records
from simcore.threads import StoppedError, stop_with
from tests.looks import suits_seen
from tests.oracle import skat as oracle

ISKO = RULES["isko"]
SEED = 11
HANDS = ("hand_forehand", "hand_middlehand", "hand_rearhand")
NO_SEAT = np.zeros(3, np.int64)


def player(**changes: Any) -> skat.Player:
    """The preset with fewer worlds, as tests have little time."""
    few = {"worlds": 4, "discard_worlds": 4, "name": "few"}
    return skat.load_player("pimc").model_copy(update={**few, **changes})


SEATED = records((player(), player(), player()))


def games(deals: int, seed: int = SEED, **given: Any) -> tuple[np.ndarray, np.ndarray]:
    """Games of three `expert`."""
    rows, plays = simcore.rows(deals=deals, seed=seed, plays=True, **given)
    played = rows["declarer"] >= 0
    return rows[played], plays[played]


def table_of(
    rows: np.ndarray, plays: np.ndarray, number: int, seed: int = SEED, forced: Any = FREE
) -> Table:
    """One of the games at a table of its own."""
    row = rows[number : number + 1].copy()
    return Table(
        row, plays[number].copy(), SEATED, np.uint64(seed), forced, rule_book(ISKO), ladder(ISKO)
    )


# ---- games taken up again ----------------------------------------------------------------------


@pytest.mark.parametrize("step", [0, 1, 7, 14, 29])
def test_a_game_taken_up_again_ends_the_same(step: int) -> None:
    rows, plays = games(100)
    for number in range(len(rows)):
        table = table_of(rows, plays, number)
        steps = int((plays[number][2:] < 32).sum())
        assert table.play_on(min(step, steps), NO_SEAT > 0) == OVER
        assert table.row[0] == rows[number]
        assert np.array_equal(table.plays, plays[number])


def test_a_seat_is_waited_for_only_where_it_has_a_choice() -> None:
    rows, plays = games(40)
    for number in range(len(rows)):
        table, step = table_of(rows, plays, number), -1
        while (step := table.play_on(step + 1, NO_SEAT == 0)) < OVER:
            turn = table.turn(step)
            played = {int(bit) for bit in plays[number][2 : 2 + step]}
            hand = hand_of(rows[number], turn) & ~sum(1 << bit for bit in played)
            led = 1 << int(plays[number][2 + step - step % 3]) if step % 3 else 0
            moves = skat.legal_cards(hand, led, skat.CONTRACTS[rows[number]["contract"]])
            assert moves.bit_count() > 1
            assert table.plays[2 + step] == plays[number][2 + step]  # what `expert` plays


def hand_of(row: np.void, seat: int) -> int:
    """The ten cards a seat plays with."""
    hand = int(row[HANDS[seat]])
    if seat == row["declarer"] and not row["hand"]:
        return (hand | int(row["skat"])) & ~int(row["discard"])
    return hand


# ---- worlds ------------------------------------------------------------------------------------


def shown_lacks(row: np.void, plays: np.ndarray, steps: int) -> tuple[list[int], list[set[str]]]:
    """Cards each seat has played and the classes it did not follow to, by the oracle's rules."""
    contract = skat.CONTRACTS[row["contract"]]
    played, lacks, leader = [0, 0, 0], [set[str](), set[str](), set[str]()], 0
    names = [cards.CODES[int(bit)] for bit in plays[2 : 2 + steps]]
    for first in range(0, steps, 3):
        trick = names[first : first + 3]
        for place, card in enumerate(trick):
            seat = (leader + place) % 3
            played[seat] |= cards.parse(card)
            led = oracle.suit_of(trick[0], contract)
            if oracle.suit_of(card, contract) != led:
                lacks[seat].add(led)
        if len(trick) == 3:
            leader = (leader + oracle.trick_winner(trick, contract)) % 3
    return played, lacks


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("step", [0, 2, 10, 19, 24])
def test_worlds_fit_what_was_seen(seat: int, step: int) -> None:
    rows, plays = games(15)
    for number, row in enumerate(rows):
        if plays[number][2 + step] > 31:
            continue
        table = table_of(rows, plays, number)
        declarer, contract = int(row["declarer"]), skat.CONTRACTS[row["contract"]]
        played, lacks = shown_lacks(row, plays[number], step)
        own = hand_of(row, seat) & ~played[seat]
        for world in table.worlds(step, seat, 12):
            hands = [int(hand) for hand in world["hands"]]
            assert hands[seat] == own
            for other in range(3):
                assert (hands[other] | played[other]).bit_count() == 10
                assert hands[other] & played[other] == 0
                for bit in cards.bits_of(hands[other]) if other != seat else ():
                    assert oracle.suit_of(cards.CODES[bit], contract) not in (lacks[other])
            away = world["skat"] & ~sum(played)
            everything = hands[0] | hands[1] | hands[2] | sum(played) | away
            assert int(everything) == cards.PACK
            assert int(away).bit_count() == 2
            if seat == declarer and not row["hand"]:
                assert away == row["discard"]
            if row["ouvert"] and seat != declarer:
                assert hands[declarer] == hand_of(row, declarer) & ~played[declarer]


def test_worlds_were_bid_as_heard() -> None:
    """Dealt out as deals, the worlds of a declarer are bid the same by the same players."""
    rows, plays = games(25)
    checked = 0
    for number, row in enumerate(rows):
        if row["ouvert"] or row["hand"]:
            continue
        table, seat = table_of(rows, plays, number), int(row["declarer"])
        problems = np.zeros(10, PROBLEM)
        heard = table.fill_worlds(0, seat, problems)
        deals = []
        for world in problems[:heard]:
            hands = [int(hand) for hand in world["hands"]]
            hands[seat] = int(row[f"hand_{('forehand', 'middlehand', 'rearhand')[seat]}"])
            deals.append((*hands, int(row["skat"])))
        if deals:
            again = simcore.rows(deals=len(deals), scenario=simcore.Scenario(deals=deals))
            for column in ("declarer", "bid", "bid_forehand", "bid_middlehand", "bid_rearhand"):
                assert set(again[column].tolist()) == {row[column].item()}
            checked += heard
    assert checked > 100


def test_a_defender_takes_the_declarer_to_put_away_by_rule() -> None:
    """Worlds of a defender, dealt out, are bid, named and put away as they were."""
    rows, plays = games(25)
    checked = 0
    for number, row in enumerate(rows):
        if row["ouvert"] or row["hand"]:
            continue
        declarer = int(row["declarer"])
        seat = (declarer + 1) % 3
        problems = np.zeros(6, PROBLEM)
        heard = table_of(rows, plays, number).fill_worlds(0, seat, problems)
        twelve = [int(world["hands"][declarer] | world["skat"]) for world in problems[:heard]]
        assert all(held.bit_count() == 12 for held in twelve)
        assert put_away_from(twelve, row) == problems["skat"][:heard].tolist()
        checked += heard
    assert checked > 60


def put_away_from(twelves: list[int], row: np.void) -> list[int]:
    """What `expert` puts away from twelve cards each for the game of a row."""
    seat, deals = int(row["declarer"]), []
    for twelve in twelves:
        bits = list(cards.bits_of(twelve)) + list(cards.bits_of(cards.PACK ^ twelve))
        sets = [sum(1 << bit for bit in bits[k : k + 10]) for k in (0, 12, 22)]
        others = sets[1:]
        deals.append(
            (*others[:seat], sets[0], *others[seat:], sum(1 << bit for bit in bits[10:12]))
        )
    if not deals:
        return []
    # in deals that show their suits in the same order as his
    look, numbers = suits_seen(SEED, int(row["deal_id"])), range(100 * len(deals))
    alike = [number for number in numbers if suits_seen(0, number) == look][: len(deals)]
    laid = [deals[0]] * (alike[-1] + 1)
    for number, deal in zip(alike, deals, strict=True):
        laid[number] = deal
    forced = simcore.Scenario(
        deals=laid, declarer=seat, contract=skat.CONTRACTS[row["contract"]], bid=int(row["bid"])
    )
    return simcore.rows(deals=len(laid), scenario=forced)["discard"][alike].tolist()


def test_worlds_without_bids_are_uniform() -> None:
    """Where a scenario forced the declarer nothing was heard: his worlds are all as likely."""
    forced = simcore.Scenario(declarer=0, contract="C", hand=False)
    rows, plays = games(1, scenario=forced)
    table = table_of(rows, plays, 0, forced=forced.forced(ISKO))
    worlds = table.worlds(0, 0, 20_000)
    unseen = [
        bit for bit in range(32) if not int(hand_of(rows[0], 0) | rows[0]["discard"]) >> bit & 1
    ]
    pairs = Counter(
        tuple(int(world["hands"][1]) >> bit & 1 for bit in unseen[:3]) for world in worlds
    )
    expected = {
        marks: stats.hypergeom.pmf(sum(marks), 20, 3, 10) / _ways(sum(marks)) for marks in pairs
    }
    assert len(pairs) == 8
    counted = np.array([pairs[marks] for marks in expected])
    wanted = np.array(list(expected.values())) * len(worlds)
    assert stats.chisquare(counted, wanted).pvalue > 1e-4


def _ways(ones: int) -> int:
    return (1, 3, 3, 1)[ones]


# ---- choices -----------------------------------------------------------------------------------


def true_world(row: np.void, plays: np.ndarray, steps: int) -> np.ndarray:
    """The one world that is the deal."""
    contract = skat.CONTRACTS[row["contract"]]
    played, _ = shown_lacks(row, plays, steps)
    names = [cards.CODES[int(bit)] for bit in plays[2 : 2 + steps]]
    leader, gained = 0, int(row["discard"])
    for first in range(0, steps - steps % 3, 3):
        trick = names[first : first + 3]
        leader = (leader + oracle.trick_winner(trick, contract)) % 3
        gained |= cards.parse(" ".join(trick)) if leader == row["declarer"] else 0
    world = np.zeros(1, PROBLEM)
    world[0]["hands"] = [hand_of(row, seat) & ~played[seat] for seat in range(3)]
    on_table = [1 << int(bit) for bit in plays[2 + steps - steps % 3 : 2 + steps]]
    world[0]["trick"][: len(on_table)] = on_table
    world[0]["skat"], world[0]["leader"] = gained, leader
    world[0]["contract"], world[0]["declarer"] = row["contract"], row["declarer"]
    return world


@pytest.mark.parametrize("contract", ["C", "D", "G", "N"])
def test_one_world_that_is_the_deal_is_played_perfectly(
    monkeypatch: pytest.MonkeyPatch, contract: str
) -> None:
    """Three seats that see all cards: not a point is given away, and the result is the open one."""
    forced = simcore.Scenario(declarer=1, contract=contract)
    rows, plays = games(25, scenario=forced)

    def seeing(table: Table, step: int, seat: int, number: int) -> np.ndarray:
        return true_world(table.row[0], table.plays, step)

    monkeypatch.setattr(Table, "worlds", seeing)
    for number in range(len(rows)):
        table = table_of(rows, plays, number)
        table.play(np.ones(3, np.int64))
        judged = skat.judge(table.row, table.plays[np.newaxis])
        values = judged.values[0][judged.values[0] >= 0]
        assert len(set(values.tolist())) == 1
        made = int(table.row[0]["won"] if contract == "N" else table.row[0]["card_points"])
        assert made == values[0]


def endings(contract: str, hand: str, count: int, luck: np.random.Generator) -> np.ndarray:
    """Worlds in which seat 0 leads from a hand and the others hold any other cards."""
    own = cards.parse(hand)
    size, rest = own.bit_count(), list(cards.bits_of(cards.PACK ^ own))
    worlds = np.zeros(count, PROBLEM)
    for world in worlds:
        drawn = luck.permutation(rest)
        parts = [sum(1 << int(bit) for bit in drawn[k * size : (k + 1) * size]) for k in (0, 1)]
        world["hands"] = [own, *parts]
        world["contract"] = skat.CONTRACTS.index(contract)
    return worlds


@pytest.mark.parametrize("declarer", [0, 1])
@pytest.mark.parametrize("contract", ["G", "H", "N"])
@pytest.mark.parametrize("number", range(8))
def test_the_card_that_wins_in_most_worlds_is_played(
    contract: str, declarer: int, number: int
) -> None:
    """Wins first, then card points, then what the fixed strategy plays."""
    luck = np.random.default_rng(number)
    hand = cards.format(sum(1 << int(bit) for bit in luck.permutation(32)[:4]))
    worlds = endings(contract, hand, 7, luck)
    worlds["declarer"] = declarer
    null, aim = contract == "N", int(luck.integers(15, 45))
    sums: Counter[int] = Counter()
    for world in worlds:
        asked: Any = [[int(hand) for hand in world["hands"]], contract]
        exact = skat.move_values(*asked, declarer=declarer)
        for card, value in exact.items():
            sums[card] += value if null else 1000 * (value >= aim) + value
    wanted = max(sums.values()) if declarer == 0 else min(sums.values())
    best = {cards.BITS[cards.format(card)] for card, total in sums.items() if total == wanted}
    space, book = work_space(), rule_book(ISKO)
    for fixed in map(cards.BITS.get, hand.split()):
        target = EXACT if null else aim
        chosen = best_card(worlds, declarer == 0, target, fixed or 0, space, book)
        assert chosen in best
        assert chosen == fixed or fixed not in best


def test_the_discard_that_wins_in_more_worlds_is_put_away() -> None:
    """In the true deal no discard wins that is left; the rule's own is kept unless it loses."""
    space, book = work_space(), rule_book(ISKO)
    rows, plays = games(60, seed=2)
    better = 0
    for number in np.flatnonzero((rows["contract"] < 5) & ~rows["hand"]):
        row, seat = rows[number], int(rows[number]["declarer"])
        before = true_world(row, plays[number], 0)
        before[0]["hands"][seat] = row[HANDS[seat]]
        before[0]["skat"] = row["skat"]
        fixed, twelve = int(row["discard"]), int(row[HANDS[seat]] | row["skat"])
        chosen = best_discard(before, seat, 61, fixed, space, book)
        assert chosen & ~twelve == 0
        assert chosen.bit_count() == 2
        hands = [hand_of(row, other) for other in range(3)]
        reaches = []
        for away in (fixed, chosen):
            hands[seat] = twelve ^ away
            asked: Any = [hands, skat.CONTRACTS[row["contract"]]]
            reaches.append(skat.solve(*asked, declarer=seat, skat=away, target=61))
        assert reaches[1] >= reaches[0]
        assert chosen == fixed or reaches[1] > reaches[0]
        better += chosen != fixed
    assert better


# ---- rows --------------------------------------------------------------------------------------


def test_rows_depend_on_seed_and_deal_alone() -> None:
    few = player(worlds=2, discard_worlds=2)
    match: Any = [few, "expert", "simple"]
    rows, plays = simcore.rows(deals=4, players=match, rotate=True, plays=True, threads=1)
    two = simcore.rows(deals=4, players=match, rotate=True, threads=2, chunk=1)
    late = simcore.rows(deals=2, first=2, players=match, rotate=True)
    assert log.digest(skat.GAME, two) == log.digest(skat.GAME, rows)
    assert log.digest(skat.GAME, late) == log.digest(skat.GAME, rows[6:])
    assert all((plays[k][2:] < 32).sum() in (0, 30) for k in range(12) if rows[k]["contract"] < 5)


def test_what_is_bid_and_named_is_that_of_the_fixed_player() -> None:
    few = player(worlds=2, discard_worlds=2)
    sampled = simcore.rows(deals=6, players=few, seed=5)
    fixed = simcore.rows(deals=6, players="expert", seed=5)
    for column in ("bid", "declarer", "contract", "hand", "ouvert", "matadors", "skat"):
        assert np.array_equal(sampled[column], fixed[column])


def test_the_record_of_its_rows_agrees_with_the_referee() -> None:
    rows, plays = simcore.rows(
        deals=4, players=player(worlds=2, discard_worlds=2), seed=8, plays=True
    )
    lines = [skat.write_record(row, cards) for row, cards in zip(rows, plays, strict=True)]
    assert len(lines) == 4


def test_an_interrupted_run_keeps_what_is_finished(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its files are short, and together they are those of an undisturbed run."""
    monkeypatch.setattr(skat, "SAMPLED_SHARD", 2)
    given: Any = {"players": [player(worlds=1, discard_worlds=1), "simple", "simple"], "deals": 7}
    whole = simcore.simulate(out=tmp_path / "whole", **given)
    assert [shard["rows"] for shard in whole.manifest["shards"]] == [2, 2, 2, 1]

    def stop(progress: Any) -> None:
        if progress.deals >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simcore.simulate(out=tmp_path / "cut", threads=1, on_progress=stop, **given)
    done = len(simcore.open_run(tmp_path / "cut").manifest["shards"])
    assert 0 < done < 4
    again = simcore.simulate(out=tmp_path / "cut", resume=True, **given)
    assert [file.read_bytes() for file in again.files] == [f.read_bytes() for f in whole.files]


def test_a_game_stops_between_cards() -> None:
    rows, plays = games(1)
    table = table_of(rows, plays, 0)
    asked = threading.Event()
    stop_with(asked)
    asked.set()
    try:
        with pytest.raises(StoppedError):
            table.play(np.ones(3, np.int64))
    finally:
        stop_with(threading.Event())


def test_it_is_stronger_than_what_it_stands_on() -> None:
    """The declarer alone samples worlds: he wins more of the same games."""
    hand = "CJ SJ HA HK SA S8 D9 D8 C9 C7"
    forced = simcore.Scenario(known={0: hand}, declarer=0, contract="G", hand=False)
    given: Any = {"deals": 30, "seed": 4, "scenario": forced}
    fixed = simcore.rows(**given)
    sampled = simcore.rows(**given, players=[player(), "expert", "expert"])
    assert sampled["won"].sum() > fixed["won"].sum()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("worlds = 0", "worlds"),
        ("worlds = 201", "worlds"),
        ("discard_worlds = 1.5", "discard_worlds"),
        ('like = "expret"', "like 'expret': one of"),
        ("like = 3", "like 3: one of"),
    ],
)
def test_bad_numbers_are_refused(tmp_path: Any, line: str, message: str) -> None:
    like = "" if line.startswith("like") else 'like = "expert"\n'
    file = tmp_path / "own.toml"
    file.write_text(f'name = "own"\n{like}exchange = "pimc"\nplay = "pimc"\n{line}\n', "utf-8")
    with pytest.raises(ValueError, match=message):
        skat.load_player(file)


def test_a_file_may_be_like_a_preset(tmp_path: Any) -> None:
    file = tmp_path / "own.toml"
    file.write_text('name = "own"\nlike = "expert"\nbid_margin = 0.25\n', "utf-8")
    expert, own = skat.load_player("expert"), skat.load_player(file)
    assert own == expert.model_copy(update={"name": "own", "bid_margin": 0.25})
