"""Charts of a run as files: what is drawn, where it stands, bytes that repeat, and the command."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text

import analysis
import simcore
from analysis import gallery
from analysis.charts import style
from analysis.frames import NoDataError
from analysis.gallery import GALLERY, Exhibit
from scripts import cli
from tests.exhibits import deal_fewer

CHARTS = ("suit_map", "grand_chart", "seat_effect", "split_impact")
SAMPLE = 600  # deals of seat_effect
RUNS: dict[str, dict[str, Any]] = {
    "plain": {"deals": 6_000, "seed": 12},
    "mixed": {
        "deals": 400, "seed": 13, "first": 50, "rotate": True, "rules": "preisskat",
        "players": ("expert", "simple", "random"),
    },
    "forced": {
        "deals": 3_000, "seed": 14,
        "scenario": simcore.Scenario(
            declarer="middlehand", contract="C", known={"forehand": "CJ SJ"}
        ),
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the runs."""
    folder = tmp_path_factory.mktemp("runs")
    for name, settings in RUNS.items():
        simcore.simulate(out=folder / name, **settings)
    return folder


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_fewer(monkeypatch, "skat", "seat_effect", deals=SAMPLE)


@pytest.fixture(scope="module")
def frames(home: Path) -> dict[tuple[str, str], pd.DataFrame]:
    """Frames by run and chart, made once."""
    made = {}
    for run in RUNS:
        with analysis.open(home / run) as log:
            for name in CHARTS:
                more = {"deals": SAMPLE} if name == "seat_effect" else {}
                try:
                    made[run, name] = GALLERY[name].frame(log, **more)
                except NoDataError:
                    assert (run, name) == ("forced", "grand_chart")
    return made


Frames = dict[tuple[str, str], pd.DataFrame]
DRAWN = [(run, name) for run in RUNS for name in CHARTS if (run, name) != ("forced", "grand_chart")]


def texts_of(figure: Figure) -> Iterator[Text]:
    figure.draw_without_rendering()  # the layout is found
    beyond = set()  # labels of ticks outside the axes, which are not drawn
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            out = [tick for tick in axis.get_major_ticks() if not low <= tick.get_loc() <= high]
            beyond |= {label for tick in out for label in (tick.label1, tick.label2)}
    for text in figure.findobj(Text):
        assert isinstance(text, Text)
        if text.get_visible() and text.get_text().strip() and text not in beyond:
            yield text


# ---- what is drawn -----------------------------------------------------------------------------


@pytest.mark.parametrize(("run", "name"), DRAWN)
def test_every_text_lies_within_the_figure(run: str, name: str, home: Path, frames: Frames) -> None:
    chart, frame = GALLERY[name].chart, frames[run, name]
    assert set(chart.NEEDS) <= set(frame.columns)
    with analysis.open(home / run) as log:
        caption = chart.caption(log, frame)
    with style.sheet(*chart.SIZE, chart.TITLE, caption) as figure:
        chart.draw(frame[list(chart.NEEDS)], figure)  # no more than it says it needs
        whole = figure.bbox
        texts = list(texts_of(figure))
        for text in texts:
            box = text.get_window_extent()
            inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= whole.x1 and box.y1 <= whole.y1
            assert inside, (text.get_text(), box, whole)
    told = " ".join(" ".join(text.get_text().split()) for text in texts)
    assert " ".join(caption.split()) in told
    assert chart.TITLE in told


@pytest.mark.parametrize(("run", "name"), DRAWN)
def test_captions_name_the_run(run: str, name: str, home: Path, frames: Frames) -> None:
    with analysis.open(home / run) as log:
        caption = GALLERY[name].chart.caption(log, frames[run, name])
        assert f"Run {log.manifest['settings_sha256'][:8]}, " in caption
    settings = RUNS[run]
    words = [f"rules {settings.get('rules', 'isko')}", f"seed {settings['seed']}", "n: "]
    if run == "mixed":
        words += ["A expert, B simple, C random", "400 deals from number 50", "declared"]
    elif run == "plain":
        words += ["all seats expert", "6,000 deals, seed", "declared"]
    else:
        words += ["forced: middlehand plays Clubs", "forehand has CJ SJ", "forced"]
    assert [word for word in words if word not in caption] == []
    if name != "seat_effect":
        even = 100 * frames[run, name]["break_even"]
        level = f"{even.min():.1f} to {even.max():.1f} % by hand games"
        assert f"break-even, {level if run == 'mixed' else '66.7 %'}" in caption
        assert "under plain scoring" in caption
        total = frames[run, name]["n"].sum()
        assert f"; {total:,} in all" in caption


def cell_texts(ax: Axes) -> str:
    return "\n".join(text.get_text() for text in ax.texts)


@pytest.mark.parametrize("name", ["suit_map", "grand_chart"])
def test_every_cell_tells_its_numbers(name: str, frames: Frames) -> None:
    frame, chart = frames["plain", name], GALLERY[name].chart
    with style.sheet(*chart.SIZE, chart.TITLE, "") as figure:
        chart.draw(frame, figure)
        told = "\n".join(cell_texts(ax) for ax in figure.axes)
    played = frame[frame["n"] > 0]
    for text, cells in (("n ", played), ("no data", frame[frame["n"] == 0])):
        if name == "grand_chart" or text == "n ":
            assert len(re.findall(text, told)) == len(cells) > 0
    seen = sorted(re.findall(r"\nn ([\d,]+)\n", told))
    assert seen == sorted(f"{n:,}" for n in played["n"])
    above, below = ((played["margin_low"] > 0).sum(), (played["margin_high"] < 0).sum())
    assert (told.count(style.ABOVE), told.count(style.BELOW)) == (above, below)
    assert above > 0


def hatched(figure: Figure) -> int:
    return sum(bool(patch.get_hatch()) for ax in figure.axes for patch in ax.patches)


@pytest.mark.parametrize("name", ["suit_map", "grand_chart", "split_impact"])
def test_unclear_cells_are_hatched(name: str, frames: Frames) -> None:
    frame, chart = frames["plain", name], GALLERY[name].chart
    with style.sheet(*chart.SIZE, chart.TITLE, "") as figure:
        chart.draw(frame, figure)
        assert hatched(figure) == ((frame["n"] > 0) & ~frame["clear"]).sum() > 0
        chart.draw(frame.assign(clear=True), fresh := Figure(layout="constrained"))
    assert hatched(fresh) == 0


def test_rule_that_disagrees_is_framed(frames: Frames) -> None:
    frame, chart = frames["plain", "grand_chart"], GALLERY["grand_chart"].chart

    def patches(drawn: pd.DataFrame) -> int:
        with style.sheet(*chart.SIZE, chart.TITLE, "") as figure:
            chart.draw(drawn, figure)
            return sum(len(ax.patches) for ax in figure.axes)

    assert frame["disagrees"].sum() > 0
    more = patches(frame) - patches(frame.assign(disagrees=False))
    assert more == 2 * frame["disagrees"].sum()  # dark on white


def lightness(colour: tuple[float, float, float]) -> float:
    return float(np.dot(colour, (0.299, 0.587, 0.114)))


def test_colours_centre_on_break_even() -> None:
    steps = np.linspace(0, 1 / 3, 12)
    above = [lightness(style.margin_colour(step)) for step in steps]
    below = [lightness(style.margin_colour(-step)) for step in steps]
    assert style.margin_colour(0) == pytest.approx(to_rgb(style.PALE), abs=0.01)
    assert above == sorted(above, reverse=True)  # darker, the farther away
    assert below == sorted(below, reverse=True)
    for step in (0.05, 0.3):
        red, _, blue = style.margin_colour(step)
        assert blue > red
        red, _, blue = style.margin_colour(-step)
        assert red > blue
    assert style.margin_colour(0.5) == style.margin_colour(1 / 3)
    for colour in map(style.margin_colour, np.linspace(-1 / 3, 1 / 3, 30)):
        ink = lightness(to_rgb(style.ink_on(colour)))
        assert abs(ink - lightness(colour)) > 0.35


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.811, 0.846, "81 to 85"),
        (0.811, 0.818, "81.1 to 81.8"),
        (0.996, 1.0, "99.6 to 100.0"),
    ],
)
def test_limits_never_look_alike(low: float, high: float, text: str) -> None:
    assert style.limits_text(low, high) == text


# ---- files -------------------------------------------------------------------------------------


FORMATS = {  # all of one chart, and what differs in the others
    "suit_map": ["svg"],
    "grand_chart": ["png", "svg", "pdf"],
    "seat_effect": ["png"],
    "split_impact": ["svg", "pdf"],
}


@pytest.mark.parametrize("name", CHARTS)
def test_files_repeat_byte_for_byte(name: str, home: Path, tmp_path: Path) -> None:
    kept: list[dict[str, bytes]] = []
    kinds, run = FORMATS[name], "plain" if name == "grand_chart" else "forced"
    for folder in (tmp_path / "one", tmp_path / "two"):
        with analysis.open(home / run) as log:
            paths, frame = gallery.make(name, log, folder, kinds)
        assert [path.name for path in paths] == [f"{name}.{kind}" for kind in [*kinds, "csv"]]
        assert sorted(folder.iterdir()) == sorted(paths)
        kept.append({path.suffix[1:]: path.read_bytes() for path in paths})
    assert kept[0] == kept[1]
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    for kind in kinds:
        assert kept[0][kind].startswith(starts[kind])
    again = pd.read_csv(tmp_path / "one" / f"{name}.csv")
    pd.testing.assert_frame_equal(again, frame, check_dtype=False)


def test_make_replaces_old_files_and_nothing_else(home: Path, tmp_path: Path) -> None:
    (tmp_path / "grand_chart.png").write_text("old")
    (tmp_path / "grand_chart.pdf").write_text("not asked for")
    with analysis.open(home / "plain") as log:
        gallery.make("grand_chart", log, tmp_path, ["png"])
    assert (tmp_path / "grand_chart.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "grand_chart.pdf").read_text() == "not asked for"


def test_a_chart_that_fails_leaves_old_files_and_no_new_ones(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "grand_chart.png").write_text("old")

    def broken(self: Figure, path: Any, **options: Any) -> None:
        Path(path).write_bytes(b"half")
        raise OSError("no space left")

    monkeypatch.setattr(Figure, "savefig", broken)
    with analysis.open(home / "plain") as log, pytest.raises(OSError, match="no space"):
        gallery.make("grand_chart", log, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["grand_chart.png"]
    assert (tmp_path / "grand_chart.png").read_text() == "old"


def test_make_says_what_is_wrong(home: Path, tmp_path: Path) -> None:
    with analysis.open(home / "forced") as log:
        with pytest.raises(ValueError, match=r"unknown chart 'suits': one of suit_map, grand"):
            gallery.make("suits", log, tmp_path)
        with pytest.raises(ValueError, match=r"unknown format 'gif': one of png, svg, pdf"):
            gallery.make("suit_map", log, tmp_path, ["gif"])
        with pytest.raises(NoDataError, match=r"grand_chart of .*forced: no data: no Grand"):
            gallery.make("grand_chart", log, tmp_path)
    assert list(tmp_path.iterdir()) == []


# ---- the command -------------------------------------------------------------------------------


def ran(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = cli.call(["chart", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def test_chart_prints_paths_and_caption(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = ran(capsys, "split_impact", home / "plain", "--out", tmp_path, "--pdf")
    assert (code, err) == (0, "")
    *paths, caption = out.split("\n", 4)
    assert paths == [
        str(tmp_path / f"split_impact.{kind}") for kind in ("png", "svg", "pdf", "csv")
    ]
    assert all(Path(path).is_file() for path in paths)
    assert "rules isko, all seats expert, 6,000 deals," in " ".join(caption.split())
    code, out, _ = ran(
        capsys, "split_impact", home / "plain", "--out", tmp_path / "b", "--format", "PDF", "--json"
    )
    made = json.loads(out)
    assert code == 0
    assert [Path(path).suffix for path in made[0]["files"]] == [".pdf", ".csv"]
    assert made[0]["caption"].split() == caption.split()


def test_chart_writes_into_the_run_unless_told(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    simcore.simulate(deals=500, seed=1, out=tmp_path / "run")
    assert ran(capsys, "split_impact", tmp_path / "run", "--quiet")[0] == 0
    names = {path.name for path in (tmp_path / "run" / "charts").iterdir()}
    assert names == {"split_impact.png", "split_impact.svg", "split_impact.csv"}
    assert simcore.open_run(tmp_path / "run").verify() == []
    assert cli.call(["run", "--out", str(tmp_path / "run"), "--resume"]) == 0


def test_chart_all_leaves_out_what_has_no_data(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in GALLERY if name not in CHARTS]:
        monkeypatch.delitem(GALLERY, name)
    code, out, err = ran(capsys, "all", home / "forced", "--out", tmp_path, "--format", "png")
    assert (code, err) == (0, "")
    drawn = {path.stem for path in tmp_path.iterdir() if path.suffix == ".png"}
    assert drawn == {*CHARTS} - {"grand_chart"}
    assert "left out: grand_chart" in out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["nil", "RUN"], r"unknown chart 'nil': one of suit_map, .*split_impact.*, or all"),
        (["suit_map", "RUN/none"], r"is no run folder"),
        (["grand_chart", "RUN"], r"grand_chart of .*: no data: no Grand was played"),
        (["suit_map", "RUN", "--format", "png,gif"], r"--format 'gif': of png, svg, pdf"),
        (["suit_map", "RUN", "--threads", "0"], r"--threads 0"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_chart_complains_in_one_line(
    words: list[str], line: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = [word.replace("RUN", str(home / "forced")) for word in words]
    code, out, err = ran(capsys, *named, "--out", tmp_path)
    assert (code, out) == (2, "")
    assert re.search(line, err)
    assert err.startswith("simcore: ")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_broken_log_is_a_data_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = simcore.simulate(deals=500, seed=1, out=tmp_path / "run")
    run.files[0].write_bytes(b"nothing")
    code, _, err = ran(capsys, "suit_map", tmp_path / "run")
    assert code == 3
    assert "part-00000.parquet" in err


def test_chart_stops_on_request(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: Any, **__: Any) -> pd.DataFrame:
        raise KeyboardInterrupt

    monkeypatch.setitem(GALLERY, "suit_map", Exhibit(stopped, GALLERY["suit_map"].chart))
    code, out, err = ran(capsys, "suit_map", home / "plain", "--out", tmp_path)
    assert (code, out) == (130, "")
    assert err == "simcore: interrupted, 0 of 1 charts were made\n"
    assert list(tmp_path.iterdir()) == []
