"""Rule sets by name or from a TOML file, checked.

A file starts from a preset and says what is different:

    preset = "karuzela"
    name = "our table"
    circle_ranks = "AKQJ"
    betting = "poker"
    bluff = true
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from simcore.checks import shown, whole
from simcore.poch.pack import RANKS
from simcore.poch.rules import (
    BETTING,
    CHANGES,
    MOST_PLAYERS,
    PAYMENT,
    RULES,
    SEKANS_OF,
    RuleSet,
    check_rules,
    make_rules,
)
from simcore.toml_files import entries_of, find, head_of

_WORDS = {"betting": BETTING, "sekans": SEKANS_OF, "payment": PAYMENT}


def _ranks(value: Any) -> int | None:
    """The set of ranks in letters; None for all of the pack."""
    if value == "all":
        return None
    letters = value.replace(" ", "").upper() if isinstance(value, str) else ""
    odd = [letter for letter in letters if letter not in RANKS]
    if odd or not isinstance(value, str) or len(set(letters)) != len(letters):
        raise ValueError(
            f'circle_ranks {shown(value)}: "all", or ranks such as "AKQJ", any of {RANKS[::-1]}'
        )
    return sum(1 << RANKS.index(letter) for letter in letters)


def _number(field: str, value: Any) -> Any:
    """A value of a file as the number of a rule set; whether it is in range is checked later."""
    if field in _WORDS:
        if not isinstance(value, str) or value not in _WORDS[field]:
            raise ValueError(f"{field} {shown(value)}: one of {', '.join(_WORDS[field])}")
        return _WORDS[field].index(value)
    if field == "bluff":
        if not isinstance(value, bool):
            raise ValueError(f"bluff {shown(value)}: true or false")
        return int(value)
    return value


def _numbers(entries: dict[str, Any]) -> dict[str, Any]:
    """The fields of a file as numbers; circles of all ranks are left to the pack."""
    numbers: dict[str, Any] = {}
    for field, value in entries.items():
        number = _ranks(value) if field == "circle_ranks" else _number(field, value)
        if number is not None:
            numbers[field] = number
    return numbers


def _from_file(entries: dict[str, Any], stem: str, seats: int | None) -> tuple[str, RuleSet]:
    """The name and the rule set of a file's entries."""
    preset, name = head_of(entries, stem, RULES, "karuzela", RuleSet._fields)
    base = dict(CHANGES[preset])
    if entries.get("circle_ranks") == "all":
        base.pop("circle_ranks", None)
    fields = base | _numbers(entries)
    if name in RULES and fields != CHANGES[name]:
        raise ValueError(
            f"name {shown(name)} is that of a preset with other rules: give it another"
        )
    return name, _seated(fields, seats)


def _seated(fields: dict[str, Any], seats: int | None) -> RuleSet:
    """A rule set with so many players; None: as the fields have it."""
    if seats is None:
        return make_rules(**fields)
    whole("seats", seats, 3, MOST_PLAYERS)
    if fields.get("players", seats) != seats:
        raise ValueError(f"rules: for {fields['players']} players; {seats} are asked for")
    return make_rules(**{**fields, "players": seats})


def named_rules(rules: str | Path | RuleSet, seats: int | None = None) -> tuple[str, RuleSet]:
    """Name and rule set of a preset, a TOML file or a `RuleSet` ("custom"); see `load_rules`."""
    if isinstance(rules, RuleSet):
        if seats not in (None, rules.players):
            raise ValueError(f"rules: for {rules.players} players; {seats} are asked for")
        return "custom", check_rules(rules)
    if not isinstance(rules, str | Path):
        raise ValueError(f"unknown rules {shown(rules)}: a preset name, a TOML file or a RuleSet")
    if str(rules) in CHANGES:
        return str(rules), _seated(CHANGES[str(rules)], seats)
    path = find("rules", rules, RULES)
    entries = entries_of("rules", path)
    try:
        return _from_file(entries, path.stem, seats)
    except ValueError as error:
        raise ValueError(f"rules {str(path)!r}: {str(error).removeprefix('rules: ')}") from None


def load_rules(rules: str | Path | RuleSet, seats: int | None = None) -> RuleSet:
    """The rule set of a preset name, a TOML file or a `RuleSet`, checked.

    Parameters
    ----------
    rules
        A file names the preset it starts from and the fields that differ; words stand where fields
        have a fixed list of meanings.
    seats
        Number of players, 3 to 8; None: as the rules have it, 4 in every preset. The usual pack
        follows: 32 cards up to five players, else 52.

    Raises
    ------
    ValueError
        No preset has this name and no file this path, the file is not TOML, a field is unknown or
        out of its range, or the fields do not fit together; the message names path and field.
    """
    return named_rules(rules, seats)[1]


def describe_rules(rules: str | Path | RuleSet, seats: int | None = None) -> dict[str, Any]:
    """A rule set for a manifest: its name and every field as a number."""
    name, rule_set = named_rules(rules, seats)
    return {"name": name, **rule_set._asdict()}


def rules_in(described: Iterable[tuple[str, Any]]) -> RuleSet:
    """The rule set of a manifest, checked.

    Raises
    ------
    ValueError, TypeError
        It is none.
    """
    return check_rules(RuleSet(**{field: number for field, number in described if field != "name"}))
