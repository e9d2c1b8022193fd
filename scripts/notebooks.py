"""Make the notebooks with their results: python -m scripts.notebooks --run DIR --out DIR

Every percent script of analysis/notebooks is turned into a notebook, executed on the run and
written as NAME.ipynb, which a browser or an editor shows. The same run and program give the same
bytes: no time stamps, no ids drawn. Needs the extra "notebooks": pip install "simcore[notebooks]".
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import analysis
import simcore
from analysis.notebooks import RUN
from scripts import exits, new_file
from simcore.store import TEMPORARY, settle_file

if TYPE_CHECKING:
    from nbformat import NotebookNode

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "analysis" / "notebooks"
_SECONDS = 600  # a cell may take; the first kernels are compiled in one


def names() -> list[str]:
    """The notebooks there are."""
    return sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("_"))


def convert(name: str) -> NotebookNode:
    """A percent script as a notebook, not executed.

    Raises
    ------
    ValueError
        There is none of this name.
    """
    import jupytext

    if name not in names():
        raise ValueError(f"unknown notebook {name!r}: one of {', '.join(names())}")
    notebook: NotebookNode = jupytext.read(FOLDER / f"{name}.py", fmt="py:percent")
    for place, cell in enumerate(notebook.cells):
        cell.id = f"{name.replace('_', '-')}-{place}"  # others are drawn at random
    notebook.metadata = {
        "kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}
    }
    return notebook


def execute(notebook: NotebookNode, run: Path | None) -> NotebookNode:
    """Execute a notebook on a run (None: one it makes itself), outputs into its cells.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        A cell fails.
    """
    from nbclient import NotebookClient
    from traitlets.config import Config

    known = dict(os.environ)
    known.pop(RUN, None)
    if run is not None:
        known[RUN] = str(run.absolute())
    known["PYTHONPATH"] = os.pathsep.join([str(ROOT), *filter(None, [known.get("PYTHONPATH")])])
    with tempfile.TemporaryDirectory() as scratch:
        channel = {
            "transport": "ipc" if os.name == "posix" else "tcp",  # files, or ports of this machine
            "connection_file": str(Path(scratch) / "kernel.json"),
        }
        client = NotebookClient(
            notebook,
            config=Config({"AsyncKernelManager": channel}),
            kernel_name="python3",
            timeout=_SECONDS,
            record_timing=False,
            coalesce_streams=True,
            resources={"metadata": {"path": str(ROOT)}},
        )
        client.execute(env=known)
    return notebook


def write(notebook: NotebookNode, path: Path) -> None:
    """Write a notebook, in one step."""
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    temporary.write_text(
        json.dumps(notebook, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8"
    )
    settle_file(temporary, path)


def make(chosen: list[str], run: Path | None, out: Path) -> None:
    """Convert, execute and write some notebooks."""
    out.mkdir(parents=True, exist_ok=True)
    for name in chosen:
        write(execute(convert(name), run), out / f"{name}.ipynb")
        print(out / f"{name}.ipynb", flush=True)


def _complain(message: str, code: int) -> int:
    print(f"notebooks: {message}", file=sys.stderr)
    return code


def _arguments(words: list[str] | None) -> dict[str, Any]:
    """What is asked, checked."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m scripts.notebooks")
    parser.add_argument("--run", type=Path, help="the run folder; left out, each makes a small one")
    parser.add_argument("--out", type=Path, required=True, help="folder of the notebooks")
    parser.add_argument("--only", default=",".join(names()), help="some of them: win_rates,...")
    wanted = parser.parse_args(words)
    chosen = [name.strip() for name in wanted.only.split(",")]
    try:
        for name in chosen:
            convert(name)
        new_file.check_folder("--out", wanted.out)
        if wanted.run is not None:
            simcore.open_run(wanted.run)
    except ValueError as error:
        parser.error(" ".join(str(error).split()))
    if wanted.run is not None:
        try:
            analysis.open(wanted.run).close()
        except ValueError as error:
            sys.exit(_complain(" ".join(str(error).split()), exits.BAD_DATA))
    return {"chosen": chosen, "run": wanted.run, "out": wanted.out}


def main(words: list[str] | None = None) -> int:
    """Make the notebooks; returns the exit code, as those of `simcore`."""
    from nbclient.exceptions import CellExecutionError

    asked = _arguments(sys.argv[1:] if words is None else words)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        make(**asked)
    except KeyboardInterrupt:
        return _complain("interrupted; notebooks made before are whole", exits.INTERRUPTED)
    except CellExecutionError as error:
        return _complain(f"a cell failed: {error.ename}: {error.evalue}", exits.BAD_INPUT)
    except OSError as error:
        return _complain(str(error), exits.BAD_INPUT)
    return exits.DONE


if __name__ == "__main__":
    sys.exit(main())
