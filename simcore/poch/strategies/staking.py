"""What a player does at his turn in an auction; each rule is a function with its reason.

An action is `PASS`, `SEE`, or the chips to put down. Nothing is asked of a player who has nothing
and may not bluff: he passes.
"""

from simcore.jit import helper, inlined
from simcore.poch.auction import PASS, SEE, least_stake, may_see, may_stake, most_stake
from simcore.poch.rules import FLUSH, SEKANS
from simcore.poch.strategies.player import CHANCES, RANDOM
from simcore.rng import STAKE, below, draw

_TURNS = 128  # steps of the stream for one auction: a turn each, then the bluff of each seat
_BLUFF = 64
_ALL = 254  # a key above every holding, below `never`
_FLUSHES = 2  # place of the thresholds of flushes, behind soket and sekans
_WIDEST = 8  # chips above the least stake that `random` goes


@inlined
def word_of(luck, auction, kind):
    """The random word of this turn."""
    return draw(luck, STAKE, _TURNS * kind + auction["turns"])


@helper
def random_action(auction, kind, luck, rules):
    """Uniform among passing, seeing where one may, and each stake up to some chips above the
    least."""
    least, most = least_stake(auction, rules), most_stake(auction, rules)
    sees = int(may_see(auction, rules))
    stakes = min(most - least, _WIDEST) + 1 if may_stake(auction, rules) else 0
    pick = below(word_of(luck, auction, kind), 1 + sees + stakes)
    if pick == 0:
        return PASS
    return SEE if pick <= sees else least + pick - 1 - sees


@helper
def stake_on(auction, above, rules):
    """Stay in: see where one may, for it costs no more and ends the auction; else stake the least,
    or `above` more; pass where the rules leave neither."""
    if above <= 0 and may_see(auction, rules):
        return SEE
    if not may_stake(auction, rules):
        return SEE if may_see(auction, rules) else PASS
    least, most = least_stake(auction, rules), most_stake(auction, rules)
    if above > 0 and least >= most and may_see(auction, rules):
        return SEE  # no room to raise
    return min(least + max(above, 0), most) if least <= most else PASS


@helper
def bluffs(seat, kind, player, luck, rules):
    """Whether a hand with nothing is played as if it had all: once a deal, by lot."""
    if rules.bluff == 0 or player["bluff_rate"] == 0.0:
        return False
    word = draw(luck, STAKE, _TURNS * kind + _BLUFF + seat)
    return below(word, 1 << 20) < player["bluff_rate"] * (1 << 20)


# ---- by holdings --------------------------------------------------------------------------------


@helper
def by_holding(kind, key, auction, player, rules):
    """Rules of thumb: a least holding to open with, one to go on with, one to raise with."""
    held = _FLUSHES if kind == SEKANS and rules.sekans == FLUSH else kind
    if auction["stake"] == 0:
        return stake_on(auction, 0, rules) if key >= player["open"][held] else PASS
    if key >= player["raise"][held]:
        return stake_on(auction, player["raise_by"], rules)
    return stake_on(auction, 0, rules) if key >= player["see"][held] else PASS


# ---- by chances ---------------------------------------------------------------------------------


@inlined
def above(share, presumed):
    """The share of hands held to be lower, among hands above some share of all."""
    return max(0.0, (share - presumed) / (1.0 - presumed)) if presumed < 1.0 else 0.0


@helper
def chance_of_best(kind, key, auction, player, chances, rules):
    """The chance to hold the best of all still in.

    Who has staked shows that he holds something: his hand is taken from the upper part of all.
    """
    share, chance = chances[kind, key], 1.0
    for seat in range(rules.players):
        if seat != auction["turn"] and auction["inside"][seat]:
            staked = auction["staked"][seat] > 0
            chance *= above(share, player["presumed"][kind]) if staked else share
    return chance


@helper
def pays(chance, stake, kind, auction, player):
    """Whether what is there, by the chance to win it, pays for a stake."""
    return chance * (auction["pot"] + stake) >= player["margin"][kind] * stake


@helper
def by_chance(kind, key, auction, player, chances, rules):
    """Open and raise from some chance on; go on while it pays: so position and players count, as
    they change who is still in."""
    chance = chance_of_best(kind, key, auction, player, chances, rules)
    if chance >= player["raise_chance"][kind]:
        share = player["raise_share"][kind] * auction["pot"]
        return stake_on(auction, max(1, int(share)), rules)
    if auction["stake"] == 0:
        return stake_on(auction, 0, rules) if chance >= player["open_chance"][kind] else PASS
    least = least_stake(auction, rules)
    return stake_on(auction, 0, rules) if pays(chance, least, kind, auction, player) else PASS


# ---- all ----------------------------------------------------------------------------------------


@helper
def choose_action(kind, seat, key, auction, player, chances, luck, rules):
    """What the player whose turn it is does; `kind` is the auction, `key` what he holds for it."""
    if key == 0 and rules.bluff == 0:
        return PASS
    if player["staking"] == RANDOM:
        return random_action(auction, kind, luck, rules)
    if key == 0:
        if not bluffs(seat, kind, player, luck, rules):
            return PASS
        key = _ALL
    if player["staking"] == CHANCES:
        return by_chance(kind, key, auction, player, chances, rules)
    return by_holding(kind, key, auction, player, rules)
