"""Rule sets of the core from those of the oracle, so that both can be asked the same question."""

from simcore.skat import RULES, RuleSet
from tests.oracle import skat as oracle

PRESETS = tuple(oracle.RULES)
_ALL_PASS = {"pass_in": 0, "redeal": 1, "ramsch": 2}
_RAMSCH_SKAT = {"last_trick": 0, "loser": 1, "nobody": 2}
_BOCK = {"60-60": 1, "grand_hand": 2, "kontra": 4}


def rule_set(rules: str | oracle.Rules) -> RuleSet:
    """The same rules as the plain ints of the core."""
    fields = oracle.rules_of(rules)
    null, null_hand, null_ouvert, null_ouvert_hand = fields["null_values"] or (0, 0, 0, 0)
    return RuleSet(
        jacks_trump=fields["jacks_trump"],
        contracts=sum(1 << "DHSCGN".index(contract) for contract in fields["contracts"]),
        base_diamonds=fields["base"]["D"],
        base_hearts=fields["base"]["H"],
        base_spades=fields["base"]["S"],
        base_clubs=fields["base"]["C"],
        grand_base=fields["grand_base"],
        grand_ouvert_base=fields["grand_ouvert_base"],
        null=null,
        null_hand=null_hand,
        null_ouvert=null_ouvert,
        null_ouvert_hand=null_ouvert_hand,
        announce_needs_hand=fields["announce_needs_hand"],
        null_ouvert_needs_hand=fields["null_ouvert_needs_hand"],
        loss=fields["loss"],
        hand_loss=fields["hand_loss"],
        all_pass=_ALL_PASS[fields["all_pass"]],
        ramsch_skat=_RAMSCH_SKAT[fields["ramsch_skat"]],
        ramsch_jungfrau=fields["ramsch_jungfrau"],
        ramsch_durchmarsch=fields["ramsch_durchmarsch"],
        kontra=fields["kontra"],
        bock=sum(_BOCK[event] for event in fields["bock"]),
    )


def differing(name: str) -> dict[str, tuple[int, int]]:
    """Fields in which a preset of the core is not what the oracle has: (core, oracle)."""
    pairs = zip(RuleSet._fields, RULES[name], rule_set(name), strict=True)
    return {field: (core, slow) for field, core, slow in pairs if core != slow}
