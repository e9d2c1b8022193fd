"""A session of soket and sekans, deal by deal to its rows: circles, two auctions, shedding.

`run_chunk` is the one entry point. Read it from there on; the functions stand in the order of the
game, callees before callers. Circles that nobody takes wait for the next deal, so the deals of a
session are played in order; the cards of each depend on (seed, deal number) alone.
"""

import numpy as np

from simcore.bits import count, index
from simcore.jit import chapter, helper, inlined, kernel
from simcore.poch.auction import (
    AUCTION,
    GOES_ON,
    NONE_HELD,
    PASS,
    SEE,
    act,
    least_stake,
    may_see,
    may_stake,
    most_stake,
    open_auction,
    winner_of,
)
from simcore.poch.circles import put_antes, take_circles
from simcore.poch.dealing import PLACES, deal_cards, open_places
from simcore.poch.holdings import sekans_key, soket_key
from simcore.poch.pack import LANE, RANKS
from simcore.poch.row import write_actions, write_auction, write_cards, write_deal, write_sums
from simcore.poch.rules import SEKANS, SOKET
from simcore.poch.shedding import TABLE, next_leader, open_table, run_from, settle_shedding
from simcore.poch.strategies.leads import choose_lead
from simcore.poch.strategies.staking import choose_action
from simcore.rng import DEALER, below, deal_luck, draw, seed_key

# What a scenario decides instead of the lot or of a player; -1 leaves it to them
FORCED = np.dtype(
    [
        ("dealer", np.int64),  # who deals first in a session
        ("circles", np.int64, len(RANKS)),  # chips there when it begins
        ("staker", np.int64),  # the seat whose first turn is decided
        ("first_stake", np.int64, 2),  # of each auction: chips, or 0 to pass
    ]
)

BOARD = np.dtype([("keys", np.int64, (2, 8)), ("circles", np.int64, (8, len(RANKS)))])


@helper
def dealer_of(key, deal, forced, rules):
    """The first dealer of a session by lot, then always the left neighbour."""
    start = deal - deal % rules.session_deals
    if forced["dealer"] >= 0:
        first = forced["dealer"]
    else:
        first = below(draw(deal_luck(key, start), DEALER, 0), rules.players)
    return (first + deal - start) % rules.players


@helper
def forced_action(chips, auction, rules):
    """A first turn of so many chips, or of what the rules leave next to it; 0 passes."""
    if chips == 0:
        return PASS
    least, most = least_stake(auction, rules), most_stake(auction, rules)
    if chips <= least and may_see(auction, rules):
        return SEE
    if may_stake(auction, rules) and least <= most:
        return min(max(chips, least), most)
    return SEE if may_see(auction, rules) else PASS


@inlined
def next_action(kind, seat, key, auction, player, chances, forced, luck, rules):
    """What the seat whose turn it is does, by its own choice or by the scenario."""
    chips = forced["first_stake"][kind]
    if forced["staker"] == seat and chips >= 0 and auction["staked"][seat] == 0:
        return forced_action(chips, auction, rules) if key or rules.bluff else PASS
    return choose_action(kind, seat, key, auction, player, chances, luck, rules)


@chapter
def hold_auction(row, kind, keys, dealer, players, auction, chances, forced, luck, rules):
    """Turn by turn until it ends; without a holding at the table the dealer takes the circle."""
    open_auction(auction, dealer, rules)
    held = 0
    for seat in range(rules.players):
        held |= keys[seat]
    how = NONE_HELD if held == 0 and rules.bluff == 0 else GOES_ON
    while how == GOES_ON:
        seat = auction["turn"]
        action = next_action(
            kind, seat, keys[seat], auction, players[seat], chances, forced, luck, rules
        )
        how = act(auction, action, rules)
    winner = winner_of(auction, how, keys, dealer, rules)
    write_auction(row, kind, auction, how, winner, keys, rules)


@chapter
def shed_cards(row, table, hands, dealer, turn_up, lowest, players, luck, rules):
    """The dealer leads; who played last leads on, until one player alone has cards."""
    open_table(table, hands, turn_up, rules)
    seat = dealer
    while table["active"] > 1:
        seat = next_leader(table, seat)
        held = table["held"][seat]
        card = choose_lead(held, table["steps"], table["dead"], lowest, players[seat], luck)
        seat = run_from(table, seat, card)
    settle_shedding(row, table, rules)


@chapter
def play_deal(
    row, plays, deal, rotation, key, places, players, circles, board, auction, table, chances,
    forced, rules,
):  # fmt: skip
    """One deal from the antes to the full row."""
    luck = deal_luck(key, deal)
    dealer = dealer_of(key, deal, forced, rules)
    deal_cards(luck, places, rules)
    hands, card = places["hands"], places["turn_up"]
    turn_up = index(card)
    write_deal(row, deal, rotation, dealer, hands, turn_up, rules)
    put_antes(circles, rules)
    take_circles(row, circles, hands, dealer, turn_up, rules)
    trump, keys = turn_up // LANE, board["keys"]
    for seat in range(rules.players):
        keys[SOKET, seat] = soket_key(hands[seat], trump)
        keys[SEKANS, seat] = sekans_key(hands[seat], trump, rules)
    for kind in range(2):
        hold_auction(row, kind, keys[kind], dealer, players, auction, chances, forced, luck, rules)
        if len(plays) > 0:
            write_actions(plays, kind, auction, rules)
    shed_cards(row, table, hands, dealer, card, places["lowest"], players, luck, rules)
    if len(plays) > 0:
        write_cards(plays, table, rules)
    antes = rules.ante * (count(rules.circle_ranks) + 2)
    write_sums(row, circles, rules, antes)


@helper
def play_sessions(
    rows, plays, key, first, players, known, forced, chances, rules, all_places, boards, auctions,
    tables,
):  # fmt: skip
    """Deal after deal; a session begins with the circles of the scenario."""
    places, board, auction, table = all_places[0], boards[0], auctions[0], tables[0]
    open_places(known, rules, places)
    turns = len(players)
    no_plays = np.empty(0, np.uint8)
    for number in range(len(rows)):
        deal, turn = first + number // turns, number % turns
        circles = board["circles"][turn]
        if deal % rules.session_deals == 0:
            circles[:] = forced["circles"]
        wanted = plays[number] if len(plays) > 0 else no_plays
        play_deal(
            rows[number], wanted, deal, turn, key, places, players[turn], circles, board, auction,
            table, chances, forced, rules,
        )  # fmt: skip


@kernel
def run_chunk(rows, plays, seed, first, players, known, forced, chances, rules):
    """Fill `rows` with the deals from number `first` on, the first of a session.

    Parameters
    ----------
    rows : structured array of `ROW`
        Deals in order; a row a turn, `rotation` is its number.
    plays : uint8 array, (len(rows), bytes) or (0, bytes)
        Turns and cards, where they are wanted; see `row.plays_bytes`.
    seed : uint64
    first : int64
    players : structured array of `PLAYER`, (turns, 8)
        Who sits where in each turn.
    known : int64 array, (9,)
        Known cards of the seats, and the card turned up.
    forced : structured array of `FORCED`, (1,)
    chances : float64 array, (2, 256)
        Share of hands that hold less, by auction and key.
    rules : structured array, (1,)
        The rule set as `rule_book` writes it.
    """
    # A record is a bare pointer into its array, which is freed after its last use: so the arrays
    # live here, and the function that works on the records is another.
    places, boards = np.zeros(1, PLACES), np.zeros(1, BOARD)
    auctions, tables = np.zeros(1, AUCTION), np.zeros(1, TABLE)
    play_sessions(
        rows, plays, seed_key(seed), first, players, known, forced[0], chances, rules[0], places,
        boards, auctions, tables,
    )  # fmt: skip
