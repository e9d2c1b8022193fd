"""The command line with real games: replay, show, records written, recorded deals played."""

import base64
import json
import re
from pathlib import Path

import pytest

import simcore
from scripts import cli
from simcore import skat
from simcore.manifest import settings_sha256
from tests.test_cli import complaint, run_json, run_ok

CLUB = 'preset = "isko"\nname = "club"\nall_pass = "ramsch"\nramsch_skat = "loser"\nkontra = "re"\n'
DEALS = 300


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run of each kind and the records of the plain one."""
    folder = tmp_path_factory.mktemp("records")
    (folder / "club.toml").write_text(CLUB, "utf-8")
    common = ["--deals", str(DEALS), "--seed", "4", "--quiet"]
    for name, words in {
        "plain": ["--players", "random"],
        "club": ["--rules", str(folder / "club.toml")],
        "altenburg": ["--rules", "altenburg"],
    }.items():
        assert cli.call(["run", "--out", str(folder / name), *common, *words]) == 0
    return folder


@pytest.fixture
def games(home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The plain run as a file of records."""
    path = tmp_path / "games.sgf"
    text = run_ok(capsys, "show", home / "plain", "--deal", "0", "--deals", str(DEALS), "--record")
    path.write_text(text, "utf-8")
    return path


# ---- replay -------------------------------------------------------------------------------------


def test_a_line_a_game_and_a_total(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run_ok(capsys, "replay", games).splitlines()
    assert len(lines) == 1 + DEALS + 2
    assert lines[0].split() == [
        "game", "declarer", "game", "named", "bid", "points", "score", "result",
    ]  # fmt: skip
    assert all(line.endswith("agrees") for line in lines[1 : 1 + DEALS])
    assert lines[-1] == f"games {DEALS}, agrees {DEALS}"
    assert max(map(len, lines)) <= 80


def test_json_holds_every_number(
    games: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run_json(capsys, "replay", games)
    rows = simcore.rows(deals=DEALS, seed=4, players="random")
    assert found["total"]["agrees"] == DEALS
    for game, row in zip(found["games"], rows, strict=True):
        assert game["verdict"] == "agrees"
        if row["declarer"] >= 0:
            assert skat.CONTRACTS.index(game["contract"]) == row["contract"]
            for name in ("bid", "matadors", "card_points", "tricks", "won", "value", "score"):
                assert game[name] == row[name], name


def test_one_game_is_told_as_the_run_tells_it(
    games: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for deal in range(0, 40, 3):
        recorded = run_ok(capsys, "replay", games, "--deal", str(deal))
        assert run_ok(capsys, "show", games, "--deal", str(deal)) == recorded
        simulated = run_ok(capsys, "show", home / "plain", "--deal", str(deal))
        body = simulated[simulated.index("\nHands") :]
        assert recorded[recorded.index("\nHands") :] == body + "\nRecord: agrees\n"
        assert max(map(len, recorded.splitlines()[1:])) <= 80  # the first holds the path


def test_games_that_differ_or_cannot_be_read(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = games.read_text("utf-8").splitlines()
    won = next(k for k, line in enumerate(lines) if " win " in line)
    lines[won] = lines[won].replace(" win v:", " win v:9")
    bad = tmp_path / "bad.sgf"
    bad.write_text("\n".join([*lines[: won + 1], "nothing"]), "utf-8")
    assert cli.call(["replay", str(bad)]) == 3
    out, err = capsys.readouterr()
    assert err == ""
    told = " ".join(out.split())
    assert f"line {won + 1}: value: 9" in told
    assert f"line {won + 2}: not scored: unreadable: no game" in told
    assert out.endswith(f"games {won + 2}, agrees {won}, differs 1, not scored 1\n")
    assert cli.call(["replay", str(bad), "--deal", str(won)]) == 3
    assert f"value: 9{''}" in capsys.readouterr().out


def test_records_say_by_which_rules_they_were_played(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "old.sgf"
    words = ["--deal", "0", "--deals", str(DEALS), "--record"]
    path.write_text(run_ok(capsys, "show", home / "altenburg", *words), "utf-8")
    assert run_ok(capsys, "replay", path, "--rules", "altenburg").endswith(f"agrees {DEALS}\n")
    text = path.read_text("utf-8").replace("R[d:0 win v:", "R[d:0 win v:1", 1)
    path.write_text(text, "utf-8")
    assert cli.call(["replay", str(path)]) == 3
    out = capsys.readouterr().out
    other = re.search(
        r"(\d+) of those that do not agree say they were played by .* 'altenburg'", out
    )
    assert other
    assert int(other[1]) >= 1


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["replay", "{games}", "--deal", str(DEALS)], f"--deal {DEALS}: "),
        (["replay", "{games}", "--deal", "-1"], "--deal -1: "),
        (["replay", "{games}", "--rules", "whist"], "'whist'"),
        (["replay", "{games}", "--notation", "de"], "--notation goes with --deal"),
        (["replay", "{games}", "--deal", "0", "--notation", "en"], "'en'"),
        (["replay", "none.sgf"], "'none.sgf'"),
        (["replay", "{empty}"], "holds no game"),
        (["replay", "{empty}", "--deal", "0"], "holds no game"),
        (["replay", "{home}"], "no file of records"),
        (["show", "{games}", "--deal", "0", "--record"], "belong to run folders"),
        (["show", "{games}", "--deal", "0", "--rules", ""], "unknown rules ''"),
        (["show", "{home}/plain", "--deal", "0", "--rules", "isko"], "--rules"),
        (["show", "{home}/plain", "--deal", "0", "--deals", "2"], "--deals"),
        (["show", "{home}/plain", "--deal", "0", "--record", "--json"], "--json"),
        (["show", "{home}/plain", "--deal", "0", "--record", "--notation", "de"], "--notation"),
        (["show", "{home}/plain", "--deal", "9", "--record", "--deals", "292"], "--deals 292: "),
        (["show", "{home}/plain", "--deal", "0", "--rotation", "1"], "not rotated"),
        (["run", "--out", "x", "--deals-from", "{games}", "--first", "300"], "--first 300: "),
        (["run", "--out", "x", "--deals-from", "{games}", "--deals", "301"], "--deals 301: "),
        (["run", "--out", "x", "--deals-from", "{games}", "--known", "skat: CJ"], "whole"),
        (["run", "--out", "x", "--deals-from", "none.sgf"], "'none.sgf'"),
        (["run", "--out", "x", "--deals-from", "{empty}"], "holds no game"),
    ],
)
def test_bad_input_is_named_and_nothing_is_written(
    words: list[str],
    named: str,
    games: Path,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.sgf").write_text("\n", "utf-8")
    places = {"games": games, "home": home, "empty": tmp_path / "empty.sgf"}
    assert named in complaint(capsys, 2, *(word.format(**places) for word in words))
    assert not (tmp_path / "x").exists()


# ---- records written ----------------------------------------------------------------------------


def test_what_a_record_has_no_words_for_is_left_out_and_counted(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = simcore.rows(deals=DEALS, seed=4, rules=home / "club.toml")
    without = int(((rows["contract"] == 6) | (rows["kontra"] > 0)).sum())
    assert 10 < without < DEALS // 2
    words = ["show", str(home / "club"), "--deal", "0", "--deals", str(DEALS), "--record"]
    assert cli.call(words) == 0
    out, err = capsys.readouterr()
    assert err.startswith(f"simcore: {without} of {DEALS} deals left out: ")
    path = tmp_path / "club.sgf"
    path.write_text(out, "utf-8")
    found = run_json(capsys, "replay", path, "--rules", home / "club.toml")
    assert found["total"]["agrees"] == found["total"]["games"] == DEALS - without
    odd = int(rows["deal_id"][rows["kontra"] > 0][0])
    line = complaint(capsys, 2, "show", home / "club", "--deal", str(odd), "--record")
    assert "Kontra" in line


def test_a_ramsch_is_explained(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = simcore.rows(deals=DEALS, seed=4, rules=home / "club.toml")
    ramsch = rows[rows["contract"] == 6]
    assert len(ramsch) > 5
    for row in ramsch:
        told = run_json(capsys, "show", home / "club", "--deal", str(row["deal_id"]))
        assert tuple(told["result"]["scores"].values()) == tuple(
            int(row[f"score_{seat}"]) for seat in ("forehand", "middlehand", "rearhand")
        )
        text = run_ok(capsys, "show", home / "club", "--deal", str(row["deal_id"]))
        assert told["result"]["words"] in text
        assert "points, goes to the loser" in text
        assert max(map(len, text.splitlines()[1:])) <= 80


# ---- recorded deals played ----------------------------------------------------------------------


def test_recorded_deals_are_played(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "again"
    words = ["run", "--out", out, "--deals-from", games, "--seed", "9", "--first", "5"]
    assert f"{DEALS - 5}" in run_ok(capsys, *words)
    given = [record.deal for record in skat.read_records(games)]
    for row in simcore.open_run(out).table().to_pylist():
        hands = [row[f"hand_{seat}"] for seat in ("forehand", "middlehand", "rearhand")]
        assert (*hands, row["skat"]) == given[row["deal_id"]]
    run_ok(capsys, "verify", out)
    assert "deals given by a file of records" in run_ok(capsys, "summary", out)
    assert "all 295 deals" in run_ok(capsys, "run", "--out", out, "--resume")
    fewer = tmp_path / "fewer.sgf"
    fewer.write_text("\n".join(games.read_text("utf-8").splitlines()[:-1]), "utf-8")
    line = complaint(capsys, 2, "run", "--out", out, "--resume", "--deals-from", fewer)
    assert "--deals-from" in line


def test_deals_cut_from_a_manifest_are_missed(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beyond the last given deal nothing is read, whatever the manifest says."""
    out = tmp_path / "cut"
    run_ok(capsys, "run", "--out", out, "--deals-from", games, "--seed", "9", "--quiet")
    path = out / "manifest.json"
    kept = json.loads(path.read_text("utf-8"))
    text = base64.b64decode(kept["settings"]["scenario"]["deals"])
    kept["settings"]["scenario"]["deals"] = base64.b64encode(text[:-12]).decode()
    path.write_text(json.dumps(kept), "utf-8")
    assert "settings are not those" in complaint(capsys, 2, "show", out, "--deal", "299")
    kept["settings_sha256"] = settings_sha256(kept["settings"])
    path.write_text(json.dumps(kept), "utf-8")
    for words in (
        ["show", out, "--deal", "299"],
        ["summary", out],
        ["run", "--out", out, "--resume"],
    ):
        assert "deal 299 is asked for, given are deals 0 to 298" in complaint(capsys, 2, *words)
    assert "deal 299" in complaint(capsys, 3, "verify", out)
