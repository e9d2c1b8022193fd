"""What must hold in every row of soket and sekans: cards, circles, auctions, payments, chips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from analysis.poch.auctions import by_seat, told_to_the_end
from scripts.poch_keys import flush_keys, run_keys, soket_keys
from scripts.poch_played import cards_in, sheds_wrong
from scripts.recheck import rotations_of
from simcore.poch import Scenario, rules_in
from simcore.poch.auction import HOW
from simcore.poch.dealing import TURN_UP
from simcore.poch.pack import LANE, RANKS, cards_of
from simcore.poch.row import turns_in
from simcore.poch.rules import AUCTIONS, FIXED, FLUSH, HAND, POKER, RuleSet

if TYPE_CHECKING:
    from simcore import Run

Numbers = NDArray[np.int64]
Wrong = Iterator[tuple[str, NDArray[np.bool_]]]
_UNSEEN, _SHOWN, _ALL_PASS, _NONE_HELD = range(len(HOW))


class Block:
    """Some rows, as arrays of whole numbers that do not wrap."""

    def __init__(self, rows: np.ndarray, plays: np.ndarray | None, rules: RuleSet) -> None:
        self.rows, self.plays, self.rules = rows, plays, rules
        self.deal, self.dealer = self.column("deal_id"), self.column("dealer")
        self.hands = self.seats("hand")
        self.turn_up = self.column("turn_up")
        self.trump = self.turn_up // LANE

    def column(self, name: str) -> Numbers:
        """A column, shape (rows,)."""
        return np.asarray(self.rows[name].astype(np.int64))

    def seats(self, name: str) -> Numbers:
        """A column that has a value a seat, shape (rows, seats)."""
        return np.stack([self.column(f"{name}_{k}") for k in range(self.rules.players)], axis=1)

    def of_seat(self, values: Numbers, seat: Numbers) -> Numbers:
        """Of each row the value of one seat."""
        return np.asarray(np.take_along_axis(values, seat[:, None], axis=1)[:, 0])

    @property
    def ranks(self) -> list[int]:
        """The ranks that have a circle."""
        return [rank for rank in range(len(RANKS)) if self.rules.circle_ranks >> rank & 1]

    @property
    def after(self) -> Numbers:
        """Chips in the circles after each deal, shape (rows, circles)."""
        names = [f"circle_{RANKS[rank]}" for rank in self.ranks]
        empty = np.zeros((len(self.rows), 0), dtype=np.int64)
        return np.stack([self.column(name) for name in names], axis=1) if names else empty


class Checks:
    """Checks the blocks of a run in order; who dealt and what lies in the circles is handed on from
    one to the next, where that follows it."""

    def __init__(self, run: Run) -> None:
        settings = run.settings
        self.rules = rules_in(settings["rules"].items())
        words: dict[str, Any] | None = settings["scenario"]
        scenario = Scenario() if words is None else Scenario.from_words(words)
        self.known = scenario.known_cards(self.rules)
        self.forced = scenario.forced(self.rules)[0]
        self.turns = rotations_of(run)
        self.last: Block | None = None  # the block before

    def __call__(self, rows: np.ndarray, plays: np.ndarray | None) -> Wrong:
        """What is wrong, and in which rows."""
        block = Block(rows, plays, self.rules)
        if self.last is not None and block.deal[0] != self.last.deal[-1] + 1:
            self.last = None  # deals between are not there: what they left, no row tells
        before, dealt = self._before(block)
        yield from _numbers(block, self.turns)
        yield from self._dealers(block)
        cards = list(_cards(block, self.known, self.turns))
        yield from cards
        if any(wrong.any() for _, wrong in cards):
            return  # what follows is counted from the cards
        yield from _circles(block, before, dealt)
        for kind in range(len(AUCTIONS)):
            yield from _auction(block, kind)
        yield from _shedding(block)
        yield from _chips(block, before, dealt)
        self.last = block

    def _starts(self, block: Block) -> NDArray[np.bool_]:
        """Rows of deals that begin a session."""
        return np.asarray(block.deal % self.rules.session_deals == 0)

    def _before(self, block: Block) -> tuple[Numbers, NDArray[np.bool_]]:
        """Chips in the circles before each deal's antes, and where they are known.

        A run may begin within a session: what lay there then, no row tells.
        """
        after, starts = block.after, self._starts(block)
        if self.last is None:
            first = np.zeros_like(after[: self.turns])
        else:
            first = self.last.after[-self.turns :]
        before = np.concatenate([first, after[: -self.turns]])
        before[starts] = self.forced["circles"][block.ranks]
        known = np.ones(len(after), dtype=bool)
        known[: self.turns] = self.last is not None
        return before, known | starts

    def _dealers(self, block: Block) -> Wrong:
        """The dealer is the left neighbour of the one before; a scenario says who begins."""
        starts, number = self._starts(block), self.rules.players
        yield "there is no such dealer", (block.dealer < 0) | (block.dealer >= number)
        before = np.roll(block.dealer, self.turns)
        chained = ~starts
        if self.last is None:
            chained[: self.turns] = False
        else:
            before[: self.turns] = self.last.dealer[-self.turns :]
        yield (
            "dealer is not to the left of the last",
            chained & (block.dealer != (before + 1) % number),
        )
        if self.forced["dealer"] >= 0:
            yield (
                "dealer is not that of the scenario",
                starts & (block.dealer != self.forced["dealer"]),
            )


def _numbers(block: Block, turns: int) -> Wrong:
    """Players, sessions and rotations are those of the deal number."""
    rules = block.rules
    rotation = np.arange(len(block.rows)) % turns
    yield "rotation is out of order", block.column("rotation") != rotation
    yield "players is not the number of seats", block.column("players") != rules.players
    yield (
        "session is not that of the deal",
        block.column("session") != block.deal // rules.session_deals,
    )


def _cards(block: Block, known: np.ndarray, turns: int) -> Wrong:
    """Hands and the card turned up are different cards of the pack, the same in each rotation."""
    hands, pack = block.hands, cards_of(block.rules.pack)
    up = np.int64(1) << np.clip(block.turn_up, 0, 63)
    counted = np.array([np.bitwise_count(hand) for hand in hands.T]).T
    dealt = np.bitwise_or.reduce(hands, axis=1) | up
    yield "a hand has not six cards", (counted != HAND).any(axis=1)
    yield "turn_up is no card of the pack", (block.turn_up < 0) | (up & pack == 0)
    yield (
        "hands and turn_up are not different cards of the pack",
        (np.bitwise_count(dealt) != HAND * block.rules.players + 1) | (dealt & ~pack != 0),
    )
    kept = known[: block.rules.players]
    lacking = (hands & kept != kept).any(axis=1)
    lacking |= (known[TURN_UP] != 0) & (up != known[TURN_UP])
    yield "cards known by the scenario are elsewhere", lacking
    first = np.arange(len(hands)) // turns * turns
    yield (
        "the rotations of a deal have not the same cards",
        (hands != hands[first]).any(axis=1) | (block.turn_up != block.turn_up[first]),
    )


def _claims(block: Block) -> Numbers:
    """Whose each circle is: a seat, or -1; shape (rows, circles)."""
    owner = np.full((len(block.rows), len(block.ranks)), -1)
    for place, rank in enumerate(block.ranks):
        held = block.hands >> (LANE * block.trump + rank)[:, None] & 1
        owner[:, place] = np.where(held.any(axis=1), held.argmax(axis=1), -1)
        up = block.turn_up % LANE == rank
        owner[up, place] = block.dealer[up]
    return owner


def _circles(block: Block, before: Numbers, known: NDArray[np.bool_]) -> Wrong:
    """Circles go to who holds the trump of their rank, the rest waits with its chips."""
    owner, after = _claims(block), block.after
    full = before + block.rules.ante * block.rules.players
    yield "a circle that is taken is not empty", ((owner >= 0) & (after != 0)).any(axis=1)
    waiting = (owner < 0) & (after != full)
    yield "a circle that waits has not all its chips", waiting.any(axis=1) & known
    taken = [(full * (owner == seat)).sum(axis=1) for seat in range(block.rules.players)]
    wrong = (np.stack(taken, axis=1) != block.seats("circles")).any(axis=1)
    yield "circles are not what the cards bring", wrong & known


def _auction(block: Block, kind: int) -> Wrong:
    """Keys are those of the cards; the winner is who must win; chips add up."""
    rules, name = block.rules, AUCTIONS[kind]
    if name == "soket":
        counted = soket_keys(block.hands, block.trump)
    else:
        counted = (flush_keys if rules.sekans == FLUSH else run_keys)(block.hands, block.trump)
    keys, staked = block.seats(f"{name}_key"), block.seats(f"{name}_stake")
    how, winner = block.column(f"{name}_how"), block.column(f"{name}_winner")
    yield f"{name}_key is not that of the cards", (keys != counted).any(axis=1)
    nowhere = (winner < 0) | (winner >= rules.players)
    yield f"there is no such {name}_winner", nowhere
    winner = np.where(nowhere, 0, winner)
    yield f"{name}_stake is below 0, or of who holds nothing", _bad_stakes(keys, staked, rules)
    pot = rules.ante * rules.players + staked.sum(axis=1)
    won = -staked
    won[np.arange(len(won)), winner] += pot
    yield f"{name} is not what the stakes come to", (won != block.seats(name)).any(axis=1)
    yield f"{name}_how does not fit keys and stakes", _bad_end(how, keys, staked, rules)
    idle = how >= _ALL_PASS
    yield f"{name}_winner is not the dealer, where nobody stakes", idle & (winner != block.dealer)
    fair = ~nowhere & (block.of_seat(staked, winner) > 0)
    yield f"{name}_winner has not staked", ~idle & ~fair
    yield from _best_wins(block, kind, keys, staked, how, winner)


def _bad_stakes(keys: Numbers, staked: Numbers, rules: RuleSet) -> NDArray[np.bool_]:
    """Stakes that the rules leave nobody to make."""
    bad = (staked < 0) | ((staked > 0) & (staked < rules.min_stake))
    if rules.bluff == 0:
        bad |= (staked > 0) & (keys == 0)
    if rules.betting == POKER and rules.max_stake > 0:
        bad |= staked > rules.max_stake
    return np.asarray(bad.any(axis=1))


def _bad_end(how: Numbers, keys: Numbers, staked: Numbers, rules: RuleSet) -> NDArray[np.bool_]:
    """Ends that cannot be: none held, all passed, or shown by fewer than two."""
    none = ~keys.any(axis=1) & (rules.bluff == 0)
    stakers = (staked > 0).sum(axis=1)
    return np.asarray(
        (none != (how == _NONE_HELD))
        | ((stakers == 0) != (how >= _ALL_PASS))
        | ((how == _SHOWN) & (stakers < 2))
    )


def _best_wins(
    block: Block, kind: int, keys: Numbers, staked: Numbers, how: Numbers, winner: Numbers
) -> Wrong:
    """The best of those who show wins, of equals the nearest to the dealer's left.

    Who shows is told by the turns, where they are logged. Else, in poker, by the highest stake;
    and where only two have staked, both show.
    """
    rules, name, shown = block.rules, AUCTIONS[kind], how == _SHOWN
    if block.plays is not None:
        told = told_to_the_end(turns_in(block.plays, kind, rules), rules)
        inside = by_seat(told.inside, block.dealer)
        put_down = by_seat(told.staked, block.dealer)
        yield f"{name}_stake is not what the turns say", (put_down != staked).any(axis=1)
        left = inside.sum(axis=1)
        wrong = ((how == _UNSEEN) & (left != 1)) | (shown & (left < 2))
        wrong |= (how == _ALL_PASS) & (left != 0)
        yield f"{name}_how is not what the turns say", wrong
        alone = (how == _UNSEEN) & (left == 1)
        yield f"{name}_winner has passed", alone & (inside.argmax(axis=1) != winner)
    elif rules.betting == POKER:
        inside = staked == staked.max(axis=1)[:, None]
    else:
        inside = staked > 0
        shown = shown & (inside.sum(axis=1) == 2)
    order = (block.dealer[:, None] + 1 + np.arange(rules.players)) % rules.players
    ranked = np.take_along_axis(np.where(inside, keys, -1), order, axis=1)
    best = block.of_seat(order, ranked.argmax(axis=1))
    yield f"{name}_winner has not the best holding shown", shown & (best != winner)


def _shedding(block: Block) -> Wrong:
    """One seat has cards left and pays; with the cards logged, they fall as the rules have it."""
    rules = block.rules
    loser, left, paid = block.column("loser"), block.column("cards_left"), block.seats("shedding")
    nobody = (loser < 0) | (loser >= rules.players)
    yield "loser or cards_left cannot be", nobody | (left < 1) | (left > HAND)
    loser = np.where(nobody, 0, loser)
    pays = np.full(len(left), rules.fixed_payment) if rules.payment == FIXED else left
    due = np.repeat(pays[:, None], rules.players, axis=1)
    due[np.arange(len(due)), loser] = -pays * (rules.players - 1)
    yield "shedding is not what the cards left cost", (due != paid).any(axis=1)
    if block.plays is not None:
        cards = cards_in(block.plays, rules)
        wrong = sheds_wrong(cards, block.hands, block.dealer, loser, left)
        yield "the cards played break the rules, or the row tells another end", wrong


def _chips(block: Block, before: Numbers, known: NDArray[np.bool_]) -> Wrong:
    """Sums by seat; and what the players lose lies in the circles."""
    rules, chips = block.rules, block.seats("chips")
    parts = [block.seats(name) for name in ("circles", "soket", "sekans", "shedding")]
    due = np.sum(parts, axis=0) - rules.ante * rules.circles
    yield "chips is not the sum of its parts", (due != chips).any(axis=1)
    grown = block.after.sum(axis=1) - before.sum(axis=1)
    yield "chips are lost or made", known & (chips.sum(axis=1) + grown != 0)
