"""What is known of a hand, on one screen and as plain data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from scripts.tables import print_table, wrapped_text

if TYPE_CHECKING:
    import pandas as pd

    from analysis import HandReport

_SHOWN_DISCARDS = 6


_SHOWN_GAMES = 8


def tell(report: HandReport, notation: str, *, every: bool) -> None:
    """Print a report: what to do first, then the numbers it rests on; of `every` game, or the
    best."""
    for line in _head(report, notation):
        print("\n".join(wrapped_text(line, indent="  ")))
    print()
    print("\n".join(wrapped_text(report.advice(notation))))
    print()
    games = report.games if every else report.games.head(_SHOWN_GAMES)
    _print_games(report, games, notation)
    print()
    _print_more(report, games)
    if len(games) < len(report.games):
        print(f"  {len(report.games) - len(games)} more games with --all")
    if report.skat:
        print()
        _print_discards(report, notation)
    for name, title in _OTHERS.items():
        if f"{name}_n" in report.games:
            print()
            _print_other(games, name, title)


def _head(report: HandReport, notation: str) -> list[str]:
    """What was asked, of whom, in how many worlds."""
    from simcore import cards as pack
    from simcore.skat.rules import SEATS

    own = report.players[report.seat]
    others = [
        f"{SEATS[seat]} {name}" for seat, name in enumerate(report.players) if seat != report.seat
    ]
    found = f", found in the skat {pack.format(report.skat, notation)}" if report.skat else ""
    lines = [
        f"{pack.format(report.hand, notation)}{found}",
        f"{SEATS[report.seat]}, at a bid of {report.bid}, rules {report.rules}; "
        f"played by {own} against {' and '.join(others)}",
        f"{report.worlds:,} worlds (deals of the cards not seen), seed {report.seed}; "
        "95 % intervals",
    ]
    return lines + _heard(report)


def _heard(report: HandReport) -> list[str]:
    """Which worlds were kept for what was heard."""
    from analysis import wilson
    from simcore.skat.rules import SEATS

    if report.heard is None:
        return []
    heard = report.heard
    words = ", ".join(f"{SEATS[seat]} {v or 'pass'}" for seat, v in sorted(heard.said.items()))
    low, high = wilson(heard.kept, heard.tried)
    share = f"{100 * heard.kept / heard.tried:.2f} % ({100 * low:.2f} to {100 * high:.2f})"
    fewer = report.worlds < report.asked
    few = f"; {report.asked:,} worlds were asked for" if fewer else ""
    return [f"heard {words}: so they bid in {share} of {heard.tried:,} deals with this hand{few}"]


def _rate(row: dict[Any, Any], name: str, stem: str | None = None) -> tuple[str, str]:
    """A share in percent, and its limits."""
    stem = stem or name
    if math.isnan(row[name]):
        return "-", ""
    limits = f"{100 * row[f'{stem}_low']:.1f} to {100 * row[f'{stem}_high']:.1f}"
    return f"{100 * row[name]:.1f} %", limits


def _mean(row: dict[Any, Any], name: str) -> tuple[str, str]:
    """A mean with its sign, and half its interval."""
    half = (row[f"{name}_high"] - row[f"{name}_low"]) / 2
    return f"{row[name]:+.1f}", "" if math.isnan(half) else f"+-{half:.1f}"


def _bid(number: float) -> str:
    """A bid, or a dash where there is none."""
    return "-" if math.isnan(number) or not number else str(int(number))


def _mark(row: dict[Any, Any], report: HandReport) -> str:
    """How a game stands against the first: not told from it, or better in these worlds."""
    if row["game"] == report.best:
        return ""
    return "=" if row["tied"] else "+" if row["behind"] > 0 else ""


def _print_games(report: HandReport, games: pd.DataFrame, notation: str) -> None:
    """The games: how often won, what they bring, up to which bid they pay."""
    from simcore import cards as pack

    name = report.scoring
    brings = {"plain": "score", "seeger_fabian": "points", "lead": "lead"}[name]
    rows = []
    for row in games.to_dict("records"):
        line = (
            row["game"],
            *_rate(row, "win_rate", "win"),
            *_mean(row, name),
            _mark(row, report),
            _bid(row[f"pays_{name}"]),
            _bid(row["safe_bid"]),
        )
        away = (pack.format(int(row["discard"]), notation),) if report.skat else ()
        rows.append((*line, *away))
    columns = ("game", "won", "95 % interval", brings, "95 %", "", "pays to", "covers")
    print_table((*columns, "put away") if report.skat else columns, rows)
    print(f"  {brings}: {_BROUGHT[name]}")
    print("  pays to: highest bid at which it brings 0 or more")
    print("  covers: highest bid its value reaches if it is won, whatever lies in the skat")
    if not report.skat:
        print(f"  pick up, then choose: {report.players[report.seat]} names the game by the skat")
    marks = {_mark(row, report) for row in games.to_dict("records")}
    if "=" in marks:
        print("  = not told from the first")
    if "+" in marks:
        print("  + better than the first in these worlds, which was chosen in others")


_BROUGHT = {
    "plain": "plain points of a game",
    "seeger_fabian": "list points of a game (Seeger-Fabian: value + 50, or -2 values - 50)",
    "lead": "list points of a game (Seeger-Fabian) less the mean of the others'",
}


_UNITS = {"plain": "plain points", "seeger_fabian": "list points", "lead": "list points of lead"}


def _print_more(report: HandReport, games: pd.DataFrame) -> None:
    """The plain score and its spread, schneider, overbid, and the bids that pay by scoring."""
    rows = []
    for row in games.to_dict("records"):
        rows.append(
            (
                row["game"],
                *_mean(row, "plain"),
                f"{row['plain_sd']:.0f}" if not math.isnan(row["plain_sd"]) else "-",
                _rate(row, "schneider")[0],
                _rate(row, "overbid")[0],
                "/".join(_bid(row[f"pays_{name}"]) for name in ("plain", "seeger_fabian", "lead")),
            )
        )
    columns = ("game", "score", "95 %", "sd", "schneider", "overbid", "pays to")
    print_table(columns, rows)
    print("  score: plain points, sd of one game; pays to in plain points / list points /")
    print("  list points less the mean of the others'")


def _print_discards(report: HandReport, notation: str) -> None:
    """What to put away for the recommended game, the best first."""
    from simcore import cards as pack

    own = report.discards[report.discards["game"] == report.best].head(_SHOWN_DISCARDS)
    rows: list[tuple[str, ...]] = []
    for row in own.to_dict("records"):
        first = not rows
        same = "" if first else "the same in each"
        gap = same if math.isnan(row["behind_low"]) else _limits(row)
        tied = "=" if row["tied"] and not first else ""
        behind = "chosen" if first else f"{row['behind']:+.1f}"
        rows.append((pack.format(int(row["discard"]), notation), behind, gap, tied))
    n = int(own["n"].iloc[0])
    print_table(
        ("put away", "against it", "95 % interval", ""),
        rows,
        title=f"The best of 66 discards for {report.best}, {_UNITS[report.scoring]}, n = {n:,}",
    )


def _limits(row: dict[Any, Any]) -> str:
    return f"{row['behind_low']:+.1f} to {row['behind_high']:+.1f}"


_OTHERS = {
    "open_card": "Open-card: games that reach their aim if everybody sees all cards and plays best",
    "pimc": "Sampled worlds: games won if declarer and defenders play as `pimc`",
}
_SHORT = {"open_card": "open-card", "pimc": "sampled"}


def _print_other(games: pd.DataFrame, name: str, title: str) -> None:
    """A win rate of another kind beside that of the players."""
    rows = []
    for row in games[games[f"{name}_n"].notna()].to_dict("records"):
        own = _rate(row, "win_rate", "win")[0]
        rate, limits = _rate(row, f"{name}_rate", name)
        rows.append((row["game"], own, rate, limits, f"{int(row[f'{name}_n']):,}"))
    print_table(("game", "at the table", _SHORT[name], "95 % interval", "n"), rows, title=title)


def as_data(report: HandReport, notation: str) -> dict[str, Any]:
    """A report as plain data, cards as text."""
    from simcore import cards as pack
    from simcore.skat.rules import SEATS

    def named(frame: pd.DataFrame) -> list[dict[Any, Any]]:
        told = frame.to_dict("records")
        for row in told:
            away = int(row["discard"])
            row["discard"] = pack.format(away, notation) if away else None
            row["announced"] = list(row["announced"])
        return told

    heard = report.heard
    return {
        "hand": pack.format(report.hand, notation),
        "skat": pack.format(report.skat, notation) if report.skat else None,
        "seat": SEATS[report.seat],
        "bid": report.bid,
        "rules": report.rules,
        "players": list(report.players),
        "worlds": report.worlds,
        "seed": report.seed,
        "scoring": report.scoring,
        "level": 0.95,
        "heard": None
        if heard is None
        else {
            "said": {SEATS[seat]: value for seat, value in heard.said.items()},
            "kept": heard.kept,
            "tried": heard.tried,
        },
        "recommendation": report.advice(notation),
        "best": report.best,
        "games": named(report.games),
        "discards": named(report.discards),
    }
