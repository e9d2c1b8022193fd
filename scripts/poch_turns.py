"""An auction of soket and sekans told turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts import exits

if TYPE_CHECKING:
    from scripts.poch_deal import Deal


def tell_auction(deal: Deal, kind: int) -> dict[str, Any]:
    """An auction as plain data: turns, holdings, who wins it and how.

    Parameters
    ----------
    deal
        The deal.
    kind
        0 soket, 1 sekans.

    Raises
    ------
    DataFaultError
        By the rules its turns lead elsewhere than the row says.
    """
    from simcore.poch import actions_of
    from simcore.poch.rules import AUCTIONS

    name = AUCTIONS[kind]
    turns = tell_turns(deal, actions_of(deal.plays, deal.rules)[kind])
    how, winner = _check(deal, name, turns)
    passed = {turn["seat"] for turn in turns if turn["action"] == "pass"}
    holdings = _holdings(deal, name)
    shown = {
        seat: words
        for seat, words in (holdings if how == "shown" else {}).items()
        if seat not in passed
    }
    pot = deal.rules.ante * deal.rules.players + sum(deal.seat_values(f"{name}_stake"))
    return {
        "auction": name,
        "circle": deal.rules.ante * deal.rules.players,
        "holdings": holdings,
        "turns": turns,
        "how": how,
        "shown": shown,
        "winner": winner,
        "tie": _tie(deal.seat_values(f"{name}_key"), winner, list(shown)),
        "takes": pot,
        "staked": dict(enumerate(deal.seat_values(f"{name}_stake"))),
    }


def tell_turns(deal: Deal, actions: list[int]) -> list[dict[str, Any]]:
    """Who did what: chips put down in each turn, and his chips in this auction so far."""
    from simcore.poch.auction import PASS, SEE

    players, last = deal.rules.players, 0
    seat, inside, staked = int(deal.row["dealer"]), [True] * players, [0] * players
    turns = []
    for action in actions:
        seat = _next_inside(seat, inside)
        chips = last if action == SEE else action
        if action == PASS:
            inside[seat] = False
        elif action != SEE:
            last = action
        staked[seat] += chips
        word = {PASS: "pass", SEE: "see"}.get(action, "stake")
        turns.append({"seat": seat, "action": word, "chips": chips, "total": staked[seat]})
    return turns


def _next_inside(seat: int, inside: list[bool]) -> int:
    """The next seat to the left that has not passed."""
    while True:
        seat = (seat + 1) % len(inside)
        if inside[seat]:
            return seat


def _tie(keys: list[int], winner: int, shown: list[int]) -> str | None:
    """Why one of equal holdings shown takes it: "nearest" to the dealer's left, or "trump"; None
    where no other is equal."""
    others = [keys[seat] for seat in shown if seat != winner]
    if keys[winner] in others:
        return "nearest"
    return "trump" if keys[winner] & 1 and keys[winner] & ~1 in others else None


def _holdings(deal: Deal, name: str) -> dict[int, str]:
    """What each seat holds, in words."""
    from simcore.poch.rules import FLUSH
    from simcore.poch.strategies.words import sekans_words, soket_words

    keys = enumerate(deal.seat_values(f"{name}_key"))
    if name == "soket":
        return {seat: soket_words(key) for seat, key in keys}
    return {seat: sekans_words(key, deal.rules.sekans == FLUSH) for seat, key in keys}


def _check(deal: Deal, name: str, turns: list[dict[str, Any]]) -> tuple[str, int]:
    """How the auction ended and who won it, by the rules and by the row."""
    from simcore.poch.auction import HOW
    from simcore.poch.rulebook import hold_auction

    row = deal.row
    actions = [
        (turn["seat"], turn["chips"] if turn["action"] == "stake" else turn["action"])
        for turn in turns
    ]
    logged = (int(row[f"{name}_winner"]), HOW[row[f"{name}_how"]])
    try:
        held = hold_auction(
            deal.seat_values(f"{name}_key"), actions, dealer=int(row["dealer"]), rules=deal.rules
        )
    except ValueError as error:
        raise exits.DataFaultError(f"deal {row['deal_id']}: {name}: {error}") from None
    if (held.winner, held.how) != logged:
        raise exits.DataFaultError(
            f"deal {row['deal_id']}: {name}: by its turns seat {held.winner} wins, {held.how}; "
            f"the row has seat {logged[0]}, {logged[1]}"
        )
    return held.how, held.winner
