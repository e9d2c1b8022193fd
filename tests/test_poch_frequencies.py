"""What chance alone decides in soket and sekans, against exact and reference frequencies.

The cards of a deal depend on seed and deal number alone, so hands of different deals are
independent: of every deal one hand is looked at, each seat in its turn.
"""

from functools import lru_cache
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats

import simcore
from analysis.poch import exact
from simcore.poch import make_rules

DEALS = 120_000
RANKS = "23456789TJQKA"

# C(32, 6) = 906,192 hands by the size of the best set and the length of the longest run
SETS_OF_32 = {0: 114_688, 2: 684_096, 3: 104_384, 4: 3_024}
RUNS_OF_32 = {0: 335_488, 2: 490_796, 3: 72_780, 4: 6_708, 5: 408, 6: 12}

# Four million deals of 32 cards each, by number of players: share of deals in which nobody holds
# one, and its standard error.
NOBODY = {
    "soket": {3: (0.002728, 2.6e-5), 4: (0.000535, 1.2e-5), 5: (0.000112, 5.3e-6)},
    "sekans": {3: (0.056778, 1.2e-4), 4: (0.023299, 7.6e-5), 5: (0.009802, 5.0e-5)},
}
# The same source: chance that a holding (size, rank) is the best at the table, three decimals.
BEST = {
    "soket": {
        (2, "T"): (0.119, 0.036, 0.010),
        (2, "J"): (0.197, 0.078, 0.028),
        (2, "Q"): (0.315, 0.162, 0.075),
        (2, "K"): (0.490, 0.327, 0.205),
        (2, "A"): (0.738, 0.637, 0.552),
        (3, "7"): (0.747, 0.650, 0.566),
        (3, "Q"): (0.916, 0.876, 0.838),
    },
    "sekans": {
        (2, "Q"): (0.475, 0.326, 0.223),
        (2, "K"): (0.623, 0.491, 0.387),
        (2, "A"): (0.743, 0.643, 0.557),
        (3, "J"): (0.884, 0.831, 0.782),
        (3, "A"): (0.967, 0.949, 0.934),
    },
}


@lru_cache(maxsize=8)
def rows_of(players: int, pack: int) -> Any:
    """Sessions of one deal: every circle holds the antes alone, every dealer is drawn by lot."""
    rules = make_rules(players=players, pack=pack, session_deals=1)
    return simcore.rows("poch", rules=rules, players="random", deals=DEALS, seed=86)


def one_a_deal(rows: Any, column: str) -> Any:
    """A column of one seat of every deal, the seats in turn."""
    players = int(rows["players"][0])
    values = np.stack([rows[f"{column}_{seat}"] for seat in range(players)])
    return values[np.arange(len(rows)) % players, np.arange(len(rows))]


def chi_square(observed: dict[Any, int], shares: dict[Any, float]) -> float:
    """The p value; cells that expect fewer than five hands are joined."""
    assert set(observed) <= set(shares)
    assert sum(shares.values()) == pytest.approx(1)
    n = sum(observed.values())
    pairs = sorted((n * share, observed.get(cell, 0)) for cell, share in shares.items())
    rare = [pair for pair in pairs if pair[0] < 5]
    kept = pairs[len(rare) :]
    joined = (sum(e for e, _ in rare), sum(o for _, o in rare))
    expected, seen = np.array([*([joined] if rare else []), *kept], dtype=float).T
    return float(stats.chisquare(seen, expected * seen.sum() / expected.sum()).pvalue)


def counted(keys: Any) -> dict[tuple[int, str | None], int]:
    """Hands by size and rank."""
    values, numbers = np.unique(keys >> 1, return_counts=True)
    cells = [(v >> 4, RANKS[v & 15] if v else None) for v in values.tolist()]
    return dict(zip(cells, numbers.tolist(), strict=True))


def by_size(cells: dict[tuple[int, str | None], Any]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    for (size, _), number in cells.items():
        found[size] = found.get(size, 0) + number
    return found


def shares_of(auction: str, pack: int) -> dict[tuple[int, str | None], float]:
    """What the analysis holds for exact, by size and rank."""
    players = {24: 3, 32: 4, 52: 6}[pack]
    columns = exact.COLUMNS[auction]
    frame = exact.shares(auction, columns, make_rules(players=players, pack=pack))
    return {
        (int(size), rank if isinstance(rank, str) else None): share
        for size, rank, share in frame[[*columns, "exact"]].itertuples(index=False)
    }


@lru_cache(maxsize=1)
def enumerated_24() -> dict[str, dict[tuple[int, str | None], float]]:
    """Every hand of 24 cards, card by card: 4 suits by 6 ranks from the nine on."""
    hands = np.array(list(combinations(range(24), 6)), dtype=np.int8)
    held = np.zeros((len(hands), 4, 6), dtype=bool)
    held[np.arange(len(hands))[:, None], hands // 6, hands % 6] = True
    sets = np.zeros(len(hands), dtype=np.int64)
    runs = np.zeros(len(hands), dtype=np.int64)
    for rank in range(6):
        number = held[:, :, rank].sum(axis=1)
        sets = np.maximum(sets, np.where(number > 1, 16 * number + rank + 7, 0))
        for size in range(2, rank + 2):
            whole = held[:, :, rank - size + 1 : rank + 1].all(axis=2).any(axis=1)
            runs = np.maximum(runs, np.where(whole, 16 * size + rank + 7, 0))
    return {
        auction: {cell: n / len(hands) for cell, n in counted(keys << 1).items()}
        for auction, keys in (("soket", sets), ("sekans", runs))
    }


@pytest.mark.parametrize(("auction", "table"), [("soket", SETS_OF_32), ("sekans", RUNS_OF_32)])
def test_shares_of_32_cards_are_the_known_ones(auction: str, table: dict[int, int]) -> None:
    expected = {size: number / comb(32, 6) for size, number in table.items()}
    assert by_size(shares_of(auction, 32)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("auction", ["soket", "sekans"])
def test_shares_of_24_cards_are_those_of_all_hands(auction: str) -> None:
    assert shares_of(auction, 24) == pytest.approx(enumerated_24()[auction], rel=1e-12)


@pytest.mark.parametrize(("players", "pack"), [(4, 32), (3, 24), (6, 52)])
@pytest.mark.parametrize("auction", ["soket", "sekans"])
def test_best_sets_and_longest_runs_are_as_frequent_as_they_must_be(
    auction: str, players: int, pack: int
) -> None:
    seen = counted(one_a_deal(rows_of(players, pack), f"{auction}_key"))
    assert sum(seen.values()) == DEALS
    shares = shares_of(auction, pack)
    assert chi_square(seen, shares) > 0.001
    assert chi_square(by_size(seen), by_size(shares)) > 0.001


def test_a_wrong_table_would_be_seen() -> None:
    seen = by_size(counted(one_a_deal(rows_of(4, 32), "soket_key")))
    shares = by_size(shares_of("soket", 32))
    moved = {**shares, 2: shares[2] + 0.005, 3: shares[3] - 0.005}
    assert chi_square(seen, moved) < 0.001


@pytest.mark.parametrize("players", [3, 4, 5])
def test_circles_are_claimed_as_often_as_they_must_be(players: int) -> None:
    """The card turned up is the dealer's, of the other 31 each player holds six."""
    rows = rows_of(players, 32)
    rate = 1 / 8 + 7 / 8 * 6 * players / 31
    for rank in RANKS[5:]:
        claimed = float((rows[f"circle_{rank}"] == 0).mean())
        assert abs(claimed - rate) < 4 * sqrt(rate * (1 - rate) / DEALS), rank


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_dealer_takes_one_circle_more(players: int) -> None:
    rows = rows_of(players, 32)
    chips = np.stack([rows[f"circles_{seat}"] for seat in range(players)])
    number = chips / players  # every circle holds one chip of each
    for position in range(players):
        seats = (rows["dealer"].astype(int) + position) % players
        taken = number[seats, np.arange(DEALS)]
        expected = 42 / 31 + (position == 0)
        assert abs(taken.mean() - expected) < 4 * taken.std() / sqrt(DEALS), position


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("auction", ["soket", "sekans"])
def test_nobody_holds_one_as_often_as_the_reference_says(auction: str, players: int) -> None:
    rows = rows_of(players, 32)
    rate, error = NOBODY[auction][players]
    nobody = rows[f"{auction}_how"] == 3
    keys = np.stack([rows[f"{auction}_key_{seat}"] for seat in range(players)])
    assert (nobody == (keys == 0).all(axis=0)).all()
    assert abs(float(nobody.mean()) - rate) < 4 * sqrt(rate * (1 - rate) / DEALS + error**2)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("auction", ["soket", "sekans"])
def test_a_holding_is_the_best_as_often_as_the_reference_says(auction: str, players: int) -> None:
    rows = rows_of(players, 32)
    keys = np.stack([rows[f"{auction}_key_{seat}"] for seat in range(players)]).astype(int)
    behind = (np.arange(players)[:, None] - rows["dealer"] - 1) % players
    # equal runs: the nearest to the dealer's left, so seats further behind count less
    best = (16 * keys - behind).argmax(axis=0) == np.arange(DEALS) % players
    mine = one_a_deal(rows, f"{auction}_key") >> 1
    for (size, rank), rates in BEST[auction].items():
        held = mine == (16 * size + RANKS.index(rank))
        rate, n = rates[players - 3], int(held.sum())
        assert n > 500
        error = sqrt(rate * (1 - rate) / n)
        assert abs(float(best[held].mean()) - rate) < 4 * error + 0.0005, (size, rank)
