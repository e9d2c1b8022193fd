# %% [markdown]
# # How good must a hand be to bid on it?
#
# Bid on everything and half of the games are lost; wait for certainties and the others play.
# Somewhere between lies the best threshold, and it depends on who sits at the table. The player
# `simple` counts trumps and side aces, and bids a suit from `suit_min` of them on. What should that
# number be?

# %%
# %matplotlib inline
import analysis
from analysis.charts import style
from analysis.notebooks import given_log, rates, told

DEALS, SEED, FIRST = 30_000, 7, 1 << 40
MIX = ("simple", "club")

# %% [markdown]
# The deals are split by number: most are for the search, some for a check, and the rest are locked
# away for the one number that is quoted. Every setting sits alone among two opponents of a mix, on
# the same deals. Taken is not the best of all (of many equal settings one is lucky) but the one
# nearest to the present within one standard error of it, and only where the check agrees.

# %%
found = analysis.tune(
    "simple", {"suit_min": "4:8:1"}, against=MIX, deals=DEALS, seed=SEED, first=FIRST
)
found.verdict()

# %% [markdown]
# The whole curve, on the deals of the search: what each setting is worth against the present one
# (`diff`, list points in 36 deals, 95 % interval), how often it declares and how often it wins
# then. Low thresholds declare more and win less: the win rate alone never says which is better.

# %%
train = found.curve[found.curve["part"] == "train"]
limits = ["diff", "diff_low", "diff_high"]
shares = ["declared", "won_n", "won", "won_low", "won_high"]
train[["suit_min", "chosen", "deals", *limits, *shares]].round(3)

# %%
caption = (
    f"simple with another suit_min, alone among two of {', '.join(MIX)} in turn; {DEALS:,} deals,\n"
    f"seed {SEED}, rules isko, split by number. 95 % intervals, the deal as the unit."
)
marks = {"train": ("o", style.BLUE, -0.05), "locked": ("s", style.DARK, 0.05)}
with style.figure(6.4, 3.2, caption) as (figure, axes):
    axes.axhline(0, color=style.GREY, linewidth=1)
    for part, (marker, colour, aside) in marks.items():
        line = found.curve[found.curve["part"] == part]
        error = [line["diff"] - line["diff_low"], line["diff_high"] - line["diff"]]
        name, places = f"{part} deals, n = {line['deals'].iloc[0]:,}", line["suit_min"] + aside
        axes.errorbar(
            places, line["diff"], yerr=error, fmt=marker, color=colour, capsize=3, label=name
        )
    axes.set_xlabel("suit_min (trumps and side aces)")
    axes.set_ylabel("list points in 36 deals\nagainst the present setting")
    axes.legend()
figure

# %% [markdown]
# Around the top such curves are flat: a threshold a little off costs little, one far off costs
# much.
#
# ## From what count on is a hand good enough?
#
# How often a game must be won follows from the scoring; from what count of trumps and side aces on
# hands win so often, games forced on random hands tell.

# %%
counts = analysis.thresholds("trumps-aces", deals=20_000, seed=SEED)
counts.limits.drop(columns="system").round(3)

# %% [markdown]
# ## What the players of a run did
#
# Games by the bid they were played at, and the share won. Where the bid is high, another had good
# cards too, and the game has to be a dear one.

# %%
log = given_log()
told(log)

# %%
steps = {"18": (18, 18), "20 to 24": (20, 24), "27 to 36": (27, 36), "40 and more": (40, 264)}
bids = {f"won at {name}": f"played AND bid BETWEEN {a} AND {b}" for name, (a, b) in steps.items()}
rates(log, {name: (of, "won") for name, of in bids.items()}).round(4)
