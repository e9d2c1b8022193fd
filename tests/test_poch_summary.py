"""Logs and summaries of soket and sekans against plain counts of the rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import analysis
import simcore
from analysis.load import open_skat
from analysis.poch.load import names_of
from analysis.poch.rule_words import unusual
from analysis.poch.summary import summary
from scripts import cli
from simcore.poch import load_player, make_rules
from simcore.poch.auction import HOW

Rows = Any
Floats = Any
SEATS = 4
RUNS: dict[str, dict[str, Any]] = {
    "alike": {"players": "simple", "deals": 600, "first": 40},
    "rotated": {
        "players": ("expert", "simple", "random", "simple"), "deals": 200, "rotate": True,
    },
    "seated": {
        "players": ("random", "simple", "random", "random"), "deals": 160, "rules": "poker",
    },
}  # fmt: skip


class Made(NamedTuple):
    """A run on disk, and the same rows in memory."""

    folder: Path
    rows: Rows
    asked: dict[str, Any]


@pytest.fixture(scope="module", params=RUNS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    asked = {"seed": 11, **RUNS[request.param]}
    folder = tmp_path_factory.mktemp("poch") / request.param
    simcore.simulate("poch", out=folder, **asked)
    return Made(folder, simcore.rows("poch", **asked), asked)


# ---- plain counts --------------------------------------------------------------------------------


def column(rows: Rows, name: str) -> Floats:
    """A column of every seat, shape (rows, seats)."""
    return np.stack([rows[f"{name}_{seat}"] for seat in range(SEATS)], axis=1).astype(float)


def at(rows: Rows, name: str, seat: Any) -> Floats:
    return column(rows, name)[np.arange(len(rows)), seat]


def by_session(rows: Rows, values: Floats) -> Floats:
    """Sums by session."""
    return np.array([values[rows["session"] == s].sum() for s in np.unique(rows["session"])])


def mean_of(totals: Floats, sizes: Floats) -> tuple[float, float, float]:
    """Ratio of sums over sessions and its t limits."""
    totals, sizes = totals[sizes > 0], sizes[sizes > 0]
    mean, n = totals.sum() / sizes.sum(), len(sizes)
    variance = n / (n - 1) * ((totals - mean * sizes) ** 2).sum() / sizes.sum() ** 2
    if variance < 1e-18:
        return mean, np.nan, np.nan
    half = stats.t.ppf(0.975, n - 1) * np.sqrt(variance)
    return mean, mean - half, mean + half


def share_of(totals: Floats, sizes: Floats) -> tuple[float, float, float]:
    """Share and its Wilson limits at the number of independent rows that know as much; none where
    it is the same in every session."""
    totals, sizes = totals[sizes > 0], sizes[sizes > 0]
    rate = totals.sum() / sizes.sum()
    variance = ((totals - rate * sizes) ** 2).sum() / sizes.sum() ** 2
    if variance < 1e-18 and 0 < rate < 1:
        return rate, np.nan, np.nan
    n, z, sessions = len(sizes), stats.norm.ppf(0.975), len(sizes)
    if variance > 1e-18:
        n = rate * (1 - rate) / variance
        if (totals * (sizes - totals)).any():  # the spread of few sessions is not known well
            n *= (sessions - 1) / sessions * (z / stats.t.ppf(0.975, sessions - 1)) ** 2
    centre = (rate + z * z / 2 / n) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(rate * (1 - rate) / n + z * z / 4 / n / n)
    return rate, centre - half, centre + half


def check_mean(cell: dict[str, Any], rows: Rows, values: Floats, counted: Floats) -> None:
    expected = mean_of(by_session(rows, values * counted), by_session(rows, counted))
    assert cell["of_n"] == counted.sum()
    assert (cell["mean"], cell["low"], cell["high"]) == pytest.approx(expected, nan_ok=True)


def check_share(cell: dict[str, Any], rows: Rows, hits: Floats, counted: Floats) -> None:
    assert (cell["n"], cell["of_n"]) == ((hits * counted).sum(), counted.sum())
    expected = share_of(by_session(rows, hits * counted), by_session(rows, counted))
    assert (cell["rate"], cell["low"], cell["high"]) == pytest.approx(
        expected, abs=1e-12, nan_ok=True
    )


def every(rows: Rows) -> Floats:
    return np.ones(len(rows))


# ---- the whole run -------------------------------------------------------------------------------


def test_chips_and_chances_by_place(made: Made) -> None:
    rows = made.rows
    with analysis.open(made.folder) as log:
        found = summary(log)
    assert found["rows"] == len(rows)
    assert found["antes"] == -10
    assert len(found["positions"]) == SEATS
    for cell in found["positions"]:
        seat = (rows["dealer"].astype(int) + cell["position"]) % SEATS
        for source in ("circles", "soket", "sekans", "shedding", "chips"):
            check_mean(cell[source], rows, at(rows, source, seat), every(rows))
        for chance, who in (
            ("took_soket", "soket_winner"), ("took_sekans", "sekans_winner"), ("loses", "loser"),
        ):  # fmt: skip
            check_share(cell[chance], rows, (rows[who] == seat).astype(float), every(rows))


def test_chips_by_player_wherever_he_sits(made: Made) -> None:
    rows, names = made.rows, made.asked["players"]
    with analysis.open(made.folder) as log:
        found = summary(log)
    if isinstance(names, str):
        assert "by_player" not in found
        return
    assert [cell["name"] for cell in found["by_player"]] == list(dict.fromkeys(names))
    for cell in found["by_player"]:
        numbers = [k for k, name in enumerate(names) if name == cell["name"]]
        assert cell["seats"] == len(numbers)
        seats = [(k - rows["rotation"].astype(int)) % SEATS for k in numbers]
        chips = sum(at(rows, "chips", seat) for seat in seats)
        loses = sum((rows["loser"] == seat).astype(float) for seat in seats)
        check_mean(cell["chips"], rows, chips / len(numbers), every(rows) * len(numbers))
        check_share(cell["loses"], rows, loses / len(numbers), every(rows) * len(numbers))


def test_how_auctions_end_and_who_takes_them(made: Made) -> None:
    rows = made.rows
    with analysis.open(made.folder) as log:
        found = summary(log)["auctions"]
    for auction, cell in found.items():
        how, keys = rows[f"{auction}_how"], column(rows, f"{auction}_key")
        held = (keys.max(axis=1) > 0).astype(float)
        best = at(rows, f"{auction}_key", rows[f"{auction}_winner"].astype(int)) == keys.max(axis=1)
        check_share(cell["held"], rows, held, every(rows))
        for number, word in enumerate(HOW):
            check_share(cell["how"][word], rows, (how == number).astype(float), every(rows))
        staked = column(rows, f"{auction}_stake").sum(axis=1)
        check_mean(cell["staked"], rows, staked, (staked > 0).astype(float))
        check_share(cell["best"], rows, best.astype(float), held)
        for number, word in enumerate(HOW[:3]):
            of = held * (how == number)
            if of.sum():
                check_share(cell["best_by"][word], rows, best.astype(float), of)
            else:
                assert cell["best_by"][word]["of_n"] == 0


def test_cards_left_and_circles(made: Made) -> None:
    rows = made.rows
    with analysis.open(made.folder) as log:
        found = summary(log)
    for number, cell in found["shedding"]["cards_left"].items():
        check_share(cell, rows, (rows["cards_left"] == number).astype(float), every(rows))
    check_mean(found["shedding"]["mean_left"], rows, rows["cards_left"].astype(float), every(rows))
    last = (rows["deal_id"] % 32 == 31).astype(float)
    assert [cell["rank"] for cell in found["circles"]] == [*"789TJQKA", "all"]
    for cell in found["circles"][:-1]:
        chips = rows[f"circle_{cell['rank']}"].astype(float)
        check_share(cell["taken"], rows, (chips == 0).astype(float), every(rows))
        check_mean(cell["after"], rows, chips, every(rows))
        check_mean(cell["at_end"], rows, chips, last)
    chips = sum(rows[f"circle_{rank}"].astype(float) for rank in "789TJQKA")
    check_mean(found["circles"][-1]["after"], rows, chips, every(rows))


def test_a_condition_leaves_rows_out(made: Made) -> None:
    rows = made.rows[made.rows["dealer"] == 2]
    with analysis.open(made.folder) as log:
        found = summary(log, where="dealer = 2 -- only these")
    chips = at(rows, "chips", rows["dealer"].astype(int))
    check_mean(found["positions"][0]["chips"], rows, chips, every(rows))


def test_intervals_are_as_wide_as_sessions_drawn_again_make_them(tmp_path: Path) -> None:
    """Sessions drawn again with replacement: their spread is that of the interval."""
    asked: dict[str, Any] = {"players": "simple", "deals": 32 * 150, "seed": 3}
    simcore.simulate("poch", out=tmp_path / "run", **asked)
    rows = simcore.rows("poch", **asked)
    with analysis.open(tmp_path / "run") as log:
        found = summary(log)
    seat = rows["dealer"].astype(int)
    totals = by_session(rows, at(rows, "chips", seat))
    hits = by_session(rows, (rows["soket_winner"] == seat).astype(float))
    drawn = np.random.default_rng(5).integers(0, 150, (4000, 150))
    for sums, low, high in (
        (totals, found["positions"][0]["chips"]["low"], found["positions"][0]["chips"]["high"]),
        (hits, found["positions"][0]["took_soket"]["low"],
         found["positions"][0]["took_soket"]["high"]),
    ):  # fmt: skip
        again = sums[drawn].sum(axis=1) / (32 * 150)
        assert (high - low) / 2 == pytest.approx(1.976 * again.std(), rel=0.06)
        limits = np.quantile(again, [0.025, 0.975])
        assert (low, high) == pytest.approx(tuple(limits), abs=0.08 * (high - low))


# ---- cells ---------------------------------------------------------------------------------------


def seats_of(rows: Rows) -> pd.DataFrame:
    """The view `seats`, made row by row."""
    lines = []
    for row in rows:
        for seat in range(SEATS):
            soket, sekans = int(row[f"soket_key_{seat}"]), int(row[f"sekans_key_{seat}"])
            lines.append(
                {
                    "deal_id": int(row["deal_id"]),
                    "rotation": int(row["rotation"]),
                    "session": int(row["session"]),
                    "seat": seat,
                    "player": (seat + int(row["rotation"])) % SEATS,
                    "position": (seat - int(row["dealer"])) % SEATS,
                    "hand": int(row[f"hand_{seat}"]),
                    "soket_size": soket >> 5,
                    "soket_rank": "23456789TJQKA"[soket >> 1 & 15] if soket else None,
                    "soket_trump": bool(soket & 1),
                    "sekans_size": sekans >> 5,
                    "sekans_rank": "23456789TJQKA"[sekans >> 1 & 15] if sekans else None,
                    "sekans_trump": bool(sekans & 1),
                    **{
                        name: int(row[f"{name}_{seat}"])
                        for name in ("circles", "soket", "sekans", "shedding", "chips")
                    },
                    "antes": -10,
                    "soket_stake": int(row[f"soket_stake_{seat}"]),
                    "won_soket": int(row["soket_winner"]) == seat,
                    "won_sekans": int(row["sekans_winner"]) == seat,
                    "soket_how": HOW[row["soket_how"]],
                    "loser": int(row["loser"]) == seat,
                    "cards_left": int(row["cards_left"]) if row["loser"] == seat else 0,
                }
            )
    return pd.DataFrame(lines)


def test_the_view_of_seats(made: Made) -> None:
    expected = seats_of(made.rows[:40])
    last = int(made.rows["deal_id"][39])
    with analysis.open(made.folder) as log:
        found = log.query(
            f"SELECT * FROM seats WHERE deal_id <= {last} ORDER BY deal_id, rotation, seat"
        )
        assert tuple(found.columns) == log.seat_columns
        assert all(log.meanings.values())
    names = made.asked["players"]
    players = [names] * SEATS if isinstance(names, str) else names
    assert list(found["player_name"]) == [players[k] for k in found["player"]]
    told = found[list(expected.columns)]
    same = told.where(told.notna(), None).to_dict("records")
    assert same == expected.where(expected.notna(), None).to_dict("records")


@pytest.mark.parametrize(
    ("by", "where", "chosen"),
    [
        (["position"], None, lambda seats: seats["position"] >= 0),
        (["player", "soket_size"], None, lambda seats: seats["position"] >= 0),
        (["sekans_rank"], "won_sekans", lambda seats: seats["won_sekans"]),
        (["won_soket", "loser"], "chips > 0", lambda seats: seats["chips"] > 0),
        (["session"], None, lambda seats: seats["position"] >= 0),
        ([], "soket_how = 'shown'", lambda seats: seats["soket_how"] == "shown"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_results_by_columns(
    made: Made, by: list[str], where: str | None, chosen: Callable[[pd.DataFrame], Any]
) -> None:
    seats = seats_of(made.rows)
    seats = seats[chosen(seats)]
    with analysis.open(made.folder) as log:
        frame = log.results(by=by, where=where)
    assert frame["n"].sum() == len(seats)
    groups = dict(list(seats.groupby(by, dropna=False))) if by else {(): seats}
    assert len(frame) == len(groups)
    for line in frame.to_dict("records"):
        key = tuple(None if pd.isna(line[name]) else line[name] for name in by)
        part = next(
            part for at, part in groups.items()
            if tuple(None if pd.isna(value) else value for value in at) == key
        )  # fmt: skip
        sessions = part.groupby("session")
        size = sessions.size().to_numpy(float)
        assert (line["n"], line["sessions"]) == (len(part), len(size))
        for name, source in (("mean_chips", "chips"), ("mean_soket", "soket")):
            if len(size) > 1:
                expected = mean_of(sessions[source].sum().to_numpy(float), size)
                limits = (line[name], line[f"{name}_low"], line[f"{name}_high"])
                assert limits == pytest.approx(expected, nan_ok=True)
        for name, what in (("took_sekans", "won_sekans"), ("loses", "loser")):
            expected = share_of(sessions[what].sum().to_numpy(float), size)
            limits = (line[name], line[f"{name}_low"], line[f"{name}_high"])
            assert limits == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_cells_stand_in_the_order_of_the_game(made: Made) -> None:
    with analysis.open(made.folder) as log:
        ranks = [x for x in log.results(by="soket_rank")["soket_rank"] if isinstance(x, str)]
        how = list(log.results(by="sekans_how")["sekans_how"])
    assert ranks == [*"789TJQKA"]
    assert how == [word for word in HOW if word in how]


def test_shares_of_holdings_have_the_exact_ones_beside_them(made: Made) -> None:
    seats = seats_of(made.rows)
    with analysis.open(made.folder) as log:
        frame = log.results(by=["soket_size"])
        assert "exact" not in log.results(by=["soket_size"], where="position = 0")
        assert "exact" not in log.results(by=["soket_size", "position"])
    size = seats.groupby("session").size().to_numpy(float)
    for line in frame.to_dict("records"):
        of = seats["soket_size"] == line["soket_size"]
        counted = of.groupby(seats["session"]).sum().to_numpy(float)
        limits = (line["share"], line["share_low"], line["share_high"])
        assert limits == pytest.approx(share_of(counted, size), abs=1e-12)
    exact = dict(zip(frame["soket_size"], frame["exact"], strict=True))
    assert exact[0] == pytest.approx(114_688 / 906_192)
    assert exact[3] == pytest.approx(104_384 / 906_192)


def test_bad_requests_are_refused(made: Made) -> None:
    with analysis.open(made.folder) as log:
        with pytest.raises(ValueError, match=r"'colour'.*soket_size"):
            log.results(by=["colour"])
        with pytest.raises(ValueError, match="colour"):
            log.results(where="colour = 1")
        with pytest.raises(ValueError, match=r"syntax|Parser"):
            log.results(where="true) OR (true")
        with pytest.raises(ValueError, match=r"win_rate.*soket and sekans"):
            log.win_rate(by=["contract"])
        with pytest.raises(ValueError, match=r"lists.*soket and sekans"):
            log.lists()
    with pytest.raises(ValueError, match="a run of poch, not of Skat"):
        open_skat(made.folder)


def test_a_sample_of_rows(made: Made) -> None:
    with analysis.open(made.folder) as log:
        drawn, larger = log.sample(20, seed=2), log.sample(50, seed=2)
        assert log.n_deals == made.asked["deals"]
    keys = ["deal_id", "rotation"]
    assert set(map(tuple, drawn[keys].to_numpy())) < set(map(tuple, larger[keys].to_numpy()))
    assert list(drawn.columns) == list(made.rows.dtype.names)
    place = {(int(r["deal_id"]), int(r["rotation"])): r for r in made.rows}
    for line in drawn.to_dict("records"):
        row = place[line["deal_id"], line["rotation"]]
        assert all(line[n] == row[n] for n in ("hand_3", "chips_0", "circle_A", "loser"))


def test_different_players_of_one_name_are_told_apart() -> None:
    one, other = {"name": "my", "raise": 1}, {"name": "my", "raise": 2}
    assert names_of([one, one, {"name": "x"}]) == ("my", "my", "x")
    assert names_of([one, other, {"name": "x"}, one]) == ("my A", "my B", "x", "my A")


# ---- the command ---------------------------------------------------------------------------------


def call(capsys: pytest.CaptureFixture[str], *words: str | Path) -> tuple[int, str, str]:
    code = cli.call(["summary", *map(str, words)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_what_is_printed_fits_and_says_what_it_is_of(
    made: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = call(capsys, made.folder)
    assert (code, err) == (0, "")
    holdings = "soket_size,soket_rank"
    many = f"{holdings},sekans_size,sekans_rank,player_name,won_soket"
    for by in (None, many, f"{holdings},player_name", "position,sekans_size", holdings):
        _, out, _ = call(capsys, made.folder, *(["--by", by] if by else []))
        assert [line for line in out.splitlines() if len(line.rstrip()) > 80] == []
        rules = made.asked.get("rules", "karuzela")
        assert "seed 11\n" in out
        assert f"rules {rules}, 4 players, 32 cards" in out
        assert f"{made.asked['deals']} deals, numbers {made.asked.get('first', 0)} to" in out
        assert "a session counts as one draw" in out
    assert "exact" in out
    assert "anyone may stake" in out if made.asked.get("rules") == "poker" else "as usual" in out


def test_cells_are_named_in_words(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, made.folder, "--by", "soket_size")
    names = [line.split()[0] for line in out.splitlines() if line.endswith(" %") and "to" in line]
    assert set(names) == {"none", "pair", "triple", "quad"}
    _, out, _ = call(capsys, made.folder, "--by", "position,sekans_size")
    assert "\ndealer    none " in out
    assert "\n1st left  2 " in out


def test_what_the_places_lose_waits_in_the_circles(
    made: Made, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = call(capsys, made.folder)
    chips = column(made.rows, "chips").sum(axis=1).mean()
    assert chips < 0
    assert f"\nthe places add up to {chips:.2f}: what is missing waits in the circles\n" in out


def test_a_share_that_cannot_vary_has_no_interval(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Players alike by other names: in the rotations of a deal each is last once."""
    alike = tuple(load_player("simple").model_copy(update={"name": name}) for name in "abcd")
    simcore.simulate("poch", out=tmp_path / "run", players=alike, deals=96, rotate=True)
    with analysis.open(tmp_path / "run") as log:
        told = [cell["loses"] for cell in summary(log)["by_player"]]
        assert log.results(by=["player_name"])[["loses_low", "loses_high"]].isna().all(axis=None)
    assert [cell["rate"] for cell in told] == [0.25] * 4
    assert np.isnan([cell[limit] for cell in told for limit in ("low", "high")]).all()
    for options in ([], ["--by", "player_name"]):
        _, out, _ = call(capsys, tmp_path / "run", *options)
        for name in "abcd":
            lines = [line for line in out.splitlines() if line.startswith(f"{name}  ")]
            assert any(line.endswith("25.00 %  no interval") for line in lines)


def test_sessions_are_counted(made: Made, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = call(capsys, made.folder, "--json")
    found = json.loads(out)
    first = made.asked.get("first", 0)
    numbers = np.arange(first, first + made.asked["deals"]) // 32
    whole = int((np.bincount(numbers) == 32).sum())
    assert found["sessions"] == {"n": len(set(numbers)), "whole": whole, "deals": 32}
    assert found["positions"][0]["chips"]["of_n"] == len(made.rows)
    assert f"{whole} whole" in call(capsys, made.folder, "--by", "seat")[1]


@pytest.mark.parametrize(
    "options",
    [
        ["--list", "36"],
        ["--table", "3"],
        ["--limit", "301"],
        ["--by", "position", "--weights", "exact"],
        ["--by", "position", "--shrink"],
    ],
    ids=lambda options: options[-2] if len(options) % 2 == 0 else options[-1],
)
def test_options_of_skat_are_refused_by_name(
    made: Made, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    code, out, err = call(capsys, made.folder, *options)
    option = next(word for word in reversed(options) if word.startswith("--"))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert f"{option} is of Skat" in err


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--by", "colour"], "'colour'"),
        (["--by", ","], "names no column"),
        (["--where", "seat = 1"], "--where 'seat = 1': seat is a column of seats"),
        (["--by", "seat", "--where", "dealt"], "--where 'dealt'"),
        (["--out", "x.csv"], "--out goes with --by only"),
        (
            ["--by", "seat", "--where", "position='dealer'"],
            "position is a number: 0 the dealer",
        ),
        (
            ["--by", "seat", "--where", "soket_size>'pair'"],
            "soket_size is a number: 2 pair, 3",
        ),
        (["--where", "position = 0"], "position is a column of seats, which go with --by"),
        (["--by", "seat", "--where", "seat='x'"], "--where \"seat='x'\": Conversion Error"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    made: Made, capsys: pytest.CaptureFixture[str], options: list[str], named: str
) -> None:
    code, out, err = call(capsys, made.folder, *options)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert named in err


def test_cells_as_a_file(made: Made, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    where = ["--where", "won_soket"]
    for ending in ("csv", "md"):
        out = tmp_path / f"cells.{ending}"
        code, text, _ = call(capsys, made.folder, "--by", "position", *where, "--out", out)
        assert code == 0
        assert f"written to {out}" in text
        assert "only rows where won_soket" in text
    frame = pd.read_csv(tmp_path / "cells.csv")
    with analysis.open(made.folder) as log:
        same = log.results(by=["position"], where="won_soket")
    pd.testing.assert_frame_equal(frame[list(same.columns)], same, check_dtype=False)
    assert set(frame["seed"]) == {11}
    lines = (tmp_path / "cells.md").read_text("utf-8").splitlines()
    assert "seed 11" in lines[0]
    assert lines[-1].startswith("| 3rd left | ")
    code, _, err = call(capsys, made.folder, "--by", "position", "--out", tmp_path / "cells.md")
    assert code == 2
    assert "there already" in err


def test_without_antes_and_circles_of_ranks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = make_rules(ante=0, max_stake=3, circle_ranks=0)
    simcore.simulate("poch", out=tmp_path / "run", rules=rules, players="random", deals=20)
    code, out, _ = call(capsys, tmp_path / "run")
    assert code == 0
    assert "1 session, 0 whole (32 deals)" in out
    assert "circles of soket and sekans alone" in out
    assert "no interval" in out  # of one session there is none


def test_rules_in_words() -> None:
    assert unusual(make_rules()) == []
    assert unusual(make_rules(players=7, ante=1)) == []
    assert unusual(make_rules(players=3, pack=24)) == ["a pack of 24"]
    assert unusual(make_rules(ante=3)) == ["ante 3"]
    assert unusual(make_rules(max_stake=0, sekans=1)) == ["no highest stake", "sekans is a flush"]
    assert unusual(simcore.poch.RULES["court"]) == ["circles of A K Q J alone"]


def test_a_shard_of_another_table_is_refused(tmp_path: Path) -> None:
    """Its columns include those of the smaller table, so it would be read without a word."""
    four = simcore.simulate("poch", deals=64, seed=1, out=tmp_path / "four", players="simple")
    six = simcore.simulate("poch", deals=64, seats=6, out=tmp_path / "six", players="simple")
    four.files[0].write_bytes(six.files[0].read_bytes())
    with pytest.raises(ValueError, match=r"part-00000.parquet: columns are not those of poch-hand"):
        analysis.open(four.path)
