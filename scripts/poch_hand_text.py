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
_WHEN = {"open": "no stake before it", "faced": "after a stake of another"}
_ENDS = (("won_low", -1), ("won_high", 1))
_NAME = 10  # letters of a player


def tell(report: HandReport, notation: str, *, threshold: bool) -> None:
    """Print a report: what to do first, then the numbers it rests on; with `threshold` also what
    opening brings by holding."""
    _say(*_head(report, notation))
    print()
    _say(*(sentence for auction in _AUCTIONS for sentence in report.advice(auction)))
    if report.warning:
        _say(report.warning)
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
        f"Soket and sekans; hand {pack.format(report.hand, notation)}; turned up: {up}",
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
        return f"; {_rounded(chips.pop())} chips wait in each circle besides the antes"
    listed = " ".join(f"{rank}={_rounded(number)}" for rank, number in report.circles.items())
    return f"; circles hold {listed} besides the antes"


def _rounded(number: float) -> str:
    """Chips of a circle, of an average two decimals."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


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


def _name(report: HandReport, row: dict[Any, Any]) -> str:
    """A first stake."""
    stake = int(row["first_stake"])
    if stake == _OWN:
        return _player(report)
    return "pass" if stake == _PASS else str(stake)


def _player(report: HandReport) -> str:
    """The name of the player of the hand, cut where it is long."""
    name = report.players[report.seat]
    return name if len(name) <= _NAME else name[: _NAME - 1] + "."


def _print_auction(report: HandReport, auction: str) -> None:
    """What is held, what becomes of each first stake, how far to go."""
    held = report.holding(auction)
    _say(f"{auction.capitalize()}: {_held(held)}")
    if auction not in report.reach:
        return _print_right(report, auction)
    turns = report.turns(auction)
    if len(turns) == 1:
        _print_turn(report, auction, turns[0])
    elif turns:
        _print_both(report, auction)
    _say("  " + _reach(report.reach[auction]))


def _print_turn(report: HandReport, auction: str, turn: str) -> None:
    """What becomes of each first stake, where there is one turn to ask for."""
    rows = [
        (
            _name(report, row),
            *_share(row, "won"),
            _percent(row, "unseen"),
            _percent(row, "shown"),
            *_more(row),
            _mark(row, report.best[auction][turn]),
        )
        for row in report.of(auction, turn).to_dict("records")
    ]
    n = int(report.of(auction, turn)["n"].iloc[0])
    if n < report.worlds:
        _say(f"  {_WHEN[turn]} (n = {n:,}):")
    columns = ("first stake", "won", "95 %", "unseen", "shown", "v passing", "95 %", "")
    print_table(columns, rows)


def _print_both(report: HandReport, auction: str) -> None:
    """What becomes of first stakes by what was done before, side by side: to keep to a page only
    the least, the highest and those recommended."""
    tables = [report.of(auction, turn).to_dict("records") for turn in _WHEN]
    told = [stake for stake in (row["first_stake"] for row in tables[0]) if stake > _PASS]
    told = [_OWN, _PASS, told[0], told[-1], *report.best[auction].values()]
    tables = [[row for row in table if row["first_stake"] in told] for table in tables]
    rows = [
        (
            _name(report, pair[0]),
            *(
                cell
                for turn, row in zip(_WHEN, pair, strict=True)
                for cell in (
                    _percent(row, "won"),
                    *_more(row),
                    _mark(row, report.best[auction][turn]),
                )
            ),
        )
        for pair in zip(*tables, strict=True)
    ]
    notes = [
        f"{turn}: n = {table[0]['n']:,}, won +-{_widest(table):.1f} %"
        for turn, table in zip(_WHEN, tables, strict=True)
    ]
    _say(f"  {'; '.join(notes)}")
    columns = [name for turn in _WHEN for name in (f"{turn}: won", "v passing", "95 %", "")]
    print_table(("first stake", *columns), rows)


def _widest(rows: list[dict[Any, Any]]) -> float:
    """How far a limit of `won` lies from it at most, in percent."""
    return max(100.0 * float(r[end] - r["won"]) * sign for r in rows for end, sign in _ENDS)


def _more(row: dict[Any, Any]) -> tuple[str, str]:
    """Chips more than by passing."""
    return ("", "") if row["first_stake"] == _PASS else _mean(row, "more")


def _print_right(report: HandReport, auction: str) -> None:
    """What falls to a dealer who cannot stake."""
    from analysis.poch.hand.means import share_columns

    found = report.of(auction)
    if report.seat == 0 and len(found):
        row = report.line(auction, _PASS)
        share, limits = _share(share_columns("open", row["n"], report.worlds), "open")
        _say(
            f"  where nobody stakes, in {share} ({limits}), the circle falls to the dealer: "
            f"{row['chips']:+.2f} chips"
        )


def _held(held: dict[Any, Any]) -> str:
    """A holding, and how it compares."""
    if held["key"] == 0:
        return "nothing held"
    trump = "the trump card" if held["auction"] == "soket" else "in trumps"
    open_flag = f" ({trump} in {100 * held['trump']:.0f} %)" if 0 < held["trump"] < 1 else ""
    sure = " (trump)" if held["trump"] == 1 else ""
    best, limits = _share(held, "best")
    return (
        f"{held['holding']}{sure}{open_flag}; above {100 * held['below']:.1f} % of all hands of "
        f"the pack; the best at the table in {best} ({limits})"
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
    turns = [(auction, turn) for auction in _AUCTIONS for turn in report.turns(auction)]
    marks = {
        _mark(row, report.best[auction][turn])
        for auction, turn in turns
        for row in report.of(auction, turn).to_dict("records")
    }
    if not marks:
        return
    words = ["* recommended (chosen in other worlds)"]
    if "=" in marks:
        words.append("= not told from it")
    if "+" in marks:
        words.append("+ better in these worlds")
    late, both = report.seat != 1, len(turns) > len(report.reach)
    stay = "; who faces more puts down what it takes to stay in" if late else ""
    shown = "; faced: after a stake; other stakes: --json" if both else "; unseen, shown: won so"
    _say(
        f"  {', '.join(words)}; {_player(report)}: its own choice; v passing: chips more than by "
        f"passing{shown}{stay}"
    )


def _print_parts(report: HandReport) -> None:
    """What the deal brings, part by part, as the player likes and as advised."""
    rows = report.parts.to_dict("records")
    lines = []
    for words, name in ((f"as {_player(report)} plays it", "chips"), ("as advised", "advised")):
        means = [_mean(row, name) for row in rows]
        lines += [
            (words, *(mean for mean, _ in means)),
            ("  95 %", *(half for _, half in means)),
        ]
    print_table(("chips a deal", *(row["part"] for row in rows)), lines)
    more = " ".join(_mean(rows[-1], "more")).strip()
    last, limits = _share(report.last, "last")
    left, cards = report.cards_left, ""
    if left.n:
        within = "" if math.isnan(left.low) else f" (+-{left.mean - left.low:.2f})"
        cards = f", with {left.mean:.2f} cards then{within}"
    _say(
        f"  as advised: recommended first stakes, then as {_player(report)}; in all {more} more",
        f"  last to hold cards in {last} ({limits}){cards}",
    )


def _print_openings(report: HandReport, *, whole: bool) -> None:
    """From which holding on the seat opens, and the whole table where it is asked for."""
    if report.seat == 0:
        _say("  nobody has staked: the circle is the dealer's, whether he stakes or passes")
        return
    lines = "; ".join(report.opening_line(auction) for auction in _AUCTIONS)
    if not whole:
        _say(f"  at this seat opening {lines}")
        return
    for auction, found in report.openings.items():
        print()
        _print_opening(auction, found.holdings)


def _print_opening(auction: str, holdings: pd.DataFrame) -> None:
    """What opening brings by holding."""
    rows = [
        (row["holding"], f"{row['n']:,}", *_mean(row, "gain"), "pays" if row["opens"] else "")
        for row in holdings.to_dict("records")
    ]
    title = f"Opening the {auction} with the least stake, any hand at this seat"
    print_table(("holding", "n", "v passing", "95 %", ""), rows, title=title)


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
        "warning": report.warning or None,
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
