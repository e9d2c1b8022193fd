"""A deal played again, told as plain data: hands, auction, tricks, result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scripts import door, exits

if TYPE_CHECKING:
    import numpy as np

    from simcore import Run
    from simcore.skat import RuleSet

SEATS = ("forehand", "middlehand", "rearhand")
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


def rules_of(run: Run) -> RuleSet:
    """The rule set of a run."""
    from simcore.skat import rules_in

    return rules_in(run.settings["rules"].items())


@dataclass(frozen=True)
class Retold:
    """A deal of a run: its row, the cards played, and what is needed to tell of them."""

    run: Run
    row: np.void
    plays: list[int]
    rules: RuleSet
    notation: str

    @property
    def declarer(self) -> int:
        """Seat of the declarer, -1 when passed in."""
        return int(self.row["declarer"])

    @property
    def contract(self) -> str:
        """Letter of the contract."""
        from simcore.skat import CONTRACTS

        return CONTRACTS[self.row["contract"]]

    @property
    def announced(self) -> tuple[str, ...]:
        """The announcements made, implied ones included."""
        marks = {
            "schneider": "announced_schneider",
            "schwarz": "announced_schwarz",
            "ouvert": "ouvert",
        }
        return tuple(word for word, column in marks.items() if self.row[column])

    def side(self, seat: int) -> str:
        """The side of a seat."""
        return "declarer" if seat == self.declarer else "defenders"

    def cards(self, cards: int) -> list[list[str]]:
        """Cards as a player sorts them."""
        order = groups(self.contract, bool(self.rules.jacks_trump))
        return sort_hand(int(cards), order, self.notation)


def retell(run: Run, row: np.void, plays: np.ndarray, notation: str) -> dict[str, Any]:
    """Everything of a deal as plain data.

    Raises
    ------
    DataFaultError
        The parts of the row do not fit together.
    """
    deal = Retold(run, row, [int(bit) for bit in plays], rules_of(run), notation)
    rotation = int(row["rotation"])
    names = door.player_names(run)
    told: dict[str, Any] = {
        "run": str(run.path),
        "seed": int(run.settings["seed"]),
        "deal": int(row["deal_id"]),
        "rotation": rotation,
        "rotated": bool(run.settings["rotate"]),
        "rules": run.settings["rules"]["name"],
        "players": {seat: names[(k + rotation) % 3] for k, seat in enumerate(SEATS)},
        "notation": notation,
        "thrown_in": int(row["thrown_in"]),
        "hands": {seat: deal.cards(row[f"hand_{seat}"]) for seat in SEATS},
        "skat": _flat(deal.cards(row["skat"])),
        **_auction(deal),
        "game": None,
    }
    if deal.declarer >= 0:
        told["game"] = _game(deal)
        told["tricks"] = _tricks(deal)
        told["result"] = _result(deal)
        _check_points(deal, told["tricks"])
    return told


def _flat(grouped: list[list[str]]) -> list[str]:
    return [card for group in grouped for card in group]


def _auction(deal: Retold) -> dict[str, Any]:
    """Who said what; the highest value of each seat decides every call."""
    from simcore.skat import auction

    declarer, bid = deal.declarer, int(deal.row["bid"])
    forced = (deal.run.settings["scenario"] or {}).get("declarer") is not None
    told: dict[str, Any] = {
        "forced": forced,
        "auction": [],
        "declarer": SEATS[declarer] if declarer >= 0 else None,
        "bid": bid,
    }
    if forced:
        return told
    held = auction([int(deal.row[f"bid_{seat}"]) for seat in SEATS], deal.rules)
    if (held.declarer, held.bid) != (declarer, bid):
        raise exits.DataFaultError(
            f"deal {deal.row['deal_id']}: the bids of the seats give declarer {held.declarer} "
            f"at {held.bid}, the row has {declarer} at {bid}"
        )
    told["auction"] = [{"seat": SEATS[seat], "call": call} for seat, call in held.log]
    return told


def _game(deal: Retold) -> dict[str, Any]:
    from simcore.skat.rules import NAMES

    row = deal.row
    hand = bool(row["hand"])
    words = [NAMES[row["contract"]], *(["hand"] if hand else []), *deal.announced]
    return {
        "words": " ".join(words),
        "contract": deal.contract,
        "hand": hand,
        "announced": list(deal.announced),
        "put_away": [] if hand else _flat(deal.cards(row["discard"])),
        "put_away_points": card_points(int(row["discard"])),
    }


def card_points(cards: int) -> int:
    """Card points of a set."""
    from simcore.cards import CODES, bits_of

    worth = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    return sum(worth.get(CODES[bit][1], 0) for bit in bits_of(cards))


def _tricks(deal: Retold) -> list[dict[str, Any]]:
    from simcore import cards
    from simcore.skat import trick_winner

    tricks: list[dict[str, Any]] = []
    totals = {"declarer": card_points(int(deal.row["discard"])), "defenders": 0}
    played = [bit for bit in deal.plays[2:] if bit < 32]  # 255: not played
    leader = 0
    for number in range(len(played) // 3):
        bits = played[3 * number : 3 * number + 3]
        sets = [1 << bit for bit in bits]
        seats = [(leader + place) % 3 for place in range(3)]
        winner = seats[trick_winner(sets, deal.contract, deal.rules)]
        points = card_points(sum(sets))
        totals[deal.side(winner)] += points
        tricks.append(
            {
                "number": number + 1,
                "leader": SEATS[leader],
                "cards": [
                    {"seat": SEATS[seat], "card": cards.name(bit, deal.notation)}
                    for seat, bit in zip(seats, bits, strict=True)
                ],
                "winner": SEATS[winner],
                "points": points,
                **totals,
            }
        )
        leader = winner
    return tricks


def _result(deal: Retold) -> dict[str, Any]:
    from simcore.skat import explain, score

    row = deal.row
    bid, points, tricks = int(row["bid"]), int(row["card_points"]), int(row["tricks"])
    hand = bool(row["hand"])
    known: dict[str, Any] = {"rules": deal.rules, "bid": bid, "points": points, "tricks": tricks}
    twelve = int(row[f"hand_{SEATS[deal.declarer]}"]) | int(row["skat"])
    settled = score(twelve, deal.contract, hand=hand, announced=deal.announced, **known)
    if (settled.value, settled.score) != (row["value"], row["score"]):
        raise exits.DataFaultError(
            f"deal {row['deal_id']}: settled again it is worth {settled.value}, score "
            f"{settled.score}; the row has {row['value']} and {row['score']}"
        )
    words = explain(settled, deal.contract, hand=hand, announced=deal.announced, **known)
    return {
        "won": settled.won,
        "card_points": points,
        "tricks": tricks,
        "schneider": bool(row["schneider"]),
        "schwarz": bool(row["schwarz"]),
        "overbid": settled.overbid,
        "matadors": settled.matadors,
        "value": settled.value,
        "words": words,
        "score": settled.score,
        "scores": {seat: int(row[f"score_{seat}"]) for seat in SEATS},
    }


def _check_points(deal: Retold, tricks: list[dict[str, Any]]) -> None:
    """The card points of the tricks are those of the row."""
    counted = int(tricks[-1]["declarer"])
    if counted != deal.row["card_points"]:
        raise exits.DataFaultError(
            f"deal {deal.row['deal_id']}: the tricks give the declarer {counted} points, "
            f"the row has {deal.row['card_points']}"
        )
