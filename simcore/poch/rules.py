"""Rule sets of soket and sekans as data: every point that tables may settle otherwise is a number.

Source: text 001 (Polish, after the publisher Karuzela); what it leaves open follows the relatives
of the game, Poque, Poch and Hoc. The README of this folder says which is which.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simcore.checks import is_whole, shown, whole
from simcore.poch.pack import LOWEST, RANKS, ranks_mask, ranks_of

HAND = 6  # cards dealt to each player
MOST_PLAYERS = 8
SOKET, SEKANS = 0, 1  # the two auctions
AUCTIONS = ("soket", "sekans")
LITERAL, POKER = 0, 1
BETTING = ("literal", "poker")
RUN, FLUSH = 0, 1
SEKANS_OF = ("run", "flush")
PER_CARD, FIXED = 0, 1
PAYMENT = ("per_card", "fixed")
MOST_CHIPS = 1000  # of an ante, of a fixed payment, of a least stake
LARGEST_STAKE = 60_000  # of one turn, however high the rules let stakes go: the log has 16 bits
MOST_CIRCUITS = 6
MOST_SESSION = 1 << 16
PLAYERS_OF = {24: (3, 3), 32: (3, 5), 52: (6, 8)}  # fewest and most players, by size of pack


class RuleSet(NamedTuple):
    """The rules of one table, plain ints read at run time; kernels read the same fields.

    Fields
    ------
    players
        3 to 5 with 32 cards, 6 to 8 with 52, 3 also with 24.
    pack
        Number of cards.
    circle_ranks
        Set of rank numbers that have a circle (bit k: rank k of `RANKS`).
    ante
        Chips every player puts on every circle, every deal.
    session_deals
        Deals of a session: circles that are not won carry over inside it.
    bluff
        1: anyone may stake in an auction; 0: only who holds a set, or a run.
    min_stake, max_stake
        Of one turn (literal), of a player's total (poker); max_stake 0: no limit.
    max_circuits
        Full rounds of an auction after which only seeing and passing are left.
    betting
        0 literal: every turn stakes at least the last stake in full; 1 poker: only what is missing
        to the highest total, and equal totals close the auction.
    sekans
        0: the longest run in a suit; 1: the most cards of a suit.
    payment
        0: the last holder of cards pays each other player one chip a card; 1: a fixed sum.
    fixed_payment
        That sum.
    """

    players: int
    pack: int
    circle_ranks: int
    ante: int
    session_deals: int
    bluff: int
    min_stake: int
    max_stake: int
    max_circuits: int
    betting: int
    sekans: int
    payment: int
    fixed_payment: int

    @property
    def circles(self) -> int:
        """Circles that get an ante: those of the ranks, soket and sekans."""
        return self.circle_ranks.bit_count() + len(AUCTIONS)

    @property
    def actions(self) -> int:
        """Most turns of an auction."""
        return self.players * (self.max_circuits + 1)


_BOOK = np.dtype((np.record, [(field, np.int64) for field in RuleSet._fields]))


def rule_book(rules: RuleSet) -> np.ndarray:
    """A rule set for kernels: an array of one record, read by attribute as the set itself."""
    return np.array([tuple(rules)], dtype=_BOOK).view(np.recarray)


def pack_for(players: int) -> int:
    """The usual pack for so many players: 32 cards up to five, else 52."""
    return 32 if players <= PLAYERS_OF[32][1] else 52


def usual_limit(players: int, ante: int, min_stake: int) -> int:
    """The largest stake where none is named: 2 x ante x players, no less than the least stake."""
    return max(2 * max(ante, 1) * players, min_stake)


def make_rules(**fields: Any) -> RuleSet:
    """A rule set from some of its fields, numbers all; the others take their usual values.

    Those depend on what is given: the pack on the players, the circles on the pack (one a rank),
    the largest stake on ante and players (2 x ante x players, the ante counted as 1 at least; no
    less than the least stake).

    Raises
    ------
    ValueError
        A field is unknown or out of its range, or the fields do not fit together.
    """
    for field in fields:
        if field not in RuleSet._fields:
            raise ValueError(
                f"rules: unknown field {shown(field)}: one of {', '.join(RuleSet._fields)}"
            )
    players = whole("rules: players", fields.get("players", 4), 3, MOST_PLAYERS)
    pack = _check_pack(fields.get("pack", pack_for(players)))
    ante = whole("rules: ante", fields.get("ante", 1), 0, MOST_CHIPS)
    least = whole("rules: min_stake", fields.get("min_stake", 1), 1, MOST_CHIPS)
    usual = {
        "players": players,
        "pack": pack,
        "circle_ranks": ranks_mask(pack),
        "ante": ante,
        "session_deals": 32,
        "bluff": 0,
        "min_stake": least,
        "max_stake": usual_limit(players, ante, least),
        "max_circuits": 3,
        "betting": LITERAL,
        "sekans": RUN,
        "payment": PER_CARD,
        "fixed_payment": 1,
    }
    return check_rules(RuleSet(**{**usual, **fields}))


def _check_pack(pack: Any) -> int:
    if not is_whole(pack) or pack not in PLAYERS_OF:
        raise ValueError(f"rules: pack {shown(pack)}: 24, 32 or 52 cards")
    return int(pack)


_RANGES = {
    "session_deals": (1, MOST_SESSION),
    "bluff": (0, 1),
    "min_stake": (1, MOST_CHIPS),
    "max_stake": (0, LARGEST_STAKE),
    "max_circuits": (1, MOST_CIRCUITS),
    "betting": (0, len(BETTING) - 1),
    "sekans": (0, len(SEKANS_OF) - 1),
    "payment": (0, len(PAYMENT) - 1),
    "fixed_payment": (0, MOST_CHIPS),
    "circle_ranks": (0, (1 << len(RANKS)) - 1),
    "ante": (0, MOST_CHIPS),
    "players": (3, MOST_PLAYERS),
}


def check_rules(rules: RuleSet) -> RuleSet:
    """A rule set whose fields are in range and fit together.

    Raises
    ------
    ValueError
        They are not.
    """
    if not isinstance(rules, RuleSet):
        raise ValueError(f"rules {shown(rules)}: a RuleSet, as make_rules makes it")
    for field, (low, high) in _RANGES.items():
        whole(f"rules: {field}", getattr(rules, field), low, high)
    _check_pack(rules.pack)
    rules = RuleSet(*map(int, rules))
    fewest, most = PLAYERS_OF[rules.pack]
    if not fewest <= rules.players <= most:
        takes = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise ValueError(
            f"rules: {rules.players} players with a pack of {rules.pack}: it serves {takes} "
            "(3 to 5 take 32 cards, 6 to 8 take 52)"
        )
    known = ranks_mask(rules.pack)
    if rules.circle_ranks & ~known:
        odd = next(
            r for k, r in enumerate(RANKS) if rules.circle_ranks >> k & 1 and k < LOWEST[rules.pack]
        )
        raise ValueError(
            f"rules: circle_ranks: a pack of {rules.pack} has no {odd}: any of "
            f"{' '.join(ranks_of(rules.pack))}"
        )
    if 0 < rules.max_stake < rules.min_stake:
        raise ValueError(f"rules: max_stake {rules.max_stake}: below min_stake {rules.min_stake}")
    return rules


_COURT = sum(1 << RANKS.index(rank) for rank in "AKQJ")

# What a preset changes; the rest follows from players, pack and ante
CHANGES: dict[str, dict[str, int]] = {
    "karuzela": {},
    "court": {"circle_ranks": _COURT},
    "poker": {"betting": POKER, "bluff": 1},
}
SOURCES = {
    "karuzela": "text 001 (Polish), after the publisher Karuzela: a circle for every rank",
    "court": "the same with circles for ace, king, queen and jack only",
    "poker": "the same with equalised stakes as in poker, and bluffing",
}
DEFAULT = "karuzela"
RULES = {name: make_rules(**changes) for name, changes in CHANGES.items()}


def seat_number(seat: object, players: int) -> int:
    """Number of a seat, 0 to players - 1, from a number or its digits.

    Raises
    ------
    ValueError
        There is no such seat.
    """
    digits = seat.strip() if isinstance(seat, str) and len(seat) < 10 else ""
    number = int(digits) if digits.isascii() and digits.isdecimal() else seat
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < players:
        raise ValueError(f"unknown seat {shown(seat)}: 0 to {players - 1} for {players} players")
    return number
