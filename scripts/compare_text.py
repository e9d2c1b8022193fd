"""What `simcore compare` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.differences_text import decimals, print_differences, print_rates, print_verdict

if TYPE_CHECKING:
    import pandas as pd

    from analysis import Comparison

_LABELS = {
    "match": "match",
    "one_a": "  one A, two B",
    "two_a": "  two A, one B",
    "seat": "same seat",
    "seat_among_b": "  among two B",
    "seat_among_a": "  among two A",
}
_SYSTEMS = {
    "seeger_fabian": "Seeger-Fabian (50, 40), list points",
    "plain": "Plain scores, points",
}
_RATES = {
    "declared": "of the hands dealt",
    "won": "of the games declared",
    "beaten": "games others lost, of the games others declared",
}
_EFFECTS = {
    "alone": "B with A's part, less B",
    "taken": "A, less A with B's part",
    "in_order": "A's parts given to B one after the other; these add up",
}


def tell(found: Comparison, *, drawn: bool) -> None:
    """Print a comparison; `drawn` says that the seed was not given."""
    _tell_head(found, drawn)
    _tell_verdict(found)
    for scoring in sorted(_SYSTEMS, key=lambda system: system != found.scoring):
        _tell_differences(found, scoring)
    _tell_definitions()
    if found.parts is not None:
        _tell_parts(found, found.parts)
    _tell_rates(found)


def _deals(number: int) -> str:
    return f"{number:,} deal{'s' * (number != 1)}"


def _tell_head(found: Comparison, drawn: bool) -> None:
    print(f"A {found.a.name}, B {found.b.name}")
    if found.alike:
        print(f"  alike in {', '.join(found.alike)}")
    last = found.first + found.deals - 1
    print(f"  {_deals(found.deals)}, numbers {found.first:,} to {last:,}, rules {found.rules}")
    print(f"  seed {found.seed}{' (drawn)' if drawn else ''}")
    print("  tables on every deal: A among two B, B among two A, three B, three A;")
    print("  different players are moved round all three seats")
    print("  ranges are 95 % intervals, each for itself; a deal is one draw")
    if found.bock:
        print("  without Bock, which needs the deals in order")


def _tell_verdict(found: Comparison) -> None:
    print_verdict(found.verdict)
    if "would settle" in found.verdict:
        print("  deals = 7.85 (sd / difference)^2: a 95 % interval that excludes 0 with")
        print("  80 % chance, if the true difference is the one seen")


def _tell_differences(found: Comparison, scoring: str) -> None:
    frame = found.differences[found.differences["scoring"] == scoring]
    print(f"\n{_SYSTEMS[scoring]}; sd of a deal; n = {_deals(found.deals)}")
    named = [(_LABELS[str(row["measure"])], row) for _, row in frame.iterrows()]
    print_differences("A less B", named, decimals(frame))


def _tell_definitions() -> None:
    from analysis.match import MEASURES

    print("\nX(T): mean of player X over the three seats at table T, both where there are two")
    for name, (words, _, _) in MEASURES.items():
        print(f"{_LABELS[name]:<16}{words}")
    print("same seat sees defence by the 40 alone, in plain scores not at all; match sees")
    print("also what the others lose by it")


def _tell_parts(found: Comparison, parts: pd.DataFrame) -> None:
    frame = parts[parts["scoring"] == found.scoring]
    digits = decimals(frame)
    print(f"\nParts, each among two B; {_SYSTEMS[found.scoring]}; n = {_deals(found.deals)}")
    print("alone and taken need not add up: parts help or hinder each other")
    for effect, words in _EFFECTS.items():
        print(f"\n{words}")
        cells = frame[frame["effect"] == effect]
        named = [(str(row["part"]), row) for _, row in cells.iterrows()]
        if effect == "in_order":
            whole = found.differences
            mine = (whole["scoring"] == found.scoring) & (whole["measure"] == "seat_among_b")
            named.append(("sum", whole[mine].iloc[0]))
        print_differences("", named, digits)


def _tell_rates(found: Comparison) -> None:
    print("\nRates of a player in every seat, among two B and among two A: six hands a deal")
    for rate, words in _RATES.items():
        print(f"{rate:<9} {words}")
    print("A less B  in percentage points, on the same deals")
    print_rates(((str(row["rate"]), row) for _, row in found.rates.iterrows()), "deal")
