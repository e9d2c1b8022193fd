"""A retold deal of soket and sekans printed for a person."""

from __future__ import annotations

from typing import Any

from scripts.poch_retell import LETTERS


def tell(told: dict[str, Any]) -> None:
    """Print a retold deal."""
    _tell_head(told)
    _tell_hands(told)
    _tell_circles(told)
    for auction in told["auctions"]:
        _tell_auction(told, auction)
    _tell_shedding(told["shedding"])
    _tell_chips(told)


def chips(number: int) -> str:
    """A number of chips in words."""
    return f"{number:,} chip" + "s" * (number != 1)


def _tell_head(told: dict[str, Any]) -> None:
    from scripts.tables import wrapped

    print(f"Deal {told['deal']}, rotation {told['rotation']}, of {told['run']}")
    print(f"seed {told['seed']}, rules {told['rules']}: {told['seats']} players, "
          f"{told['pack']} cards")  # fmt: skip
    print(f"session {told['session']}, number {told['number_in_session']} of its "
          f"{told['session_deals']} deals; seat {told['dealer']} deals")  # fmt: skip
    seated, turn, number = [], told["rotation"], told["seats"]
    for seat, name in told["players"].items():
        letter = LETTERS[(seat + turn) % number] + " " if told["rotated"] else ""
        seated.append(f"{seat} {letter}{name}")
    for place, line in enumerate(wrapped(", ".join(seated), 70)):
        print(f"{'' if place else 'players':<9}{line}")
    staker = (told["scenario"] or {}).get("staker")
    if staker is not None:
        print(f"The scenario of the run decides the first stakes of seat {staker}.")
    if not told["logged"]:
        print("This deal is not in the log yet; it was played for you.")


def _tell_hands(told: dict[str, Any]) -> None:
    hands = ["   ".join(" ".join(group) for group in hand) for hand in told["hands"].values()]
    soket, sekans = (auction["holdings"] for auction in told["auctions"])
    width, middle = max(map(len, hands)), max(5, *map(len, soket.values()))
    print(f"\nHands     {'':<{width}}   {'soket':<{middle}}  sekans")
    for seat, hand in enumerate(hands):
        print(f"  seat {seat}  {hand:<{width}}   {soket[seat]:<{middle}}  {sekans[seat]}")
    print(f"  turned up: {told['turn_up']}, {told['trump']} are trumps")
    print(f"  stock: {' '.join(told['stock'])}")


def _tell_circles(told: dict[str, Any]) -> None:
    antes = f"each player puts {chips(told['ante'])} on each circle"
    print(f"\nCircles: {antes}, those of soket and sekans too")
    for circle in told["circles"]:
        seat, card = circle["seat"], circle["card"]
        goes = {
            "held": f"seat {seat} takes it, who holds {card}",
            "turned_up": f"seat {seat} takes it, who deals: {card} is turned up",
            "stock": f"waits: {card} is in the stock",
        }[circle["why"]]
        old = f" ({circle['carried']} from before)" if circle["carried"] else ""
        print(f"  {circle['circle']}  {circle['chips']:>4}  {goes}{old}")


def _tell_auction(told: dict[str, Any], auction: dict[str, Any]) -> None:
    print(f"\n{auction['auction'].capitalize()}: {chips(auction['circle'])} in the circle")
    for turn in auction["turns"]:
        print(f"  seat {turn['seat']}  {_turn_words(turn)}")
    for line in _ended(told, auction):
        print(f"  {line}")


def _turn_words(turn: dict[str, Any]) -> str:
    if turn["action"] == "pass":
        return "passes"
    words = f"{'sees for' if turn['action'] == 'see' else 'stakes'} {turn['chips']:,}"
    return words + (f", {turn['total']:,} in all" if turn["total"] != turn["chips"] else "")


_NEAREST = "; of equals it is nearest to the dealer's left"
_TIES = {
    "soket": {"nearest": _NEAREST, "trump": "; of equals it holds the trump card"},
    "sekans": {"nearest": _NEAREST, "trump": "; of equals it is in trumps"},
}


def _ended(told: dict[str, Any], auction: dict[str, Any]) -> list[str]:
    """How an auction ended, in lines."""
    from scripts.tables import wrapped

    winner, takes = auction["winner"], chips(auction["takes"])
    if auction["how"] == "none_held":
        return [f"nobody holds one: seat {winner}, the dealer, takes {takes}"]
    if auction["how"] == "all_pass":
        return [f"all pass: seat {winner}, the dealer, takes {takes}"]
    own = f"{auction['staked'][winner]:,} of them his own"
    if auction["how"] == "unseen":
        return [f"all others have passed: seat {winner} takes {takes} unseen, {own}"]
    shown = ", ".join(
        f"seat {seat} {'nothing' if words == 'none' else words}"
        for seat, words in auction["shown"].items()
    )
    tie = _TIES[auction["auction"]].get(auction["tie"], "")
    return [*wrapped(f"shown: {shown}", 76), *wrapped(f"seat {winner} takes {takes}, {own}{tie}")]


_STOPS = {
    "ace": "an ace",
    "turned_up": "{} is turned up",
    "played": "{} has been played",
    "stock": "{} is in the stock",
    "over": "one player is left",
}
_WIDEST = 40  # of the cards of a run


def _tell_shedding(shedding: dict[str, Any]) -> None:
    from scripts.tables import print_table, wrapped

    rows = []
    for run in shedding["runs"]:
        lines = wrapped(_cards(run["cards"]), _WIDEST)
        stops = _STOPS[run["stops"]].format(run["next_card"])
        rows.append((str(run["number"]), f"seat {run['leader']}", lines[0], stops))
        rows += [("", "", line, "") for line in lines[1:]]
    print("\nShedding")
    print_table(("", "leads", "cards in order, by seat", "stops"), rows, left=4)
    loser, kept = shedding["loser"], " ".join(shedding["kept"])
    left, pays = shedding["cards_left"], max(shedding["payments"].values())
    print(f"  seat {loser} is left with {left} card{'s' * (left != 1)}: {kept}")
    print(f"  and pays every other player {chips(pays)}")


def _cards(cards: list[dict[str, Any]]) -> str:
    """The cards of a run: a seat, then what it adds."""
    words: list[str] = []
    before = None
    for card in cards:
        if card["seat"] == before:
            words[-1] += f" {card['card']}"
        else:
            words.append(f"{card['seat']}: {card['card']}")
        before = card["seat"]
    return ", ".join(words)


def _tell_chips(told: dict[str, Any]) -> None:
    from scripts.tables import print_table, wrapped

    names = list(next(iter(told["chips"].values())))
    rows = [
        (f"seat {seat}", *(f"{number:+,}" if number else "0" for number in sums.values()))
        for seat, sums in told["chips"].items()
    ]
    print("\nChips")
    print_table(("", *(name.replace("_", " ") for name in names)), rows)
    waiting = [f"{rank}: {n:,}" for rank, n in reversed(told["circles_after"].items()) if n]
    after = ", ".join(waiting) if waiting else "all are empty"
    for line in wrapped(f"in the circles after the deal: {after}", 76):
        print(f"  {line}")
