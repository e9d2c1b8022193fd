"""How often a hand wins, how high to bid it, what to put away: one hand, many worlds."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.hand import discards
from analysis.hand.frame import add_rates, game_frame
from analysis.hand.games import Choice, announced_choices, plain_choices
from analysis.hand.other_play import open_card_wins, sampled_wins, warm_up
from analysis.hand.played import PAYOFFS, Played, play
from analysis.hand.report import HandReport
from analysis.hand.worlds import LEAST_WORLDS, Table, Worlds, check_heard, heard_worlds
from analysis.moments import Difference
from simcore import cards as pack
from simcore import skat as game
from simcore.batch import OnProgress, Progress
from simcore.checks import shown, whole
from simcore.manifest import LARGEST_SEED
from simcore.skat import Players, RuleSet, load_players
from simcore.skat.rules import seat_number
from simcore.threads import check_threads

MOST_WORLDS = 10_000_000
_MOST_OPEN, _MOST_SAMPLED = 100_000, 10_000
# on these finalists among discards are tried, and other bids of a game chosen later
_JUDGED_WORLDS = 4096


def evaluate_hand(
    hand: int | str,
    *,
    seat: int | str = 0,
    skat: int | str | None = None,
    bid: int | None = None,
    rules: str | Path | RuleSet = "isko",
    players: Players = "expert",
    worlds: int = 20_000,
    seed: int = 0,
    scoring: str = "seeger_fabian",
    heard: Mapping[int | str, int | str] | None = None,
    open_cards: int = 0,
    pimc: int = 0,
    notation: str = "iss",
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> HandReport:
    """Play a hand in many worlds, every game it may be played at in the same ones.

    Parameters
    ----------
    hand
        Ten cards, a set or text.
    seat
        0 forehand, 1 middlehand, 2 rearhand, or by name.
    skat
        The two cards of the skat once it was picked up: then the discard is chosen for every game,
        and hand games are over. None: it is dealt in each world, and the player puts away by the
        twelve cards it then sees.
    bid
        What the hand plays at; the lowest bid by default, or what `heard` comes to.
    rules, players
        As in `simcore.simulate`. The player of the seat decides for the hand, the others defend.
    worlds
        Deals of the cards not seen, 100 to 10,000,000. Others are played to choose the discards and
        the game to recommend; no number comes from these.
    seed
        Equal seeds give equal reports.
    scoring
        What games and discards are ranked by: "plain", "seeger_fabian" or "lead".
    heard
        By seat what both others said at most, "pass" or 0 for pass: only worlds in which the
        players named would have bid so.
    open_cards
        Also solve each game in so many worlds with all cards open.
    pimc
        Also have the recommended game played in so many worlds by three `pimc`.
    notation
        Of `hand` and `skat` as text: "iss", "de" or "fr-de".
    threads, on_progress
        As in `simcore.simulate`.

    Returns
    -------
    HandReport

    Raises
    ------
    ValueError
        An input is not usable; the message names it.

    Notes
    -----
    The worlds are the deals 0, 1, ... of the seed with the hand (and skat) known; with `heard`,
    those of them kept. Intervals are 95 %; a world is one draw.
    """
    rule_set = game.load_rules(rules)
    table = Table(
        _cards(hand, 10, "hand", notation),
        0 if skat is None else _cards(skat, 2, "skat", notation),
        seat_number(seat),
        rule_set,
        load_players(players),
        whole("seed", seed, 0, LARGEST_SEED),
        check_threads(threads),
    )
    if table.cards & table.skat:
        raise ValueError(f"card {pack.format(table.cards & table.skat)} is in hand and skat")
    for player in table.players:
        if player.samples:
            raise ValueError(f"player {player.name!r} is too slow for this: pimc asks for it")
    if not isinstance(scoring, str) or scoring not in PAYOFFS:
        raise ValueError(f"unknown scoring {shown(scoring)}: one of {', '.join(PAYOFFS)}")
    number = whole("worlds", worlds, LEAST_WORLDS, MOST_WORLDS)
    solved = whole("open_cards", open_cards, 0, _MOST_OPEN)
    sampled = whole("pimc", pimc, 0, _MOST_SAMPLED)
    clock = _Clock(on_progress)
    if solved or sampled:
        warm_up(table, sampling=sampled > 0)  # before anything is told, while a stop is met at once
    found = _worlds(table, heard, number + max(number // 4, LEAST_WORLDS), clock)
    plan = _plan(found, number, solved, sampled)
    at = _bid(bid, found, rule_set)
    return _evaluate(found, at, scoring, plan, clock, game.describe_rules(rules)["name"], number)


@dataclass(frozen=True)
class Plan:
    """Worlds 0 to `first` - 1 are for choosing, the `number` after them for all that is shown;
    where there are more, the `more` after these are for choosing among what is near the best."""

    first: int
    number: int
    more: int
    open_cards: int
    pimc: int

    def fresh(self, most: int) -> range:
        """The first of the worlds that are shown."""
        return range(self.first, self.first + min(self.number, most))

    def spare(self, most: int) -> range:
        """The first of the worlds beyond those that are shown."""
        start = self.first + self.number
        return range(start, start + min(self.more, most))


def _plan(worlds: Worlds, number: int, solved: int, sampled: int) -> Plan:
    """Deals of a seed are without end; what was heard leaves so many."""
    if worlds.deals is None:
        return Plan(max(number // 4, _JUDGED_WORLDS), number, number, solved, sampled)
    kept = len(worlds.deals)
    first = max(kept // 5, LEAST_WORLDS)
    return Plan(first, min(number, kept - first), 0, solved, sampled)


class _Clock:
    """Progress over all parts, told in rows played: how many there will be shows as it goes."""

    def __init__(self, report: OnProgress | None) -> None:
        self.report, self.started = report, time.monotonic()
        self.before = self.last = 0

    def __call__(self, progress: Progress) -> None:
        if self.report is None:
            return
        if progress.deals < self.last:
            self.before += self.last
        self.last = progress.deals
        done, seconds = self.before + progress.deals, time.monotonic() - self.started
        self.report(Progress(done, self.before + progress.total, seconds, 0, 0))


def _cards(cards: int | str, number: int, what: str, notation: str) -> int:
    """A set of so many cards."""
    held = pack.parse(cards, notation) if isinstance(cards, str) else pack.check_set(cards, what)
    if held.bit_count() != number:
        raise ValueError(
            f"{what} {pack.format(held, notation)!r}: {held.bit_count()} cards, wanted {number}"
        )
    return held


def _worlds(
    table: Table, heard: Mapping[int | str, int | str] | None, wanted: int, clock: _Clock
) -> Worlds:
    if heard is None:
        return Worlds(table)
    said = check_heard(heard, table.seat, table.rules)
    return heard_worlds(table, said, wanted, clock)


def _bid(bid: int | None, worlds: Worlds, rules: RuleSet) -> int:
    """What is played at: the bid given, or what was heard comes to; these agree."""
    from simcore.skat.rulebook import check_bid

    if bid is not None:
        check_bid(bid, rules)
    if worlds.heard is None:
        return game.legal_bids(rules)[0] if bid is None else bid
    if bid is not None and bid != worlds.heard.bid:
        raise ValueError(
            f"bid {bid}: after what was heard the game is played at {worlds.heard.bid}"
        )
    return worlds.heard.bid


def _evaluate(
    worlds: Worlds, bid: int, scoring: str, plan: Plan, clock: _Clock, rules: str, wanted: int
) -> HandReport:
    table = worlds.table
    choices = plain_choices(bid, table.rules, picked_up=bool(table.skat))
    tried: list[dict[str, Any]] = []
    if not choices:
        raise ValueError(f"no game may be named at a bid of {bid}")
    if table.skat:
        choices, tried = _with_discards(worlds, choices, bid, scoring, plan, clock)
    pilot = play(worlds, choices, bid, 0, plan.first, clock)
    more = _announced(pilot, bid, table.rules)
    if more:
        choices += more
        pilot = play(worlds, choices, bid, 0, plan.first, clock)
    best = _chosen(worlds, choices, pilot, bid, scoring, plan, clock)
    shown_ones = play(worlds, choices, bid, plan.first, plan.number, clock)
    frame = game_frame(shown_ones, worlds, best, scoring, plan.fresh(_JUDGED_WORLDS))
    if plan.open_cards:
        wins = open_card_wins(worlds, choices, bid, plan.fresh(plan.open_cards), clock)
        add_rates(frame, "open_card", wins)
    if plan.pimc:
        one = sampled_wins(worlds, choices[best], bid, plan.fresh(plan.pimc), clock)
        add_rates(frame, "pimc", {best: one})
    order = sorted(range(len(frame)), key=lambda k: (k != best, -frame[scoring].iloc[k]))
    return HandReport(
        hand=table.cards,
        skat=table.skat,
        seat=table.seat,
        bid=bid,
        rules=rules,
        players=(table.players[0].name, table.players[1].name, table.players[2].name),
        worlds=plan.number,
        seed=table.seed,
        scoring=scoring,
        heard=worlds.heard,
        asked=wanted,
        games=frame.iloc[order].reset_index(drop=True),
        discards=pd.DataFrame(tried, columns=list(_DISCARD_COLUMNS)),
        best=choices[best].name,
    )


def _chosen(
    worlds: Worlds,
    choices: Sequence[Choice],
    pilot: Played,
    bid: int,
    scoring: str,
    plan: Plan,
    clock: _Clock,
) -> int:
    """Place of the game to recommend: of those not told from the best of the pilot the one that
    brings most in further worlds, none of which is shown."""
    best, more = pilot.best(scoring), plan.spare(plan.more)
    near = [place for place in range(len(choices)) if _is_near(pilot.less(place, best, scoring))]
    if len(near) == 1 or not more:
        return best
    few = [choices[place] for place in near]
    return near[play(worlds, few, bid, more.start, len(more), clock).best(scoring)]


def _is_near(gap: Difference) -> bool:
    """Whether a game may be as good as the best, with a margin for having been chosen."""
    half = gap.high - gap.mean
    return bool(np.isnan(half)) or gap.mean + 2 * half >= 0


_DISCARD_COLUMNS = (
    "game", "contract", "announced", "discard", "behind", "behind_low", "behind_high", "tied", "n"
)  # fmt: skip


def _with_discards(
    worlds: Worlds, choices: Sequence[Choice], bid: int, scoring: str, plan: Plan, clock: _Clock
) -> tuple[list[Choice], list[dict[str, Any]]]:
    """The games with the best discard of each, and how the others stood against it."""
    found, told = [], []
    fresh = plan.fresh(_JUDGED_WORLDS)
    for choice in choices:
        finalists = discards.halve(worlds, choice, bid, scoring, plan.first, clock)
        finalists = discards.ranked(
            worlds, choice, finalists, bid, scoring, plan.spare(2 * _JUDGED_WORLDS), clock
        )
        for away in discards.judge(
            worlds, choice, finalists, bid, scoring, fresh.start, len(fresh), clock
        ):
            words = (choice.name, choice.contract, choice.announced, away.cards)
            gap = (away.behind.mean, away.behind.low, away.behind.high, away.tied, len(fresh))
            told.append(dict(zip(_DISCARD_COLUMNS, words + gap, strict=True)))
        found.append(replace(choice, discard=finalists[0]))
    return found, told


def _announced(pilot: Played, bid: int, rules: RuleSet) -> list[Choice]:
    """Announcements worth a look, by what the plain games made of themselves."""
    more: list[Choice] = []
    for tally in pilot.tallies:
        shares = tally.schneider / tally.n, tally.schwarz / tally.n
        more += announced_choices(tally.choice, *shares, bid, rules)
    return more
