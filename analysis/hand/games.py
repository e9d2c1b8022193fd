"""The games a hand may be played at: with the skat or from the hand, with what is announced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcore import Scenario
from simcore.skat import RuleSet, check_declaration
from simcore.skat.rules import NAMES

CONTRACTS = "DHSCGN"
LATER = "pick up, then choose"


@dataclass(frozen=True)
class Choice:
    """A way to play a hand: one arm of the experiment.

    Attributes
    ----------
    contract
        One of D H S C G N; None: the declarer names the game when he has seen the skat.
    hand
        Whether the skat is left.
    announced
        Announcements.
    discard
        The two cards put away, as a set; 0: the declarer's own choice in every world.
    """

    contract: str | None
    hand: bool = False
    announced: tuple[str, ...] = ()
    discard: int = 0

    @property
    def name(self) -> str:
        """As players say it: "Clubs hand schneider"."""
        if self.contract is None:
            return LATER
        words = [NAMES[CONTRACTS.index(self.contract)], *["hand"] * self.hand, *self.announced]
        return " ".join(words)

    def scenario(self, seat: int, bid: int, **worlds: Any) -> Scenario:
        """This game forced on a seat, in deals with these cards known."""
        return Scenario(
            declarer=seat,
            bid=bid,
            contract=self.contract,
            hand=self.hand,
            announced=self.announced,
            discard=self.discard or None,
            **worlds,
        )


def is_legal(choice: Choice, bid: int, rules: RuleSet) -> bool:
    """Whether the rules let a game be named at a bid; one chosen later always can."""
    if choice.contract is None:
        return True
    try:
        check_declaration(
            choice.contract, rules=rules, bid=bid, hand=choice.hand, announced=choice.announced
        )
    except ValueError:
        return False
    return True


def plain_choices(bid: int, rules: RuleSet, *, picked_up: bool) -> list[Choice]:
    """All games without announcements but Null ouvert, legal at a bid; without hand games once
    the skat was picked up."""
    return [choice for choice in _plain(picked_up) if is_legal(choice, bid, rules)]


def _plain(picked_up: bool) -> Iterator[Choice]:
    if not picked_up:
        yield Choice(None)
    for hand in (False,) if picked_up else (False, True):
        for contract in CONTRACTS:
            yield Choice(contract, hand)
        yield Choice("N", hand, ("ouvert",))


ANNOUNCED = (("schneider",), ("schwarz",), ("ouvert",))


def announced_choices(
    plain: Choice, schneider: float, schwarz: float, bid: int, rules: RuleSet
) -> list[Choice]:
    """Announcements worth a look: what the plain game makes of itself in a quarter of the worlds.

    `schneider` and `schwarz` are the shares of worlds in which it makes them.
    """
    if plain.contract in (None, "N") or plain.announced:
        return []
    likely = (schneider, schwarz, schwarz)
    choices = [Choice(plain.contract, plain.hand, words) for words in ANNOUNCED]
    return [
        choice
        for choice, share in zip(choices, likely, strict=True)
        if share >= _LIKELY and is_legal(choice, bid, rules)
    ]


_LIKELY = 0.25
