"""The frontier of the bidding threshold: its numbers recounted, and what is drawn."""

from __future__ import annotations

import math
import statistics
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import analysis
import simcore
from analysis import sweep
from analysis.charts import style
from analysis.charts import threshold_frontier as chart
from analysis.frames import NoDataError
from analysis.frames import threshold_frontier as numbers
from analysis.gallery import make
from analysis.knobs import turned
from analysis.split import PARTS, part_of
from simcore.skat import load_player
from simcore.skat.rules import SEATS
from tests.exhibits import deal_fewer

DEALS, SEED = 800, 11


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, analysis.Log]:
    home = tmp_path_factory.mktemp("runs")
    forced = simcore.Scenario(declarer=0, contract="G")
    known = simcore.Scenario(known={"skat": "C7 D7"})
    bold = turned(load_player("simple"), "bold", {"suit_min": 5.0})
    asked: dict[str, dict[str, Any]] = {
        "simple": {"players": "simple"},
        "expert": {"players": "expert"},
        "random": {"players": "random"},
        "forced": {"players": "simple", "scenario": forced},
        "known": {"players": "simple", "scenario": known},
        "polish": {"players": "simple", "rules": "polish"},
        "rotated": {"players": (bold, "simple", "simple"), "rotate": True},
    }
    return {
        name: analysis.open(simcore.simulate(deals=50, seed=SEED, out=home / name, **settings).path)
        for name, settings in asked.items()
    }


@pytest.fixture(scope="module")
def frame(logs: dict[str, analysis.Log]) -> pd.DataFrame:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sweep, "BLOCK_DEALS", 300)
        return numbers.frame(logs["simple"], deals=DEALS, threads=2)


def list_points(row: Any, seat: int) -> int:
    plain = int(row[f"score_{SEATS[seat]}"])
    if row["declarer"] == seat:
        return plain + (50 if row["won"] else -50)
    return plain + (40 if row["declarer"] >= 0 and not row["won"] else 0)


def of_part(part: str) -> np.ndarray:
    """Places of the deals of a part."""
    return np.flatnonzero(part_of(numbers.FIRST + np.arange(DEALS)) == PARTS.index(part))


@pytest.mark.parametrize("part", numbers.DRAWN)
def test_points_of_one_among_two(frame: pd.DataFrame, part: str) -> None:
    bold = turned(load_player("simple"), "bold", {"suit_min": 5.0})
    asked: dict[str, Any] = {"deals": DEALS, "first": numbers.FIRST, "seed": SEED, "rotate": True}
    made = simcore.rows(players=(bold, "simple", "simple"), **asked)
    base = simcore.rows(players="simple", **asked)
    points, less = [], []
    for deal in of_part(part):
        rows = range(3 * deal, 3 * deal + 3)
        seats = [next(s for s in range(3) if (s + k) % 3 == 0) for k in range(3)]
        pairs = list(zip(rows, seats, strict=True))
        own = statistics.fmean(list_points(made[row], seat) for row, seat in pairs)
        points.append(36 * own)
        before = statistics.fmean(list_points(base[row], seat) for row, seat in pairs)
        less.append(36 * (own - before))
    line = frame[(frame["part"] == part) & (frame["value"] == 5)].iloc[0]
    for name, values in (("points", points), ("diff", less)):
        mean, n = statistics.fmean(values), len(values)
        half = stats.t.ppf(0.975, n - 1) * statistics.stdev(values) / math.sqrt(n)
        found = line[[name, f"{name}_low", f"{name}_high"]].tolist()
        assert found == pytest.approx([mean, mean - half, mean + half])
    assert line["deals"] == len(points)


@pytest.mark.parametrize("part", numbers.DRAWN)
def test_shares_of_three_alike(frame: pd.DataFrame, part: str) -> None:
    careful = turned(load_player("simple"), "careful", {"suit_min": 7.0})
    made = simcore.rows(players=careful, deals=DEALS, first=numbers.FIRST, seed=SEED)[of_part(part)]
    declared, won = int((made["declarer"] >= 0).sum()), int(made["won"].sum())
    line = frame[(frame["part"] == part) & (frame["value"] == 7)].iloc[0]
    assert line[["declared_n", "declared_of"]].tolist() == [declared, len(made)]
    assert line[["won_n", "won_of"]].tolist() == [won, declared]
    for name, n, of in (("declared", declared, len(made)), ("won", won, declared)):
        low, high = proportion_confint(n, of, method="wilson")
        found = line[[name, f"{name}_low", f"{name}_high"]].tolist()
        assert found == pytest.approx([n / of, low, high])


def test_the_settings_around_the_present_one(frame: pd.DataFrame) -> None:
    own = frame[frame["part"] == "train"]
    assert own["value"].tolist() == [3, 4, 5, 6, 7, 8, 9]
    assert own[own["present"]]["value"].tolist() == [6]
    assert own[own["best"]]["value"].tolist() == [own.loc[own["points"].idxmax(), "value"]]
    assert set(own["knob"]) == {"suit_min"}
    assert (np.diff(own["declared"]) <= 0).all()


def test_people_stand_as_published(frame: pd.DataFrame) -> None:
    people = frame[frame["part"] == "people"].iloc[0]
    assert people["player"] == "people"
    assert (round(people["declared"], 3), round(people["won"], 4)) == (0.951, 0.8164)
    assert people["won_of"] == people["declared_n"] == 17_967_106
    assert people["won_low"] < people["won"] < people["won_high"]
    assert math.isnan(people["points"])


def test_which_player_and_which_threshold(logs: dict[str, analysis.Log]) -> None:
    polish = numbers.frame(logs["polish"], deals=120)
    assert polish["knob"].iloc[0] == "suit_min_plain_jacks"
    assert polish[polish["present"]]["value"].tolist() == [5, 5]
    rotated = numbers.frame(logs["rotated"], deals=120)
    assert rotated[rotated["present"]]["value"].tolist() == [5, 5]
    expert = numbers.frame(logs["expert"], deals=120)
    assert expert[expert["present"]]["value"].tolist() == [-0.045, -0.045]
    assert expert["knob"].iloc[0] == "bid_margin"
    assert len(expert) == 2 * 13 + 1
    known, free = (numbers.frame(logs[name], deals=120) for name in ("known", "simple"))
    assert known["points"].tolist()[:14] != free["points"].tolist()[:14]
    for name, message in (("random", "bids by no threshold"), ("forced", "nobody bids")):
        with pytest.raises(NoDataError, match=message):
            numbers.frame(logs[name])


def test_a_player_that_samples_is_played_by_what_it_resembles() -> None:
    settings = {"scenario": None, "players": [load_player("pimc").model_dump()]}
    player = numbers.player_of(SimpleNamespace(manifest={"settings": settings}))  # type: ignore[arg-type]
    assert (player.name, player.play, player.samples) == ("pimc played as expert", "expert", False)
    assert player.bid_margin == load_player("pimc").bid_margin


def test_progress_runs_to_the_end(logs: dict[str, analysis.Log]) -> None:
    seen: list[simcore.Progress] = []
    numbers.frame(logs["simple"], deals=400, on_progress=seen.append)
    done = [at.deals for at in seen]
    assert done == sorted(done)
    assert done[-1] == 400
    assert {at.total for at in seen} == {400}


def drawn(frame: pd.DataFrame) -> Figure:
    with style.sheet(*chart.SIZE, chart.TITLE, "caption") as figure:
        chart.draw(frame, figure)
        figure.canvas.draw()
    return figure


def test_the_chart_draws_what_it_is_given(frame: pd.DataFrame) -> None:
    assert set(chart.NEEDS) <= set(frame.columns)
    above, below = drawn(frame[list({*chart.NEEDS})]).axes
    for ax, y, factor in ((above, "points", 1), (below, "won", 100)):
        for container, part in zip(ax.containers, numbers.DRAWN, strict=True):
            lines = frame[frame["part"] == part]
            marks = container.lines[0]  # type: ignore[attr-defined]
            assert marks.get_xdata().tolist() == (100 * lines["declared"]).tolist()
            assert marks.get_ydata().tolist() == (factor * lines[y]).tolist()
            bars = container.lines[2][0].get_segments()  # type: ignore[attr-defined]
            ends = [segment[:, 1].tolist() for segment in bars]
            limits = factor * lines[[f"{y}_low", f"{y}_high"]].to_numpy()
            assert ends == [pytest.approx(pair) for pair in limits.tolist()]
        assert {"3", "6", "9"} <= {text.get_text() for text in ax.texts}
    legend = above.get_legend()
    assert legend is not None
    words = [text.get_text() for text in legend.get_texts()]
    assert "people, published: 95.1 % declared, 81.6 % won" in words
    assert {"train", "locked test", "the run's player"} <= set(words)


def test_the_caption_names_run_sample_and_people(
    logs: dict[str, analysis.Log], frame: pd.DataFrame
) -> None:
    words = chart.caption(logs["simple"], frame)
    train, locked = len(of_part("train")), len(of_part("locked"))
    assert f"train n = {train:,} deals" in words
    assert f"locked test n = {locked:,}" in words
    assert "two at 6, every seat" in words
    assert "17,967,106 games, as published" in words
    assert words.endswith("rules isko, all seats simple, 50 deals, seed 11.")


def test_it_hangs_in_the_gallery(
    logs: dict[str, analysis.Log], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal_fewer(monkeypatch, "skat", "threshold_frontier", deals=120)
    paths, made = make("threshold_frontier", logs["simple"], tmp_path, ("png", "svg"))
    assert [path.name for path in paths] == [
        f"threshold_frontier.{kind}" for kind in ("png", "svg", "csv")
    ]
    pd.testing.assert_frame_equal(pd.read_csv(paths[-1]), made, check_dtype=False)
    before = [path.read_bytes() for path in paths]
    again, _ = make("threshold_frontier", logs["simple"], tmp_path, ("png", "svg"))
    assert [path.read_bytes() for path in again] == before
