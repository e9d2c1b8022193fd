"""What `simcore tune` prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from analysis import Tuning
    from analysis.choosing import Round
    from analysis.rounds import Tuned

    # Prints more tables of a sweep: of the settings shown, and of all
    Tables = Callable[[Tuned[Any], pd.DataFrame, pd.DataFrame], None]

_MOST_LINES = 40  # settings of a table
_MARKS = {"present": "p", "best": "b", "chosen": "c"}
_WIDTH = 80
_NAMES_WIDTH = 30


def tell(found: Tuning, *, drawn: bool) -> None:
    """Print a tuning; `drawn` says that the seed was not given."""
    tell_knobs(found)
    print(f"  {found.deals:,} deals a round, rules {found.rules}")
    print(f"  seed {found.seed}{' (drawn)' if drawn else ''}")
    print("  a setting sits alone among two of an opponent, in every seat, on equal deals")
    print("  ranges are 95 % intervals; a deal is one draw")
    if found.bock:
        print("  without Bock, which needs the deals in order")
    tell_rounds(found, _tell_tables, digits=1)


def tell_rounds(found: Tuned[Any], tables: Tables, *, digits: int) -> None:
    """Print what every round found, with points of so many decimals, and whether more may help."""
    for one in found.rounds:
        _tell_round(found, one, tables, digits)
    _tell_end(found)


def _lines(text: str, indent: str = "") -> None:
    """Text broken to the width of a terminal."""
    import textwrap

    for line in textwrap.wrap(
        text, _WIDTH, subsequent_indent=indent or "  ", break_long_words=False
    ):
        print(line)


def tell_knobs(found: Tuned[Any]) -> None:
    """What is turned, and how far."""
    from analysis.knobs import value_words

    number = len(found.rounds[0].settings)
    for knob in found.knobs:
        low, high = (value_words(knob.values[end]) for end in (0, -1))
        print(f"{found.player.name}: {knob.name} {low} to {high}, {len(knob.values)} values")
    print(f"  {number} settings, the present one among them")


def _tell_round(found: Tuned[Any], one: Round, tables: Tables, digits: int) -> None:
    last = one.first + sum(one.deals.values()) - 1
    mix = ", ".join(one.against)
    weights = " in equal parts" if len(one.against) > 1 else ""
    print(f"\nRound {one.number}: {one.player.name} against {mix}{weights}")
    split = "their number" if found.DRAWS == "deals" else f"the number of their {found.DRAWS[:-1]}"
    print(f"  deals {one.first:,} to {last:,}, split by a hash of {split}:")
    print("  " + ", ".join(f"{part} {number:,}" for part, number in one.deals.items()))
    curve = found.curve
    train = curve[(curve["round"] == one.number) & (curve["part"] == "train")]
    shown = _shown(train)
    _tell_points(found, shown, one, digits)
    tables(found, shown, train)
    _tell_choice(found, one, digits)


def _tell_tables(found: Tuned[Any], shown: pd.DataFrame, train: pd.DataFrame) -> None:
    _tell_rates(found, shown)
    _tell_contracts(found, train)


def _shown(train: pd.DataFrame) -> pd.DataFrame:
    """The settings to print: all, or the best."""
    if len(train) <= _MOST_LINES:
        return train
    marked = train["present"] | train["best"] | train["chosen"]
    least = float(train["points"].nlargest(_MOST_LINES).min())
    print(f"  printed are the {_MOST_LINES} best settings; --json and --csv have all")
    return train.loc[marked | (train["points"] >= least)]


def marks_of(row: pd.Series[Any]) -> str:
    """The marks of a setting."""
    return "".join(mark for name, mark in _MARKS.items() if row[name])


def setting_cells(found: Tuned[Any], row: pd.Series[Any]) -> list[str]:
    """The values of the knobs and the marks of a setting."""
    from analysis.knobs import value_words

    return [*(value_words(row[knob.name]) for knob in found.knobs), marks_of(row)]


def setting_heads(found: Tuned[Any]) -> list[str]:
    """The heads of these cells; long names, which would not leave room, by number."""
    return [*(_numbered(found) or [knob.name for knob in found.knobs]), ""]


def _numbered(found: Tuned[Any]) -> dict[str, str]:
    """Names that are too long by number; empty where they are not."""
    names = [knob.name for knob in found.knobs]
    if sum(map(len, names)) <= _NAMES_WIDTH:
        return {}
    return {f"knob {place}": name for place, name in enumerate(names, start=1)}


def _tell_points(found: Tuned[Any], train: pd.DataFrame, one: Round, digits: int) -> None:
    from scripts.tables import points, points_range, print_table

    def cells(row: pd.Series[Any]) -> Iterable[str]:
        yield from setting_cells(found, row)
        yield points(row["points"], digits)
        yield points_range(row["points_low"], row["points_high"], digits)
        if row["present"]:
            yield from ("", "")
        else:
            same = row["diff"] == 0 and row["diff_low"] != row["diff_low"]
            yield points(row["diff"], digits)
            limits = points_range(row["diff_low"], row["diff_high"], digits)
            yield "never differs" if same else limits

    print(f"\nTrain, {found.unit}; n = {found.draws(one.deals['train'])}")
    print("p present, b best, c chosen; less p: on the same deals")
    if numbered := _numbered(found):
        print(", ".join(f"{number} {name}" for number, name in numbered.items()))
    heads = [
        *setting_heads(found),
        found.COUNTED,
        "95 %",
        "less p",
        "95 %",
    ]
    rows = [tuple(cells(row)) for _, row in train.iterrows()]
    print_table(heads, rows, left=len(found.knobs) + 1)


def limits_of(row: pd.Series[Any], rate: str) -> str:
    """The limits of a share of a setting, which may be the same in every draw."""
    from scripts.tables import share_range

    return share_range(row[rate], row[f"{rate}_low"], row[f"{rate}_high"], "never differs")


def _tell_rates(found: Tuned[Any], train: pd.DataFrame) -> None:
    from scripts.tables import print_table

    def cells(row: pd.Series[Any]) -> Iterable[str]:
        yield from setting_cells(found, row)
        yield f"{100 * row['declared']:.2f}"
        yield limits_of(row, "declared")
        yield f"{row['declared_n']:,}"
        yield f"{100 * row['won']:.2f}"
        yield limits_of(row, "won")

    dealt = train["declared_of"]  # not equal where deals all pass on are dealt again
    of = " to ".join(f"{number:,}" for number in sorted({dealt.min(), dealt.max()}))
    print(f"\nTrain, % of {of} hands dealt declared; n = games declared, % of them won")
    heads = [*setting_heads(found), "decl.", "95 %", "n", "won", "95 %"]
    rows = [tuple(cells(row)) for _, row in train.iterrows()]
    print_table(heads, rows, left=len(found.knobs) + 1)


def _tell_contracts(found: Tuned[Any], train: pd.DataFrame) -> None:
    """The contracts of the marked settings."""
    from analysis.sweep import GAMES
    from scripts.tables import print_table
    from simcore.skat.rules import NAMES

    print("\nTrain, % of games declared, by contract")
    rows: list[tuple[str, ...]] = []
    marked = train[train["present"] | train["best"] | train["chosen"]]
    for _, row in marked.iterrows():
        names = setting_cells(found, row)
        for contract, name in zip(GAMES, NAMES, strict=False):
            n = f"{row[f'{contract}_n']:,} of {row['declared_n']:,}"
            limits = limits_of(row, contract)
            rows.append((*names, name, n, f"{100 * row[contract]:.2f}", limits))
            names = [""] * len(names)
    print_table([*setting_heads(found), "", "n", "%", "95 %"], rows, left=len(found.knobs) + 2)


def _tell_choice(found: Tuned[Any], one: Round, digits: int) -> None:
    from scripts.tables import points, points_range

    print(f"\nbest on train: {found.words(one, one.best)}")
    _lines(f"nearest to the present one within one s.e.: {found.words(one, one.picked)}")
    if one.quoted != one.present:
        gap = one.differences["validation"]
        limits = points_range(gap.low, gap.high, digits)
        quoted = found.words(one, one.quoted)
        _lines(
            f"validation: {quoted} less {found.words(one, one.present)}, "
            f"{points(gap.mean, digits)} ({limits}), n = {gap.n:,} {found.DRAWS}"
        )
    if one.chosen != one.picked:
        print("  not confirmed: the present setting stays")
    print(f"chosen: {found.words(one, one.chosen)}")
    for warning in one.warnings:
        _lines(f"warning: {warning}")
    _lines(found.verdict(one))


def _tell_end(found: Tuned[Any]) -> None:
    if len(found.rounds) > 1 or not found.settled:
        state = "within noise" if found.settled else "beyond noise: more rounds (--rounds) go on"
        print(f"\nlast change, round {found.rounds[-1].number}: {state}")


def tell_file(found: Tuned[Any], out: Path) -> None:
    """Say that the tuned player was written, and what that is worth."""
    last = found.rounds[-1]
    print(f"\n{found.tuned.name} written to {out}")
    if last.chosen != last.present and not last.differences["locked"].low > 0:
        print("  its gain is not shown: the present setting may be kept")
