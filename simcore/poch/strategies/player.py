"""A player as data: how it stakes and what it leads, with which numbers.

Kernels read the record; presets are TOML files beside this one. A user copies one, changes a
number and passes the path: nothing recompiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from simcore.checks import whole
from simcore.player_files import PlayerFiles
from simcore.poch.strategies.words import flush_from, sekans_from, soket_from

PRESETS = Path(__file__).parent / "presets"

Staking = Literal["random", "holdings", "chances"]
Shedding = Literal["random", "weighed"]
STAKINGS, SHEDDINGS = get_args(Staking), get_args(Shedding)
MOST_SEATS = 8
RANDOM = 0  # number of `random` in both
HOLDINGS, CHANCES = 1, 2


def _words(read: Any) -> Any:
    """A check of words that stay as they are written."""

    def checked(words: object) -> object:
        read(words)
        return words

    return BeforeValidator(checked)


Set = Annotated[str, _words(soket_from)]
Run = Annotated[str, _words(sekans_from)]
Flush = Annotated[str, _words(flush_from)]
SET_FIELDS = ("soket_open", "soket_see", "soket_raise")
RUN_FIELDS = ("sekans_open", "sekans_see", "sekans_raise")
FLUSH_FIELDS = ("flush_open", "flush_see", "flush_raise")
CHANCE_FIELDS = ("open_chance", "margin", "raise_chance", "raise_share", "presumed")
LEAD_FIELDS = ("lead_run", "lead_stop", "lead_orphan", "lead_ace")

# The two parts of a player, and what each kind of them reads of the numbers.
READ: dict[str, dict[str, tuple[str, ...]]] = {
    "staking": {
        "random": (),
        "holdings": (*SET_FIELDS, *RUN_FIELDS, *FLUSH_FIELDS, "raise_by", "bluff_rate"),
        "chances": (
            "bluff_rate",
            *(f"soket_{field}" for field in CHANCE_FIELDS),
            *(f"sekans_{field}" for field in CHANCE_FIELDS),
        ),
    },
    "shedding": {"random": (), "weighed": LEAD_FIELDS},
}
PARTS = {
    part: (part, *dict.fromkeys(field for fields in kinds.values() for field in fields))
    for part, kinds in READ.items()
}

PLAYER = np.dtype(
    [
        ("staking", np.int64),
        ("shedding", np.int64),
        # keys of a soket, of a sekans of runs, of one of flushes
        ("open", np.int64, 3),
        ("see", np.int64, 3),
        ("raise", np.int64, 3),
        ("raise_by", np.int64),
        ("bluff_rate", np.float64),
        # of the two auctions: soket, sekans
        *((field, np.float64, 2) for field in CHANCE_FIELDS),
        *((field, np.int64) for field in LEAD_FIELDS),
    ]
)


class Player(BaseModel):
    """A strategy preset, as its TOML file says it; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    name: str = Field(max_length=40, pattern=r"^\w[\w .+-]*$")
    staking: Staking
    shedding: Shedding

    soket_open: Set = Field("pair K", description="holdings: open the first auction with")
    soket_see: Set = Field("pair A", description="... stake on or see with")
    soket_raise: Set = Field("triple", description="... raise with; never")
    sekans_open: Run = Field("run 2 A", description="holdings: open the second auction with")
    sekans_see: Run = Field("run 2 A", description="... stake on or see with")
    sekans_raise: Run = Field("run 3", description="... raise with; never")
    flush_open: Flush = Field("flush 3 A", description="the same where sekans is a flush")
    flush_see: Flush = Field("flush 3 A", description="...")
    flush_raise: Flush = Field("flush 4", description="...")
    raise_by: int = Field(1, ge=1, le=1000, description="chips a raise goes above the last stake")
    bluff_rate: float = Field(
        0.0, ge=0, le=1, description="share of deals staked on with nothing, where rules let one"
    )

    soket_open_chance: float = Field(
        0.3, ge=0, le=1, description="chances: open with such a chance to be the best still in"
    )
    soket_margin: float = Field(
        1.0, ge=0, le=10, description="... stake on while chance x all there is pays this x stake"
    )
    soket_raise_chance: float = Field(0.8, ge=0, le=2, description="... raise from such a chance")
    soket_raise_share: float = Field(
        0.25, ge=0, le=4, description="... by such a share of what is in the circle"
    )
    soket_presumed: float = Field(
        0.5, ge=0, le=1, description="... share of hands that who staked is thought to be above"
    )
    sekans_open_chance: float = Field(0.3, ge=0, le=1, description="the same of the second auction")
    sekans_margin: float = Field(1.0, ge=0, le=10, description="...")
    sekans_raise_chance: float = Field(0.8, ge=0, le=2, description="...")
    sekans_raise_share: float = Field(0.25, ge=0, le=4, description="...")
    sekans_presumed: float = Field(0.5, ge=0, le=1, description="...")

    lead_run: int = Field(8, ge=-1000, le=1000, description="weight of each card of the own run")
    lead_stop: int = Field(6, ge=-1000, le=1000, description="... of a run that surely ends here")
    lead_orphan: int = Field(
        4, ge=-1000, le=1000, description="... of a card nobody can carry out but its holder"
    )
    lead_ace: int = Field(
        -4, ge=-1000, le=1000, description="... of a run that gives up an ace, besides that it ends"
    )

    def record(self) -> np.ndarray:
        """The record the kernels read (0-d structured array of `PLAYER`)."""
        record = np.zeros((), dtype=PLAYER)
        record["staking"] = STAKINGS.index(self.staking)
        record["shedding"] = SHEDDINGS.index(self.shedding)
        for field in ("open", "see", "raise"):
            record[field] = (
                soket_from(getattr(self, f"soket_{field}")),
                sekans_from(getattr(self, f"sekans_{field}")),
                flush_from(getattr(self, f"flush_{field}")),
            )
        for field in CHANCE_FIELDS:
            record[field] = getattr(self, f"soket_{field}"), getattr(self, f"sekans_{field}")
        for field in ("raise_by", "bluff_rate", *LEAD_FIELDS):
            record[field] = getattr(self, field)
        return record

    def reads(self) -> frozenset[str]:
        """The fields that the kinds of its parts read; others change nothing of its play."""
        return frozenset(
            field for part, kinds in READ.items() for field in kinds[getattr(self, part)]
        )

    def same_parts(self, other: Player) -> list[str]:
        """The parts in which another player is alike in every field."""
        return [
            part
            for part, fields in PARTS.items()
            if all(getattr(self, field) == getattr(other, field) for field in fields)
        ]

    def with_parts(self, other: Player, parts: Iterable[str], name: str) -> Player:
        """This player with some parts of another, under a name of its own."""
        fields = [field for part in parts for field in PARTS[part]]
        taken = {field: getattr(other, field) for field in fields}
        return self.model_copy(update={**taken, "name": name})


def unread_differences(one: Player, other: Player) -> dict[str, tuple[str, ...]]:
    """By part, the fields in which two players differ, but which neither of them reads."""
    read = {*PARTS, *one.reads(), *other.reads()}
    found = {
        part: tuple(
            field
            for field in fields
            if field not in read and getattr(one, field) != getattr(other, field)
        )
        for part, fields in PARTS.items()
    }
    return {part: fields for part, fields in found.items() if fields}


def check_read(player: Player, field: str) -> None:
    """Refuse a field that a player does not read.

    Raises
    ------
    ValueError
        The message says which kinds read it.
    """
    part = next(part for part, fields in PARTS.items() if field in fields)
    if field not in player.reads():
        kinds = " or ".join(kind for kind, fields in READ[part].items() if field in fields)
        raise ValueError(
            f"{field} is read by {part} = {kinds} only; {player.name!r} has "
            f"{part} = {getattr(player, part)}"
        )


PlayerLike = str | Path | Player
Players = PlayerLike | Sequence[PlayerLike]


_FILES = PlayerFiles(Player, PRESETS, list(Player.model_fields))


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


def load_players(names: Players, seats: int) -> tuple[Player, ...]:
    """The players of a table: one name, path or `Player` for all seats, or one for each.

    Raises
    ------
    ValueError
        Neither one nor as many as there are seats, one is unknown, or two share a name.
    """
    whole("seats", seats, 3, MOST_SEATS)
    loaded = _FILES.load_some(names, (1, seats), f"{seats} by seat")
    return tuple(loaded * seats if len(loaded) == 1 else loaded)


def records(players: Sequence[Player]) -> np.ndarray:
    """The records of the players of a table, shape (8,): those of unused seats stay empty."""
    made = np.zeros(8, dtype=PLAYER)
    for seat, player in enumerate(players):
        made[seat] = player.record()
    return made
