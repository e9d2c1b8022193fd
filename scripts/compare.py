"""`simcore compare`: two players on equal deals; who is better, by how much, in which part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from scripts import door, exits, flags

if TYPE_CHECKING:
    from analysis import Comparison
    from analysis.poch.match import Comparison as PochComparison

Found = TypeVar("Found")
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
    game: Annotated[str, typer.Option(help="skat or poch.")] = "skat",
    seats: Annotated[
        int | None, typer.Option(parser=door.number, help="poch: number of players. [4]")
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help="A preset or TOML file. [isko; poch: karuzela]")
    ] = None,
    scoring: Annotated[
        str | None,
        typer.Option(help="Skat: points of the verdict, seeger_fabian or plain. [seeger_fabian]"),
    ] = None,
    parts: Annotated[
        bool,
        typer.Option(
            "--parts",
            help="Skat: what bidding, exchange and play are worth; poch: staking and shedding.",
        ),
    ] = False,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """Compare two players on the same deals, from every seat."""
    import secrets

    from simcore.jobs import check_game

    drawn = seed is None
    asked: dict[str, Any] = {
        "a": a,
        "b": b,
        "deals": deals,
        "seed": secrets.randbits(_SEED_BITS) if drawn else seed,
        "first": first,
        "parts": parts,
        "threads": door.thread_number(threads),
    }
    if rules is not None:
        asked["rules"] = rules
    if check_game(game) == "poch":
        flags.refuse(game, {"--scoring": scoring})
        return _poch({**asked, "seats": seats}, drawn=drawn, as_json=as_json, quiet=quiet)
    flags.refuse(game, {"--seats": seats})
    if scoring is not None:
        asked["scoring"] = scoring
    return _skat(asked, drawn=drawn, as_json=as_json, quiet=quiet)


def _skat(asked: dict[str, Any], *, drawn: bool, as_json: bool, quiet: bool) -> int:
    from analysis import compare
    from scripts.compare_text import tell
    from scripts.tables import print_json

    found = _watched(compare, asked, quiet=quiet, game="skat")
    if as_json:
        print_json(_plain(found))
    else:
        tell(found, drawn=drawn)
    return exits.DONE


def _poch(asked: dict[str, Any], *, drawn: bool, as_json: bool, quiet: bool) -> int:
    from analysis.poch.match import compare
    from scripts.poch_compare_text import tell
    from scripts.tables import print_json

    found = _watched(compare, asked, quiet=quiet, game="poch")
    if as_json:
        print_json(_plain_poch(found))
    else:
        tell(found, asked["deals"], drawn=drawn)
    return exits.DONE


def _watched(
    compare: Callable[..., Found], asked: dict[str, Any], *, quiet: bool, game: str
) -> Found:
    """Play, with progress on stderr and a clean stop."""
    from scripts.progress import watched

    return watched(
        lambda report: compare(**asked, on_progress=report),
        quiet=quiet,
        doing="playing",
        stopped=f", {{done}} of {asked['deals']:,} deals were compared",
        game=game,
    )


def _plain(found: Comparison) -> dict[str, Any]:
    """A comparison as plain data."""
    from analysis.match import MEASURES
    from analysis.verdicts import LEVEL

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


def _plain_poch(found: PochComparison) -> dict[str, Any]:
    """A comparison at soket and sekans as plain data."""
    from analysis.poch.match import MEASURES, RATES
    from analysis.verdicts import LEVEL

    plain: dict[str, Any] = {
        "game": "poch",
        "a": found.a.model_dump(),
        "b": found.b.model_dump(),
        "rules": found.rules,
        "seats": found.seats,
        "deals": found.deals,
        "first": found.first,
        "sessions": found.sessions,
        "session_deals": found.session_deals,
        "seed": found.seed,
        "level": LEVEL,
        "unit": "chips a deal, A less B; *_session in a session; n and settle in sessions",
        "alike": found.alike,
        "unread": found.unread,
        "verdict": found.verdict,
        "match": asdict(found.difference()),
        "definitions": MEASURES,
        "differences": found.differences.to_dict("records"),
        "rate_definitions": {rate: f"{what} of {of}" for rate, (what, of) in RATES.items()},
        "rates": found.rates.to_dict("records"),
    }
    if found.parts is not None:
        plain["parts"] = found.parts.to_dict("records")
    return plain
