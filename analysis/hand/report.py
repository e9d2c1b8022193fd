"""What is known of a hand in the end: frames, and the recommendation in one sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analysis.hand.games import LATER
from analysis.hand.worlds import Heard
from simcore import cards as pack

# What is brought, as a person reads it after a number
UNITS = {
    "plain": "points a game",
    "seeger_fabian": "list points a game",
    "lead": "list points a game more than the others",
}


@dataclass(frozen=True, repr=False)
class HandReport:
    """How often a hand wins which game, what it brings, how high it may be bid.

    Made by `evaluate_hand`. All numbers are from worlds in which nothing was chosen.

    Attributes
    ----------
    hand, skat
        The ten cards, and the skat (0 if not known), as sets.
    seat, bid
        Where the hand sits (0 to 2), and what it plays at.
    rules, players, worlds, seed
        Names of the rule set and of the players by seat; number of worlds and their seed.
    scoring
        What the games are ranked by: "plain", "seeger_fabian" (list points) or "lead" (list points
        less the mean of the others).
    heard
        What the others bid, and the share of worlds kept for it; None: cards as dealt.
    asked
        Worlds asked for; with `heard` there may be fewer.
    games
        A row a game, the recommended one first, then by what they bring. Columns: game, contract
        (None: chosen after the pick-up), hand, announced, discard (a set; 0: the player's choice in
        each world), n, wins, win_rate (0..1, Wilson `_low` `_high`), then with `_low`, `_high` (t)
        and `_sd` plain, seeger_fabian and lead, points a game; schneider and overbid (shares of all
        worlds, Wilson); safe_bid (the value whatever the skat holds), breaks (the exact chance that
        the skat lowers it); pays_* (the highest bid at which it still brings 0 or more under each
        scoring) and pays_*_surely (by the lower end of the interval), 0 for no bid; behind with
        limits (paired difference to the recommended game), tied (that interval holds 0); with open
        cards or `pimc` asked for, open_card_* and pimc_*: n, rate, low, high.
    discards
        With the skat known: contract, announced, discard, behind with limits, tied, n; the best
        first of every game.
    best
        Name of the recommended game.
    """

    hand: int
    skat: int
    seat: int
    bid: int
    rules: str
    players: tuple[str, str, str]
    worlds: int
    seed: int
    scoring: str
    heard: Heard | None
    asked: int
    games: pd.DataFrame
    discards: pd.DataFrame
    best: str

    @property
    def recommendation(self) -> str:
        """What to do, and why, in one sentence."""
        return self.advice()

    def advice(self, notation: str = "iss") -> str:
        """The recommendation, with cards in a notation."""
        best = self._row(0)
        unit, name = UNITS[self.scoring], self.scoring
        low, high = best[f"{name}_low"], best[f"{name}_high"]
        brings = f"{best[name]:+.1f} {unit} ({_range(low, high, '+')})"
        low, high = (best[name] if math.isnan(limit) else limit for limit in (low, high))
        won = f"won {100 * best['win_rate']:.1f} %"
        if not low > 0 and not self.skat:
            if high < 0:
                return f"Pass: even {_quoted(best)} at {self.bid} brings {brings}, {won}."
            return f"Even: {_quoted(best)} at {self.bid} brings {brings}, {won}; passing brings 0."
        what = f"{self._do(best, notation)}: {brings}, {won}"
        reach = int(best[f"pays_{name}"])
        pays = f"it pays up to {reach}" if reach else "it pays at no bid"
        return f"{what}{self._against()}; {pays}."

    def _row(self, place: int) -> dict[str, Any]:
        return dict(self.games.iloc[place])

    def _do(self, best: dict[str, Any], notation: str) -> str:
        """What to do, as an order."""
        if best["game"] == LATER:
            return "Pick up and choose the game by what the skat brings"
        if best["hand"] or not best["discard"]:
            return f"{'Play' if best['hand'] else 'Pick up and play'} {best['game']}"
        away = pack.format(int(best["discard"]), notation)
        others = self._as_good(best, notation)
        return f"Play {best['game']} and put away {away}{others}"

    def _as_good(self, best: dict[str, Any], notation: str) -> str:
        """Other discards not told from the best."""
        own = self.discards[self.discards["game"] == best["game"]]
        tied = own[own["tied"] & (own["discard"] != best["discard"])]["discard"]
        shown = ", ".join(pack.format(int(cards), notation) for cards in tied[:3])
        more = f" and {len(tied) - 3} more" if len(tied) > 3 else ""
        return f" (not told from it: {shown}{more})" if len(tied) else ""

    def _against(self) -> str:
        """The best of the other games, and whether the difference is shown."""
        if len(self.games) == 1:
            return ""
        other = dict(self.games.iloc[1:].sort_values(self.scoring, ascending=False).iloc[0])
        limits = _range(-other["behind_high"], -other["behind_low"])
        gap = f"{-other['behind']:.1f} ({limits})"
        if other["tied"]:
            return f"; {_quoted(other)} is not told from it, {gap}"
        if other["behind"] > 0:
            more = (
                f"{other['behind']:.1f} ({other['behind_low']:.1f} to {other['behind_high']:.1f})"
            )
            return f"; {_quoted(other)} brought {more} more in these worlds: ask for more worlds"
        return f", {gap} more than {_quoted(other)}, the next best"

    def __repr__(self) -> str:
        return f"HandReport({pack.format(self.hand)!r}, best={self.best!r}, n={self.worlds})"

    def __str__(self) -> str:
        """The recommendation and the main columns of `games`."""
        name = self.scoring
        columns = ["game", "n", "win_rate", "win_low", "win_high", name, f"{name}_low",
                   f"{name}_high", f"pays_{name}", "safe_bid"]  # fmt: skip
        table = self.games[columns].round(3).to_string(index=False)
        return f"{pack.format(self.hand)}: {self.recommendation}\n\n{table}"


def _range(low: float, high: float, sign: str = "") -> str:
    """Limits in words."""
    return "in every world" if math.isnan(low) else f"{low:{sign}.1f} to {high:{sign}.1f}"


def _quoted(row: dict[str, Any]) -> str:
    """A game within a sentence."""
    return "picking up" if row["game"] == LATER else str(row["game"])
