"""Cards as text: round trips in every notation, and the errors that name the token."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore import cards
from tests.oracle import skat as oracle

SETS = st.integers(0, cards.PACK)
NOTATIONS = st.sampled_from(cards.NOTATIONS)
SIGNS = {"C": "♣♧", "S": "♠♤", "H": "♥♡", "D": "♦♢"}


@given(SETS, NOTATIONS)
def test_parse_reads_what_format_writes(held: int, notation: str) -> None:
    text = cards.format(held, notation)
    assert cards.parse(text, notation) == held
    assert cards.parse(text.lower(), notation) == held
    assert cards.parse(text.upper(), notation) == held
    assert cards.parse(text.replace(" ", ", "), notation) == held
    assert cards.parse(f"\n {text}\t", notation) == held
    assert cards.format(cards.parse(text, notation), notation) == text


@given(SETS)
def test_the_bits_are_those_of_the_oracle(held: int) -> None:
    assert cards.format(held).split() == oracle.cards_of(held)
    assert cards.parse(" ".join(oracle.cards_of(held))) == held


@given(st.permutations(range(32)), st.integers(0, 32), NOTATIONS)
def test_parse_list_keeps_the_order(order: list[int], number: int, notation: str) -> None:
    text = " ".join(cards.name(bit, notation) for bit in order[:number])
    assert cards.parse_list(text, notation) == order[:number]


@given(SETS, st.integers(0, 1), st.booleans())
def test_suit_signs_and_tens(held: int, sign: int, emoji: bool) -> None:
    """♥10, with the invisible sign that asks for a picture of the suit, is HT."""
    tokens = []
    for code in cards.format(held).split():
        suit = SIGNS[code[0]][sign] + "\ufe0f" * emoji
        tokens.append(suit + code[1].replace("T", "10"))
    assert cards.parse(" ".join(tokens)) == held


def test_some_cards_in_every_notation() -> None:
    held = 1 << 31 | 1 << 12 | 1 << 17 | 1 << 0
    assert cards.format(held) == "CJ SQ HT D7"
    assert cards.format(held, "de") == "EU GO R10 S7"
    assert cards.format(held, "fr-de") == "KrB PiD He10 Ka7"
    assert cards.parse("cj h10 Sq d7") == cards.parse("CJ HT SQ D7") == held
    assert cards.format(0) == ""
    assert cards.parse("") == 0


def test_masks() -> None:
    names = {
        cards.JACKS: "CJ SJ HJ DJ",
        cards.ACES: "CA SA HA DA",
        cards.TENS: "CT ST HT DT",
        cards.KINGS: "CK SK HK DK",
        cards.QUEENS: "CQ SQ HQ DQ",
        cards.NINES: "C9 S9 H9 D9",
        cards.EIGHTS: "C8 S8 H8 D8",
        cards.SEVENS: "C7 S7 H7 D7",
        cards.CLUBS: "CA CT CK CQ C9 C8 C7",
        cards.SPADES: "SA ST SK SQ S9 S8 S7",
        cards.HEARTS: "HA HT HK HQ H9 H8 H7",
        cards.DIAMONDS: "DA DT DK DQ D9 D8 D7",
    }
    assert {mask: cards.format(mask) for mask in names} == names


# --- Which notation -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("texts", "notation"),
    [
        ([], "iss"),
        (["", " "], "iss"),
        (["CJ"], "iss"),
        (["HT", "SA"], "iss"),
        (["S10", "C7"], "iss"),
        (["SA SK", "EU"], "de"),
        (["SO"], "de"),
        (["s7", "r10"], "de"),
        (["KrB"], "fr-de"),
        (["he10, kad"], "fr-de"),
        (["♥10"], "iss"),
    ],
)
def test_detect(texts: list[str], notation: str) -> None:
    assert cards.detect(texts) == notation


def reads(text: str, notation: str) -> bool:
    """Whether a notation reads every card of a text."""
    try:
        cards.parse(text, notation)
    except ValueError:
        return False
    return True


@given(SETS | st.sampled_from([1 << 20 | 1 << 18, 1 << 6 | 1 << 4 | 1]), NOTATIONS)
def test_detect_never_reads_another_hand(held: int, notation: str) -> None:
    """A hand is read as it was written, or refused where it means another hand elsewhere."""
    text = cards.format(held, notation)
    readings = {n for n in cards.NOTATIONS if reads(text, n)}
    if held and len(readings) > 1:
        with pytest.raises(ValueError, match="can be read as iss or de: say which"):
            cards.detect([text])
        assert readings == {"iss", "de"}
    else:
        assert cards.detect([text]) == (notation if held else "iss")


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["SA SK"], "cards 'SA SK' can be read as iss or de: say which with --notation"),
        (["S7", "sa"], "cards 'S7 sa' can be read as iss or de: say which with --notation"),
        (
            ["CJ C1"],
            "unknown card 'C1' (iss notation: suit C S H D, then rank A T K Q J 9 8 7)",
        ),
        (
            ["EU GO HJ"],
            "unknown card 'HJ' (de notation: suit E G R S, then rank A 10 K O U 9 8 7)",
        ),
        (
            ["KrB HeX"],
            "unknown card 'HeX' (fr-de notation: suit Kr Pi He Ka, then rank A 10 K D B 9 8 7)",
        ),
    ],
)
def test_detect_errors(texts: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        cards.detect(texts)


# --- Errors -------------------------------------------------------------------------------------

ISS = "(iss notation: suit C S H D, then rank A T K Q J 9 8 7)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("CJ XX", f"unknown card 'XX' {ISS}"),
        ("CJ C", f"unknown card 'C' {ISS}"),
        ("H1", f"unknown card 'H1' {ISS}"),
        ("H100", f"unknown card 'H100' {ISS}"),
        ("CJSJ", f"unknown card 'CJSJ' {ISS}"),
        ("CJ;SJ", f"unknown card 'CJ;SJ' {ISS}"),
        ("KrB", f"unknown card 'KrB' {ISS}"),
        ("CJ SJ cj", "card 'cj' is named twice"),
        ("HT H10", "card 'H10' is named twice"),
        ("♥A HA", "card 'HA' is named twice"),
    ],
)
def test_parse_errors(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        cards.parse(text)


def test_unknown_notations_and_sets() -> None:
    unknown = "unknown notation 'uk': one of iss, de, fr-de"
    with pytest.raises(ValueError, match=unknown):
        cards.parse("CJ", "uk")
    with pytest.raises(ValueError, match=unknown):
        cards.format(1, "uk")
    with pytest.raises(ValueError, match=unknown):
        cards.name(1, "uk")
    for number in (-1, 1 << 32):
        with pytest.raises(ValueError, match=f"{number} is no set of cards"):
            cards.format(number)
    for bit in (-1, 32):
        with pytest.raises(ValueError, match=f"{bit} is no card"):
            cards.name(bit)
    with pytest.raises(ValueError, match=r"unknown card 'HT' \(de notation"):
        cards.parse("HT", "de")


@given(st.text(max_size=8))
def test_any_text_is_read_or_refused_with_its_token(text: str) -> None:
    if reads(text, "iss"):
        held = cards.parse(text)
        assert cards.parse(cards.format(held)) == held
    else:
        tokens = "|".join(re.escape(repr(token)) for token in cards.split(text))
        with pytest.raises(ValueError, match=tokens):
            cards.parse(text)
