"""The log of a run of soket and sekans: the view `seats`, one row a deal and seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import pandas as pd

from analysis.log import Log
from analysis.poch import cells
from simcore import Run
from simcore.poch.holdings import SIZE_SHIFT
from simcore.poch.pack import RANKS
from simcore.poch.rules import AUCTIONS

# Columns of the row with a value a seat, in the order of the view
_OF_SEATS = (
    "hand", "soket_key", "sekans_key", "circles", "soket", "sekans", "shedding", "chips",
    "soket_stake", "sekans_stake",
)  # fmt: skip
_OF_DEALS = ("deal_id", "rotation", "session", "players", "dealer", "turn_up")


class PochLog(Log):
    """The log of a run of soket and sekans.

    The view `deals` has the columns of the row. The view `seats` has one row a deal, rotation and
    seat; its columns are those of `meanings`.

    Attributes
    ----------
    seat_columns
        The columns of the view `seats`.
    meanings
        What they say, by name.
    player_names
        Names of the players, by number; different players of one name have a letter behind it.
    """

    def __init__(self, run: Run) -> None:
        players = run.settings["players"]
        self.player_names = names_of(players)
        flush = bool(run.settings["rules"]["sekans"])
        self.meanings = _meanings("the most cards of a suit" if flush else "the longest run")
        self.seat_columns = tuple(self.meanings)
        super().__init__(run, told={}, reckoned={}, views=[_seats(self.player_names)])

    def results(
        self, by: Iterable[str] = (), where: str | None = None, level: float = 0.95
    ) -> pd.DataFrame:
        """Chips and chances of seats by columns, with intervals; see `cells.results`."""
        settings = self.manifest["settings"]
        return cells.results(
            self.query, self.seat_columns, settings, by=by, where=where, level=level
        )

    def win_rate(self, *_: Any, **__: Any) -> NoReturn:
        """Refused: win rates are those of declarers, of whom this game has none."""
        raise ValueError(f"{self.path}: win_rate is of Skat, this is a run of soket and sekans")

    def lists(self, *_: Any, **__: Any) -> NoReturn:
        """Refused: lists are Skat's."""
        raise ValueError(f"{self.path}: lists are of Skat, this is a run of soket and sekans")


def names_of(players: list[Mapping[str, Any]]) -> tuple[str, ...]:
    """Names of the players; of different ones with one name each has its letter behind it."""
    names = []
    for player in players:
        name = str(player["name"])
        clash = any(other["name"] == name and other != player for other in players)
        first = next(k for k, other in enumerate(players) if other == player)
        names.append(f"{name} {chr(ord('A') + first)}" if clash else name)
    return tuple(names)


def _meanings(sekans: str) -> dict[str, str]:
    """The columns of the view `seats`."""
    return {
        "deal_id": "number of the deal",
        "rotation": "how far the players have moved round",
        "session": "the chain of deals that it belongs to, the unit of every interval",
        "players": "number of players",
        "dealer": "seat of the dealer",
        "turn_up": "the card turned up, as bit number; its suit is trump",
        "seat": "0 to players - 1, clockwise",
        "player": "number of the player in this seat: (seat + rotation) % players",
        "player_name": "his name",
        "position": "seats behind the dealer: 0 dealer, 1 his left neighbour, ...",
        "hand": "the six cards, one bit each",
        "soket_key": "best set as one number, higher is better; 0 none",
        "soket_size": "cards of the best set: 2, 3, 4; 0 none",
        "soket_rank": f"its rank, one of {RANKS}; missing without a set",
        "soket_trump": "whether it holds the trump card",
        "sekans_key": f"{sekans} as one number, higher is better; 0 none",
        "sekans_size": "its cards: 2 to 6; 0 none",
        "sekans_rank": "rank of its top card; missing where there is none",
        "sekans_trump": "whether it is in the trump suit",
        "circles": "chips taken from the circles of ranks",
        "soket": "chips from the soket auction, the circle included, less those staked",
        "sekans": "the same of the sekans auction",
        "shedding": "payment got for cards left; negative: paid",
        "antes": "chips put on the circles, negative",
        "chips": "all of it: circles + soket + sekans + shedding + antes",
        "soket_stake": "chips staked in the soket auction",
        "sekans_stake": "chips staked in the sekans auction",
        "won_soket": "took the circle of the soket auction",
        "won_sekans": "took the circle of the sekans auction",
        "soket_how": "how the auction ended: unseen, shown, all_pass, none_held",
        "sekans_how": "the same of the sekans auction",
        "loser": "was left with cards",
        "cards_left": "cards left in his hand; 0 for the others",
    }


def _seats(names: tuple[str, ...]) -> str:
    """The statement that makes the view `seats`."""
    seats = " UNION ALL ".join(_seat(seat, len(names)) for seat in range(len(names)))
    listed = ", ".join("'" + name.replace("'", "''") + "'" for name in names)
    columns = [
        *_OF_DEALS,
        "seat",
        "player",
        f"([{listed}])[player + 1] AS player_name",
        "position",
        "hand",
        *(column for auction in AUCTIONS for column in _holding(auction)),
        *("circles", "soket", "sekans", "shedding"),
        "chips - circles - soket - sekans - shedding AS antes",
        *("chips", "soket_stake", "sekans_stake", "won_soket", "won_sekans"),
        *("soket_how", "sekans_how", "loser", "cards_left"),
    ]
    return f"CREATE VIEW seats AS SELECT {', '.join(columns)} FROM ({seats})"


def _seat(seat: int, players: int) -> str:
    """The columns of one seat of each deal."""
    columns = [
        *_OF_DEALS,
        f"{seat} AS seat",
        f"({seat} + rotation) % {players} AS player",
        f"({seat} - dealer + {players}) % {players} AS position",
        *(f"{name}_{seat} AS {name}" for name in _OF_SEATS),
        *(f"{auction}_winner = {seat} AS won_{auction}" for auction in AUCTIONS),
        *("soket_how", "sekans_how"),
        f"loser = {seat} AS loser",
        f"CASE WHEN loser = {seat} THEN cards_left ELSE 0 END AS cards_left",
    ]
    return f"SELECT {', '.join(columns)} FROM deals"


def _holding(auction: str) -> tuple[str, ...]:
    """A holding from its key: size << 5 | rank << 1 | trump."""
    key = f"{auction}_key"
    rank = f"({list(RANKS)})[({key} >> 1 & 15) + 1]"
    return (
        key,
        f"{key} >> {SIZE_SHIFT} AS {auction}_size",
        f"CASE WHEN {key} > 0 THEN {rank} END AS {auction}_rank",
        f"{key} & 1 = 1 AS {auction}_trump",
    )
