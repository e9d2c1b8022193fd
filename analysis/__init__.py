"""From logs of deals to numbers a person can use: small pandas frames, each with its interval."""

from analysis.count_limits import Thresholds, thresholds
from analysis.hand import HandReport, evaluate_hand
from analysis.intervals import (
    ClusterSums,
    Interval,
    clopper_pearson,
    clustered_t,
    clustered_wilson,
    confidence_sequence,
    effective_n,
    t_interval,
    wilson,
)
from analysis.load import Log, PochLog, SkatLog
from analysis.load import open_log as open
from analysis.match import Comparison, compare
from analysis.moments import Difference, deals_to_settle
from analysis.open_play import Regret, regret
from analysis.tuning import Tuning, tune

__all__ = [
    "ClusterSums",
    "Comparison",
    "Difference",
    "HandReport",
    "Interval",
    "Log",
    "PochLog",
    "Regret",
    "SkatLog",
    "Thresholds",
    "Tuning",
    "clopper_pearson",
    "clustered_t",
    "clustered_wilson",
    "compare",
    "confidence_sequence",
    "deals_to_settle",
    "effective_n",
    "evaluate_hand",
    "open",
    "regret",
    "t_interval",
    "thresholds",
    "tune",
    "wilson",
]
