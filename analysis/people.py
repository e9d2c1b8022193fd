"""Published figures of people's tables, beside those of a run: a reference, not a target."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from analysis.load import Log
from analysis.overview import DEALT, list_points
from analysis.ratios import mean, ratios, share

PEOPLE: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
LIST_DEALS = 36


class Figure(NamedTuple):
    """A figure of a table: its words, the denominator's, and how it is counted.

    Attributes
    ----------
    words, of
        For people.
    rows, what
        SQL: of which rows (or how much each adds to the denominator), and what is summed.
    times
        0 for a share, else a mean, times this.
    """

    words: str
    of: str
    rows: str
    what: str
    times: float = 0


_SUIT = "contract IN ('D', 'H', 'S', 'C')"
_TABLE = " + ".join(list_points(seat) for seat in range(3))

FIGURES = {
    "passed_in_of_dealt": Figure("passed in", "deals dealt", DEALT, "contract = 'P'"),
    "declarer_wins": Figure("declarer wins", "games", "played", "won"),
    "suit_wins": Figure("suit games won", "suit games", _SUIT, "won"),
    "grand_share": Figure("Grand", "games", "played", "contract = 'G'"),
    "grand_wins": Figure("Grands won", "Grands", "contract = 'G'", "won"),
    "null_share": Figure("Null", "games", "played", "contract = 'N'"),
    "null_wins": Figure("Nulls won", "Nulls", "contract = 'N'", "won"),
    "hand_share": Figure("hand games", "games", "played", "hand"),
    "forehand_declares": Figure("forehand declares", "games", "played", "declarer = 0"),
    "schneider_of_games": Figure("schneider", "games", "played", "schneider"),
    "mean_game_value": Figure("mean game value", "games", "played", "value", 1),
    "list_points_per_36_deals_and_player": Figure(
        f"list points in {LIST_DEALS} deals, a player",
        "hands dealt",
        "true",
        _TABLE,
        LIST_DEALS / 3,
    ),
}


def is_comparable(log: Log) -> bool:
    """Whether people's figures mean something beside a run: its deals are dealt and bid freely."""
    scenario = log.manifest["settings"]["scenario"] or {}
    return not any(scenario.get(name) for name in ("known", "declarer", "bidder"))


def figures(log: Log) -> list[dict[str, Any]]:
    """The figures of a run, and what people come to.

    Returns
    -------
    list of dict
        By figure, in order: name, words, of, times, the run's own of_n, low, high and rate (a
        share) or mean, people's band (low, high) and tournaments (a mean, None where none is
        published). Shares are 0..1.
    """
    measures = {name: (figure.rows, figure.what) for name, figure in FIGURES.items()}
    sums = ratios(log.query, measures, clustered=log.rotated)
    found = []
    for name, figure in FIGURES.items():
        own = mean(sums[name], figure.times) if figure.times else share(sums[name], figure.of)
        published = PEOPLE["figures"][name]
        people = {"band": published["band"], "tournaments": published.get("tournaments")}
        words = {"name": name, "words": figure.words, "of": figure.of, "times": figure.times}
        found.append({**own, **people, **words})
    return found
