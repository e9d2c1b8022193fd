"""`simcore score`: what a finished game is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits
from scripts.score_input import Held, check_made, doublings, read_held

if TYPE_CHECKING:
    from simcore.skat import Breakdown, Score
    from simcore.skat.value import Declaration

INSTEAD = "`simcore show` settles a deal of poch"
_ANY_POINTS, _ANY_TRICKS = 0, 5  # stand for numbers that do not matter and were not given


@dataclass(frozen=True)
class Settled:
    """A settled game with all that was asked."""

    held: Held
    game: Declaration
    points: int | None
    tricks: int | None
    facts: dict[str, Any]
    score: Score
    counted: Breakdown
    words: str


def score(
    contract: Annotated[str, typer.Option(help="D H S C G N, or the name: Clubs.")],
    bid: Annotated[int, typer.Option(parser=door.number, help="The bid the game is played at.")],
    cards: Annotated[
        str | None,
        typer.Option(help="The declarer's 12 cards, the last two put away (or the skat)."),
    ] = None,
    matadors: Annotated[
        str | None,
        typer.Option(help='Instead of the cards: "with 2", "without 3", "mit 2", "ohne 3", 2, -3.'),
    ] = None,
    points: Annotated[
        int | None,
        typer.Option(
            parser=door.number,
            help="The declarer's card points, skat included; not needed in Null.",
        ),
    ] = None,
    tricks: Annotated[
        int | None,
        typer.Option(
            parser=door.number,
            help="The declarer's tricks; needed in Null and where schwarz may matter.",
        ),
    ] = None,
    hand: Annotated[bool, typer.Option("--hand", help="A hand game.")] = False,
    announce: Annotated[
        str | None, typer.Option(help="Announcements: schneider,schwarz,ouvert.")
    ] = None,
    kontra: Annotated[bool, typer.Option("--kontra", help="Kontra was said.")] = False,
    re: Annotated[bool, typer.Option("--re", help="Re was said to the kontra.")] = False,
    rules: Annotated[str, typer.Option(help="Rule set: a name or a file.")] = "isko",
    notation: Annotated[
        str | None, typer.Option(help="Notation of the cards: iss, de or fr-de. [found out]")
    ] = None,
    of_game: Annotated[
        str,
        typer.Option(
            "--game",
            callback=door.skat_only(INSTEAD),
            is_eager=True,
            help="skat: there is no other here.",
        ),
    ] = "skat",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Settle a game: its value level by level, and the declarer's score."""
    from scripts.tables import print_json
    from simcore import skat
    from simcore.skat.rule_files import named_rules
    from simcore.skat.rules import contract_number
    from simcore.skat.value import declaration

    door.check_skat(of_game)
    announced = door.announcements_of(announce)
    name, rule_set = named_rules(rules)
    skat.check_declaration(contract, rules=rule_set, bid=bid, hand=hand, announced=announced)
    game = declaration(contract_number(contract), hand, announced)
    held = read_held(cards, matadors, notation, game)
    check_made(held, game, points, tricks)
    known = {
        "rules": rule_set, "bid": bid, "hand": hand, "announced": announced,
        "kontra": doublings(kontra, re),
    }  # fmt: skip
    settled = _settle(held, game, points, tricks, known)
    if as_json:
        print_json({"rules": name, **_as_data(settled)})
    else:
        _print(settled, name)
    return exits.DONE


def _settle(
    held: Held, game: Declaration, points: int | None, tricks: int | None, facts: dict[str, Any]
) -> Settled:
    from simcore import skat
    from simcore.skat.rules import CONTRACTS

    contract = CONTRACTS[game.contract]
    known = {
        **facts,
        "points": _ANY_POINTS if points is None else points,
        "tricks": _ANY_TRICKS if tricks is None else tricks,
    }
    if held.cards is not None:
        result = skat.score(sum(1 << bit for bit in held.cards), contract, **known)
    else:
        result = skat.settle(held.matadors or 0, contract, **known)
    counted = skat.breakdown(result, contract, **known)
    words = skat.explain(result, contract, **known)
    return Settled(held, game, points, tricks, facts, result, counted, words)


def _as_data(settled: Settled) -> dict[str, Any]:
    """The input as understood, the sum step by step, and the result."""
    from dataclasses import asdict

    from scripts.score_table import seeger_fabian
    from simcore.skat.rules import CONTRACTS
    from simcore.skat.value import ANNOUNCEMENTS

    game, counted, result = settled.game, asdict(settled.counted), settled.score
    written = settled.held.written()
    return {
        "cards": written,
        "put_away": written[10:] if written else None,
        "notation": settled.held.notation,
        "contract": CONTRACTS[game.contract],
        "game": counted["game"],
        "bid": settled.facts["bid"],
        "points": settled.points,
        "tricks": settled.tricks,
        "hand": bool(game.hand),
        "announced": [word for word in ANNOUNCEMENTS if getattr(game, word)],
        "kontra": settled.facts["kontra"],
        "matadors": result.matadors,
        "levels": counted["steps"],
        "level": result.level,
        "base": counted["base"],
        "value_before_overbid": counted["value"],
        "value": result.value,
        "covered": not result.overbid,
        "overbid": result.overbid,
        "won": result.won,
        "why_lost": counted["why_lost"],
        "factors": counted["factors"],
        "score": result.score,
        "seeger_fabian": seeger_fabian(result.score, result.won),
        "words": settled.words,
    }


def _made_words(settled: Settled) -> str:
    """Card points and tricks: "93 card points, 8 tricks", and what tricks left out mean."""
    parts = []
    for number, word in ((settled.points, "card point"), (settled.tricks, "trick")):
        if number is not None:
            parts.append(f"{number} {word}{'s' * (number != 1)}")
    return ", ".join(parts if settled.tricks is not None else [*parts, "neither side schwarz"])


def _print(settled: Settled, rules: str) -> None:
    from scripts.score_table import print_sum, sum_lines
    from scripts.tables import table_lines, wrapped

    game, bid = settled.counted.game, settled.facts["bid"]
    written = settled.held.written()
    head = [("game", f"{game}, bid {bid}, rules {rules}")]
    if written:
        put = "skat" if settled.game.hand else "put away"
        head.append(("cards", f"{' '.join(written[:10])}, {put} {' '.join(written[10:])}"))
    value = wrapped(settled.words)
    head += [
        ("made", _made_words(settled)),
        ("value", value[0]),
        *(("", line) for line in value[1:]),
        ("score", f"{settled.score.score:+d}, {'won' if settled.score.won else 'lost'}"),
    ]
    table_lines(head)
    print()
    print_sum(sum_lines(settled.counted, settled.score, bid))
