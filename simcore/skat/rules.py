"""Rule sets as data: every rule of Skat that differs between orders of play is a number here."""

from __future__ import annotations

from numbers import Integral
from typing import Any, NamedTuple

CONTRACTS = "DHSCGNRP"  # suits in the order of the bit layout, Grand, Null, Ramsch, passed in
GRAND, NULL, PASSED_IN = 4, 5, 7  # contract numbers; 0..3 are the suits
NAMES = ("Diamonds", "Hearts", "Spades", "Clubs", "Grand", "Null", "Ramsch", "passed in")
SEATS = ("forehand", "middlehand", "rearhand")
GERMAN_SEATS = ("vorhand", "mittelhand", "hinterhand")
PASS_IN, REDEAL = 0, 1  # what follows when all pass
MAX_REDEALS = 1000  # then the deal counts as passed in


class RuleSet(NamedTuple):
    """One order of play, plain ints read at run time (kernels take it as it is).

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
        0: passed in; 1: the same dealer deals again until somebody plays.
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


RULES = {
    # International Skat Order (ISkO)
    "isko": RuleSet(
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
    ),
}


_VALUE_OF = {  # the contract a value belongs to; 0 is allowed where the rules do not know it
    "base_diamonds": 0,
    "base_hearts": 1,
    "base_spades": 2,
    "base_clubs": 3,
    "grand_base": GRAND,
    **dict.fromkeys(("null", "null_hand", "null_ouvert", "null_ouvert_hand"), NULL),
}
_RANGES = {  # wide enough for any order of play, narrow enough for the columns of the log
    **dict.fromkeys(("jacks_trump", "announce_needs_hand", "null_ouvert_needs_hand"), (0, 1)),
    "contracts": (1, 0b111111),
    "grand_ouvert_base": (0, 100),
    **dict.fromkeys(_VALUE_OF, (1, 100)),
    **dict.fromkeys(("loss", "hand_loss"), (1, 10)),
    "all_pass": (PASS_IN, REDEAL),
}


def check_rules(rules: RuleSet) -> RuleSet:
    """A rule set whose numbers make sense, as plain ints.

    Raises
    ------
    ValueError
        A field is no whole number or out of its range, or nothing but Null can be declared.
    """
    numbers: dict[str, Any] = rules._asdict()
    known = numbers["contracts"] if isinstance(numbers["contracts"], Integral) else 0
    for field, number in numbers.items():
        low, high = _RANGES[field]
        if field in _VALUE_OF and not int(known) >> _VALUE_OF[field] & 1:
            low = 0
        whole = isinstance(number, Integral) and not isinstance(number, bool)
        if not whole or not low <= number <= high:
            raise ValueError(f"rules: {field} {number!r}: a whole number from {low} to {high}")
    if not rules.contracts & 0b11111:
        raise ValueError(
            f"rules: contracts {rules.contracts}: no suit game and no Grand among them"
        )
    return RuleSet(*map(int, rules))


def load_rules(name: str | RuleSet) -> RuleSet:
    """The rule set of a preset name, or a `RuleSet`, checked.

    Raises
    ------
    ValueError
        No preset has this name, or a field of the rule set is out of its range.
    """
    if isinstance(name, RuleSet):
        return check_rules(name)
    if not isinstance(name, str) or name not in RULES:
        raise ValueError(f"unknown rules {name!r}: one of {', '.join(RULES)}")
    return RULES[name]


def contract_number(contract: str) -> int:
    """Number of a contract that can be declared, from its letter or name (either case).

    Raises
    ------
    ValueError
        It is none of D H S C G N, Diamonds, Hearts, Spades, Clubs, Grand, Null.
    """
    word = str(contract).strip().upper()
    for number, letter in enumerate("DHSCGN"):
        if word in (letter, NAMES[number].upper()):
            return number
    raise ValueError(f"unknown contract {contract!r}: one of D H S C G N")


def seat_number(seat: int | str) -> int:
    """Number of a seat, from 0..2 or its name, English or German.

    Raises
    ------
    ValueError
        It is no seat.
    """
    text = str(seat).strip().lower()
    for names in (SEATS, GERMAN_SEATS):
        if text in names:
            return names.index(text)
    if text in ("0", "1", "2"):
        return int(text)
    raise ValueError(f"unknown seat {seat!r}: forehand, middlehand, rearhand or 0, 1, 2")
