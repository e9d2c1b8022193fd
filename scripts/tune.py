"""`simcore tune`: a number of a player tuned on some deals, checked on others, quoted on locked."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits, new_file

if TYPE_CHECKING:
    from analysis import Tuning
    from analysis.choosing import Round

_SEED_BITS = 63


def tune(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="A preset or TOML file.")],
    knob: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=LOW:HIGH:STEP",
            help="A number of the player and its range: bid_margin=-0.10:0.05:0.01. "
            "Twice for a grid.",
        ),
    ],
    deals: Annotated[
        int, typer.Option(parser=door.number, help="Number of deals; 200_000 is fine.")
    ],
    against: Annotated[
        str, typer.Option(help="The mix: players of equal weight, two of each in turn.")
    ] = "simple,club,expert",
    seed: Annotated[
        int | None,
        typer.Option(parser=door.number, help="0 to 2**64 - 1. Left out, one is drawn."),
    ] = None,
    first: Annotated[int, typer.Option(parser=door.number, help="Number of the first deal.")] = 0,
    rules: Annotated[str, typer.Option(help="A preset or TOML file.")] = "isko",
    scoring: Annotated[str, typer.Option(help="seeger_fabian or plain.")] = "seeger_fabian",
    rounds: Annotated[
        int,
        typer.Option(
            parser=door.number,
            help="At most so many; from the second on against the tuned player itself.",
        ),
    ] = 1,
    out: Annotated[
        Path | None, typer.Option(help="Write the tuned player here; its name is the file's.")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the curve here.")] = None,
    threads: Annotated[
        int | None, typer.Option(parser=door.number, help="Threads. [one a processor]")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bar.")] = False,
) -> int:
    """Tune a number of a player: every value on the same deals, against a mix.

    Deals are split by a hash of their number: 60 % to search on, 20 % to check, 20 % locked. Taken
    is the setting nearest to the present one within one standard error of the best, if the check
    confirms it; the locked deals are quoted once.
    """
    import secrets

    from scripts.tables import print_json
    from scripts.tune_text import tell, tell_file

    _check_files(out, csv)
    drawn = seed is None
    found = _tuned(
        {
            "player": player,
            "knobs": knobs_of(knob),
            "against": [word for word in door.words_of(against) if word],
            "deals": deals,
            "seed": secrets.randbits(_SEED_BITS) if drawn else seed,
            "first": first,
            "rules": rules,
            "scoring": scoring,
            "rounds": rounds,
            "name": None if out is None else out.stem,
            "threads": door.thread_number(threads),
        },
        quiet=quiet,
    )
    if as_json:
        print_json(_plain(found))
    else:
        tell(found, drawn=drawn)
    _write(found, out, csv)  # what was found is told even if a file cannot be written
    if out is not None and not as_json:
        tell_file(found, out)
    return exits.DONE


def knobs_of(words: list[str]) -> dict[str, str]:
    """Knobs and ranges from words such as bid_margin=-0.10:0.05:0.01.

    Raises
    ------
    ValueError
        A word is none, or names a knob again.
    """
    knobs: dict[str, str] = {}
    for word in words:
        name, equals, values = (part.strip() for part in word.partition("="))
        if not equals or not name:
            raise ValueError(
                f"--knob {word!r}: wanted is NAME=LOW:HIGH:STEP, bid_margin=-0.10:0.05:0.01"
            )
        if name in knobs:
            raise ValueError(f"--knob names {name!r} twice")
        knobs[name] = values
    return knobs


def _check_files(out: Path | None, csv: Path | None) -> None:
    """Refuse files that are there already, before anything is played."""
    if out is not None:
        new_file.check("--out", out)
        if out.suffix != ".toml":
            raise ValueError(f"--out {str(out)!r}: a player's file ends in .toml")
    if csv is not None:
        new_file.check("--csv", csv)
        if out is not None and csv.resolve() == out.resolve():
            raise ValueError(f"--csv {str(csv)!r}: is that of --out")


def _tuned(asked: dict[str, Any], *, quiet: bool) -> Tuning:
    """Play, with progress on stderr and a clean stop."""
    from analysis import tune
    from scripts.progress import watched

    return watched(
        lambda report: tune(**asked, on_progress=report),
        quiet=quiet,
        doing="tuning",
        stopped=f", {{done}} of {asked['deals'] * asked['rounds']:,} deals were played",
    )


def _write(found: Tuning, out: Path | None, csv: Path | None) -> None:
    """The files asked for."""
    from analysis.player_file import as_toml

    if out is not None:
        new_file.write("--out", out, as_toml(found.tuned))
    if csv is not None:
        new_file.write("--csv", csv, found.curve.to_csv(index=False))


def _plain(found: Tuning) -> dict[str, Any]:
    """What was found as plain data."""
    from analysis.split import PARTS, TENTHS
    from analysis.sweep import LEVEL

    return {
        "player": found.player.name,
        "tuned": found.tuned.model_dump(exclude={"fit"}),
        "knobs": {knob.name: knob.values for knob in found.knobs},
        "deals": found.deals,
        "seed": found.seed,
        "rules": found.rules,
        "scoring": found.scoring,
        "level": LEVEL,
        "unit": found.unit,
        "split": {part: tenth / 10 for part, tenth in zip(PARTS, TENTHS, strict=True)},
        "bock_left_out": found.bock,
        "settled": found.settled,
        "verdict": found.verdict(),
        "rounds": [_plain_round(found, one) for one in found.rounds],
        "curve": found.curve.to_dict("records"),
    }


def _plain_round(found: Tuning, one: Round) -> dict[str, Any]:
    """A round as plain data; settings by knob."""
    names = [knob.name for knob in found.knobs]

    def setting(place: int) -> dict[str, float]:
        return dict(zip(names, one.settings[place], strict=True))

    return {
        "round": one.number,
        "player": one.player.name,
        "against": one.against,
        "first": one.first,
        "deals": one.deals,
        **{
            name: setting(getattr(one, name))
            for name in ("present", "best", "picked", "chosen", "quoted")
        },
        "quoted_less_present": {part: asdict(gap) for part, gap in one.differences.items()},
        "warnings": one.warnings,
        "verdict": found.verdict(one),
    }
