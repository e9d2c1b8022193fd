"""Which two cards to put away: all 66 pairs of twelve cards, played on the same deals."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.clock import Clock
from analysis.clusters import means
from analysis.frames import NoDataError
from analysis.frames.forced import FIRST, Table, table_of
from analysis.intervals import ClusterSums
from analysis.load import Log
from simcore import Scenario, cards
from simcore.batch import OnProgress
from simcore.cards import JACKS
from simcore.skat import RuleSet
from simcore.skat.rulebook import check_cards
from simcore.skat.rules import CONTRACTS, NULL, SEATS, contract_number, seat_number

Numbers = NDArray[np.float64]

# The textbook case: six trumps with two jacks, an ace with a small card, and two tens, each with a
# small one. Put both tens to safety, clear a suit, or keep a ten guarded?
HAND, SKAT = "CJ HJ CA CT C9 C7 SA S9 HT H8", "DT D8"
SEAT, CONTRACT = "middlehand", "C"
CHOOSING, DEALS = 5_000, 20_000  # deals on which the best is chosen, and on which all are measured
LEVEL = 0.95
_JACK_BIT = 28  # of diamonds, the lowest
_BLOCK = 2_000  # deals in memory at a time
_ASKED = 50  # deals on which the player is asked what he would put away
_OFTEN = 0.05  # of equal pairs now this goes, now that: each is the player's own


def frame(
    log: Log,
    *,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    hand: str = HAND,
    skat: str = SKAT,
    seat: int | str = SEAT,
    contract: str = CONTRACT,
    choosing: int = CHOOSING,
    deals: int = DEALS,
) -> pd.DataFrame:
    """What every pair of twelve cards costs against the best one to put away.

    All 66 pairs are put away on the same deals. The best is chosen on some of them; then all are
    played on fresh deals, which alone are shown, so that the best is not the luckiest.

    Parameters
    ----------
    log
        The log of a run: its rules, players and seed.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called now and then with a `Progress`.
    hand, skat
        Ten cards dealt and the two in the skat, `iss` notation.
    seat, contract
        Who plays what, with the skat, at the lowest bid.
    choosing, deals
        Deals on which the best pair is chosen, and fresh ones on which all are measured.

    Returns
    -------
    pandas.DataFrame
        One row a pair: first, second (codes of the cards, the higher first, as sorted for the
        contract), contract, seat, n (deals, the same ones for all), score, score_low, score_high
        (mean plain score, t), lost, lost_low, lost_high (score of the best less that of the pair,
        paired, t; no interval where the two never differ), best (the pair chosen), tied (not the
        best, but not told apart from it: the interval of lost reaches 0) and own (what the player
        himself puts away).

    Raises
    ------
    NoDataError
        The rules do not know the contract, or a player takes too long.
    ValueError
        The cards are not ten and two, or seat or contract are none.
    """
    table = table_of(log)
    number, place = contract_number(contract), seat_number(seat)
    if not table.knows(number):
        raise NoDataError(f"the rules of this run do not know the contract {contract}")
    ten = check_cards(cards.parse(hand), 10, f"hand {hand!r}")
    two = check_cards(cards.parse(skat), 2, f"skat {skat!r}")
    known: dict[int | str, int | str] = {place: ten, "skat": two}
    given: dict[str, Any] = {"known": known, "declarer": place, "contract": CONTRACTS[number]}
    order = sorted_cards(ten | two, number, table.rules)
    pairs = list(combinations(order, 2))
    ways = [Scenario(**given, discard=1 << one | 1 << other) for one, other in pairs]
    scores = _scores(table, ways, choosing + deals, threads, Clock(choosing + deals, on_progress))
    chosen = int(scores[:choosing].sum(axis=0).argmax())
    asked = table.force(Scenario(**given), _ASKED, threads=threads)["discard"]
    own = [bool(np.mean(asked == (1 << one | 1 << other)) >= _OFTEN) for one, other in pairs]
    names = [[cards.CODES[bit] for bit in pair] for pair in pairs]
    told = pd.DataFrame(names, columns=["first", "second"])
    head = told.assign(contract=CONTRACTS[number], seat=SEATS[place])
    return head.assign(**against_best(scores[choosing:], chosen), own=own)


def sorted_cards(held: int, contract: int, rules: RuleSet) -> list[int]:
    """The cards of a set as bit numbers: trumps first, then suit by suit, the highest bit first."""

    def rank(bit: int) -> tuple[bool, int, int]:
        is_jack = bool(1 << bit & JACKS)
        suit = bit - _JACK_BIT if is_jack else bit // 7
        trump = suit == contract or (is_jack and bool(rules.jacks_trump) and contract != NULL)
        return not trump, 0 if trump else -suit, -bit

    return sorted(cards.bits_of(held), key=rank)


def _scores(
    table: Table, ways: list[Scenario], deals: int, threads: int | None, clock: Clock
) -> Numbers:
    """The declarer's score of each deal and pair."""
    found = []
    for start in range(0, deals, _BLOCK):
        number = min(_BLOCK, deals - start)
        games = table.arms(ways, number, first=FIRST + start, threads=threads)
        found.append(games["score"].astype(np.float64))
        clock.tell(start + number)
    return np.concatenate(found)


def against_best(scores: Numbers, chosen: int) -> dict[str, Any]:
    """Means of the pairs and what each loses against the one chosen, from scores of shape (deals,
    pairs): the columns n, score and lost with limits, best and tied of the frame."""
    n = np.full(scores.shape[1], len(scores))
    lost = scores[:, [chosen]] - scores
    columns: dict[str, Any] = {"n": n}
    for name, values in (("score", scores), ("lost", lost)):
        sums = ClusterSums.singles(n, values.sum(axis=0), (values**2).sum(axis=0))
        columns |= means(name, sums, LEVEL)
    best = np.arange(len(n)) == chosen
    apart = columns["lost_low"] > 0  # not where no deal differs: the limits are nan
    return {**columns, "best": best, "tied": ~best & ~apart}
