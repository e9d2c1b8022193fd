"""A table of rates as a file: CSV or Parquet for programs, Markdown for people, by its ending."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts import new_file

if TYPE_CHECKING:
    import pandas as pd

ENDINGS = (".csv", ".parquet", ".md")


def check(path: Path) -> Path:
    """A file that can be written and is not there yet.

    Raises
    ------
    ValueError
        The ending is not one of `ENDINGS`, there is no such folder, or the file is there already.
    """
    if path.suffix not in ENDINGS:
        raise ValueError(f"--out {str(path)!r}: the name must end in {', '.join(ENDINGS)}")
    if not path.parent.is_dir():
        raise ValueError(f"--out {str(path)!r}: there is no folder {str(path.parent)!r}")
    if os.path.lexists(path):
        raise ValueError(f"--out {str(path)!r} is there already; give another name or remove it")
    new_file.check_folder("--out", path.absolute().parent)
    return path


def write(path: Path, frame: pd.DataFrame, about: dict[str, Any], text: str) -> None:
    """Write a table whole or not at all.

    Parameters
    ----------
    path
        A file that is not there yet.
    frame
        The numbers, for CSV and Parquet.
    about
        What they are of (seed, rules, players, ...), a column each in these files.
    text
        The table as Markdown.
    """
    part = path.with_name(f".tmp-{os.getpid()}-{path.name}")
    try:
        if path.suffix == ".md":
            part.write_text(text, "utf-8")
        elif path.suffix == ".csv":
            frame.assign(**about).to_csv(part, index=False)
        else:
            frame.assign(**about).to_parquet(part, index=False)
        part.rename(check(path))
    finally:
        part.unlink(missing_ok=True)


def markdown(about: dict[str, Any], notes: Sequence[str], columns: Sequence[str],
             rows: Sequence[Sequence[str]]) -> str:  # fmt: skip
    """A table with a line on what it is of, and its notes."""
    origin = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in about.items()
                       if value != "")  # fmt: skip
    lines = [origin, "", " ".join(notes), ""]
    for cells in (columns, ["---"] * len(columns), *rows):
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def records(frame: pd.DataFrame, columns: Iterable[str]) -> list[dict[str, Any]]:
    """Lines of a frame as plain data; a cell without a value, as the trumps of Null, is None."""
    missing = {column: frame[column].astype(object).where(frame[column].notna(), None)
               for column in columns}  # fmt: skip
    lines = frame.assign(**missing).to_dict("records")
    return [{str(name): value for name, value in line.items()} for line in lines]


def origin(head: dict[str, Any]) -> dict[str, Any]:
    """What a table is of."""
    names = ("seed", "rules", "where")
    return {"run_deals": head["deals"], **{name: head[name] or "" for name in names},
            "players": ",".join(head["players"]), "level": head["level"]}  # fmt: skip
