"""The games of a hand as a frame: rates, means and bids, each with its interval."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from analysis.hand import bids
from analysis.hand.played import LEVEL, PAYOFFS, Played, Tally
from analysis.hand.worlds import Worlds
from analysis.intervals import wilson
from analysis.moments import Difference, is_apart


def game_frame(
    played: Played, worlds: Worlds, best: int, scoring: str, fresh: range
) -> pd.DataFrame:
    """A row a game, in the order played; a game chosen after the pick-up is played again at other
    bids, in the worlds `fresh`."""
    return pd.DataFrame(
        [
            _described(tally)
            | _rates(tally)
            | _means(played, place)
            | _reach(tally, worlds, fresh)
            | _behind(played.less(place, best, scoring), own=place == best)
            for place, tally in enumerate(played.tallies)
        ]
    )


def _described(tally: Tally) -> dict[str, Any]:
    choice = tally.choice
    return {
        "game": choice.name,
        "contract": choice.contract,
        "hand": choice.hand,
        "announced": choice.announced,
        "discard": choice.discard,
        "n": tally.n,
        "wins": tally.won,
    }


def _rate(name: str, wins: int, n: int) -> dict[str, float]:
    """A share with its Wilson interval."""
    low, high = wilson(wins, n, LEVEL)
    stem = "win" if name == "win_rate" else name
    return {name: wins / n, f"{stem}_low": float(low), f"{stem}_high": float(high)}


def _rates(tally: Tally) -> dict[str, float]:
    counted = {"win_rate": tally.won, "schneider": tally.schneider, "overbid": tally.overbid}
    rates: dict[str, float] = {}
    for name, wins in counted.items():
        rates |= _rate(name, wins, tally.n)
    return rates


def _means(played: Played, place: int) -> dict[str, float]:
    """What a game brings under each scoring; where no world differs from another the limits are
    not known."""
    means: dict[str, float] = {}
    for payoff in PAYOFFS:
        found = played.payoff(place, payoff)
        means |= {payoff: found.mean, f"{payoff}_low": found.low, f"{payoff}_high": found.high}
        means[f"{payoff}_sd"] = found.sd
    return means


def _reach(tally: Tally, worlds: Worlds, fresh: range) -> dict[str, float]:
    """How high a game may be bid."""
    table, choice = worlds.table, tally.choice
    reach: dict[str, float] = {"safe_bid": np.nan, "breaks": np.nan}
    if choice.contract is None:
        bounds = bids.chosen_pays_up_to(worlds, list(PAYOFFS), fresh.start, len(fresh))
    else:
        bounds = {payoff: bids.pays_up_to(tally, payoff, table.rules) for payoff in PAYOFFS}
        safe = bids.safety(choice, table.cards, table.skat, table.rules)
        reach["safe_bid"], reach["breaks"] = safe
    for payoff, (mean, surely) in bounds.items():
        reach |= {f"pays_{payoff}": mean, f"pays_{payoff}_surely": surely}
    return reach


def _behind(gap: Difference, *, own: bool) -> dict[str, Any]:
    """A difference to the recommended game."""
    tied = own or not is_apart(gap)
    return {"behind": gap.mean, "behind_low": gap.low, "behind_high": gap.high, "tied": tied}


def add_rates(frame: pd.DataFrame, name: str, counted: dict[int, tuple[int, int]]) -> None:
    """Columns of a share that not every game has."""
    columns = {f"{name}_{column}": [np.nan] * len(frame) for column in ("n", "rate", "low", "high")}
    for place, (wins, n) in counted.items():
        low, high = wilson(wins, n, LEVEL)
        for column, number in (("n", n), ("rate", wins / n), ("low", low), ("high", high)):
            columns[f"{name}_{column}"][place] = float(number)
    for column, numbers in columns.items():
        frame[column] = numbers
