"""The bidding system `fitted`: features, the estimate in the kernel, and what follows from it."""

from itertools import combinations
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from scripts import fit_bidding
from simcore import cards
from simcore.jit import kernel
from simcore.skat import RULES
from simcore.skat.strategies import estimate, fitted, patterns
from simcore.skat.strategies.player import Player, load_player

ISKO = RULES["isko"]
SIMPLE = load_player("simple")
SUITS = "DHSC"
CONTRACTS = "DHSCGN"
STAGES = patterns.STAGES


def made_up_fit(seed: int) -> dict[str, dict[str, float]]:
    """Weights of all models, drawn at random."""
    rng = np.random.default_rng(seed)
    return {
        model: {name: float(rng.normal(0, 0.4)) for name in patterns.term_names(model)}
        | {"bend_2": 0.01, "bend_3": -0.004, "away": 0.02}
        for model in patterns.MODELS
    }


def player_with(fit: dict[str, dict[str, float]], **changes: Any) -> Player:
    fields = SIMPLE.model_dump() | {"name": "made up", "bidding": "fitted", "exchange": "fitted"}
    return Player.model_validate(fields | {"fit": fit} | changes)


MADE_UP = player_with(made_up_fit(1))
RECORD = np.array([MADE_UP.record()])[0]


@kernel
def ask_estimate(held, contract, stage, seat, player):
    return estimate.estimate(held, contract, stage, seat, player)


@kernel
def ask_away(held, contract, player):
    return fitted.best_away(held, contract, player).cards


@kernel
def ask_break_even(value, hand, player, rules):
    return fitted.break_even(value, hand, player, rules)


@kernel
def ask_limit(held, seat, player, rules):
    return fitted.fitted_limit(held, seat, player, rules)


@kernel
def ask_game(held, seat, hand, bid, player, rules):
    return fitted.fitted_game(held, seat, hand, bid, player, rules)


def hands(number: int, size: int, seed: int) -> list[int]:
    rng = np.random.default_rng(seed)
    return [sum(1 << int(bit) for bit in rng.permutation(32)[:size]) for _ in range(number)]


# --- A plain second reading of the features -------------------------------------------------------


def side_features(ranks: str) -> dict[str, float]:
    """The features of a side suit from its ranks as text, such as "AT8"."""
    ace, ten, king = "A" in ranks, "T" in ranks, "K" in ranks
    low = sum(rank in "789" for rank in ranks)
    told = {
        "ace": ace,
        "ten_with_ace": ace and ten,
        "ten_guarded": ten and not ace and len(ranks) >= 3,
        "ten_short": ten and not ace and len(ranks) == 2,
        "ten_lone": ranks == "T",
        "void": not ranks,
        "lone_loser": len(ranks) == 1 and not ace and not ten,
        "king_with_ace": ace and king and not ten,
        "king": king and not ace,
        "queen": "Q" in ranks,
        "low": low,
        "low_beside_ace": low if ace else 0,
        "two_low": low >= 2,
        "three_low": low >= 3,
        "long": len(ranks) >= 4,
        "ace_ten_king": ace and ten and king,
    }
    return {name: float(value) for name, value in told.items()}


def trump_features(ranks: str) -> dict[str, float]:
    told = {f"length_{k}": float(len(ranks) == k) for k in range(1, 8)}
    tops = {"ace": "A", "ten": "T", "king": "K", "queen": "Q"}
    told |= {name: float(rank in ranks) for name, rank in tops.items()}
    return told | {"ace_ten": float("A" in ranks and "T" in ranks)}


def null_features(ranks: str) -> dict[str, float]:
    order = "789TJQKA"
    places = sorted(order.index(rank) for rank in ranks)
    told = dict.fromkeys(patterns.NULL_SUIT, 0.0)
    if not places:
        return told | {"void": 1.0}
    gaps = [max(0, place - safe) for place, safe in zip(places, range(0, 99, 2), strict=False)]
    weak = sum(gap > 0 for gap in gaps)
    if weak:
        told[f"weak_{min(weak, 3)}"] = 1.0
    return told | {
        "length": float(len(ranks)),
        "widest_gap": float(max(gaps)),
        "lowest_8": float(places[0] == 1),
        "lowest_9": float(places[0] == 2),
        "lowest_higher": float(max(0, places[0] - 2)),
        "lone_8": float(ranks == "8"),
        "lone_9": float(ranks == "9"),
        "king": float("K" in ranks),
        "ace": float("A" in ranks),
    }


def ranks_of(codes: list[str], suit: str, jacks: bool) -> str:
    return "".join(code[1] for code in codes if code[0] == suit and (jacks or code[1] != "J"))


def plain_strength(held: int, contract: str, weights: dict[str, float]) -> float:
    """What the cards make of the logit, feature by feature."""
    codes = cards.format(held).split()
    total = 0.0
    if contract == "N":
        for suit in SUITS:
            told = null_features(ranks_of(codes, suit, jacks=True))
            total += sum(weights[f"null.{name}"] * value for name, value in told.items())
        return total
    jacks = sum(1 << k for k, suit in enumerate(SUITS) if suit + "J" in codes)
    total += weights.get(f"jacks.jacks_{jacks:04b}", 0.0)
    for suit in SUITS:
        ranks = ranks_of(codes, suit, jacks=False)
        if suit == contract:
            told, place = trump_features(ranks), "trumps"
        else:
            told, place = side_features(ranks), "side"
        total += sum(weights[f"{place}.{name}"] * value for name, value in told.items())
    return total


def plain_estimate(held: int, contract: str, stage: str, seat: int) -> float:
    kind = {"G": "grand", "N": "null"}.get(contract, "suit")
    weights = MADE_UP.fit[f"{kind}_{stage}"]
    logit = plain_strength(held, contract, weights) + weights["constant"]
    logit += {0: weights["forehand"], 1: 0.0, 2: weights["rearhand"]}[seat]
    logit = min(max(logit, -8.0), 8.0)
    return 1 / (1 + exp(-(logit + weights["bend_2"] * logit**2 + weights["bend_3"] * logit**3)))


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("stage", STAGES)
def test_the_estimate_is_the_sum_of_its_features(contract: str, stage: str) -> None:
    number = CONTRACTS.index(contract)
    for held in hands(40, 10, seed=number):
        for seat in range(3):
            found = ask_estimate(held, number, STAGES.index(stage), seat, RECORD)
            assert found == pytest.approx(plain_estimate(held, contract, stage, seat), abs=1e-12)


@pytest.mark.parametrize("model", patterns.MODELS)
def test_what_is_fitted_is_what_is_played(model: str) -> None:
    """The design of the fit and the tables of the kernel are the same model."""
    kind, _, stage = model.partition("_")
    for contract in fit_bidding._CONTRACTS[kind]:
        held = np.array(hands(50, 10, seed=7), dtype=np.int64)
        for seat in range(3):
            suit = SUITS.find(contract)
            sample = fit_bidding.Sample(held, suit, seat, np.zeros(50), np.zeros(50))
            rows, names = fit_bidding.design(model, sample), fit_bidding.weight_names(model)
            weights = MADE_UP.fit[model]
            predicted = fit_bidding.predict(rows, weights, names)
            played = [
                ask_estimate(int(one), CONTRACTS.index(contract), STAGES.index(stage), seat, RECORD)
                for one in held
            ]
            assert predicted == pytest.approx(played, abs=1e-9)


def test_card_points_of_the_fit() -> None:
    for held in hands(30, 12, seed=3):
        points = sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(code[1], 0)
                     for code in cards.format(held).split())  # fmt: skip
        assert fit_bidding.card_points(np.array([held]))[0] == points


# --- Discard --------------------------------------------------------------------------------------


def kept_worth(held: int, contract: str, away: int) -> float:
    """What a discard leaves, feature by feature."""
    weights = MADE_UP.fit[{"G": "grand", "N": "null"}.get(contract, "suit") + "_after"]
    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    points = sum(worth.get(code[1], 0) for code in cards.format(away).split())
    return plain_strength(held & ~away, contract, weights) + weights["away"] * points


def pairs_that_may_go(held: int, contract: str) -> list[int]:
    codes = cards.format(held).split()
    free = codes
    if contract != "N":
        free = [code for code in codes if code[1] != "J" and code[0] != contract]
        plain = [code for code in free if code[1] != "A"]
        free = plain if len(plain) >= 2 else free if len(free) >= 2 else codes
    return [cards.parse(" ".join(pair)) for pair in combinations(free, 2)]


@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_best_two_cards_go(contract: str) -> None:
    """One of the best pairs, as equal cards are worth the same."""
    few_free = cards.parse("CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 HA")
    for held in [*hands(25, 12, seed=11), few_free]:
        pairs = pairs_that_may_go(held, contract)
        away = int(ask_away(held, CONTRACTS.index(contract), RECORD))
        assert away in pairs
        best = max(kept_worth(held, contract, pair) for pair in pairs)
        assert kept_worth(held, contract, away) == pytest.approx(best, abs=1e-9)


# --- Worth ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [18, 24, 48, 96])
def test_break_even(value: int) -> None:
    """Own score less the mean of the others, Seeger-Fabian; and plain scoring."""
    found = ask_break_even(value, 0, RECORD, ISKO)
    assert found == pytest.approx((2 * value + 90) / (3 * value + 140))
    plain = np.array([player_with(MADE_UP.fit, win_bonus=0.0, others_bonus=0.0).record()])[0]
    assert ask_break_even(value, 0, plain, ISKO) == pytest.approx(2 / 3)
    assert ask_break_even(value, 1, plain, RULES["preisskat"]) == pytest.approx(1 / 2)


def test_the_bolder_bids_at_least_as_high() -> None:
    bold, timid = (
        np.array([player_with(MADE_UP.fit, bid_margin=margin).record()])[0]
        for margin in (-0.3, 0.3)
    )
    pairs = [
        (ask_limit(held, seat, bold, ISKO), ask_limit(held, seat, timid, ISKO))
        for held in hands(100, 10, seed=5)
        for seat in range(3)
    ]
    assert all(high >= low for high, low in pairs)
    assert sum(high > low for high, low in pairs) > 30


def test_null_ouvert_where_the_null_is_all_but_sure() -> None:
    sure = {
        model: {"constant": 8.0 if model.startswith("null") else -8.0} for model in patterns.MODELS
    }
    held = cards.parse("C7 C8 C9 S7 S8 S9 H7 H8 H9 D7 D8 D9")
    for least, ouvert in ((0.99, 1), (2.0, 0)):
        player = np.array([player_with(sure, ouvert_min=least).record()])[0]
        game = ask_game(held, 0, False, 18, player, ISKO)
        assert (game.contract, game.hand, game.ouvert) == (5, 0, ouvert)


@pytest.mark.parametrize("rules", RULES)
def test_games_are_legal(rules: str, tmp_path: Path) -> None:
    """Whatever the weights are, every game may be declared; see the oracle."""
    path = tmp_path / "player.toml"
    path.write_text(fit_bidding.as_toml(player_with(made_up_fit(3), ouvert_min=0.9)), "utf-8")
    rows = simcore.rows(players=path, deals=2_000, seed=2, rules=rules)
    played = rows[rows["declarer"] >= 0]
    assert len(played) > 200
    null = played[played["contract"] == 5]
    assert not null["overbid"].any()


# --- The player -----------------------------------------------------------------------------------


def test_a_player_as_toml_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "player.toml"
    path.write_text(fit_bidding.as_toml(MADE_UP), "utf-8")
    assert load_player(path) == MADE_UP


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[fit.skat_after]\nconstant = 1.0", "fit.skat_after: one of suit_after"),
        ('[fit.suit_after]\n"side.luck" = 1.0', "unknown weight 'side.luck'"),
        ("[fit.suit_after]\nconstant = 1.0", "fit.suit_before is missing"),
    ],
)
def test_fits_that_are_none(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    head = 'name = "bad"\nbidding = "fitted"\nexchange = "orderly"\nplay = "simple"\n'
    path.write_text(head + text, "utf-8")
    with pytest.raises(ValueError, match=words):
        load_player(path)


def test_a_small_fit_learns(tmp_path: Path) -> None:
    """One round on few deals: the chances it gives are far better than the mean rate."""
    weights = fit_bidding.fit_model("suit_after", SIMPLE, 4_000)
    found = fit_bidding.calibration("suit_after", SIMPLE, weights, 6_000)
    assert found["n"] > 10_000
    assert found["brier"] < 0.65 * found["of"]
    for number, predicted, realised in found["bins"]:
        if number > 1000:
            assert abs(predicted - realised) < 0.06
