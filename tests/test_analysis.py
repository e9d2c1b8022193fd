"""Logs opened by the analysis, and win rates against a plain computation row by row."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import analysis
import simcore
from analysis.intervals import ClusterSums, clustered_t, clustered_wilson, t_interval, wilson
from simcore.manifest import settings_sha256

Row = dict[str, Any]

CONTRACTS = ["D", "H", "S", "C", "G", "N", "R", "P"]
SEATS = ["forehand", "middlehand", "rearhand"]
SCHEMA = pa.schema(
    [
        ("deal_id", pa.uint64()),
        ("rotation", pa.int8()),
        ("thrown_in", pa.uint16()),
        *[(f"hand_{seat}", pa.uint32()) for seat in SEATS],
        ("skat", pa.uint32()),
        ("discard", pa.uint32()),
        *[(f"bid_{seat}", pa.int16()) for seat in SEATS],
        ("bid", pa.int16()),
        ("declarer", pa.int8()),
        ("contract", pa.dictionary(pa.int8(), pa.string())),
        *[(n, pa.bool_()) for n in ("hand", "ouvert", "announced_schneider", "announced_schwarz")],
        ("kontra", pa.int8()),
        ("matadors", pa.int8()),
        ("card_points", pa.uint8()),
        ("tricks", pa.uint8()),
        *[(name, pa.bool_()) for name in ("won", "schneider", "schwarz", "overbid")],
        ("value", pa.int16()),
        ("score", pa.int16()),
        *[(f"score_{seat}", pa.int16()) for seat in SEATS],
    ]
)
MISSING_SHARD = {"index": 0, "first": 100, "deals": 3, "rows": 3, "sha256": "0" * 64}
MISSING_SHARD |= {"file": "part-00009.parquet"}
RESULT = ["per", "deals", "n", "wins", "win_rate", "win_low", "win_high"]
RESULT += ["mean_score", "score_low", "score_high"]


def row(deal_id: int, rotation: int = 0, **played: Any) -> Row:
    """A row of the log, passed in unless told otherwise."""
    blank = {field.name: False if field.type == pa.bool_() else 0 for field in SCHEMA}
    passed_in = {"declarer": -1, "contract": "P"}
    return {**blank, "deal_id": deal_id, "rotation": rotation, **passed_in, **played}


def random_rows(deals: int, rotate: bool, seed: int = 5) -> list[Row]:
    """Rows with a win rate of their own for every deal, so that rotations resemble each other."""
    rng = np.random.default_rng(seed)
    rows = []
    for deal_id in range(100, 100 + deals):
        rate = rng.beta(2, 1)
        for rotation in range(3 if rotate else 1):
            declarer = int(rng.integers(-1, 3))
            if declarer < 0:
                rows.append(row(deal_id, rotation))
                continue
            won, value = bool(rng.random() < rate), int(rng.integers(9, 70)) * 2
            result = {"won": won, "value": value, "score": value if won else -2 * value}
            result["thrown_in"] = int(rng.geometric(0.8)) - 1
            contract = CONTRACTS[int(rng.integers(0, 6))]
            hand = bool(rng.random() < 0.2)
            rows.append(
                row(deal_id, rotation, declarer=declarer, contract=contract, hand=hand, **result)
            )
    return rows


def table(rows: Sequence[Row]) -> pa.Table:
    columns = {name: [entry[name] for entry in rows] for name in SCHEMA.names}
    codes = pa.array([CONTRACTS.index(name) for name in columns["contract"]], pa.int8())
    columns["contract"] = pa.DictionaryArray.from_arrays(codes, CONTRACTS)
    return pa.table(columns, schema=SCHEMA)


def write_run(
    folder: Path, rows: Sequence[Row], *, rotate: bool = False, per_shard: int = 300, **changes: Any
) -> Path:
    """A run folder with the manifest and shards of a finished run."""
    folder.mkdir(parents=True)
    per_deal = 3 if rotate else 1
    settings = simcore.run_settings(
        deals=max(len(rows) // per_deal, 1), first=100, seed=7, rotate=rotate
    )
    shards: list[dict[str, Any]] = []
    step = per_shard - per_shard % per_deal
    for index, start in enumerate(range(0, len(rows), step)):
        file, part = f"part-{index:05d}.parquet", rows[start : start + step]
        pq.write_table(table(part), folder / file)
        entry = {"index": index, "first": 100 + start // per_deal, "deals": len(part) // per_deal}
        shards.append({**entry, "rows": len(part), "file": file, "sha256": "0" * 64})
    manifest = {
        "schema": "skat-hand/1",
        "status": "complete" if rows else "running",
        "game": "skat",
        "settings": settings,
        "settings_sha256": settings_sha256(settings),
        "source_digest": "0" * 64,
        "versions": {},
        "shards": shards,
        **changes,
    }
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def with_derived(entry: Row) -> Row:
    declarer = entry["declarer"]
    player = (declarer + entry["rotation"]) % 3 if declarer >= 0 else -1
    seat = SEATS[declarer] if declarer >= 0 else "none"
    return {**entry, "player": player, "declarer_seat": seat, "played": declarer >= 0}


def expected_cells(
    rows: Sequence[Row], by: Sequence[str], per: str, chosen: Callable[[Row], bool]
) -> dict[tuple[Any, ...], tuple[float, ...]]:
    """The numbers of every cell, deal by deal in plain Python."""
    cells: dict[tuple[Any, ...], dict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for entry in map(with_derived, rows):
        if chosen(entry) and (per == "dealt" or entry["played"]):
            cells[tuple(entry[name] for name in by)][entry["deal_id"]].append(entry)
    found: dict[tuple[Any, ...], tuple[float, ...]] = {}
    for key, deals in cells.items():
        sizes = [sum(dealt(entry, by, per) for entry in deal) for deal in deals.values()]
        wins = [sum(entry["won"] for entry in deal) for deal in deals.values()]
        points = [sum(entry["score"] for entry in deal) for deal in deals.values()]
        rate = (sum(wins) / sum(sizes), *clustered_wilson(ClusterSums.of(wins, sizes)))
        mean = (sum(points) / sum(sizes), *clustered_t(ClusterSums.of(points, sizes)))
        found[key] = (len(deals), sum(sizes), sum(wins), *rate, *mean)
    return found


def dealt(entry: Row, by: Sequence[str], per: str) -> int:
    """Deals a row stands for: where dealt ones count, those thrown in before it too."""
    thrown_in = per == "dealt" and not any(name.startswith(("hand_", "skat")) for name in by)
    return 1 + (entry["thrown_in"] if thrown_in else 0)


def cells_of(frame: pd.DataFrame, by: Sequence[str]) -> dict[tuple[Any, ...], tuple[float, ...]]:
    """The same shape from the frame of `win_rate`."""
    assert list(frame.columns) == [*by, *RESULT]
    keys = frame[list(by)].itertuples(index=False) if by else [()] * len(frame)
    numbers = frame[RESULT[1:]].itertuples(index=False)
    return {tuple(key): tuple(values) for key, values in zip(keys, numbers, strict=True)}


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "rotated"])
def run(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[list[Row], Path]:
    rows = random_rows(400, request.param)
    folder = tmp_path_factory.mktemp("runs") / "run"
    return rows, write_run(folder, rows, rotate=request.param)


@pytest.mark.parametrize(
    ("where", "chosen"),
    [
        (None, lambda entry: True),
        ("contract IN ('G', 'N') -- no suit", lambda entry: entry["contract"] in "GN"),
        ("hand OR score < -100", lambda entry: entry["hand"] or entry["score"] < -100),
    ],
    ids=["all", "contract", "either"],
)
@pytest.mark.parametrize(
    ("by", "per"),
    [
        ([], "played"),
        ([], "dealt"),
        (["contract"], "played"),
        (["contract", "hand"], "played"),
        (["rotation", "thrown_in"], "dealt"),
        (["skat"], "dealt"),
        (["player"], "played"),
        (["declarer_seat", "contract"], "declared"),
        (["deal_id"], "dealt"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else value,
)
def test_win_rate_matches_a_plain_computation(
    run: tuple[list[Row], Path],
    by: list[str],
    per: str,
    where: str | None,
    chosen: Callable[[Row], bool],
) -> None:
    rows, folder = run
    with analysis.open(folder) as log:
        found = cells_of(log.win_rate(by=by, where=where, per=per), by)
    expected = expected_cells(rows, by, per, chosen)
    assert found.keys() == expected.keys()
    for key, numbers in expected.items():
        assert found[key] == pytest.approx(numbers, nan_ok=True), key


def test_an_unrotated_run_gives_the_textbook_intervals(tmp_path: Path) -> None:
    rows = random_rows(200, rotate=False)
    scores = [entry["score"] for entry in rows if entry["declarer"] >= 0]
    wins = sum(entry["won"] for entry in rows)
    with analysis.open(write_run(tmp_path / "run", rows)) as log:
        total = log.win_rate(level=0.9).iloc[0]
    assert (total.win_low, total.win_high) == pytest.approx(wilson(wins, len(scores), 0.9))
    squares = sum(score * score for score in scores)
    expected = t_interval(len(scores), sum(scores), squares, 0.9)
    assert (total.score_low, total.score_high) == pytest.approx(expected)


def test_rotations_of_a_deal_are_no_independent_rows(tmp_path: Path) -> None:
    # All three rows of a deal agree, so 60 deals know as much as 60 rows, not as 180.
    won = {"declarer": 0, "contract": "C", "won": True, "score": 24}
    lost = {"declarer": 0, "contract": "C", "won": False, "score": -48}
    rows = [row(deal, k, **(won if deal % 3 else lost)) for deal in range(60) for k in range(3)]
    with analysis.open(write_run(tmp_path / "run", rows, rotate=True)) as log:
        total = log.win_rate().iloc[0]
    assert (total.deals, total.n, total.wins) == (60, 180, 120)
    assert (total.win_low, total.win_high) == pytest.approx(wilson(40, 60))


@pytest.mark.parametrize(
    ("by", "per", "named"),
    [
        ([], "played", "played"),
        (["rotation"], "dealt", "dealt"),
        (["player"], "played", "declared"),
        (["contract", "declarer"], "played", "declared"),
        (["declarer_seat"], "declared", "declared"),
    ],
)
def test_every_row_names_its_denominator(
    run: tuple[list[Row], Path], by: list[str], per: str, named: str
) -> None:
    with analysis.open(run[1]) as log:
        assert set(log.win_rate(by=by, per=per)["per"]) == {named}


def test_cells_stand_in_the_order_of_the_game(run: tuple[list[Row], Path]) -> None:
    with analysis.open(run[1]) as log:
        by_contract = log.win_rate(by="contract")
        by_seat = log.win_rate(by=["declarer_seat", "contract"])
    assert list(by_contract["contract"]) == ["D", "H", "S", "C", "G", "N"]
    pairs = [(seat, contract) for seat in SEATS for contract in CONTRACTS[:6]]
    assert list(zip(by_seat["declarer_seat"], by_seat["contract"], strict=True)) == pairs


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize(
    "rows", [[], [row(1, k) for k in range(3)]], ids=["no shards", "all passed in"]
)
def test_no_hands_is_no_data(tmp_path: Path, rows: list[Row], rotate: bool) -> None:
    with analysis.open(write_run(tmp_path / "run", rows, rotate=rotate)) as log:
        total = log.win_rate().iloc[0]
        assert len(log.win_rate(by=["contract"])) == 0
        assert list(log.win_rate(by=["contract"]).columns) == ["contract", *RESULT]
    assert (total.deals, total.n, total.wins) == (0, 0, 0)
    assert all(math.isnan(total[name]) for name in RESULT[4:])


def test_passed_in_deals_count_as_dealt_without_a_win(tmp_path: Path) -> None:
    won = row(3, declarer=1, contract="G", won=True, score=48)
    # In Ramsch nobody declares, whatever the other columns hold.
    ramsch = row(4, contract="R", won=True, score=-30)
    with analysis.open(write_run(tmp_path / "run", [row(1), row(2), won, ramsch])) as log:
        played, dealt = log.win_rate().iloc[0], log.win_rate(per="dealt").iloc[0]
    assert (played.n, played.wins, played.win_rate, played.mean_score) == (1, 1, 1.0, 48.0)
    assert (dealt.n, dealt.wins, dealt.win_rate, dealt.mean_score) == (4, 1, 0.25, 12.0)


def test_an_unknown_column_is_named(run: tuple[list[Row], Path]) -> None:
    with (
        analysis.open(run[1]) as log,
        pytest.raises(ValueError, match=r"'colour'.*contract.*player"),
    ):
        log.win_rate(by=["contract", "colour"])


def test_bad_requests_are_refused(run: tuple[list[Row], Path]) -> None:
    with analysis.open(run[1]) as log:
        with pytest.raises(ValueError, match="'games'"):
            log.win_rate(per="games")
        with pytest.raises(ValueError, match="by player"):
            log.win_rate(by=["rotation", "player"], per="dealt")
        with pytest.raises(ValueError, match="by contract"):
            log.win_rate(by="contract", per="dealt")
        with pytest.raises(ValueError, match="colour"):
            log.win_rate(where="colour = 'red'")
        with pytest.raises(ValueError, match="level"):
            log.win_rate(level=95)


def test_the_view_widens_and_derives(run: tuple[list[Row], Path]) -> None:
    rows, folder = run
    with analysis.open(folder) as log:
        frame = log.query("SELECT * FROM deals ORDER BY deal_id, rotation")
        kinds = log.query("SELECT column_name, column_type FROM (DESCRIBE deals)")
    told = list(with_derived(rows[0]))  # what the cards tell is in test_tables.py
    assert frame[told].to_dict("records") == [with_derived(entry) for entry in rows]
    assert set(kinds["column_type"]) == {"UBIGINT", "INTEGER", "UINTEGER", "VARCHAR", "BOOLEAN"}


def test_small_integers_do_not_wrap(tmp_path: Path) -> None:
    extreme = row(2**64 - 1, matadors=-11, card_points=120, value=32767, skat=2**32 - 1)
    with analysis.open(write_run(tmp_path / "run", [extreme])) as log:
        found = log.query("SELECT deal_id, skat, matadors * card_points, value + value FROM deals")
    assert [found[name][0] for name in found] == [2**64 - 1, 2**32 - 1, -1320, 65534]


def test_a_log_knows_its_run(run: tuple[list[Row], Path]) -> None:
    rows, folder = run
    with analysis.open(str(folder)) as log:
        assert log.path == folder
        assert log.manifest["settings"]["seed"] == 7
        assert log.n_deals == 400
        assert log.rotated is (len(rows) == 1200)
    with pytest.raises(ValueError, match="closed"):
        log.query("SELECT 1")


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELECT colour FROM deals", 'Referenced column "colour" not found'),
        ("SELEC 1", 'syntax error at or near "SELEC"'),
        ("SELECT * FROM rows", "Table with name rows does not exist"),
        ("", "empty"),
        ("-- nothing", "empty"),
    ],
)
def test_bad_sql_is_told_in_one_line(run: tuple[list[Row], Path], sql: str, message: str) -> None:
    rows = pd.DataFrame({"a": [1]})
    with analysis.open(run[1]) as log, pytest.raises(ValueError, match=message) as caught:
        log.query(sql)
    assert len(rows) == 1
    assert "\n" not in str(caught.value)
    assert "LINE" not in str(caught.value)


def test_only_listed_files_are_read(tmp_path: Path) -> None:
    rows = random_rows(20, rotate=False)
    # A name that DuckDB would read as a pattern, and as a partition column.
    folder = write_run(tmp_path / "it's [a-z]* run" / "seed=3", rows, per_shard=10)
    pq.write_table(table([row(900)]), folder / "part-00002.parquet")
    pq.write_table(table([row(901)]), folder / ".tmp-part-00003.parquet")
    with analysis.open(folder) as log:
        ids = log.query("SELECT deal_id FROM deals ORDER BY deal_id")["deal_id"]
        assert "seed" not in log.query("SELECT * FROM deals LIMIT 0").columns
    assert list(ids) == list(range(100, 120))


@pytest.mark.parametrize("status", ["interrupted", "running"])
def test_an_unfinished_run_opens_with_what_it_has(tmp_path: Path, status: str) -> None:
    rows = random_rows(30, rotate=True)
    with analysis.open(write_run(tmp_path / "run", rows, rotate=True, status=status)) as log:
        assert log.n_deals == 30
        assert status in repr(log)


def test_a_sample_is_drawn_again_the_same(run: tuple[list[Row], Path], tmp_path: Path) -> None:
    rows, folder = run
    other = write_run(tmp_path / "run", rows, rotate=len(rows) == 1200, per_shard=77)
    with analysis.open(folder) as log, analysis.open(other) as otherwise_cut:
        drawn = log.sample(50, seed=3)
        pd.testing.assert_frame_equal(drawn, log.sample(50, seed=3))
        pd.testing.assert_frame_equal(drawn, otherwise_cut.sample(50, seed=3))
        assert not drawn.equals(log.sample(50, seed=4))
        larger = log.sample(200, seed=3)
    keys = set(zip(drawn["deal_id"], drawn["rotation"], strict=True))
    assert len(keys) == 50
    assert keys < set(zip(larger["deal_id"], larger["rotation"], strict=True))
    assert drawn[list(with_derived(rows[0]))].to_dict("records") == [
        with_derived(entry) for entry in rows if (entry["deal_id"], entry["rotation"]) in keys
    ]


def test_a_sample_keeps_to_no_part_of_the_log(tmp_path: Path) -> None:
    rows = [row(deal) for deal in range(4000)]
    with analysis.open(write_run(tmp_path / "run", rows, per_shard=1000)) as log:
        mean = log.sample(400)["deal_id"].mean()
    # Four standard errors of the mean of 400 uniform numbers.
    assert abs(mean - 1999.5) < 4 * 4000 / math.sqrt(12 * 400)


def test_sample_sizes_at_the_edge(run: tuple[list[Row], Path]) -> None:
    rows, folder = run
    with analysis.open(folder) as log:
        assert len(log.sample(10_000)) == len(rows)
        assert len(log.sample(0)) == 0
        assert "player" in log.sample(0).columns
        with pytest.raises(ValueError, match="-1"):
            log.sample(-1)


def test_an_unreadable_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no-such-run"):
        analysis.open(tmp_path / "no-such-run")
    file = tmp_path / "a-file"
    file.write_text("x")
    with pytest.raises(ValueError, match="a-file"):
        analysis.open(file)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "unreadable"),
        ("\xff", "unreadable"),
        ("[]", "no manifest"),
        ('{"schema": "skat-hand/1"}', "status: Field required"),
    ],
)
def test_a_broken_manifest_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "manifest.json").write_text(text, encoding="latin-1")
    with pytest.raises(ValueError, match=rf"manifest\.json.*{message}"):
        analysis.open(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "skat-hand/9"}, "skat-hand/9"),
        ({"status": "odd"}, "status: Input should be 'running'"),
        ({"shards": [MISSING_SHARD]}, r"part-00009\.parquet"),
        ({"shards": [{"index": 0}]}, r"shards\.0\.first: Field required"),
        ({"shards": None}, "shards: Input should be a valid list"),
    ],
)
def test_a_manifest_that_does_not_fit_is_refused(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    folder = write_run(tmp_path / "bad-run", random_rows(3, rotate=False), **change)
    with pytest.raises(ValueError, match=rf"bad-run.*{message}"):
        analysis.open(folder)


def test_a_broken_shard_is_named(tmp_path: Path) -> None:
    rows = random_rows(30, rotate=False)
    folder = write_run(tmp_path / "bad-run", rows, per_shard=10)
    last = folder / "part-00002.parquet"
    last.write_bytes(last.read_bytes()[:-20])
    with pytest.raises(ValueError, match=r"bad-run.*part-00002\.parquet"):
        analysis.open(folder)
    pq.write_table(table(rows).drop_columns(["matadors"]), folder / "part-00000.parquet")
    with pytest.raises(ValueError, match=r"bad-run.*matadors"):
        analysis.open(folder)


@pytest.mark.parametrize("where", ["1=1) OR (1=1", "true) t WHERE (true", 5])
def test_a_condition_does_not_reach_out(run: tuple[list[Row], Path], where: Any) -> None:
    with analysis.open(run[1]) as log, pytest.raises(ValueError, match=r"syntax|where 5"):
        log.win_rate(where=where)


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("DROP VIEW deals", "one SELECT"),
        ("COPY (SELECT 1) TO 'leak.csv'", "one SELECT"),
        ("SELECT 1; SELECT 2", "one SELECT"),
        ("SELECT '\udcff'", "no text"),
    ],
)
def test_only_one_select_is_a_query(run: tuple[list[Row], Path], sql: str, message: str) -> None:
    with analysis.open(run[1]) as log:
        with pytest.raises(ValueError, match=message):
            log.query(sql)
        assert log.win_rate().iloc[0].n > 0
