"""Charts of games forced at the table of a run: every number recounted another way, then drawn."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

import analysis
import simcore
from analysis.charts import forced_words, style
from analysis.frames import NoDataError, bid_ladder, calibration, discard, forced, hand_or_pickup
from analysis.frames import null_patterns as null_frame
from analysis.gallery import GALLERY
from analysis.null_suits import weak_patterns
from simcore import cards, skat
from simcore.skat.rules import CONTRACTS, SEATS

SEED = 11
NAMES = ("null_patterns", "discard", "hand_or_pickup", "bid_ladder", "calibration")
SMALL: dict[str, dict[str, Any]] = {
    "null_patterns": {"deals": 4000, "worlds": 25},
    "discard": {"choosing": 150, "deals": 250},
    "hand_or_pickup": {"deals": 3000},
    "bid_ladder": {"deals": 8000},
    "calibration": {"deals": 2500, "worlds": 9},
}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Iterator[analysis.Log]:
    """A small run of three experts; only its settings count."""
    run = simcore.simulate(out=tmp_path_factory.mktemp("runs") / "run", deals=300, seed=SEED)
    with analysis.open(run.path) as opened:
        yield opened


@pytest.fixture(scope="module")
def frames(log: analysis.Log) -> dict[str, pd.DataFrame]:
    """The frames of few deals."""
    return {name: GALLERY[name].frame(log, **SMALL[name]) for name in NAMES}


def as_log(**settings: Any) -> Any:
    """A log of which only the settings are read."""
    return SimpleNamespace(manifest={"settings": simcore.run_settings(deals=1, **settings)})


def force(deals: int, first: int = 0, **scenario: Any) -> Any:
    """The games a frame should have forced, straight from the simulator."""
    return simcore.rows(
        deals=deals, first=forced.FIRST + first, seed=SEED, scenario=simcore.Scenario(**scenario)
    )


def t_limits(values: np.ndarray) -> tuple[float, float]:
    """Student's limits of a mean, by scipy."""
    n, half = len(values), float(np.std(values, ddof=1)) / math.sqrt(len(values))
    low, high = stats.t.interval(0.95, n - 1, float(np.mean(values)), half)
    return float(low), float(high)


def wilson(wins: int, n: int) -> tuple[float, float]:
    """Wilson's limits, by statsmodels."""
    return proportion_confint(wins, n, method="wilson")


# ---- the table ---------------------------------------------------------------------------------


def test_games_are_forced_by_the_rules_players_and_seed_of_the_run(log: analysis.Log) -> None:
    table = forced.table_of(log)
    games = table.force(simcore.Scenario(declarer=1, contract="H"), 20)
    assert (games == force(20, declarer=1, contract="H")).all()
    others = ("simple", "club", "expert")
    mixed = forced.table_of(as_log(rules="altenburg", players=others, rotate=True))
    assert [player.name for player in mixed.players] == list(others)
    assert mixed.rules == skat.load_rules("altenburg")
    ways = [simcore.Scenario(declarer=2, contract="C", hand=hand) for hand in (True, False)]
    both = mixed.arms(ways, 15)
    for way, made in zip(ways, both.T, strict=True):
        alone = mixed.force(way, 15)
        assert (alone["score"] == made["score"]).all()
        assert (alone["hand_forehand"] == made["hand_forehand"]).all()


def test_players_who_take_long_are_refused() -> None:
    with pytest.raises(NoDataError, match="'pimc'"):
        forced.table_of(as_log(players=("expert", "pimc", "expert")))


@pytest.mark.parametrize(
    ("frame", "words"),
    [
        (null_frame.frame, "no Null"),
        (bid_ladder.frame, "plain cards"),
        (calibration.frame, "plain cards"),
    ],
)
def test_rules_that_do_not_know_the_game_are_named(frame: Any, words: str) -> None:
    with pytest.raises(NoDataError, match=words):
        frame(as_log(rules="polish"))


@pytest.mark.parametrize("contract", ["S", "G", "N"])
def test_open_card_wins_are_those_of_the_judge(contract: str) -> None:
    scenario = simcore.Scenario(declarer=2, contract=contract)
    games, plays = simcore.rows(deals=40, seed=2, scenario=scenario, plays=True)
    first = skat.judge(games, plays).values[:, 0]
    wanted = first == 1 if contract == "N" else first >= 61
    found = forced.open_card_wins(games, skat.RULES["isko"])
    assert found.tolist() == wanted.tolist()
    assert 0 < found.sum() < 40 or contract == "N"


@pytest.mark.parametrize("hand", [True, False])
def test_kept_cards_are_those_played(hand: bool) -> None:
    scenario = simcore.Scenario(declarer=0, contract="D", hand=hand)
    games, plays = simcore.rows(deals=20, seed=3, scenario=scenario, plays=True)
    kept = forced.kept_cards(games, 0)
    others = games["hand_middlehand"] | games["hand_rearhand"]
    played = np.bitwise_or.reduce(np.int64(1) << plays[:, 2:].astype(np.int64), axis=1)
    assert (kept == played & ~others.astype(np.int64)).all()


# ---- Null --------------------------------------------------------------------------------------


def null_games(cell: dict[str, Any]) -> Any:
    """The games of a cell, and the cards kept."""
    announced = ("ouvert",) if cell["game"] == "Null ouvert" else ()
    games = force(4000, declarer=cell["seat"], contract="N", announced=announced)
    kept = (games[f"hand_{cell['seat']}"] | games["skat"]) & ~games["discard"]
    return games[weak_patterns(kept.astype(np.int64)) == cell["pattern"]]


def test_null_cells_recounted(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["null_patterns"]
    assert len(frame) == 2 * 3 * len(null_frame.PATTERNS)
    for cell in frame[frame["n"] > 30].iloc[::6].to_dict("records"):
        games = null_games(cell)
        assert (cell["n"], cell["wins"]) == (len(games), int(games["won"].sum()))
        assert (cell["win_low"], cell["win_high"]) == pytest.approx(wilson(cell["wins"], cell["n"]))
        seat, opened = SEATS.index(cell["seat"]), []
        for game in games[:25]:
            held = [int(game[f"hand_{name}"]) for name in SEATS]
            held[seat] = (held[seat] | int(game["skat"])) ^ int(game["discard"])
            opened.append(skat.solve(held, "N", declarer=seat))
        assert cell["open_n"] == len(opened)
        assert cell["open_wins"] == sum(opened)
        gap = games["won"][:25].astype(float) - np.array(opened)
        assert cell["gap"] == pytest.approx(gap.mean())
        if gap.std():
            assert (cell["gap_low"], cell["gap_high"]) == pytest.approx(t_limits(gap))


def test_safe_hands_are_never_lost_on_open_cards(frames: dict[str, pd.DataFrame]) -> None:
    """That is what safe means; and a lone eight is better with the lead, as exact counts say."""
    frame = frames["null_patterns"]
    safe = frame[frame["pattern"] == "safe"]
    assert (safe["open_rate"] == 1).all()
    assert (safe["open_n"] == 25).all()
    assert (safe["open_low"] < 1).all()
    eight = frame[frame["pattern"] == "8"].groupby("seat")["open_wins"].sum()
    assert eight["forehand"] > max(eight["middlehand"], eight["rearhand"])


# ---- from the hand or with the skat ------------------------------------------------------------


def in_words(held: int) -> tuple[str, int, int]:
    """The longest suit of a hand, its trumps, its side aces and tens, counted as text."""
    codes = cards.format(held).split()
    plain = {suit: [c for c in codes if c[0] == suit and c[1] != "J"] for suit in "CSHD"}
    best = max(plain, key=lambda suit: (len(plain[suit]), f"{suit}A" not in plain[suit]))
    jacks = sum(code[1] == "J" for code in codes)
    side = [code for code in codes if code[1] in "AT" and code[0] != best]
    return best, len(plain[best]) + jacks, len(side)


def test_hand_less_pickup_recounted(frames: dict[str, pd.DataFrame]) -> None:
    frame, deals, found = frames["hand_or_pickup"], 3000, []
    for seat, name in enumerate(SEATS):
        arms = {
            (contract, hand): force(
                deals, seat * deals, declarer=seat, contract=contract, hand=hand
            )
            for contract in "DHSC"
            for hand in (True, False)
        }
        for deal in range(deals):
            suit, trumps, tops = in_words(int(arms["C", True][deal][f"hand_{name}"]))
            scores = [int(arms[suit, hand][deal]["score"]) for hand in (True, False)]
            found.append((trumps, tops, *scores))
    games = pd.DataFrame(found, columns=["trumps", "tops", "by_hand", "with_skat"])
    groups = dict(iter(games.groupby(["trumps", "tops"])))
    for cell in frame.to_dict("records"):
        group = groups.get((cell["trumps"], cell["tops"]), games[:0])
        assert cell["n"] == len(group)
        assert cell["few"] == (len(group) < 200)
        if len(group) < 10:
            continue
        difference = (group["by_hand"] - group["with_skat"]).to_numpy(float)
        low, high = t_limits(difference)
        assert cell["difference"] == pytest.approx(difference.mean())
        assert (cell["difference_low"], cell["difference_high"]) == pytest.approx((low, high))
        assert cell["hand_mean"] == pytest.approx(group["by_hand"].mean())
        assert cell["pickup_mean"] == pytest.approx(group["with_skat"].mean())
        assert cell["clear"] == (len(group) >= 200 and not low <= 0 <= high)
    assert frame["clear"].any()


# ---- the ladder of bids ------------------------------------------------------------------------


@pytest.mark.parametrize("bid", [27, 48, 72])
def test_play_does_not_depend_on_the_bid(bid: int) -> None:
    """Games forced at two bids have the same cards; settled again the scores are those forced."""
    given: dict[str, Any] = {"declarer": 0, "contract": "C", "hand": False}
    made = [
        simcore.rows(deals=3000, seed=4, plays=True, scenario=simcore.Scenario(**given, bid=value))
        for value in (18, bid)
    ]
    (low, low_plays), (high, high_plays) = made
    assert (low_plays == high_plays).all()
    assert (bid_ladder.scores_at(low, bid, skat.RULES["isko"]) == high["score"]).all()
    assert (low["score"] != high["score"]).any()


def with_one(held: int) -> bool:
    """With 1, five trumps and one side ace, Clubs the longest suit, counted as text."""
    codes = cards.format(held).split()
    best, trumps, _ = in_words(held)
    side_aces = [code for code in codes if code[1] == "A" and code[0] != "C"]
    with_1 = "CJ" in codes and "SJ" not in codes
    return with_1 and best == "C" and trumps == 5 and len(side_aces) == 1


def test_ladder_recounted_by_forcing_the_bid(frames: dict[str, pd.DataFrame]) -> None:
    frame, deals = frames["bid_ladder"], SMALL["bid_ladder"]["deals"]
    line = frame[frame["hands"] == "with 1, 5 trumps, 1 side ace"].set_index("bid")
    for bid in (18, 27, 36):
        scores = []
        for seat, name in enumerate(SEATS):
            games = force(deals, seat * deals, declarer=seat, contract="C", hand=False, bid=bid)
            fits = [with_one(held) for held in games[f"hand_{name}"].tolist()]
            scores.append(games["score"][fits])
        values = np.concatenate(scores).astype(float)
        assert line.loc[bid, "n"] == len(values)
        assert line.loc[bid, "score"] == pytest.approx(values.mean())
        limits = line.loc[bid, "score_low"], line.loc[bid, "score_high"]
        assert limits == pytest.approx(t_limits(values))
        assert line.loc[bid, "pays"] == (t_limits(values)[0] > 0)
    assert (frame.groupby("hands")["last"].sum() <= 1).all()
    assert (frame[frame["last"]]["score_low"] > 0).all()


def test_what_the_skat_breaks_is_known_exactly(frames: dict[str, pd.DataFrame]) -> None:
    """Without 2 covers 36 unless the skat has one of the two black jacks: 1 - C(20,2)/C(22,2)."""
    frame = frames["bid_ladder"]
    line = frame[frame["hands"] == "without 2, 6 trumps, 1 side ace"].set_index("bid")
    exact = 1 - math.comb(20, 2) / math.comb(22, 2)
    for bid in (27, 36):
        cell = line.loc[bid]
        wins = round(cell["broken"] * cell["n"])
        assert wilson(wins, int(cell["n"])) == pytest.approx(
            (cell["broken_low"], cell["broken_high"])
        )
        assert stats.binomtest(wins, int(cell["n"]), exact).pvalue > 1e-3
    assert (line.loc[[18, 24], "broken"] == 0).all()
    with_jack = frame[frame["hands"].str.startswith("with ")]
    assert (with_jack["broken"] == 0).all()
    assert (with_jack["broken_high"] > 0).all()


# ---- calibration -------------------------------------------------------------------------------


@pytest.mark.parametrize("contract", [1, 4, 5])
def test_calibration_recounted(
    log: analysis.Log, frames: dict[str, pd.DataFrame], contract: int
) -> None:
    frame, table = frames["calibration"], forced.table_of(log)
    lines = frame[frame["contract"] == CONTRACTS[contract]].set_index("bin")
    parts = [calibration.rated_games(table, seat, contract, 2500) for seat in range(3)]
    chance = np.concatenate([part.chance for part in parts])
    won = np.concatenate([part.games["won"] for part in parts]).astype(float)
    edges = np.digitize(chance, np.arange(0.1, 0.95, 0.1))
    assert sorted(lines.index) == sorted(set(edges.tolist()))
    for k, line in lines.iterrows():
        inside = edges == k
        assert (line["n"], line["wins"]) == (inside.sum(), won[inside].sum())
        assert line["predicted"] == pytest.approx(chance[inside].mean())
        limits = wilson(int(line["wins"]), int(line["n"]))
        assert (line["rate_low"], line["rate_high"]) == pytest.approx(limits)
        assert line["open_n"] <= 9
    told = lines.iloc[0]
    assert told["games"] == len(won) == lines["n"].sum()
    scores = {
        "brier": (chance - won) ** 2,
        "log_loss": -(won * np.log(chance) + (1 - won) * np.log(1 - chance)),
    }
    for name, values in scores.items():
        assert told[name] == pytest.approx(values.mean())
        assert (told[f"{name}_low"], told[f"{name}_high"]) == pytest.approx(t_limits(values))


def test_predictions_tell_good_from_bad(log: analysis.Log) -> None:
    """The chances stand beside their own games."""
    table = forced.table_of(log)
    part = calibration.rated_games(table, 0, 5, 2500)
    assert len(part.games) == len(part.chance) == len(part.won)
    better, worse = part.chance > 0.8, part.chance < 0.5
    assert part.won[better].mean() > 0.75 > 0.55 > part.won[worse].mean()
    assert (part.games["contract"] == 5).all()


def test_players_without_estimates_are_measured_by_those_of_expert() -> None:
    table = forced.table_of(as_log(players=("simple", "expert", "simple")))
    expert = skat.load_player("expert")
    for seat in range(3):
        assert calibration.estimates_of(table, seat) == ("expert", expert.fit)


# ---- the discard -------------------------------------------------------------------------------


def test_discards_recounted(frames: dict[str, pd.DataFrame]) -> None:
    frame = frames["discard"].set_index(["first", "second"])
    assert len(frame) == 66
    given: dict[str, Any] = {
        "known": {discard.SEAT: discard.HAND, "skat": discard.SKAT},
        "declarer": discard.SEAT,
        "contract": discard.CONTRACT,
    }
    played = {
        pair: force(400, **given, discard=" ".join(pair))["score"].astype(float)
        for pair in frame.index
    }
    best = max(played, key=lambda pair: played[pair][:150].mean())
    assert frame.index[frame["best"]].tolist() == [best]
    for pair, line in frame.iterrows():
        fresh = played[pair][150:]
        lost = played[best][150:] - fresh
        assert line["n"] == 250
        assert line["score"] == pytest.approx(fresh.mean())
        assert line["lost"] == pytest.approx(lost.mean())
        if pair != best and lost.std():
            low, high = t_limits(lost)
            assert (line["lost_low"], line["lost_high"]) == pytest.approx((low, high))
            assert line["tied"] == (low <= 0)
    away, often = np.unique(force(50, **given, hand=False)["discard"], return_counts=True)
    own = {cards.parse(" ".join(pair)) for pair in frame.index[frame["own"]]}
    assert own == set(away[often >= 3].tolist())
    assert own


def test_who_is_tied() -> None:
    """The same in every deal, a little better by chance, worse for sure."""
    best = np.tile([10.0, -20.0], 50)
    noise = np.tile([0.5, -0.4, 0.3, -0.3], 25)
    found = discard.against_best(np.column_stack([best, best, best + noise, best - 5 + noise]), 0)
    assert found["best"].tolist() == [True, False, False, False]
    assert found["tied"].tolist() == [False, True, True, False]
    assert np.isnan(found["lost_low"][:2]).all()
    assert found["lost"][3] == pytest.approx(5 - noise.mean())


def test_trumps_come_first() -> None:
    held = cards.parse("HJ H7 CA DJ SA D7")
    found = {
        (contract, rules): " ".join(
            cards.CODES[bit] for bit in discard.sorted_cards(held, contract, skat.RULES[rules])
        )
        for contract, rules in ((1, "isko"), (4, "isko"), (5, "isko"), (1, "polish"))
    }
    assert found[1, "isko"] == "HJ DJ H7 CA SA D7"
    assert found[4, "isko"] == "HJ DJ CA SA H7 D7"
    assert found[5, "isko"] == "CA SA HJ H7 DJ D7"
    assert found[1, "polish"] == "HJ H7 CA SA DJ D7"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"hand": "CJ SJ"}, "2 cards: 10 wanted"),
        ({"skat": "XX DT"}, "XX"),
        ({"contract": "Q"}, "Q"),
    ],
)
def test_cards_that_cannot_be_put_away_are_named(
    log: analysis.Log, words: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        discard.frame(log, **words)


# ---- words ---------------------------------------------------------------------------------------


def test_captions_say_who_sits_where_and_what_is_left_out() -> None:
    scenario = simcore.Scenario(known={0: "CJ"})
    log = as_log(players=("simple", "club", "expert"), rotate=True, scenario=scenario)
    log.manifest |= {"settings_sha256": "0123456789abcdef", "status": "complete"}
    log.n_deals = 1
    words = forced_words.of_games(log)
    assert "not its scenario, A is forehand, B is middlehand, C is rearhand" in words
    assert "Run 01234567, rules isko, players A simple, B club, C expert" in words


# ---- drawing -----------------------------------------------------------------------------------


def drawn(name: str, frame: pd.DataFrame, log: analysis.Log) -> tuple[Figure, str]:
    """A chart drawn in full; warnings are errors in tests."""
    chart = GALLERY[name].chart
    caption = chart.caption(log, frame)
    with style.sheet(*chart.SIZE, chart.TITLE, caption) as figure:
        chart.draw(frame, figure)
        figure.draw_without_rendering()
    return figure, caption


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for ax in figure.axes for text in ax.texts]


@pytest.mark.parametrize("name", NAMES)
def test_charts_draw_what_they_need_and_say_of_what(
    name: str, frames: dict[str, pd.DataFrame], log: analysis.Log, tmp_path: Path
) -> None:
    frame = frames[name]
    assert set(GALLERY[name].chart.NEEDS) <= set(frame.columns)
    figure, caption = drawn(name, frame[list(GALLERY[name].chart.NEEDS)], log)
    run = log.manifest["settings_sha256"][:8]
    for word in (run, "isko", "expert", "300 deals", f"seed {SEED}", "95 %", f"{forced.FIRST:,}"):
        assert word in caption
    drawn_in = figure.get_tightbbox()  # inches; nothing is cut off
    width, height = GALLERY[name].chart.SIZE
    assert min(drawn_in.x0, drawn_in.y0) >= 0
    assert drawn_in.x1 <= width
    assert drawn_in.y1 <= height
    path = tmp_path / "chart.png"
    figure.savefig(path)
    assert path.stat().st_size > 20_000


def test_null_dots_stand_where_the_rates_are(
    frames: dict[str, pd.DataFrame], log: analysis.Log
) -> None:
    frame = frames["null_patterns"]
    figure, _ = drawn("null_patterns", frame, log)
    cells = frame[(frame["game"] == "Null ouvert") & (frame["seat"] == "rearhand")]
    ax = figure.axes[5]
    assert ax.get_title(loc="left") == "Null ouvert, rearhand"
    marks = [bar.lines[0] for bar in ax.containers]
    found = {(round(float(m.get_ydata()[0])), m.get_marker()): m.get_xdata()[0] for m in marks}
    for place, cell in enumerate(cells.to_dict("records")):
        for mark, kind in (("o", "win"), ("D", "open")):
            if cell["n"]:
                assert found[place, mark] == pytest.approx(100 * cell[f"{kind}_rate"])
    hollow = [m.get_markerfacecolor() == "white" for m in marks if m.get_marker() == "o"]
    assert hollow == [n < 200 for n in cells["n"] if n]


def test_cells_tell_estimate_interval_and_n(
    frames: dict[str, pd.DataFrame], log: analysis.Log
) -> None:
    frame = frames["hand_or_pickup"]
    figure, _ = drawn("hand_or_pickup", frame, log)
    words = texts(figure)
    known = frame[frame["n"] > 1]
    for cell in known.to_dict("records"):
        assert f"{cell['difference']:+.1f}" in words
        limits = f"{cell['difference_low']:+.1f} to {cell['difference_high']:+.1f}"
        assert f"{limits}\nn {cell['n']:,}" in words
    assert words.count("no data") == (frame["n"] == 0).sum()
    hatches = [patch.get_hatch() for patch in figure.axes[0].patches if patch.get_hatch()]
    assert hatches.count(".....") == (frame["few"] & (frame["n"] > 0)).sum()
    assert len(hatches) == (~frame["clear"] & (frame["n"] > 0)).sum()


def test_the_ladder_is_drawn_line_by_line(
    frames: dict[str, pd.DataFrame], log: analysis.Log
) -> None:
    frame = frames["bid_ladder"]
    figure, _ = drawn("bid_ladder", frame, log)
    above, below = figure.axes
    ticks = [int(label.get_text()) for label in below.get_xticklabels()]
    assert ticks == sorted(set(frame["bid"]))
    lines = [line for line in above.lines if line.get_drawstyle() == "steps-mid"]
    for line, (_, cells) in zip(lines, frame.groupby("hands", sort=False), strict=True):
        assert line.get_ydata() == pytest.approx(cells["score"].to_numpy())
        assert [ticks[int(place)] for place in line.get_xdata()] == cells["bid"].tolist()
    marks = [line for line in above.lines if line.get_marker() not in ("None", "", None)]
    found = sorted(ticks[int(line.get_xdata()[0])] for line in marks)
    assert found == sorted(frame.loc[frame["last"], "bid"])


def test_calibration_lines_and_scores_are_drawn(
    frames: dict[str, pd.DataFrame], log: analysis.Log
) -> None:
    frame = frames["calibration"]
    figure, _ = drawn("calibration", frame, log)
    assert [ax.get_title(loc="left") for ax in figure.axes][3:] == ["Clubs", "Grand", "Null"]
    cells = frame[frame["contract"] == "G"]
    drawn_at = [line.get_ydata().tolist() for line in figure.axes[4].lines]
    for name in ("rate", "open_rate"):
        assert pytest.approx((100 * cells[name]).tolist()) in drawn_at
    told = cells.iloc[0]
    assert any(f"Brier {told['brier']:.4f}" in text and f"n {told['games']:,}" in text
               for text in texts(figure))  # fmt: skip


def test_the_triangle_has_a_cell_a_pair(frames: dict[str, pd.DataFrame], log: analysis.Log) -> None:
    frame = frames["discard"]
    figure, caption = drawn("discard", frame, log)
    numbers = [text for text in figure.axes[0].texts if text.get_fontsize() == 8]
    shown = {text.get_position(): text.get_text() for text in numbers}
    assert len(shown) == 66
    assert list(shown.values()).count("best") == 1
    axis = figure.axes[0]
    columns = [label.get_text() for label in axis.get_xticklabels()]
    rows = [label.get_text() for label in axis.get_yticklabels()]
    for cell in frame[~frame["best"]].to_dict("records"):
        x, y = columns.index(cell["first"]), rows.index(cell["second"]) + 1
        assert shown[x, y - 0.16] == f"{cell['lost']:.1f}"
    best = frame[frame["best"]].iloc[0]
    assert f"Best: {best['first']} {best['second']}" in caption


def test_cells_without_games_are_left_empty(
    frames: dict[str, pd.DataFrame], log: analysis.Log
) -> None:
    null = null_frame.frame(log, deals=3, worlds=1)
    assert (null["n"] == 0).any()
    assert null.loc[null["n"] == 0, ["win_rate", "open_low", "gap"]].isna().all(axis=None)
    drawn("null_patterns", null, log)
    few = hand_or_pickup.frame(log, deals=2)
    assert (few["n"].sum(), few["clear"].any()) == (6, False)
    drawn("hand_or_pickup", few, log)
    with pytest.raises(NoDataError, match="more deals"):
        bid_ladder.frame(log, deals=1)


def test_progress_reaches_the_end(log: analysis.Log) -> None:
    for name in NAMES:
        told: list[Any] = []
        small = {key: min(value, 40) for key, value in SMALL[name].items()} | {"deals": 300}
        GALLERY[name].frame(log, on_progress=told.append, **small)
        done = [progress.deals for progress in told]
        assert done == sorted(done)
        assert done[-1] == told[-1].total > 0
