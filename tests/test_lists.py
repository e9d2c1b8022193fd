"""Lists against the vectors and against a list kept with pencil and paper."""

import json
import math
import statistics
from collections import Counter, deque
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import analysis
import simcore
from analysis import lists
from analysis.intervals import ClusterSums, clustered_wilson, t_interval
from scripts import cli
from simcore import skat
from simcore.skat import lists as core
from simcore.skat.rules import BOCK, CONTRACTS, PLAY_RAMSCH, SEATS
from tests.oracle.lists import Deal, Sheet, calls_for_bock, keep_list

DATA = Path(__file__).parent / "data"
VECTORS = json.loads((DATA / "skat_protocol.json").read_text(encoding="utf-8"))["list_scoring"]
HOUSE = skat.RULES["isko"]._replace(all_pass=PLAY_RAMSCH, kontra=2, bock=7)
RULES: dict[str, str | skat.RuleSet] = {"isko": "isko", "altenburg": "altenburg", "house": HOUSE}
LIMIT = 301

Rows = np.ndarray


# ---- pencil and paper --------------------------------------------------------------------------


def written(row: np.void) -> Deal:
    """A row as the deal that is written down."""
    seat = int(row["declarer"])
    return Deal(
        scores={name: int(row[f"score_{name}"]) for name in SEATS},
        declarer=SEATS[seat] if seat >= 0 else None,
        contract=CONTRACTS[row["contract"]],
        hand=bool(row["hand"]),
        won=bool(row["won"]),
        kontra=int(row["kontra"]),
        card_points=int(row["card_points"]),
    )


def sheets_of(
    rows: Rows, deals: int, members: str, rules: skat.RuleSet, limit: int | None = None
) -> list[Sheet]:
    """The lists of a run, cut by hand."""
    events = {event for k, event in enumerate(BOCK) if rules.bock >> k & 1}
    sheets = []
    for start in range(0, len(rows) - deals + 1, deals):
        series = [written(row) for row in rows[start : start + deals]]
        sheets.append(keep_list(series, members, bock=events, limit=limit))
    return sheets


def rotation_where(forehand: str) -> int:
    """The rotation in which this player sits in forehand: seat s is player (s + k) % 3."""
    (rotation,) = [k for k in range(3) if "ABC"[(0 + k) % 3] == forehand]
    return rotation


def rotated_sheets(
    rows: Rows, deals: int, rules: skat.RuleSet, limit: int | None = None
) -> list[list[Sheet]]:
    """Three lists of each stretch, A, B and C dealing first."""
    events = {event for k, event in enumerate(BOCK) if rules.bock >> k & 1}
    by_deal = rows.reshape(-1, 3)
    stretches = []
    for start in range(0, len(by_deal) - deals + 1, deals):
        three = []
        for first in "ABC":
            dealers = ("ABC" * deals)["ABC".index(first) :]
            left = {"A": "B", "B": "C", "C": "A"}
            turns = [rotation_where(left[dealers[number]]) for number in range(deals)]
            series = [written(by_deal[start + n][turn]) for n, turn in enumerate(turns)]
            three.append(keep_list(series, "ABC", first=first, bock=events, limit=limit))
        stretches.append(three)
    return stretches


def column(sheet: Sheet, system: str) -> list[int]:
    return list(getattr(sheet, system).values())


def kept(rows: Rows, plan: lists.Plan) -> lists.Kept:
    """Whole stretches of rows as the analysis keeps them."""
    names = ["declarer", *(f"score_{seat}" for seat in SEATS)]
    names += ["contract", "card_points", "hand", "won", "kontra"]
    whole = len(rows) - len(rows) % (plan.deals * plan.turns)
    return lists.keep({name: rows[name][:whole] for name in names}, plan)


# ---- one list ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("case", "system"),
    [(case, system) for case in VECTORS for system in case["expected"]],
    ids=lambda value: value if isinstance(value, str) else value["id"],
)
def test_vectors(case: dict[str, Any], system: str) -> None:
    games = [(None if who is None else "ABCD".index(who), score) for who, score in case["games"]]
    assert skat.list_scores(games, system, case["table"]) == case["expected"][system]


def games_at(table: int) -> st.SearchStrategy[list[tuple[int | None, int]]]:
    scores = st.integers(-300, 300).filter(bool)
    played = st.tuples(st.integers(0, table - 1), scores)
    return st.lists(st.one_of(played, st.just((None, 0))), max_size=40)


@given(
    st.sampled_from([3, 4]).flatmap(lambda table: st.tuples(st.just(table), games_at(table))),
    st.none() | st.integers(1, 900),
)
def test_a_list_is_what_is_written_down(
    asked: tuple[int, list[tuple[int | None, int]]], limit: int | None
) -> None:
    table, games = asked
    sheet = Sheet("ABCD"[:table], limit)
    for player, score in games:
        if player is None:
            sheet.write({}, None)
        else:
            sheet.write({"ABCD"[player]: score}, "ABCD"[player])
    assert skat.list_scores(games, "plain", table) == column(sheet, "plain")
    assert skat.list_scores(iter(games), "seeger_fabian", table) == column(sheet, "seeger_fabian")
    assert skat.list_scores(games, "bierlachs", table, limit=limit) == column(sheet, "bierlachs")


def test_bierlachs_ends_with_the_game_that_reaches_the_limit() -> None:
    games = [(0, 120), (1, 96), (2, -400), (0, 24)]
    assert skat.list_scores(games, "bierlachs") == [-96, -144, -640]
    assert skat.list_scores(games, "bierlachs", limit=216) == [-96, -120, -216]
    assert skat.list_scores(games, "bierlachs", limit=217) == [-96, -120, -616]
    assert skat.list_scores([], "bierlachs", 4, limit=301) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("games", "options", "message"),
    [
        ([], {"system": "skat"}, "unknown system 'skat': one of plain, seeger_fabian, bierlachs"),
        ([], {"table": 5}, "table 5: a whole number from 3 to 4"),
        ([], {"table": True}, "table True"),
        ([], {"limit": 301}, "limit 301: only Bierlachs"),
        ([], {"system": "bierlachs", "limit": 0}, "limit 0"),
        ([], {"system": "bierlachs", "limit": "301"}, "limit '301'"),
        (5, {}, "games 5"),
        ("A24", {}, "game 1, 'A'"),
        ([(0, 24), (1, 2, 3)], {}, r"game 2, \(1, 2, 3\)"),
        ([(3, 24)], {}, "game 1: player 3: a whole number from 0 to 2"),
        ([(-1, 24)], {}, "game 1: player -1"),
        ([("A", 24)], {}, "game 1: player 'A'"),
        ([(0, 24), (1, 0)], {}, "game 2: score 0 of player 1"),
        ([(None, 24)], {}, "game 1: score 24 without a player"),
        ([(0, 23.5)], {}, "game 1: score 23.5"),
        ([(0, 10**30)], {}, "game 1: score 1000000000"),
    ],
)
def test_bad_lists_are_refused(games: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        skat.list_scores(games, **{"system": "plain", **options})


def test_shapes_of_series_are_checked() -> None:
    for shape, who in (((2, 5, 3), (2, 4)), ((2, 5, 5), (2, 5)), ((5, 3), (5,))):
        with pytest.raises(ValueError, match="shapes"):
            core.series_points(np.zeros(shape), np.zeros(who), "plain")


# ---- seats and Bock ----------------------------------------------------------------------------


def test_the_deal_moves_round() -> None:
    """At three the dealer is rearhand, at four he sits out."""
    assert core.seating(4, 3).tolist() == [[1, 2, 0], [2, 0, 1], [0, 1, 2], [1, 2, 0]]
    assert core.seating(5, 4).tolist() == [[1, 2, 3], [2, 3, 0], [3, 0, 1], [0, 1, 2], [1, 2, 3]]


def test_bock_rounds_queue() -> None:
    def factors(marks: str, table: int = 3) -> str:
        events = np.array([[mark == "x" for mark in marks]])
        return "".join(str(factor) for factor in core.bock_factors(events, table)[0])

    assert factors("..x......") == "111222111"
    assert factors("..x......", table=4) == "111222211"
    assert factors("x.x......") == "122222211"  # one more round, never more than twice
    assert factors("xx.......") == "122222211"
    assert factors("x..x.....") == "122222211"
    assert factors("x...x....") == "122212221"
    assert factors("") == ""


@given(st.lists(st.lists(st.booleans(), min_size=20, max_size=20), max_size=4), st.integers(3, 4))
def test_bock_is_a_queue_of_marks(events: list[list[bool]], table: int) -> None:
    found = core.bock_factors(np.array(events, dtype=np.bool_).reshape(-1, 20), table)
    for series, factors in zip(events, found, strict=True):
        marks: deque[int] = deque()
        for event, factor in zip(series, factors, strict=True):
            assert factor == (marks.popleft() if marks else 1)
            marks.extend([2] * table if event else [])


@pytest.mark.parametrize("event", range(3))
def test_bock_events_are_those_of_the_rules(event: int) -> None:
    columns: dict[str, list[Any]] = {
        "contract": [0, 4, 5, 4, 4, 4, 3, 6, 7, 5],
        "card_points": [60, 60, 60, 61, 90, 90, 90, 0, 0, 0],
        "hand": [False, True, False, True, True, False, True, False, False, True],
        "won": [False, False, True, True, True, True, True, False, False, True],
        "kontra": [0, 0, 0, 0, 1, 2, 0, 0, 0, 1],
    }
    expected = {
        "60-60": [1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
        "grand_hand": [0, 0, 0, 1, 1, 0, 0, 0, 0, 0],
        "kontra": [0, 0, 0, 0, 1, 1, 0, 0, 0, 1],
    }
    found = core.bock_events(columns, 1 << event)
    assert found.tolist() == [bool(mark) for mark in expected[BOCK[event]]]
    assert not core.bock_events(columns, 0).any()


def test_ramsch_has_no_declarer() -> None:
    """A tie for most, all ten tricks, then a game of member 0 lost."""
    scores = [[[-55, -55, 0], [0, 120, 0], [-48, 0, 0]]]
    found = {s: core.series_points(scores, [[-1, -1, 0]], s).tolist() for s in core.SYSTEMS}
    assert found == {
        "plain": [[-103, 65, 0]],
        "seeger_fabian": [[-153, 105, 40]],
        "bierlachs": [[-223, -55, -120]],
    }
    assert core.series_points(scores, [[-1, -1, 0]], "bierlachs", 55).tolist() == [[-55, -55, 0]]


# ---- series of simulated deals -----------------------------------------------------------------


@pytest.mark.parametrize("table", [3, 4])
@pytest.mark.parametrize("players", ["simple", "random"])
@pytest.mark.parametrize("name", RULES)
def test_series_are_what_is_written_down(name: str, players: str, table: int) -> None:
    rules = skat.load_rules(RULES[name])
    rows = simcore.rows(deals=700, seed=4, rules=rules, players=players)
    found = kept(rows, lists.Plan(20, table, 1, rules.bock))
    for limit in (None, LIMIT):
        sheets = sheets_of(rows, 20, "ABCD"[:table], rules, limit)
        assert len(sheets) == 35
        for system in core.SYSTEMS:
            end = limit if system == "bierlachs" else None
            points = core.series_points(found.scores, found.declarer, system, end)
            assert points.tolist() == [column(sheet, system) for sheet in sheets], system


@pytest.mark.parametrize("name", RULES)
def test_rotated_deals_give_three_lists(name: str) -> None:
    rules, players = skat.load_rules(RULES[name]), ["simple", "random", "simple"]
    rows = simcore.rows(deals=250, seed=5, rules=rules, players=players, rotate=True)
    found = kept(rows, lists.Plan(20, 3, 3, rules.bock))
    stretches = rotated_sheets(rows, 20, rules, LIMIT)
    sheets = [sheet for three in stretches for sheet in three]
    assert len(sheets) == 36
    for system in core.SYSTEMS:
        end = LIMIT if system == "bierlachs" else None
        points = core.series_points(found.scores, found.declarer, system, end)
        assert points.tolist() == [column(sheet, system) for sheet in sheets], system


def test_the_simulated_deals_have_what_lists_are_about() -> None:
    """Else the comparisons above would say less than they seem to."""
    rows = simcore.rows(deals=700, seed=4, rules=HOUSE, players="simple")
    ramsch = rows["contract"] == CONTRACTS.index("R")
    assert ramsch.sum() > 10
    mixed = simcore.rows(deals=700, seed=4, rules=HOUSE, players="random")
    deals = [written(row) for row in [*rows, *mixed]]
    for event in BOCK:
        assert any(calls_for_bock(deal, {event}) for deal in deals), event
    assert simcore.rows(deals=700, seed=4, rules="altenburg")["thrown_in"].sum() > 10
    assert (simcore.rows(deals=700, seed=4)["contract"] == CONTRACTS.index("P")).sum() > 10


@pytest.mark.parametrize(("table", "loss"), [(3, 40), (4, 30)])
@pytest.mark.parametrize("name", RULES)
def test_what_all_members_have_together(name: str, table: int, loss: int) -> None:
    rules = skat.load_rules(RULES[name])
    rows = simcore.rows(deals=600, seed=6, rules=rules)
    found = kept(rows, lists.Plan(600, table, 1, rules.bock))
    plain, seeger, minus = (
        core.series_points(found.scores, found.declarer, system).sum() for system in core.SYSTEMS
    )
    declared = rows["declarer"] >= 0
    won, lost = (declared & rows["won"]).sum(), (declared & ~rows["won"]).sum()
    assert seeger == plain + 50 * (won - lost) + loss * (table - 1) * lost
    score = found.scores
    assert minus == score[score < 0].sum() - (table - 1) * score[score > 0].sum()
    if not rules.bock:
        assert plain == sum(int(rows[f"score_{seat}"].sum()) for seat in SEATS)


# ---- the frame ---------------------------------------------------------------------------------


def expected_row(stretches: list[list[Sheet]], system: str, member: str) -> dict[str, float]:
    """The numbers of a member from written lists, by stretch."""
    points = [[getattr(sheet, system)[member] for sheet in three] for three in stretches]
    shares = [[share_of_first(getattr(s, system), member) for s in three] for three in stretches]
    every = sorted(point for three in points for point in three)
    means = [statistics.fmean(three) for three in points]
    low, high = t_interval(len(means), sum(means), sum(mean * mean for mean in means))
    first = [float(sum(three)) for three in shares]
    sizes = [len(three) for three in stretches]
    first_low, first_high = clustered_wilson(ClusterSums.of(first, sizes))
    quantiles = [every[math.ceil(Fraction(p, 100) * len(every)) - 1] for p in (5, 50, 95)]
    return {
        "n": len(every),
        "stretches": len(stretches),
        "mean": statistics.fmean(every),
        "mean_low": low,
        "mean_high": high,
        "sd": statistics.stdev(every),
        **dict(zip(("low_5", "median", "high_95"), quantiles, strict=True)),
        "first": sum(first) / len(every),
        "first_low": first_low,
        "first_high": first_high,
    }


def share_of_first(standing: dict[str, int], member: str) -> Fraction:
    best = [name for name, points in standing.items() if points == max(standing.values())]
    return Fraction(member in best, len(best))


@pytest.mark.parametrize(
    ("name", "table", "rotate"),
    [("isko", 3, False), ("altenburg", 4, False), ("house", 3, False), ("house", 3, True)],
)
def test_the_frame_of_a_run(
    name: str, table: int, rotate: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "BATCH_ROWS", 100)  # several batches
    rules = skat.load_rules(RULES[name])
    players = ["simple", "random", "simple"] if rotate else "simple"
    settings: dict[str, Any] = {"deals": 340, "seed": 8, "first": 70, "rotate": rotate}
    settings |= {"rules": rules, "players": players}
    simcore.simulate(out=tmp_path / "run", **settings)
    with analysis.open(tmp_path / "run") as log:
        frame = log.lists(deals=12, table=table, limit=96)
    rows = simcore.rows(**settings)
    if rotate:
        stretches = rotated_sheets(rows, 12, rules, 96)
    else:
        stretches = [[s] for s in sheets_of(rows, 12, "ABCD"[:table], rules, 96)]
    written_lists = [sheet for three in stretches for sheet in three]
    assert any(-96 in sheet.bierlachs.values() for sheet in written_lists)  # reached to the point
    assert (frame["left_out"] == 4).all()
    pairs = [(system, member) for system in core.SYSTEMS for member in "ABCD"[:table]]
    assert list(zip(frame["system"], frame["member"], strict=True)) == pairs
    names = players if rotate else ["simple"] * table
    assert list(frame["player"]) == list(names) * 3
    for (system, member), row in zip(pairs, frame.to_dict("records"), strict=True):
        expected = expected_row(stretches, system, member)
        assert {key: row[key] for key in expected} == pytest.approx(expected)
        pays = [sum(member in sheet.paying for sheet in three) for three in stretches]
        if system == "bierlachs":
            assert row["pays"] == pytest.approx(sum(pays) / row["n"])
            assert row["pays_low"] <= row["pays"] <= row["pays_high"]
        else:
            assert math.isnan(row["pays"])


def test_batches_never_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simcore.simulate(out=tmp_path / "run", deals=900, seed=2, rules=HOUSE)
    with analysis.open(tmp_path / "run") as log:
        whole = log.lists(deals=7, table=4)
        for rows in (1, 50, 333):
            monkeypatch.setattr(lists, "BATCH_ROWS", rows)
            pd.testing.assert_frame_equal(log.lists(deals=7, table=4), whole)


def test_one_list_has_no_spread(tmp_path: Path) -> None:
    simcore.simulate(out=tmp_path / "run", deals=40, seed=2)
    with analysis.open(tmp_path / "run") as log:
        frame = log.lists(deals=40)
    assert (frame["n"] == 1).all()
    assert frame[["sd", "mean_low", "mean_high"]].isna().all(axis=None)
    assert (frame["mean"] == frame["median"]).all()
    assert frame["first"].sum() == pytest.approx(3)


def test_requests_that_make_no_lists(tmp_path: Path) -> None:
    simcore.simulate(out=tmp_path / "plain", deals=40, seed=2)
    simcore.simulate(out=tmp_path / "rotated", deals=40, seed=2, rotate=True)
    simcore.simulate(out=tmp_path / "fixed", deals=40, players=["simple", "random", "simple"])
    with analysis.open(tmp_path / "plain") as log:
        for options, message in (
            ({"deals": 41}, "40 deals, fewer than one list of 41"),
            ({"deals": 0}, "deals 0"),
            ({"deals": 10_001}, "deals 10001: a whole number from 1 to 10000"),
            ({"table": 2}, "table 2"),
            ({"limit": -301}, "limit -301"),
            ({"level": 95}, "level"),
        ):
            with pytest.raises(ValueError, match=message):
                log.lists(**options)
    with analysis.open(tmp_path / "rotated") as log, pytest.raises(ValueError, match="table 4"):
        log.lists(table=4)
    with analysis.open(tmp_path / "fixed") as log, pytest.raises(ValueError, match="--rotate"):
        log.lists()


# ---- the command line --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Runs under house rules, with redeals, with players who move and who do not; read only."""
    home = tmp_path_factory.mktemp("runs")
    three = ["simple", "random", "simple"]
    options: dict[str, dict[str, Any]] = {
        "house": {"deals": 2000, "rules": HOUSE},
        "altenburg": {"deals": 2000, "rules": "altenburg"},
        "rotated": {"deals": 300, "rules": HOUSE, "players": three, "rotate": True},
        "fixed": {"deals": 100, "players": three},
    }
    for name, settings in options.items():
        simcore.simulate(out=home / name, seed=7, **settings)
    return {name: home / name for name in options}


Ask = Callable[..., str]


@pytest.fixture
def ask(runs: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> Ask:
    """`simcore summary` of a run: what it prints, nothing wider than a terminal."""

    def asked(name: str, *options: str) -> str:
        code = cli.call(["summary", str(runs[name]), *options])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        folder = str(runs[name])
        assert max(len(line) for line in out.splitlines() if folder not in line) <= 80
        return out

    return asked


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("house", ["--list", "36", "--limit", "301"]),
        ("altenburg", ["--list", "48", "--table", "4", "--limit", "501"]),
        ("rotated", ["--list", "36"]),
    ],
)
def test_summary_of_lists(name: str, options: list[str], runs: dict[str, Path], ask: Ask) -> None:
    found = json.loads(ask(name, *options, "--json"))
    text = ask(name, *options)
    numbers = {word: int(n) for word, n in zip(options[::2], options[1::2], strict=True)}
    with analysis.open(runs[name]) as log:
        frame = log.lists(
            numbers["--list"], table=numbers.get("--table", 3), limit=numbers.get("--limit")
        )
    told = found["lists"]
    assert (told["n"], told["left_out"]) == (frame["n"][0], frame["left_out"][0])
    for cell, row in zip(told["cells"], frame.to_dict("records"), strict=True):
        for key, value in cell.items():
            assert value == pytest.approx(row[key]) if value is not None else pd.isna(row[key])
    for title in ("Plain:", "Seeger-Fabian:", "Bierlachs:"):
        assert f"\n{title}" in text
    mean = frame["mean"][0]
    assert f"{mean:+.1f}" in text or f"{mean:+.2f}" in text
    assert f"{told['left_out']} deals left over" in text
    assert ("Bock after 60-60" in text) == (name != "altenburg")
    assert ("Pays:" in text) == ("--limit" in options)


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("house", ["--list", "36", "--by", "contract"], "--by does not go with --list"),
        ("house", ["--list", "36", "--where", "won"], "--where does not go with --list"),
        ("house", ["--table", "4"], "--table 4 goes with --list only"),
        ("house", ["--limit", "301"], "--limit 301 goes with --list only"),
        ("house", ["--list", "36", "--table", "0"], "table 0"),
        ("house", ["--list", "36", "--limit", "0"], "limit 0"),
        ("house", ["--list", "0"], "--list 0: deals 0"),
        ("house", ["--list", "ten"], "'ten'"),
        ("house", ["--list", "2001"], "--list 2001: the run has 2,000 deals, fewer than one list"),
        ("rotated", ["--list", "36", "--table", "4"], "table 4: a rotated run"),
        ("fixed", ["--list", "36"], "players simple, random, simple keep their seats"),
    ],
)
def test_lists_that_are_refused(
    name: str,
    options: list[str],
    message: str,
    runs: dict[str, Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.call(["summary", str(runs[name]), *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err


# ---- the plain summary -------------------------------------------------------------------------


def test_summary_tells_ramsch_from_passed_in(ask: Ask) -> None:
    rows = simcore.rows(deals=2000, seed=7, rules=HOUSE)
    ramsch = rows[rows["contract"] == CONTRACTS.index("R")]
    found = json.loads(ask("house", "--json"))
    assert (found["passed_in"]["n"], found["ramsch"]["n"]) == (0, len(ramsch))
    assert (found["ramsch"]["of"], found["ramsch"]["of_n"]) == ("dealt", 2000)
    assert found["ramsch"]["low"] < len(ramsch) / 2000 < found["ramsch"]["high"]
    assert found["played"]["n"] == 2000 - len(ramsch)
    assert (found["all_pass"], found["bock"]) == ("ramsch", list(BOCK))
    for seat, cell in zip(SEATS, found["seats"], strict=True):
        assert cell["ramsch"]["of_n"] == len(ramsch)
        assert cell["ramsch"]["mean"] == pytest.approx(ramsch[f"score_{seat}"].mean())
        assert cell["ramsch"]["low"] < cell["ramsch"]["mean"] < cell["ramsch"]["high"]
    text = ask("house")
    assert "Passed in  0, " in text
    assert f"Ramsch     {len(ramsch)}, " in text
    assert f"Ramsch by seat: mean result of the {len(ramsch)} played" in text
    assert "passed-in deals" not in text
    assert "(Ramsch left out)" in ask("house", "--by", "contract")


def test_summary_of_ramsch_by_player(ask: Ask) -> None:
    players = ["simple", "random", "simple"]
    rows = simcore.rows(deals=300, seed=7, rules=HOUSE, players=players, rotate=True)
    ramsch = rows[rows["contract"] == CONTRACTS.index("R")]
    totals: Counter[int] = Counter()
    for row in ramsch:
        for s, seat in enumerate(SEATS):
            totals[(s + int(row["rotation"])) % 3] += int(row[f"score_{seat}"])
    found = json.loads(ask("rotated", "--json"))
    for player, cell in enumerate(found["by_player"]):
        assert cell["ramsch"]["mean"] == pytest.approx(totals[player] / len(ramsch))


def test_cells_by_contract_are_declared_games(ask: Ask) -> None:
    rows = simcore.rows(deals=2000, seed=7, rules=HOUSE)
    found = json.loads(ask("house", "--by", "contract", "--json"))
    counted = Counter(CONTRACTS[row["contract"]] for row in rows if row["declarer"] >= 0)
    assert {cell["contract"]: cell["n"] for cell in found["cells"]} == counted
    assert "R" not in counted


def test_summary_counts_deals_thrown_in(ask: Ask) -> None:
    rows = simcore.rows(deals=2000, seed=7, rules="altenburg")
    thrown_in = int(rows["thrown_in"].sum())
    dealt = 2000 + thrown_in
    found = json.loads(ask("altenburg", "--json"))
    assert (found["hands"], found["thrown_in"]["n"]) == (dealt, thrown_in)
    assert (found["played"]["n"], found["passed_in"]["n"]) == (2000, 0)
    won = int(rows["won"].sum())
    assert found["played"]["win_rate"] == pytest.approx(won / 2000)
    per_dealt = found["per_dealt"]
    for name, number in (("played", 2000), ("won", won)):
        cell = per_dealt[name]
        assert (cell["n"], cell["of"], cell["of_n"]) == (number, "dealt", dealt)
        assert cell["low"] < cell["rate"] < cell["high"]
    assert per_dealt["score"]["mean"] == pytest.approx(rows["score"].sum() / dealt)
    for seat, cell in enumerate(found["seats"]):
        assert cell["declared"]["rate"] == pytest.approx((rows["declarer"] == seat).sum() / dealt)
    text = ask("altenburg")
    assert f"Dealt      {dealt:,} hands" in text
    assert f"Thrown in  {thrown_in}, " in text
    assert "of the hands played\n" in text
    assert text.count("of all dealt") == 6


def test_nothing_is_said_of_what_the_rules_do_not_have(ask: Ask) -> None:
    text = ask("fixed")
    for word in ("Ramsch", "hrown", "Bock"):
        assert word not in text
