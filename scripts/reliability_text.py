"""What faults, clusters and long runs came to, as a page."""

from __future__ import annotations

from typing import Any

import pandas as pd

from scripts.tables import markdown
from simcore.manifest import SHARD_DEALS

_TEN_BILLION = 10_000_000_000
_PRICE = 0.04  # of a core-hour, in dollars: what the large clouds ask, roughly


def page(report: dict[str, Any]) -> str:
    """The page; parts that were not made yet are left out."""
    parts = ["# Runs that cannot be lost\n"]
    if "faults" in report:
        parts += [_FAULTS, markdown(pd.DataFrame([_fault(row) for row in report["faults"]])) + "\n"]
    if "cluster" in report:
        rows = [_cluster(row) for row in report["cluster"]]
        parts += [_CLUSTER, markdown(pd.DataFrame(rows)) + "\n"]
    if "memory" in report:
        rows = [_size(row) for row in report["memory"]]
        parts += [_MEMORY, markdown(pd.DataFrame(rows)) + "\n", _ten_billion(report["memory"][-1])]
    machine = report["machine"]
    parts.append(
        f"{machine['processor']}, {machine['processors_usable']} cores, numba {machine['numba']}; "
        f"source {report['source_digest'][:16]}. Made by `python -m scripts.reliability`.\n"
    )
    return "\n".join(parts)


_FAULTS = """Every fault is done to a real run of 786,432 deals in 48 files, with the cards played
(`scripts/faults`). Lost are shards that were finished before it and had to be played again though
their files were whole; wrong are rows of the run in the end that differ from those of an
undisturbed one. The time is that of `run --resume` or `repair` until the run was whole, all its
files checked.
"""

_CLUSTER = """
## A cluster

The same run by threads, by worker processes of this machine and by workers of a dask cluster; by
the clock, from the start of the program to its end, a few seconds of start included. The bytes are
those of the first line.
"""

_MEMORY = """
## Long runs

Three `expert`, two threads. Peaks are the most memory that the process held at any time.
"""


def _fault(row: dict[str, Any]) -> dict[str, str]:
    return {
        "fault": row["fault"],
        "times": f"{row['times']:,}",
        "finished shards lost": f"{row['lost']:,}",
        "wrong rows": f"{row['wrong']:,}",
        "time to resume, median": f"{row['median_s']:.1f} s",
        "longest": f"{row['most_s']:.1f} s",
    }


def _cluster(row: dict[str, Any]) -> dict[str, str]:
    return {
        "made by": row["made by"],
        "deals": f"{row['deals']:,}",
        "seconds": f"{row['seconds']:.1f}",
        "deals/s": f"{row['deals_per_s']:,.0f}",
        "bytes equal": "yes" if row["bytes_equal"] else "NO",
    }


def _size(row: dict[str, Any]) -> dict[str, str]:
    return {
        "deals": f"{row['deals']:,}",
        "files": f"{row['files']:,}",
        "size": f"{row['bytes'] / 1e9:.2f} GB",
        "seconds": f"{row['seconds']:,.0f}",
        "core-seconds": f"{row['cpu']:,.0f}",
        "run, peak": _megabytes(row["peak"]),
        "verify": f"{row['verify_seconds']:,.0f} s, {_megabytes(row['verify_peak'])}",
        "summary": f"{row['summary_seconds']:,.0f} s, {_megabytes(row['summary_peak'])}",
    }


def _megabytes(number: int) -> str:
    return f"{number / 1e6:,.0f} MB"


def _ten_billion(row: dict[str, Any]) -> str:
    """Ten billion deals, reckoned from the largest run."""
    scale = _TEN_BILLION / row["deals"]
    hours, files = row["cpu"] * scale / 3600, -(-_TEN_BILLION // SHARD_DEALS)
    size, many = row["bytes"] * scale / 1e9, 60 * hours / 160
    return f"""### Ten billion deals

Reckoned from the last line: {files:,} files of {SHARD_DEALS:,} deals, {size:,.0f} GB,
{hours:,.1f} core-hours: {hours / 2:,.1f} hours on two cores, {many:,.0f} minutes on ten machines of
16, about ${hours * _PRICE:.2f} at ${_PRICE} a core-hour. Memory stays as above: a process holds a
few blocks of 262,144 rows, however long the run; the manifest grows by 300 bytes a file, to
{files * 300 / 1e6:.0f} MB, and is written anew after each. `simcore compact --shard-deals 16777216`
makes {-(-files // 16):,} files of them.

    simcore run --out s3://bucket/big --deals 10_000_000_000 --seed 1 --cluster tcp://scheduler:8786
"""
