"""`simcore hand`, `evaluate_hand`: every number found another way, and what it says."""

import dataclasses
import json
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import analysis
import simcore
from analysis.hand import bids, discards
from analysis.hand.games import Choice, plain_choices
from analysis.hand.played import play
from analysis.hand.worlds import Table, Worlds
from scripts import cli
from simcore import Scenario, cards, skat

ISKO = skat.RULES["isko"]
TEN = "CJ HJ CA CT C9 C8 HA HQ S7 D8"
SKAT = "HK D7"
WORLDS, FIRST = 400, 4096  # worlds shown, and those before them, for choosing


@pytest.fixture(scope="module")
def report() -> analysis.HandReport:
    return analysis.evaluate_hand(TEN, seat="middlehand", worlds=WORLDS, seed=3, open_cards=6)


@pytest.fixture(scope="module")
def picked_up() -> analysis.HandReport:
    return analysis.evaluate_hand(TEN, skat=SKAT, worlds=WORLDS, seed=3)


def game(report: analysis.HandReport, name: str) -> Any:
    rows = report.games[report.games["game"] == name]
    assert len(rows) == 1
    return rows.iloc[0]


def table(text: str = TEN, skat_cards: str = "", seat: int = 1, player: str = "expert") -> Table:
    players = skat.load_players(player)
    return Table(cards.parse(text), cards.parse(skat_cards), seat, ISKO, players, 3, 1)


# ---- numbers ------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_rows(report: analysis.HandReport) -> None:
    """Counted again from rows of the scenario alone, in worlds that chose nothing."""
    for name, forced in {
        "Clubs": {"contract": "C"},
        "Hearts hand": {"contract": "H", "hand": True},
        "Null ouvert": {"contract": "N", "announced": ("ouvert",)},
        "pick up, then choose": {"hand": False},
    }.items():
        scenario = Scenario(known={1: TEN}, declarer=1, bid=18, **forced)  # type: ignore[arg-type]
        rows = simcore.rows(scenario=scenario, deals=WORLDS, first=FIRST, seed=3)
        found = game(report, name)
        assert (found["n"], found["wins"]) == (WORLDS, rows["won"].sum())
        low, high = analysis.wilson(int(found["wins"]), WORLDS)
        assert (found["win_low"], found["win_high"]) == (low, high)
        score = rows["score"].astype(float)
        for payoff, brought in {
            "plain": score,
            "seeger_fabian": score + np.where(rows["won"], 50, -50),
            "lead": score + np.where(rows["won"], 50, -90),
        }.items():
            limits = stats.t.interval(0.95, WORLDS - 1, brought.mean(), stats.sem(brought))
            own = found[payoff], found[f"{payoff}_low"], found[f"{payoff}_high"]
            assert own == pytest.approx((brought.mean(), *limits))
            assert found[f"{payoff}_sd"] == pytest.approx(brought.std(ddof=1))
        assert found["schneider"] == np.mean(rows["card_points"] >= 90)
        assert found["overbid"] == rows["overbid"].mean()


def test_differences_are_paired(report: analysis.HandReport) -> None:
    best = report.games.iloc[0]
    assert report.best == best["game"]
    assert (best["behind"], best["tied"]) == (0, True)
    brought = {}
    for name, contract in (("Clubs", "C"), ("Spades", "S")):
        scenario = Scenario(known={1: TEN}, declarer=1, contract=contract, bid=18)
        rows = simcore.rows(scenario=scenario, deals=WORLDS, first=FIRST, seed=3)
        brought[name] = rows["score"] + np.where(rows["won"], 50.0, -50.0)
    gap = brought["Spades"] - brought["Clubs"]
    worlds = Worlds(table())
    played = play(worlds, [Choice("C"), Choice("S")], 18, FIRST, WORLDS)
    found = played.less(1, 0, "seeger_fabian")
    limits = stats.t.interval(0.95, WORLDS - 1, gap.mean(), stats.sem(gap))
    assert (found.mean, found.low, found.high) == pytest.approx((gap.mean(), *limits))


def test_every_game_there_is_stands_in_the_report(report: analysis.HandReport) -> None:
    plain = {choice.name for choice in plain_choices(18, ISKO, picked_up=False)}
    assert len(plain) == 15
    assert plain <= set(report.games["game"])


def test_at_a_bid_some_games_are_out() -> None:
    names = {choice.name for choice in plain_choices(36, ISKO, picked_up=True)}
    assert names == {"Diamonds", "Hearts", "Spades", "Clubs", "Grand", "Null ouvert"}


def test_announcements_are_tried_where_they_are_near() -> None:
    strong = analysis.evaluate_hand("CJ SJ HJ DJ CA CT CK CQ HA SA", worlds=200, seed=1)
    names = set(strong.games["game"])
    assert {"Grand hand schneider", "Grand hand schwarz", "Grand hand ouvert"} <= names
    weak = analysis.evaluate_hand(TEN, worlds=200, seed=1)
    assert set(weak.games["announced"]) == {(), ("ouvert",)}
    announced = game(strong, "Grand hand schneider")
    assert announced["announced"] == ("schneider",)
    assert announced["plain"] > game(strong, "Grand hand")["plain"]


def test_equal_seeds_give_equal_reports(report: analysis.HandReport) -> None:
    again = analysis.evaluate_hand(
        cards.parse(TEN), seat=1, worlds=WORLDS, seed=3, open_cards=6, threads=1
    )
    pd.testing.assert_frame_equal(again.games, report.games)
    other = analysis.evaluate_hand(TEN, seat=1, worlds=WORLDS, seed=4)
    assert other.games["wins"].tolist() != report.games["wins"].tolist()


@pytest.mark.parametrize(
    ("hand", "swapped", "games"),
    [
        (
            TEN,
            "CJ HJ DA DT D9 D8 SA SQ H7 C8",
            {"Grand": "Grand", "Grand hand": "Grand hand", "Clubs": "Diamonds",
             "Diamonds hand": "Clubs hand", "Hearts": "Spades", "Spades hand": "Hearts hand"},
        ),
        (
            "C7 C8 CT H7 H9 HJ S8 S9 D7 DQ",
            "D7 D8 DT S7 S9 SJ H8 H9 C7 CQ",
            {"Null": "Null", "Null hand": "Null hand", "Null ouvert": "Null ouvert"},
        ),
    ],
)  # fmt: skip
def test_suits_change_places_and_the_numbers_stay(
    hand: str, swapped: str, games: dict[str, str]
) -> None:
    """Clubs and diamonds, hearts and spades exchanged (jacks too where they are plain cards): the
    suits are alike but for what they are worth."""
    one, other = (analysis.evaluate_hand(cards, worlds=6000, seed=7) for cards in (hand, swapped))
    for name, there in games.items():
        found = [game(one, name), game(other, there)]
        error = np.sqrt(sum(row["win_rate"] * (1 - row["win_rate"]) / row["n"] for row in found))
        assert abs(found[0]["win_rate"] - found[1]["win_rate"]) < 4 * error, name


def test_open_cards_are_solved_one_by_one(report: analysis.HandReport) -> None:
    """The same worlds through `skat.solve`."""
    found = game(report, "Clubs")
    scenario = Scenario(known={1: TEN}, declarer=1, contract="C", bid=18)
    rows = simcore.rows(scenario=scenario, deals=6, first=FIRST, seed=3)
    wins = 0
    for row in rows:
        hands = [int(row[f"hand_{name}"]) for name in ("forehand", "middlehand", "rearhand")]
        away = int(row["discard"])
        hands[1] = (hands[1] | int(row["skat"])) ^ away
        wins += skat.solve(hands, "C", declarer=1, skat=away) >= 61
    assert (found["open_card_n"], found["open_card_rate"]) == (6, wins / 6)
    assert np.isnan(game(report, "pick up, then choose")["open_card_rate"])


def test_sampled_worlds_are_played() -> None:
    found = analysis.evaluate_hand(TEN, worlds=100, seed=1, pimc=1)
    assert found.games["pimc_n"].tolist()[0] == 1
    assert found.games["pimc_n"].isna().sum() == len(found.games) - 1


# ---- bids ---------------------------------------------------------------------------------------


def test_what_a_game_is_safely_worth() -> None:
    """Without two jacks: 40 of 231 skats hold one of them, then the game is with or without one;
    one skat holds both, then it is with seven."""
    hand = cards.parse("HJ DJ CA CT CK C9 HA ST S7 D8")
    safe, breaks = bids.safety(Choice("C"), hand, 0, ISKO)
    assert safe == 2 * 12
    assert breaks == pytest.approx(40 / 231)
    assert bids.safety(Choice("C", True), hand, 0, ISKO)[0] == 3 * 12
    assert bids.safety(Choice("N", True, ("ouvert",)), hand, 0, ISKO) == (59, 0)
    known = cards.parse("CJ S8")
    assert bids.safety(Choice("G"), hand, known, ISKO) == (2 * 24, 0)
    held = cards.parse("CJ SJ CA CT CK C9 HA ST S7 D8")
    assert bids.safety(Choice("C"), held, 0, ISKO) == (3 * 12, 0)
    assert bids.safety(Choice("C", True, ("schneider",)), held, 0, ISKO)[0] == 6 * 12
    assert bids.safety(Choice("C", True, ("ouvert",)), held, 0, ISKO)[0] == 9 * 12


@pytest.mark.parametrize("choice", [Choice("C"), Choice("H", True), Choice("G")])
@pytest.mark.parametrize("bid", [24, 36, 60])
def test_a_game_settled_again_is_the_game_played_at_that_bid(choice: Choice, bid: int) -> None:
    worlds = Worlds(table("SJ DJ CA CT CK C9 HA ST S7 D8"))
    tally = play(worlds, [choice], 18, 0, 300).tallies[0]
    for payoff in ("plain", "seeger_fabian", "lead"):
        mean, error = bids.mean_at(tally, bid, payoff, ISKO)
        found = play(worlds, [choice], bid, 0, 300).payoff(0, payoff)
        assert mean == pytest.approx(found.mean)
        assert error == pytest.approx(found.sd / np.sqrt(300))


def test_the_highest_bid_that_pays_is_the_last(report: analysis.HandReport) -> None:
    worlds, found = Worlds(table()), game(report, "Clubs")
    paying = []
    for bid in skat.legal_bids()[:30]:
        mean = play(worlds, [Choice("C")], bid, FIRST, WORLDS).payoff(0, "plain").mean
        paying += [bid] if mean >= 0 else []
    assert found["pays_plain"] == (paying[-1] if paying else 0)
    assert found["pays_plain_surely"] <= found["pays_plain"]
    assert found["pays_plain"] <= found["pays_seeger_fabian"]


# ---- discards -----------------------------------------------------------------------------------


def test_the_discard_is_the_best_of_all_66(picked_up: analysis.HandReport) -> None:
    """All 66 on many worlds: nothing is shown to be better than the chosen one."""
    chosen = int(game(picked_up, "Clubs")["discard"])
    twelve = f"{TEN} {SKAT}".split()
    pairs = [cards.parse(" ".join(pair)) for pair in combinations(twelve, 2)]
    known: dict[int | str, int | str] = {0: TEN, "skat": SKAT}
    arms = [Scenario(known=known, declarer=0, contract="C", discard=pair) for pair in pairs]
    rows = simcore.arms(arms, deals=3000, seed=99)
    brought = rows["score"] + np.where(rows["won"], 50.0, -50.0)
    gaps = brought - brought[:, [pairs.index(chosen)]]
    assert np.all(gaps.mean(axis=0) < 3 * stats.sem(gaps, axis=0) + 1e-9)


def test_discards_not_told_from_the_best_are_tied(picked_up: analysis.HandReport) -> None:
    own = picked_up.discards[picked_up.discards["game"] == "Clubs"]
    assert own.iloc[0]["tied"]
    assert own["discard"].is_unique
    for row in own.iloc[1:].to_dict("records"):
        same = np.isnan(row["behind_low"]) and row["behind"] == 0
        assert row["tied"] == (same or row["behind_low"] <= 0 <= row["behind_high"])


def test_equal_cards_are_tied() -> None:
    """Seven and eight of a suit without the nine between others are one card twice."""
    report = analysis.evaluate_hand("CJ SJ HJ CA CT CK HA HT SA D8", skat="D7 S9", worlds=400)
    own = report.discards[report.discards["game"] == "Grand"].set_index("discard")
    one, other = (cards.parse(pair) for pair in ("D7 S9", "D8 S9"))
    if one in own.index and other in own.index:
        assert own.loc[one, "behind"] == own.loc[other, "behind"]
    assert one in own.index or other in own.index or cards.parse("D7 D8") in own.index


def test_a_difference_that_never_varies_is_shown() -> None:
    """Both Nulls are safe: ouvert brings 23 more in every world."""
    report = analysis.evaluate_hand(
        "C7 C8 C9 S7 S9 H7 H8 HQ D7 D9", skat="DA HT", worlds=200, scoring="plain"
    )
    assert report.best == "Null ouvert"
    null = game(report, "Null")
    assert (null["behind"], null["tied"]) == (-23, False)
    assert np.isnan(null["behind_low"])
    assert np.isnan(null["plain_low"])
    assert null["win_low"] < null["win_rate"] == 1
    assert "23.0 (in every world) more than Null, the next best" in report.recommendation
    assert "nan" not in report.recommendation


def test_halving_keeps_what_cannot_be_told_apart() -> None:
    sums = np.tile(np.arange(10), (50, 1)) * 0
    order = np.arange(10)
    assert discards._kept(sums, order) == list(range(10))
    clear = np.tile(10 - np.arange(10), (50, 1)) + np.random.default_rng(1).normal(size=(50, 10))
    assert len(discards._kept(clear.astype(np.int64), order)) <= 6


# ---- what was heard -----------------------------------------------------------------------------


def test_only_worlds_in_which_the_others_bid_so() -> None:
    heard: dict[int | str, int | str] = {"middlehand": 18, 2: 0}
    ten = "HJ DJ CA CT CK C9 HA ST S7 S8"
    report = analysis.evaluate_hand(ten, worlds=300, seed=2, heard=heard, players="simple")
    assert report.heard is not None
    rows = simcore.rows(
        players="simple",
        deals=report.heard.tried,
        seed=2,
        scenario=Scenario(known={0: ten}, bidder=0, bid=264),
    )
    fits = (rows["bid_middlehand"] == 18) & (rows["bid_rearhand"] == 0) & (rows["declarer"] == 0)
    assert report.heard.kept == fits.sum() == 300 + 100
    assert report.heard.bid == report.bid == rows["bid"][fits][0]
    kept = rows[fits]
    names = ("hand_forehand", "hand_middlehand", "hand_rearhand", "skat")
    deals = np.stack([kept[name].astype(np.int64) for name in names], axis=1)
    forced = Scenario(deals=deals, declarer=0, contract="C", bid=report.bid)
    played = simcore.rows(players="simple", deals=300, first=100, seed=2, scenario=forced)
    assert game(report, "Clubs")["wins"] == played["won"].sum()


def test_few_worlds_for_what_was_heard_are_told() -> None:
    report = analysis.evaluate_hand(
        "CJ SJ HA HT HK H9 SA S8 D7 D9", seat=0, worlds=1_500_000 // 15, seed=1, players="simple",
        heard={1: 40, 2: 0},
    )  # fmt: skip
    assert report.heard is not None
    assert report.heard.kept < 125_000
    assert report.worlds == report.heard.kept - max(report.heard.kept // 5, 100)
    assert (report.games["n"] == report.worlds).all()


# ---- what it says -------------------------------------------------------------------------------


def test_the_best_of_all_other_games_is_named() -> None:
    """Whatever kind it is, and if it did better in these worlds it is said."""
    report = analysis.evaluate_hand(TEN, worlds=2000, seed=1)
    other = report.games.iloc[1:].sort_values("seeger_fabian", ascending=False).iloc[0]
    name = "picking up" if other["contract"] is None else other["game"]
    assert f" {name}" in report.recommendation
    better = report.games.copy()
    better.loc[1, ["behind", "behind_low", "behind_high", "tied"]] = [5.0, 3.0, 7.0, False]
    better.loc[1, "seeger_fabian"] = 1000.0
    told = dataclasses.replace(report, games=better).recommendation
    assert "brought 5.0 (3.0 to 7.0) more in these worlds: ask for more worlds" in told


def test_a_report_prints(report: analysis.HandReport) -> None:
    assert report.recommendation in str(report)
    assert "win_low" in str(report)
    assert repr(report).startswith("HandReport('CJ HJ ")


def test_text_in_another_notation() -> None:
    one = analysis.evaluate_hand(SAME_HAND["de"], worlds=100, notation="de")
    assert one.hand == cards.parse(TEN)
    heard: dict[int | str, int | str] = {"middlehand": "pass", 2: 0}
    two = analysis.evaluate_hand(TEN, worlds=100, heard=heard)
    assert two.heard is not None
    assert two.heard.said == {1: 0, 2: 0}


def test_advice() -> None:
    weak = analysis.evaluate_hand("C7 C9 CQ H7 H9 HQ S8 SK D9 DK", worlds=200)
    assert weak.recommendation.startswith(("Pass: even ", "Even: "))
    assert "at 18 brings" in weak.recommendation
    strong = analysis.evaluate_hand("CJ SJ HJ DJ CA CT CK CQ HA SA", worlds=200)
    assert strong.recommendation.startswith("Play Grand hand")
    assert "it pays up to" in strong.recommendation
    late = analysis.evaluate_hand("C7 C9 CQ H7 H9 HQ S8 SK D9 DK", skat="DT S7", worlds=200)
    assert " and put away " in late.recommendation
    german = late.advice("de")
    assert german != late.recommendation


ERRORS: list[tuple[str, dict[str, Any]]] = [
    ("hand 'CJ': 1 cards, wanted 10", {"hand": "CJ"}),
    ("unknown card 'C1'", {"hand": "C1"}),
    ("skat 'D7': 1 cards, wanted 2", {"skat": "D7"}),
    ("card CJ is in hand and skat", {"skat": "CJ D7"}),
    ("unknown seat 'x'", {"seat": "x"}),
    ("bid 19 is not legal", {"bid": 19}),
    ("worlds 99: a whole number from 100", {"worlds": 99}),
    ("unknown scoring 'points'", {"scoring": "points"}),
    ("open_cards -1", {"open_cards": -1}),
    ("pimc True", {"pimc": True}),
    ("player 'pimc' is too slow for this", {"players": "pimc"}),
    ("heard 3: a mapping", {"heard": 3}),
    ("heard forehand: that is the seat of the hand", {"heard": {0: 18, 1: 0}}),
    ("what was heard of rearhand", {"heard": {1: 18}}),
    ("heard middlehand: bid 19 is not legal: 18 or 20", {"heard": {1: 19, 2: 0}}),
    ("so no auction goes that forehand wins", {"heard": {1: 18, 2: 18}}),
    ("so no auction goes that forehand wins", {"heard": {1: 20, 2: 18}}),
    ("so no auction goes that middlehand wins", {"heard": {0: 0, 2: 18}, "seat": 1}),
    ("unknown scoring", {"scoring": []}),
    (r"heard middlehand array\(\[18\]\): a legal bid", {"heard": {1: np.array([18]), 2: 0}}),
    ("heard middlehand 'hold': a legal bid", {"heard": {1: "hold", 2: 0}}),
    ("heard middlehand twice", {"heard": {1: 18, "middlehand": 18, 2: 0}}),
    ("bid 40: after what was heard the game is played at 18", {"heard": {1: 0, 2: 0}, "bid": 40}),
    ("the players named bid so in 0 of 524,288", {"heard": {1: 240, 2: 264}}),
]


@pytest.mark.parametrize(("message", "asked"), ERRORS, ids=[message for message, _ in ERRORS])
def test_bad_input(message: str, asked: dict[str, Any]) -> None:
    given = {"hand": TEN, "worlds": 100, "players": "simple"} | asked
    with pytest.raises(ValueError, match=message):
        analysis.evaluate_hand(given.pop("hand"), **given)


# ---- the command --------------------------------------------------------------------------------

SAME_HAND = {
    "iss": "CJ HJ CA CT C9 C8 HA HQ S7 D8",
    "de": "EU RU EA E10 E9 E8 RA RO G7 S8",
    "fr-de": "KrB HeB KrA Kr10 Kr9 Kr8 HeA HeD Pi7 Ka8",
}


def test_three_notations_one_answer(capsys: pytest.CaptureFixture[str]) -> None:
    told = {}
    for notation, text in SAME_HAND.items():
        assert cli.call(["hand", text, "--worlds", "100", "--json", "--notation", notation]) == 0
        told[notation] = json.loads(capsys.readouterr().out)
    games = [[row["wins"] for row in found["games"]] for found in told.values()]
    assert games[0] == games[1] == games[2]
    assert told["de"]["hand"] != told["iss"]["hand"]


def test_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hand", *TEN.split(), "--skat", SKAT, "--worlds", "100", "--seat", "rearhand"]
    assert cli.call([*words, "--players", "expert,simple,expert", "--open-cards"]) == 0
    text = capsys.readouterr().out
    said = " ".join(text.split())
    assert "played by expert against forehand expert and middlehand simple" in said
    assert "100 worlds (deals of the cards not seen), seed 0" in text
    assert "The best of 66 discards for " in text
    assert "Open-card: " in text
    assert max(map(len, text.splitlines())) <= 80


def test_heard_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["hand", TEN, "--worlds", "100", "--heard", "middlehand: pass, rearhand pass"]
    assert cli.call([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["heard"]["said"] == {"middlehand": 0, "rearhand": 0}
    assert found["bid"] == 18
    assert cli.call(words) == 0
    assert "heard middlehand pass, rearhand pass: so they bid in " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([TEN, "--heard", f"middlehand {'9' * 5000}, rearhand pass"], "wanted is a seat and a"),
        ([TEN, "--heard", "middlehand"], "--heard 'middlehand': wanted is a seat and a value"),
        ([TEN, "--heard", "middlehand 18, middlehand pass"], "names 'middlehand' twice"),
        ([TEN, "--players", "expert,simple"], "name one, or three by seat"),
        ([TEN, "--skat", "C1 D7"], "'C1'"),
        (["CJ SJ"], "2 cards, wanted 10"),
        ([TEN, "--worlds", "ten"], "'ten' is no whole number"),
    ],
)
def test_bad_words(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    assert cli.call(["hand", *words]) == 2
    assert message in capsys.readouterr().err
