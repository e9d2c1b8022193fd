"""Tuning: the split, the knobs, the sums, the choice, the words, the player's file, the command."""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import simcore
from analysis import choosing, sweep, tune, tuning
from analysis.knobs import Knob, make_knob, make_knobs, settings_of, turned
from analysis.moments import Difference, Moments
from analysis.player_file import as_toml
from analysis.split import PARTS, part_of
from analysis.swept import Sums, alike
from scripts import cli, new_file
from simcore.skat import Player, load_player, preset_names
from simcore.skat.rules import SEATS

REPO = Path(__file__).parents[1]
SIMPLE = load_player("simple")
TIMID = turned(SIMPLE, "timid", {"suit_min": 8.0})


# ---- the split ----------------------------------------------------------------------------------


def slow_part(deal: int) -> str:
    """The part of a deal by SplitMix64, in whole numbers of any size."""
    most = (1 << 64) - 1
    word = (deal * 0x9E3779B97F4A7C15 + 0x7C0FFEE5EED5C0DE) & most
    word = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & most
    word = ((word ^ word >> 27) * 0x94D049BB133111EB) & most
    fraction = ((word ^ word >> 31) >> 32) / 2**32
    return "train" if fraction < 0.6 else "validation" if fraction < 0.8 else "locked"


def test_the_part_is_a_function_of_the_number() -> None:
    deals = np.r_[np.arange(2000), 2**40 + np.arange(500), 2**62]
    assert [PARTS[place] for place in part_of(deals)] == [slow_part(int(deal)) for deal in deals]
    assert part_of(deals[300:700]).tolist() == part_of(deals)[300:700].tolist()
    assert PARTS[part_of(77)[()]] == slow_part(77)


def test_the_parts_have_their_shares_and_follow_no_pattern() -> None:
    places = part_of(np.arange(300_000))
    counts = np.bincount(places, minlength=3)
    assert stats.chisquare(counts, np.array([0.6, 0.2, 0.2]) * len(places)).pvalue > 0.001
    for lag in (1, 2, 3, 36, 64, 1024):
        pairs = np.bincount(3 * places[lag:] + places[:-lag], minlength=9)
        expected = np.outer([0.6, 0.2, 0.2], [0.6, 0.2, 0.2]).ravel() * pairs.sum()
        assert stats.chisquare(pairs, expected).pvalue > 0.001


# ---- knobs --------------------------------------------------------------------------------------


def test_ranges_have_no_rounding_errors() -> None:
    assert make_knob("bid_margin", "-0.10:0.05:0.01").values == tuple(
        k / 100 for k in range(-10, 6)
    )
    assert make_knob("suit_min", "5:6.3:0.5").values == (5.0, 5.5, 6.0)
    whole = make_knob("null_weak", "-1:2:1").values
    assert whole == (-1, 0, 1, 2)
    assert all(isinstance(value, int) for value in whole)
    assert make_knob("suit_min", np.arange(7, 5, -1)).values == (6.0, 7.0)


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("bid_margn", "0:1:1", "unknown knob 'bid_margn': near are bid_margin, "),
        ("zzz", "0:1:1", "unknown knob 'zzz': one of draw_suit, "),
        ("bidding", "0:1:1", "knob 'bidding' is no number"),
        ("hand_games", "0:1:1", "knob 'hand_games' is no number"),
        ("fit", "0:1:1", "knob 'fit' is no number"),
        ("suit_min", "6", "knob suit_min '6': wanted is LOW:HIGH:STEP"),
        ("suit_min", "4:x:1", "knob suit_min: 'x' is no number"),
        ("suit_min", "4:inf:1", "'inf' is no finite number"),
        ("suit_min", "4:1e999:1", "'1e999' is no finite number"),
        ("suit_min", "4:8:0", "step 0 is not above 0"),
        ("suit_min", "4:8:-1", "step -1 is not above 0"),
        ("suit_min", "8:4:1", "the range 8 to 4 is empty"),
        ("suit_min", "0:4:0.01", "more than 400 settings"),
        ("suit_min", "0:1:1e-300", "more than 400 settings"),
        ("null_weak", "0:1:0.5", "0.5 is no whole number"),
        ("suit_min", [], "knob suit_min: no value"),
        ("suit_min", [True], "True is no finite number"),
        ("suit_min", 3, "knob suit_min 3: a range low:high:step, or numbers"),
    ],
)
def test_knobs_refused(name: str, values: Any, message: str) -> None:
    with pytest.raises(ValueError, match=r"knob|settings") as raised:
        make_knob(name, values)
    assert message in str(raised.value)


def test_grids_refused() -> None:
    with pytest.raises(ValueError, match=r"441 settings: at most 400"):
        make_knobs({"suit_min": "0:20:1", "grand_min": "0:20:1"})
    with pytest.raises(ValueError, match="one, or two for a grid"):
        make_knobs({"suit_min": "0:1:1", "grand_min": "0:1:1", "null_weak": "0:1:1"})
    with pytest.raises(ValueError, match="one, or two for a grid"):
        make_knobs({})
    with pytest.raises(ValueError, match=r"suit_min 100.0: Input should be less than or equal"):
        settings_of(SIMPLE, make_knobs({"suit_min": "99:100:1"}), [])


def test_one_setting_alone_is_refused() -> None:
    with pytest.raises(ValueError, match="suit_min 6 is the present setting, there is no other"):
        tune("simple", {"suit_min": "6:6:1"}, deals=200)


def test_the_present_setting_is_the_player_itself() -> None:
    knobs = make_knobs({"suit_min": "5:7:2", "grand_min": "4:5:1"})
    settings = settings_of(SIMPLE, knobs, ["simple"])
    assert [one.values for one in settings] == [(5, 4), (5, 5), (6, 5), (7, 4), (7, 5)]
    assert settings[2].player is SIMPLE
    assert {one.player.name for one in settings} == {"simple", "simple variant"}
    assert (settings[3].player.suit_min, settings[3].player.grand_min) == (7.0, 4.0)
    named = settings_of(SIMPLE, knobs, ["simple variant"])[0].player.name
    assert named == "simple variant 2"


# ---- a slow twin of the curve -------------------------------------------------------------------


def list_points(row: Any, seat: int) -> int:
    """Seeger-Fabian points of a seat."""
    plain = int(row[f"score_{SEATS[seat]}"])
    if row["declarer"] == seat:
        return plain + (50 if row["won"] else -50)
    return plain + (40 if row["declarer"] >= 0 and not row["won"] else 0)


def lone_hands(player: Player, others: list[Player], deals: int) -> list[list[tuple[Any, int]]]:
    """By deal, every hand of a player alone among two of each opponent, as (row, seat)."""
    by_deal: list[list[tuple[Any, int]]] = [[] for _ in range(deals)]
    for other in others:
        made = simcore.rows(players=(player, other, other), rotate=True, deals=deals, seed=9)
        for row in made:
            seat = next(s for s in range(3) if (s + int(row["rotation"])) % 3 == 0)
            by_deal[int(row["deal_id"])].append((row, seat))
    return by_deal


def student(values: list[float]) -> list[float]:
    """Mean and 95 % limits."""
    mean, n = statistics.fmean(values), len(values)
    half = stats.t.ppf(0.975, n - 1) * statistics.stdev(values) / math.sqrt(n)
    return [mean, mean - half, mean + half]


def wilson_by_deal(wins: list[int], sizes: list[int]) -> list[float]:
    """Rate and Wilson limits at the effective number, deals as clusters (Korn and Graubard)."""
    y, m = np.array(wins, float), np.array(sizes, float)
    p = y.sum() / m.sum()
    n = p * (1 - p) * m.sum() ** 2 / ((y - p * m) ** 2).sum()
    z, deals = stats.norm.ppf(0.975), np.count_nonzero(m)
    if (y * (m - y)).any():  # else deals are the trials
        n *= (deals - 1) / deals * (z / stats.t.ppf(0.975, deals - 1)) ** 2
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return [p, centre - half, centre + half]


def test_the_curve_against_a_recount(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "BLOCK_DEALS", 256)  # blocks do not show
    deals, others = 600, [SIMPLE, load_player("beginner")]
    found = tune("simple", {"suit_min": [5, 7]}, against=others, deals=deals, seed=9, threads=2)
    curve = found.curve.set_index(["part", "suit_min"])
    assert curve["deals"].groupby("part").first().sum() == deals
    base = lone_hands(SIMPLE, others, deals)
    bold = lone_hands(turned(SIMPLE, "bold", {"suit_min": 5.0}), others, deals)

    def per_deal(hands: list[list[tuple[Any, int]]], part: str) -> list[float]:
        return [
            36 * statistics.fmean(list_points(row, seat) for row, seat in hands[k])
            for k in range(deals)
            if slow_part(k) == part
        ]

    for part in PARTS:
        row, own = curve.loc[(part, 5.0)], per_deal(bold, part)
        assert row[["points", "points_low", "points_high"]].tolist() == pytest.approx(student(own))
        gaps = [one - other for one, other in zip(own, per_deal(base, part), strict=True)]
        assert row[["diff", "diff_low", "diff_high"]].tolist() == pytest.approx(student(gaps))
        mine = [bold[k] for k in range(deals) if slow_part(k) == part]
        declared = [sum(r["declarer"] == s for r, s in hands) for hands in mine]
        won = [sum(r["declarer"] == s and r["won"] for r, s in hands) for hands in mine]
        clubs = [sum(r["declarer"] == s and r["contract"] == 3 for r, s in hs) for hs in mine]
        assert row["declared_of"] == 6 * len(mine)
        counts = {"declared": declared, "won": won, "C": clubs}
        assert {name: int(row[f"{name}_n"]) for name in counts} == {
            name: sum(numbers) for name, numbers in counts.items()
        }
        dealt = [6] * len(mine)
        for name, of in (("declared", dealt), ("won", declared), ("C", declared)):
            limits = row[[name, f"{name}_low", f"{name}_high"]].tolist()
            assert limits == pytest.approx(wilson_by_deal(counts[name], of))


def test_one_rotation_says_all_where_all_are_alike() -> None:
    clone = SIMPLE.model_copy(update={"name": "clone"})
    assert alike(SIMPLE, clone)
    assert not alike(SIMPLE, TIMID)
    once = simcore.rows(players=SIMPLE, deals=200, seed=4)
    thrice = simcore.rows(players=(SIMPLE, clone, clone), deals=200, seed=4, rotate=True)
    single, triple = (
        sweep.hands_of(made, turns, "plain") for made, turns in ((once, 1), (thrice, 3))
    )
    for name, numbers in single.items():
        assert numbers.tolist() == triple[name].tolist()
    assert single["declared"].sum() > 100


# ---- the choice ---------------------------------------------------------------------------------


def swept(points: dict[str, np.ndarray], games: dict[str, np.ndarray] | None = None) -> Any:
    """A sweep of made-up points by part, arrays (settings, deals), against one opponent."""
    sums = {}
    for part, numbers in points.items():
        kept = Sums(counts=[Moments() for _ in numbers])
        kept.points.add({str(k): 3 * one for k, one in enumerate(numbers)})
        for k, counts in enumerate(kept.counts):
            shares = games or {game: np.ones(len(numbers), dtype=np.int64) for game in "DHSCGN"}
            each = {
                game: np.full(numbers.shape[1], numbers_of[k])
                for game, numbers_of in shares.items()
            }
            declared = np.sum(list(each.values()), axis=0)
            counts.add({"dealt": declared + 3, "declared": declared, "won": declared, **each})
        sums[part] = kept
    return sweep.Sweep([SIMPLE] * len(numbers), [SIMPLE], sums)


def noise(means: list[float], sd: float, seed: int, deals: int = 400) -> np.ndarray:
    """Whole points of settings on deals: a common part, and means and noise of their own."""
    generator = np.random.default_rng(seed)
    common = generator.normal(0, 60, deals)
    own = generator.normal(0, sd, (len(means), deals))
    return np.rint(common + own + np.array(means)[:, None]).astype(np.int64)


def test_the_plainest_within_one_standard_error() -> None:
    train = noise([0, 3, 4, 4.5, 2], 12, seed=2)
    made = swept(dict.fromkeys(PARTS, train))
    best, picked = choosing.plainest(made, [2, 1, 0.5, 1, 2])
    means = train.mean(axis=1)
    assert best == int(np.argmax(means))
    gaps = train[best] - train
    within = gaps.mean(axis=1) <= gaps.std(axis=1, ddof=1) / math.sqrt(train.shape[1])
    assert within.tolist() == [False, False, True, True, False]
    assert (best, picked) == (3, 2)  # 60 points of common luck do not blur it
    assert choosing.plainest(made, [0, 1, 2, 0.5, 2]) == (3, 3)


def searched(made: Any, values: list[float], present: float) -> choosing.Round:
    knob = Knob("suit_min", tuple(value for value in values if value != 99))
    player = turned(SIMPLE, "x", {"suit_min": present})
    settings = [
        choosing.Setting((value,), turned(SIMPLE, "y", {"suit_min": value})) for value in values
    ]
    return choosing.search(1, player, [knob], settings, made, 0)


def test_what_validation_does_not_confirm_is_not_taken() -> None:
    good, bad = noise([0, 9, 0], 5, 1), noise([0, -9, 0], 5, 2)
    values = [5.0, 6.0, 7.0]
    found = searched(swept({"train": good, "validation": good, "locked": good}), values, 5.0)
    assert (found.best, found.picked, found.chosen, found.quoted, found.moved) == (1, 1, 1, 1, True)
    found = searched(swept({"train": good, "validation": bad, "locked": good}), values, 5.0)
    assert (found.picked, found.chosen, found.moved) == (1, 0, False)
    found = searched(swept({"train": good, "validation": good, "locked": bad}), values, 5.0)
    assert (found.chosen, found.moved) == (1, False)
    gaps = 36 * (bad[1] - bad[0])
    locked = found.differences["locked"]
    assert [locked.mean, locked.low, locked.high] == pytest.approx(student(gaps.tolist()))


def test_warnings() -> None:
    rising = swept(dict.fromkeys(PARTS, noise([0, 5, 9], 5, 1)))
    (edge,) = searched(rising, [5.0, 6.0, 7.0], 6.0).warnings
    assert edge == "the best setting, suit_min 7, lies at the edge of 5 to 7, the range of suit_min"
    ones = np.ones(3, dtype=np.int64)
    games = dict.fromkeys("DHSCN", ones) | {"G": np.array([1, 9, 1])}
    hump = noise([0, 9, 0], 5, 1)
    (drift,) = searched(swept(dict.fromkeys(PARTS, hump), games), [5.0, 6.0, 7.0], 5.0).warnings
    assert "suit_min 6, drifts into one contract: Grand is 64.3 % (" in drift
    assert "of its 5,600 games on train, 16.7 % (" in drift
    games |= {"G": np.array([1, 2, 1])}  # 16.7 to 28.6 %
    assert len(searched(swept(dict.fromkeys(PARTS, hump), games), [5.0, 6.0, 7.0], 5.0).warnings)
    games |= {"G": np.array([2, 2, 2])}
    assert not searched(swept(dict.fromkeys(PARTS, hump), games), [5.0, 6.0, 7.0], 5.0).warnings


# ---- from end to end ----------------------------------------------------------------------------


def test_a_planted_optimum_is_found_and_settles() -> None:
    """On trumps and side aces six are right: five lose games, eight leave most to others."""
    found = tune(TIMID, {"suit_min": "3:9:1"}, against="simple", deals=4000, seed=1, rounds=4)
    first, second = found.rounds
    assert first.settings[first.present] == (8.0,)
    assert first.settings[first.chosen] == (6.0,)
    assert not first.warnings
    assert found.verdict(first).startswith("better by ")
    assert "list points in 36 deals" in found.verdict(first)
    assert second.against == ("timid tuned",)
    assert second.first == 4000
    assert second.settings[second.chosen] == (6.0,)
    assert found.settled
    assert found.tuned == turned(TIMID, "timid tuned", {"suit_min": 6.0})
    train = found.curve[(found.curve["round"] == 1) & (found.curve["part"] == "train")]
    assert train["points"].tolist() == sorted(train["points"][:4]) + sorted(
        train["points"][4:], reverse=True
    )


def test_a_knob_without_influence() -> None:
    found = tune("simple", {"kontra_tops": "0:4:1"}, against="simple", deals=200, seed=1)
    assert found.verdict() == (
        "no difference shown: all settings came to the same in each of 200 deals"
    )
    assert (found.rounds[0].chosen, found.rounds[0].warnings) == (found.rounds[0].present, ())
    assert found.settled
    assert found.curve["diff_low"].isna().all()
    other = tune("simple", {"draw_margin": "0:4:2"}, against="simple", deals=200, seed=1)
    assert other.rounds[0].differs


def test_threads_and_length_do_not_show() -> None:
    asked: dict[str, Any] = {"against": "random", "seed": 5, "scoring": "plain"}
    one = tune("simple", {"suit_min": "5:6:1"}, deals=300, threads=1, **asked)
    two = tune("simple", {"suit_min": "5:6:1"}, deals=300, threads=2, **asked)
    pd.testing.assert_frame_equal(one.curve, two.curve, check_exact=True)
    assert one.unit == "points in 36 deals"


def test_progress_runs_over_all_rounds() -> None:
    seen: list[simcore.Progress] = []
    tune(
        TIMID, {"suit_min": "6:8:2"}, against="simple", deals=2000, seed=1, rounds=2,
        on_progress=seen.append,
    )  # fmt: skip
    done = [at.deals for at in seen]
    assert done == sorted(done)
    assert {at.total for at in seen} == {4000}
    assert done[-1] == 4000
    seconds = [at.seconds for at in seen]
    assert seconds == sorted(seconds)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"deals": 99}, "deals 99: a whole number from 100"),
        ({"rounds": 0}, "rounds 0: a whole number from 1 to 20"),
        ({"first": -1}, "first -1"),
        ({"first": 1 << 62}, "first "),
        ({"seed": -1}, "seed -1"),
        ({"scoring": "chess"}, "unknown scoring 'chess': one of seeger_fabian, plain"),
        ({"against": []}, "against \\[\\]: 1 to 12 players"),
        ({"against": ["club", "club"]}, "against names 'club' twice"),
        ({"against": ["nobody"]}, "unknown player 'nobody'"),
        ({"name": "expert"}, "name 'expert' is that of a preset"),
        ({"name": "a/b"}, "name 'a/b': String should match pattern"),
        ({"rules": "bridge"}, "bridge"),
    ],
)
def test_what_is_refused_before_anything_is_played(
    asked: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "play", None)
    with pytest.raises(ValueError, match=message):
        tune("simple", {"suit_min": "5:6:1"}, **({"deals": 200} | asked))


def test_another_player_of_the_same_name_is_refused_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tuning, "play", None)
    other = turned(SIMPLE, "timid", {"suit_min": 7.0})
    with pytest.raises(ValueError, match="two different players are named 'timid'"):
        tune(TIMID, {"suit_min": "5:6:1"}, against=["club", other], deals=200)


# ---- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("locked", "said"),
    [
        (
            Difference(2000, 30.0, 10.0, 50.0, 456.0),
            "better by 30.0 list points in 36 deals (10.0 to 50.0): suit_min 6 against suit_min 5, "
            "2,000 locked deals",
        ),
        (
            Difference(2000, -30.0, -50.0, -10.0, 456.0),
            "worse by 30.0 list points in 36 deals (10.0 to 50.0): suit_min 6 against suit_min 5, "
            "2,000 locked deals",
        ),
        (
            Difference(2000, 3.0, -17.0, 23.0, 456.0),
            "no difference shown: +3.0 list points in 36 deals (-17.0 to +23.0), suit_min 6 "
            "against suit_min 5, 2,000 locked deals; about 180,000 would settle it, "
            "910,000 deals in all",
        ),
        (
            Difference(2000, 0.0, math.nan, math.nan, 0.0),
            "no difference shown: suit_min 6 against suit_min 5 came to the same in each of "
            "2,000 locked deals",
        ),
    ],
)
def test_the_verdict(locked: Difference, said: str) -> None:
    made = swept(dict.fromkeys(PARTS, noise([0, 9, 0], 5, 1)))
    one = searched(made, [5.0, 6.0, 7.0], 5.0)
    changed = {"differences": {**one.differences, "locked": locked}}
    changed["deals"] = {"train": 6000, "validation": 2000, "locked": 2000}
    one = choosing.Round(**{**{k: getattr(one, k) for k in one.__dataclass_fields__}, **changed})
    found = tuning.Tuning(
        player=SIMPLE, tuned=SIMPLE, knobs=(Knob("suit_min", (5.0, 6.0, 7.0)),), rounds=(one,),
        curve=pd.DataFrame(), deals=10_000, seed=1, rules="isko", scoring="seeger_fabian",
        bock=False,
    )  # fmt: skip
    assert found.verdict() == said


# ---- the player's file --------------------------------------------------------------------------


@pytest.mark.parametrize("preset", preset_names())
def test_a_file_reads_back_to_the_same_player(preset: str, tmp_path: Path) -> None:
    own = turned(load_player(preset), "mine", {"smear_min": 7, "bid_margin": -0.125})
    path = tmp_path / "mine.toml"
    path.write_text(as_toml(own), "utf-8")
    assert load_player(path) == own
    words = as_toml(own).splitlines()
    assert words == [
        'name = "mine"', f'like = "{preset}"', "smear_min = 7", "bid_margin = -0.125"
    ]  # fmt: skip


def test_a_file_of_a_player_like_none(tmp_path: Path) -> None:
    expert = load_player("expert")
    fit = {**expert.fit, "skat": {**expert.fit["skat"], "reach": 3.0}}
    for own in (
        expert.model_copy(update={"name": "mine", "fit": fit}),
        Player.model_validate({**SIMPLE.model_dump(), "name": "mine", "bidding": "stegen"}),
        Player(name="mine", bidding="wergin-points", exchange="expert", play="expert"),
        Player(name="mine", bidding="random", exchange="random", play="expert"),
    ):
        path = tmp_path / "mine.toml"
        path.write_text(as_toml(own), "utf-8")
        assert load_player(path) == own


# ---- the command --------------------------------------------------------------------------------


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    code = cli.call(["tune", *map(str, words)])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


WORDS = (
    "--knob",
    "suit_min=4:7:1",
    "--against",
    "simple,random",
    "--deals",
    "1_000",
    "--seed",
    "2",
)


def test_the_text_and_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, csv = tmp_path / "keen.toml", tmp_path / "curve.csv"
    timid = tmp_path / "timid.toml"
    timid.write_text(as_toml(TIMID), "utf-8")
    text = said(capsys, timid, *WORDS, "--out", out, "--csv", csv)
    found = tune(
        TIMID, {"suit_min": "4:7:1"}, against=["simple", "random"], deals=1000, seed=2, name="keen"
    )
    assert text.startswith("timid: suit_min 4 to 7, 4 values\n  5 settings, the present one among")
    assert "Round 1: timid against simple, random in equal parts\n" in text
    assert "split by a hash of their number" in text
    one = found.rounds[0]
    assert f"n = {one.deals['train']:,} deals" in text
    assert " ".join(found.verdict().split()) in " ".join(text.split())
    assert "lies at the edge" not in text
    assert f"\nkeen written to {out}\n" in text
    long = [line for line in text.splitlines() if len(line) > 80 and str(tmp_path) not in line]
    assert not long
    assert load_player(out) == found.tuned
    assert found.tuned.suit_min == 6.0
    assert "seed 2\n" in text
    read = pd.read_csv(csv)
    pd.testing.assert_frame_equal(read, found.curve, check_dtype=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "curve.csv", "keen.toml", "timid.toml"
    ]  # fmt: skip


def test_the_json(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(said(capsys, "simple", *WORDS, "--json", "--quiet"))
    found = tune("simple", {"suit_min": "4:7:1"}, against=["simple", "random"], deals=1000, seed=2)
    assert plain["verdict"] == found.verdict()
    assert plain["knobs"] == {"suit_min": [4, 5, 6, 7]}
    assert plain["split"] == {"train": 0.6, "validation": 0.2, "locked": 0.2}
    assert [row["points"] for row in plain["curve"]] == list(found.curve["points"])
    assert plain["curve"][2]["diff_low"] is None  # the present setting
    assert plain["rounds"][0]["against"] == ["simple", "random"]
    assert plain["rounds"][0]["chosen"] == {"suit_min": 6.0}
    assert plain["tuned"]["name"] == "simple tuned"


def test_many_settings_are_not_all_printed(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(
        capsys, "simple", "--knob", "suit_min=4:8:1", "--knob", "smear_min=0:11:1", "--against",
        "random", "--deals", "100", "--seed", "3",
    )  # fmt: skip
    assert "60 settings" in text
    assert "printed are the 40 best settings" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simple", "--knob", "suit_mim=4:8:1"], "unknown knob 'suit_mim': near are suit_min"),
        (["simple", "--knob", "suit_min"], "--knob 'suit_min': wanted is NAME=LOW:HIGH:STEP"),
        (["simple", "--knob", "suit_min=8:4:1"], "knob suit_min: the range 8 to 4 is empty"),
        (["simple", "--knob", "suit_min=4:8:0"], "step 0 is not above 0"),
        (["simple", "--knob", "suit_min=0:99:0.1"], "more than 400 settings"),
        (["simple", "--knob", "play=0:1:1"], "knob 'play' is no number"),
        (["simple", "--knob", "suit_min=98:101:1"], "suit_min 100.0: Input should be less than"),
        (["simple"], "Missing option '--knob'"),
        (["simple", *["--knob", "suit_min=4:8:1"] * 2], "--knob names 'suit_min' twice"),
        (["nobody", "--knob", "suit_min=4:8:1"], "unknown player 'nobody'"),
        (["simple", "--knob", "suit_min=4:8:1", "--against", " "], "against []: 1 to 12"),
        (["simple", "--knob", "suit_min=4:8:1", "--deals", "x"], "'x' is no whole number"),
        (["simple", "--knob", "suit_min=4:8:1", "--threads", "0"], "--threads 0"),
        (["simple", "--knob", "suit_min=4:8:1", "--out", "x.txt"], "ends in .toml"),
        (["simple", "--knob", "suit_min=4:8:1", "--out", "simple.toml"], "that of a preset"),
        (["simple", "--knob", "suit_min=4:8:1", "--out", "none/x.toml"], "no such folder"),
        (["simple", "--knob", "suit_min=4:8:1", "--csv", "README.md"], "is there already"),
    ],
)
def test_refusals(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(REPO)
    assert cli.call(["tune", "--deals", "200", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("simcore: ")
    assert message in err
    assert err.count("\n") == 1


def test_a_file_is_never_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("kept", "utf-8")
    assert cli.call(["tune", "simple", *WORDS, "--out", str(path)]) == 2
    assert "mine.toml': is there already" in capsys.readouterr().err
    with pytest.raises(ValueError, match="is there already"):
        new_file.write("--out", path, "other")  # came there while deals were played
    assert path.read_text("utf-8") == "kept"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_leaves_nothing(tmp_path: Path) -> None:
    code = (
        "import os, signal; from scripts import cli; from analysis import sweep\n"
        "count = sweep.hands_of\n"
        "def interrupted(*words):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return count(*words)\n"
        "sweep.hands_of = interrupted\n"
        "cli.main()"
    )
    words = ["tune", "simple", "--knob", "suit_min=4:8:1", "--deals", "90_000", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-c", code, *words, "--out", str(tmp_path / "x.toml")],
        capture_output=True,
        text=True,
        cwd=REPO,
    )
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.count("\n") == 1
    assert "of 90,000 deals were played; nothing is kept" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("player 'pimc' samples worlds and is too slow", {"player": "pimc"}),
        ("player 'pimc' samples worlds and is too slow", {"against": ["simple", "pimc"]}),
        ("against None: players, by name", {"against": None}),
        ("is no finite number", {"knobs": {"suit_min": [10**400]}}),
        ("knob 5: a name", {"knobs": {5: [1, 2]}}),
        ("more than 400 settings", {"knobs": {"bid_margin": "0:1:1e-9999999"}}),
        ("knobs: 3; one, or two for a grid", {"knobs": dict.fromkeys("abc", "0:1:1")}),
    ],
)
def test_what_no_tuning_takes(message: str, asked: dict[str, Any]) -> None:
    given: dict[str, Any] = {"player": "simple", "knobs": {"suit_min": "5:6:1"}, "deals": 1000}
    given |= asked
    with pytest.raises(ValueError, match=message):
        tune(given.pop("player"), given.pop("knobs"), **given)
