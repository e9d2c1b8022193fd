"""What play gives away against play with open cards, by contract, phase and kind of decision.

Open-card play sees all hands, so nobody plays like it: part of what is given away is luck that no
rule can avoid. What a rule may gain shows where another kind of card is better on the average.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from analysis.alternatives import alternatives as judge_alternatives
from analysis.alternatives import draw_decisions
from analysis.clusters import means, shares, sums_by_cell
from analysis.costs import GROUPS, LEVEL, PER, Costs, without_data
from analysis.decisions import Array, Positions, pack_of, walk
from analysis.intervals import ClusterSums
from analysis.judged import JudgedGames, judged_games
from analysis.situations import Situations, situations
from simcore import Run, open_run
from simcore.batch import OnProgress
from simcore.cards import CODES
from simcore.checks import whole
from simcore.manifest import LARGEST_SEED, MOST_DEALS
from simcore.skat.rules import CONTRACTS, NULL, SEATS
from simcore.threads import check_threads

SIDES = ("declarer", "defenders")
EXAMPLES = 3  # of a situation
DEAREST = 25  # situations whose alternatives are judged
PHASES = {"opening": (1, 3), "middle": (4, 7), "end": (8, 10), "all": (1, 10)}  # trick numbers
_WHOLE = ("trumps", "Null")  # every game is in one of these


@dataclass(frozen=True)
class Regret:
    """What `regret` found. All limits are 95 %, the deal as the unit, `x_low` and `x_high` of `x`.

    A game is a deal (and rotation) with a declarer. `points` are card points given away: by how
    much a card moved the open-card value against its own side. A card turns a game when it changes
    who wins on open cards. Numbers of points stand for games with points alone (nan in Null).

    Attributes
    ----------
    run, rules, players, seed
        What was asked, and whose games: names of the players A, B, C.
    deals, n
        Deals and games judged.
    games
        One row a contract (D H S C G N) and "trumps", all with points: contract, games, cards;
        open_card_win_rate (Wilson), win_rate (Wilson), difference (win_rate less
        open_card_win_rate, paired, t); open_card_points (at the first lead), card_points (made),
        declarer_points, defenders_points (given away a game, t), declarer_turned,
        defenders_turned (games turned per 1,000, t).
    phases
        One row a game ("trumps", "suit", "Grand", "Null"), side and phase (trick "1" to "10",
        "opening" 1-3, "middle" 4-7, "end" 8-10, "all"): game, side, phase, games, cards (forced
        ones too), points (a game, t), each (points a card, t), costly (share of the cards that
        cost anything, Wilson), turned (per 1,000 games, t).
    situations
        One row a game and kind of decision, the dearest first: by games turned, then by points.
        game, situation (in words, see `analysis.situations`), games, cards (decisions: more than
        one card was legal), points, each, costly, turned, as in `phases`.
    examples
        For each situation up to three cards, those that turned a game and cost most first:
        situation, deal_id, rotation, number (of the card, 1 to 30), seat, card, better (a card
        that keeps the value), points, turned.
    alternatives
        None unless asked for. One row a game, situation and kind of card that was possible: game,
        situation, kind, played (whether it is the kind played), n (decisions drawn that had it), of
        (decisions drawn); then for the player's side, in card points ("points_") and in games won
        per 1,000 decisions ("won_"), t: gain (the best card of the kind less the card played), best
        (... less the best card of the kind played) and mean (the mean card of the kind less the
        mean card of the kind played). `gain` owes much to open cards; a kind with `mean` and `best`
        above 0 is the better rule, whichever of its cards is played.
    """

    run: str
    rules: str
    players: tuple[str, ...]
    seed: int
    deals: int
    n: int
    games: pd.DataFrame
    phases: pd.DataFrame
    situations: pd.DataFrame
    examples: pd.DataFrame
    alternatives: pd.DataFrame | None


class _Asked(NamedTuple):
    """Of the alternatives: decisions a situation, and how they are drawn and judged."""

    number: int
    seed: int
    threads: int
    report: OnProgress | None


# ---- frames ------------------------------------------------------------------------------------


def _points(games: JudgedGames, costs: Costs) -> dict[str, Array]:
    """Card points of each game: at the first lead, made, given away by each side."""
    found: dict[str, Array] = {
        "open_card_points": games.values[:, 0],
        "card_points": games.rows["card_points"],
    }
    sides = zip(SIDES, (costs.declares, ~costs.declares), strict=True)
    return found | {f"{side}_points": costs.by_game(costs.lost, mine) for side, mine in sides}


def _game_row(name: str, chosen: Array, costs: Costs) -> pd.DataFrame:
    """The row of some contracts."""
    games = costs.games
    deal, cell = games.deal[chosen], np.zeros(int(chosen.sum()), dtype=np.int64)

    def per_game(numbers: Array) -> ClusterSums:
        return sums_by_cell(cell, deal, numbers[chosen].astype(np.float64), 1)

    wins, won = games.values[:, 0] >= games.aims, games.rows["won"]
    columns: dict[str, Any] = {
        **shares("open_card_win_rate", per_game(wins), LEVEL),
        **shares("win_rate", per_game(won), LEVEL),
        **means("difference", per_game(won.astype(np.int64) - wins), LEVEL),
    }
    for column, numbers in _points(games, costs).items():
        told = means(column, per_game(numbers), LEVEL, least=0)
        columns |= without_data(told) if name == CONTRACTS[NULL] else told
    for side, mine in zip(SIDES, (costs.declares, ~costs.declares), strict=True):
        sums = per_game(costs.by_game(costs.turned, mine))
        columns |= means(f"{side}_turned", sums, LEVEL, factor=PER, least=0)
    head = {"contract": name, "games": len(cell), "cards": int(games.played[chosen].sum())}
    return pd.DataFrame({**head, **columns})


def _games(costs: Costs) -> pd.DataFrame:
    """Win rates and points by contract; contracts nobody played are left out."""
    contract = costs.games.rows["contract"]
    chosen = {CONTRACTS[k]: contract == k for k in range(6) if (contract == k).any()}
    chosen["trumps"] = contract != NULL
    rows = [_game_row(name, where, costs) for name, where in chosen.items()]
    return pd.concat(rows, ignore_index=True)


def _phases(costs: Costs) -> pd.DataFrame:
    """Costs by side and number of the trick."""
    trick = costs.step.astype(np.int64) // 3
    named = {str(k + 1): (k, k) for k in range(10)}
    named |= {name: (first - 1, last - 1) for name, (first, last) in PHASES.items()}
    frames = []
    for group, side in ((group, side) for group in GROUPS for side in range(2)):
        mine = GROUPS[group][costs.contract] & (costs.declares == (side == 0))
        for name, (first, last) in named.items():
            chosen = mine & (trick >= first) & (trick <= last)
            columns = costs.cells(np.zeros_like(trick), chosen, 1, group)
            head = {"game": group, "side": SIDES[side], "phase": name}
            frames.append(pd.DataFrame({**head, **columns}))
    frame = pd.concat(frames, ignore_index=True)
    return frame[frame["games"] > 0].reset_index(drop=True)


def _situations(costs: Costs, told: Situations) -> pd.DataFrame:
    """Costs by kind of decision."""
    frames = []
    for group, contracts in GROUPS.items():
        chosen, number = contracts[costs.contract], len(told.words)
        columns = costs.cells(told.code, chosen, number, group)
        frame = pd.DataFrame({"game": group, "situation": told.words, **columns})
        frame = frame[frame["cards"] > 0]
        frames.append(frame.sort_values(["turned", "points"], ascending=False, kind="stable"))
    return pd.concat(frames, ignore_index=True)


def _examples(costs: Costs, at: Positions, told: Situations, words: list[str]) -> pd.DataFrame:
    """For each situation, in the order of `words`, the cards that cost most."""
    games, rank = costs.games, {word: place for place, word in enumerate(words)}
    order = np.array([rank[word] for word in told.words], dtype=np.int64)[told.code]
    dearest = np.lexsort((at.step, at.game, -costs.lost, ~costs.turned, order))
    dearest = dearest[costs.lost[dearest] > 0]
    game, step, lost = at.game[dearest], at.step[dearest], costs.lost[dearest].astype(float)
    frame = pd.DataFrame(
        {
            "situation": [told.words[k] for k in told.code[dearest]],
            "deal_id": games.rows["deal_id"][game],
            "rotation": games.rows["rotation"][game],
            "number": step.astype(np.int64) + 1,
            "seat": [SEATS[k] for k in at.seat[dearest]],
            "card": [CODES[k] for k in at.card[dearest]],
            "better": [CODES[k] for k in games.keepers[game, step]],
            "points": np.where(games.is_null[game], math.nan, lost),
            "turned": costs.turned[dearest],
        }
    )
    return frame.groupby("situation", sort=False).head(EXAMPLES).reset_index(drop=True)


def _alternatives(
    games: JudgedGames, at: Positions, told: Situations, ranked: pd.DataFrame, asked: _Asked
) -> pd.DataFrame | None:
    """The alternatives of the dearest situations with points and in Null, in their order."""
    if not asked.number:
        return None
    words = [
        word
        for group in _WHOLE
        for word in ranked.loc[ranked["game"] == group, "situation"].head(DEAREST)
    ]
    wanted = [told.words.index(word) for word in words]
    drawn = draw_decisions(told.code, wanted, asked.number, asked.seed)
    place = np.full(len(told.words), -1)
    place[wanted] = np.arange(len(wanted))
    some = Situations(place[told.code[drawn]], words)
    return judge_alternatives(games, at[drawn], some, GROUPS, asked.threads, asked.report, LEVEL)


# ---- public ------------------------------------------------------------------------------------


def regret(
    run: Run | str | Path,
    n: int,
    *,
    seed: int = 0,
    alternatives: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Regret:
    """What the players of a run give away against open-card play.

    Deals with a declarer are drawn at random, played again and judged after every card (about 16
    milliseconds a game). The value of a position is what the declarer gets when all cards are open
    and everybody plays best; a card that moves it gave something away, the declarer's lowers it, a
    defender's raises it.

    Parameters
    ----------
    run
        A run or its folder.
    n
        Number of deals; all with a declarer where there are fewer. In a rotated run all games of a
        deal are judged, and the deal is the unit of every interval.
    seed
        Which deals are drawn: any whole number from 0 to 2**64 - 1. A larger draw of the same seed
        holds the smaller one.
    alternatives
        So many decisions of each of the 25 dearest situations, and of those in Null, are judged
        card by card, for the frame `alternatives`; 0: there is none.
    threads
        By default one a processor. Results never depend on it.
    on_progress
        Called with a `Progress` whose deals are games judged and whose wins and hands are 0; then,
        anew from 0, in decisions judged.

    Returns
    -------
    Regret

    Raises
    ------
    ValueError
        An input is not usable, the log cannot be read, or a deal played again differs from it
        (`analysis.judged.ReplayError`): the run is of another version of the program.

    Notes
    -----
    With v(k) the open-card value after k cards, v(0) - given away by the declarer + given away by
    the defenders = v(end), the points made. A game is won on open cards where v reaches 61, or 90
    or 120 where schneider or schwarz were announced or are needed to cover the bid.

    Means are totals over all cards by games (or by cards), with t intervals; a limit below 0 is
    set to 0, which none can fall below.
    """
    number = whole("n", n, 1, MOST_DEALS)
    start = whole("seed", seed, 0, LARGEST_SEED)
    each = whole("alternatives", alternatives, 0, MOST_DEALS)
    workers = check_threads(threads)
    asked = _Asked(each, start, workers, on_progress)
    opened = run if isinstance(run, Run) else open_run(run)
    games = judged_games(opened, number, start, workers, on_progress)
    every = walk(games.rows, games.plays, games.rules)
    played = every[every.card >= 0]
    at = played[played.choices > 1]
    all_costs, costs = Costs.of(games, played), Costs.of(games, at)
    told = situations(at, pack_of(games.rules))
    ranked = _situations(costs, told)
    words = list(dict.fromkeys(ranked.loc[ranked["game"].isin(_WHOLE), "situation"]))
    settings = opened.settings
    return Regret(
        run=str(opened.path),
        rules=str(settings["rules"]["name"]),
        players=tuple(str(player["name"]) for player in settings["players"]),
        seed=start,
        deals=games.deals,
        n=len(games.rows),
        games=_games(all_costs),
        phases=_phases(all_costs),
        situations=ranked,
        examples=_examples(costs, at, told, words),
        alternatives=_alternatives(games, at, told, ranked, asked),
    )
