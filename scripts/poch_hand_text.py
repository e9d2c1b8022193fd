"""What is known of a hand of soket and sekans, on one screen and as plain data."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from scripts.tables import print_table, wrapped_text

if TYPE_CHECKING:
    import pandas as pd

    from analysis.poch import HandReport
    from analysis.poch.hand.seeing import Reach

_AUCTIONS = ("soket", "sekans")
_OWN, _PASS = -1, 0


def tell(report: HandReport, notation: str, *, threshold: bool) -> None:
    """Print a report: what to do first, then the numbers it rests on; with `threshold` also what
    opening brings by holding."""
    _say(*_head(report, notation))
    print()
    _say(*(report.advice(auction) for auction in _AUCTIONS))
    for auction in _AUCTIONS:
        print()
        _print_auction(report, auction)
    _print_marks(report)
    print()
    _print_parts(report)
    _print_openings(report, whole=threshold)


def _say(*sentences: str) -> None:
    """Sentences, each from a new line on."""
    for sentence in sentences:
        print("\n".join(wrapped_text(sentence, indent="  ")))


def _head(report: HandReport, notation: str) -> list[str]:
    """What was asked, of whom, in how many worlds."""
    from simcore.poch.pack import PACKS

    pack, number = PACKS[report.rule_set.pack], report.rule_set.players
    up = pack.format(report.turn_up, notation) if report.turn_up else "any card"
    waits = _waiting(report)
    return [
        f"{pack.format(report.hand, notation)}; turned up: {up}",
        f"seat {report.seat} of {number}{_seat_words(report.seat, number)}, rules "
        f"{report.rules}, {_players(report)}{waits}",
        f"{report.worlds:,} worlds (deals of the cards not seen), seed {report.seed}; "
        "95 % intervals",
    ]


def _seat_words(seat: int, players: int) -> str:
    """Which turn a seat has."""
    if seat == 0:
        return " (dealer, speaks last)"
    return " (speaks first)" if seat == 1 else ""


def _players(report: HandReport) -> str:
    """Who plays the hand, and who the others."""
    own = report.players[report.seat]
    if len(set(report.players)) == 1:
        return f"all played by {own}"
    others = (f"{seat} {n}" for seat, n in enumerate(report.players) if seat != report.seat)
    return f"played by {own} against seats {', '.join(others)}"


def _waiting(report: HandReport) -> str:
    """What lies in the circles besides the antes."""
    if not report.circles:
        return ""
    chips = set(report.circles.values())
    if len(chips) == 1 and len(report.circles) == report.rule_set.circle_ranks.bit_count():
        return f"; {chips.pop():.4g} chips wait in each circle"
    listed = " ".join(f"{rank}={number:.4g}" for rank, number in report.circles.items())
    return f"; circles hold {listed} besides the antes"


def _percent(row: dict[Any, Any], name: str) -> str:
    return "-" if math.isnan(row[name]) else f"{100 * row[name]:.1f} %"


def _share(row: dict[Any, Any], name: str) -> tuple[str, str]:
    """A share in percent, and its limits."""
    low, high = 100 * row[f"{name}_low"], 100 * row[f"{name}_high"]
    return _percent(row, name), f"{low:.1f} to {high:.1f}"


def _mean(row: dict[Any, Any], name: str) -> tuple[str, str]:
    """A mean with its sign, and half its interval."""
    half = (row[f"{name}_high"] - row[f"{name}_low"]) / 2
    return _signed(row[name]), "" if math.isnan(half) else f"+-{half:.2f}"


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-0.00", "+0.00")


def _mark(row: dict[Any, Any], best: int) -> str:
    """How a first stake stands against the recommended one."""
    if row["first_stake"] == best:
        return "*"
    return "=" if row["tied"] else "+" if row["behind"] > 0 else ""


def _name(stake: int) -> str:
    """A first turn."""
    if stake == _OWN:
        return "own"
    return "pass" if stake == _PASS else str(stake)


def _print_auction(report: HandReport, auction: str) -> None:
    """What is held, what becomes of each first stake, how far to go."""
    held = report.holding(auction)
    _say(f"{auction.capitalize()}: {_held(held)}")
    if auction not in report.reach:
        return _print_right(report.line(auction, _PASS))
    rows = []
    for row in report.of(auction).to_dict("records"):
        rows.append(
            (
                _name(int(row["first_stake"])),
                *_share(row, "won"),
                _percent(row, "unseen"),
                _percent(row, "shown"),
                *_mean(row, "chips"),
                *(("", "") if row["first_stake"] == _PASS else _mean(row, "more")),
                _mark(row, report.best[auction]),
            )
        )
    columns = ("first", "won", "95 %", "unseen", "shown", "chips", "", "to pass", "", "")
    print_table(columns, rows)
    _say("  " + _reach(report.reach[auction]))


def _print_right(row: dict[Any, Any]) -> None:
    """What falls to a dealer who cannot stake."""
    if row["wins"]:
        share, limits = _share(row, "won")
        mean, half = _mean(row, "chips")
        _say(f"  the circle falls to the dealer in {share} ({limits}): {mean} {half} chips")


def _held(held: dict[Any, Any]) -> str:
    """A holding, and how it compares."""
    if held["key"] == 0:
        return "nothing held"
    trump = "the trump card" if held["auction"] == "soket" else "in trumps"
    open_flag = f" ({trump} in {100 * held['trump']:.0f} %)" if 0 < held["trump"] < 1 else ""
    sure = " (trump)" if held["trump"] == 1 else ""
    best, limits = _share(held, "best")
    return (
        f"{held['holding']}{sure}{open_flag}; above one other hand in "
        f"{100 * held['below']:.1f} %, the best at the table in {best} ({limits})"
    )


def _reach(reach: Reach) -> str:
    """Up to which stake to stay in."""
    if not reach.n:
        return "a stake with two left is never faced"
    faced = (
        f"facing a stake with two left it is the better hand in {100 * reach.best:.1f} % "
        f"({100 * reach.low:.1f} to {100 * reach.high:.1f}), n = {reach.n:,}; "
    )
    if not reach.up_to:
        most = f" (perhaps up to {reach.perhaps})" if reach.perhaps else ""
        return f"{faced}seeing pays at no stake{most}"
    span = f" ({reach.surely} to {reach.perhaps})" if reach.surely < reach.perhaps else ""
    all_of_them = ", the most that is staked" if reach.up_to == reach.most else ""
    return f"{faced}stay in up to {reach.up_to}{span}{all_of_them}"


def _print_marks(report: HandReport) -> None:
    """The words of the tables."""
    marks = {
        _mark(row, report.best[auction])
        for auction in report.reach
        for row in report.of(auction).to_dict("records")
    }
    if not marks:
        return
    words = ["* recommended (chosen in other worlds)"]
    if "=" in marks:
        words.append("= not told from it")
    if "+" in marks:
        words.append("+ better in these worlds: ask for more")
    lowest = "; who faces more puts down what it takes to stay in" if report.seat != 1 else ""
    _say(
        f"  {', '.join(words)}; own: as {report.players[report.seat]} likes; unseen, shown: won "
        f"so; to pass: more chips than passing{lowest}"
    )


def _print_parts(report: HandReport) -> None:
    """What the deal brings, part by part."""
    rows = report.parts.to_dict("records")
    means = [_mean(row, "chips") for row in rows]
    print_table(
        ("chips a deal", *(row["part"] for row in rows)),
        [("mean", *(mean for mean, _ in means)), ("95 %", *(half for _, half in means))],
    )
    last, limits = _share(report.last, "last")
    left = report.cards_left
    cards = f", then with {left.mean:.2f}" if left.n else ""
    half = "" if math.isnan(left.low) else f" (+-{left.mean - left.low:.2f})"
    _say(f"  n = {report.worlds:,}; last with cards in {last} ({limits}){cards}{half}")


def _print_openings(report: HandReport, *, whole: bool) -> None:
    """From which holding on the seat opens, and the whole table where it is asked for."""
    lines = "; ".join(report.opening_line(auction) for auction in _AUCTIONS)
    if report.seat == 0:
        _say("  any hand here: where nobody has staked the circle is the dealer's either way")
        return
    if not whole:
        _say(f"  any hand here opens {lines}")
        return
    for auction, found in report.openings.items():
        print()
        _print_opening(auction, found.holdings)


def _print_opening(auction: str, holdings: pd.DataFrame) -> None:
    """What opening brings by holding."""
    rows = [
        (row["holding"], f"{row['n']:,}", *_mean(row, "gain"), "opens" if row["opens"] else "")
        for row in holdings.to_dict("records")
    ]
    title = f"Opening the {auction} with the least stake, any hand at this seat"
    print_table(("holding", "n", "to pass", "95 %", ""), rows, title=title)


def as_data(report: HandReport, notation: str) -> dict[str, Any]:
    """A report as plain data, cards as text."""
    from simcore.poch.pack import PACKS

    pack = PACKS[report.rule_set.pack]
    return {
        "game": "poch",
        "hand": pack.format(report.hand, notation),
        "turn_up": pack.format(report.turn_up, notation) if report.turn_up else None,
        "seat": report.seat,
        "seats": report.rule_set.players,
        "rules": report.rules,
        "players": list(report.players),
        "circles": dict(report.circles),
        "worlds": report.worlds,
        "seed": report.seed,
        "level": 0.95,
        "recommendation": report.recommendation,
        "best": report.best,
        "holdings": report.holdings.to_dict("records"),
        "stakes": [_stake(row) for row in report.stakes.to_dict("records")],
        "seeing": {auction: _reach_data(reach) for auction, reach in report.reach.items()},
        "opening": {
            auction: {
                "lowest": found.lowest,
                "gain": found.gain.mean,
                "gain_low": found.gain.low,
                "gain_high": found.gain.high,
                "n": found.gain.n,
                "holdings": found.holdings.to_dict("records"),
            }
            for auction, found in report.openings.items()
        },
        "parts": report.parts.to_dict("records"),
        **report.last,
        "cards_left": report.cards_left.mean,
        "cards_left_low": report.cards_left.low,
        "cards_left_high": report.cards_left.high,
    }


def _stake(row: dict[Any, Any]) -> dict[Any, Any]:
    """A first stake; null for the player's own."""
    return {**row, "first_stake": None if row["first_stake"] == _OWN else row["first_stake"]}


def _reach_data(reach: Reach) -> dict[str, Any]:
    names = ("n", "best", "low", "high", "up_to", "surely", "perhaps", "most")
    data = {name: getattr(reach, name) for name in names}
    return {**data, "stakes": reach.stakes.to_dict("records")}
