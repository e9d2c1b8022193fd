# %% [markdown]
# # How do I read a run?
#
# A run is a folder: `manifest.json` says what was played, the Parquet files hold one row a deal.
# Any tool that reads Parquet reads it. Here is one question, asked in three of them: how often is a
# Grand won?

# %%
from math import isclose

import duckdb
import polars as pl

import analysis
import simcore
from analysis.notebooks import given_run, told
from simcore import cards

run = simcore.open_run(given_run())
log = analysis.open(run.path)
told(log)

# %% [markdown]
# The manifest lists the files; take them from there rather than from the folder, where a run that
# was stopped may have left an unfinished one.

# %%
settings = run.settings
{name: settings[name] for name in ("game", "seed", "first", "deals", "rotate", "plays")}

# %% [markdown]
# The columns, with two deals. Seats are 0 forehand, 1 middlehand, 2 rearhand; a deal all passed on
# has declarer -1 and contract P. Cards are sets of bits, `hand_*` the ten cards dealt.

# %%
log.query("SELECT * FROM deals ORDER BY deal_id, rotation LIMIT 2").T

# %% [markdown]
# ## pandas
#
# Only the columns that are needed: a million deals are then a few megabytes.

# %%
frame = run.table(["deal_id", "contract", "declarer", "won", "score"]).to_pandas()
grands = frame[frame["contract"] == "G"]
by_pandas = float(grands["won"].mean())
n = len(grands)
by_pandas

# %% [markdown]
# A rate without an interval says nothing. One row a deal: Wilson's interval of the wins.

# %%
low, high = analysis.wilson(float(grands["won"].sum()), float(n))
f"Grands won: {by_pandas:.4f} ({low:.4f} to {high:.4f}), n = {n:,}"

# %% [markdown]
# Points are small integers in the file. Widen them before adding up by hand (a sum in `int16` wraps
# silently); pandas' own `sum` and `mean` do it for you.

# %%
grands["score"].dtype, int(grands["score"].astype("int64").sum())

# %% [markdown]
# ## DuckDB
#
# SQL over the files, without reading them into memory.

# %%
files = [str(file) for file in run.files]
rate = duckdb.read_parquet(files).filter("contract = 'G'").aggregate("avg(won::INT) AS won")
by_duckdb = rate.fetchall()[0][0]
by_duckdb

# %% [markdown]
# `analysis.open` gives the same with the columns widened, and with the intervals made. When each
# deal was played three times with the players moved round, it takes the deal, not the row, as one
# draw.

# %%
log.win_rate(by=["contract"], where="contract = 'G'").round(4)

# %% [markdown]
# ## Polars

# %%
lazy = pl.scan_parquet(files).filter(pl.col("contract") == "G")
by_polars = lazy.select(pl.col("won").mean()).collect().item()
by_polars

# %%
if n:  # the three agree
    assert isclose(by_pandas, by_duckdb)
    assert isclose(by_pandas, by_polars)

# %% [markdown]
# ## A deal as people see it
#
# A deal is a function of the seed and its number, so it can be played again, card by card: `simcore
# show` does it in a terminal. Here are the cards of the first three deals.

# %%
first = log.query("SELECT * FROM deals ORDER BY deal_id, rotation LIMIT 3")
for place in ("hand_forehand", "hand_middlehand", "hand_rearhand", "skat"):
    first[place] = [cards.format(int(held)) for held in first[place]]
first[["deal_id", "hand_forehand", "hand_middlehand", "hand_rearhand", "skat", "contract", "won"]]
