"""Counter-based draws: every random word is a function of (seed, deal, stream, step).

Nothing is carried from one draw to the next, so any deal can be made alone, in any order, on any
thread. Each word passes the 64-bit finaliser of SplitMix64 (Steele, Lea, Flood 2014; Stafford's
constants) once for the seed, once for the deal and once for the step.

A new kind of decision gets a new stream, so that old deals never move.
"""

import numpy as np

from simcore.jit import helper

_WEYL = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLY_1 = np.uint64(0xBF58476D1CE4E5B9)
_MULTIPLY_2 = np.uint64(0x94D049BB133111EB)
_SEED_OFFSET = np.uint64(0x5851F42D4C957F2D)
_LOW_32 = np.uint64(0xFFFFFFFF)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_STREAM = np.uint64(1 << 16)  # steps a stream may use

DEAL = np.uint64(0)
REDEAL = np.uint64(1)
BID = np.uint64(2)
EXCHANGE = np.uint64(3)
PLAY = np.uint64(4)
KONTRA = np.uint64(5)
WORLDS = np.uint64(6)
SUITS = np.uint64(7)
DEALER = np.uint64(8)
STAKE = np.uint64(9)
SHED = np.uint64(10)


@helper
def _mix(word):
    word = (word ^ (word >> _30)) * _MULTIPLY_1
    word = (word ^ (word >> _27)) * _MULTIPLY_2
    return word ^ (word >> _31)


@helper
def seed_key(seed):
    """The key of a run, from its seed (uint64)."""
    return _mix(seed + _SEED_OFFSET)


@helper
def deal_luck(key, deal):
    """The luck of one deal (uint64): all its random words follow from it."""
    return _mix(key + np.uint64(deal) * _WEYL)


@helper
def draw(luck, stream, step):
    """The random word (uint64) of one step of a stream."""
    return _mix(luck + (stream * _STREAM + np.uint64(step)) * _WEYL)


@helper
def choose(word, number):
    """A choice 0..number-1 (int64) and the fraction of the word that is left (uint64).

    The choice is the high half of word * number, the rest the low half, so one word serves
    several choices in turn. No outcome of a run of choices with product N is off by more than
    a factor 1 +- N / 2**64. `number` stays below 2**32.
    """
    number = np.uint64(number)
    high = ((word >> _32) * number + (((word & _LOW_32) * number) >> _32)) >> _32
    return np.int64(high), word * number


@helper
def below(word, number):
    """A single choice 0..number-1 (int64) from the high half of a word, for small numbers.

    No outcome is off by more than a factor 1 +- number / 2**32.
    """
    return np.int64(((word >> _32) * np.uint64(number)) >> _32)
