"""What play gives away on open cards: the arrays, the words, the frames and the command."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import analysis
import simcore
from analysis import alternatives, decisions, judged, open_play, regret, situations
from analysis.intervals import ClusterSums, clustered_t, clustered_wilson, t_interval, wilson
from scripts import cli
from simcore import cards as pack
from simcore import skat
from simcore.skat.row import ROW
from tests.test_analysis import random_rows, write_run

REPO = Path(__file__).parents[1]
NULL_GAME = simcore.Scenario(declarer="middlehand", contract="N")
RANDOM_PLAY = skat.load_player("expert").with_parts(
    skat.load_player("random"), ["play"], "blunderer"
)


# ---- runs, judged once -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, simcore.Run]:
    """Runs of several kinds; shared, read only."""
    home = tmp_path_factory.mktemp("runs")
    asked: dict[str, dict[str, Any]] = {
        "plain": {"deals": 3000, "first": 10, "seed": 5},
        "again": {"deals": 40, "first": 10, "seed": 5},
        "rotated": {"deals": 40, "first": 10, "seed": 5, "rotate": True},
        "mixed": {"deals": 30, "players": ("expert", "simple", RANDOM_PLAY), "rotate": True},
        "null": {"deals": 60, "scenario": NULL_GAME, "players": "random", "seed": 2},
        "blunders": {"deals": 40, "first": 10, "seed": 5, "players": RANDOM_PLAY},
    }
    return {name: simcore.simulate(out=home / name, **words) for name, words in asked.items()}


@pytest.fixture(scope="module")
def found(runs: dict[str, simcore.Run]) -> dict[str, analysis.Regret]:
    """What was found of them."""
    wanted = {"plain": 60, "again": 60, "rotated": 60, "mixed": 20, "null": 60, "blunders": 60}
    return {name: regret(runs[name], n, seed=3) for name, n in wanted.items()}


@pytest.fixture(scope="module")
def mixed(runs: dict[str, simcore.Run]) -> judged.JudgedGames:
    """The games of a run whose rotations differ."""
    return judged.judged_games(runs["mixed"], 20, 3, 2, None)


# ---- tricks ------------------------------------------------------------------------------------


def told_by_the_rules(row: Any, bits: list[int], rules: str) -> list[dict[str, Any]]:
    """A game card by card, by the public functions of the rules."""
    contract = skat.CONTRACTS[row["contract"]]
    hands = [int(row[f"hand_{seat}"]) for seat in ("forehand", "middlehand", "rearhand")]
    declarer, away = int(row["declarer"]), 0 if row["hand"] else int(row["discard"])
    if not row["hand"]:
        hands[declarer] = (hands[declarer] | int(row["skat"])) ^ away
    leader, gone, table, steps = 0, 0, list[int](), list[dict[str, Any]]()
    for bit in bits:
        seat = (leader + len(table)) % 3
        hand, lead = hands[seat], 1 << table[0] if table else 0
        known = away if seat == declarer else 0
        steps.append(
            {
                "seat": seat,
                "leader": leader,
                "card": bit,
                "hand": hand,
                "legal": skat.legal_cards(hand, lead, contract, rules),
                "unseen": pack.PACK ^ hand ^ gone ^ known,
                "first": table[0] if table else -1,
                "second": table[1] if len(table) > 1 else -1,
            }
        )
        hands[seat], gone = hand ^ (1 << bit), gone | 1 << bit
        table.append(bit)
        if len(table) == 3:
            winner = skat.trick_winner([1 << card for card in table], contract, rules)
            steps[-1]["takes"] = winner == 2
            if winner != 2:
                steps[-1]["best"] = table[winner]
                steps[-1]["holder"] = (leader + winner) % 3
            leader, table = (leader + winner) % 3, []
    return steps


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        ("isko", {"players": "random"}),
        ("isko", {"players": "expert"}),
        ("polish", {"players": "random"}),
        ("isko", {"players": "random", "scenario": NULL_GAME}),
    ],
)
def test_tricks_are_those_of_the_rules(rules: str, asked: dict[str, Any]) -> None:
    rows, plays = simcore.rows(deals=150, seed=8, rules=rules, plays=True, **asked)
    chosen = rows["declarer"] >= 0
    rows, plays = rows[chosen], plays[chosen]
    rule_set = skat.load_rules(rules)
    at = decisions.walk(rows, plays, rule_set)
    takes = decisions.takes(at, at.card, decisions.pack_of(rule_set))
    for game, (row, bits) in enumerate(zip(rows, plays, strict=True)):
        cards = [int(bit) for bit in bits[2:] if bit != 255]
        for step, told in enumerate(told_by_the_rules(row, cards, rules)):
            if "takes" in told:
                assert takes[game, step] == told.pop("takes")
            here = {name: int(getattr(at, name)[game, step]) for name in told}
            assert here == told
            assert at.held[game, step, told["seat"]] == told["hand"]
        assert (at.card[game, len(cards) :] == -1).all()
        assert (at.choices[game, len(cards) :] == 0).all()
    assert set(at.contract.ravel()) >= ({5} if "scenario" in asked else {0, 1, 2, 3})
    assert len(rows) > 50


# ---- words -------------------------------------------------------------------------------------


def position(
    hand: str,
    played: str,
    *,
    table: str = "",
    contract: str = "C",
    seat: int = 0,
    declarer: int = 0,
    gone: str = "",
    rules: str = "isko",
) -> tuple[decisions.Positions, decisions.Pack]:
    """A position before a card, the leader so many seats before as cards are on the table."""
    cards = decisions.pack_of(skat.load_rules(rules))
    number, leader = skat.CONTRACTS.index(contract), (seat - len(table.split())) % 3
    bits, held = pack.parse_list(table), pack.parse(hand)
    best = bits[0] if bits else -1
    if len(bits) == 2:
        filler = next(1 << bit for bit in range(32) if bit not in bits and not held >> bit & 1)
        trick = [1 << bits[0], 1 << bits[1], filler]
        first_two = decisions.strength(
            cards.classes[number, bits], cards.ranks[number, bits], cards.classes[number, bits[0]]
        )
        assert skat.trick_winner(trick, contract, rules) in (int(np.argmax(first_two)), 2)
        best = bits[int(np.argmax(first_two))]
    lead = 1 << bits[0] if bits else 0
    held_by = [0, 0, 0]
    held_by[seat] = held
    holder = (leader + bits.index(best)) % 3 if bits else -1
    numbers: dict[str, Any] = {
        "game": 0,
        "step": len(bits),
        "contract": number,
        "declarer": declarer,
        "seat": seat,
        "leader": leader,
        "card": pack.parse_list(played)[0],
        "held": held_by,
        "hand": held,
        "legal": skat.legal_cards(held, lead, contract, rules),
        "unseen": pack.PACK ^ held ^ pack.parse(f"{table} {gone}"),
        "first": bits[0] if bits else -1,
        "second": bits[1] if len(bits) > 1 else -1,
        "best": best,
        "led": int(cards.classes[number, bits[0]]) if bits else -1,
        "holder": holder,
        "taken": 0,
    }
    sets = {"held", "hand", "legal", "unseen"}
    arrays = {
        name: np.array([value], dtype=np.uint32 if name in sets else np.int64)
        for name, value in numbers.items()
    }
    return decisions.Positions(**arrays), cards


LEADS = [
    ("CJ HA H7 DT D7", "CJ", {}, "declarer leads: top trump"),
    ("SJ CA HA H7 DT D7", "SJ", {"gone": "CJ"}, "declarer leads: top trump"),
    ("CJ C7 H7 DT D7", "C7", {}, "declarer leads: lower trump"),
    ("CJ HA H7 DT D7", "HA", {}, "declarer leads: sure side card"),
    ("CJ HT HQ", "HQ", {"gone": "HA"}, "declarer leads: under a sure card"),
    ("CJ HT HK", "HK", {"gone": "HA"}, "declarer leads: sure side card"),
    ("CJ HT HK", "HT", {"gone": "HA"}, "declarer leads: sure side card"),
    ("CJ HA H7 DT D7", "H7", {}, "declarer leads: under a sure card"),
    ("CJ HA H7 DT D7", "DT", {}, "declarer leads: ten under the ace"),
    ("CJ HA H7 DT D7", "D7", {}, "declarer leads: low from a ten"),
    ("CJ HA H7 DK D7", "DK", {}, "declarer leads: low side card"),
    ("SA CQ", "SA", {"declarer": 1}, "defender leads, declarer next: sure side card"),
    ("SA CQ", "CQ", {"declarer": 2}, "defender leads, partner next: lower trump"),
    ("SA CQ", "CQ", {"declarer": 2, "contract": "G"},
     "defender leads, partner next: low side card"),
    ("DJ SA CQ", "DJ", {"contract": "G", "gone": "CJ SJ HJ"}, "declarer leads: top trump"),
    ("CA DJ", "DJ", {"contract": "D", "rules": "polish"}, "declarer leads: lower trump"),
    ("CA DJ", "DJ", {"contract": "S", "rules": "polish"}, "declarer leads: low side card"),
    ("D8 D7 CA", "D7", {"contract": "N"}, "Null, declarer leads: lowest of a suit"),
    ("D8 D7 CA", "D8", {"contract": "N", "declarer": 1},
     "Null, defender leads, declarer next: not the lowest"),
    ("CJ CT", "CT", {"contract": "N"}, "Null, declarer leads: lowest of a suit"),
]  # fmt: skip
LATER = [
    ("SA S7 CQ", "SA", "ST", {}, "declarer second, side led, can beat: took"),
    ("SA S7 CQ", "S7", "ST", {}, "declarer second, side led, can beat: ducked"),
    ("ST S7 CQ", "ST", "SA", {}, "declarer second, side led, cannot beat: full card"),
    ("CQ H7 HT", "CQ", "SA", {}, "declarer second, can ruff: ruffed"),
    ("CQ H7 HT", "H7", "SA", {}, "declarer second, can ruff: threw"),
    ("CQ H7 HT", "CQ", "SA C9", {}, "declarer last, can ruff: overruffed"),
    ("CQ H7 HT", "HT", "SA C9", {}, "declarer last, can ruff: full card"),
    ("C7 H7 HT", "C7", "SA C9", {}, "declarer last, side led, void: threw a trump"),
    ("CQ C7", "C7", "C9 CK", {}, "declarer last, trump led, cannot beat: low"),
    ("H7 HT", "HT", "CA", {"declarer": 2},
     "defender second, declarer led trump, void: smeared"),
    ("S7 ST", "ST", "SK", {"declarer": 2}, "defender second, declarer led side, can beat: took"),
    ("S7 ST", "S7", "SA", {"declarer": 1},
     "defender second, partner led side, cannot beat: low"),
    ("CK ST", "ST", "HA", {"declarer": 1}, "defender second, partner led, can ruff: smeared"),
    ("S9 ST", "ST", "S8 SA", {"declarer": 2},
     "defender last, declarer holds side, cannot beat: full card"),
    ("S9 ST", "ST", "S8 SA", {"declarer": 1},
     "defender last, partner holds side, cannot beat: smeared"),
    ("SA CT H8", "CT", "CK HJ", {"declarer": 1},
     "defender last, partner holds trump, cannot beat: smeared"),
    ("H7 HT", "H7", "S7 SA", {"declarer": 1}, "defender last, partner holds side, void: threw"),
    ("CK H7", "CK", "S7 SA", {"declarer": 2}, "defender last, declarer holds, can ruff: ruffed"),
    ("D9 D7 CA", "D7", "D8", {"contract": "N"}, "Null, declarer second, follows: under"),
    ("D9 D7 CA", "D9", "D8", {"contract": "N"}, "Null, declarer second, follows: over"),
    ("DT D7 CA", "DT", "DJ", {"contract": "N"}, "Null, declarer second, follows: under"),
    ("H9 CA", "CA", "D8 D9", {"contract": "N", "declarer": 1},
     "Null, defender last, partner holds, void: threw away"),
    ("DJ DQ", "DJ", "DK DA", {"contract": "D", "rules": "polish", "declarer": 1},
     "defender last, partner holds trump, cannot beat: low"),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "played", "more", "words"), LEADS)
def test_words_of_leads(hand: str, played: str, more: dict[str, Any], words: str) -> None:
    at, cards = position(hand, played, **more)
    assert situations.situations(at, cards).words == [words]


@pytest.mark.parametrize(("hand", "played", "table", "more", "words"), LATER)
def test_words_of_later_cards(
    hand: str, played: str, table: str, more: dict[str, Any], words: str
) -> None:
    at, cards = position(hand, played, table=table, **more)
    assert situations.situations(at, cards).words == [words]


def test_every_kind_and_role_has_an_example() -> None:
    words = [case[-1] for case in (*LEADS, *LATER)]
    for kind in situations.KINDS:
        assert any(word.endswith(f": {kind}") for word in words), kind
    for role in situations.ROLES:
        assert any(role in word for word in words), role


def test_words_of_cards_do_not_depend_on_the_shape() -> None:
    rows, plays = simcore.rows(deals=60, seed=4, players="random", plays=True)
    chosen = rows["declarer"] >= 0
    rules = skat.load_rules("isko")
    at = decisions.walk(rows[chosen], plays[chosen], rules)
    at, cards = at[at.choices > 1], decisions.pack_of(rules)
    every = situations.kinds(at[:, None], np.arange(32), cards)
    played = every[np.arange(len(at.card)), at.card]
    assert np.array_equal(played, situations.kinds(at, at.card, cards))


# ---- what wins ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "aim"),
    [
        ({"contract": 3, "matadors": 2, "bid": 36}, 61),
        ({"contract": 3, "matadors": 2, "bid": 40}, 90),  # 36, with schneider 48
        ({"contract": 3, "matadors": 2, "bid": 55}, 120),  # with schwarz 60
        ({"contract": 0, "matadors": -1, "bid": 60}, judged.NEVER),
        ({"contract": 4, "matadors": 2, "bid": 18, "hand": True, "announced_schneider": True}, 90),
        (
            {
                "contract": 2,
                "matadors": 2,
                "bid": 18,
                "hand": True,
                "announced_schneider": True,
                "announced_schwarz": True,
            },
            120,
        ),
        ({"contract": 5, "bid": 23}, 1),
    ],
)
def test_card_points_that_win(fields: dict[str, Any], aim: int) -> None:
    rows = np.zeros(2, dtype=ROW)
    rows["contract"], rows["matadors"], rows["bid"] = 4, 1, 18
    for name, value in fields.items():
        rows[1][name] = value
    assert list(judged.aims_of(rows, skat.load_rules("isko"))) == [61, aim]


# ---- identities --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["plain", "mixed", "null"])
def test_what_is_given_away_adds_up(name: str, runs: dict[str, simcore.Run]) -> None:
    games = judged.judged_games(runs[name], 40, 1, 2, None)
    at = decisions.walk(games.rows, games.plays, games.rules)
    change, declares = games.change(), at.declares
    assert (change[declares] <= 0).all()
    assert (change[~declares] >= 0).all()
    lost = [-np.where(declares, change, 0).sum(axis=1), np.where(declares, 0, change).sum(axis=1)]
    made = np.where(games.is_null, games.rows["won"], games.rows["card_points"])
    assert np.array_equal(games.values[:, 0] - lost[0] + lost[1], made)
    assert np.array_equal(games.last, made)
    flips = games.flips()
    turned = np.where(declares, -1, 1) * flips
    first = games.values[:, 0] >= games.aims
    assert np.array_equal(first + turned.sum(axis=1), games.rows["won"])
    assert (at.choices[flips] > 1).all()
    assert (at.choices[change != 0] > 1).all()
    assert games.is_null.all() == (name == "null")


@pytest.mark.parametrize("name", ["plain", "mixed", "null"])
def test_situations_and_phases_add_up(
    name: str, runs: dict[str, simcore.Run], found: dict[str, analysis.Regret]
) -> None:
    told = found[name]
    forced = 0
    games = judged.judged_games(runs[name], told.deals, 3, 2, None)
    at = decisions.walk(games.rows, games.plays, games.rules)
    for game in told.phases["game"].unique():
        phases = told.phases[told.phases["game"] == game]
        whole = phases[phases["phase"] == "all"]
        single = phases[phases["phase"].str.isdigit()]
        kinds = told.situations[told.situations["game"] == game]
        forced = int((at.choices == 1)[open_play.GROUPS[game][at.contract]].sum())
        assert whole["cards"].sum() == single["cards"].sum() == kinds["cards"].sum() + forced
        for column in ("turned",) if game == "Null" else ("points", "turned"):
            total = whole[column].sum()
            assert kinds[column].sum() == pytest.approx(total)
            assert single[column].sum() == pytest.approx(total)
            row = "N" if game == "Null" else "trumps"
            if game == row:
                line = told.games[told.games["contract"] == row].iloc[0]
                sides = [line[f"{side}_{column}"] for side in open_play.SIDES]
                assert sides == pytest.approx(list(whole[column]))
    assert forced > 0


def test_the_dearest_stand_first(found: dict[str, analysis.Regret]) -> None:
    for _, frame in found["plain"].situations.groupby("game"):
        keys = list(zip(frame["turned"], frame["points"].fillna(0), strict=True))
        assert keys == sorted(keys, reverse=True)
        assert frame["situation"].is_unique
    assert list(found["plain"].situations["game"].unique())[:3] == ["trumps", "suit", "Grand"]


def test_examples_can_be_looked_up(
    runs: dict[str, simcore.Run], found: dict[str, analysis.Regret]
) -> None:
    told = found["plain"].examples
    assert (told.groupby("situation").size() <= open_play.EXAMPLES).all()
    dearest = told["situation"].iloc[0]
    assert dearest == found["plain"].situations["situation"].iloc[0]
    for _, row in told[told["situation"] == dearest].iterrows():
        rows, plays = simcore.replay(runs["plain"], int(row["deal_id"]))
        values = skat.judge(rows, plays).values[0]
        number = row["number"]
        assert pack.CODES[plays[0, 1 + number]] == row["card"]
        assert abs(int(values[number]) - int(values[number - 1])) == row["points"]
        assert row["better"] != row["card"]


# ---- intervals ---------------------------------------------------------------------------------


def test_intervals_of_single_games(
    runs: dict[str, simcore.Run], found: dict[str, analysis.Regret]
) -> None:
    games = judged.judged_games(runs["plain"], 60, 3, 1, None)
    at = decisions.walk(games.rows, games.plays, games.rules)
    chosen = ~games.is_null
    lost = np.where(at.declares, 0, games.change()).sum(axis=1)[chosen]
    turned = (games.flips() & ~at.declares).sum(axis=1)[chosen]
    n = int(chosen.sum())
    line = found["plain"].games.set_index("contract").loc["trumps"]
    low, high = t_interval(n, lost.sum(), (lost**2).sum())
    names = ["defenders_points", "defenders_points_low", "defenders_points_high"]
    assert list(line[names]) == pytest.approx([lost.mean(), low, high])
    low, high = t_interval(n, turned.sum(), (turned**2).sum())
    names = ["defenders_turned", "defenders_turned_low", "defenders_turned_high"]
    assert list(line[names]) == pytest.approx([1000 * turned.mean(), 1000 * low, 1000 * high])
    wins = int((games.values[:, 0] >= games.aims)[chosen].sum())
    limits = [line["open_card_win_rate_low"], line["open_card_win_rate_high"]]
    assert limits == pytest.approx(list(wilson(wins, n)))
    gap = games.rows["won"][chosen].astype(int) - (games.values[:, 0] >= games.aims)[chosen]
    low, high = t_interval(n, gap.sum(), (gap**2).sum())
    assert [line["difference_low"], line["difference_high"]] == pytest.approx([low, high])


def test_rotations_of_a_deal_are_one_draw(
    mixed: judged.JudgedGames, found: dict[str, analysis.Regret]
) -> None:
    told, at = found["mixed"], decisions.walk(mixed.rows, mixed.plays, mixed.rules)
    assert (told.deals, told.n) == (20, len(mixed.rows))
    assert told.n > 40
    at = at[at.choices > 1]
    words = situations.situations(at, decisions.pack_of(mixed.rules))
    lost = np.abs(mixed.change()[at.game, at.step])
    deal, trumps = mixed.deal[at.game], at.contract != 5
    games = np.bincount(mixed.deal[~mixed.is_null], minlength=20)
    frame = told.situations[told.situations["game"] == "trumps"].set_index("situation")
    for situation in frame.index[:12]:
        here = (words.code == words.words.index(situation)) & trumps
        totals = np.bincount(deal[here], lost[here], 20)
        cards = np.bincount(deal[here], minlength=20)
        costly = np.bincount(deal[here], lost[here] > 0, 20)
        row = frame.loc[situation]
        low, high = clustered_t(ClusterSums.of(totals, games))
        expected = [totals.sum() / games.sum(), max(low, 0), high]
        assert list(row[["points", "points_low", "points_high"]]) == pytest.approx(expected)
        low, high = clustered_t(ClusterSums.of(totals, cards))
        expected = [totals.sum() / cards.sum(), max(low, 0), high]
        assert list(row[["each", "each_low", "each_high"]]) == pytest.approx(expected)
        low, high = clustered_wilson(ClusterSums.of(costly, cards))
        assert list(row[["costly_low", "costly_high"]]) == pytest.approx([low, high])
        assert row["cards"] == cards.sum()


def test_equal_rotations_tell_no_more_than_one(found: dict[str, analysis.Regret]) -> None:
    once, thrice = found["again"], found["rotated"]
    assert (thrice.deals, thrice.n) == (once.deals, 3 * once.n)
    for one, three in ((once.games, thrice.games), (once.phases, thrice.phases)):
        counted = [name for name in one.columns if name in ("games", "cards")]
        assert (3 * one[counted]).equals(three[counted])
        pd.testing.assert_frame_equal(one.drop(columns=counted), three.drop(columns=counted))


# ---- drawing -----------------------------------------------------------------------------------


def drawn(run: simcore.Run, n: int, seed: int) -> list[int]:
    with analysis.open(run.path) as log:
        return sorted(set(judged._drawn(log, n, seed)["deal_id"]))


def test_deals_are_drawn_without_regard_to_size_and_order(runs: dict[str, simcore.Run]) -> None:
    run = runs["plain"]
    few, many = drawn(run, 50, 3), drawn(run, 200, 3)
    assert len(few) == 50
    assert set(few) < set(many)
    assert few == drawn(run, 50, 3)
    assert few != drawn(run, 50, 4)
    assert 10 <= min(many) < 200
    assert 2810 < max(many) < 3010
    rows = simcore.rows(deals=3000, first=10, seed=5)
    everything = drawn(run, 1 << 30, 0)
    assert everything == list(rows["deal_id"][rows["declarer"] >= 0])


def test_stretches_hold_every_deal_and_stay_short() -> None:
    deals = np.array([3, 4, 90, 90 + judged._GAP, 91 + 2 * judged._GAP, 10**15], dtype=np.uint64)
    assert list(judged._stretches(deals)) == [
        (3, 88 + judged._GAP),
        (91 + 2 * judged._GAP, 1),
        (10**15, 1),
    ]
    rows = np.arange(0, 10**6, 4000)
    stretches = list(judged._stretches(rows))
    assert max(number for _, number in stretches) <= judged._LONGEST_STRETCH
    covered = [deal for deal in rows for first, n in stretches if first <= deal < first + n]
    assert covered == list(rows)
    assert list(judged._stretches(rows[:0])) == []


def test_more_deals_than_there_are(found: dict[str, analysis.Regret]) -> None:
    rows = simcore.rows(deals=40, first=10, seed=5)
    assert found["again"].deals == found["again"].n == (rows["declarer"] >= 0).sum() < 60


def test_threads_and_blocks_do_not_show(
    runs: dict[str, simcore.Run], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = regret(runs["plain"], 30, seed=3, alternatives=2, threads=1)
    monkeypatch.setattr(judged, "_BLOCK", 7)
    seen: list[simcore.Progress] = []
    other = regret(
        runs["plain"].path, 30, seed=3, alternatives=2, threads=2, on_progress=seen.append
    )
    for name in ("games", "phases", "situations", "examples", "alternatives"):
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name), check_exact=True)
    judging = [progress.deals for progress in seen if progress.total == 30]
    assert judging == [1, 15, 29, 30]
    assert seen[-1].deals == seen[-1].total > 30


def test_a_blunderer_gives_away_more(found: dict[str, analysis.Regret]) -> None:
    expert, blunderer = (found[name].games.set_index("contract") for name in ("again", "blunders"))
    same = ["games", "open_card_win_rate", "open_card_points"]
    pd.testing.assert_frame_equal(expert[same], blunderer[same])
    for side in open_play.SIDES:
        name = f"{side}_points"
        assert blunderer.loc["trumps", f"{name}_low"] > expert.loc["trumps", f"{name}_high"]


# ---- alternatives ------------------------------------------------------------------------------


def test_every_card_is_judged(mixed: judged.JudgedGames) -> None:
    at = decisions.walk(mixed.rows, mixed.plays, mixed.rules)
    at = at[at.choices > 1][::40]
    values = alternatives._move_values(at, mixed, 2, None)
    before, after = (mixed.values[at.game, at.step + k] for k in (0, 1))
    legal = at.legal[:, None] >> np.arange(32, dtype=np.uint32) & 1 == 1
    assert np.array_equal(values >= 0, legal)
    assert np.array_equal(values[np.arange(len(values)), at.card], after)
    best = np.where(at.declares, values.max(axis=1), np.where(legal, values, 999).min(axis=1))
    assert np.array_equal(best, before)


def test_alternatives_against_a_slow_count(runs: dict[str, simcore.Run]) -> None:
    told = regret(runs["plain"], 60, seed=3, alternatives=8)
    frame = told.alternatives
    assert frame is not None
    ranked = told.situations[told.situations["game"] == "trumps"]["situation"]
    situation = ranked.iloc[0]
    games = judged.judged_games(runs["plain"], 60, 3, 2, None)
    at = decisions.walk(games.rows, games.plays, games.rules)
    at, cards = at[at.choices > 1], decisions.pack_of(games.rules)
    words = situations.situations(at, cards)
    wanted = [words.words.index(word) for word in ranked.head(open_play.DEAREST)]
    wanted += [
        words.words.index(word)
        for word in told.situations[told.situations["game"] == "Null"]["situation"].head(25)
    ]
    places = alternatives.draw_decisions(words.code, wanted, 8, 3)
    places = places[words.code[places] == words.words.index(situation)]
    gains: dict[str, list[tuple[int, float, float, float]]] = {}
    for place in places:
        one = at[int(place)]
        values = alternatives._move_values(at[[int(place)]], games, 1, None)[0]
        side = 1 if one.declares else -1
        kinds: dict[str, list[float]] = {}
        for bit in pack.bits_of(int(one.legal)):
            kind = int(situations.kinds(at[[int(place)]], np.array([bit]), cards)[0])
            kinds.setdefault(situations.KINDS[kind], []).append(side * float(values[bit]))
        own = kinds[situation.split(": ")[1]]
        for kind, worth in kinds.items():
            gain = max(worth) - side * float(values[one.card])
            mean = np.mean(worth) - np.mean(own)
            deal = int(games.deal[one.game])
            gains.setdefault(kind, []).append((deal, gain, max(worth) - max(own), float(mean)))
    cells = frame[(frame["game"] == "trumps") & (frame["situation"] == situation)]
    assert set(cells["kind"]) == set(gains)
    assert (cells["of"] == len(places)).all()
    for _, row in cells.iterrows():
        told_kind = gains[row["kind"]]
        assert row["n"] == len(told_kind)
        for column, name in enumerate(("gain", "best", "mean"), start=1):
            numbers = [entry[column] for entry in told_kind]
            assert row[f"points_{name}"] == pytest.approx(np.mean(numbers), abs=1e-9)
            deals = np.array([entry[0] for entry in told_kind])
            by_deal = np.bincount(deals, numbers), np.bincount(deals)
            low, high = clustered_t(ClusterSums.of(*by_deal))
            limits = [row[f"points_{name}_low"], row[f"points_{name}_high"]]
            assert limits == pytest.approx([low, high], nan_ok=True)


def test_of_the_kind_played_another_card_gains_at_most(runs: dict[str, simcore.Run]) -> None:
    frame = regret(runs["mixed"], 10, alternatives=4).alternatives
    assert frame is not None
    own = frame[frame["played"]]
    assert (own["points_gain"].fillna(0) >= 0).all()
    assert (own["won_gain"] >= 0).all()
    for column in ("points_best", "points_mean", "won_best", "won_mean"):
        assert (own[column].fillna(0) == 0).all()
    assert not own.duplicated(["game", "situation"]).any()
    assert (frame["n"] <= frame["of"]).all()
    assert (own["n"] == own["of"]).all()


# ---- runs that give little ---------------------------------------------------------------------


def test_runs_without_a_declarer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = simcore.rows(deals=500, seed=1)
    deal = int(rows["deal_id"][rows["declarer"] < 0][0])
    simcore.simulate(deals=1, first=deal, seed=1, out=tmp_path / "passed in")
    write_run(tmp_path / "empty", [])
    for name in ("passed in", "empty"):
        told = regret(tmp_path / name, 10, alternatives=3)
        assert (told.deals, told.n) == (0, 0)
        assert list(told.games["contract"]) == ["trumps"]
        assert told.games["games"].iloc[0] == 0
        assert math.isnan(told.games["win_rate"].iloc[0])
        assert told.alternatives is not None
        for frame in (told.phases, told.situations, told.examples, told.alternatives):
            assert len(frame) == 0
            assert len(frame.columns) > 5
        assert "no game with a declarer" in said(capsys, tmp_path / name)


def test_a_log_that_is_not_played_again_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_run(tmp_path / "run", random_rows(30, rotate=False))
    with pytest.raises(judged.ReplayError, match=r"deal 1\d\d rotation 0: \w+ is .* in the log"):
        regret(folder, 20)
    assert cli.call(["regret", str(folder), "--quiet"]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "written by another version of the program" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"n": 0}, "n 0: a whole number from 1"),
        ({"n": 1.5}, "n 1.5"),
        ({"seed": -1}, "seed -1"),
        ({"threads": 0}, "threads 0"),
        ({"alternatives": -1}, "alternatives -1"),
        ({"run": 7}, "7 is no path of a run folder"),
        ({"run": "nowhere"}, "'nowhere' is no run folder"),
    ],
)
def test_bad_requests_are_refused(
    asked: dict[str, Any], message: str, runs: dict[str, simcore.Run]
) -> None:
    with pytest.raises(ValueError, match=message):
        regret(**{"run": runs["plain"], "n": 5} | asked)


# ---- the command -------------------------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> str:
    code = cli.call(["regret", str(folder), *words])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ((), "Dearest decisions, "),
        (("--game", "grand", "--top", "3"), "Grand games; 3 of "),
        (("--by", "phase"), "By number of the trick, "),
        (("--by", "contract"), "Won, in percent: on open cards from the first lead"),
        (("--by", "example", "--top", "2"), "look with: simcore show "),
        (("--by", "alternative", "--decisions", "2", "--top", "4"), "instead "),
        (("--game", "null"), "Null games; "),
    ],
)
def test_the_text(
    words: tuple[str, ...],
    title: str,
    runs: dict[str, simcore.Run],
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = said(capsys, runs["plain"].path, "--deals", "20", "--seed", "3", *words)
    assert "players expert, rules isko" in text
    assert "  20 games of 20 deals judged, drawn with seed 3\n" in text
    assert title in text
    body = [line for line in text.splitlines() if str(runs["plain"].path) not in line]
    assert max(map(len, body)) <= 100


def test_the_json(
    runs: dict[str, simcore.Run],
    found: dict[str, analysis.Regret],
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = runs["plain"].path
    plain = json.loads(said(capsys, folder, "--deals", "60", "--seed", "3", "--json"))
    told = found["plain"]
    assert (plain["n"], plain["deals"], plain["seed"]) == (told.n, told.deals, 3)
    assert [row["situation"] for row in plain["situations"]] == list(told.situations["situation"])
    assert [row["games"] for row in plain["games"]] == list(told.games["games"])
    assert [row["turned"] for row in plain["phases"]] == list(told.phases["turned"])
    assert plain["examples"][0]["deal_id"] == told.examples["deal_id"].iloc[0]
    assert "alternatives" not in plain


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--by", "colour"], "--by 'colour': one of situation, phase, "),
        (["--game", "ramsch"], "--game 'ramsch': one of trumps, suit, Grand, Null"),
        (["--top", "0"], "--top 0"),
        (["--deals", "0"], "--deals 0"),
        (["--deals", "x"], "'x' is no whole number"),
        (["--seed", "-1"], "--seed -1"),
        (["--threads", "0"], "--threads 0"),
        (["--decisions", "5"], "--decisions 5 goes with --by alternative only"),
        (["--by", "alternative", "--decisions", "0"], "--decisions 0"),
    ],
)
def test_refusals(
    words: list[str],
    message: str,
    runs: dict[str, simcore.Run],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.call(["regret", str(runs["plain"].path), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("simcore: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_folder_that_is_no_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.call(["regret", str(tmp_path)]) == 2
    assert "is no run folder" in capsys.readouterr().err


def test_an_interrupt_is_told_in_one_line(runs: dict[str, simcore.Run]) -> None:
    code = (
        "import os, signal; from scripts import cli; from analysis import judged\n"
        "judge = judged.judge\n"
        "def interrupted(*words, **named):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return judge(*words, **named)\n"
        "judged.judge, judged._BLOCK = interrupted, 2\n"
        "cli.main()"
    )
    words = [sys.executable, "-c", code, "regret", str(runs["plain"].path), "--quiet"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=REPO)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.count("\n") == 1
    assert "were judged; nothing is kept" in done.stderr
