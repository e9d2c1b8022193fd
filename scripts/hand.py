"""`simcore hand`: how often a hand wins, how high to bid or stake, what to put away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from analysis import HandReport

OPEN_CARD_WORLDS = 500
_LONGEST_BID = 5  # digits


def hand(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help='Ten cards: "CJ SJ HT ..."; six in poch.'),
    ],
    game: Annotated[str, typer.Option(help="skat, or poch: soket and sekans.")] = "skat",
    seat: Annotated[
        str | None,
        typer.Option(
            help="Skat: forehand, middlehand, rearhand (or in German), or 0 to 2; poch: dealer, or "
            "0, 1 ... counted from the dealer, who is 0. [0; poch: 1]"
        ),
    ] = None,
    skat: Annotated[
        str | None,
        typer.Option(help='Skat: the two cards picked up: "C7 D8". Then discards are chosen.'),
    ] = None,
    bid: Annotated[
        int | None,
        typer.Option(
            parser=door.number, help="Skat: the bid it plays at. [the lowest, or as heard]"
        ),
    ] = None,
    heard: Annotated[
        str | None,
        typer.Option(help='Skat: what both others bid at most: "middlehand 20, rearhand pass".'),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help="A preset or TOML file. [isko; poch: karuzela]")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="Presets or TOML files: one for all seats, or one a seat: A,B,C; poch: or a "
            "number, how many play. [expert]"
        ),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(parser=door.number, help="poch: how many play. [4]")
    ] = None,
    turn_up: Annotated[
        str | None, typer.Option(help='poch: the card turned up: "SJ". [unknown]')
    ] = None,
    circles: Annotated[
        str | None,
        typer.Option(help='poch: chips that wait in the circles: "A=12 K=8", or usual. [none]'),
    ] = None,
    threshold: Annotated[
        bool, typer.Option("--threshold", help="poch: print what opening brings by holding.")
    ] = False,
    scoring: Annotated[
        str | None,
        typer.Option(
            help="Skat: what games are ranked by: plain, seeger_fabian, or lead, which is list "
            "points less the mean of the others'. [seeger_fabian]"
        ),
    ] = None,
    worlds: Annotated[
        int, typer.Option(parser=door.number, help="Deals of the cards not seen.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(parser=door.number, help="0 to 2**64 - 1.")] = 0,
    open_cards: Annotated[
        bool,
        typer.Option(
            "--open-cards",
            help=f"Skat: also what {OPEN_CARD_WORLDS} worlds are worth if all see all cards.",
        ),
    ] = False,
    pimc: Annotated[
        int | None,
        typer.Option(
            parser=door.number,
            help="Skat: also have `pimc` play the game in so many worlds (slow).",
        ),
    ] = None,
    notation: Annotated[
        str | None, typer.Option(help="Notation of the cards: iss, de or fr-de. [found out]")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Skat: print every game, not the best.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """Play a hand in thousands of worlds, every game or first stake in the same ones."""
    from simcore.jobs import check_game

    text = " ".join(cards)
    of_skat = {
        "--skat": skat, "--bid": bid, "--heard": heard, "--scoring": scoring,
        "--open-cards": open_cards or None, "--pimc": pimc, "--all": every or None,
    }  # fmt: skip
    of_poch = {
        "--seats": seats, "--turn-up": turn_up, "--circles": circles,
        "--threshold": threshold or None,
    }  # fmt: skip
    if check_game(game) == "poch":
        from scripts.poch_hand import tell_hand

        _refuse(of_skat, "Skat", "poch")
        return tell_hand(
            text, seat=seat, seats=seats, rules=rules, players=players, turn_up=turn_up,
            circles=circles, worlds=worlds, seed=seed, notation=notation, threads=threads,
            threshold=threshold, as_json=as_json, quiet=quiet,
        )  # fmt: skip
    _refuse(of_poch, "poch", "Skat")
    return _tell_skat(
        text, seat="0" if seat is None else seat, skat=skat, bid=bid, heard=heard,
        rules="isko" if rules is None else rules,
        players="expert" if players is None else players,
        scoring="seeger_fabian" if scoring is None else scoring, worlds=worlds, seed=seed,
        open_cards=open_cards, pimc=pimc or 0, notation=notation, threads=threads, every=every,
        as_json=as_json, quiet=quiet,
    )  # fmt: skip


def _refuse(given: dict[str, Any], owner: str, game: str) -> None:
    """Refuse options of the other game by name."""
    for option, value in given.items():
        if value is not None:
            raise ValueError(f"{option} is an option of {owner}, there is none in {game}")


def _tell_skat(
    text: str,
    *,
    seat: str,
    skat: str | None,
    bid: int | None,
    heard: str | None,
    rules: str,
    players: str,
    scoring: str,
    worlds: int,
    seed: int,
    open_cards: bool,
    pimc: int,
    notation: str | None,
    threads: int | None,
    every: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Evaluate a hand of Skat, and print what is found."""
    from scripts.hand_text import as_data, tell
    from scripts.tables import print_json
    from simcore import cards as pack
    from simcore.skat.rules import seat_number

    texts = [text, *([skat] if skat is not None else [])]
    read_in = door.notation_of(texts, notation)
    asked: dict[str, Any] = {
        "hand": pack.parse(texts[0], read_in),
        "seat": seat_number(seat),
        "skat": None if skat is None else pack.parse(skat, read_in),
        "bid": bid,
        "rules": rules,
        "players": _players(players),
        "worlds": worlds,
        "seed": seed,
        "scoring": scoring,
        "heard": None if heard is None else heard_of(heard),
        "open_cards": min(OPEN_CARD_WORLDS, worlds) if open_cards else 0,
        "pimc": pimc,
        "threads": door.thread_number(threads),
    }
    report = _evaluated(asked, quiet=quiet)
    if as_json:
        print_json(as_data(report, read_in))
    else:
        tell(report, read_in, every=every)
    return exits.DONE


def _players(text: str) -> str | list[str]:
    """One player, or three by seat."""
    names = list(door.words_of(text))
    return names[0] if len(names) == 1 else names


def heard_of(text: str) -> dict[int | str, int]:
    """What was heard from "middlehand 18, rearhand pass": by seat a value, 0 for pass.

    Raises
    ------
    ValueError
        A part is not a seat and a value.
    """
    from simcore.checks import shown
    from simcore.skat.rules import seat_number

    heard: dict[int | str, int] = {}
    for part in door.words_of(text):
        seat, _, value = part.replace(":", " ").partition(" ")
        said = value.strip().lower()
        if said != "pass" and not (said.isdecimal() and len(said) < _LONGEST_BID):
            raise ValueError(f"--heard {shown(part)}: wanted is a seat and a value or pass")
        number = seat_number(seat.lower())
        if number in heard:
            raise ValueError(f"--heard names {seat!r} twice")
        heard[number] = 0 if said == "pass" else int(said)
    return heard


def _evaluated(asked: dict[str, Any], *, quiet: bool) -> HandReport:
    """Play, with progress on stderr where it takes long, and a clean stop."""
    from analysis import evaluate_hand
    from scripts.progress import watched

    return watched(
        lambda report: evaluate_hand(**asked, on_progress=report),
        quiet=quiet,
        doing="playing",
        stopped="",
    )
