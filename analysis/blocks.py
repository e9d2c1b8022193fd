"""Long stretches of deals in blocks that fit into memory."""

from __future__ import annotations

from collections.abc import Iterator


def in_blocks(first: int, number: int, most: int) -> Iterator[tuple[int, int]]:
    """Blocks of at most so many deals, in order, as (first deal, number)."""
    for start in range(first, first + number, most):
        yield start, min(most, first + number - start)
