"""Command lines as tests run them: those that end well, and those that complain in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from scripts import cli

Capture = pytest.CaptureFixture[str]


def run_ok(capsys: Capture, *arguments: str | Path) -> str:
    """Standard output of a command that ends well and complains of nothing."""
    code = cli.call([str(word) for word in arguments])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def run_json(capsys: Capture, *arguments: str | Path) -> Any:
    """What it prints as JSON."""
    return json.loads(run_ok(capsys, *arguments, "--json"))


def complaint(capsys: Capture, code: int, *arguments: str | Path) -> str:
    """The one line a command complains with; it prints nothing else."""
    assert cli.call([str(word) for word in arguments]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("simcore: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err
