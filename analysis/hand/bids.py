"""How high a game may be bid: what it is safely worth, and the bid up to which it pays."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations

import numpy as np
from scipy import stats

from analysis.hand.games import Choice, is_legal
from analysis.hand.played import LEVEL, PAYOFFS, Played, Tally, play
from analysis.hand.worlds import Worlds
from simcore.cards import PACK
from simcore.skat import RuleSet, legal_bids, questions, settle
from simcore.skat.rules import NULL, contract_number
from simcore.skat.value import ALL_POINTS, SCHNEIDER, TO_WIN


def skats(cards: int) -> Iterator[int]:
    """The 231 skats that may lie beside ten cards."""
    hidden = [1 << bit for bit in range(32) if PACK & ~cards & 1 << bit]
    return (one | other for one, other in combinations(hidden, 2))


def runs(choice: Choice, cards: int, skat: int, rules: RuleSet) -> dict[int, float]:
    """Matadors of a game by the skats there may be: signed count and exact probability."""
    contract = contract_number(choice.contract or "")
    if contract == NULL:
        return {0: 1.0}
    whole = [cards | other for other in ([skat] if skat else skats(cards))]
    counted = [int(questions.matadors(twelve, contract, rules)) for twelve in whole]
    return {run: counted.count(run) / len(whole) for run in sorted(set(counted))}


def worth(choice: Choice, matadors: int, rules: RuleSet) -> int:
    """Value of a game won just as it was declared."""
    points = SCHNEIDER if "schneider" in choice.announced else TO_WIN
    all_tricks = {"schwarz", "ouvert"} & set(choice.announced) and choice.contract != "N"
    null = choice.contract == "N"
    found = settle(
        matadors,
        choice.contract or "",
        rules=rules,
        bid=legal_bids(rules)[0],
        points=ALL_POINTS if all_tricks else points,
        tricks=0 if null else 10 if all_tricks else 5,
        hand=choice.hand,
        announced=choice.announced,
    )
    return found.value


def safety(choice: Choice, cards: int, skat: int, rules: RuleSet) -> tuple[int, float]:
    """What a game is worth whatever lies in the skat, the highest bid it can never fall below; and
    the exact chance that the skat makes it worth less than the ten cards say ("without" broken)."""
    chances = runs(choice, cards, skat, rules)
    values = {run: worth(choice, run, rules) for run in chances}
    hoped = values[next(iter(chances))] if skat else _hoped(choice, cards, rules)
    return min(values.values()), sum(p for run, p in chances.items() if values[run] < hoped)


def _hoped(choice: Choice, cards: int, rules: RuleSet) -> int:
    """Value of a game by the matadors in the ten cards."""
    run = int(questions.matadors(cards, contract_number(choice.contract or ""), rules))
    return worth(choice, run, rules)


def mean_at(tally: Tally, bid: int, payoff: str, rules: RuleSet) -> tuple[float, float]:
    """Mean payoff of a game at another bid and its standard error.

    A forced game is played alike at any bid, so the same worlds are settled again.
    """
    choice, values = tally.choice, []
    for outcome in tally.outcomes:
        found = settle(
            outcome.matadors,
            choice.contract or "",
            rules=rules,
            bid=bid,
            points=outcome.points,
            tricks=outcome.tricks,
            hand=choice.hand,
            announced=choice.announced,
            kontra=outcome.kontra,
        )
        values.append((found.score, int(found.won)))
    score, won = np.array(values, dtype=np.int64).T
    brought, counts = PAYOFFS[payoff](score, won), np.array(list(tally.outcomes.values()))
    mean = float(np.average(brought, weights=counts))
    spread = float(np.average((brought - mean) ** 2, weights=counts))
    return mean, math.sqrt(spread / max(tally.n - 1, 1))


def _last(ladder: Sequence[int], pays: Callable[[int], bool]) -> int:
    """The last of rising bids that pays, if those that pay come first; 0: none does."""
    low, high = 0, len(ladder)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if pays(ladder[middle]) else (low, middle)
    return ladder[low - 1] if low else 0


def pays_up_to(tally: Tally, payoff: str, rules: RuleSet) -> tuple[int, int]:
    """The highest bids at which a game still brings its declarer 0 or more: by the mean, and by
    the lower end of its interval. 0: at no bid."""
    ladder = [bid for bid in legal_bids(rules) if is_legal(tally.choice, bid, rules)]
    quantile = float(stats.t.ppf((1 + LEVEL) / 2, max(tally.n - 1, 1)))

    def least(bid: int, errors: float) -> float:
        mean, error = mean_at(tally, bid, payoff, rules)
        return mean - errors * error

    return (
        _last(ladder, lambda bid: least(bid, 0.0) >= 0),
        _last(ladder, lambda bid: least(bid, quantile) >= 0),
    )


def chosen_pays_up_to(
    worlds: Worlds, payoffs: Iterable[str], first: int, number: int
) -> dict[str, tuple[int, int]]:
    """The same for a game that is chosen after the skat was seen: a higher bid leaves fewer games,
    so it is played again at every bid that is tried."""
    rules = worlds.table.rules

    @cache
    def at(bid: int) -> Played:
        return play(worlds, [Choice(None)], bid, first, number)

    def pays(payoff: str, bid: int) -> bool:
        return at(bid).payoff(0, payoff).mean >= 0

    def surely(payoff: str, bid: int) -> bool:
        found = at(bid).payoff(0, payoff)
        return (found.mean if math.isnan(found.low) else found.low) >= 0

    ladder = legal_bids(rules)
    return {
        name: (_last(ladder, partial(pays, name)), _last(ladder, partial(surely, name)))
        for name in payoffs
    }
