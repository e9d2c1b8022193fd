"""`simcore replay`: recorded games played again by the rules, and compared with their results."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scripts import door, exits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from simcore.skat import Record, Replay, RuleSet

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
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> int:
    """Play recorded games again, card by card, and compare the results: a line a game."""
    if deal is not None:
        return show_record(file, deal, rules, door.check_notation(notation), as_json)
    door.check_notation(notation)
    return _replay_all(file, rules, as_json)


# ---- a line a game ------------------------------------------------------------------------------


def _replay_all(file: Path, rules: str, as_json: bool) -> int:
    """Every game of a file and the total; exit code 3 if any does not agree."""
    from scripts.tables import print_json

    counts: Counter[str] = Counter()
    games = []
    if not as_json:
        print(_HEAD)
    for game in _games(file, rules):
        counts[game["verdict"]] += 1
        counts["illegal acts"] += len(game["illegal"])
        if as_json:
            games.append(game)
        else:
            _print_game(game)
    total = _total(counts)
    if not total["games"]:
        raise ValueError(f"file {str(file)!r} holds no game")
    if as_json:
        print_json({"file": str(file), "rules": rules, "games": games, "total": total})
    else:
        _print_total(total)
    return exits.BAD_DATA if counts[_DIFFERS] + counts[_UNREAD] else exits.DONE


def _games(file: Path, rules: str) -> Iterator[dict[str, Any]]:
    """Every game of a file, replayed, as plain data."""
    from simcore.skat import load_rules, read_records

    rule_set = load_rules(rules)
    for record in read_records(file):
        yield _as_data(record, record.replay(rule_set))


def _verdict(replay: Replay) -> str:
    """Whether a game agrees with its record."""
    if replay.recorded is None or replay.recorded.kind == "unknown":
        return _UNREAD if replay.row is None or replay.illegal else _NO_RESULT
    if not replay.differences:
        return _AGREES
    return _UNREAD if replay.row is None and replay.end != "no game" else _DIFFERS


def _as_data(record: Record, replay: Replay) -> dict[str, Any]:
    from scripts.retell import SEATS, announced
    from simcore.skat import CONTRACTS

    data: dict[str, Any] = {
        "number": record.number,
        "line": record.line_number,
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


_HEAD = (
    f"{'game':>6}  {'declarer':<10}  {'game named':<22}{'bid':>4}{'points':>8}{'score':>7}  result"
)


def _print_game(game: dict[str, Any]) -> None:
    """One line; what differs stands below it."""
    if game["declarer"] is None:
        line = f"{game['number']:>6}  {'':<10}  {game['end']:<43}"
    else:
        line = (
            f"{game['number']:>6}  {game['declarer']:<10}  {_short_words(game):<24}"
            f"{game['bid']:>4}{game['card_points']:>8}{game['score']:>+7}"
        )
    print(f"{line}  {game['verdict']}")
    for difference in game["differences"]:
        print(f"{'':>8}line {game['line']}: {difference}")


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


# ---- one game -----------------------------------------------------------------------------------


def show_record(file: Path, deal: int, rules: str, notation: str, as_json: bool) -> int:
    """One game of a file, printed the way a simulated one is.

    Raises
    ------
    ValueError
        The file has no such game.
    """
    from scripts.tables import print_json
    from scripts.tell import tell
    from simcore.skat import load_rules

    record = _find(file, door.whole("--deal", deal, 0, 1 << 40))
    rule_set = load_rules(rules)
    replay = record.replay(rule_set)
    told = _head(file, record, rules) | _as_data(record, replay)
    told |= _retold(record, replay, rule_set, notation)
    if as_json:
        print_json(told)
    else:
        _tell_head(told)
        if "hands" in told:
            tell(told)
        _tell_verdict(told)
    return exits.BAD_DATA if told["verdict"] in (_DIFFERS, _UNREAD) else exits.DONE


def _find(file: Path, deal: int) -> Record:
    from simcore.skat import read_records

    number = -1
    for record in read_records(file):
        number = record.number
        if number == deal:
            return record
    raise ValueError(f"--deal {deal}: file {str(file)!r} holds games 0 to {number}, no such one")


def _head(file: Path, record: Record, rules: str) -> dict[str, Any]:
    from scripts.retell import SEATS

    properties = {} if record.line is None else record.line.properties
    return {
        "file": str(file),
        "rules": rules,
        "properties": properties,
        "players": dict(zip(SEATS, record.players, strict=True)),
    }


def _retold(record: Record, replay: Replay, rules: RuleSet, notation: str) -> dict[str, Any]:
    """Hands, bidding, tricks and result, as far as the game can be told."""
    from scripts.retell import Deal, retell, tell_cards
    from simcore.skat.record.replay import calls

    if record.line is None or record.deal is None:
        return {}
    told_calls = calls(record.line)
    if replay.row is None:
        return tell_cards(record.deal, told_calls, rules, notation)
    cards = [int(bit) for bit in replay.plays]
    regular = replay.end == "complete" and not replay.illegal
    told = retell(Deal(replay.row, cards, rules, notation, told_calls, regular))
    return told | {"ended": _ended(replay)}


def _ended(replay: Replay) -> str:
    """Why the cards stop before the tenth trick."""
    if replay.end == "left":
        return f"The game ends here: {replay.gone}."
    return {"complete": "The game is decided here.", "resigned": "The game is given up here."}.get(
        replay.end, ""
    )


def _tell_head(told: dict[str, Any]) -> None:
    properties = told["properties"]
    place = ", ".join(properties[name] for name in ("PC", "DT", "SE", "ID") if properties.get(name))
    print(f"Game {told['number']}, line {told['line']}, of {told['file']}")
    print(f"rules {told['rules']}{', ' + place if place else ''}")
    names = [f"{seat} {name or 'unnamed'}" for seat, name in told["players"].items()]
    print("players  " + ", ".join(names))


def _tell_verdict(told: dict[str, Any]) -> None:
    if told["unscored"]:
        print(f"\nNo game to score: {told['unscored']}")
    if told["verdict"] == _AGREES:
        print("\nRecord: agrees in every number")
        return
    print(f"\nRecord: {told['verdict']}")
    for difference in told["differences"]:
        print(f"  {difference}")
