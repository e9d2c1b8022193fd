"""The notebooks run on small logs, say what numpy says, and become .ipynb files with outputs."""

from __future__ import annotations

import json
import math
import runpy
import shutil
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest
from scipy import stats

import analysis
import simcore
from analysis.notebooks import RUN, given_run, rates
from scripts import notebooks

pytestmark = pytest.mark.slow
NAMES = (
    "bidding_thresholds", "compare_strategies", "hand_or_pickup", "null_and_grand", "read_a_run",
    "win_rates",
)  # fmt: skip
OF_A_RUN = ("null_and_grand", "read_a_run", "win_rates")
DEALS, SEED = 3_000, 11


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("notebooks") / "run"
    return simcore.simulate(deals=DEALS, seed=SEED, players="expert", out=out).path


@pytest.fixture(scope="module")
def rows() -> np.ndarray:
    made: np.ndarray = simcore.rows(deals=DEALS, seed=SEED, players="expert")
    return made


@pytest.fixture(scope="module")
def rotated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("notebooks") / "rotated"
    players = ("expert", "simple", "simple")
    return simcore.simulate(deals=500, seed=3, players=players, rotate=True, out=out).path


@pytest.fixture(scope="module")
def passed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run in which nobody ever bids."""
    never = simcore.skat.load_player("simple").model_copy(
        update={"name": "never", "suit_min": 99.0, "grand_min": 99.0, "null_weak": -1,
                "suit_hand_min": 99.0, "grand_hand_min": 99.0, "null_hand_weak": -1}
    )  # fmt: skip
    out = tmp_path_factory.mktemp("notebooks") / "passed"
    return simcore.simulate(deals=50, seed=3, players=never, out=out).path


def executed(name: str, run: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a script knows after it ran as plain Python."""
    monkeypatch.setenv(RUN, str(run))
    return runpy.run_path(str(notebooks.FOLDER / f"{name}.py"))


def wilson(wins: int, n: int) -> tuple[float, float]:
    found = stats.binomtest(wins, n).proportion_ci(method="wilson")
    return found.low, found.high


def test_there_are_the_notebooks_promised() -> None:
    assert notebooks.names() == list(NAMES)


# ---- as scripts --------------------------------------------------------------------------------


def test_win_rates(run: Path, rows: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    known = executed("win_rates", run, monkeypatch)
    grand = known["by_contract"].set_index("contract").loc["G"]
    own = rows[rows["contract"] == 4]
    assert (grand["n"], grand["win_rate"]) == (len(own), own["won"].mean())
    at_18 = rows[(rows["declarer"] >= 0) & (rows["bid"] == 18)]
    line = known["won"].loc["won at 18"]
    assert (line["n"], line["rate"]) == (len(at_18), at_18["won"].mean())
    assert (line["low"], line["high"]) == pytest.approx(wilson(at_18["won"].sum(), len(at_18)))
    assert known["won"]["n"].sum() == np.count_nonzero(rows["declarer"] >= 0)


def test_read_a_run(run: Path, rows: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    known = executed("read_a_run", run, monkeypatch)
    grand = rows[rows["contract"] == 4]
    for tool in ("pandas", "duckdb", "polars"):
        assert known[f"by_{tool}"] == pytest.approx(grand["won"].mean(), abs=1e-12)
    assert (known["low"], known["high"]) == pytest.approx(wilson(grand["won"].sum(), len(grand)))
    assert known["first"]["skat"][0] == simcore.cards.format(int(rows["skat"][0]))


def test_null_and_grand(run: Path, rows: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    known = executed("null_and_grand", run, monkeypatch)
    seats = ("hand_forehand", "hand_middlehand", "hand_rearhand")
    grands = rows[rows["contract"] == 4]
    hands = np.choose(grands["declarer"], [grands[seat] for seat in seats])
    tops = simcore.cards.parse("CJ SJ HJ DJ CA SA HA DA")
    count = np.bitwise_count(hands & np.uint32(tops)) + (grands["declarer"] == 0)
    with analysis.open(run) as log:
        found = rates(log, {k: (of, "won") for k, of in known["grands"].items()})
    assert found["n"].sum() == len(grands)
    for k in (4, 5, 6):
        own = grands[count == k]
        assert (found["n"][str(k)], found["rate"][str(k)]) == (len(own), own["won"].mean())


def test_hand_or_pickup(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = executed("hand_or_pickup", run, monkeypatch)
    found = known["both_ways"](known["HAND"])
    points = []
    for place, hand in enumerate((False, True)):
        held = simcore.cards.parse(known["HAND"])
        forced = simcore.Scenario(known={0: held}, declarer=0, contract="C", hand=hand)
        rows = simcore.rows(deals=known["DEALS"], seed=known["SEED"], scenario=forced)
        won = rows["won"] == 1
        points.append(np.where(won, rows["score"] + 50.0, rows["score"] - 50.0 - 40.0))
        assert found["won"].iloc[place] == won.mean()
        assert found["points"].iloc[place] == pytest.approx(points[-1].mean())
    gain = points[1] - points[0]
    limits = stats.t.interval(0.95, len(gain) - 1, gain.mean(), stats.sem(gain))
    last = found.loc["hand less pick-up"]
    assert last["points"] == pytest.approx(gain.mean())
    assert (last["points_low"], last["points_high"]) == pytest.approx(limits)


def test_compare_strategies(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = executed("compare_strategies", run, monkeypatch)
    given = {"deals": known["DEALS"], "seed": known["SEED"], "first": known["FIRST"]}
    again = analysis.compare("club", "expert", **given).difference("one_a")
    line = known["frame"].set_index("name").loc["club"]
    assert (line["mean"], line["low"], line["high"]) == (again.mean, again.low, again.high)
    assert list(known["frame"]["mean"]) == sorted(known["frame"]["mean"], reverse=True)


def test_bidding_thresholds(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = executed("bidding_thresholds", run, monkeypatch)
    train = known["train"].set_index("suit_min")
    assert list(train.index) == [4, 5, 6, 7, 8]
    assert train["diff"][6] == 0  # against itself
    assert (train["declared"].diff().dropna() < 0).all()  # a higher threshold declares less
    assert known["found"].curve.groupby("part")["deals"].first().sum() == known["DEALS"]


@pytest.mark.parametrize("name", OF_A_RUN)
def test_a_rotated_run(name: str, rotated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = executed(name, rotated, monkeypatch)
    assert "each played three times" in known["told"](known["log"])


@pytest.mark.parametrize("name", ["read_a_run", "hand_or_pickup"])
def test_a_run_all_passed(name: str, passed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known = executed(name, passed, monkeypatch)
    assert int(known["log"].win_rate()["n"].iloc[0]) == 0


def test_without_a_run_a_small_one_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RUN, raising=False)
    made = simcore.open_run(given_run())
    assert (made.settings["deals"], made.settings["seed"]) == (100_000, 1)


def test_a_folder_that_is_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RUN, str(tmp_path))
    with pytest.raises(ValueError, match="is no run folder"):
        given_run()


def test_rates_of_nothing_are_no_data(run: Path) -> None:
    with analysis.open(run) as log:
        found = rates(log, {"none": ("bid > 999", "won"), "all": ("true", "true")})
    assert found["n"]["none"] == 0
    assert math.isnan(found["rate"]["none"])
    assert math.isnan(found["low"]["none"])
    assert (found["rate"]["all"], found["high"]["all"]) == (1, 1)
    assert found["low"]["all"] < 1


# ---- as notebooks ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_script_becomes_a_valid_notebook(name: str) -> None:
    notebook = notebooks.convert(name)
    nbformat.validate(notebook)
    assert notebook.cells[0].cell_type == "markdown"
    assert notebook.cells[0].source.startswith("# ")  # the question
    assert notebook.cells[0].source.splitlines()[0].endswith("?")
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert notebooks.convert(name) == notebook


def test_one_is_converted_and_executed(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--run", str(run), "--only", "win_rates", "--out"]
    for place in ("one", "two"):
        notebooks.main([*words, str(tmp_path / place)])
        assert capsys.readouterr().out == f"{tmp_path / place / 'win_rates.ipynb'}\n"
    written = (tmp_path / "one/win_rates.ipynb").read_bytes()
    assert written == (tmp_path / "two/win_rates.ipynb").read_bytes()
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["win_rates.ipynb"]
    text = written.decode()
    assert str(run) not in text
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in code)
    shown = [output for cell in code for output in cell.outputs]
    assert {output.output_type for output in shown} == {"execute_result"}
    assert f"{DEALS:,} deals, seed {SEED}" in shown[0].data["text/plain"]
    assert sum("image/png" in output.data for output in shown) == 1
    assert "timestamp" not in json.dumps(notebook.metadata) + text.split('"source"')[0]


@pytest.mark.parametrize(
    ("words", "token"),
    [
        (["--only", "win_rate"], "'win_rate': one of bidding_thresholds"),
        (["--run", "nowhere"], "'nowhere' is no run folder"),
        (["--only", "__init__"], "'__init__'"),
    ],
)
def test_bad_words(
    words: list[str], token: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        notebooks.main([*words, "--out", str(tmp_path / "out")])
    assert stop.value.code == 2
    assert token in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_places_and_runs_that_will_not_do(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit) as stop:
        notebooks.main(["--out", str(tmp_path / "file")])
    assert stop.value.code == 2
    assert "Not a directory" in capsys.readouterr().err
    cut = shutil.copytree(run, tmp_path / "cut")
    next(cut.glob("part-*")).unlink()
    with pytest.raises(SystemExit) as stop:
        notebooks.main(["--run", str(cut), "--out", str(tmp_path / "out")])
    assert stop.value.code == 3
    assert "listed in the manifest, but missing" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_cell_that_fails_is_told_in_a_line(
    run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> Any:
        return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0", id="one")])

    monkeypatch.setattr(notebooks, "convert", broken)
    words = ["--run", str(run), "--only", "win_rates", "--out", str(tmp_path)]
    assert notebooks.main(words) == 2
    assert capsys.readouterr().err == (
        "notebooks: a cell failed: ZeroDivisionError: division by zero\n"
    )
