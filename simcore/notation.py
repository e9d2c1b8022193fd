"""Cards of French packs as text, whatever a pack holds and wherever its bits lie.

A card has a code, its suit and rank in the first notation: CJ, HT, D2. A pack says which bit number
each of its cards has. `Pack.parse` and `Pack.format` are inverse in every notation.

Notations
---------
iss    CJ HT (or H10), upper or lower case, suit signs too; the International Skat Server's
de     German pack: Eichel, Gruen, Rot, Schellen with Unter and Ober: EU GO R10 SA
fr-de  French pack with German words: KrB PiD He10 KaA
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from numbers import Integral
from typing import NamedTuple

from simcore.checks import is_whole


class _Notation(NamedTuple):
    """How one notation writes suits and ranks; the first spelling of each is printed."""

    suits: dict[str, tuple[str, ...]]
    ranks: dict[str, tuple[str, ...]]


_NUMBERS = {number: (number,) for number in "98765432"}
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


def _check_notation(notation: str) -> None:
    if not isinstance(notation, str) or notation not in _NOTATIONS:
        raise ValueError(f"unknown notation {notation!r}: one of {', '.join(NOTATIONS)}")


def split(text: str) -> list[str]:
    """The card tokens of a text: separated by blanks or commas; the emoji sign of a suit goes."""
    return text.replace(",", " ").replace("\ufe0f", "").split()


@dataclass(frozen=True)
class Pack:
    """The cards of a game and their bits.

    Parameters
    ----------
    codes
        Bit number of every card -> its code.
    home
        The module whose `parse` reads cards of this pack, for messages.
    """

    codes: Mapping[int, str]
    home: str

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """Bit numbers of all cards, highest first."""
        return tuple(sorted(self.codes, reverse=True))

    @cached_property
    def all_cards(self) -> int:
        """The set of all cards."""
        return sum(1 << bit for bit in self.bits)

    @cached_property
    def _read(self) -> dict[str, dict[str, int]]:
        """Every accepted spelling, in lower case, with its bit number, by notation."""
        return {
            name: {
                (suit + rank).lower(): bit
                for bit, code in self.codes.items()
                for suit in notation.suits[code[0]]
                for rank in notation.ranks[code[1]]
            }
            for name, notation in _NOTATIONS.items()
        }

    @cached_property
    def _write(self) -> dict[str, dict[int, str]]:
        """The printed spelling of every bit number, by notation."""
        return {
            name: {
                bit: notation.suits[code[0]][0] + notation.ranks[code[1]][0]
                for bit, code in self.codes.items()
            }
            for name, notation in _NOTATIONS.items()
        }

    def _explain(self, notation: str) -> str:
        """How a notation writes the suits and ranks of this pack."""
        suits, ranks = (set(letters) for letters in zip(*self.codes.values(), strict=True))
        words = _NOTATIONS[notation]
        return (
            f"{notation} notation: "
            f"suit {' '.join(w[0] for suit, w in words.suits.items() if suit in suits)}, "
            f"then rank {' '.join(w[0] for rank, w in words.ranks.items() if rank in ranks)}"
        )

    def _no_card(self, bit: object) -> str:
        """What to say of a bit number that no card has."""
        lows = [low for low in reversed(self.bits) if low - 1 not in self.codes]
        highs = [high for high in reversed(self.bits) if high + 1 not in self.codes]
        spans = (f"{low}..{high}" for low, high in zip(lows, highs, strict=True))
        return f"{bit!r} is no card: bit numbers are {', '.join(spans)}"

    def parse_list(self, text: str, notation: str = "iss") -> list[int]:
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
            bit = self._read[notation].get(token.lower())
            if bit is None:
                raise ValueError(f"unknown card {token!r} ({self._explain(notation)})")
            if bit in bits:
                raise ValueError(f"card {token!r} is named twice")
            bits.append(bit)
        return bits

    def parse(self, text: str, notation: str = "iss") -> int:
        """Set of the cards in a text (int, bits of this pack). Errors as in `parse_list`."""
        return sum(1 << bit for bit in self.parse_list(text, notation))

    def check_set(self, cards: object, what: str = "cards") -> int:
        """A set of cards as a plain int.

        Raises
        ------
        ValueError
            It is no whole number, or none that is a set of the pack.
        """
        if isinstance(cards, bool) or not isinstance(cards, Integral):
            raise ValueError(f"{what} {cards!r}: a set of cards as an int; see {self.home}.parse")
        held = int(cards)
        if not 0 <= held <= self.all_cards:
            raise ValueError(f"{what} {cards!r} is no set of cards: 0 to {self.all_cards}")
        odd = held & ~self.all_cards
        if odd:
            raise ValueError(
                f"{what} {cards!r} is no set of cards: bit {self._no_card(odd.bit_length() - 1)}"
            )
        return held

    def bits_of(self, cards: int) -> Iterator[int]:
        """Bit numbers of a set, highest first."""
        return (bit for bit in self.bits if cards >> bit & 1)

    def format(self, cards: int, notation: str = "iss") -> str:
        """A set of cards as text, highest bit first, separated by blanks.

        Raises
        ------
        ValueError
            `cards` is no set of the pack, or the notation is unknown.
        """
        _check_notation(notation)
        write = self._write[notation]
        return " ".join(write[bit] for bit in self.bits_of(self.check_set(cards)))

    def name(self, bit: int, notation: str = "iss") -> str:
        """One card as text, from its bit number.

        Raises
        ------
        ValueError
            No card of the pack has this bit number, or the notation is unknown.
        """
        _check_notation(notation)
        if not is_whole(bit) or bit not in self.bits:
            raise ValueError(self._no_card(bit))
        return self._write[notation][bit]

    def detect(self, texts: Iterable[str]) -> str:
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
        known = {n: [token.lower() in self._read[n] for token in tokens] for n in NOTATIONS}
        readable = [n for n in NOTATIONS if all(known[n])]
        if len(readable) == 1:
            return readable[0]
        if len(readable) > 1:
            raise ValueError(
                f"cards {' '.join(tokens)!r} can be read as {' or '.join(readable)}: "
                f"say which with --notation"
            )
        best = max(NOTATIONS, key=lambda n: sum(known[n]))
        odd = tokens[known[best].index(False)]
        raise ValueError(f"unknown card {odd!r} ({self._explain(best)})")
