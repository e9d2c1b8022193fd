"""Fit the estimates of the bidding system `fitted` on our own deals:

    python -m scripts.fit_bidding --play simple.toml --out fitted.toml [--rounds 3] [--deals N]

Each round forces every contract on every seat, with the skat and from the hand, fits P(win) on
training deals and writes a player; the next round puts cards away by the last round's estimates.
The calibration on locked deals, never fitted on, is printed: bins of ten, with n.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

import simcore
from simcore.skat.strategies.patterns import MODELS, TERMS
from simcore.skat.strategies.player import Player, load_player

Numbers = NDArray[np.float64]
Cards = NDArray[np.int64]

DEALS = 300_000  # of each contract and seat of a suit game, three times as many of Grand and Null
TRAIN_FIRST, LOCKED_FIRST, LOCKED_PART = 0, 1 << 40, 3  # locked deals lie far away; a third as many
RIDGE = 3e-6
FEWEST_TRUMPS = 4  # hands with fewer never bid a suit game
SEATS = ("forehand", "middlehand", "rearhand")
_CONTRACTS = {"suit": "DHSC", "grand": "G", "null": "N"}
_NULL_PLACE = (0, 1, 2, 5, 6, 3, 7, 4)  # place in 789TJQKA of 7 8 9 Q K T A and the jack
_SEVENS = 1 | 1 << 7 | 1 << 14 | 1 << 21
_WORTH = {6: 11, 5: 10, 4: 4, 3: 3}


class Sample(NamedTuple):
    """Hands of one contract: the cards rated, seat, points put away, and whether they won."""

    cards: Cards
    suit: int
    seat: int
    away: Numbers
    won: Numbers


def plain(cards: Cards, suit: int) -> Cards:
    """Seven plain bits of a suit."""
    return (cards >> (7 * suit)) & 0x7F


def null_suit(cards: Cards, suit: int) -> Cards:
    """Eight bits of a suit in Null order."""
    held = plain(cards, suit) | ((cards >> (28 + suit)) & 1) << 7
    placed = np.zeros_like(held)
    for bit, place in enumerate(_NULL_PLACE):
        placed |= ((held >> bit) & 1) << place
    return placed


def card_points(cards: Cards) -> Numbers:
    """Card points of sets."""
    total = 2.0 * np.bitwise_count(cards & 0xF0000000)
    for rank, worth in _WORTH.items():
        total = total + worth * np.bitwise_count(cards & (_SEVENS << rank))
    return np.asarray(total, dtype=np.float64)


# ---- data ---------------------------------------------------------------------------------------


def samples(model: str, player: Player, first: int, deals: int) -> Iterator[Sample]:
    """Forced games of a model, seat by seat and suit by suit."""
    kind, _, stage = model.partition("_")
    for seat in range(3):
        for contract in _CONTRACTS[kind]:
            forced = simcore.Scenario(declarer=seat, contract=contract, hand=stage == "hand")
            number = deals if kind == "suit" else 3 * deals
            rows = simcore.rows(players=player_file(player), deals=number, first=first,
                                seed=seat + 1, scenario=forced)  # fmt: skip
            dealt = rows[f"hand_{SEATS[seat]}"].astype(np.int64)
            away = rows["discard"].astype(np.int64)
            cards = (dealt | rows["skat"]) ^ away if stage == "after" else dealt
            suit = "DHSC".find(contract)
            keep = _worth_rating(cards, kind, suit)
            points = card_points(away) if stage == "after" else np.zeros(len(rows))
            yield Sample(cards[keep], suit, seat, points[keep], rows["won"][keep].astype(float))


def _worth_rating(cards: Cards, kind: str, suit: int) -> NDArray[np.bool_]:
    if kind != "suit":
        return np.ones(len(cards), dtype=np.bool_)
    trumps = np.bitwise_count(cards & 0xF0000000) + np.bitwise_count(plain(cards, suit))
    return np.asarray(trumps >= FEWEST_TRUMPS)


def design(model: str, sample: Sample) -> Numbers:
    """A row a hand, a column a weight: constant, forehand, rearhand, away, then every feature."""
    kind = model.partition("_")[0]
    ones = np.ones(len(sample.cards))
    columns = [ones, ones * (sample.seat == 0), ones * (sample.seat == 2), sample.away]
    for place, features in TERMS[kind].items():
        held = _patterns(place, sample.cards, sample.suit)
        columns += [np.sum([table[one] for one in held], axis=0) for table in features.values()]
    return np.column_stack(columns)


def _patterns(place: str, cards: Cards, suit: int) -> list[Cards]:
    """The patterns of a place: one of jacks and trumps, one a suit elsewhere."""
    if place == "jacks":
        return [cards >> 28]
    if place == "trumps":
        return [plain(cards, suit)]
    if place == "null":
        return [null_suit(cards, other) for other in range(4)]
    return [plain(cards, other) for other in range(4) if other != suit]


def weight_names(model: str) -> list[str]:
    """Names of the columns of `design`."""
    kind = model.partition("_")[0]
    names = [f"{place}.{name}" for place, features in TERMS[kind].items() for name in features]
    return ["constant", "forehand", "rearhand", "away", *names]


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


def bend(logit: Numbers, won: Numbers) -> Numbers:
    """Square and cube that bend the logit to the realised rates; slope 1 is kept."""
    bounded = np.clip(logit, -8, 8)

    def loss(bends: Numbers) -> float:
        bent = bounded + bends[0] * bounded**2 + bends[1] * bounded**3
        return float(np.mean(np.logaddexp(0, bent) - won * bent))

    return np.asarray(minimize(loss, np.zeros(2), method="Nelder-Mead").x)


def predict(rows: Numbers, weights: dict[str, float], names: list[str]) -> Numbers:
    """P(win) of the hands."""
    logit = np.clip(rows @ np.array([weights[name] for name in names]), -8, 8)
    bent = logit + weights["bend_2"] * logit**2 + weights["bend_3"] * logit**3
    return np.asarray(1 / (1 + np.exp(-bent)))


def fit_model(model: str, player: Player, deals: int) -> dict[str, float]:
    """The weights of one model, fitted on training deals."""
    gathered = list(samples(model, player, TRAIN_FIRST, deals))
    rows = np.vstack([design(model, sample) for sample in gathered])
    won = np.concatenate([sample.won for sample in gathered])
    found = logistic(rows, won)
    square, cube = bend(rows @ found, won)
    numbers = dict(zip(weight_names(model), found, strict=True))
    numbers |= {"bend_2": square, "bend_3": cube}
    return {name: round(float(number), 4) for name, number in numbers.items()}


# ---- calibration --------------------------------------------------------------------------------


def calibration(
    model: str, player: Player, weights: dict[str, float], deals: int
) -> dict[str, Any]:
    """Predicted against realised rate in ten bins, and the Brier score, on locked deals."""
    gathered = list(samples(model, player, LOCKED_FIRST, deals // LOCKED_PART))
    names = weight_names(model)
    chance = np.concatenate([predict(design(model, s), weights, names) for s in gathered])
    won = np.concatenate([sample.won for sample in gathered])
    place = np.minimum((10 * chance).astype(int), 9)
    bins = [
        (int(np.sum(place == k)), float(chance[place == k].mean()), float(won[place == k].mean()))
        for k in range(10)
        if np.any(place == k)
    ]
    return {"n": len(won), "brier": float(np.mean((chance - won) ** 2)),
            "of": float(won.var()), "bins": bins}  # fmt: skip


def print_calibration(model: str, found: dict[str, Any]) -> None:
    """One line a bin that is off, one a model."""
    worst = max((abs(p - w) for n, p, w in found["bins"] if n > 2000), default=0.0)
    print(f"{model:<13} n {found['n']:>9,}  Brier {found['brier']:.4f} of {found['of']:.4f}  "
          f"worst bin with n > 2,000: {100 * worst:.1f} points", flush=True)  # fmt: skip


# ---- the player ---------------------------------------------------------------------------------

_FILES: dict[str, str] = {}


def player_file(player: Player) -> str:
    """A player as a file that a run can name."""
    import tempfile

    text = as_toml(player)
    if text not in _FILES:
        with tempfile.NamedTemporaryFile("w", suffix=".toml", delete=False) as file:
            file.write(text)
        _FILES[text] = file.name
    return _FILES[text]


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


def main() -> None:
    """Fit in rounds, print the calibration, write the player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--play", default="simple", help="player whose play is rated")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--deals", type=int, default=DEALS)
    asked = parser.parse_args()
    player = load_player(asked.play)
    for number in range(asked.rounds):
        fit = {model: fit_model(model, player, asked.deals) for model in MODELS}
        fields = player.model_dump() | {"name": "fitted", "bidding": "fitted"}
        player = Player.model_validate(fields | {"exchange": "fitted", "fit": fit})
        asked.out.write_text(as_toml(player), "utf-8")
        print(f"round {number + 1}", flush=True)
        for model in MODELS:
            print_calibration(model, calibration(model, player, fit[model], asked.deals))


if __name__ == "__main__":
    main()
