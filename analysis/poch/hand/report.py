"""What is known of a hand in the end: frames, and what to do in sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analysis.moments import Difference
from analysis.poch.hand.opening import Opening
from analysis.poch.hand.seeing import Reach
from analysis.poch.hand.stakes import PASS
from analysis.poch.hand.turns import FACED, OPEN, turns_of
from analysis.poch.hand.worlds import DEALER, OWN
from simcore.poch import RuleSet
from simcore.poch.pack import PACKS
from simcore.poch.rules import AUCTIONS

_FEW = 0.05  # wins shown, of all: below it the stake wins by frightening
_OFTEN = 0.5  # who holds the best more often does not bluff
_WARNING = "Bluffs pay against these players, whose strategies are fixed, not against everybody."
_WHEN = {OPEN: "when nobody has staked", FACED: "after a stake"}


@dataclass(frozen=True, repr=False)
class HandReport:
    """What to put down first with a hand, how far to go, and what the deal brings.

    Made by `evaluate_hand`. Chips are those of one deal; all numbers are from worlds in which
    nothing was chosen.

    Attributes
    ----------
    hand, turn_up
        The six cards, and the card turned up (0 if not known), as sets.
    seat
        0 the dealer, 1 his left neighbour, and so on.
    rules, rule_set
        Name of the rules, and the rules played by: those with sessions of one deal.
    players
        Names by seat, from the dealer on.
    circles
        Chips by rank that waited before the antes; empty: none.
    worlds, seed
        Number of worlds shown and their seed.
    holdings
        A row an auction: auction, holding (words), key (without the mark of trumps), trump (the
        chance that it has the trump card, or is in trumps), below (exact share of all hands that
        hold less, equal ones counted half), n, best (the chance that it would win if all showed,
        Wilson `_low` `_high`).
    stakes
        A row an auction, turn ("open": nobody has staked before the first turn of the seat;
        "faced": somebody has) and first stake (-1 the player's own, 0 passes): n worlds with such a
        turn, wins, won (share, Wilson), unseen, shown, by_right (shares of these worlds in which it
        is won so; by right the dealer's), chips (mean, t), more (than by passing in the same
        worlds, t), behind (more than by the recommended first stake, t), tied (whether that
        interval holds 0). A turn that no world has is left out.
    best
        The recommended first stake by auction and turn, 0 to pass: of those near the best in some
        worlds the one that brings most in others; neither are shown.
    reach
        By auction up to which last stake seeing pays where two are left; see `Reach`.
    openings
        By auction the lowest holding with which the seat opens, for any hand; see `Opening`. Empty
        for the dealer.
    parts
        A row a part (circles, soket, sekans, shedding, antes, in all): n, chips (mean, t) by the
        player's own choices, advised where both auctions begin with the recommended first stakes
        and the player goes on, more (the latter less the former, in the same worlds).
    last
        The chance to be the last with cards: last, last_low, last_high (Wilson).
    cards_left
        How many those are then (mean, t).
    """

    hand: int
    turn_up: int
    seat: int
    rules: str
    rule_set: RuleSet
    players: tuple[str, ...]
    circles: Mapping[str, float]
    worlds: int
    seed: int
    holdings: pd.DataFrame
    stakes: pd.DataFrame
    best: dict[str, dict[str, int]]
    reach: dict[str, Reach]
    openings: dict[str, Opening]
    parts: pd.DataFrame
    last: dict[str, float]
    cards_left: Difference

    @property
    def recommendation(self) -> str:
        """What to do in both auctions."""
        said = [sentence for auction in AUCTIONS for sentence in self.advice(auction)]
        return " ".join([*said, self.warning]).strip()

    @property
    def warning(self) -> str:
        """How far a bluff can be trusted; nothing where none is recommended."""
        bluffs = (self.bluff(a, turn) for a in AUCTIONS for turn in self.turns(a))
        return _WARNING if any(bluffs) else ""

    def turns(self, auction: str) -> list[str]:
        """The first turns at which there is something to choose: a circle on which nobody stakes
        is the dealer's whether he stakes or passes."""
        if auction not in self.reach:
            return []
        met = set(self.stakes.loc[self.stakes["auction"] == auction, "turn"])
        asked = [FACED] if self.seat == DEALER else turns_of(self.seat)
        return [turn for turn in asked if turn in met]

    def holding(self, auction: str) -> dict[Any, Any]:
        """What is held for an auction."""
        return dict(self.holdings[self.holdings["auction"] == auction].iloc[0])

    def of(self, auction: str, turn: str = OPEN) -> pd.DataFrame:
        """The first stakes of an auction at such a turn."""
        return self.stakes[(self.stakes["auction"] == auction) & (self.stakes["turn"] == turn)]

    def line(self, auction: str, stake: int, turn: str = OPEN) -> dict[Any, Any]:
        """One first stake of an auction."""
        own = self.of(auction, turn)
        return dict(own[own["first_stake"] == stake].iloc[0])

    def advice(self, auction: str) -> list[str]:
        """What to do in an auction, and why: a sentence for each turn there may be."""
        if auction not in self.reach:
            return [f"{auction.capitalize()}: nothing held, so pass."]
        said = [self._advice(auction, turn) for turn in self.turns(auction)]
        return said or [f"{auction.capitalize()}: nobody stakes before the dealer, so it is his."]

    def _advice(self, auction: str, turn: str) -> str:
        """What to do at one turn, and why."""
        name = f"{auction.capitalize()}, {_held(self.holding(auction))}"
        name += f", {'at its first turn' if self.seat == DEALER + 1 else _WHEN[turn]}"
        best = self.best[auction][turn]
        if best == PASS:
            return f"{name}: pass{self._instead(auction, turn)}{self._by_itself(auction, turn)}."
        row = self.line(auction, best, turn)
        stake = f"stake {best}" + (", or what it takes to stay in" if turn == FACED else "")
        more = f"{_signed(row['more'])} chips ({_limits(row, 'more')}) more than passing"
        rivals = self._rival(auction, turn) + self._by_itself(auction, turn)
        return f"{name}: {stake}; {more}{rivals}. {self.bluff(auction, turn)}".strip()

    def bluff(self, auction: str, turn: str) -> str:
        """What is to be said of a recommended stake that wins almost only unseen."""
        best, held = self.best[auction][turn], self.holding(auction)
        row = self.line(auction, best, turn)
        seen = 1 - row["unseen"]
        lost = seen - row["shown"]
        rare = row["shown"] < _FEW * row["won"] and lost > (1 - _FEW) * seen
        if best == PASS or not rare or held["best"] >= _OFTEN:
            return ""
        return (
            f"In effect a bluff: it wins when all others give up ({100 * row['unseen']:.1f} %), "
            "and if anybody stays in it is nearly always lost (best at the table: "
            f"{100 * held['best']:.1f} %)."
        )

    def _by_itself(self, auction: str, turn: str) -> str:
        """What the player's own choice brings more, who looks at the stake faced and may see."""
        row = self.line(auction, OWN, turn)
        if row["tied"] or row["behind"] < 0:
            return ""
        told = f"{_signed(row['behind'])} ({_limits(row, 'behind')})"
        return f"; the own choice of {self.players[self.seat]} brings {told} more"

    def _instead(self, auction: str, turn: str) -> str:
        """What the best of the stakes would bring."""
        own = self.of(auction, turn)
        row = dict(own[own["first_stake"] > PASS].sort_values("more", ascending=False).iloc[0])
        told = f"{_signed(row['more'])} chips ({_limits(row, 'more')})"
        if row["tied"]:
            return f"; staking {row['first_stake']} is not told from it, {told}"
        if row["more"] > 0:
            return f"; staking {row['first_stake']} brought {told} more: ask for more worlds"
        return f"; the best stake, {row['first_stake']}, brings {told}"

    def _rival(self, auction: str, turn: str) -> str:
        """Another first stake that did better here, or is not told from it."""
        own, best = self.of(auction, turn), self.best[auction][turn]
        others = own[(own["first_stake"] != best) & (own["first_stake"] != OWN)]
        better = others[~others["tied"] & (others["behind"] > 0)]
        if len(better):
            row = dict(better.sort_values("behind", ascending=False).iloc[0])
            told = f"{_signed(row['behind'])} ({_limits(row, 'behind')})"
            return f"; {_stake(row)} brought {told} more in these worlds: ask for more worlds"
        if self.seat != DEALER + 1:  # a sentence for each turn: the tables mark what is not told
            return ""
        tied = [_stake(row) for row in others[others["tied"]].to_dict("records")]
        return f"; not told from it: {', '.join(tied)}" if tied else ""

    def opening_line(self, auction: str) -> str:
        """From which holding on opening pays at this seat, whatever it is dealt; not asked of the
        dealer."""
        found = self.openings[auction]
        if found.lowest is None:
            return f"{auction} never pays"
        least = f"pays {'with anything' if found.lowest == 'none' else f'from {found.lowest} on'}"
        rows = found.holdings.to_dict("records")
        place = next((k for k, row in enumerate(rows) if row["opens"]), None)
        if place is None:
            return f"{auction} {least}"
        below = f"; {rows[place - 1]['holding']}: {_gain(rows[place - 1])}" if place else ""
        return f"{auction} {least} ({_gain(rows[place])}{below})"

    def __repr__(self) -> str:
        cards = PACKS[self.rule_set.pack].format(self.hand)
        return f"HandReport({cards!r}, best={self.best!r}, n={self.worlds})"

    def __str__(self) -> str:
        """The recommendation and the main columns of `stakes`."""
        columns = ["auction", "turn", "first_stake", "n", "won", "won_low", "won_high", "chips",
                   "more", "more_low", "more_high"]  # fmt: skip
        table = self.stakes[columns].round(3).to_string(index=False)
        cards = PACKS[self.rule_set.pack].format(self.hand)
        return f"{cards}: {self.recommendation}\n\n{table}"


def _stake(row: dict[Any, Any]) -> str:
    """A first stake in words."""
    return "passing" if row["first_stake"] == PASS else str(row["first_stake"])


def _held(row: dict[Any, Any]) -> str:
    """A holding in words, with its trump where that is sure."""
    if row["key"] == 0:
        return "nothing"
    return f"{row['holding']} (trump)" if row["trump"] == 1 else str(row["holding"])


def _signed(number: float) -> str:
    return f"{number + 0.0:+.2f}".replace("-0.00", "+0.00")


def _limits(row: dict[Any, Any], name: str) -> str:
    """Limits in words."""
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return "in every world" if math.isnan(low) else f"{low:+.2f} to {high:+.2f}"


def _gain(row: dict[Any, Any]) -> str:
    """What opening with a holding brings."""
    return f"{_signed(row['gain'])}, {_limits(row, 'gain')}, n = {row['n']:,}"
