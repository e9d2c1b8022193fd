"""The table of rule sets in the game card, made from the rules themselves.

`python -m scripts.game_card --write` puts it between its marks in simcore/skat/README.md.
"""

from __future__ import annotations

import sys
from pathlib import Path

from simcore.skat import RULES, legal_bids
from simcore.skat.rules import ALL_PASS, BOCK, CONTRACTS, KONTRA, SKAT_TO, SOURCES, RuleSet

CARD = Path(__file__).parent.parent / "simcore" / "skat" / "README.md"
_WORDS = {"all_pass": ALL_PASS, "ramsch_skat": SKAT_TO, "kontra": KONTRA}
_NULLS = ("null", "null_hand", "null_ouvert", "null_ouvert_hand")
_BASES = ("base_diamonds", "base_hearts", "base_spades", "base_clubs")


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
    """A line of the table; what differs from `isko`, the first, is bold."""
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


def main() -> None:
    """Print the table, or put it into the game card with --write."""
    if sys.argv[1:] == ["--write"]:
        CARD.write_text(between_marks(CARD.read_text("utf-8"), "rule-sets", table()), "utf-8")
    else:
        print(table())


if __name__ == "__main__":
    main()
