"""Sets of cards as int64: one bit a card, the sign never used."""

from simcore.jit import helper


@helper
def count(cards):
    """Number of cards in the set; the loop becomes one POPCNT instruction."""
    number = 0
    while cards:
        cards &= cards - 1
        number += 1
    return number


@helper
def lowest(cards):
    """The lowest card of the set, 0 of an empty set."""
    return cards & -cards


@helper
def highest(cards):
    """The highest card of a set of bits 0..31, 0 of an empty set."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    return cards ^ (cards >> 1)


@helper
def index(card):
    """Bit number of a one-card set."""
    return count(card - 1)


@helper
def nth(cards, rank, most):
    """The card with `rank` cards of the set below it, for `rank` up to `most`.

    The loop runs `most` times whatever the rank, so that the processor need not guess its end.
    """
    for step in range(most):
        cards = cards & (cards - 1) if step < rank else cards
    return cards & -cards
