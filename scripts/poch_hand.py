"""`simcore hand --game poch`: words of the command line to what the evaluation takes."""

from __future__ import annotations

from scripts import door, exits

USUAL = "usual"


def tell_hand(
    cards: str,
    *,
    seat: str | None,
    seats: int | None,
    rules: str | None,
    players: str | None,
    turn_up: str | None,
    circles: str | None,
    worlds: int,
    seed: int,
    notation: str | None,
    threads: int | None,
    threshold: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Evaluate a hand of soket and sekans, and print what is found."""
    from analysis.poch.hand.evaluate import UNKNOWN, check_hand, table_size
    from scripts.poch_hand_text import as_data, tell
    from scripts.progress import watched
    from scripts.tables import print_json
    from simcore import poch
    from simcore.poch.pack import PACKS

    presets, number = table_size(players_of(players), seats)
    rule_words = poch.DEFAULT if rules is None else rules
    pack = PACKS[poch.load_rules(rule_words, number).pack]
    known = turn_up is not None and turn_up.strip().lower() != UNKNOWN
    texts = [cards, *([turn_up] if known and turn_up else [])]
    read_in = pack.detect(texts) if notation is None else door.check_notation(notation)
    asked = check_hand(
        cards,
        players=presets,
        seats=number,
        seat="1" if seat is None else seat,
        rules=rule_words,
        turn_up=turn_up if known else None,
        circles=None if circles is None else circles_of(circles),
        worlds=worlds,
        seed=seed,
        notation=read_in,
        threads=door.thread_number(threads),
    )
    report = watched(asked.evaluate, quiet=quiet, doing="playing", stopped="", game="poch")
    if as_json:
        print_json(as_data(report, read_in))
    else:
        tell(report, read_in, threshold=threshold)
    return exits.DONE


def players_of(text: str | None) -> int | str | list[str]:
    """How many play, one player for all, or one for each."""
    names = list(door.words_of(text)) or ["expert"]
    if len(names) > 1:
        return names
    return int(names[0]) if names[0].isdecimal() and len(names[0]) < 4 else names[0]


def circles_of(text: str) -> dict[str, int] | str:
    """Chips by rank from "A=12 K=8", or "usual".

    Raises
    ------
    ValueError
        A part is not a rank and its chips, or a rank is named twice.
    """
    from simcore.checks import shown

    if text.strip().lower() == USUAL:
        return USUAL
    circles: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        rank, equals, chips = part.partition("=")
        if not equals or not chips.lstrip("-").isdecimal() or len(chips) > 9:
            raise ValueError(f'--circles {shown(part)}: wanted is rank=chips, A=12, or "{USUAL}"')
        name = rank.upper().replace("10", "T")
        if name in circles:
            raise ValueError(f"--circles names {rank!r} twice")
        circles[name] = int(chips)
    if not circles:
        raise ValueError(f'--circles {shown(text)}: wanted is rank=chips, A=12, or "{USUAL}"')
    return circles
