"""`simcore tune`: a number of a player tuned on some deals, checked on others, quoted on locked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from scripts import door, exits, flags, new_file

if TYPE_CHECKING:
    from analysis import Tuning
    from analysis.choosing import Round
    from analysis.knobs import Value
    from analysis.poch.tuning import Tuning as PochTuning
    from analysis.rounds import Tuned

Found = TypeVar("Found")
_SEED_BITS = 63


def tune(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="A preset or TOML file.")],
    knob: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=LOW:HIGH:STEP",
            help="A number of the player and its range: bid_margin=-0.10:0.05:0.01. Twice for a "
            'grid. poch: holdings too, "soket_open=pair T:triple", or some: pair Q,pair A.',
        ),
    ],
    deals: Annotated[
        int, typer.Option(parser=door.number, help="Number of deals; 200_000 is fine.")
    ],
    against: Annotated[
        str | None,
        typer.Option(
            help="The mix: players of equal weight, all other seats one of them in turn. "
            "[simple,club,expert; poch: simple,expert]"
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=door.number, help="0 to 2**64 - 1. Left out, one is drawn."),
    ] = None,
    first: Annotated[int, typer.Option(parser=door.number, help="Number of the first deal.")] = 0,
    game: Annotated[str, typer.Option(help="skat or poch.")] = "skat",
    seats: Annotated[
        int | None, typer.Option(parser=door.number, help="poch: number of players. [4]")
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help="A preset or TOML file. [isko; poch: karuzela]")
    ] = None,
    scoring: Annotated[
        str | None, typer.Option(help="Skat: seeger_fabian or plain. [seeger_fabian]")
    ] = None,
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

    Deals (of poch, sessions) are split by a hash of their number: 60 % to search on, 20 % to
    check, 20 % locked. Taken is the setting nearest to the present one within one standard error of
    the best, if the check confirms it; the locked ones are quoted once.
    """
    import secrets

    from simcore.jobs import check_game

    _check_files(out, csv)
    drawn = seed is None
    asked: dict[str, Any] = {
        "player": player,
        "knobs": knobs_of(knob),
        "deals": deals,
        "seed": secrets.randbits(_SEED_BITS) if drawn else seed,
        "first": first,
        "rounds": rounds,
        "name": None if out is None else out.stem,
        "threads": door.thread_number(threads),
    }
    if against is not None:
        asked["against"] = [word for word in door.words_of(against) if word]
    if rules is not None:
        asked["rules"] = rules
    wanted = _Wanted(out, csv, drawn=drawn, as_json=as_json, quiet=quiet)
    if check_game(game) == "poch":
        flags.refuse(game, {"--scoring": scoring})
        return _poch({**asked, "seats": seats}, wanted)
    flags.refuse(game, {"--seats": seats})
    if scoring is not None:
        asked["scoring"] = scoring
    return _skat(asked, wanted)


@dataclass(frozen=True)
class _Wanted:
    """What is to be told and written."""

    out: Path | None
    csv: Path | None
    drawn: bool
    as_json: bool
    quiet: bool


def _skat(asked: dict[str, Any], wanted: _Wanted) -> int:
    from analysis import tune
    from scripts.tables import print_json
    from scripts.tune_text import tell

    found = _watched(tune, asked, quiet=wanted.quiet, game="skat")
    if wanted.as_json:
        print_json(_plain(found))
    else:
        tell(found, drawn=wanted.drawn)
    return _written(found, wanted)


def _poch(asked: dict[str, Any], wanted: _Wanted) -> int:
    from analysis.poch.tuning import tune
    from scripts.poch_tune_text import tell
    from scripts.tables import print_json

    found = _watched(tune, asked, quiet=wanted.quiet, game="poch")
    if wanted.as_json:
        print_json(_plain_poch(found))
    else:
        tell(found, asked["deals"], drawn=wanted.drawn)
    return _written(found, wanted)


def _written(found: Tuned[Any], wanted: _Wanted) -> int:
    """Write the files; what was found is told even if one cannot be written."""
    from scripts.tune_text import tell_file

    _write(found, wanted.out, wanted.csv)
    if wanted.out is not None and not wanted.as_json:
        tell_file(found, wanted.out)
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


def _watched(tune: Callable[..., Found], asked: dict[str, Any], *, quiet: bool, game: str) -> Found:
    """Play, with progress on stderr and a clean stop."""
    from scripts.progress import watched

    return watched(
        lambda report: tune(**asked, on_progress=report),
        quiet=quiet,
        doing="tuning",
        stopped=f", {{done}} of {asked['deals'] * asked['rounds']:,} deals were played",
        game=game,
    )


def _write(found: Tuned[Any], out: Path | None, csv: Path | None) -> None:
    """The files asked for."""
    from analysis.player_file import as_toml

    if out is not None:
        new_file.write("--out", out, as_toml(found.tuned))
    if csv is not None:
        new_file.write("--csv", csv, found.curve.to_csv(index=False))


def _plain(found: Tuning) -> dict[str, Any]:
    """What was found of a Skat player as plain data."""
    asked = {"scoring": found.scoring}
    return _plain_of(found, asked, {"bock_left_out": found.bock}, {"fit"})


def _plain_poch(found: PochTuning) -> dict[str, Any]:
    """What was found of a player of soket and sekans as plain data; deals are those played."""
    asked = {
        "game": "poch",
        "first": found.first,
        "seats": found.seats,
        "session_deals": found.session_deals,
        "draws": found.DRAWS,
    }
    return _plain_of(found, asked, {}, set())


def _plain_of(
    found: Tuned[Any], asked: dict[str, Any], notes: dict[str, Any], left_out: set[str]
) -> dict[str, Any]:
    """What was found as plain data; `left_out` are fields of the player."""
    from analysis.split import PARTS, TENTHS
    from analysis.verdicts import LEVEL

    return {
        "player": found.player.name,
        "tuned": found.tuned.model_dump(exclude=left_out),
        "knobs": {knob.name: knob.values for knob in found.knobs},
        "deals": found.deals,
        "seed": found.seed,
        "rules": found.rules,
        **asked,
        "level": LEVEL,
        "unit": found.unit,
        "split": {part: tenth / 10 for part, tenth in zip(PARTS, TENTHS, strict=True)},
        **notes,
        "settled": found.settled,
        "verdict": found.verdict(),
        "rounds": [_plain_round(found, one) for one in found.rounds],
        "curve": found.curve.to_dict("records"),
    }


def _plain_round(found: Tuned[Any], one: Round) -> dict[str, Any]:
    """A round as plain data; settings by knob."""
    names = [knob.name for knob in found.knobs]

    def setting(place: int) -> dict[str, Value]:
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
