"""Logged deals of soket and sekans, read and replayed; imports nothing from simcore.

A row is a mapping of column to value, its plays the bytes of the column `plays`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tests.oracle.poch_auction import Act
from tests.oracle.poch_deal import (
    AUCTIONS,
    Table,
    auction_columns,
    check_cards,
    chips_columns,
    circle_columns,
    key_columns,
    shedding_columns,
)
from tests.oracle.poch_rules import HAND_CARDS, RANKS, SUITS, Rules, circle_ranks

NO_ACT, SEE, PASS = 65535, 65534, 0
NO_CARD = 255
HOW = ("unseen", "shown", "all_pass", "none_held")

# --- Columns --------------------------------------------------------------------------------------


def columns(rules: Rules) -> list[str]:
    """The columns of a row in order."""
    names = ["deal_id", "rotation", "session", "players", "dealer", "turn_up"]
    seated = ["hand", "circles", "soket", "sekans", "shedding", "chips"]
    seated += ["soket_stake", "sekans_stake"]
    names += seat_columns(seated, rules)
    names += ["soket_winner", "soket_how", "sekans_winner", "sekans_how"]
    names += seat_columns(["soket_key", "sekans_key"], rules)
    return names + ["loser", "cards_left"] + [f"circle_{rank}" for rank in circle_ranks(rules)]


def seat_columns(names: Iterable[str], rules: Rules) -> list[str]:
    """The columns of each name for all seats."""
    return [f"{name}_{seat}" for name in names for seat in range(rules.players)]


def plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with words as texts and all else as plain integers."""
    return {name: str(row[name]) if name.endswith("_how") else int(row[name]) for name in row}


def circles_of(row: Mapping[str, Any], rules: Rules) -> dict[str, int]:
    """What a deal left in the circles of ranks."""
    return {rank: int(row[f"circle_{rank}"]) for rank in circle_ranks(rules)}


# --- Cards and plays ------------------------------------------------------------------------------


def bit_of(card: str) -> int:
    """The bit number of a card: sixteen bits a suit, of which thirteen are in use."""
    return 16 * SUITS.index(card[0]) + RANKS.index(card[1])


def card_of(bit: int) -> str:
    """The card of a bit number."""
    suit, rank = divmod(bit, 16)
    if not 0 <= suit < len(SUITS) or rank >= len(RANKS):
        raise ValueError(f"no card has the number {bit}")
    return SUITS[suit] + RANKS[rank]


def hand_of(mask: int) -> frozenset[str]:
    """The cards of a set of bits."""
    if not 0 <= mask < 2**64:
        raise ValueError(f"{mask} is no set of cards")
    return frozenset(card_of(bit) for bit in range(64) if mask >> bit & 1)


def plays_size(rules: Rules) -> int:
    """How many bytes the plays of a deal take."""
    acts = rules.players * (rules.max_circuits + 1)
    return len(AUCTIONS) * 2 * acts + HAND_CARDS * rules.players


def read_plays(plays: Iterable[int], rules: Rules) -> tuple[dict[str, list[int]], list[int]]:
    """The numbers of the acts of both auctions and of the cards, with those that say none."""
    given = [int(byte) for byte in plays]
    if len(given) != plays_size(rules):
        raise ValueError(f"plays: {len(given)} bytes instead of {plays_size(rules)}")
    numbers: dict[str, list[int]] = {}
    for name in AUCTIONS:
        numbers[name] = []
        for _ in range(rules.players * (rules.max_circuits + 1)):
            low, high = given.pop(0), given.pop(0)
            numbers[name].append(low + 256 * high)
    return numbers, given


def acts_of(numbers: Sequence[int]) -> list[Act]:
    """The acts of some numbers."""
    words: dict[int, Act] = {PASS: "pass", SEE: "see"}
    return [words.get(number, number) for number in used(numbers, NO_ACT)]


def used(numbers: Sequence[int], none: int) -> list[int]:
    """The numbers before the first that says none; all behind it say none too."""
    count = list(numbers).index(none) if none in numbers else len(numbers)
    if any(number != none for number in numbers[count:]):
        raise ValueError(f"something comes behind number {count}, which is none")
    return list(numbers[:count])


# --- A row against the rules ----------------------------------------------------------------------


def differences(
    row: Mapping[str, Any],
    plays: Iterable[int],
    circles_before: Mapping[str, int],
    rules: Rules,
    row_before: Mapping[str, Any] | None = None,
) -> list[str]:
    """Replay a logged deal and name all that is wrong with it.

    Parameters
    ----------
    row
        Every column of the deal; the `how` of an auction as a word.
    plays
        The bytes of its acts and cards.
    circles_before
        Chips in the circle of each rank before the antes; a rank not named has none.
    rules
        The rules it was played by.
    row_before
        The row before it of the same session and rotation, if there is one.

    Returns
    -------
    list of str
        One text a fault, which begins with the column or the part of the plays; empty when
        everything is right.
    """
    wrong_names = set(row) ^ set(columns(rules))
    if wrong_names:
        return [f"{name}: missing or surplus" for name in sorted(wrong_names)]
    row = plain_row(row)
    faults = range_faults(row, rules) + chain_faults(row, circles_before, rules, row_before)
    faults += conservation_faults(row, circles_before, rules)
    try:
        table = read_table(row, circles_before, rules)
        numbers, card_numbers = read_plays(plays, rules)
    except ValueError as error:
        return [*faults, str(error)]
    expected = circle_columns(table)
    for name in AUCTIONS:
        expected |= key_columns(table, name)
    parts: dict[str, Callable[[], dict[str, Any]]] = {
        "soket": lambda: auction_columns(table, "soket", acts_of(numbers["soket"])),
        "sekans": lambda: auction_columns(table, "sekans", acts_of(numbers["sekans"])),
        "cards": lambda: shedding_columns(
            table, [card_of(bit) for bit in used(card_numbers, NO_CARD)]
        ),
    }
    illegal = []
    for name, part in parts.items():
        try:
            expected |= part()
        except ValueError as error:
            illegal.append(f"{name} played: {error}")
    if not illegal:
        expected |= chips_columns(rules, expected)
    wrong = [
        f"{name}: {row[name]} instead of {expected[name]}"
        for name in columns(rules)
        if name in expected and row[name] != expected[name]
    ]
    return faults + illegal + wrong


def read_table(row: Mapping[str, Any], circles_before: Mapping[str, int], rules: Rules) -> Table:
    """The cards of a row; ValueError unless they are a deal."""
    if not 0 <= row["dealer"] < rules.players:
        raise ValueError("dealer: without one nothing can be played again")
    hands = [hand_of(row[f"hand_{seat}"]) for seat in range(rules.players)]
    table = Table(rules, row["dealer"], card_of(row["turn_up"]), hands, circles_before)
    check_cards(table)
    return table


def range_faults(row: Mapping[str, Any], rules: Rules) -> list[str]:
    """Fields that have no meaning."""
    faults = []
    for name in ("rotation", "dealer", "soket_winner", "sekans_winner", "loser"):
        if not 0 <= row[name] < rules.players:
            faults.append(f"{name}: {row[name]} is no seat")
    for name in ("soket_how", "sekans_how"):
        if row[name] not in HOW:
            faults.append(f"{name}: {row[name]} is none of {', '.join(HOW)}")
    if row["players"] != rules.players:
        faults.append(f"players: {row['players']} instead of {rules.players}")
    return faults


def chain_faults(
    row: Mapping[str, Any],
    circles_before: Mapping[str, int],
    rules: Rules,
    row_before: Mapping[str, Any] | None,
) -> list[str]:
    """Whether the deal follows the one before it, or begins a session."""
    faults = []
    session, number = divmod(row["deal_id"], rules.session_deals)
    if row["session"] != session:
        faults.append(f"session: {row['session']} instead of {session}")
    if number == 0 and any(circles_before.values()):
        faults.append("deal_id: a session begins with empty circles")
    if row_before is None:
        return faults
    before = plain_row(row_before)
    if number == 0 or before["deal_id"] + 1 != row["deal_id"]:
        return [*faults, "deal_id: not the next deal of the session"]
    if before["rotation"] != row["rotation"]:
        return [*faults, "rotation: another than in the deal before"]
    if row["dealer"] != (before["dealer"] + 1) % rules.players:
        faults.append("dealer: not the left neighbour of the one before")
    for rank, chips in circles_of(before, rules).items():
        if circles_before.get(rank, 0) != chips:
            faults.append(f"circle_{rank}: {chips} chips were left by the deal before")
    return faults


def conservation_faults(
    row: Mapping[str, Any], circles_before: Mapping[str, int], rules: Rules
) -> list[str]:
    """Chips only move between players and circles."""
    won = sum(row[name] for name in seat_columns(["chips"], rules))
    put_in = sum(circles_of(row, rules).values()) - sum(circles_before.values())
    return [f"conservation: {won + put_in} chips too many"] if won + put_in else []


def log_differences(
    rows: Iterable[Mapping[str, Any]], plays: Iterable[Iterable[int]], rules: Rules
) -> list[str]:
    """The same for many deals, each behind the one before of its session and rotation.

    Sessions have to be there from their first deal on; each text begins with deal and rotation.
    """
    faults = []
    last: dict[tuple[int, int], Mapping[str, Any]] = {}
    for row, played in zip(rows, plays, strict=True):
        place = (int(row["deal_id"]), int(row["rotation"]))
        before = last.pop((place[0] - 1, place[1]), None)
        if place[0] % rules.session_deals == 0:
            before = None
        elif before is None:
            faults.append(f"{place}: the deal before is missing")
            last[place] = row
            continue
        circles = circles_of(before, rules) if before is not None else {}
        found = differences(row, played, circles, rules, before)
        faults += [f"{place}: {fault}" for fault in found]
        last[place] = row
    return faults
