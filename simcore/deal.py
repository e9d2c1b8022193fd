"""Deals: the random draw of some cards from a deck, which every game deals with.

Drawing the cards of each place directly, a partial Fisher-Yates draw, is the same law as shuffling
the pack and dealing it out, only faster.
"""

from simcore.jit import inlined
from simcore.rng import DEAL, choose, draw


@inlined
def draw_cards(luck, place, need, left, deck):
    """Draw `need` cards from the first `left` of the deck; what is left stays in front.

    Parameters
    ----------
    luck : uint64
        The luck of the deal.
    place : int64
        Number of the hand or the like that draws, another for each: it has two random words.
    need : int64
        At most 10 cards.
    left : int64
    deck : int64 array
        Sets of one card each.

    Returns
    -------
    cards, left : int64
        The set drawn, and how many cards are left.

    Notes
    -----
    Five choices share a random word: the law is exact to a factor 1 +- 2**-39 for 32 cards,
    2**-35 for 52.
    """
    cards = 0
    for half in range(2):
        word = draw(luck, DEAL, 2 * place + half)
        for _ in range(5 * half, min(5 * half + 5, need)):
            pick, word = choose(word, left)
            left -= 1
            cards |= deck[pick]
            deck[pick] = deck[left]
    return cards, left
