"""Bidding system `fitted`: every decision before the first lead by one estimate, P(win).

A game is worth its expected list points against the others at the table; a value is bid while
P(win) clears the break-even of that value by the player's margin. Contract and discard after the
pick-up, hand games, announcements and Null ouvert maximise the same number.
"""

from typing import NamedTuple

from simcore.jit import helper
from simcore.skat.rules import GRAND, NULL
from simcore.skat.strategies.bidding import game_value, name_game, pick_contract
from simcore.skat.strategies.discard import orderly_discard
from simcore.skat.strategies.estimate import (
    AFTER,
    BEFORE,
    HAND,
    HOPELESS,
    OUVERT,
    OUVERT_BEFORE,
    OUVERT_HAND,
    SCHNEIDER,
    SCHWARZ,
    SKAT_FIRST,
    bent,
    chance_of,
    is_rated,
    logit_of,
    logit_on,
    model_of,
    pack_points,
    strength,
)
from simcore.skat.strategies.features import side_cards, suit_rank
from simcore.skat.strategies.patterns import UNIT
from simcore.skat.strategies.player import NEVER_WORTH
from simcore.skat.strategies.removals import best_removal
from simcore.skat.value import Declaration, base_value, null_value

_FOREHAND = 0
_NEVER = -1.0e9
_LEAST_HAND, _LEAST_ANNOUNCED = 0, 0  # logits: with less than even chances nobody asks further
PLAIN, WITH_SCHNEIDER, WITH_SCHWARZ = range(3)  # how much is announced


class Plan(NamedTuple):
    """A game: contract, announcement, and what it is worth in expected list points."""

    contract: int
    announced: int
    worth: float


# ---- what a game is worth ----------------------------------------------------------------------


@helper
def loss_of(value, hand, player, rules):
    """What a lost game costs against the others at the table."""
    factor = rules.hand_loss if hand else rules.loss
    return factor * value + player["win_bonus"] + player["others_bonus"]


@helper
def expected(chance, value, hand, player, rules):
    """Expected list points of a game against the others at the table."""
    won = value + player["win_bonus"]
    return chance * won - (1.0 - chance) * loss_of(value, hand, player, rules)


@helper
def might_be_worth(value, player):
    """What a game is worth at best: won for sure."""
    return value + player["win_bonus"]


@helper
def clears(logit, value, hand, margin, player, rules):
    """Whether a chance clears the break-even of a value, loss / stake, by a margin; multiplied out,
    as divisions take long."""
    loss = loss_of(value, hand, player, rules)
    stake = loss + value + player["win_bonus"]
    return chance_of(logit) * stake >= loss + margin * stake


# ---- games worth a look ------------------------------------------------------------------------


@helper
def game_key(cards, contract, bid, rules):
    """A game as one number, its value before its contract; 0 where it does not cover the bid or
    is too far off to be rated."""
    if contract < 0 or not is_rated(cards, contract):
        return 0
    value = game_value(cards, contract, 0, rules)
    return value << 3 | contract if value >= max(bid, 1) else 0


@helper
def two_suits(cards, bid, rules):
    """The two best trump suits that cover the bid; -1 for none."""
    first, second, first_rank, second_rank = -1, -1, -1, -1
    for suit in (3, 2, 1, 0):
        rank = suit_rank(cards, suit) if game_value(cards, suit, 0, rules) >= bid else -1
        if rank > first_rank:
            first, second, first_rank, second_rank = suit, first, rank, first_rank
        elif rank > second_rank:
            second, second_rank = suit, rank
    return first, second


@helper
def games_in_view(cards, bid, rules):
    """Grand, two suits and Null as keys, the dearest first: nobody looks at more."""
    first, second = two_suits(cards, bid, rules)
    one, two = game_key(cards, GRAND, bid, rules), game_key(cards, first, bid, rules)
    three, four = game_key(cards, second, bid, rules), game_key(cards, NULL, bid, rules)
    one, two, three, four = max(one, two), min(one, two), max(three, four), min(three, four)
    one, two, three, four = max(one, three), max(two, four), min(one, three), min(two, four)
    return one, max(two, three), min(two, three), four


# ---- with the skat -----------------------------------------------------------------------------


class Strings(NamedTuple):
    """The strings to a bow: the three best logits of games with the skat, the value of the best."""

    best: float
    second: float
    third: float
    value: int


@helper
def strung(strings, logit, value):
    """One string more."""
    best, second, third, of_best = strings
    return Strings(
        max(best, logit),
        max(second, min(best, logit)),
        max(third, min(second, logit)),
        value if logit > best else of_best,
    )


@helper
def knows_open_null(rules):
    """Whether Null may be played open with the skat."""
    return rules.contracts >> NULL & 1 and not rules.null_ouvert_needs_hand


@helper
def open_null_logit(hand, seat, player, rules):
    """The logit of Null ouvert with the skat wanted; hopeless where it is unknown or not rated."""
    if not knows_open_null(rules) or not is_rated(hand, NULL):
        return HOPELESS
    return logit_on(hand, NULL, OUVERT_BEFORE, seat, player)


@helper
def only_open_null_covers(value, rules):
    """Whether Null ouvert reaches a value and Null does not."""
    return rules.null < value <= rules.null_ouvert


@helper
def strings_at(hand, keys, seat, bid, player, rules):
    """The strings that cover a bid, of games in view; Null ouvert where Null does not reach."""
    strings = Strings(HOPELESS, HOPELESS, HOPELESS, 0)
    for key in keys:
        if key >> 3 >= max(bid, 1):
            logit = logit_on(hand, key & 7, BEFORE, seat, player)
            strings = strung(strings, logit, key >> 3)
    if only_open_null_covers(bid, rules):
        strings = strung(strings, open_null_logit(hand, seat, player, rules), rules.null_ouvert)
    return strings


@helper
def skat_logit(strings, alone, player):
    """The logit of winning with the skat, whatever game it turns out to be; `alone`: both others
    have passed.

    More than one string is worth more than the best of them, if they do not hang far behind.
    """
    weights = player["fit_skat"][alone]
    least = strings.best - weights[4]
    second, third = max(strings.second - least, 0), max(strings.third - least, 0)
    sum_of_all = weights[1] * strings.best + weights[2] * second + weights[3] * third
    return bent(weights[0] + sum_of_all // UNIT, SKAT_FIRST + alone, player)


@helper
def worth_of_skat(hand, keys, seat, bid, player, rules):
    """What picking up is worth at a bid: the chance of all games, the value of the likeliest."""
    strings = strings_at(hand, keys, seat, bid, player, rules)
    if strings.value == 0:
        return _NEVER
    return expected(chance_of(skat_logit(strings, 0, player)), strings.value, 0, player, rules)


# ---- hand games --------------------------------------------------------------------------------


@helper
def hand_stage(contract, announced):
    """Which estimate answers for an announcement."""
    if contract == NULL:
        return OUVERT_HAND if announced else HAND
    if announced == PLAIN:
        return HAND
    return SCHNEIDER if announced == WITH_SCHNEIDER else SCHWARZ


@helper
def declared(contract, hand, announced):
    """A game in full; an announcement includes the lesser ones."""
    if contract == NULL:
        return Declaration(NULL, hand, 0, 0, int(announced > PLAIN))
    return Declaration(
        contract,
        hand,
        int(announced >= WITH_SCHNEIDER),
        int(announced >= WITH_SCHWARZ),
        0,
    )


@helper
def announced_value(hand, contract, announced, rules):
    """Value of a hand game with its announcement on the cards seen."""
    plain = game_value(hand, contract, 1, rules)
    if contract == NULL:
        return null_value(1, int(announced > PLAIN), rules) if plain else 0
    return plain + 2 * announced * base_value(contract, 0, rules) if plain else 0


@helper
def most_announced(contract):
    """Null may be played open; trump games are not, as to be sure of all tricks is so rare."""
    return WITH_SCHNEIDER if contract == NULL else WITH_SCHWARZ


@helper
def hand_plan(hand, contract, seat, bid, least, player, rules):
    """The best announcement of a contract played from the hand, if it covers the bid; none if its
    logit is below the least wanted. More is announced only from even chances on."""
    best = Plan(contract, PLAIN, _NEVER)
    for announced in range(most_announced(contract) + 1):
        logit = logit_on(hand, contract, hand_stage(contract, announced), seat, player)
        if logit < (least if announced == PLAIN else _LEAST_ANNOUNCED):
            return best
        value = announced_value(hand, contract, announced, rules)
        if value >= max(bid, 1):
            worth = expected(chance_of(logit), value, 1, player, rules)
            best = Plan(contract, announced, worth) if worth > best.worth else best
    return best


@helper
def best_hand_game(hand, keys, seat, bid, least, player, rules):
    """The hand game worth most among those that cover the bid."""
    best = Plan(GRAND, PLAIN, 2 * _NEVER)
    for key in keys:
        if key:
            plan = hand_plan(hand, key & 7, seat, bid, least, player, rules)
            best = plan if plan.worth > best.worth else best
    return best


@helper
def limit_of_hand_game(hand, contract, seat, floor, player, rules):
    """The dearest announcement of a hand game above a limit that clears its break-even; where a
    lesser one does not, a higher one cannot."""
    limit = floor
    for announced in range(most_announced(contract) + 1):
        value = announced_value(hand, contract, announced, rules)
        logit = logit_on(hand, contract, hand_stage(contract, announced), seat, player)
        if not clears(logit, value, 1, player["bid_margin"], player, rules):
            return limit
        limit = max(limit, value)
    return limit


# ---- after the pick-up -------------------------------------------------------------------------


@helper
def best_away(cards, contract, model, player):
    """The two cards whose going leaves the best chance; trumps and aces stay where two others can
    go, in Null anything may go."""
    if contract == NULL:
        stage = int(model == model_of(NULL, OUVERT))
        return best_removal(cards, 1, player["null_gains"][stage], player["null_cards"][stage])
    grand, side = int(contract == GRAND), side_cards(cards, contract)
    return best_removal(side, 0, player["fit_gains"][grand], player["fit_cards"][grand])


@helper
def chance_after(cards, contract, stage, seat, player):
    """P(win) of a contract on twelve cards with its best discard."""
    if not is_rated(cards, contract):
        return 0.0
    model = model_of(contract, stage)
    away = best_away(cards, contract, model, player)
    kept = strength(cards ^ away, contract, model, player)
    return chance_of(logit_of(kept, seat, pack_points(away), model, player))


@helper
def worth_after(cards, contract, seat, player, rules):
    """What a game without announcement is worth on twelve cards."""
    chance = chance_after(cards, contract, AFTER, seat, player)
    return expected(chance, game_value(cards, contract, 0, rules), 0, player, rules)


@helper
def open_null_worth(cards, seat, bid, player, rules):
    """What Null ouvert is worth on twelve cards, if it may be played and covers the bid."""
    if not knows_open_null(rules) or rules.null_ouvert < bid or not is_rated(cards, NULL):
        return 2 * _NEVER
    chance = chance_after(cards, NULL, OUVERT, seat, player)
    return expected(chance, rules.null_ouvert, 0, player, rules)


@helper
def best_after(cards, seat, bid, player, rules):
    """After the pick-up: the game worth most that covers the bid, else the least harm."""
    best = Plan(NULL, PLAIN, 2 * _NEVER)
    for key in games_in_view(cards, bid, rules):
        if key and might_be_worth(key >> 3, player) > best.worth:
            worth = worth_after(cards, key & 7, seat, player, rules)
            best = Plan(key & 7, PLAIN, worth) if worth > best.worth else best
    if might_be_worth(rules.null_ouvert, player) > best.worth:
        worth = open_null_worth(cards, seat, bid, player, rules)
        best = Plan(NULL, 1, worth) if worth > best.worth else best
    if best.worth <= _NEVER:
        return Plan(pick_contract(cards, seat, False, bid, player, rules), PLAIN, _NEVER)
    return best


# ---- the decisions -----------------------------------------------------------------------------


@helper
def limit_of_open_null(logit, player, rules):
    """The value of Null ouvert with the skat, if it clears its break-even; else 0."""
    value = rules.null_ouvert
    pays = logit > HOPELESS and clears(logit, value, 0, player["bid_margin"], player, rules)
    return value if pays else 0


@helper
def skat_pays(strings, value, open_logit, player, rules):
    """Whether picking up clears the break-even of a value; Null ouvert is a string where Null does
    not reach."""
    if only_open_null_covers(value, rules):
        strings = strung(strings, open_logit, rules.null_ouvert)
    logit = skat_logit(strings, 0, player)
    return clears(logit, value, 0, player["bid_margin"], player, rules)


@helper
def plays_alone(strings, player, rules):
    """Whether a hand that is worth no bid is worth the lowest once both others have passed, which
    says that they are weaker than anybody knew."""
    if strings.value == 0:
        return False
    logit = skat_logit(strings, 1, player)
    return clears(logit, strings.value, 0, player["alone_margin"], player, rules)


class Reach(NamedTuple):
    """How far a hand goes: its limit in values, and whether it takes the lowest bid at last."""

    limit: int
    alone: bool


@helper
def fitted_reach(hand, seat, player, rules):
    """The dearest game that clears its break-even: with the skat, other games that cover it counted
    in, or from the hand, or Null ouvert; and whether forehand plays if both others have passed.

    Games cheaper than one that clears are not looked at again from the hand.
    """
    strings = Strings(HOPELESS, HOPELESS, HOPELESS, 0)
    open_logit = open_null_logit(hand, seat, player, rules)
    hand_games = player["hand_margin"] < NEVER_WORTH
    limit = limit_of_open_null(open_logit, player, rules)
    if limit > 0 and hand_games:
        limit = limit_of_hand_game(hand, NULL, seat, limit, player, rules)
    for key in games_in_view(hand, 0, rules):
        if key >> 3 > limit:  # the dearest come first
            value, logit = key >> 3, logit_on(hand, key & 7, BEFORE, seat, player)
            strings = strung(strings, logit, value)
            if skat_pays(strings, value, open_logit, player, rules):
                limit = value
            if logit > _LEAST_HAND and hand_games:
                limit = limit_of_hand_game(hand, key & 7, seat, limit, player, rules)
    alone = seat == _FOREHAND and limit == 0 and plays_alone(strings, player, rules)
    return Reach(limit, alone)


@helper
def fitted_hand(hand, seat, bid, player, rules):
    """Leave the skat where the hand game is worth more, by the player's margin."""
    keys = games_in_view(hand, 0, rules)
    best = best_hand_game(hand, keys, seat, bid, _LEAST_HAND, player, rules).worth
    if best <= _NEVER:
        return False
    worth = worth_of_skat(hand, keys, seat, bid, player, rules)
    return best > max(worth, _NEVER / 2) + player["hand_margin"]


@helper
def fitted_game(cards, seat, hand, bid, player, rules):
    """The game to name: from the hand (ten cards) or after the pick-up (twelve)."""
    if hand:
        keys = games_in_view(cards, 0, rules)
        best = best_hand_game(cards, keys, seat, bid, HOPELESS, player, rules)
        if best.worth <= _NEVER:  # none in view covers the bid, which only a scenario asks for
            return name_game(cards, seat, hand, bid, player, rules)
    else:
        best = best_after(cards, seat, bid, player, rules)
    return declared(best.contract, int(hand), best.announced)


@helper
def fitted_discard(cards, game, player, rules):
    """The two cards whose going leaves the best chance."""
    stage = OUVERT if game.contract == NULL and game.ouvert else AFTER
    away = best_away(cards, game.contract, model_of(game.contract, stage), player)
    return away if away else orderly_discard(cards, game.contract, rules)
