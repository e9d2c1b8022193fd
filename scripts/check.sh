#!/usr/bin/env bash
# The whole check, on a fresh machine with only Python and git: style, types, every test compiled,
# the kernel tests uncompiled and bounds-checked; two test files at a time.
set -eu
cd "$(dirname "$0")/.."
. scripts/env.sh
make_env "[dev]"

run() {
    echo "== $*"
    "$@"
}
run .venv/bin/ruff check .
run .venv/bin/ruff format --check .
run .venv/bin/mypy
run .venv/bin/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder
run env NUMBA_DISABLE_JIT=1 .venv/bin/python -m pytest -q -n 2 --dist loadfile -m kernel
run env NUMBA_BOUNDSCHECK=1 .venv/bin/python -m pytest -q -n 2 --dist loadfile -m kernel
