"""Positions with all cards open, solved: what the declarer gets when everybody plays best.

The input is checked here, the answers come from `simcore.skat.solver`. An open-card value is no
chance to win: at the table nobody sees the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simcore import cards as pack
from simcore.checks import shown, whole
from simcore.skat import questions
from simcore.skat.row import NOT_PLAYED, PLAYS, ROW
from simcore.skat.rule_files import load_rules
from simcore.skat.rulebook import check_cards, known_contract
from simcore.skat.rules import CONTRACTS, NULL, SEATS, RuleSet, rule_book, seat_number
from simcore.skat.solver.judge import LEGAL, judge_games
from simcore.skat.solver.problems import (
    EXACT,
    NOT_LEGAL,
    PROBLEM,
    find_line,
    solve_moves,
    solve_problems,
)
from simcore.skat.solver.space import work_space
from simcore.threads import check_threads, share_out

Rules = str | Path | RuleSet
_SIZES = np.array([[10], [10], [10], [2]])  # cards of the three hands and the skat
_AT_A_TIME = 16  # problems or games a thread takes; a pause for Ctrl-C after each


@dataclass(frozen=True)
class Position:
    """A position with all cards open.

    Parameters
    ----------
    hands
        The cards forehand, middlehand and rearhand still hold, as sets, after the discard; those on
        the table are not among them.
    contract
        D H S C G N, or its name.
    declarer, leader
        Seats, 0 to 2 or by name; `leader` leads, or has led, the running trick.
    skat
        The cards put away (0: none), whose points are the declarer's from the start.
    trick
        The cards on the table in playing order, none to two one-card sets.
    """

    hands: Sequence[int]
    contract: str
    declarer: int | str
    leader: int | str = 0
    skat: int = 0
    trick: Sequence[int] = ()


@dataclass(frozen=True)
class Line:
    """Best play of all from a position: its value, and the cards with the seats that play them."""

    value: int
    seats: tuple[int, ...]
    cards: tuple[int, ...]  # one-card sets


@dataclass(frozen=True)
class Judged:
    """What played games were worth on open cards.

    Attributes
    ----------
    values
        int16, shape (games, 31): the declarer's card points (Null: 1 won, 0 lost) if all play best
        once so many cards are played, those so far and the skat included; -1 where no card is left
        to judge, and without a declarer.
    keepers
        uint8, shape (games, 30): where a card changed the value, a card that would have kept it, as
        bit number; else 255.
    """

    values: np.ndarray
    keepers: np.ndarray


# ---- checks of input ---------------------------------------------------------------------------


def _sets(name: str, sets: Any, most: int) -> list[int]:
    if not isinstance(sets, Sequence | np.ndarray) or isinstance(sets, str | bytes):
        raise ValueError(f"{name} {shown(sets)}: sets of cards as ints; see simcore.cards.parse")
    if len(sets) > most:
        raise ValueError(f"{name}: {len(sets)} sets of cards, {most} at most")
    return [pack.check_set(cards, name) for cards in sets]


def _check_apart(parts: dict[str, int]) -> None:
    """No card is in two places."""
    seen: dict[int, str] = {}
    for place, cards in parts.items():
        for bit in pack.bits_of(cards):
            if bit in seen:
                raise ValueError(f"card {pack.CODES[bit]!r} is in {seen[bit]} and in {place}")
            seen[bit] = place


def _check_sizes(hands: Sequence[int], trick: Sequence[int], leader: int) -> None:
    """Before the trick all seats had as many cards."""
    sizes = [hand.bit_count() for hand in hands]
    for place in range(len(trick)):
        sizes[(leader + place) % 3] += 1
    if len(set(sizes)) > 1 or not 1 <= sizes[0] <= 10:
        held = ", ".join(
            f"{seat} {hand.bit_count()}" for seat, hand in zip(SEATS, hands, strict=True)
        )
        on_table = f" with {len(trick)} on the table" if trick else ""
        raise ValueError(
            f"hands have {held} cards{on_table}: all seats hold as many before a trick, 1 to 10"
        )


def _check_follows(hand: int, trick: Sequence[int], contract: str, rules: RuleSet) -> None:
    """The second card on the table was legal."""
    if len(trick) == 2:
        before = hand | trick[1]
        if not questions.legal(before, trick[0], CONTRACTS.index(contract), rules) & trick[1]:
            led, card = pack.format(trick[0]), pack.format(trick[1])
            raise ValueError(f"trick: {card!r} does not follow {led!r}, which its hand could")


def check_position(position: Position, rules: RuleSet) -> Position:
    """A position with plain numbers: seats 0..2, the contract a letter.

    Raises
    ------
    ValueError
        A part is not usable; the message names it.
    """
    if not isinstance(position, Position):
        raise ValueError(f"position {shown(position)}: a simcore.skat.Position")
    hands = _sets("hands", position.hands, 3)
    if len(hands) != 3:
        raise ValueError(f"hands {shown(position.hands)}: three, by seat")
    contract = CONTRACTS[known_contract(position.contract, rules)]
    declarer, leader = seat_number(position.declarer), seat_number(position.leader)
    trick = [check_cards(card, 1, "trick: a card") for card in _sets("trick", position.trick, 2)]
    skat = pack.check_set(position.skat, "skat")
    if skat.bit_count() not in (0, 2):
        raise ValueError(f"skat has {skat.bit_count()} cards: 2, or none where it is not known")
    places = [f"the hand of {seat}" for seat in SEATS]
    table = {f"the trick (card {k + 1})": card for k, card in enumerate(trick)}
    _check_apart(dict(zip(places, hands, strict=True)) | table | {"the skat": skat})
    _check_sizes(hands, trick, leader)
    _check_follows(hands[(leader + 1) % 3], trick, contract, rules)
    return Position(tuple(hands), contract, declarer, leader, skat, tuple(trick))


def _check_target(target: int | None, contract: str) -> int:
    """A target for the kernel.

    Raises
    ------
    ValueError
        It is no number of card points, or the game is Null, which has none.
    """
    if target is None:
        return EXACT
    if contract == CONTRACTS[NULL]:
        raise ValueError(f"target {shown(target)}: in Null the value itself says whether it is won")
    return whole("target", target, 0, 120)


def _problems(positions: Iterable[Position], target: int | None, rules: RuleSet) -> np.ndarray:
    """Positions for the kernel."""
    if isinstance(positions, Position) or not isinstance(positions, Iterable):
        raise ValueError(f"positions {shown(positions)}: a list of simcore.skat.Position")
    checked = [check_position(position, rules) for position in positions]
    problems = np.zeros(len(checked), dtype=PROBLEM)
    for problem, position in zip(problems, checked, strict=True):
        problem["hands"] = position.hands
        problem["trick"][: len(position.trick)] = position.trick
        problem["skat"] = position.skat
        problem["contract"] = CONTRACTS.index(position.contract)
        problem["declarer"], problem["leader"] = position.declarer, position.leader
        problem["target"] = _check_target(target, position.contract)
    return problems


# ---- public functions --------------------------------------------------------------------------


def solve(
    hands: Sequence[int],
    contract: str,
    *,
    declarer: int | str,
    leader: int | str = 0,
    skat: int = 0,
    trick: Sequence[int] = (),
    target: int | None = None,
    rules: Rules = "isko",
) -> int | bool:
    """What a position is worth when all cards are open and everybody plays best.

    Parameters
    ----------
    hands, contract, declarer, leader, skat, trick
        See `Position`.
    target
        Ask only whether the declarer reaches so many card points, which is many times faster.
    rules
        Preset name, TOML path or rule set: whether jacks are trumps.

    Returns
    -------
    int or bool
        The declarer's card points from now on plus those in `skat`, 0 to 120; in Null 1 if he can
        avoid every trick, else 0. With a target whether it is reached.

    Raises
    ------
    ValueError
        The position is none; the message names what is wrong.
    """
    position = Position(hands, contract, declarer, leader, skat, trick)
    value = solve_many([position], target=target, rules=rules, threads=1)[0].item()
    return bool(value) if target is not None else int(value)


def solve_many(
    positions: Iterable[Position],
    *,
    target: int | None = None,
    rules: Rules = "isko",
    threads: int | None = None,
) -> np.ndarray:
    """Solve positions on several threads; see `solve`.

    Returns
    -------
    numpy.ndarray
        int64, one value a position; with a target bool.
    """
    rule_set = load_rules(rules)
    problems, book = _problems(positions, target, rule_set), rule_book(rule_set)

    def work(part: slice) -> None:
        solve_problems(problems[part], work_space(), book)

    share_out(work, len(problems), _AT_A_TIME, check_threads(threads))
    values: np.ndarray = problems["value"]
    return values > 0 if target is not None else values.copy()


def move_values(
    hands: Sequence[int],
    contract: str,
    *,
    declarer: int | str,
    leader: int | str = 0,
    skat: int = 0,
    trick: Sequence[int] = (),
    target: int | None = None,
    rules: Rules = "isko",
) -> dict[int, int]:
    """What every legal card of a position is worth; see `solve`.

    Returns
    -------
    dict
        From one-card sets to the value of the position if that card is played and all play best
        from there; with a target to True or False.
    """
    rule_set = load_rules(rules)
    position = Position(hands, contract, declarer, leader, skat, trick)
    problems = _problems([position], target, rule_set)
    values = np.empty((1, 32), dtype=np.int64)
    solve_moves(problems, values, work_space(), rule_book(rule_set))
    legal = np.flatnonzero(values[0] != NOT_LEGAL)[::-1]
    found = {1 << int(bit): int(values[0, bit]) for bit in legal}
    return {card: bool(value) for card, value in found.items()} if target is not None else found


def best_line(
    hands: Sequence[int],
    contract: str,
    *,
    declarer: int | str,
    leader: int | str = 0,
    skat: int = 0,
    trick: Sequence[int] = (),
    rules: Rules = "isko",
) -> Line:
    """One line of best play to the end (in Null to the declarer's first trick); see `solve`."""
    rule_set = load_rules(rules)
    position = check_position(Position(hands, contract, declarer, leader, skat, trick), rule_set)
    problems, line = _problems([position], None, rule_set), np.empty(30, dtype=np.int64)
    find_line(problems, line, work_space(), rule_book(rule_set))
    cards = [1 << int(bit) for bit in line if bit >= 0]
    seats = _seats_of([*position.trick, *cards], seat_number(position.leader), position, rule_set)
    return Line(int(problems[0]["value"]), tuple(seats[len(position.trick) :]), tuple(cards))


def _seats_of(cards: Sequence[int], leader: int, position: Position, rules: RuleSet) -> list[int]:
    """Who plays each of the cards from a lead on."""
    contract, seats = CONTRACTS.index(position.contract), list[int]()
    for first in range(0, len(cards), 3):
        played = cards[first : first + 3]
        seats += [(leader + place) % 3 for place in range(len(played))]
        if len(played) == 3:
            leader = seats[first + int(questions.winner(*played, contract, rules))]
    return seats


def judge(
    rows: np.ndarray, plays: np.ndarray, *, rules: Rules = "isko", threads: int | None = None
) -> Judged:
    """What played games were worth on open cards after every card.

    Parameters
    ----------
    rows
        Games as structured rows, shape (games,).
    plays
        The cards played, uint8, shape (games, 32): as from `simcore.rows(plays=True)`. The first
        two, the discard, are read from the rows.
    rules
        Those the games were played by.
    threads
        By default one a processor.

    Raises
    ------
    ValueError
        Rows or cards are no games, or a card was not legal; the message names the game and card.
    """
    games, cards = _check_games(rows, plays)
    values = np.empty((len(games), 31), dtype=np.int64)
    keepers = np.empty((len(games), 30), dtype=np.uint8)
    faults = np.full(len(games), LEGAL)
    book = rule_book(load_rules(rules))

    def work(part: slice) -> None:
        judge_games(
            games[part], cards[part], values[part], keepers[part], faults[part], work_space(), book
        )

    share_out(work, len(games), _AT_A_TIME, check_threads(threads))
    for game in np.flatnonzero(faults != LEGAL)[:1]:
        step = int(faults[game])
        raise ValueError(
            f"plays: card {step + 1} of game {game}, {_named(cards[game, 2 + step])}, is not legal "
            "by these rules"
        )
    return Judged(values.astype(np.int16), keepers)


def _named(bit: int) -> str:
    return repr(pack.CODES[bit]) if bit < len(pack.CODES) else f"number {bit}"


def _check_games(rows: np.ndarray, plays: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Games for the kernel, in arrays of their own.

    Raises
    ------
    ValueError
        They are no rows and cards of one number, or a row holds no deal.
    """
    if getattr(rows, "dtype", None) != ROW or np.ndim(rows) != 1:
        raise ValueError("rows: a structured array of games, as from simcore.rows")
    shape = (len(rows), PLAYS)
    if np.shape(plays) != shape or getattr(plays, "dtype", None) != np.uint8:
        raise ValueError(f"plays: uint8 of shape {shape}, as from simcore.rows(plays=True)")
    for game in np.flatnonzero(~np.isin(rows["declarer"], (-1, 0, 1, 2)))[:1]:
        raise ValueError(f"rows: declarer {rows['declarer'][game]} of game {game} is no seat")
    dealt = np.stack([rows[f"hand_{seat}"] for seat in SEATS] + [rows["skat"]])
    whole_deal = np.bitwise_or.reduce(dealt) == pack.PACK
    whole_deal &= (np.bitwise_count(dealt) == _SIZES).all(axis=0)
    own = dealt[rows["declarer"], np.arange(len(rows))] | rows["skat"]
    away = (np.bitwise_count(rows["discard"]) == 2) & (rows["discard"] & ~own == 0)
    named = (rows["contract"] >= 0) & (rows["contract"] <= NULL)
    whole_deal &= (rows["declarer"] < 0) | (away & named)
    for game in np.flatnonzero(~whole_deal)[:1]:
        raise ValueError(f"rows: game {game} has no 32 different cards, discard or contract")
    holes = np.diff((plays[:, 2:] != NOT_PLAYED).astype(np.int8), axis=1) > 0
    for game, place in np.argwhere(holes)[:1]:
        raise ValueError(f"plays: card {place + 1} of game {game} is missing, later ones are there")
    return rows.copy(), np.array(plays, order="C")
