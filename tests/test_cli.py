"""The command line: what it prints, its exit codes, bad input, and a stop by signal."""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import simcore
from scripts import cli, recheck, retell, signatures, tricks, verify
from simcore.manifest import SHARD_DEALS
from tests.commands import complaint, run_json, run_ok

REPO = Path(__file__).parents[1]
TWELVE = "CJ SJ CA CT CK C9 SA ST H7 H8 D7 HA"
SCORE = ["score", "--contract", "C", "--bid", "22", "--points", "93", "--tricks", "8"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A plain run, a rotated one with the cards played, and a forced one; shared, read only."""
    home = tmp_path_factory.mktemp("runs")
    options = {
        "plain": ["--deals", "2_000", "--first", "10"],
        "rotated": ["--deals", "300", "--rotate", "--plays", "--players", "simple,random,simple"],
        "forced": ["--deals", "50", "--declarer", "rearhand", "--contract", "N", "--hand"],
    }
    for name, words in options.items():
        out = str(home / name)
        assert cli.call(["run", "--out", out, "--seed", "7", "--quiet", *words]) == 0
    return {name: home / name for name in options}


@pytest.fixture
def copy(runs: dict[str, Path], tmp_path: Path) -> Path:
    """A copy of the plain run to damage."""
    return Path(shutil.copytree(runs["plain"], tmp_path / "copy"))


# ---- help --------------------------------------------------------------------------------------


def command(*arguments: str | Path) -> list[str]:
    """The command line of the program in a process of its own."""
    return [sys.executable, "-c", "from scripts.cli import main; main()", *map(str, arguments)]


def test_help_needs_neither_compiler_nor_data_tools() -> None:
    code = (
        "import sys; from scripts.cli import call; call(['run', '--help']); "
        "print([m for m in ('numba', 'numpy', 'pyarrow', 'pandas', 'duckdb', 'rich') "
        "if m in sys.modules])"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=REPO, check=True
    )
    assert made.stdout.splitlines()[-1] == "[]"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = run_ok(capsys, "--help")
    names = (
        "run", "show", "summary", "hand", "compare", "tune", "thresholds", "regret", "chart",
        "report", "verify", "replay", "solve", "score", "bench", "doctor",
    )  # fmt: skip
    for name in names:
        assert f"  {name} " in text
        assert "Usage: simcore" in run_ok(capsys, name, "--help")
    assert run_ok(capsys) == text
    assert max(map(len, text.splitlines())) <= 80


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_ok(capsys, "--version") == f"simcore {simcore.__version__}\n"


# ---- run ---------------------------------------------------------------------------------------


def test_run_writes_what_simulate_writes(tmp_path: Path, runs: dict[str, Path]) -> None:
    run = simcore.simulate(deals=2000, first=10, seed=7, out=tmp_path / "run")
    assert run.files[0].read_bytes() == simcore.open_run(runs["plain"]).files[0].read_bytes()


def test_run_sums_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a run"
    text = run_ok(capsys, "run", "--out", out, "--deals", "1_000", "--seed", "3")
    assert "deals     1,000\n" in text  # a rate from less than half a second is noise
    assert re.search(r"win rate  \d\d\.\d\d % \(95 %: ", text)
    played = int(re.search(r"of (\d+) hands played, (\d+) passed-in", text)[1])  # type: ignore[index]
    assert played == sum(simcore.rows(deals=1000, seed=3)["declarer"] >= 0)
    assert f"simcore summary '{out}'" in text
    manifest = simcore.open_run(out).manifest
    assert manifest["command"] == f"simcore run --out '{out}' --deals 1_000 --seed 3"


def test_a_drawn_seed_is_printed_and_noted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds = set()
    for name in ("one", "two"):
        text = run_ok(capsys, "run", "--out", tmp_path / name, "--deals", "5", "--quiet")
        seed = int(re.fullmatch(r"seed (\d+) \(drawn\)\n", text)[1])  # type: ignore[index]
        manifest = simcore.open_run(tmp_path / name).manifest
        assert manifest["settings"]["seed"] == seed
        assert manifest["command"].endswith(f" --seed {seed}")
        seeds.add(seed)
    assert len(seeds) == 2


def test_known_cards_are_read_in_their_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    iss, de = tmp_path / "iss", tmp_path / "de"
    same = ["--deals", "20", "--seed", "1", "--quiet", "--known"]
    run_ok(capsys, "run", "--out", iss, *same, "forehand: CJ HT; Skat: S7")
    run_ok(capsys, "run", "--out", de, *same, "forehand: EU R10; skat: G7")
    assert simcore.open_run(iss).table().equals(simcore.open_run(de).table())
    hands = simcore.open_run(de).table(["hand_forehand"])["hand_forehand"].to_pylist()
    asked = simcore.cards.parse("CJ HT")
    assert all(hand & asked == asked for hand in hands)


def test_resume_of_a_complete_run(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    text = run_ok(capsys, "run", "--out", runs["plain"], "--resume")
    assert text.startswith("all 2,000 deals are there already\n")


def test_resume_takes_the_options_of_the_run(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    same = ["--deals", "300", "--rotate", "--plays", "--players", "simple,random,simple"]
    run_ok(capsys, "run", "--out", runs["rotated"], "--resume", *same, "--seed", "7", "--quiet")
    forced = ["--declarer", "2", "--contract", "n", "--rules", "isko"]
    run_ok(capsys, "run", "--out", runs["forced"], "--resume", *forced, "--quiet")


@pytest.mark.parametrize(
    "option",
    [
        ("--deals", "2001"),
        ("--seed", "8"),
        ("--first", "0"),
        ("--players", "random"),
        ("--rotate",),
        ("--plays",),
        ("--declarer", "0"),
        ("--known", "skat: CJ"),
    ],
    ids=lambda option: option[0],
)
def test_resume_refuses_other_options(
    option: tuple[str, ...], runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    line = complaint(capsys, 2, "run", "--out", runs["plain"], "--resume", *option)
    assert f"{option[0]}: " in line


# ---- show --------------------------------------------------------------------------------------


def test_show_tells_the_row(runs: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    rows = simcore.rows(deals=167, first=10, seed=7)[135:]
    assert {int(seat) for seat in rows["declarer"]} == {-1, 0, 1, 2}
    for row in rows:
        deal = str(row["deal_id"])
        told = run_json(capsys, "show", runs["plain"], "--deal", deal)
        assert told["logged"]
        cards = [c for hand in told["hands"].values() for group in hand for c in group]
        assert len({*cards, *told["skat"]}) == 32
        text = run_ok(capsys, "show", runs["plain"], "--deal", deal)
        assert max(map(len, text.splitlines())) <= 80
        if row["declarer"] < 0:
            assert told["game"] is None
            assert "Passed in" in text
            continue
        assert told["declarer"] == tricks.SEATS[row["declarer"]]
        assert told["result"]["score"] == row["score"]
        assert told["tricks"][-1]["declarer"] == row["card_points"]
        assert sum(trick["winner"] == told["declarer"] for trick in told["tricks"]) == row["tricks"]
        assert told["result"]["words"] in " ".join(text.split())
        if told["game"]["contract"] != "N":
            assert told["tricks"][-1]["declarer"] + told["tricks"][-1]["defenders"] == 120
        calls = [call["call"] for call in told["auction"] if call["seat"] == told["declarer"]]
        assert row["bid"] == max([0, *(c for c in calls if isinstance(c, int))]) or "hold" in calls


def test_show_follows_the_players_round(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    hands = []
    for rotation, names in enumerate(["simple random simple", "random simple simple"]):
        told = run_json(capsys, "show", runs["rotated"], "--deal", "3", "--rotation", str(rotation))
        assert " ".join(told["players"].values()) == names
        hands.append({c for group in told["hands"]["rearhand"] for c in group})
    assert hands[0] == hands[1]
    text = run_ok(capsys, "show", runs["rotated"], "--deal", "3", "--rotation", "1")
    assert "players  forehand B random, middlehand C simple, rearhand A simple" in text


def test_show_of_a_forced_game(runs: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    text = run_ok(capsys, "show", runs["forced"], "--deal", "0", "--notation", "fr-de")
    assert "none: rearhand plays at 18, as the scenario of the run says" in text
    assert "rearhand plays Null hand" in text
    assert "the skat, unseen" in text
    assert "Kr" in text
    told = run_json(capsys, "show", runs["forced"], "--deal", "0")
    assert told["forced"]
    assert told["auction"] == []


def test_show_of_a_ramsch_where_grand_is_no_contract(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = tmp_path / "suits.toml"
    rules.write_text('preset = "isko"\ncontracts = "DHSC"\nall_pass = "ramsch"\n', "utf-8")
    words = ["--deals", "20", "--seed", "1", "--players", "random", "--rules", rules, "--quiet"]
    run_ok(capsys, "run", "--out", tmp_path / "run", *words)
    contracts = simcore.open_run(tmp_path / "run").table(["contract"])["contract"].to_pylist()
    text = run_ok(capsys, "show", tmp_path / "run", "--deal", str(contracts.index("R")))
    assert "Game: Ramsch" in text


@pytest.mark.parametrize(
    ("contract", "jacks_trump", "first", "last"),
    [
        ("H", True, "CJ SJ HJ DJ HA HT HK HQ H9 H8 H7", "DA DT DK DQ D9 D8 D7"),
        ("G", True, "CJ SJ HJ DJ", "DA DT DK DQ D9 D8 D7"),
        ("N", True, "CA CK CQ CJ CT C9 C8 C7", "DA DK DQ DJ DT D9 D8 D7"),
        ("S", False, "SA ST SK SQ SJ S9 S8 S7", "DA DT DK DQ DJ D9 D8 D7"),
    ],
)
def test_hands_are_sorted_trumps_first(
    contract: str, jacks_trump: bool, first: str, last: str
) -> None:
    order = retell.groups(contract, jacks_trump)
    assert " ".join(order[0]) == first
    assert " ".join(order[-1]) == last
    assert sorted(code for group in order for code in group) == sorted(simcore.cards.CODES)


# ---- summary -----------------------------------------------------------------------------------


def test_summary_counts_the_rows(runs: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    rows = simcore.rows(deals=2000, first=10, seed=7)
    played = rows[rows["declarer"] >= 0]
    found = run_json(capsys, "summary", runs["plain"])
    assert found["passed_in"]["n"] == len(rows) - len(played)
    assert found["passed_in"]["of_n"] == 2000
    assert found["played"]["wins"] == played["won"].sum()
    assert found["played"]["mean_score"] == pytest.approx(played["score"].mean())
    assert sum(cell["n"] for cell in found["contracts"]) == len(played)
    assert sum(cell["share"] for cell in found["contracts"]) == pytest.approx(1)
    for kind, cell in found["kinds"].items():
        least = {"kontra": 1, "re": 2}.get(kind)
        marked = played[kind] if least is None else played["kontra"] >= least
        assert (cell["n"], cell["of_n"]) == (marked.sum(), len(played))
        assert cell["low"] <= cell["rate"] <= cell["high"]
    for seat, cell in enumerate(found["seats"]):
        own, others = played["declarer"] == seat, played["declarer"] != seat
        assert cell["declared"]["n"] == cell["n"] == own.sum()
        assert cell["declared"]["of_n"] == 2000
        points = played["score"][own].sum() + 50 * (2 * played["won"][own].astype(int) - 1).sum()
        points += 40 * (others & ~played["won"]).sum()
        assert cell["list_36"]["mean"] == pytest.approx(36 * points / 2000)
        assert cell["list_36"]["low"] < cell["list_36"]["mean"] < cell["list_36"]["high"]


def test_summary_of_a_rotated_run_by_player(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    players = ["simple", "random", "simple"]
    rows = simcore.rows(deals=300, seed=7, rotate=True, players=players)
    found = run_json(capsys, "summary", runs["rotated"])
    assert (found["deals"], found["hands"]) == (300, 900)
    for player, cell in enumerate(found["by_player"]):
        own = (rows["declarer"] >= 0) & ((rows["declarer"] + rows["rotation"]) % 3 == player)
        assert cell["declared"]["n"] == cell["n"] == own.sum()
        lost = (rows["declarer"] >= 0) & ~own & ~rows["won"]
        points = rows["score"][own].sum() + 50 * (2 * rows["won"][own].astype(int) - 1).sum()
        assert cell["list_36"]["mean"] == pytest.approx(36 * (points + 40 * lost.sum()) / 900)


def test_summary_fits_the_terminal(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("plain", "rotated", "forced"):
        text = run_ok(capsys, "summary", runs[name])
        paths = str(runs[name])
        assert max(len(line) for line in text.splitlines() if paths not in line) <= 80
        assert "…" not in text
        assert "passed-in deals left out" in text
    assert "no data" in text  # nobody but rearhand ever declares
    assert "forced: rearhand plays N hand" in text


def test_summary_by_columns_and_where(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rows = simcore.rows(deals=2000, first=10, seed=7)
    found = run_json(
        capsys, "summary", runs["plain"], "--by", "contract, declarer", "--where", "won"
    )
    cells = {(cell["contract"], cell["declarer"]): cell["n"] for cell in found["cells"]}
    grand = (rows["contract"] == 4) & (rows["declarer"] == 0) & rows["won"]
    assert cells["G", 0] == grand.sum()
    text = run_ok(capsys, "summary", runs["plain"], "--by", "contract", "--where", "won")
    assert "only rows where won" in text
    assert "passed-in deals left out" in text


def test_summary_of_no_rows(runs: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "summary", runs["plain"], "--where", "false")
    assert found["hands"] == 0
    assert found["passed_in"]["rate"] is None
    assert found["contracts"] == []
    assert "no data" in run_ok(capsys, "summary", runs["plain"], "--where", "false")


def test_summary_of_an_interrupted_run(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit_manifest(copy, status="interrupted", deals=5000, shard_deals=2000)
    text = run_ok(capsys, "summary", copy)
    assert "interrupted" in text
    assert "NOTE: 2,000 of 5,000 deals are there so far" in text


def edit_manifest(
    folder: Path, *, status: str = "complete", shard_deals: int = SHARD_DEALS, **settings: Any
) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest |= {"status": status, "shard_deals": shard_deals}
    manifest["settings"].update(settings)
    text = json.dumps(manifest["settings"], sort_keys=True, separators=(",", ":"))
    manifest["settings_sha256"] = hashlib.sha256(text.encode()).hexdigest()
    for name in ("manifest.json", "manifest.copy.json"):
        (folder / name).write_text(json.dumps(manifest), "utf-8")


# ---- verify, score, doctor, bench --------------------------------------------------------------


def test_verify_plays_deals_again(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for name, deals in (("plain", 1000), ("rotated", 300), ("forced", 50)):
        found = run_json(capsys, "verify", runs[name])
        assert (found["faults"], found["deals_played_again"]) == ([], deals)
    found = run_json(capsys, "verify", runs["plain"], "--sample", "0")
    assert found["deals_played_again"] == 0


@pytest.mark.parametrize("sample", [1, 3, 10, 57, 999, 1000, 5000])
def test_stretches_are_spread_over_the_shard(sample: int) -> None:
    numbers = [
        deal
        for first, deals in verify.stretches(40, 1000, sample)
        for deal in range(first, first + deals)
    ]
    assert len(numbers) == len(set(numbers)) == min(sample, 1000)
    assert numbers == sorted(numbers)
    assert numbers[0] == 40
    assert numbers[-1] == 1039 or sample == 1


def test_deals_that_differ_from_the_log_are_named(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_manifest(copy, seed=8)
    line = complaint(capsys, 3, "show", copy, "--deal", "12")
    assert "deal 12 rotation 0: hand_forehand is " in line
    assert cli.call(["verify", str(copy)]) == 3
    out, err = capsys.readouterr()
    assert "deal 10 rotation 0: hand_forehand is " in err
    assert "faults  " in out


def test_settings_edited_by_hand_are_a_fault(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest["settings"]["seed"] += 1
    path.write_text(json.dumps(manifest), "utf-8")
    assert cli.call(["verify", str(copy)]) == 3
    line = capsys.readouterr().err
    assert "the settings are not those the run was started with" in line
    assert cli.call(["show", str(copy), "--deal", "10"]) == 2
    assert cli.call(["summary", str(copy)]) == 2
    assert capsys.readouterr().err.count("the settings are not those") == 2


def test_cards_played_that_differ_are_named(runs: dict[str, Path]) -> None:
    run = simcore.open_run(runs["rotated"])
    rows, plays = simcore.replay(run, 5)
    assert recheck.differences(run, 5, rows, plays) == []
    plays[1, 2] ^= 1
    faults = recheck.differences(run, 5, rows, plays)
    assert faults == ["deal 5 rotation 1: other cards were played in the log"]


def test_verify_says_when_another_version_wrote_the_run(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest["source_digest"] = "0123456789abcdef" * 4
    path.write_text(json.dumps(manifest), "utf-8")
    text = run_ok(capsys, "verify", copy)
    assert "another version of the program" in text
    assert "0123456789ab" in text
    assert "cannot be resumed" in text
    assert "another version" in complaint(capsys, 2, "run", "--out", copy, "--resume", "--quiet")


def test_score_in_words_and_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    text = run_ok(capsys, *SCORE, "--cards", TWELVE, "--hand")
    assert "with 2, game 3, hand 4, schneider 5, x 12 = 60" in text
    assert "score  +60" in text
    found = run_json(capsys, *SCORE, "--cards", "EU GU EA E10 EK E9 GA G10 R7 R8 S7 RA")
    assert (found["matadors"], found["value"], found["won"]) == (2, 48, True)
    assert found["notation"] == "de"
    assert found["cards"][0] == "EU"
    text = run_ok(capsys, *SCORE, "--cards", TWELVE, "--hand", "--announce", "schwarz")
    assert "lost x 2" in text


def test_doctor_passes_the_self_test(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "doctor")
    assert set(found["self_test"].values()) == {"passed"}
    assert found["cache"]["writable"] == (found["cache"]["folder"] is not None)
    assert found["versions"]["simcore"] == simcore.__version__
    assert "karuzela simple, 8 seats" in found["self_test"]
    assert "10,000 deals  isko simple: passed" in run_ok(capsys, "doctor")


def test_doctor_fails_on_another_signature(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "signatures.json"
    signed = signatures.read()
    signed["skat-hand/1"]["isko random"] = "00"
    wrong.write_text(json.dumps(signed), "utf-8")
    monkeypatch.setattr(signatures, "path", lambda: wrong)
    assert cli.call(["doctor"]) == 3
    assert "self-test failed for isko random:" in capsys.readouterr().err


def test_bench_gives_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "bench", "--deals", "3_000", "--repeat", "1", "--threads", "1")
    assert list(found["complete_hands_logged"]) == ["expert", "simple"]
    for complete in found["complete_hands_logged"].values():
        assert complete["hands_played"] + complete["passed_in"] == complete["deals"] == 3000
    assert found["random_clubs_hand"]["hands_played"] == 3000
    assert [poch["logged"]["deals"] for poch in found["poch"].values()] == [3000, 3000]
    assert found["random_clubs_hand"]["hands_per_core_s"] > 0
    assert (found["ratio_to_plain_c"] is None) == (found["plain_c"] is None)
    assert found["start"]["compiling_s"] is None
    assert 0 < found["start"]["loading_s"] < found["start"]["cached_s"]


# ---- bad input ---------------------------------------------------------------------------------

RUN = ["run", "--out", "OUT", "--deals", "10", "--seed", "1"]
BAD_INPUT = [
    ([], "x", "No such command 'x'"),
    (["run", "--out", "OUT"], "", "--deals is missing"),
    (["run", "--deals", "3"], "", "--out"),
    ([*RUN, "--colour", "red"], "", "--colour"),
    (["run", "--out", "OUT", "--deals", "0"], "", "deals 0"),
    (["run", "--out", "OUT", "--deals", "-5"], "", "deals -5"),
    (["run", "--out", "OUT", "--deals", "ten"], "", "'ten'"),
    ([*RUN[:-2], "--seed", "-1"], "", "seed -1"),
    ([*RUN, "--first", "-1"], "", "first -1"),
    ([*RUN, "--threads", "0"], "", "--threads 0"),
    ([*RUN, "--threads", "99999"], "", "--threads 99999"),
    ([*RUN, "--game", "bridge"], "", "'bridge'"),
    ([*RUN, "--seats", "4"], "", "seats 4"),
    ([*RUN, "--rules", "isco"], "", "'isco'"),
    ([*RUN, "--players", "clever"], "", "'clever'"),
    ([*RUN, "--players", "simple,random"], "", "simple, random"),
    ([*RUN, "--contract", "C"], "", "a declarer must be forced"),
    ([*RUN, "--contract", "X", "--declarer", "0"], "", "'X'"),
    ([*RUN, "--declarer", "dealer"], "", "'dealer'"),
    ([*RUN, "--declarer", "0", "--bid", "19"], "", "bid 19 is not legal: 18 or 20"),
    ([*RUN, "--declarer", "0", "--contract", "C", "--announce", "schwartz"], "", "'schwartz'"),
    ([*RUN, "--known", "forehand: CJ; rearhand: CJ"], "", "'CJ' is known for forehand and rear"),
    ([*RUN, "--known", "forehand: EU; skat: EU G7"], "", "'EU' is known for forehand and skat"),
    ([*RUN, "--known", "forehand: CJ CJ"], "", "'CJ' is named twice"),
    ([*RUN, "--known", "forehand: CJ XA"], "", "'XA'"),
    ([*RUN, "--known", "dealer: CJ"], "", "'dealer'"),
    ([*RUN, "--known", "CJ SJ"], "", "'CJ SJ'"),
    ([*RUN, "--known", "skat: CJ SJ HJ"], "", "the skat is given 3 cards"),
    ([*RUN, "--known", "skat: SA"], "", "--notation"),
    ([*RUN, "--known", "skat: CJ", "--notation", "en"], "", "'en'"),
    ([*RUN, "--notation", "en"], "", "--notation goes with --known"),
    ([*RUN, "--resume"], "", "is no run folder"),
    ([*SCORE, "--cards", TWELVE.replace("HA", "CJ")], "", "'CJ' is named twice"),
    ([*SCORE, "--cards", TWELVE.removesuffix(" HA")], "", "11 cards: 12 wanted"),
    ([*SCORE, "--cards", TWELVE.replace("HA", "XA")], "", "'XA'"),
    ([*SCORE, "--cards", TWELVE, "--bid", "19"], "", "bid 19"),
    ([*SCORE, "--cards", TWELVE, "--points", "121"], "", "points 121"),
    ([*SCORE, "--cards", TWELVE, "--tricks", "-1"], "", "tricks -1"),
    ([*SCORE, "--cards", TWELVE, "--announce", "schneider"], "", "needs a hand game"),
    ([*SCORE, "--cards", TWELVE, "--rules", "isco"], "", "'isco'"),
    (["summary", "OUT"], "", "OUT' is no run folder"),
    (["show", "OUT", "--deal", "0"], "", "OUT' is no run folder"),
    (["verify", "OUT"], "", "OUT' is no run folder"),
    (["verify", "OUT", "--sample", "-1"], "", "--sample -1"),
    (["bench", "--deals", "0"], "", "--deals 0"),
    (["bench", "--repeat", "0"], "", "--repeat 0"),
]


@pytest.mark.parametrize(
    ("arguments", "more", "token"), BAD_INPUT, ids=[token for _, _, token in BAD_INPUT]
)
def test_bad_input_is_named_in_one_line(
    arguments: list[str],
    more: str,
    token: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [*arguments, *([more] if more else [])]
    words = [str(tmp_path / "OUT") if word == "OUT" else word for word in words]
    assert token in complaint(capsys, 2, *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "token"),
    [
        (["show", "--deal", "9"], "deal 9"),
        (["show", "--deal", "2010"], "deal 2010"),
        (["show", "--deal", "10", "--rotation", "1"], "--rotation 1"),
        (["show", "--deal", "10", "--notation", "en"], "'en'"),
        (["summary", "--by", "colour"], "'colour'"),
        (["summary", "--by", ""], "--by ''"),
        (["summary", "--where", "colour = 1"], "--where 'colour = 1': "),
        (["summary", "--where", "count(*) > 3"], "--where 'count(*) > 3': "),
        (["run", "--deals", "10", "--out"], "exists: resume it or name another"),
    ],
)
def test_bad_questions_to_a_run(
    arguments: list[str], token: str, runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    name, *options = arguments
    run = str(runs["plain"])
    words = [name, *options, run] if name == "run" else [name, run, *options]
    assert token in complaint(capsys, 2, *words)


def test_an_existing_folder_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    line = complaint(capsys, 2, "run", "--out", tmp_path, "--deals", "10")
    assert str(tmp_path) in line
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("x")
    out = tmp_path / "file" / "run"
    line = complaint(capsys, 2, "run", "--out", out, "--deals", "10", "--seed", "1", "--quiet")
    assert str(tmp_path / "file") in line


@pytest.mark.parametrize("text", ["{", "[]", "{}", "\xff"])
def test_a_corrupt_manifest(copy: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (copy / "manifest.json").write_text(text, encoding="latin-1")
    before = sorted(path.name for path in copy.iterdir())
    for words in (["summary", str(copy)], ["show", str(copy), "--deal", "10"]):
        assert "manifest.json" in complaint(capsys, 2, *words)
    assert "manifest.json" in complaint(capsys, 2, "run", "--out", copy, "--resume")
    assert "manifest.json" in complaint(capsys, 3, "verify", copy)
    assert sorted(path.name for path in copy.iterdir()) == before


@pytest.mark.parametrize("damage", ["cut", "missing"])
def test_a_damaged_shard(copy: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    shard = copy / "part-00000.parquet"
    if damage == "cut":
        shard.write_bytes(shard.read_bytes()[:1000])
    else:
        shard.unlink()
    assert shard.name in complaint(capsys, 3, "summary", copy)
    assert shard.name in complaint(capsys, 3, "show", copy, "--deal", "10")
    assert cli.call(["verify", str(copy)]) == 3
    err = capsys.readouterr().err
    assert shard.name in err
    assert err.count("\n") == 1


# ---- in a process of its own -------------------------------------------------------------------


def test_the_process_ends_with_the_code(runs: dict[str, Path]) -> None:
    made = subprocess.run(
        command("show", runs["plain"], "--deal", "9"), cwd=REPO, capture_output=True, text=True
    )
    assert made.returncode == 2
    assert made.stderr == "simcore: deal 9: a whole number from 10 to 2009\n"


def test_a_reader_that_goes_away_is_no_error(runs: dict[str, Path]) -> None:
    with subprocess.Popen(
        command("show", runs["plain"], "--deal", "10", "--json"),
        cwd=REPO,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_a_plain_terminal_gets_plain_characters(runs: dict[str, Path]) -> None:
    made = subprocess.run(
        command("summary", runs["plain"]),
        cwd=REPO,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"\\u" not in made.stdout
    assert made.stdout.isascii()


SIGNALLED_DEALS = 4 * SHARD_DEALS + 5


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[dict[str, Any]]]:
    """The shards of a run nobody stops."""
    folder = tmp_path_factory.mktemp("undisturbed")
    run = simcore.simulate(deals=SIGNALLED_DEALS, seed=9, out=folder / "run")
    yield run.manifest["shards"]
    shutil.rmtree(folder)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_stopped_run_is_valid_and_goes_on(
    number: signal.Signals,
    tmp_path: Path,
    undisturbed: list[dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "run"
    words = command("run", "--out", out, "--deals", str(SIGNALLED_DEALS), "--seed", "9")
    with subprocess.Popen(words, cwd=REPO, stderr=subprocess.PIPE, text=True) as process:
        wait_for_a_shard(out, process)
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    run = simcore.open_run(out)
    assert run.manifest["status"] == "interrupted"
    assert 0 < run.deals < SIGNALLED_DEALS
    assert run.verify() == []
    assert sorted(path.name for path in out.iterdir()) == sorted(
        ["manifest.copy.json", "manifest.json", *run.names]
    )
    assert f"{run.deals:,} of {SIGNALLED_DEALS:,} deals are logged" in err
    assert f"simcore run --out {out} --resume" in err
    assert "Traceback" not in err
    assert f"{run.deals:,} of" in run_ok(capsys, "run", "--out", out, "--resume")
    run = simcore.open_run(out)
    assert run.manifest["status"] == "complete"
    assert run.manifest["shards"] == undisturbed


def wait_for_a_shard(out: Path, process: subprocess.Popen[str]) -> None:
    """Until the manifest lists a shard; the kernel may have to be compiled first."""
    end = time.monotonic() + 300
    while time.monotonic() < end:
        assert process.poll() is None
        if (out / "manifest.json").exists() and simcore.open_run(out).manifest["shards"]:
            return
        time.sleep(0.01)
    raise AssertionError("no shard was listed in time")


def test_a_closed_stdout_is_no_error(runs: dict[str, Path]) -> None:
    command = f'"{sys.executable}" -m scripts.cli summary "{runs["plain"]}" >&-'
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, cwd=Path(__file__).parents[1]
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_any_command_is_told_in_one_line(runs: dict[str, Path], number: int) -> None:
    code = (
        "import os; from scripts import cli; import simcore, analysis\n"
        f"def slow(*_, **__): os.kill(os.getpid(), {int(number)})\n"
        "simcore.Run.verify = slow\n"
        "cli.main()"
    )
    command = [sys.executable, "-c", code, "verify", str(runs["plain"])]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[1])
    assert done.returncode == 130
    assert done.stderr.splitlines() == ["simcore: interrupted"]


def test_a_broken_run_is_not_gone_on_with(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shard = copy / "part-00000.parquet"
    shard.write_bytes(shard.read_bytes()[:-9])
    line = complaint(capsys, 3, "run", "--out", copy, "--resume", "--quiet")
    assert "part-00000.parquet: SHA-256 differs" in line


@pytest.mark.parametrize("name", ["~", "s3:x", "file:q", "hdfs:x"])
def test_folders_that_look_like_addresses(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    run_ok(capsys, "run", "--out", name, "--deals", "50", "--seed", "1", "--plays", "--quiet")
    assert (tmp_path / name / "part-00000.parquet").is_file()
    assert "faults  none" in run_ok(capsys, "verify", name)
    assert "Deal 7" in run_ok(capsys, "show", name, "--deal", "7")
    assert "50 deals" in run_ok(capsys, "summary", name)
