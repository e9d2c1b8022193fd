"""Worlds: deals of the cards a declarer does not see, as dealt or as what was heard leaves them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import simcore
from analysis.hand.games import Choice
from simcore import Scenario
from simcore.batch import OnProgress
from simcore.checks import is_whole, shown
from simcore.skat import Player, RuleSet, auction, legal_bids
from simcore.skat.rulebook import check_bid
from simcore.skat.rules import SEATS, seat_number

_BLOCK = 1 << 16  # deals tried at a time
_MOST_TRIED, _SEEN_ENOUGH = 1 << 22, 1 << 19
LEAST_WORLDS = 100


@dataclass(frozen=True)
class Table:
    """Who holds what, who sits where, and how the cards fall: all a world is made of.

    Attributes
    ----------
    cards, skat
        The declarer's ten cards, and the skat where it is known (0 if not), as sets.
    seat
        Where the declarer sits.
    rules, players
        Rule set; players by seat.
    seed
        Worlds are the deals of this seed.
    threads
        To play on.
    """

    cards: int
    skat: int
    seat: int
    rules: RuleSet
    players: tuple[Player, Player, Player]
    seed: int
    threads: int

    @property
    def known(self) -> dict[int | str, int | str]:
        """What is known of a deal."""
        known: dict[int | str, int | str] = {self.seat: self.cards}
        if self.skat:
            known["skat"] = self.skat
        return known

    def settings(self) -> dict[str, Any]:
        """What `simcore.rows` and `simcore.arms` take."""
        return {
            "rules": self.rules,
            "players": self.players,
            "seed": self.seed,
            "threads": self.threads,
        }


@dataclass(frozen=True)
class Heard:
    """What the others were heard to bid, and how many worlds that left.

    Attributes
    ----------
    said
        By seat the highest value said or held, 0 for pass.
    bid
        What the declarer plays at after that.
    kept, tried
        Worlds in which the players named bid so, of the worlds dealt.
    """

    said: dict[int, int]
    bid: int
    kept: int
    tried: int


@dataclass(frozen=True)
class Worlds:
    """Worlds by number: all deals of a seed that fit the known cards, or a list of whole deals."""

    table: Table
    deals: np.ndarray | None = None
    heard: Heard | None = None
    _words: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        words: dict[str, Any] = {"known": self.table.known}
        object.__setattr__(self, "_words", words if self.deals is None else {"deals": self.deals})

    def play(
        self,
        choices: Sequence[Choice],
        bid: int,
        first: int,
        number: int,
        on_progress: OnProgress | None = None,
    ) -> np.ndarray:
        """Rows of worlds `first` to `first + number - 1`, shape (number, choices)."""
        seat = self.table.seat
        arms = [choice.scenario(seat, bid, **self._words) for choice in choices]
        rows: np.ndarray = simcore.arms(
            arms, deals=number, first=first, on_progress=on_progress, **self.table.settings()
        )
        return rows


def check_heard(heard: Mapping[int | str, int | str], seat: int, rules: RuleSet) -> dict[int, int]:
    """By seat what the two others said, 0 for pass.

    Raises
    ------
    ValueError
        A seat is unknown, the declarer's or missing, or a value is not legal.
    """
    if not isinstance(heard, Mapping):
        raise ValueError(f"heard {shown(heard)}: a mapping from seats to values, 0 for pass")
    said: dict[int, int] = {}
    for place, word in heard.items():
        other = seat_number(place)
        if other == seat:
            raise ValueError(f"heard {SEATS[other]}: that is the seat of the hand itself")
        if other in said:
            raise ValueError(f"heard {SEATS[other]} twice")
        said[other] = _value_heard(SEATS[other], word, rules)
    for other in range(3):
        if other != seat and other not in said:
            raise ValueError(f"what was heard of {SEATS[other]}? Say a value or pass for both")
    _check_auction(said, seat, rules)
    return said


def _value_heard(name: str, word: int | str, rules: RuleSet) -> int:
    """A value a seat was heard to say, 0 for pass."""
    if isinstance(word, str) and word == "pass":
        return 0
    if not is_whole(word):
        raise ValueError(f"heard {name} {shown(word)}: a legal bid, or pass")
    try:
        return 0 if word == 0 else check_bid(int(word), rules)
    except ValueError as error:
        raise ValueError(f"heard {name}: {error}") from None


def _check_auction(said: dict[int, int], seat: int, rules: RuleSet) -> None:
    """Refuse what no auction can sound like that this seat wins."""
    limits = [legal_bids(rules)[-1]] * 3
    for other, value in said.items():
        limits[other] = value
    end = auction(limits, rules)
    if end.declarer != seat or any(end.said[other] != value for other, value in said.items()):
        raise ValueError(
            f"heard {_words(said)}: so no auction goes that {SEATS[seat]} wins; middlehand bids to "
            "forehand first, rearhand above that"
        )


def _words(said: dict[int, int]) -> str:
    """What was heard, in words."""
    return ", ".join(f"{SEATS[seat]} {value or 'pass'}" for seat, value in sorted(said.items()))


def heard_worlds(
    table: Table, said: dict[int, int], wanted: int, on_progress: OnProgress | None = None
) -> Worlds:
    """Worlds in which the others' strategies would have bid as they were heard to.

    The declarer's seat bids on without end, so that the others go as high as they would. Where they
    rarely bid so, there are fewer worlds than wanted.

    Raises
    ------
    ValueError
        In too few of the deals tried they bid so.
    """
    bidder = Scenario(known=table.known, bidder=table.seat, bid=legal_bids(table.rules)[-1])
    found: list[np.ndarray] = []
    kept = tried = bid = 0
    while kept < wanted and tried < _MOST_TRIED and not _is_hopeless(kept, tried):
        rows = simcore.rows(
            scenario=bidder, deals=_BLOCK, first=tried, on_progress=on_progress, **table.settings()
        )
        fits = rows["declarer"] == table.seat
        for other, value in said.items():
            fits &= rows[f"bid_{SEATS[other]}"] == value
        fitting = np.flatnonzero(fits)[: wanted - kept]
        enough = kept + len(fitting) == wanted
        tried += int(fitting[-1]) + 1 if enough else _BLOCK
        kept += len(fitting)
        bid = int(rows["bid"][fitting[0]]) if len(fitting) else bid
        columns = [rows[f"hand_{name}"][fitting] for name in SEATS] + [rows["skat"][fitting]]
        found.append(np.stack(columns, axis=1).astype(np.int64))
    if kept < 2 * LEAST_WORLDS:
        raise ValueError(
            f"heard {_words(said)}: the players named bid so in {kept:,} of {tried:,} deals with "
            "this hand; they bid as high as their cards are worth"
        )
    return Worlds(table, np.concatenate(found), Heard(said, bid, kept, tried))


def _is_hopeless(kept: int, tried: int) -> bool:
    """Whether so few fit that even all deals that are tried would not do."""
    return tried >= _SEEN_ENOUGH and kept * _MOST_TRIED < LEAST_WORLDS * tried
