"""`simcore show`: a deal of a run, played again for a reader."""

from __future__ import annotations

import os.path
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits
from scripts.retell import Deal

if TYPE_CHECKING:
    import numpy as np

    from simcore import Run
    from simcore.skat import RuleSet


@dataclass(frozen=True)
class Asked:
    """What is to be shown, and how."""

    deal: int
    deals: int
    rotation: int
    notation: str
    as_json: bool
    as_record: bool
    as_solved: bool


def show(
    source: Annotated[
        str, typer.Argument(metavar="DIR|FILE", help="A run folder, or a file of ISS records.")
    ],
    deal: Annotated[int, typer.Option(parser=door.number, help="Number of the deal.")],
    rotation: Annotated[
        int,
        typer.Option(
            parser=door.number, help="Which, in a run with --rotate: 0, 1 ... one for each seat."
        ),
    ] = 0,
    notation: Annotated[str, typer.Option(help="How to print cards: iss, de or fr-de.")] = "iss",
    rules: Annotated[
        str | None,
        typer.Option(help="Skat: rules of records, a preset or TOML file. [isko]"),
    ] = None,
    as_record: Annotated[
        bool, typer.Option("--record", help="Skat: print ISS records, which `replay` reads.")
    ] = False,
    deals: Annotated[
        int,
        typer.Option(parser=door.number, help="Skat, with --record: so many deals from --deal on."),
    ] = 1,
    as_solved: Annotated[
        bool, typer.Option("--solve", help="Skat: add what every card gave away, all cards open.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Show a deal: cards, bidding, play, result. It is played again and compared with the log."""
    from scripts.replay import show_record
    from simcore import open_run

    door.check_notation(notation)
    if os.path.isfile(source):  # a Path raises where a name is too long
        if as_record or deals != 1 or rotation:
            raise ValueError("--record, --deals and --rotation belong to run folders, not to files")
        named = "isko" if rules is None else rules
        return show_record(Path(source), deal, named, notation, as_json, as_solved)
    run = open_run(source)
    asked = Asked(deal, deals, rotation, notation, as_json, as_record, as_solved)
    if run.game.name == "poch":
        return _show_poch(run, asked, rules)
    if rules is not None:
        raise ValueError("--rules belongs to files of records: a run folder has its own rules")
    if as_record and (as_json or notation != "iss"):
        raise ValueError("--record prints ISS records: neither --json nor --notation goes with it")
    if as_record and as_solved:
        raise ValueError("--record prints ISS records: --solve does not go with it")
    if deals != 1 and not as_record:
        raise ValueError("--deals belongs to --record: one deal is shown at a time")
    return _show_skat(run, asked)


def _show_poch(run: Run, asked: Asked, rules: str | None) -> int:
    from scripts.poch_deal import deal_of
    from scripts.poch_retell import head_of, retell
    from scripts.poch_tell import tell
    from scripts.recheck import shard_of
    from scripts.tables import print_json

    others = {
        "--record": asked.as_record,
        "--solve": asked.as_solved,
        "--deals": asked.deals != 1,
        "--rules": rules is not None,
    }
    for option, given in others.items():
        if given:
            raise ValueError(f"{option} belongs to skat: a deal of poch is shown without")
    check_rotation(run, asked.rotation)
    deal = deal_of(run, asked.deal, asked.rotation, asked.notation)
    told = head_of(run, deal) | retell(deal)
    told |= {"notation": asked.notation, "logged": shard_of(run, asked.deal) is not None}
    if asked.as_json:
        print_json(told)
    else:
        tell(told)
    return exits.DONE


def _show_skat(run: Run, asked: Asked) -> int:
    from scripts.judged import solve_block
    from scripts.judged_text import tell_judged
    from scripts.recheck import shard_of
    from scripts.retell import retell
    from scripts.solve_deal import why_unsolved
    from scripts.tables import print_json
    from scripts.tell import tell

    check_rotation(run, asked.rotation)
    if asked.as_record:
        _print_records(run, asked)
        return exits.DONE
    deal = deal_of(run, asked.deal, asked.rotation, asked.notation)
    told = head_of(run, deal.row) | retell(deal)
    told["notation"] = asked.notation
    told["logged"] = shard_of(run, asked.deal) is not None
    if asked.as_solved:
        told["solve"] = solve_block(deal, why_unsolved(deal.row))
    if asked.as_json:
        print_json(told)
    else:
        tell_head(told)
        tell(told)
        if asked.as_solved:
            tell_judged(told)
    return exits.DONE


def check_rotation(run: Run, rotation: int) -> None:
    """Check that a run has this rotation.

    Raises
    ------
    ValueError
        It has not.
    """
    from scripts.recheck import rotations_of

    if rotation and rotations_of(run) == 1:
        raise ValueError(f"--rotation {rotation}: the run is not rotated")
    door.whole("--rotation", rotation, 0, rotations_of(run) - 1)


def deal_of(run: Run, number: int, rotation: int, notation: str) -> Deal:
    """A deal of a run, played again and compared with the log.

    Raises
    ------
    ValueError
        The run has no such deal.
    DataFaultError
        The log has another.
    """
    from scripts.recheck import check_log
    from simcore import replay

    rows, plays = replay(run, number)
    check_log(run, number, rows, plays)
    return as_played(run, rows[rotation], plays[rotation], notation)


def as_played(run: Run, row: np.void, plays: np.ndarray, notation: str) -> Deal:
    """A deal of a run from its row and the cards played.

    Raises
    ------
    DataFaultError
        The bids do not lead to the declarer.
    """
    from scripts.retell import calls_of

    rules, cards = rules_of(run), [int(bit) for bit in plays]
    forced = (run.settings["scenario"] or {}).get("declarer") is not None
    return Deal(row, cards, rules, notation, None if forced else calls_of(row, rules))


def rules_of(run: Run) -> RuleSet:
    """The rule set of a run."""
    from simcore.skat import rules_in

    return rules_in(run.settings["rules"].items())


def head_of(run: Run, row: np.void) -> dict[str, Any]:
    """Where a deal comes from and who plays it."""
    from scripts.tricks import SEATS

    rotation, names = int(row["rotation"]), door.player_names(run)
    return {
        "run": str(run.path),
        "seed": int(run.settings["seed"]),
        "deal": int(row["deal_id"]),
        "rotation": rotation,
        "rotated": bool(run.settings["rotate"]),
        "rules": run.settings["rules"]["name"],
        "players": {seat: names[(k + rotation) % 3] for k, seat in enumerate(SEATS)},
        "thrown_in": int(row["thrown_in"]),
    }


_BLOCK = 1000  # deals played again at a time


def _print_records(run: Run, asked: Asked) -> None:
    """Deals of a run as records, one a line; those a line has no words for are left out."""
    from scripts.recheck import check_log, rotations_of
    from simcore import replay

    first, number = int(run.settings["first"]), int(run.settings["deals"])
    deal = door.whole("--deal", asked.deal, first, first + number - 1)
    end = deal + door.whole("--deals", asked.deals, 1, first + number - deal)
    left_out = 0
    for start in range(deal, end, _BLOCK):
        rows, plays = replay(run, start, min(_BLOCK, end - start))
        check_log(run, start, rows, plays)
        chosen = slice(asked.rotation, None, rotations_of(run))
        left_out += _print_lines(run, rows[chosen], plays[chosen])
    if left_out == asked.deals:
        raise ValueError(f"--deal {deal}: a record has no words for Ramsch and for Kontra")
    if left_out:
        print(f"simcore: {left_out:,} of {asked.deals:,} deals left out: a record has no words for "
              "Ramsch and for Kontra", file=sys.stderr)  # fmt: skip


def _print_lines(run: Run, rows: np.ndarray, plays: np.ndarray) -> int:
    """Print some deals; returns how many a line has no words for."""
    from simcore.skat import CONTRACTS, write_record

    rules, ramsch, left_out = rules_of(run), CONTRACTS.index("R"), 0
    for row, cards in zip(rows, plays, strict=True):
        if row["contract"] == ramsch or row["kontra"]:
            left_out += 1
            continue
        try:
            print(write_record(row, cards, rules=rules, properties=_record_names(run, row)))
        except ValueError as error:
            raise ValueError(f"deal {row['deal_id']}: {error}") from None
    return left_out


def _record_names(run: Run, row: np.void) -> dict[str, str]:
    """What a record says of a deal besides its moves."""
    head = head_of(run, row)
    comment = f"seed {head['seed']} deal {head['deal']} rotation {head['rotation']}"
    players = dict(zip(("P0", "P1", "P2"), head["players"].values(), strict=True))
    return {"PC": "simcore", "CO": comment, "RU": head["rules"], **players}


# ---- telling ------------------------------------------------------------------------------------


def tell_head(told: dict[str, Any]) -> None:
    """Print where a deal comes from and who plays it."""
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
