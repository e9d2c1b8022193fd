"""What `simcore score` is told of a finished game: read, and refused where it cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scripts import door

if TYPE_CHECKING:
    from simcore.skat.value import Declaration


@dataclass(frozen=True)
class Held:
    """What is known of the declarer's cards: all twelve in the order written, a count, or none."""

    cards: list[int] | None
    matadors: int | None
    notation: str | None

    @property
    def put_away(self) -> list[int] | None:
        """Card points of the two cards put away (or the skat)."""
        from scripts.tricks import card_points

        return [card_points(1 << bit) for bit in self.cards[10:]] if self.cards else None

    def written(self) -> list[str] | None:
        """The cards as text."""
        from simcore.cards import name

        return [name(bit, self.notation or "iss") for bit in self.cards] if self.cards else None


def doublings(kontra: bool, re: bool) -> int:
    """How often the score is doubled: 0, 1 kontra, 2 re.

    Raises
    ------
    ValueError
        Re without kontra.
    """
    if re and not kontra:
        raise ValueError("--re: it answers a kontra, so --kontra is needed too")
    return kontra + re


def _matadors_of(text: str) -> int:
    """Signed matadors from "with 2", "without 3", "mit 2", "ohne 3", 2 or -3."""
    import re

    found = re.fullmatch(r"(with|mit|\+|without|ohne|-)? *([0-9]{1,2})", text.strip().lower())
    if found is None:
        raise ValueError(f'--matadors {text!r}: wanted is "with 2", "without 3", 2 or -3')
    number = int(found[2])
    return -number if found[1] in ("without", "ohne", "-") else number


def read_held(
    cards: str | None, matadors: str | None, asked: str | None, game: Declaration
) -> Held:
    """What is said of the declarer's cards: exactly one of both ways, in Null the cards or none.

    Raises
    ------
    ValueError
        Both or neither are given, or what is given is not readable.
    """
    from simcore.cards import parse_list
    from simcore.skat.rulebook import check_cards
    from simcore.skat.rules import NULL

    if cards is not None and matadors is not None:
        raise ValueError("--cards and --matadors: one of both; the cards tell the matadors")
    if cards is None and asked is not None:
        raise ValueError(f"--notation {asked!r}: there are no --cards to read, leave it out")
    if matadors is not None:
        if game.contract == NULL:
            raise ValueError(f"--matadors {matadors!r}: Null counts none, leave it out")
        return Held(None, _matadors_of(matadors), None)
    if cards is None:
        if game.contract == NULL:
            return Held(None, 0, None)
        raise ValueError('--cards is missing (or --matadors "with 2", "without 3")')
    notation = door.notation_of([cards], asked)
    listed = parse_list(cards, notation)
    check_cards(sum(1 << bit for bit in listed), 12, "--cards")
    return Held(listed, None, notation)


def _check_tricks_given(game: Declaration, points: int | None, put_away: list[int] | None) -> None:
    """Tricks may be left out only where they cannot matter."""
    from scripts.reach import why_tricks_matter
    from simcore.skat.rules import NULL

    if game.contract == NULL:
        why = "a Null is won or lost by tricks alone (0 wins)"
    elif game.schwarz:
        why = "schwarz is announced (10 wins, fewer lose)"
    else:
        why = why_tricks_matter(points, put_away)
    if why:
        raise ValueError(f"--tricks is missing: {why}")


def check_made(held: Held, game: Declaration, points: int | None, tricks: int | None) -> None:
    """Check card points and tricks, alone and together, and that none needed is missing.

    Raises
    ------
    ValueError
        A number is missing, out of range, or no game can end with both.
    """
    from scripts import reach
    from simcore.skat.rules import NULL

    if points is not None:
        door.whole("--points", points, 0, 120)
    elif game.contract != NULL:
        raise ValueError("--points is missing: the declarer's card points, skat included")
    if tricks is None:
        _check_tricks_given(game, points, held.put_away)
    else:
        door.whole("--tricks", tricks, 0, 10)
    if points is not None:
        reach.check(points, tricks, held.put_away)
