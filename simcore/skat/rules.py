"""Rule sets as data: every rule of Skat that differs between orders of play is a number here."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from simcore.checks import is_whole, shown

CONTRACTS = "DHSCGNRP"  # suits in the order of the bit layout, Grand, Null, Ramsch, passed in
GRAND, NULL, RAMSCH, PASSED_IN = 4, 5, 6, 7  # contract numbers; 0..3 are the suits
NAMES = ("Diamonds", "Hearts", "Spades", "Clubs", "Grand", "Null", "Ramsch", "passed in")
GERMAN_NAMES = ("Karo", "Herz", "Pik", "Kreuz", "Grand", "Null")
SEATS = ("forehand", "middlehand", "rearhand")
GERMAN_SEATS = ("vorhand", "mittelhand", "hinterhand")
MAX_REDEALS = 1000  # then the deal counts as passed in

# What fields of a rule set mean, number by number
PASS_IN, REDEAL, PLAY_RAMSCH = 0, 1, 2
ALL_PASS = ("pass_in", "redeal", "ramsch")
LAST_TRICK, LOSER, NOBODY = 0, 1, 2
SKAT_TO = ("last_trick", "loser", "nobody")
KONTRA = ("off", "kontra", "re")
BOCK_DRAW, BOCK_GRAND_HAND, BOCK_KONTRA = 1, 2, 4
BOCK = ("60-60", "grand_hand", "kontra")  # bit k: event k of these


class RuleSet(NamedTuple):
    """One order of play, plain ints read at run time; kernels read the same fields.

    Fields
    ------
    jacks_trump
        1: the jacks are the highest trumps; 0: plain cards between queen and nine.
    contracts
        Set of contract numbers that may be declared (bit k: contract k of `CONTRACTS`).
    base_diamonds, base_hearts, base_spades, base_clubs, grand_base
        Base values.
    grand_ouvert_base
        Base of Grand ouvert where it has one of its own; 0: ouvert is a level like another.
    null, null_hand, null_ouvert, null_ouvert_hand
        Fixed values.
    announce_needs_hand
        1: schneider, schwarz and ouvert in suit games and Grand only from the hand.
    null_ouvert_needs_hand
        1: Null ouvert only from the hand.
    loss, hand_loss
        Factor of a lost game with the skat, and from the hand.
    all_pass
        0: passed in; 1: the same dealer deals again until somebody plays; 2: Ramsch is played.
    ramsch_skat
        Whose the card points of the skat are in Ramsch. 0: the winner's of the last trick;
        1: the loser's; 2: nobody's.
    ramsch_jungfrau
        Factor of a lost Ramsch for every player without a trick; 1: none.
    ramsch_durchmarsch
        What all ten tricks win in Ramsch; 0: such a player loses like any other.
    kontra
        0: off; 1: a defender may double the score; 2: and the declarer once more (re).
    bock
        Set of events after which the deals of a round count twice in a list (bit k: event k of
        `BOCK`); 0: none.
    """

    jacks_trump: int
    contracts: int
    base_diamonds: int
    base_hearts: int
    base_spades: int
    base_clubs: int
    grand_base: int
    grand_ouvert_base: int
    null: int
    null_hand: int
    null_ouvert: int
    null_ouvert_hand: int
    announce_needs_hand: int
    null_ouvert_needs_hand: int
    loss: int
    hand_loss: int
    all_pass: int
    # house rules, off by default
    ramsch_skat: int = LAST_TRICK
    ramsch_jungfrau: int = 2
    ramsch_durchmarsch: int = 120
    kontra: int = 0
    bock: int = 0


_BOOK = np.dtype((np.record, [(field, np.int64) for field in RuleSet._fields]))


def rule_book(rules: RuleSet) -> np.ndarray:
    """A rule set for kernels: an array of one record, read by attribute as the set itself."""
    return np.array([tuple(rules)], dtype=_BOOK).view(np.recarray)


_ISKO = RuleSet(
    jacks_trump=1,
    contracts=0b111111,
    base_diamonds=9,
    base_hearts=10,
    base_spades=11,
    base_clubs=12,
    grand_base=24,
    grand_ouvert_base=0,
    null=23,
    null_hand=35,
    null_ouvert=46,
    null_ouvert_hand=59,
    announce_needs_hand=1,
    null_ouvert_needs_hand=0,
    loss=2,
    hand_loss=2,
    all_pass=PASS_IN,
)
# Grand ouvert at 36, open included, and hand games lost once: the tariff before 1999
_PREISSKAT = _ISKO._replace(grand_ouvert_base=36, hand_loss=1)

RULES = {
    "isko": _ISKO,
    "online": _ISKO,
    "altenburg": _PREISSKAT._replace(all_pass=REDEAL),
    "polish": _ISKO._replace(
        jacks_trump=0,
        contracts=0b1111,
        grand_base=0,
        null=0,
        null_hand=0,
        null_ouvert=0,
        null_ouvert_hand=0,
    ),
    "preisskat": _PREISSKAT,
    "altenburg1927": _PREISSKAT._replace(grand_base=20),
}
SOURCES = {  # where a preset is from, and what marks it
    "isko": "International Skat Order (ISkO)",
    "online": "text 002 (English): plays like isko",
    "altenburg": "text 003 (Russian), Altenburg: the tariff before 1999, redeal when all pass",
    "polish": "text 000 (Polish): suit games only, jacks are plain cards",
    "preisskat": "prize Skat before 1999: Grand ouvert 36, hand games lost once",
    "altenburg1927": "1927 to 1950: as prize Skat, Grand 20",
}


def contract_number(contract: str) -> int:
    """Number of a contract that can be declared, from its letter or name, English or German.

    Raises
    ------
    ValueError
        It is none of D H S C G N, Diamonds, Hearts, Spades, Clubs, Grand, Null, Karo, Herz, Pik,
        Kreuz, in either case.
    """
    word = contract.strip().upper() if isinstance(contract, str) else ""
    for number, letter in enumerate("DHSCGN"):
        if word in (letter, NAMES[number].upper(), GERMAN_NAMES[number].upper()):
            return number
    raise ValueError(f"unknown contract {shown(contract)}: one of D H S C G N, or its name: Clubs")


def seat_number(seat: int | str) -> int:
    """Number of a seat, from 0..2 or its name, English or German.

    Raises
    ------
    ValueError
        It is no seat.
    """
    text = seat.strip().lower() if isinstance(seat, str) else ""
    if is_whole(seat) and 0 <= int(seat) <= 2:
        return int(seat)
    for names in (SEATS, GERMAN_SEATS):
        if text in names:
            return names.index(text)
    if text in ("0", "1", "2"):
        return int(text)
    raise ValueError(f"unknown seat {shown(seat)}: forehand, middlehand, rearhand or 0, 1, 2")
