"""What the cards tell as columns: recounted card by card, in win rates, and as files."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import analysis
import simcore
from analysis.features import BID_CLASSES, JACK_PATTERNS, columns, stratum_code
from analysis.hand_mix import groups, hand_mix
from scripts import bench_tables, cli

Row = dict[str, Any]
EXACT = json.loads((Path(__file__).parent / "data" / "exact.json").read_text("utf-8"))
SEATS = ("forehand", "middlehand", "rearhand")
DECK = [f"{suit}{rank}" for suit in "DHSC" for rank in "789QKTA"] + ["DJ", "HJ", "SJ", "CJ"]


# ---- recounted card by card ---------------------------------------------------------------------


def names_of(cards: int) -> list[str]:
    return [name for bit, name in enumerate(DECK) if cards >> bit & 1]


def recounted(held: list[str], contract: str, jacks_trump: bool) -> Row:
    """The features of some cards, in plain words."""
    jacks = [name for name in held if name[1] == "J"]
    aces, tens = ([name for name in held if name[1] == rank] for rank in "AT")
    suits = {suit: [n for n in held if n[0] == suit and n[1] != "J"] for suit in "DHSC"}
    longest = max(map(len, suits.values()))
    candidates = [suit for suit in suits if len(suits[suit]) == longest]
    found = {
        "jacks": len(jacks),
        "jack_pattern": "".join(suit if f"{suit}J" in held else "-" for suit in "CSHD"),
        "aces": len(aces),
        "tens": len(tens),
        "longest_plain": longest,
        "outside_aces": max(sum(ace[0] != suit for ace in aces) for suit in candidates),
    }

    def suit_of(name: str) -> str:
        """The suit a card belongs to in this game; none for a trump."""
        jack_leaves = jacks_trump and contract != "N" and name[1] == "J"
        return "" if jack_leaves or name[0] == contract else name[0]

    trumps = [name for name in held if not suit_of(name)]
    sides = {suit_of(name) for name in held} - {""}
    found |= {
        "trumps": len(trumps),
        "side_aces": len([name for name in aces if name not in trumps]),
        "side_tens": len([name for name in tens if name not in trumps]),
    }
    if contract == "N":
        found |= dict.fromkeys(("trumps", "side_aces", "side_tens"))
    return {**found, "voids": len(set("DHSC") - {contract} - sides)}


def told_of(row: Row, jacks_trump: bool) -> Row:
    """All derived columns of a row."""
    names = list(columns(jacks_trump))
    if row["declarer"] < 0:
        return dict.fromkeys(names)
    ten = row[f"hand_{SEATS[row['declarer']]}"]
    twelve = ten | row["skat"]
    bid, list_score = row["bid"], row["score"] + (50 if row["won"] else -50)
    ranges = {"none": (0, 0), "under 18": (1, 17), "18 to 24": (18, 24), "25 to 36": (25, 36),
              "37 to 48": (37, 48), "49 to 60": (49, 60), "over 60": (61, 999)}  # fmt: skip
    (bid_class,) = [name for name, (low, high) in ranges.items() if low <= bid <= high]
    of_ten, of_twelve = (
        recounted(names_of(cards), row["contract"], jacks_trump) for cards in (ten, twelve)
    )
    return {
        "cards_10": ten,
        "cards_12": twelve,
        **of_ten,
        **{f"{name}_12": value for name, value in of_twelve.items()},
        "bid_class": bid_class,
        "list_score": list_score,
    }


RUNS: dict[str, dict[str, Any]] = {
    "plain": {"deals": 3000, "players": "simple"},
    "rotated": {"deals": 700, "players": ("simple", "random", "expert"), "rotate": True},
    "polish": {"deals": 1500, "players": "simple", "rules": "polish"},
    "null": {
        "deals": 500,
        "players": "random",
        "scenario": simcore.Scenario(declarer="rearhand", contract="N"),
    },
    "thrown in": {"deals": 200, "players": "simple", "rules": "altenburg"},
    "known": {"deals": 50, "scenario": simcore.Scenario(known={0: simcore.cards.parse("CJ")})},
}


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A run by name, played when first asked for."""
    home, played = tmp_path_factory.mktemp("runs"), dict[str, Path]()

    def run(name: str) -> Path:
        if name not in played:
            played[name] = simcore.simulate(out=home / name, seed=5, **RUNS[name]).path
        return played[name]

    return run


def rows_of(log: analysis.Log) -> list[Row]:
    """The view row by row, NULL as None."""
    frame = log.query("SELECT * FROM deals ORDER BY deal_id, rotation")
    return frame.astype(object).where(frame.notna(), None).to_dict("records")  # type: ignore


@pytest.mark.parametrize("name", ["plain", "rotated", "polish", "null"])
def test_columns_match_a_recount(runs: Callable[[str], Path], name: str) -> None:
    with analysis.open(runs(name)) as log:
        rows, meanings = rows_of(log), log.meanings
    jacks_trump = name != "polish"
    for row in rows:
        expected = told_of(row, jacks_trump)
        assert {name: row[name] for name in meanings} == expected
    assert any(row["declarer"] < 0 for row in rows) == (name != "null")


def test_random_cards_match_a_recount(runs: Callable[[str], Path]) -> None:
    rng = np.random.default_rng(3)
    masks = [sum(1 << int(bit) for bit in rng.choice(32, 10, replace=False)) for _ in range(2000)]
    values = ", ".join(f"({mask}, '{'DHSCGN'[k % 6]}')" for k, mask in enumerate(masks))
    names = ["jacks", "jack_pattern", "aces", "tens", "longest_plain", "outside_aces"]
    of_game = ["trumps", "side_aces", "side_tens", "voids"]
    told = [*(f"{n}(m) AS {n}" for n in names), *(f"{n}(m, g) AS {n}" for n in of_game)]
    sql = f"SELECT m, g, stratum(m) AS stratum, {', '.join(told)} FROM (VALUES {values}) AS t(m, g)"
    with analysis.open(runs("plain")) as log:
        frame = log.query(sql)
    lines = frame.astype(object).where(frame.notna(), None).to_dict("records")
    for line in lines:
        expected = recounted(names_of(line["m"]), line["g"], jacks_trump=True)
        assert {name: line[name] for name in expected} == expected
        cell = (expected["jacks"], expected["longest_plain"], expected["outside_aces"])
        assert line["stratum"] == stratum_code(*cell)


def test_the_view_of_the_skat_and_a_condition(runs: Callable[[str], Path]) -> None:
    with analysis.open(runs("plain")) as log:
        rows = [row for row in rows_of(log) if row["declarer"] >= 0]
        found = log.query("SELECT sum(jacks(skat)) AS n FROM deals WHERE played")["n"][0]
        strong = log.win_rate(where="trumps >= 6 AND side_aces > 0").iloc[0]
    assert found == sum(row["jacks_12"] - row["jacks"] for row in rows) > 0
    chosen = [row["won"] for row in rows if row["trumps"] is not None
              and row["trumps"] >= 6 and row["side_aces"] > 0]  # fmt: skip
    assert (strong.n, strong.wins) == (len(chosen), sum(chosen))


@pytest.mark.parametrize(
    "by",
    [["jacks"], ["trumps", "side_aces"], ["jack_pattern_12"], ["bid_class", "voids"], ["contract",
     "outside_aces"]],
    ids="-".join,
)  # fmt: skip
def test_win_rates_by_what_the_cards_tell(runs: Callable[[str], Path], by: list[str]) -> None:
    with analysis.open(runs("plain")) as log:
        rows = [row for row in rows_of(log) if row["declarer"] >= 0]
        frame = log.win_rate(by=by)
    counts: Counter[tuple[Any, ...]] = Counter(tuple(row[name] for name in by) for row in rows)
    wins: Counter[tuple[Any, ...]] = Counter()
    for row in rows:
        wins[tuple(row[name] for name in by)] += row["won"]
    keys = frame[by].astype(object).where(frame[by].notna(), None)
    found = dict(zip(map(tuple, keys.to_numpy().tolist()), zip(frame.n, frame.wins, strict=True),
                     strict=True))  # fmt: skip
    assert found == {key: (n, wins[key]) for key, n in counts.items()}


def test_words_stand_in_their_order_and_missing_values_last(runs: Callable[[str], Path]) -> None:
    with analysis.open(runs("plain")) as log:
        patterns = list(log.win_rate(by="jack_pattern")["jack_pattern"])
        classes = list(log.win_rate(by="bid_class")["bid_class"])
        trumps = log.win_rate(by="trumps")["trumps"]
    assert patterns == [pattern for pattern in JACK_PATTERNS if pattern in patterns]
    assert (patterns[0], patterns[-1], len(set(JACK_PATTERNS))) == ("----", "CSHD", 16)
    assert classes == [name for name in BID_CLASSES if name in classes]
    assert pd.api.types.is_integer_dtype(trumps.dtype)
    assert list(trumps[:-1]) == sorted(trumps[:-1])
    assert trumps.isna().tolist() == [False] * (len(trumps) - 1) + [True]


def test_what_became_of_the_cards_does_not_split_deals_dealt(runs: Callable[[str], Path]) -> None:
    with analysis.open(runs("plain")) as log, pytest.raises(ValueError, match="by jacks"):
        log.win_rate(by="jacks", per="dealt")


def test_a_plain_table_reads_no_cards(runs: Callable[[str], Path]) -> None:
    with analysis.open(runs("plain")) as log:
        plans = []
        for column in ("contract", "jacks"):
            sql = f"SELECT {column}, count(*) FROM deals WHERE played GROUP BY ALL"
            plans.append(log._connection.execute(f"EXPLAIN (FORMAT json) {sql}").fetchall()[0][1])
    assert ["hand_forehand" in plan for plan in plans] == [False, True]


def test_every_column_says_what_it_counts(runs: Callable[[str], Path]) -> None:
    with analysis.open(runs("plain")) as log:
        assert all(log.meanings.values())
        logged = set(log.query("SELECT * FROM logged LIMIT 0").columns)
        every = list(log.query("SELECT * FROM deals LIMIT 0").columns)
    assert set(every) - logged == set(log.meanings)
    assert len(every) == len(set(every))


# ---- the exact mix of hands ---------------------------------------------------------------------


def test_the_mix_is_that_of_the_exact_table() -> None:
    table = EXACT["hand10"]["jacks_longest_sideaces"]
    assert {f"J{j}_L{n}_A{a}": hands for (j, n, a), hands in hand_mix().items()} == table["counts"]
    assert sum(hand_mix().values()) == table["total"] == EXACT["counts"]["hands"]


@pytest.mark.parametrize("least", [0, 1e-6, 1e-4, 0.01, 0.2, 0.6, 1, 5])
def test_groups_are_neighbours_and_large_enough(least: float) -> None:
    mix = hand_mix()
    numbers = list(groups(least).values())
    assert list(groups(least)) == list(mix)
    assert set(np.diff(numbers)) <= {0, 1}
    held = np.bincount(numbers, list(mix.values())) / sum(mix.values())
    assert len(held) == 1 or held.min() >= least
    assert least or len(held) == len(mix)


# ---- the command line ---------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert cli.call([str(word) for word in words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_table_is_written_in_every_form(
    runs: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["summary", str(runs("plain")), "--by", "trumps,declarer_seat", "--shrink"]
    found = json.loads(told(capsys, *words, "--out", tmp_path / "t.csv", "--json"))["cells"]
    text = told(capsys, *words, "--out", tmp_path / "t.md")
    told(capsys, *words, "--out", tmp_path / "t.parquet", "--weights", "exact")
    assert f"written to {tmp_path / 't.md'}" in text
    csv, parquet = (
        pd.read_csv(tmp_path / "t.csv"),
        pq.read_table(tmp_path / "t.parquet").to_pandas(),
    )
    for frame in (csv, parquet):
        assert list(frame["n"]) == [cell["n"] for cell in found]
        assert list(frame["wins"]) == [cell["wins"] for cell in found]
        assert set(frame["players"]) == {"simple,simple,simple"}
        assert set(frame["run_deals"]) == {3000}
    assert list(csv["shrunk_rate"]) == pytest.approx([cell["shrunk_rate"] for cell in found])
    assert set(parquet["weights"]) == {"exact"}
    assert found[-1]["trumps"] is None
    lines = (tmp_path / "t.md").read_text("utf-8").splitlines()
    table = [line.strip("| ").split(" | ") for line in lines if line.startswith("| ")]
    assert lines[0].startswith("run deals 3000, seed 5, rules isko, players simple")
    assert [line[2] for line in table[2:]] == [f"{cell['n']:,}" for cell in found]
    assert table[-1][0] == "-"
    assert sorted(os.listdir(tmp_path)) == ["t.csv", "t.md", "t.parquet"]


def test_a_file_is_never_overwritten(
    runs: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "t.csv").write_text("mine")
    words = ["summary", str(runs("plain")), "--by", "jacks", "--out"]
    for name, message in (
        ("t.csv", "is there already"),
        ("t.xlsx", "must end in .csv, .parquet, .md"),
        ("none/t.csv", "there is no folder"),
    ):
        assert cli.call([*words, str(tmp_path / name)]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert message in err
        assert name in err
    assert (tmp_path / "t.csv").read_text() == "mine"
    assert os.listdir(tmp_path) == ["t.csv"]


def test_a_table_that_fails_leaves_nothing(
    runs: Callable[[str], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["summary", str(runs("plain")), "--by", "colour", "--out", str(tmp_path / "t.csv")]
    assert cli.call(words) == 2
    assert "'colour'" in capsys.readouterr().err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("words", [["--shrink"], ["--weights", "exact"], ["--out", "t.csv"]])
def test_options_of_the_table_need_columns(
    runs: Callable[[str], Path], words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.call(["summary", str(runs("plain")), *words]) == 2
    assert f"{words[0]} goes with --by only" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "message"),
    [("plain", "unknown weights 'even'"), ("known", "was given cards"), ("thrown in", "thrown in")],
)
def test_weights_that_cannot_be_are_refused(
    runs: Callable[[str], Path], name: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = "even" if name == "plain" else "exact"
    assert cli.call(["summary", str(runs(name)), "--by", "contract", "--weights", weights]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("by", ["contract,jacks,trumps", "jack_pattern,declarer_seat"])
@pytest.mark.parametrize("name", ["plain", "rotated"])
def test_tables_fit_the_terminal(
    runs: Callable[[str], Path], by: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--shrink"], ["--weights", "exact"], ["--shrink", "--weights", "exact"]):
        text = told(capsys, "summary", runs(name), "--by", by, *more)
        assert max(len(line) for line in text.splitlines()[1:]) <= 100


def test_a_table_without_hands_is_no_data(
    runs: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["summary", runs("plain"), "--by", "jacks", "--where", "false", "--shrink"]
    assert json.loads(told(capsys, *words, "--json"))["cells"] == []
    assert "no shrunken rates: fewer than 3 cells" in told(capsys, *words, "--weights", "exact")


# ---- the benchmark ------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_benchmark_measures_each_table(tmp_path: Path) -> None:
    run, results = tmp_path / "run", tmp_path / "results"
    words = [str(run), "--deals", "3_000", "--repeat", "1", "--results", str(results)]
    bench_tables.main(words)
    report = json.loads((results / "bench.json").read_text("utf-8"))
    with analysis.open(run) as log:
        total = log.win_rate().iloc[0]
    assert set(report["tables"]) == set(bench_tables.TABLES)
    for table in report["tables"].values():
        assert (table["n"], table["wins"]) == (total.n, total.wins)
        assert table["table_s"] > 0
        assert table["peak_mb"] is None or table["peak_mb"] > table["loaded_mb"] * 0.99 > 50
    text = (results / "bench.md").read_text("utf-8")
    assert "`python -m scripts.bench_tables FOLDER --deals 3000 --players simple --seed 1" in text
    with pytest.raises(ValueError, match="a run of 3,000 deals"):
        bench_tables.main([str(run), "--deals", "4000"])
