"""Many settings of a Skat player on the same deals, among the same others: sums by part of the
deals.

A setting sits alone among two of an opponent, on every deal from all three seats, and so with each
opponent of a mix in turn. Where it plays as the opponent does, one rotation says all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from analysis.blocks import in_blocks
from analysis.clock import Clock
from analysis.moments import Ints
from analysis.swept import Swept, add_block, alike, empty_sums
from simcore import rows
from simcore.batch import OnProgress
from simcore.skat import Player
from simcore.skat.lists import series_points
from simcore.skat.rules import CONTRACTS, NAMES, NULL, SEATS

LIST_DEALS = 36
BLOCK_DEALS = 1 << 14  # played at a time; memory does not grow with the deals
GAMES = CONTRACTS[: NULL + 1]
ONE_CONTRACT, RISE = 0.6, 0.1  # shares of declared games that call for a warning
_TURNS = 3


class Sweep(Swept):
    """Settings of a Skat player played on common deals; points are plain or list points."""

    @property
    def hands(self) -> int:
        """One in each seat."""
        return _TURNS

    @property
    def many(self) -> int:
        """Those of a list."""
        return LIST_DEALS

    def rates(self, part: str, place: int) -> dict[str, Any]:
        """Games declared, won, and by contract."""
        declared = self.share(part, place, "declared", "dealt")
        line = {"declared_of": declared["of_n"]}
        named = [("declared", declared), ("won", self.share(part, place, "won", "declared"))]
        named += [(game, self.share(part, place, game, "declared")) for game in GAMES]
        for name, found in named:
            limits = {f"{name}_{limit}": found[limit] for limit in ("low", "high")}
            line |= {f"{name}_n": found["n"], name: found["rate"], **limits}
        return line

    def doubts(self, present: int, best: int) -> Iterable[str]:
        """One contract's games."""
        shares = {game: self.share("train", best, game, "declared") for game in GAMES}
        game = max(GAMES, key=lambda one: shares[one]["n"])
        here, before = shares[game], self.share("train", present, game, "declared")
        if here["rate"] > ONE_CONTRACT or here["rate"] - before["rate"] > RISE:
            yield (
                f"drifts into one contract: {NAMES[GAMES.index(game)]} is {_percent(here)} of "
                f"its {here['of_n']:,} games on train, {_percent(before)} of {before['of_n']:,} at "
                "the present one"
            )


def _percent(share: Mapping[str, float]) -> str:
    return f"{100 * share['rate']:.1f} % ({100 * share['low']:.1f} to {100 * share['high']:.1f})"


# ---- from rows to whole numbers a deal ----------------------------------------------------------


def _lone(turns: int) -> Ints:
    """Which hands of a deal's rotations are the setting's, (turns x 3,), in the order of the rows.

    In rotation k seat s is player (s + k) % 3, and the setting is player 0. In one rotation of
    three that are alike every hand is.
    """
    if turns == 1:
        return np.ones(_TURNS, dtype=np.int64)
    seat, turn = np.arange(3), np.arange(_TURNS)[:, None]
    return np.asarray((seat + turn) % 3 == 0, dtype=np.int64).ravel()


def hands_of(made: Any, turns: int, scoring: str) -> dict[str, Ints]:
    """What the setting has of each deal, summed over its hands, by name.

    Parameters
    ----------
    made
        Rows of whole deals, `turns` a deal, the setting as player 0.
    turns
        3, or 1 where all three are alike.
    scoring
        "plain" or "seeger_fabian".

    Returns
    -------
    dict
        Arrays (deals,): points, dealt (hands, those thrown in before them too), declared, won, and
        declared games of each contract.
    """
    scores = np.stack([made[f"score_{seat}"] for seat in SEATS], axis=1).astype(np.int64)
    declarer = made["declarer"].astype(np.int64)
    own = declarer[:, None] == np.arange(3)
    dealt = np.broadcast_to(1 + made["thrown_in"].astype(np.int64)[:, None], own.shape)
    seats: dict[str, Any] = {
        "points": series_points(scores[:, None], declarer[:, None], scoring),
        "dealt": dealt,
        "declared": own,
        "won": own & made["won"][:, None],
    }
    for number, contract in enumerate(GAMES):
        seats[contract] = own & (made["contract"] == number)[:, None]
    mask = _lone(turns)
    return {name: numbers.reshape(-1, mask.size) @ mask for name, numbers in seats.items()}


# ---- playing ------------------------------------------------------------------------------------


def play(
    players: Sequence[Player],
    others: Sequence[Player],
    *,
    deals: int,
    first: int,
    scoring: str,
    settings: Mapping[str, Any],
    on_progress: OnProgress | None = None,
) -> Sweep:
    """Play all settings on the same deals.

    Parameters
    ----------
    players
        A player a setting.
    others
        The mix of opponents.
    deals, first
        Deals `first` to `first + deals - 1`.
    scoring
        What points are counted in: "plain" or "seeger_fabian".
    settings
        Rules, seed and threads of `simcore.rows`.
    on_progress
        Called with a `Progress` in deals of the sweep.

    Returns
    -------
    Sweep
    """
    turns = [[1 if alike(player, other) else _TURNS for other in others] for player in players]
    clock = Clock(deals, on_progress, sum(map(sum, turns)))

    def played(setting: int, other: int, start: int, number: int) -> dict[str, Ints]:
        """One setting among two of an opponent, over a block."""
        of_deal = turns[setting][other]
        same = of_deal == 1
        seated = [others[other] if same else players[setting], others[other], others[other]]
        made = rows(
            players=seated, rotate=not same, first=start, deals=number,
            on_progress=clock.stretch(of_deal), **settings,
        )  # fmt: skip
        clock.done += len(made)
        return hands_of(made, of_deal, scoring)

    sums = empty_sums(len(players))
    for start, number in in_blocks(first, deals, BLOCK_DEALS):
        table = partial(played, start=start, number=number)
        add_block(sums, start, number, len(players), len(others), table)
    return Sweep(players, others, sums)
