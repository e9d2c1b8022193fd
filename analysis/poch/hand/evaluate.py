"""What to put down first, how far to go, what a deal brings: one hand, many worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from analysis.blocks import in_blocks
from analysis.poch.auctions import Faced, faced, joined
from analysis.poch.hand.circles import carried_chips
from analysis.poch.hand.holdings import Holding, holdings_of
from analysis.poch.hand.opening import openings
from analysis.poch.hand.parts import Parts
from analysis.poch.hand.report import HandReport
from analysis.poch.hand.seeing import Reach, first_of, reach_of
from analysis.poch.hand.stakes import PASS, Lines, Plan, arms, chosen, first_stakes
from analysis.poch.hand.turns import FACED, OPEN, is_faced, seat_from_dealer, turns_of
from analysis.poch.hand.worlds import BLOCK, OWN, Clock, Table
from simcore import poch
from simcore.batch import OnProgress
from simcore.checks import is_whole, whole
from simcore.manifest import LARGEST_SEED
from simcore.poch import RuleSet
from simcore.poch.pack import PACKS
from simcore.poch.rules import AUCTIONS, HAND, MOST_PLAYERS
from simcore.threads import check_threads

LEAST_WORLDS, MOST_WORLDS = 100, 10_000_000
_FIRST_WORLDS, _MOST_FIRST, _MOST_MORE = 4096, 100_000, 200_000  # for choosing
UNKNOWN = "unknown"


def evaluate_hand(
    hand: int | str,
    *,
    players: int | poch.Players = "expert",
    seats: int | None = None,
    seat: int | str = 1,
    rules: str | Path | RuleSet = "karuzela",
    turn_up: int | str | None = None,
    circles: Mapping[str, int] | str | None = None,
    worlds: int = 20_000,
    seed: int = 0,
    notation: str = "iss",
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> HandReport:
    """Play a hand in many worlds, every first stake in the same ones.

    Parameters
    ----------
    hand
        Six cards, a set or text.
    players
        How many play (3 to 8, each `expert`), or a preset name, TOML path or `Player` for all
        seats, or one for each. The player of the seat decides for the hand where no first stake is
        forced.
    seats
        How many play; None: as `players` and `rules` say, 4 in every preset.
    seat
        Counted from the dealer: 0 or "dealer" is he, 1 his left neighbour, who speaks first.
    rules
        As in `simcore.simulate`.
    turn_up
        The card turned up, a set or text; None or "unknown": dealt in each world.
    circles
        Chips by rank that wait in the circles before the antes; "usual": what is there on average
        over the deals of a session; None: nothing.
    worlds
        Deals of the cards not seen, 100 to 10,000,000. Others are played to choose the stakes that
        are recommended; no number comes from these.
    seed
        Equal seeds give equal reports.
    notation
        Of `hand` and `turn_up` as text: "iss", "de" or "fr-de".
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
    Every world is a session of one deal and one draw. Intervals are 95 %.
    """
    asked = check_hand(
        hand, players=players, seats=seats, seat=seat, rules=rules, turn_up=turn_up,
        circles=circles, worlds=worlds, seed=seed, notation=notation, threads=threads,
    )  # fmt: skip
    return asked.evaluate(on_progress)


@dataclass(frozen=True)
class Asked:
    """What is asked of a hand, checked: nothing is played yet."""

    table: Table
    plan: Plan
    carried: dict[str, float]
    rules: str

    def evaluate(self, on_progress: OnProgress | None = None) -> HandReport:
        """Play it."""
        table = replace(self.table, clock=Clock(on_progress))
        return _evaluate(table, self.plan, self.carried, self.rules)


def check_hand(
    hand: int | str,
    *,
    players: int | poch.Players = "expert",
    seats: int | None = None,
    seat: int | str = 1,
    rules: str | Path | RuleSet = "karuzela",
    turn_up: int | str | None = None,
    circles: Mapping[str, int] | str | None = None,
    worlds: int = 20_000,
    seed: int = 0,
    notation: str = "iss",
    threads: int | None = None,
) -> Asked:
    """The door of `evaluate_hand`: all that can be refused is refused here.

    Raises
    ------
    ValueError
        An input is not usable; the message names it.
    """
    presets, number = table_size(players, seats)
    described = poch.describe_rules(rules, number)
    rule_set = poch.rules_in(described.items())
    table = Table(
        _cards(hand, HAND, "hand", rule_set, notation),
        _turned_up(turn_up, rule_set, notation),
        seat_from_dealer(seat, rule_set.players),
        rule_set._replace(session_deals=1),
        poch.load_players(presets, rule_set.players),
        whole("seed", seed, 0, LARGEST_SEED),
        check_threads(threads),
    )
    if table.hand & table.turn_up:
        card = PACKS[rule_set.pack].format(table.turn_up, notation)
        raise ValueError(f"turn_up {card!r} is in the hand: it lies on the table, in no hand")
    carried = carried_chips(circles, rule_set)
    wanted = whole("worlds", worlds, LEAST_WORLDS, MOST_WORLDS)
    first = min(max(wanted // 4, _FIRST_WORLDS), _MOST_FIRST)
    plan = Plan(first, wanted, min(wanted, _MOST_MORE))
    return Asked(table, plan, carried, str(described["name"]))


def table_size(players: int | poch.Players, seats: int | None) -> tuple[poch.Players, int | None]:
    """Who plays, and how many where that is said.

    Raises
    ------
    ValueError
        Numbers are out of range or do not agree.
    """
    number = None if seats is None else whole("seats", seats, 3, MOST_PLAYERS)
    said = None
    presets: poch.Players = "expert"
    if isinstance(players, bool) or is_whole(players):
        said = whole("players", players, 3, MOST_PLAYERS)
    elif isinstance(players, Sequence) and not isinstance(players, str):
        presets = players
        said = len(players) if len(players) > 1 else None
        if said is not None and not 3 <= said <= MOST_PLAYERS:
            raise ValueError(f"players: {said} are named: one for all, or 3 to {MOST_PLAYERS}")
    else:
        presets = players  # type: ignore[assignment]
    if said is not None and number not in (None, said):
        raise ValueError(f"seats {number}: players say {said}")
    return presets, number if said is None else said


def _cards(cards: int | str, number: int, what: str, rules: RuleSet, notation: str) -> int:
    """A set of so many cards of the pack."""
    pack = PACKS[rules.pack]
    held = pack.parse(cards, notation) if isinstance(cards, str) else pack.check_set(cards, what)
    if held.bit_count() != number:
        count = held.bit_count()
        raise ValueError(
            f"{what} {pack.format(held, notation)!r}: {count} card{'s' * (count != 1)}, wanted "
            f"{number}"
        )
    return held


def _turned_up(card: int | str | None, rules: RuleSet, notation: str) -> int:
    """The card turned up as a set, 0 where it is not known."""
    if card is None or (isinstance(card, str) and card.strip().lower() == UNKNOWN):
        return 0
    return _cards(card, 1, "turn_up", rules, notation)


def _evaluate(table: Table, plan: Plan, carried: dict[str, float], rules: str) -> HandReport:
    holdings = holdings_of(table.hand, table.turn_up, table.rules)
    held = [a for a in AUCTIONS if holdings[a].key or table.rules.bluff]
    stakes = first_stakes(table.rules)
    best = {auction: dict.fromkeys(turns_of(table.seat), PASS) for auction in AUCTIONS}
    best |= chosen(table, held, [PASS, *stakes], plan)
    parts = Parts(table.seat, carried, table.rules)
    lines = [
        Lines(auction, turn, table.seat, table.rules.players, stake,
              arms(stakes if auction in held else []))
        for auction in AUCTIONS
        for turn, stake in best[auction].items()
    ]  # fmt: skip
    met = _play(table, plan, arms(stakes if held else []), lines, parts, held, best)
    return HandReport(
        hand=table.hand,
        turn_up=table.turn_up,
        seat=table.seat,
        rules=rules,
        rule_set=table.rules,
        players=tuple(player.name for player in table.players),
        circles=carried,
        worlds=plan.number,
        seed=table.seed,
        holdings=_holding_frame(holdings, parts),
        stakes=pd.concat([one.frame() for one in lines if one.n], ignore_index=True),
        best=best,
        reach=met,
        openings=openings(table, stakes[0]),
        parts=parts.frame(),
        last=parts.last_share(),
        cards_left=parts.cards_left(),
    )


def _play(
    table: Table,
    plan: Plan,
    shown_arms: Sequence[int],
    lines: Sequence[Lines],
    parts: Parts,
    held: Sequence[str],
    best: Mapping[str, Mapping[str, int]],
) -> dict[str, Reach]:
    """Play the worlds that are shown, every first stake in each of them.

    What it is to face a stake is seen where the hand stays in with the least first stake.
    """
    least = min((arm for arm in shown_arms if arm > PASS), default=None)
    met: dict[str, list[Faced]] = {auction: [] for auction in held}
    for first, number in in_blocks(plan.first, plan.number, BLOCK):
        rows: dict[int, np.ndarray] = {}
        for arm in shown_arms:
            made: Any = table.play(first, number, arm, plays=arm == least)
            rows[arm] = made[0] if arm == least else made
            for auction in held if arm == least else ():
                found = faced(made[0], made[1], AUCTIONS.index(auction), table.rules)
                met[auction].append(first_of(found, table.seat))
        for one in lines:
            one.add(rows)
        parts.add(
            rows[OWN], {auction: _advised(rows, table, auction, best) for auction in AUCTIONS}
        )
    return {auction: reach_of(joined(found)) for auction, found in met.items()}


def _advised(
    rows: Mapping[int, np.ndarray],
    table: Table,
    auction: str,
    best: Mapping[str, Mapping[str, int]],
) -> np.ndarray:
    """Chips from an auction where it begins with the stake that is advised at its turn."""
    column, stakes = f"{auction}_{table.seat}", best[auction]
    opened = rows[stakes[OPEN]][column]
    if FACED not in stakes:
        return opened
    faced = is_faced(rows[PASS], auction, table.seat, table.rules.players)
    return np.where(faced, rows[stakes[FACED]][column], opened)


def _holding_frame(holdings: Mapping[str, Holding], parts: Parts) -> pd.DataFrame:
    """What the hand holds, how often less is held, how often nothing better."""
    rows = [
        {
            "auction": auction,
            "holding": found.words,
            "key": found.key,
            "trump": found.trump,
            "below": found.below,
            "n": parts.n,
            **parts.best_share(auction),
        }
        for auction, found in holdings.items()
    ]
    return pd.DataFrame(rows)
