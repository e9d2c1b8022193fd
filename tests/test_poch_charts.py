"""Charts of soket and sekans: their numbers counted again, what is drawn, files and commands."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from math import comb, nan
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import analysis
import simcore
from analysis import ClusterSums, clustered_t, clustered_wilson, gallery
from analysis.charts import style
from analysis.frames import NoDataError
from analysis.gallery import GALLERIES
from analysis.poch.charts import gains as gains_chart
from analysis.poch.frames import circles, endings, opening, seeing
from analysis.poch.frames.gains import Gains, gains, lowest_paying
from analysis.poch.frames.scale import coarse, frequencies, full
from analysis.poch.frames.table import FIRST, Table, table_of
from analysis.poch.load import PochLog
from scripts import cli
from simcore.poch import RULES, Scenario, actions_of, load_player, load_rules
from simcore.poch.auction import SEE
from simcore.poch.rules import AUCTIONS, SEKANS, SOKET, make_rules
from tests.exhibits import deal_fewer
from tests.oracle import poch_holdings
from tests.oracle.poch_row import card_of, hand_of
from tests.test_gallery import texts_of

NAMES = gallery.POCH_NAMES
RUNS: dict[str, dict[str, Any]] = {
    # 30 sessions and a part of one
    "plain": {"deals": 970, "seed": 3, "players": "simple"},
    "turned": {
        "deals": 160, "seed": 4, "first": 64, "rotate": True, "seats": 3, "rules": "court",
        "players": ("simple", "random", "expert"),
    },
    "poker": {"deals": 320, "seed": 5, "players": "simple", "rules": "poker"},
    "six": {"deals": 64, "seed": 6, "players": "simple", "seats": 6},
}  # fmt: skip
DEALS = 1_500  # of charts that deal again
SIX = 200
DEAL_AGAIN = ("soket_chance", "sekans_chance", "opening", "seeing")

Rows = Any


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the runs."""
    folder = tmp_path_factory.mktemp("runs")
    for name, settings in RUNS.items():
        simcore.simulate("poch", out=folder / name, command="simcore run ...", **settings)
    return folder


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in DEAL_AGAIN:
        deal_fewer(monkeypatch, "poch", name, deals=SIX)


@pytest.fixture(scope="module")
def frames(home: Path) -> dict[tuple[str, str], pd.DataFrame]:
    """Frames by run and chart, made once."""
    made = {}
    for run in RUNS:
        with analysis.open(home / run) as log:
            for name in NAMES:
                number = SIX if run == "six" else DEALS
                more = {"deals": number} if name in DEAL_AGAIN else {}
                made[run, name] = GALLERIES["poch"][name].frame(log, **more)
    return made


Frames = dict[tuple[str, str], pd.DataFrame]


def opened(home: Path, run: str) -> PochLog:
    log = analysis.open(home / run)
    assert isinstance(log, PochLog)
    return log


def rows_of(run: str) -> Rows:
    return simcore.rows("poch", **RUNS[run])


def seats_of(rows: Rows) -> range:
    return range(int(rows["players"][0]))


def sessions_of(rows: Rows) -> Any:
    return np.unique(rows["session"], return_inverse=True)[1]


def cluster_sums(session: Any, totals: Any) -> ClusterSums:
    """Sums by session, of rows that are there."""
    return ClusterSums.of(np.bincount(session, totals), np.bincount(session))


# ---- scales --------------------------------------------------------------------------------------


def test_scales_name_every_holding_once() -> None:
    scale = full(SOKET, RULES["karuzela"])
    assert scale.names[:3] == ("none", "pair 7", "pair 8")
    assert scale.names[-1] == "quad A"
    assert len(scale) == 25
    runs = full(SEKANS, RULES["karuzela"])
    # a run of n cards ends at one of 9 - n ranks
    assert len(runs) == 1 + sum(9 - n for n in range(2, 7))
    assert [runs.names[k] for k in (1, 8, -1)] == ["run 2 8", "run 3 9", "run 6 A"]
    flush = make_rules(sekans=1)
    assert full(SEKANS, flush).names[1] == "flush 2 8"
    holdings = ((0, 0, 0), (2, 5, 0), (2, 12, 1), (3, 5, 1), (4, 12, 0))
    keys = np.array([poch_holdings.key(holding) for holding in holdings])
    assert [scale.names[k] for k in scale.classes(keys)] == [
        "none", "pair 7", "pair A", "triple 7", "quad A",
    ]  # fmt: skip
    least = coarse(SOKET, RULES["karuzela"])
    assert least.classes(keys).tolist() == [-1, 0, 7, 8, 8]
    assert least.names[-2:] == ("pair A", "triple or quad")
    assert coarse(SOKET, RULES["poker"]).names[0] == "none"  # who may bluff may stake on it
    assert coarse(SEKANS, flush).names[-1] == "flush 4 or more"


def test_frequencies_are_those_of_the_rules() -> None:
    shares = pd.Series(frequencies(SOKET, RULES["karuzela"]))
    size = full(SOKET, RULES["karuzela"]).keys >> 5
    counted = (shares.groupby(size).sum() * comb(32, 6)).round().astype(int)
    assert counted.to_dict() == {0: 114_688, 2: 684_096, 3: 104_384, 4: 3_024}
    shares = pd.Series(frequencies(SEKANS, RULES["karuzela"]))
    size = full(SEKANS, RULES["karuzela"]).keys >> 5
    counted = (shares.groupby(size).sum() * comb(32, 6)).round().astype(int)
    assert counted.to_dict() == {0: 335_488, 2: 490_796, 3: 72_780, 4: 6_708, 5: 408, 6: 12}


# ---- chances -------------------------------------------------------------------------------------

# Chance to have the best of the table, by players: pairs T to A, triples 7 and Q; runs
BEST = {
    "soket_chance": {
        3: (0.119, 0.197, 0.315, 0.490, 0.738, 0.747, 0.916),
        4: (0.036, 0.078, 0.162, 0.327, 0.637, 0.650, 0.876),
        5: (0.010, 0.028, 0.075, 0.205, 0.552, 0.566, 0.838),
    },
    "sekans_chance": {
        3: (0.475, 0.623, 0.743, 0.884, 0.967),
        4: (0.326, 0.491, 0.643, 0.831, 0.949),
        5: (0.223, 0.387, 0.557, 0.782, 0.934),
    },
}
HOLDINGS = {
    "soket_chance": ("pair T", "pair J", "pair Q", "pair K", "pair A", "triple 7", "triple Q"),
    "sekans_chance": ("run 2 Q", "run 2 K", "run 2 A", "run 3 J", "run 3 A"),
}


@pytest.mark.parametrize("name", BEST)
def test_best_of_the_table_agrees_with_the_reference(name: str, home: Path) -> None:
    with opened(home, "plain") as log:
        frame = GALLERIES["poch"][name].frame(log, deals=60_000)
    best = frame[frame["what"] == "best"].set_index(["players", "holding"])
    for players, known in BEST[name].items():
        for holding, chance in zip(HOLDINGS[name], known, strict=True):
            cell = best.loc[(players, holding)]
            error = np.sqrt(chance * (1 - chance) / cell["n"])
            assert abs(cell["chance"] - chance) < 4.5 * error + 0.0006, (players, holding)


def dealt(table: Table, deals: int) -> Rows:
    return simcore.rows(
        "poch", rules=table.rules, players=table.players, seed=table.seed, deals=deals, first=FIRST
    )


@pytest.mark.parametrize("run", ["plain", "turned", "six"])
@pytest.mark.parametrize("auction", AUCTIONS)
def test_best_of_the_table_counted_by_hand(
    run: str, auction: str, home: Path, frames: Frames
) -> None:
    frame = frames[run, f"{auction}_chance"]
    frame = frame[frame["what"] == "best"]
    with opened(home, run) as log:
        table = table_of(log)
    holding = getattr(poch_holdings, auction)
    assert frame["players"].unique().tolist() == ([6, 7, 8] if run == "six" else [3, 4, 5])
    players = table.rules.players
    rows = dealt(table.single_deals(), SIX if run == "six" else DEALS)
    held: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    scale = full(AUCTIONS.index(auction), table.rules)
    names = dict(zip((scale.keys // 2).tolist(), scale.names, strict=True))
    for row in rows:
        trump = card_of(int(row["turn_up"]))[0]
        hands = [holding(hand_of(int(row[f"hand_{k}"])), trump) for k in range(players)]
        order = [(int(row["dealer"]) + step) % players for step in range(1, players + 1)]
        best = poch_holdings.best_of(hands, order)
        for seat, one in enumerate(hands):
            counts = held[names[poch_holdings.key(one) // 2]]
            counts[0] += 1
            counts[1] += seat == best and one[0] > 0
    assert sum(n for n, _ in held.values()) == players * len(rows)
    for cell in frame[frame["players"] == players].to_dict("records"):
        n, best = held[cell["holding"]]
        assert cell["n"] == n
        if not n:
            assert np.isnan(cell["chance"])
            continue
        assert cell["chance"] == pytest.approx(best / n, abs=1e-12)
        assert cell["chance_low"] <= cell["chance"] <= cell["chance_high"]
        if cell["clusters"] == n:  # one a deal: plain trials
            limits = proportion_confint(best, n, method="wilson")
            assert (cell["chance_low"], cell["chance_high"]) == pytest.approx(limits, abs=1e-12)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("auction", AUCTIONS)
def test_circles_won_in_the_run(run: str, auction: str, frames: Frames) -> None:
    rows, frame = rows_of(run), frames[run, f"{auction}_chance"]
    frame = frame[frame["what"] == "won"]
    seats = seats_of(rows)
    key = np.concatenate([rows[f"{auction}_key_{k}"] for k in seats]) >> 1 << 1
    won = np.concatenate([rows[f"{auction}_winner"] == k for k in seats])
    session = np.tile(sessions_of(rows), len(seats))
    assert frame["n"].sum() == len(seats) * len(rows)
    rules = load_rules(RUNS[run].get("rules", "karuzela"), len(seats))
    scale = full(AUCTIONS.index(auction), rules)
    assert frame["holding"].tolist() == list(scale.names)
    for least, cell in zip(scale.keys, frame.to_dict("records"), strict=True):
        mine = key == least
        assert cell["n"] == mine.sum()
        if mine.any():
            sums = cluster_sums(session[mine], won[mine])
            limits = clustered_wilson(sums)
            found = [cell[name] for name in ("chance", "chance_low", "chance_high", "clusters")]
            known = [won[mine].mean(), *limits, len(np.unique(session[mine]))]
            assert found == pytest.approx(known, abs=1e-12)


# ---- gains ---------------------------------------------------------------------------------------


def rising(means: list[float], weights: list[float]) -> list[float]:
    """Isotonic regression as one does it with a pencil: pool neighbours that fall."""
    blocks: list[list[float]] = []
    for mean, weight in zip(means, weights, strict=True):
        blocks.append([mean, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            (a, v, i), (b, w, j) = blocks.pop(-2), blocks.pop()
            blocks.append([(a * v + b * w) / (v + w), v + w, i + j])
    return [mean for mean, _, length in blocks for _ in range(int(length))]


@pytest.mark.parametrize(
    ("n", "total", "lowest"),
    [
        ([10, 10, 10], [-5, 1, 9], 1),
        ([10, 10, 10], [5, 1, 9], 0),
        ([10, 10, 10], [-5, -1, 0], 3),
        ([10, 0, 10], [-5, 0, 9], 2),  # nothing is known of the second
        ([10, 10, 10], [4, -5, 9], 2),  # pooled: -1 in 20
        ([10, 10, 10], [6, -5, 9], 0),  # pooled: +1 in 20
        ([0, 0], [0, 0], 2),
    ],
)
def test_lowest_that_pays(n: list[int], total: list[float], lowest: int) -> None:
    assert lowest_paying(np.array(n), np.array(total)) == lowest


def test_gains_of_known_deals() -> None:
    scale = coarse(SOKET, make_rules(pack=24, players=3))  # pairs 9 to A, triples and quads
    chance = np.random.default_rng(1)
    cell = chance.integers(0, 7, 4_000)
    gain = chance.integers(-3, 4, 4_000) + 2 * (cell >= 3) - 1
    cell[cell == 5] = 6
    told = gains(Gains(cell, gain, np.arange(len(cell))), scale, 1)
    assert told["holding"].tolist() == list(scale.names)
    for place, line in enumerate(told.to_dict("records")):
        mine = gain[cell == place]
        assert line["n"] == len(mine)
        if not len(mine):
            assert np.isnan(line["gain"])
            assert not line["clear"]
            continue
        low, high = stats.t.interval(0.95, len(mine) - 1, mine.mean(), stats.sem(mine))
        found = [line[name] for name in ("gain", "gain_low", "gain_high")]
        assert found == pytest.approx([mine.mean(), low, high], abs=1e-9)
        assert line["clear"]
    limits = told[["pays_from", "pays_from_low", "pays_from_high"]].drop_duplicates()
    assert limits.to_numpy().tolist() == [["pair Q", "pair Q", "pair Q"]]
    assert told["pays"].tolist() == [False] * 3 + [True] * 4
    pd.testing.assert_frame_equal(gains(Gains(cell, gain, np.arange(len(cell))), scale, 1), told)


def test_limits_of_the_lowest_are_those_of_a_plain_bootstrap() -> None:
    scale = coarse(SOKET, make_rules(pack=24, players=3))
    chance = np.random.default_rng(2)
    cell = chance.integers(0, 7, 300)
    gain = chance.integers(-6, 7, 300) + (cell >= 3)
    told = gains(Gains(cell, gain, np.arange(len(cell))), scale, 1).iloc[0]
    lowest = []
    for _ in range(2_000):  # deals drawn one by one
        drawn = chance.integers(0, 300, 300)
        n = np.bincount(cell[drawn], minlength=7)
        smooth = rising((np.bincount(cell[drawn], gain[drawn], 7) / n).tolist(), n.tolist())
        lowest.append(next((k for k, mean in enumerate(smooth) if mean > 0), 7))
    words = [*scale.names, "never"]
    low, high = np.quantile(lowest, (0.025, 0.975), method="inverted_cdf")
    for name, known in (("pays_from_low", low), ("pays_from_high", high)):
        assert abs(words.index(told[name]) - int(known)) <= 1
    assert low < high


def test_gains_of_one_deal_hang_together() -> None:
    scale = coarse(SOKET, make_rules(pack=24, players=3))
    chance = np.random.default_rng(3)
    cell, deal = chance.integers(0, 7, 900), np.sort(chance.integers(0, 500, 900))
    luck = chance.integers(-4, 5, 500)  # shared by the gains of a deal
    gain = luck[deal] + 2 * (cell >= 3) - 1
    told = gains(Gains(cell, gain, deal), scale, 1)
    for place, line in enumerate(told.to_dict("records")):
        mine = cell == place
        sums = cluster_sums(deal[mine], gain[mine])
        found = [line[name] for name in ("n", "deals", "gain", "gain_low", "gain_high")]
        known = [mine.sum(), len(set(deal[mine])), gain[mine].mean(), *clustered_t(sums)]
        assert found == pytest.approx(known, abs=1e-9)
    lowest, whole = [], [np.flatnonzero(deal == number) for number in np.unique(deal)]
    for _ in range(1_000):  # deals drawn one by one, each with all its gains
        drawn = np.concatenate([whole[k] for k in chance.integers(0, len(whole), len(whole))])
        n = np.bincount(cell[drawn], minlength=7)
        smooth = rising((np.bincount(cell[drawn], gain[drawn], 7) / n).tolist(), n.tolist())
        lowest.append(next((k for k, mean in enumerate(smooth) if mean > 0), 7))
    words = [*scale.names, "never"]
    low, high = np.quantile(lowest, (0.025, 0.975), method="inverted_cdf")
    for name, known in (("pays_from_low", low), ("pays_from_high", high)):
        assert abs(words.index(told[name].iloc[0]) - int(known)) <= 1


def both_ways(table: Table, deals: int) -> tuple[Any, Any, list[tuple[list[int], list[int]]]]:
    """Deals in which seat 0 stays in and passes, and the turns of the first."""
    arms = []
    for chips in (1, 0):
        forced = Scenario(staker=0, first_stakes={"soket": chips, "sekans": chips})
        arms.append(
            simcore.rows(
                "poch", rules=table.rules, players=table.players, seed=table.seed, deals=deals,
                first=FIRST, plays=True, scenario=forced,
            )
        )  # fmt: skip
    (stays, plays), (passes, _) = arms
    return stays, passes, [actions_of(line, table.rules) for line in plays]


def told_gains(table: Table, deals: int) -> Iterator[tuple[str, int, int, str, int]]:
    """Auction, position, stake faced, holding and gain of seat 0, deal by deal."""
    stays, passes, turns = both_ways(table, deals)
    players = table.rules.players
    for stay, away, acts in zip(stays, passes, turns, strict=True):
        whole = 0
        position = (0 - int(stay["dealer"])) % players or players
        trump = card_of(int(stay["turn_up"]))[0]
        hand = hand_of(int(stay["hand_0"]))
        for number, auction in enumerate(AUCTIONS):
            size, rank, _ = getattr(poch_holdings, auction)(hand, trump)
            gain = int(stay[f"{auction}_0"]) - int(away[f"{auction}_0"])
            whole += gain
            if size or (table.rules.bluff and acts[number]):
                before = acts[number][: position - 1]
                assert len(acts[number]) >= position
                yield auction, position, max(before, default=0), name_of(number, size, rank), gain
        assert whole == int(stay["chips_0"]) - int(away["chips_0"])  # nothing else depends on it


def name_of(auction: int, size: int, rank: int) -> str:
    letter = "23456789TJQKA"[rank]
    if not size:
        return "none"
    if auction == SOKET:
        return f"pair {letter}" if size == 2 else "triple or quad"
    return f"run {size} {letter}" if size < 4 else "run 4 or more"


def check_gains(frame: pd.DataFrame, by: list[str], known: dict[Any, list[Any]]) -> None:
    """Cells against the gains of their deals; from where on it pays against the pencil."""
    cells_of = frame.to_dict("records")
    found = {tuple(cell[name] for name in (*by, "holding")): cell for cell in cells_of}
    assert {key for key, numbers in known.items() if numbers} <= set(found)
    assert frame["n"].sum() == sum(map(len, known.values())) > 200
    for key, cell in found.items():
        deal, gain = np.array(known.get(key, [])).reshape(-1, 2).T
        assert (cell["n"], cell["deals"]) == (len(gain), len(set(deal)))
        if len(gain) > 1 and np.ptp(gain):
            limits = clustered_t(cluster_sums(np.unique(deal, return_inverse=True)[1], gain))
            told = [cell[name] for name in ("gain", "gain_low", "gain_high")]
            assert told == pytest.approx([gain.mean(), *limits], abs=1e-9, nan_ok=True)
        elif len(gain):
            assert cell["gain"] == gain[0]
            assert np.isnan(cell["gain_low"])
    for _, cells in frame.groupby(by):
        some = cells[(cells["n"] > 0) & (cells["holding"] != "none")]
        smooth = rising(some["gain"].tolist(), some["n"].tolist())
        above = [h for h, mean in zip(some["holding"], smooth, strict=True) if mean > 1e-12]
        assert set(cells["pays_from"]) == {above[0] if above else "never"}
        words = [*cells["holding"], "never"]
        limits = cells[["pays_from_low", "pays_from", "pays_from_high"]].iloc[0]
        low, at, high = (words.index(word) for word in limits)
        assert low <= high
        assert cells["pays"].tolist() == [place >= at for place in range(len(cells))]


@pytest.mark.parametrize("run", ["plain", "turned", "poker"])
def test_gain_of_opening(run: str, home: Path, frames: Frames) -> None:
    frame = frames[run, "opening"]
    assert frame["players"].unique().tolist() == [3, 4, 5]
    with opened(home, run) as log:
        table = table_of(log)
    players = table.rules.players
    for size in (players, 5):
        known = defaultdict(list)
        told = told_gains(table.seats(size).single_deals(), DEALS)
        for number, (auction, position, stake, holding, gain) in enumerate(told):
            if stake == 0:
                known[auction, position, holding].append((number, gain))
        check_gains(frame[frame["players"] == size], ["auction", "position"], known)
    dealer = frame[frame["position"] == frame["players"]]
    assert (dealer.loc[dealer["n"] > 0, "gain"] == 0).all()  # he takes what nobody wants


def faced_with_two_left(
    acts: list[int], order: list[int], poker: bool, ante: int
) -> Iterator[tuple[int, int, int, int]]:
    """Seat to turn, the other one left, pot and price of seeing, turn by turn with a pencil."""
    still, paid = list(order), dict.fromkeys(order, 0)
    asked, at = 0, 0
    for action in acts:
        seat = still[at]
        if len(still) == 2 and asked:
            price = asked - paid[seat] if poker else asked
            yield seat, still[1 - at], ante * len(order) + sum(paid.values()), price
        if action == 0:
            still.remove(seat)
        else:
            paid[seat] += asked if action == SEE else action
            if action != SEE:
                asked = paid[seat] if poker else action
            at += 1
        at = at % len(still) if still else 0


BAND = {1: "1", 2: "2", 3: "3-4", 4: "3-4", 5: "5-8", 6: "5-8", 7: "5-8", 8: "5-8"}


@pytest.mark.parametrize("run", ["plain", "turned", "poker"])
def test_gain_of_seeing(run: str, home: Path, frames: Frames) -> None:
    frame = frames[run, "seeing"]
    with opened(home, run) as log:
        table = table_of(log).single_deals()
    rules, poker = table.rules, run == "poker"
    rows, plays = simcore.rows(
        "poch", rules=rules, players=table.players, seed=table.seed, deals=DEALS, first=FIRST,
        plays=True,
    )  # fmt: skip
    known: dict[Any, list[Any]] = defaultdict(list)
    seen = 0
    for number, (row, line) in enumerate(zip(rows, plays, strict=True)):
        trump = card_of(int(row["turn_up"]))[0]
        order = [
            (int(row["dealer"]) + step) % rules.players for step in range(1, rules.players + 1)
        ]
        hands = [hand_of(int(row[f"hand_{k}"])) for k in range(rules.players)]
        for kind, (auction, acts) in enumerate(zip(AUCTIONS, actions_of(line, rules), strict=True)):
            held = [getattr(poch_holdings, auction)(hand, trump) for hand in hands]
            met = list(faced_with_two_left(acts, order, poker, rules.ante))
            for seat, other, pot, price in met:
                best = poch_holdings.best_of(
                    [one if k in (seat, other) else (-1, 0, 0) for k, one in enumerate(held)], order
                )
                gain = pot if best == seat else -price
                size, rank, _ = held[seat]
                if size or rules.bluff:
                    band = BAND.get(price, "9 or more")
                    known[auction, band, name_of(kind, size, rank)].append((number, gain))
            # whoever saw there got in the deal what is told of it, less what he had put down
            if acts and acts[-1] == SEE and met:
                seat, _, pot, price = met[-1]
                if sum(action == 0 for action in acts) == rules.players - 2:
                    before = int(row[f"{auction}_stake_{seat}"]) - price
                    last = known[
                        auction, BAND.get(price, "9 or more"), name_of(kind, *held[seat][:2])
                    ]
                    assert last[-1][1] - before == int(row[f"{auction}_{seat}"])
                    seen += 1
    check_gains(frame, ["auction", "stake"], known)
    assert frame["auction"].unique().tolist() == list(AUCTIONS)
    assert set(zip(frame["auction"], frame["stake"], strict=True)) == {key[:2] for key in known}
    assert seen > 50 or poker


def test_tables_of_another_size(home: Path) -> None:
    with opened(home, "turned") as log:
        table = table_of(log)
    five = table.seats(5)
    assert five.rules == load_rules("court", 5)
    assert [player.name for player in five.players] == ["simple"] * 5
    assert table.seats(3) is table
    capped = Table(table.rules._replace(max_stake=3), table.players, 1).seats(4)
    assert capped.rules.max_stake == 3


def test_rules_without_circles(tmp_path: Path) -> None:
    rules = make_rules(circle_ranks=0)
    simcore.simulate("poch", out=tmp_path / "run", deals=32, rules=rules, players="simple")
    with opened(tmp_path, "run") as log, pytest.raises(NoDataError, match="no circle for any rank"):
        circles.frame(log)


def test_players_who_never_stake_face_nothing(tmp_path: Path) -> None:
    never = load_player("simple").model_copy(
        update={"name": "still", "soket_open": "never", "sekans_open": "never"}
    )
    simcore.simulate("poch", out=tmp_path / "run", deals=32, players=never)
    with opened(tmp_path, "run") as log, pytest.raises(NoDataError, match="faces a stake"):
        seeing.frame(log, deals=50)


# ---- chips, circles, ends ------------------------------------------------------------------------


@pytest.mark.parametrize("run", RUNS)
def test_chips_by_position_and_source(run: str, frames: Frames) -> None:
    rows, frame = rows_of(run), frames[run, "chips_by_seat"]
    seats, session = seats_of(rows), sessions_of(rows)
    at = np.arange(len(rows))
    for cell in frame.to_dict("records"):
        seat = (rows["dealer"] + cell["position"]) % len(seats)
        told = {
            name: np.stack([rows[f"{name}_{k}"] for k in seats], axis=1)[at, seat].astype(float)
            for name in ("circles", "soket", "sekans", "shedding", "chips")
        }
        told["sum"] = told.pop("chips")
        circles_there = sum(name.startswith("circle_") for name in rows.dtype.names) + 2
        told["antes"] = np.full(len(rows), -float(circles_there))
        chips = told[cell["source"]]
        low, high = clustered_t(cluster_sums(session, chips))
        found = [cell[name] for name in ("n", "sessions", "mean", "low", "high")]
        known = [len(rows), session.max() + 1, chips.mean(), low, high]
        assert found == pytest.approx(known, abs=1e-9, nan_ok=True)
    assert list(frame["position"].unique()) == [k + 1 for k in seats]
    sums = frame.groupby("source")["mean"].sum()
    assert sums["shedding"] == pytest.approx(0, abs=1e-9)
    # what the players have lost lies in the circles when a session ends, or the run
    left = sum(rows[name].astype(int) for name in rows.dtype.names if name.startswith("circle_"))
    last = np.append(np.diff(rows["session"].astype(int)) > 0, True)
    if not RUNS[run].get("rotate"):
        assert sums["sum"] * len(rows) == pytest.approx(-left[last].sum())


@pytest.mark.parametrize("run", RUNS)
def test_circles_over_a_session(run: str, frames: Frames) -> None:
    rows, frame = rows_of(run), frames[run, "circles"]
    names = [name for name in rows.dtype.names if name.startswith("circle_")]
    number, session = rows["deal_id"].astype(int) % 32 + 1, sessions_of(rows)
    assert frame["circle"].unique().tolist() == [name[-1] for name in names] + ["all"]
    assert len(frame) == 32 + len(names)
    assert frame.loc[frame["circle"] != "all", "last"].all()
    for cell in frame.to_dict("records"):
        mine = [f"circle_{cell['circle']}"] if cell["circle"] != "all" else names
        there = number == cell["deal"]
        chips = sum(rows[name][there].astype(float) for name in mine)
        _, place = np.unique(session[there], return_inverse=True)
        low, high = clustered_t(cluster_sums(place, chips))
        quantiles = np.quantile(chips, (0.1, 0.5, 0.9), method="inverted_cdf")
        known = [len(chips), chips.mean(), max(low, 0), high, *quantiles, chips.max()]
        found = [cell[name] for name in ("n", "mean", "low", "high", "q10", "q50", "q90", "most")]
        assert found == pytest.approx(known, abs=1e-9, nan_ok=True)
        assert cell["last"] == (cell["deal"] == 32)
    if run == "plain":
        first = frame[(frame["circle"] == "all") & (frame["deal"] == 1)].iloc[0]
        assert first["n"] == 31
        # each of eight circles of four chips waits where its trump lies in the stock
        assert abs(first["mean"] - 32 * (1 - (1 / 8 + 7 / 8 * 24 / 31))) < 4


def test_long_sessions_are_told_in_64_deals(tmp_path: Path) -> None:
    rules = make_rules(session_deals=500)
    simcore.simulate("poch", out=tmp_path / "run", deals=1_100, rules=rules, players="random")
    with opened(tmp_path, "run") as log:
        frame = circles.frame(log)
    deals = frame.loc[frame["circle"] == "all", "deal"].tolist()
    assert len(set(deals)) == len(deals) == 64
    assert (deals[0], deals[-1]) == (1, 500)
    assert frame.loc[frame["last"], "n"].unique().tolist() == [2]
    assert frame.loc[frame["deal"] == 1, "n"].unique().tolist() == [3]


@pytest.mark.parametrize("run", RUNS)
def test_ends_of_auctions(run: str, home: Path) -> None:
    rows = rows_of(run)
    with opened(home, run) as log:
        frame = endings.frame(log)
    session, seats = sessions_of(rows), seats_of(rows)
    words = ["unseen", "shown", "all_pass", "none_held"]
    assert frame["how"].tolist() == 2 * words
    for cell in frame.to_dict("records"):
        ended = rows[f"{cell['auction']}_how"] == words.index(cell["how"])
        limits = clustered_wilson(cluster_sums(session, ended))
        known = [ended.sum(), len(rows), ended.mean(), *limits]
        found = [cell[name] for name in ("n", "of_n", "share", "share_low", "share_high")]
        assert found == pytest.approx(known, abs=1e-12)
        staked = sum(rows[f"{cell['auction']}_stake_{k}"][ended].astype(int) for k in seats)
        known_mean = staked.mean() if ended.any() else nan
        assert cell["staked"] == pytest.approx(known_mean, nan_ok=True)


# ---- what is drawn -------------------------------------------------------------------------------

DRAWN = [(run, name) for run in ("plain", "six") for name in NAMES]
DRAWN += [("turned", "chips_by_seat"), ("turned", "circles"), ("poker", "seeing")]


@pytest.mark.parametrize(("run", "name"), DRAWN)
def test_every_text_lies_within_the_figure(run: str, name: str, home: Path, frames: Frames) -> None:
    chart, frame = GALLERIES["poch"][name].chart, frames[run, name]
    with opened(home, run) as log:
        caption = chart.caption(log, frame)
        assert f"Run {log.manifest['settings_sha256'][:8]}, " in caption
    rules = RUNS[run].get("rules", "karuzela")
    alike = "4 players with 32 cards, all seats simple"
    words = {
        "plain": f"{alike}, 970 deals in 31 sessions of 32, seed 3.",
        "turned": "3 players with 32 cards, players A simple, B random, C expert (each deal "
        "played 3 times, the players moved round), 160 deals from number 64 in 5 sessions of 32, "
        "seed 4.",
        "poker": f"{alike}, 320 deals in 10 sessions of 32, seed 5.",
        "six": "6 players with 52 cards, all seats simple, 64 deals in 2 sessions of 32, seed 6.",
    }
    assert caption.endswith(f", rules {rules}, {words[run]}")
    assert re.search(r"\bn\b", caption)
    with style.sheet(*chart.SIZE, chart.TITLE, caption) as figure:
        chart.draw(frame[list(dict.fromkeys(chart.NEEDS))], figure)  # no more than it needs
        texts = list(texts_of(figure))
        whole = figure.bbox
        for text in texts:
            box = text.get_window_extent()
            inside = box.x0 >= 0 and box.y0 >= 0 and box.x1 <= whole.x1 and box.y1 <= whole.y1
            assert inside, (text.get_text(), box, whole)
    told = " ".join(" ".join(text.get_text().split()) for text in texts)
    assert " ".join(caption.split()) in told
    assert chart.TITLE in told


def drawn(name: str, frame: pd.DataFrame) -> Figure:
    chart = GALLERIES["poch"][name].chart
    with style.sheet(*chart.SIZE, chart.TITLE, "") as figure:
        chart.draw(frame, figure)
        return figure


@pytest.mark.parametrize("name", ["soket_chance", "sekans_chance"])
def test_chances_are_drawn(name: str, frames: Frames) -> None:
    frame = frames["plain", name]
    (ax,) = drawn(name, frame).axes
    won = frame[(frame["what"] == "won") & (frame["n"] > 0)]
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(list(100 * won["chance"]))
    white = [bar.get_facecolor()[:3] == (1, 1, 1) for bar in ax.patches]
    assert white == list(won["n"] < 200)
    best = frame[frame["what"] == "best"]
    told = [part for _, group in best.groupby("players") for _, part in group.groupby("size")]
    seen = [np.asarray(line.get_ydata()) for line in ax.lines if line.get_linewidth() == 1.3]
    assert len(seen) == len(told)
    for found, part in zip(seen, told, strict=True):
        assert found == pytest.approx(100 * part["chance"].to_numpy(), nan_ok=True)
    ticks = [label.get_text().split("\n") for label in ax.get_xticklabels()]
    counts = [f"{n:,}" for n in frame.loc[frame["what"] == "won", "n"]]
    assert [words[-1] for words in ticks] == counts


@pytest.mark.parametrize("name", ["opening", "seeing"])
def test_gains_are_drawn(name: str, frames: Frames) -> None:
    frame = frames["plain", name]
    figure = drawn(name, frame)
    panels = [ax for ax in figure.axes if len(ax.texts)]
    by = "position" if name == "opening" else "stake"
    if name == "opening":
        frame = frame[frame["position"] < frame["players"]]  # the dealer is left out
    assert len(panels) == (6 if name == "opening" else 2)
    told = "\n".join(text.get_text() for ax in panels for text in ax.texts)
    counts = re.findall(r"^n ([\d,]+)$", told, re.M)
    assert sorted(counts) == sorted(f"{n:,}" for n in frame["n"] if n)
    assert told.count("no data") == (frame["n"] == 0).sum()
    hatched = sum(bool(patch.get_hatch()) for ax in panels for patch in ax.patches)
    assert hatched == ((frame["n"] > 0) & ~frame["clear"]).sum() > 0
    means = re.findall(r"^([+-]\d+\.\d\d|0)(?: ±(\d+\.\d\d)| each)?$", told, re.M)
    some = frame[frame["n"] > 0]
    expected = [
        (f"{gain:+.2f}" if round(gain, 2) else "0", "" if np.isnan(low) else f"{gain - low:.2f}")
        for gain, low in zip(some["gain"], some["gain_low"], strict=True)
    ]
    assert sorted(means) == sorted(expected)
    levels = [
        line.get_ydata()[0] + 0.5
        for ax in panels
        for line in ax.lines
        if line.get_linewidth() == 2.6 and line.get_ydata()[0] == line.get_ydata()[1]
    ]
    columns = [
        column for _, column in frame.groupby(["auction", "players", by]) if column["n"].any()
    ]
    places = [[*column["holding"], "never"] for column in columns]
    known = [
        words.index(column["pays_from"].iloc[0])
        for words, column in zip(places, columns, strict=True)
    ]
    assert sorted(levels) == sorted(known)
    assert len(re.findall("^always$", told, re.M)) == known.count(0)
    nowhere = [k == len(words) - 1 for k, words in zip(known, places, strict=True)]
    assert len(re.findall("^never$", told, re.M)) == sum(nowhere)


@pytest.mark.parametrize(("sign", "word"), [(1, "always"), (-1, "never")])
def test_panels_in_which_all_pays_say_so(sign: int, word: str) -> None:
    scale = coarse(SOKET, RULES["poker"])  # with "none"
    cell = np.tile(np.arange(len(scale)), 300)
    gain = sign * np.where(np.arange(len(cell)) // len(scale) % 7 > 0, 2, -2)
    told = gains(Gains(cell, gain, np.arange(len(cell))), scale, 1)
    frame = pd.concat(
        [told.assign(auction="soket", players=3, position=k) for k in (1, 2, 3)], ignore_index=True
    )
    (ax, *_) = drawn("opening", frame).axes
    assert ax.get_title(loc="left") == "soket, 3 players" + ": always pays" * (sign > 0)
    assert [text.get_text() for text in ax.texts].count(word) == 2
    assert [label.get_text() for label in ax.get_xticklabels()] == ["1st left", "2nd left"]
    # a bluff that loses leaves the holdings alone, but then not all pays
    frame.loc[frame["holding"] == "none", "gain"] = -1.0
    (ax, *_) = drawn("opening", frame).axes
    assert ax.get_title(loc="left") == "soket, 3 players"
    assert [text.get_text() for text in ax.texts].count(word) == 2


def test_a_bluff_stands_apart() -> None:
    scale = coarse(SOKET, RULES["poker"])
    cell = np.tile(np.arange(len(scale)), 300)
    gain = np.where(cell == 0, 9, np.where(cell < 4, -1, 1))
    told = gains(Gains(cell, gain, np.arange(len(cell))), scale, 1)
    limits = told[["pays_from", "pays_from_low", "pays_from_high"]].drop_duplicates()
    assert limits.to_numpy().tolist() == [["pair T", "pair T", "pair T"]]
    assert told["pays"].tolist() == [False] * 4 + [True] * (len(scale) - 4)


def test_ink_stands_out_and_ends_differ_in_grey() -> None:
    ends = [gains_chart.luminance(gains_chart._colour(gain, clear=True)) for gain in (-9, 9)]
    assert ends[0] > 10 * ends[1]
    for gain in np.linspace(-5, 5, 101):
        for clear in (True, False):
            colour = gains_chart._colour(gain, clear=clear)
            light = sorted(
                gains_chart.luminance(one) for one in (colour, to_rgb(gains_chart.ink_on(colour)))
            )
            assert (light[1] + 0.05) / (light[0] + 0.05) > 3.9


def test_chips_are_drawn(frames: Frames) -> None:
    frame = frames["plain", "chips_by_seat"]
    (ax,) = drawn("chips_by_seat", frame).axes
    assert [bar.get_height() for bar in ax.patches] == pytest.approx(frame["mean"].tolist())
    places = [bar.get_x() for bar in ax.patches]
    assert places == sorted(places)
    told = [text.get_text() for text in ax.texts]
    assert [word.split(" ")[0] for word in told] == [f"{mean:+.2f}" for mean in frame["mean"]]
    names = [label.get_text().split("\n")[0] for label in ax.get_xticklabels()]
    assert names == ["1st left (first to speak)", "2nd left", "3rd left", "dealer"]
    tops = [text.get_window_extent().y1 for text in ax.texts]
    assert max(tops) < ax.get_window_extent().y1
    assert {bar.get_hatch() for bar in ax.patches} == {"", "//", "..", "\\\\", "xx"}


def test_circles_are_drawn(frames: Frames) -> None:
    frame = frames["plain", "circles"]
    figure = drawn("circles", frame)
    by_title = {ax.get_title(loc="left"): ax for ax in figure.axes}
    every = frame[frame["circle"] == "all"]
    lines = [np.asarray(line.get_ydata()) for line in by_title["all circles together"].lines]
    assert any(np.array_equal(line, every["mean"]) for line in lines)
    assert any(np.array_equal(line, every["q50"]) for line in lines)
    own = frame[frame["circle"] != "all"]
    end = by_title["each circle: left at the end of a session"]
    told = [text.get_text() for text in end.texts]
    assert [word.split(" ")[0] for word in told] == [f"{mean:.2f}" for mean in own["mean"]]
    assert [label.get_text() for label in end.get_yticklabels()] == own["circle"].tolist()
    assert all(word.endswith(", n 30") for word in told)
    unfinished = frame[frame["deal"] < 20]
    empty = drawn("circles", unfinished)
    assert "no session has come to its end" in {t.get_text() for t in empty.axes[1].texts}


@pytest.mark.parametrize("run", ["plain", "turned"])
@pytest.mark.parametrize("name", NAMES)
def test_numbers_under_a_chart_are_in_words(run: str, name: str, frames: Frames) -> None:
    frame = frames[run, name]
    told = GALLERIES["poch"][name].chart.told(frame)
    assert len(told) == len(frame)
    assert not [column for column in told.columns if "_" in column]
    mean = next(column for column in ("chance", "gain", "mean") if column in frame)
    shown = next(c for c in ("chance", "gain in chips", "chips a deal", "chips") if c in told)
    for words, number in zip(told[shown], frame[mean], strict=True):
        if np.isnan(number):
            assert words == "no data"
            continue
        found = float(words.split(" ")[0].replace(",", ""))
        assert found == pytest.approx(100 * number if mean == "chance" else number, abs=0.00501)
    rounded = told.drop(columns="of 1,000 hands", errors="ignore")
    assert not [cell for cell in rounded.to_numpy().ravel() if re.search(r"\.\d{3}|nan", cell)]


# ---- files and commands --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "kind"), [("soket_chance", "png"), ("circles", "svg")])
def test_files_repeat_byte_for_byte(name: str, kind: str, home: Path, tmp_path: Path) -> None:
    kept = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        with opened(home, "turned") as log:
            paths, frame = gallery.make(name, log, folder, [kind])
        assert [path.name for path in paths] == [f"{name}.{kind}", f"{name}.csv"]
        kept.append([path.read_bytes() for path in paths])
    assert kept[0] == kept[1]
    again = pd.read_csv(tmp_path / "one" / f"{name}.csv", keep_default_na=False, na_values=[""])
    pd.testing.assert_frame_equal(again, frame.reset_index(drop=True), check_dtype=False)


def called(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = cli.call(list(map(str, words)))
    return code, *capsys.readouterr()


def test_chart_all_makes_those_of_the_game(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [name for name in NAMES if name not in ("opening", "seeing")]  # these take long to draw
    monkeypatch.setitem(GALLERIES, "poch", {name: GALLERIES["poch"][name] for name in kept})
    words = ("chart", "all", home / "turned", "--out", tmp_path, "--format", "svg", "--json")
    code, out, _ = called(capsys, *words, "--quiet")
    assert code == 0
    assert [chart["chart"] for chart in json.loads(out)] == kept
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{name}.{kind}" for name in kept for kind in ("svg", "csv")
    }


@pytest.mark.parametrize("name", ["suit_map", "nil"])
def test_charts_of_another_game_are_not_known(
    name: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = ", ".join(NAMES)
    code, out, err = called(capsys, "chart", name, home / "six", "--out", tmp_path)
    assert (code, out) == (2, "")
    assert err == f"simcore: unknown chart {name!r}: one of {listed}, or all\n"
    code, _, err = called(
        capsys, "report", home / "six", "-o", tmp_path / "page.html", "--charts", name
    )
    assert code == 2
    assert err == f"simcore: unknown chart {name!r}: one of quick, all, none, {listed}\n"
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="unknown chart 'circles': one of suit_map"):
        gallery.exhibit("circles")


def test_progress_is_told(home: Path) -> None:
    told: list[simcore.Progress] = []
    with opened(home, "plain") as log:
        opening.frame(log, deals=40, on_progress=told.append)
    assert {progress.total for progress in told} == {2 * 3 * 40}
    assert told[-1].deals == 240
    assert [at.deals for at in told] == sorted(at.deals for at in told)
