"""One auction, replayed act by act; imports nothing from simcore.

An act is "pass", "see" or the chips put down at that turn. Whose turn it is follows from the acts
before, so acts come without seats.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.oracle.poch_holdings import NOTHING, Holding, best_of
from tests.oracle.poch_rules import Rules, from_left

Act = int | str


class UnfinishedError(ValueError):
    """The acts are legal so far, but the auction goes on."""


@dataclass
class Auction:
    """An auction so far; `winner` -1 and `how` empty until it has ended."""

    rules: Rules
    dealer: int
    circle: int
    holdings: Sequence[Holding]
    staked: list[int]
    still_in: list[int]
    last_stake: int = 0
    log: list[tuple[int, Act]] = field(default_factory=list)
    winner: int = -1
    how: str = ""

    @property
    def collected(self) -> int:
        """What the winner takes: the circle and all stakes, his own too."""
        return self.circle + sum(self.staked)

    def end(self, winner: int, how: str) -> None:
        """The auction is over."""
        self.winner, self.how = winner, how


def auction(
    acts: Iterable[Act], holdings: Sequence[Holding], dealer: int, circle: int, rules: Rules
) -> Auction:
    """Replay an auction.

    Parameters
    ----------
    acts
        What was done at each turn of somebody still in, in the order of turns.
    holdings
        Each seat's holding for this auction.
    dealer
        His left neighbour begins.
    circle
        Chips in the circle, antes included.
    rules
        The betting and its limits.

    Raises
    ------
    UnfinishedError
        When the acts end before the auction.
    ValueError
        For an act that is not legal, or one after the end.
    """
    acts = list(acts)
    order = from_left(dealer, rules.players)
    now = Auction(rules, dealer, circle, holdings, [0] * rules.players, list(order))
    if not rules.bluff and all(holding == NOTHING for holding in holdings):
        now.end(dealer, "none_held")
    circuit = 0
    while not now.how:
        for seat in order:
            if seat in now.still_in and not now.how:
                if not acts:
                    raise UnfinishedError(f"seat {seat} has not acted")
                take_turn(now, seat, acts.pop(0), last_words=circuit >= rules.max_circuits)
        circuit += 1
    if acts:
        raise ValueError(f"{acts[0]}: the auction was over")
    return now


def take_turn(now: Auction, seat: int, act: Act, last_words: bool) -> None:
    """Check one act and carry it out; last words: nobody may raise any more."""
    if act == "pass":
        now.still_in.remove(seat)
    elif now.holdings[seat] == NOTHING and not now.rules.bluff:
        raise ValueError(f"seat {seat} holds nothing and may only pass, not {act}")
    elif act == "see":
        see(now, seat, last_words)
    elif isinstance(act, int) and now.rules.betting == "literal":
        stake_in_full(now, seat, act, last_words)
    elif isinstance(act, int):
        stake_difference(now, seat, act, last_words)
    else:
        raise ValueError(f"seat {seat}: {act!r} is no act")
    now.log.append((seat, act))
    if not now.how:
        look_for_end(now)


def see(now: Auction, seat: int, last_words: bool) -> None:
    """Stake as much as the last stake; all still in show."""
    if now.rules.betting == "poker":
        raise ValueError(f"seat {seat}: nobody sees where differences are staked")
    if not now.last_stake:
        raise ValueError(f"seat {seat}: there is no stake to see")
    if len(now.still_in) != 2 and not last_words:
        raise ValueError(f"seat {seat} cannot see: {len(now.still_in)} are still in")
    now.staked[seat] += now.last_stake
    show(now)


def stake_in_full(now: Auction, seat: int, chips: int, last_words: bool) -> None:
    """Literal betting: every stake is at least as high as the last one."""
    if last_words:
        raise ValueError(f"seat {seat} may only see or pass, not stake {chips}")
    least = now.last_stake or now.rules.min_stake
    if chips < least:
        raise ValueError(f"seat {seat} stakes {chips}, less than {least}")
    if now.rules.cap and chips > now.rules.cap:
        raise ValueError(f"seat {seat} stakes {chips}, more than {now.rules.cap}")
    now.staked[seat] += chips
    now.last_stake = chips


def stake_difference(now: Auction, seat: int, chips: int, last_words: bool) -> None:
    """Poker betting: a stake brings the total up to the highest one, or above it."""
    highest = max(now.staked)
    total = now.staked[seat] + chips
    least = highest or now.rules.min_stake
    if chips < 1 or total < least:
        raise ValueError(f"seat {seat} comes to {total}, less than {least}")
    if now.rules.cap and total > now.rules.cap:
        raise ValueError(f"seat {seat} comes to {total}, more than {now.rules.cap}")
    if last_words and total != highest:
        raise ValueError(f"seat {seat} may only equal {highest} or pass, not come to {total}")
    now.staked[seat] = total


def look_for_end(now: Auction) -> None:
    """One is left after a stake, all have passed, or (poker) all totals are equal."""
    staked = sum(now.staked) > 0
    if not now.still_in:
        now.end(now.dealer, "all_pass")
    elif len(now.still_in) == 1 and staked:
        now.end(now.still_in[0], "unseen")
    elif now.rules.betting == "poker" and staked:
        highest = max(now.staked)
        if all(now.staked[seat] == highest for seat in now.still_in):
            show(now)


def show(now: Auction) -> None:
    """The best holding of those still in wins, nearest to the dealer's left among equals."""
    now.end(best_of(now.holdings, now.still_in), "shown")
