"""The tables of rule sets in the game cards, made from the rules themselves.

`python -m scripts.game_card --write` puts them between their marks in simcore/skat/README.md and
simcore/poch/README.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

from simcore import poch
from simcore.poch import rules as poch_rules
from simcore.poch.pack import RANKS
from simcore.skat import RULES, legal_bids
from simcore.skat.rules import ALL_PASS, BOCK, CONTRACTS, KONTRA, SKAT_TO, SOURCES, RuleSet

_HOME = Path(__file__).parent.parent / "simcore"
CARD, POCH_CARD = _HOME / "skat" / "README.md", _HOME / "poch" / "README.md"
_POCH_WORDS = {
    "betting": poch_rules.BETTING,
    "sekans": poch_rules.SEKANS_OF,
    "payment": poch_rules.PAYMENT,
}
_WORDS = {"all_pass": ALL_PASS, "ramsch_skat": SKAT_TO, "kontra": KONTRA}


def _text(rules: RuleSet, field: str) -> str:
    """A field as a reader takes it; a dash where these rules have no use for it."""
    number = getattr(rules, field)
    if field == "contracts":
        return " ".join(letter for k, letter in enumerate(CONTRACTS[:6]) if number >> k & 1)
    if field == "bock":
        return " ".join(event for k, event in enumerate(BOCK) if number >> k & 1) or "none"
    knows_grand, knows_null = rules.contracts >> 4 & 1, rules.contracts >> 5 & 1
    if (field.startswith("grand") and not knows_grand) or (
        field.startswith("null") and not knows_null
    ):
        return "-"
    return _WORDS[field][number] if field in _WORDS else str(number)


def _row(name: str, cells: list[str]) -> str:
    """A line of the table; what differs from the first rule set is bold."""
    marked = [cell if cell == cells[0] else f"**{cell}**" for cell in cells]
    return f"| {' | '.join([name, *marked])} |"


def table() -> str:
    """The rule sets side by side, as Markdown."""
    names = list(RULES)
    bids = {name: legal_bids(name) for name in names}
    lines = [f"| {' | '.join(['field', *names])} |", f"|{'---|' * (len(names) + 1)}"]
    for field in RuleSet._fields:
        lines.append(_row(f"`{field}`", [_text(RULES[name], field) for name in names]))
    lines.append(_row("number of bids", [str(len(bids[name])) for name in names]))
    lines.append(_row("highest bid", [str(bids[name][-1]) for name in names]))
    sources = [f"- `{name}`: {source}" for name, source in SOURCES.items()]
    return "\n".join([*sources, "", *lines])


def _poch_text(rules: poch.RuleSet, field: str) -> str:
    """A field of soket and sekans as a reader takes it."""
    number = getattr(rules, field)
    if field == "circle_ranks":
        return " ".join(rank for k, rank in reversed(list(enumerate(RANKS))) if number >> k & 1)
    return _POCH_WORDS[field][number] if field in _POCH_WORDS else str(number)


def poch_table() -> str:
    """The rule sets of soket and sekans side by side, as Markdown."""
    names = list(poch.RULES)
    lines = [f"| {' | '.join(['field', *names])} |", f"|{'---|' * (len(names) + 1)}"]
    for field in poch.RuleSet._fields:
        lines.append(_row(f"`{field}`", [_poch_text(poch.RULES[name], field) for name in names]))
    sources = [f"- `{name}`: {source}" for name, source in poch_rules.SOURCES.items()]
    return "\n".join([*sources, "", *lines])


def between_marks(text: str, mark: str, inside: str) -> str:
    """A text with other words between the marks of this name.

    Raises
    ------
    ValueError
        It has no such marks.
    """
    begin, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    head, _, rest = text.partition(begin)
    _, found, tail = rest.partition(end)
    if not found:
        raise ValueError(f"no marks {begin} {end}")
    return f"{head}{begin}\n{inside}\n{end}{tail}"


CARDS = {CARD: table, POCH_CARD: poch_table}


def main() -> None:
    """Print the tables, or put them into the game cards with --write."""
    for card, make in CARDS.items():
        if sys.argv[1:] == ["--write"]:
            text = between_marks(card.read_text("utf-8"), "rule-sets", make())
            card.write_text(text, "utf-8")
        else:
            print(make())


if __name__ == "__main__":
    main()
