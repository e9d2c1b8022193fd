"""`simcore show`: a deal of a run, played again for a reader."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    import numpy as np

    from simcore import Run


def show(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The run folder.")],
    deal: Annotated[int, typer.Option(parser=door.number, help="Number of the deal.")],
    rotation: Annotated[
        int,
        typer.Option(
            parser=door.number, help="Which of the three, in a run with --rotate: 0 to 2."
        ),
    ] = 0,
    notation: Annotated[str, typer.Option(help="How to print cards: iss, de or fr-de.")] = "iss",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Show a deal: hands, bidding, tricks, result. It is played again and compared with the log."""
    from scripts.recheck import rotations_of, shard_of
    from scripts.retell import retell
    from scripts.tables import print_json
    from simcore import open_run, replay

    door.check_notation(notation)
    run = open_run(folder)
    door.whole("--rotation", rotation, 0, rotations_of(run) - 1)
    rows, plays = replay(run, deal)
    _check_log(run, deal, rows, plays)
    told = retell(run, rows[rotation], plays[rotation], notation)
    told["logged"] = shard_of(run, deal) is not None
    if as_json:
        print_json(told)
    else:
        tell(told)
    return exits.DONE


def _check_log(run: Run, deal: int, rows: np.ndarray, plays: np.ndarray) -> None:
    """The deal played again is the logged one, if it is on disk."""
    from scripts.recheck import differences

    try:
        faults = differences(run, deal, rows, plays)
    except ValueError as error:
        raise exits.DataFaultError(str(error)) from None
    if faults:
        version = door.wrong_version(run)
        why = f"; the run was {version}" if version else ""
        raise exits.DataFaultError(f"{'; '.join(faults)}{why}")


# ---- telling ------------------------------------------------------------------------------------


def tell(told: dict[str, Any]) -> None:
    """Print a retold deal."""
    _tell_head(told)
    _tell_cards(told)
    _tell_auction(told)
    if told["game"] is None:
        print("\nPassed in: nobody plays, every seat scores 0.")
        return
    _tell_tricks(told)
    _tell_result(told)


def _tell_head(told: dict[str, Any]) -> None:
    print(f"Deal {told['deal']}, rotation {told['rotation']}, of {told['run']}")
    print(f"seed {told['seed']}, rules {told['rules']}")
    print("players  " + ", ".join(_seated(told)))
    if told["thrown_in"]:
        print(f"dealt again {told['thrown_in']} times before: all had passed")
    if not told["logged"]:
        print("This deal is not in the log yet; it was played for you.")


def _seated(told: dict[str, Any]) -> list[str]:
    """Who sits where; where players move round, with the letter of the match."""
    turn = told["rotation"]
    letters = ["ABC"[(k + turn) % 3] + " " if told["rotated"] else "" for k in range(3)]
    pairs = zip(letters, told["players"].items(), strict=True)
    return [f"{seat} {letter}{name}" for letter, (seat, name) in pairs]


def _tell_cards(told: dict[str, Any]) -> None:
    print("\nHands")
    for seat, hand in told["hands"].items():
        print(f"  {seat:<10}  {'   '.join(' '.join(group) for group in hand)}")
    print(f"  {'skat':<10}  {' '.join(told['skat'])}")


def _tell_auction(told: dict[str, Any]) -> None:
    print("\nBidding")
    if told["forced"]:
        print(f"  none: {told['declarer']} plays at {told['bid']}, as the scenario of the run says")
        return
    for call in told["auction"]:
        print(f"  {call['seat']:<10}  {call['call']}")
    if told["declarer"]:
        print(f"  {told['declarer']} plays at {told['bid']}")


def _tell_tricks(told: dict[str, Any]) -> None:
    from scripts.tables import print_table

    game = told["game"]
    print(f"\nGame: {told['declarer']} plays {game['words']}")
    away = "the skat, unseen" if game["hand"] else f"put away {' '.join(game['put_away'])}"
    print(f"  {away}: {game['put_away_points']} points for the declarer\n")
    rows = [
        (
            str(trick["number"]),
            trick["leader"],
            "  ".join(f"{card['seat'][0].upper()} {card['card']}" for card in trick["cards"]),
            trick["winner"],
            str(trick["points"]),
            str(trick["declarer"]),
            str(trick["defenders"]),
        )
        for trick in told["tricks"]
    ]
    columns = ("", "leads", "cards in order", "takes", "points", "declarer", "defenders")
    print_table(columns, rows, left=4)
    if len(rows) < 10:
        print("  Null ends with the declarer's first trick.")


def _tell_result(told: dict[str, Any]) -> None:
    result = told["result"]
    outcome = "wins" if result["won"] else "loses"
    made = f"with {result['card_points']} points and {result['tricks']} tricks"
    if told["game"]["contract"] == "N":
        made = "without a trick" if result["won"] else "with a trick"
    print(f"\nResult: {told['declarer']} {outcome} {made}")
    print(f"  {result['words']}")
    print("  score  " + ", ".join(f"{seat} {_signed(n)}" for seat, n in result["scores"].items()))


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
