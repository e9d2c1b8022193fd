"""Skat's pack: bit layout, masks, and cards as text.

Bit 31 is CJ, 30 SJ, 29 HJ, 28 DJ; then seven bits a suit, A T K Q 9 8 7 from above: clubs 27..21,
spades 20..14, hearts 13..7, diamonds 6..0. In a suit game or Grand a higher bit of the same suit
beats a lower one. `parse` and `format` are inverse in every notation of `simcore.notation`.
"""

from __future__ import annotations

from simcore import notation
from simcore.notation import Pack

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

SKAT_PACK = Pack(dict(enumerate(CODES)), home="simcore.cards")
NOTATIONS = notation.NOTATIONS
split = notation.split
parse_list = SKAT_PACK.parse_list
parse = SKAT_PACK.parse
check_set = SKAT_PACK.check_set
bits_of = SKAT_PACK.bits_of
format = SKAT_PACK.format
name = SKAT_PACK.name
detect = SKAT_PACK.detect
