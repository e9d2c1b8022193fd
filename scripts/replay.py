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
    if notation != "iss":
        raise ValueError("--notation goes with --deal, which prints cards")
    return _replay_all(file, rules, as_json)


# ---- a line a game ------------------------------------------------------------------------------


def _replay_all(file: Path, rules: str, as_json: bool) -> int:
    """Every game of a file and the total; exit code 3 if any does not agree."""
    from scripts.tables import print_json

    counts: Counter[str] = Counter()
    others: Counter[str] = Counter()  # rules that records which do not agree name themselves
    games: list[dict[str, Any]] = []
    for game in _games(file, rules):
        if not as_json and not counts:
            print(_HEAD)
        counts[game["verdict"]] += 1
        counts["illegal acts"] += len(game["illegal"])
        if game["verdict"] != _AGREES and game["rules"]:
            others[game["rules"]] += 1
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
        _print_other_rules(others, rules)
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


_HEAD = (
    f"{'game':>6}  {'declarer':<10}  {'game named':<22}{'bid':>4}{'points':>8}{'score':>7}  result"
)


def _print_game(game: dict[str, Any]) -> None:
    """One line; what differs stands below it."""
    from scripts.tables import wrapped

    if game["declarer"] is None:
        line = f"{game['number']:>6}  {'':<10}  {game['end']:<43}"
    else:
        line = (
            f"{game['number']:>6}  {game['declarer']:<10}  {_short_words(game):<24}"
            f"{game['bid']:>4}{game['card_points']:>8}{game['score']:>+7}"
        )
    print(f"{line}  {game['verdict']}")
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
    if number < 0:
        raise ValueError(f"file {str(file)!r} holds no game")
    raise ValueError(f"--deal {deal}: file {str(file)!r} holds {number + 1:,} games, from 0 on")


def _head(file: Path, record: Record, rules: str) -> dict[str, Any]:
    from scripts.retell import SEATS

    properties = {} if record.line is None else record.line.properties
    return {
        "file": str(file),
        "replayed_by": rules,
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
    """Why the cards stop before the tenth trick; empty for a lost Null, which always does."""
    from simcore.skat.rules import NULL

    if replay.end == "left":
        return f"The game ends here: {replay.gone}."
    if replay.end == "resigned":
        return "The game is given up here."
    null = replay.row is not None and replay.row["contract"] == NULL
    return "" if null else "The game is decided here."


def _tell_head(told: dict[str, Any]) -> None:
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
