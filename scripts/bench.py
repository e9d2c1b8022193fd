"""`simcore bench`: hands and deals a second of one core, and how near Skat is to plain C.

`simcore bench solver` is in bench_solver.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from scripts import door, exits, measuring
from scripts.measuring import Spent, timed

DEALS = 4_000_000
_HANDS, _SOLVER = "hands", "solver"
_AT_A_TIME = 1 << 20  # deals held in memory
_POCH_AT_A_TIME = 1 << 17  # whose rows are wide
_SEED = 1
_WARM_UP = 10  # deals
_PLAYERS = ("expert", "simple")  # whose complete hands are timed, in both games
_POCH_SEATS = 4
_RECORDS = 10_000


def bench(
    what: Annotated[str, typer.Argument(help="hands, or solver (open cards).")] = _HANDS,
    deals: Annotated[
        int | None,
        typer.Option(
            parser=door.number,
            help="Deals of each measurement. [4,000,000; solver: all 300 of each set and game]",
        ),
    ] = None,
    repeat: Annotated[
        int, typer.Option(parser=door.number, help="Measurements; the median counts.")
    ] = 3,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    cold: Annotated[
        bool, typer.Option("--cold", help="Also time a start that compiles (under a minute).")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Measure the speed. Rates are for one second of processor time of one core, warm."""
    door.whole("--repeat", repeat, 1, 1000)
    workers = door.thread_number(threads)
    if what == _HANDS:
        wanted = DEALS if deals is None else door.whole("--deals", deals, 1, 1 << 40)
        _print(measure(wanted, repeat, workers, cold), _tell, as_json)
    elif what == _SOLVER:
        if cold:
            raise ValueError(f"bench {_SOLVER} takes no --cold")
        _bench_solver(deals, repeat, workers, as_json)
    else:
        raise ValueError(f"bench {what!r}: {_HANDS} or {_SOLVER}")
    return exits.DONE


def _bench_solver(deals: int | None, repeat: int, threads: int, as_json: bool) -> None:
    """The benchmark of the solver; a wrong answer is a fault of data."""
    from scripts import bench_solver, bench_solver_text

    most = bench_solver.POSITIONS
    wanted = most if deals is None else door.whole("--deals", deals, 1, most)
    report = bench_solver.measure(wanted, repeat, threads)
    _print(report, bench_solver_text.tell, as_json)
    wrong = bench_solver.wrong_answers(report)
    if wrong:
        raise exits.DataFaultError(f"{wrong} open-card values are wrong")


def _print(report: dict[str, Any], tell: Callable[[dict[str, Any]], None], as_json: bool) -> None:
    from scripts.tables import print_json

    if as_json:
        print_json(report)
    else:
        tell(report)


def measure(deals: int, repeat: int, threads: int, cold: bool) -> dict[str, Any]:
    """All figures as plain data."""
    start = _start(cold)
    _random_hands(_WARM_UP, threads)  # first use imports and opens what it needs
    _complete_hands("simple", _WARM_UP, threads)
    _poch_in_memory("simple", _WARM_UP, threads)
    random = _median([_random_hands(deals, threads) for _ in range(repeat)])
    complete = {
        player: _median([_complete_hands(player, deals, threads) for _ in range(repeat)])
        for player in _PLAYERS
    }
    poch = {player: _poch(player, deals, repeat, threads) for player in _PLAYERS}
    plain_c = _plain_c(deals, repeat)
    records = sorted((_records(_RECORDS) for _ in range(repeat)), key=lambda run: run["per_core_s"])
    return {
        **measuring.machine(),
        "deals": deals,
        "repeat": repeat,
        "threads": threads,
        "random_clubs_hand": random,
        "complete_hands_logged": complete,
        "poch": poch,
        "plain_c": plain_c,
        "ratio_to_plain_c": _ratio(random, plain_c),
        "records": records[len(records) // 2],
        "start": start,
        "peak_memory_mb": _peak_memory(),
    }


def _start(cold: bool) -> dict[str, float | None]:
    """Seconds from a new process to its first deal."""
    import tempfile

    from scripts import kernel
    from simcore import rows

    rows(deals=1)  # the kernel lies in the cache from here on, where one can be written
    cached = kernel.seconds_to_first_deal()
    compiling = None
    if cold:
        with tempfile.TemporaryDirectory() as folder:
            compiling = kernel.seconds_to_first_deal(Path(folder))
    loading = kernel.seconds_to_load()
    return {"loading_s": loading, "cached_s": cached, "compiling_s": compiling}


def _rates(deals: int, played: int, spent: Spent) -> dict[str, Any]:
    return {
        "deals": deals,
        "hands_played": played,
        "cpu_s": spent.cpu,
        "wall_s": spent.wall,
        "deals_per_core_s": deals / spent.cpu,
        "hands_per_core_s": played / spent.cpu,
        "hands_per_s": played / spent.wall,
    }


def _random_hands(deals: int, threads: int) -> dict[str, Any]:
    """Random play, Clubs hand by forehand: whole rows made in memory."""
    from simcore import Scenario, rows

    scenario = Scenario(declarer="forehand", contract="C", hand=True)

    def work() -> None:
        for first in range(0, deals, _AT_A_TIME):
            size = min(_AT_A_TIME, deals - first)
            rows(players="random", deals=size, first=first, seed=_SEED, threads=threads,
                 scenario=scenario)  # fmt: skip

    return _rates(deals, deals, timed(work))


def _complete_hands(player: str, deals: int, threads: int) -> dict[str, Any]:
    """Auction, exchange and play by three equal players, logged as Parquet."""
    import tempfile

    from simcore import Run, simulate

    made: list[Run] = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"

        def work() -> None:
            made.append(simulate(players=player, deals=deals, seed=_SEED, out=out,
                                 threads=threads, command="simcore bench"))  # fmt: skip

        spent = timed(work)
        size = made[0].bytes
        played = _count_played(made[0])
    return {**_rates(deals, played, spent), "passed_in": deals - played,
            "bytes_per_deal": size / deals}  # fmt: skip


def _poch(player: str, deals: int, repeat: int, threads: int) -> dict[str, Any]:
    """Soket and sekans by four equal players: whole rows in memory, and logged as Parquet."""
    in_memory = [_poch_in_memory(player, deals, threads) for _ in range(repeat)]
    logged = [_poch_logged(player, deals, threads) for _ in range(repeat)]
    return {"seats": _POCH_SEATS, "in_memory": _median(in_memory), "logged": _median(logged)}


def _poch_in_memory(player: str, deals: int, threads: int) -> dict[str, Any]:
    from simcore import rows

    def work() -> None:
        for first in range(0, deals, _POCH_AT_A_TIME):
            size = min(_POCH_AT_A_TIME, deals - first)
            rows("poch", players=player, seats=_POCH_SEATS, deals=size, first=first, seed=_SEED,
                 threads=threads)  # fmt: skip

    return _deal_rates(deals, timed(work))


def _poch_logged(player: str, deals: int, threads: int) -> dict[str, Any]:
    import tempfile

    from simcore import Run, simulate

    made: list[Run] = []
    with tempfile.TemporaryDirectory() as folder:

        def work() -> None:
            made.append(simulate("poch", players=player, seats=_POCH_SEATS, deals=deals,
                                 seed=_SEED, out=Path(folder) / "run", threads=threads,
                                 command="simcore bench"))  # fmt: skip

        spent = timed(work)
        size = made[0].bytes
    return _deal_rates(deals, spent) | {"bytes_per_deal": size / deals}


def _deal_rates(deals: int, spent: Spent) -> dict[str, Any]:
    return {
        "deals": deals,
        "cpu_s": spent.cpu,
        "wall_s": spent.wall,
        "deals_per_core_s": deals / spent.cpu,
        "deals_per_s": deals / spent.wall,
    }


def _records(number: int) -> dict[str, Any]:
    """Games of the player `simple` written as records, then read from the file and replayed."""
    import tempfile

    from simcore import rows
    from simcore.skat import read_records, write_record

    made, plays = rows(players="simple", deals=number, seed=_SEED, plays=True)
    lines = [write_record(row, cards) for row, cards in zip(made, plays, strict=True)]
    differing: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sgf"
        file.write_text("\n".join(lines), "utf-8")
        next(read_records(file)).replay()  # compiled from here on

        def work() -> None:
            replays = (record.replay() for record in read_records(file))
            differing.append(sum(bool(replay.differences) for replay in replays))

        spent = timed(work)
    return {"records": number, "differing": differing[0], "cpu_s": spent.cpu,
            "per_core_s": number / spent.cpu}  # fmt: skip


def _count_played(run: Any) -> int:
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    return sum(
        pc.sum(pc.greater_equal(pq.read_table(file, columns=["declarer"])["declarer"], 0)).as_py()
        for file in run.files
    )


def _plain_c(deals: int, repeat: int) -> dict[str, Any] | None:
    """Random play in C, compiled here; None without a compiler that can."""
    import json
    import subprocess
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        program = measuring.compiled("random_play", Path(folder))
        if program is None:
            return None
        asked = [str(program), "--games", str(deals), "--repeat", str(repeat)]
        made = subprocess.run(asked, capture_output=True, check=True, text=True)
    runs: list[dict[str, Any]] = [json.loads(line) for line in made.stdout.splitlines()]
    return sorted(runs, key=_speed_of_c)[len(runs) // 2]


def _speed_of_c(run: dict[str, Any]) -> float:
    return float(run["games_per_cpu_s"])


def _ratio(random: dict[str, Any], plain_c: dict[str, Any] | None) -> float | None:
    return None if plain_c is None else random["hands_per_core_s"] / _speed_of_c(plain_c)


def _median(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The run of the middle rate."""
    return sorted(runs, key=lambda run: float(run["deals_per_core_s"]))[len(runs) // 2]


def _peak_memory() -> float | None:
    """Megabytes this process held at most; None where the system does not tell."""
    import sys

    if sys.platform == "win32":
        return None
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _tell(report: dict[str, Any]) -> None:
    from scripts.tables import table_lines

    random, complete = report["random_clubs_hand"], report["complete_hands_logged"]
    start, plain_c = report["start"], report["plain_c"]
    print(f"{report['processor']}, {report['processors_usable']} processors, "
          f"{report['threads']} threads")  # fmt: skip
    print(f"{report['deals']:,} deals each, median of {report['repeat']}; warm\n")
    lines = [
        ("random play, Clubs hand", f"{random['hands_per_core_s']:,.0f} hands per core-second"),
        ("", f"{random['hands_per_s']:,.0f} hands/s by the clock, rows in memory"),
    ]
    if plain_c is None:
        lines.append(("plain C", "no C compiler here that can build it"))
    else:
        speed = f"{_speed_of_c(plain_c):,.0f} hands per core-second"
        lines += [
            ("plain C", speed),
            ("", f"this program reaches {report['ratio_to_plain_c']:.2f} of it"),
        ]
    for player, found in complete.items():
        lines += [
            (f"`{player}`, logged", f"{found['hands_per_core_s']:,.0f} hands per core-second"),
            ("", f"{found['deals_per_core_s']:,.0f} deals per core-second"),
            ("", f"{found['hands_per_s']:,.0f} hands/s by the clock"),
            ("", f"{found['passed_in']:,} of {found['deals']:,} deals passed in"),
            ("", f"{found['bytes_per_deal']:.1f} bytes a deal"),
        ]
    for player, found in report["poch"].items():
        in_memory, logged = found["in_memory"], found["logged"]
        lines += [
            (
                f"poch, four `{player}`",
                f"{logged['deals_per_core_s']:,.0f} deals per core-second, logged",
            ),
            ("", f"{in_memory['deals_per_core_s']:,.0f} deals per core-second, rows in memory"),
            ("", f"{logged['deals_per_s']:,.0f} deals/s by the clock, logged"),
            ("", f"{logged['bytes_per_deal']:.1f} bytes a deal"),
        ]
    lines += [
        ("records", f"{report['records']['per_core_s']:,.0f} read and replayed per core-second"),
        ("kernel from the cache", f"{start['loading_s']:.2f} s"),
        ("start, kernel cached", f"{start['cached_s']:.2f} s to the first deal"),
    ]
    if start["compiling_s"] is not None:
        lines.append(("start, compiling", f"{start['compiling_s']:.1f} s to the first deal"))
    memory = report["peak_memory_mb"]
    lines.append(("peak memory", "not known here" if memory is None else f"{memory:,.0f} MB"))
    table_lines(lines)
