"""`simcore score`: what a finished game is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from scripts import door, exits


def score(
    cards: Annotated[
        str, typer.Option(help="The declarer's 12 cards, the last two put away (or the skat).")
    ],
    contract: Annotated[str, typer.Option(help="D H S C G N.")],
    bid: Annotated[int, typer.Option(parser=door.number, help="The bid the game is played at.")],
    points: Annotated[
        int, typer.Option(parser=door.number, help="The declarer's card points, skat included.")
    ],
    tricks: Annotated[int, typer.Option(parser=door.number, help="The declarer's tricks.")],
    hand: Annotated[bool, typer.Option("--hand", help="A hand game.")] = False,
    announce: Annotated[
        str | None, typer.Option(help="Announcements: schneider,schwarz,ouvert.")
    ] = None,
    rules: Annotated[str, typer.Option(help="Rule set.")] = "isko",
    notation: Annotated[
        str | None, typer.Option(help="Notation of the cards: iss, de or fr-de. [found out]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Settle a game: its value as a sum, and the declarer's score."""
    from dataclasses import asdict

    from scripts.tables import print_json, table_lines
    from simcore import skat
    from simcore.cards import name, parse_list

    notation = door.notation_of([cards], notation)
    listed = parse_list(cards, notation)
    twelve = sum(1 << bit for bit in listed)
    announced = door.announcements_of(announce)
    settled = skat.score(
        twelve, contract, rules=rules, bid=bid, points=points, tricks=tricks, hand=hand,
        announced=announced,
    )  # fmt: skip
    words = skat.explain(
        settled, contract, rules=rules, bid=bid, points=points, tricks=tricks, hand=hand,
        announced=announced,
    )  # fmt: skip
    written = [name(bit, notation) for bit in listed]
    if as_json:
        print_json({"cards": written, "notation": notation, **asdict(settled), "words": words})
        return exits.DONE
    table_lines(
        [
            ("cards", f"{' '.join(written[:10])}, {'skat' if hand else 'put away'} "
             f"{' '.join(written[10:])}"),
            ("value", words),
            ("game", "won" if settled.won else "lost, overbid" if settled.overbid else "lost"),
            ("score", f"{settled.score:+d}"),
        ]
    )  # fmt: skip
    return exits.DONE
