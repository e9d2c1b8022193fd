"""A settled game as a sum, one line a step, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from simcore.skat import Breakdown, Score
from simcore.skat.lists import GAME_BONUS, LOSS_BONUS


class Line(NamedTuple):
    """A line of the sum: what it is, how it is reckoned, the number, and a remark."""

    name: str
    how: str = ""
    number: str = ""
    remark: str = ""


def seeger_fabian(score: int, won: bool) -> dict[str, int]:
    """Points of one game on a list after Seeger and Fabian."""
    return {
        "declarer": score + (GAME_BONUS if won else -GAME_BONUS),
        "others_table_of_three": 0 if won else LOSS_BONUS[3],
        "others_table_of_four": 0 if won else LOSS_BONUS[4],
    }


def sum_lines(counted: Breakdown, settled: Score, bid: int) -> list[Line]:
    """The whole sum, from matadors to the list."""
    return [*_value_lines(counted, bid), *_score_lines(counted), *_list_lines(settled)]


def _value_lines(counted: Breakdown, bid: int) -> list[Line]:
    value, base, booked = counted.value, counted.base, counted.booked
    lines = [Line(step.step, number=str(step.level)) for step in counted.steps]
    if not base:
        lines.append(Line(counted.game, number=str(value), remark="fixed value"))
    else:
        words = counted.game.split()
        inside = "ouvert" in words and counted.steps[-1].step != "ouvert"
        remark = "ouvert has a base of its own" if inside else ""
        lines.append(Line(f"base {words[0]}", number=str(base), remark=remark))
        lines.append(Line("value", f"{value // base} x {base} =", str(value)))
    lines.append(Line("bid", "", str(bid), "overbid" if booked > value else "covered"))
    if booked > value:
        how = f"{booked // base} x {base} ="
        lines.append(Line("booked", how, str(booked), "next multiple that covers the bid"))
    return lines


def _score_lines(counted: Breakdown) -> list[Line]:
    """From the value booked to the score: won, or lost with its reasons, then kontra and re."""
    score = counted.booked
    lines = [] if counted.why_lost else [Line("won", "", f"{score:+d}")]
    for factor in counted.factors:
        how = f"{f'{score:+d}' if lines else score} x {factor.times} ="
        score *= factor.times
        lines.append(Line(factor.factor, how, f"{score:+d}"))
        if factor.factor == "lost":
            first, *others = counted.why_lost
            lines[-1] = lines[-1]._replace(remark=first)
            lines += [Line("", remark=reason) for reason in others]
    return lines


def _list_lines(settled: Score) -> list[Line]:
    listed = seeger_fabian(settled.score, settled.won)
    sign = "+" if settled.won else "-"
    how = f"{settled.score:+d} {sign} {GAME_BONUS} ="
    others = "others 0"
    if not settled.won:
        others = f"others +{LOSS_BONUS[3]}, at a table of four +{LOSS_BONUS[4]}"
    return [Line("Seeger-Fabian", how, f"{listed['declarer']:+d}", others)]


def print_sum(lines: Iterable[Line]) -> None:
    """Print the lines with numbers under numbers."""
    listed = list(lines)
    name, how, number = (max(len(line[place]) for line in listed) for place in range(3))
    for line in listed:
        row = f"{line.name:<{name}}  {line.how:>{how}} {line.number:>{number}}  {line.remark}"
        print(row.rstrip())
