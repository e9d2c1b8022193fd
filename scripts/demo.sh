#!/usr/bin/env bash
# The newcomer's command: install, play a million deals, print the win-rate table, name the log.
set -eu
cd "$(dirname "$0")/.."
. scripts/env.sh
make_env ""

number=1
while [ -e "runs/demo-$number" ]; do number=$((number + 1)); done
.venv/bin/simcore run --out "runs/demo-$number" --deals 1_000_000 --seed 1 --players expert
.venv/bin/simcore summary "runs/demo-$number"
echo
echo "The log: runs/demo-$number (Parquet). Look at one deal:"
echo "  .venv/bin/simcore show runs/demo-$number --deal 7"
