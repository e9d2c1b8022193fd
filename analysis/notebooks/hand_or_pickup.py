# %% [markdown]
# # Leave the skat, or pick it up?
#
# A hand game counts one level more, and the skat stays where it is. Picking up shows two more cards
# and lets two bad ones go. Which is worth more with a hand in question? Here is one, in forehand,
# who plays Clubs at a bid of 18 in any case.

# %%
import pandas as pd

import analysis
import simcore
from analysis.notebooks import given_log, rates, told
from simcore.skat.lists import GAME_BONUS, LOSS_BONUS

HAND = "CJ SJ CA CT C9 C8 HA HT S7 D8"
DEALS, SEED = 20_000, 5

# %% [markdown]
# The other 22 cards are dealt at random, and every deal is played twice, with the skat and without:
# the same cards, the same luck. Points are those of a list (Seeger-Fabian), the declarer's less
# those of another at the table: value + 50 for a game won, - twice the value - 50 - 40 for one
# lost.

# %%
WAYS = {"pick-up": False, "hand": True}


def both_ways(cards: str) -> pd.DataFrame:
    """Win rate and list points of a hand, with the skat and without, and the difference."""
    ways = [
        simcore.Scenario(known={"forehand": cards}, declarer="forehand", contract="C", hand=hand)
        for hand in WAYS.values()
    ]
    rows = simcore.arms(ways, deals=DEALS, seed=SEED)  # (deals, ways)
    won = rows["won"].astype(float)
    listed = rows["score"] + GAME_BONUS * won - (GAME_BONUS + LOSS_BONUS[3]) * (1 - won)
    lines = {}
    for place, name in enumerate(WAYS):
        limits = analysis.wilson(won[:, place].sum(), float(DEALS))
        score = listed[:, place]
        low, high = analysis.t_interval(float(DEALS), score.sum(), (score**2).sum())
        lines[name] = (DEALS, won[:, place].mean(), *limits, score.mean(), low, high)
    gain = listed[:, 1] - listed[:, 0]
    low, high = analysis.t_interval(float(DEALS), gain.sum(), (gain**2).sum())
    nothing = float("nan")
    lines["hand less pick-up"] = (DEALS, nothing, nothing, nothing, gain.mean(), low, high)
    columns = ["n", "won", "won_low", "won_high", "points", "points_low", "points_high"]
    return pd.DataFrame.from_dict(lines, orient="index", columns=columns)


both_ways(HAND).round(3)

# %% [markdown]
# The last line is what counts: both ways are of the same deals, so their difference is known far
# better than either number. Above 0 the skat is better left alone.
#
# A weaker and a stronger hand: one without the ten of trumps, one with a third jack for a loser.

# %%
hands = {
    "weaker": "CJ SJ CA CK C9 C8 HA HT S7 D8",
    "as above": HAND,
    "stronger": "CJ SJ DJ CA CT C9 C8 HA HT S7",
}
pd.concat({name: both_ways(cards) for name, cards in hands.items()}).round(3)

# %% [markdown]
# Every game of a hand at once, and what to do with it: the bid up to which each pays, too.

# %%
report = analysis.evaluate_hand(HAND, worlds=DEALS, seed=SEED, scoring="lead")
print(report.recommendation)
limits = ["win_rate", "win_low", "win_high", "lead", "lead_low", "lead_high"]
report.games[["game", "n", *limits, "pays_lead", "safe_bid"]].head(8).round(3)

# %% [markdown]
# ## What the players of a run do
#
# How often do they leave the skat, and how often are such games won? They choose the better hands
# for it, so the two rates say nothing of the choice itself; the deals played both ways above do.

# %%
log = given_log()
told(log)

# %%
games = {"suit games": "contract IN ('D', 'H', 'S', 'C')", "Grand": "contract = 'G'"}
measures = {}
for name, game in games.items():
    measures[f"{name}: left the skat"] = (game, "hand")
    measures[f"{name}: won, hand"] = (f"{game} AND hand", "won")
    measures[f"{name}: won, picked up"] = (f"{game} AND NOT hand", "won")
rates(log, measures).round(4)
