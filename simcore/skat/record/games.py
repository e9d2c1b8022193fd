"""Files of games of the International Skat Server: where one game ends and the next begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from simcore.skat.record.iss import NAME, PREFIX

LONGEST_GAME = 100_000  # characters of an open game; what is longer is no game

_SEMICOLON = re.compile(r";(?:\s*+\))?")  # what begins and what ends a game
_FIRST_PROPERTY = re.compile(rf"\s*+(?:{NAME}\[|\Z)")
_PREFIX_AT_END = re.compile(rf"{PREFIX}\Z")


def _is_closed(text: str) -> bool:
    """Whether a text ends where a property ends."""
    value = text.rstrip()[:-1]
    escapes = len(value) - len(value.rstrip("\\"))
    return text.rstrip().endswith("]") and escapes % 2 == 0


def _fragments(line: str) -> Iterator[tuple[str, bool, bool]]:
    """The parts of a line: text, whether a game begins with it, whether one ends with it."""
    at, begins = 0, False
    behind = 0  # the semicolon before
    for mark in _SEMICOLON.finditer(line):
        before = line[behind : mark.start()]
        first = behind == at  # no semicolon since the part began
        behind = mark.end()
        if mark[0] != ";":
            # In a file with a line for each property, the end is a line of its own.
            if _is_closed(before) or (first and at == 0 and not before.strip()):
                yield line[at:behind], begins, True
                at, begins = behind, False
            continue
        bracket = before.endswith("(")
        prefix = _PREFIX_AT_END.search(before.removesuffix("("))
        start = mark.start() - len(before) + prefix.start() if prefix else mark.start() - bracket
        # Without its bracket a game begins only where nothing else stands before it.
        if (
            _FIRST_PROPERTY.match(line, behind)
            if bracket
            else line.startswith("GM[", behind) and first and not line[at:start].strip()
        ):
            yield line[at:start], begins, False
            at, begins = start, True
    yield line[at:], begins, False


def _is_one_game(line: str) -> bool:
    """Whether a line is plainly one whole game, as in the archives."""
    return line.startswith("(;GM[") and line.endswith("] ;)") and line.count(";") == 2


def split_games(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The games of a file: number of the first line (from 1) and text of each, for `parse_line`.

    A game is a line, or shares one with others, or goes over several. Nothing is dropped but blank
    lines: a game cut short comes out where the next begins, and text outside games line by line.
    One game is held at a time, and none grows beyond `LONGEST_GAME` and a line.
    """
    game: list[str] = []
    first = size = 0
    for number, whole in enumerate(lines, 1):
        line = whole.rstrip("\r\n")
        if not game and _is_one_game(line):
            yield number, line
            continue
        for text, begins, ends in _fragments(line):
            if begins and game:
                yield first, "\n".join(game).strip()
                game = []
            if begins:
                first, size = number, 0
            if begins or game:
                game.append(text)
                size += len(text) + 1
            elif text.strip():
                yield number, text.strip()
            if game and (ends or size > LONGEST_GAME):
                yield first, "\n".join(game).strip()
                game = []
    if game:
        yield first, "\n".join(game).strip()
