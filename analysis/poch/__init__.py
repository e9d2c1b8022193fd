"""Soket and sekans: its logs, players, hands and charts in numbers a person can use."""

from analysis.poch.hand import HandReport, evaluate_hand
from analysis.poch.match import Comparison, compare
from analysis.poch.tuning import Tuning, tune

__all__ = ["Comparison", "HandReport", "Tuning", "compare", "evaluate_hand", "tune"]
