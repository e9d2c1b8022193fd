"""The options of `simcore run` that decide the rows: what they mean in each game, and whether they
are those of a run there is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scripts import door

if TYPE_CHECKING:
    from simcore import Run, Scenario, poch

SKAT, POCH = "skat", "poch"
_OWN = {
    SKAT: ("contract", "declarer", "hand", "bid", "announce", "deals_from"),
    POCH: ("dealer", "circles"),
}


@dataclass(frozen=True)
class Wanted:
    """The options that decide the rows, as given; None (or False) is not given."""

    deals: int | None
    seed: int | None
    first: int | None
    game: str | None
    seats: int | None
    rules: str | None
    players: str | None
    rotate: bool
    plays: bool
    contract: str | None
    declarer: str | None
    hand: bool
    bid: int | None
    announce: str | None
    known: str | None
    notation: str | None
    deals_from: Path | None
    dealer: str | None
    circles: str | None

    def check_options(self) -> None:
        """Refuse options of another game, and those that need another.

        Raises
        ------
        ValueError
            There is one; the message names it.
        """
        from simcore.api import MOST_SEATS
        from simcore.jobs import check_game

        game = check_game(self.game or SKAT)
        if self.seats is not None:
            door.whole("--seats", self.seats, 3, MOST_SEATS)
        for other, names in _OWN.items():
            for name in names:
                value = getattr(self, name)
                if other != game and value is not None and value is not False:
                    option = name.replace("_", "-")
                    raise ValueError(f"--{option} belongs to {other}: a run of {game} takes none")
        if self.known is None and self.notation is not None:
            raise ValueError("--notation goes with --known, whose cards it reads")

    @cached_property
    def given(self) -> tuple[tuple[int, ...], ...]:
        """The deals of a file of records; none where no file is named."""
        return () if self.deals_from is None else door.deals_of(self.deals_from)

    def skat_scenario(self) -> Scenario | None:
        """Known cards and the forced game; None where nothing is known or forced."""
        from simcore import Scenario

        scenario = Scenario(
            known=door.known_of(self.known, self.notation).cards if self.known is not None else {},
            declarer=self.declarer,
            contract=self.contract,
            hand=self.hand or None,
            announced=door.announcements_of(self.announce),
            bid=self.bid,
            deals=self.given,
        )
        return None if scenario == Scenario() else scenario

    def poch_scenario(self, rules: poch.RuleSet) -> poch.Scenario | None:
        """Known cards, dealer and circles at a table of these rules; None where none is given."""
        from scripts.poch_words import scenario_of
        from simcore.poch import Scenario

        scenario = scenario_of(
            rules,
            known=self.known,
            notation=self.notation,
            dealer=self.dealer,
            circles=self.circles,
        )
        return None if scenario == Scenario() else scenario

    def scenario(self) -> Scenario | poch.Scenario | None:
        """What is known and forced in the game asked for."""
        if self.game != POCH:
            return self.skat_scenario()
        from simcore.poch import DEFAULT, load_rules

        return self.poch_scenario(
            load_rules(DEFAULT if self.rules is None else self.rules, self.seats)
        )

    def player_words(self) -> str | tuple[str, ...] | None:
        """One preset or one for each seat."""
        words = door.words_of(self.players)
        return words[0] if len(words) == 1 else words or None

    def _number_of_deals(self) -> int | None:
        """Deals asked for; of a file of records all from the first on."""
        number, first = len(self.given), self.first or 0
        if not number:
            return self.deals
        if not 0 <= first < number:
            raise ValueError(f"--first {first}: the file of --deals-from holds {number:,} deals")
        if self.deals is not None and self.deals > number - first:
            raise ValueError(f"--deals {self.deals}: the file holds {number - first:,} from there")
        return number - first if self.deals is None else self.deals

    def numbers(self) -> dict[str, Any]:
        """Arguments of `simcore.simulate` that mean the same in all games, defaults left out."""
        given = {
            "game": self.game,
            "rules": self.rules,
            "players": self.player_words(),
            "first": self.first,
            "seed": self.seed,
            "deals": self._number_of_deals(),
            "seats": self.seats,
            "rotate": self.rotate or None,
            "plays": self.plays or None,
        }
        return {name: value for name, value in given.items() if value is not None}

    def arguments(self) -> dict[str, Any]:
        """Arguments of `simcore.simulate`, defaults left out.

        Raises
        ------
        ValueError
            An option is of another game or not readable.
        """
        self.check_options()
        scenario = self.scenario()
        return self.numbers() | ({} if scenario is None else {"scenario": scenario})


def check_same(wanted: Wanted, run: Run) -> None:
    """Check that the options given are those a run was started with.

    Raises
    ------
    ValueError
        One of them is not; the message names it.
    """
    kept = run.settings
    if wanted.game not in (None, kept["game"]):
        raise _other("game", run)
    wanted = replace(wanted, game=kept["game"])
    wanted.check_options()
    for option, value, before in _compared(wanted, kept):
        if value != before:
            raise _other(option, run)


def _other(option: str, run: Run) -> ValueError:
    return ValueError(f"--{option}: run folder {str(run.path)!r} was started with another")


def _compared(wanted: Wanted, kept: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    """Every option given as (name, value, value of the run), in the form of the manifest."""
    given = wanted.numbers()
    compared = [
        (name, given[name], kept[name])
        for name in ("deals", "first", "seed", "rotate", "plays")
        if name in given and (name != "deals" or wanted.deals is not None)
    ]
    return compared + (_of_poch if wanted.game == POCH else _of_skat)(wanted, given, kept)


def _of_skat(
    wanted: Wanted, given: dict[str, Any], kept: dict[str, Any]
) -> list[tuple[str, Any, Any]]:
    """What only Skat can read: rules, players, the forced game."""
    from simcore.skat import describe_rules, load_players

    compared: list[tuple[str, Any, Any]] = []
    if "seats" in given:
        compared.append(("seats", given["seats"], 3))
    if "rules" in given:
        compared.append(("rules", describe_rules(given["rules"]), kept["rules"]))
    if "players" in given:
        players = [player.model_dump() for player in load_players(given["players"])]
        compared.append(("players", players, kept["players"]))
    scenario = wanted.skat_scenario()
    words = {} if scenario is None else scenario.words()
    names = {"announced": "announce", "deals": "deals-from"}
    forced = kept["scenario"] or {}
    compared += [
        (names.get(name, name), value, forced.get(name)) for name, value in words.items() if value
    ]
    return compared


def _of_poch(
    wanted: Wanted, given: dict[str, Any], kept: dict[str, Any]
) -> list[tuple[str, Any, Any]]:
    """What only poch can read: seats, rules, players, and how its sessions begin."""
    from simcore.poch import describe_rules, load_players, rules_in

    seats, compared = kept["rules"]["players"], list[tuple[str, Any, Any]]()
    if "seats" in given:
        compared.append(("seats", given["seats"], seats))
    if "rules" in given:
        described = describe_rules(given["rules"], given.get("seats", seats))
        compared.append(("rules", described, kept["rules"]))
    if "players" in given:
        players = [player.model_dump() for player in load_players(given["players"], seats)]
        compared.append(("players", players, kept["players"]))
    rules = rules_in(kept["rules"].items())
    scenario = wanted.poch_scenario(rules)
    words = {} if scenario is None else scenario.words(rules)
    begun = kept["scenario"] or {}
    compared += [
        (name, words[name], begun.get(name))
        for name in ("known", "dealer", "circles")
        if getattr(wanted, name) is not None
    ]
    return compared
