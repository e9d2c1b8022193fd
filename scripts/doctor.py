"""`simcore doctor`: what this machine has, and whether it plays as it should."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from scripts import exits

PACKAGES = ("numba", "numpy", "pyarrow", "duckdb", "pandas", "scipy", "pydantic", "typer", "rich")


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> int:
    """Look over the installation, with a self-test."""
    from scripts.tables import print_json

    report = {"versions": _versions(), **machine(), "cache": _cache(), "self_test": _self_test()}
    report["kernel_from_cache"] = _was_loaded()
    if as_json:
        print_json(report)
    else:
        _tell(report)
    failed = [name for name, result in report["self_test"].items() if result != "passed"]
    if failed:
        raise exits.DataFaultError(
            f"self-test failed for {', '.join(failed)}: this machine plays other deals"
        )
    return exits.DONE


def _versions() -> dict[str, str]:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from simcore import __version__

    found = {"simcore": __version__, "python": platform.python_version()}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "missing"
    return found


def machine() -> dict[str, Any]:
    import os
    import platform

    from simcore.jit import COMPILED, source_digest
    from simcore.threads import default_threads

    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processors": os.cpu_count(),
        "processors_usable": default_threads(),
        "stdout_encoding": sys.stdout.encoding,
        "source_digest": source_digest(),
        "compiled": COMPILED,
    }


def _cache() -> dict[str, Any]:
    from simcore.jit import cache_folder, cache_root

    folder = cache_folder()
    return {
        "root": str(cache_root()),
        "folder": None if folder is None else str(folder),
        "writable": folder is not None,
    }


def _was_loaded() -> bool:
    from scripts import kernel

    return kernel.was_loaded()


def _self_test() -> dict[str, str]:
    """Signatures of all fixed players of both games: "passed", or the digest this machine gives."""
    from scripts import signatures

    results, signed = {}, signatures.read()
    for behaviour in signatures.fixed():
        found, name = signatures.digest(behaviour), behaviour.name
        same = found == signed.get(behaviour.schema, {}).get(name)
        results[name] = "passed" if same else f"failed: {found}"
    return results


def _tell(report: dict[str, Any]) -> None:
    from scripts.signatures import DEALS
    from scripts.tables import table_lines

    versions = [f"{name} {version}" for name, version in report["versions"].items()]
    cache = report["cache"]
    where = cache["folder"] or f"{cache['root']} cannot be written: every start compiles anew"
    kernel = "came from the cache" if report["kernel_from_cache"] else "was compiled just now"
    table_lines(
        [
            *[("" if start else "versions", ", ".join(versions[start : start + 4]))
              for start in range(0, len(versions), 4)],
            ("machine", f"{report['system']}, {report['processors_usable']} of "
             f"{report['processors']} processors usable"),
            ("stdout", str(report["stdout_encoding"])),
            ("source", report["source_digest"][:16]),
            ("cache", where),
            ("kernel", kernel if report["compiled"] else "uncompiled, NUMBA_DISABLE_JIT is set"),
            *[(f"{DEALS:,} deals", f"{name}: {result}")
              for name, result in report["self_test"].items()],
        ]
    )  # fmt: skip
