"""One hand: what to put down first in each auction, how far to go, what the deal brings."""

from analysis.poch.hand.evaluate import evaluate_hand
from analysis.poch.hand.report import HandReport

__all__ = ["HandReport", "evaluate_hand"]
