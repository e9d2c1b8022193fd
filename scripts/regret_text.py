"""What `simcore regret` prints."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from analysis import Regret

_GAMES = {
    "trumps": "suit games and Grand",
    "suit": "suit games",
    "Grand": "Grand games",
    "Null": "Null games",
}
Row = Any


def tell(found: Regret, by: str, game: str, top: int) -> None:
    """Print one of the tables."""
    _tell_head(found)
    if not found.n:
        print("\nno game with a declarer in the run")
        return
    tables: dict[str, Callable[[Regret, str, int], None]] = {
        "situation": _tell_situations,
        "phase": _tell_phases,
        "contract": _tell_contracts,
        "alternative": _tell_alternatives,
        "example": _tell_examples,
    }
    tables[by](found, game, top)


# ---- numbers -----------------------------------------------------------------------------------


def _number(number: float, digits: int) -> str:
    return "-" if math.isnan(number) else f"{round(number, digits) or 0.0:.{digits}f}"


def _cell(row: Row, name: str, digits: int, factor: float = 1) -> str:
    """A column with its limits as "1.3 (1.2..1.4)"; without a spread there are none."""
    mean, low, high = (factor * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    limits = "" if math.isnan(low) else f" ({_number(low, digits)}..{_number(high, digits)})"
    return _number(mean, digits) + limits


def _of_game(frame: pd.DataFrame, game: str) -> pd.DataFrame:
    """The rows of a kind of game."""
    return frame[frame["game"] == game]


# ---- head --------------------------------------------------------------------------------------


def _tell_head(found: Regret) -> None:
    names = ", ".join(dict.fromkeys(found.players))
    print(f"Run {found.run}, players {names}, rules {found.rules}")
    print(f"  {found.n:,} games of {found.deals:,} deals judged, drawn with seed {found.seed}")
    print("  against play with open cards, which nobody sees: part of what is lost is luck")
    print("  ranges are 95 % intervals; a deal is one draw")


# ---- tables ------------------------------------------------------------------------------------


def _costs(row: Row, game: str) -> tuple[str, ...]:
    """Games turned, points and costly cards of a row; Null has no points."""
    points = () if game == "Null" else (_cell(row, "points", 2),)
    return (_cell(row, "turned", 0), *points, f"{100 * row['costly']:.0f} %")


def _cost_names(game: str) -> tuple[str, ...]:
    return ("turned", "cost") if game == "Null" else ("turned", "points", "cost")


def _tell_words(game: str, cards: str) -> None:
    print(f"  turned  cards that changed who wins on open cards, per 1,000 {_GAMES[game]}")
    if game != "Null":
        print("  points  card points given away a game")
    print(f"  cost    share of the n {cards} that gave anything away")


def _tell_situations(found: Regret, game: str, top: int) -> None:
    from scripts.tables import print_table

    frame = _of_game(found.situations, game)
    shown = frame.head(top)
    rows = [
        (row["situation"], f"{row['cards']:,}", *_costs(row, game)) for _, row in shown.iterrows()
    ]
    games = int(frame["games"].max()) if len(frame) else 0
    print(f"\nDearest decisions, {games:,} {_GAMES[game]}; {len(shown)} of {len(frame)} kinds")
    _tell_words(game, "decisions (more than one card was legal)")
    print_table(("", "n", *_cost_names(game)), rows)


def _tell_phases(found: Regret, game: str, top: int) -> None:
    from scripts.tables import print_table

    frame = _of_game(found.phases, game)
    rows = [
        (row["side"], row["phase"], f"{row['cards']:,}", *_costs(row, game))
        for _, row in frame.iterrows()
    ]
    games = int(frame["games"].max()) if len(frame) else 0
    print(f"\nBy number of the trick, {games:,} {_GAMES[game]}")
    _tell_words(game, "cards, forced ones too,")
    print_table(("", "trick", "n", *_cost_names(game)), rows, left=2)


def _tell_contracts(found: Regret, game: str, top: int) -> None:
    from scripts.tables import print_table
    from simcore.skat.rules import CONTRACTS, NAMES

    names = dict(zip(CONTRACTS, NAMES, strict=True)) | {"trumps": "all with points"}

    def print_columns(columns: dict[str, str], digits: int, factor: float = 1) -> None:
        rows = [
            (
                names[row["contract"]],
                f"{row['games']:,}",
                *(_cell(row, column, digits, factor) for column in columns.values()),
            )
            for _, row in found.games.iterrows()
        ]
        print_table(("", "n", *columns), rows)

    rates = {"open cards": "open_card_win_rate", "won": "win_rate", "difference": "difference"}
    print("\nWon, in percent: on open cards from the first lead, really, and the difference")
    print_columns(rates, 1, 100)
    points = {"open cards": "open_card_points", "made": "card_points"}
    given = {"by the declarer": "declarer_points", "by the defenders": "defenders_points"}
    print("\nThe declarer's card points on open cards and made; given away a game")
    print_columns(points | given, 1)
    print("\nGames turned, per 1,000")
    print_columns({name: column.replace("points", "turned") for name, column in given.items()}, 0)


def _tell_alternatives(found: Regret, game: str, top: int) -> None:
    from analysis.alternatives import COMPARED
    from scripts.tables import print_table

    assert found.alternatives is not None
    frame = _of_game(found.alternatives, game)
    scale, unit, digits = ("points", "card points", 2)
    if game == "Null":
        scale, unit, digits = ("won", "games won per 1,000", 0)
    print(f"\nWhat other kinds of cards would have been worth, {_GAMES[game]}: {unit} a decision")
    for name, words in COMPARED.items():
        print(f"  {name:<4}  {words}")
    print("  won   as best, in games won per 1,000 decisions; n: decisions that had the kind")
    names = ("instead", "n", "gain", "best", "mean", "won")
    for situation, cells in list(frame.groupby("situation", sort=False))[:top]:
        rows = [_alternative(row, scale, digits) for _, row in cells.iterrows()]
        print_table(names, rows, title=f"\n{situation} (of {cells['of'].max():,})")


def _alternative(row: Row, scale: str, digits: int) -> tuple[str, ...]:
    """A line of a kind of card; another card of the kind played can gain, its kind cannot."""
    gain = f"{row['n']:,}", _number(row[f"{scale}_gain"], digits)
    if row["played"]:
        return "the same kind", *gain, "", "", ""
    best, mean = (_cell(row, f"{scale}_{name}", digits) for name in ("best", "mean"))
    return row["kind"], *gain, best, mean, _cell(row, "won_best", 0)


def _tell_examples(found: Regret, game: str, top: int) -> None:
    from scripts.tables import print_table

    words = _of_game(found.situations, game)["situation"].head(top)
    print("\nCards that cost most; number: of the card in the game; better: keeps the value")
    print(f"  look with: simcore show {found.run} --deal K --solve")
    for situation in words:
        cells = found.examples[found.examples["situation"] == situation]
        rows = [
            (
                str(row["deal_id"]),
                str(row["rotation"]),
                str(row["number"]),
                row["seat"],
                row["card"],
                row["better"],
                _number(row["points"], 0),
                "yes" if row["turned"] else "no",
            )
            for _, row in cells.iterrows()
        ]
        if rows:
            names = ("deal", "rotation", "number", "seat", "card", "better", "points", "turned")
            print_table(names, rows, title=f"\n{situation}")
