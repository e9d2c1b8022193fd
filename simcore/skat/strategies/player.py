"""A player as data: which bidding, exchange and play, with which numbers.

Kernels read the record; presets are TOML files beside this one. A user copies one, changes a
number and passes the path: nothing recompiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from pydantic import ConfigDict, Field, model_validator

from simcore.checks import shown
from simcore.player_files import PlayerFiles
from simcore.skat.strategies.expert_numbers import ExpertNumbers
from simcore.skat.strategies.patterns import (
    ACE_COUNTS,
    CARD_MODELS,
    KNOTS,
    MODELS,
    NULL_MODELS,
    OTHERS,
    PLAIN_POINTS,
    SKAT_MODELS,
    SKAT_TERMS,
    bend_of,
    in_steps,
    table_of,
    term_names,
)
from simcore.skat.strategies.removals import removals_of

_MOST_WEIGHT = 1000  # of an estimate, in logits
PRESETS = Path(__file__).parent / "presets"

Bidding = Literal[
    "random",
    "trumps-aces",
    "stegen",
    "skatfuchs",
    "jacks-aces",
    "parlett",
    "xskat-style",
    "goskat-style",
    "wergin-points",
    "evolved",
    "full-count",
    "fitted",
]
Exchange = Literal["random", "orderly", "fitted", "expert", "pimc"]
Play = Literal["random", "simple", "expert", "pimc"]
BIDDINGS, EXCHANGES, PLAYS = get_args(Bidding), get_args(Exchange), get_args(Play)
NEVER = 99.0  # a threshold that no hand reaches
_ACE_STAYS = 100.0  # no ace goes where two others can
NEVER_WORTH = 1e6  # the same in list points
RANDOM = 0  # number of `random` in each of the three
(
    TRUMPS_ACES,
    STEGEN,
    SKATFUCHS,
    JACKS_ACES,
    PARLETT,
    XSKAT,
    GOSKAT,
    WERGIN,
    EVOLVED,
    FULL_COUNT,
    FITTED,
) = range(1, len(BIDDINGS))
FITTED_EXCHANGE = EXCHANGES.index("fitted")
ORDERLY = EXCHANGES.index("orderly")
EXPERT_PLAY = PLAYS.index("expert")
# `pimc` chooses among worlds of its own; where it has no preference it does as one of these
_STANDS_IN = {"exchange": FITTED_EXCHANGE, "play": EXPERT_PLAY}

# Where a system counts otherwise than `trumps-aces`, whose numbers the fields of `Player` hold
_OF_SYSTEM: dict[str, dict[str, float]] = {
    "stegen": {"suit_min": 8.0},
    "skatfuchs": {"grand_min": 6.3, "grand_hand_min": 8.0, "grand_last_min": 5.5},
    "jacks-aces": {"suit_min": 3.0, "grand_jacks": 0},
    "parlett": {"suit_min": 5.0, "suit_hand_min": 6.0, "grand_hand_min": 5.0, "grand_jacks": 0},
    "xskat-style": {"suit_min": 1.0},
    "goskat-style": {"suit_min": 7.0, "grand_min": 6.0},
    "wergin-points": {"suit_min": 51.0},
    "evolved": {"suit_min": 7.193, "grand_min": 4.359},
    "full-count": {"suit_min": 8.0},
}

# The three parts of a player, each with the numbers that only it reads.
PARTS = {
    "bidding": (  # the auction, hand or pick-up, the game named, kontra and re
        "bidding",
        "suit_min",
        "suit_hand_min",
        "grand_min",
        "grand_hand_min",
        "grand_last_min",
        "grand_jacks",
        "losers_max",
        "null_weak",
        "null_hand_weak",
        "hand_games",
        "suit_min_plain_jacks",
        "kontra_tops",
        "kontra_sides",
        "re_levels",
        "bid_margin",
        "alone_margin",
        "hand_margin",
        "win_bonus",
        "others_bonus",
        "fit",
    ),
    "exchange": ("exchange", "discard_worlds"),  # the two cards put away
    "play": ("play", "worlds", "draw_margin", "smear_min", *ExpertNumbers.model_fields),
}

PLAYER = np.dtype(
    [
        ("bidding", np.int64),
        ("exchange", np.int64),
        ("play", np.int64),
        ("worlds", np.int64),  # 0 for play that is not `pimc`
        ("discard_worlds", np.int64),
        ("suit_min", np.float64),
        ("suit_hand_min", np.float64),
        ("grand_min", np.float64),
        ("grand_hand_min", np.float64),
        ("grand_last_min", np.float64),
        ("grand_jacks", np.int64),
        ("losers_max", np.int64),
        ("null_weak", np.int64),
        ("null_hand_weak", np.int64),
        ("draw_margin", np.int64),
        ("smear_min", np.int64),
        ("suit_min_plain_jacks", np.int64),
        ("kontra_tops", np.int64),
        ("kontra_sides", np.int64),
        ("re_levels", np.int64),
        *((number, np.int64) for number in ExpertNumbers.model_fields),
        ("bid_margin", np.float64),
        ("alone_margin", np.float64),
        ("hand_margin", np.float64),
        ("win_bonus", np.float64),
        ("others_bonus", np.float64),
        # the fitted estimates, a row a model (see patterns.py); fit_trumps: what the trump suit is
        # worth more than a side suit
        ("fit_tops", np.int64, (len(CARD_MODELS), 16 * ACE_COUNTS)),
        ("fit_trumps", np.int64, (len(CARD_MODELS), 128)),
        ("fit_side", np.int64, (len(CARD_MODELS), 128)),
        ("fit_null", np.int64, (len(NULL_MODELS), 256)),
        ("fit_others", np.int64, (len(CARD_MODELS) + len(NULL_MODELS), len(OTHERS))),
        ("fit_skat", np.int64, (len(SKAT_MODELS), len(SKAT_TERMS))),
        ("fit_bend", np.int64, (len(MODELS), len(KNOTS) + 1)),
        # what one or two cards less of a suit gain, and which: of suit games and Grand, of Null
        # closed and open (see removals.py)
        ("fit_gains", np.int64, (2, 2, 128)),
        ("fit_cards", np.int64, (2, 2, 128)),
        ("null_gains", np.int64, (2, 2, 256)),
        ("null_cards", np.int64, (2, 2, 256)),
    ]
)


class Player(ExpertNumbers):
    """A strategy preset, as its TOML file says it; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str = Field(max_length=40, pattern=r"^\w[\w .+-]*$")
    bidding: Bidding
    exchange: Exchange
    play: Play
    suit_min: float = Field(6.0, ge=0, le=99, description="suit on a count of at least")
    suit_hand_min: float = Field(NEVER, ge=0, le=99, description="... from the hand; 99 never")
    grand_min: float = Field(5.0, ge=0, le=99, description="Grand on a count of at least")
    grand_hand_min: float = Field(NEVER, ge=0, le=99, description="... from the hand; 99 never")
    grand_last_min: float = Field(
        NEVER, ge=0, le=99, description="... after the pick-up where no suit will do; 99 never"
    )
    grand_jacks: int = Field(2, ge=0, le=5, description="plain Grand with CJ or this many jacks")
    losers_max: int = Field(5, ge=0, le=10, description="losers of a `parlett` suit game")
    null_weak: int = Field(2, ge=-1, le=2, description="Null when so many cards can go; -1 never")
    null_hand_weak: int = Field(0, ge=-1, le=10, description="Null hand with so many weak cards")
    hand_games: bool = Field(True, description="false: never leaves the skat")
    draw_margin: int = Field(2, ge=-22, le=22, description="draw while 2 x own >= missing + this")
    smear_min: int = Field(3, ge=0, le=11, description="points of the least card worth smearing")
    suit_min_plain_jacks: int = Field(
        5, ge=0, le=99, description="suit_min where a suit has eight trumps, jacks being plain"
    )
    kontra_tops: int = Field(2, ge=0, le=4, description="kontra with so many of the top 3 trumps")
    kontra_sides: int = Field(2, ge=0, le=9, description="... and so many sure side tricks")
    re_levels: int = Field(2, ge=0, le=99, description="re with a hand game this far above the bid")

    worlds: int = Field(20, ge=1, le=200, description="pimc: worlds dealt for a card")
    discard_worlds: int = Field(20, ge=1, le=200, description="pimc: ... for the discard")

    bid_margin: float = Field(
        0.0, ge=-1, le=1, description="fitted: bid while P(win) clears the break-even by this"
    )
    alone_margin: float = Field(
        0.0, ge=-1, le=1, description="fitted: forehand, where both others have passed, by this"
    )
    hand_margin: float = Field(
        0.0, ge=-1000, le=1000, description="fitted: hand games where worth so many points more"
    )
    win_bonus: float = Field(50.0, ge=0, le=1000, description="list points for a game won or lost")
    others_bonus: float = Field(40.0, ge=0, le=1000, description="... for others if it is lost")
    fit: dict[str, dict[str, float]] = Field(
        default_factory=dict, description="weights of the estimates by model, see patterns.py"
    )

    @model_validator(mode="before")
    @classmethod
    def _numbers_of_system(cls, given: Any) -> Any:
        """The numbers of the bidding system, where the player has none of its own."""
        name = given.get("bidding") if isinstance(given, dict) else None
        return {**_OF_SYSTEM.get(name, {}), **given} if isinstance(name, str) else given

    @model_validator(mode="after")
    def _fits(self) -> Player:
        """Every estimate has a known name and known weights; `fitted` has them all."""
        for model, weights in self.fit.items():
            if model not in MODELS:
                raise ValueError(f"fit.{model}: one of {', '.join(MODELS)}")
            _check_weights(model, weights)
        missing = [model for model in MODELS if model not in self.fit]
        if missing and (self.bidding == "fitted" or self.exchange in ("fitted", "pimc")):
            raise ValueError(
                f"fit.{missing[0]} is missing: `fitted` and the exchange `pimc` want every "
                'estimate, as with like = "expert"'
            )
        return self

    @property
    def samples(self) -> bool:
        """Whether it chooses on worlds of its own: slow, and not in the one compiled kernel."""
        return "pimc" in (self.exchange, self.play)

    def record(self) -> np.ndarray:
        """The record the kernels read (0-d structured array of `PLAYER`)."""
        apart = {"name", "bidding", "exchange", "play", "hand_games", "fit"}
        numbers = self.model_dump(exclude=apart)
        if not self.hand_games:
            numbers |= {"suit_hand_min": NEVER, "grand_hand_min": NEVER, "null_hand_weak": -1}
            numbers |= {"hand_margin": NEVER_WORTH}
        record = np.zeros((), dtype=PLAYER)
        record["bidding"] = BIDDINGS.index(self.bidding)
        for field, number in numbers.items():
            record[field] = number
        record["exchange"] = EXCHANGES.index(self.exchange)
        record["play"] = PLAYS.index(self.play)
        if self.exchange == "pimc":
            record["exchange"] = _STANDS_IN["exchange"]
        else:
            record["discard_worlds"] = 0
        if self.play == "pimc":
            record["play"] = _STANDS_IN["play"]
        else:
            record["worlds"] = 0
        if self.fit:
            self._write_fit(record)
        return record

    def _write_fit(self, record: np.ndarray) -> None:
        """The estimates as tables."""
        for number, model in enumerate(MODELS):
            record["fit_bend"][number] = in_steps(bend_of(self.fit.get(model, {})))
        for number, model in enumerate((*CARD_MODELS, *NULL_MODELS)):
            weights = self.fit.get(model, {})
            others = [weights.get(name, 0.0) for name in OTHERS]
            constant, forehand, rearhand = others[:3]
            others[:3] = constant + forehand, constant, constant + rearhand  # by seat
            record["fit_others"][number] = in_steps(others)
        for number, model in enumerate(CARD_MODELS):
            weights = self.fit.get(model, {})
            side = table_of(model, "side", weights)
            record["fit_tops"][number] = in_steps(table_of(model, "tops", weights))
            record["fit_side"][number] = in_steps(side)
            record["fit_trumps"][number] = in_steps(table_of(model, "trumps", weights) - side)
        for number, model in enumerate(NULL_MODELS):
            table = table_of(model, "null", self.fit.get(model, {}))
            record["fit_null"][number] = in_steps(table)
        for number, model in enumerate(SKAT_MODELS):
            weights = self.fit.get(model, {})
            record["fit_skat"][number] = in_steps([weights.get(name, 0.0) for name in SKAT_TERMS])
        for number, model in enumerate(("suit_after", "grand_after")):
            weights = self.fit.get(model, {})
            of_card = np.array(PLAIN_POINTS) * weights.get("away", 0.0)
            of_card[-1] -= _ACE_STAYS
            best = removals_of(in_steps(table_of(model, "side", weights)), in_steps(of_card))
            record["fit_gains"][number], record["fit_cards"][number] = best
        for number, model in enumerate(("null_after", "null_ouvert")):
            table = table_of(model, "null", self.fit.get(model, {}))
            best = removals_of(in_steps(table), in_steps(np.zeros(8)))
            record["null_gains"][number], record["null_cards"][number] = best

    def same_parts(self, other: Player) -> list[str]:
        """The parts in which another player is alike in every field."""
        return [
            part
            for part, fields in PARTS.items()
            if all(getattr(self, field) == getattr(other, field) for field in fields)
        ]

    def with_parts(self, other: Player, parts: Iterable[str], name: str) -> Player:
        """This player with some parts of another, under a name of its own.

        The estimates go with the bidding; a fitted exchange brings its own where there are none.
        """
        fields = [field for part in parts for field in PARTS[part]]
        taken = {field: getattr(other, field) for field in fields}
        if not taken.get("fit", self.fit):
            taken["fit"] = other.fit or self.fit
        return self.model_copy(update={**taken, "name": name})


PlayerLike = str | Path | Player
Players = PlayerLike | Sequence[PlayerLike]


def _check_weights(model: str, weights: Mapping[str, float]) -> None:
    """Refuse weights that the model does not have, that are no sane numbers, or a bend that falls.

    Raises
    ------
    ValueError
        The message names the weight.
    """
    known = term_names(model)
    for name, weight in weights.items():
        if name not in known:
            raise ValueError(
                f"fit.{model}: unknown weight {shown(name)}: the preset expert has all there are"
            )
        if not abs(weight) <= _MOST_WEIGHT:  # nan is refused too
            least, most = -_MOST_WEIGHT, _MOST_WEIGHT
            raise ValueError(f"fit.{model}.{name} {shown(weight)}: a number from {least} to {most}")
    heights = [weights.get(name, logit) for name, logit in KNOTS.items()]
    for name, (below, height) in zip(list(KNOTS)[1:], pairwise(heights), strict=True):
        if height < below:
            raise ValueError(f"fit.{model}.{name} {height}: below {below}, the knot before it")


_OWN = [field for field in Player.model_fields if field not in ExpertNumbers.model_fields]
_FILES = PlayerFiles(Player, PRESETS, [*_OWN, *ExpertNumbers.model_fields])


def preset_names() -> list[str]:
    """Names of the presets that come with the program."""
    return _FILES.names()


def load_player(name: PlayerLike) -> Player:
    """A player from the name of a preset or the path of a TOML file; a `Player` stays itself.

    Raises
    ------
    ValueError
        No such preset or file, or the file is not a player; the message names the fault.
    """
    return _FILES.load(name)


def load_players(names: Players) -> tuple[Player, Player, Player]:
    """Three players: one name, path or `Player` for all seats, or three by seat.

    Raises
    ------
    ValueError
        Neither one nor three names, one of them is unknown, or two players share a name.
    """
    loaded = _FILES.load_some(names, (1, 3), "three by seat")
    first, second, third = loaded * 3 if len(loaded) == 1 else loaded
    return first, second, third


def records(players: tuple[Player, Player, Player]) -> np.ndarray:
    """The records of the three players, shape (3,)."""
    made = {id(player): player.record() for player in players}  # equal ones but once
    return np.array([made[id(player)] for player in players], dtype=PLAYER)
