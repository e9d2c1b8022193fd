# %% [markdown]
# # Which hands win a Grand, and which a Null?
#
# An old rule says: jacks, aces and the lead, five of them make a Grand. And Null is a matter of
# small cards. Both can be counted in a run.

# %%
# %matplotlib inline
from analysis import gallery
from analysis.charts import style
from analysis.notebooks import given_log, rates, told
from simcore.cards import ACES, JACKS

log = given_log()
told(log)

# %% [markdown]
# ## Grand
#
# Jacks and aces of the ten cards dealt, and one for forehand, who leads. `n` is the number of
# Grands played, `low` to `high` the 95 % interval of the share won. Only Grands that somebody
# thought worth bidding are here: with few jacks and aces they had some other reason, such as a long
# suit.

# %%
OWN = "(CASE declarer WHEN 0 THEN hand_forehand WHEN 1 THEN hand_middlehand ELSE hand_rearhand END)"
JACKS_ACES = f"bit_count({OWN}::BIGINT & {JACKS | ACES})"
COUNT = f"{JACKS_ACES} + (declarer = 0)::INT"
grands = {f"{k}": f"contract = 'G' AND {COUNT} = {k}" for k in range(10)}
rates(log, {f"jacks + aces + lead = {k}": (of, "won") for k, of in grands.items()}).round(4)

# %% [markdown]
# The same with jacks, aces and seat apart. Blue wins more than it costs by plain scoring (two games
# in three), orange less; hatched cells rest on too few games to tell.

# %%
numbers, chart = gallery.exhibit("grand_chart")
frame = numbers(log)
with style.sheet(*chart.SIZE, chart.TITLE, chart.caption(log, frame)) as figure:
    chart.draw(frame, figure)
figure

# %% [markdown]
# ## Null
#
# Four kinds, by value: Null 23, from the hand 35, ouvert 46, ouvert from the hand 59. The dearer
# ones are bid on better cards, but lie open or leave the skat. First the share of each kind among
# all Nulls.

# %%
kinds = {
    "Null": "NOT hand AND NOT ouvert",
    "Null hand": "hand AND NOT ouvert",
    "Null ouvert": "NOT hand AND ouvert",
    "Null ouvert hand": "hand AND ouvert",
}
nulls = {name: f"contract = 'N' AND {kind}" for name, kind in kinds.items()}
rates(log, {name: ("contract = 'N'", kind) for name, kind in kinds.items()}).round(4)

# %% [markdown]
# And how often each is won.

# %%
rates(log, {f"{name}: won": (of, "won") for name, of in nulls.items()}).round(4)

# %% [markdown]
# How often must a Null be won to pay? In a list (Seeger-Fabian) a game of value V is worth nothing
# at (2 V + 50) / (3 V + 100), if nobody else would have played.

# %%
{value: round((2 * value + 50) / (3 * value + 100), 3) for value in (23, 35, 46, 59)}
