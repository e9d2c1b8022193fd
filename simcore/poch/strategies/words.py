"""Holdings in words, as players write thresholds: "pair K", "triple", "run 3", "run 2 A"."""

from __future__ import annotations

from simcore.checks import shown
from simcore.poch.holdings import SIZE_SHIFT
from simcore.poch.pack import RANKS

SETS = ("pair", "triple", "quad")
NEVER = 255  # above every key


def soket_from(words: object) -> int:
    """The least key of a set in words: a size, then a rank unless any will do; "never".

    Raises
    ------
    ValueError
        It is none.
    """
    tokens = words.split() if isinstance(words, str) else []
    if tokens == ["never"]:
        return NEVER
    if tokens and tokens[0] in SETS and len(tokens) <= 2:
        rank = tokens[1] if len(tokens) == 2 else RANKS[0]
        if rank in RANKS and len(rank) == 1:
            return (SETS.index(tokens[0]) + 2) << SIZE_SHIFT | RANKS.index(rank) << 1
    raise ValueError(
        f'{shown(words)}: a set such as "pair K" or "triple" ({", ".join(SETS)}, then a rank of '
        f'{RANKS}, or none), or "never"'
    )


def sekans_from(words: object) -> int:
    """The least key of a run in words: its length, then its top card unless any will do; "never".

    Raises
    ------
    ValueError
        It is none.
    """
    return _long("run", "run 2 A", words)


def _long(kind: str, example: str, words: object) -> int:
    """The least key of a run or flush in words."""
    tokens = words.split() if isinstance(words, str) else []
    if tokens == ["never"]:
        return NEVER
    if tokens and tokens[0] == kind and 2 <= len(tokens) <= 3 and tokens[1] in tuple("23456"):
        rank = tokens[2] if len(tokens) == 3 else RANKS[0]
        if rank in RANKS and len(rank) == 1:
            return int(tokens[1]) << SIZE_SHIFT | RANKS.index(rank) << 1
    raise ValueError(
        f'{shown(words)}: a {kind} such as "{example}" or "{kind} 3" (2 to 6 cards, then the top '
        f'card of {RANKS}, or none), or "never"'
    )


def flush_from(words: object) -> int:
    """The least key of a flush in words: its cards, then its top card unless any will do; "never".

    Raises
    ------
    ValueError
        It is none.
    """
    return _long("flush", "flush 4 A", words)


def soket_words(key: int) -> str:
    """A soket in words: "pair K", with "(trump)" where it has the trump card; "none"."""
    if key == 0:
        return "none"
    return f"{SETS[(key >> SIZE_SHIFT) - 2]} {_rank_and_trump(key)}"


def sekans_words(key: int, flush: bool = False) -> str:
    """A sekans in words: "run 3 Q", "flush 4 A", with "(trump)" in the trump suit; "none"."""
    if key == 0:
        return "none"
    return f"{'flush' if flush else 'run'} {key >> SIZE_SHIFT} {_rank_and_trump(key)}"


def _rank_and_trump(key: int) -> str:
    return RANKS[key >> 1 & 15] + (" (trump)" if key & 1 else "")
