"""A rule set in words: what is played otherwise than usual."""

from __future__ import annotations

from simcore.poch.pack import RANKS
from simcore.poch.rules import BETTING, PAYMENT, SEKANS_OF, RuleSet, make_rules, pack_for


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


def _ranks(rules: RuleSet) -> str:
    """The ranks that have a circle, from the highest."""
    named = [rank for k, rank in enumerate(RANKS) if rules.circle_ranks >> k & 1]
    return f"{' '.join(reversed(named))} alone" if named else "soket and sekans alone"
