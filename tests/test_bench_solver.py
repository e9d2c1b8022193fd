"""`simcore bench solver`: right answers, whole figures, tables made of them alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scripts import bench_solver, bench_solver_text, cli, measuring
from simcore.skat.solver.space import new_space

RESULTS = Path(__file__).parents[1] / "results" / "solver"
CELLS = [
    (name, query, game)
    for name in ("random", "strong")
    for query in ("win", "exact")
    for game in ("suit", "grand", "null")
    if (query, game) != ("exact", "null")
]


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    """Two positions of each set and game."""
    return bench_solver.measure(2, repeat=2, threads=2)


def test_every_set_query_and_game_is_there(report: dict[str, Any]) -> None:
    figures = report["figures"]
    assert [(one["set"], one["query"], one["game"]) for one in figures] == CELLS
    for one in figures:
        assert (one["positions"], one["wrong"]) == (2, 0)
        for spread in (one["ms"], one["nodes"]):
            assert 0 < spread["mean"] <= spread["median"] == spread["p90"] == spread["max"]
        rate = one["nodes"]["mean"] / one["ms"]["mean"] * 1000
        assert one["nodes_per_cpu_s"] == pytest.approx(rate)
    assert bench_solver.wrong_answers(report) == 0


def test_the_c_program_solves_the_same_positions(report: dict[str, Any]) -> None:
    if measuring.compiler() is None:
        pytest.skip("no C compiler here")
    for one in report["figures"]:
        plain_c = one["plain_c"]
        assert (plain_c["positions"], plain_c["wrong"]) == (2, 0)
        for ratio, what in (("ratio_time", "ms"), ("ratio_nodes", "nodes")):
            assert one[ratio] == pytest.approx(one[what]["mean"] / plain_c[what]["mean"])
        if one["game"] == "null":
            assert one["nodes"]["mean"] == pytest.approx(plain_c["nodes"]["mean"], abs=0.5)


def test_threads_memory_and_machine(report: dict[str, Any]) -> None:
    threads, memory = report["threads"], report["memory"]
    assert (threads["positions"], threads["threads"]) == (8, 2)
    assert threads["speed_up"] == pytest.approx(threads["one_thread_s"] / threads["threads_s"])
    assert memory["work_space_mb"] == pytest.approx(new_space().nbytes / 1e6)
    growth = memory["peak_growth_per_thread_mb"]
    assert growth is None or 0.5 < growth < 10
    assert len(report["source_digest"]) == 64
    assert report["versions"].keys() == {"simcore", "python", "numpy"}


def test_a_wrong_answer_is_seen() -> None:
    task = bench_solver.tasks("random", "win", 3)[0]
    other = replace(task, answers=1 - task.answers)
    assert bench_solver.measure_here(other, new_space())["wrong"] == 3


def test_the_spread_is_that_of_the_c_program() -> None:
    found = bench_solver.spread(np.arange(10.0, 0.0, -1.0))
    assert found == {"mean": 5.5, "median": 6.0, "p90": 10.0, "max": 10.0}


def test_the_middle_repeat_counts() -> None:
    def of(ratio: float | None, ms: float) -> dict[str, Any]:
        return {"ratio_time": ratio, "ms": {"mean": ms}}

    assert bench_solver.middle([of(1.4, 9.0), of(1.2, 1.0), of(1.3, 5.0)]) == of(1.3, 5.0)
    assert bench_solver.middle([of(None, 9.0), of(None, 1.0), of(None, 5.0)]) == of(None, 5.0)


# ---- words -------------------------------------------------------------------------------------


def test_without_a_c_compiler_its_columns_are_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "compiler", lambda: None)
    report = bench_solver.measure(1, repeat=1, threads=1)
    assert report["compiler"] is None
    assert {one["plain_c"] for one in report["figures"]} == {None}
    page = bench_solver_text.page(report)
    assert "No C compiler here" in page
    assert page.count("|  |  |  |  |\n") == len(CELLS)
    plain_c = next(line for line in bench_solver_text.readme(report).splitlines() if "in C" in line)
    assert plain_c.endswith("|  |  |")


def test_the_terminal_shows_every_row(
    report: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    bench_solver_text.tell(report)
    out = capsys.readouterr().out
    assert "0 of 20 answers wrong" in out
    for cell in CELLS:
        assert any(line.split()[:3] == list(cell) for line in out.splitlines())
    for one in bench_solver_text.PUBLISHED:
        assert one.who in out


@pytest.mark.parametrize(
    ("ms", "text"), [(0.0123, "0.012"), (1.234, "1.23"), (76, "76.0"), (970, "970"), (None, "")]
)
def test_milliseconds(ms: float | None, text: str) -> None:
    assert bench_solver_text.milliseconds(ms) == text


def test_the_committed_page_is_made_of_the_committed_figures() -> None:
    measured = json.loads((RESULTS / "bench.json").read_text("utf-8"))
    assert bench_solver.wrong_answers(measured) == 0
    assert all(one["positions"] == bench_solver.POSITIONS for one in measured["figures"])
    page = (RESULTS / "bench.md").read_text("utf-8")
    assert page == bench_solver_text.page(measured) + "\n"


# ---- the command -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "token"),
    [
        (["chess"], "'chess'"),
        (["solver", "--deals", "0"], "--deals 0"),
        (["solver", "--deals", "301"], "--deals 301"),
        (["solver", "--deals", "few"], "'few'"),
        (["solver", "--repeat", "0"], "--repeat 0"),
        (["solver", "--threads", "0"], "--threads 0"),
        (["solver", "--cold"], "--cold"),
    ],
)
def test_bad_input(words: list[str], token: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.call(["bench", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert token in err
    assert err.count("\n") == 1


def test_the_command_prints_json_and_counts_wrong_answers(
    report: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def measure(*numbers: int) -> dict[str, Any]:
        asked.append(numbers)
        return report

    monkeypatch.setattr(bench_solver, "measure", measure)
    words = ["bench", "solver", "--repeat", "2", "--threads", "1", "--json"]
    assert cli.call(words) == 0
    assert json.loads(capsys.readouterr().out) == report
    assert cli.call([*words, "--deals", "7"]) == 0
    assert asked == [(bench_solver.POSITIONS, 2, 1), (7, 2, 1)]
    first = {**report["figures"][0], "wrong": 1}
    monkeypatch.setitem(report, "figures", [first, *report["figures"][1:]])
    assert cli.call(words) == 3
    assert "1 open-card values are wrong" in capsys.readouterr().err
