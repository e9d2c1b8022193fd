"""Break-even by value and scoring; the count of a system at which hands win so often."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from analysis import count_limits, thresholds
from analysis.isotonic import bootstrap, rising
from analysis.worth import SCORINGS, break_even_table, needed
from scripts import cli
from simcore import cards, skat
from simcore.skat.rules import GRAND, SEATS
from simcore.skat.strategies.systems.many import SYSTEMS, choose_all, count_all, record_of

REPO = Path(__file__).parents[1]


# ---- break-even ---------------------------------------------------------------------------------


def formula(scoring: str, value: int, loss: int) -> Fraction:
    """Worked out by hand: lost / (won + lost), both as seen by the declarer."""
    bonus = {"seeger_fabian": (50, 50), "seeger_fabian_lead": (50, 90)}
    bonus["seeger_fabian_lead_4"] = (50, 80)
    won, lost = bonus.get(scoring, (0, 0))
    return Fraction(loss * value + lost, (loss + 1) * value + won + lost)


@pytest.mark.parametrize("rules", ["isko", "altenburg", "polish"])
def test_every_value_of_every_scoring(rules: str) -> None:
    frame = break_even_table(rules)
    values, book = skat.legal_bids(rules), skat.load_rules(rules)
    kinds = 1 if book.loss == book.hand_loss else 2
    assert len(frame) == len(values) * len(SCORINGS) * kinds
    assert set(frame["value"]) == set(values)
    for line in frame.to_dict("records"):
        assert line["loss"] == (book.hand_loss if line["game"] == "hand" else book.loss)
        expected = formula(line["scoring"], line["value"], line["loss"])
        assert line["need"] == pytest.approx(float(expected), abs=1e-12)


EXACT = json.loads((Path(__file__).parent / "data" / "exact.json").read_text("utf-8"))["break_even"]


@pytest.mark.parametrize(
    ("scoring", "known"),
    [
        ("seeger_fabian", "seeger_fabian"),
        ("seeger_fabian_lead", "seeger_fabian_minus_mean_of_opponents_3"),
        ("seeger_fabian_lead_4", "seeger_fabian_minus_mean_of_others_4"),
    ],
)
def test_the_exact_tables(scoring: str, known: str) -> None:
    values = [int(value) for value in EXACT[known]]
    assert len(values) == 16
    frame = break_even_table("isko", values)
    found = frame[frame["scoring"] == scoring]["need"].tolist()
    assert found == pytest.approx([won / games for won, games in EXACT[known].values()])


def test_plain_scores() -> None:
    known = {kind: Fraction(*EXACT[kind]) for kind in ("plain", "hand_lost_once")}
    once = break_even_table("preisskat").groupby(["game", "scoring"])["need"]
    for game, kind in (("skat", "plain"), ("hand", "hand_lost_once")):
        assert once.min()[game]["plain"] == pytest.approx(float(known[kind]))
        assert once.max()[game]["plain"] == pytest.approx(float(known[kind]))


@pytest.mark.parametrize("name", SCORINGS)
def test_at_break_even_a_game_is_worth_nothing(name: str) -> None:
    """A list of as many games as it takes, won as often as that: nobody gains by it."""
    scoring, value = SCORINGS[name], 48
    share = formula(name, value, 2)
    won, games = share.numerator, share.denominator
    played = [(0, value)] * won + [(0, -2 * value)] * (games - won)
    own, *others = skat.list_scores(played, scoring.system, scoring.table)
    assert own == (sum(others) / len(others) if scoring.lead else 0)
    assert needed(value, 2, scoring) == pytest.approx(won / games)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([19], "value 19 is no game's; near are 18 and 20"),
        ([0], "value 0: a whole number from 1 to 264"),
        ([], r"values \[\]: one at least"),
        (["x"], "value 'x': a whole number"),
    ],
)
def test_values_refused(values: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        break_even_table("isko", values)


# ---- rising rates -------------------------------------------------------------------------------


def test_pools_stand_at_the_mean_of_their_counts() -> None:
    counts, sizes = np.array([3.0, 4, 5, 6, 7]), np.array([10.0, 10, 30, 20, 0])
    line = rising(counts, sizes, np.array([1.0, 5, 9, 16, 0]))
    # .1, then .5 over 10 and .3 over 30 pooled: 14 of 40 at (4 x 10 + 5 x 30) / 40
    assert line.counts.tolist() == [3, 4.75, 6]
    assert line.rates.tolist() == pytest.approx([0.1, 0.35, 0.8])
    assert line.at(np.array([2.0, 4.75, 5.375, 9])).tolist() == pytest.approx(
        [0.1, 0.35, 0.575, 0.8]
    )
    reached = line.reaches(np.array([0.05, 0.1, 0.225, 0.575, 0.8, 0.81]))
    assert reached.tolist() == pytest.approx([-math.inf, -math.inf, 3.875, 5.375, 6, math.inf])


def slow_pools(sizes: list[float], totals: list[float]) -> list[float]:
    """Rates made to rise by pooling neighbours again and again."""
    pools = [[size, total] for size, total in zip(sizes, totals, strict=True)]
    k = 0
    while k + 1 < len(pools):
        (n, y), (m, x) = pools[k], pools[k + 1]
        if y / n >= x / m:
            pools[k : k + 2] = [[n + m, y + x]]
            k = max(k - 1, 0)
        else:
            k += 1
    return [total / size for size, total in pools]


def test_the_line_against_slow_pooling() -> None:
    generator = np.random.default_rng(5)
    for _ in range(50):
        number = int(generator.integers(1, 15))
        sizes = generator.integers(1, 40, number).astype(float)
        totals = generator.binomial(sizes.astype(int), np.linspace(0.2, 0.6, number)).astype(float)
        found = rising(np.arange(number, dtype=float), sizes, totals)
        assert found.rates.tolist() == pytest.approx(slow_pools(sizes.tolist(), totals.tolist()))
        assert (np.diff(found.counts) > 0).all()


def test_the_bootstrap_covers_the_truth_and_sees_the_deal() -> None:
    """Logistic rates, .5 at 5.5 exactly where the straight line says so too."""
    generator, hits, widths = np.random.default_rng(3), 0, []
    counts, rates = np.arange(3.0, 9.0), 1 / (1 + np.exp(-(np.arange(3.0, 9.0) - 5.5)))
    pulses: list[int] = []
    asked: dict[str, Any] = {
        "times": 150, "level": 0.95, "seed": 1, "pulse": lambda: pulses.append(1)
    }  # fmt: skip
    for _ in range(60):
        cell = generator.integers(0, 6, 900)
        won = generator.random(900) < rates[cell]
        deal = np.arange(900)
        low, high = bootstrap(counts, cell, deal, won, np.array([0.5]), **asked)
        hits += bool(low[0] <= 5.5 <= high[0])
        widths.append(high[0] - low[0])
    assert hits >= 51  # 57 expected, four standard errors
    # every hand three times over in one deal tells no more
    low, high = bootstrap(
        counts, np.tile(cell, 3), np.tile(deal, 3), np.tile(won, 3), np.array([0.5]), **asked
    )
    assert high[0] - low[0] == pytest.approx(widths[-1])
    assert len(pulses) == 61 * 150


# ---- counts -------------------------------------------------------------------------------------


def held(hand: int, codes: str) -> int:
    return sum(hand >> bit & 1 for bit in cards.parse_list(codes, "iss"))


def trumps_and_aces(hand: int, suit: str) -> int:
    trumps = held(hand, "CJ SJ HJ DJ") + held(hand, " ".join(suit + rank for rank in "ATKQ987"))
    return trumps + held(hand, " ".join(f"{other}A" for other in "CSHD" if other != suit))


def jacks_aces_lead(hand: int, seat: int) -> int:
    jacks = held(hand, "CJ SJ HJ DJ")
    ready = jacks >= 2 or held(hand, "CJ")
    return jacks + held(hand, "CA SA HA DA") + (seat == 0) if ready else 0


def test_counts_of_many_hands() -> None:
    rows = simcore.rows(players="random", deals=300, seed=3)
    rules = skat.load_rules("isko")
    hands = rows["hand_middlehand"].astype(np.int64)
    record = record_of("trumps-aces")
    suits = np.zeros(len(hands), dtype=np.int64)
    choose_all(hands, record, rules, suits)
    for suit in range(4):
        found = np.zeros(len(hands))
        count_all(hands, suit, 1, record, rules, found)
        letter = "DHSC"[suit]
        assert found.tolist() == [trumps_and_aces(int(hand), letter) for hand in hands]
        lengths = np.bitwise_count(hands >> 7 * suit & 0x7F)
        chosen = np.bitwise_count(hands >> 7 * suits & 0x7F)
        assert (chosen >= lengths).all()
    for seat in range(3):
        found = np.zeros(len(hands))
        count_all(hands, GRAND, seat, record, rules, found)
        assert found.tolist() == [jacks_aces_lead(int(hand), seat) for hand in hands]
    assert record_of("stegen", suit_min=7.0)["suit_min"] == 7.0
    assert len(SYSTEMS) == 10


def test_the_rates_and_thresholds_against_a_recount() -> None:
    deals = 200
    found = thresholds(players="simple", deals=deals, seed=4, threads=1)
    hands: dict[str, list[tuple[int, int, bool]]] = {"suit": [], "Grand": []}
    record, rules = record_of("trumps-aces"), skat.load_rules("isko")
    for seat in range(3):
        made = {
            contract: simcore.rows(
                players="simple",
                deals=deals,
                seed=4,
                scenario=simcore.Scenario(declarer=seat, contract=contract),
            )
            for contract in "DHSCG"
        }
        dealt = made["G"][f"hand_{SEATS[seat]}"].astype(np.int64)
        suits = np.zeros(deals, dtype=np.int64)
        choose_all(dealt, record, rules, suits)
        for k, hand in enumerate(dealt.tolist()):
            suit = "DHSC"[suits[k]]
            assert made[suit][k][f"hand_{SEATS[seat]}"] == hand
            hands["suit"].append((trumps_and_aces(hand, suit), k, bool(made[suit][k]["won"])))
            won, counted = bool(made["G"][k]["won"]), jacks_aces_lead(hand, seat)
            hands["Grand"] += [(counted, k, won)] if counted else []  # 0: never looked at
    for kind, listed in hands.items():
        frame = found.counts[found.counts["kind"] == kind]
        assert frame["count"].tolist() == sorted({count for count, _, _ in listed})
        for line in frame.to_dict("records"):
            mine = [won for count, _, won in listed if count == line["count"]]
            assert (line["n"], line["won_n"]) == (len(mine), sum(mine))
            assert line["won_low"] <= line["won"] <= line["won_high"]
    limits = found.limits[found.limits["kind"] == "suit"].set_index("scoring")
    rate = found.counts[found.counts["kind"] == "suit"].set_index("count")["won"]
    assert rate[4] < rate[5] < rate[6] < rate[7]
    need = limits.loc["plain", "need"]
    below = max(count for count in (4, 5, 6) if rate[count] < need)
    share = (need - rate[below]) / (rate[below + 1] - rate[below])
    threshold = limits.loc["plain", "threshold"]
    assert threshold == pytest.approx(below + share)
    assert limits.loc["plain", "play_from"] == below + 1
    assert (limits["low"] < limits["threshold"]).all()
    assert (limits["threshold"] < limits["high"]).all()
    assert set(limits["n"]) == {3 * deals}
    assert (limits.loc["seeger_fabian", "threshold"]) < threshold
    assert set(limits["value"]) == {24}


def test_every_system_has_its_limits() -> None:
    found = thresholds(SYSTEMS, players="simple", deals=300, seed=1, values=[18])
    known = found.limits[["system", "kind"]].drop_duplicates()
    assert len(known) == 2 * len(SYSTEMS)
    counted = found.counts.groupby(["system", "kind"])["n"].sum()
    assert (counted[:, "suit"] == 900).all()
    assert (counted[:, "Grand"] < 900).all()
    assert found.counts["count"][found.counts["kind"] == "Grand"].min() > 0
    assert (found.limits.groupby(["system", "kind"])["n"].first() == counted).all()
    for _, lines in found.counts.groupby(["system", "kind"]):
        assert (np.diff(lines["rising"]) >= 0).all()
    assert set(found.break_even["value"]) == {18}
    other = thresholds(SYSTEMS, players="simple", deals=300, seed=1, threads=2)
    assert other.limits.equals(found.limits)


def test_rules_without_a_suit_are_refused() -> None:
    rules = skat.RULES["isko"]._replace(contracts=0b011000)
    with pytest.raises(ValueError, match="no D, H, S among the contracts"):
        thresholds(rules=rules, deals=100)


def test_rules_without_grand_and_counts_that_never_do(monkeypatch: pytest.MonkeyPatch) -> None:
    found = thresholds(players="simple", rules="polish", deals=150, seed=1)
    assert set(found.limits["kind"]) == {"suit"}

    def lost(**asked: Any) -> Any:
        made = simcore.rows(**asked)
        made["won"] = asked["scenario"].contract == "G"
        return made

    monkeypatch.setattr(count_limits, "rows", lost)
    limits = thresholds(players="simple", deals=150, seed=1).limits.set_index("kind")
    assert limits.loc["suit", "threshold"].tolist() == [math.inf] * len(SCORINGS)
    assert limits.loc["suit", "play_from"].isna().all()
    assert limits.loc["Grand", "threshold"].tolist() == [-math.inf] * len(SCORINGS)
    assert limits.loc["Grand", "play_from"].tolist() == [1] * len(SCORINGS)


# ---- the command --------------------------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code = cli.call(["thresholds", *words])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


WORDS = ("--deals", "300", "--seed", "2", "--players", "simple")


def test_the_text(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, *WORDS, "--rules", "preisskat", "--system", "trumps-aces, evolved")
    found = thresholds(
        ("trumps-aces", "evolved"), players="simple", rules="preisskat", deals=300, seed=2
    )
    assert "rules preisskat; exact, no sample" in text
    skat_table, hand_table = text.split("hand games, lost x 1\n")
    assert "games with the skat, lost x 2\n" in skat_table
    assert "   24   66.7  57.0  65.1       63.4       66.7" in skat_table
    assert "   24   50.0  50.0  60.6       58.4       50.0" in hand_table
    assert "n = 900 random hands" in text
    line = found.limits.iloc[0]
    assert f"{line['threshold']:.2f}  {line['low']:.2f} to {line['high']:.2f}" in text
    assert "more than 15 counts, in --json: evolved suit" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "(drawn)" in said(capsys, "--deals", "100", "--players", "random")


def test_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(said(capsys, *WORDS, "--json", "--quiet", "--values", "18,264"))
    found = thresholds(players="simple", deals=300, seed=2, values=[18, 264])
    assert [row["need"] for row in plain["break_even"]] == list(found.break_even["need"])
    assert [row["threshold"] for row in plain["limits"]] == list(found.limits["threshold"])
    assert [row["n"] for row in plain["counts"]] == list(found.counts["n"])
    assert set(plain["scorings"]) == set(SCORINGS)
    assert (plain["player"], plain["seed"]) == ("simple", 2)
    every = json.loads(said(capsys, *WORDS, "--json", "--values", "all", "--system", "all"))
    assert len({row["value"] for row in every["break_even"]}) == 63
    assert {row["system"] for row in every["limits"]} == set(SYSTEMS)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--system", "fitted"], "unknown system 'fitted': one of trumps-aces, stegen, "),
        (["--system", ","], "systems: one at least"),
        (["--players", "nobody"], "unknown player 'nobody'"),
        (["--rules", "bridge"], "bridge"),
        (["--deals", "99"], "deals 99: a whole number from 100"),
        (["--seed", "-1"], "seed -1"),
        (["--first", "-1"], "first -1"),
        (["--values", "19"], "value 19 is no game's; near are 18 and 20"),
        (["--values", "x"], "'x' is no value of a game"),
        (["--threads", "0"], "--threads 0"),
    ],
)
def test_refusals(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.call(["thresholds", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("simcore: ")
    assert message in err
    assert err.count("\n") == 1


def test_an_interrupt_is_told_in_one_line() -> None:
    code = (
        "import os, signal; from scripts import cli; from analysis import count_limits\n"
        "play = count_limits.rows\n"
        "def interrupted(**asked):\n"
        "    made = play(**asked)\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return made\n"
        "count_limits.rows = interrupted\n"
        "cli.main()"
    )
    words = ["thresholds", "--deals", "20_000", "--players", "simple", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, text=True, cwd=REPO
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.count("\n") == 1
    assert "of 20,000 deals were played; nothing is kept" in done.stderr
