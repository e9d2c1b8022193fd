"""What a hand is worth and how it was bid, as SQL: name -> expression and meaning.

Features of cards are SQL over a mask `cards` (the layout of `simcore.cards`), those of a game also
over `contract`. The view `deals` has each of them twice: of the declarer's ten cards as dealt, and
with `_12` behind the name of these and the skat. Each is a macro of its name as well, for any other
cards: ``jacks(skat)``, ``trumps(hand_rearhand, 'G')``. Where nobody declared they are NULL.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from simcore.skat.lists import GAME_BONUS

SUITS = "DHSC"  # from the lowest bits up
JACKS = 0xF << 28
ACES, TENS = (sum(1 << (7 * suit + bit) for suit in range(4)) for bit in (6, 5))
TWELVE = "_12"  # behind the name of a feature of hand and skat

JACK_PATTERNS = tuple(
    "".join(jack if jack in held else "-" for jack in "CSHD")
    for number in range(5)
    for held in reversed(list(combinations("CSHD", number)))
)
BID_CLASSES = ("none", "under 18", "18 to 24", "25 to 36", "37 to 48", "49 to 60", "over 60")

# The order of the game, for features that are words.
ORDER = {
    "jack_pattern": JACK_PATTERNS,
    f"jack_pattern{TWELVE}": JACK_PATTERNS,
    "bid_class": BID_CLASSES,
}

DECLARER_CARDS = (
    "CASE declarer WHEN 0 THEN hand_forehand WHEN 1 THEN hand_middlehand "
    "WHEN 2 THEN hand_rearhand END"
)


@dataclass(frozen=True)
class Feature:
    """A column derived from the row.

    Attributes
    ----------
    sql
        Expression in the columns it needs.
    meaning
        What it counts, in one line.
    """

    sql: str
    meaning: str


def _plain(suit: int) -> int:
    """The seven cards of a suit without its jack."""
    return 0x7F << 7 * suit


def _with_jack(suit: int) -> int:
    return _plain(suit) | 1 << 28 + suit


def _count(mask: int | str, cards: str = "cards") -> str:
    return f"bit_count({cards} & ({mask}))::INTEGER"


def _by_contract(masks: dict[str, int]) -> str:
    """The mask that belongs to the contract, NULL for any other."""
    cases = " ".join(f"WHEN '{contract}' THEN {mask}" for contract, mask in masks.items())
    return f"CASE contract {cases} END"


def _trump_masks(jacks_trump: bool) -> dict[str, int]:
    """The trumps of every contract that has some."""
    if not jacks_trump:
        return {suit: _with_jack(k) for k, suit in enumerate(SUITS)}
    return {**{suit: JACKS | _plain(k) for k, suit in enumerate(SUITS)}, "G": JACKS}


def _voids(jacks_trump: bool) -> str:
    """How many side suits are missing; where jacks are no trumps they belong to their suit."""
    terms = []
    for k, suit in enumerate(SUITS):
        plain, whole = _plain(k), _with_jack(k)
        side = f"CASE contract WHEN 'N' THEN {whole} ELSE {plain if jacks_trump else whole} END"
        terms.append(f"(contract <> '{suit}' AND cards & ({side}) = 0)::INTEGER")
    return " + ".join(terms)


# Of equally long suits the one that leaves most side aces: twice the length, one less with the ace.
_BEST_SUIT = "greatest({})".format(
    ", ".join(
        f"2 * bit_count(cards & {_plain(k)}) - bit_count(cards & {1 << 7 * k + 6})"
        for k in range(len(SUITS))
    )
)
_PLACES = ((3, "C"), (2, "S"), (1, "H"), (0, "D"))
_PATTERNS = [  # by the four bits of the jacks
    "".join(jack if bits >> place & 1 else "-" for place, jack in _PLACES) for bits in range(16)
]

HAND_FEATURES = {
    "jacks": Feature(_count(JACKS), "jacks, 0 to 4"),
    "jack_pattern": Feature(
        f"({_PATTERNS})[(cards >> 28)::INTEGER + 1]", "which jacks, C-H- for CJ and HJ"
    ),
    "aces": Feature(_count(ACES), "aces, 0 to 4"),
    "tens": Feature(_count(TENS), "tens, 0 to 4"),
    "longest_plain": Feature(
        f"greatest({', '.join(_count(_plain(k)) for k in range(len(SUITS)))})",
        "cards of the longest suit, jacks not counted",
    ),
    "outside_aces": Feature(
        f"{_count(ACES)} - ({_BEST_SUIT} & 1)",
        "aces outside the longest suit, of equally long ones that which leaves most",
    ),
}

OUTCOME_FEATURES = {
    "bid_class": Feature(
        "CASE WHEN NOT played THEN NULL WHEN bid = 0 THEN 'none' WHEN bid < 18 THEN 'under 18' "
        "WHEN bid <= 24 THEN '18 to 24' WHEN bid <= 36 THEN '25 to 36' "
        "WHEN bid <= 48 THEN '37 to 48' WHEN bid <= 60 THEN '49 to 60' ELSE 'over 60' END",
        "the bid by what suit games of two, three, four, five levels reach; none: forced",
    ),
    "list_score": Feature(
        f"CASE WHEN played THEN score + CASE WHEN won THEN {GAME_BONUS} ELSE -{GAME_BONUS} END END",
        f"the declarer's own Seeger-Fabian points: score, {GAME_BONUS} more won, less lost",
    ),
}


def game_features(jacks_trump: bool) -> dict[str, Feature]:
    """Features of cards in the game declared; NULL in Null where there are no trumps to tell from.

    Parameters
    ----------
    jacks_trump
        Whether the jacks are the highest trumps (not so in the Polish text).
    """
    masks = _trump_masks(jacks_trump)
    trumps = _by_contract(masks)
    aces, tens = (
        _by_contract({contract: rank & ~mask for contract, mask in masks.items()})
        for rank in (ACES, TENS)
    )
    return {
        "trumps": Feature(_count(trumps), "trumps of the game declared; - in Null"),
        "side_aces": Feature(_count(aces), "aces that are no trumps; - in Null"),
        "side_tens": Feature(_count(tens), "tens that are no trumps; - in Null"),
        "voids": Feature(_voids(jacks_trump), "side suits without a card (Null: suits)"),
    }


# Jacks, longest plain suit and aces outside it as one number: the cell of the exact table. The
# length is told by the best suit once more, which DuckDB then computes only once.
STRATUM = f"64 * jacks(cards) + 8 * ({_BEST_SUIT} + 1 >> 1) + outside_aces(cards)"
STRATUM_CODES = 5 * 64


def stratum_code(jacks: int, longest_plain: int, outside_aces: int) -> int:
    """What `stratum(cards)` gives for a hand of this cell."""
    return 64 * jacks + 8 * longest_plain + outside_aces


def macros(jacks_trump: bool) -> list[str]:
    """The statements that make every feature of cards a macro, and `stratum(cards)`."""
    of_hand = [
        f"CREATE MACRO {name}(cards) AS {feature.sql}" for name, feature in HAND_FEATURES.items()
    ]
    of_game = [
        f"CREATE MACRO {name}(cards, contract) AS {feature.sql}"
        for name, feature in game_features(jacks_trump).items()
    ]
    return [*of_hand, *of_game, f"CREATE MACRO stratum(cards) AS {STRATUM}"]


def columns(jacks_trump: bool) -> dict[str, Feature]:
    """The derived columns of the view, over `cards_10`, `cards_12`, `contract` and the row."""
    found = {
        "cards_10": Feature(DECLARER_CARDS, "the declarer's ten cards as dealt"),
        "cards_12": Feature(f"{DECLARER_CARDS} | skat", "the declarer's ten cards and the skat"),
    }
    for cards, behind, words in (("cards_10", "", "dealt"), ("cards_12", TWELVE, "with the skat")):
        for name, feature in HAND_FEATURES.items():
            found[name + behind] = Feature(f"{name}({cards})", f"{feature.meaning}; {words}")
        for name, feature in game_features(jacks_trump).items():
            sql = f"{name}({cards}, contract)"
            found[name + behind] = Feature(sql, f"{feature.meaning}; {words}")
    return {**found, **OUTCOME_FEATURES}
