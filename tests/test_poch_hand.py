"""`simcore hand --game poch`, `evaluate_hand`: every number found another way, what it refuses."""

import dataclasses
import json
import re
from itertools import combinations, product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import analysis
import simcore
from analysis.poch import HandReport, evaluate_hand
from analysis.poch.auctions import Faced, faced
from analysis.poch.hand import opening, seeing
from analysis.poch.hand import stakes as first
from analysis.poch.hand.circles import claim_chance, usual_chips
from analysis.poch.hand.holdings import holdings_of
from analysis.poch.hand.means import Mean
from scripts import cli, poch_hand_check
from simcore.poch import RULES, Scenario, load_rules, make_rules
from simcore.poch.auction import HOW
from simcore.poch.pack import PACKS
from simcore.poch.rules import AUCTIONS
from tests.oracle import poch_holdings, poch_row
from tests.oracle.poch_rules import Rules

STRONG = "SA SK HA H7 DA C9"  # three aces, ace and king in sequence
MIDDLING = "SA SK SQ H7 D7 C9"
EMPTY = "SQ ST HK H8 DJ C7"
WORLDS, BEFORE = 400, 4096  # worlds shown, and those before them, for choosing
ONE_DEAL = RULES["karuzela"]._replace(session_deals=1)


@pytest.fixture(scope="module", autouse=True)
def small_openings() -> Any:
    """The general thresholds in fewer worlds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "WORLDS", 2048)
        yield


@pytest.fixture(scope="module")
def report() -> HandReport:
    return evaluate_hand(STRONG, worlds=WORLDS, seed=3, seat=2)


def rows_of(hand: str, seat: int, stake: int | None = None, **asked: Any) -> Any:
    """Rows of a scenario alone; the worlds shown."""
    forced: dict[str, Any] = {}
    if stake is not None:
        forced = {"staker": seat, "first_stakes": dict.fromkeys(AUCTIONS, stake)}
    asked = {"rules": ONE_DEAL, "deals": WORLDS, "first": BEFORE, "seed": 3} | asked
    known = {seat: hand} | asked.pop("known", {})
    scenario = Scenario(known=known, dealer=0, circles=asked.pop("circles", {}), **forced)
    return simcore.rows("poch", scenario=scenario, **asked)


def same_mean(found: dict[Any, Any], name: str, numbers: Any) -> None:
    """A mean and its t limits; nan where nothing varies."""
    column = np.asarray(numbers, dtype=float)
    assert found[name] == pytest.approx(column.mean())
    limits = found[f"{name}_low"], found[f"{name}_high"]
    if column.std() == 0:
        assert np.isnan(limits).all()
    else:
        t = stats.t.interval(0.95, len(column) - 1, column.mean(), stats.sem(column))
        assert limits == pytest.approx(t)


# ---- first stakes -------------------------------------------------------------------------------


@pytest.mark.parametrize("auction", AUCTIONS)
def test_stakes_are_counted_again_from_rows(report: HandReport, auction: str) -> None:
    faced = rows_of(STRONG, 2, 0)[f"{auction}_stake_1"] > 0
    for (turn, here), stake in product((("open", ~faced), ("faced", faced)), (None, 0, 1, 2, 8)):
        chosen = report.best[auction][turn]
        passing, best, rows = (rows_of(STRONG, 2, tried)[here] for tried in (0, chosen, stake))
        found = report.line(auction, -1 if stake is None else stake, turn)
        won = rows[f"{auction}_winner"] == 2
        assert (found["n"], found["wins"]) == (here.sum(), won.sum())
        limits = analysis.wilson(int(won.sum()), int(here.sum()))
        assert (found["won_low"], found["won_high"]) == limits
        for end, words in (("unseen", ["unseen"]), ("shown", ["shown"]),
                           ("by_right", ["all_pass", "none_held"])):  # fmt: skip
            how = np.array(HOW)[rows[f"{auction}_how"]]
            assert found[end] == np.mean(won & np.isin(how, words))
        chips = rows[f"{auction}_2"].astype(int)
        same_mean(found, "chips", chips)
        same_mean(found, "more", chips - passing[f"{auction}_2"])
        same_mean(found, "behind", chips - best[f"{auction}_2"])


def test_one_run_serves_both_auctions() -> None:
    """A first stake of one auction changes nothing in the other, nor in the rest of the deal."""
    alone = Scenario(known={1: MIDDLING}, dealer=0, staker=1, first_stakes={"soket": 5})
    asked: dict[str, Any] = {"rules": ONE_DEAL, "deals": 300, "seed": 1}
    one = simcore.rows("poch", scenario=alone, **asked)
    both = rows_of(MIDDLING, 1, 5, deals=300, first=0, seed=1)
    free = rows_of(MIDDLING, 1, deals=300, first=0, seed=1)
    for name in ("soket_1", "soket_winner", "soket_how"):
        assert (one[name] == both[name]).all()
    for name in ("sekans_1", "shedding_1", "circles_1", "loser"):
        assert (one[name] == free[name]).all()
    assert (one["soket_1"] != free["soket_1"]).any()


def test_the_recommended_stake_is_the_best_of_many_other_worlds() -> None:
    """Nothing is shown to bring more than it in worlds of another seed."""
    report = evaluate_hand(STRONG, worlds=4000, seed=5)
    for auction in AUCTIONS:
        tried = [stake for stake in report.of(auction)["first_stake"] if stake >= 0]
        column = f"{auction}_1"
        chips = {
            stake: rows_of(STRONG, 1, stake, deals=8000, seed=77)[column].astype(float)
            for stake in tried
        }
        for stake in tried:
            gap = chips[stake] - chips[report.best[auction]["open"]]
            assert gap.mean() <= 4 * stats.sem(gap) + 1e-9, (auction, stake)


def test_which_stakes_are_tried() -> None:
    assert first.first_stakes(load_rules("karuzela", 3)) == [1, 2, 3, 4, 5, 6]
    many = first.first_stakes(load_rules("karuzela", 8))
    assert (many[0], many[-1], len(many)) == (1, 16, 6)
    assert many == sorted(set(many))
    assert first.first_stakes(make_rules(min_stake=3, max_stake=5)) == [3, 4, 5]
    assert first.first_stakes(make_rules(max_stake=0))[-1] == 16
    assert first.first_stakes(make_rules(ante=0)) == first.first_stakes(make_rules())


def test_an_empty_hand_passes(capsys: pytest.CaptureFixture[str]) -> None:
    found = evaluate_hand(EMPTY, worlds=100)
    assert found.best == {"soket": {"open": 0}, "sekans": {"open": 0}}
    assert found.reach == {}
    assert set(found.stakes["first_stake"]) == {-1, 0}
    assert (found.stakes["chips"] == 0).all()
    assert found.recommendation.count("nothing held, so pass") == 2
    bluffing = evaluate_hand(EMPTY, worlds=100, rules="poker")
    assert bluffing.stakes["first_stake"].max() == 8


def test_the_dealer_may_win_by_passing() -> None:
    found = evaluate_hand(MIDDLING, worlds=WORLDS, seed=3, seat=0)
    rows, line = rows_of(MIDDLING, 0, 0), found.line("soket", 0)
    assert line["wins"] == line["n"] == (rows["soket_winner"] == 0).sum() > 0
    assert (line["by_right"], line["chips"]) == (1, 4)
    assert found.openings == {}
    assert found.best["soket"]["open"] == 0  # as good as any stake
    assert (found.of("soket")["more"] == 0).all()
    assert found.line("soket", 0, "faced")["wins"] == 0
    assert [found.turns(auction) for auction in AUCTIONS] == [["faced"]] * 2


@pytest.mark.parametrize("seat", [1, 3])
def test_what_the_advice_brings_against_a_run_of_its_own(seat: int) -> None:
    """Both recommended stakes forced at once, with whom a late seat does as the turn asks."""
    found = evaluate_hand(MIDDLING, worlds=WORLDS, seed=3, seat=seat)
    own = rows_of(MIDDLING, seat)
    gained = np.zeros(WORLDS)
    for auction in AUCTIONS:
        staked = [own[f"{auction}_stake_{before}"] > 0 for before in range(1, seat)]
        faced = np.any([np.zeros(WORLDS, dtype=bool), *staked], axis=0)
        for turn, stake in found.best[auction].items():
            rows = rows_of(MIDDLING, seat, stake)
            gain = rows[f"chips_{seat}"].astype(int) - own[f"chips_{seat}"]
            other = AUCTIONS[1 - AUCTIONS.index(auction)]
            gain -= rows[f"{other}_{seat}"].astype(int) - own[f"{other}_{seat}"]
            gained += np.where(faced == (turn == "faced"), gain, 0)
    line = found.parts.set_index("part").loc["in all"].to_dict()
    same_mean(line, "more", gained)
    same_mean(line, "advised", own[f"chips_{seat}"] + gained)
    assert gained.any()
    if seat == 1:
        both = {auction: found.best[auction]["open"] for auction in AUCTIONS}
        scenario = Scenario(known={1: MIDDLING}, dealer=0, staker=1, first_stakes=both)
        rows = simcore.rows("poch", scenario=scenario, rules=ONE_DEAL, deals=WORLDS, first=BEFORE,
                            seed=3)  # fmt: skip
        assert (rows["chips_1"] == own["chips_1"] + gained).all()


def test_a_turn_that_no_world_has_is_left_out() -> None:
    """Nobody before the dealer holds a thing with which `simple` stakes: no stake is faced."""
    found = evaluate_hand(MIDDLING, worlds=100, seat=0, players=3, seed=1)
    assert set(found.stakes["turn"]) <= {"open", "faced"}
    stakes = found.stakes.query("turn == 'open' or auction == 'sekans'")
    rare = dataclasses.replace(found, stakes=stakes)
    assert rare.turns("soket") == []
    assert rare.advice("soket") == ["Soket: nobody stakes before the dealer, so it is his."]


def test_a_bluff_is_called_one() -> None:
    """Wins unseen and shown made up: only what wins almost never shown, and is seldom the best."""
    found = evaluate_hand(MIDDLING, worlds=100)

    def told(unseen: float, shown: float, best: float) -> str:
        stakes, holdings = found.stakes.copy(), found.holdings.copy()
        stakes[["unseen", "shown", "won"]] = unseen, shown, unseen + shown
        holdings["best"] = best
        stake = {auction: {"open": 8} for auction in AUCTIONS}
        made = dataclasses.replace(found, stakes=stakes, holdings=holdings, best=stake)
        assert bool(made.warning) == bool(made.bluff("soket", "open"))
        assert made.recommendation.endswith(made.warning)
        return made.bluff("soket", "open")

    assert "it wins when all others give up (70.0 %)" in told(0.7, 0.01, 0.02)
    assert "best at the table: 2.0 %" in told(0.7, 0.01, 0.02)
    assert not told(0.7, 0.04, 0.02)  # of 30 seen 4 are won: 13 %
    assert not told(0.2, 0.02, 0.02)  # of 22 wins 2 are shown: 9 %
    assert not told(0.7, 0.01, 0.6)
    assert not told(1, 0, 0.02)  # nobody ever stays in
    passes = dataclasses.replace(found, best={auction: {"open": 0} for auction in AUCTIONS})
    assert not passes.warning


# ---- holdings -----------------------------------------------------------------------------------


def test_the_share_of_hands_below_is_exact() -> None:
    """All hands of the small pack counted by the oracle."""
    rules = make_rules(players=3, pack=24)
    hand = ["SA", "SK", "HA", "HQ", "DA", "C9"]
    for turn_up in ("DK", "CT"):
        found = holdings_of(PACKS[24].parse(" ".join(hand)), PACKS[24].parse(turn_up), rules)
        cards = [suit + rank for suit in "DHSC" for rank in "9TJQKA"]
        for auction, of in (("soket", poch_holdings.soket), ("sekans", poch_holdings.sekans)):
            own = poch_holdings.key(of(hand, turn_up[0]))
            keys = np.array(
                [
                    poch_holdings.key(of(six, turn_up[0]))
                    for six in list(combinations(cards, 6))[::7]
                ]
            )
            share = (np.mean(keys < own) + np.mean(keys <= own)) / 2
            error = np.sqrt(share * (1 - share) / len(keys))
            assert abs(found[auction].below - share) < 5 * error + 1e-9
            assert found[auction].key == own & ~1
            assert found[auction].trump == own & 1


def test_trumps_are_open_until_a_card_is_turned_up() -> None:
    """Of 26 cards not seen the suits of the pair are turned up as often as they are left."""
    hand = PACKS[32].parse(MIDDLING)
    found = holdings_of(hand, 0, ONE_DEAL)["soket"]
    assert found.words == "pair 7"
    left = {"D": 7, "H": 7, "S": 5, "C": 7}
    assert found.trump == pytest.approx((left["D"] + left["H"]) / 26)
    known = [holdings_of(hand, PACKS[32].parse(card), ONE_DEAL)["soket"] for card in ("D8", "C8")]
    assert [held.trump for held in known] == [1, 0]
    assert known[1].below < found.below < known[0].below


def test_the_chance_to_hold_the_best_against_brute_force() -> None:
    """Every way to deal 17 cards to two others, counted."""
    rules, hand, turn_up = make_rules(players=3, pack=24), "SA SK HQ HT DK C9", "SQ"
    seen = {*hand.split(), turn_up}
    rest = [s + r for s in "DHSC" for r in "9TJQKA" if s + r not in seen]
    report = evaluate_hand(hand, turn_up=turn_up, rules=rules, worlds=20_000, seed=1)
    for auction, of in (("soket", poch_holdings.soket), ("sekans", poch_holdings.sekans)):
        own = poch_holdings.key(of(hand.split(), turn_up[0]))
        below = np.array(
            [
                sum(1 << place for place in six)
                for six in combinations(range(len(rest)), 6)
                if poch_holdings.key(of([rest[place] for place in six], turn_up[0])) <= own
            ],
            dtype=np.uint32,
        )
        apart = sum(int(np.count_nonzero(below & cards == 0)) for cards in below)
        exact = apart / (12376 * 462)
        row = report.holding(auction)
        low, high = analysis.wilson(round(row["best"] * row["n"]), row["n"], 0.9999)
        assert low < exact < high, auction
        assert 0.05 < exact < 0.95


def test_equal_hands_in_other_suits() -> None:
    one, other = (
        evaluate_hand(hand, worlds=5000, seed=seed)
        for hand, seed in ((MIDDLING, 1), ("DA DK DQ C7 S7 H9", 2))
    )
    for (_, a), (_, b) in zip(one.stakes.iterrows(), other.stakes.iterrows(), strict=True):
        error = np.sqrt(sum(r["won"] * (1 - r["won"]) / r["n"] for r in (a, b)))
        assert abs(a["won"] - b["won"]) <= 4.5 * error, a["first_stake"]
    assert one.holding("soket")["below"] == pytest.approx(other.holding("soket")["below"])


# ---- facing a stake -----------------------------------------------------------------------------


def oracle_faced(acts: Any, keys: list[int], seat: int, rules: Rules) -> tuple[Any, ...] | None:
    """The first turn at which a seat faces a stake and two are left, by a plain count."""
    inside, staked = [True] * rules.players, [0] * rules.players
    stake, turn = 0, 1
    for act in acts:
        while not inside[turn]:
            turn = (turn + 1) % rules.players
        if turn == seat and sum(inside) == 2 and stake:
            other = next(k for k in range(rules.players) if inside[k] and k != seat)
            nearer = (seat - 1) % rules.players < (other - 1) % rules.players
            best = (keys[seat], nearer) > (keys[other], not nearer)
            cost = stake - staked[seat] if rules.betting == "poker" else stake
            return stake, cost, rules.ante * rules.players + sum(staked), best
        chips = stake if act == 65534 else act
        staked[turn] += chips
        inside[turn] = chips > 0
        if chips:
            stake = staked[turn] if rules.betting == "poker" else chips
        turn = (turn + 1) % rules.players
    return None


@pytest.mark.parametrize("name", ["karuzela", "poker"])
@pytest.mark.parametrize("players", ["random", "expert"])
def test_turns_that_face_a_stake(name: str, players: str) -> None:
    rules = RULES[name]._replace(session_deals=1)
    asked: dict[str, Any] = {"rules": rules, "players": players, "deals": 500, "plays": True}
    rows, plays = rows_of(STRONG, 3, 1, **asked)
    plain = Rules(betting="poker" if name == "poker" else "literal", bluff=rules.bluff)
    for auction in AUCTIONS:
        found = seeing.first_of(faced(rows, plays, AUCTIONS.index(auction), rules), 3)
        wanted = []
        for row, line in zip(rows, plays, strict=True):
            acts = poch_row.used(poch_row.read_plays(line, plain)[0][auction], 65535)
            keys = [int(row[f"{auction}_key_{seat}"]) for seat in range(4)]
            told = oracle_faced(acts, keys, 3, plain)
            wanted += [told] if told else []
        columns = zip(found.stake, found.cost, found.pot, found.best, strict=True)
        assert sorted(map(tuple, columns)) == sorted(wanted)
        assert len(wanted) > 20


def turns_facing(stake: Any, best: Any) -> Faced:
    """Turns that face a stake of one other, four antes lying there."""
    nobody = np.zeros(len(stake), dtype=np.int64)
    return Faced(nobody, nobody, nobody, stake, stake, 4 + stake, best.astype(np.int64))


def test_how_far_to_go() -> None:
    """60 better hands of 100 that face one chip, 20 of 100 that face four; 4 antes lie there."""
    stake = np.repeat([1, 4], 100)
    best = np.concatenate([np.arange(100) < 60, np.arange(100) < 20])
    found = seeing.reach_of(turns_facing(stake, best))
    assert (found.n, found.best, found.most) == (200, 0.4, 4)
    # at 1: .4 x 6 > 1; at 4: .2 x 12 < 4, and its upper limit .289 x 12 = 3.47 too
    assert (found.up_to, found.surely, found.perhaps) == (1, 1, 1)
    assert found.stakes["gain"].tolist() == pytest.approx([0.6 * 5 - 0.4, 0.2 * 8 - 0.8 * 4])
    better = seeing.reach_of(turns_facing(stake, np.arange(200) % 100 < 33))
    # .33 x 12 = 3.96 < 4 < .427 x 12
    assert (better.up_to, better.surely, better.perhaps) == (1, 1, 4)
    nothing = seeing.reach_of(turns_facing(np.zeros(0, dtype=np.int64), np.zeros(0)))
    assert (nothing.n, nothing.up_to, len(nothing.stakes)) == (0, 0, 0)


def test_the_reach_of_a_report(report: HandReport) -> None:
    rows, plays = rows_of(STRONG, 2, 1, plays=True)
    for auction in AUCTIONS:
        found = seeing.first_of(faced(rows, plays, AUCTIONS.index(auction), ONE_DEAL), 2)
        reach = report.reach[auction]
        assert reach.n == len(found.stake) == reach.stakes["n"].sum()
        assert reach.best == found.best.mean()
        assert reach.surely <= reach.up_to <= reach.perhaps <= reach.most


# ---- parts --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2])
def test_parts_are_counted_again_from_rows(seat: int) -> None:
    circles = {"A": 12, "K": 8, "7": 3}
    found = evaluate_hand(STRONG, seat=seat, circles=circles, worlds=WORLDS, seed=3)
    rows = rows_of(STRONG, seat, circles=circles)
    parts = {row["part"]: row for row in found.parts.to_dict("records")}
    for part in ("circles", "soket", "sekans", "shedding"):
        same_mean(parts[part], "chips", rows[f"{part}_{seat}"])
    same_mean(parts["in all"], "chips", rows[f"chips_{seat}"])
    assert parts["antes"]["chips"] == -10
    total = sum(parts[part]["chips"] for part in parts if part != "in all")
    assert total == pytest.approx(parts["in all"]["chips"])
    last = rows["loser"] == seat
    assert found.last["last"] == last.mean()
    limits = analysis.wilson(int(last.sum()), WORLDS)
    assert (found.last["last_low"], found.last["last_high"]) == limits
    assert found.cards_left.mean == pytest.approx(rows["cards_left"][last].mean())


@pytest.mark.parametrize("rules", ["karuzela", "court"])
def test_usual_circles_are_those_of_long_sessions(rules: str) -> None:
    for seats in (3, 8):
        rule_set = load_rules(rules, seats)
        rows = simcore.rows("poch", rules=rules, seats=seats, deals=32 * 500, players="simple")
        names = [name for name in rows.dtype.names if name.startswith("circle_")]
        held = np.stack([rows[name] for name in names], axis=1).astype(float)
        before = np.roll(held, 1, axis=0).reshape(500, 32, -1)
        before[:, 0] = 0
        means = before.mean(axis=(1, 2))
        error = stats.sem(means)
        assert abs(means.mean() - usual_chips(rule_set)) < 4.5 * error
    assert claim_chance(RULES["karuzela"]) == pytest.approx(0.8024, abs=1e-4)
    found = evaluate_hand(STRONG, circles="usual", worlds=100)
    assert set(found.circles.values()) == {usual_chips(RULES["karuzela"])}


def test_a_mean_that_never_varies_has_no_limits() -> None:
    mean = Mean()
    for _ in range(3):
        mean.add(np.full(100, 0.1))
    assert mean.found().mean == pytest.approx(0.1)
    assert np.isnan(mean.found().low)
    assert np.isnan(Mean().found().mean)


# ---- openings -----------------------------------------------------------------------------------


def test_openings_are_counted_again_from_rows(report: HandReport) -> None:
    """Turns of seat 2 at which seat 1 has passed, any hand, the least stake against passing."""
    rows = {}
    for stake in (0, 1):
        scenario = Scenario(dealer=0, staker=2, first_stakes=dict.fromkeys(AUCTIONS, stake))
        asked: dict[str, Any] = {"rules": ONE_DEAL, "deals": 2048, "first": 2048, "seed": 3}
        rows[stake] = simcore.rows("poch", scenario=scenario, **asked)
    for auction in AUCTIONS:
        held = rows[0][f"{auction}_key_2"]
        turns = (held > 0) & (rows[0][f"{auction}_stake_1"] == 0)
        gain = rows[1][f"{auction}_2"].astype(int) - rows[0][f"{auction}_2"]
        table = report.openings[auction].holdings
        assert table["n"].sum() + 5 >= turns.sum() >= table["n"].sum()
        word = "pair A" if auction == "soket" else "run 2 A"
        rank = 2 << 5 | 12 << 1
        row = table[table["holding"] == word].to_dict("records")[0]
        here = turns & (held & ~np.uint8(1) == rank)
        assert row["n"] == here.sum()
        same_mean(row, "gain", gain[here])
        assert table["opens"].is_monotonic_increasing


def test_the_lowest_opening_brings_most() -> None:
    pilot = np.array([[2, -5], [2, 1], [4, -1], [6, 2], [6, 1], [8, -1], [-1, 50]])
    assert opening._lowest(pilot) == 6
    assert opening._lowest(np.array([[2, -1], [4, 0]])) is None


# ---- the whole ----------------------------------------------------------------------------------


def test_equal_seeds_give_equal_reports(report: HandReport) -> None:
    again = evaluate_hand(PACKS[32].parse(STRONG), worlds=WORLDS, seed=3, seat="2", threads=1)
    for name in ("stakes", "holdings", "parts"):
        pd.testing.assert_frame_equal(getattr(again, name), getattr(report, name))
    assert again.best == report.best
    for auction in AUCTIONS:
        pd.testing.assert_frame_equal(
            again.openings[auction].holdings, report.openings[auction].holdings
        )
    other = evaluate_hand(STRONG, worlds=WORLDS, seed=4, seat=2)
    assert other.stakes["wins"].tolist() != report.stakes["wins"].tolist()


def test_players_and_seats() -> None:
    assert evaluate_hand(STRONG, players=3, worlds=100).rule_set.players == 3
    assert evaluate_hand(STRONG, players=8, seats=8, worlds=100).rule_set.pack == 52
    names = ["simple", "expert", "random", "simple", "expert"]
    assert evaluate_hand(STRONG, players=names, worlds=100).players == tuple(names)
    assert evaluate_hand(STRONG, players="simple", seats=3, worlds=100).players == ("simple",) * 3


ERRORS: list[tuple[str, dict[str, Any]]] = [
    ("hand 'CT C9 C8 C7 SA': 5 cards, wanted 6", {"hand": "C7 C8 C9 CT SA"}),
    ("7 cards, wanted 6", {"hand": "C7 C8 C9 CT SA SK SQ"}),
    ("card 'SA' is named twice", {"hand": "C7 C8 C9 CT SA SA"}),
    ("unknown card 'C2'", {"hand": "C2 C8 C9 CT SA SK"}),
    ("unknown card 'C7'", {"rules": make_rules(players=3, pack=24), "hand": "C7 CT SA SK SQ ST"}),
    ("unknown seat 4: dealer or 0 to 3, counted from the dealer", {"seat": 4}),
    ("unknown seat -1", {"seat": -1}),
    ("unknown seat '4'", {"seat": "4"}),
    ("unknown seat True", {"seat": True}),
    ("unknown seat ''", {"seat": ""}),
    ("unknown seat 1.0", {"seat": 1.0}),
    ("turn_up 'SA' is in the hand", {"turn_up": "SA"}),
    ("turn_up 'SJ ST': 2 cards, wanted 1", {"turn_up": "SJ ST"}),
    ("circle '2': there is one for each of 7 8", {"circles": {"2": 4}}),
    ("circle 'K'.*each of|circle '9'", {"circles": {"9": 4}, "rules": "court"}),
    ("circle A: chips -1: a whole number from 0", {"circles": {"A": -1}}),
    ("circles 'many': chips by rank, or \"usual\"", {"circles": "many"}),
    ("players 2: a whole number from 3 to 8", {"players": 2}),
    ("players True", {"players": True}),
    ("players: 2 are named: one for all, or 3 to 8", {"players": ["expert", "simple"]}),
    ("seats 5: players say 4", {"players": 4, "seats": 5}),
    ("unknown player 'isko'", {"players": "isko"}),
    ("unknown rules 'isko'", {"rules": "isko"}),
    ("worlds 99: a whole number from 100", {"worlds": 99}),
    ("seed -1", {"seed": -1}),
    ("unknown notation 'en'", {"notation": "en"}),
]


@pytest.mark.parametrize(("message", "asked"), ERRORS, ids=[message for message, _ in ERRORS])
def test_bad_input(message: str, asked: dict[str, Any]) -> None:
    given = {"hand": STRONG, "worlds": 100, "players": "simple"} | asked
    with pytest.raises(ValueError, match=message):
        evaluate_hand(given.pop("hand"), **given)


# ---- the command --------------------------------------------------------------------------------


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hand", "--game", "poch", *STRONG.split(), "--worlds", "100", "--seed", "2", "--json"]
    assert cli.call([*words, "--circles", "A=12, K=8", "--turn-up", "SJ", "--seat", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    same = evaluate_hand(
        STRONG, worlds=100, seed=2, seat=3, turn_up="SJ", circles={"A": 12, "K": 8}
    )
    assert found["best"] == same.best
    assert found["circles"] == {"A": 12, "K": 8}
    assert [row["wins"] for row in found["stakes"]] == same.stakes["wins"].tolist()
    assert found["recommendation"] == same.recommendation
    assert found["stakes"][0]["first_stake"] is None


def test_notations(capsys: pytest.CaptureFixture[str]) -> None:
    german = "GA GK RA R7 SA E9"
    told = []
    for text in (STRONG, german):
        assert cli.call(["hand", "--game", "poch", text, "--worlds", "100", "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0]["stakes"] == told[1]["stakes"]
    assert told[1]["hand"] == "E9 GA GK RA R7 SA"


@pytest.mark.parametrize("hand", [STRONG, MIDDLING, EMPTY])
@pytest.mark.parametrize("table", ["3", "4", "8"])
@pytest.mark.parametrize("rules", ["karuzela", "poker"])
@pytest.mark.parametrize(
    ("seat", "turn"), [("1", " (speaks first)"), ("2", ""), ("0", " (dealer, speaks last)")]
)
def test_one_page_of_80_columns(
    capsys: pytest.CaptureFixture[str], hand: str, table: str, rules: str, seat: str, turn: str
) -> None:
    words = ["hand", "--game", "poch", hand, "--players", table, "--rules", rules, "--seat", seat]
    assert cli.call([*words, "--worlds", "200", "--quiet", "--circles", "usual"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert len(lines) <= 62
    said = " ".join(" ".join(lines).split())
    assert said.startswith("Soket and sekans; hand ")
    assert f"seat {seat} of {table}{turn}, rules {rules}, all played by expert" in said
    assert "nan" not in said
    assert re.search(r"; \d\.\d{1,2} chips wait in each circle besides the antes", said)
    assert "as expert plays it" in said
    assert "as advised" in said


def test_the_dealer_on_one_page(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hand", "--game", "poch", MIDDLING, "--seat", " Dealer", "--worlds", "200"]
    assert cli.call([*words, "--players", "expert,simple,random", "--turn-up", "unknown"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "seat 0 of 3 (dealer, speaks last)" in said
    assert "played by expert against seats 1 simple, 2 random" in said
    assert "nobody has staked: the circle is the dealer's, whether he stakes or passes" in said


def test_what_falls_to_the_dealer(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.call(["hand", "--game", "poch", EMPTY, "--seat", "0", "--worlds", "2000"]) == 0
    found = evaluate_hand(EMPTY, seat=0, worlds=2000).line("sekans", 0)
    low, high = (100 * limit for limit in analysis.wilson(found["n"], 2000))
    share = f"where nobody stakes, in {found['n'] / 20:.1f} % ({low:.1f} to {high:.1f}), the circle"
    assert share in " ".join(capsys.readouterr().out.split())


def test_thresholds_by_holding(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.call(["hand", "--game", "poch", STRONG, "--worlds", "100", "--threshold"]) == 0
    text = capsys.readouterr().out
    assert "Opening the soket with the least stake, any hand at this seat" in text
    assert "pair A" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bid", "18"], "--bid is an option of Skat, there is none in poch"),
        (["--skat", "C7 D8"], "--skat is an option of Skat"),
        (["--heard", "middlehand 18"], "--heard is an option of Skat"),
        (["--pimc", "0"], "--pimc is an option of Skat"),
        (["--all"], "--all is an option of Skat"),
        (["--seat", "forehand"], "unknown seat 'forehand': dealer or 0 to 3, counted from the"),
        (["--circles", "A12"], "--circles 'A12': wanted is rank=chips"),
        (["--circles", "A=1 A=2"], "--circles names 'A' twice"),
        (["--circles", "A=-3"], "circle A: chips -3"),
        (["--circles", ""], "wanted is rank=chips"),
        (["--players", "9"], "players 9: a whole number from 3 to 8"),
        (["--players", "4", "--seats", "5"], "seats 5: players say 4"),
        (["--turn-up", "H7"], "turn_up 'H7' is in the hand"),
        (["--turn-up", "H2"], "unknown card 'H2'"),
        (["--notation", "en"], "unknown notation 'en'"),
    ],
)
def test_bad_words(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert cli.call(["hand", "--game", "poch", STRONG, "--worlds", "100", *words]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("words", [["--turn-up", "SJ"], ["--circles", "usual"], ["--seats", "4"]])
def test_skat_refuses_what_is_of_poch(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    ten = "CJ HJ CA CT C9 C8 HA HQ S7 D8"
    assert cli.call(["hand", ten, "--worlds", "100", *words]) == 2
    assert f"{words[0]} is an option of poch, there is none in Skat" in capsys.readouterr().err
    assert cli.call(["hand", ten, "--game", "bridge"]) == 2
    assert "unknown game 'bridge'" in capsys.readouterr().err


# ---- against brute force ------------------------------------------------------------------------


def test_the_page_of_the_check() -> None:
    lines = [poch_hand_check.checked(*hand, 200, 1000) for hand in poch_hand_check.dealt(2)]
    report, checks = lines[1]["report"], {check.what: check for check in lines[1]["checks"]}
    assert (report.seat, report.worlds) == (1, 200)
    rows = rows_of(PACKS[32].format(report.hand), 1, deals=1000, first=0, seed=2)
    assert checks["in all"].many == pytest.approx(rows["chips_1"].mean())
    assert checks["last with cards"].many == np.mean(rows["loser"] == 1)
    rows = rows_of(PACKS[32].format(report.hand), 1, report.best["sekans"]["open"], deals=1000,
                   first=0, seed=2)  # fmt: skip
    assert checks["sekans open won"].many == np.mean(rows["sekans_winner"] == 1)
    text = poch_hand_check.page(lines, 200, 1000)
    assert f"`{PACKS[32].format(report.hand)}`" in text
    known = [check for line in lines for check in line["checks"] if check.known]
    inside = sum(check.inside for check in known)
    assert f"Of {len(known)} numbers with an interval" in text
    assert f") {inside} lie in the 95 % interval" in text
