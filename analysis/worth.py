"""How often a game must be won to be worth playing, by value and scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from simcore.checks import shown, whole
from simcore.skat import RuleSet, legal_bids, load_rules
from simcore.skat.lists import series_points


@dataclass(frozen=True)
class Scoring:
    """What a player wants most of.

    Attributes
    ----------
    system
        Of the list: "plain", "seeger_fabian" or "bierlachs".
    table
        Players on the list, 3 or 4.
    lead
        Whether it is the own points less the mean of the others', or the own points alone.
    words
        The same in words.
    """

    system: str
    table: int
    lead: bool
    words: str


SCORINGS = {
    "plain": Scoring("plain", 3, False, "plain scores"),
    "seeger_fabian": Scoring("seeger_fabian", 3, False, "Seeger-Fabian, own points"),
    "seeger_fabian_lead": Scoring(
        "seeger_fabian", 3, True, "Seeger-Fabian, own points less the mean of the others"
    ),
    "seeger_fabian_lead_4": Scoring(
        "seeger_fabian", 4, True, "the same, four on the list, the dealer sits out"
    ),
    "bierlachs_lead": Scoring(
        "bierlachs", 3, True, "Bierlachs, own points less the mean of the others"
    ),
}


def worth(score: int, scoring: Scoring) -> float:
    """What a game of a plain score is worth to its declarer, as the list writes it down."""
    scores = [[[score, *[0] * (scoring.table - 1)]]]
    own, *others = series_points(scores, [[0]], scoring.system)[0].tolist()
    return float(own - np.mean(others)) if scoring.lead else float(own)


def needed(value: int, loss: int, scoring: Scoring) -> float:
    """The probability of winning at which a game is worth 0.

    Parameters
    ----------
    value
        Of the game, above 0.
    loss
        The factor of a lost game.
    scoring
        One of `SCORINGS`.
    """
    won, lost = worth(value, scoring), worth(-loss * value, scoring)
    return -lost / (won - lost)


def break_even_table(
    rules: str | Path | RuleSet = "isko", values: Sequence[int] | None = None
) -> pd.DataFrame:
    """How often games must be won, exactly.

    Parameters
    ----------
    rules
        Name of a preset, TOML path or rule set.
    values
        Values of games; all there are by default.

    Returns
    -------
    pandas.DataFrame
        One row a value, kind of game and scoring: value; game ("skat" or "hand"; hand games only
        where they lose by another factor); loss (the factor); scoring (see `SCORINGS`); need
        (probability of winning at which the game is worth as much as one nobody plays, 0..1).

    Raises
    ------
    ValueError
        The rules are not usable, or no game has one of the values.

    Notes
    -----
    For value V and loss factor 2: plain 2/3, Seeger-Fabian (2V + 50)/(3V + 100), less the mean of
    two others (2V + 90)/(3V + 140), of three (2V + 80)/(3V + 130). Bierlachs counts minus points
    only, so own points alone would never make a game worth playing. Where another plays when one
    passes, and may lose, a pass is worth more than 0 and more is needed.
    """
    rule_set = load_rules(rules)
    known = legal_bids(rule_set)
    if values is not None and not isinstance(values, Sequence):
        raise ValueError(f"values {shown(values)}: values of games")
    listed = known if values is None else tuple(values)
    if not listed:
        raise ValueError(f"values {shown(values)}: one at least")
    factors = {"skat": rule_set.loss, "hand": rule_set.hand_loss}
    if factors["hand"] == factors["skat"]:
        del factors["hand"]
    lines = [
        {
            "value": _known(value, known),
            "game": game,
            "loss": loss,
            "scoring": name,
            "need": needed(value, loss, scoring),
        }
        for value in listed
        for game, loss in factors.items()
        for name, scoring in SCORINGS.items()
    ]
    return pd.DataFrame(lines)


def _known(value: int, known: Sequence[int]) -> int:
    """A value that a game can have."""
    number = whole("value", value, 1, max(known))
    if number not in known:
        near = sorted(known, key=lambda one: abs(one - number))[:2]
        raise ValueError(
            f"value {number} is no game's; near are {' and '.join(map(str, sorted(near)))}"
        )
    return number
