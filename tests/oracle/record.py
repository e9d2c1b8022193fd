"""A recorded game judged once more, slow and obvious, from the words of its line.

It says only whether a game is legal from the first act to the last and what it comes to; the first
act that breaks a rule, or an end that leaves the game open, is a ValueError.
"""

import re
from collections.abc import Sequence
from typing import Any

from tests.oracle import skat
from tests.oracle.skat import Rules

Outcome = dict[str, Any]


class GoneError(Exception):
    """A player left or ran out of time."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.left = int(word[3]) if word.startswith("LE") else -1
        self.timed_out = int(word[3]) if word.startswith("TI") else -1


class Acts:
    """The moves after the deal, taken one by one."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.pairs = list(zip(tokens[0::2], tokens[1::2], strict=True))

    def next_is(self, who: int | str, *words: str) -> bool:
        """Whether the next act is this player's, and one of these words where any are given."""
        if not self.pairs or self.pairs[0][0] != str(who):
            return False
        return not words or self.pairs[0][1] in words

    def take(self) -> tuple[str, str]:
        """The next act; a player who goes ends everything."""
        if not self.pairs:
            raise ValueError("the record ends before the game")
        who, word = self.pairs.pop(0)
        if who == "w" and re.fullmatch(r"(TI|LE)\.[012]", word):
            raise GoneError(word)
        return who, word

    def take_of(self, seat: int) -> str:
        """The next act, which has to be this seat's."""
        who, word = self.take()
        if who != str(seat):
            raise ValueError(f"{who} {word}: it is the turn of {seat}")
        return word


# --- Auction --------------------------------------------------------------------------------------


def hear_duel(acts: Acts, sayer: int, hearer: int, said: list[int], rules: Rules) -> int:
    """Hear one player bid against another; return who is left."""
    while True:
        word = acts.take_of(sayer)
        if word == "p":
            return hearer
        said[sayer] = higher_bid(word, said, rules)
        word = acts.take_of(hearer)
        if word == "p":
            return sayer
        if word != "y":
            raise ValueError(f"{word} is no answer")
        said[hearer] = said[sayer]


def higher_bid(word: str, said: list[int], rules: Rules) -> int:
    """The value of a bid."""
    if not word.isdigit() or int(word) not in skat.bid_values(rules) or int(word) <= max(said):
        raise ValueError(f"{word} is no legal bid")
    return int(word)


def hear_auction(acts: Acts, rules: Rules) -> tuple[int, list[int]]:
    """The declarer, -1 if all pass, and what each seat said."""
    said = [0, 0, 0]
    survivor = hear_duel(acts, 1, 0, said, rules)
    survivor = hear_duel(acts, 2, survivor, said, rules)
    if max(said) == 0:
        word = acts.take_of(0)
        if word == "p":
            return -1, said
        said[0] = higher_bid(word, said, rules)
    return survivor, said


# --- Exchange -------------------------------------------------------------------------------------


def hear_game(word: str, picked_up: bool) -> tuple[str, set[str]]:
    """Contract and announcements of a declaration."""
    contract, marks = word[0], set(word[1:])
    if contract not in "DHSCGN" or not marks <= set("HOSZ"):
        raise ValueError(f"{word} is no game")
    hand = "H" in marks or ("O" in marks and contract != "N")
    if hand == picked_up:
        raise ValueError(f"{word}: hand game or not?")
    names = {"S": "schneider", "Z": "schwarz", "O": "ouvert"}
    return contract, skat.with_implied(contract, [names[mark] for mark in marks - {"H"}])


def hear_exchange(
    acts: Acts, hands: list[list[str]], left: list[str], seat: int, bid: int, rules: Rules
) -> tuple[str, set[str], list[str]]:
    """Contract, announcements and the cards put away (none in hand games)."""
    picked_up = acts.next_is(seat, "s")
    if picked_up:
        acts.take()
        hands[seat] += left
        hear_skat(acts, left)
    game, *shown = acts.take_of(seat).split(".")
    contract, announced = hear_game(game, picked_up)
    skat.check_declaration(contract, rules=rules, bid=bid, hand=not picked_up, announced=announced)
    away: list[str] = []
    if picked_up:
        away = shown[:2] or hear_discard(acts, left, seat)
        if len(set(away)) != 2 or not set(away) <= set(hands[seat]):
            raise ValueError(f"{away} cannot be put away")
        hands[seat] = [card for card in hands[seat] if card not in away]
    elif shown and "ouvert" not in announced:
        raise ValueError("a hand game puts nothing away")
    return contract, announced, away


def hear_discard(acts: Acts, left: list[str], seat: int) -> list[str]:
    """The cards put away in an act of their own."""
    try:
        hear_skat(acts, left)
        return acts.take_of(seat).split(".")
    except GoneError:
        raise ValueError("gone between declaration and discard") from None


def hear_skat(acts: Acts, left: list[str]) -> None:
    """The server may turn over the skat, which has to be the one dealt."""
    while acts.next_is("w") and acts.pairs[0][1][:3] not in ("TI.", "LE."):
        if set(acts.take()[1].split(".")) != set(left):
            raise ValueError("another skat")


# --- Play -----------------------------------------------------------------------------------------


class Play:
    """The tricks so far."""

    def __init__(self, hands: list[list[str]], declarer: int, contract: str, rules: Rules) -> None:
        self.hands, self.declarer, self.contract, self.rules = hands, declarer, contract, rules
        self.taken: list[list[str]] = [[], [], []]
        self.tricks = [0, 0, 0]
        self.trick: list[str] = []
        self.leader = 0
        self.resigned: set[int] = set()

    def card(self, who: str, card: str) -> None:
        """One card is played."""
        seat = (self.leader + len(self.trick)) % 3
        lead = self.trick[0] if self.trick else None
        if who != str(seat):
            raise ValueError(f"{who} {card}: it is the turn of {seat}")
        if card not in skat.legal_cards(self.hands[seat], lead, self.contract, self.rules):
            raise ValueError(f"{who} {card}: not held, or no following")
        self.hands[seat].remove(card)
        self.trick.append(card)
        if len(self.trick) == 3:
            winner = skat.trick_winner(self.trick, self.contract, self.rules)
            self.leader = (self.leader + winner) % 3
            self.taken[self.leader] += self.trick
            self.tricks[self.leader] += 1
            self.trick = []

    def is_over(self) -> bool:
        """Ten tricks, or a Null that is lost."""
        lost_null = self.contract == "N" and self.tricks[self.declarer] > 0
        return sum(self.tricks) == 10 or lost_null

    def is_given_up(self) -> bool:
        """The declarer has resigned, or both defenders have."""
        return self.declarer in self.resigned or len(self.resigned) == 2


def hear_tricks(acts: Acts, play: Play, announced: set[str]) -> str:
    """Every act of the play; how it ended."""
    while not play.is_over() and not play.is_given_up():
        if not acts.pairs:
            if play.resigned:
                return "resigned"
            if "schwarz" in announced and sum(play.tricks) > play.tricks[play.declarer]:
                return "complete"
        hidden = acts.pairs and acts.pairs[0][1] == "??"
        if hidden and len(acts.pairs) == 2 and acts.pairs[1][0] == "w":
            acts.pairs.pop(0)  # nobody knows the card, and the next act ends the game
        who, word = acts.take()
        if word == "RE":
            play.resigned.add(int(who))
        elif word.split(".")[0] == "SC":
            if who != str(play.declarer):
                raise ValueError("only the declarer shows his cards")
        else:
            play.card(who, word)
    return "complete" if play.is_over() else "resigned"


# --- Result ---------------------------------------------------------------------------------------


def given_up_score(
    cards12: list[str], contract: str, hand: bool, announced: set[str], bid: int, beyond: int,
    rules: Rules,
) -> tuple[int, bool]:  # fmt: skip
    """Score and overbid mark of a declarer who gives up, with levels reached beyond his own."""
    plain = skat.score(
        cards12, contract, rules=rules, bid=bid if contract == "N" else 0, points=60,
        tricks=5, hand=hand, announced=announced,
    )  # fmt: skip
    if contract == "N":
        return plain["score"], False
    base = plain["value"] // plain["level"]
    value = counted = base * (plain["level"] + beyond)
    while value < bid:
        value += base
    return -rules["hand_loss" if hand else "loss"] * value, counted < bid


def settle(
    play: Play, end: str, gone: GoneError | None, cards12: list[str], away: list[str], hand: bool,
    announced: set[str], bid: int,
) -> Outcome:  # fmt: skip
    """What the game comes to, in the words of the result property."""
    seat, contract, rules = play.declarer, play.contract, play.rules
    others = [other for other in range(3) if other != seat]
    went = {seat} & (play.resigned | ({gone.left, gone.timed_out} if gone else set()))
    given_up = end != "complete" and bool(went)
    tricks = play.tricks[seat]
    points = skat.points(play.taken[seat]) + skat.points(away)
    if end != "complete" and not given_up and contract != "N":
        points = 120 - sum(skat.points(play.taken[other]) for other in others)
        tricks = 10 - sum(play.tricks[other] for other in others)
    counts = contract != "N" and (not given_up or sum(play.tricks) > 0)
    low, no_trick = counts and points <= 30, counts and tricks == 0
    low, no_trick = low and "schneider" not in announced, no_trick and "schwarz" not in announced
    high, all_tricks = counts and points >= 90, counts and tricks == 10
    if given_up:
        beyond = (low or (high and "schneider" not in announced)) + no_trick
        score, overbid = given_up_score(cards12, contract, hand, announced, bid, beyond, rules)
    else:
        settled = skat.score(
            cards12, contract, rules=rules, bid=bid, points=points, tricks=tricks, hand=hand,
            announced=announced,
        )  # fmt: skip
        score, overbid = settled["score"], settled["overbid"]
    return {
        "d": seat,
        "kind": "win" if score > 0 else "loss",
        "v": score,
        "m": skat.matadors(cards12, contract, rules),
        "bid": "overbid" if overbid else "bidok",
        "p": None if contract == "N" and end != "complete" else points,
        "t": None if contract == "N" and end != "complete" else tricks,
        "s": int(low or high),
        "z": int(no_trick or all_tricks),
        "l": gone.left if gone else -1,
        "to": gone.timed_out if gone else -1,
        "r": int(end == "resigned"),
    }


def judge(moves: str, rules: str | Rules = "isko") -> Outcome:
    """What a game comes to.

    Parameters
    ----------
    moves
        The property MV of a line.
    rules
        A preset name or rule fields.

    Returns
    -------
    dict
        The fields of the property R that the game decides, None for one it leaves open; `kind` is
        "passed", "penalty", "win" or "loss".

    Raises
    ------
    ValueError
        An act breaks a rule, or the game stays open.
    """
    rules = skat.rules_of(rules)
    _, deal, *tokens = moves.split()
    cards = deal.split(".")
    hands = [cards[0:10], cards[10:20], cards[20:30]]
    acts, left = Acts(tokens), cards[30:]
    if len(set(cards)) != 32 or "??" in cards:
        raise ValueError("no deal")
    seat = -1
    try:
        seat, said = hear_auction(acts, rules)
        if seat < 0 and acts.pairs:
            raise ValueError("all have passed")
        if seat < 0:
            return {"kind": "passed"}
        cards12, bid = hands[seat] + left, max(said)
        contract, announced, away = hear_exchange(acts, hands, left, seat, bid, rules)
    except GoneError as gone:
        return {"kind": "penalty", "d": seat, "l": gone.left, "to": gone.timed_out}
    play, end, went = Play(hands, seat, contract, rules), "left", None
    try:
        end = hear_tricks(acts, play, announced)
    except GoneError as gone:
        went = gone
    if acts.pairs:
        raise ValueError("acts after the end")
    return settle(play, end, went, cards12, away or left, not away, announced, bid)


def agrees(result: str | None, outcome: Outcome) -> bool:
    """Whether the property R of a line says what a game comes to."""
    if result is None or result == "unknown":
        return result == "unknown"
    if result == "passed" or outcome["kind"] == "passed":
        return result == outcome["kind"]
    words = dict(re.findall(r"([a-z0-9]+):(-?[0-9]+)", result))
    words["kind"] = re.findall("win|loss|penalty", result)[0]
    words["bid"] = "overbid" if "overbid" in result else "bidok"
    return all(
        words.get(name, str(value)) == str(value)
        for name, value in outcome.items()
        if value is not None
    )
