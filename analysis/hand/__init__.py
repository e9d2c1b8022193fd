"""One hand: how often it wins, how high to bid it, what to put away."""

from analysis.hand.evaluate import evaluate_hand
from analysis.hand.report import HandReport

__all__ = ["HandReport", "evaluate_hand"]
