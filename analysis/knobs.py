"""Numbers of a player that can be tuned: their names, ranges, and the players they make."""

from __future__ import annotations

import difflib
import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import product
from typing import Any, Generic

import numpy as np
from pydantic import ValidationError

from analysis.game_players import AnyPlayer, P, home_of
from simcore.checks import shown
from simcore.skat import Player

MOST_KNOBS, MOST_SETTINGS = 2, 400
WANTED = "wanted is LOW:HIGH:STEP, for instance -0.10:0.05:0.01"
_NEAR, _LONGEST_NAME = 0.5, 40

Number = int | float
Value = Number | str
Range = str | Sequence[Value]


@dataclass(frozen=True)
class Scale:
    """Values in words, from low to high: the holdings a player may ask for, say.

    Attributes
    ----------
    words, keys
        The words, and the rising numbers they stand for.
    read
        The number of a word, also of one that is not listed; raises ValueError if it is none.
    """

    words: tuple[str, ...]
    keys: tuple[int, ...]
    read: Callable[[object], int]

    def place(self, word: object) -> int:
        """Where a word stands: the first that is no lower."""
        return min(bisect_left(self.keys, self.read(word)), len(self.words) - 1)


@dataclass(frozen=True)
class Knob:
    """A number of a player, or a value in words, and the values to try, rising."""

    name: str
    values: tuple[Value, ...]
    scale: Scale | None = None

    def place(self, value: Value) -> float:
        """Where a value lies: the number itself, or the place of its words."""
        return float(value) if self.scale is None else self.scale.place(value)

    @property
    def width(self) -> float:
        """From the least value to the largest; 1 where there is one value only."""
        return self.place(self.values[-1]) - self.place(self.values[0]) or 1.0


@dataclass(frozen=True)
class Setting(Generic[P]):
    """A player with the knobs at some values."""

    values: tuple[Value, ...]
    player: P


Scales = Mapping[str, Scale]
_NO_SCALES: Scales = {}


def value_words(value: Value) -> str:
    """A value as it is told."""
    return value if isinstance(value, str) else f"{value:g}"


def knob_names(of: type[AnyPlayer] = Player, scales: Scales = _NO_SCALES) -> list[str]:
    """What can be tuned of a player: its numbers, and what has a scale."""
    fields = of.model_fields
    return [
        name for name, field in fields.items() if field.annotation in (int, float) or name in scales
    ]


def _check_name(name: str, of: type[AnyPlayer], scales: Scales) -> None:
    """Refuse what is no number of a player; the message names near ones."""
    known = knob_names(of, scales)
    if not isinstance(name, str):
        raise ValueError(f"knob {shown(name)}: a name")
    if name in known:
        return
    if name in of.model_fields:
        raise ValueError(f"knob {shown(name)} is no number that can be tuned")
    near = difflib.get_close_matches(name, known, n=4, cutoff=_NEAR)
    words = f"near are {', '.join(near)}" if near else f"one of {', '.join(known)}"
    raise ValueError(f"unknown knob {shown(name)}: {words}")


# ---- ranges -------------------------------------------------------------------------------------


def _bounds(name: str, text: str) -> tuple[Decimal, Decimal, Decimal]:
    """Low, high and step of a range, as they are written."""
    parts = text.split(":")
    if len(parts) != 3:
        raise ValueError(f"knob {name} {shown(text)}: {WANTED}")
    numbers = []
    for part in parts:
        try:
            number = Decimal(part.strip())
        except InvalidOperation:
            raise ValueError(f"knob {name}: {shown(part)} is no number; {WANTED}") from None
        if not number.is_finite() or not math.isfinite(number):
            raise ValueError(f"knob {name}: {shown(part)} is no finite number")
        numbers.append(number)
    low, high, step = numbers
    return low, high, step


def _in_range(name: str, text: str) -> list[Number]:
    """The values low, low + step, ... up to high, without rounding errors."""
    low, high, step = _bounds(name, text)
    if step <= 0:
        raise ValueError(f"knob {name}: step {step} is not above 0")
    if high < low:
        raise ValueError(f"knob {name}: the range {low} to {high} is empty")
    if high - low >= MOST_SETTINGS * step:  # a tiny step would overflow a division
        raise ValueError(
            f"knob {name} {shown(text)}: more than {MOST_SETTINGS} settings, take a larger step"
        )
    exact = [low + k * step for k in range(int((high - low) / step) + 1)]
    return [int(value) if value == int(value) else float(value) for value in exact]


def _is_finite(value: Number) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number of hundreds of digits
        return False


def _of_kind(name: str, value: Any, of: type[AnyPlayer]) -> Number:
    """A value as its field wants it: a whole number, or a float."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise ValueError(f"knob {name}: {shown(value)} is no finite number")
    if of.model_fields[name].annotation is float:
        return float(value)
    if value != int(value):
        raise ValueError(f"knob {name}: {value} is no whole number")
    return int(value)


def _words_in(name: str, text: str, scale: Scale) -> list[str]:
    """The words of a list "pair Q, pair K", or all from LOW to HIGH in "pair Q:triple"."""
    low, colon, high = text.partition(":")
    if not colon:
        return [word.strip() for word in text.split(",") if word.strip()]
    words = scale.words[_place(name, low, scale) : _place(name, high, scale) + 1]
    if not words:
        raise ValueError(f"knob {name}: the range {low.strip()} to {high.strip()} is empty")
    return list(words)


def _place(name: str, word: object, scale: Scale) -> int:
    try:
        return scale.place(word)
    except ValueError as error:
        raise ValueError(f"knob {name}: {error}") from None


def _word_knob(name: str, values: Range, scale: Scale) -> Knob:
    """A knob whose values are words; those that stand at one place count once."""
    if not isinstance(values, Sequence):
        raise ValueError(f"knob {name} {shown(values)}: a range low:high, or words")
    listed = _words_in(name, values, scale) if isinstance(values, str) else list(values)
    if not listed:
        raise ValueError(f"knob {name}: no value")
    by_place = {_place(name, word, scale): str(word) for word in reversed(listed)}
    return Knob(name, tuple(by_place[place] for place in sorted(by_place)), scale)


def make_knob(
    name: str,
    values: Range,
    of: type[AnyPlayer] = Player,
    scales: Scales = _NO_SCALES,
) -> Knob:
    """A knob and its values.

    Parameters
    ----------
    name
        A number of a player.
    values
        A range "low:high:step", or numbers. On a scale: words, "low:high", or "one, other, third".
    of
        The class of the player.
    scales
        By name what is tuned in words.

    Raises
    ------
    ValueError
        There is no such number, the range is not readable or empty, its step is not above 0, or a
        value is no finite number, or no whole one where whole ones are wanted.
    """
    _check_name(name, of, scales)
    if name in scales:
        return _word_knob(name, values, scales[name])
    listed: Any = _in_range(name, values) if isinstance(values, str) else values
    if not isinstance(listed, Sequence) and not hasattr(listed, "tolist"):
        raise ValueError(f"knob {name} {shown(values)}: a range low:high:step, or numbers")
    numbers = np.ravel(listed).tolist() if hasattr(listed, "tolist") else list(listed)
    if not numbers:
        raise ValueError(f"knob {name}: no value")
    return Knob(name, tuple(sorted({_of_kind(name, value, of) for value in numbers})))


def make_knobs(
    knobs: Mapping[str, Range],
    of: type[AnyPlayer] = Player,
    scales: Scales = _NO_SCALES,
) -> tuple[Knob, ...]:
    """One knob, or a grid of two.

    Raises
    ------
    ValueError
        One is not usable (see `make_knob`), or there are none, more than two, or too many settings.
    """
    if not isinstance(knobs, Mapping) or not 1 <= len(knobs) <= MOST_KNOBS:
        count = f"{len(knobs)}" if isinstance(knobs, Mapping) else shown(knobs)
        raise ValueError(f"knobs: {count}; one, or two for a grid, by name")
    made = tuple(make_knob(name, values, of, scales) for name, values in knobs.items())
    number = math.prod(len(knob.values) for knob in made)
    if number > MOST_SETTINGS:
        raise ValueError(f"{number:,} settings: at most {MOST_SETTINGS}, take larger steps")
    return made


# ---- players ------------------------------------------------------------------------------------


def present_values(player: AnyPlayer, knobs: Sequence[Knob]) -> tuple[Value, ...]:
    """Where a player has its knobs."""
    return tuple(getattr(player, knob.name) for knob in knobs)


def turned(player: P, name: str, values: Mapping[str, Value]) -> P:
    """A player with other numbers, under a name of its own.

    Raises
    ------
    ValueError
        A number is out of its range, or the name is none.
    """
    try:
        return type(player).model_validate(player.model_dump() | {"name": name, **values})
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"])) or "player"
        raise ValueError(f"{where} {shown(fault['input'])}: {fault['msg']}") from None


def free_name(player: AnyPlayer, word: str, taken: Sequence[str]) -> str:
    """A name for a variant of a player that nobody else has."""
    stem = player.name[: _LONGEST_NAME - len(word) - 4].rstrip()
    names = [f"{stem} {word}", *(f"{stem} {word} {k}" for k in range(2, 100))]
    used = {*taken, *home_of(player).preset_names(), player.name}
    return next(name for name in names if name not in used)


def settings_of(player: P, knobs: Sequence[Knob], taken: Sequence[str]) -> list[Setting[P]]:
    """All settings of the knobs, the present one among them, in rising order.

    The present setting is the player itself; it is added where the ranges leave it out.

    Raises
    ------
    ValueError
        A value is out of the range of its field.
    """

    def places(values: tuple[Value, ...]) -> tuple[float, ...]:
        return tuple(knob.place(value) for knob, value in zip(knobs, values, strict=True))

    name, present = free_name(player, "variant", taken), present_values(player, knobs)
    grid = {places(values): values for values in product(*(knob.values for knob in knobs))}
    grid[places(present)] = present
    names = [knob.name for knob in knobs]
    return [
        Setting(
            values,
            player
            if values == present
            else turned(player, name, dict(zip(names, values, strict=True))),
        )
        for _, values in sorted(grid.items())
    ]
