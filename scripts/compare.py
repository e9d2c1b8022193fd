"""`simcore compare`: two players on equal deals; who is better, by how much, in which part."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from analysis import Comparison

_SEED_BITS = 63


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A preset or TOML file.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    deals: Annotated[
        int, typer.Option(parser=door.number, help="Number of deals; 200_000 is fine.")
    ],
    seed: Annotated[
        int | None,
        typer.Option(parser=door.number, help="0 to 2**64 - 1. Left out, one is drawn."),
    ] = None,
    first: Annotated[int, typer.Option(parser=door.number, help="Number of the first deal.")] = 0,
    rules: Annotated[str, typer.Option(help="A preset or TOML file.")] = "isko",
    scoring: Annotated[
        str, typer.Option(help="Of the verdict: seeger_fabian or plain.")
    ] = "seeger_fabian",
    parts: Annotated[
        bool, typer.Option("--parts", help="What bidding, exchange and play are worth.")
    ] = False,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """Compare two players on the same deals, from every seat."""
    import secrets

    from scripts.compare_text import tell
    from scripts.tables import print_json

    drawn = seed is None
    found = _compared(
        {
            "a": a,
            "b": b,
            "deals": deals,
            "seed": secrets.randbits(_SEED_BITS) if drawn else seed,
            "first": first,
            "rules": rules,
            "scoring": scoring,
            "parts": parts,
            "threads": door.thread_number(threads),
        },
        quiet=quiet,
    )
    if as_json:
        print_json(_plain(found))
    else:
        tell(found, drawn=drawn)
    return exits.DONE


def _compared(asked: dict[str, Any], *, quiet: bool) -> Comparison:
    """Play, with progress on stderr and a clean stop."""
    from analysis import compare
    from scripts.progress import watched

    return watched(
        lambda report: compare(**asked, on_progress=report),
        quiet=quiet,
        doing="playing",
        stopped=f", {{done}} of {asked['deals']:,} deals were compared",
    )


def _plain(found: Comparison) -> dict[str, Any]:
    """A comparison as plain data."""
    from analysis.match import LEVEL, MEASURES

    plain: dict[str, Any] = {
        "a": found.a.model_dump(),
        "b": found.b.model_dump(),
        "rules": found.rules,
        "deals": found.deals,
        "first": found.first,
        "seed": found.seed,
        "scoring": found.scoring,
        "level": LEVEL,
        "unit": "points a deal, A less B; *_36 in 36 deals",
        "alike": found.alike,
        "bock_left_out": found.bock,
        "verdict": found.verdict,
        "match": asdict(found.difference()),
        "definitions": {name: words for name, (words, _, _) in MEASURES.items()},
        "differences": found.differences.to_dict("records"),
        "rates": found.rates.to_dict("records"),
    }
    if found.parts is not None:
        plain["parts"] = found.parts.to_dict("records")
    return plain
