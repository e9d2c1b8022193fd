"""What `simcore solve` is told of a position: cards as text read, and refused where it is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scripts import door
from scripts.aim import GAME, NULL, Aim
from scripts.solved import Question
from scripts.tricks import SEATS

if TYPE_CHECKING:
    from simcore.skat import Position, RuleSet

_PLACES = (*SEATS, "the skat", "the trick")
_SKAT, _TRICK = 3, 4
_NUMBERS = {_SKAT: ("--skat", (2,), "two cards"), _TRICK: ("--trick", (1, 2), "one card or two")}


@dataclass(frozen=True)
class Told:
    """The options that describe a position, as given; None is not given."""

    hands: str | None
    contract: str | None
    declarer: str | None
    leader: str | None
    skat: str | None
    trick: str | None

    def given(self) -> dict[str, str]:
        """Those that are given, by the name of the option."""
        return {f"--{name}": text for name, text in vars(self).items() if text is not None}


def check_target(target: int | None, is_null: bool) -> int | None:
    """Card points asked about.

    Raises
    ------
    ValueError
        It is no number of card points, or the game is Null.
    """
    if target is not None and is_null:
        raise ValueError(f"--target {target}: Null is won or lost, it has no card points to reach")
    return None if target is None else door.whole("--target", target, 1, 120)


def read_question(told: Told, asked: str | None, target: int | None, rules: RuleSet) -> Question:
    """A position in text as a question for the solver.

    Raises
    ------
    ValueError
        Something is missing, not readable, or no position; the message names it.
    """
    from simcore.skat import CONTRACTS
    from simcore.skat.rulebook import known_contract
    from simcore.skat.rules import seat_number

    if told.contract is None:
        raise ValueError("--contract is missing: D H S C G N, or the name: Clubs")
    if told.declarer is None:
        raise ValueError("--declarer is missing: the seat that plays, forehand or 0 ...")
    contract = CONTRACTS[known_contract(told.contract, rules)]
    declarer = seat_number(told.declarer)
    leader = 0 if told.leader is None else seat_number(told.leader)
    written = _written(told)
    notation = door.notation_of(written.values(), asked)
    cards = _filled(_read(written, notation))
    is_null = contract == "N"
    target = check_target(target, is_null)
    position = _position(cards, contract, declarer, leader)
    _check_follows(position, rules, notation)
    return Question(position, rules, notation, _aim(cards, is_null), target)


def _written(told: Told) -> dict[int, str]:
    """The cards as written, by place: seats, skat, trick."""
    from simcore.skat.rules import seat_number

    written: dict[int, str] = {}
    for place, held in door.places_of(told.hands or "", "--hands"):
        if place == "skat":
            raise ValueError("--hands 'skat': the skat has an option of its own, --skat")
        seat = seat_number(place)
        if seat in written:
            raise ValueError(f"--hands names {place!r} twice")
        written[seat] = held
    written |= {} if told.skat is None else {_SKAT: told.skat}
    return written | ({} if told.trick is None else {_TRICK: told.trick})


def _read(written: dict[int, str], notation: str) -> dict[int, list[int]]:
    """Bit numbers of the cards by place; no card has two places."""
    from simcore.cards import name, parse_list

    read = {place: parse_list(held, notation) for place, held in written.items()}
    for place, (option, numbers, wanted) in _NUMBERS.items():
        if place in read and len(read[place]) not in numbers:
            raise ValueError(f"{option} {written[place]!r}: wanted are {wanted}")
    places: dict[int, int] = {}
    for place, bits in read.items():
        for bit in bits:
            if bit in places:
                raise ValueError(f"card {name(bit, notation)!r} is given for "
                                 f"{_PLACES[places[bit]]} and {_PLACES[place]}")  # fmt: skip
            places[bit] = place
    return read


def _filled(cards: dict[int, list[int]]) -> dict[int, list[int]]:
    """The one place left out of a whole deal gets the cards left over."""
    named = {bit for bits in cards.values() for bit in bits}
    rest = [bit for bit in range(31, -1, -1) if bit not in named]
    missing = [place for place in (*range(3), _SKAT) if place not in cards]
    fitting = (2,) if missing == [_SKAT] else (9, 10)  # nine where one card lies in the trick
    if len(missing) == 1 and len(rest) in fitting:
        return cards | {missing[0]: rest}
    if seats := [SEATS[place] for place in missing if place < _SKAT]:
        raise ValueError(
            f"--hands: no cards of {' and '.join(seats)}; one hand may be left out where the two "
            "others, of ten cards, and --skat are given"
        )
    return cards


def _position(cards: dict[int, list[int]], contract: str, declarer: int, leader: int) -> Position:
    from simcore.skat import Position

    sets = [sum(1 << bit for bit in cards.get(place, [])) for place in range(4)]
    trick = tuple(1 << bit for bit in cards.get(_TRICK, []))
    return Position(tuple(sets[:3]), contract, declarer, leader, sets[_SKAT], trick)


def _check_follows(position: Position, rules: RuleSet, notation: str) -> None:
    """The second card on the table was legal; said in the notation of the command."""
    from simcore.cards import format
    from simcore.skat import legal_cards

    if len(position.trick) < 2:
        return
    led, card = position.trick
    seat = (int(position.leader) + 1) % 3
    if not legal_cards(position.hands[seat] | card, led, position.contract, rules) & card:
        raise ValueError(
            f"--trick: {format(card, notation)!r} does not follow {format(led, notation)!r}, "
            f"which {SEATS[seat]} could"
        )


def _aim(cards: dict[int, list[int]], is_null: bool) -> Aim | None:
    """What wins; not known where card points were taken before."""
    if is_null:
        return NULL
    return GAME if sum(map(len, cards.values())) == 32 else None
