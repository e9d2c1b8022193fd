"""`simcore run`: play deals into a run folder, or go on with one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scripts import door, exits
from scripts.running import Means, New, Resumed, play
from scripts.wanted import Wanted


def run(
    context: typer.Context,
    out: Annotated[
        str,
        typer.Option(
            metavar="DIR", help="Folder of the run, or s3://bucket/name; new unless --resume."
        ),
    ],
    deals: Annotated[
        int | None, typer.Option(parser=door.number, help="Number of deals; 1_000_000 is fine.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            parser=door.number, help="0 to 2**64 - 1. Left out, one is drawn and printed."
        ),
    ] = None,
    first: Annotated[
        int | None, typer.Option(parser=door.number, help="Number of the first deal. [0]")
    ] = None,
    game: Annotated[str | None, typer.Option(help="The game: skat or poch. [skat]")] = None,
    seats: Annotated[
        int | None,
        typer.Option(
            parser=door.number, help="Number of players; Skat: 3; poch: 3 to 8. [3; poch: 4]"
        ),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help="A preset or TOML file. [isko; poch: karuzela]")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(help="A preset or TOML file for all, or one for each seat: A,B,C. [expert]"),
    ] = None,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Play each deal once a seat, players moved round.")
    ] = False,
    plays: Annotated[bool, typer.Option("--plays", help="Log the cards played too.")] = False,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    contract: Annotated[
        str | None, typer.Option(help="Skat: force this contract: D H S C G N; needs --declarer.")
    ] = None,
    declarer: Annotated[
        str | None, typer.Option(help="Skat: force the declarer, by seat: forehand or 0 ...")
    ] = None,
    hand: Annotated[bool, typer.Option("--hand", help="Skat: force a hand game.")] = False,
    bid: Annotated[
        int | None, typer.Option(parser=door.number, help="Skat: bid of the forced declarer. [18]")
    ] = None,
    announce: Annotated[
        str | None,
        typer.Option(help="Skat: announcements of the forced game: schneider,schwarz,ouvert."),
    ] = None,
    known: Annotated[
        str | None,
        typer.Option(
            help='Cards known in every deal; Skat: "forehand: CJ SJ; skat: C7"; poch: '
            '"1: SA SK; turn-up: SQ".'
        ),
    ] = None,
    notation: Annotated[
        str | None, typer.Option(help="Notation of --known: iss, de or fr-de. [found out]")
    ] = None,
    deals_from: Annotated[
        Path | None,
        typer.Option(
            help="Skat: play the deals of a file of ISS records; --deals may be left out."
        ),
    ] = None,
    dealer: Annotated[
        str | None, typer.Option(help="poch: seat that deals first in every session. [by lot]")
    ] = None,
    circles: Annotated[
        str | None,
        typer.Option(help='poch: chips in the circles when a session begins: "A=12 K=8". [none]'),
    ] = None,
    shard_deals: Annotated[
        int | None,
        typer.Option(
            parser=door.number, help="Deals of a file, a power of two. [1048576; pimc: fewer]"
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(parser=door.number, help="Make the files in so many processes here."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Make them by the workers of a dask scheduler, tcp://HOST:8786."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with an interrupted run; needs only --out.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar, no summary.")] = False,
) -> int:
    """Play deals into a run folder. The same seed gives the same deals on any machine."""
    wanted = Wanted(
        deals, seed, first, game, seats, rules, players, rotate, plays, contract, declarer, hand,
        bid, announce, known, notation, deals_from, dealer, circles,
    )  # fmt: skip
    means = Means(threads, workers, cluster)
    if resume:
        if shard_deals is not None:
            raise ValueError(f"--shard-deals {shard_deals}: a run gone on with keeps its own")
        play(Resumed(out, wanted, means), quiet=quiet)
        return exits.DONE
    if deals is None and deals_from is None:
        raise ValueError("--deals is missing: how many deals are to be played")
    play(New(out, wanted, means, shard_deals, context.obj), quiet=quiet)
    return exits.DONE
