"""How boldly to bid: points and win rate of one player over its threshold, train and locked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from analysis import sweep
from analysis.blocks import in_blocks
from analysis.clock import Clock
from analysis.frames import NoDataError
from analysis.intervals import clustered_wilson, wilson
from analysis.knobs import Setting, make_knobs, settings_of
from analysis.load import Log
from analysis.moments import Moments
from analysis.split import PARTS, part_of
from analysis.verdicts import LEVEL
from simcore import Scenario, rows
from simcore.batch import OnProgress
from simcore.skat import Player, rules_in
from simcore.skat.strategies.player import BIDDINGS
from simcore.threads import check_threads

SCORING = "seeger_fabian"
DEALS, FIRST = 100_000, 1 << 43  # far beyond the deals of any run
DRAWN = ("train", "locked")
PEOPLE = "people"
# Online tournaments, as published at skatblog.com, "Skat in Zahlen (2)": games played, the shares
# of the deals that were passed in and of the games that were won.
PEOPLE_GAMES, PEOPLE_PASSED_IN, PEOPLE_WON = 17_967_106, 0.049, 0.8164

# The threshold of each way to bid, its step, and how many steps to look below and above.
_MARGIN = ("bid_margin", 0.05, 6, 6)
_COUNT = ("suit_min", 1.0, 3, 3)
_THRESHOLDS = {name: _COUNT for name in BIDDINGS if name != "random"} | {
    "fitted": _MARGIN,
    "wergin-points": ("suit_min", 10.0, 3, 3),
    "xskat-style": ("suit_min", 1.0, 0, 3),
}


def player_of(log: Log) -> Player:
    """The run's player A. Where it samples worlds, what plays like it and takes no time instead.

    Raises
    ------
    NoDataError
        It bids by no threshold, or the declarer of the run was forced.
    """
    settings = log.manifest["settings"]
    if _scenario(settings) is not None and settings["scenario"]["declarer"] is not None:
        raise NoDataError("the declarer is forced, so nobody bids")
    player = Player.model_validate(settings["players"][0])
    if player.bidding not in _THRESHOLDS:
        raise NoDataError(f"player {player.name} bids by no threshold")
    if not player.samples:
        return player
    quick = {"exchange": "fitted", "play": "expert", "name": f"{player.name[:20]} played as expert"}
    return player.model_copy(update=quick)


def _scenario(settings: Mapping[str, Any]) -> Scenario | None:
    """Cards known in every deal of the run; whole deals given are none, others are dealt."""
    words = settings["scenario"]
    return None if words is None or "deals" in words else Scenario.from_words(words)


def _settings(player: Player, jacks_trump: int) -> tuple[str, list[Setting[Player]]]:
    """The threshold of a player by name, and its settings around the present one."""
    name, step, below, above = _THRESHOLDS[player.bidding]
    if name == "suit_min" and not jacks_trump:
        name = "suit_min_plain_jacks"
    present = getattr(player, name)
    low, high = (-1, 1) if name == "bid_margin" else (0, 99)
    values = [round(present + k * step, 6) for k in range(-below, above + 1)]
    kept = [value for value in values if low <= value <= high]
    whole = name == "suit_min_plain_jacks"
    knobs = make_knobs({name: [int(value) if whole else value for value in kept]})
    return name, settings_of(player, knobs, [player.name])


def _threes(
    players: Sequence[Player], deals: int, asked: Mapping[str, Any], report: OnProgress | None
) -> list[dict[str, Moments]]:
    """Tables of three equal players: by setting and part, deals dealt, declared and won."""
    found = [{part: Moments() for part in DRAWN} for _ in players]
    clock = Clock(deals, report)
    for start, number in in_blocks(FIRST, deals, sweep.BLOCK_DEALS):
        part = part_of(np.arange(start, start + number))
        for sums, player in zip(found, players, strict=True):
            made = rows(players=player, first=start, deals=number, **asked)
            hands = sweep.hands_of(made, 1, SCORING)
            columns = {"dealt": hands["dealt"] // 3, **{k: hands[k] for k in ("declared", "won")}}
            for name in DRAWN:
                mine = part == PARTS.index(name)
                sums[name].add({key: numbers[mine] for key, numbers in columns.items()})
        clock.tell(start + number - FIRST)
    return found


def _share(sums: Moments, name: str, what: str, of: str) -> dict[str, float]:
    """A share with its counts and Wilson limits."""
    low, high = clustered_wilson(sums.ratio(what, of), LEVEL)
    n, of_n = sums.total(what), sums.total(of)
    rate = n / of_n if of_n else np.nan
    limits = {f"{name}_low": float(low), f"{name}_high": float(high)}
    return {f"{name}_n": n, f"{name}_of": of_n, name: rate, **limits}


def _lines(
    settings: Sequence[Setting[Player]],
    player: Player,
    alone: sweep.Sweep,
    threes: Sequence[Mapping[str, Moments]],
) -> Iterator[dict[str, Any]]:
    """A row a part and setting; columns as in `frame`."""
    present = next(place for place, one in enumerate(settings) if one.player is player)
    best = max(range(len(settings)), key=lambda place: alone.points("train", place).mean)
    for part, (place, setting) in product(DRAWN, enumerate(settings)):
        line: dict[str, Any] = {
            "part": part,
            "value": setting.values[0],
            "present": place == present,
            "best": place == best,
            "deals": alone.deals(part),
        }
        differences = {
            "points": alone.points(part, place),
            "diff": alone.points(part, place, present),
        }
        for name, found in differences.items():
            many = found.times(sweep.LIST_DEALS)
            line |= {name: many.mean, f"{name}_low": many.low, f"{name}_high": many.high}
        line |= _share(threes[place][part], "declared", "declared", "dealt")
        line |= _share(threes[place][part], "won", "won", "declared")
        yield line


def _people() -> dict[str, Any]:
    """The published point as a row."""
    dealt = round(PEOPLE_GAMES / (1 - PEOPLE_PASSED_IN))
    line: dict[str, Any] = {"part": PEOPLE, "deals": dealt}
    pairs = (
        ("declared", PEOPLE_GAMES, dealt),
        ("won", round(PEOPLE_WON * PEOPLE_GAMES), PEOPLE_GAMES),
    )
    for name, n, of in pairs:
        low, high = wilson(n, of, LEVEL)
        line |= {f"{name}_n": n, f"{name}_of": of, name: n / of}
        line |= {f"{name}_low": low, f"{name}_high": high}
    return line


def frame(
    log: Log,
    *,
    deals: int = DEALS,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """Points, share of deals declared and win rate over the threshold the run's player bids by.

    Parameters
    ----------
    log
        The log of a run; its rules, seed and player A are taken.
    deals
        How many are played, from number 2**43 on.
    threads, on_progress
        See `simcore.simulate`.

    Returns
    -------
    pandas.DataFrame
        One row a part ("train", "locked") and setting, and one of people, whose numbers are
        published ones: part, player, knob, value, present (whether the run's player bids so), best
        (most points on train), deals; points, points_low, points_high (list points in 36 deals of
        one player at this setting among two of the run's player, every seat; t interval), diff,
        diff_low, diff_high (less the present setting on the same deals); declared_n, declared_of
        (deals), declared, declared_low, declared_high and won_n, won_of, won, won_low, won_high
        (three players at this setting; Wilson).

    Raises
    ------
    NoDataError
        The player bids by no threshold, or the declarer was forced.
    """
    player, run = player_of(log), log.manifest["settings"]
    rules = rules_in(run["rules"].items())
    knob, settings = _settings(player, rules.jacks_trump)
    players = [setting.player for setting in settings]
    asked = {
        "rules": rules,
        "seed": run["seed"],
        "scenario": _scenario(run),
        "threads": check_threads(threads),
    }
    clock = Clock(deals, on_progress, parts=4)  # three rotations, and a table of three alike
    alone = sweep.play(
        players, [player], deals=deals, first=FIRST, scoring=SCORING, settings=asked,
        on_progress=clock.stretch(3),
    )  # fmt: skip
    clock.done = 3 * deals
    threes = _threes(players, deals, asked, clock.stretch())
    own = pd.DataFrame(_lines(settings, player, alone, threes))
    own.insert(1, "player", player.name)
    own.insert(2, "knob", knob)
    people = {**_people(), "player": PEOPLE, "present": False, "best": False}
    return pd.concat([own, pd.DataFrame([people])], ignore_index=True)
