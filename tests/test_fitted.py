"""The bidding system `fitted`: features, the estimate in the kernel, and what follows from it."""

import re
from itertools import combinations, pairwise
from math import exp, floor, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import simcore
from analysis import estimates
from analysis import hands as hands_at_once
from scripts import fit_bidding
from simcore import cards
from simcore.jit import kernel
from simcore.skat import RULES
from simcore.skat.auction import ladder
from simcore.skat.strategies import choose, estimate, fitted, patterns
from simcore.skat.strategies.player import Player, load_player
from simcore.skat.value import Declaration

ISKO = RULES["isko"]
LADDER = ladder(ISKO)
SIMPLE = load_player("simple")
SUITS = "DHSC"
CONTRACTS = "DHSCGN"
STAGES = {"after": 0, "before": 1, "hand": 2, "schneider": 3, "schwarz": 4, "ouvert": 3,
          "ouverthand": 4, "ouvertbefore": 5}  # fmt: skip
HAND_MODELS = [*patterns.CARD_MODELS, *patterns.NULL_MODELS]
KINDS = {"suit": "DHSC", "grand": "G", "null": "N"}
STEP = 1e-3  # as near as the steps of the kernel come, in logits and chances
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def made_up_fit(seed: int) -> dict[str, dict[str, float]]:
    """Weights of all models, drawn at random."""
    rng = np.random.default_rng(seed)
    fit = {
        model: {name: float(rng.normal(0, 0.4)) for name in patterns.term_names(model)}
        | rising(rng)
        | {"away": 0.02}
        for model in HAND_MODELS
    }
    skat = {"constant": 0.1, "best": 0.9, "second": 0.2, "third": 0.1, "reach": 2.0}
    return fit | {"skat": skat | rising(rng), "alone": skat | rising(rng)}


def rising(rng: np.random.Generator) -> dict[str, float]:
    """Knots of a bend, each some way above the last."""
    heights = np.cumsum(rng.uniform(0.1, 0.9, 33)) - 8
    return {f"bend.{half / 2:+g}": float(heights[half + 16]) for half in range(-16, 17)}


def bent(logit: float, weights: dict[str, float]) -> float:
    """On the straight line between the two knots a logit lies between."""
    logit = min(max(logit, -8.0), 8.0)
    below = min(floor(2 * logit), 15)
    low, high = (weights[f"bend.{half / 2:+g}"] for half in (below, below + 1))
    return low + (2 * logit - below) * (high - low)


def player_with(fit: dict[str, dict[str, float]], **changes: Any) -> Player:
    fields = SIMPLE.model_dump() | {"name": "made up", "bidding": "fitted", "exchange": "fitted"}
    return Player.model_validate(fields | {"fit": fit} | changes)


MADE_UP = player_with(made_up_fit(1))
RECORD = np.array([MADE_UP.record()])[0]


@kernel
def ask_estimate(held, contract, stage, seat, away, player):
    model = estimate.model_of(contract, stage)
    kept = estimate.strength(held, contract, model, player)
    return estimate.chance_of(estimate.logit_of(kept, seat, away, model, player))


@kernel
def ask_rated(held, contract):
    return estimate.is_rated(held, contract)


@kernel
def ask_away(held, contract, ouvert, player, rules):
    return fitted.fitted_discard(held, Declaration(contract, 0, 0, 0, ouvert), player, rules)


@kernel
def ask_view(held, bid, rules):
    return fitted.games_in_view(held, bid, rules)


@kernel
def ask_skat(held, seat, bid, player, rules):
    keys = fitted.games_in_view(held, bid, rules)
    strings = fitted.strings_at(held, keys, seat, bid, player, rules)
    return strings, estimate.chance_of(fitted.skat_logit(strings, 0, player))


@kernel
def ask_hand(held, seat, bid, player, rules):
    return fitted.fitted_hand(held, seat, bid, player, rules)


@kernel
def ask_clears(logit, value, hand, player, rules):
    return fitted.clears(logit, value, hand, player["bid_margin"], player, rules)


@kernel
def ask_limit(held, seat, player, rules):
    return fitted.fitted_reach(held, seat, player, rules).limit


@kernel
def ask_limits(held, seat, player, rules, ladder):
    return choose.choose_limits(held, seat, 0, player, np.uint64(1), rules, ladder)


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
    told = dict.fromkeys(patterns.SIDE, False)
    if ranks:
        top = "ace" if ace else "ten" if ten else "bare"
        told[f"{top}_{min(len(ranks), 5)}"] = True
    told |= {
        "ace_ten": ace and ten,
        "ace_ten_long": ace and ten and len(ranks) >= 4,
        "ace_king": ace and king and not ten,
        "ten_king": ten and king and not ace,
        "king": king and not ace and not ten,
        "king_guarded": king and not ace and not ten and len(ranks) >= 3,
        "queen": "Q" in ranks,
    }
    return {name: float(value) for name, value in told.items()}


def top_features(codes: list[str]) -> dict[str, float]:
    """The features of jacks and aces together."""
    jacks = [suit + "J" in codes for suit in reversed(SUITS)]
    aces = sum(code[1] == "A" for code in codes)
    told = dict.fromkeys(patterns.TOPS, 0.0)
    if any(jacks):
        told["jacks_" + "".join(str(int(held)) for held in jacks)] = 1.0
    if aces:
        told[f"aces_{aces}"] = 1.0
    return told | {"jacks_times_aces": float(sum(jacks) * aces)}


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
    total += sum(weights[f"tops.{name}"] * value for name, value in top_features(codes).items())
    for suit in SUITS:
        ranks = ranks_of(codes, suit, jacks=False)
        if suit == contract:
            told, place = trump_features(ranks), "trumps"
        else:
            told, place = side_features(ranks), "side"
        total += sum(weights[f"{place}.{name}"] * value for name, value in told.items())
    return total


def plain_estimate(held: int, contract: str, model: str, seat: int, away: int = 0) -> float:
    weights = MADE_UP.fit[model]
    logit = plain_strength(held, contract, weights) + weights["constant"] + weights["away"] * away
    logit += {0: weights["forehand"], 1: 0.0, 2: weights["rearhand"]}[seat]
    return 1 / (1 + exp(-bent(logit, weights)))


@pytest.mark.parametrize("model", HAND_MODELS)
def test_the_estimate_is_the_sum_of_its_features(model: str) -> None:
    kind, _, stage = model.partition("_")
    for contract in KINDS[kind]:
        number = CONTRACTS.index(contract)
        for held in hands(30, 10, seed=number):
            for seat in range(3):
                found = ask_estimate(held, number, STAGES[stage], seat, 7, RECORD)
                wanted = plain_estimate(held, contract, model, seat, away=7)
                assert found == pytest.approx(wanted, abs=STEP)


@pytest.mark.parametrize("model", HAND_MODELS)
def test_what_is_fitted_is_what_is_played(model: str) -> None:
    """The design of the fit and the tables of the kernel are the same model."""
    kind, _, stage = model.partition("_")
    for contract in KINDS[kind]:
        held = np.array(hands(50, 10, seed=7), dtype=np.int64)
        for seat in range(3):
            suit = SUITS.find(contract)
            sample = estimates.Sample(held, suit, seat, np.full(50, 5.0), np.zeros(50))
            rows = estimates.design(model, sample)
            predicted = estimates.predict(model, rows, MADE_UP.fit[model])
            number = CONTRACTS.index(contract)
            played = [ask_estimate(int(one), number, STAGES[stage], seat, 5, RECORD)
                      for one in held]  # fmt: skip
            assert predicted == pytest.approx(played, abs=STEP)


def plainly_rated(held: int, contract: str) -> bool:
    """Grand: jacks and aces; suits: trumps and side aces; Null: cards that fail the safe test."""
    codes = cards.format(held).split()
    jacks = sum(code[1] == "J" for code in codes)
    if contract == "G":
        return jacks + sum(code[1] == "A" for code in codes) >= 4
    if contract != "N":
        side_aces = sum(code[1] == "A" and code[0] != contract for code in codes)
        return jacks + len(ranks_of(codes, contract, jacks=False)) + side_aces >= 5
    weak = 0
    for suit in SUITS:
        kept = 0
        for place in sorted("789TJQKA".index(rank) for rank in ranks_of(codes, suit, jacks=True)):
            weak += place > 2 * kept
            kept += place <= 2 * kept
    return weak <= 4


@pytest.mark.parametrize("contract", CONTRACTS)
def test_which_hands_are_rated(contract: str) -> None:
    number = CONTRACTS.index(contract)
    found = {}
    for size in (10, 12):
        for held in hands(200, size, seed=3):
            found[held] = ask_rated(held, number)
            assert found[held] == plainly_rated(held, contract)
    assert {True, False} <= set(found.values())


def test_card_points_of_the_fit() -> None:
    for held in hands(30, 12, seed=3):
        points = sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(code[1], 0)
                     for code in cards.format(held).split())  # fmt: skip
        assert hands_at_once.card_points(np.array([held]))[0] == points


# --- Discard --------------------------------------------------------------------------------------


def points_of(held: int) -> int:
    return sum(POINTS.get(code[1], 0) for code in cards.format(held).split())


def kept_worth(held: int, contract: str, away: int, model: str) -> float:
    """What a discard leaves of the side suits and brings in points, feature by feature."""
    weights = MADE_UP.fit[model]
    if contract == "N":
        return plain_strength(held & ~away, contract, weights)
    sides = {name: value if name.startswith("side") else 0.0 for name, value in weights.items()}
    return plain_strength(held & ~away, contract, sides) + weights["away"] * points_of(away)


def pairs_that_may_go(held: int, contract: str) -> list[int]:
    """Side cards; aces only where there are not two others."""
    codes = cards.format(held).split()
    free = codes
    if contract != "N":
        free = [code for code in codes if code[1] != "J" and code[0] != contract]
        plain = [code for code in free if code[1] != "A"]
        few = len(plain) < 2
        pairs = [pair for pair in combinations(free, 2)
                 if (few and sum(code[1] == "A" for code in pair) <= 2 - len(plain))
                 or not any(code[1] == "A" for code in pair)]  # fmt: skip
        return [cards.parse(" ".join(pair)) for pair in pairs]
    return [cards.parse(" ".join(pair)) for pair in combinations(free, 2)]


@pytest.mark.parametrize("ouvert", [0, 1])
@pytest.mark.parametrize("contract", CONTRACTS)
def test_the_best_two_cards_go(contract: str, ouvert: int) -> None:
    """One of the best pairs, as equal cards are worth the same."""
    kind = {"G": "grand", "N": "null"}.get(contract, "suit")
    model = "null_ouvert" if contract == "N" and ouvert else f"{kind}_after"
    for held in hands(40, 12, seed=11):
        pairs = pairs_that_may_go(held, contract)
        away = int(ask_away(held, CONTRACTS.index(contract), ouvert, RECORD, ISKO))
        assert away in pairs
        best = max(kept_worth(held, contract, pair, model) for pair in pairs)
        assert kept_worth(held, contract, away, model) == pytest.approx(best, abs=4 * STEP)


def test_with_one_side_card_the_orderly_rule_puts_away() -> None:
    held = cards.parse("CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 HA")
    away = int(ask_away(held, 3, 0, RECORD, ISKO))
    assert away.bit_count() == 2
    assert away & held == away


# --- Worth ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("margin", [-0.1, 0.0, 0.05])
@pytest.mark.parametrize("value", [18, 48, 96])
def test_a_value_is_bid_from_its_break_even_on(margin: float, value: int) -> None:
    """In list points (Seeger-Fabian: own score less the mean of the others), and in plain ones,
    where a lost hand game may cost its value only once."""
    plain = {"win_bonus": 0.0, "others_bonus": 0.0}
    seeger_fabian = (2 * value + 90) / (3 * value + 140)
    for bonuses, rules, hand, break_even in (
        ({}, "isko", 0, seeger_fabian),
        ({}, "isko", 1, seeger_fabian),
        (plain, "isko", 0, 2 / 3),
        (plain, "preisskat", 1, 1 / 2),
    ):
        player = player_with(MADE_UP.fit, bid_margin=margin, **bonuses)
        record = np.array([player.record()])[0]
        for chance in (break_even + margin - STEP, break_even + margin + STEP):
            logit = round(patterns.UNIT * log(chance / (1 - chance)))
            clears = ask_clears(logit, value, hand, record, RULES[rules])
            assert clears == (chance > break_even + margin)


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


@pytest.mark.parametrize("bid", [0, 18, 24, 40])
def test_the_games_in_view(bid: int) -> None:
    """Grand, the two best suits and Null, dearest first, each near enough and covering the bid."""
    for held in hands(300, 10, seed=17):
        found = [(key >> 3, CONTRACTS[key & 7]) for key in ask_view(held, bid, ISKO) if key]
        assert found == sorted(found, key=lambda game: -game[0])
        for worth, contract in found:
            assert worth == value_of(held, contract) >= bid
            assert plainly_rated(held, contract)
        for contract in "GN":
            wanted = plainly_rated(held, contract) and value_of(held, contract) >= max(bid, 1)
            assert wanted == (contract in [game[1] for game in found])


def value_of(held: int, contract: str) -> int:
    """Value with the skat on the ten cards, by hand."""
    if contract == "N":
        return 23
    codes = cards.format(held).split()
    tops = [suit + "J" for suit in reversed(SUITS)]
    tops += [contract + rank for rank in "ATKQ987"] if contract != "G" else []
    first = tops[0] in codes
    run = next((k for k, code in enumerate(tops) if (code in codes) != first), len(tops))
    return (run + 1) * {"D": 9, "H": 10, "S": 11, "C": 12, "G": 24}[contract]


def test_more_strings_are_worth_more() -> None:
    """P(win) with the skat by hand: the best logit, and how far the next two reach up to it."""
    several = 0
    for held in hands(400, 10, seed=23):
        strings, chance = ask_skat(held, 1, 18, RECORD, ISKO)
        assert strings.best >= strings.second >= strings.third
        if strings.value == 0:
            continue
        first, second, third = (string / patterns.UNIT for string in strings[:3])
        reach = [max(one - first + 2.0, 0.0) for one in (second, third)]
        logit = 0.1 + 0.9 * first + 0.2 * reach[0] + 0.1 * reach[1]
        wanted = 1 / (1 + exp(-bent(logit, MADE_UP.fit["skat"])))
        assert chance == pytest.approx(wanted, abs=STEP)
        several += reach[0] > 0
    assert several > 20


def sure_of(alone: float = -8.0, **chances: float) -> np.void:
    """A player who believes in some models and in no other."""
    fit = {model: {"constant": chances.get(model, -8.0)} for model in HAND_MODELS}
    skat = {"constant": 0.0, "best": 1.0, "second": 0.0, "third": 0.0, "reach": 1.0}
    fit |= {"skat": skat, "alone": skat | {"constant": alone, "best": 0.0}}
    record: np.void = np.array([player_with(fit).record()])[0]
    return record


SAFE_TEN = "C7 C8 C9 S7 S8 S9 H7 H8 H9 D7"


def test_null_ouvert_is_bid_where_it_pays() -> None:
    held = cards.parse(SAFE_TEN)
    assert ask_limit(held, 1, sure_of(null_ouvertbefore=8.0), ISKO) == 46
    assert ask_limit(held, 1, sure_of(), ISKO) == 0
    needs_hand = ISKO._replace(null_ouvert_needs_hand=1)
    assert ask_limit(held, 1, sure_of(null_ouvertbefore=8.0), needs_hand) == 0


def test_null_ouvert_is_a_string_where_null_does_not_reach() -> None:
    held, player = cards.parse(SAFE_TEN), sure_of(null_ouvertbefore=4.0, null_before=2.0)
    for bid, best in ((23, 2), (24, 4), (46, 4), (47, -8)):
        strings, _ = ask_skat(held, 1, bid, player, ISKO)
        assert strings.best == best * patterns.UNIT


def test_forehand_plays_at_last_where_both_others_have_passed() -> None:
    """On a hand that is worth no bid: only forehand, and without holding one."""
    held = cards.parse("CJ SJ CA CT C9 HA H8 D7 D8 S7")
    weak = sure_of(alone=8.0, suit_before=-4.0)
    for seat, wanted in ((0, (1, 0)), (1, (0, 0)), (2, (0, 0))):
        assert tuple(ask_limits(held, seat, weak, ISKO, LADDER)) == wanted
    assert tuple(ask_limits(held, 0, sure_of(), ISKO, LADDER)) == (0, 0)


def test_null_ouvert_where_it_pays() -> None:
    held = cards.parse(SAFE_TEN + " D8 D9")
    for chance, ouvert in ((8.0, 1), (0.5, 0)):
        player = sure_of(null_after=8.0, null_ouvert=chance)
        game = ask_game(held, 0, False, 18, player, ISKO)
        assert (game.contract, game.hand, game.ouvert) == (5, 0, ouvert)
    player = sure_of(null_before=8.0, null_hand=8.0, null_ouverthand=8.0)
    held = cards.parse(SAFE_TEN)
    assert ask_limit(held, 0, player, ISKO) == 59
    game = ask_game(held, 0, True, 18, player, ISKO)
    assert (game.contract, game.hand, game.ouvert) == (5, 1, 1)


@pytest.mark.parametrize(
    ("models", "announced", "limit"),
    [
        ({"grand_hand": 8.0}, (0, 0), 144),
        ({"grand_hand": 8.0, "grand_schneider": 8.0}, (1, 0), 192),
        ({"grand_hand": 8.0, "grand_schneider": 8.0, "grand_schwarz": 8.0}, (1, 1), 240),
    ],
)
def test_announcements_where_they_pay(
    models: dict[str, float], announced: tuple[int, int], limit: int
) -> None:
    held = cards.parse("CJ SJ HJ DJ CA CT CK CQ SA ST")
    player = sure_of(grand_before=8.0, **models)
    assert ask_limit(held, 0, player, ISKO) == limit
    game = ask_game(held, 0, True, 18, player, ISKO)
    assert (game.contract, game.hand, game.schneider, game.schwarz) == (4, 1, *announced)


def test_the_skat_is_left_where_the_hand_game_is_worth_more() -> None:
    held = cards.parse("CJ SJ HJ DJ CA CT CK CQ SA ST")
    for before, left in ((8.0, True), (-8.0, True)):
        assert ask_hand(held, 0, 18, sure_of(grand_hand=8.0, grand_before=before), ISKO) == left
    assert not ask_hand(held, 0, 18, sure_of(grand_hand=0.0, grand_before=8.0), ISKO)


def test_without_hand_games_the_skat_is_never_left(tmp_path: Path) -> None:
    path = tmp_path / "player.toml"
    fit = {model: {"constant": 8.0} for model in HAND_MODELS}
    fit |= {model: {"best": 1.0} for model in patterns.SKAT_MODELS}
    for allowed in (True, False):
        path.write_text(fit_bidding.as_toml(player_with(fit, hand_games=allowed)), "utf-8")
        rows = simcore.rows(players=path, deals=500, seed=2)
        assert (rows["hand"] == 1).any() == allowed


@pytest.mark.parametrize("rules", RULES)
def test_games_are_legal(rules: str, tmp_path: Path) -> None:
    """Whatever the weights are, every game may be declared; see the oracle."""
    path = tmp_path / "player.toml"
    path.write_text(fit_bidding.as_toml(player_with(made_up_fit(3))), "utf-8")
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


@pytest.mark.parametrize("model", ["suit_after", "grand_hand", "null_ouvert"])
def test_a_small_fit_learns(model: str) -> None:
    """A fit on few deals: the chances it gives are far better than the mean rate."""
    ((kind, hand, ouvert, _),) = [run for run in fit_bidding.runs((model,)) if model in run[3]]
    trained = fit_bidding.force(kind, SIMPLE, fit_bidding.TRAIN_FIRST, 6_000, hand, ouvert)
    weights = fit_bidding.fit_model(model, trained)
    locked = fit_bidding.force(kind, SIMPLE, fit_bidding.LOCKED_FIRST, 4_000, hand, ouvert)
    found = fit_bidding.calibrate(model, weights, locked)
    assert found["n"] > 1_000
    assert found["brier"] < 0.9 * found["of"]
    for number, predicted, realised in found["bins"]:
        if number > 1000:
            assert abs(predicted - realised) < 0.06


def test_locked_deals_are_never_trained_on() -> None:
    firsts = sorted({fit_bidding.TRAIN_FIRST, fit_bidding.TRIED_FIRST, fit_bidding.LOCKED_FIRST})
    assert len(firsts) == 3
    assert min(after - before for before, after in pairwise(firsts)) > 1 << 38


@pytest.mark.parametrize(
    ("model", "weights", "named"),
    [
        ("skat", {"best": float("nan")}, "fit.skat.best nan: a number from -1000 to 1000"),
        ("suit_after", {"away": 1e300}, "fit.suit_after.away 1e+300"),
        ("alone", {"bend.+1": 3.0}, "fit.alone.bend.+1.5 1.5: below 3.0"),
        ("alone", {"bend.+0.3": 3.0}, "fit.alone: unknown weight 'bend.+0.3'"),
    ],
)
def test_odd_weights_are_refused(model: str, weights: dict[str, float], named: str) -> None:
    fit = MADE_UP.fit | {model: {"constant": 0.0} | weights}
    with pytest.raises(ValueError, match=re.escape(named)):
        player_with(fit)


@pytest.mark.parametrize(
    "words",
    [["--rounds", "0"], ["--deals", "2"], ["--out", "nowhere/x.toml"], ["--play", "nobody"]],
)
def test_the_fit_checks_before_it_plays(
    words: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = ["fit_bidding", "--out", str(tmp_path / "x.toml"), *words]
    monkeypatch.setattr("sys.argv", given)
    with pytest.raises(SystemExit) as left:
        fit_bidding.main()
    assert left.value.code == 2
