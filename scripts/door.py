"""Input at the door: words of the command line to what the library takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from simcore import Run
    from simcore.notation import Pack


@dataclass(frozen=True)
class Known:
    """Known cards by place, and the notation they were written in."""

    cards: dict[int | str, int | str]
    notation: str


def notation_of(texts: Iterable[str], asked: str | None) -> str:
    """The notation of all cards of a command: the one asked for, or the only one that fits."""
    from simcore import cards

    if asked is None:
        return cards.detect(texts)
    return check_notation(asked)


def check_notation(notation: str) -> str:
    """A notation by name.

    Raises
    ------
    ValueError
        There is none of this name.
    """
    from simcore import cards

    cards.format(0, notation)
    return notation


def words_of(text: str | None) -> tuple[str, ...]:
    """Words between commas."""
    return tuple(word.strip() for word in text.split(",")) if text is not None else ()


def announcements_of(text: str | None) -> tuple[str, ...]:
    """Announcements, in small letters."""
    return tuple(word.lower() for word in words_of(text))


def places_of(text: str, option: str, example: str = "forehand: CJ") -> list[tuple[str, str]]:
    """The parts of "forehand: CJ SJ; skat: C7" as (place, cards).

    Raises
    ------
    ValueError
        A part is none; the message names it and the option.
    """
    parts = []
    for part in text.split(";"):
        place, colon, cards = part.partition(":")
        if not colon or not place.strip() or not cards.strip():
            raise ValueError(f"{option} {part.strip()!r}: wanted is a place and cards, {example}")
        parts.append((place.strip().lower(), cards))
    return parts


def known_of(text: str, asked: str | None) -> Known:
    """Known cards of Skat from "forehand: CJ SJ; skat: C7".

    Raises
    ------
    ValueError
        A part, a place or a card is not readable, or a card has two places.
    """
    from simcore.cards import SKAT_PACK
    from simcore.skat.scenario import place_number

    def place_of(word: str) -> int | str:
        place_number(word)
        return word

    return read_known(places_of(text, "--known"), asked, SKAT_PACK, place_of)


def read_known(
    parts: Iterable[tuple[str, str]],
    asked: str | None,
    pack: Pack,
    place_of: Callable[[str], int | str],
) -> Known:
    """Cards of a pack by place, each read once.

    Parameters
    ----------
    parts
        As `places_of` gives them.
    asked
        The notation asked for; None: the only one that fits.
    pack
        The cards of the game.
    place_of
        A place from its word; raises a ValueError where there is none.
    """
    parts = list(parts)
    texts = [held for _, held in parts]
    notation = pack.detect(texts) if asked is None else check_notation(asked)
    known: dict[int | str, int | str] = {}
    places: dict[int, str] = {}
    for word, held in parts:
        place = place_of(word)
        if place in known:
            raise ValueError(f"--known names {word!r} twice")
        bits = pack.parse_list(held, notation)
        for bit in bits:
            if bit in places:
                name = pack.name(bit, notation)
                raise ValueError(f"card {name!r} is known for {places[bit]} and {word}")
            places[bit] = word
        known[place] = sum(1 << bit for bit in bits)
    return Known(known, notation)


def deals_of(path: Path) -> tuple[tuple[int, ...], ...]:
    """The deals of a file of records, in order.

    Raises
    ------
    ValueError
        There is no such file, it holds no game, or a deal in it cannot be read or is not known.
    """
    from simcore.skat import read_records

    deals: list[tuple[int, ...]] = []
    for record in read_records(path):
        if record.deal is None:
            why = record.fault or "cards of the deal are hidden"
            raise ValueError(f"--deals-from {str(path)!r}, line {record.line_number}: {why}")
        deals.append(record.deal)
    if not deals:
        raise ValueError(f"--deals-from {str(path)!r}: the file holds no game")
    return tuple(deals)


def number(text: str | int) -> int:
    """A whole number of the command line; 1_000_000 is one."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is no whole number") from None


def whole(name: str, number: int, low: int, high: int) -> int:
    """A number of an option, in its range; see `simcore.checks`."""
    from simcore import checks

    return checks.whole(name, number, low, high)


def thread_number(threads: int | None) -> int:
    """The number of threads to use: by default one a processor.

    Raises
    ------
    ValueError
        It is out of range.
    """
    from simcore.threads import check_threads

    return check_threads(None if threads is None else whole("--threads", threads, 1, 1024))


def player_names(run: Run) -> list[str]:
    """Names of the players A, B, C of a run; without rotation they are those of the seats."""
    return [str(player["name"]) for player in run.settings["players"]]


def wrong_version(run: Run) -> str:
    """What to know when another version of the program wrote a run; empty otherwise."""
    from simcore.jit import source_digest

    if run.manifest["source_digest"] == source_digest():
        return ""
    version = run.manifest["versions"].get("simcore", "unknown")
    return (
        f"written by another version of the program ({version}, source "
        f"{run.manifest['source_digest'][:12]})"
    )


def folder_word(path: Path | str) -> str:
    """A folder as a word for the shell."""
    import shlex

    return shlex.quote(str(path))


def mend(path: Path | str) -> str:
    """What to do with a run that is damaged."""
    return f"mend it with: simcore repair {folder_word(path)}"


def skat_only(instead: str) -> Callable[[str | None], str | None]:
    """A check of the option `--game` of a command that belongs to Skat.

    Parameters
    ----------
    instead
        What serves poch in its place, for the message.
    """

    def checked(game: str | None) -> str | None:
        if game == "poch":
            raise ValueError(f"--game poch: this command belongs to Skat; {instead}")
        return game

    return checked


def check_skat(game: str) -> None:
    """Check that a game that `skat_only` has let pass is Skat.

    Raises
    ------
    ValueError
        It is not.
    """
    if game != "skat":
        raise ValueError(f"--game {game!r}: this command belongs to Skat and knows no other game")


def check_skat_run(path: str, instead: str) -> None:
    """Refuse a run folder of poch; anything else is left to the command to judge.

    Raises
    ------
    ValueError
        It is one.
    """
    from simcore import open_run
    from simcore.manifest import MANIFEST
    from simcore.store import store_of

    if store_of(path).has(MANIFEST) and open_run(path).game.name == "poch":
        raise ValueError(f"run folder {path!r} is of poch, this command belongs to Skat; {instead}")
