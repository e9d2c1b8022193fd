"""`simcore thresholds`: how often a game must be won, and which hands win so often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from analysis import Thresholds

INSTEAD = "`simcore tune --game poch` looks for thresholds"
_SEED_BITS = 63
_VALUES = (18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 44, 46, 48, 59, 60, 72, 96, 120, 144, 192)


def thresholds(
    system: Annotated[
        str, typer.Option(help="Bidding systems that count, or all: trumps-aces,stegen.")
    ] = "trumps-aces",
    players: Annotated[str, typer.Option(help="Who plays, in every seat.")] = "expert",
    rules: Annotated[str, typer.Option(help="A preset or TOML file.")] = "isko",
    deals: Annotated[
        int, typer.Option(parser=door.number, help="Number of deals, three hands each.")
    ] = 20_000,
    seed: Annotated[
        int | None,
        typer.Option(parser=door.number, help="0 to 2**64 - 1. Left out, one is drawn."),
    ] = None,
    first: Annotated[int, typer.Option(parser=door.number, help="Number of the first deal.")] = 0,
    values: Annotated[
        str | None, typer.Option(help="Values of games in the first table, or all: 18,24,48.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    game: Annotated[
        str,
        typer.Option(
            callback=door.skat_only(INSTEAD), is_eager=True, help="skat: there is no other here."
        ),
    ] = "skat",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """How often a game must be won to be worth it, and which hands win so often.

    The first table is exact. The second is from games forced on random hands: from what count of a
    bidding system on they win often enough.
    """
    import secrets

    from scripts.tables import print_json
    from scripts.thresholds_text import tell

    door.check_skat(game)
    drawn = seed is None
    found = _found(
        {
            "systems": _systems(system),
            "players": players,
            "rules": rules,
            "deals": deals,
            "first": first,
            "seed": secrets.randbits(_SEED_BITS) if drawn else seed,
            "values": _values(values, rules),
            "threads": door.thread_number(threads),
        },
        quiet=quiet,
    )
    if as_json:
        print_json(_plain(found))
    else:
        tell(found, drawn=drawn)
    return exits.DONE


def _systems(text: str) -> list[str]:
    """Bidding systems by name."""
    from simcore.skat.strategies.systems.many import SYSTEMS

    if text.strip() == "all":
        return list(SYSTEMS)
    return [word for word in door.words_of(text) if word]


def _values(text: str | None, rules: str) -> list[int] | None:
    """Values of games: a choice of those the rules know, those named, or None for all."""
    from simcore.skat import legal_bids

    if text is None:
        known = legal_bids(rules)
        return [value for value in _VALUES if value in known]
    if text.strip() == "all":
        return None
    words = door.words_of(text)
    for word in words:
        if not word.isdecimal():
            raise ValueError(f"--values {text!r}: {word!r} is no value of a game; 18,24,48 or all")
    return [door.number(word) for word in words]


def _found(asked: dict[str, Any], *, quiet: bool) -> Thresholds:
    """Play, with progress on stderr and a clean stop."""
    from analysis import thresholds
    from scripts.progress import watched

    return watched(
        lambda report: thresholds(**asked, on_progress=report),
        quiet=quiet,
        doing="forcing games",
        stopped=f", {{done}} of {asked['deals']:,} deals were played",
    )


def _plain(found: Thresholds) -> dict[str, Any]:
    """What was found as plain data."""
    from analysis.count_limits import LEVEL, SAMPLES
    from analysis.worth import SCORINGS

    return {
        "player": found.player.name,
        "rules": found.rules,
        "deals": found.deals,
        "first": found.first,
        "seed": found.seed,
        "level": LEVEL,
        "bootstrap_samples": SAMPLES,
        "scorings": {name: scoring.words for name, scoring in SCORINGS.items()},
        "break_even": found.break_even.to_dict("records"),
        "limits": found.limits.to_dict("records"),
        "counts": found.counts.to_dict("records"),
    }
