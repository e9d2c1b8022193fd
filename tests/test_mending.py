"""A run is mended from its seed, shard by shard, and put into larger files."""

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import simcore
from scripts import cli
from scripts.faults.scene import digests
from simcore import jobs, mending
from simcore.manifest import COPY, MANIFEST
from simcore.run import DamagedError
from tests.commands import Capture, complaint, run_json, run_ok

SHARD = 1024
ASKED: dict[str, Any] = {"seed": 3, "players": "random", "shard_deals": SHARD}


@pytest.fixture(scope="module", params=["skat", "skat rotated with plays", "poch with plays"])
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    game, _, how = request.param.partition(" ")
    out = tmp_path_factory.mktemp("whole") / "run"
    asked = {**ASKED, "game": game, "rotate": "rotated" in how, "plays": "plays" in how}
    simcore.simulate(**asked, deals=5 * SHARD + 100, first=7 * SHARD, out=out)
    return out


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    return shutil.copytree(whole, tmp_path / "run")


def edit(run: Path, **words: Any) -> None:
    path = run / MANIFEST
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | words), "utf-8")


def test_a_whole_run_is_left_alone(run: Path, whole: Path) -> None:
    found = simcore.repair(run)
    assert (found.manifest, found.shards, found.other_bytes) == ("", {}, [])
    for name in (MANIFEST, COPY):
        assert (run / name).read_bytes() == (whole / name).read_bytes()


def test_damaged_and_missing_shards_are_made_again(run: Path, whole: Path) -> None:
    (run / "part-00001.parquet").unlink()
    (run / "part-00005.parquet").write_bytes(b"PAR1")
    seen: list[tuple[str, int, int]] = []
    found = simcore.repair(run, threads=1, on_shard=lambda *told: seen.append(told))
    assert list(found.shards) == ["part-00001.parquet", "part-00005.parquet"]
    assert found.shards["part-00001.parquet"] == ["part-00001.parquet: missing"]
    assert seen == [("part-00001.parquet", 0, 2), ("part-00005.parquet", 1, 2)]
    assert digests(run) == digests(whole)
    assert (run / MANIFEST).read_bytes() == (whole / MANIFEST).read_bytes()


def test_the_manifest_is_made_again_from_its_copy(run: Path, whole: Path) -> None:
    (run / MANIFEST).write_bytes(b"{")
    found = simcore.repair(run)
    assert "is unreadable" in found.manifest
    kept = [json.loads((home / MANIFEST).read_text("utf-8")) for home in (run, whole)]
    assert [manifest.pop("updated") for manifest in kept]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("copy", [None, b"{"])
def test_a_manifest_that_is_lost_for_good_is_told(run: Path, copy: bytes | None) -> None:
    (run / MANIFEST).write_bytes(b"{")
    (run / COPY).unlink() if copy is None else (run / COPY).write_bytes(copy)
    before = digests(run)
    with pytest.raises(DamagedError, match="play the run again into another folder"):
        simcore.repair(run)
    assert digests(run) == before


def test_another_version_makes_a_shard_again_only_where_it_is_the_same(
    run: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digest in the manifest tells."""
    edit(run, source_digest="0" * 64)
    (run / "part-00002.parquet").unlink()
    assert list(simcore.repair(run).shards) == ["part-00002.parquet"]
    assert digests(run) == digests(whole)
    (run / "part-00002.parquet").unlink()
    make = jobs.make_shard

    def other(store: Any, settings: dict[str, Any], *rest: Any, **how: Any) -> jobs.Made:
        return make(store, {**settings, "seed": 4}, *rest, **how)

    monkeypatch.setattr(mending, "make_shard", other)
    with pytest.raises(DamagedError, match=r"another version of the program .*source 000000000000"):
        simcore.repair(run)
    assert not (run / "part-00002.parquet").exists()


def test_the_same_version_may_write_other_bytes(
    run: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another Arrow packs the same rows otherwise: the manifest follows."""
    (run / "part-00000.parquet").unlink()
    monkeypatch.setattr("simcore.log._LEVEL", 5)
    assert simcore.repair(run).other_bytes == ["part-00000.parquet"]
    assert simcore.open_run(run).verify() == []
    rows = [pq.read_table(home / "part-00000.parquet") for home in (run, whole)]
    assert rows[0].equals(rows[1])


def test_shards_are_made_again_when_asked_for(run: Path, whole: Path) -> None:
    ages = [path.stat().st_mtime_ns for path in sorted(run.glob("part-*"))]
    found = simcore.repair(run, again=[3])
    now = [path.stat().st_mtime_ns for path in sorted(run.glob("part-*"))]
    assert [age != then for age, then in zip(now, ages, strict=True)].index(True) == 3
    assert found.shards == {"part-00003.parquet": ["asked for"]}
    assert digests(run) == digests(whole)
    with pytest.raises(ValueError, match="again 3: numbers of shards"):
        simcore.repair(run, again=3)  # type: ignore[arg-type]
    for number in (-1, 6, True):
        with pytest.raises(ValueError, match="a whole number from 0 to 5"):
            simcore.repair(run, again=[number])


def test_gaps_of_a_run_are_filled(run: Path, whole: Path) -> None:
    """As a cluster leaves it that was stopped."""
    shards = json.loads((run / MANIFEST).read_text("utf-8"))["shards"]
    edit(run, shards=[shards[k] for k in (0, 3, 4)], status="interrupted")
    there = simcore.open_run(run)
    assert there.deals == 3 * SHARD
    assert there.verify() == []
    assert simcore.resume(run).manifest["shards"] == shards
    assert digests(run) == digests(whole)


def test_a_run_is_compacted_to_what_larger_shards_would_be(run: Path, tmp_path: Path) -> None:
    settings = simcore.open_run(run).settings
    seen: list[tuple[int, int]] = []
    made = simcore.compact(
        run, tmp_path / "fewer", shard_deals=4 * SHARD, on_file=lambda *told: seen.append(told)
    )
    names = ("game", "seed", "first", "deals", "rotate", "plays")
    asked = {**ASKED, **{name: settings[name] for name in names}, "shard_deals": 4 * SHARD}
    other = simcore.simulate(**asked, out=tmp_path / "other")
    assert seen == [(k, 6) for k in range(1, 7)]
    assert len(made.names) == 2
    assert digests(tmp_path / "fewer") == digests(tmp_path / "other")
    assert made.manifest["shards"] == other.manifest["shards"]
    assert simcore.open_run(tmp_path / "fewer").verify() == []


def test_what_cannot_be_compacted_is_refused(run: Path, tmp_path: Path) -> None:
    out = tmp_path / "fewer"
    for number, message in (
        (SHARD, "must be more than the 1024 of the run"),
        (3 * SHARD, "a power of two"),
        (1 << 27, "a whole number from 1024 to"),
    ):
        with pytest.raises(ValueError, match=message):
            simcore.compact(run, out, shard_deals=number)
    with pytest.raises(ValueError, match=r"is not an empty folder|exists: resume it"):
        simcore.compact(run, run.parent, shard_deals=2 * SHARD)
    with pytest.raises(ValueError, match="lies within the run"):
        simcore.compact(run, run / "in", shard_deals=2 * SHARD)
    (run / "part-00000.parquet").unlink()
    with pytest.raises(DamagedError, match=r"part-00000\.parquet: missing"):
        simcore.compact(run, out, shard_deals=2 * SHARD)
    edit(run, shards=[], status="running")
    with pytest.raises(ValueError, match="is not complete: resume it first"):
        simcore.compact(run, out, shard_deals=2 * SHARD)
    assert not out.exists()


def test_a_damaged_copy_is_found_and_made_again(run: Path, whole: Path, capsys: Capture) -> None:
    for damage in (b"{", None):
        (run / COPY).unlink() if damage is None else (run / COPY).write_bytes(damage)
        assert cli.call(["verify", str(run)]) == 3
        assert "manifest.copy.json: missing, damaged or of another run" in capsys.readouterr().err
        simcore.repair(run)
        assert json.loads((run / COPY).read_bytes()) == json.loads((run / MANIFEST).read_bytes())
        run_ok(capsys, "verify", run)


def test_the_copy_of_another_run_mends_nothing(run: Path, whole: Path, tmp_path: Path) -> None:
    settings = simcore.open_run(run).settings
    names = ("game", "first", "deals", "rotate", "plays")
    asked = {**ASKED, **{name: settings[name] for name in names}, "seed": 4}
    simcore.simulate(**asked, out=tmp_path / "other")
    shutil.copy(tmp_path / "other" / COPY, run / COPY)
    (run / MANIFEST).unlink()
    with pytest.raises(DamagedError, match="lists none of the files that are here"):
        simcore.repair(run)
    assert digests(run) == digests(whole)


def test_a_folder_that_is_gone_is_made_again(run: Path, whole: Path) -> None:
    if not (run / "plays").exists():
        return
    shutil.rmtree(run / "plays")
    assert len(simcore.repair(run).shards) == 6
    assert digests(run) == digests(whole)
    shutil.rmtree(run / "plays")
    (run / "plays").symlink_to(run.parent)
    for writer in (simcore.repair, simcore.resume):
        with pytest.raises(ValueError, match=r"plays' is no folder: move it away"):
            writer(run)


def test_a_folder_in_place_of_a_file_is_told(run: Path) -> None:
    (run / "part-00002.parquet").unlink()
    (run / "part-00002.parquet").mkdir()
    with pytest.raises(OSError, match="is a folder where a file is to be: move it away"):
        simcore.repair(run)
    (run / MANIFEST).unlink()
    os.mkfifo(run / MANIFEST)
    with pytest.raises(ValueError, match=r"is no file: move it away; simcore repair takes"):
        simcore.open_run(run)


def test_a_copy_of_another_version_stays_one(run: Path, tmp_path: Path) -> None:
    """From its first moment on, so that it cannot be played on by this one."""
    edit(run, source_digest="0" * 64)

    def stop(*_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simcore.compact(run, tmp_path / "fewer", shard_deals=2 * SHARD, on_file=stop)
    with pytest.raises(ValueError, match="written by another version of the program"):
        simcore.resume(tmp_path / "fewer")


def test_a_run_in_words_is_short(run: Path) -> None:
    opened = simcore.open_run(run)
    assert repr(opened) == f"Run({str(run)!r}, {opened.game.name}, 5,220 deals, complete)"


# --- Commands -----------------------------------------------------------------------------------


def test_repair_says_what_it_did(run: Path, capsys: Capture) -> None:
    assert "nothing: 6 files are whole" in run_ok(capsys, "repair", run)
    (run / "part-00004.parquet").unlink()
    (run / MANIFEST).unlink()
    told = run_ok(capsys, "repair", run)
    assert re.search(r"manifest    made again from its copy; .* it has no manifest\.json", told)
    assert "made again  part-00004.parquet (missing)" in told
    found = run_json(capsys, "repair", run, "--shards", "1,2", "--threads", "1")
    assert found["made_again"] == {f"part-0000{k}.parquet": ["asked for"] for k in (1, 2)}
    assert run_ok(capsys, "repair", run, "--quiet") == ""
    assert "'x' is no whole number" in complaint(capsys, 2, "repair", run, "--shards", "1,x")
    assert "it has no manifest.json" in complaint(capsys, 2, "repair", run.parent)


def test_a_damaged_run_is_told_how_to_be_mended(run: Path, capsys: Capture) -> None:
    (run / "part-00004.parquet").unlink()
    told = complaint(capsys, 3, "run", "--out", run, "--resume", "--quiet")
    assert f"part-00004.parquet: missing; mend it with: simcore repair {run}" in told
    told = complaint(capsys, 3, "compact", run, "--out", run.parent / "fewer")
    assert "simcore repair" in told


def test_compact_says_what_it_did(run: Path, tmp_path: Path, capsys: Capture) -> None:
    told = run_ok(capsys, "compact", run, "--out", tmp_path / "fewer")
    assert "files   6, now 1" in told
    assert "faults  none" in run_ok(capsys, "verify", tmp_path / "fewer")
