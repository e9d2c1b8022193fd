"""What `simcore summary` prints for a run of soket and sekans."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Cell = dict[str, Any]
Namer = Callable[[Cell], str]

_HOW = {"unseen": "unseen", "shown": "shown", "all_pass": "all pass", "none_held": "none held"}
_AUCTIONS = ("soket", "sekans")
_CHANCES = {"took_soket": "soket", "took_sekans": "sekans", "loses": "left"}
_IN_FULL = {"took_soket": "took soket", "took_sekans": "took sekans", "loses": "left with cards"}
_EXACT = ("share", "95 %", "exact")
_RARE = 0.0005  # a share that two decimals of a percent do not tell
_WIDTH = 80
_SETS = {0: "none", 2: "pair", 3: "triple", 4: "quad"}
_LEAST = 0.005  # chips that two decimals tell
_SHARE = ("n", "share", "95 %")


def tell(found: dict[str, Any]) -> None:
    """Print a summary."""
    _tell_head(found)
    if "cells" in found:
        _tell_cells(found)
        return
    parts: list[tuple[Namer, str, list[Cell]]] = [(_place_of, "place", found["positions"])]
    if "by_player" in found:
        parts.append((_player_name, "player", found["by_player"]))
    for name, what, cells in parts:
        _tell_chips(found, cells, what, name)
        _tell_chances(found, cells, what, name)
    _tell_auctions(found)
    _tell_shedding(found)
    _tell_circles(found)


# ---- head ---------------------------------------------------------------------------------------


def _tell_head(found: dict[str, Any]) -> None:
    from scripts.tables import wrapped, wrapped_text

    last = found["first"] + found["deals"] - 1
    numbers = f", numbers {found['first']:,} to {last:,}" if found["deals"] else ""
    print(f"Run {found['run']}, {found['status']}")
    if found["status"] != "complete":
        print(f"  NOTE: {found['deals']:,} of {found['deals_wanted']:,} deals are there so far")
    print(f"  soket and sekans, {found['deals']:,} deals{numbers}, seed {found['seed']}")
    sessions = found["sessions"]
    many = f"{sessions['n']:,} session{'s' * (sessions['n'] != 1)}"
    print(f"  {many}, {sessions['whole']:,} whole ({sessions['deals']:,} deals)")
    odd = found["unusual_rules"]
    told = [f"rules {found['rules']}, {found['seats']} players, {found['pack']} cards", *odd]
    for line in wrapped(", ".join(told) if odd else f"{told[0]}, all as usual", 76):
        print(f"  {line}")
    for line in wrapped(_players(found), 68):
        print(f"  {line}")
    if found["rotate"]:
        print(f"  each deal is played {found['seats']} times, the players moved round")
    if found["scenario"] is not None:
        for line in wrapped_text(_scenario(found["scenario"]), 78):
            print(f"  {line}")
    if found["where"]:
        print(f"  only rows where {found['where']}")
    together = ", with all rotations" if found["rotate"] else ""
    print(f"  ranges are 95 % intervals; a session counts as one draw{together}")


def _players(found: dict[str, Any]) -> str:
    names = found["players"]
    if len(set(names)) == 1:
        return f"players {names[0]} at every seat"
    labels = [chr(ord("A") + k) if found["rotate"] else f"seat {k}" for k in range(len(names))]
    return "players " + ", ".join(f"{p} {name}" for p, name in zip(labels, names, strict=True))


def _scenario(scenario: dict[str, Any]) -> str:
    words = []
    if scenario["dealer"] is not None:
        words.append(f"seat {scenario['dealer']} deals first in every session")
    if scenario["circles"]:
        chips = ", ".join(f"{rank} {chips:,}" for rank, chips in scenario["circles"].items())
        words.append(f"circles of a new session hold {chips}")
    if scenario["staker"] is not None:
        stakes = ", ".join(f"{name} {chips:,}" for name, chips in scenario["first_stakes"].items())
        words.append(f"first turn of seat {scenario['staker']}: {stakes}")
    for place, cards in scenario["known"].items():
        who = "turned up is" if place == "turn_up" else f"seat {place} has"
        words.append(f"{who} {cards}")
    return "; ".join(words)


# ---- numbers ------------------------------------------------------------------------------------


def _chips(number: float, digits: int, *, sign: bool = True) -> str:
    from scripts.tables import points

    told = points(number, digits)
    return told if sign else told.removeprefix("+")


def _chips_range(low: float, high: float, digits: int, *, sign: bool = True) -> str:
    """Limits of a mean; there are none where all sessions agree, or of one session."""
    if math.isnan(low):
        return "no interval"
    return f"{_chips(low, digits, sign=sign)} to {_chips(high, digits, sign=sign)}"


def _mean(cell: Cell, digits: int, *, sign: bool = True) -> tuple[str, str]:
    """A mean and its limits."""
    if not cell["of_n"]:
        return "no data", ""
    limits = _chips_range(cell["low"], cell["high"], digits, sign=sign)
    return _chips(cell["mean"], digits, sign=sign), limits


def _share(cell: Cell | None) -> tuple[str, str]:
    """A share and its limits."""
    from scripts.tables import percent, share_range

    if cell is None or not cell["of_n"]:
        return "no data", ""
    return percent(cell["rate"]), share_range(cell["rate"], cell["low"], cell["high"])


def _digits(means: Iterable[Cell]) -> int:
    """Decimals of the means of a table: fewer where one of them is wide."""
    widest = max((abs(mean[x]) for mean in means for x in ("mean", "low", "high")), default=0.0)
    return 1 if widest >= 100 else 2  # nan is not wide


def _title(words: str) -> None:
    """What a table shows, behind an empty line."""
    from scripts.tables import wrapped_text

    print("\n" + "\n".join(wrapped_text(words)))


def _deals(found: dict[str, Any]) -> str:
    """The denominator of most tables."""
    if not found["rotate"]:
        return f"the {found['rows']:,} deals"
    return f"the {found['rows']:,} deals played ({found['seats']} rotations)"


# ---- the whole run ------------------------------------------------------------------------------


def _place_of(cell: Cell) -> str:
    return _place(cell["position"])


def _place(position: int) -> str:
    """A place by name: who deals, and how far to his left one sits."""
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}.get(position, f"{position}th")
    return f"{ordinal} left" if position else "dealer"


def _player_name(cell: Cell) -> str:
    return f"{cell['name']}, {cell['seats']} seats" if cell["seats"] > 1 else str(cell["name"])


def _tell_chips(found: dict[str, Any], cells: list[Cell], what: str, name: Namer) -> None:
    from scripts.tables import print_table

    _title(f"Chips a deal by {what}, means of {_deals(found)}")
    if what == "place":
        print("1st left: at the dealer's left, stakes first; in shedding the dealer leads first")
    elif any(cell["seats"] > 1 for cell in cells):
        print("of a player with several seats the mean of his seats")
    print("soket, sekans: the circles of the auctions won, less chips staked")
    for pair in (("circles", "soket"), ("sekans", "shedding")):
        print_table(("", *_with_limits(pair)), _lines(cells, name, pair))
        print()
    rows = [
        (line[0], f"{found['antes']:+,}", *line[1:]) for line in _lines(cells, name, ("chips",))
    ]
    print_table(("", "antes", "in all", "95 %"), rows)
    total = sum(cell["chips"]["mean"] for cell in cells)
    if what == "place" and total < -_LEAST:
        print(f"the places add up to {_chips(total, 2)}: what is missing waits in the circles")


def _with_limits(names: Sequence[str]) -> list[str]:
    return [column for name in names for column in (name, "95 %")]


def _lines(cells: list[Cell], name: Namer, sources: Sequence[str]) -> list[tuple[str, ...]]:
    """A line for each place or player, a mean and its limits for each source of chips."""
    digits = _digits(cell[source] for cell in cells for source in sources)
    return [
        (name(cell), *(text for source in sources for text in _mean(cell[source], digits)))
        for cell in cells
    ]


def _tell_chances(found: dict[str, Any], cells: list[Cell], what: str, name: Namer) -> None:
    from scripts.tables import print_table

    _title(f"Took the circle of the auction by {what}, of {_deals(found)}")
    rows = [
        (name(cell), *(text for auction in _AUCTIONS for text in _share(cell[f"took_{auction}"])))
        for cell in cells
    ]
    print_table(("", *_with_limits(_AUCTIONS)), rows)
    _title(f"Left with cards in the shedding by {what}, of the same deals")
    print_table(("", "share", "95 %"), [(name(cell), *_share(cell["loses"])) for cell in cells])


def _tell_auctions(found: dict[str, Any]) -> None:
    from scripts.tables import print_table

    auctions = [found["auctions"][auction] for auction in _AUCTIONS]
    columns = ("", "soket", "share", "95 %", "sekans", "share", "95 %")
    _title(f"How the auctions ended, of {_deals(found)}")
    shares = {said: [auction["how"][word] for auction in auctions] for word, said in _HOW.items()}
    print_table(columns, _pairs(shares, "n"))
    _title("Chips staked by all players, means of the n auctions with a stake")
    means = [auction["staked"] for auction in auctions]
    digits = _digits(means)
    rows = [
        (name, f"{mean['of_n']:,}", *_mean(mean, digits, sign=False))
        for name, mean in zip(_AUCTIONS, means, strict=True)
    ]
    print_table(("", "n", "chips", "95 %"), rows)
    _title(
        "The best holding at the table took the circle: share of the n deals in which somebody "
        "holds one, in all and by how the auction ended"
    )
    shares = {"in all": [auction["best"] for auction in auctions]}
    shares |= {
        _HOW[word]: [auction["best_by"][word] for auction in auctions]
        for word in auctions[0]["best_by"]
    }
    print_table(columns, _pairs(shares, "of_n"))


def _pairs(shares: dict[str, list[Cell]], number: str) -> list[tuple[str, ...]]:
    """Lines of shares of both auctions, each behind its number."""
    return [
        (said, *(text for cell in cells for text in (f"{cell[number]:,}", *_share(cell))))
        for said, cells in shares.items()
    ]


def _tell_shedding(found: dict[str, Any]) -> None:
    from scripts.tables import print_table

    shedding = found["shedding"]
    mean, limits = _mean(shedding["mean_left"], 2, sign=False)
    _title(f"Cards left to the loser of the shedding, of {_deals(found)}")
    rows = [(str(k), f"{cell['n']:,}", *_share(cell)) for k, cell in shedding["cards_left"].items()]
    print_table(("cards", *_SHARE), rows)
    print(f"mean {mean} ({limits})")


def _tell_circles(found: dict[str, Any]) -> None:
    from scripts.tables import print_table

    cells = found["circles"]
    digits = _digits(cell[part] for cell in cells for part in ("after", "at_end"))
    ends = cells[0]["at_end"]["of_n"]
    _title(
        f"Circles by rank, of {_deals(found)}: the share in which somebody takes it, and the mean "
        f"chips in it after a deal; end: after the last deal of a session, of {ends:,} such deals"
    )
    rows = [
        (cell["rank"], *_share(cell["taken"]), *_mean(cell["after"], digits, sign=False),
         *_mean(cell["at_end"], digits, sign=False))
        for cell in cells
    ]  # fmt: skip
    print_table(("", *_with_limits(("taken", "after", "end"))), rows)


# ---- cells --------------------------------------------------------------------------------------


def _word(column: str, value: Any) -> str:
    """A value of a column as a person reads it."""
    if value is None:
        return "-"
    if column == "position":
        return _place(int(value))
    if column == "soket_size":
        return _SETS[int(value)]
    if column == "sekans_size":
        return str(value) if value else "none"
    if column in ("soket_how", "sekans_how"):
        return _HOW[value]
    if column == "player":
        return chr(ord("A") + int(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _heads(found: dict[str, Any], cell: Cell) -> list[str]:
    """The values that name a cell, and its number of rows."""
    return [*(_word(name, cell[name]) for name in found["by"]), f"{cell['n']:,}"]


def _mean_of(cell: Cell, name: str, digits: int) -> tuple[str, str]:
    limits = _chips_range(cell[f"{name}_low"], cell[f"{name}_high"], digits)
    return _chips(cell[name], digits), limits


def _share_of(cell: Cell, name: str) -> tuple[str, str]:
    from scripts.tables import percent, share_range

    share, low, high = (cell[f"{name}{part}"] for part in ("", "_low", "_high"))
    return percent(share), share_range(share, low, high)


def _digits_of(cells: Iterable[Cell], names: Sequence[str]) -> int:
    parts = ("", "_low", "_high")
    widest = max(
        (abs(cell[f"{name}{part}"]) for cell in cells for name in names for part in parts),
        default=0.0,
    )
    return 1 if widest >= 100 else 2


_CHIPS = {
    "mean_chips": "in all",
    "mean_circles": "circles",
    "mean_soket": "soket",
    "mean_sekans": "sekans",
    "mean_shedding": "shedding",
}
_OF_CELLS = "n: a seat in a deal is one"


def _tell_cells(found: dict[str, Any]) -> None:
    _title(f"By {', '.join(found['by'])}; {_OF_CELLS}")
    print("\nChips a deal of a seat, means: in all, and from the circles of ranks")
    _print(found, ["mean_chips", "mean_circles"])
    print("\nChips a deal from the auctions: the circles won less chips staked")
    _print(found, ["mean_soket", "mean_sekans"])
    print("\nShare that took the circle of the auction")
    _print(found, ["took_soket", "took_sekans"])
    print("\nShedding: chips a deal, and share left with cards")
    _print(found, ["mean_shedding", "loses"])
    if found["cells"] and "exact" in found["cells"][0]:
        print("\nShare of all seats, and what it is exactly for hands dealt at random")
        _print_exact(found)
    if found["out"]:
        print(f"\nwritten to {found['out']}")


def _print(found: dict[str, Any], measures: Sequence[str]) -> None:
    """One table of some measures, or one of each where they are too wide together."""
    together = _width(*_table(found, measures, _CHIPS | _CHANCES)) <= _WIDTH
    for number, part in enumerate([measures] if together else [[name] for name in measures]):
        if number:
            print()
        _print_cells(found, *_table(found, part, _CHIPS | _CHANCES))


def _width(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    """Columns of a terminal that a table takes."""
    gaps = 2 * (len(columns) - 1)
    return gaps + sum(max(map(len, column)) for column in zip(columns, *rows, strict=True))


def _print_cells(
    found: dict[str, Any], columns: Sequence[str], rows: Sequence[Sequence[str]]
) -> None:
    """A table of cells; where long names leave no room, the columns that name them go by number."""
    from scripts.tables import print_table, wrapped_text

    by = found["by"]
    if _width(columns, rows) > _WIDTH:
        numbers = [f"({number})" for number in range(1, len(by) + 1)]
        named = ", ".join(f"{number} {name}" for number, name in zip(numbers, by, strict=True))
        print("\n".join(wrapped_text(named)))
        columns = [*numbers, *columns[len(by) :]]
    print_table(columns, rows, left=len(by))


def _table(
    found: dict[str, Any], measures: Sequence[str], names: dict[str, str]
) -> tuple[list[str], list[list[str]]]:
    """The cells with some measures: means of chips, or shares."""
    cells = found["cells"]
    digits = _digits_of(cells, [name for name in measures if name in _CHIPS])
    columns = [*found["by"], "n"]
    rows = [_heads(found, cell) for cell in cells]
    for name in measures:
        columns += [names[name], "95 %"]
        for cell, row in zip(cells, rows, strict=True):
            row += _mean_of(cell, name, digits) if name in _CHIPS else _share_of(cell, name)
    return columns, rows


def _print_exact(found: dict[str, Any]) -> None:
    rows = [
        [*heads, *shares]
        for heads, shares in zip(
            (_heads(found, cell) for cell in found["cells"]), _exact(found), strict=True
        )
    ]
    _print_cells(found, (*found["by"], "n", *_EXACT), rows)


def _exact(found: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Share of each cell, its limits, and the exact one; rare holdings need more decimals."""
    digits = 4 if min(cell["exact"] for cell in found["cells"]) < _RARE else 2

    def told(share: float) -> str:
        return f"{100 * share:.{digits}f}"

    def limits(low: float, high: float) -> str:
        return "no interval" if math.isnan(low) else f"{told(low)} to {told(high)}"

    return [
        (
            f"{told(cell['share'])} %",
            limits(cell["share_low"], cell["share_high"]),
            f"{told(cell['exact'])} %",
        )
        for cell in found["cells"]
    ]


def file_table(found: dict[str, Any]) -> tuple[list[str], list[str], list[list[str]]]:
    """The cells as text for a file: notes, names of the columns, lines."""
    columns, rows = _table(found, [*_CHIPS, *_CHANCES], _CHIPS | _IN_FULL)
    notes = [f"By {', '.join(found['by'])}; {_OF_CELLS}; chips a deal, means, and chances;"]
    notes.append("a session counts as one draw.")
    if found["cells"] and "exact" in found["cells"][0]:
        columns += _EXACT
        for row, shares in zip(rows, _exact(found), strict=True):
            row += shares
    return notes, columns, rows
