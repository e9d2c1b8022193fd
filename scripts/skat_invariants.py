"""What must hold in every row of Skat, as SQL: words for what is wrong -> a condition on the row.

A condition is true of a row in which something is wrong. It is over the columns of the row, those
of `DERIVED`, and the numbers of the run in braces (`numbers_of`): its rules, what its scenario
knows and forces. Nothing is played again here, but everything that follows from the cards and from
the result of the play is reckoned anew.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import Any

from simcore.cards import ACES, JACKS, KINGS, PACK, QUEENS, TENS
from simcore.skat import CONTRACTS, Scenario, rules_in
from simcore.skat.auction import legal_bids
from simcore.skat.rules import MAX_REDEALS, PLAY_RAMSCH, REDEAL

# The declarer's cards of the suit played: A T K Q 9 8 7 from above, and its jack.
_SUIT = "CASE contract WHEN 'C' THEN 3 WHEN 'S' THEN 2 WHEN 'H' THEN 1 ELSE 0 END"
_SEVEN = f"((twelve >> 7 * {_SUIT}) & 127)"
_JACK = f"((twelve >> 28 + {_SUIT}) & 1)"

# Columns reckoned from those of the row and those before them.
DERIVED = {
    "declared": "declarer >= 0",
    "counted": "contract IN ('D', 'H', 'S', 'C', 'G')",  # for points and tricks, not in Null
    "twelve": (
        "CASE declarer WHEN 0 THEN hand_forehand WHEN 1 THEN hand_middlehand"
        " WHEN 2 THEN hand_rearhand END | skat"
    ),
    "away": (
        f"(11 * bit_count(discard & {ACES})::INTEGER + 10 * bit_count(discard & {TENS})"
        f" + 4 * bit_count(discard & {KINGS}) + 3 * bit_count(discard & {QUEENS})"
        f" + 2 * bit_count(discard & {JACKS}))"
    ),
    "most_said": "greatest(bid_forehand, bid_middlehand, bid_rearhand)",
    # The bid that ends a duel which the one who says it wins: the next above what was held.
    "raised": (
        "{raises}[1 + CASE declarer WHEN 1 THEN bid_forehand"
        " ELSE greatest(bid_forehand, bid_middlehand) END]"
    ),
    # The trumps from the top as a number, and how many they are.
    "trumps": "CASE WHEN {jacks_trump} = 0 THEN 8 WHEN contract = 'G' THEN 4 ELSE 11 END",
    "tops": (
        "CASE WHEN {jacks_trump} = 0"
        f" THEN ({_SEVEN} >> 3 << 4) | ({_JACK} << 3) | ({_SEVEN} & 7)"
        f" WHEN contract = 'G' THEN twelve >> 28 ELSE (twelve >> 28 << 7) | {_SEVEN} END::INTEGER"
    ),
    "base": (
        "CASE contract WHEN 'D' THEN {base_diamonds} WHEN 'H' THEN {base_hearts}"
        " WHEN 'S' THEN {base_spades} WHEN 'C' THEN {base_clubs}"
        " WHEN 'G' THEN CASE WHEN ouvert AND {grand_ouvert_base} > 0 THEN {grand_ouvert_base}"
        " ELSE {grand_base} END"
        " WHEN 'N' THEN CASE WHEN ouvert AND hand THEN {null_ouvert_hand}"
        " WHEN ouvert THEN {null_ouvert} WHEN hand THEN {null_hand} ELSE {null} END END"
    ),
    "level": (
        "CASE WHEN contract = 'N' THEN 1 ELSE abs(matadors) + 1 + hand::INTEGER"
        " + CASE WHEN announced_schneider THEN 2 ELSE schneider::INTEGER END"
        " + CASE WHEN announced_schwarz THEN 2 ELSE schwarz::INTEGER END"
        " + (ouvert AND NOT (contract = 'G' AND {grand_ouvert_base} > 0))::INTEGER END"
    ),
    "worth": "base * level",
    "made": (
        "CASE WHEN contract = 'N' THEN tricks = 0"
        " ELSE card_points >= CASE WHEN announced_schneider THEN 90 ELSE 61 END"
        " AND (tricks = 10 OR NOT announced_schwarz) END"
    ),
    "lowest": "least(score_forehand, score_middlehand, score_rearhand)",
    "highest": "greatest(score_forehand, score_middlehand, score_rearhand)",
    "total": "score_forehand + score_middlehand + score_rearhand",
}

INVARIANTS = {
    # ---- numbers and cards
    "deal_id is not of the run": "deal_id NOT BETWEEN {first} AND {last}",
    "rotation is out of order": "rotation <> place % {turns}",
    "thrown_in does not fit the rules": (
        "thrown_in > {redeals} OR contract = 'P' AND thrown_in <> {redeals}"
    ),
    "a hand has not ten cards": (
        "bit_count(hand_forehand) <> 10 OR bit_count(hand_middlehand) <> 10"
        " OR bit_count(hand_rearhand) <> 10"
    ),
    "the skat has not two cards": "bit_count(skat) <> 2",
    "hands and skat are not different cards": (
        f"hand_forehand | hand_middlehand | hand_rearhand | skat <> {PACK}"
    ),
    "the rotations of a deal have not the same cards": (
        "thrown_in = first_thrown_in AND (hand_forehand <> first_hand_forehand"
        " OR hand_middlehand <> first_hand_middlehand OR hand_rearhand <> first_hand_rearhand)"
    ),
    "cards known by the scenario are elsewhere": (
        "hand_forehand & {known_0} <> {known_0} OR hand_middlehand & {known_1} <> {known_1}"
        " OR hand_rearhand & {known_2} <> {known_2} OR skat & {known_3} <> {known_3}"
    ),
    # ---- the auction
    "there is no such declarer": "declarer NOT BETWEEN -1 AND 2",
    "declarer is not the first seat with the highest bid": (
        "declarer <> CASE most_said WHEN 0 THEN -1 WHEN bid_forehand THEN 0"
        " WHEN bid_middlehand THEN 1 ELSE 2 END"
    ),
    "bid is not the highest of the seats": "bid <> most_said",
    "a bid is none of the rules": (
        "bid_forehand NOT IN ({bids}) OR bid_middlehand NOT IN ({bids})"
        " OR bid_rearhand NOT IN ({bids})"
    ),
    "no auction leads to the bids of the seats": (
        "declared AND {forced_declarer} < 0 AND NOT CASE declarer"
        " WHEN 0 THEN bid_rearhand = 0 AND bid_forehand IN (bid_middlehand, {lowest})"
        " AND bid_middlehand IN (bid_forehand, 0)"
        " OR bid_rearhand = bid_forehand AND bid_middlehand < bid_forehand"
        " WHEN 1 THEN bid_rearhand = 0 AND bid_middlehand = raised"
        " OR bid_rearhand = bid_middlehand AND bid_middlehand > raised"
        " ELSE bid_rearhand = raised END"
    ),
    "declarer or bids are not those of the scenario": (
        "{forced_declarer} >= 0 AND (declarer <> {forced_declarer} OR bid <> {forced_bid}"
        " OR bid_forehand + bid_middlehand + bid_rearhand <> bid)"
    ),
    "a seat bids higher than the scenario lets it": (
        "CASE {forced_bidder} WHEN 0 THEN bid_forehand WHEN 1 THEN bid_middlehand"
        " WHEN 2 THEN bid_rearhand ELSE 0 END > {forced_bid}"
    ),
    # ---- the game
    "contract is none of the rules": "contract NOT IN ({contracts})",
    "contract does not fit declarer": "declared = (contract IN ('P', 'R'))",
    "the game is not that of the scenario": (
        "{forced_contract} >= 0 AND (contract <> '{forced_word}'"
        " OR announced_schneider <> ({forced_schneider} = 1)"
        " OR announced_schwarz <> ({forced_schwarz} = 1) OR ouvert <> ({forced_ouvert} = 1))"
        " OR {forced_hand} >= 0 AND hand <> ({forced_hand} = 1)"
        " OR {forced_discard} > 0 AND discard <> {forced_discard}"
    ),
    "discard is not two of the declarer's cards": (
        "declared AND (bit_count(discard) <> 2 OR discard & twelve <> discard)"
    ),
    "discard of a hand game or Ramsch is not the skat": (
        "(hand OR contract = 'R') AND discard <> skat"
    ),
    "Null announces schneider or schwarz": (
        "contract = 'N' AND (announced_schneider OR announced_schwarz)"
    ),
    "an announcement is not made that another implies": (
        "counted AND (ouvert AND NOT announced_schwarz"
        " OR announced_schwarz AND NOT announced_schneider)"
    ),
    "an announcement needs a hand game": (
        "NOT hand AND ({announce_needs_hand} = 1 AND counted"
        " AND (announced_schneider OR announced_schwarz OR ouvert)"
        " OR {null_ouvert_needs_hand} = 1 AND contract = 'N' AND ouvert)"
    ),
    "Null is worth less than its bid": "contract = 'N' AND base < bid",
    "kontra is none of the rules": "kontra NOT BETWEEN 0 AND {kontra}",
    # ---- the result
    "matadors are not those of the cards": (
        "CASE WHEN NOT counted THEN matadors <> 0"
        " WHEN abs(matadors) NOT BETWEEN 1 AND trumps THEN true"
        # so many ones from the top and then a nought, of those held or of those missing
        " ELSE 2 * CASE WHEN matadors > 0 THEN tops ELSE (1 << trumps) - 1 - tops END"
        " >> trumps - abs(matadors) <> (2 << abs(matadors)) - 2 END"
    ),
    "tricks cannot be so many": "tricks > CASE WHEN contract = 'N' THEN 1 ELSE 10 END",
    "card_points do not fit discard and tricks": (
        "declared AND card_points NOT BETWEEN"
        " greatest(away, CASE WHEN counted THEN 120 - 33 * (10 - tricks) ELSE 0 END)"
        " AND least(away + 33 * tricks, 120)"
    ),
    "schneider does not fit card_points": (
        "schneider <> (counted AND (card_points >= 90 OR card_points <= 30))"
    ),
    "schwarz does not fit tricks": "schwarz <> (counted AND tricks IN (0, 10))",
    "overbid is not that the game is worth less than the bid": (
        "declared AND overbid <> (worth < bid)"
    ),
    "won does not fit card_points, tricks and announcements": (
        "declared AND won <> (made AND NOT overbid)"
    ),
    "value is not what the game is worth": (
        "declared AND value <> CASE WHEN worth < bid"
        " THEN base * ((bid + base - 1) // nullif(base, 0)) ELSE worth END"
    ),
    "score is not the value won, or lost by the rules": (
        "declared AND score <> value * CASE WHEN won THEN 1 WHEN hand THEN -{hand_loss}"
        " ELSE -{loss} END * CASE kontra WHEN 1 THEN 2 WHEN 2 THEN 4 ELSE 1 END"
    ),
    "score does not fit won": "declared AND won <> (score > 0)",
    "scores of the seats are not that of the declarer": (
        "contract <> 'R' AND (score_forehand <> CASE declarer WHEN 0 THEN score ELSE 0 END"
        " OR score_middlehand <> CASE declarer WHEN 1 THEN score ELSE 0 END"
        " OR score_rearhand <> CASE declarer WHEN 2 THEN score ELSE 0 END)"
    ),
    "scores of a Ramsch cannot be": (
        "contract = 'R' AND NOT CASE WHEN highest > 0"
        " THEN highest = {ramsch_durchmarsch} AND total = highest AND lowest = 0"
        # one seat loses, or two the same
        " ELSE 0 IN (score_forehand, score_middlehand, score_rearhand)"
        " AND total IN (lowest, 2 * lowest) AND (lowest = 0 OR"
        " lowest BETWEEN -120 * {ramsch_jungfrau} * {ramsch_jungfrau} AND -33) END"
    ),
    "something of a declarer is set without one": (
        "NOT declared AND (hand OR ouvert OR announced_schneider OR announced_schwarz OR won"
        " OR schneider OR schwarz OR overbid OR kontra <> 0 OR matadors <> 0 OR card_points <> 0"
        " OR tricks <> 0 OR value <> 0 OR score <> 0)"
    ),
    "a deal passed in has cards put away": "contract = 'P' AND discard <> 0",
}

# Where the cards played are logged: sets of them, and how many they are (`plays_columns`).
PLAYED = {
    "the cards put away are not logged as discard": (
        "put_away <> CASE WHEN declared AND NOT hand THEN discard ELSE 0 END"
    ),
    "the cards played are not the others, each once": (
        "bit_count(played) <> steps OR played & discard <> 0"
    ),
    "the number of cards played does not fit the game": (
        "CASE WHEN contract = 'P' THEN steps <> 0 WHEN contract = 'N' AND tricks = 1"
        " THEN steps NOT BETWEEN 3 AND 30 OR steps % 3 <> 0 ELSE steps <> 30 END"
    ),
}


def numbers_of(settings: Mapping[str, Any], turns: int) -> dict[str, Any]:
    """The numbers of a run that stand in braces in the conditions."""
    rules = rules_in(settings["rules"].items())
    words = settings["scenario"]
    scenario = Scenario() if words is None else Scenario.from_words(words)
    forced = scenario.forced(rules)[0]
    known = [letter for k, letter in enumerate(CONTRACTS[:6]) if rules.contracts >> k & 1]
    known.append("R" if rules.all_pass == PLAY_RAMSCH else "P")
    dealt_again = rules.all_pass == REDEAL and not len(scenario.given_deals())
    bids = legal_bids(rules)
    return {
        **rules._asdict(),
        **{f"forced_{name}": int(forced[name]) for name in forced.dtype.names},
        **{f"known_{place}": int(cards) for place, cards in enumerate(scenario.known_cards())},
        "forced_word": CONTRACTS[forced["contract"]],
        "contracts": ", ".join(f"'{letter}'" for letter in known),
        "bids": ", ".join(map(str, (0, *bids))),
        "lowest": bids[0],
        "raises": [bids[bisect_right(bids, value)] for value in range(bids[-1])],
        "redeals": MAX_REDEALS if dealt_again and forced["declarer"] < 0 else 0,
        "first": settings["first"],
        "last": settings["first"] + settings["deals"] - 1,
        "turns": turns,
    }
