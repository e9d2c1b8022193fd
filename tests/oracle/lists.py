"""A list kept with pencil and paper: deal by deal, members by letter, Bock as a queue of marks.

Plain Python, imports nothing of the project. Slow and obvious.
"""

from collections import deque
from dataclasses import dataclass, field

SEATS = ("forehand", "middlehand", "rearhand")
GAMES = "DHSCG"  # suit games and Grand


@dataclass
class Deal:
    """What of a deal matters to a list: plain scores by seat, and what calls for Bock."""

    scores: dict[str, int]
    declarer: str | None = None
    contract: str = "P"
    hand: bool = False
    won: bool = False
    kontra: int = 0
    card_points: int = 0


@dataclass
class Sheet:
    """The written list of a table: a column a member and system."""

    members: str
    limit: int | None = None
    plain: dict[str, int] = field(default_factory=dict)
    seeger_fabian: dict[str, int] = field(default_factory=dict)
    bierlachs: dict[str, int] = field(default_factory=dict)
    paying: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for column in (self.plain, self.seeger_fabian, self.bierlachs):
            column.update(dict.fromkeys(self.members, 0))

    def write(self, scores: dict[str, int], declarer: str | None) -> None:
        """Write down a deal: scores by member, 0 left out."""
        for member, score in scores.items():
            self.plain[member] += score
            self.seeger_fabian[member] += score
        if declarer is not None:
            self._write_bonuses(declarer, scores[declarer] > 0)
        if not self.paying:
            self._write_minus(scores)

    def _write_bonuses(self, declarer: str, won: bool) -> None:
        if won:
            self.seeger_fabian[declarer] += 50
            return
        self.seeger_fabian[declarer] -= 50
        for member in self.members:
            if member != declarer:
                self.seeger_fabian[member] += 40 if len(self.members) == 3 else 30

    def _write_minus(self, scores: dict[str, int]) -> None:
        for member, score in scores.items():
            if score < 0:
                self.bierlachs[member] += score
            for other in self.members:
                if score > 0 and other != member:
                    self.bierlachs[other] -= score
        if self.limit is not None:
            self.paying = [m for m in self.members if self.bierlachs[m] <= -self.limit]


def dealer_of(number: int, members: str, first: str) -> str:
    """Who deals: the deal goes round to the left."""
    at = members.index(first)
    for _ in range(number):
        at = at + 1 if at + 1 < len(members) else 0
    return members[at]


def seats_of(dealer: str, members: str) -> dict[str, str]:
    """Member by seat, to the left of the dealer; at three he is rearhand, at four he sits out."""
    left = members[members.index(dealer) + 1 :] + members[: members.index(dealer)]
    if len(members) == 3:
        left += dealer
    return dict(zip(SEATS, left, strict=True))


def calls_for_bock(deal: Deal, events: set[str]) -> bool:
    """Whether a round is counted twice after this deal."""
    if "60-60" in events and deal.contract in GAMES and deal.card_points == 60:
        return True
    if "grand_hand" in events and deal.contract == "G" and deal.hand and deal.won:
        return True
    return "kontra" in events and deal.kontra > 0


def keep_list(
    deals: list[Deal],
    members: str,
    *,
    first: str = "A",
    bock: set[str] | None = None,
    limit: int | None = None,
) -> Sheet:
    """Keep the list of a series of deals; `first` deals first."""
    sheet = Sheet(members, limit)
    marks: deque[str] = deque()  # a mark for each deal to come that counts twice
    for number, deal in enumerate(deals):
        at_table = seats_of(dealer_of(number, members, first), members)
        times = 1
        if marks:
            marks.popleft()
            times = 2
        if calls_for_bock(deal, bock or set()):
            marks.extend("x" for _ in members)
        scores = {at_table[seat]: times * score for seat, score in deal.scores.items() if score}
        sheet.write(scores, None if deal.declarer is None else at_table[deal.declarer])
    return sheet
