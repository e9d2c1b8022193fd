"""A deal told as plain data: hands, auction, tricks, result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scripts import exits
from scripts.tricks import SEATS, Start, Table, card_points, tell_tricks

if TYPE_CHECKING:
    import numpy as np

    from simcore.skat import RuleSet

_SUITS = "CSHD"
_RANKS, _NULL_RANKS, _PLAIN_JACKS_RANKS = "ATKQ987", "AKQJT987", "ATKQJ987"
_JACKS = ["CJ", "SJ", "HJ", "DJ"]


def groups(contract: str, jacks_trump: bool) -> list[list[str]]:
    """The pack in the order a player sorts a hand: trumps first, then suit by suit.

    Without a contract (P) as in Grand.
    """
    if contract == "N" or not jacks_trump:
        ranks = _NULL_RANKS if contract == "N" else _PLAIN_JACKS_RANKS
        suits = sorted(_SUITS, key=lambda suit: suit != contract)
        return [[suit + rank for rank in ranks] for suit in suits]
    plain = {suit: [suit + rank for rank in _RANKS] for suit in _SUITS}
    return [[*_JACKS, *plain.pop(contract, [])], *plain.values()]


def sort_hand(cards: int, order: list[list[str]], notation: str) -> list[list[str]]:
    """A set of cards in groups, each sorted from above, empty groups left out."""
    from simcore.cards import BITS, name

    sorted_groups = [[BITS[code] for code in group if cards >> BITS[code] & 1] for group in order]
    return [[name(bit, notation) for bit in group] for group in sorted_groups if group]


def announced(row: np.void) -> tuple[str, ...]:
    """The announcements of a game, implied ones included."""
    marks = {
        "schneider": "announced_schneider",
        "schwarz": "announced_schwarz",
        "ouvert": "ouvert",
    }
    return tuple(word for word, column in marks.items() if row[column])


@dataclass(frozen=True)
class Deal:
    """A deal to be told: its row, the cards played, and how it was bid.

    `calls` are the words of the auction as (seat, call); None where a scenario forced the declarer.
    `regular` is false where somebody gave up or broke a rule: then the result need not follow from
    the cards played.
    """

    row: np.void
    plays: list[int]
    rules: RuleSet
    notation: str
    calls: Sequence[tuple[int, str | int]] | None
    regular: bool = True

    @property
    def declarer(self) -> int:
        """Seat of the declarer, -1 when passed in and in Ramsch."""
        return int(self.row["declarer"])

    @property
    def contract(self) -> str:
        """Letter of the contract."""
        from simcore.skat import CONTRACTS

        return CONTRACTS[self.row["contract"]]

    @property
    def is_ramsch(self) -> bool:
        """Whether everybody plays against everybody."""
        return self.contract == "R"

    @property
    def announced(self) -> tuple[str, ...]:
        """The announcements made, implied ones included."""
        return announced(self.row)

    @property
    def table(self) -> Table:
        """What decides its tricks."""
        return Table(self.contract, self.declarer, self.rules, self.notation)

    @property
    def cards_played(self) -> list[int]:
        """Bit numbers of the cards played, in order."""
        return [bit for bit in self.plays[2:] if bit < 32]  # 255: not played

    def sides(self) -> dict[str, int]:
        """The sides, with the card points that lie before the first trick."""
        if self.is_ramsch:
            return dict.fromkeys(SEATS, 0)
        return {"declarer": card_points(int(self.row["discard"])), "defenders": 0}

    def cards(self, cards: int) -> list[list[str]]:
        """Cards as a player sorts them."""
        order = groups(self.contract, bool(self.rules.jacks_trump))
        return sort_hand(int(cards), order, self.notation)


def retell(deal: Deal) -> dict[str, Any]:
    """Everything of a deal as plain data.

    Raises
    ------
    DataFaultError
        The parts of the row do not fit together.
    """
    told: dict[str, Any] = {
        "hands": {seat: deal.cards(deal.row[f"hand_{seat}"]) for seat in SEATS},
        "skat": _flat(deal.cards(deal.row["skat"])),
        "forced": deal.calls is None,
        "auction": [{"seat": SEATS[seat], "call": call} for seat, call in deal.calls or ()],
        "declarer": SEATS[deal.declarer] if deal.declarer >= 0 else None,
        "bid": int(deal.row["bid"]),
        "game": None,
    }
    if deal.declarer >= 0 or deal.is_ramsch:
        told["game"] = _game(deal)
        told["tricks"] = tell_tricks(deal.cards_played, deal.table, Start(deal.sides()))
        ramsch = deal.is_ramsch
        told["result"] = _ramsch_result(deal, told["tricks"]) if ramsch else _result(deal)
        if deal.regular and not deal.is_ramsch:
            _check_tricks(deal, told["tricks"])
    return told


def tell_cards(
    deal: Sequence[int],
    calls: Sequence[tuple[int, str | int]],
    rules: RuleSet,
    notation: str,
) -> dict[str, Any]:
    """What can be told of a deal that was not played out: cards and bidding."""
    order = groups("P", bool(rules.jacks_trump))
    hands = [sort_hand(int(cards), order, notation) for cards in deal]
    return {
        "hands": dict(zip(SEATS, hands, strict=False)),
        "skat": _flat(hands[3]),
        "forced": False,
        "auction": [{"seat": SEATS[seat], "call": call} for seat, call in calls],
        "declarer": None,
        "game": None,
        "played": False,
    }


def _flat(grouped: list[list[str]]) -> list[str]:
    return [card for group in grouped for card in group]


def calls_of(row: np.void, rules: RuleSet) -> list[tuple[int, str | int]]:
    """Who said what in a simulated deal; the highest value of each seat decides every call.

    Raises
    ------
    DataFaultError
        The bids do not lead to the declarer of the row.
    """
    from simcore.skat import auction

    declarer, bid = int(row["declarer"]), int(row["bid"])
    held = auction([int(row[f"bid_{seat}"]) for seat in SEATS], rules)
    if (held.declarer, held.bid) != (declarer, bid):
        raise exits.DataFaultError(
            f"deal {row['deal_id']}: the bids of the seats give declarer {held.declarer} "
            f"at {held.bid}, the row has {declarer} at {bid}"
        )
    return held.log


def _game(deal: Deal) -> dict[str, Any]:
    from simcore.skat.rules import KONTRA, NAMES, SKAT_TO

    row = deal.row
    hand, kontra = bool(row["hand"]), int(row["kontra"])
    words = [NAMES[row["contract"]], *(["hand"] if hand else []), *deal.announced]
    picked_up = not hand and not deal.is_ramsch
    return {
        "words": " ".join(words),
        "contract": deal.contract,
        "hand": hand,
        "announced": list(deal.announced),
        "kontra": KONTRA[kontra] if kontra else None,
        "skat_to": SKAT_TO[deal.rules.ramsch_skat] if deal.is_ramsch else None,
        "put_away": _flat(deal.cards(row["discard"])) if picked_up else [],
        "put_away_points": card_points(int(row["discard"])),
    }


def _result(deal: Deal) -> dict[str, Any]:
    row = deal.row
    return {
        "won": bool(row["won"]),
        "card_points": int(row["card_points"]),
        "tricks": int(row["tricks"]),
        "schneider": bool(row["schneider"]),
        "schwarz": bool(row["schwarz"]),
        "overbid": bool(row["overbid"]),
        "matadors": int(row["matadors"]),
        "value": int(row["value"]),
        "words": _value_words(deal),
        "score": int(row["score"]),
        "scores": _scores(row),
    }


def _ramsch_result(deal: Deal, tricks: list[dict[str, Any]]) -> dict[str, Any]:
    """Ramsch: a result for every seat, settled again by the public rules.

    Raises
    ------
    DataFaultError
        The scores of the row do not follow from the tricks.
    """
    from simcore.skat import explain_ramsch, ramsch_scores

    taken = [int(tricks[-1][seat]) for seat in SEATS]
    number = [sum(trick["winner"] == seat for trick in tricks) for seat in SEATS]
    last = SEATS.index(tricks[-1]["winner"])
    skat = card_points(int(deal.row["skat"]))
    known: dict[str, Any] = {"skat_points": skat, "last_trick": last, "rules": deal.rules}
    scores, settled = _scores(deal.row), ramsch_scores(taken, number, **known)
    if tuple(scores.values()) != settled:
        raise exits.DataFaultError(
            f"deal {deal.row['deal_id']}: settled again the Ramsch scores {settled}, the row has "
            f"{tuple(scores.values())}"
        )
    words = explain_ramsch(taken, number, settled, **known)
    return {"words": words, "score": 0, "scores": scores}


def _scores(row: np.void) -> dict[str, int]:
    return {seat: int(row[f"score_{seat}"]) for seat in SEATS}


def _value_words(deal: Deal) -> str:
    """The value as players count it: settled again by the public rules, and the same.

    A game that was given up, or not declared by the rules, need not be settled as it was played.
    """
    from simcore.skat import explain, score

    row = deal.row
    known: dict[str, Any] = {
        "rules": deal.rules,
        "bid": int(row["bid"]),
        "points": int(row["card_points"]),
        "tricks": int(row["tricks"]),
        "hand": bool(row["hand"]),
        "announced": deal.announced,
        "kontra": int(row["kontra"]),
    }
    twelve = int(row[f"hand_{SEATS[deal.declarer]}"]) | int(row["skat"])
    try:
        settled = score(twelve, deal.contract, **known)
    except ValueError:
        if deal.regular:
            raise
        return f"booked {row['value']}"
    if (settled.value, settled.score) == (row["value"], row["score"]):
        return explain(settled, deal.contract, **known)
    if deal.regular:
        raise exits.DataFaultError(
            f"deal {row['deal_id']}: settled again it is worth {settled.value}, score "
            f"{settled.score}; the row has {row['value']} and {row['score']}"
        )
    return f"booked {row['value']}"


def _check_tricks(deal: Deal, tricks: list[dict[str, Any]]) -> None:
    """The declarer's points and tricks are those of the row; ten tricks have all the points."""
    row, sums = deal.row, tricks[-1]
    taken = sum(trick["winner"] == SEATS[deal.declarer] for trick in tricks)
    counted = f"{sums['declarer']} points in {taken} tricks"
    logged = f"{row['card_points']} points in {row['tricks']} tricks"
    if counted != logged:
        raise exits.DataFaultError(
            f"deal {row['deal_id']}: the tricks give the declarer {counted}, the row has {logged}"
        )
    whole = sums["declarer"] + sums["defenders"]
    if len(tricks) == 10 and whole != 120:
        raise exits.DataFaultError(
            f"deal {row['deal_id']}: tricks and cards put away have {whole} points, not 120"
        )
