"""What `simcore compare --game poch` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scripts.differences_text import decimals, limits, print_differences, print_rates, print_verdict

if TYPE_CHECKING:
    import pandas as pd

    from analysis.poch.match import Comparison

_LABELS = {
    "match": "match",
    "one_a": "  one A, others B",
    "one_b": "  one B, others A",
    "seat": "A for B",
    "seat_among_b": "  the others B",
    "seat_among_a": "  the others A",
}
_RATES = {
    "opened": "first to stake",
    "won": "staked and took the circle",
    "lost": "staked and did not take it",
    "last": "held cards alone at the end, and paid",
}
_TABLES = (
    "X(T): chips of a player X at table T, mean over all seats. AB.. is one A, the others B; BA.. "
    "one B, the others A; AA.. all A; BB.. all B. So A(AB..) - B(AB..) is what an A gets at the "
    "table of one A less what a B gets at this same table"
)
_MANY = ("a session", "_session")


def _digits(frame: pd.DataFrame) -> int:
    """Decimals of chips a deal: two at least."""
    return max(2, decimals(frame))


def tell(found: Comparison, asked: int, *, drawn: bool) -> None:
    """Print a comparison; `asked` deals were asked for, `drawn`: the seed was not given."""
    _tell_head(found, asked, drawn)
    _tell_verdict(found)
    _tell_measures(found)
    _tell_sources(found)
    _tell_definitions()
    if found.parts is not None:
        _tell_parts(found, found.parts)
    _tell_rates(found)


def _sessions(number: int) -> str:
    return f"{number:,} session{'s' * (number != 1)}"


def _tell_head(found: Comparison, asked: int, drawn: bool) -> None:
    print(f"A {found.a.name}, B {found.b.name}")
    if found.alike:
        print(f"  alike in {', '.join(found.alike)}")
    _tell_unread(found)
    last = found.first + found.deals - 1
    deals = f"{found.deals:,} deal{'s' * (found.deals != 1)}"
    print(f"  {deals}, numbers {found.first:,} to {last:,}")
    whole = f", whole ones: {asked:,} deals were asked for" if asked != found.deals else ""
    print(f"  {_sessions(found.sessions)} of {found.session_deals:,} deals{whole}")
    print(f"  {found.seats} players, rules {found.rules}, seed {found.seed}{' (drawn)' * drawn}")
    print("  tables on every deal: A alone among B, B alone among A, all B, all A;")
    print("  different players are moved round all seats")
    print("  ranges are 95 % intervals, each for itself; a session is one draw")


def _tell_unread(found: Comparison) -> None:
    """Fields that differ without any effect."""
    from scripts.tables import wrapped_text
    from simcore.poch.strategies.player import PARTS

    for part, fields in found.unread.items():
        kinds = " or ".join(dict.fromkeys(getattr(player, part) for player in (found.a, found.b)))
        differ = [x for x in PARTS[part] if getattr(found.a, x) != getattr(found.b, x)]
        alike = f"no difference in {part}: " if len(differ) == len(fields) else ""
        verb = "are" if len(fields) > 1 else "is"
        not_read = f"{verb} not read by {part} = {kinds}"
        for line in wrapped_text(f"{alike}{', '.join(fields)} {not_read}", 76):
            print(f"  {line}")


def _tell_verdict(found: Comparison) -> None:
    print_verdict(found.verdict)
    print("  this is one among others and the reverse, mean of both")
    if "would settle" in found.verdict:
        print("  sessions = 7.85 (sd / difference)^2: a 95 % interval that excludes 0 with")
        print("  80 % chance, if the true difference is the one seen")
    _tell_seat(found)


def _tell_seat(found: Comparison) -> None:
    """What one player gains by being A: the question of who sits down at a table of B."""
    from scripts.tables import points, wrapped_text

    frame = found.differences
    row = frame[(frame["source"] == "all") & (frame["measure"] == "seat_among_b")].iloc[0]
    digits = _digits(frame[frame["source"] == "all"])
    gain = f"{points(row['mean'], digits)} {found.unit} ({limits(row, '', digits)})"
    for line in wrapped_text(f"an A in the place of a B, the others B: {gain}"):
        print(line)


def _tell_measures(found: Comparison) -> None:
    frame = found.differences[found.differences["source"] == "all"]
    print(f"\nChips in all; sd of a session's chips a deal; n = {_sessions(found.sessions)}")
    named = [(_LABELS[str(row["measure"])], row) for _, row in frame.iterrows()]
    print_differences("A less B", named, _digits(frame), _MANY)


def _tell_sources(found: Comparison) -> None:
    frame = found.differences[found.differences["measure"] == "match"]
    print(f"\nThe match by source of chips, which add up; n = {_sessions(found.sessions)}")
    named = [(str(row["source"]), row) for _, row in frame.iterrows()]
    print_differences("A less B", named[1:] + named[:1], _digits(frame), _MANY)
    print("circles of ranks are won by cards alone, and every seat is taken in turn")


def _tell_definitions() -> None:
    from analysis.poch.match import MEASURES
    from scripts.tables import wrapped_text

    print()
    for line in wrapped_text(_TABLES):
        print(line)
    for name, words in MEASURES.items():
        print(f"{_LABELS[name]:<18}{words}")


def _tell_parts(found: Comparison, parts: pd.DataFrame) -> None:
    print(f"\nParts: B with A's part, less B, each among B; n = {_sessions(found.sessions)}")
    print("stakes change no lead and leads no stake, so these add up")
    named = [(str(row["part"]), row) for _, row in parts.iterrows()]
    whole = found.differences
    mine = (whole["source"] == "all") & (whole["measure"] == "seat_among_b")
    named.append(("sum", whole[mine].iloc[0]))
    print_differences("", named, _digits(parts), _MANY)


def _tell_rates(found: Comparison) -> None:
    from scripts.tables import wrapped_text

    print()
    hands = f"{2 * found.seats} hands a deal: each of the {found.seats} seats"
    words = f"Rates of a player, {hands} once among others B, once among others A"
    for line in wrapped_text(words):
        print(line)
    for rate, words in _RATES.items():
        print(f"{rate:<9} {words}")
    print("A less B  in percentage points, on the same deals; all of the hands dealt")
    named = ((str(row["rate"]).replace("_", " "), row) for _, row in found.rates.iterrows())
    print_rates(named, "session")
