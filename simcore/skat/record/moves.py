"""The moves of a game line of the International Skat Server: pairs "who action", read and written.

The first pair is the deal by `w`, the server; the auction, the declaration and the play by the
seats 0 to 2 follow. Each becomes an act as `simcore.skat.record.acts` encodes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, repeat

from simcore import cards
from simcore.checks import shown
from simcore.skat.record import acts
from simcore.skat.record.acts import HAND, OUVERT, SCHNEIDER, SCHWARZ
from simcore.skat.rules import CONTRACTS, NULL

LOWEST_BID, HIGHEST_BID = 2, 999  # whether a bid is the value of a game the rules say

_SEATS = ("0", "1", "2")
_LETTERS = CONTRACTS[: NULL + 1]
_MARKS = {"H": HAND, "O": OUVERT, "S": SCHNEIDER, "Z": SCHWARZ}
_OPEN_GAME = HAND | SCHNEIDER | SCHWARZ | OUVERT  # what O means in a suit game and in Grand
_HIDDEN = "??"
_SETS = {_HIDDEN: 0, **{code: 1 << bit for code, bit in cards.BITS.items()}}
_PAIRS = {f"{a}.{b}": _SETS[a] | _SETS[b] for a, b in permutations(cards.CODES, 2)}

# What a seat does in one word.
_PLAIN = {
    "y": acts.act(acts.HOLD, 0),
    "p": acts.act(acts.PASS, 0),
    "s": acts.act(acts.PICK_UP, 0),
    "SC": acts.act(acts.SHOW, 0),
    "RE": acts.act(acts.RESIGN, 0),
    _HIDDEN: acts.act(acts.CARD, 0, acts.UNKNOWN),
    **{code: acts.act(acts.CARD, 0, bit) for code, bit in cards.BITS.items()},
    **{str(bid): acts.act(acts.BID, 0, bid) for bid in range(LOWEST_BID, HIGHEST_BID + 1)},
}
_WORDS = {act: word for word, act in _PLAIN.items()}
_ENDS = {
    f"{word}.{seat}": acts.act(kind, acts.WORLD, seat)
    for word, kind in (("TI", acts.TIMED_OUT), ("LE", acts.LEFT))
    for seat in range(3)
}
_END_WORDS = {act: word for word, act in _ENDS.items()}
# Most moves of a game are found here whole, the others stand as rare ones until they are read.
_RARE = -1
_COMMON = {
    **{(who, word): act | acts.act(0, int(who)) for who in _SEATS for word, act in _PLAIN.items()},
    **{
        (who, f"{letter}.{pair}"): acts.act(
            acts.DECLARE, int(who), contract | held << acts.GAME_BITS
        )
        for who in _SEATS
        for contract, letter in enumerate(_LETTERS)
        for pair, held in _PAIRS.items()
    },
    **{("w", pair): acts.act(acts.SKAT, acts.WORLD, held) for pair, held in _PAIRS.items()},
}

_ACTIONS = (
    f"a seat says a bid ({LOWEST_BID} to {HIGHEST_BID}), y, p or s, a game such as G or CH.., "
    f"a card such as CJ, two cards put away, SC or RE"
)
_CARDS = "a card is one of C S H D, then one of A K Q J T 9 8 7"


def _read_cards(text: str) -> list[int]:
    """The cards of `c.c.c` as sets of one card each, none where the card is hidden."""
    try:
        return list(map(_SETS.__getitem__, text.split(".")))
    except KeyError as error:
        raise ValueError(f"{shown(error.args[0])} is no card: {_CARDS}") from None


def _distinct(held: list[int]) -> bool:
    return sum(held).bit_count() == len(held)


def _read_open_cards(text: str) -> list[int]:
    """Cards that all can be seen."""
    held = _read_cards(text)
    if 0 in held:
        raise ValueError("hidden cards (??) do not tell which cards these are")
    return held


def _read_put_away(text: str) -> int:
    """Set of the two cards put away."""
    held = _read_open_cards(text)
    if len(held) != 2 or not _distinct(held):
        raise ValueError("two different cards are put away")
    return held[0] | held[1]


def _read_game(word: str) -> int:
    """Game in bits, with what the announcements written imply."""
    if not word or word[0] not in _LETTERS:
        raise ValueError(_ACTIONS)
    marks = 0
    for letter in word[1:]:
        mark = _MARKS.get(letter)
        if mark is None:
            raise ValueError(
                f"neither a card nor a game: {shown(letter)} is no announcement "
                f"(H hand, O ouvert, S schneider, Z schwarz)"
            )
        if marks & mark:
            raise ValueError(f"{letter} is announced twice")
        marks |= mark
    contract = _LETTERS.index(word[0])
    if marks & SCHWARZ:
        marks |= SCHNEIDER
    if marks & OUVERT and contract != NULL:
        marks |= _OPEN_GAME
    return contract | marks


def _read_declared_cards(game: int, text: str) -> int:
    """Set of the cards put away, from the cards after a declaration; open cards follow them."""
    if not game & OUVERT:
        if game & HAND:
            raise ValueError("no cards follow a hand game that is not ouvert")
        return _read_put_away(text)
    held = _read_open_cards(text)
    if len(held) not in ((10, 12, 22) if game & HAND else (2, 10, 12, 22)):
        raise ValueError(
            f"{len(held)} cards: the ten open cards follow an ouvert game, "
            f"behind the two put away unless it is a hand game"
        )
    away = 0 if game & HAND else held[0] | held[1]
    # Where 22 cards stand, the open hand was written a second time.
    again = held[12:]
    if not _distinct(held[:12]) or not _distinct(again) or away & sum(again):
        raise ValueError("a card stands twice among those put away and laid open")
    return away


def _read_seat(word: str) -> int:
    """What a seat does, where it is no plain word: declarations, cards put away or laid open."""
    head, dot, tail = word.partition(".")
    if head == "SC":
        held = _read_open_cards(tail)
        if len(held) > 10 or not _distinct(held):
            raise ValueError("at most ten cards, all different, are laid open")
        return acts.act(acts.SHOW, 0)
    if head in _SETS:
        return acts.act(acts.DISCARD, 0, _read_put_away(word))
    game = _read_game(head)
    away = _read_declared_cards(game, tail) if dot else 0
    return acts.act(acts.DECLARE, 0, game | away << acts.GAME_BITS)


def _read_world(word: str, last: bool) -> int:
    """What the server does after the deal, where it does not turn over two known cards."""
    if word in _ENDS:
        if not last:
            raise ValueError("TI and LE end the game, but moves follow")
        return _ENDS[word]
    held = word.split(".")
    if len(held) != 2 or _HIDDEN not in held or any(code not in _SETS for code in held):
        raise ValueError(
            "w turns over two different skat cards (CJ.H7) or ends the game (TI.0, LE.0)"
        )
    return acts.act(acts.SKAT, acts.WORLD, _SETS[held[0]] | _SETS[held[1]])


def _read_act(who: str, word: str, last: bool) -> int:
    """An act that is not among the common ones."""
    if who == "w":
        return _read_world(word, last)
    if who not in _SEATS:
        raise ValueError("a move is made by 0, 1, 2 or w (the server)")
    return _read_seat(word) | acts.act(0, int(who))


def _read_deal(token: str) -> tuple[tuple[int, int, int], int]:
    """Hands and skat."""
    if "|" in token:
        if [part.count(".") for part in token.split("|")] != [9, 9, 9, 1]:
            raise ValueError("| stands between hands of 10, 10, 10 cards and a skat of 2")
        token = token.replace("|", ".")
    held = _read_cards(token)
    if len(held) != 32:
        raise ValueError(f"{len(held)} cards: 32 are dealt, with a dot between them")
    forehand, middlehand, rearhand = sum(held[:10]), sum(held[10:20]), sum(held[20:30])
    skat = held[30] + held[31]
    # A sum of cards has as many bits as cards only where all of them differ.
    known = (forehand + middlehand + rearhand + skat).bit_count()
    if known < 32 and known + held.count(0) != 32:
        twice = next(one for k, one in enumerate(held) if one and one in held[:k])
        raise ValueError(f"{cards.format(twice)} is dealt twice")
    return (forehand, middlehand, rearhand), skat


def read_moves(text: str) -> tuple[tuple[int, int, int], int, tuple[int, ...]]:
    """Hands, skat and acts of MV."""
    tokens = text.split()
    number = 0  # of the move that is read
    try:
        if len(tokens) < 2 or tokens[0] != "w":
            raise ValueError("the moves begin with the deal: w, then 32 cards")
        hands, skat = _read_deal(tokens[1])
        pairs = zip(tokens[2::2], tokens[3::2], strict=False)
        row = list(map(_COMMON.get, pairs, repeat(_RARE)))
        while _RARE in row:
            number = row.index(_RARE) + 1
            last = 2 * number + 2 == len(tokens)
            row[number - 1] = _read_act(tokens[2 * number], tokens[2 * number + 1], last)
        if len(tokens) % 2:
            number = len(row) + 1
            raise ValueError("moves are pairs, and this one lacks its action")
    except ValueError as error:
        token = " ".join(tokens[2 * number : 2 * number + 2])
        raise ValueError(f"move {number}: {shown(token)}: {error}") from None
    return hands, skat, tuple(row)


# ---- writing ------------------------------------------------------------------------------------


def _write_cards(held: int, number: int) -> str:
    """`c.c.c`, highest bit first; hidden cards make up the number."""
    codes = [cards.CODES[bit] for bit in cards.bits_of(held)]
    return ".".join(codes + [_HIDDEN] * (number - len(codes)))


def _write_game(game: int) -> str:
    """Declaration as the server writes it, without what is implied."""
    letter = _LETTERS[game & 7]
    if game & 7 != NULL and game & OUVERT:
        return letter + "O"
    announced = "Z" if game & SCHWARZ else "S" * bool(game & SCHNEIDER)
    return letter + "O" * bool(game & OUVERT) + "H" * bool(game & HAND) + announced


def _write_act(act: int) -> str:
    """The pair "who action"."""
    kind, who, argument = acts.kind_of(act), acts.who_of(act), acts.argument_of(act)
    if kind in (acts.TIMED_OUT, acts.LEFT):
        word = _END_WORDS[act]
    elif kind in (acts.SKAT, acts.DISCARD):
        word = _write_cards(argument, 2)
    elif kind == acts.DECLARE:
        away = argument >> acts.GAME_BITS
        word = _write_game(argument & (1 << acts.GAME_BITS) - 1)
        word += f".{_write_cards(away, 2)}" if away else ""
    else:
        word = _WORDS[acts.act(kind, 0, argument)]
    return f"{'w' if who == acts.WORLD else who} {word}"


def write_moves(hands: Sequence[int], skat: int, done: Sequence[int]) -> str:
    """Deal and acts as pairs.

    Raises
    ------
    LookupError
        An act has no words in a line.
    """
    deal = [*(_write_cards(held, 10) for held in hands), _write_cards(skat, 2)]
    return " ".join([f"w {'.'.join(deal)}", *map(_write_act, done)])
