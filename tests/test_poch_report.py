"""The page of a run of soket and sekans: its numbers counted again, nothing from outside."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import analysis
import simcore
from analysis import ClusterSums, clustered_t, clustered_wilson, gallery, pictures
from analysis.gallery import GALLERIES
from analysis.poch import provenance
from analysis.poch.frames import chips_by_seat, soket_chance
from analysis.poch.load import PochLog
from analysis.poch.report import page
from analysis.poch.rule_words import rule_words
from analysis.provenance import digest
from scripts import cli
from simcore.poch import Scenario, load_player, rules_in
from simcore.poch.rules import make_rules
from tests.exhibits import deal_fewer
from tests.test_report import Html, said

NAMES = gallery.POCH_NAMES
RUNS: dict[str, dict[str, Any]] = {
    "turned": {
        "deals": 160, "seed": 4, "first": 64, "rotate": True, "seats": 3, "rules": "court",
        "players": ("simple", "random", "expert"),
    },
    "six": {"deals": 64, "seed": 6, "players": "simple", "seats": 6},
}  # fmt: skip
DRAWN = ("opening", "chips_by_seat", "circles")  # the largest, and two of the log
FEW = 200  # deals of charts that deal again


def cluster_sums(session: Any, totals: Any) -> ClusterSums:
    return ClusterSums.of(np.bincount(session, totals), np.bincount(session))


def opened(home: Path, run: str) -> PochLog:
    log = analysis.open(home / run)
    assert isinstance(log, PochLog)
    return log


def called(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = cli.call(list(map(str, words)))
    return code, *capsys.readouterr()


@pytest.fixture(scope="module")
def text(home: Path) -> str:
    return written(home, "turned", DRAWN)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the runs."""
    folder = tmp_path_factory.mktemp("runs")
    for name, settings in RUNS.items():
        simcore.simulate("poch", out=folder / name, command="simcore run ...", **settings)
    return folder


def written(home: Path, run: str, charts: tuple[str, ...] = ()) -> str:
    with opened(home, run) as log, pytest.MonkeyPatch.context() as patch:
        for name in ("soket_chance", "sekans_chance", "opening", "seeing"):
            deal_fewer(patch, "poch", name, deals=FEW)
        taken = [pictures.take(name, log) for name in charts]
        return page(simcore.open_run(home / run), log, taken)


def test_the_page_needs_nothing_from_outside(text: str) -> None:
    plain = re.sub(r"base64,[\w+/=]*", "", text)
    assert not re.search(r"https?:|//[a-z]|@import|url\(|<script|<link|<iframe", plain, re.I)
    html = Html(text)
    for tag, attributes in html.tags:
        for name in ("src", "href", "srcset", "data", "action", "poster", "background"):
            if name in attributes:
                pattern = r"#\w|data:image/(png|svg\+xml);base64,"
                assert re.match(pattern, str(attributes[name])), tag
    assert len(text.encode()) < 3_000_000
    images = [attributes for tag, attributes in html.tags if tag == "img"]
    assert len(images) == len(DRAWN)
    assert all("seed 4." in str(image["alt"]) for image in images)
    ids = {attributes["id"] for _, attributes in html.tags if "id" in attributes}
    targets = {str(attributes["href"])[1:] for tag, attributes in html.tags if tag == "a"}
    assert targets == {"numbers", "charts", "origin"}  # nothing of people
    assert targets <= ids


def test_the_page_tells_the_run(home: Path, text: str) -> None:
    words, manifest = said(text), simcore.open_run(home / "turned").manifest
    for token in (
        "160 deals of soket and sekans (numbers 64 to 223) in 5 sessions of 32, dealt from seed 4, "
        "under the rules court, players A simple, B random, C expert",
        "3 players, 32 cards, six each; circles for A K Q J, for soket and for sekans",
        "Each deal was played once for every player",
        "a session counts as one draw",
        manifest["settings_sha256"],
        manifest["source_digest"],
        f"expert, SHA-256 {digest(manifest['settings']['players'][2])}",
        "simcore run ...",
        "simcore run --game poch --out runs/again --deals 160 --seed 4 --first 64 --rules court "
        "--seats 3 --players simple,random,expert --rotate",
    ):
        assert token in words, token


def test_tables_of_the_page(home: Path, text: str) -> None:
    html, rows = Html(text), simcore.rows("poch", **RUNS["turned"])
    session, seats = np.unique(rows["session"], return_inverse=True)[1], range(3)
    at, dealer = np.arange(len(rows)), rows["dealer"]
    chips = np.stack([rows[f"chips_{k}"] for k in seats], axis=1)
    table = "Chips a deal by place at the table and source"
    assert html.tables[table][0] == ["place", "deals (n)", *chips_by_seat.SOURCES]
    assert html.cell(table, "dealer", 7) == with_limits(session, chips[at, dealer])
    assert html.cell(table, "1st left (first to speak)", 6) == "-6.00"
    assert html.cell(table, "2nd left", 1) == "480"
    assert with_limits(session, chips[at, dealer]) in said(text).split("In brackets")[0]
    expert = chips[at, (2 - rows["rotation"]) % 3]
    assert html.cell("Chips a deal by player", "expert", 2) == with_limits(session, expert)
    ended = rows["sekans_how"] == 1
    low, high = clustered_wilson(cluster_sums(session, ended))
    share = f"{100 * ended.mean():.2f} % ({100 * low:.2f} to {100 * high:.2f})"
    assert html.cell("How the auctions end", "sekans: shown", 2) == share
    assert html.cell("How the auctions end", "sekans: shown", 1) == str(ended.sum())
    left = rows["circle_A"][rows["deal_id"] % 32 == 31]
    table = "Left in the circles at the end of a session"
    assert html.cell(table, "A", 1) == str(len(left))
    assert html.cell(table, "A", 2).startswith(f"{left.mean():.2f}")
    assert html.cell(table, "A", 6) == str(left.max())


def with_limits(session: Any, chips: Any) -> str:
    low, high = clustered_t(cluster_sums(session, chips.astype(float)))
    return f"{chips.mean():+.2f} ({low:+.2f} to {high:+.2f})"


def test_report_goes_by_the_game(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "page.html"
    words = ("report", home / "six", "-o", out, "--quiet", "--charts", "circles")
    code, told, err = called(capsys, *words)
    assert (code, err) == (0, "")
    assert told.startswith(f"{out}: 0.")
    assert out.read_text("utf-8") == written(home, "six", ("circles",))
    assert pictures.chosen(["quick"], "poch") == list(NAMES) == pictures.chosen(["all"], "poch")
    assert "win_rates" not in pictures.known("poch")


def test_what_is_not_left_to_the_lot_is_said(tmp_path: Path) -> None:
    given = Scenario(known={1: "SA SK", "turn_up": "SQ"}, dealer=2, circles={"A": 12})
    simcore.simulate("poch", out=tmp_path / "run", deals=32, scenario=given, players="simple")
    words = said(written(tmp_path, "run"))
    told = "seat 1 holds SA SK; turned up is SQ; seat 2 deals first; circles begin with A 12"
    assert f"Not free deals: {told}." in words
    with opened(tmp_path, "run") as log:
        frame = soket_chance.frame(log, deals=20)
        caption = GALLERIES["poch"]["soket_chance"].chart.caption(log, frame)
    assert "its seed and rules, free of its scenario" in caption
    assert caption.endswith(f"{told.replace(';', ',')}.")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "circles for every rank, for soket and for sekans; everybody puts 1 chip on each"),
        ({}, "only who holds something may stake; a turn stakes at least the last stake in full"),
        ({}, "at most 8 chips, and 1 chip to begin with; after 3 full rounds only seeing and "),
        ({"betting": 1, "bluff": 1}, "anybody may stake; a turn puts down what is missing"),
        ({"max_stake": 0}, "in full, without limit"),
        ({"max_circuits": 1}, "after 1 full round only"),
        ({"sekans": 1}, "Sekans is the most cards of a suit"),
        ({"payment": 1, "fixed_payment": 5}, "pays every other player 5 chips."),
        ({}, "pays every other player one chip for each card left."),
    ],
)  # fmt: skip
def test_rules_in_words(changed: dict[str, int], words: str) -> None:
    assert words in rule_words(make_rules(**changed))


OWN = load_player("simple").model_copy(update={"name": "my simple", "soket_open": "pair 9"})
CASES: dict[str, dict[str, Any]] = {
    "plain": {},
    "far": {"first": 1 << 41, "seed": (1 << 64) - 1, "rules": "court", "seats": 7},
    "turned": {
        "players": ("expert", "simple", "random"),
        "seats": 3,
        "rotate": True,
        "plays": True,
    },
    "begun": {
        "scenario": Scenario(known={1: "SA SK", "turn_up": "SQ"}, dealer=2, circles={"A": 12}),
    },
    "own player": {"players": (OWN, "simple", OWN, "simple")},
    "own rules": {"rules": make_rules(betting=1, bluff=1, sekans=1, circle_ranks=0b1111 << 9)},
}


@pytest.mark.parametrize("name", CASES)
def test_the_command_makes_the_same_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = simcore.run_settings("poch", deals=3, **({"seed": 9} | CASES[name]))
    found = provenance.repeat(settings)
    monkeypatch.chdir(tmp_path)
    for file, content in found.files.items():
        (tmp_path / file).write_text(content, "utf-8")
    words = shlex.split(found.command)
    assert words.pop(0) == "simcore"
    assert cli.call([*words, "--quiet"]) == 0, capsys.readouterr().err
    assert simcore.open_run(tmp_path / "runs/again").settings == settings


def test_what_no_command_can_say_is_said() -> None:
    forced = Scenario(staker=1, first_stakes={"soket": 2})
    found = provenance.repeat(simcore.run_settings("poch", deals=3, scenario=forced))
    assert found.command == ""
    assert "first_stakes" in found.why_not
    settings = simcore.run_settings("poch", deals=3)
    settings["players"][1] |= {"raise_by": 7}
    assert "'expert' is not that of this program version" in provenance.repeat(settings).why_not
    settings = simcore.run_settings("poch", deals=3)
    settings["rules"] |= {"ante": 2}
    assert "'karuzela' are not those of this program" in provenance.repeat(settings).why_not
    assert rules_in(settings["rules"].items()).ante == 2
