"""The open-card values of recorded games, for the column and the total of `replay --solve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcore.skat import Replay, RuleSet

_OF_A_GAME = ("value", "aim", "aim_of", "won", "given_away", "after_last_card", "all_played")


def why_not(replay: Replay) -> str:
    """Why a game cannot be solved on open cards; empty where it can."""
    from scripts.solve_deal import why_unsolved

    return why_unsolved(replay.row, replay.unscored, replay.illegal)


def solved(replays: Sequence[Replay], rules: RuleSet) -> list[dict[str, Any]]:
    """Of each game its value and what the sides gave away; `why_not` where it has none."""
    from scripts.judged import judge_deals
    from scripts.retell import Deal

    blocks, deals = list[dict[str, Any]](), dict[int, Deal]()
    for place, replay in enumerate(replays):
        blocks.append({"why_not": why_not(replay)})
        if replay.row is not None and not blocks[-1]["why_not"]:
            deals[place] = Deal(replay.row, replay.plays.tolist(), rules, "iss", None)
    for place, found in zip(deals, judge_deals(list(deals.values())), strict=True):
        blocks[place] = {name: found[name] for name in _OF_A_GAME}
    return blocks


def column(game: dict[str, Any]) -> str:
    """The value of a game in its column, a dash where it has none; nothing if none is asked for."""
    block = game.get("solve")
    if block is None:
        return ""
    if "why_not" in block:
        return f"{'-':>6}"
    null = game["contract"] == "N"
    return f"{('lost', 'won')[block['value']] if null else block['value']:>6}"


def total(games: Sequence[dict[str, Any]]) -> dict[str, int]:
    """How many games were solved, and won: on open cards, and at the table."""
    solved_games = [game for game in games if "why_not" not in game["solve"]]
    return {
        "games": len(solved_games),
        "won_on_open_cards": sum(game["solve"]["won"] for game in solved_games),
        "won_at_the_table": sum(game["won"] for game in solved_games),
    }


def print_total(counts: dict[str, int]) -> None:
    """The total in words."""
    print(f"open-card values of {counts['games']:,} games: {counts['won_on_open_cards']:,} won "
          f"with best play of all, {counts['won_at_the_table']:,} at the table")  # fmt: skip
