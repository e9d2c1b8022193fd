"""The pack: bit layout, masks, and cards as text.

Bit 31 is CJ, 30 SJ, 29 HJ, 28 DJ; then seven bits a suit, A T K Q 9 8 7 from above: clubs 27..21,
spades 20..14, hearts 13..7, diamonds 6..0. In a suit game or Grand a higher bit of the same suit
beats a lower one. `parse` and `format` are inverse in every notation.

Notations
---------
iss    CJ HT (or H10), upper or lower case, suit signs too; the International Skat Server's
de     German pack: Eichel, Gruen, Rot, Schellen with Unter and Ober: EU GO R10 SA
fr-de  French pack with German words: KrB PiD He10 KaA
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Iterator
from numbers import Integral
from typing import NamedTuple

PACK = 0xFFFFFFFF
JACKS = 0xF0000000
DIAMONDS, HEARTS, SPADES, CLUBS = (0x7F << shift for shift in (0, 7, 14, 21))  # without the jack
_SEVENS = 1 | 1 << 7 | 1 << 14 | 1 << 21
SEVENS, EIGHTS, NINES, QUEENS, KINGS, TENS, ACES = (_SEVENS << rank for rank in range(7))

SUITS = "DHSC"  # suit number 0..3
PLAIN_RANKS = "789QKTA"  # plain rank 0..6 within a suit


def _code(bit: int) -> str:
    """Code of a bit number: suit, then rank."""
    if bit >= 28:
        return SUITS[bit - 28] + "J"
    return SUITS[bit // 7] + PLAIN_RANKS[bit % 7]


CODES = tuple(_code(bit) for bit in range(32))
BITS = {code: bit for bit, code in enumerate(CODES)}


class _Notation(NamedTuple):
    """How one notation writes suits and ranks; the first spelling of each is printed."""

    suits: dict[str, tuple[str, ...]]
    ranks: dict[str, tuple[str, ...]]


_NUMBERS = {"9": ("9",), "8": ("8",), "7": ("7",)}
_NOTATIONS = {
    "iss": _Notation(
        {"C": ("C", "♣", "♧"), "S": ("S", "♠", "♤"), "H": ("H", "♥", "♡"), "D": ("D", "♦", "♢")},
        {"A": ("A",), "T": ("T", "10"), "K": ("K",), "Q": ("Q",), "J": ("J",), **_NUMBERS},
    ),
    "de": _Notation(
        {"C": ("E",), "S": ("G",), "H": ("R",), "D": ("S",)},
        {"A": ("A",), "T": ("10",), "K": ("K",), "Q": ("O",), "J": ("U",), **_NUMBERS},
    ),
    "fr-de": _Notation(
        {"C": ("Kr",), "S": ("Pi",), "H": ("He",), "D": ("Ka",)},
        {"A": ("A",), "T": ("10",), "K": ("K",), "Q": ("D",), "J": ("B",), **_NUMBERS},
    ),
}
NOTATIONS = tuple(_NOTATIONS)


def _spellings(notation: _Notation) -> dict[str, int]:
    """Every accepted spelling, in lower case, with its bit number."""
    return {
        (suit + rank).lower(): BITS[suit_code + rank_code]
        for suit_code, suits in notation.suits.items()
        for rank_code, ranks in notation.ranks.items()
        for suit in suits
        for rank in ranks
    }


_READ = {name: _spellings(notation) for name, notation in _NOTATIONS.items()}
_WRITE = {
    name: tuple(n.suits[code[0]][0] + n.ranks[code[1]][0] for code in CODES)
    for name, n in _NOTATIONS.items()
}


def _check_notation(notation: str) -> None:
    if not isinstance(notation, str) or notation not in _NOTATIONS:
        raise ValueError(f"unknown notation {notation!r}: one of {', '.join(NOTATIONS)}")


def _explain(notation: str) -> str:
    suits, ranks = _NOTATIONS[notation]
    return (
        f"{notation} notation: suit {' '.join(s[0] for s in suits.values())}, "
        f"then rank {' '.join(r[0] for r in ranks.values())}"
    )


def split(text: str) -> list[str]:
    """The card tokens of a text: separated by blanks or commas; the emoji sign of a suit goes."""
    return text.replace(",", " ").replace("\ufe0f", "").split()


def parse_list(text: str, notation: str = "iss") -> list[int]:
    """Bit numbers of the cards in a text, in the order written.

    Raises
    ------
    ValueError
        An unknown card, a card named twice or an unknown notation; the message names it.
    """
    _check_notation(notation)
    if not isinstance(text, str):
        raise ValueError(f"cards {text!r}: text wanted, such as 'CJ HT'")
    bits: list[int] = []
    for token in split(text):
        bit = _READ[notation].get(token.lower())
        if bit is None:
            raise ValueError(f"unknown card {token!r} ({_explain(notation)})")
        if bit in bits:
            raise ValueError(f"card {token!r} is named twice")
        bits.append(bit)
    return bits


def parse(text: str, notation: str = "iss") -> int:
    """Set of the cards in a text (int, bit layout of this module). Errors as in `parse_list`."""
    return sum(1 << bit for bit in parse_list(text, notation))


def check_set(cards: object, what: str = "cards") -> int:
    """A set of cards as a plain int.

    Raises
    ------
    ValueError
        It is no whole number, or none that is a set of the pack.
    """
    if isinstance(cards, bool) or not isinstance(cards, Integral):
        raise ValueError(f"{what} {cards!r}: a set of cards as an int; see simcore.cards.parse")
    if not 0 <= int(cards) <= PACK:
        raise ValueError(f"{what} {cards!r} is no set of cards: 0 to {PACK}")
    return int(cards)


def bits_of(cards: int) -> Iterator[int]:
    """Bit numbers of a set, highest first."""
    return (bit for bit in range(31, -1, -1) if cards >> bit & 1)


def format(cards: int, notation: str = "iss") -> str:
    """A set of cards as text, highest bit first, separated by blanks.

    Raises
    ------
    ValueError
        `cards` is no set of the pack, or the notation is unknown.
    """
    _check_notation(notation)
    return " ".join(_WRITE[notation][bit] for bit in bits_of(check_set(cards)))


def name(bit: int, notation: str = "iss") -> str:
    """One card as text, from its bit number 0..31."""
    _check_notation(notation)
    if isinstance(bit, bool | float) or bit not in range(32):
        raise ValueError(f"{bit!r} is no card: bit numbers are 0..31")
    return _WRITE[notation][bit]


def detect(texts: Iterable[str]) -> str:
    """The one notation that reads every card of the texts; `iss` where there is no card.

    Raises
    ------
    ValueError
        No notation reads all cards, or several do (K, S and D mean different things).
    """
    listed = [texts] if isinstance(texts, str) else texts
    tokens = [token for text in listed for token in split(text)]
    if not tokens:
        return "iss"
    readable = [n for n in NOTATIONS if all(token.lower() in _READ[n] for token in tokens)]
    if len(readable) == 1:
        return readable[0]
    if len(readable) > 1:
        raise ValueError(
            f"cards {' '.join(tokens)!r} can be read as {' or '.join(readable)}: "
            f"say which with --notation"
        )
    best = max(NOTATIONS, key=lambda n: builtins.sum(t.lower() in _READ[n] for t in tokens))
    odd = next(token for token in tokens if token.lower() not in _READ[best])
    raise ValueError(f"unknown card {odd!r} ({_explain(best)})")
