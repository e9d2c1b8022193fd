"""Rule sets by name or from a TOML file, checked.

A file starts from a preset and says what is different:

    preset = "isko"
    name = "club evening"
    grand_base = 20
    all_pass = "ramsch"
    kontra = "re"
"""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from pathlib import Path
from typing import Any

from simcore.checks import is_whole, shown, whole
from simcore.skat.rules import (
    ALL_PASS,
    BOCK,
    GRAND,
    KONTRA,
    NULL,
    PLAY_RAMSCH,
    RULES,
    SKAT_TO,
    RuleSet,
)
from simcore.toml_files import entries_of, find, head_of

_VALUE_OF = {  # the contract a value belongs to; 0 is allowed where the rules do not know it
    "base_diamonds": 0,
    "base_hearts": 1,
    "base_spades": 2,
    "base_clubs": 3,
    "grand_base": GRAND,
    **dict.fromkeys(("null", "null_hand", "null_ouvert", "null_ouvert_hand"), NULL),
}
_SWITCHES = ("jacks_trump", "announce_needs_hand", "null_ouvert_needs_hand")
_RANGES = {  # wide enough for any order of play
    **dict.fromkeys(_SWITCHES, (0, 1)),
    "contracts": (1, 0b111111),
    "grand_ouvert_base": (0, 100),
    **dict.fromkeys(_VALUE_OF, (1, 100)),
    **dict.fromkeys(("loss", "hand_loss"), (1, 10)),
    "all_pass": (0, len(ALL_PASS) - 1),
    "ramsch_skat": (0, len(SKAT_TO) - 1),
    "ramsch_jungfrau": (1, 10),
    "ramsch_durchmarsch": (0, 1000),
    "kontra": (0, len(KONTRA) - 1),
    "bock": (0, (1 << len(BOCK)) - 1),
}
_WORDS = {"all_pass": ALL_PASS, "ramsch_skat": SKAT_TO, "kontra": KONTRA}
_SETS = {"contracts": tuple("DHSCGN"), "bock": BOCK}
_MOST_LEVELS = 18  # eleven trumps, game, hand, schneider, schwarz, both announced, ouvert
_LARGEST_SCORE = (1 << 15) - 1  # what a column of the log holds


# ---- checks -------------------------------------------------------------------------------------


def check_rules(rules: RuleSet) -> RuleSet:
    """A rule set whose numbers make sense, as plain ints.

    Raises
    ------
    ValueError
        A field is no whole number or out of its range, or the fields do not fit together.
    """
    numbers: dict[str, Any] = rules._asdict()
    known = numbers["contracts"] if isinstance(numbers["contracts"], Integral) else 0
    for field, number in numbers.items():
        low, high = _RANGES[field]
        if field in _VALUE_OF and not int(known) >> _VALUE_OF[field] & 1:
            low = 0
        whole(f"rules: {field}", number, low, high)
    checked = RuleSet(*map(int, rules))
    _check_fit(checked)
    return checked


def _check_fit(rules: RuleSet) -> None:
    """Refuse fields that cannot stand together."""
    if not rules.contracts & 0b11111:
        raise ValueError(
            f"rules: contracts {rules.contracts}: no suit game and no Grand among them"
        )
    if not rules.jacks_trump and rules.contracts >> GRAND & 1:
        raise ValueError("rules: jacks_trump 0: a Grand would have no trumps; take it out")
    if not rules.jacks_trump and rules.all_pass == PLAY_RAMSCH:
        raise ValueError("rules: jacks_trump 0: a Ramsch would have no trumps; pass in or redeal")
    bases = (rules.base_clubs, rules.base_spades, rules.base_hearts, rules.base_diamonds)
    dearest = max(*bases, rules.grand_base, rules.grand_ouvert_base) * (_MOST_LEVELS + 1)
    dearest = max(dearest, rules.null, rules.null_hand, rules.null_ouvert, rules.null_ouvert_hand)
    largest = dearest * max(rules.loss, rules.hand_loss) << rules.kontra
    if largest > _LARGEST_SCORE:
        raise ValueError(
            f"rules: scores up to {largest} do not fit the log ({_LARGEST_SCORE} at most): "
            "smaller base values, loss or hand_loss"
        )


# ---- files --------------------------------------------------------------------------------------


def _switch(field: str, value: Any) -> int:
    """The number of a field that is written as true or false."""
    if not isinstance(value, bool):
        raise ValueError(f"{field} {shown(value)}: true or false")
    return int(value)


def _one_word(field: str, word: Any) -> int:
    """The number of a field that is written as a word."""
    if word not in _WORDS[field]:
        raise ValueError(f"{field} {shown(word)}: one of {', '.join(_WORDS[field])}")
    return _WORDS[field].index(word)


def _several_words(field: str, value: Any) -> int:
    """The set of a field that is written as words: a list, or contracts as letters in a row."""
    contracts = field == "contracts"
    words = list(value.replace(" ", "")) if contracts and isinstance(value, str) else value
    if not isinstance(words, list) or (contracts and not words):
        kind = 'such as "DHSC", any of' if contracts else "a list of any of"
        raise ValueError(f"{field} {shown(value)}: {kind} {', '.join(_SETS[field])}")
    chosen = 0
    for word in words:
        if word not in _SETS[field]:
            raise ValueError(f"{field} {shown(word)}: any of {', '.join(_SETS[field])}")
        chosen |= 1 << _SETS[field].index(word)
    return chosen


def _number(field: str, value: Any) -> Any:
    """A value of a file as the number of a rule set; whether it is in range is checked later."""
    if is_whole(value):
        return value
    if field in _SWITCHES:
        return _switch(field, value)
    if field in _WORDS:
        return _one_word(field, value)
    return _several_words(field, value) if field in _SETS else value


def _from_file(entries: dict[str, Any], stem: str) -> tuple[str, RuleSet]:
    """The name and the rule set of a file's entries."""
    preset, name = head_of(entries, stem, RULES, "isko", RuleSet._fields)
    numbers = {field: _number(field, value) for field, value in entries.items()}
    rules = check_rules(RULES[preset]._replace(**numbers))
    if name in RULES and rules != RULES[name]:
        raise ValueError(
            f"name {shown(name)} is that of a preset with other rules: give it another"
        )
    return name, rules


def named_rules(rules: str | Path | RuleSet) -> tuple[str, RuleSet]:
    """Name and rule set of a preset, a TOML file or a `RuleSet` ("custom"); see `load_rules`."""
    if isinstance(rules, RuleSet):
        return "custom", check_rules(rules)
    if not isinstance(rules, str | Path):
        raise ValueError(f"unknown rules {shown(rules)}: a preset name, a TOML file or a RuleSet")
    if str(rules) in RULES:
        return str(rules), RULES[str(rules)]
    path = find("rules", rules, RULES)
    entries = entries_of("rules", path)
    try:
        return _from_file(entries, path.stem)
    except ValueError as error:
        raise ValueError(f"rules {str(path)!r}: {str(error).removeprefix('rules: ')}") from None


def load_rules(rules: str | Path | RuleSet) -> RuleSet:
    """The rule set of a preset name, a TOML file or a `RuleSet`, checked.

    A file names the preset it starts from and the fields that differ; fields with a fixed list of
    meanings are written as words (`all_pass = "ramsch"`, `contracts = "DHSC"`,
    `bock = ["60-60"]`), switches as true or false.

    Raises
    ------
    ValueError
        No preset has this name and no file this path, the file is not TOML, a field is unknown or
        out of its range, or the fields do not fit together; the message names path and field.
    """
    return named_rules(rules)[1]


def describe_rules(rules: str | Path | RuleSet) -> dict[str, Any]:
    """A rule set for a manifest: its name and every field as a number."""
    name, rule_set = named_rules(rules)
    return {"name": name, **rule_set._asdict()}


def rules_in(described: Iterable[tuple[str, Any]]) -> RuleSet:
    """The rule set of a manifest, checked.

    Raises
    ------
    ValueError, TypeError
        It is none.
    """
    return check_rules(RuleSet(**{field: number for field, number in described if field != "name"}))
