"""Words of the command line for the game of soket and sekans: cards known, circles, dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts import door

if TYPE_CHECKING:
    from simcore.poch import RuleSet, Scenario

_TURN_UP = "turn_up"


def scenario_of(
    rules: RuleSet,
    *,
    known: str | None,
    notation: str | None,
    dealer: str | None,
    circles: str | None,
) -> Scenario:
    """A scenario from the options that describe one; None is not given.

    Raises
    ------
    ValueError
        One of them is not readable; the message names it.
    """
    from simcore.poch import Scenario

    return Scenario(
        known={} if known is None else known_of(known, notation, rules).cards,
        dealer=dealer,
        circles={} if circles is None else circles_of(circles),
    )


def known_of(text: str, asked: str | None, rules: RuleSet) -> door.Known:
    """Known cards from "1: SA SK; turn-up: SQ".

    Raises
    ------
    ValueError
        A part, a place or a card is not readable, or a card has two places.
    """
    from simcore.poch.pack import PACKS
    from simcore.poch.rules import seat_number

    def place_of(word: str) -> int | str:
        if word.replace("-", "_").replace(" ", "_") == _TURN_UP:
            return _TURN_UP
        try:
            return seat_number(word, rules.players)
        except ValueError:
            raise ValueError(
                f"--known: unknown place {word!r}: a seat 0 to {rules.players - 1}, or turn-up"
            ) from None

    parts = door.places_of(text, "--known", "1: SA SK")
    return door.read_known(parts, asked, PACKS[rules.pack], place_of)


def circles_of(text: str) -> dict[str, int]:
    """Chips by rank from "A=12 K=8"; whether these circles are there is checked later.

    Raises
    ------
    ValueError
        A part is not readable, or a rank is named twice.
    """
    chips: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        rank, sign, number = part.partition("=")
        rank = "T" if rank == "10" else rank.upper()
        digits = number.isascii() and number.isdecimal() and len(number) < 10
        if not sign or not rank or not digits:
            raise ValueError(f"--circles {part!r}: wanted are ranks and chips, A=12 K=8")
        if rank in chips:
            raise ValueError(f"--circles names {rank!r} twice")
        chips[rank] = int(number)
    if not chips:
        raise ValueError(f"--circles {text!r}: wanted are ranks and chips, A=12 K=8")
    return chips
