"""The counter-based draws against big integers, published words and the laws they promise."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest

from simcore import rng
from tests.oracle import rng as oracle

WORDS = st.integers(0, 2**64 - 1)
DEALS = st.integers(0, 2**62)
STREAMS = st.integers(0, 4)
STEPS = st.integers(0, 2**16 - 1)


def luck_of(seed: int, deal: int) -> np.uint64:
    with np.errstate(over="ignore"):
        key = np.uint64(rng.seed_key(np.uint64(seed)))
        return np.uint64(rng.deal_luck(key, np.int64(deal)))


def draw(luck: int, stream: int, step: int) -> int:
    with np.errstate(over="ignore"):
        return int(rng.draw(np.uint64(luck), np.uint64(stream), np.int64(step)))


def choose(word: int, number: int) -> tuple[int, int]:
    with np.errstate(over="ignore"):
        choice, rest = rng.choose(np.uint64(word), number)
    return int(choice), int(rest)


def test_published_words() -> None:
    """SplitMix64 from seed 0: the first words of its reference implementation."""
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]
    assert [draw(0, 0, step) for step in (1, 2, 3, 4)] == published


@given(WORDS, DEALS)
def test_luck(seed: int, deal: int) -> None:
    assert luck_of(seed, deal) == oracle.luck_of(seed, deal)


@given(WORDS, STREAMS, STEPS)
def test_draw(luck: int, stream: int, step: int) -> None:
    assert draw(luck, stream, step) == oracle.draw(luck, stream, step)


@given(WORDS, st.integers(1, 2**32 - 1))
def test_choose(word: int, number: int) -> None:
    choice, rest = choose(word, number)
    assert (choice, rest) == oracle.choose(word, number)
    assert 0 <= choice < number


@given(WORDS, st.integers(1, 2**16))
def test_below(word: int, number: int) -> None:
    choice = int(rng.below(np.uint64(word), number))
    assert choice == oracle.below(word, number)
    assert 0 <= choice < number


def test_streams_are_apart() -> None:
    """No two of the words that a deal can use are the same step of the same counter."""
    streams = [int(s) for s in (rng.DEAL, rng.REDEAL, rng.BID, rng.EXCHANGE, rng.PLAY)]
    assert streams == [oracle.DEAL, oracle.REDEAL, oracle.BID, oracle.EXCHANGE, oracle.PLAY]
    words = {draw(7, stream, step) for stream in streams for step in range(64)}
    assert len(words) == 64 * len(streams)


def test_words_are_uniform() -> None:
    """Kolmogorov-Smirnov over deals, over steps and over seeds; chi-square of the low byte."""
    number = 20_000
    lines = {
        "deals": [draw(int(luck_of(1, deal)), 0, 0) for deal in range(number)],
        "steps": [draw(int(luck_of(1, 0)), 4, step) for step in range(number)],
        "seeds": [draw(int(luck_of(seed, 0)), 0, 0) for seed in range(number)],
    }
    for name, words in lines.items():
        assert kstest(np.array(words) / 2.0**64, "uniform").pvalue > 0.001, name
        low = np.bincount(np.array(words, dtype=np.uint64).astype(np.uint8), minlength=256)
        assert chisquare(low).pvalue > 0.001, name


def test_one_word_serves_five_choices() -> None:
    """Five cards drawn in turn from 32: each choice uniform, neighbours independent."""
    joint: dict[str, list[tuple[int, int]]] = {"first": [], "last": []}
    for deal in range(40_000):
        word, picks = draw(int(luck_of(2, deal)), 0, 0), []
        for number in (32, 31, 30, 29, 28):
            pick, word = choose(word, number)
            picks.append(pick * 4 // number)
        joint["first"].append((picks[0], picks[1]))
        joint["last"].append((picks[3], picks[4]))
    chances = {m: np.bincount(np.arange(m) * 4 // m, minlength=4) / m for m in (32, 31, 29, 28)}
    for name, (one, other) in {"first": (32, 31), "last": (29, 28)}.items():
        table = np.zeros((4, 4))
        np.add.at(table, tuple(np.array(joint[name]).T), 1)
        expected = np.outer(chances[one], chances[other]) * table.sum()
        assert chisquare(table.ravel(), expected.ravel()).pvalue > 0.001, name
