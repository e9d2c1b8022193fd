"""A game and its value in words, as players count it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from simcore.skat import value
from simcore.skat.rule_files import load_rules
from simcore.skat.rules import GRAND, NAMES, NULL, RuleSet, contract_number
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


def game_words(game: Declaration) -> str:
    """The game named: "Clubs hand schneider"."""
    words = [NAMES[game.contract]] + ["hand"] * game.hand
    marks = (game.schneider, game.schwarz, game.ouvert)
    return " ".join(words + [w for w, said in zip(ANNOUNCEMENTS, marks, strict=True) if said])


def _levels(run: int, game: Declaration, points: int, tricks: int, rules: RuleSet) -> list[str]:
    """The steps of the level in the order players count them."""
    steps = ["game"] + ["hand"] * game.hand
    if game.schneider:
        steps += ["schneider", "announced"]
    elif points >= value.SCHNEIDER or points <= value.NOT_SCHNEIDER:
        steps += ["schneider"]
    if game.schwarz:
        steps += ["schwarz", "announced"]
    elif tricks in (0, 10):
        steps += ["schwarz"]
    if game.ouvert and not (game.contract == GRAND and rules.grand_ouvert_base):
        steps += ["ouvert"]
    return [f"{step} {abs(run) + 1 + k}" for k, step in enumerate(steps)]


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
    rule_set = load_rules(rules)
    game = declaration(contract_number(contract), hand, announced)
    if game.contract == NULL:
        words = f"{game_words(game)} {result.value}"
    else:
        run = f"{'with' if result.matadors > 0 else 'without'} {abs(result.matadors)}"
        steps = _levels(result.matadors, game, points, tricks, rule_set)
        plain = result.value // result.level if not result.overbid else _base(game, rule_set)
        words = f"{run}, {', '.join(steps)}, x {plain} = {plain * result.level}"
        if result.overbid:
            words += f", below the bid {bid}: {result.value // plain} x {plain} = {result.value}"
    if not result.won:
        loss = rule_set.hand_loss if hand else rule_set.loss
        words += f", lost x {loss}" if loss > 1 else ", lost"
    if kontra:
        words += ", kontra x 2" + (", re x 2" if kontra == 2 else "")
    return words if result.score == result.value else f"{words} = {result.score}"


def _base(game: Declaration, rules: RuleSet) -> int:
    if game.contract == GRAND:
        return (rules.grand_ouvert_base if game.ouvert else 0) or rules.grand_base
    bases = (rules.base_diamonds, rules.base_hearts, rules.base_spades, rules.base_clubs)
    return bases[game.contract]
