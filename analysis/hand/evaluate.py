"""How often a hand wins, how high to bid it, what to put away: one hand, many worlds."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.hand import bids, discards
from analysis.hand.games import Choice, announced_choices, plain_choices
from analysis.hand.played import LEVEL, PAYOFFS, Played, Tally, play
from analysis.hand.report import HandReport
from analysis.hand.worlds import LEAST_WORLDS, Table, Worlds, check_heard, heard_worlds
from analysis.intervals import wilson
from analysis.moments import Difference
from simcore import cards as pack
from simcore import skat as game
from simcore.batch import OnProgress, Progress
from simcore.checks import shown, whole
from simcore.manifest import LARGEST_SEED
from simcore.skat import Player, Players, Position, RuleSet, load_player, load_players
from simcore.skat.rules import NULL, SEATS, contract_number, seat_number
from simcore.skat.value import aim_of, declaration
from simcore.threads import check_threads

MOST_WORLDS = 10_000_000
_MOST_OPEN, _MOST_SAMPLED = 100_000, 10_000
_JUDGED_WORLDS = (
    4096  # on which finalists among discards, and bids of a game chosen later, are tried
)


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
    heard: Mapping[int | str, int] | None = None,
    open_cards: int = 0,
    pimc: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> HandReport:
    """Play a hand in many worlds, every game it may be played at in the same ones.

    Parameters
    ----------
    hand
        Ten cards, a set or text in `iss` notation.
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
        Deals of the cards not seen, 100 to 10,000,000. As many again in quarter are played first,
        to choose the discards and the game to recommend; no number comes from these.
    seed
        Equal seeds give equal reports.
    scoring
        What games and discards are ranked by: "plain", "seeger_fabian" or "lead".
    heard
        By seat what both others said at most, 0 for pass: only worlds in which the players named
        would have bid so.
    open_cards
        Also solve each game in so many worlds with all cards open.
    pimc
        Also have the recommended game played in so many worlds by three `pimc`.
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
        _cards(hand, 10, "hand"),
        0 if skat is None else _cards(skat, 2, "skat"),
        seat_number(seat),
        rule_set,
        load_players(players),
        whole("seed", seed, 0, LARGEST_SEED),
        check_threads(threads),
    )
    if table.cards & table.skat:
        raise ValueError(f"card {pack.format(table.cards & table.skat)} is in hand and skat")
    if scoring not in PAYOFFS:
        raise ValueError(f"unknown scoring {shown(scoring)}: one of {', '.join(PAYOFFS)}")
    number = whole("worlds", worlds, LEAST_WORLDS, MOST_WORLDS)
    solved = whole("open_cards", open_cards, 0, _MOST_OPEN)
    sampled = whole("pimc", pimc, 0, _MOST_SAMPLED)
    clock = _Clock(on_progress)
    found = _worlds(table, heard, number + max(number // 4, LEAST_WORLDS), clock)
    if found.deals is not None:
        number = min(number, 4 * len(found.deals) // 5)
    first = max(number // 4, LEAST_WORLDS)
    plan = Plan(first, number, min(solved, number), min(sampled, number))
    at = _bid(bid, found, rule_set)
    return _evaluate(found, at, scoring, plan, clock, game.describe_rules(rules)["name"])


@dataclass(frozen=True)
class Plan:
    """Worlds 0 to `first` - 1 are for choosing, the `number` after them for all that is shown."""

    first: int
    number: int
    open_cards: int
    pimc: int


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


def _cards(cards: int | str, number: int, what: str) -> int:
    """A set of so many cards."""
    held = pack.parse(cards) if isinstance(cards, str) else pack.check_set(cards, what)
    if held.bit_count() != number:
        raise ValueError(f"{what} {pack.format(held)!r}: {held.bit_count()} cards, wanted {number}")
    return held


def _worlds(
    table: Table, heard: Mapping[int | str, int] | None, wanted: int, clock: _Clock
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
    worlds: Worlds, bid: int, scoring: str, plan: Plan, clock: _Clock, rules: str
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
    best = pilot.best(scoring)
    shown_ones = play(worlds, choices, bid, plan.first, plan.number, clock)
    frame = _frame(shown_ones, worlds, best, scoring, plan)
    if plan.open_cards:
        _add_rates(frame, "open_card", _open_card_wins(worlds, choices, bid, plan))
    if plan.pimc:
        _add_rates(frame, "pimc", {best: _sampled_wins(worlds, choices[best], bid, plan, clock)})
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
        games=frame.iloc[order].reset_index(drop=True),
        discards=pd.DataFrame(tried, columns=list(_DISCARD_COLUMNS)),
        best=choices[best].name,
    )


_DISCARD_COLUMNS = (
    "game", "contract", "announced", "discard", "behind", "behind_low", "behind_high", "tied", "n"
)  # fmt: skip


def _with_discards(
    worlds: Worlds, choices: Sequence[Choice], bid: int, scoring: str, plan: Plan, clock: _Clock
) -> tuple[list[Choice], list[dict[str, Any]]]:
    """The games with the best discard of each, and how the others stood against it."""
    found, told = [], []
    fresh = min(plan.number, _JUDGED_WORLDS)
    for choice in choices:
        finalists = discards.halve(worlds, choice, bid, scoring, plan.first, clock)
        for away in discards.judge(
            worlds, choice, finalists, bid, scoring, plan.first, fresh, clock
        ):
            words = (choice.name, choice.contract, choice.announced, away.cards)
            gap = (away.behind.mean, away.behind.low, away.behind.high, away.tied, fresh)
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


# ---- the frame ----------------------------------------------------------------------------------


def _frame(played: Played, worlds: Worlds, best: int, scoring: str, plan: Plan) -> pd.DataFrame:
    """A row a game, in the order played."""
    return pd.DataFrame(
        [
            _described(tally)
            | _rates(tally)
            | _means(played, place)
            | _reach(tally, worlds, plan)
            | _behind(played.less(place, best, scoring), own=place == best)
            for place, tally in enumerate(played.tallies)
        ]
    )


def _described(tally: Tally) -> dict[str, Any]:
    choice = tally.choice
    return {
        "game": choice.name,
        "contract": choice.contract,
        "hand": choice.hand,
        "announced": choice.announced,
        "discard": choice.discard,
        "n": tally.n,
        "wins": tally.won,
    }


def _rate(name: str, wins: int, n: int) -> dict[str, float]:
    """A share with its Wilson interval."""
    low, high = wilson(wins, n, LEVEL)
    stem = "win" if name == "win_rate" else name
    return {name: wins / n, f"{stem}_low": float(low), f"{stem}_high": float(high)}


def _rates(tally: Tally) -> dict[str, float]:
    counted = {"win_rate": tally.won, "schneider": tally.schneider, "overbid": tally.overbid}
    rates: dict[str, float] = {}
    for name, wins in counted.items():
        rates |= _rate(name, wins, tally.n)
    return rates


def _means(played: Played, place: int) -> dict[str, float]:
    """What a game brings under each scoring; where no world differs from another the limits are
    the mean itself."""
    means: dict[str, float] = {}
    for payoff in PAYOFFS:
        found = played.payoff(place, payoff)
        low, high = (found.mean if np.isnan(x) else x for x in (found.low, found.high))
        means |= {payoff: found.mean, f"{payoff}_low": low, f"{payoff}_high": high}
        means[f"{payoff}_sd"] = found.sd
    return means


def _reach(tally: Tally, worlds: Worlds, plan: Plan) -> dict[str, float]:
    """How high a game may be bid."""
    table, choice = worlds.table, tally.choice
    reach: dict[str, float] = {"safe_bid": np.nan, "breaks": np.nan}
    if choice.contract is None:
        fewer = min(plan.number, _JUDGED_WORLDS)
        bounds = bids.chosen_pays_up_to(worlds, list(PAYOFFS), plan.first, fewer)
    else:
        bounds = {payoff: bids.pays_up_to(tally, payoff, table.rules) for payoff in PAYOFFS}
        safe = bids.safety(choice, table.cards, table.skat, table.rules)
        reach["safe_bid"], reach["breaks"] = safe
    for payoff, (mean, surely) in bounds.items():
        reach |= {f"pays_{payoff}": mean, f"pays_{payoff}_surely": surely}
    return reach


def _behind(gap: Difference, *, own: bool) -> dict[str, Any]:
    """A difference to the recommended game."""
    tied = own or bool(np.isnan(gap.low)) or gap.low <= 0 <= gap.high
    return {"behind": gap.mean, "behind_low": gap.low, "behind_high": gap.high, "tied": tied}


# ---- open cards and sampled worlds --------------------------------------------------------------


def _add_rates(frame: pd.DataFrame, name: str, counted: dict[int, tuple[int, int]]) -> None:
    """Columns of a share that not every game has."""
    columns = {f"{name}_{column}": [np.nan] * len(frame) for column in ("n", "rate", "low", "high")}
    for place, (wins, n) in counted.items():
        low, high = wilson(wins, n, LEVEL)
        for column, number in (("n", n), ("rate", wins / n), ("low", low), ("high", high)):
            columns[f"{name}_{column}"][place] = float(number)
    for column, numbers in columns.items():
        frame[column] = numbers


def _open_card_wins(
    worlds: Worlds, choices: Sequence[Choice], bid: int, plan: Plan
) -> dict[int, tuple[int, int]]:
    """In how many worlds each game reaches its aim when everybody sees all cards and plays best;
    the discard is the player's."""
    rows = worlds.play(choices, bid, plan.first, plan.open_cards)
    found = {}
    for place, choice in enumerate(choices):
        if choice.contract is not None:
            wins = _solved(worlds.table, choice, rows[:, place])
            found[place] = (wins, plan.open_cards)
    return found


def _solved(table: Table, choice: Choice, rows: np.ndarray) -> int:
    """Games of one kind won on open cards."""
    contract = contract_number(choice.contract or "")
    named = declaration(contract, choice.hand, choice.announced)
    positions = [_position(row, table.seat, choice.contract or "") for row in rows]
    target = None if contract == NULL else int(aim_of(named.schneider, named.schwarz))
    values = game.solve_many(positions, target=target, rules=table.rules, threads=table.threads)
    return int(np.count_nonzero(values))


def _position(row: np.void, seat: int, contract: str) -> Position:
    """The first lead, after the discard."""
    hands = [int(row[f"hand_{name}"]) for name in SEATS]
    away = int(row["discard"])
    hands[seat] = (hands[seat] | int(row["skat"])) & ~away
    return Position(hands, contract, seat, 0, away)


def _sampled_wins(
    worlds: Worlds, choice: Choice, bid: int, plan: Plan, clock: _Clock
) -> tuple[int, int]:
    """Games won where declarer and defenders play by worlds they sample."""
    sampling: Player = load_player("pimc")
    table = replace(worlds.table, players=(sampling,) * 3)
    rows = replace(worlds, table=table).play([choice], bid, plan.first, plan.pimc, clock)
    return int(np.count_nonzero(rows["won"])), plan.pimc
