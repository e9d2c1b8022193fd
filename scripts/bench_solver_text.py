"""The benchmark of the solver in words: for a terminal, for results/solver and for the README."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd

from scripts.tables import markdown, print_table, table_lines

COMMAND = "python -m scripts.make_results --only solver"


class Published(NamedTuple):
    """Mean times somebody published, and which of our figures stand beside them."""

    who: str
    positions: str
    win_ms: float | None
    exact_ms: float | None
    beside: tuple[str, str]  # set and game


PUBLISHED = (
    Published("a C++ solver", "like positions", 3.7, 241, ("strong", "suit")),
    Published("a Rust solver", "suit games, strong declarers", 76, 970, ("strong", "suit")),
    Published("a Rust solver", "Grand, strong declarers", 57, 779, ("strong", "grand")),
    Published("a Rust solver", "Null, strong declarers", 1.5, None, ("strong", "null")),
    Published("Kupferschmid and Helmert, 2006", "typical", None, 10, ("strong", "suit")),
)

_HEAD = (
    "set", "query", "game", "n", "ms mean", "median", "p90", "nodes mean", "median ", "p90 ",
    "C ms mean", "C nodes mean", "time / C", "nodes / C",
)  # fmt: skip


def milliseconds(ms: float | None) -> str:
    """Three figures, more where they stand before the point; empty for none."""
    if ms is None:
        return ""
    digits = 0 if ms >= 100 else 1 if ms >= 10 else 2 if ms >= 1 else 3
    return f"{ms:.{digits}f}"


def _row(figures: dict[str, Any]) -> tuple[str, ...]:
    ms, nodes, plain_c = figures["ms"], figures["nodes"], figures["plain_c"]
    beside = ("", "", "", "")
    if plain_c is not None:
        beside = (milliseconds(plain_c["ms"]["mean"]), f"{plain_c['nodes']['mean']:,.0f}",
                  f"{figures['ratio_time']:.2f}", f"{figures['ratio_nodes']:.2f}")  # fmt: skip
    return (
        figures["set"], figures["query"], figures["game"], f"{figures['positions']:,}",
        *(milliseconds(ms[what]) for what in ("mean", "median", "p90")),
        *(f"{nodes[what]:,.0f}" for what in ("mean", "median", "p90")), *beside,
    )  # fmt: skip


def _answers(report: dict[str, Any]) -> str:
    asked = sum(figures["positions"] for figures in report["figures"])
    wrong = sum(figures["wrong"] for figures in report["figures"])
    return f"{wrong} of {asked:,} answers wrong"


def _no_c(report: dict[str, Any]) -> str:
    missing = all(figures["plain_c"] is None for figures in report["figures"])
    return "No C compiler here that can build the C program." if missing else ""


def _others(report: dict[str, Any]) -> list[tuple[str, str]]:
    threads, memory = report["threads"], report["memory"]
    growth = memory["peak_growth_per_thread_mb"]
    return [
        (f"exact values of {threads['positions']:,} positions, one thread",
         f"{threads['one_thread_s']:.2f} s"),
        (f"the same on {threads['threads']} threads",
         f"{threads['threads_s']:.2f} s, {threads['speed_up']:.2f} times as fast"),
        ("processor time of that to that of one",
         f"{threads['processor_time_ratio']:.2f}"),
        ("a work space", f"{memory['work_space_mb']:.2f} MB"),
        ("a thread adds to the peak memory",
         "not known here" if growth is None else f"{growth:.2f} MB"),
    ]  # fmt: skip


def _mean_ms(report: dict[str, Any], of: tuple[str, str], query: str, c: bool = False) -> str:
    """Mean milliseconds of a set and game, here or of the C program; empty where there are none."""
    for figures in report["figures"]:
        if (figures["set"], figures["game"], figures["query"]) == (*of, query):
            found = figures["plain_c"] if c else figures
            return "" if found is None else milliseconds(found["ms"]["mean"])
    return ""


def _published_rows(report: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (one.who, one.positions, milliseconds(one.win_ms), milliseconds(one.exact_ms),
         _mean_ms(report, one.beside, "win"), _mean_ms(report, one.beside, "exact"))
        for one in PUBLISHED
    ]  # fmt: skip


_PUBLISHED_HEAD = ("published", "positions", "win ms", "exact ms", "win ms here", "exact ms here")


def tell(report: dict[str, Any]) -> None:
    """For a terminal."""
    print(f"{report['processor']}; one core, processor time, middle of {report['repeat']} repeats")
    print(f"{_answers(report)}. {_no_c(report)}\n")
    print_table(_HEAD, [_row(figures) for figures in report["figures"]], left=3)
    print()
    table_lines(_others(report))
    print()
    print_table(_PUBLISHED_HEAD, _published_rows(report), left=2)


# ---- committed ---------------------------------------------------------------------------------


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return markdown(pd.DataFrame(rows, columns=list(head)))


def _made_by(report: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {text}" for name, text in report["versions"].items())
    compiler = report["compiler"] or "no C compiler"
    return (
        f"Made by `{COMMAND}` on {report['processor']} ({report['system']}, "
        f"{report['processors_usable']} processors) with {versions}, numba {report['numba']}, "
        f"{compiler}; source {report['source_digest'][:12]}."
    )


def page(report: dict[str, Any]) -> str:
    """results/solver/bench.md."""
    about = (
        "# Open-card positions solved\n\n"
        "Whole deals, ten cards a hand, every one with an empty table; one core, processor time, "
        "warm. `win`: does the declarer reach 61 with the skat (Null: avoid every trick); `exact`: "
        "his points. `strong`: the declarer holds most trumps of the three, the leader rotates; "
        "`random`: any hand, forehand declares. C: `scripts/limit/solver.c`, the same search, run "
        f"by turns with ours; figures are of the middle of {report['repeat']} repeats by the ratio "
        f"of times. A node is a position with a card to play. {_answers(report)}. {_no_c(report)}"
    )
    return "\n\n".join(
        [
            about.strip(),
            _table(_HEAD, [_row(figures) for figures in report["figures"]]),
            "By the clock, the best of the repeats by turns; memory in a process of its own.",
            _table(("threads and memory", "found"), _others(report)),
            "Published mean times, other machines and like positions, not these; beside them ours.",
            _table(_PUBLISHED_HEAD, _published_rows(report)),
            _made_by(report),
        ]
    )


def readme(report: dict[str, Any]) -> str:
    """The short table of the README: strong declarers of suit games."""
    of = ("strong", "suit")
    rows = [
        ("simcore", _mean_ms(report, of, "win"), _mean_ms(report, of, "exact")),
        ("the same search in plain C (`scripts/limit`)",
         _mean_ms(report, of, "win", c=True), _mean_ms(report, of, "exact", c=True)),
    ]  # fmt: skip
    rows += [
        (f"published: {one.who}, {one.positions}", milliseconds(one.win_ms),
         milliseconds(one.exact_ms))
        for one in PUBLISHED if one.beside == of
    ]  # fmt: skip
    head = ("suit games, strong declarers, whole deals", "61 reached? ms", "exact points, ms")
    note = (
        f"{report['processor']}, numba {report['numba']}, one core, processor time, warm, mean of "
        f"{report['figures'][0]['positions']} deals. Made by `{COMMAND}`."
    )
    return f"{_table(head, rows)}\n\n{note}"
