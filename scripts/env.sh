# Shared by demo.sh and check.sh: a virtual environment in .venv with the tested versions.
# Usage: . scripts/env.sh; make_env "" | "[dev]"

fits() { # is $1 a Python from 3.11 to 3.13?
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1
}

find_python() { # the first that fits and can make environments; PYTHON=... is taken at its word
    bare=""
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
        fits "$candidate" || continue
        if "$candidate" -c 'import venv, ensurepip' >/dev/null 2>&1; then
            echo "$candidate"
            return 0
        fi
        bare=${bare:-$candidate}
    done
    if [ -n "$bare" ]; then
        echo "simcore needs the venv module of $bare (Debian, Ubuntu: apt install python3-venv)" >&2
    elif [ -n "${PYTHON:-}" ]; then
        echo "simcore needs Python 3.11 to 3.13, which PYTHON=$PYTHON is not" >&2
    else
        found=$(command -v python3 >/dev/null && python3 --version 2>/dev/null || echo none)
        echo "simcore needs Python 3.11 to 3.13 (found: $found); name one with PYTHON=..." >&2
    fi
    return 1
}

make_env() {
    python=$(find_python) || exit 2
    home="$PWD $python" # scripts in .venv hold the path
    if [ "$(cat .venv/home 2>/dev/null)" != "$home" ]; then
        rm -rf .venv
        "$python" -m venv .venv || exit 2
        echo "$home" >.venv/home
    fi
    # the stamp holds what was installed where: nothing is fetched while it still fits
    stamp="$1 $(cat pyproject.toml constraints.txt | .venv/bin/python -c \
        'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())')"
    if [ "$(cat .venv/installed 2>/dev/null)" != "$stamp" ]; then
        echo "installing into .venv (a minute or two, 0.9 GB) ..." >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check \
            --constraint constraints.txt --editable ".$1" || exit 2
        echo "$stamp" >.venv/installed
    fi
}
