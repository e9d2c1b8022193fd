"""A run as one page of HTML that needs nothing else: tables, charts, where it comes from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from analysis import people, provenance
from analysis.load import Log, SkatLog
from analysis.match import LIST_DEALS
from analysis.overview import KINDS, PLAYERS, overview
from analysis.page import numbers, origin, other_version, render, title, unfinished
from analysis.pictures import Picture
from analysis.words import NO_DATA, Table, points, rate
from simcore import Run, cards
from simcore.skat import rules_in
from simcore.skat.lists import GAME_BONUS, LOSS_BONUS
from simcore.skat.rules import ALL_PASS, BOCK, CONTRACTS, NAMES, SEATS

Found = dict[str, Any]
NOTE = (
    "Wilson's for rates, Student's for means; a deal counts as one draw. All rates are against the "
    "players named, not against other people."
)
_NAMES = dict(zip(CONTRACTS, NAMES, strict=True))


def page(run: Run, log: SkatLog, pictures: Iterable[Picture] = ()) -> str:
    """The page of a run, the same for the same run and pictures.

    Parameters
    ----------
    run, log
        The run and its log.
    pictures
        Its charts, see `analysis.pictures.take`.

    Returns
    -------
    str
        HTML with everything in it: no script, no font, no address.
    """
    found = overview(log)
    settings = run.settings
    return render(
        title=title(run),
        about=about(run),
        notices=notices(run, found),
        facts=facts(found),
        tables=tables(run, found),
        pictures=list(pictures),
        people=people_table(log),
        people_about=people.PEOPLE["about"],
        note=NOTE,
        origin=origin(run, PLAYERS if settings["rotate"] else SEATS),
        repeat=provenance.repeat(settings),
    )


# ---- cells ---------------------------------------------------------------------------------------


def _share(cell: Found) -> str:
    return rate(cell["rate"], cell["low"], cell["high"])


def _mean(cell: Found) -> str:
    return points(cell["mean"], cell["low"], cell["high"])


def _won(cell: Found) -> tuple[str, str]:
    """How often a cell was won and what it scored."""
    if not cell["n"]:
        return NO_DATA, NO_DATA
    wins = (cell[name] for name in ("win_rate", "win_low", "win_high"))
    score = (cell[name] for name in ("mean_score", "score_low", "score_high"))
    return rate(*wins), points(*score)


# ---- the head -----------------------------------------------------------------------------------


def about(run: Run) -> str:
    """What a run is, in a sentence or two."""
    settings = run.settings
    return (
        f"{run.deals:,} deals of Skat{numbers(run)}, dealt from seed {settings['seed']}, under the "
        f"rules {settings['rules']['name']}, {_players(settings)}."
    )


def _players(settings: Found) -> str:
    names = [str(player["name"]) for player in settings["players"]]
    if settings["rotate"]:
        listed = ", ".join(f"{p} {name}" for p, name in zip(PLAYERS, names, strict=True))
        return f"played by {listed}"
    if len(set(names)) == 1:
        return f"played by {names[0]} at every seat"
    return "played by " + ", ".join(f"{n} ({seat})" for n, seat in zip(names, SEATS, strict=True))


def notices(run: Run, found: Found) -> list[str]:
    """What a reader must know before the numbers."""
    settings = run.settings
    said = unfinished(run)
    if settings["rotate"]:
        said.append(
            "Each deal was played three times with the players moved round the seats. A deal "
            "counts as one draw in every interval, its three hands together."
        )
    said += other_version(run)
    if settings["scenario"]:
        said.append(_scenario(settings["scenario"]))
    if not found["played"]["n"]:
        said.append("Nobody declared a game, so there are no win rates.")
    return said


def _scenario(scenario: Found) -> str:
    words = ["the deals were given by a file of records"] if "deals" in scenario else []
    if scenario["declarer"] is not None:
        game = _NAMES[scenario["contract"]] if scenario["contract"] else "a game of its own choice"
        by_hand = " from the hand" if scenario["hand"] else ""
        announced = "".join(f", {word} announced" for word in scenario["announced"])
        words.append(f"{scenario['declarer']} was made to play {game}{by_hand}{announced}")
    if scenario.get("bidder") is not None:
        words.append(f"{scenario['bidder']} bids up to {scenario['bid']} whatever it holds")
    if scenario.get("discard"):
        words.append(f"{cards.format(scenario['discard'])} is put away")
    words += [f"{place} holds {cards.format(held)}" for place, held in scenario["known"].items()]
    return f"Not free deals: {'; '.join(words)}."


def facts(found: Found) -> list[tuple[str, str, str]]:
    """The first numbers: what, how much, of what."""
    played, passed = found["played"], found["passed_in"]
    won, score = _won(played)
    return [
        ("Games won", won, f"of {played['n']:,} games declared"),
        ("Mean score of the declarer", score, f"points a game, {played['n']:,} games declared"),
        ("Passed in", _share(passed), f"of {passed['of_n']:,} deals dealt"),
    ]


# ---- tables -------------------------------------------------------------------------------------


def tables(run: Run, found: Found) -> list[Table]:
    """The tables of a run."""
    listed = [_dealt(found), _contracts(found), _declarers(found, "seats", "seat")]
    if "by_player" in found:
        listed.append(_declarers(found, "by_player", "player"))
    return [*listed, _lists(run, found), _kinds(found)]


def _dealt(found: Found) -> Table:
    cells = [
        ("passed in", found["passed_in"]),
        ("thrown in, dealt again", found["thrown_in"]),
        ("Ramsch", found["ramsch"]),
        ("played by a declarer", found["per_dealt"]["played"]),
        ("won by the declarer", found["per_dealt"]["won"]),
    ]
    rare = ("thrown in, dealt again", "Ramsch")  # most rules know neither
    rows = [
        (name, f"{cell['n']:,}", _share(cell))
        for name, cell in cells
        if cell["n"] or name not in rare
    ]
    dealt = found["passed_in"]["of_n"]
    return Table("What became of the deals", ("", "n", f"share of {dealt:,} dealt"), rows)


def _contracts(found: Found) -> Table:
    rows = []
    for cell in found["contracts"]:
        share = (cell[name] for name in ("share", "share_low", "share_high"))
        rows.append((_NAMES[cell["contract"]], f"{cell['n']:,}", rate(*share), *_won(cell)))
    total = found["played"]
    rows.append(("all", f"{total['n']:,}", "", *_won(total)))
    head = ("contract", "games (n)", "share of games", "won", "mean score")
    return Table("Win rate by contract, of games declared", head, rows)


def _declarers(found: Found, key: str, what: str) -> Table:
    rows = [
        (cell["name"], f"{cell['n']:,}", _share(cell["declared"]), *_won(cell))
        for cell in found[key]
    ]
    head = (what, "declared (n)", "share of deals dealt", "won", "mean score")
    return Table(f"Win rate by {what}, of games it declared", head, rows)


def _lists(run: Run, found: Found) -> Table:
    rows = []
    for key, what in (("seats", ""), ("by_player", "player ")):
        for cell in found.get(key, ()):
            deals = f"{cell['list_36']['of_n']:,}"
            rows.append((f"{what}{cell['name']}", deals, _mean(cell["list_36"])))
    rules = rules_in(run.settings["rules"].items())
    words = (
        f"{GAME_BONUS} for a game won, -{GAME_BONUS} for one lost, {LOSS_BONUS[3]} if another lost"
    )
    notes = [f"Seeger-Fabian, a table of three: {words}."]
    if rules.bock:
        events = ", ".join(word for k, word in enumerate(BOCK) if rules.bock >> k & 1)
        notes.append(f"Bock ({events}) is left out: it needs the deals in order.")
    if ALL_PASS[rules.all_pass] == "redeal":
        notes.append("A deal thrown in and dealt again is one deal of the list.")
    head = ("", "hands (n)", f"points in {LIST_DEALS} deals")
    return Table(f"List points in {LIST_DEALS} deals", head, rows, notes)


def _kinds(found: Found) -> Table:
    rows = [
        (name, f"{cell['n']:,}", _share(cell))
        for name, cell in found["kinds"].items()
        if cell["n"] or name in KINDS
    ]
    played = found["played"]["n"]
    notes = ["Overbid: the game was worth less than the bid, and is lost."]
    return Table("Kinds of games", ("", "n", f"share of {played:,} games"), rows, notes)


# ---- people -------------------------------------------------------------------------------------


def people_table(log: Log) -> Table | None:
    """The run beside people's figures; None where they do not compare."""
    if not people.is_comparable(log):
        return None
    rows = []
    for cell in people.figures(log):
        if cell["times"]:
            own = points(cell["mean"], cell["low"], cell["high"], sign=False)
            band = "{:,} to {:,}".format(*cell["band"])
        else:
            own = _share(cell)
            band = "{:g} to {:g} %".format(*(round(100 * limit, 1) for limit in cell["band"]))
        mean = "" if cell["tournaments"] is None else f"{100 * cell['tournaments']:.1f} %"
        rows.append((cell["words"], own, f"{cell['of_n']:,} {cell['of']}", band, mean))
    head = ("", "this run", "n", "people: band", "people: tournaments")
    notes = [
        f"Bands: {people.PEOPLE['bands_from']}.",
        f"Tournaments: {people.PEOPLE['tournaments_from']}; published without intervals.",
        "Both are of the International Skat Order.",
    ]
    return Table("This run beside people's tables: no target", head, rows, notes)
