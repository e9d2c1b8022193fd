"""The rules of Skat once more, slow and obvious: cards are names, hands are lists.

An independent reading of the rules (ISkO and the three source texts), used to check the compiled
core. It imports nothing from simcore. Seats are 0 forehand, 1 middlehand, 2 rearhand; contracts
are "D H S C G N". Wherever `rules` is asked for, a preset name or a dict of rule fields will do.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

# --- Rule sets ----------------------------------------------------------------------------------


class Rules(TypedDict):
    """The fields of a rule set; `null_values`: plain, hand, ouvert, ouvert hand."""

    text: str
    jacks_trump: int
    contracts: str
    base: dict[str, int]
    grand_base: int
    grand_ouvert_base: int
    null_values: tuple[int, ...]
    announce_needs_hand: int
    null_ouvert_needs_hand: int
    loss: int
    hand_loss: int
    all_pass: str
    top_value: int


ISKO: Rules = {
    "text": "ISkO",
    "jacks_trump": 1,
    "contracts": "DHSCGN",
    "base": {"D": 9, "H": 10, "S": 11, "C": 12},
    "grand_base": 24,
    "grand_ouvert_base": 0,
    "null_values": (23, 35, 46, 59),
    "announce_needs_hand": 1,
    "null_ouvert_needs_hand": 0,
    "loss": 2,
    "hand_loss": 2,
    "all_pass": "pass_in",
    "top_value": 264,
}

PREISSKAT: Rules = {
    **ISKO,
    "text": "before 1999",
    "grand_ouvert_base": 36,
    "hand_loss": 1,
    "top_value": 360,
}

RULES: dict[str, Rules] = {
    "isko": ISKO,
    "online": {**ISKO, "text": "text 002"},
    "altenburg": {**PREISSKAT, "text": "text 003", "all_pass": "redeal"},
    "polish": {
        **ISKO,
        "text": "text 000",
        "jacks_trump": 0,
        "contracts": "DHSC",
        "grand_base": 0,
        "null_values": (),
        "top_value": 180,
    },
    "preisskat": PREISSKAT,
    "altenburg1927": {**PREISSKAT, "text": "1927-50", "grand_base": 20},
}


def rules_of(rules: str | Rules) -> Rules:
    """The rule fields of a preset name; a dict of fields is returned as it is."""
    if isinstance(rules, str):
        if rules not in RULES:
            raise ValueError(f"unknown rule set {rules!r}")
        return RULES[rules]
    return rules


# --- Cards --------------------------------------------------------------------------------------

SEATS = ["forehand", "middlehand", "rearhand"]
JACKS = ["CJ", "SJ", "HJ", "DJ"]
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}

# The 32 cards from bit 31 down to bit 0.
PACK = JACKS + [suit + rank for suit in "CSHD" for rank in "ATKQ987"]


def name_of_bit(bit: int) -> str:
    """The card of a bit number 0..31: bit 31 is CJ, bit 0 is D7."""
    if not 0 <= bit <= 31:
        raise ValueError(f"no card has the number {bit}")
    return PACK[31 - bit]


def bit_of_name(name: str) -> int:
    """The bit number 0..31 of a card."""
    if name not in PACK:
        raise ValueError(f"unknown card {name!r}")
    return 31 - PACK.index(name)


def cards_of(mask: int) -> list[str]:
    """The cards of a 32-bit set, highest bit first."""
    if not 0 <= mask < 2**32:
        raise ValueError(f"{mask} is no set of 32 cards")
    return [name_of_bit(bit) for bit in range(31, -1, -1) if mask & (1 << bit)]


def mask_of(names: Iterable[str]) -> int:
    """The 32-bit set of some different cards."""
    mask = 0
    for name in names:
        bit = 1 << bit_of_name(name)
        if mask & bit:
            raise ValueError(f"card {name} is there twice")
        mask += bit
    return mask


def points(cards: Iterable[str]) -> int:
    """Card points, 0..120."""
    return sum(CARD_POINTS[card[1]] for card in cards)


# --- Order of the cards, tricks -----------------------------------------------------------------


def trumps(contract: str, rules: str | Rules = "isko") -> list[str]:
    """The trumps of a contract, highest first."""
    rules = rules_of(rules)
    if contract not in list(rules["contracts"]):
        raise ValueError(f"no contract {contract!r} under these rules")
    if contract == "N":
        return []
    if not rules["jacks_trump"]:
        return [contract + rank for rank in "ATKQJ987"]
    if contract == "G":
        return JACKS
    return JACKS + [contract + rank for rank in "ATKQ987"]


def suit_of(card: str, contract: str, rules: str | Rules = "isko") -> str:
    """The suit a card belongs to in play: "trump" or its printed suit."""
    return "trump" if card in trumps(contract, rules) else card[0]


def legal_cards(
    hand: Sequence[str], lead: str | None, contract: str, rules: str | Rules = "isko"
) -> list[str]:
    """The cards of the hand that may be played on the lead (None: the player leads)."""
    if not lead:
        return list(hand)
    wanted = suit_of(lead, contract, rules)
    following = [card for card in hand if suit_of(card, contract, rules) == wanted]
    return following or list(hand)


def trick_winner(cards: Sequence[str], contract: str, rules: str | Rules = "isko") -> int:
    """The index, in playing order, of the card that takes the trick."""
    for trump in trumps(contract, rules):
        if trump in cards:
            return list(cards).index(trump)
    led = cards[0][0]
    for rank in "AKQJT987" if contract == "N" else "ATKQJ987":
        if led + rank in cards:
            return list(cards).index(led + rank)
    raise ValueError(f"no trick: {cards}")


# --- Auction ------------------------------------------------------------------------------------


def bid_values(rules: str | Rules = "isko") -> list[int]:
    """All legal bids, ascending: every value some game can have."""
    rules = rules_of(rules)
    values = set(rules["null_values"]) if "N" in rules["contracts"] else set()
    # with or without all trumps, game, hand, schneider and schwarz made and announced, ouvert
    top_suit_level = (11 if rules["jacks_trump"] else 8) + 1 + 1 + 2 + 2 + 1
    for suit in [suit for suit in "DHSC" if suit in rules["contracts"]]:
        values |= {rules["base"][suit] * level for level in range(2, top_suit_level + 1)}
    if "G" in rules["contracts"]:
        if rules["grand_ouvert_base"]:
            values |= {rules["grand_base"] * level for level in range(2, 11)}
            values |= {rules["grand_ouvert_base"] * level for level in range(7, 11)}
        else:
            values |= {rules["grand_base"] * level for level in range(2, 12)}
    return sorted(values)


class Auction(TypedDict):
    """An auction: declarer is -1 when all passed, said is in seat order."""

    declarer: int
    bid: int
    said: list[int]
    log: list[tuple[int, int | str]]
    then: str


def auction(limits: Sequence[int], rules: str | Rules = "isko") -> Auction:
    """Hold the auction among three players who always say the next legal value.

    Parameters
    ----------
    limits
        The highest value each seat is ready to say or hold, in seat order; 0 for none.
    rules
        A preset name or rule fields.

    Returns
    -------
    Auction
        `log` holds (seat, value said | "hold" | "pass"); `then` is "play" or, when all passed,
        what the rules have follow: "pass_in" or "redeal".
    """
    rules = rules_of(rules)
    ladder = bid_values(rules)
    said = [0, 0, 0]
    log: list[tuple[int, int | str]] = []

    def duel(sayer: int, hearer: int) -> int:
        """Let the sayer bid against the hearer until one passes; return the survivor."""
        while True:
            higher = [value for value in ladder if value > max(said)]
            if not higher or limits[sayer] < higher[0]:
                log.append((sayer, "pass"))
                return hearer
            said[sayer] = higher[0]
            log.append((sayer, higher[0]))
            if limits[hearer] < higher[0]:
                log.append((hearer, "pass"))
                return sayer
            said[hearer] = higher[0]
            log.append((hearer, "hold"))

    survivor = duel(sayer=1, hearer=0)
    survivor = duel(sayer=2, hearer=survivor)
    if max(said) == 0:
        # Nobody has spoken, so the survivor is forehand, who may play at the lowest value.
        if limits[0] < ladder[0]:
            log.append((0, "pass"))
            return {"declarer": -1, "bid": 0, "said": said, "log": log, "then": rules["all_pass"]}
        said[0] = ladder[0]
        log.append((0, ladder[0]))
    return {"declarer": survivor, "bid": max(said), "said": said, "log": log, "then": "play"}


# --- Declaration --------------------------------------------------------------------------------


def with_implied(contract: str, announced: Iterable[str]) -> set[str]:
    """The announcements with those they imply; in Null nothing implies anything."""
    result = set(announced)
    if contract != "N":
        if "ouvert" in result:
            result.add("schwarz")
        if "schwarz" in result:
            result.add("schneider")
    return result


def null_value(rules: Rules, hand: bool, ouvert: bool) -> int:
    """The fixed value of a Null game."""
    plain, from_hand, open_with_skat, open_from_hand = rules["null_values"]
    if ouvert:
        return open_from_hand if hand else open_with_skat
    return from_hand if hand else plain


def check_declaration(
    contract: str,
    *,
    rules: str | Rules = "isko",
    bid: int,
    hand: bool = False,
    announced: Iterable[str] = (),
) -> None:
    """Raise ValueError unless this declaration is legal on this bid."""
    rules = rules_of(rules)
    announced = set(announced)
    for word in announced:
        if word not in ("schneider", "schwarz", "ouvert"):
            raise ValueError(f"unknown announcement {word!r}")
    if bid < 0:
        raise ValueError(f"negative bid {bid}")
    if contract not in list(rules["contracts"]):
        raise ValueError(f"no contract {contract!r} under these rules")
    if contract != "N":
        if announced and not hand and rules["announce_needs_hand"]:
            raise ValueError(f"{sorted(announced)} may be announced in hand games only")
        return
    if announced - {"ouvert"}:
        raise ValueError("Null takes neither schneider nor schwarz")
    if "ouvert" in announced and not hand and rules["null_ouvert_needs_hand"]:
        raise ValueError("Null ouvert needs a hand game")
    if null_value(rules, hand, "ouvert" in announced) < bid:
        raise ValueError(f"this Null does not reach the bid of {bid}")


# --- Result -------------------------------------------------------------------------------------


class Result(TypedDict):
    """The result of a game; score is the declarer's, on the plain list."""

    matadors: int
    level: int
    value: int
    won: bool
    overbid: bool
    score: int


def matadors(cards12: Sequence[str], contract: str, rules: str | Rules = "isko") -> int:
    """Length of the run of top trumps, + when held, - when missing; 0 in Null."""
    order = trumps(contract, rules)
    if not order:
        return 0
    with_top = order[0] in cards12
    run = 0
    for trump in order:
        if (trump in cards12) != with_top:
            break
        run += 1
    return run if with_top else -run


def score(
    cards12: Sequence[str],
    contract: str,
    *,
    rules: str | Rules = "isko",
    bid: int,
    points: int,
    tricks: int,
    hand: bool = False,
    announced: Iterable[str] = (),
) -> Result:
    """Settle a game.

    Parameters
    ----------
    cards12
        The declarer's ten cards and the two put away (hand game: the skat).
    contract
        One of "D H S C G N".
    rules
        A preset name or rule fields.
    bid
        The value the game was bid to, 0 for none.
    points
        The declarer's card points, the two last cards included, 0..120.
    tricks
        The declarer's tricks, 0..10.
    hand
        Whether the skat was left unseen.
    announced
        Any of "schneider", "schwarz", "ouvert"; implied ones may be left out.

    Returns
    -------
    Result
        `value` is the one booked, `level` the multiplier before an overbid raise (0 in Null).

    Raises
    ------
    ValueError
        For anything but twelve different cards, for points or tricks out of range, and for a
        declaration the rules refuse.
    """
    rules = rules_of(rules)
    announced = set(announced)
    check_declaration(contract, rules=rules, bid=bid, hand=hand, announced=announced)
    if len(cards12) != 12 or len(cards_of(mask_of(cards12))) != 12:
        raise ValueError(f"twelve different cards are needed, not {list(cards12)}")
    if not 0 <= points <= 120:
        raise ValueError(f"{points} card points")
    if not 0 <= tricks <= 10:
        raise ValueError(f"{tricks} tricks")
    announced = with_implied(contract, announced)
    loss = rules["hand_loss"] if hand else rules["loss"]

    if contract == "N":
        value = null_value(rules, hand, "ouvert" in announced)
        won = tricks == 0
        return {
            "matadors": 0,
            "level": 0,
            "value": value,
            "won": won,
            "overbid": False,
            "score": value if won else -loss * value,
        }

    base = rules["grand_base"] if contract == "G" else rules["base"][contract]
    run = matadors(cards12, contract, rules)
    level = abs(run) + 1
    if hand:
        level += 1
    if "schneider" in announced:
        level += 2
    elif points >= 90 or points <= 30:
        level += 1
    if "schwarz" in announced:
        level += 2
    elif tricks == 10 or tricks == 0:
        level += 1
    if "ouvert" in announced:
        if contract == "G" and rules["grand_ouvert_base"]:
            base = rules["grand_ouvert_base"]
        else:
            level += 1
    value = base * level

    made = points >= 61
    if "schneider" in announced and points < 90:
        made = False
    if "schwarz" in announced and tricks < 10:
        made = False

    overbid = value < bid
    while value < bid:  # up to the next multiple of the base that covers the bid
        value += base

    won = made and not overbid
    return {
        "matadors": run,
        "level": level,
        "value": value,
        "won": won,
        "overbid": overbid,
        "score": value if won else -loss * value,
    }


# --- Playing a logged deal again ----------------------------------------------------------------

NOT_PLAYED = 255

# The columns of schema skat-hand/1.
COLUMNS = [
    "deal_id",
    "rotation",
    "thrown_in",
    "hand_forehand",
    "hand_middlehand",
    "hand_rearhand",
    "skat",
    "discard",
    "bid_forehand",
    "bid_middlehand",
    "bid_rearhand",
    "bid",
    "declarer",
    "contract",
    "hand",
    "ouvert",
    "announced_schneider",
    "announced_schwarz",
    "kontra",
    "matadors",
    "card_points",
    "tricks",
    "won",
    "schneider",
    "schwarz",
    "overbid",
    "value",
    "score",
    "score_forehand",
    "score_middlehand",
    "score_rearhand",
]
TRUTHS = [
    "hand",
    "ouvert",
    "announced_schneider",
    "announced_schwarz",
    "won",
    "schneider",
    "schwarz",
    "overbid",
]
# Nothing but these columns of a played deal is taken over from the row; the rest is worked out.
GIVEN = [
    "deal_id",
    "rotation",
    "thrown_in",
    "hand_forehand",
    "hand_middlehand",
    "hand_rearhand",
    "skat",
    "contract",
    "hand",
    "ouvert",
]


def replay(
    row: Mapping[str, Any],
    plays: Sequence[int],
    rules: str | Rules = "isko",
    forced: bool = False,
) -> dict[str, Any]:
    """Play a logged deal again, card by card, and work out its row.

    Parameters
    ----------
    row
        Every column of schema skat-hand/1, `contract` as a letter.
    plays
        32 numbers: the two discards (255 in hand games), then the cards in playing order as bit
        numbers, 255 for a card not played.
    rules
        A preset name or rule fields.
    forced
        Whether a scenario named the declarer; the auction is then not held again.

    Returns
    -------
    dict
        The row as it must be, in plain Python values.

    Raises
    ------
    ValueError
        For a deal, auction, discard, declaration or card that the rules do not allow.
    AssertionError
        When a column of the row is not what the game comes to.
    """
    rules = rules_of(rules)
    row = plain_row(row)
    plays = [int(number) for number in plays]
    if len(plays) != 32:
        raise ValueError(f"{len(plays)} plays instead of 32")
    hands, skat = dealt_cards(row)
    bidding = check_bidding(row, rules, forced)
    if row["declarer"] == -1:
        result = passed_in_row(row, plays)
    else:
        result = played_row(row, plays, hands, skat, rules)
    result.update(bidding)
    for column in COLUMNS:
        if row[column] != result[column]:
            raise AssertionError(
                f"column {column}: the row says {row[column]}, the game gives {result[column]}"
            )
    return {column: result[column] for column in COLUMNS}


def plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row in plain Python values, so that no small integer can wrap."""
    if set(row) != set(COLUMNS):
        raise ValueError(f"missing or unknown columns: {sorted(set(row) ^ set(COLUMNS))}")
    plain: dict[str, Any] = {}
    for column in COLUMNS:
        if column == "contract":
            plain[column] = str(row[column])
        elif column in TRUTHS:
            plain[column] = bool(row[column])
        else:
            plain[column] = int(row[column])
    return plain


def dealt_cards(row: dict[str, Any]) -> tuple[list[list[str]], list[str]]:
    """The three hands and the skat; ValueError unless they are the 32 cards."""
    hands = [cards_of(row["hand_" + seat]) for seat in SEATS]
    skat = cards_of(row["skat"])
    for seat, hand in zip(SEATS, hands, strict=True):
        if len(hand) != 10:
            raise ValueError(f"{seat} was dealt {len(hand)} cards")
    if len(skat) != 2:
        raise ValueError(f"{len(skat)} cards in the skat")
    if len(set(hands[0] + hands[1] + hands[2] + skat)) != 32:
        raise ValueError("a card was dealt twice")
    return hands, skat


def check_bidding(row: dict[str, Any], rules: Rules, forced: bool) -> dict[str, int]:
    """The columns of the auction; ValueError unless they come from a legal one."""
    said = [row["bid_" + seat] for seat in SEATS]
    bidding = {"bid_" + seat: row["bid_" + seat] for seat in SEATS}
    bidding["bid"] = row["bid"]
    bidding["declarer"] = row["declarer"]
    if row["rotation"] not in (0, 1, 2):
        raise ValueError(f"rotation {row['rotation']}")
    if row["thrown_in"] and rules["all_pass"] != "redeal":
        raise ValueError("deals were thrown in under rules that know no new deal")
    for value in [*said, row["bid"]]:
        if value != 0 and value not in bid_values(rules):
            raise ValueError(f"{value} is no legal bid")
    if forced:
        if row["declarer"] not in (0, 1, 2):
            raise ValueError("a forced game has a declarer")
        return bidding
    held = auction(said, rules)
    if held["said"] != said:
        raise ValueError(f"auction: nobody can have said {said}; {held['said']} fits")
    if held["declarer"] != row["declarer"]:
        raise ValueError(f"auction: declarer {held['declarer']}, not {row['declarer']}")
    if held["bid"] != row["bid"]:
        raise ValueError(f"auction: bid {held['bid']}, not {row['bid']}")
    if held["then"] == "redeal" and row["thrown_in"] == 0:
        raise ValueError("passed in at the first deal under rules that deal again")
    return bidding


def passed_in_row(row: dict[str, Any], plays: list[int]) -> dict[str, Any]:
    """The row of a deal that nobody played: all after the bids is 0 or false."""
    if plays != [NOT_PLAYED] * 32:
        raise ValueError("cards were played in a deal that was passed in")
    result: dict[str, Any] = {}
    for column in COLUMNS:
        result[column] = False if column in TRUTHS else 0
    for column in GIVEN:
        if column not in ("hand", "ouvert"):
            result[column] = row[column]
    result["contract"] = "P"
    return result


def played_row(
    row: dict[str, Any],
    plays: list[int],
    hands: list[list[str]],
    skat: list[str],
    rules: Rules,
) -> dict[str, Any]:
    """The row of a deal that was played, but for the columns of the auction."""
    declarer, contract, hand = row["declarer"], row["contract"], row["hand"]
    announced = check_announcements(row, rules)

    cards12 = hands[declarer] + skat
    discard = check_discard(plays[:2], cards12, skat, hand)
    hands[declarer] = [card for card in cards12 if card not in discard]
    taken, tricks = play_tricks(plays[2:], hands, declarer, contract, rules)

    card_points = points(discard) + points(taken)
    settled = score(
        cards12,
        contract,
        rules=rules,
        bid=row["bid"],
        points=card_points,
        tricks=tricks,
        hand=hand,
        announced=announced,
    )
    result = {column: row[column] for column in GIVEN}
    result["discard"] = mask_of(discard)
    result["announced_schneider"] = "schneider" in announced
    result["announced_schwarz"] = "schwarz" in announced
    result["kontra"] = 0
    result["matadors"] = settled["matadors"]
    result["card_points"] = card_points
    result["tricks"] = tricks
    result["won"] = settled["won"]
    result["schneider"] = contract != "N" and (card_points >= 90 or card_points <= 30)
    result["schwarz"] = contract != "N" and (tricks == 10 or tricks == 0)
    result["overbid"] = settled["overbid"]
    result["value"] = settled["value"]
    result["score"] = settled["score"]
    for seat in range(3):
        result["score_" + SEATS[seat]] = settled["score"] if seat == declarer else 0
    return result


def check_announcements(row: dict[str, Any], rules: Rules) -> set[str]:
    """What was announced, implied ones included; ValueError for an illegal declaration."""
    announced = set()
    if row["ouvert"]:
        announced.add("ouvert")
    if row["announced_schneider"]:
        announced.add("schneider")
    if row["announced_schwarz"]:
        announced.add("schwarz")
    check_declaration(
        row["contract"], rules=rules, bid=row["bid"], hand=row["hand"], announced=announced
    )
    return with_implied(row["contract"], announced)


def check_discard(numbers: list[int], cards12: list[str], skat: list[str], hand: bool) -> list[str]:
    """The two cards put away; ValueError unless the declarer could put them away."""
    if hand:
        if numbers != [NOT_PLAYED, NOT_PLAYED]:
            raise ValueError("discard: a hand game has none")
        return skat
    discard = [name_of_bit(number) for number in numbers]
    for card in discard:
        if card not in cards12:
            raise ValueError(f"discard: {card} is none of the declarer's twelve cards")
    if discard[0] == discard[1]:
        raise ValueError(f"discard: {discard[0]} was put away twice")
    return discard


def play_tricks(
    numbers: list[int], hands: list[list[str]], declarer: int, contract: str, rules: Rules
) -> tuple[list[str], int]:
    """Play the thirty cards; return the cards in the declarer's tricks and their number."""
    hands = [list(hand) for hand in hands]
    taken: list[str] = []
    tricks = 0
    played = 0
    leader = 0
    while played < 30:
        trick: list[str] = []
        for turn in range(3):
            seat = (leader + turn) % 3
            if numbers[played] == NOT_PLAYED:
                raise ValueError(f"card {played}: {SEATS[seat]} played none")
            card = name_of_bit(numbers[played])
            if card not in hands[seat]:
                raise ValueError(f"card {played}: {SEATS[seat]} does not hold {card}")
            lead = trick[0] if trick else None
            if card not in legal_cards(hands[seat], lead, contract, rules):
                raise ValueError(f"card {played}: {SEATS[seat]} must follow {lead}, not {card}")
            hands[seat].remove(card)
            trick.append(card)
            played += 1
        leader = (leader + trick_winner(trick, contract, rules)) % 3
        if leader == declarer:
            taken += trick
            tricks += 1
            if contract == "N":
                break
    if numbers[played:] != [NOT_PLAYED] * (30 - played):
        raise ValueError(f"card {played}: played after the game had ended")
    return taken, tricks
