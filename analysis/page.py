"""The page of a run of any game: the template, and what every run has to say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

import jinja2

from analysis import provenance
from simcore import Run
from simcore.jit import source_digest
from simcore.manifest import COMPLETE

LEVEL = "95 %"


def render(**parts: Any) -> str:
    """The page from its parts; the template says which.

    Returns
    -------
    str
        HTML with everything in it: no script, no font, no address.
    """
    template = files("analysis").joinpath("templates/report.html").read_text("utf-8")
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(template).render(level=LEVEL, **parts)


def title(run: Run) -> str:
    """The run by the name of its folder."""
    return f"Run {run.store.name}"


def numbers(run: Run) -> str:
    """The numbers of the deals, in brackets; nothing where there are none."""
    first = run.settings["first"]
    return f" (numbers {first:,} to {first + run.deals - 1:,})" if run.deals else ""


def unfinished(run: Run) -> list[str]:
    """Says so where deals are missing."""
    if run.manifest["status"] == COMPLETE:
        return []
    return [
        f"The run is not complete ({run.manifest['status']}): {run.deals:,} of "
        f"{run.settings['deals']:,} deals are there so far, and all numbers are of these."
    ]


def other_version(run: Run) -> list[str]:
    """Says so where the program was another."""
    if run.manifest["source_digest"] == source_digest():
        return []
    return [
        "The run was written by another version of the program than this page; deals played "
        "again for a chart may be played otherwise."
    ]


def origin(run: Run, places: Sequence[object]) -> list[tuple[str, str]]:
    """Everything that decides the rows, and with what they were made.

    Parameters
    ----------
    run
        The run.
    places
        Names of its players' places, in their order.
    """
    manifest, settings = run.manifest, run.settings
    lines = [
        ("run id (SHA-256 of the settings)", manifest["settings_sha256"]),
        ("seed", str(settings["seed"])),
        ("deals", f"{settings['deals']:,} from number {settings['first']:,}"),
        ("rules", f"{settings['rules']['name']}, SHA-256 {provenance.digest(settings['rules'])}"),
    ]
    for place, player in zip(places, settings["players"], strict=True):
        lines.append((f"player {place}", f"{player['name']}, SHA-256 {provenance.digest(player)}"))
    if settings["scenario"]:
        told = {k: v for k, v in settings["scenario"].items() if k != "deals"}
        lines.append(("scenario", json.dumps(told, ensure_ascii=False)))
    versions = ", ".join(f"{name} {number}" for name, number in manifest["versions"].items())
    return [
        *lines,
        ("rows", f"{manifest['schema']}, files: {len(manifest['shards'])}"),
        ("versions", versions),
        ("source digest", manifest["source_digest"]),
        ("command noted", manifest["command"]),
        ("started", manifest["started"]),
    ]
