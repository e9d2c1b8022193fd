"""The numbers of the charts, counted again in plain numpy from the rows of the same deals."""

import json
from collections import Counter
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from scipy.stats import chisquare, ttest_rel
from statsmodels.stats.proportion import proportion_confint

import analysis
import simcore
from analysis import ClusterSums, clustered_wilson
from analysis.breakeven import break_even
from analysis.frames import NoDataError, grand_chart, seat_effect, split_impact, suit_map
from simcore.skat import load_player
from tests import features as f

EXACT = json.loads((Path(__file__).parent / "data" / "exact.json").read_text("utf-8"))
HANDS = comb(32, 10)
RUNS: dict[str, dict[str, Any]] = {
    "plain": {"deals": 20_000, "seed": 3},
    "rotated": {
        "deals": 4_000, "seed": 4, "rotate": True, "rules": "preisskat",
        "players": ("expert", "simple", "club"),
    },
    "forced": {
        "deals": 20_000, "seed": 5,
        "scenario": simcore.Scenario(declarer="forehand", contract="H"),
    },
    "grand": {
        "deals": 20_000, "seed": 6,
        "scenario": simcore.Scenario(declarer="rearhand", contract="G"),
    },
    "polish": {"deals": 4_000, "seed": 7, "rules": "polish"},
}  # fmt: skip

Rows = npt.NDArray[np.void]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the runs."""
    folder = tmp_path_factory.mktemp("runs")
    for name, settings in RUNS.items():
        simcore.simulate(out=folder / name, **settings)
    return folder


def frame_of(home: Path, run: str, chart: Any, **options: Any) -> pd.DataFrame:
    with analysis.open(home / run) as log:
        frame: pd.DataFrame = chart.frame(log, **options)
    return frame


def rows_of(run: str, contracts: str) -> Rows:
    """Rows of a run, those of some contracts."""
    rows = simcore.rows(**RUNS[run])
    wanted = [simcore.skat.CONTRACTS.index(letter) for letter in contracts]
    return rows[np.isin(rows["contract"], wanted)]


def hands_of(rows: Rows) -> Any:
    """The three hands, (rows, 3)."""
    seats = ("forehand", "middlehand", "rearhand")
    return np.stack([rows[f"hand_{seat}"] for seat in seats], axis=1)


def own_of(rows: Rows) -> Any:
    """The ten cards dealt to each declarer."""
    return hands_of(rows)[np.arange(len(rows)), rows["declarer"]]


def by_suit(rows: Rows, counted: Any, cards: Any) -> Any:
    """A feature that depends on the trump suit."""
    return np.choose(rows["contract"], [counted(cards, suit) for suit in f.SUITS])


def seats_of(rows: Rows, run: str) -> Any:
    other = "rearhand" if run == "grand" else "other"
    return np.where(rows["declarer"] == 0, "forehand", other)


def rate_of(rows: Rows) -> tuple[int, int, float, float]:
    """n, wins and the Wilson limits, of deals where they have several rows."""
    n, wins = len(rows), int(rows["won"].sum())
    if not n:
        return 0, 0, np.nan, np.nan
    low, high = proportion_confint(wins, n, method="wilson")
    if len(np.unique(rows["deal_id"])) < n:
        _, deal = np.unique(rows["deal_id"], return_inverse=True)
        low, high = clustered_wilson(
            ClusterSums.of(np.bincount(deal, rows["won"]), np.bincount(deal))
        )
    return n, wins, low, high


def check_cell(cell: dict[str, Any], rows: Rows, loss: tuple[float, float]) -> None:
    """All numbers of a cell of win rates against its rows."""
    n, wins, low, high = rate_of(rows)
    assert (cell["n"], cell["wins"]) == (n, wins)
    if not n:
        assert np.isnan(cell["win_rate"])
        assert not cell["clear"]
        return
    even = float(np.where(rows["hand"], loss[1] / (1 + loss[1]), loss[0] / (1 + loss[0])).mean())
    known = (wins / n, low, high, even, wins / n - even, low - even, high - even)
    names = ("win_rate", "win_low", "win_high", "break_even")
    found = [cell[name] for name in (*names, "margin", "margin_low", "margin_high")]
    assert found == pytest.approx(known, abs=1e-12)
    assert cell["clear"] == (n >= 200 and not low <= even <= high)


LOSS = {"plain": (2, 2), "rotated": (2, 1), "forced": (2, 2), "grand": (2, 2), "polish": (2, 2)}


# ---- suit_map ----------------------------------------------------------------------------------


@pytest.mark.parametrize("run", ["plain", "rotated", "forced"])
def test_suit_map_counts_the_rows(home: Path, run: str) -> None:
    rows, frame = rows_of(run, "DHSC"), frame_of(home, run, suit_map)
    cards = own_of(rows)
    trumps = by_suit(rows, f.trumps, cards)
    told = np.stack(
        [
            f.jacks(cards),
            cards >> np.uint32(31),
            trumps,
            f.aces(cards) - by_suit(rows, lambda c, suit: f.plain(c, suit) >> 6, cards),
        ]
    )
    seats = seats_of(rows, run)
    assert list(frame["seat"].unique()) == (["forehand"] if run == "forced" else [*SEATS])
    for cell in frame.to_dict("records"):
        key = [cell[name] for name in ("jacks", "club_jack", "trumps", "side_aces")]
        same = (told == np.array(key)[:, None]).all(axis=0) & (seats == cell["seat"])
        check_cell(cell, rows[same], LOSS[run])
    assert frame["n"].sum() == ((trumps >= 3) & (trumps <= 9)).sum() > 0


SEATS = ("forehand", "other")


def test_frequencies_of_suit_hands_are_exact() -> None:
    jacks, trumps, club, side = (Counter[str]() for _ in range(4))
    for (number, held), length, aces in product(suit_map.JACK_SETS, range(11), range(4)):
        hands = suit_map.hands_with(number, bool(held), length, aces)
        jacks[str(number)] += hands
        trumps[str(length)] += hands
        club[str(held)] += hands
        side[str(aces)] += hands
    assert jacks == EXACT["hand10"]["jacks"]["counts"]
    assert trumps == EXACT["hand10"]["trumps_in_a_given_suit"]["counts"]
    assert club["1"] * 32 == 10 * HANDS  # a given card is in 10 hands of 32
    assert side == {str(k): comb(3, k) * comb(29, 10 - k) for k in range(4)}


def test_forced_suit_hands_come_as_often_as_they_should(home: Path) -> None:
    frame = frame_of(home, "forced", suit_map)
    assert chi_square(frame, RUNS["forced"]["deals"]) > 0.001


def chi_square(frame: pd.DataFrame, deals: int) -> float:
    """p-value of the numbers of hands in cells that expect 5 or more, the rest as one."""
    expected = deals * frame["frequency"].to_numpy()
    often = expected >= 5
    seen, wanted = frame["n"].to_numpy()[often], expected[often]
    rest = deals - wanted.sum()
    return float(chisquare([*seen, deals - seen.sum()], [*wanted, rest]).pvalue)


def test_suit_map_is_for_jacks_that_are_trumps(home: Path) -> None:
    with pytest.raises(NoDataError, match="jacks are no trumps under rules 'polish'"):
        frame_of(home, "polish", suit_map)
    with pytest.raises(NoDataError, match="no suit game"):
        frame_of(home, "grand", suit_map)


# ---- grand_chart -------------------------------------------------------------------------------


@pytest.mark.parametrize("run", ["plain", "rotated", "grand"])
def test_grand_chart_counts_the_rows(home: Path, run: str) -> None:
    rows, frame = rows_of(run, "G"), frame_of(home, run, grand_chart)
    cards = own_of(rows)
    under = [(f.plain(cards, suit) & 0b1100000) == 0b1100000 for suit in f.SUITS]
    told = np.stack([f.jacks(cards), f.aces(cards), np.any(under, axis=0)])
    seats = seats_of(rows, run)
    for cell in frame.to_dict("records"):
        key = [cell[name] for name in ("jacks", "aces", "ten")]
        chosen = rows[(told == np.array(key)[:, None]).all(axis=0) & (seats == cell["seat"])]
        check_cell(cell, chosen, LOSS[run])
        rule = cell["jacks"] + cell["aces"] + (cell["seat"] == "forehand") >= 5
        assert cell["rule"] == rule
        assert cell["disagrees"] == (len(chosen) > 0 and rule != (cell["margin"] > 0))
    assert frame["n"].sum() == len(rows) > 0
    assert frame["disagrees"].any()


def test_frequencies_of_grand_hands_are_exact() -> None:
    # Suit by suit: no ace and any of 6 cards; ace without ten; ace and ten; and any of 5 more.
    ways: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})  # cards, aces, tens under aces
    for _ in range(4):
        more: Counter[tuple[int, int, int]] = Counter()
        for (cards, aces, tens), number in ways.items():
            for size in range(7):
                more[cards + size, aces, tens] += number * comb(6, size)
                more[cards + 1 + size, aces + 1, tens] += number * comb(5, size)
                more[cards + 2 + size, aces + 1, tens + 1] += number * comb(5, size)
        ways = more
    sums: Counter[str] = Counter()
    for jacks, aces, ten in product(range(5), range(5), (False, True)):
        known = sum(n for (c, a, t), n in ways.items() if (c, a) == (10 - jacks, aces)
                    and (t > 0) == ten)  # fmt: skip
        hands = grand_chart.hands_with(jacks, aces, ten)
        assert hands == comb(4, jacks) * known
        sums[str(jacks + aces)] += hands
    assert sums == EXACT["hand10"]["jacks_plus_aces"]["counts"]


def test_forced_grands_come_as_often_as_they_should(home: Path) -> None:
    frame = frame_of(home, "grand", grand_chart)
    assert frame["frequency"].sum() == pytest.approx(1, abs=1e-12)
    assert chi_square(frame, RUNS["grand"]["deals"]) > 0.001


def test_grand_chart_wants_grands(home: Path) -> None:
    with pytest.raises(NoDataError, match="no Grand"):
        frame_of(home, "forced", grand_chart)


# ---- split_impact ------------------------------------------------------------------------------


def test_probabilities_of_splits_are_exact() -> None:
    for missing in split_impact.MISSING:
        table = EXACT["splits"]["after_pickup_20_unseen"][str(missing)]
        for split, ways in table["counts"].items():
            longer = int(split.split("-")[0])
            assert split_impact.probability(missing, longer) == ways / table["total"]
    known = {(4, 2): 0.41796, (4, 3): 0.49536, (4, 4): 0.08669, (5, 3): 0.69659, (6, 6): 0.01084}
    for (missing, longer), chance in known.items():
        assert split_impact.probability(missing, longer) == pytest.approx(chance, abs=6e-6)


@pytest.mark.parametrize("run", ["plain", "rotated", "forced", "polish"])
def test_split_impact_counts_the_rows(home: Path, run: str) -> None:
    rows, frame = rows_of(run, "DHSC"), frame_of(home, run, split_impact)
    trumps = f.null_length if run == "polish" else f.trumps
    held = [by_suit(rows, trumps, hands_of(rows)[:, seat]) for seat in range(3)]
    others = np.stack(held, axis=1)
    others[np.arange(len(rows)), rows["declarer"]] = 0
    missing, longer = others.sum(axis=1), others.max(axis=1)
    for cell in frame.to_dict("records"):
        of = rows[missing == cell["missing"]]
        chosen = longer[missing == cell["missing"]] == cell["longer"]
        check_cell(cell, of[chosen], LOSS[run])
        seen = of.copy()
        seen["won"] = chosen  # the share is a rate of its own
        n, many, low, high = rate_of(seen)
        assert cell["of_n"] == n
        assert [cell[name] for name in ("share", "share_low", "share_high")] == pytest.approx(
            [many / n, low, high], abs=1e-12
        )
    assert " ".join(frame["split"]) == "2-2 3-1 4-0 3-2 4-1 5-0 3-3 4-2 5-1 6-0"
    assert frame["n"].sum() == np.isin(missing, [4, 5, 6]).sum() > 0


def test_forced_splits_are_hypergeometric(home: Path) -> None:
    frame = frame_of(home, "forced", split_impact)
    for _, cells in frame.groupby("missing"):
        expected = cells["probability"] * cells["n"].sum()
        assert chisquare(cells["n"], expected).pvalue > 0.001


def test_split_impact_wants_suit_games(home: Path) -> None:
    with pytest.raises(NoDataError, match="no suit game with 4 to 6 trumps missing"):
        frame_of(home, "grand", split_impact)


# ---- seat_effect -------------------------------------------------------------------------------

SAMPLE = 15


@cache
def played_again(run: str) -> tuple[Any, Any, Any]:
    """Contract, deal and whether won from each seat, one game at a time."""
    settings = {name: RUNS[run].get(name) for name in ("rules", "rotate") if name in RUNS[run]}
    table = RUNS[run].get("players", ("expert",) * 3)
    scenario = RUNS[run].get("scenario")
    sample = simcore.rows(
        deals=SAMPLE, first=1 << 43, seed=RUNS[run]["seed"], players=table, scenario=scenario,
        **settings,
    )  # fmt: skip
    games = sample[sample["declarer"] >= 0]
    places: Counter[Any] = Counter()
    won = [all_seats(row, table, RUNS[run]["seed"], places) for row in games]
    return games["contract"], games["deal_id"], np.array(won)


def all_seats(row: Any, table: tuple[str, str, str], seed: int, places: Counter[Any]) -> list[bool]:
    """Whether the game of a row is won from each seat; games of a kind are the deals 0, 1, ..."""
    seated = [load_player(table[(seat + row["rotation"]) % 3]) for seat in range(3)]
    hands = [int(row[f"hand_{seat}"]) for seat in ("forehand", "middlehand", "rearhand")]
    won = [False] * 3
    for step in range(3):  # everybody moves one seat on, with cards in hand
        declarer = (int(row["declarer"]) + step) % 3
        words = tuple(
            word
            for word in ("schneider", "schwarz", "ouvert")
            if row[word if word == "ouvert" else f"announced_{word}"]
        )
        names = tuple(player.name for player in seated)
        kind = (names, declarer, int(row["contract"]), bool(row["hand"]), words)
        place = places[kind]
        places[kind] += 1
        scenario = simcore.Scenario(
            deals=[[*hands, int(row["skat"])]] * (place + 1),
            declarer=declarer,
            contract=simcore.skat.CONTRACTS[row["contract"]],
            hand=bool(row["hand"]),
            announced=words,
        )
        one, two, three = seated
        played = simcore.rows(
            players=(one, two, three), first=place, deals=1, seed=seed, scenario=scenario
        )
        won[declarer] = bool(played["won"][0])
        hands, seated = [hands[-1], *hands[:-1]], [seated[-1], *seated[:-1]]
    return won


@pytest.mark.parametrize("run", ["plain", "rotated", "grand"])
def test_seat_effect_plays_the_same_cards_from_every_seat(home: Path, run: str) -> None:
    frame = frame_of(home, run, seat_effect, deals=SAMPLE)
    contract, _, won = played_again(run)
    letters = simcore.skat.CONTRACTS
    names = [letters[k] for k in np.unique(contract)]
    names += ["all"] if len(names) > 1 else []
    assert (run == "grand") == (names == ["G"])
    assert list(frame["contract"].unique()) == names
    for cell in frame.to_dict("records"):
        chosen = np.isin(
            contract, [letters.find(cell["contract"]), *range(9 * (cell["contract"] == "all"))]
        )
        seat = ("forehand", "middlehand", "rearhand").index(cell["seat"])
        assert cell["n"] == chosen.sum()
        assert cell["win_rate"] == pytest.approx(won[chosen, seat].mean())
        less = won[chosen, seat].astype(int) - won[chosen, 0]
        if seat:
            assert cell["less"] == pytest.approx(less.mean())
        else:
            assert np.isnan(cell["less"])
        if run != "rotated":
            limits = proportion_confint(won[chosen, seat].sum(), chosen.sum(), method="wilson")
            assert (cell["win_low"], cell["win_high"]) == pytest.approx(limits, abs=1e-12)
            if less.std():
                paired = ttest_rel(won[chosen, seat].astype(int), won[chosen, 0].astype(int))
                limits = paired.confidence_interval(0.95)
                assert (cell["less_low"], cell["less_high"]) == pytest.approx(tuple(limits))
    assert won.std() > 0


def test_seat_effect_of_a_rotated_run_counts_deals(home: Path) -> None:
    frame = frame_of(home, "rotated", seat_effect, deals=SAMPLE)
    _, deal, won = played_again("rotated")
    _, place = np.unique(deal, return_inverse=True)
    cell = frame[(frame["contract"] == "all") & (frame["seat"] == "rearhand")].iloc[0]
    sums = ClusterSums.of(np.bincount(place, won[:, 2]), np.bincount(place))
    assert (cell["win_low"], cell["win_high"]) == pytest.approx(clustered_wilson(sums))
    total, size = np.bincount(place, won[:, 2].astype(int) - won[:, 0]), np.bincount(place)
    assert len(size) < size.sum()
    low, high = analysis.clustered_t(ClusterSums.of(total, size))
    assert (cell["less_low"], cell["less_high"]) == pytest.approx((low, high))


def test_seat_effect_never_depends_on_threads(home: Path) -> None:
    one, two = (frame_of(home, "plain", seat_effect, deals=500, threads=k) for k in (1, 2))
    pd.testing.assert_frame_equal(one, two, check_exact=True)


def test_seat_effect_tells_how_far_it_is(home: Path) -> None:
    told: list[Any] = []
    frame_of(home, "plain", seat_effect, deals=500, on_progress=told.append)
    assert told
    assert [one.deals for one in told] == sorted(one.deals for one in told)
    games = np.sum(simcore.rows(deals=500, first=1 << 43, seed=3)["declarer"] >= 0)
    assert told[-1].deals == told[-1].total == 500 + 3 * games


def test_seat_effect_says_why_it_cannot_play(tmp_path: Path) -> None:
    deal = simcore.rows(deals=1, seed=1)[0]
    places = ("hand_forehand", "hand_middlehand", "hand_rearhand", "skat")
    given = simcore.Scenario(deals=[[int(deal[place]) for place in places]])
    simcore.simulate(out=tmp_path / "given", deals=1, scenario=given)
    with pytest.raises(NoDataError, match="given by a file"):
        frame_of(tmp_path, "given", seat_effect, deals=10)


def test_break_even_follows_the_losses(home: Path) -> None:
    with analysis.open(home / "plain") as log:
        assert break_even(log) == (2 / 3, 2 / 3)
        assert break_even(log).skat == EXACT["break_even"]["plain"][0] / 3
    with analysis.open(home / "rotated") as log:
        assert break_even(log) == (2 / 3, 1 / 2)


def test_seat_effect_leaves_slow_players_alone() -> None:
    settings = simcore.run_settings(deals=1, players=("expert", "expert", "pimc"))
    log: Any = SimpleNamespace(manifest={"settings": settings})
    with pytest.raises(NoDataError, match="player pimc takes too long"):
        seat_effect.frame(log)
