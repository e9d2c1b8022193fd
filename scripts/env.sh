# Shared by demo.sh and check.sh: a virtual environment in .venv with the tested versions.
# Usage: . scripts/env.sh; make_env "" | "[dev]"

find_python() { # the first Python from 3.11 to 3.13; PYTHON=... wins
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python; do
        [ -n "$candidate" ] || continue
        if "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
            >/dev/null 2>&1; then
            echo "$candidate"
            return 0
        fi
    done
    found=$(python3 --version 2>&1 || true)
    echo "simcore needs Python 3.11 to 3.13 (found: ${found:-none}); name one with PYTHON=/path/to/python" >&2
    return 1
}

make_env() {
    python=$(find_python) || exit 2
    [ "$(cat .venv/folder 2>/dev/null)" = "$PWD" ] || rm -rf .venv # its scripts hold the path
    if [ ! -x .venv/bin/python ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
        if ! "$python" -c 'import venv, ensurepip' >/dev/null 2>&1; then
            echo "simcore needs the venv module of $python (on Debian or Ubuntu: apt install python3-venv)" >&2
            exit 2
        fi
        rm -rf .venv
        "$python" -m venv .venv || exit 2
        echo "$PWD" >.venv/folder
    fi
    # the stamp holds what was installed where: nothing is fetched while it still fits
    stamp="$1 $(cat pyproject.toml constraints.txt | .venv/bin/python -c \
        'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())')"
    if [ "$(cat .venv/installed 2>/dev/null)" != "$stamp" ]; then
        echo "installing into .venv ..." >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check \
            --constraint constraints.txt --editable ".$1" || exit 2
        echo "$stamp" >.venv/installed
    fi
}
