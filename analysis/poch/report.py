"""A run of soket and sekans as one page of HTML: tables, charts, where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pandas as pd

from analysis.clusters import means
from analysis.page import numbers, origin, other_version, render, title, unfinished
from analysis.pictures import Picture
from analysis.poch import provenance
from analysis.poch.charts import captions
from analysis.poch.charts.numbers import chips_text, plain_chips
from analysis.poch.frames import chips_by_seat, circles, endings
from analysis.poch.frames.sessions import counts_of, session_sums, sums_of
from analysis.poch.load import PochLog
from analysis.poch.places import place_in_full
from analysis.poch.rule_words import circle_names, rule_words
from analysis.words import Table, rate
from simcore import Run
from simcore.poch import rules_in

NOTE = (
    "Wilson's for rates, Student's for means; a session counts as one draw, for its deals hang "
    "together. All numbers are against the players named, not against other people."
)
_ENDS = {
    "unseen": "one player left, unseen",
    "shown": "shown",
    "all_pass": "all passed: to the dealer",
    "none_held": "nobody held one: to the dealer",
}
_ROTATED = (
    "Each deal was played once for every player, moved round the seats. All rows of a session "
    "count as one draw in every interval."
)


def page(run: Run, log: PochLog, pictures: Iterable[Picture] = ()) -> str:
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
    chips, ends = chips_by_seat.frame(log), endings.frame(log)
    return render(
        title=title(run),
        about=about(run, log),
        notices=notices(run),
        facts=facts(chips, ends),
        tables=tables(run, log, chips, ends),
        pictures=list(pictures),
        note=NOTE,
        origin=origin(run, _places(run)),
        repeat=provenance.repeat(run.settings),
    )


# ---- the head -----------------------------------------------------------------------------------


def about(run: Run, log: PochLog) -> str:
    """What a run is, and its rules, in a few sentences."""
    settings = run.settings
    rules = rules_in(settings["rules"].items())
    return (
        f"{run.deals:,} deals of soket and sekans{numbers(run)} in {captions.sessions(log)}, dealt "
        f"from seed {settings['seed']}, under the rules {settings['rules']['name']}, "
        f"{captions.seated(settings)}. {rule_words(rules)}"
    )


def notices(run: Run) -> list[str]:
    """What a reader must know before the numbers."""
    settings = run.settings
    said = unfinished(run)
    if settings["rotate"]:
        said.append(_ROTATED)
    said += other_version(run)
    if settings["scenario"]:
        said.append(f"Not free deals: {'; '.join(captions.scenario(settings['scenario']))}.")
    return said


def facts(chips: pd.DataFrame, ends: pd.DataFrame) -> list[tuple[str, str, str]]:
    """The first numbers: what, how much, of what."""
    found = []
    last = chips[(chips["position"] == chips["players"]) & (chips["source"] == chips_by_seat.SUM)]
    for cell in last.to_dict("records"):
        text = chips_text(cell["mean"], cell["low"], cell["high"])
        found.append(("The dealer wins", text, f"chips a deal, {cell['n']:,} deals"))
    for cell in ends[ends["how"] == "shown"].to_dict("records"):
        share = rate(cell["share"], cell["share_low"], cell["share_high"])
        found.append((f"{str(cell['auction']).capitalize()} shown", share, _deals(cell["of_n"])))
    return found


def _deals(n: int) -> str:
    return f"of {n:,} deals"


def _places(run: Run) -> Sequence[object]:
    """Names of the players' places."""
    seats = range(len(run.settings["players"]))
    return [chr(ord("A") + k) for k in seats] if run.settings["rotate"] else list(seats)


# ---- tables -------------------------------------------------------------------------------------


def tables(run: Run, log: PochLog, chips: pd.DataFrame, ends: pd.DataFrame) -> list[Table]:
    """The tables of a run."""
    listed = [_by_position(chips), _by_end(ends)]
    if len(set(log.player_names)) > 1:
        listed.insert(1, _by_player(log))
    rules = rules_in(run.settings["rules"].items())
    if circle_names(rules):
        listed.append(_circles(circles.frame(log)))
    return listed


def _by_position(chips: pd.DataFrame) -> Table:
    rows = []
    for _, cells in chips.groupby("position"):
        sums = [chips_text(*limits) for limits in cells[["mean", "low", "high"]].to_numpy()]
        first = cells.iloc[0]
        place = place_in_full(int(first["position"]) % int(first["players"]))
        rows.append((place, f"{first['n']:,}", *sums))
    notes = [
        "soket, sekans: the circle, if won, less what was staked; shedding: what the last holder "
        "of cards pays; antes are the same in every deal."
    ]
    head = ("place", "deals (n)", *chips_by_seat.SOURCES)
    return Table("Chips a deal by place at the table and source", head, rows, notes)


def _by_player(log: PochLog) -> Table:
    found = session_sums(log, "SELECT * FROM seats", "player_name", {"chips": "chips"})
    told = pd.DataFrame(counts_of(found) | means("mean", sums_of(found, "chips"), 0.95))
    limits = told[["mean", "mean_low", "mean_high"]].to_numpy()
    rows = [
        (str(name), f"{n:,}", chips_text(*own))
        for name, n, own in zip(found["player_name"], told["n"], limits, strict=True)
    ]
    return Table("Chips a deal by player", ("player", "hands (n)", "chips"), rows)


def _by_end(ends: pd.DataFrame) -> Table:
    rows = []
    for cell in ends.to_dict("records"):
        share = rate(cell["share"], cell["share_low"], cell["share_high"])
        staked = plain_chips(cell["staked"], cell["staked_low"], cell["staked_high"])
        rows.append((f"{cell['auction']}: {_ENDS[cell['how']]}", f"{cell['n']:,}", share, staked))
    n = ends["of_n"].iloc[0]
    head = ("", "n", f"share of {n:,} deals", "chips staked by all")
    return Table("How the auctions end", head, rows)


def _circles(told: pd.DataFrame) -> Table:
    rows = []
    for cell in told[told["last"]].to_dict("records"):
        mean = plain_chips(cell["mean"], cell["low"], cell["high"])
        spread = [f"{cell[name]:,}" for name in ("q10", "q50", "q90", "most")]
        rows.append((str(cell["circle"]), f"{cell['n']:,}", mean, *spread))
    head = ("circle", "ends (n)", "mean chips", "10 %", "median", "90 %", "most")
    notes = ["Reported, not paid: nobody owns what is left."]
    return Table("Left in the circles at the end of a session", head, rows, notes)
