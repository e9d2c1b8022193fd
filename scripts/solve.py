"""`simcore solve`: a position with all cards open, solved."""

from __future__ import annotations

import os.path
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits
from scripts.solve_input import Told, check_target, read_question

if TYPE_CHECKING:
    from scripts.retell import Deal


INSTEAD = "`simcore hand --game poch` says what a hand is worth"


@dataclass(frozen=True)
class Asked:
    """Which deal of a run or of records is to be solved, and how."""

    deal: int
    rotation: int
    after: int
    target: int | None
    notation: str
    rules: str | None


def solve(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="DIR|FILE", help="Solve a deal of a run folder or of a file of ISS records."
        ),
    ] = None,
    deal: Annotated[
        int | None, typer.Option(parser=door.number, help="Number of the deal in DIR or FILE.")
    ] = None,
    rotation: Annotated[
        int,
        typer.Option(
            parser=door.number, help="Which of the three, in a run with --rotate: 0 to 2."
        ),
    ] = 0,
    after: Annotated[
        int, typer.Option(parser=door.number, help="Of a deal: once so many cards were played.")
    ] = 0,
    hands: Annotated[
        str | None,
        typer.Option(
            help='Without DIR or FILE: the cards held, after the discard: "forehand: CJ SJ; '
            'middlehand: ...; rearhand: ...". Of a whole deal one hand, or the skat, may be left '
            "out: it gets the cards left over."
        ),
    ] = None,
    contract: Annotated[
        str | None, typer.Option(help="With --hands: D H S C G N, or the name: Clubs.")
    ] = None,
    declarer: Annotated[
        str | None, typer.Option(help="With --hands: the seat that plays, forehand or 0 ...")
    ] = None,
    leader: Annotated[
        str | None, typer.Option(help="Who leads, or has led, the trick. [forehand]")
    ] = None,
    skat: Annotated[
        str | None, typer.Option(help='The two cards put away: "D7 D8"; they count.')
    ] = None,
    trick: Annotated[
        str | None, typer.Option(help='Cards on the table in playing order: "HA H7".')
    ] = None,
    target: Annotated[
        int | None,
        typer.Option(parser=door.number, help="Ask too whether the declarer gets so many points."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help="With --hands or FILE: a preset or TOML file. [isko]")
    ] = None,
    notation: Annotated[
        str | None,
        typer.Option(help="Notation of all cards: iss, de or fr-de. [found out; of a deal iss]"),
    ] = None,
    game: Annotated[
        str,
        typer.Option(
            callback=door.skat_only(INSTEAD), is_eager=True, help="skat: there is no other here."
        ),
    ] = "skat",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Solve a position with all cards open: value, every legal card, one best line.

    The value is what the declarer gets if all see all cards and play best: no chance to win at the
    table.
    """
    from scripts.solve_text import tell_solved
    from scripts.tables import print_json

    door.check_skat(game)
    told = Told(hands, contract, declarer, leader, skat, trick)
    if source is None:
        _check_no_deal(told, deal, rotation, after)
        found = _solve_text(told, notation, target, rules)
    else:
        door.check_skat_run(source, INSTEAD)
        _check_no_text(told, deal)
        found = _solve_deal(
            source, Asked(deal or 0, rotation, after, target, notation or "iss", rules)
        )
    if as_json:
        print_json(found)
    else:
        _tell_head(found)
        tell_solved(found)
    return exits.DONE


# ---- a position in text -------------------------------------------------------------------------


def _check_no_deal(told: Told, deal: int | None, rotation: int, after: int) -> None:
    """Options of a deal stay out where there is none."""
    if told.hands is None:
        raise ValueError("nothing to solve: --hands, or a run folder or file of records and --deal")
    for name, number, default in (
        ("deal", deal, None),
        ("rotation", rotation, 0),
        ("after", after, 0),
    ):
        if number != default:
            raise ValueError(f"--{name} {number}: it belongs to a run folder or file of records")


def _solve_text(
    told: Told, notation: str | None, target: int | None, rules: str | None
) -> dict[str, Any]:
    from scripts.solved import solved
    from simcore.skat.rule_files import named_rules
    from simcore.skat.rules import CONTRACTS, NAMES

    name, rule_set = named_rules("isko" if rules is None else rules)
    question = read_question(told, notation, target, rule_set)
    game = NAMES[CONTRACTS.index(question.position.contract)]
    return {"rules": name, "game": game} | solved(question)


# ---- a deal of a run, a recorded game -----------------------------------------------------------


def _check_no_text(told: Told, deal: int | None) -> None:
    """Options of a position in text stay out where a deal is named."""
    for option, text in told.given().items():
        raise ValueError(f"{option} {text!r}: a deal has its own, leave it out (or DIR and FILE)")
    if deal is None:
        raise ValueError("--deal is missing: which deal of the run or the file is to be solved")


def _solve_deal(source: str, asked: Asked) -> dict[str, Any]:
    """The position, its solution, and what was made at the table."""
    from scripts.retell import retell
    from scripts.solve_deal import question_of
    from scripts.solved import solved

    door.check_notation(asked.notation)
    head, deal, stopped = (_recorded if os.path.isfile(source) else _simulated)(source, asked)
    check_target(asked.target, deal.contract == "N")
    question = question_of(deal, asked.after, asked.target)
    told = retell(deal)
    played = len(deal.cards_played)
    made = {
        **{name: told["result"][name] for name in ("card_points", "tricks", "won", "score")},
        "cards": played,
        "stopped": stopped if played < 30 else "",
    }
    game = told["game"]["words"]
    return head | {"after": asked.after, "game": game} | solved(question) | {"made": made}


def _simulated(folder: str, asked: Asked) -> tuple[dict[str, Any], Deal, str]:
    """A deal of a run: where it is from, the deal, and nothing that stopped it."""
    from scripts.recheck import shard_of
    from scripts.show import check_rotation, deal_of, head_of
    from scripts.solve_deal import why_unsolved
    from simcore import open_run

    if asked.rules is not None:
        raise ValueError("--rules belongs to positions and records: a run folder has its own rules")
    run = open_run(folder)
    check_rotation(run, asked.rotation)
    deal = deal_of(run, asked.deal, asked.rotation, asked.notation)
    head = head_of(run, deal.row) | {"logged": shard_of(run, asked.deal) is not None}
    return head, _solvable(deal, why_unsolved(deal.row), asked), ""


def _recorded(source: str, asked: Asked) -> tuple[dict[str, Any], Deal, str]:
    """A recorded game: where it is from, the game as a deal, and what stopped it."""
    from scripts.replay import deal_of, find_record, head_of, how_ended
    from scripts.replay_solved import why_not
    from simcore.skat import load_rules

    if asked.rotation:
        raise ValueError(f"--rotation {asked.rotation}: it belongs to run folders, not to files")
    rules = "isko" if asked.rules is None else asked.rules
    rule_set = load_rules(rules)
    file = Path(source)
    record = find_record(file, asked.deal)
    replay = record.replay(rule_set)
    deal = deal_of(record, replay, rule_set, asked.notation)
    solvable = _solvable(deal, why_not(replay), asked)
    return head_of(file, record, rules), solvable, how_ended(replay)


def _solvable(deal: Deal | None, why_not: str, asked: Asked) -> Deal:
    """A deal with a game to solve.

    Raises
    ------
    ValueError
        It has none.
    """
    if deal is None or why_not:
        raise ValueError(f"--deal {asked.deal}: no game to solve; {why_not}")
    return deal


def _tell_head(found: dict[str, Any]) -> None:
    """Where a deal comes from; nothing for a position in text."""
    from scripts import replay, show

    if "made" in found:
        (show.tell_head if "run" in found else replay.tell_head)(found)
        print()
