"""The README runs: its Python, its commands, its links, and its generated tables are there."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from scripts import bench_solver_text
from tests.commands import run_ok
from tests.exhibits import deal_fewer

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("simcore ")
]

pytestmark = pytest.mark.slow


def test_the_python_of_the_readme_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 4
    monkeypatch.chdir(tmp_path)
    for code in blocks:
        exec(code, {})
    said = capsys.readouterr().out
    assert "hands played" in said
    assert "(;GM[Skat]" in said


def test_the_commands_of_the_readme_run_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [shlex.split(command)[1] for command in COMMANDS] == [
        "run", "summary", "show", "verify", "summary", "regret", "score", "score", "hand",
        "hand", "hand", "run", "summary", "summary", "chart", "chart", "report", "tune",
        "thresholds", "run", "summary", "compare", "run", "score", "show", "replay", "replay",
        "run", "solve", "solve", "show", "replay", "run", "summary", "summary", "show", "verify",
        "chart", "report", "compare", "tune", "run", "verify", "repair", "compact",
    ]  # fmt: skip
    preset = (ROOT / "simcore/skat/strategies/presets/simple.toml").read_text("utf-8")
    bold = preset.replace('name = "simple"', 'name = "bold"').replace(
        "suit_min = 6", "suit_min = 5"
    )
    (tmp_path / "bold.toml").write_text(bold, "utf-8")
    monkeypatch.chdir(tmp_path)
    deal_fewer(monkeypatch, "skat", "seat_effect", deals=10_000)
    deal_fewer(monkeypatch, "skat", "calibration", deals=5_000, worlds=9)
    for name in ("soket_chance", "sekans_chance", "opening", "seeing"):
        deal_fewer(monkeypatch, "poch", name, deals=1_000)
    for command in COMMANDS:
        asked, _, target = command.partition(" > ")
        said = run_ok(capsys, *shlex.split(asked)[1:])
        assert said.strip(), command
        if target:
            Path(target).write_text(said, "utf-8")


def test_what_the_readme_points_to_exists() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / target).exists(), target
    for name in (
        "scripts/demo.sh",
        "scripts/check.sh",
        "simcore/skat/play.py",
        "simcore/poch/play.py",
    ):
        assert name in README
        assert (ROOT / name).exists()


@pytest.mark.parametrize("mark", ["win-rates", "bench", "solver", "matches", "gap", "poch-places"])
def test_generated_tables_are_filled_in(mark: str) -> None:
    text = README.split(f"<!-- {mark} -->")[1].split(f"<!-- /{mark} -->")[0]
    assert text.count("|") > 10


def test_the_answer_for_a_hand_is_filled_in() -> None:
    text = README.split("<!-- hand -->")[1].split("<!-- /hand -->")[0]
    assert "20,000 worlds (deals of the cards not seen), seed 0" in text
    assert "pays to" in text
    text = README.split("<!-- poch-hand -->")[1].split("<!-- /poch-hand -->")[0]
    assert "20,000 worlds (deals of the cards not seen), seed 0" in text
    assert "stay in up to" in text


def test_the_win_rate_table_is_the_committed_result() -> None:
    table = (ROOT / "results/win_rates/table.md").read_text("utf-8").strip()
    assert table in README


def test_the_solver_table_is_the_committed_result() -> None:
    measured = json.loads((ROOT / "results/solver/bench.json").read_text("utf-8"))
    assert f"<!-- solver -->\n{bench_solver_text.readme(measured)}\n<!-- /solver -->" in README
