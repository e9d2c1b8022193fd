"""The commands for soket and sekans; what belongs to one game alone is refused."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import simcore
from scripts import bench, cli, make_results, poch_keys, poch_tell, poch_turns
from scripts.faults.scene import file_sha256
from scripts.poch_invariants import Checks
from scripts.poch_runs import split_runs
from scripts.poch_words import circles_of
from scripts.retold import tell_again
from simcore.log import from_arrow, to_arrow
from simcore.poch import load_rules, rulebook
from tests.commands import complaint, run_json, run_ok
from tests.test_poch import TABLES

REPO = Path(__file__).parents[1]
SHORT = 'preset = "karuzela"\nname = "short"\nsession_deals = 10\n'


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Runs of several kinds; shared, read only."""
    home = tmp_path_factory.mktemp("runs")
    (home / "short.toml").write_text(SHORT, "utf-8")
    players = "random,simple,expert,random,simple,expert,random,expert"
    options = {
        "plain": ["--deals", "300", "--first", "13", "--rules", str(home / "short.toml")],
        "played": ["--deals", "200", "--players", "random", "--plays"],
        "rotated": ["--deals", "40", "--seats", "8", "--rules", "poker", "--players", players,
                    "--rotate", "--plays"],
        "begun": ["--deals", "64", "--known", "1: SA SK; turn-up: SQ", "--dealer", "2",
                  "--circles", "A=12 K=8"],
    }  # fmt: skip
    for name, words in options.items():
        out = str(home / name)
        words = ["run", "--game", "poch", "--out", out, "--seed", "7", "--quiet", *words]
        assert cli.call(words) == 0
    return {name: home / name for name in options}


@pytest.fixture(scope="module")
def of_skat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("skat") / "run"
    assert cli.call(["run", "--out", str(out), "--deals", "20", "--seed", "1", "--quiet"]) == 0
    return out


@pytest.fixture
def copy(runs: dict[str, Path], tmp_path: Path) -> Path:
    """A copy of the run with the cards played, to damage."""
    return Path(shutil.copytree(runs["played"], tmp_path / "copy"))


# ---- run ----------------------------------------------------------------------------------------


def test_run_writes_what_simulate_writes(tmp_path: Path, runs: dict[str, Path]) -> None:
    run = simcore.simulate("poch", deals=200, seed=7, players="random", plays=True,
                           out=tmp_path / "run")  # fmt: skip
    shards = simcore.open_run(runs["played"]).manifest["shards"]
    assert run.manifest["shards"] == shards


def test_run_means_what_its_options_say(runs: dict[str, Path]) -> None:
    rows = simcore.open_run(runs["begun"]).table().to_pandas()
    pack = simcore.poch.pack.PACKS[32]
    held = pack.parse("SA SK")
    assert ((rows["hand_1"].to_numpy() & np.uint64(held)) == held).all()
    assert (rows["turn_up"] == pack.parse("SQ").bit_length() - 1).all()
    starts = rows[rows["deal_id"] % 32 == 0]
    assert (starts["dealer"] == 2).all()
    # ace and king of trumps are seat 1's: 20 chips from before, and the antes of four
    assert (starts["circles_1"] >= 12 + 8 + 4 + 4).all()
    settings = simcore.open_run(runs["rotated"]).settings
    assert (settings["rules"]["players"], settings["rules"]["pack"]) == (8, 52)
    assert simcore.open_run(runs["rotated"]).manifest["shards"][0]["rows"] == 8 * 40


def test_run_sums_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a run"
    text = run_ok(capsys, "run", "--game", "poch", "--out", out, "--deals", "1_000", "--seed", "3")
    assert "rules    karuzela, 4 players, 32 cards, sessions of 32 deals\n" in text
    assert "win rate" not in text
    assert f"simcore summary '{out}'" in text
    rows = simcore.rows("poch", deals=1000, seed=3)
    for auction in ("soket", "sekans"):
        for number, word in enumerate(("unseen", "shown", "all passed", "none held")):
            share = (rows[f"{auction}_how"] == number).mean()
            assert re.search(rf"^{auction} .*\b{word} {100 * share:.2f} %", text, re.M)
    assert max(map(len, text.splitlines()[:6])) <= 80
    assert simcore.open_run(out).manifest["command"].startswith("simcore run --game poch ")


def test_a_drawn_seed_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("run", "--game", "poch", "--deals", "3", "--rotate", "--out")
    text = run_ok(capsys, *words, tmp_path / "run")
    run = simcore.open_run(tmp_path / "run")
    assert f"seed {run.settings['seed']} (drawn)\n" in text
    assert "deals    3, each played 4 times\n" in text
    assert run_ok(capsys, *words, tmp_path / "other", "--quiet").count("\n") == 1


RUN = ["run", "--game", "poch", "--out", "OUT", "--deals", "10", "--seed", "1"]
SKAT = [*RUN[:1], *RUN[3:]]
REFUSED = [
    ([*RUN, "--contract", "C"], "--contract belongs to skat"),
    ([*RUN, "--declarer", "0"], "--declarer belongs to skat"),
    ([*RUN, "--hand"], "--hand belongs to skat"),
    ([*RUN, "--bid", "0"], "--bid belongs to skat"),
    ([*RUN, "--announce", "ouvert"], "--announce belongs to skat"),
    ([*RUN, "--deals-from", "games.sgf"], "--deals-from belongs to skat"),
    ([*SKAT, "--dealer", "0"], "--dealer belongs to poch"),
    ([*SKAT, "--circles", "A=1"], "--circles belongs to poch"),
    ([*RUN, "--seats", "9"], "seats 9"),
    ([*RUN, "--seats", "2"], "seats 2"),
    (
        [*RUN[:1], "--game", "soket", *RUN[3:]],
        "unknown game 'soket': one of skat, poch (poch is soket and sekans)",
    ),
    ([*RUN, "--rules", "isko"], "unknown rules 'isko'"),
    ([*RUN, "--players", "club"], "unknown player 'club'"),
    ([*RUN, "--players", "simple,random,simple"], "name one, or 4 by seat"),
    ([*RUN, "--known", "forehand: HA"], "--known: unknown place 'forehand': a seat 0 to 3"),
    ([*RUN, "--known", "4: HA"], "--known: unknown place '4'"),
    ([*RUN, "--known", "SA SK"], "wanted is a place and cards, 1: SA SK"),
    ([*RUN, "--known", "1: H6"], "unknown card 'H6'"),
    ([*RUN, "--known", "1: HA; turn-up: HA"], "card 'HA' is known for 1 and turn-up"),
    ([*RUN, "--known", "1: HA; 01: HK"], "--known names '01' twice"),
    ([*RUN, "--known", "1: HA HK HQ HJ HT H9 H8"], "seat 1 is given 7 cards"),
    ([*RUN, "--known", "turn-up: HA HK"], "the card turned up is given 2 cards"),
    ([*RUN, "--known", "1: SA"], "--notation"),
    ([*RUN, "--notation", "iss"], "--notation goes with --known"),
    ([*RUN, "--dealer", "4"], "unknown seat '4'"),
    ([*RUN, "--dealer", "forehand"], "unknown seat 'forehand'"),
    ([*RUN, "--circles", "A12"], "--circles 'A12': wanted are ranks and chips"),
    ([*RUN, "--circles", "A=-3"], "--circles 'A=-3'"),
    ([*RUN, "--circles", " "], "--circles ' '"),
    ([*RUN, "--circles", "A=1 a=2"], "--circles names 'A' twice"),
    ([*RUN, "--circles", "6=1"], "circle '6': there is one for each of 7 8 9 T J Q K A"),
    ([*RUN, "--circles", "A=9999999"], "circle A: chips 9999999"),
    ([*RUN[:5], "--seed", "1"], "--deals is missing"),
    ([*RUN, "--first", "-1"], "first -1"),
    ([*RUN, "--threads", "0"], "--threads 0"),
]


@pytest.mark.parametrize(("arguments", "token"), REFUSED, ids=[token for _, token in REFUSED])
def test_bad_input_is_named_in_one_line(
    arguments: list[str], token: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(tmp_path / "OUT") if word == "OUT" else word for word in arguments]
    assert token in complaint(capsys, 2, *words)
    assert list(tmp_path.iterdir()) == []


def test_cards_and_circles_are_read_in_every_notation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*RUN[:3], "--deals", "10", "--seed", "1", "--quiet"]
    run_ok(capsys, *words, "--out", tmp_path / "a", "--known", "0: GA G10; turn_up: RO")
    run_ok(capsys, *words, "--out", tmp_path / "b", "--known", "turn-up: HQ; 0: SA,ST",
           "--circles", "a=0")  # fmt: skip
    one, other = (simcore.open_run(tmp_path / name) for name in "ab")
    assert one.settings["scenario"]["known"] == other.settings["scenario"]["known"]
    assert one.files[0].read_bytes() == other.files[0].read_bytes()
    assert circles_of("10=5, k=0") == {"T": 5, "K": 0}


# ---- going on -----------------------------------------------------------------------------------

KILLED = """
import os, sys
import simcore.run
from scripts import cli
import simcore.jobs
simcore.jobs.SHARD_DEALS = 64
write, done = simcore.run.write_manifest, []
def killed(folder, manifest):
    write(folder, manifest)
    if len(manifest["shards"]) == 3:
        os._exit(9)
simcore.run.write_manifest = killed
import dataclasses, simcore.poch as poch
made = poch.game_of
poch.game_of = lambda rules: dataclasses.replace(made(rules), block_rows=64)
sys.exit(cli.call(sys.argv[1:]))
"""


def test_a_killed_run_goes_on_to_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shards of 64 deals cut sessions of ten; the circles are handed on across them."""
    rules = tmp_path / "short.toml"
    rules.write_text(SHORT, "utf-8")
    out, whole = tmp_path / "run", tmp_path / "whole"
    words = ["run", "--game", "poch", "--deals", "300", "--first", "5", "--seed", "9", "--plays",
             "--rules", str(rules), "--players", "simple", "--quiet"]  # fmt: skip
    killed = [sys.executable, "-c", KILLED, *words, "--out", str(out)]
    assert subprocess.run(killed, cwd=REPO, capture_output=True).returncode == 9
    assert simcore.open_run(out).deals == 192
    monkeypatch.setattr("simcore.jobs.SHARD_DEALS", 64)
    small_blocks(monkeypatch)
    same = ["--seats", "4", "--rules", str(rules), "--players", "simple", "--plays", "--seed", "9"]
    text = run_ok(capsys, "run", "--out", out, "--resume", *same)
    assert "192 of 300 deals are there, going on\n" in text
    run_ok(capsys, *words, "--out", whole)
    assert len(simcore.open_run(out).files) == 5
    for path in sorted(whole.rglob("*.parquet")):
        assert path.read_bytes() == (out / path.relative_to(whole)).read_bytes()
    assert run_json(capsys, "verify", out)["rows_checked"] == 300
    assert "all 300 deals are there already" in run_ok(capsys, "run", "--out", out, "--resume")


def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are written 64 at a time, so that small shards end where they should."""
    import dataclasses

    made = simcore.poch.game_of
    monkeypatch.setattr(
        simcore.poch, "game_of", lambda rules: dataclasses.replace(made(rules), block_rows=64)
    )


@pytest.mark.parametrize(
    ("words", "token"),
    [
        (["--game", "skat"], "--game: run folder"),
        (["--seats", "5"], "--seats: run folder"),
        (["--rules", "court"], "--rules: run folder"),
        (["--players", "simple"], "--players: run folder"),
        (["--seed", "8"], "--seed: run folder"),
        (["--plays"], "--plays: run folder"),
        (["--known", "1: SA SJ; turn-up: SQ"], "--known: run folder"),
        (["--dealer", "0"], "--dealer: run folder"),
        (["--circles", "A=12 K=9"], "--circles: run folder"),
        (["--contract", "C"], "--contract belongs to skat"),
        (["--notation", "iss"], "--notation goes with --known"),
    ],
)
def test_options_of_a_resumed_run_must_agree(
    words: list[str], token: str, runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert token in complaint(capsys, 2, "run", "--out", runs["begun"], "--resume", *words)


def test_options_that_agree_are_taken(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str], of_skat: Path
) -> None:
    words = ["--game", "poch", "--seats", "4", "--rules", "karuzela", "--players", "expert",
             "--known", "turn-up: SQ; 1: SK SA", "--dealer", "2", "--circles", "K=8,A=12",
             "--deals", "64"]  # fmt: skip
    run_ok(capsys, "run", "--out", runs["begun"], "--resume", *words)
    line = complaint(capsys, 2, "run", "--out", of_skat, "--resume", "--dealer", "1")
    assert "--dealer belongs to poch" in line


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX has them")
def test_a_stop_ends_the_run_cleanly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    code = "from scripts.cli import main; main()"
    words = ["run", "--game", "poch", "--out", str(out), "--deals", "50_000_000", "--seed", "1"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], cwd=REPO, stderr=subprocess.PIPE, text=True
    ) as process:
        end = time.monotonic() + 60
        while not list(out.glob(".tmp-*part*")) and time.monotonic() < end:
            time.sleep(0.01)
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.endswith(f"go on with: simcore run --out {out} --resume\n")
    assert sorted(path.name for path in out.iterdir()) == ["manifest.copy.json", "manifest.json"]
    assert simcore.open_run(out).manifest["status"] == "interrupted"


# ---- show ---------------------------------------------------------------------------------------


def test_a_deal_is_told_whole(runs: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    text = run_ok(capsys, "show", runs["played"], "--deal", "37")
    assert text.startswith(f"Deal 37, rotation 0, of {runs['played']}\n")
    assert "session 1, number 6 of its 32 deals; seat " in text
    for word in ("Hands", "Circles", "Soket", "Sekans", "Shedding", "Chips"):
        assert f"\n{word}" in text
    assert "turned up: " in text
    assert "is left with" in text


@pytest.mark.parametrize("name", ["plain", "played", "rotated", "begun"])
def test_a_page_fits_a_terminal(
    name: str, runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    first = simcore.open_run(runs[name]).settings["first"]
    for deal in range(first, first + 12):
        text = run_ok(capsys, "show", runs[name], "--deal", str(deal), "--notation", "de")
        lines = text.splitlines()
        assert max(map(len, lines[1:])) <= 80, text


def test_the_data_of_a_deal_are_those_of_its_row(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """Every part told adds up to the logged row, in runs of all kinds."""
    for name, rotation, deals in (("plain", 0, (13, 25)), ("played", 0, (0, 40)),
                                  ("rotated", 5, (3, 31)), ("begun", 0, (0, 33))):  # fmt: skip
        run = simcore.open_run(runs[name])
        rows = from_arrow(run.game, run.table())
        for deal in range(*deals, 4):
            words = ["show", runs[name], "--deal", str(deal), "--rotation", str(rotation)]
            told = run_json(capsys, *words)
            mine = (rows["deal_id"] == deal) & (rows["rotation"] == rotation)
            compare(told, rows[mine][0], run)


@pytest.mark.parametrize("game", ["Skat", "poch"])
def test_help_says_whose_a_flag_is(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Flags that the other game refuses by name."""
    owned = {
        "Skat": {
            "run": "contract declarer hand bid announce deals-from",
            "compare": "scoring",
            "tune": "scoring",
            "summary": "shrink weights list table limit",
            "show": "rules record deals solve",
            "hand": "skat bid heard scoring open-cards pimc all",
        },
        "poch": {
            "run": "dealer circles",
            "compare": "seats",
            "tune": "seats",
            "hand": "seats turn-up circles threshold",
        },
    }
    for command, flags in owned[game].items():
        text = run_ok(capsys, command, "--help")
        for flag in flags.split():
            assert re.search(rf"\n  --{flag}( <\w+>)?\s+{game}[:,]", text), (command, flag)


def test_rules_for_five_play_with_five(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """How many play may stand in a file of rules alone; another number is refused."""
    rules = tmp_path / "five.toml"
    rules.write_text('preset = "karuzela"\nplayers = 5\n')
    asked = ["--game", "poch", "--rules", rules]
    hand = ["hand", "SA", "SK", "HA", "H7", "DA", "C9", *asked, "--worlds", "100"]
    assert run_json(capsys, *hand)["seats"] == 5
    match = ["compare", "expert", "simple", *asked, "--deals", "64", "--seed", "1", "--quiet"]
    assert run_json(capsys, *match)["seats"] == 5
    run_ok(
        capsys, "run", *asked, "--deals", "2", "--out", tmp_path / "run", "--seed", "1", "--quiet"
    )
    assert simcore.open_run(tmp_path / "run").settings["rules"]["players"] == 5
    said = "five.toml': for 5 players; 4 are asked for"
    assert said in complaint(capsys, 2, *match, "--seats", "4")
    assert said in complaint(capsys, 2, *hand, "--players", "4")


def why_it_takes(auction: dict[str, Any]) -> str | None:
    """From the words of the holdings shown: who is equal but for the trump, or in all."""
    shown = dict(auction["shown"])
    own = shown.pop(str(auction["winner"]), None)
    if own in shown.values():
        return "nearest"
    return "trump" if own and own.removesuffix(" (trump)") in shown.values() else None


def test_why_one_of_equals_takes_it() -> None:
    """Keys: pair K with the trump card 85, without 84; two pairs of a rank can be shown."""
    assert poch_turns._tie([84, 85, 0], 1, [0, 1]) == "trump"
    assert poch_turns._tie([84, 84, 0], 1, [0, 1]) == "nearest"
    assert poch_turns._tie([84, 86, 84], 1, [0, 1, 2]) is None
    assert poch_turns._tie([84, 85, 0], 1, [1]) is None
    assert poch_turns._tie([0, 0, 0], 1, [0, 1]) == "nearest"
    told: dict[str, Any] = {
        "auction": "soket", "how": "shown", "winner": 1, "takes": 12, "staked": {0: 4, 1: 4},
        "shown": {0: "pair K", 1: "pair K (trump)"}, "tie": "trump",
    }  # fmt: skip
    line = "seat 1 takes 12 chips, 4 of them his own; of equals it holds the trump card"
    assert " ".join(poch_tell._ended({}, told)[1:]) == line
    told |= {"auction": "sekans", "tie": "nearest"}
    assert poch_tell._ended({}, told)[-1].endswith("of equals it is nearest to the dealer's left")
    told |= {"tie": None}
    assert poch_tell._ended({}, told)[1:] == ["seat 1 takes 12 chips, 4 of them his own"]


def compare(told: dict[str, Any], row: Any, run: simcore.Run) -> None:
    seats, pack = run.settings["rules"]["players"], simcore.poch.pack.PACKS[told["pack"]]
    assert (told["session"], told["dealer"]) == (row["session"], row["dealer"])
    assert pack.parse(told["turn_up"]).bit_length() - 1 == row["turn_up"]
    names = [player["name"] for player in run.settings["players"]]
    for seat in range(seats):
        assert told["players"][str(seat)] == names[(seat + told["rotation"]) % seats]
        hand = " ".join(" ".join(group) for group in told["hands"][str(seat)])
        assert pack.parse(hand) == row[f"hand_{seat}"]
        sums = told["chips"][str(seat)]
        assert sums["in_all"] == row[f"chips_{seat}"]
        assert sums["shedding"] == row[f"shedding_{seat}"]
        taken = sum(c["chips"] for c in told["circles"] if c["seat"] == seat)
        assert taken == row[f"circles_{seat}"] == sums["circles"]
    for auction in told["auctions"]:
        name = auction["auction"]
        assert auction["tie"] == why_it_takes(auction)
        assert auction["winner"] == row[f"{name}_winner"]
        for seat in range(seats):
            put = [turn["chips"] for turn in auction["turns"] if turn["seat"] == seat]
            assert sum(put) == row[f"{name}_stake_{seat}"]
            assert (auction["holdings"][str(seat)] == "none") == (row[f"{name}_key_{seat}"] == 0)
    shown = told["shedding"]
    assert (shown["loser"], shown["cards_left"]) == (row["loser"], row["cards_left"])
    played = sum(len(part["cards"]) for part in shown["runs"])
    assert played == 6 * seats - row["cards_left"]
    assert len(shown["kept"]) == row["cards_left"]
    assert [part["stops"] for part in shown["runs"]].count("over") == 1
    for rank, chips in told["circles_after"].items():
        assert chips == row[f"circle_{rank}"]


def test_circles_carry_over_in_what_is_told(
    runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """What is left in a deal is told as carried in the next; also before the first of a run."""
    before = run_json(capsys, "show", runs["plain"], "--deal", "41")
    after = run_json(capsys, "show", runs["plain"], "--deal", "42")
    carried = {circle["circle"]: circle["carried"] for circle in after["circles"]}
    assert carried == before["circles_after"]
    start = run_json(capsys, "show", runs["plain"], "--deal", "20")
    assert all(circle["carried"] == 0 for circle in start["circles"])
    rules = load_rules(runs["plain"].parent / "short.toml")
    earlier = simcore.rows("poch", rules=rules, first=12, deals=1, seed=7)[0]
    first = run_json(capsys, "show", runs["plain"], "--deal", "13")
    for circle in first["circles"]:
        assert circle["carried"] == earlier[f"circle_{circle['circle']}"]
    begun = run_json(capsys, "show", runs["begun"], "--deal", "32")
    assert {c["circle"]: c["carried"] for c in begun["circles"] if c["carried"]} == {
        "A": 12, "K": 8,
    }  # fmt: skip


def test_runs_are_split_where_the_next_card_is_missing() -> None:
    assert split_runs([3, 4, 5, 7, 20, 21, 6]) == [[3, 4, 5], [7], [20, 21], [6]]
    assert split_runs([]) == []


@pytest.mark.parametrize(
    ("words", "token"),
    [
        (["--record"], "--record belongs to skat"),
        (["--solve"], "--solve belongs to skat"),
        (["--deals", "2"], "--deals belongs to skat"),
        (["--rules", "isko"], "--rules belongs to skat"),
        (["--notation", "en"], "'en'"),
        (["--rotation", "1"], "--rotation 1: the run is not rotated"),
    ],
)
def test_show_refuses_by_name(
    words: list[str], token: str, runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert token in complaint(capsys, 2, "show", runs["plain"], "--deal", "20", *words)
    rotated = ["show", runs["rotated"], "--deal", "2", "--rotation", "8"]
    assert "--rotation 8: a whole number from 0 to 7" in complaint(capsys, 2, *rotated)


@pytest.mark.parametrize("deal", ["12", "313"])
def test_deals_that_are_not_in_the_run(
    deal: str, runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    line = complaint(capsys, 2, "show", runs["plain"], "--deal", deal)
    assert f"deal {deal}: a whole number from 13 to 312" in line


# ---- verify -------------------------------------------------------------------------------------


def test_verify_checks_all_rows(
    runs: dict[str, Path], of_skat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, rows, deals in (("plain", 300, 300), ("rotated", 320, 40), ("begun", 64, 64)):
        found = run_json(capsys, "verify", runs[name])
        assert (found["game"], found["faults"]) == ("poch", [])
        assert (found["rows_checked"], found["deals_played_again"]) == (rows, deals)
    assert run_json(capsys, "verify", of_skat)["rows_checked"] == 20
    text = run_ok(capsys, "verify", runs["played"], "--sample", "0")
    assert "200 rows: cards, keys, circles, auctions, payments, chips\n" in text


def damage(folder: Path, column: str, deal: int, change: int) -> None:
    """Change a number in the log, and the manifest so that the file looks untouched."""
    run = simcore.open_run(folder)
    path = folder / "part-00000.parquet"
    rows = from_arrow(run.game, pq.read_table(path))
    rows[column][deal] += change
    pq.write_table(to_arrow(run.game, rows), path)
    text = (folder / "manifest.json").read_text("utf-8")
    before = run.manifest["shards"][0]["sha256"]
    (folder / "manifest.json").write_text(text.replace(before, file_sha256(path)), "utf-8")


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("chips_2", "chips is not the sum of its parts"),
        ("soket_key_1", "soket_key is not that of the cards"),
        ("circle_A", "a circle that"),
        ("shedding_0", "shedding is not what the cards left cost"),
        ("sekans_stake_3", "sekans_stake is "),
    ],
)
def test_damage_is_found_and_named(
    column: str, words: str, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(copy, column, 77, 2)
    assert cli.call(["verify", str(copy), "--sample", "0"]) == 3
    out, err = capsys.readouterr()
    assert f"simcore: part-00000.parquet: {words}" in err
    assert re.search(r" in \d+ rows?: deal 77 rotation 0", err)
    assert "faults  none" not in out
    assert cli.call(["verify", str(copy), "--sample", "0", "--json"]) == 3
    assert words in " ".join(json.loads(capsys.readouterr().out)["faults"])
    assert f"{column} is " in complaint(capsys, 3, "show", copy, "--deal", "77")


def test_other_files_are_found(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = copy / "plays" / "part-00000.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    assert "plays/part-00000.parquet: SHA-256 differs" in said(capsys, copy)
    path.unlink()
    assert "plays/part-00000.parquet: missing" in said(capsys, copy)


def said(capsys: pytest.CaptureFixture[str], folder: Path) -> str:
    assert cli.call(["verify", str(folder)]) == 3
    return capsys.readouterr().err


def checked(
    name: str, rows: Any, plays: Any, cut: int = 0, **changed: Any
) -> list[tuple[str, list[int]]]:
    """What the checks find in rows of a table of `tests.test_poch`, given in two blocks."""
    settings = simcore.run_settings("poch", seed=7, **(TABLES[name] | changed))
    checks = Checks(SimpleNamespace(settings=settings))  # type: ignore[arg-type]
    found = []
    for part in (slice(0, cut), slice(cut, None)):
        if len(rows[part]):
            for words, wrong in checks(rows[part], plays[part] if len(plays) else None):
                found += [(words, wrong.nonzero()[0].tolist())] if wrong.any() else []
    return found


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("with_plays", [True, False])
def test_every_kind_of_table_passes_the_checks(name: str, with_plays: bool) -> None:
    asked = TABLES[name] | {"deals": min(TABLES[name]["deals"], 320)}
    rows, plays = simcore.rows("poch", seed=7, plays=True, **asked)
    turns = len(rows) // asked["deals"]
    cut = asked["deals"] // 3 * turns
    assert checked(name, rows, plays if with_plays else plays[:0], cut) == []


@pytest.mark.parametrize("name", ["usual", "poker", "rotated"])
def test_no_column_can_be_changed_unseen(name: str) -> None:
    """With the turns and cards logged, any other number in any column breaks a check."""
    asked = TABLES[name] | {"deals": 96}
    rows, plays = simcore.rows("poch", seed=7, plays=True, **asked)
    for column in rows.dtype.names:
        if column == "deal_id":
            continue  # whose order is checked with the files
        changed = rows.copy()
        changed[column][20] ^= 1
        found = checked(name, changed, plays)
        assert found, column
        assert min(places[0] for _, places in found) in (20, 20 // 4 * 4), column


@pytest.mark.parametrize("name", ["usual", "poker", "rotated"])
def test_deals_are_told_again(name: str) -> None:
    """All but the first, where the deal before it is needed and not there."""
    asked = TABLES[name] | {"deals": 40}
    settings = simcore.run_settings("poch", seed=7, **asked)
    run = SimpleNamespace(settings=settings, game=SimpleNamespace(name="poch"))
    rows, plays = simcore.rows("poch", seed=7, plays=True, **asked)
    turns = len(rows) // 40
    assert tell_again(run, rows, plays, range(40)) == (40, [])  # type: ignore[arg-type]
    assert tell_again(run, rows[turns:], plays[turns:], range(39)) == (38, [])  # type: ignore[arg-type]
    rows["circle_A"][20 * turns - 1] += 1
    faults = tell_again(run, rows, plays, [18, 19, 20])[1]  # type: ignore[arg-type]
    words = f" rotation {turns - 1}: told again by the rules: the circles give "
    assert [fault.split("(")[0] for fault in faults] == [f"deal 19{words}", f"deal 20{words}"]


@pytest.mark.parametrize("name", ["usual", "rotated"])
def test_what_a_missing_part_left_is_not_guessed(name: str) -> None:
    """Deals between two blocks are missing: the dealer and the circles begin anew behind them."""
    rows, plays = simcore.rows("poch", seed=7, plays=True, **(TABLES[name] | {"deals": 40}))
    turns = len(rows) // 40
    kept = np.r_[0 : 10 * turns, 23 * turns : 40 * turns]
    assert checked(name, rows[kept], plays[kept], 10 * turns) == []
    rows["circle_A"][25 * turns] += 1
    found = checked(name, rows[kept], plays[kept], 10 * turns)
    assert min(places[0] for _, places in found) == 2 * turns


def test_turns_and_cards_cannot_be_changed_unseen() -> None:
    rules = load_rules("karuzela")
    rows, plays = simcore.rows("poch", seed=7, deals=96, players="random", plays=True)
    asked = {"deals": 96, "players": "random"}
    cards = np.flatnonzero(plays[20] != 255)
    cards = cards[cards >= 4 * rules.actions]
    for place in (0, *cards[:-1].tolist()):
        changed = plays.copy()
        # another stake; a card that is played twice
        changed[20, place] = plays[20, place + 1] if place else plays[20, 0] ^ 3
        found = checked("usual", rows, changed, **asked)
        assert [places for _, places in found], place
        assert all(places == [20] for _, places in found)


def test_keys_are_those_of_the_rulebook() -> None:
    for name in ("usual", "eight", "flush", "24 cards"):
        asked = TABLES[name] | {"deals": 60}
        rows = simcore.rows("poch", seed=5, **asked)
        rules = load_rules(asked.get("rules", "karuzela"), asked.get("seats"))
        hands = np.stack([rows[f"hand_{k}"] for k in range(rules.players)], axis=1)
        hands, trump = hands.astype(np.int64), rows["turn_up"].astype(np.int64) // 16
        runs = (poch_keys.flush_keys if rules.sekans else poch_keys.run_keys)(hands, trump)
        sets = poch_keys.soket_keys(hands, trump)
        for place, seat in np.ndindex(*hands.shape):
            hand, suit = int(hands[place, seat]), "DHSC"[trump[place]]
            assert sets[place, seat] == rulebook.soket_of(hand, suit, rules)
            assert runs[place, seat] == rulebook.sekans_of(hand, suit, rules)


# ---- commands of Skat alone; bench --------------------------------------------------------------


@pytest.mark.parametrize("command", ["score", "solve", "replay", "regret", "thresholds"])
def test_commands_of_skat_say_what_to_use(
    command: str, runs: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    line = complaint(capsys, 2, command, "--game", "poch")
    assert "--game poch: this command belongs to Skat; `simcore " in line
    if command in ("solve", "replay", "regret"):
        line = complaint(capsys, 2, command, runs["plain"])
        assert "is of poch, this command belongs to Skat; `simcore " in line
    assert "'bridge'" in complaint(capsys, 2, command, "--game", "bridge", *NEEDED.get(command, ()))


NEEDED = {
    "score": ["--contract", "C", "--bid", "18"],
    "replay": ["games.sgf"],
    "regret": ["run"],
}


def test_bench_measures_deals_of_poch() -> None:
    found = bench._poch("simple", 2000, repeat=2, threads=1)
    assert found["in_memory"]["deals"] == found["logged"]["deals"] == 2000
    assert found["in_memory"]["deals_per_core_s"] > found["logged"]["deals_per_core_s"] > 0
    assert found["logged"]["bytes_per_deal"] > 20
    measured = json.loads((REPO / "results/bench.json").read_text("utf-8"))
    table = make_results._bench_table(measured | {"poch": {"expert": found}})
    rows = dict(zip(table["work"], table["hands per core-second"], strict=True))
    rate = found["logged"]["deals_per_core_s"]
    assert rows["deals of poch, four players `expert`, Parquet log on"] == f"{round(rate, -3):,.0f}"
