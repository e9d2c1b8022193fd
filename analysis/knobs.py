"""Numbers of a player that can be tuned: their names, ranges, and the players they make."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import product
from typing import Any

import numpy as np
from pydantic import ValidationError

from simcore.checks import shown
from simcore.skat import Player, preset_names

MOST_KNOBS, MOST_SETTINGS = 2, 400
WANTED = "wanted is LOW:HIGH:STEP, for instance -0.10:0.05:0.01"
_NEAR, _LONGEST_NAME = 0.5, 40

Number = int | float
Range = str | Sequence[Number]


@dataclass(frozen=True)
class Knob:
    """A number of a player and the values to try, rising."""

    name: str
    values: tuple[Number, ...]

    @property
    def width(self) -> float:
        """From the least value to the largest; 1 where there is one value only."""
        return float(self.values[-1] - self.values[0]) or 1.0


@dataclass(frozen=True)
class Setting:
    """A player with the knobs at some values."""

    values: tuple[Number, ...]
    player: Player


def knob_names() -> list[str]:
    """Numbers of a player, of the command line and of its file."""
    fields = Player.model_fields
    return [name for name, field in fields.items() if field.annotation in (int, float)]


def _check_name(name: str) -> None:
    """Refuse what is no number of a player; the message names near ones."""
    known = knob_names()
    if not isinstance(name, str):
        raise ValueError(f"knob {shown(name)}: a name")
    if name in known:
        return
    if name in Player.model_fields:
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


def _of_kind(name: str, value: Any) -> Number:
    """A value as its field wants it: a whole number, or a float."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not _is_finite(value):
        raise ValueError(f"knob {name}: {shown(value)} is no finite number")
    if Player.model_fields[name].annotation is float:
        return float(value)
    if value != int(value):
        raise ValueError(f"knob {name}: {value} is no whole number")
    return int(value)


def make_knob(name: str, values: Range) -> Knob:
    """A knob and its values.

    Parameters
    ----------
    name
        A number of a player.
    values
        A range "low:high:step", or numbers.

    Raises
    ------
    ValueError
        There is no such number, the range is not readable or empty, its step is not above 0, or a
        value is no finite number, or no whole one where whole ones are wanted.
    """
    _check_name(name)
    listed: Any = _in_range(name, values) if isinstance(values, str) else values
    if not isinstance(listed, Sequence) and not hasattr(listed, "tolist"):
        raise ValueError(f"knob {name} {shown(values)}: a range low:high:step, or numbers")
    numbers = np.ravel(listed).tolist() if hasattr(listed, "tolist") else list(listed)
    if not numbers:
        raise ValueError(f"knob {name}: no value")
    return Knob(name, tuple(sorted({_of_kind(name, value) for value in numbers})))


def make_knobs(knobs: Mapping[str, Range]) -> tuple[Knob, ...]:
    """One knob, or a grid of two.

    Raises
    ------
    ValueError
        One is not usable (see `make_knob`), or there are none, more than two, or too many settings.
    """
    if not isinstance(knobs, Mapping) or not 1 <= len(knobs) <= MOST_KNOBS:
        count = f"{len(knobs)}" if isinstance(knobs, Mapping) else shown(knobs)
        raise ValueError(f"knobs: {count}; one, or two for a grid, by name")
    made = tuple(make_knob(name, values) for name, values in knobs.items())
    number = math.prod(len(knob.values) for knob in made)
    if number > MOST_SETTINGS:
        raise ValueError(f"{number:,} settings: at most {MOST_SETTINGS}, take larger steps")
    return made


# ---- players ------------------------------------------------------------------------------------


def present_values(player: Player, knobs: Sequence[Knob]) -> tuple[Number, ...]:
    """Where a player has its knobs."""
    return tuple(getattr(player, knob.name) for knob in knobs)


def turned(player: Player, name: str, values: Mapping[str, Number]) -> Player:
    """A player with other numbers, under a name of its own.

    Raises
    ------
    ValueError
        A number is out of its range, or the name is none.
    """
    try:
        return Player.model_validate(player.model_dump() | {"name": name, **values})
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"])) or "player"
        raise ValueError(f"{where} {shown(fault['input'])}: {fault['msg']}") from None


def free_name(player: Player, word: str, taken: Sequence[str]) -> str:
    """A name for a variant of a player that nobody else has."""
    stem = player.name[: _LONGEST_NAME - len(word) - 4].rstrip()
    names = [f"{stem} {word}", *(f"{stem} {word} {k}" for k in range(2, 100))]
    used = {*taken, *preset_names(), player.name}
    return next(name for name in names if name not in used)


def settings_of(player: Player, knobs: Sequence[Knob], taken: Sequence[str]) -> list[Setting]:
    """All settings of the knobs, the present one among them, in rising order.

    The present setting is the player itself; it is added where the ranges leave it out.

    Raises
    ------
    ValueError
        A value is out of the range of its field.
    """
    name, present = free_name(player, "variant", taken), present_values(player, knobs)
    grid = sorted({*product(*(knob.values for knob in knobs)), present})
    names = [knob.name for knob in knobs]
    return [
        Setting(
            values,
            player
            if values == present
            else turned(player, name, dict(zip(names, values, strict=True))),
        )
        for values in grid
    ]
