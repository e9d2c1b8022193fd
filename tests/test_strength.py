"""The figures of results/strength: what is counted of what, by hand on few deals."""

import numpy as np
import pandas as pd
import pytest

import simcore
from analysis.charts import ladder, style
from analysis.estimates import samples
from scripts import fit_bidding, strength
from simcore.skat.strategies.player import load_player

ROWS = simcore.rows(players="expert", deals=3_000, seed=6)
BANDS = {band.name: band for band in strength.BANDS}


@pytest.mark.parametrize(
    ("name", "of", "wins"),
    [
        ("passed in", lambda row: True, lambda row: row["declarer"] < 0),
        ("Grands won", lambda row: row["contract"] == 4, lambda row: row["won"] == 1),
        ("suit games won", lambda row: 0 <= row["contract"] <= 3, lambda row: row["won"] == 1),
        ("hand games", lambda row: row["declarer"] >= 0, lambda row: row["hand"] == 1),
    ],
)
def test_a_share_counts_what_it_says(name: str, of: object, wins: object) -> None:
    chosen = [row for row in ROWS if of(row)]  # type: ignore[operator]
    n, interval, value = BANDS[name].measure(ROWS)
    assert n == len(chosen) > 100
    assert value == pytest.approx(100 * sum(map(bool, map(wins, chosen))) / n)  # type: ignore[call-overload]
    assert interval.low < value < interval.high


def test_list_points_of_36_deals() -> None:
    """Seeger-Fabian: 50 for a game won or lost, 40 to each other player for one lost."""
    total = 0
    for row in ROWS:
        if row["declarer"] >= 0:
            total += int(row["score"]) + (50 if row["won"] else -50 + 80)
    _, _, value = BANDS["points in 36 deals and player"].measure(ROWS)
    assert value == pytest.approx(total / len(ROWS) / 3 * 36)


def test_the_ladder_draws_what_it_is_given() -> None:
    frame = pd.DataFrame(
        {"name": ["one", "other"], "mean": [-2.0, -5.0], "low": [-2.5, -5.2], "high": [-1.0, -4.8]}
    )
    with style.figure(4, 2, "caption") as (_, ax):
        ladder.draw(frame, ax, "expert")
        points = ax.containers[0].lines[0]  # type: ignore[attr-defined]
        bars = ax.containers[0].lines[2][0]  # type: ignore[attr-defined]
        assert points.get_xdata().tolist() == [-2.0, -5.0]
        ends = [segment[:, 0].tolist() for segment in bars.get_segments()]
        assert ends == [pytest.approx([-2.5, -1.0]), pytest.approx([-5.2, -4.8])]
        assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "other"]
        assert points.get_ydata()[0] > points.get_ydata()[1]  # the best on top


def test_another_bidding_leaves_the_play() -> None:
    expert = load_player("expert")
    other = strength.with_bidding(expert, "stegen")
    assert (other.bidding, other.play, other.suit_min) == ("stegen", "expert", 8.0)
    assert "play" in expert.same_parts(other)


def test_a_system_is_worth_what_its_counts_won_at() -> None:
    """Mapped on the very games it is scored on, no count can do worse than the mean rate."""
    games = fit_bidding.force("grand", load_player("simple"), 0, 4_000, False, False)
    won = np.concatenate([s.won for s in samples("grand_before", games)])
    for system in ("trumps-aces", "evolved"):
        assert strength.mapped_brier(system, games, games) <= won.var()
