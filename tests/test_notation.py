"""Packs of other sizes and layouts than Skat's in every notation."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.notation import NOTATIONS, Pack

RANKS = "23456789TJQKA"


def spread(lowest: str) -> Pack:
    """A pack from a rank on, in a layout with gaps: 16 bits a suit."""
    places = range(RANKS.index(lowest), 13)
    codes = {
        16 * suit + place: letter + RANKS[place]
        for suit, letter in enumerate("DHSC")
        for place in places
    }
    return Pack(codes, home="a.game")


PACKS = {52: spread("2"), 32: spread("7"), 24: spread("9")}


@pytest.mark.parametrize("size", PACKS)
@pytest.mark.parametrize("notation", NOTATIONS)
@given(data=st.data())
def test_parse_reads_what_format_writes(size: int, notation: str, data: st.DataObject) -> None:
    pack = PACKS[size]
    assert len(pack.bits) == size
    order = data.draw(st.permutations(pack.bits))[: data.draw(st.integers(0, size))]
    text = " ".join(pack.name(bit, notation) for bit in order)
    held = sum(1 << bit for bit in order)
    assert pack.parse_list(text, notation) == order
    assert pack.parse(text.lower(), notation) == held
    assert pack.parse_list(pack.format(held, notation), notation) == sorted(order, reverse=True)


def test_all_ranks_of_a_suit() -> None:
    """The highest bit first, and numbers as digits in every notation."""
    hearts = 0x1FFF << 16
    written = {notation: PACKS[52].format(hearts, notation) for notation in NOTATIONS}
    assert written == {
        "iss": "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2",
        "de": "RA RK RO RU R10 R9 R8 R7 R6 R5 R4 R3 R2",
        "fr-de": "HeA HeK HeD HeB He10 He9 He8 He7 He6 He5 He4 He3 He2",
    }


def test_signs_and_tens() -> None:
    assert PACKS[52].parse("♥\ufe0f10, c2") == PACKS[52].parse("HT C2") == 1 << 24 | 1 << 48


def test_detect() -> None:
    pack = PACKS[52]
    assert pack.detect(["C2", "HT"]) == "iss"
    assert pack.detect(["E2 G3"]) == "de"
    assert pack.detect(["Kr2"]) == "fr-de"
    with pytest.raises(ValueError, match="'S2' can be read as iss or de"):
        pack.detect(["S2"])
    with pytest.raises(ValueError, match=r"unknown card 'R8' \(de notation"):
        PACKS[24].detect(["RA RU R8"])


# --- Errors: they speak of the pack at hand ------------------------------------------------------

SPANS_24 = "bit numbers are 7..12, 23..28, 39..44, 55..60"


@pytest.mark.parametrize(
    ("size", "text", "notation", "message"),
    [
        (24, "H8", "iss", "unknown card 'H8' (iss notation: suit C S H D, then rank A T K Q J 9)"),
        (24, "R8", "de", "unknown card 'R8' (de notation: suit E G R S, then rank A 10 K O U 9)"),
        (
            52,
            "H1",
            "iss",
            "unknown card 'H1' (iss notation: suit C S H D, then rank A T K Q J 9 8 7 6 5 4 3 2)",
        ),
        (52, "H2 h2", "iss", "card 'h2' is named twice"),
        (52, "H2", "uk", "unknown notation 'uk': one of iss, de, fr-de"),
    ],
)
def test_parse_errors(size: int, text: str, notation: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        PACKS[size].parse(text, notation)


@pytest.mark.parametrize("bit", [-1, 0, 6, 13, 61, 64])
def test_a_bit_of_no_card(bit: int) -> None:
    message = f"{bit} is no card: {SPANS_24}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        PACKS[24].name(bit)


@pytest.mark.parametrize("cards", ["HA", True, 1.0, None])
def test_what_is_no_number_is_no_set(cards: object) -> None:
    with pytest.raises(ValueError, match=r"a set of cards as an int; see a\.game\.parse"):
        PACKS[32].check_set(cards)


def test_sets_with_bits_of_no_card() -> None:
    pack = PACKS[24]
    assert pack.check_set(pack.all_cards) == pack.all_cards
    for cards in (-1, pack.all_cards + 1):
        message = f"hand {cards} is no set of cards: 0 to {pack.all_cards}"
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            pack.check_set(cards, "hand")
    message = f"cards 192 is no set of cards: bit 6 is no card: {SPANS_24}"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        pack.format(1 << 7 | 1 << 6)
