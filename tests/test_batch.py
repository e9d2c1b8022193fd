"""Rows never depend on threads or chunks; runs stop cleanly, go on, and show every damage."""

import hashlib
import json
import re
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import simcore
from scripts.faults.scene import digests, file_sha256
from simcore import api, batch, jobs, log, manifest
from simcore.manifest import settings_sha256
from simcore.shard import ShardWriter
from simcore.skat import GAME

SHARD = 4096  # deals, in these tests
DEALS = 3 * SHARD + 1000  # three full shards and a rest
BLOCK = 1024

Rows = npt.NDArray[np.void]


@pytest.fixture
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of some thousand deals in several shards of several blocks."""
    usual = batch.block_deals
    monkeypatch.setattr(jobs, "SHARD_DEALS", SHARD)
    monkeypatch.setattr(batch, "block_deals", lambda rotations, _: usual(rotations, BLOCK))


@pytest.fixture
def small_run(tmp_path: Path) -> simcore.Run:
    """A run in one shard, with the cards played."""
    return simcore.simulate(deals=500, seed=5, first=7, plays=True, out=tmp_path / "run")


@pytest.fixture
def sharded_run(small_shards: None, tmp_path: Path) -> simcore.Run:
    return simcore.simulate(deals=DEALS, players="random", plays=True, out=tmp_path / "sharded")


# --- Rows in memory -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reference() -> tuple[Rows, npt.NDArray[np.uint8]]:
    rows, plays = simcore.rows(deals=2_000, seed=11, plays=True, threads=1)
    return rows, plays


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk", [None, 1, 7, 64, 1999, 5000])
def test_threads_and_chunks_never_show(
    reference: tuple[Rows, npt.NDArray[np.uint8]], threads: int, chunk: int | None
) -> None:
    rows, plays = simcore.rows(deals=2_000, seed=11, plays=True, threads=threads, chunk=chunk)
    assert np.array_equal(rows, reference[0])
    assert np.array_equal(plays, reference[1])


@pytest.mark.parametrize("first", [1, 37, 99])
def test_a_deal_can_be_made_alone(first: int) -> None:
    rows = simcore.rows(deals=100)
    assert np.array_equal(simcore.rows(deals=100 - first, first=first), rows[first:])


def test_deal_ids() -> None:
    last = 2**62
    assert simcore.rows(deals=3, first=last)["deal_id"].tolist() == [last, last + 1, last + 2]
    rotated = simcore.rows(deals=3, first=5, rotate=True)
    assert rotated["deal_id"].tolist() == [5, 5, 5, 6, 6, 6, 7, 7, 7]
    assert rotated["rotation"].tolist() == [0, 1, 2] * 3


def test_seeds_and_deals_differ() -> None:
    rows = [simcore.rows(deals=50, seed=seed) for seed in (0, 1, 2**64 - 1)]
    hands = {int(hand) for some in rows for hand in some["hand_forehand"]}
    assert len(hands) == 150


@pytest.fixture(scope="module")
def three_players(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    bold = tmp_path_factory.mktemp("players") / "bold.toml"
    names = 'name = "bold"\nbidding = "trumps-aces"\nexchange = "orderly"\nplay = "simple"\n'
    bold.write_text(names + "suit_min = 5\n", encoding="utf-8")
    return ["random", "simple", str(bold)]


def test_rotations_move_the_players_round(three_players: list[str]) -> None:
    """In rotation k seat s is played by player (s + k) % 3, on the same cards."""
    rotated, played = simcore.rows(deals=300, players=three_players, rotate=True, plays=True)
    for k in range(3):
        seated = [three_players[(seat + k) % 3] for seat in range(3)]
        rows, plays = simcore.rows(deals=300, players=seated, plays=True)
        turned = rotated[k::3].copy()
        assert np.all(turned["rotation"] == k)
        turned["rotation"] = 0
        assert np.array_equal(turned, rows)
        assert np.array_equal(played[k::3], plays)
    assert not np.array_equal(rotated["score"][0::3], rotated["score"][1::3])


def test_progress_counts_up_to_the_end() -> None:
    seen: list[batch.Progress] = []
    rows = simcore.rows(deals=20_000, threads=2, on_progress=seen.append)
    assert [p.deals for p in seen] == sorted(p.deals for p in seen)
    assert {p.total for p in seen} == {20_000}
    assert seen[-1].deals == 20_000
    assert seen[-1].wins == np.count_nonzero(rows["won"])
    assert seen[-1].played == np.count_nonzero(rows["declarer"] >= 0)


# --- Errors of input ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "settings"),
    [
        ("deals 0: a whole number from 1", {"deals": 0}),
        ("deals True: a whole number", {"deals": True}),
        ("deals 2.0: a whole number", {"deals": 2.0}),
        ("first -1: a whole number", {"first": -1}),
        ("seed -1: a whole number", {"seed": -1}),
        ("seed 18446744073709551616: a whole", {"seed": 2**64}),
        ("threads 0: a whole number from 1 to 1024", {"threads": 0}),
        ("threads '2': a whole number from 1 to 1024", {"threads": "2"}),
        ("threads 1.5: a whole number from 1 to 1024", {"threads": 1.5}),
        ("chunk 0: a whole number", {"chunk": 0}),
        ("seats 4: Skat is played by 3", {"seats": 4}),
        ("unknown game 'bridge': one of skat", {"game": "bridge"}),
        ("unknown rules 'iskoo': one of isko", {"rules": "iskoo"}),
        ("unknown player 'strong': one of", {"players": "strong"}),
        ("players 'random, random': name one", {"players": ["random", "random"]}),
    ],
)
def test_errors_of_input(message: str, settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=message):
        simcore.rows(**{"deals": 1, **settings})


def test_nothing_is_written_on_an_error_of_input(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(ValueError, match="deals -1"):
        simcore.simulate(deals=-1, out=out)
    with pytest.raises(ValueError, match="threads 0"):
        simcore.simulate(deals=1, out=out, threads=0)
    assert not out.exists()


# --- Threads ------------------------------------------------------------------------------------


def fail_at(monkeypatch: pytest.MonkeyPatch, deal: int, error: Exception) -> None:
    """Let the kernel fail in the chunk that holds a deal."""
    play = batch.Job.play

    def failing(job: batch.Job, rows: Rows, plays: Any, first: int) -> None:
        if first <= deal < first + len(rows):
            raise error
        play(job, rows, plays, first)

    monkeypatch.setattr(batch.Job, "play", failing)


@pytest.mark.parametrize("error", [RuntimeError("broken kernel"), TimeoutError("too slow")])
def test_an_error_in_a_chunk_is_raised(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    fail_at(monkeypatch, 700, error)
    before = threading.active_count()
    with pytest.raises(type(error), match=str(error)):
        simcore.rows(deals=1000, threads=2, chunk=10)
    assert threading.active_count() == before


def test_a_block_that_ends_while_it_is_waited_for() -> None:
    """A future that is done just after its wait has timed out is no failed one."""

    class Late(Future[None]):
        def result(self, timeout: float | None = None) -> None:
            try:
                super().result(timeout)
            except TimeoutError:
                if not self.done():
                    self.set_result(None)
                raise

    job = jobs.job_of(api.run_settings(deals=1))
    late = Late()
    timer = threading.Timer(0.3, lambda: late.done() or late.set_result(None))
    timer.start()
    batch._wait(job, [late], None)
    timer.join()


@pytest.mark.parametrize("rotations", [1, 3])
@pytest.mark.parametrize("rows", [1, 2, 1000, 1 << 18])
def test_blocks_divide_a_shard(rotations: int, rows: int) -> None:
    """Otherwise a shard would never be full."""
    deals = batch.block_deals(rotations, 1 << rows.bit_length())
    assert manifest.SHARD_DEALS % deals == 0


# --- Run folders --------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_shards_are_the_same_bytes(
    small_shards: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    one = simcore.simulate(deals=DEALS, plays=True, out=tmp_path / "one", threads=1)
    monkeypatch.setattr(batch, "_LARGEST_CHUNK", 100)
    other = simcore.simulate(deals=DEALS, plays=True, out=tmp_path / "other", threads=threads)
    assert len(other.files) == 4
    assert digests(one.path) == digests(other.path)
    assert len(digests(one.path)) == 8


def test_a_run_is_what_rows_gives(sharded_run: simcore.Run) -> None:
    rows, plays = simcore.rows(deals=DEALS, players="random", plays=True)
    assert np.array_equal(log.from_arrow(GAME, sharded_run.table()), rows)
    files = [sharded_run.path / "plays" / path.name for path in sharded_run.files]
    table = pa.concat_tables([pq.read_table(path) for path in files])
    assert table.column("deal_id").to_pylist() == rows["deal_id"].tolist()
    played = b"".join(table.column("plays").to_pylist())
    assert played == plays.tobytes()


def test_rotated_runs(small_shards: None, tmp_path: Path, three_players: list[str]) -> None:
    asked: dict[str, Any] = {"deals": 5000, "players": three_players, "rotate": True}
    made = simcore.simulate(**asked, out=tmp_path / "run")
    assert [shard["rows"] for shard in made.manifest["shards"]] == [3 * SHARD, 3 * 904]
    assert np.array_equal(log.from_arrow(GAME, made.table()), simcore.rows(**asked))
    assert made.verify() == []


def test_manifest(sharded_run: simcore.Run) -> None:
    kept = json.loads((sharded_run.path / "manifest.json").read_text("utf-8"))
    assert kept == sharded_run.manifest
    assert (kept["schema"], kept["status"], kept["game"]) == ("skat-hand/1", "complete", "skat")
    settings = manifest.canonical(kept["settings"])
    assert kept["settings_sha256"] == hashlib.sha256(settings.encode()).hexdigest()
    starts = [(shard["index"], shard["first"], shard["deals"]) for shard in kept["shards"]]
    assert starts == [(0, 0, SHARD), (1, SHARD, SHARD), (2, 2 * SHARD, SHARD), (3, 3 * SHARD, 1000)]
    for shard in kept["shards"]:
        found = digests(sharded_run.path)
        assert found[shard["file"]] == shard["sha256"]
        assert found[shard["plays_file"]] == shard["plays_sha256"]
    opened = simcore.open_run(sharded_run.path)
    assert opened == sharded_run
    assert opened.deals == DEALS


def test_table(small_run: simcore.Run) -> None:
    rows = simcore.rows(deals=500, seed=5, first=7)
    assert np.array_equal(log.from_arrow(GAME, small_run.table()), rows)
    some = small_run.table(["value", "contract"])
    assert some.column_names == ["value", "contract"]
    assert some.column("value").to_pylist() == rows["value"].tolist()
    letters = ["DHSCGNRP"[number] for number in rows["contract"]]
    assert some.column("contract").to_pylist() == letters
    with pytest.raises(ValueError, match=r"unknown column 'points': one of .*card_points"):
        small_run.table(["value", "points"])


def test_replay(small_run: simcore.Run) -> None:
    rows, plays = simcore.rows(deals=500, seed=5, first=7, plays=True)
    again, played = simcore.replay(small_run, 100, 20)
    assert np.array_equal(again, rows[93:113])
    assert np.array_equal(played, plays[93:113])
    assert len(simcore.replay(small_run, 506)[0]) == 1
    for deal in (6, 507, -1):
        with pytest.raises(ValueError, match=f"deal {deal}: a whole number from 7 to 506"):
            simcore.replay(small_run, deal)
    with pytest.raises(ValueError, match="deals 2: a whole number from 1 to 1"):
        simcore.replay(small_run, 506, 2)


def test_other_folders_are_refused(small_run: simcore.Run, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="exists: resume it or name another"):
        simcore.simulate(deals=1, out=small_run.path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ValueError, match="is not an empty folder"):
        simcore.simulate(deals=1, out=tmp_path / "notes")
    with pytest.raises(ValueError, match="is not an empty folder"):
        simcore.simulate(deals=1, out=tmp_path / "notes" / "a.txt")
    with pytest.raises(ValueError, match=r"no run folder: it has no manifest\.json"):
        simcore.open_run(tmp_path / "notes")
    assert [path.name for path in (tmp_path / "notes").iterdir()] == ["a.txt"]
    (tmp_path / "empty").mkdir()
    assert simcore.simulate(deals=1, out=tmp_path / "empty").verify() == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is unreadable"),
        ("[]", "is no manifest"),
        ('{"schema": "skat-hand/1"}', "is no manifest: status: Field required"),
    ],
)
def test_broken_manifests(small_run: simcore.Run, text: str, message: str) -> None:
    (small_run.path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        simcore.open_run(small_run.path)


def test_other_schemas_and_games(small_run: simcore.Run) -> None:
    edit(small_run, lambda kept: kept.update(schema="skat-hand/0"))
    with pytest.raises(ValueError, match="unknown schema 'skat-hand/0'"):
        simcore.open_run(small_run.path)
    edit(
        small_run, lambda kept: (kept.update(game="bridge"), kept["settings"].update(game="bridge"))
    )
    with pytest.raises(ValueError, match="unknown game 'bridge'"):
        simcore.open_run(small_run.path)


# --- Interrupted and resumed --------------------------------------------------------------------


def interrupt_at(deals: int) -> batch.OnProgress:
    def stop(progress: batch.Progress) -> None:
        if progress.deals >= deals:
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize("deals", [1, SHARD, 2 * SHARD + 500, DEALS])
def test_an_interrupted_run_goes_on(sharded_run: simcore.Run, tmp_path: Path, deals: int) -> None:
    out, before = tmp_path / "run", threading.active_count()
    asked: dict[str, Any] = {"deals": DEALS, "players": "random", "plays": True, "out": out}
    with pytest.raises(KeyboardInterrupt):
        simcore.simulate(**asked, on_progress=interrupt_at(deals))
    assert threading.active_count() == before
    stopped = simcore.open_run(out)
    assert stopped.manifest["status"] == "interrupted"
    assert stopped.deals < DEALS
    assert stopped.deals % SHARD == 0
    assert stopped.verify() == []
    assert len(stopped.table()) == stopped.deals
    assert list(out.rglob(".tmp-*")) == []
    resumed = simcore.simulate(**asked, resume=True)
    assert resumed.manifest["status"] == "complete"
    assert resumed.verify() == []
    assert digests(out) == digests(sharded_run.path)
    assert resumed.manifest["shards"] == sharded_run.manifest["shards"]


def test_interrupted_again_and_again(sharded_run: simcore.Run, tmp_path: Path) -> None:
    out = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        simcore.simulate(
            deals=DEALS, players="random", plays=True, out=out, on_progress=interrupt_at(1)
        )
    left = []
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            simcore.resume(out, on_progress=interrupt_at(SHARD + BLOCK))
        left.append(DEALS - simcore.open_run(out).deals)
    assert left == sorted(left, reverse=True)
    assert simcore.resume(out).verify() == []
    assert digests(out) == digests(sharded_run.path)


def test_a_killed_run_goes_on(sharded_run: simcore.Run) -> None:
    """As a power cut leaves it: still `running`, a shard written but not listed, half a file."""
    whole, folder = digests(sharded_run.path), sharded_run.path

    def cut(kept: dict[str, Any]) -> None:
        kept["status"] = "running"
        del kept["shards"][1:]

    edit(sharded_run, cut)
    (folder / "part-00003.parquet").unlink()
    (folder / "part-00001.parquet").write_bytes(b"half a file")
    for name in (".tmp-part-00002.parquet", ".tmp-manifest.json", "plays/.tmp-part-00002.parquet"):
        (folder / name).write_bytes(b"left over")
    resumed = simcore.resume(folder)
    assert resumed.verify() == []
    assert digests(folder) == whole
    assert list(folder.rglob(".tmp-*")) == []


def test_an_error_leaves_a_run_that_can_go_on(
    sharded_run: simcore.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, before = tmp_path / "run", threading.active_count()
    with monkeypatch.context() as patched:
        fail_at(patched, SHARD + BLOCK + 5, RuntimeError("broken kernel"))
        with pytest.raises(RuntimeError, match="broken kernel"):
            simcore.simulate(deals=DEALS, players="random", plays=True, out=out)
    assert simcore.open_run(out).manifest["status"] == "interrupted"
    assert simcore.open_run(out).deals == SHARD
    assert threading.active_count() == before
    assert simcore.resume(out).verify() == []
    assert digests(out) == digests(sharded_run.path)


def test_a_full_disk_leaves_a_run_that_can_go_on(
    sharded_run: simcore.Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, write, before = tmp_path / "run", ShardWriter.write, threading.active_count()

    def failing(shard: Any, block: batch.Block) -> None:
        if block.first >= SHARD + BLOCK:
            raise OSError("no space left on device")
        write(shard, block)

    with monkeypatch.context() as patched:
        patched.setattr(ShardWriter, "write", failing)
        with pytest.raises(OSError, match="no space left"):
            simcore.simulate(deals=DEALS, players="random", plays=True, out=out)
    assert simcore.open_run(out).manifest["status"] == "interrupted"
    assert list(out.rglob(".tmp-*")) == []
    assert threading.active_count() == before
    assert simcore.resume(out).verify() == []
    assert digests(out) == digests(sharded_run.path)


def test_a_complete_run_is_left_alone(small_run: simcore.Run) -> None:
    before = digests(small_run.path)
    resumed = simcore.simulate(
        deals=500, seed=5, first=7, plays=True, out=small_run.path, resume=True
    )
    assert resumed.manifest["status"] == "complete"
    assert digests(small_run.path) == before


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"seed": 6}, "seed"),
        ({"deals": 501}, "deals"),
        ({"first": 8}, "first"),
        ({"plays": False}, "plays"),
        ({"rotate": True}, "rotate"),
        ({"players": "random"}, "players"),
        ({"scenario": simcore.Scenario(declarer=0)}, "scenario"),
        ({"seed": 6, "deals": 501}, "deals, seed"),
    ],
)
def test_resume_refuses_other_settings(
    small_run: simcore.Run, changes: dict[str, Any], named: str
) -> None:
    asked: dict[str, Any] = {"deals": 500, "seed": 5, "first": 7, "plays": True, **changes}
    with pytest.raises(ValueError, match=f"was started with other {named}$"):
        simcore.simulate(**asked, out=small_run.path, resume=True)
    assert small_run.verify() == []


def test_resume_refuses_other_sources_and_other_folders(
    small_run: simcore.Run, tmp_path: Path
) -> None:
    edit(small_run, lambda kept: kept.update(source_digest="0" * 64))
    with pytest.raises(ValueError, match="written by another version of the program"):
        simcore.resume(small_run.path)
    with pytest.raises(ValueError, match="no run folder"):
        simcore.resume(tmp_path / "nothing")
    with pytest.raises(ValueError, match="no run folder"):
        simcore.simulate(deals=1, out=tmp_path / "nothing", resume=True)
    assert not (tmp_path / "nothing").exists()


# --- Verify -------------------------------------------------------------------------------------


def edit(made: simcore.Run, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest of a run on disk, and sign its settings as the program does."""
    path = made.path / "manifest.json"
    kept = json.loads(path.read_text("utf-8"))
    change(kept)
    kept["settings_sha256"] = settings_sha256(kept["settings"])
    path.write_text(json.dumps(kept), encoding="utf-8")


def flip(path: Path, at: int) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def replace_shard(made: simcore.Run, table: pa.Table) -> None:
    """Put another table in the place of the second shard, with a digest that fits."""
    path = made.path / "part-00001.parquet"
    pq.write_table(table, path)
    digest = file_sha256(path)
    edit(made, lambda kept: kept["shards"][1].update(sha256=digest))


def swap(kept: dict[str, Any]) -> None:
    kept["shards"][0], kept["shards"][1] = kept["shards"][1], kept["shards"][0]


def second(made: simcore.Run) -> Path:
    return made.path / "part-00001.parquet"


def played(made: simcore.Run) -> Path:
    return made.path / "plays" / "part-00002.parquet"


DAMAGE: list[tuple[str, Callable[[simcore.Run], object]]] = [
    ("part-00001.parquet: missing", lambda r: second(r).unlink()),
    ("plays/part-00002.parquet: missing", lambda r: played(r).unlink()),
    ("part-00001.parquet: SHA-256 differs", lambda r: flip(second(r), 5000)),
    ("part-00001.parquet: SHA-256 differs", lambda r: flip(second(r), -1)),
    ("plays/part-00002.parquet: SHA-256 differs", lambda r: flip(played(r), 5000)),
    ("part-00001.parquet: SHA-256 differs", lambda r: truncate(second(r))),
    (
        "part-00001.parquet: columns are not those of skat-hand/1",
        lambda r: replace_shard(r, pq.read_table(second(r)).drop_columns(["deal_id"])),
    ),
    (
        "part-00001.parquet: its deal numbers are not those",
        lambda r: replace_shard(r, pq.read_table(r.path / "part-00002.parquet")),
    ),
    (
        "part-00001.parquet: its deal numbers are not those",
        lambda r: replace_shard(r, pq.read_table(second(r)).slice(0, 4000)),
    ),
]


MANIFEST_DAMAGE: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("shard 1 is number 0 from deal 0", swap),
    ("shard 1 has 4095 rows for 4096 deals", lambda kept: kept["shards"][1].update(rows=4095)),
    (
        "shard 1 has 4095 deals, planned are 4096",
        lambda kept: kept["shards"][1].update(deals=4095, rows=4095),
    ),
    ("shards.1.deals: Input should be greater", lambda kept: kept["shards"][1].update(deals=0)),
    ("complete with 9192 of 13288", lambda kept: kept["shards"].pop(2)),
    ("shard 1 is number 1 from deal 4097", lambda kept: kept["shards"][1].update(first=4097)),
    ("shard 0 has 4096 deals, planned are 8192", lambda kept: kept.update(shard_deals=8192)),
    ("shard_deals: Input should be greater", lambda kept: kept.update(shard_deals=0)),
    ("is of format 3, written by a newer version", lambda kept: kept.update(format=3)),
    ("complete with 12288 of 13288", lambda kept: kept["shards"].pop()),
    ("shard 1 lists no cards played", lambda kept: kept["shards"][1].pop("plays_file")),
    ("shards.1.file: String should match", lambda kept: kept["shards"][1].update(file="../x")),
    (
        "shards.1.rows: Input should be a valid integer",
        lambda kept: kept["shards"][1].update(rows="1"),
    ),
    ("settings.deals: Input should be less", lambda kept: kept["settings"].update(deals=10**30)),
    ("settings.seed: Input should be greater", lambda kept: kept["settings"].update(seed=-1)),
    ("game 'poch' and 'skat'", lambda kept: kept.update(game="poch")),
    ("KeyError 'name'", lambda kept: kept["settings"]["rules"].pop("name")),
    ("settings.players: Field required", lambda kept: kept["settings"].pop("players")),
    ("loss 1000: a whole number from 1", lambda kept: kept["settings"]["rules"].update(loss=1000)),
]


@pytest.mark.parametrize(("fault", "change"), MANIFEST_DAMAGE)
def test_a_manifest_that_does_not_fit_together_is_refused(
    sharded_run: simcore.Run, fault: str, change: Callable[[dict[str, Any]], object]
) -> None:
    edit(sharded_run, change)
    for door in (simcore.open_run, simcore.resume):
        with pytest.raises(ValueError, match=re.escape(fault)):
            door(sharded_run.path)


@pytest.mark.parametrize(("fault", "damage"), DAMAGE)
def test_verify_finds(
    sharded_run: simcore.Run, fault: str, damage: Callable[[simcore.Run], object]
) -> None:
    assert sharded_run.verify() == []
    damage(sharded_run)
    faults = simcore.open_run(sharded_run.path).verify()
    assert any(found.startswith(fault) for found in faults), faults


def test_a_file_that_is_no_parquet(sharded_run: simcore.Run) -> None:
    second(sharded_run).write_bytes(b"PAR1 no, not really PAR1")
    digest = file_sha256(second(sharded_run))
    edit(sharded_run, lambda kept: kept["shards"][1].update(sha256=digest))
    damaged = simcore.open_run(sharded_run.path)
    assert [fault.split(":")[1] for fault in damaged.verify()] == [" unreadable"]
    with pytest.raises(ValueError, match=r"run folder .*sharded"):
        damaged.table()


# --- Arrow --------------------------------------------------------------------------------------


def test_rows_to_arrow_and_back(tmp_path: Path) -> None:
    rows = np.concatenate(
        [
            simcore.rows(deals=200, players="random"),
            simcore.rows(deals=200, rotate=True, first=2**62),
            simcore.rows(deals=1, scenario=simcore.Scenario(declarer=0, contract="N")),
        ]
    )
    table = log.to_arrow(GAME, rows)
    assert table.schema == log.schema(GAME)
    assert not any(table.column(name).null_count for name in table.column_names)
    assert np.array_equal(log.from_arrow(GAME, table), rows)
    assert np.array_equal(log.from_arrow(GAME, table.slice(150, 100)), rows[150:250])
    assert len(log.from_arrow(GAME, table.slice(0, 0))) == 0
    chunks = pa.concat_tables([table.slice(0, 70), table.slice(70)])
    assert np.array_equal(log.from_arrow(GAME, chunks), rows)
    with log.row_writer(tmp_path / "rows.parquet", GAME) as writer:
        writer.write_table(table)
    assert np.array_equal(log.from_arrow(GAME, pq.read_table(tmp_path / "rows.parquet")), rows)


def test_words_may_be_listed_in_any_order() -> None:
    """A file written elsewhere may list the contracts in the order they occur."""
    rows = simcore.rows(deals=100)
    table = log.to_arrow(GAME, rows)
    letters = table.column("contract").to_pylist()
    words = pa.array(list(reversed("DHSCGNRP")))
    codes = pa.array([7 - "DHSCGNRP".index(letter) for letter in letters], pa.int8())
    place = table.schema.get_field_index("contract")
    other = pa.DictionaryArray.from_arrays(codes, words)
    turned = table.set_column(place, table.schema.field("contract"), other)
    assert np.array_equal(log.from_arrow(GAME, turned), rows)


def test_digest_sees_every_column() -> None:
    rows = simcore.rows(deals=20)
    digests = {log.digest(GAME, rows)}
    for name in rows.dtype.names:
        changed = rows.copy()
        changed[name][3] = ~changed[name][3]
        digests.add(log.digest(GAME, changed))
    assert len(digests) == 1 + len(rows.dtype.names)


@pytest.mark.parametrize("plays", [False, True])
def test_what_a_run_killed_at_its_start_leaves_is_no_obstacle(tmp_path: Path, plays: bool) -> None:
    out = tmp_path / "run"
    (out / "plays").mkdir(parents=True)
    (out / ".tmp-manifest.json").write_text("{")
    (out / "plays" / ".tmp-part-00000.parquet").write_bytes(b"PAR1")
    run = simcore.simulate(deals=10, out=out, plays=plays)
    assert run.verify() == []
    assert not list(out.rglob(".tmp-*"))


@pytest.mark.parametrize("name", ["a:b", "s3:", "~", "it's [x]*"])
def test_odd_folder_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    run = simcore.simulate(deals=10, out=name, command=f"simcore run --out {name}")
    assert run.verify() == []
    assert simcore.open_run(name).table(["won"]).num_rows == 10


def test_a_folder_name_that_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no UTF-8 text"):
        simcore.simulate(deals=10, out=str(tmp_path / "run\udcff"))
    assert not list(tmp_path.iterdir())


def test_a_run_with_a_broken_shard_is_not_gone_on_with(sharded_run: simcore.Run) -> None:
    second(sharded_run).unlink()
    with pytest.raises(ValueError, match=r"cannot be gone on with: part-00001\.parquet: missing"):
        simcore.resume(sharded_run.path)
