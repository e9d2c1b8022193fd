"""A rule set of soket and sekans in words: all of it, or what is played otherwise than usual."""

from __future__ import annotations

from simcore.poch import RuleSet, make_rules
from simcore.poch.pack import RANKS, ranks_mask
from simcore.poch.rules import BETTING, FIXED, FLUSH, PAYMENT, POKER, SEKANS_OF, pack_for


def unusual(rules: RuleSet) -> list[str]:
    """What differs from the usual rules of as many players and this ante, in words."""
    usual = make_rules(players=rules.players, pack=rules.pack, ante=rules.ante)
    words = {
        "circle_ranks": f"circles of {_ranks(rules)}",
        "session_deals": f"sessions of {rules.session_deals:,} deals",
        "bluff": "anyone may stake",
        "min_stake": f"stakes from {rules.min_stake:,}",
        "max_stake": f"stakes up to {rules.max_stake:,}" if rules.max_stake else "no highest stake",
        "max_circuits": f"{rules.max_circuits} full rounds of stakes",
        "betting": f"{BETTING[rules.betting]} betting: stakes are equalised",
        "sekans": f"sekans is a {SEKANS_OF[rules.sekans]}",
        "payment": f"{PAYMENT[rules.payment]} payment for shedding: {rules.fixed_payment:,}",
    }
    named = [
        said for field, said in words.items() if getattr(rules, field) != getattr(usual, field)
    ]
    return [
        *([f"a pack of {rules.pack}"] if rules.pack != pack_for(rules.players) else []),
        *([f"ante {rules.ante:,}"] if rules.ante != 1 else []),
        *named,
    ]


def rule_words(rules: RuleSet) -> str:
    """The rules of a table in a few sentences."""
    return " ".join([_table(rules), _auctions(rules), _end(rules)])


def circle_names(rules: RuleSet) -> list[str]:
    """The ranks that have a circle, from below."""
    return [rank for number, rank in enumerate(RANKS) if rules.circle_ranks >> number & 1]


def _ranks(rules: RuleSet) -> str:
    """The ranks that have a circle, from the highest."""
    named = circle_names(rules)
    return f"{' '.join(reversed(named))} alone" if named else "soket and sekans alone"


def _table(rules: RuleSet) -> str:
    whole = rules.circle_ranks == ranks_mask(rules.pack)
    ranks = "every rank" if whole else " ".join(reversed(circle_names(rules))) or "no rank"
    return (
        f"{rules.players} players, {rules.pack} cards, six each; circles for {ranks}, for soket "
        f"and for sekans; everybody puts {_chips(rules.ante)} on each in every deal; what nobody "
        f"takes waits, in sessions of {rules.session_deals:,} deals."
    )


def _auctions(rules: RuleSet) -> str:
    kind = "the most cards of a suit" if rules.sekans == FLUSH else "the longest run in a suit"
    who = "anybody may stake" if rules.bluff else "only who holds something may stake"
    most = f"at most {_chips(rules.max_stake)}" if rules.max_stake else "without limit"
    if rules.betting == POKER:
        how = f"a turn puts down what is missing to the highest total or more, {most} in all"
        last = "equalling"
    else:
        how = f"a turn stakes at least the last stake in full, {most}"
        last = "seeing"
    return (
        f"Sekans is {kind}; {who}; {how}, and {_chips(rules.min_stake)} to begin with; after "
        f"{rules.max_circuits} full round{'s' * (rules.max_circuits != 1)} only {last} and passing "
        "are left."
    )


def _end(rules: RuleSet) -> str:
    fixed = rules.payment == FIXED
    pays = _chips(rules.fixed_payment) if fixed else "one chip for each card left"
    return f"The last holder of cards pays every other player {pays}."


def _chips(number: int) -> str:
    return f"{number:,} chip{'s' * (number != 1)}"
