# %% [markdown]
# # How often do declared games win?
#
# Somebody bids highest, takes the skat or leaves it, names a game and plays it against the other
# two. How often does that go well? A lost game costs twice its value: by plain scoring it must be
# won two times in three before it is worth bidding.

# %%
# %matplotlib inline
from analysis.charts import style, win_rates
from analysis.notebooks import given_log, rates, told

log = given_log()
told(log)

# %% [markdown]
# All games first. `n` counts the games somebody declared; deals all passed on are not among them.
# `win_low` to `win_high` is the 95 % interval (Wilson): how far off the rate may be, the luck of
# these deals alone. `mean_score` is what the declarer wrote down on average, lost games included.

# %%
shown = ["n", "win_rate", "win_low", "win_high", "mean_score", "score_low", "score_high"]
log.win_rate()[shown].round(4)

# %% [markdown]
# By contract. Players choose their games, so these rates do not say how hard a contract is: they
# also say how good a hand the players wait for before they name it.

# %%
by_contract = log.win_rate(by=["contract"])
by_contract[["contract", *shown]].round(4)

# %%
caption = f"Share of declared games won, 95 % Wilson intervals; {told(log)}."
with style.figure(6.4, 3.2, caption) as (figure, axes):
    win_rates.draw(by_contract, axes, break_even=2 / 3)
figure

# %% [markdown]
# By seat. Forehand leads to the first trick and may hold every bid; `n` says how often each seat
# declares.

# %%
log.win_rate(by=["declarer_seat"])[["declarer_seat", *shown]].round(4)

# %% [markdown]
# By bid. Where the auction went high, two players had good cards, and the game must be worth what
# was bid (`overbid`: it was worth less, and is lost).

# %%
bids = {"18": (18, 18), "20 to 22": (20, 22), "23 to 30": (23, 30), "above": (31, 264)}
where = {name: f"played AND bid BETWEEN {low} AND {high}" for name, (low, high) in bids.items()}
won = rates(log, {f"won at {name}": (of, "won") for name, of in where.items()})
over = rates(log, {f"overbid at {name}": (of, "overbid") for name, of in where.items()})
won.round(4)

# %%
over.round(5)

# %% [markdown]
# Every one of these rates is against the players named above, not against your club. Another table
# passes more, defends better or worse, and the numbers move.
