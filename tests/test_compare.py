"""Two players on equal deals: differences, rates, parts, planning and the command."""

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

import analysis
import simcore
from analysis import Difference, compare, deals_to_settle, match
from analysis.moments import Moments
from analysis.verdicts import verdict
from scripts import cli, differences_text
from simcore.skat import Player, load_player
from simcore.skat.strategies.player import PARTS, PLAYER

REPO = Path(__file__).parents[1]
SIMPLE, RANDOM = load_player("simple"), load_player("random")
CLUB = 'preset = "isko"\nname = "club"\nall_pass = "ramsch"\nkontra = "re"\nbock = ["60-60"]\n'
NUMBERS = ["mean", "low", "high", "sd"]


def changed(name: str, **fields: Any) -> Player:
    """`simple` under another name, with some fields changed."""
    return SIMPLE.model_copy(update={"name": name, **fields})


BOLD = changed("bold", suit_min=5, draw_margin=6)


# ---- a slow twin --------------------------------------------------------------------------------

Told = dict[str, float]


def list_points(row: Any, seat: int) -> tuple[int, int]:
    """Plain and Seeger-Fabian points of a seat."""
    plain = int(row[("score_forehand", "score_middlehand", "score_rearhand")[seat]])
    if row["declarer"] == seat:
        return plain, plain + (50 if row["won"] else -50)
    return plain, plain + (40 if row["declarer"] >= 0 and not row["won"] else 0)


def seats_of(players: tuple[Player, Player, Player], **asked: Any) -> list[list[Any]]:
    """By deal: (player's number, row, seat) of all nine hands of its three rotations."""
    made = simcore.rows(players=players, rotate=True, **asked)
    return [
        [
            ((seat + int(row["rotation"])) % 3, row, seat)
            for row in made[3 * k : 3 * k + 3]
            for seat in range(3)
        ]
        for k in range(len(made) // 3)
    ]


def mean_of(hands: list[Any], numbers: set[int], scoring: int) -> float:
    return statistics.fmean(
        list_points(row, seat)[scoring] for k, row, seat in hands if k in numbers
    )


def student(deals: list[float]) -> Told:
    mean, sd, n = statistics.fmean(deals), statistics.stdev(deals), len(deals)
    half = stats.t.ppf(0.975, n - 1) * sd / math.sqrt(n)
    return {"mean": mean, "low": mean - half, "high": mean + half, "sd": sd}


class Twin:
    """The same numbers from all rows, a hand at a time; all tables are played three times."""

    def __init__(self, a: Player, b: Player, **asked: Any) -> None:
        self.a, self.b, self.asked = a, b, asked
        self.abb, self.baa = seats_of((a, b, b), **asked), seats_of((b, a, a), **asked)
        self.bbb, self.aaa = seats_of((b, b, b), **asked), seats_of((a, a, a), **asked)

    def measures(self, scoring: int) -> dict[str, Told]:
        per_deal: dict[str, list[float]] = {name: [] for name in match.MEASURES}
        for abb, baa, bbb, aaa in zip(self.abb, self.baa, self.bbb, self.aaa, strict=True):
            one_a = mean_of(abb, {0}, scoring) - mean_of(abb, {1, 2}, scoring)
            two_a = mean_of(baa, {1, 2}, scoring) - mean_of(baa, {0}, scoring)
            among_b = mean_of(abb, {0}, scoring) - mean_of(bbb, {0, 1, 2}, scoring)
            among_a = mean_of(aaa, {0, 1, 2}, scoring) - mean_of(baa, {0}, scoring)
            for name, number in (
                ("match", (one_a + two_a) / 2),
                ("one_a", one_a),
                ("two_a", two_a),
                ("seat", (among_b + among_a) / 2),
                ("seat_among_b", among_b),
                ("seat_among_a", among_a),
            ):
                per_deal[name].append(number)
        return {name: student(numbers) for name, numbers in per_deal.items()}

    def seat_points(self, player: Player, scoring: int) -> list[float]:
        """Mean of a player among two B, by deal."""
        if player == self.b:
            return [mean_of(hands, {0}, scoring) for hands in self.bbb]
        played = seats_of((player, self.b, self.b), **self.asked)
        return [mean_of(hands, {0}, scoring) for hands in played]

    def hybrid(self, parts: tuple[str, ...]) -> Player:
        """B with parts of A, field by field."""
        fields = {"name": f"hybrid {'+'.join(parts)}"} if parts else {"name": self.b.name}
        taken = {field: getattr(self.a, field) for part in parts for field in PARTS[part]}
        return Player(**{**self.b.model_dump(), **taken, **fields})

    def counts(self, what: str, tables: tuple[list[Any], list[Any]]) -> list[tuple[int, int]]:
        """(counted, of so many) of player number 0 by deal, at two tables."""
        counted = []
        for deal in zip(*tables, strict=True):
            hands = [(row, seat) for table in deal for k, row, seat in table if k == 0]
            own = [row for row, seat in hands if row["declarer"] == seat]
            others = [row for row, seat in hands if row["declarer"] not in (seat, -1)]
            counted.append(
                {
                    "declared": (len(own), sum(1 + int(row["thrown_in"]) for row, _ in hands)),
                    "won": (sum(bool(row["won"]) for row in own), len(own)),
                    "beaten": (sum(not row["won"] for row in others), len(others)),
                }[what]
            )
        return counted

    def rates(self, what: str) -> tuple[float, float, Told]:
        a = self.counts(what, (self.abb, self.aaa))
        b = self.counts(what, (self.bbb, self.baa))
        (rate_a, off_a), (rate_b, off_b) = linearised(a), linearised(b)
        gap = student([x - y for x, y in zip(off_a, off_b, strict=True)])
        mean = rate_a - rate_b
        return rate_a, rate_b, {**{k: mean + gap[k] for k in NUMBERS[:3]}, "sd": gap["sd"]}


def linearised(deals: list[tuple[int, int]]) -> tuple[float, list[float]]:
    """A ratio, and by how much each deal moves it (times the number of deals)."""
    size = sum(n for _, n in deals)
    rate = sum(total for total, _ in deals) / size
    return rate, [(total - rate * n) * len(deals) / size for total, n in deals]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rules with Ramsch, kontra and Bock."""
    path = tmp_path_factory.mktemp("rules") / "club.toml"
    path.write_text(CLUB, "utf-8")
    return path


def agrees(row: Any, told: Told) -> None:
    for name, number in told.items():
        assert row[name] == pytest.approx(number, rel=1e-9, abs=1e-9), name


@pytest.mark.parametrize(
    ("a", "b", "rules"),
    [(SIMPLE, RANDOM, "isko"), (BOLD, SIMPLE, "altenburg"), (RANDOM, BOLD, "club")],
)
def test_the_slow_twin_agrees(a: Player, b: Player, rules: str, club: Path) -> None:
    asked = {"deals": 300, "first": 30, "seed": 5, "rules": club if rules == "club" else rules}
    found, twin = compare(a, b, parts=True, **asked), Twin(a, b, **asked)
    assert found.bock == (rules == "club")
    assert (found.deals, found.first, found.seed) == (300, 30, 5)
    for k, scoring in enumerate(match.SCORINGS):
        frame = found.differences[found.differences["scoring"] == scoring]
        told = twin.measures(k)
        assert list(frame["measure"]) == list(told)
        for _, row in frame.iterrows():
            agrees(row, told[row["measure"]])
            for name in ("mean", "low", "high"):
                assert row[f"{name}_36"] == pytest.approx(36 * row[name])
            assert row["n"] == 300
    for _, row in found.rates.iterrows():
        rate_a, rate_b, gap = twin.rates(row["rate"])
        agrees(row, {"a_rate": rate_a, "b_rate": rate_b, **gap})
        assert row["a_low"] < rate_a < row["a_high"]
        assert row["b_n"] / row["b_of_n"] == row["b_rate"]
    assert found.parts is not None
    check_parts(found.parts, twin)


def check_parts(parts: pd.DataFrame, twin: Twin) -> None:
    """Parts against hybrids made and played one by one."""
    b, e, p = PARTS
    more_and_less = {
        ("alone", b): ((b,), ()),
        ("alone", e): ((e,), ()),
        ("alone", p): ((p,), ()),
        ("taken", b): ((b, e, p), (e, p)),
        ("taken", e): ((b, e, p), (b, p)),
        ("taken", p): ((b, e, p), (b, e)),
        ("in_order", b): ((b,), ()),
        ("in_order", e): ((b, e), (b,)),
        ("in_order", p): ((b, e, p), (b, e)),
    }
    frame = parts[parts["scoring"] == "seeger_fabian"]
    assert [(row["effect"], row["part"]) for _, row in frame.iterrows()] == list(more_and_less)
    cache: dict[tuple[str, ...], list[float]] = {}
    for _, row in frame.iterrows():
        sides = more_and_less[row["effect"], row["part"]]
        for side in sides:
            cache.setdefault(side, twin.seat_points(twin.hybrid(side), 1))
        gaps = [x - y for x, y in zip(*(cache[side] for side in sides), strict=True)]
        agrees(row, {"mean": statistics.fmean(gaps), "sd": statistics.stdev(gaps)})


# ---- what must hold -----------------------------------------------------------------------------


def row_of(found: analysis.Comparison, measure: str, scoring: str = "seeger_fabian") -> Any:
    frame = found.differences
    return frame[(frame["scoring"] == scoring) & (frame["measure"] == measure)].iloc[0]


def test_players_alike_by_another_name_differ_by_exactly_nothing() -> None:
    found = compare(changed("twin"), "simple", deals=300, parts=True)
    assert found.alike == tuple(PARTS)
    assert found.parts is not None
    for frame in (found.differences, found.parts, found.rates):
        assert (frame["mean"] == 0).all()
        assert (frame["sd"] == 0).all()
        assert frame[["low", "high", "settle"]].isna().all(axis=None)
    assert found.verdict == (
        "no difference: A (twin) and B (simple) came to the same in each of 300 deals"
    )


def test_changing_places_changes_the_sign() -> None:
    one, other = (compare(*pair, deals=400, seed=3) for pair in ((BOLD, SIMPLE), (SIMPLE, BOLD)))
    mirrored = {
        "match": "match",
        "seat": "seat",
        "one_a": "two_a",
        "two_a": "one_a",
        "seat_among_b": "seat_among_a",
        "seat_among_a": "seat_among_b",
    }
    for scoring in match.SCORINGS:
        for measure, twin in mirrored.items():
            here, there = row_of(one, measure, scoring), row_of(other, twin, scoring)
            assert here["mean"] != 0
            assert here["mean"] == -there["mean"]
            assert (here["low"], here["high"]) == (-there["high"], -there["low"])
            assert here["settle"] == there["settle"]
    assert one.rates["mean"].to_numpy() == pytest.approx(-other.rates["mean"].to_numpy())
    assert (one.rates["a_n"] == other.rates["b_n"]).all()


@pytest.mark.parametrize(
    ("part", "fields"),
    [
        ("bidding", {"suit_min": 7}),
        ("exchange", {"exchange": "random"}),
        ("play", {"draw_margin": 8}),
    ],
)
def test_a_change_shows_in_its_part_alone(part: str, fields: dict[str, Any]) -> None:
    found = compare(changed("other", **fields), SIMPLE, deals=600, seed=1, parts=True)
    assert found.alike == tuple(name for name in PARTS if name != part)
    assert found.parts is not None
    for _, row in found.parts.iterrows():
        whole = row_of(found, "seat_among_b", row["scoring"])
        if row["part"] == part:
            assert row["sd"] > 0
            assert row["mean"] == whole["mean"]
        else:
            assert (row["mean"], row["sd"]) == (0, 0)


def test_parts_in_order_add_up() -> None:
    found = compare("simple", "random", deals=300, seed=2, parts=True)
    assert found.parts is not None
    for scoring in match.SCORINGS:
        frame = found.parts[found.parts["scoring"] == scoring]
        steps = frame[frame["effect"] == "in_order"]["mean"].sum()
        assert steps == pytest.approx(row_of(found, "seat_among_b", scoring)["mean"])


def test_blocks_and_threads_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = compare(BOLD, "random", deals=250, seed=4, parts=True, threads=1)
    played = []

    def spied(**asked: Any) -> Any:
        played.append(asked["deals"])
        return simcore.rows(**asked)

    monkeypatch.setattr(match, "BLOCK_DEALS", 64)
    monkeypatch.setattr(match, "rows", spied)
    blocks = compare(BOLD, "random", deals=250, seed=4, parts=True, threads=2)
    assert set(played) == {64, 250 - 3 * 64}
    assert whole.parts is not None
    assert blocks.parts is not None
    for one, other in (
        (whole.differences, blocks.differences),
        (whole.rates, blocks.rates),
        (whole.parts, blocks.parts),
    ):
        pd.testing.assert_frame_equal(one, other, check_exact=True)


def test_progress_runs_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "BLOCK_DEALS", 64)
    seen: list[simcore.Progress] = []
    compare("simple", "random", deals=200, parts=True, on_progress=seen.append)
    done = [progress.deals for progress in seen]
    assert done == sorted(done)
    assert done[-1] == 200
    assert len(set(done)) > 8
    assert {progress.total for progress in seen} == {200}


# ---- players in parts ---------------------------------------------------------------------------


def test_every_field_belongs_to_one_part() -> None:
    fields = [field for part in PARTS.values() for field in part]
    assert sorted(fields) == sorted(set(Player.model_fields) - {"name"})
    made_of_fit = ("fit_", "null_gains", "null_cards")
    tables = {name for name in PLAYER.names or () if name.startswith(made_of_fit)}
    assert sorted(set(fields) - {"fit", "hand_games"}) == sorted(set(PLAYER.names or ()) - tables)
    assert all(part in fields for part, fields in PARTS.items())


def test_players_with_parts_of_others() -> None:
    mixed = RANDOM.with_parts(BOLD, ["bidding", "play"], "mixed")
    assert mixed.same_parts(BOLD) == ["bidding", "play"]
    assert mixed.same_parts(RANDOM) == ["exchange"]
    assert mixed.name == "mixed"
    assert (mixed.suit_min, mixed.draw_margin) == (5, 6)


def test_players_may_be_objects(tmp_path: Path) -> None:
    path = tmp_path / "bold.toml"
    words = (f"{k} = {json.dumps(v)}" for k, v in BOLD.model_dump().items())
    path.write_text("\n".join(words), "utf-8")
    named = simcore.rows(deals=200, players=(str(path), "simple", "random"))
    assert np.array_equal(named, simcore.rows(deals=200, players=(BOLD, "simple", RANDOM)))
    alone = simcore.rows(deals=200, players=BOLD)
    assert np.array_equal(alone, simcore.rows(deals=200, players=path))
    run = simcore.simulate(deals=5, players=BOLD, out=tmp_path / "run")
    assert run.settings["players"][0] == BOLD.model_dump()
    with pytest.raises(ValueError, match="'simple' is that of a preset which plays otherwise"):
        simcore.rows(deals=1, players=changed("simple", suit_min=5))


# ---- planning and words -------------------------------------------------------------------------


def test_so_many_deals_settle_it_four_times_in_five() -> None:
    generator = np.random.default_rng(1)
    for difference, sd in ((3.0, 20.0), (-0.7, 10.0)):
        n = int(deals_to_settle(difference, sd))
        assert n == math.ceil(7.8489 * (sd / difference) ** 2)
        draws = generator.normal(difference, sd, (4000, n))
        low, high = analysis.t_interval(
            np.full(4000, float(n)), draws.sum(axis=1), (draws**2).sum(axis=1)
        )
        power = np.mean((low > 0) | (high < 0))
        assert abs(power - 0.8) < 4 * math.sqrt(0.8 * 0.2 / 4000)


def test_planning_without_an_answer() -> None:
    assert math.isnan(deals_to_settle(0.0, 5.0))
    assert math.isnan(deals_to_settle(1.0, 0.0))
    assert math.isnan(deals_to_settle(1.0, math.nan))
    with pytest.raises(ValueError, match="power must lie between 0 and 1, got 1"):
        deals_to_settle(1.0, 5.0, power=1)
    with pytest.raises(ValueError, match="level must lie"):
        deals_to_settle(1.0, 5.0, level=95)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Difference(99, 3.1, 2.4, 3.8, 1.0), "A is better by 3.1 points (2.4 to 3.8)"),
        (Difference(99, -3.14, -3.18, -3.1, 1.0), "B is better by 3.14 points (3.10 to 3.18)"),
        (Difference(99, 0.5, 0.004, 0.996, 1.0), "A is better by 0.500 points (0.004 to 0.996)"),
        (
            Difference(99, 0.2, -0.5, 0.9, 28.5),
            "unclear: A less B 0.2 points (-0.5 to 0.9); about 160,000 deals would settle it",
        ),
        (Difference(99, 0.0, -0.7, 0.7, 28.5), "unclear: A less B 0.0 points (-0.7 to 0.7)"),
        (
            Difference(1, 5.0, math.nan, math.nan, math.nan),
            "unclear: A less B 5.0 points, without an interval; play more deals",
        ),
    ],
)
def test_the_verdict(found: Difference, said: str) -> None:
    assert verdict(found, "points") == said
    named = verdict(found, "points", names=("club", "my own"))
    letters = {"A": "A (club)", "B": "B (my own)"}
    assert named == " ".join(letters.get(word, word) for word in said.split())


def test_rates_of_nothing() -> None:
    moments = Moments()
    moments.add({"won": np.array([0, 1]), "of": np.array([1, 1]), "none": np.array([0, 0])})
    gap = moments.ratio_difference(("won", "of"), ("none", "none"), 0.95)
    assert gap.n == 2
    assert math.isnan(gap.mean)


# ---- the command --------------------------------------------------------------------------------


@pytest.fixture
def bold(tmp_path: Path) -> Path:
    path = tmp_path / "bold.toml"
    words = (f"{k} = {json.dumps(v)}" for k, v in BOLD.model_dump().items())
    path.write_text("\n".join(words), "utf-8")
    return path


def said(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    code = cli.call(["compare", *map(str, words)])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def test_the_text(bold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, bold, "random", "--deals", "1_000", "--seed", "2", "--parts")
    found = compare(BOLD, "random", deals=1000, seed=2, parts=True)
    assert text.startswith("A bold, B random\n  1,000 deals, numbers 0 to 999, rules isko\n")
    assert f"\n{found.verdict}\n" in text
    assert found.verdict.startswith("A (bold) is better by ")
    assert text.count("n = 1,000 deals") == 3
    assert f"{found.difference('match').mean:+.1f}" in text
    assert "A(ABB) - B(BBB)" in text
    assert "need not add up" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "seed 2\n" in text


def test_an_unclear_result_says_how_many_deals_it_needs(
    bold: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = said(capsys, bold, "simple", "--deals", "40", "--seed", "4", "--scoring", "plain")
    assert text.startswith("A bold, B simple\n  alike in exchange\n")
    assert "\nunclear: " in text
    assert "deals would settle it" in text
    assert "7.85 (sd / difference)^2" in text
    assert text.index("Plain scores") < text.index("Seeger-Fabian")
    assert "Parts" not in text


def test_a_seed_is_drawn_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "simple", "random", "--deals", "1")
    assert "(drawn)" in text
    assert "1 deal," in text
    assert "without an interval" in text


def test_the_json(bold: Path, club: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (bold, "simple", "--deals", "200", "--seed", "2", "--first", "7", "--rules", club)
    plain = json.loads(said(capsys, *words, "--parts", "--json", "--quiet"))
    found = compare(BOLD, "simple", deals=200, seed=2, first=7, rules=club, parts=True)
    assert found.parts is not None
    assert plain["verdict"] == found.verdict
    assert plain["match"]["mean"] == found.difference().mean
    assert [row["low"] for row in plain["differences"]] == list(found.differences["low"])
    assert [row["a_n"] for row in plain["rates"]] == list(found.rates["a_n"])
    assert [row["mean"] for row in plain["parts"]] == list(found.parts["mean"])
    assert plain["parts"][1]["low"] is None
    assert plain["a"]["suit_min"] == 5
    assert (plain["rules"], plain["bock_left_out"], plain["first"]) == ("club", True, 7)
    assert set(plain["definitions"]) == set(match.MEASURES)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simple", "simple"], "A and B are the same player 'simple': equal are name, bidding, "),
        (["simple", "strong"], "unknown player 'strong'"),
        (["simple", "random", "--deals", "0"], "deals 0: a whole number from 1"),
        (["simple", "random", "--deals", "x"], "'x' is no whole number"),
        (["simple", "random", "--seed", "-1"], "seed -1"),
        (["simple", "random", "--first", "-1"], "first -1"),
        (["simple", "random", "--threads", "0"], "--threads 0"),
        (["simple", "random", "--rules", "bridge"], "bridge"),
        (["simple", "random", "--scoring", "chess"], "unknown scoring 'chess': one of plain, "),
        (["simple"], "Missing argument 'B'"),
    ],
)
def test_refusals(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.call(["compare", "--deals", "9", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("simcore: ")
    assert message in err
    assert err.count("\n") == 1


def test_two_players_of_one_name(bold: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = bold.with_name("other.toml")
    other.write_text(bold.read_text("utf-8").replace("suit_min = 5", "suit_min = 4"), "utf-8")
    assert cli.call(["compare", str(bold), str(other), "--deals", "9"]) == 2
    assert "two different players are named 'bold'" in capsys.readouterr().err
    other.write_text(bold.read_text("utf-8"), "utf-8")
    assert cli.call(["compare", str(bold), str(other), "--deals", "9"]) == 2
    assert "the same player 'bold'" in capsys.readouterr().err


def test_an_interrupt_is_told_in_one_line() -> None:
    code = (
        "import os, signal; from scripts import cli; from analysis import match\n"
        "count = match._per_deal\n"
        "def interrupted(*words):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    return count(*words)\n"
        "match._per_deal = interrupted\n"
        "cli.main()"
    )
    words = [sys.executable, "-c", code, "compare", "simple", "random", "--deals", "90_000"]
    done = subprocess.run([*words, "--quiet"], capture_output=True, text=True, cwd=REPO)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.count("\n") == 1
    assert "deals were compared; nothing is kept" in done.stderr


def test_limits_are_not_printed_as_0() -> None:
    frame = pd.DataFrame({"low": [-0.7, -0.6, -0.3], "high": [-0.048, 0.04, 0.8]})
    assert [differences_text.decimals(frame[k : k + 1]) for k in range(3)] == [2, 2, 1]
    assert differences_text.decimals(frame) == 2
    assert differences_text.decimals(frame[:0]) == 1
