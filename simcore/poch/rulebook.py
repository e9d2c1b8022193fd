"""The rules as checked functions: what hands hold, who takes the circles, an auction, the shedding.

They call the functions of the kernel one question at a time, on cards as text or sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from simcore.checks import is_whole, shown, whole
from simcore.notation import split
from simcore.poch import auction as bidding
from simcore.poch import shedding
from simcore.poch.circles import take_circles
from simcore.poch.holdings import sekans_key, soket_key
from simcore.poch.pack import PACKS, RANKS, SUITS
from simcore.poch.row import ROW
from simcore.poch.rule_files import load_rules
from simcore.poch.rules import HAND, RULES, RuleSet, rule_book, seat_number

Cards = int | str
Action = int | str
Rules = str | Path | RuleSet
_USUAL = RULES["karuzela"]
_MOST_CHIPS = 1_000_000  # in a circle


class Auction(NamedTuple):
    """How an auction ended.

    Fields
    ------
    winner
        Seat that takes the circle.
    how
        "unseen", "shown", "all_pass" or "none_held".
    staked
        Chips each seat put down.
    collected
        What the winner takes: the antes and all stakes.
    """

    winner: int
    how: str
    staked: tuple[int, ...]
    collected: int


class Shed(NamedTuple):
    """How the shedding went.

    Fields
    ------
    log
        (seat, bit number of the card) in playing order.
    loser, cards_left
        The one seat that still has cards, and how many.
    payments
        Chips to each seat.
    """

    log: tuple[tuple[int, int], ...]
    loser: int
    cards_left: int
    payments: tuple[int, ...]


class Circles(NamedTuple):
    """Who took what: chips of each seat, and what the circles still hold, by rank."""

    gains: tuple[int, ...]
    after: dict[str, int]


def card_set(cards: Cards, rules: Rules = _USUAL, what: str = "cards") -> int:
    """A set of cards of the pack, from text in `iss` notation or a set.

    Raises
    ------
    ValueError
        A card is unknown or named twice, or it is no set of the pack.
    """
    pack = PACKS[load_rules(rules).pack]
    return pack.parse(cards) if isinstance(cards, str) else pack.check_set(cards, what)


def _hand(cards: Cards, rules: Rules) -> np.int64:
    """A hand of six cards at most."""
    held = card_set(cards, rules, "hand")
    if held.bit_count() > HAND:
        raise ValueError(f"hand {shown(cards)}: {held.bit_count()} cards, {HAND} at most")
    return np.int64(held)


def _listed(what: str, several: Any) -> list[Any]:
    """Things in order, as a list."""
    if isinstance(several, str | bytes | Mapping) or not isinstance(several, Iterable):
        raise ValueError(f"{what} {shown(several)}: a list")
    return list(several)


def _one_card(card: Cards, rules: RuleSet, what: str) -> int:
    held = card_set(card, rules, what)
    if held.bit_count() != 1:
        raise ValueError(f"{what} {shown(card)}: one card")
    return held


def trump_number(trump: str) -> int:
    """Number 0..3 of a suit, from its letter D H S C.

    Raises
    ------
    ValueError
        It is none.
    """
    if not isinstance(trump, str) or trump not in SUITS or len(trump) != 1:
        raise ValueError(f"unknown trump suit {shown(trump)}: one of {' '.join(SUITS)}")
    return SUITS.index(trump)


def _hands(hands: Sequence[Cards], rules: RuleSet, turn_up: int) -> np.ndarray:
    """The hands of a table, int64, shape (players,), all different cards."""
    hands = _listed("hands", hands)
    if len(hands) != rules.players:
        raise ValueError(f"{len(hands)} hands for {rules.players} players")
    sets = [card_set(hand, rules, f"hand {seat}") for seat, hand in enumerate(hands)]
    seen = turn_up
    for seat, cards in enumerate(sets):
        if cards.bit_count() != HAND:
            raise ValueError(f"hand {seat} has {cards.bit_count()} cards: {HAND}")
        if cards & seen:
            raise ValueError(f"card {PACKS[rules.pack].format(cards & seen)!r} is there twice")
        seen |= cards
    return np.array(sets, dtype=np.int64)


def soket_of(hand: Cards, trump: str, rules: Rules = _USUAL) -> int:
    """The key of the best set in a hand, 0 for none; `words.soket_words` says it in words."""
    return int(soket_key(_hand(hand, rules), trump_number(trump)))


def sekans_of(hand: Cards, trump: str, rules: Rules = _USUAL) -> int:
    """The key of the best run in a hand (of the longest suit, where the rules say so), 0: none."""
    book = rule_book(load_rules(rules))[0]
    return int(sekans_key(_hand(hand, rules), trump_number(trump), book))


def claim_circles(
    hands: Sequence[Cards],
    *,
    dealer: int,
    turn_up: Cards,
    circles: Mapping[str, int],
    rules: Rules = _USUAL,
) -> Circles:
    """Who takes which circle of the ranks.

    Parameters
    ----------
    hands
        Six cards a seat.
    dealer
        His is the circle of the card turned up.
    turn_up
        That card; its suit is trump.
    circles
        Chips by rank, the antes of the deal included.

    Raises
    ------
    ValueError
        Cards, seat or circles are none of such a table; the message names them.
    """
    rules = load_rules(rules)
    up = _one_card(turn_up, rules, "turn_up")
    sets = _hands(hands, rules, up)
    held = np.zeros(len(RANKS), dtype=np.int64)
    if not isinstance(circles, Mapping):
        raise ValueError(f"circles {shown(circles)}: a mapping from ranks to chips")
    for rank, chips in circles.items():
        if rank not in tuple(RANKS) or not rules.circle_ranks >> RANKS.index(rank) & 1:
            raise ValueError(f"circle {shown(rank)}: these rules have none of this rank")
        held[RANKS.index(rank)] = whole(f"circle {rank}", chips, 0, _MOST_CHIPS)
    row = np.zeros(1, ROW)
    dealer = seat_number(dealer, rules.players)
    take_circles(row[0], held, sets, dealer, up.bit_length() - 1, rule_book(rules)[0])
    gains = tuple(int(chips) for chips in row[0]["circles"][: rules.players])
    return Circles(gains, {rank: int(held[RANKS.index(rank)]) for rank in circles})


def hold_auction(
    keys: Sequence[int],
    actions: Iterable[tuple[int, Action]],
    *,
    dealer: int,
    circle: int | None = None,
    rules: Rules = _USUAL,
) -> Auction:
    """An auction turn by turn, each turn checked.

    Parameters
    ----------
    keys
        What each seat holds, 0 for nothing; higher is better.
    actions
        (seat, chips put down, "see" or "pass") in order of turns.
    dealer
        The auction begins at his left.
    circle
        Chips in the circle when it begins; None: the antes, as in every deal that is played.

    Raises
    ------
    ValueError
        A turn is not that of the seat named or breaks the rules, turns are missing, or there are
        turns after the end; the message names the turn.
    """
    rules = load_rules(rules)
    keys = _listed("keys", keys)
    if len(keys) != rules.players:
        raise ValueError(f"{len(keys)} keys for {rules.players} players")
    book, dealer = rule_book(rules)[0], seat_number(dealer, rules.players)
    held = np.array([whole("key", key, 0, 255) for key in keys], dtype=np.int64)
    record = np.zeros(1, bidding.AUCTION)[0]
    bidding.open_auction(record, dealer, book)
    if circle is not None:
        record["pot"] = whole("circle", circle, 0, _MOST_CHIPS)
    none = not held.any() and not rules.bluff
    how = bidding.NONE_HELD if none else bidding.GOES_ON
    for turn, pair in enumerate(_listed("actions", actions)):
        seat, action = _pair(pair, turn)
        if how != bidding.GOES_ON:
            raise ValueError(f"turn {turn}: the auction is over")
        if seat != record["turn"]:
            raise ValueError(f"turn {turn}: it is seat {record['turn']}'s, not {shown(seat)}'s")
        how = bidding.act(record, _checked(action, turn, held[seat], record, rules), book)
    if how == bidding.GOES_ON:
        raise ValueError(f"the auction is not over: it is seat {record['turn']}'s turn")
    winner = bidding.winner_of(record, how, held, dealer, book)
    staked = tuple(int(chips) for chips in record["staked"][: rules.players])
    return Auction(int(winner), bidding.HOW[how], staked, int(record["pot"]))


def _pair(pair: Any, turn: int) -> tuple[int, Action]:
    """Who acts, and how."""
    if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
        raise ValueError(f"turn {turn}: {shown(pair)}: a seat and what it does")
    if not is_whole(pair[0]):
        raise ValueError(f"turn {turn}: {shown(pair[0])} is no seat")
    return int(pair[0]), pair[1]


def _checked(action: Action, turn: int, key: int, record: Any, rules: RuleSet) -> int:
    """The number of an action that the rules allow."""
    if action == "pass":
        return bidding.PASS
    if key == 0 and not rules.bluff:
        raise ValueError(f"turn {turn}: who holds nothing can only pass")
    if action == "see":
        if not bidding.may_see(record, rules):
            raise ValueError(f"turn {turn}: nobody may see yet, or there is no seeing")
        return bidding.SEE
    if not is_whole(action):
        raise ValueError(f'turn {turn}: {shown(action)} is no action: chips, "see" or "pass"')
    if not bidding.may_stake(record, rules):
        raise ValueError(f"turn {turn}: only seeing or passing are left")
    least, most = bidding.least_stake(record, rules), bidding.most_stake(record, rules)
    if not least <= int(action) <= most:
        raise ValueError(f"turn {turn}: stake {shown(action)}: {least} to {most}")
    return int(action)


def shed(
    hands: Sequence[Cards],
    leads: str | Sequence[Cards],
    *,
    dealer: int,
    turn_up: Cards,
    rules: Rules = _USUAL,
) -> Shed:
    """The shedding from the cards led, in order; everything else follows from them.

    Raises
    ------
    ValueError
        A lead is not in the hand of who leads, leads are missing or left over.
    """
    rules = load_rules(rules)
    book, up = rule_book(rules)[0], _one_card(turn_up, rules, "turn_up")
    table = np.zeros(1, shedding.TABLE)[0]
    shedding.open_table(table, _hands(hands, rules, up), up, book)
    seat, log, done = seat_number(dealer, rules.players), list[tuple[int, int]](), 0
    listed = split(leads) if isinstance(leads, str) else _listed("leads", leads)
    for number, lead in enumerate(listed):
        if table["active"] == 1:
            raise ValueError(f"lead {number} {shown(lead)}: the deal is over")
        seat = int(shedding.next_leader(table, seat))
        card = _one_card(lead, rules, f"lead {number}")
        if not int(table["held"][seat]) & card:
            raise ValueError(f"lead {number} {shown(lead)}: seat {seat} leads and has it not")
        holders = {bit: who for who in range(rules.players)
                   for bit in PACKS[rules.pack].bits_of(int(table["held"][who]))}  # fmt: skip
        seat = int(shedding.run_from(table, seat, np.int64(card)))
        played = [int(bit) for bit in table["history"][done : table["steps"]]]
        log += [(holders[bit], bit) for bit in played]
        done = int(table["steps"])
    if table["active"] > 1:
        raise ValueError(f"the shedding is not over: seat {seat} or the next leads")
    row = np.zeros(1, ROW)[0]
    shedding.settle_shedding(row, table, book)
    payments = tuple(int(chips) for chips in row["shedding"][: rules.players])
    return Shed(tuple(log), int(row["loser"]), int(row["cards_left"]), payments)
