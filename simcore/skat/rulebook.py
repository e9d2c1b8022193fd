"""The rules as plain functions for people: input checked, then asked of the compiled rules.

Card sets are ints in the layout of `simcore.cards`, seats 0..2, contracts letters D H S C G N.
Every fault is a ValueError that names the token and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from simcore import cards as pack
from simcore.checks import shown, whole, yes
from simcore.skat import auction as bidding
from simcore.skat import questions, value
from simcore.skat.auction import Ladder, ladder
from simcore.skat.rule_files import load_rules
from simcore.skat.rules import (
    ALL_PASS,
    CONTRACTS,
    GRAND,
    NULL,
    SEATS,
    SKAT_TO,
    RuleSet,
    contract_number,
    seat_number,
)
from simcore.skat.value import ANNOUNCEMENTS, Declaration, declaration
from simcore.skat.words import Score, game_words

_MOST_MATADORS = 11


@dataclass(frozen=True)
class Auction:
    """An auction: who plays (-1 nobody), at what bid, the highest each seat said or held (0
    none), every call in order, and what follows: "play", "pass_in", "redeal" or "ramsch"."""

    declarer: int
    bid: int
    said: tuple[int, int, int]
    log: list[tuple[int, str | int]]
    then: str


# ---- checks of input ---------------------------------------------------------------------------


def _check_words(announced: Iterable[str]) -> tuple[str, ...]:
    if isinstance(announced, str):
        return (announced,)
    if not isinstance(announced, Iterable):
        raise ValueError(f"announced {shown(announced)}: any of {', '.join(ANNOUNCEMENTS)}")
    return tuple(announced)


def check_cards(cards: int, number: int, what: str) -> int:
    """A set of exactly so many cards.

    Raises
    ------
    ValueError
        It is no set of cards, or of another number.
    """
    checked = pack.check_set(cards, what)
    if checked.bit_count() != number:
        raise ValueError(f"{what} has {checked.bit_count()} cards: {number} wanted")
    return checked


def check_bid(bid: int, rules: str | Path | RuleSet = "isko") -> int:
    """A legal bid of a rule set.

    Raises
    ------
    ValueError
        It is none; the message names its neighbours.
    """
    bids = legal_bids(rules)
    bid = whole("bid", bid, 0, 1 << 30)
    if bid in bids:
        return bid
    below = [value for value in bids if value < bid][-1:]
    above = [value for value in bids if value > bid][:1]
    near = " or ".join(str(value) for value in below + above)
    raise ValueError(f"bid {shown(bid)} is not legal: {near} would be")


# ---- public functions --------------------------------------------------------------------------


def legal_bids(rules: str | Path | RuleSet = "isko") -> tuple[int, ...]:
    """All values that can be bid, in rising order (ISkO: 63 of them, 18 to 264)."""
    return bidding.legal_bids(load_rules(rules))


def _duel_log(
    sayer: int, hearer: int, limits: Sequence[int], floor: int, top: int
) -> tuple[list[tuple[int, str | int]], int]:
    """The calls of a sayer (limits in rungs, values as rungs) and the rung reached."""
    calls: list[tuple[int, str | int]] = []
    rung = floor
    while True:
        if rung == top or limits[sayer] <= rung:
            return [*calls, (sayer, "pass")], rung
        rung += 1
        calls.append((sayer, rung))
        if limits[hearer] < rung:
            return [*calls, (hearer, "pass")], rung
        calls.append((hearer, "hold"))


def _calls(limits: Sequence[int], steps: Ladder) -> list[tuple[int, str | int]]:
    """Every call of an auction with limits in rungs."""
    top = len(steps.values) - 1
    calls, rung = _duel_log(1, 0, limits, 0, top)
    survivor = 0 if calls[-1][0] == 1 else 1
    more, rung = _duel_log(2, survivor, limits, rung, top)
    calls += more
    if rung == 0:
        calls.append((0, 1 if limits[0] else "pass"))
    return [(seat, int(steps.values[c]) if isinstance(c, int) else c) for seat, c in calls]


def auction(limits: Sequence[int], rules: str | Path | RuleSet = "isko") -> Auction:
    """Hold an auction between players who bid the next legal value up to their limits.

    Parameters
    ----------
    limits
        Highest value forehand, middlehand and rearhand would say or hold; 0 none. A limit
        between two legal values counts as the lower one.
    rules
        Preset name or rule set.

    Raises
    ------
    ValueError
        There are not three limits, or one is negative.

    Notes
    -----
    ISkO 4: middlehand says to forehand, rearhand to the survivor above every value said; if
    nobody said a value, forehand may play at the lowest.
    """
    rule_set = load_rules(rules)
    if not isinstance(limits, Sequence | np.ndarray) or len(limits) != 3:
        raise ValueError(f"limits {shown(limits)}: three, by seat")
    steps = ladder(rule_set)
    top = int(steps.values[-1])
    checked = [whole("limit", limit, 0, 1 << 30) for limit in limits]
    rungs = [int(steps.rungs[min(limit, top)]) for limit in checked]
    end = questions.contest(*rungs)
    said = tuple(int(steps.values[rung]) for rung in (end.forehand, end.middlehand, end.rearhand))
    then = "play"
    if end.declarer < 0:
        then = ALL_PASS[rule_set.all_pass]
    return Auction(
        int(end.declarer),
        int(steps.values[end.rung]),
        (said[0], said[1], said[2]),
        _calls(rungs, steps),
        then,
    )


def check_declaration(
    contract: str,
    *,
    rules: str | Path | RuleSet = "isko",
    bid: int,
    hand: bool = False,
    announced: Iterable[str] = (),
) -> None:
    """Check that a game may be declared on a bid.

    Raises
    ------
    ValueError
        It may not: the rules do not know it, Null announces schneider, an announcement needs a
        hand game, or a Null is worth less than the bid. Suit games and Grand meet the bid after
        play (ISkO 5).
    """
    rule_set = load_rules(rules)
    names = _check_words(announced)
    game = declaration(contract_number(contract), yes("hand", hand), names)
    bid = check_bid(bid, rule_set)
    fault = questions.fault(game, bid, rule_set)
    words = game_words(game)
    if fault == value.NOT_IN_RULES:
        known = " ".join(c for k, c in enumerate(CONTRACTS[:6]) if rule_set.contracts >> k & 1)
        raise ValueError(f"{words}: these rules know {known} only")
    if fault == value.NULL_ANNOUNCES:
        raise ValueError(f"{words}: Null takes neither schneider nor schwarz")
    if fault == value.NEEDS_HAND:
        raise ValueError(f"{words}: this announcement needs a hand game")
    if fault == value.BELOW_BID:
        worth = _null_worth(game, rule_set)
        raise ValueError(f"{words} is worth {worth}, less than the bid {bid}")


def _null_worth(game: Declaration, rules: RuleSet) -> int:
    if game.ouvert:
        return rules.null_ouvert_hand if game.hand else rules.null_ouvert
    return rules.null_hand if game.hand else rules.null


def known_contract(contract: str, rules: RuleSet) -> int:
    """Number of a contract that the rules know.

    Raises
    ------
    ValueError
        They do not.
    """
    number = contract_number(contract)
    if not rules.contracts >> number & 1:
        raise ValueError(f"contract {shown(contract)}: these rules do not know it")
    return number


def legal_cards(hand: int, lead: int, contract: str, rules: str | Path | RuleSet = "isko") -> int:
    """Cards of a hand that may be played on a lead (a one-card set; 0: the hand leads).

    Raises
    ------
    ValueError
        `hand` is no set of cards, `lead` not one card, or the contract is unknown.
    """
    rule_set = load_rules(rules)
    hand = pack.check_set(hand, "hand")
    lead = pack.check_set(lead, "lead")
    if lead:
        check_cards(lead, 1, "lead")
    if lead & hand:
        raise ValueError(f"card {pack.format(lead)!r} is both led and in the hand")
    return int(questions.legal(hand, lead, known_contract(contract, rule_set), rule_set))


def trick_winner(cards: Sequence[int], contract: str, rules: str | Path | RuleSet = "isko") -> int:
    """Which of three cards, in playing order, takes the trick: 0, 1 or 2.

    Raises
    ------
    ValueError
        There are not three different cards, or the contract is unknown.
    """
    rule_set = load_rules(rules)
    if not isinstance(cards, Sequence | np.ndarray):
        raise ValueError(f"cards {shown(cards)}: three one-card sets in playing order")
    played = [check_cards(card, 1, "card") for card in cards]
    if len(set(played)) != 3 or len(played) != 3:
        raise ValueError(f"a trick has three different cards, not {pack.format(sum(set(played)))}")
    return int(questions.winner(*played, known_contract(contract, rule_set), rule_set))


def settle(
    matadors: int,
    contract: str,
    *,
    rules: str | Path | RuleSet = "isko",
    bid: int,
    points: int,
    tricks: int,
    hand: bool = False,
    announced: Iterable[str] = (),
    kontra: int = 0,
) -> Score:
    """Settle a game from a matador count; see `score`."""
    rule_set = load_rules(rules)
    names = _check_words(announced)
    check_declaration(contract, rules=rule_set, bid=bid, hand=hand, announced=names)
    number = contract_number(contract)
    most = 0 if number == NULL else 4 if number == GRAND else _MOST_MATADORS
    if not rule_set.jacks_trump:
        most = min(most, 8)
    run = whole("matadors", matadors, -most, most)
    if number != NULL and run == 0:
        raise ValueError("matadors 0: with at least 1 or without at least 1")
    game = declaration(number, hand, names)
    result = questions.settle(
        run,
        game,
        bid,
        whole("points", points, 0, 120),
        whole("tricks", tricks, 0, 10),
        whole("kontra", kontra, 0, 2),
        rule_set,
    )
    return Score(
        run,
        int(result.level),
        int(result.value),
        bool(result.won),
        bool(result.overbid),
        int(result.score),
    )


def score(
    cards12: int,
    contract: str,
    *,
    rules: str | Path | RuleSet = "isko",
    bid: int,
    points: int,
    tricks: int,
    hand: bool = False,
    announced: Iterable[str] = (),
    kontra: int = 0,
) -> Score:
    """Settle a game of the declarer.

    Parameters
    ----------
    cards12
        The declarer's twelve cards, those put away (or the skat of a hand game) included.
    contract
        D H S C G N.
    bid
        Highest value said or held, a legal one.
    points, tricks
        The declarer's card points 0..120, skat or discard included, and tricks 0..10.
    hand, announced
        Hand game; any of "schneider" "schwarz" "ouvert", implied ones may be left out.
    kontra
        0, 1 kontra, 2 re: doubles the score each time.

    Raises
    ------
    ValueError
        An input is out of range or the declaration is refused.

    Notes
    -----
    ISkO 5 and 6; matadors count over all twelve cards, hand games included.
    """
    rule_set = load_rules(rules)
    cards = check_cards(cards12, 12, "the declarer's cards (hand and skat)")
    run = int(questions.matadors(cards, known_contract(contract, rule_set), rule_set))
    return settle(
        run,
        contract,
        rules=rule_set,
        bid=bid,
        points=points,
        tricks=tricks,
        hand=hand,
        announced=announced,
        kontra=kontra,
    )


def _check_seats(name: str, numbers: Sequence[int], high: int) -> tuple[int, int, int]:
    if not isinstance(numbers, Sequence | np.ndarray) or len(numbers) != 3:
        raise ValueError(f"{name} {shown(numbers)}: three, by seat")
    first, second, third = (whole(name, number, 0, high) for number in numbers)
    return first, second, third


def ramsch_scores(
    trick_points: Sequence[int],
    tricks: Sequence[int],
    *,
    skat_points: int,
    last_trick: int | str,
    skat_to: str | None = None,
    rules: str | Path | RuleSet = "isko",
) -> tuple[int, int, int]:
    """Settle a Ramsch.

    Parameters
    ----------
    trick_points, tricks
        Card points in tricks and number of tricks of forehand, middlehand and rearhand.
    skat_points
        Card points of the skat, 0..22.
    last_trick
        The seat that took the last trick.
    skat_to
        "last_trick", "loser" or "nobody"; by default what the rules say.
    rules
        Their fields `ramsch_skat`, `ramsch_jungfrau` and `ramsch_durchmarsch` count.

    Returns
    -------
    tuple of int
        The result of each seat.

    Raises
    ------
    ValueError
        Points or tricks do not add up to 120 and 10, or a number is out of range.

    Notes
    -----
    House rules (there is no official Ramsch): most points lose them, a tie for most loses for
    each, three equal seats lose nothing; a seat without a trick doubles; all ten tricks win.
    """
    rule_set = load_rules(rules)
    if skat_to is not None:
        if not isinstance(skat_to, str) or skat_to not in SKAT_TO:
            raise ValueError(f"skat_to {shown(skat_to)}: one of {', '.join(SKAT_TO)}")
        rule_set = rule_set._replace(ramsch_skat=SKAT_TO.index(skat_to))
    points = _check_seats("trick_points", trick_points, 120)
    number = _check_seats("tricks", tricks, 10)
    skat = whole("skat_points", skat_points, 0, 22)
    last = seat_number(last_trick)
    if sum(points) + skat != 120 or sum(number) != 10:
        raise ValueError(
            f"trick_points {points} and skat_points {skat} make {sum(points) + skat}, not 120"
            if sum(points) + skat != 120
            else f"tricks {number} make {sum(number)}, not 10"
        )
    for seat in range(3):
        if not number[seat] and (points[seat] or seat == last):
            raise ValueError(f"{SEATS[seat]} has points or the last trick, but no trick")
    scores = questions.ramsch_scores(points, number, skat, last, rule_set)
    return int(scores.forehand), int(scores.middlehand), int(scores.rearhand)
