"""The wheel holds simcore, analysis and scripts, and works alone in an empty environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    (path,) = out.glob("simcore-*.whl")
    return path


def needed(name: str) -> set[str]:
    """A distribution and all it needs without extras, by name, as this environment has them."""
    wanted, found = [name], set[str]()
    while wanted:
        name = wanted.pop()
        found.add(name)
        asked = map(Requirement, metadata.requires(name) or [])
        plain = [one for one in asked if not one.marker or one.marker.evaluate({"extra": ""})]
        wanted += {canonicalize_name(one.name) for one in plain} - found
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of a new environment that holds the wheel and what it says it needs.

    The packages are links to those of this environment; fetching them anew took a minute.
    """
    home = tmp_path_factory.mktemp("installed") / "env"
    venv.create(home)
    binaries = home / ("Scripts" if os.name == "nt" else "bin")
    python, packages = binaries / "python", next(home.rglob("site-packages"))
    for name in needed("simcore") - {"simcore"}:
        files = metadata.files(name) or []
        for top in {file.parts[0] for file in files} - {"..", "__pycache__"}:
            (packages / top).symlink_to(metadata.distribution(name).locate_file(top))
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    for words in (["install", "--quiet", "--no-deps", "--no-index", str(wheel)], ["check"]):
        done = subprocess.run([*pip, *words], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return binaries


def test_the_wheel_holds_every_room_and_its_data(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for room in ("simcore", "analysis", "scripts"):
        here = {
            path.relative_to(ROOT).as_posix()
            for path in (ROOT / room).rglob("*")
            if path.suffix in (".py", ".toml", ".c", ".html", ".json")
        }
        assert here, room
        assert here <= names
    assert "scripts/signatures.json" in names
    assert not any(name.startswith("tests/") for name in names)


def test_a_thousand_hands_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    def simcore(*words: str) -> str:
        command = [str(installed / "simcore"), *words]
        # no checkout on the path: what runs is what the wheel brought
        clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, cwd=tmp_path, env=clean
        )
        return done.stdout

    simcore("run", "--out", "log", "--deals", "1000", "--seed", "1", "--quiet")
    summary = json.loads(simcore("summary", "log", "--json"))
    assert summary
    simcore("verify", "log")
    simcore("doctor")
