"""Deals once more, slow and obvious; imports nothing from simcore.

A deal is drawn from the pack, lowest card first: ten cards for forehand, ten for middlehand, two
for the skat; rearhand takes what is left. The card drawn last on the table fills the gap of the
one taken. Each random word serves five draws.
"""

from collections.abc import Sequence

from tests.oracle import rng

FOREHAND, MIDDLEHAND, REARHAND, SKAT = range(4)
SIZES = (10, 10, 10, 2)


NOTHING = (0, 0, 0, 0)


def deal(seed: int, number: int, known: Sequence[int] = NOTHING, thrown_in: int = 0) -> list[int]:
    """The cards of the three seats and the skat as 32-bit sets.

    Parameters
    ----------
    seed, number
        The run and the deal.
    known
        Cards that lie where they are.
    thrown_in
        How many deals were thrown in before this one; each new one has luck of its own.
    """
    luck = rng.luck_of(seed, number)
    if thrown_in:
        luck = rng.draw(luck, rng.REDEAL, thrown_in)
    deck = [1 << bit for bit in range(32) if not any(cards >> bit & 1 for cards in known)]
    places = list(known)
    for place in (FOREHAND, MIDDLEHAND, SKAT):
        places[place] += draw_cards(luck, place, SIZES[place] - known[place].bit_count(), deck)
    places[REARHAND] += sum(deck)
    return places


def draw_cards(luck: int, place: int, need: int, deck: list[int]) -> int:
    """So many cards off a deck, as a set."""
    cards = 0
    for drawn in range(need):
        if drawn % 5 == 0:
            word = rng.draw(luck, rng.DEAL, 2 * place + drawn // 5)
        pick, word = rng.choose(word, len(deck))
        cards += deck[pick]
        deck[pick] = deck[-1]
        deck.pop()
    return cards


def packets(order: Sequence[int]) -> list[int]:
    """A pack dealt from the top: three cards each, two to the skat, four each, three each."""
    pack = list(order)
    places = [0, 0, 0, 0]
    rounds = [(FOREHAND, 3), (MIDDLEHAND, 3), (REARHAND, 3), (SKAT, 2)]
    rounds += [(FOREHAND, 4), (MIDDLEHAND, 4), (REARHAND, 4)]
    rounds += [(FOREHAND, 3), (MIDDLEHAND, 3), (REARHAND, 3)]
    for place, number in rounds:
        for _ in range(number):
            places[place] += 1 << pack.pop(0)
    return places
