"""Files in which users name a preset of the program and say what is different: rules, players."""

from __future__ import annotations

import os.path
import re
import tomllib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from simcore.checks import cut, shown

_LONGEST = 120  # characters that a message repeats of a name or a reason


def find(what: str, word: str | Path, presets: Iterable[str]) -> Path:
    """The TOML file that a word names which is no preset.

    Raises
    ------
    ValueError
        There is no such file, or it is none by its ending.
    """
    path = Path(word)
    # os.path: a Path raises where a name is too long
    if path.suffix != ".toml" or not os.path.isfile(path):
        missing = "no such file; " if path.suffix == ".toml" else ""
        raise ValueError(
            f"unknown {what} {cut(repr(str(word)), _LONGEST)}: {missing}one of "
            f"{', '.join(presets)}, or path of a TOML file"
        )
    return path


def entries_of(what: str, path: Path) -> dict[str, Any]:
    """What a TOML file says.

    Raises
    ------
    ValueError
        It cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ValueError(f"{what} {str(path)!r} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        why = cut(str(error), _LONGEST)
        raise ValueError(f"{what} {str(path)!r} is not TOML: {why}") from None


def head_of(
    entries: dict[str, Any], stem: str, presets: Collection[str], usual: str, fields: Iterable[str]
) -> tuple[str, str]:
    """The preset a file of rules starts from and its name, taken out of its entries.

    Raises
    ------
    ValueError
        The preset is missing or unknown, the name is none, or a field is unknown.
    """
    if "preset" not in entries:
        raise ValueError(
            f'preset is missing: which rules to start from, such as preset = "{usual}" '
            f"({', '.join(presets)})"
        )
    preset, name = entries.pop("preset"), entries.pop("name", stem)
    if not isinstance(preset, str) or preset not in presets:
        raise ValueError(f"preset {shown(preset)}: one of {', '.join(presets)}")
    if not isinstance(name, str) or not re.fullmatch(r"\w[\w .+-]{0,39}", name):
        raise ValueError(f"name {shown(name)}: letters, digits, blanks and . + - _, 40 at most")
    known = ("preset", "name", *fields)
    for field in entries:
        if field not in known:
            raise ValueError(f"unknown field {shown(field)}: one of {', '.join(known)}")
    return preset, name
