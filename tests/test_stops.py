"""Stops and doors that all commands share: a signal is never lost, no work is done in vain."""

import errno
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from scripts import cli, exits, new_file, progress
from simcore import Progress

LOST = """
import ctypes
from scripts.progress import stoppable

def raises():
    raise KeyboardInterrupt

with stoppable():
    ctypes.CFUNCTYPE(None)(raises)()  # as where the compiler calls back
print("went on")
"""


def test_a_stop_lost_in_a_callback_ends_the_process() -> None:
    done = subprocess.run([sys.executable, "-c", LOST], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (exits.INTERRUPTED, "")
    assert done.stderr == "simcore: interrupted\n"


def test_a_stop_too_late_for_the_work_is_met_at_its_end() -> None:
    def work(report: Any) -> str:
        report(Progress(5, 5, 0.0, 0, 0))
        signal.raise_signal(signal.SIGTERM)
        return "found"

    with pytest.raises(exits.StoppedError, match=r"^interrupted, 5 of 5 done; nothing is kept$"):
        progress.watched(work, quiet=True, doing="", stopped=", {done} of 5 done")


def test_work_that_is_not_stopped_gives_what_it_found() -> None:
    assert progress.watched(lambda _: "found", quiet=True, doing="", stopped="") == "found"


@pytest.fixture
def read_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)


@pytest.mark.usefixtures("read_only")
def test_a_place_that_cannot_be_written_is_refused_at_the_door(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "keen.toml"
    words = ["tune", "simple", "--knob", "suit_min=5:6:1", "--deals", "100000000"]
    assert cli.call([*words, "--out", str(place)]) == exits.BAD_INPUT
    assert capsys.readouterr().err == (f"simcore: --out {str(tmp_path)!r}: Read-only file system\n")
    with pytest.raises(ValueError, match="Read-only"):
        new_file.check_folder("--out", tmp_path / "deep" / "er")


def test_a_folder_to_be_made_can_be_written(tmp_path: Path) -> None:
    new_file.check_folder("--out", tmp_path / "deep" / "er")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="Not a directory"):
        new_file.check_folder("--out", tmp_path / "file")
