"""The page of a run: its numbers counted again, nothing from outside, readable by anyone."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import analysis
import simcore
from analysis import people, pictures, provenance
from analysis.report import page
from scripts import cli
from simcore.skat import RULES, Scenario, load_player

DEALS, SEED = 4_000, 5
REFERENCE = Path(os.environ.get("SIMCORE_REFERENCE", Path(__file__).parents[2] / "shared"))
VOID = {"meta", "img", "br", "link", "hr", "input"}
NAMES = ("Diamonds", "Hearts", "Spades", "Clubs", "Grand", "Null")
FROM_LOG = ("win_rates", "grand_chart")


class Html(HTMLParser):
    """A page taken apart: tables by caption, text, tags; closing tags must fit."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.open: list[str] = []
        self._rows: list[list[str]] = []
        self._words: list[str] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "table":
            self._rows = []
        if tag == "tr":
            self._rows.append([])
        if tag in ("th", "td", "caption"):
            self._words = []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        said = "".join(self._words).strip()
        if tag == "caption":
            self.caption = said
        if tag in ("th", "td"):
            self._rows[-1].append(said)
        if tag == "table":
            self.tables[self.caption] = self._rows

    def handle_data(self, data: str) -> None:
        self._words.append(data)
        self.text.append(data)

    def cell(self, caption: str, row: str, column: int) -> str:
        (line,) = [line for line in self.tables[caption] if line[0] == row]
        return line[column]


def said(text: str) -> str:
    return " ".join("".join(Html(text).text).split())


def made(tmp_path_factory: pytest.TempPathFactory, name: str, **given: Any) -> Path:
    return simcore.simulate(out=tmp_path_factory.mktemp("report") / name, **given).path


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory, "plain", deals=DEALS, seed=SEED, command="simcore run ...")


@pytest.fixture(scope="module")
def rotated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    players = ("expert", "simple", "simple")
    return made(tmp_path_factory, "turned", deals=700, seed=2, players=players, rotate=True)


@pytest.fixture(scope="module")
def rows() -> np.ndarray:
    found: np.ndarray = simcore.rows(deals=DEALS, seed=SEED)
    return found


def written(run: Path, charts: tuple[str, ...] = ()) -> str:
    with analysis.open(run) as log:
        taken = [pictures.take(name, log) for name in charts]
        return page(simcore.open_run(run), log, taken)


@pytest.fixture(scope="module")
def text(run: Path) -> str:
    return written(run, FROM_LOG)


def report(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = cli.call(["report", *map(str, words), "--quiet"])
    return code, *capsys.readouterr()


def rate(wins: int, n: int) -> str:
    low, high = proportion_confint(wins, n, method="wilson")
    return f"{100 * (wins / n):.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def mean(values: np.ndarray, times: float = 1, plus: str = "+") -> str:
    numbers = times * values.astype(float)
    low, high = stats.t.interval(
        0.95, len(numbers) - 1, numbers.mean(), numbers.std(ddof=1) / len(numbers) ** 0.5
    )
    return f"{numbers.mean():{plus},.1f} ({low:{plus},.1f} to {high:{plus},.1f})"


def list_points(rows: np.ndarray) -> np.ndarray:
    """Seeger-Fabian points by deal and seat, written down as a player does."""
    points = np.zeros((len(rows), 3))
    for deal, row in enumerate(rows):
        seat = int(row["declarer"])
        if seat < 0:
            continue
        points[deal, seat] = row["score"] + (50 if row["won"] else -50)
        if not row["won"]:
            points[deal, [other for other in range(3) if other != seat]] += 40
    return points


# ---- numbers -----------------------------------------------------------------------------------


def test_the_tables_are_what_numpy_counts(text: str, rows: np.ndarray) -> None:
    html = Html(text)
    played = rows[rows["declarer"] >= 0]
    table = "Win rate by contract, of games declared"
    for number, name in enumerate(NAMES):
        own = played[played["contract"] == number]
        assert html.cell(table, name, 1) == f"{len(own):,}"
        assert html.cell(table, name, 2) == rate(len(own), len(played))
        assert html.cell(table, name, 3) == rate(int(own["won"].sum()), len(own))
        assert html.cell(table, name, 4) == mean(own["score"])
    table = "Win rate by seat, of games it declared"
    listed = list_points(rows)
    for seat, name in enumerate(("forehand", "middlehand", "rearhand")):
        own = played[played["declarer"] == seat]
        assert html.cell(table, name, 1) == f"{len(own):,}"
        assert html.cell(table, name, 2) == rate(len(own), len(rows))
        assert html.cell(table, name, 3) == rate(int(own["won"].sum()), len(own))
        points = html.cell("List points in 36 deals", name, 2)
        assert points == mean(listed[:, seat], times=36)
    for kind in ("schneider", "hand", "overbid"):
        share = rate(int(played[kind].sum()), len(played))
        assert html.cell("Kinds of games", kind, 2) == share
    passed = rate(len(rows) - len(played), len(rows))
    assert html.cell("What became of the deals", "passed in", 2) == passed
    assert passed in said(text).split("Numbers")[0]  # and at the head of the page


def test_people_stand_beside_it_marked_as_people(text: str, rows: np.ndarray) -> None:
    html = Html(text)
    (table,) = [caption for caption in html.tables if "people" in caption]
    assert "no target" in table
    head = html.tables[table][0]
    assert [word.split(":")[0] for word in head[3:]] == ["people", "people"]
    played = rows[rows["declarer"] >= 0]
    grands, suits = played[played["contract"] == 4], played[played["contract"] < 4]
    assert html.cell(table, "Grand", 1) == rate(len(grands), len(played))
    assert html.cell(table, "suit games won", 1) == rate(int(suits["won"].sum()), len(suits))
    assert html.cell(table, "mean game value", 1) == mean(played["value"], plus="")
    totals = list_points(rows).sum(axis=1)
    line = "list points in 36 deals, a player"
    assert html.cell(table, line, 1) == mean(totals, times=12, plus="")
    assert html.cell(table, "passed in", 3) == "2 to 6 %"
    assert html.cell(table, "passed in", 4) == "4.9 %"
    assert "17,967,106 games" in said(text)


def test_figures_of_people_are_those_published() -> None:
    path = REFERENCE / "reference/human.json"
    if not path.is_file():
        pytest.skip("the reference figures are not there: SIMCORE_REFERENCE names their folder")
    published = json.loads(path.read_text("utf-8"))
    kept = people.PEOPLE["figures"]
    assert {name: figure["band"] for name, figure in kept.items()} == published["bands"]
    online = published["online_tournaments"]
    assert str(online["games"]) in people.PEOPLE["tournaments_from"].replace(",", "")
    means = {name: f["tournaments"] for name, f in kept.items() if "tournaments" in f}
    assert means == {
        "passed_in_of_dealt": online["passed_in_of_dealt"],
        "declarer_wins": online["declarer_wins"],
        "grand_share": online["share"]["G"],
        "grand_wins": online["wins"]["G"],
        "null_share": online["share"]["N"],
        "null_wins": online["wins"]["N"],
        "schneider_of_games": online["schneider"]["of_games"],
    }


def test_every_figure_of_people_is_counted() -> None:
    assert list(people.FIGURES) == list(people.PEOPLE["figures"])


# ---- a page that needs nothing -----------------------------------------------------------------


def test_nothing_comes_from_outside(text: str) -> None:
    plain = re.sub(r"base64,[\w+/=]*", "", text)
    assert not re.search(r"https?:|//[a-z]|@import|url\(|<script|<link|<iframe", plain, re.I)
    for tag, attributes in Html(text).tags:
        for name in ("src", "href", "srcset", "data", "action", "poster", "background"):
            if name in attributes:
                assert re.match(r"#\w|data:image/(png|svg\+xml);base64,", str(attributes[name])), (
                    tag
                )
    assert len(text.encode()) < 3_000_000


def test_everybody_can_read_it(text: str) -> None:
    html = Html(text)
    tags = html.tags
    assert text.lstrip().startswith("<!DOCTYPE html>")
    assert ("html", {"lang": "en"}) in tags
    assert ("meta", {"charset": "utf-8"}) in tags
    assert all(attributes.get("scope") in ("col", "row") for tag, attributes in tags if tag == "th")
    assert sum(tag == "caption" for tag, _ in tags) == sum(tag == "table" for tag, _ in tags)
    images = [attributes for tag, attributes in tags if tag == "img"]
    assert len(images) == len(FROM_LOG)
    assert all(len(str(image["alt"])) > 60 for image in images)
    assert "seed 5" in str(images[0]["alt"])
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    targets = [str(attributes["href"])[1:] for tag, attributes in tags if tag == "a"]
    assert targets
    assert set(targets) <= set(ids)
    levels = [int(tag[1]) for tag, _ in tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(later <= before + 1 for before, later in pairwise(levels))
    assert "@media print" in text


def test_the_same_run_gives_the_same_page(run: Path, text: str) -> None:
    assert written(run, FROM_LOG) == text


def test_names_are_text_and_no_markup(run: Path, tmp_path: Path) -> None:
    odd = Path(shutil.copytree(run, tmp_path / "<b>a & 'b'<script>"))
    found = written(odd)
    assert "<script" not in found
    assert "<b>" not in found
    assert "Run <b>a & 'b'<script>" in said(found)


def test_where_it_comes_from(run: Path, text: str) -> None:
    manifest = simcore.open_run(run).manifest
    words = said(text)
    rules = manifest["settings"]["rules"]
    canonical = json.dumps(rules, sort_keys=True, separators=(",", ":")).encode()
    for token in (
        manifest["settings_sha256"],
        manifest["source_digest"],
        f"isko, SHA-256 {hashlib.sha256(canonical).hexdigest()}",
        f"numba {manifest['versions']['numba']}",
        "4,000 from number 0",
        "simcore run ...",
        f"simcore run --out runs/again --deals {DEALS} --seed {SEED} --first 0 --rules isko "
        "--players expert",
    ):
        assert token in words


def test_charts_by_name() -> None:
    assert set(pictures.QUICK) < set(pictures.known())
    assert pictures.chosen(["quick", "bid_ladder", "win_rates"]) == [*pictures.QUICK, "bid_ladder"]
    assert pictures.chosen(["all"]) == pictures.known()
    assert pictures.chosen(["none"]) == []


def test_a_chart_without_data_says_why(rotated: Path, tmp_path: Path) -> None:
    with analysis.open(rotated) as log:
        taken = pictures.take("win_rates", log)
    assert taken.reason == ""
    assert "A expert, B simple, C simple" in taken.alt
    simcore.simulate(out=tmp_path / "run", deals=20, seed=1, players="simple", rules="polish")
    with analysis.open(tmp_path / "run") as log:
        found = pictures.take("calibration", log)
    assert (found.image, found.table) == ("", None)
    assert found.reason.startswith("jacks are plain cards by the rules of this run")


# ---- runs of other kinds -----------------------------------------------------------------------


def test_a_rotated_run(rotated: Path) -> None:
    found = written(rotated)
    html = Html(found)
    assert "Each deal was played three times" in said(found)
    with analysis.open(rotated) as log:
        own = log.win_rate(by=["player"]).iloc[0]
        seats = log.win_rate(by=["contract"]).set_index("contract").loc["G"]
    table = "Win rate by player, of games it declared"
    assert html.cell(table, "A", 1) == f"{own['n']:,}"
    assert html.cell(table, "A", 3).startswith(f"{100 * own['win_rate']:.2f} % (")
    wins = rate(int(seats["wins"]), int(seats["n"]))  # as if every hand were a draw of its own
    assert html.cell("Win rate by contract, of games declared", "Grand", 3) != wins
    assert html.cell("List points in 36 deals", "player A", 1) == "2,100"
    assert "--players expert,simple,simple --rotate" in said(found)


def stop_at(deals: int) -> Callable[[simcore.Progress], None]:
    def on_progress(progress: simcore.Progress) -> None:
        if progress.deals >= deals:
            raise KeyboardInterrupt

    return on_progress


@pytest.mark.parametrize("shard", [500, 1 << 20])
def test_an_unfinished_run(shard: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simcore.jobs.SHARD_DEALS", shard)
    with pytest.raises(KeyboardInterrupt):
        simcore.simulate(
            out=tmp_path / "run", deals=3_000_000, seed=1, players="random", on_progress=stop_at(1)
        )
    there = simcore.open_run(tmp_path / "run").deals
    assert there % shard == 0
    found = said(written(tmp_path / "run", ("win_rates",)))
    assert f"not complete (interrupted): {there:,} of 3,000,000 deals are there" in found
    if not there:
        assert "Win rate by contract: left out, nobody declared a game" in found
        assert "no data" in found


def test_a_run_of_another_version(run: Path, tmp_path: Path) -> None:
    old = Path(shutil.copytree(run, tmp_path / "old"))
    manifest = json.loads((old / "manifest.json").read_text("utf-8"))
    (old / "manifest.json").write_text(json.dumps(manifest | {"source_digest": "a" * 64}), "utf-8")
    assert "written by another version of the program" in said(written(old))
    assert "another version" not in said(written(run))


def test_a_forced_game_is_not_put_beside_people(tmp_path: Path) -> None:
    forced = Scenario(known={"forehand": "CJ SJ CA CT"}, declarer=0, contract="C", bid=24)
    simcore.simulate(out=tmp_path / "run", deals=200, seed=1, scenario=forced)
    found = written(tmp_path / "run", FROM_LOG)
    words = said(found)
    assert "forehand was made to play Clubs; forehand holds CJ SJ CA CT" in words
    assert not [caption for caption in Html(found).tables if "people" in caption]
    assert "people's figures are of free bidding" in words
    assert re.search("Grand: [^:]*: left out, no Grand was played", words)


# ---- the command that repeats it ---------------------------------------------------------------

OWN = load_player("expert").model_copy(update={"name": "my expert", "bid_margin": 0.25})
CASES: dict[str, dict[str, Any]] = {
    "plain": {},
    "far": {"first": 1 << 41, "seed": (1 << 64) - 1, "rules": "altenburg"},
    "turned": {"players": ("simple", "random", "club"), "rotate": True, "plays": True},
    "forced": {
        "scenario": Scenario(
            known={"forehand": "CJ SJ CA", "skat": "S7"}, declarer="forehand", contract="G",
            hand=True, announced=("schneider",), bid=48,
        )
    },
    "own player": {"players": (OWN, "simple", OWN)},
    "own rules": {"rules": RULES["isko"]._replace(grand_base=20, all_pass=2, kontra=1)},
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_command_makes_the_same_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = simcore.run_settings(deals=3, **({"seed": 9} | CASES[name]))
    found = provenance.repeat(settings)
    monkeypatch.chdir(tmp_path)
    for file, text in found.files.items():
        (tmp_path / file).write_text(text, "utf-8")
    words = shlex.split(found.command)
    assert words.pop(0) == "simcore"
    assert cli.call([*words, "--quiet"]) == 0, capsys.readouterr().err
    assert simcore.open_run(tmp_path / provenance.OUT).settings == settings


@pytest.mark.parametrize(
    ("given", "token"),
    [
        ({"scenario": Scenario(declarer=0, hand=False)}, "forces the pick-up"),
        ({"scenario": Scenario(bidder=1, bid=20)}, "bidder"),
    ],
)
def test_what_no_command_can_say_is_said(given: dict[str, Any], token: str, tmp_path: Path) -> None:
    simcore.simulate(out=tmp_path / "run", deals=3, **given)
    found = provenance.repeat(simcore.open_run(tmp_path / "run").settings)
    assert found.command == ""
    assert token in found.why_not
    assert found.why_not in said(written(tmp_path / "run"))


def test_presets_that_have_changed_since_cannot_be_named() -> None:
    settings = simcore.run_settings(deals=3)
    settings["players"][1] |= {"bid_margin": 0.5}
    assert "'expert' is not that of this program version" in provenance.repeat(settings).why_not
    settings = simcore.run_settings(deals=3)
    settings["rules"] |= {"grand_base": 20}
    assert "'isko' are not those of this program version" in provenance.repeat(settings).why_not


# ---- the command line --------------------------------------------------------------------------


def test_simcore_report(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "page.html"
    code, told, complaint = report(capsys, run, "-o", out, "--charts", " win_rates,win_rates")
    assert (code, complaint) == (0, "")
    assert told.startswith(f"{out}: 0.")
    assert out.read_text("utf-8") == written(run, ("win_rates",))
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    code, told, complaint = report(capsys, run, "-o", out)
    assert (code, told) == (2, "")
    assert "exists: --force replaces it" in complaint
    assert report(capsys, run, "-o", out, "--force", "--charts", "none")[0] == 0
    assert "No charts were asked for" in out.read_text("utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_bad_words(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = tmp_path / "page.html"
    cases = [
        (2, (run, "-o", tmp_path / "no" / "page.html"), "there is no folder"),
        (2, (run, "-o", tmp_path), "is a folder: name a file"),
        (2, (run, "-o", good, "--charts", "win_rates,pie"), "unknown chart 'pie': one of quick, "),
        (2, (run, "-o", good, "--charts", ""), "unknown chart ''"),
        (2, (run, "-o", good, "--threads", "0"), "--threads"),
        (2, (tmp_path, "-o", good), "is no run folder"),
        (2, (run,), "--out"),
    ]
    for code, words, token in cases:
        found, told, complaint = report(capsys, *words)
        assert (found, told) == (code, ""), words
        assert complaint.count("\n") == 1
        assert token in complaint
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_run(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = Path(shutil.copytree(run, tmp_path / "run"))
    (broken / "part-00000.parquet").write_bytes(b"nothing")
    code, _, complaint = report(capsys, broken, "-o", tmp_path / "page.html")
    assert code == 3
    assert "part-00000.parquet" in complaint
    assert not (tmp_path / "page.html").exists()


def test_a_stop_leaves_nothing(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("analysis.gallery.make", stop)
    words = (run, "-o", tmp_path / "page.html", "--charts", "win_rates,grand_chart")
    code, told, complaint = report(capsys, *words)
    assert (code, told) == (130, "")
    assert "1 of 2 charts were made; nothing is written" in complaint
    assert list(tmp_path.iterdir()) == []
