"""A settled game as players count it: step by step as data, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from simcore.skat import value
from simcore.skat.rule_files import load_rules
from simcore.skat.rules import (
    GRAND,
    LAST_TRICK,
    LOSER,
    NAMES,
    NULL,
    SEATS,
    RuleSet,
    contract_number,
)
from simcore.skat.value import ANNOUNCEMENTS, Declaration, declaration


@dataclass(frozen=True)
class Score:
    """A settled game: signed matadors, level, value as booked, the declarer's plain result."""

    matadors: int
    level: int
    value: int
    won: bool
    overbid: bool
    score: int


@dataclass(frozen=True)
class Step:
    """One step of the level, such as "hand", and the level it leads to."""

    step: str
    level: int


@dataclass(frozen=True)
class Factor:
    """What multiplies the value on its way to the score: "lost" (below 0), "kontra" or "re"."""

    factor: str
    times: int


@dataclass(frozen=True)
class Breakdown:
    """How a settled game comes to its score.

    Attributes
    ----------
    game
        The game named: "Clubs hand schneider".
    steps
        The steps of the level, the last one ends in the level; none in Null.
    base
        Base value; 0 in Null, whose values are fixed.
    value
        Value before an overbid game is raised: base x level, or the fixed value of a Null.
    booked
        Value as booked: the next multiple of the base that covers the bid where overbid.
    why_lost
        Every reason that alone loses the game: "60 card points, 61 needed"; none if it is won.
    factors
        booked times all of them is the score.
    """

    game: str
    steps: tuple[Step, ...]
    base: int
    value: int
    booked: int
    why_lost: tuple[str, ...]
    factors: tuple[Factor, ...]


def game_words(game: Declaration) -> str:
    """The game named: "Clubs hand schneider"."""
    words = [NAMES[game.contract]] + ["hand"] * game.hand
    marks = (game.schneider, game.schwarz, game.ouvert)
    return " ".join(words + [w for w, said in zip(ANNOUNCEMENTS, marks, strict=True) if said])


def _steps(
    matadors: int, game: Declaration, points: int, tricks: int, rules: RuleSet
) -> tuple[Step, ...]:
    """The steps of the level in the order players count them."""
    run = f"{'with' if matadors > 0 else 'without'} {abs(matadors)}"
    names = [run, "game"] + ["hand"] * game.hand
    if game.schneider:
        names += ["schneider", "schneider announced"]
    elif points >= value.SCHNEIDER or points <= value.NOT_SCHNEIDER:
        names += ["schneider"]
    if game.schwarz:
        names += ["schwarz", "schwarz announced"]
    elif tricks in (0, 10):
        names += ["schwarz"]
    if game.ouvert and not (game.contract == GRAND and rules.grand_ouvert_base):
        names += ["ouvert"]
    return tuple(Step(name, abs(matadors) + k) for k, name in enumerate(names))


def _base(game: Declaration, rules: RuleSet) -> int:
    if game.contract == NULL:
        return 0
    if game.contract == GRAND:
        return (rules.grand_ouvert_base if game.ouvert else 0) or rules.grand_base
    bases = (rules.base_diamonds, rules.base_hearts, rules.base_spades, rules.base_clubs)
    return bases[game.contract]


def _why_lost(
    game: Declaration, counted: int, bid: int, points: int, tricks: int
) -> tuple[str, ...]:
    """Reasons in the order players look for them; the counted value meets the bid last."""
    if game.contract == NULL:
        return (f"took {tricks} trick{'s' * (tricks > 1)}",) if tricks else ()
    reasons = []
    if game.schneider and points < value.SCHNEIDER:
        reasons.append(f"announced schneider: {value.SCHNEIDER} needed, {points} made")
    elif points < value.TO_WIN:
        reasons.append(f"{points} card points, {value.TO_WIN} needed")
    if game.schwarz and tricks < 10:
        reasons.append(f"announced schwarz: {tricks} trick{'s' * (tricks != 1)}")
    if counted < bid:
        reasons.append(f"overbid: {counted} below {bid}")
    return tuple(reasons)


def _factors(won: bool, game: Declaration, kontra: int, rules: RuleSet) -> tuple[Factor, ...]:
    loss = rules.hand_loss if game.hand else rules.loss
    doubled = (Factor("kontra", 2), Factor("re", 2))[:kontra]
    return doubled if won else (Factor("lost", -loss), *doubled)


def breakdown(
    result: Score,
    contract: str,
    *,
    rules: str | Path | RuleSet = "isko",
    bid: int,
    points: int,
    tricks: int,
    hand: bool = False,
    announced: Iterable[str] = (),
    kontra: int = 0,
) -> Breakdown:
    """How a settled game comes to its score, step by step.

    Parameters
    ----------
    result
        What `simcore.skat.score` or `settle` made of the same input.
    contract, rules, bid, points, tricks, hand, announced, kontra
        As given to `score`.

    Raises
    ------
    ValueError
        Rules, contract or an announcement are unknown.

    Notes
    -----
    ISkO 5 and 6: a missed announcement is charged with its full levels.
    """
    rule_set = load_rules(rules)
    game = declaration(contract_number(contract), hand, announced)
    base = _base(game, rule_set)
    null = game.contract == NULL
    counted = result.value if null else base * result.level
    return Breakdown(
        game=game_words(game),
        steps=() if null else _steps(result.matadors, game, points, tricks, rule_set),
        base=base,
        value=counted,
        booked=result.value,
        why_lost=_why_lost(game, counted, bid, points, tricks),
        factors=_factors(result.won, game, kontra, rule_set),
    )


def explain(
    result: Score,
    contract: str,
    *,
    rules: str | Path | RuleSet = "isko",
    bid: int,
    points: int,
    tricks: int,
    hand: bool = False,
    announced: Iterable[str] = (),
    kontra: int = 0,
) -> str:
    """A settled game as players say it: "with 2, game 3, hand 4, x 11 = 44"."""
    counted = breakdown(
        result, contract, rules=rules, bid=bid, points=points, tricks=tricks, hand=hand,
        announced=announced, kontra=kontra,
    )  # fmt: skip
    words = f"{_value_words(counted, bid)}{''.join(map(_factor_words, counted.factors))}"
    return words if result.score == result.value else f"{words} = {result.score}"


def _value_words(counted: Breakdown, bid: int) -> str:
    """The value: "with 2, game 3, x 11 = 33", or the fixed one of a Null."""
    if not counted.steps:
        return f"{counted.game} {counted.value}"
    run, *steps = counted.steps
    said = [f"{step.step.split()[-1]} {step.level}" for step in steps]  # "announced 6"
    base, booked = counted.base, counted.booked
    words = f"{', '.join([run.step, *said])}, x {base} = {counted.value}"
    if booked != counted.value:
        words += f", below the bid {bid}: {booked // base} x {base} = {booked}"
    return words


def _factor_words(factor: Factor) -> str:
    times = abs(factor.times)
    return f", {factor.factor} x {times}" if times > 1 else f", {factor.factor}"


def explain_ramsch(
    points: Sequence[int],
    tricks: Sequence[int],
    scores: Sequence[int],
    *,
    skat_points: int,
    last_trick: int,
    rules: str | Path | RuleSet = "isko",
) -> str:
    """A settled Ramsch in words: "rearhand 45, skat 3 = -48".

    Parameters
    ----------
    points, tricks
        Card points in tricks and tricks of each seat.
    scores
        What `simcore.skat.ramsch_scores` made of them.
    skat_points, last_trick
        Card points of the skat, and the seat that took the last trick.
    """
    rule_set = load_rules(rules)
    losers = [seat for seat in range(3) if scores[seat] < 0]
    if max(scores) > 0:
        winner = max(range(3), key=lambda seat: scores[seat])
        return f"{SEATS[winner]} takes all ten tricks (Durchmarsch) = +{scores[winner]}"
    if not losers:
        return "all three have as many card points: nobody loses"
    has_skat = {LAST_TRICK: [last_trick], LOSER: losers if len(losers) == 1 else []}
    with_skat = has_skat.get(rule_set.ramsch_skat, [])
    factor = rule_set.ramsch_jungfrau
    double = "".join(f", {SEATS[k]} without a trick x {factor}" for k in range(3) if not tricks[k])
    double = double if factor > 1 else ""
    told = []
    for seat in losers:
        skat = f", skat {skat_points}" if seat in with_skat else ""
        told.append(f"{SEATS[seat]} {points[seat]}{skat}{double} = {scores[seat]}")
    return "; ".join(told)
