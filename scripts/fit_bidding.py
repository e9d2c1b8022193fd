"""Fit the estimates of the bidding system `fitted` on our own deals:

    python -m scripts.fit_bidding --play expert --out fitted.toml [--rounds 3] [--deals N]

Each round forces every contract on every seat, with the skat and from the hand, fits P(win) on
training deals and writes a player; the next round puts cards away by the last round's estimates.
A discard picks what is rated too high: so other deals, played with the new discards, bend each
estimate to the rates realised there. The last estimate of a round, P(win) with the skat whatever
game it turns out to be, is fitted on games chosen by the others: on any deal, and on those on which
both others pass. The calibration on locked deals, never fitted on, is printed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import simcore
from analysis.estimates import (
    AFTER,
    BINS,
    Games,
    Numbers,
    bins_of,
    chances,
    design,
    logits,
    predict,
    samples,
    weight_names,
)
from simcore.jit import kernel
from simcore.skat import RULES
from simcore.skat.rules import SEATS
from simcore.skat.strategies import fitted
from simcore.skat.strategies.patterns import (
    CARD_MODELS,
    KNOTS,
    NULL_MODELS,
    SKAT_MODELS,
    SKAT_TERMS,
    SURE,
    TERMS,
    UNIT,
)
from simcore.skat.strategies.player import Player, load_player

DEALS = 100_000  # of each contract and seat of a suit game, three times as many of Grand and Null
# numbers of deals, far apart
TRAIN_FIRST, BEND_FIRST, TRIED_FIRST, LOCKED_FIRST = 0, 1 << 38, 1 << 39, 1 << 40
BEND_TIMES = 4  # so many more deals for the bends, as they are to be right to the point
LONE_TIMES = 40  # ... for hands on which both others pass, as these are few
LOCKED_PART = 3  # locked deals are a third as many
RIDGE = 3e-6
_BEND_RIDGE, _LEAST_SLOPE = 1e-5, 0.05  # where data are few, a bend keeps its slope of 1
_CONTRACTS = {"suit": "DHSC", "grand": "G", "null": "N"}
_BIDS = (18, 24, 36, 48)  # at which games with the skat are played
_REACHES = (1.0, 2.0, 3.0, 4.0, 6.0)  # how far behind the best another game still counts
_LEAST_LOGIT = -2.0  # nobody looks at the skat with less


# ---- data ---------------------------------------------------------------------------------------


def force(kind: str, player: Player, first: int, deals: int, hand: bool, ouvert: bool) -> Games:
    """Games of a kind forced on every seat: three times as many deals of Grand and of Null."""
    games = Games(kind, [])
    for seat in range(3):
        for contract in _CONTRACTS[kind]:
            announced = ("ouvert",) if ouvert else ()
            forced = simcore.Scenario(
                declarer=seat, contract=contract, hand=hand, announced=announced
            )
            rows = simcore.rows(
                players=player,
                deals=deals if kind == "suit" else 3 * deals,
                first=first,
                seed=seat + 1,
                scenario=forced,
            )
            games.played.append((seat, "DHSC".find(contract), rows))
    return games


# ---- fit ----------------------------------------------------------------------------------------


def logistic(rows: Numbers, won: Numbers) -> Numbers:
    """Weights of a logistic regression with a slight ridge, the constant left alone."""
    free = np.r_[0.0, np.ones(rows.shape[1] - 1)]

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        logit = rows @ weights
        error = 1 / (1 + np.exp(-logit)) - won
        value = np.mean(np.logaddexp(0, logit) - won * logit) + RIDGE * np.sum(free * weights**2)
        return float(value), rows.T @ error / len(won) + 2 * RIDGE * free * weights

    start = np.zeros(rows.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 300})
    return np.asarray(found.x)


def bend(logit: Numbers, won: Numbers) -> dict[str, float]:
    """The knots of a rising line that brings a logit to the realised rates."""
    steps, step = _beyond(logit), 2 * SURE / (len(KNOTS) - 1)

    def loss(line: Numbers) -> tuple[float, Numbers]:
        bent = line[0] + steps @ line[1:]
        error = 1 / (1 + np.exp(-bent)) - won
        value = np.mean(np.logaddexp(0, bent) - won * bent)
        value += _BEND_RIDGE * np.sum((line[1:] - step) ** 2)
        slope = steps.T @ error / len(won) + 2 * _BEND_RIDGE * (line[1:] - step)
        return float(value), np.r_[error.mean(), slope]

    start = np.r_[-float(SURE), np.full(len(KNOTS) - 1, step)]
    bounds = [(None, None), *[(_LEAST_SLOPE * step, None)] * (len(KNOTS) - 1)]
    found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return dict(zip(KNOTS, np.cumsum(found).tolist(), strict=True))


def _beyond(logit: Numbers) -> Numbers:
    """How far a logit has come in each of the steps from knot to knot, 0 to 1."""
    knots = np.array(list(KNOTS.values()))
    return np.asarray(np.clip((logit[:, None] - knots[:-1]) / np.diff(knots), 0, 1))


def data(model: str, games: Games, tried: bool = False) -> tuple[Numbers, Numbers]:
    """The games as a model sees them, in two arrays."""
    gathered = list(samples(model, games, tried))
    rows = np.vstack([design(model, sample) for sample in gathered])
    return rows, np.concatenate([sample.won for sample in gathered])


def fit_model(model: str, games: Games, tried: Games | None = None) -> dict[str, float]:
    """The weights of one model, fitted on training deals.

    With games in which cards were put away at random, the weights learn from these too what the
    usual discard never leaves.
    """
    rows, won = data(model, games)
    if tried is not None:
        more, more_won = data(model, tried, tried=True)
        rows, won = np.vstack([rows, more]), np.concatenate([won, more_won])
    return _rounded(dict(zip(weight_names(model), logistic(rows, won), strict=True)))


def _rounded(weights: dict[str, float]) -> dict[str, float]:
    return {name: round(float(number), 4) for name, number in weights.items()}


def runs(models: tuple[str, ...]) -> Iterator[tuple[str, bool, bool, tuple[str, ...]]]:
    """What is to be played for the models: kind, hand game, ouvert, and the models it serves."""
    for kind in TERMS:
        own = [model for model in models if model.startswith(kind)]
        skat = [model for model in own if model.endswith(("_after", "_before"))]
        hand = [model for model in own if model not in skat and "ouvert" not in model]
        yield kind, False, False, tuple(skat)
        yield kind, True, False, tuple(hand)
    yield "null", False, True, ("null_ouvert", "null_ouvertbefore")
    yield "null", True, True, ("null_ouverthand",)


def fit_games(player: Player, deals: int) -> dict[str, dict[str, float]]:
    """All models of a contract."""
    fit: dict[str, dict[str, float]] = {}
    for kind, hand, ouvert, models in runs((*CARD_MODELS, *NULL_MODELS)):
        games = force(kind, player, TRAIN_FIRST, deals, hand, ouvert)
        for model in models:
            tried = None
            if model in AFTER:
                trier = player.model_copy(update={"exchange": "random", "name": "trier"})
                tried = force(kind, trier, TRIED_FIRST, deals, hand, ouvert)
            fit[model] = fit_model(model, games, tried)
    return fit


def bend_games(player: Player, deals: int) -> dict[str, dict[str, float]]:
    """The models of a player, bent to the rates that its own discards bring on fresh deals."""
    fit: dict[str, dict[str, float]] = {}
    for kind, hand, ouvert, models in runs((*CARD_MODELS, *NULL_MODELS)):
        games = force(kind, player, BEND_FIRST, deals, hand, ouvert)
        for model in models:
            weights = player.fit[model]
            rows, won = data(model, games)
            fit[model] = weights | _rounded(bend(logits(model, rows, weights), won))
    return fit


# ---- with the skat, whatever game it turns out to be --------------------------------------------


@kernel
def look(hands, seat, bid, player, rules, best):  # type: ignore[no-untyped-def]
    """The three best logits of the games that cover a bid, best first, in steps of the kernel."""
    for number in range(len(hands)):
        keys = fitted.games_in_view(hands[number], bid, rules)
        strings = fitted.strings_at(hands[number], keys, seat, bid, player, rules)
        best[number, 0] = strings.best
        best[number, 1] = strings.second
        best[number, 2] = strings.third


def strings_of(
    player: Player, seat: int, bid: int, rows: NDArray[np.void]
) -> tuple[Numbers, Numbers]:
    """Three best logits of a seat's hands worth a look, and whether their games were won."""
    hands = rows[f"hand_{SEATS[seat]}"].astype(np.int64)
    steps = np.zeros((len(hands), 3), dtype=np.int64)
    look(hands, seat, bid, np.array([player.record()])[0], RULES["isko"], steps)
    keep = steps[:, 0] > _LEAST_LOGIT * UNIT
    return steps[keep] / UNIT, (rows["won"] == 1).astype(np.float64)[keep]


def skat_games(player: Player, first: int, deals: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Games with the skat at several bids, on any deal."""
    for seat in range(3):
        for bid in _BIDS:
            forced = simcore.Scenario(declarer=seat, bid=bid, hand=False)
            rows = simcore.rows(
                players=player, deals=deals, first=first, seed=seat + 1, scenario=forced
            )
            yield strings_of(player, seat, bid, rows)


def lone_games(player: Player, first: int, deals: int) -> Iterator[tuple[Numbers, Numbers]]:
    """Games with the skat of a forehand who bids on anything, where both others have passed."""
    bold = player.model_copy(update={"name": "bold", "bid_margin": -1.0, "hand_games": False})
    seated = [bold, player, player]
    rows = simcore.rows(players=seated, deals=LONE_TIMES * deals, first=first, seed=1)
    alone = (rows["bid_middlehand"] == 0) & (rows["bid_rearhand"] == 0)
    yield strings_of(player, 0, 0, rows[alone & (rows["declarer"] == 0)])


_GAMES_OF = {"skat": skat_games, "alone": lone_games}


def gathered(model: str, player: Player, first: int, deals: int) -> tuple[Numbers, Numbers]:
    """Three best logits of hands, and whether their games with the skat were won."""
    best, won = zip(*_GAMES_OF[model](player, first, deals), strict=True)
    return np.vstack(best), np.concatenate(won)


def skat_design(best: Numbers, reach: float) -> Numbers:
    """Constant, the best logit, and how far the others reach up to it."""
    least = best[:, :1] - reach
    others = np.maximum(best[:, 1:], least) - least
    return np.column_stack([np.ones(len(best)), best[:, :1], others])


def fit_skat(model: str, player: Player, deals: int) -> dict[str, float]:
    """The weights of the three best logits; the reach that fits best; the bend."""
    best_three, won = gathered(model, player, TRAIN_FIRST, deals)

    def fit(reach: float) -> tuple[float, Numbers]:
        rows = skat_design(best_three, reach)
        weights = logistic(rows, won)
        return float(np.mean(np.logaddexp(0, rows @ weights) - won * (rows @ weights))), weights

    found = {reach: fit(reach) for reach in _REACHES}
    reach = min(found, key=lambda one: found[one][0])
    weights = found[reach][1]
    named = dict(zip(SKAT_TERMS, [*weights, reach], strict=True))
    return _rounded(named | bend(skat_design(best_three, reach) @ weights, won))


# ---- calibration --------------------------------------------------------------------------------


def in_bins(chance: Numbers, won: Numbers) -> dict[str, Any]:
    """Predicted against realised rate in ten bins, and the Brier score."""
    place = bins_of(chance)
    bins = [
        (int(np.sum(place == k)), float(chance[place == k].mean()), float(won[place == k].mean()))
        for k in range(BINS)
        if np.any(place == k)
    ]
    brier = float(np.mean((chance - won) ** 2))
    return {"n": len(won), "brier": brier, "of": float(won.var()), "bins": bins}


def calibrate(model: str, weights: dict[str, float], games: Games) -> dict[str, Any]:
    """The calibration of one model on forced games."""
    rows, won = data(model, games)
    return in_bins(predict(model, rows, weights), won)


def calibration(player: Player, deals: int) -> dict[str, dict[str, Any]]:
    """The calibration of all models on locked deals."""
    found: dict[str, dict[str, Any]] = {}
    for kind, hand, ouvert, models in runs((*CARD_MODELS, *NULL_MODELS)):
        games = force(kind, player, LOCKED_FIRST, deals, hand, ouvert)
        found |= {model: calibrate(model, player.fit[model], games) for model in models}
    for model in SKAT_MODELS:
        best, won = gathered(model, player, LOCKED_FIRST, deals)
        weights = player.fit[model]
        rows = skat_design(best, weights["reach"])
        logit = rows @ np.array([weights[name] for name in SKAT_TERMS[:-1]])
        found[model] = in_bins(chances(logit, weights), won)
    return found


def print_calibration(model: str, found: dict[str, Any]) -> None:
    """One line a model: how good, and how far the worst bin is off."""
    worst = max((abs(p - w) for n, p, w in found["bins"] if n > 2000), default=0.0)
    print(f"{model:<16} n {found['n']:>9,}  Brier {found['brier']:.4f} of {found['of']:.4f}  "
          f"worst bin with n > 2,000: {100 * worst:.1f} points", flush=True)  # fmt: skip


# ---- the player ---------------------------------------------------------------------------------


def as_toml(player: Player) -> str:
    """A player as TOML."""
    numbers = player.model_dump(exclude={"fit"})
    lines = [f"{name} = {_value(value)}" for name, value in numbers.items()]
    for model, weights in player.fit.items():
        lines += ["", f"[fit.{model}]"]
        lines += [f'"{name}" = {weight!r}' for name, weight in weights.items()]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """A value as TOML writes it, which is as JSON does."""
    return json.dumps(value)


def fit_round(player: Player, deals: int) -> Player:
    """A player whose estimates are fitted on games of another, bent to its own."""
    fields = player.model_dump() | {"name": "fitted", "bidding": "fitted", "exchange": "fitted"}
    none = dict.fromkeys(SKAT_TERMS, 0.0)
    fit = fit_games(player, deals) | {model: player.fit.get(model, none) for model in SKAT_MODELS}
    fit |= bend_games(Player.model_validate(fields | {"fit": fit}), BEND_TIMES * deals)
    for model in SKAT_MODELS:
        found = Player.model_validate(fields | {"fit": fit})
        fit = fit | {model: fit_skat(model, found, deals)}
    return Player.model_validate(fields | {"fit": fit})


def main() -> None:
    """Fit in rounds, print the calibration, write the player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--play", default="expert", help="player whose play is rated")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--deals", type=int, default=DEALS)
    asked = parser.parse_args()
    if asked.rounds < 1 or asked.deals < LOCKED_PART:
        parser.error(
            f"--rounds {asked.rounds}, --deals {asked.deals}: 1 and {LOCKED_PART} at least"
        )
    if asked.out.is_dir() or not asked.out.absolute().parent.is_dir():
        parser.error(f"--out {asked.out}: a file in a folder that exists")
    try:
        player = load_player(asked.play)
    except ValueError as error:
        parser.error(f"--play: {error}")
    for number in range(asked.rounds):
        player = fit_round(player, asked.deals)
        asked.out.write_text(as_toml(player), "utf-8")
        print(f"round {number + 1}", flush=True)
    for model, found in calibration(player, asked.deals // LOCKED_PART).items():
        print_calibration(model, found)


if __name__ == "__main__":
    main()
