"""`simcore replay`: recorded games played again by the rules, and compared with their results."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits, replay_solved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scripts.retell import Deal
    from simcore.skat import Record, Replay, RuleSet

INSTEAD = "`simcore verify` plays the deals of a run of poch again, `show` tells one"
_AGREES, _DIFFERS, _NO_RESULT, _UNREAD = "agrees", "differs", "no result", "not scored"


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="ISS records, a game a line.")],
    deal: Annotated[
        int | None, typer.Option(parser=door.number, help="Show this game, from 0, card by card.")
    ] = None,
    rules: Annotated[str, typer.Option(help="A preset or TOML file.")] = "isko",
    notation: Annotated[
        str, typer.Option(help="How to print cards, with --deal: iss, de or fr-de.")
    ] = "iss",
    as_solved: Annotated[
        bool,
        typer.Option(
            "--solve",
            help="Add open-card values: of each game, with --deal what every card gave away.",
        ),
    ] = False,
    game: Annotated[
        str,
        typer.Option(
            callback=door.skat_only(INSTEAD), is_eager=True, help="skat: there is no other here."
        ),
    ] = "skat",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Play recorded games again, card by card, and compare the results: a line a game."""
    door.check_skat(game)
    door.check_skat_run(str(file), INSTEAD)
    if deal is not None:
        return show_record(file, deal, rules, door.check_notation(notation), as_json, as_solved)
    if notation != "iss":
        raise ValueError("--notation goes with --deal, which prints cards")
    return _replay_all(file, rules, as_json, as_solved)


# ---- a line a game ------------------------------------------------------------------------------


def _replay_all(file: Path, rules: str, as_json: bool, as_solved: bool) -> int:
    """Every game of a file and the total; exit code 3 if any does not agree."""
    from scripts.tables import print_json

    counts: Counter[str] = Counter()
    others: Counter[str] = Counter()  # rules that records which do not agree name themselves
    games: list[dict[str, Any]] = []
    for game in _games(file, rules, as_solved):
        if not as_json and not counts:
            print(_head_line(as_solved))
        counts[game["verdict"]] += 1
        counts["illegal acts"] += len(game["illegal"])
        if game["verdict"] != _AGREES and game["rules"]:
            others[game["rules"]] += 1
        if as_json or as_solved:
            games.append(game)
        if not as_json:
            _print_game(game)
    total = _total(counts)
    if not total["games"]:
        raise ValueError(f"file {str(file)!r} holds no game")
    solved = {"solve": replay_solved.total(games)} if as_solved else {}
    if as_json:
        print_json({"file": str(file), "rules": rules, "games": games, "total": total | solved})
    else:
        _print_total(total)
        if as_solved:
            replay_solved.print_total(solved["solve"])
        _print_other_rules(others, rules)
    return exits.BAD_DATA if counts[_DIFFERS] + counts[_UNREAD] else exits.DONE


def _games(file: Path, rules: str, as_solved: bool) -> Iterator[dict[str, Any]]:
    """Every game of a file, replayed, as plain data; with a block `solve` if that is asked for."""
    from simcore.skat import load_rules, read_records

    rule_set = load_rules(rules)
    replayed = ((record, record.replay(rule_set)) for record in read_records(file))
    if not as_solved:
        yield from (_as_data(record, replay) for record, replay in replayed)
        return
    while block := list(islice(replayed, _BLOCK)):
        blocks = replay_solved.solved([replay for _, replay in block], rule_set)
        for (record, replay), found in zip(block, blocks, strict=True):
            yield _as_data(record, replay) | {"solve": found}


_BLOCK = 64  # games judged at a time, so that lines come soon


def _verdict(replay: Replay) -> str:
    """Whether a game agrees with its record."""
    if replay.recorded is None or replay.recorded.kind == "unknown":
        return _UNREAD if replay.row is None or replay.illegal else _NO_RESULT
    if not replay.differences:
        return _AGREES
    return _UNREAD if replay.row is None and replay.end != "no game" else _DIFFERS


def _as_data(record: Record, replay: Replay) -> dict[str, Any]:
    from scripts.retell import announced
    from scripts.tricks import SEATS
    from simcore.skat import CONTRACTS

    data: dict[str, Any] = {
        "number": record.number,
        "line": record.line_number,
        "rules": "" if record.line is None else record.line.properties.get("RU", ""),
        "verdict": _verdict(replay),
        "end": replay.end,
        "unscored": replay.unscored or None,
        "illegal": list(replay.illegal),
        "differences": list(replay.differences),
        "declarer": None,
    }
    row = replay.row
    if row is not None and row["declarer"] >= 0:
        data |= {
            "declarer": SEATS[row["declarer"]],
            "contract": CONTRACTS[row["contract"]],
            "hand": bool(row["hand"]),
            "announced": list(announced(row)),
            "bid": int(row["bid"]),
            "matadors": int(row["matadors"]),
            "card_points": int(row["card_points"]),
            "tricks": int(row["tricks"]),
            "won": bool(row["won"]),
            "overbid": bool(row["overbid"]),
            "value": int(row["value"]),
            "score": int(row["score"]),
        }
    return data


def _head_line(as_solved: bool) -> str:
    column = f"{'open':>6}" if as_solved else ""
    return (
        f"{'game':>6}  {'declarer':<10}  {'game named':<22}{'bid':>4}{'points':>8}{column}"
        f"{'score':>7}  result"
    )


def _print_game(game: dict[str, Any]) -> None:
    """One line; what differs stands below it."""
    from scripts.tables import wrapped

    if game["declarer"] is None:
        line, score = f"{game['number']:>6}  {'':<10}  {game['end']:<36}", ""
    else:
        line = (
            f"{game['number']:>6}  {game['declarer']:<10}  {_short_words(game):<24}"
            f"{game['bid']:>4}{game['card_points']:>8}"
        )
        score = f"{game['score']:+d}"
    print(f"{line}{replay_solved.column(game)}{score:>7}  {game['verdict']}")
    for difference in game["differences"]:
        for line in wrapped(f"line {game['line']}: {difference}"):
            print(f"{'':>8}{line}")


def _short_words(game: dict[str, Any]) -> str:
    """The game named: of announcements the one that implies the others."""
    from simcore.skat.rules import CONTRACTS, NAMES

    highest = game["announced"][-1:]
    words = [NAMES[CONTRACTS.index(game["contract"])], *(["hand"] if game["hand"] else [])]
    return " ".join(words + highest)


def _total(counts: Counter[str]) -> dict[str, int]:
    verdicts = (_AGREES, _DIFFERS, _NO_RESULT, _UNREAD)
    games = sum(counts[verdict] for verdict in verdicts)
    return {
        "games": games,
        **{v: counts[v] for v in verdicts},
        "illegal acts": counts["illegal acts"],
    }


def _print_total(total: dict[str, int]) -> None:
    parts = [f"{word} {number:,}" for word, number in total.items() if number]
    print(f"\n{', '.join(parts)}")


def _print_other_rules(others: Counter[str], rules: str) -> None:
    """A word on records that were played by other rules than they are replayed by."""
    from simcore.skat.rule_files import named_rules

    for name, number in others.items():
        if name != named_rules(rules)[0]:
            print(f"{number:,} of those that do not agree say they were played by the rules "
                  f"{_printable(name)!r}: see --rules")  # fmt: skip


def _printable(text: str) -> str:
    """A text of a file as a terminal can bear it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


# ---- one game -----------------------------------------------------------------------------------


def show_record(
    file: Path, deal: int, rules: str, notation: str, as_json: bool, as_solved: bool
) -> int:
    """One game of a file, printed the way a simulated one is.

    Raises
    ------
    ValueError
        The file has no such game.
    """
    from scripts.judged import solve_block
    from scripts.judged_text import tell_judged
    from scripts.tables import print_json
    from scripts.tell import tell
    from simcore.skat import load_rules

    record = find_record(file, deal)
    rule_set = load_rules(rules)
    replay = record.replay(rule_set)
    told = head_of(file, record, rules) | _as_data(record, replay)
    told |= _retold(record, replay, rule_set, notation)
    if as_solved:
        played = deal_of(record, replay, rule_set, notation)
        told["solve"] = solve_block(played, replay_solved.why_not(replay))
    if as_json:
        print_json(told)
    else:
        tell_head(told)
        if "hands" in told:
            tell(told)
        if as_solved:
            tell_judged(told)
        _tell_verdict(told)
    return exits.BAD_DATA if told["verdict"] in (_DIFFERS, _UNREAD) else exits.DONE


def find_record(file: Path, deal: int) -> Record:
    """A game of a file.

    Raises
    ------
    ValueError
        The file has no such game.
    """
    from simcore.skat import read_records

    door.whole("--deal", deal, 0, 1 << 40)
    number = -1
    for record in read_records(file):
        number = record.number
        if number == deal:
            return record
    if number < 0:
        raise ValueError(f"file {str(file)!r} holds no game")
    raise ValueError(f"--deal {deal}: file {str(file)!r} holds {number + 1:,} games, from 0 on")


def head_of(file: Path, record: Record, rules: str) -> dict[str, Any]:
    """Where a game comes from and who plays it."""
    from scripts.tricks import SEATS

    properties = {} if record.line is None else record.line.properties
    return {
        "file": str(file),
        "replayed_by": rules,
        "properties": properties,
        "players": dict(zip(SEATS, record.players, strict=True)),
        "number": record.number,
        "line": record.line_number,
    }


def _retold(record: Record, replay: Replay, rules: RuleSet, notation: str) -> dict[str, Any]:
    """Hands, bidding, tricks and result, as far as the game can be told."""
    from scripts.retell import retell, tell_cards
    from simcore.skat.record.replay import calls

    if record.line is None or record.deal is None:
        return {}
    deal = deal_of(record, replay, rules, notation)
    if deal is None:
        return tell_cards(record.deal, calls(record.line), rules, notation)
    return retell(deal) | {"ended": _ended(replay)}


def deal_of(record: Record, replay: Replay, rules: RuleSet, notation: str) -> Deal | None:
    """A game as a deal to be told; None where it has no row."""
    from scripts.retell import Deal
    from simcore.skat.record.replay import calls

    if replay.row is None or record.line is None:
        return None
    told_calls = calls(record.line)
    regular = replay.end == "complete" and not replay.illegal
    return Deal(replay.row, replay.plays.tolist(), rules, notation, told_calls, regular)


def how_ended(replay: Replay) -> str:
    """What ends a game before the tenth trick; empty for a lost Null, which always stops early."""
    from simcore.skat.rules import NULL

    if replay.end == "left":
        return replay.gone
    if replay.end == "resigned":
        return "given up"
    null = replay.row is not None and replay.row["contract"] == NULL
    return "" if null else "decided"


def _ended(replay: Replay) -> str:
    """The same as a sentence."""
    how = how_ended(replay)
    if replay.end == "left":
        return f"The game ends here: {how}."
    return f"The game is {how} here." if how else ""


def tell_head(told: dict[str, Any]) -> None:
    """Print where a game comes from and who plays it."""
    properties = told["properties"]
    known = [properties[name] for name in ("PC", "DT", "SE", "ID") if properties.get(name)]
    place = _printable(", ".join(known))
    print(f"Game {told['number']}, line {told['line']}, of {told['file']}")
    print(f"rules {told['replayed_by']}{', ' + place if place else ''}")
    names = [f"{seat} {_printable(name) or 'unnamed'}" for seat, name in told["players"].items()]
    print("players  " + ", ".join(names))


def _tell_verdict(told: dict[str, Any]) -> None:
    from scripts.tables import wrapped

    if told["unscored"]:
        print(f"\nNo game to score: {told['unscored']}")
    if told["verdict"] == _AGREES:
        print("\nRecord: agrees")
        return
    print(f"\nRecord: {told['verdict']}")
    for difference in told["differences"]:
        for line in wrapped(difference):
            print(f"  {line}")
