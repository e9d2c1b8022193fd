"""The random draws once more with Python's unbounded integers; imports nothing from simcore.

SplitMix64 (Steele, Lea, Flood 2014): a counter times the golden ratio, finished by two multiply
and shift steps with Stafford's constants.
"""

WORD = 2**64
GOLDEN_RATIO = 0x9E3779B97F4A7C15
SEED_OFFSET = 0x5851F42D4C957F2D
STEPS = 2**16  # of a stream
DEAL, REDEAL, BID, EXCHANGE, PLAY = range(5)  # streams


def finish(word: int) -> int:
    """The finaliser: a bijection of the 64-bit words."""
    word %= WORD
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % WORD
    return word ^ (word >> 31)


def luck_of(seed: int, deal: int) -> int:
    """What all random words of a deal follow from."""
    return finish(finish(seed + SEED_OFFSET) + deal * GOLDEN_RATIO)


def draw(luck: int, stream: int, step: int) -> int:
    """The random word of one step of a stream."""
    return finish(luck + (stream * STEPS + step) * GOLDEN_RATIO)


def choose(word: int, number: int) -> tuple[int, int]:
    """The word as a fraction of 2**64, times a number: its whole part and the rest as a word."""
    return divmod(word * number, WORD)


def below(word: int, number: int) -> int:
    """The same from the high half of the word, without a rest."""
    return (word >> 32) * number >> 32
